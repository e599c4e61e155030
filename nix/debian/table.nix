# packages.txt as { attribute = [ Debian packages ]; }
let
  inherit (builtins)
    filter
    head
    isString
    readFile
    split
    substring
    tail
    ;
  words = line: filter (word: isString word && word != "") (split " +" line);
  isRow = row: row != [ ] && substring 0 1 (head row) != "#";
  rows = filter isRow (map words (filter isString (split "\n" (readFile ./packages.txt))));
in
builtins.listToAttrs (
  map (row: {
    name = head row;
    value = tail row;
  }) rows
)
