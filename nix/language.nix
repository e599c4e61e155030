# The policy language: every attribute a policy may have, each with how a layer's value meets the
# value below it. Says nothing about what the values mean: nix/policy.nix resolves, the generator checks.
let
  replace = _: upper: upper;
  append = lower: upper: lower ++ upper;
  prepend = lower: upper: upper ++ lower;
  update = lower: upper: lower // upper;

  language = {
    name = replace;
    description = replace;
    network = replace;
    domains = append;
    ports = replace;
    forward = append;
    block = append;
    ipv6 = replace;
    agent = {
      program = replace;
      args = append;
    };
    packages = prepend; # the upper layer's programs come first on PATH
    env = {
      pass = append;
      set = update;
      allowSecret = append;
    };
    mounts = append; # general to specific
    protect = append;
    watch = append;
    hide = append;
    state = replace;
    hostConfig = replace;
    nix = {
      store = replace;
      daemon = replace;
      daemonNetwork = replace;
      trusted = replace;
    };
    nesting = replace;
    limits = {
      core = replace;
      tmpfs = replace;
    };
  };

  quoted = names: builtins.concatStringsSep ", " names;

  extend =
    where: words: lower: upper:
    let
      unknown = builtins.attrNames (builtins.removeAttrs upper (builtins.attrNames words));
      meet =
        name: above:
        if builtins.isAttrs words.${name} then
          extend "${where}.${name}" words.${name} (lower.${name} or { }) above
        else if lower ? ${name} then
          words.${name} lower.${name} above
        else
          above;
    in
    if !builtins.isAttrs upper then
      throw "claudebox: ${where}: a set of attributes is wanted, this is a ${builtins.typeOf upper}"
    else if unknown != [ ] then
      throw "claudebox: ${where}: unknown attribute ${quoted unknown} (known: ${quoted (builtins.attrNames words)})"
    else
      lower // builtins.mapAttrs meet upper;
in
{
  # layer where upper lower → both as one; `where` names the upper one in messages.
  layer = where: upper: lower: extend where language lower upper;
}
