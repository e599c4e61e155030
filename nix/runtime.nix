# The hand-written half of every launcher as one static archive, so that a policy change compiles
# one file only; and the headers its generated half includes.
{ pkgs }:
pkgs.pkgsStatic.stdenv.mkDerivation {
  name = "claudebox-runtime";
  buildCommand = ''
    make -C ${../runtime} -j "$NIX_BUILD_CORES" BUILD="$PWD" CC="$CC" AR="$AR"
    install -D -m 644 -t $out/lib libclaudebox.a
    install -D -m 644 -t $out/include/vocab ${../runtime}/vocab/*.h ${../runtime}/vocab/*.def
  '';
}
