"""Suit signs of the Italian decks and the way a number is laid out with them.

Every sign is drawn around (0, 0). Coins are 100 wide, cups 100 tall,
clubs and swords 160 tall. The small signs for the corners are simpler.
"""

from .geometry import (
    along,
    angle_of,
    both,
    circle,
    ellipse,
    flat,
    gouge,
    group,
    limb,
    line,
    mirror,
    num,
    ring,
    shape,
    star,
)

# --- denari -----------------------------------------------------------------


def sun_face(r, fill="$gold", shade="$ochre"):
    """A round face, half of it in shade, used by coins, sun and moon."""
    k = r / 20
    face = (
        circle(0, 0, 20, fill)
        + flat("0,-19! 8,-18 17,-9 19,2 14,13 5,19 0,19! 3,10 1,7 4,5 1,-4", shade)
        + gouge("-13,-5 -8,-8 -3,-5", 2.6)
        + gouge("4,-5 9,-8 14,-5", 2.6)
        + circle(-8, -2, 2, "$ink", False)
        + circle(9, -2, 2, "$ink", False)
        + line("1,-5 4,4! -1,5", 1.5)
        + flat("-6,10! -2,8 1,9 4,8 8,10! 1,13.5", "$brick")
        + circle(-11, 5, 3, "$blush", False)
        + circle(13, 5, 2.6, "$blush", False)
    )
    return group(face, scale=k)


def coin(face=False):
    """A coin: beaded rim and either a rosette or a sun with a face."""
    beads = ring(24, circle(0, -45, 2, "$ink", False))
    base = circle(0, 0, 50, "$ochre") + beads + circle(0, 0, 40.5, "$gold")
    if face:
        rays = ring(8, shape("0,-39! 4,-28 7,-18! -7,-18! -4,-28", "$brick"))
        rays += ring(8, flat("0,-36! 4,-18! -4,-18!", "$green"), 22.5)
        return base + rays + sun_face(19)
    petals = ring(6, shape("0,-38! 10,-27 7,-12 0,-6! -7,-12 -10,-27", "$brick"))
    petals += ring(6, gouge("0,-33 0,-14", 3.4, "$gold"))
    leaves = ring(6, flat("0,-39! 4.5,-30 0,-14! -4.5,-30", "$green"), 30)
    return base + leaves + petals + circle(0, 0, 10.5, "$cream") + circle(0, 0, 4.5, "$brick", False)


def coin_mini():
    return (
        circle(0, 0, 47, "$ochre")
        + circle(0, 0, 34, "$gold", False)
        + ring(4, flat("0,-32! 13,-20 0,0! -13,-20", "$brick"))
        + ring(4, flat("0,-30! 6,-20 0,0! -6,-20", "$green"), 45)
        + circle(0, 0, 8, "$cream", False)
    )


# --- coppe ------------------------------------------------------------------


def cup():
    """A goblet with gadroons, gold foot and a blue knop."""
    foot = shape("-8,24! -9,34 -27,42 -30,50! 30,50! 27,42 9,34 8,24!", "$ochre")
    foot += flat("2,26! 8,26! 9,34 27,42 29,49! 8,49! 8,38", "$brass") + line("-29,46 0,43.5 29,46", 1.6)
    knop = ellipse(0, 20, 13, 8, "$blue") + flat("-9,18! -3,14 4,14.5! -2,18", "$sky")
    bowl = shape("-37,-40! -36,-18 -27,2 -10,13 10,13 27,2 36,-18 37,-40!", "$brick")
    bowl += flat("37,-38! 36,-18 27,2 10,12 2,12! 14,0 19,-18 18,-38!", "$wine")
    bowl += flat("-36.5,-32! 0,-25 36.5,-32! 35.5,-21! 0,-13 -35.5,-21!", "$gold")
    bowl += line("-36.5,-32 0,-25 36.5,-32", 1.6) + line("-35.5,-21 0,-13 35.5,-21", 1.6)
    bowl += both(star(-12, -20.5, 4.2, 4.2, 2, "$green", outlined=False) + star(-27, -24, 3.6, 3.6, 2, "$green", outlined=False))
    bowl += star(0, -19, 4.6, 4.6, 2, "$green", outlined=False)
    bowl += gouge("-26,-12 -20,0 -9,8", 3, "$rose") + gouge("-16,-9 -12,1 -5,8", 2.6, "$rose")
    bowl += gouge("13,-9 10,1 3,9", 2.2) + gouge("25,-13 20,-1 10,8", 2.2)
    mouth = ellipse(0, -40, 37, 9, "$gold") + ellipse(0, -39.5, 30, 5.4, "$wine")
    return foot + knop + bowl + mouth


