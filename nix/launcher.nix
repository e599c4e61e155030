# One profile's package: the generated file compiled and linked against the runtime, twice: the
# launcher on PATH, and the whole program it hands over to when no sandbox is to start. Static and not
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
  program = import ./program.nix policy.name;
in
pkgs.pkgsStatic.stdenv.mkDerivation {
  pname = program;
  inherit (policy) version;
  buildCommand = ''
    mkdir -p $out/bin $out/libexec/claudebox $out/share/claudebox/${policy.name}
    whole=$out/libexec/claudebox/${policy.name}
    link() {
      $CC -std=c17 -Oz -fno-pie -no-pie -static -s -Wl,--gc-sections -Wl,-z,noseparate-code,-z,norelro,-z,common-page-size=512 -Wl,--build-id=none -Wall -Wextra -Werror \
        -I${runtime}/include ${sources}/claudebox-${policy.name}.c ${runtime}/lib/libclaudebox.a "$@"
    }
    link -DCB_LAUNCHER="\"$out/bin/${program}\"" -o $whole
    link -DCB_WHOLE="\"$whole\"" -o $out/bin/${program}
    cp ${sources}/policy.json ${sources}/SANDBOX.md ${sources}/about $out/share/claudebox/${policy.name}
    page() { install -D -m 644 ${sources}/${program}.$1 $out/share/$2; }
    page 1 man/man1/${program}.1
    page bash bash-completion/completions/${program}
    page zsh zsh/site-functions/_${program}
    page fish fish/vendor_completions.d/${program}.fish
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
