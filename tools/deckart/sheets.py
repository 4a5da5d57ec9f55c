"""Contact sheets: the cards of a sprite in rows, as SVG and, with rsvg-convert, PNG."""

import re
import subprocess

FELT = "#1d4436"


def sheet(sprite, codes, width, columns):
    """SVG of the given cards at a width in pixels, on felt."""
    height, gap = round(width * 1.6), max(4, round(width * 0.06))
    rows = -(-len(codes) // columns)
    total = columns * (width + gap) + gap, rows * (height + gap) + gap
    cards = "".join(
        f'<use href="#{code}" x="{gap + i % columns * (width + gap)}" y="{gap + i // columns * (height + gap)}" width="{width}" height="{height}"/>'
        for i, code in enumerate(codes)
    )
    inner = re.search(r"<svg[^>]*>(.*)</svg>", sprite, re.DOTALL).group(1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total[0]}" height="{total[1]}">{inner}'
        f'<rect width="100%" height="100%" fill="{FELT}"/>{cards}</svg>'
    )


def fan(sprite, codes, width, share=0.35):
    """SVG of a hand in which only the left part of each card shows."""
    step, height = width * share, width * 1.6
    inner = re.search(r"<svg[^>]*>(.*)</svg>", sprite, re.DOTALL).group(1)
    cards = "".join(
        f'<use href="#{code}" x="{10 + i * step:.1f}" y="10" width="{width}" height="{height}"/>' for i, code in enumerate(codes)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 + step * (len(codes) - 1) + width:.0f}" height="{height + 20:.0f}">{inner}'
        f'<rect width="100%" height="100%" fill="{FELT}"/>{cards}</svg>'
    )


def write_png(svg, path):
    subprocess.run(["rsvg-convert", "--unlimited", "-o", str(path)], input=svg.encode(), check=True)