def cup_mini():
    return (
        shape("-9,20! -10,34 -30,48! 30,48! 10,34 9,20!", "$ochre")
        + shape("-40,-44! -38,-16 -24,10 0,20 24,10 38,-16 40,-44!", "$brick")
        + flat("39,-42! 37,-16 24,9 4,18! 18,-10 19,-42!", "$wine")
        + flat("-38,-26! 38,-26! 36,-14! -36,-14!", "$gold")
        + ellipse(0, -44, 40, 8, "$gold")
    )


# --- bastoni ----------------------------------------------------------------


def _leaf(x, y, turn, size=1.0, fill="$leaf"):
    blade = shape("0,0! 8,-8 7,-20 0,-30! -7,-20 -8,-8", fill) + gouge("0,-2 1,-14 0,-26", 2.2)
    return group(blade, x, y, size, turn)


def _knot(x, y, turn):
    """A sawn-off branch."""
    return group(
        shape("-8,4! -6,-8! 6,-8! 8,4!", "$green")
        + ellipse(0, -8, 6.4, 3.4, "$gold")
        + ellipse(0, -8, 2.6, 1.2, "$brass", False),
        x,
        y,
        1,
        turn,
    )


def club_stick(leaves=True):
    """A knotty cudgel, thick end up."""
    art = ""
    if leaves:
        art += _leaf(9, 22, 58, 0.92) + _leaf(-14, -26, -55, 0.92)
    art += _knot(-9, 30, -68) + _knot(12, -8, 66) + _knot(-14, -46, -64)
    art += shape(
        "-5,79! -7,60 -6,44 -11,32 -9,20 -10,4 -13,-8 -11,-22 -13,-36 -18,-46 -15,-56 -18,-70! "
        "18,-70! 17,-50 13,-34 14,-22 18,-10 12,2 11,18 7,30 9,46 6,62 5,79!",
        "$green",
    )
    art += flat("5,77! 6,62 9,46 7,30 11,18 12,2 17,-10 14,-22 13,-34 17,-50 18,-68! 8,-68! 6,-44 3,-30 6,-10 2,10 1,40", "$leaf")
    art += gouge("-11,-62 -8,-44 -7,-30", 2.6, "$mint") + gouge("-7,-18 -6,0 -4,14", 2.6, "$mint")
    art += gouge("-4,36 -3,50 -3,68", 2, "$mint")
    art += gouge("8,-60 6,-44 7,-34") + gouge("9,-22 8,-14 4,-8") + gouge("6,6 5,18 3,26") + gouge("4,40 4,52 3,66")
    art += (
        ellipse(0, -71, 18, 6.6, "$gold") + ellipse(0, -71, 11, 3.6, "$ochre", False) + ellipse(0, -71, 4.5, 1.6, "$brass", False)
    )
    art += shape("-5.6,76! 5.6,76! 6.4,80 0,83 -6.4,80", "$brick")
    return art


def club_mini():
    """Stout and slanting, so that it never reads as a sword."""
    stick = shape("14,10! 30,0 44,8! 34,20 16,20!", "$leaf") + shape("-24,-6! -38,-14 -50,-6! -42,8 -22,8!", "$leaf")
    stick += shape(
        "-13,54! -16,26 -25,16 -18,2 -26,-18 -35,-28 -29,-50! 29,-50! 26,-26 35,-14 24,0 18,18 24,28 15,36 13,54!", "$green"
    )
    stick += flat("13,52! 15,36 23,28 18,18 24,0 34,-14 26,-26 28,-48! 12,-48! 6,-12 4,28", "$leaf")
    stick += ellipse(0, -49, 29, 10, "$gold") + ellipse(0, -49, 14, 4, "$brass", False)
    return group(stick, 2, 2, 0.92, 32)


