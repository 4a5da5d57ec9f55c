"""Romagnole: an almost blank ace of denari, a club with its branches, flat hats and wide breeches."""

from ..geometry import both, circle, ellipse, flat, gouge, group, limb, line, mirror, ring, shape, solid, star
from ..props import axe, foliage, ribbon
from .spanish import SpanishDeck, cudgel, putto, sword

# --- signs -------------------------------------------------------------------------


def coin():
    """A coin with a star of four points in a green ring."""
    art = circle(0, 0, 50, "$ochre") + circle(0, 0, 40, "$green") + circle(0, 0, 32, "$gold")
    art += star(0, 0, 30, 11, 4, "$brick") + ring(4, circle(0, -18, 3.6, "$green", False), 45)
    return art + ring(16, gouge("0,-42 0.4,-45 0,-48", 2.4)) + circle(0, 0, 6, "$cream")


def cup():
    """A plain deep cup with two bands."""
    art = shape("-7,24! -8,36 -34,44 -34,50! 34,50! 34,44 8,36 7,24!", "$ochre") + flat("1,25! 6,25! 7,36 33,44 33,49! 8,49! 7,40", "$brass")
    art += solid("-30,-42! -32,-8 -24,16 -8,26 8,26 24,16 32,-8 30,-42!", "$brick", flat("12,-42! 29,-42! 31,-8 23,15 8,25 2,25! 14,8 16,-12", "$wine"))
    art += flat("-31,-26! 31,-26! 31.6,-16! -31.6,-16!", "$gold") + flat("-31,-4! 31,-4! 29,6! -29,6!", "$green")
    art += "".join(line(f"-{x},{y} {x},{y}", 1.5) for x, y in ((31, -26), (31.6, -16), (31, -4), (29, 6)))
    return art + gouge("-22,-38 -23,-14 -17,10", 3, "$rose") + ellipse(0, -42, 30, 7, "$gold") + ellipse(0, -41.6, 23, 4.4, "$wine")


def branch():
    """A rough stick with a leaf or two."""
    return foliage(12, 6, 64, 0.62) + foliage(-12, -26, -60, 0.62) + cudgel("$wood", "$russet", "$gold", "$tan")


def straight():
    return sword("$blue", "$brass", "$ice", "$sky")


# --- what stands between the signs -----------------------------------------------------


def rosette():
    return ring(8, shape("0,-24! 6,-16 4,-6 0,-2! -4,-6 -6,-16", "$brick")) + circle(0, 0, 7, "$gold")


# --- the aces ----------------------------------------------------------------------------


def ace_denari():
    """Almost a blank card: a wreath around an empty ring, where the stamp was."""
    leaves = "".join(group(foliage(0, -66, 66, 0.5), turn=360 * i / 16) for i in range(16))
    berries = ring(16, circle(0, -60, 2.8, "$brick"), 12)
    return group(leaves + berries + circle(0, 0, 56, "$paper") + circle(0, 0, 48, "none"), 100, 160, 0.92)


def ace_coppe():
    """A great plain cup on a broad foot."""
    art = solid("84,232! 82,262 52,280 40,300! 160,300! 148,280 118,262 116,232!", "$ochre", flat("104,232! 116,232! 118,262 148,280 159,299! 118,299! 110,268", "$brass"))
    art += ellipse(100, 244, 28, 9, "$green") + line("44,293 100,289 156,293", 1.8)
    art += solid("46,74! 42,140 56,196 84,232 100,236 116,232 144,196 158,140 154,74!", "$brick", flat("116,74! 153,74! 157,140 143,196 116,231 104,234! 126,190 130,130", "$wine"))
    art += flat("44.4,104! 155.6,104! 157.4,128! 42.6,128!", "$gold") + flat("44,160! 156,160! 151,178! 49,178!", "$green")
    art += "".join(line(f"{100 - x},{y} {100 + x},{y}", 1.8) for x, y in ((55.6, 104), (57.4, 128), (56, 160), (51, 178)))
    art += "".join(star(x, 116, 9, 3.6, 4, fill) for x, fill in ((62, "$brick"), (81, "$green"), (100, "$brick"), (119, "$green"), (138, "$brick")))
    art += gouge("60,140 62,168 74,200", 5, "$rose") + ellipse(100, 74, 54, 13, "$gold")
    return art + ellipse(100, 74.6, 44, 8.6, "$wine") + "".join(gouge(f"{x},192 {x + 1},206 {100 + (x - 100) * 0.6},222", 3, "$gold") for x in (76, 100, 124))


