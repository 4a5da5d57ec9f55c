"""Pictures made from a name: a majolica tile, always the same for the same name.

The digest of the name selects a quarter, which is turned four times, as tilers lay it. The tile has no
colours of its own: it is drawn in a light tint on the colour of the avatar (`User.hue`).
"""

from __future__ import annotations

import hashlib

SIDE = 100
HALF = SIDE // 2

RAYS = (
    "M50 50L38 14L50 4z",
    "M50 50Q28 34 50 6z",
    "M50 50Q44 26 26 26Q26 44 50 50z",
    "M50 50L30 20L20 30z",
)
EDGES = (
    "M42 0h16L50 12z",
    "M50 0a9 9 0 0 1 -9 9a9 9 0 0 1 9 -9z",
    "M40 0h10v7H40z",
    "M32 10L38 4L44 10L38 16z",
)


def avatar_svg(name: str) -> str:
    """Return the content of an SVG of 100 × 100 for a name, ignoring its case."""
    digest = hashlib.sha256(name.casefold().encode()).digest()
    ray, edge, ring = RAYS[digest[0] % 4], EDGES[digest[1] % 4], 24 + digest[2] % 4 * 3
    quarter = f'<path d="{ray}" opacity="0.26"/><path d="{edge}" opacity="0.3"/>'
    turned = "".join(
        f'<g transform="rotate({turn} {HALF} {HALF})">{quarter}</g>' for turn in (0, 90, 180, 270)
    )
    middle = f'<circle cx="{HALF}" cy="{HALF}" r="{ring}" fill="none" stroke="currentColor" opacity="0.3"/>'
    return turned + middle