# --- spade ------------------------------------------------------------------


def _hilt(scale=1.0):
    """Crossguard, grip and pommel; the blade starts at the origin and goes up."""
    art = shape("-5,2! -4,24 4,24 5,2!", "$brick") + line("-4.6,9 4.6,11", 1.5) + line("-4.4,16 4.4,18", 1.5)
    art += circle(0, 29, 6.2, "$ochre") + circle(-1.6, 27.4, 1.8, "$cream", False)
    art += shape("-19,-7 -22,-2 -18,3 -8,4 8,4 18,3 22,-2 19,-7 13,-5 8,-3.5 -8,-3.5 -13,-5", "$ochre")
    art += circle(0, 0, 3, "$brick")
    return group(art, scale=scale)


def sword_along(curve, width=11, scale=1.0):
    """A sword whose blade follows a curve, from the hilt to the point."""
    art = limb(curve, [width, width, width * 1.05, width * 0.9, 0.6], "$ice", samples=10)
    edge = along(curve, 10)
    ridge = [(x, y, False) for x, y, *_ in edge]
    lower = [
        (x + nx * w, y + ny * w, False)
        for (x, y, nx, ny, t), w in zip(edge, [width / 2 - 0.6] * 7 + [width * 0.42, width * 0.34, width * 0.2, 0], strict=True)
    ]
    art += flat(ridge + lower[::-1], "$blue")
    x0, y0 = edge[0][:2]
    x1, y1 = edge[1][:2]
    return art + group(_hilt(scale), x0, y0, 1, angle_of(x0, y0, x1, y1))


def sword(bow=0):
    """An upright sword; ``bow`` bends the blade to a scimitar."""
    return sword_along([(0, 46), (bow * 0.75, 10), (bow, -28), (0, -80)], 13, 1)


def sword_mini():
    """Upright with a wide guard: a cross, where the club is a block."""
    blade = limb("0,18 5,-10 4,-34 -4,-58", [20, 21, 20, 0.6], "$ice", samples=8)
    blade += flat("0,18! 5,-10 4,-34 -4,-57! 14,-34 15.5,-10 10,18!", "$blue")
    hilt = shape("-7,20! -7,44 7,44 7,20!", "$brick") + circle(0, 49, 10, "$ochre")
    hilt += shape("-38,4 -42,14 -34,24 0,27 34,24 42,14 38,4 24,13 -24,13", "$ochre")
    return group(blade + hilt, 0, 0, 0.94)


# --- numbers ----------------------------------------------------------------

# Coins and cups: size and centres, in card coordinates, per number. The index reaches to 40: signs keep their
# distance from it, so that its own sign is not counted with them.
ROUND = {
    2: (92, [(100, 92), (100, 228)]),
    3: (78, [(100, 68), (100, 160), (100, 252)]),
    4: (54, [(x, y) for y in (102, 218) for x in (71, 129)]),
    5: (52, [(x, y) for y in (94, 226) for x in (72, 128)] + [(100, 160)]),
    6: (50, [(x, y) for y in (86, 160, 234) for x in (73, 127)]),
    7: (46, [(x, y) for y in (62, 162, 262) for x in (73, 127)] + [(100, 112)]),
    8: (46, [(x, y) for y in (58, 126, 194, 262) for x in (73, 127)]),
    9: (44, [(x, y) for y in (54, 111, 209, 266) for x in (72, 128)] + [(100, 160)]),
    10: (42, [(x, y) for y in (54, 125, 195, 266) for x in (67, 133)] + [(100, 89), (100, 231)]),
}
# Numbers whose coins show the sun instead of the rosette, by position.
SUNS = {2: (0, 1), 3: (1,), 5: (4,), 7: (6,), 9: (8,)}


def coins(count):
    size, centres = ROUND[count]
    art = ribbon_between() if count == 2 else ""
    for i, (x, y) in enumerate(centres):
        art += use("pDs" if i in SUNS.get(count, ()) else "pD", x, y, size / 100)
    return art


