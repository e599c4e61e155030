# claudebox-gen: reads and checks a policy, writes the launcher's tables as C.
{ pkgs }:
pkgs.stdenv.mkDerivation {
  name = "claudebox-gen";
  nativeBuildInputs = [ pkgs.pkg-config ];
  buildInputs = [
    pkgs.jansson
    pkgs.libseccomp
  ];
  buildCommand = ''
    make -C ${../gen} -j "$NIX_BUILD_CORES" BUILD="$PWD" RUNTIME=${../runtime} \
      CC="$CC" M4=${pkgs.gnum4}/bin/m4
    install -D -m 755 claudebox-gen $out/bin/claudebox-gen
  '';
}
