# The policy language: every attribute a policy may have, each with how a layer's value meets the
# value below it. What they mean is said in gen/policy/fields.def; nix/policy.nix resolves, the generator checks.
let
  # where → the value below, null if there is none → the layer's own → both.
  replace =
    _: _: upper:
    upper;
  lists =
    meet: where: lower: upper:
    if builtins.isList upper then
      meet (if lower == null then [ ] else lower) upper
    else
      throw "claudebox: ${where}: a list is wanted, this is a ${builtins.typeOf upper}";
  replaceList = lists (_: upper: upper);
  append = lists (lower: upper: lower ++ upper);
  prepend = lists (lower: upper: upper ++ lower);
  update =
    where: lower: upper:
    if builtins.isAttrs upper then
      (if lower == null then { } else lower) // upper
    else
      throw "claudebox: ${where}: a set is wanted, this is a ${builtins.typeOf upper}";

  language = {
    name = replace;
    description = replace;
    network = replace;
    domains = append;
    ports = replaceList;
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
      processes = replace;
      tmpfs = replace;
    };
  };

  quoted = names: builtins.concatStringsSep ", " names;

  extend =
    where: beside: words: lower: upper:
    let
      known = builtins.attrNames words;
      unknown = builtins.attrNames (builtins.removeAttrs upper known);
      meet =
        name: above:
        if builtins.isAttrs words.${name} then
          extend "${where}.${name}" [ ] words.${name} (lower.${name} or { }) above
        else
          words.${name} "${where}: ${name}" (lower.${name} or null) above;
    in
    if !builtins.isAttrs upper then
      throw "claudebox: ${where}: a set of attributes is wanted, this is a ${builtins.typeOf upper}"
    else if unknown != [ ] then
      throw "claudebox: ${where}: unknown attribute ${quoted unknown} (known: ${
        quoted (builtins.sort builtins.lessThan (known ++ beside))
      })"
    else
      lower // builtins.mapAttrs meet upper;
in
{
  # layer where beside upper lower → both as one; `where` names the upper one in messages, `beside`
  # what may stand beside the words of the language there, and was taken out already.
  layer =
    where: beside: upper: lower:
    extend where beside language lower upper;

  inherit replaceList;

  # All words, as [ "agent.args" … ]; `claudebox-gen --fields` says what each means.
  keys =
    let
      below =
        where: words:
        builtins.concatMap (
          name:
          if builtins.isAttrs words.${name} then
            below "${where}${name}." words.${name}
          else
            [ "${where}${name}" ]
        ) (builtins.attrNames words);
    in
    below "" language;
}