def ribbon_between():
    """The banderole that ties the two of denari together."""
    return shape(
        "48,152! 62,146 84,150 100,160 116,170 138,174 152,168! 152,176! 140,182 114,180 100,170 84,160 62,154 48,160!", "$brick"
    ) + gouge("62,150 84,154 100,165 116,175 138,178", 2, "$rose")


def cups(count):
    size, centres = ROUND[count]
    wider = {4: 1.2, 5: 1.14, 6: 1.18, 8: 1.12}.get(count, 0.98)
    return "".join(use("pC", x, y, size * wider / 96) for x, y in centres)


# Clubs: size and (x, y, turn).
CLUBS = {
    2: (1.3, [(100, 160, -24), (100, 160, 24)]),
    3: (1.22, [(100, 164, -27), (100, 164, 27), (100, 156, 0)]),
    4: (0.8, [(x, y, 0) for y in (90, 230) for x in (72, 128)]),
    5: (0.58, [(x, y, 0) for y in (68, 252) for x in (74, 126)] + [(100, 160, 0)]),
    6: (0.62, [(x, y, 0) for y in (92, 228) for x in (66, 101, 136)]),
    7: (0.57, [(x, y, 0) for y in (67, 253) for x in (74, 126)] + [(x, 160, 0) for x in (60, 100, 140)]),
    8: (0.56, [(x, y, 0) for y in (67, 253) for x in (66, 100, 134)] + [(76, 160, 0), (124, 160, 0)]),
    9: (0.56, [(x, y, 0) for y in (66, 160, 254) for x in (66, 100, 134)]),
    10: (0.56, [(x, y, 0) for y in (66, 254) for x in (66, 100, 134)] + [(x, 160, 0) for x in (46, 82, 118, 154)]),
}


def clubs(count):
    size, places = CLUBS[count]
    return "".join(use("pB", x, y, size, turn) for x, y, turn in places)


# Swords: per number its lattices, one above the other, so that no eye has to count more than five:
# (swords, middle, height relative to that of a lattice alone on its card).
LATTICES = {count: [(count, 160, 1)] for count in range(2, 6)} | {
    6: [(3, 88, 0.56), (3, 232, 0.56)],
    7: [(4, 88, 0.56), (3, 232, 0.56)],
    8: [(4, 88, 0.56), (4, 232, 0.56)],
    9: [(5, 88, 0.56), (4, 232, 0.56)],
    10: [(5, 88, 0.56), (5, 232, 0.56)],
}
# By number of pairs: the width of a blade, the bulge of the outer pair, and by how much less the next one bulges.
WEAVE = {1: (12, 46, 0), 2: (11, 56, 27)}


def lattice(count, middle, size):
    """Curved swords cross in pairs; an odd one stands straight between them."""
    pairs, odd = divmod(count, 2)
    art = use("pS", 100, middle + 6 * size, size * 1.08) if odd else ""
    width, widest, step = (part * (0.5 + size / 2) for part in WEAVE[pairs])
    half = ""
    for i in range(pairs):
        bulge, cross, inset = widest - i * step, 20 + i * 2, (pairs - 1 - i) * 9
        reach = [(cross, 112 - inset), (-bulge * 0.62, 60 - inset), (-bulge, 0), (-bulge * 0.62, inset - 70), (cross, inset - 118)]
        half += sword_along([(100 + x, middle + y * size) for x, y in reach], width, width / 15)
    return art + half + mirror(half)


def swords(count):
    art = "".join(lattice(*each) for each in LATTICES[count])
    if count == 2:
        art += star(100, 160, 19, 8, 8, "$gold") + circle(100, 160, 4.5, "$brick")
    return art


def use(name, x, y, scale=1.0, turn=0):
    """Reference to a sign stored once in the sprite."""
    rotate = f"rotate({num(turn)})" if turn else ""
    return f'<use href="#{name}" transform="translate({num(x)},{num(y)}){rotate}scale({scale:.3g})"/>'


SHARED = {
    "pD": coin,
    "pDs": lambda: coin(face=True),
    "pC": cup,
    "pB": club_stick,
    "pS": sword,
}
MINI = {"D": coin_mini, "O": coin_mini, "C": cup_mini, "B": club_mini, "S": sword_mini}
NUMBER = {"D": coins, "O": coins, "C": cups, "B": clubs, "S": swords}
