# The plot: a bar for each timed case of a launch, with its quartiles, and how a launch grows. SVG by hand.
from html import escape

WIDTH, LEFT, ROW = 900, 210, 22


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}">{escape(words)}</text>'


def bars_of(records, top, title, floor):
    """Horizontal bars on a scale that ends at the longest, each with its ratio to the floor."""
    longest = max(record["high"] for record in records)
    scale = (WIDTH - LEFT - 190) / longest
    parts = [text(10, top, title, size=14)]
    for i, record in enumerate(records):
        y = top + 14 + i * ROW
        low, high = LEFT + record["low"] * scale, LEFT + record["high"] * scale
        colour = "#9aa5b1" if "floor" in record["name"] else "#2a6f97"
        ratio = f"  {record['value'] / floor:.2f} x" if floor else ""
        parts += [text(LEFT - 8, y + 12, record["name"], "end"),
                  f'<rect x="{LEFT}" y="{y}" width="{record["value"] * scale:.1f}" height="{ROW - 7}" fill="{colour}"/>',
                  f'<path d="M{low:.1f} {y + 7}H{high:.1f}" stroke="#c1121f" stroke-width="2"/>',
                  text(max(high, LEFT + record["value"] * scale) + 6, y + 12, f"{record['value']:.2f} ms{ratio}")]
    return parts, top + 30 + len(records) * ROW


def svg(records, about):
    parts, top = [text(10, 20, about, size=11)], 48
    for section, title in (("launch", "launch to true, median and quartiles; x: against default's floor"),
                           ("stages", "where the time goes"), ("growth", "growth"), ("client", "the client's start")):
        timed = [r for r in records if r["section"] == section and "low" in r]
        if not timed:
            continue
        floor = next((r["value"] for r in timed if r["name"] == "default:floor"), 0)
        more, top = bars_of(timed, top, title, floor)
        parts += more
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" font-family="sans-serif">\n'
            f'<rect width="{WIDTH}" height="{top}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")
