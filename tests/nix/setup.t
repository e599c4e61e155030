#!/usr/bin/env bash
# nix/setup: from a copy of the clone to a launcher at work, and again without doing things twice.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

copy=$(scratch)
(cd "$CB_TOP" && tar c --exclude=./.git --exclude=./build --exclude='./result*' .) | tar x -C "$copy"

exits 2 "an unknown argument is refused" -- "$copy/nix/setup" --nonsense
like "$err" '^usage:' "with the usage"
ok "--help explains" -- "$copy/nix/setup" --help

ok "--packages finds everything installed" -- "$copy/nix/setup" --packages
like "$out" 'all [0-9]+ are installed' "and says so"

ok "the whole set-up works" -- "$copy/nix/setup" --with debian
like "$out" "Using Debian's packages" "it says which case it found"
like "$out" '^ *hi from the sandbox$' "it ends in the sandbox"
like "$out" '^ *files in my home: 0$' "in which the home is empty"
like "$out" 'outside, in the project: this stays' "and from which the project keeps what was written"
ok "the launcher is left in result/" -- test -x "$copy/result/bin/claudebox"

# A Nix that is new enough, and does or does not reach nixpkgs.
program=$(launcher default)
fake=$(scratch)
cat >"$fake/nix" <<END
#!/bin/sh
case " \$* " in
*' --version '*) echo 'nix (Nix) 2.30.1' ;;
*' eval '*) [ -e "$fake/reachable" ] || { echo 'error: unable to download' >&2; exit 1; } ;;
*' build '*) ln -sfn "${program%/bin/*}" result ;;
esac
END
chmod 755 "$fake/nix"
touch "$fake/reachable"
ok "a new Nix that reaches nixpkgs is used as it is" -- env PATH="$fake:$PATH" "$copy/nix/setup"
like "$out" 'Using nixpkgs, as pinned' "and that is said"
unlike "$out" 'Debian' "without a word of Debian"
like "$out" '^ *hi from the sandbox$' "and it ends in the sandbox too"
rm "$fake/reachable"
ok "one that does not gives way to Debian's packages" -- env PATH="$fake:$PATH" "$copy/nix/setup"
like "$out" 'error: unable to download' "and why is shown"
like "$out" "Using Debian's packages" "and that is said"

done_testing
