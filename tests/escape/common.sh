# shellcheck shell=bash
# Sourced by tests of escapes after tests/lib.sh: launchers that lack one thing.

# lesser PROFILE: prints a new directory of the user's with a copy of the profile's launcher that
# runs tests/escape/lesser-bwrap. The path of bwrap is all that differs, by as many bytes.
lesser() {
	local dir program real
	program=$(launcher "$1") && dir=$(user_scratch) && mkdir "$dir/bin" || return
	real=$(jq -r .tools.bwrap "${program%/bin/*}/share/claudebox/$1/policy.json")
	printf '%s\n' "$real" >"$dir/bin/real"
	: >"$dir/bin/without"
	install -m 755 "$CB_HERE/lesser-bwrap" "$dir/bin/bwrap"
	OLD=$real NEW=$dir/bin/bwrap perl -0777 -pe '
		my $fill = length($ENV{OLD}) - length($ENV{NEW});
		die "the path is too long\n" if $fill < 0;
		my $new = "/" x $fill . $ENV{NEW};
		s/\Q$ENV{OLD}\E/$new/ or die "this launcher does not run $ENV{OLD}\n";
	' "$program" >"$dir/claudebox" && chmod 755 "$dir/claudebox" || return
	[ "$(id -u)" != 0 ] || chown -R "$CB_USER:" "$dir"
	printf '%s\n' "$dir"
}
