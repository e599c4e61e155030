# dpkg's status file as a table, and from it the key of a derivation: the versions of the named
# packages and of everything they depend on, so that an upgrade rebuilds what it touches and no more.
status:
let
  inherit (builtins)
    concatMap
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
in
{
  versions =
    names:
    listToAttrs (
      map
        (item: {
          name = item.key;
          value = installed.${item.key}.version;
        })
        (
          builtins.genericClosure {
            startSet = map (name: { key = need name; }) names;
            operator =
              item:
              concatMap (name: if hasAttr name installed then [ { key = name; } ] else [ ])
                installed.${item.key}.depends;
          }
        )
    );
}
