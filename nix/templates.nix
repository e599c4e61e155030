# What `nix flake init -t claudebox` starts from, and with `#NAME` one of the examples. The first
# line of an example says what it is.
let
  inherit (builtins)
    attrNames
    head
    listToAttrs
    match
    readDir
    readFile
    ;
  template = path: {
    inherit path;
    description = head (match "# ([^\n]*)\n.*" (readFile (path + "/flake.nix")));
  };
in
{
  default = template ./template;
}
// listToAttrs (
  map (name: {
    inherit name;
    value = template (./examples + "/${name}");
  }) (attrNames (readDir ./examples))
)
