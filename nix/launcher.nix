# One profile's package: the generated file compiled and linked against the runtime. Static and not
# position-independent, so that the tables need no relocation and lie in read-only memory; in one
# segment with the code, since one of their own would be two pages of padding. No RELRO: it would be
# up to a page of padding for the 64 bytes of the C library's start-up tables.
{
  pkgs,
  policy,
  sources,
  runtime,
}:
let
  inherit (pkgs) lib;
  program = if policy.name == "default" then "claudebox" else "claudebox-${policy.name}";
in
pkgs.pkgsStatic.stdenv.mkDerivation {
  pname = program;
  inherit (policy) version;
  buildCommand = ''
    mkdir -p $out/bin $out/share/claudebox/${policy.name}
    $CC -std=c17 -Oz -fno-pie -no-pie -static -s -Wl,--gc-sections -Wl,-z,noseparate-code,-z,norelro,-z,common-page-size=512 -Wl,--build-id=none -Wall -Wextra -Werror \
      -I${runtime}/include ${sources}/claudebox-${policy.name}.c ${runtime}/lib/libclaudebox.a -o $out/bin/${program}
    cp ${sources}/policy.json ${sources}/SANDBOX.md $out/share/claudebox/${policy.name}
  '';
  passthru = { inherit policy sources runtime; };
  meta = {
    description = "Claude Code in a sandbox: ${policy.description}";
    license = lib.licenses.mit;
    mainProgram = program;
    platforms = [
      "x86_64-linux"
      "aarch64-linux"
    ];
  };
}
