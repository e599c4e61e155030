# One profile's package: the generated file compiled and linked against the runtime. Static and not
# position-independent, so that the tables need no relocation and lie in read-only memory.
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
    mkdir -p $out/bin $out/share/claudebox/${policy.name}
    $CC -std=c17 -O2 -fno-pie -no-pie -static -s -Wl,--gc-sections,--build-id=none -Wall -Wextra -Werror \
      -I${runtime}/include ${sources}/claudebox-${policy.name}.c ${runtime}/lib/libclaudebox.a \
      -o $out/bin/${program}
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
