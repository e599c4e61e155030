# A screen as tmux captures it, with its colours, as an SVG on standard output. Knows bold, red, green and
# yellow, and no other attribute: one that appears is an error.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my ($cell, $line, $columns, $most) = (8.4, 18, 80, 100);
my @lines = map { chomp; wrapped($_) } <STDIN>;

# wrapped LINE: as a terminal of $most columns shows it; colours go on in the next line.
sub wrapped {
	my ($text, @rows) = shift;
	while ($text =~ /\G((?:(?:\e\[[0-9;]*m)*[^\e]){1,$most}(?:\e\[[0-9;]*m)*)/gc) { push @rows, $1 }
	return @rows ? @rows : $text;
}
for (@lines) {
	my $length = length(s/\e\[[0-9;]*m//gr);
	$columns = $length if $length > $columns;
}
my ($width, $height) = (int($columns * $cell) + 24, @lines * $line + 24);
print qq(<svg xmlns="http://www.w3.org/2000/svg" width="$width" height="$height" viewBox="0 0 $width $height">\n);
print qq(<rect width="$width" height="$height" rx="6" fill="#1c1e22"/>\n);
print qq(<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#d8d8d8" xml:space="preserve">\n);
my %colours = (31 => '#ff7b72', 32 => '#7ee787', 33 => '#e3b341');
my ($bold, $colour) = (0, 0);
my $y = 12;
for my $text (@lines) {
	$y += $line;
	my $x = 0;
	for my $part (split /(\e\[[0-9;]*m)/, $text) {
		if ($part =~ /^\e\[([0-9;]*)m$/) {
			for my $code (split(/;/, $1 eq '' ? '0' : $1)) {
				if ($code == 0) { ($bold, $colour) = (0, 0) }
				elsif ($code == 1) { $bold = 1 }
				elsif ($colours{$code}) { $colour = $code }
				elsif ($code == 39) { $colour = 0 }
				elsif ($code == 22) { $bold = 0 }
				elsif ($code == 49) { }
				else { die "no such colour: $code\n" }
			}
			next;
		}
		next if $part eq '';
		my $style = ($bold ? ' font-weight="bold"' : '') . ($colour ? qq( fill="$colours{$colour}") : '');
		# Blanks at the ends are a place, not a text: not every viewer keeps them.
		my ($before, $word) = $part =~ /^(\s*)(.*?)\s*$/;
		my $at = sprintf('%.1f', 12 + ($x + length $before) * $cell);
		my $length = sprintf('%.1f', length($word) * $cell);
		$x += length $part;
		$part = $word;
		$part =~ s/&/&amp;/g;
		$part =~ s/</&lt;/g;
		$part =~ s/>/&gt;/g;
		print qq(<text x="$at" y="$y" textLength="$length"$style>$part</text>\n) if $part ne '';
	}
}
print "</g>\n</svg>\n";
