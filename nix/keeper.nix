# The keeper but for its tables, as one static archive: a policy change compiles one file and links it. Dynamic,
# unlike a launcher: TLS is the package set's own to keep up to date.
{ pkgs }:
pkgs.stdenv.mkDerivation {
  name = "claudebox-keeper";
  buildInputs = [
    pkgs.curl
    pkgs.libmicrohttpd
  ];
  buildCommand = ''
    make -C ${../runtime}/keeper -j "$NIX_BUILD_CORES" BUILD="$PWD" CC="$CC" AR="$AR"
    install -D -m 644 -t $out/lib keeper/libkeeper.a
    install -D -m 644 -t $out/include/vocab ${../runtime}/vocab/keeper*
  '';
}
