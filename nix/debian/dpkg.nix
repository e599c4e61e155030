# dpkg's status file as a table, and from it the key of a derivation: the versions of the named
# packages and of everything they depend on, so that an upgrade rebuilds what it touches and no more.
status:
let
  inherit (builtins)
    filter
    hasAttr
    head
    isString
    listToAttrs
    match
    split
    stringLength
    substring
    ;

  pieces = separator: text: filter (piece: isString piece && piece != "") (split separator text);
  startsWith = prefix: text: substring 0 (stringLength prefix) text == prefix;

  # The value of a field in a paragraph's lines, "" without it.
  field =
    name: lines:
    let
      prefix = "${name}: ";
      found = filter (startsWith prefix) lines;
    in
    if found == [ ] then
      ""
    else
      substring (stringLength prefix) (stringLength (head found)) (head found);

  # "libc6 (>= 2.34), awk | mawk:any" → [ "libc6" "awk" "mawk" ]
  dependencies =
    lines:
    map (text: head (match " *([^ :]*).*" text)) (
      pieces "[,|]" "${field "Pre-Depends" lines},${field "Depends" lines}"
    );

  # With several architectures of one package the first counts; their versions are always the same.
  installed = listToAttrs (
    map
      (lines: {
        name = field "Package" lines;
        value = {
          version = field "Version" lines;
          depends = dependencies lines;
        };
      })
      (
        filter (lines: field "Status" lines == "install ok installed") (
          map (pieces "\n") (pieces "\n\n" status)
        )
      )
  );

  need =
    name:
    if hasAttr name installed then
      name
    else
      throw "the Debian package ${name} is not installed (nix/setup --packages installs all that is needed)";
  there = filter (name: hasAttr name installed);

  # The packages and all they depend on, by name.
  closure =
    names:
    map (item: item.key) (
      builtins.genericClosure {
        startSet = map (name: { key = need name; }) names;
        operator = item: map (name: { key = name; }) (there installed.${item.key}.depends);
      }
    );
in
{
  versions =
    names:
    listToAttrs (
      map (name: {
        inherit name;
        value = installed.${name}.version;
      }) (closure names)
    );

  # A status file that gives the same versions of these packages, and changes with them only.
  excerpt =
    names:
    builtins.concatStringsSep "\n" (
      map (name: ''
        Package: ${name}
        Status: install ok installed
        Version: ${installed.${name}.version}
        Depends: ${builtins.concatStringsSep ", " (there installed.${name}.depends)}
      '') (closure names)
    );
}
