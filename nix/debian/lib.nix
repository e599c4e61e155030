# The functions of nixpkgs' lib that claudebox uses, with nixpkgs' meaning.
rec {
  genAttrs =
    names: f:
    builtins.listToAttrs (
      map (name: {
        inherit name;
        value = f name;
      }) names
    );
  # An output that was chosen stays: getBin pkgs.curl.dev is pkgs.curl.dev.
  getBin =
    package:
    if package.outputSpecified or false then package else package.bin or package.out or package;
  getExe = package: "${getBin package}/bin/${package.meta.mainProgram or package.name}";
  unique = builtins.foldl' (seen: item: if builtins.elem item seen then seen else seen ++ [ item ]) [ ];
  licenses.mit = {
    spdxId = "MIT";
    fullName = "MIT License";
    free = true;
  };
}