def ace_bastoni():
    """The cudòn: a rough trunk from which branches stick out."""
    art = ""
    for curve, widths in (
        ("88,214 58,196 44,158", [16, 12, 8]),
        ("112,184 146,164 158,122", [16, 12, 8]),
        ("88,140 58,124 46,108", [15, 11, 7]),
        ("110,244 142,236 156,208", [14, 11, 7]),
        ("112,110 146,92 152,58", [13, 10, 7]),
    ):
        end = curve.split()[-1].split(",")
        art += limb(curve, widths, "$wood") + ellipse(float(end[0]), float(end[1]), widths[-1] / 2 + 1, 3, "$gold")
    art += "".join(foliage(x, y, turn, size) for x, y, turn, size in ((46, 170, -64, 0.7), (154, 136, 66, 0.7), (56, 122, -20, 0.6), (152, 220, 60, 0.6)))
    return art + group(cudgel("$wood", "$russet", "$gold", "$tan"), 100, 164, 1.6)


def ace_spade():
    """A putto with a sword, a ribbon passing before him."""
    art = group(straight(), 122, 154, 1.6) + group(putto("green", "cream"), 74, 190, 1.2)
    art += ribbon("42,120 56,150 88,176 118,196", 13) + ribbon("118,196 140,208 146,226 134,244", 13)
    return art + shape("42,120! 30,112! 34,126! 24,136! 44,132!", "$brick") + group(shape("-8,5! -9,-3 -2,-8 8,-7 11,0 8,6", "$skin"), 112, 152, 1.1)


# --- the figures -----------------------------------------------------------------------------

COLOURS = {
    "D": dict(c1="blue", c1d="night", c2="brick", c2d="wine", c3="gold", hair="wood", hair2="gold"),
    "C": dict(c1="green", c1d="pine", c2="ochre", c2d="brass", c3="brick", hair="bark", hair2="ochre"),
    "S": dict(c1="brick", c1d="wine", c2="blue", c2d="night", c3="ochre", hair="ink", hair2="grey"),
    "B": dict(c1="ochre", c1d="brass", c2="green", c2d="pine", c3="brick", hair="bark", hair2="ochre"),
}


def breeches():
    """Wide striped breeches, gathered below the knee."""
    half = solid("102,146! 122,144! 134,176 138,214 130,234! 110,234! 104,200", "$c2", flat("124,146! 134,176 138,214 130,233! 122,233! 128,200", "$c2d"))
    half += gouge("110,152 116,190 114,228", 3.4, "$c3") + gouge("119,154 127,190 124,226", 3.4, "$c3")
    half += shape("108,231! 132,231! 131,239! 109,239!", "$c3")
    return both(half, 101) + solid("84,139! 102,144 121,139! 122,148! 102,153 83,148!", "$c3")


PAGE = dict(hat="flat", hair_style="bob", beard="", collar="plain", over="", behind="", long=False)
RIDER = dict(hat="flat", hair_style="bob", beard="", collar="plain", caparison=False, flip_horse=False, looks_left=False)
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, front=breeches(), boot=None, cape=False, grip=(156, 110)),
    "FC": dict(PAGE, front=breeches(), mirrored=False, in_front=False, cape=False, arm_r="122,107 146,132 154,128", grip=(154, 120)),
    "FS": dict(PAGE, hat="plumed", beard="moustache", grip=(152, 112), tilt=8, size=1.0, arm_r="122,107 146,132 150,120"),
    "FB": dict(PAGE, grip=(152, 168), size=1.2, arm_r="122,107 148,138 150,158"),
    "CD": dict(RIDER, coat="chestnut", half=True, grip=(150, 94)),
    "CC": dict(RIDER, coat="grey", grip=(150, 96), cape=True),
    "CS": dict(RIDER, coat="bay", beard="moustache", grip=(146, 106), tilt=12, size=0.76),
    "CB": dict(RIDER, coat="white", grip=(152, 98), size=0.9),
    "RD": dict(hat="crown_lily", beard="full", hair_style="bob", before=mirror(axe(45, 204), 45), arm_l="74,116 54,150 48,188", hand_l="fist", turn_l=0),
    "RC": dict(hat="crown_wall", beard="full", mirrored=False, in_front=False, over="", before=mirror(axe(45, 204), 45), arm_l="74,116 54,150 48,188", hand_l="fist", arm_r="130,116 148,142 156,130", grip=(156, 122)),
    "RS": dict(hat="crown_rays", beard="long", over="", grip=(156, 128), arm_l="74,116 60,146 84,160", hand_l="palm", turn_l=80),
    "RB": dict(hat="crown_arch", beard="full", before="", grip=(156, 150), size=1.3, arm_l="74,116 60,146 84,160", hand_l="palm", turn_l=80),
}

DECK = SpanishDeck(
    prefix="ro",
    shapes={"D": coin, "C": cup, "B": branch, "S": straight},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"colours": COLOURS[code[1]], **look} for code, look in LOOKS.items()},
    extras={"4D": group(rosette(), 100, 160, 1.2)},
    places={"D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])}},
)
