# The functions of nixpkgs' lib that claudebox uses, with nixpkgs' meaning.
{
  genAttrs =
    names: f:
    builtins.listToAttrs (
      map (name: {
        inherit name;
        value = f name;
      }) names
    );
  getBin = package: package.bin or package.out or package;
  getExe =
    package: "${package.bin or package.out or package}/bin/${package.meta.mainProgram or package.name}";
  unique = builtins.foldl' (seen: item: if builtins.elem item seen then seen else seen ++ [ item ]) [ ];
  licenses.mit = {
    spdxId = "MIT";
    fullName = "MIT License";
    free = true;
  };
}
