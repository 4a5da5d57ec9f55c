"""The backs: four patterns inside a double frame, detailed for the decks and coarse for 25 pixels."""

from .geometry import circle, flat, group, num, path, rect, ring, star
from .pips import sun_face

# What a back is painted with: ground, light, accent, deep.
COLOURS = {
    "brick": ("$brick", "$cream", "$gold", "$wine"),
    "green": ("$green", "$cream", "$ochre", "$pine"),
    "waves": ("$blue", "$ice", "$gold", "$night"),
    "rhombs": ("$sand", "$brick", "$bronze", "$green"),
}
MEDALS = COLOURS | {"rhombs": ("$sand", "$cream", "$gold", "$brick")}  # on a pale ground a sun needs a field

# --- the patterns -----------------------------------------------------------


def _majolica(ground, light, accent, deep):
    """One majolica tile with an eight-pointed star."""
    art = star(0, 0, 13.4, 8.4, 8, light, 22.5, False) + star(0, 0, 11, 6.6, 8, ground, 22.5, False)
    art += ring(4, flat("0,-8.4! 2.6,-4.6 0,0! -2.6,-4.6", accent)) + circle(0, 0, 1.7, light, False)
    art += ring(4, flat("0,-15! 3,-12 0,-9! -3,-12", accent))
    art += ring(
        4, flat("-4,-15! 0,-11 4,-15!", deep) + circle(0, -21.2, 3.4, light, False) + circle(0, -21.2, 1.5, accent, False), 45
    )
    return art


def _arcs(outline):
    """Nested arcs; `outline` returns the path of one from its radius and diameter."""

    def tile(ground, light, accent, deep):
        steps = ((18.4, light), (16.2, ground), (12.4, light), (10.6, deep), (6.6, accent), (4.8, ground))
        return "".join(path(outline(num(r), num(2 * r)), fill, ' stroke="none"') for r, fill in steps)

    return tile


_wave = _arcs(lambda r, both: f"M-{r},0a{r},{r} 0 0 1 {both},0z")
_half_wave = _arcs(lambda r, both: f"M0,0V-{r}A{r},{r} 0 0 1 {r},0z")


def _rhomb(ground, light, accent, deep):
    """A rhomb in rhombs, with a small rosette and a star below."""
    art = flat("0,-19! 14.6,0! 0,19! -14.6,0!", light) + flat("0,-13.8! 10.6,0! 0,13.8! -10.6,0!", ground)
    art += flat("0,-11.7! 9,0! 0,11.7! -9,0!", deep) + ring(4, flat("0,-6.4! 1.9,-3.4 0,0! -1.9,-3.4", ground))
    return art + star(0, 19, 3.6, 1.8, 4, accent, outlined=False)


TILES = {
    "brick": _majolica(*COLOURS["brick"]),
    "green": _majolica(*COLOURS["green"]),
    "waves": _wave(*COLOURS["waves"]),
    "half-waves": _half_wave(*COLOURS["waves"]),
    "rhombs": _rhomb(*COLOURS["rhombs"]),
}


def _put(name, x, y, flip=False):
    return f'<use href="#{name}" transform="translate({num(x)},{num(y)}){"scale(-1,1)" if flip else ""}"/>'


def _grid(name, columns, rows, wide, tall):
    """Tiles in columns and rows, around the middle of the card."""
    return "".join(
        _put(name, 100 + (column - (columns - 1) / 2) * wide, 160 + (row - (rows - 1) / 2) * tall)
        for row in range(rows)
        for column in range(columns)
    )


def _sea(wave, half):
    """Overlapping waves, from far to near; every second row is offset and ends in halves."""
    art = ""
    for row in range(32):
        y = 312 - (31 - row) * 9.2
        if row % 2:
            art += "".join(_put(wave, 26.4 + 36.8 * column, y) for column in range(5))
        else:
            art += _put(half, 8, y) + "".join(_put(wave, 44.8 + 36.8 * column, y) for column in range(4)) + _put(half, 192, y, flip=True)
    return art


FIELDS = {
    "brick": _grid("tile-brick", 6, 10, 29.2, 29.6),
    "green": _grid("tile-green", 6, 10, 29.2, 29.6),
    "waves": _sea("tile-waves", "tile-half-waves"),
    "rhombs": _grid("tile-rhombs", 6, 8, 29.2, 38),
}

# --- a back in full ---------------------------------------------------------


def _medal(ground, light, accent, deep):
    """A sun in the middle."""
    art = (
        star(0, 0, 50, 40, 16, ground, outlined=False)
        + star(0, 0, 46, 37, 16, light, outlined=False)
        + star(0, 0, 42.5, 34, 16, deep, outlined=False)
    )
    art += ring(8, flat("0,-34! 4.6,-17! -4.6,-17!", accent)) + ring(8, flat("0,-29! 3,-17! -3,-17!", light), 22.5)
    return group(art + circle(0, 0, 17.5, accent) + sun_face(16, accent, light), 100, 160)


def drawn(name):
    """Return a back in full: everything on the paper."""
    ground, _, accent, _ = COLOURS[name]
    art = rect(8, 8, 184, 304, ground, 8, False) + FIELDS[name]
    for inset, radius, colour, wide in ((10, 7, ground, 6), (4.5, 10.5, "$cream", 6), (12.6, 5, accent, 1.8)):
        art += (
            f'<rect x="{inset}" y="{inset}" width="{num(200 - 2 * inset)}" height="{num(320 - 2 * inset)}" '
            f'rx="{radius}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
        )
    return art + _medal(*MEDALS[name])


# --- beside a seat ----------------------------------------------------------


def _small_stars(ground, light, accent, deep):
    return "".join(
        star(x, y, 7.6, 4.6, 8, light, outlined=False) + circle(x, y, 2.6, accent, False)
        for y in (16, 32, 48, 64)
        for x in (15.5, 34.5)
    )


def _small_waves(ground, light, accent, deep):
    art = ""
    for row in range(9):
        xs = (14.3, 25, 35.7) if row % 2 else (19.7, 30.3)
        for x in xs:
            y = 16 + 7 * row
            art += path(f"M{num(x - 5.3)},{num(y)}a5.3,5.3 0 0 1 10.6,0", ground, f' stroke="{light}" stroke-width="2"')
    return art


def _small_rhombs(ground, light, accent, deep):
    return "".join(
        flat([(x, y - 10, True), (x + 8, y, True), (x, y + 10, True), (x - 8, y, True)], light)
        + flat([(x, y - 5, True), (x + 4, y, True), (x, y + 5, True), (x - 4, y, True)], deep)
        for y in (20, 40, 60)
        for x in (17, 33)
    )


SMALL = {"brick": _small_stars, "green": _small_stars, "waves": _small_waves, "rhombs": _small_rhombs}


def small(name):
    """Return the same pattern with a few large shapes, 50 x 80."""
    ground, _, accent, _ = COLOURS[name]
    paper = rect(0, 0, 50, 80, "$cream", 5, False) + rect(4, 4, 42, 72, ground, 3, False)
    frame = f'<rect x="6" y="6" width="38" height="68" rx="2" fill="none" stroke="{accent}" stroke-width="1.5"/>'
    return paper + frame + SMALL[name](*COLOURS[name])
