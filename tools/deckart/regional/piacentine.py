"""Piacentine: figures with two heads, the crowned eagle, cudgels with their handles to the middle."""

from ..beasts import COATS, eagle
from ..figures import HATS, crown, head
from ..geometry import circle, ellipse, flat, gouge, group, limb, line, ring, shape, solid, star
from ..palette import dress
from ..pips import use
from ..props import axe, foliage, ribbon
from .spanish import CUDGELS, FIVE_SWORDS, SpanishDeck, cudgel, putto, sword

# --- signs -------------------------------------------------------------------------


def coin():
    """A coin with a flower in a red ring."""
    art = circle(0, 0, 50, "$gold") + circle(0, 0, 41, "$brick") + circle(0, 0, 31, "$gold")
    art += ring(8, shape("0,-28! 7,-20 5,-10 0,-6! -5,-10 -7,-20", "$blue"))
    return art + ring(16, circle(0, -45.5, 1.8, "$ink", False)) + circle(0, 0, 9, "$brick")


def cup():
    """A tall covered chalice."""
    art = shape("-6,20! -8,34 -28,42 -30,50! 30,50! 28,42 8,34 6,20!", "$ochre") + line("-28,45 0,43 28,45", 1.6)
    art += flat("1,22! 5,21! 8,34 27,42 29,49! 9,49! 7,40", "$brass") + ellipse(0, 22, 12, 6, "$blue")
    art += solid("-34,-16! -32,2 -18,16 0,18 18,16 32,2 34,-16!", "$brick", flat("8,-16! 33,-16! 31,2 17,15 4,17! 14,4", "$wine"))
    art += flat("-33.6,-14! 33.6,-14! 32,-4! -32,-4!", "$gold") + line("-33,-4 33,-4", 1.4)
    art += solid("-36,-16! -30,-30 -12,-38 0,-39 12,-38 30,-30 36,-16! 0,-12", "$ochre", flat("4,-38! 12,-37 29,-29 35,-17! 14,-14! 16,-28", "$brass"))
    art += gouge("-22,-20 -16,-30 -6,-35", 2.6, "$gold") + circle(0, -44, 6.4, "$blue")
    return art + "".join(star(x, -9, 3.6, 3.6, 2, "$green", outlined=False) for x in (-22, -8, 8, 22))


def straight():
    return sword("$green", "$gold", "$ice", "$sky")


def knotty():
    return cudgel("$green", "$ochre", "$brick", "$gold")


# --- what stands between the signs -----------------------------------------------------


def arms():
    """The white and red shield of Piacenza on the four of denari."""
    art = shape("-24,-30! 24,-30! 24,4 14,24 0,34! -14,24 -24,4", "$cream")
    art += flat("-23,-29! 0,-29! 0,32! -14,23 -23,4!", "$brick") + shape("-17,-20! -5,-20! -5,-6! -17,-6!", "$cream")
    art += gouge("6,-8 12,2 20,-2", 4, "$brick") + gouge("8,0 8,10 6,16", 3, "$brick") + gouge("16,0 17,10 15,16", 3, "$brick")
    return art + shape("-24,-30! 24,-30! 24,4 14,24 0,34! -14,24 -24,4", "none")


def plant():
    """The plant around which the five of spade stand."""
    art = limb("0,44 -3,10 3,-20 0,-52", [6, 5, 4, 2], "$green", flat_ends=False)
    places = ((0, 26, 62, 0.7), (0, 30, -62, 0.7), (0, 2, 52, 0.66), (0, 6, -54, 0.66), (2, -20, 44, 0.56), (0, -18, -46, 0.56))
    art += "".join(foliage(x, y, turn, size) for x, y, turn, size in places)
    fruit = "".join(circle(x, y, 5, "$brick") for x, y in ((-16, 14), (16, 10), (-12, -12), (13, -16), (0, -56)))
    return art + fruit


# --- the aces ----------------------------------------------------------------------------


def ace_denari():
    """The polla: an eagle with one crowned head, a coin on its breast."""
    bird = dress(eagle(), f1="bronze", f2="ochre")
    return group(bird, 100, 168, 1.0) + group(crown("lily", "$brick"), 108, 122, 1.15, 6) + use("piD", 100, 176, 0.78)


def ace_coppe():
    """A great covered chalice with panels."""
    art = solid("80,252! 78,272 50,280 40,300! 160,300! 150,280 122,272 120,252!", "$ochre", flat("106,252! 120,252! 122,272 150,280 159,299! 116,299! 114,272", "$brass"))
    art += line("44,292 100,288 156,292", 1.8) + ellipse(100, 250, 30, 12, "$blue") + flat("76,248! 88,241 104,240! 94,247", "$sky")
    art += solid("42,136! 46,186 72,226 100,238 128,226 154,186 158,136!", "$brick", flat("112,136! 157,136! 153,186 128,225 104,236! 124,196", "$wine"))
    for x, fill in ((62, "$gold"), (100, "$blue"), (138, "$gold")):
        art += solid(f"{x - 15},160! {x},146 {x + 15},160! {x + (100 - x) * 0.2 + 9},200! {x + (100 - x) * 0.3},212 {x + (100 - x) * 0.2 - 9},200!", fill)
        art += star(x, 172, 9, 4, 6, "$cream")
    art += solid("36,134! 46,104 76,82 100,78 124,82 154,104 164,134! 100,146", "$ochre", flat("106,79! 124,83 153,104 163,133! 128,140! 130,104", "$brass"))
    art += line("38,132 100,144 162,132", 1.8) + "".join(gouge(f"{x},130 {100 + (x - 100) * 0.7},106 {100 + (x - 100) * 0.3},86", 3.4, "$gold") for x in (60, 84, 116))
    return art + circle(100, 64, 15, "$blue") + circle(96, 60, 4, "$ice", False) + shape("100,26! 108,40 100,52 92,40", "$brick")


def ace_bastoni():
    """A green and yellow club, a ribbon wound around it."""
    art = group(knotty(), 100, 160, 1.7) + ribbon("62,92 88,112 114,112 138,134", 15)
    return art + ribbon("138,134 116,152 90,150 64,172", 15) + ribbon("64,172 88,192 110,190 130,214", 14) + foliage(58, 92, -70, 0.7) + foliage(130, 214, 120, 0.7)


def ace_spade():
    """A putto who holds a great sword upright."""
    return group(putto("brick", "sky"), 68, 196, 1.16) + group(straight(), 118, 156, 1.66) + group(shape("-8,5! -9,-3 -2,-8 8,-7 11,0 8,6", "$skin"), 104, 190, 1.1) + group(
        shape("-8,5! -9,-3 -2,-8 8,-7 11,0 8,6", "$skin"), 106, 160, 1.1
    )


# --- the figures -----------------------------------------------------------------------------

COLOURS = {
    "D": dict(c1="brick", c1d="wine", c2="gold", c2d="ochre", c3="green", hair="wood", hair2="gold"),
    "C": dict(c1="green", c1d="pine", c2="brick", c2d="wine", c3="gold", hair="bark", hair2="ochre"),
    "S": dict(c1="blue", c1d="night", c2="gold", c2d="ochre", c3="brick", hair="ink", hair2="grey"),
    "B": dict(c1="ochre", c1d="brass", c2="blue", c2d="night", c3="brick", hair="bark", hair2="ochre"),
}


def profile(hat, beard=True):
    """A head in profile, looking right."""
    art = limb("-3,12 -3,30", [14, 15], "$tan")
    art += solid("-13,-18 0,-22 10,-18 12,-8! 20,3! 14,6 14,10! 12,13 12,17! 4,22 -6,20 -13,10", "$skin", flat("-13,-18! -13,10 -6,19 2,21! -4,8 -7,-8 -6,-20!", "$tan"))
    art += flat("4,-4! 9,-6.4 11,-3! 8,-1.6", "$cream") + circle(8.6, -3.8, 1.7, "$ink", False) + gouge("3,-8 8,-11 12,-8.6", 2.4)
    if beard:
        art += shape("14,9! 20,22 12,40 0,42 -13,24 -15,0! -9,6 2,11 8,8", "$hair") + gouge("10,16 10,26 4,36", 1.6, "$hair2") + gouge("0,16 0,26 -2,34", 1.6, "$hair2")
    art += shape("-2,-24 -14,-21 -20,-8 -20,10 -22,24! -12,26 -10,8 -8,-10 2,-17 11,-16! 10,-23", "$hair")
    return art + HATS[hat]


def knight_from_behind():
    """The knight of denari, whose horse turns its back."""
    art = solid("56,214! 50,168 62,140 100,130 138,140 150,168 144,214!", "$coat", flat("56,214! 50,168 62,140 80,134! 70,168 72,214!", "$coatd"))
    art += gouge("100,150 98,176 100,206", 2.4)
    art += limb("100,136 92,160 104,186 96,230", [12, 20, 18, 4], "$mane", flat_ends=False) + gouge("98,142 94,162 102,190", 2.2, "$mane2")
    art += limb("70,124 50,146 52,190", [26, 24, 18], "$c3") + limb("130,124 150,146 148,190", [26, 24, 18], "$c3")
    art += solid("76,80 64,96 60,136! 80,146 120,146 140,136! 136,96 124,80 100,76", "$c1", flat("76,82! 64,96 61,135! 80,144! 82,110 88,80!", "$c1d"))
    art += gouge("100,86 100,112 100,142", 2.6) + gouge("84,96 80,118 80,138", 2.2) + gouge("116,96 120,118 120,138", 2.2)
    art += shape("62,128! 100,138 138,128! 139,137! 100,148 61,137!", "$c2")
    art += limb("72,94 52,112 60,134", [20, 18, 13], "$c2") + limb("128,92 150,92 154,74", [20, 18, 12], "$c2")
    art += group(use("piD", 0, -26, 0.58) + circle(0, 2, 8, "$skin"), 156, 70)
    art += group(head("bob", "moustache", "brim"), 100, 58, 1.0)
    return dress(art, **COLOURS["D"], **COATS["white"])


PAGE = dict(cut=(16, 10, 168))
RIDER = dict(cut=(12, 34, 172))
KING = dict(cut=(14, 4, 172))
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, hat="brim", beard="", boot=None, half=True, grip=(156, 100), over="", collar="ruff"),
    "FC": dict(PAGE, hat="cap", mirrored=False, long=False, in_front=False, behind="", arm_r="122,107 142,126 150,112", grip=(152, 104)),
    "FS": dict(PAGE, hat="helmet", looks_left=False, grip=(152, 108), tilt=10, size=0.92, arm_r="122,107 144,128 150,114", over=""),
    "FB": dict(PAGE, hat="cap", beard="goatee", collar="ruff", grip=(154, 116), behind="", half=False),
    "CD": dict(cut=(-8, 12, 216), figure=knight_from_behind()),
    "CC": dict(RIDER, hat="brim", hair_style="curls", flip_horse=False, looks_left=False, coat="chestnut", grip=(146, 88)),
    "CS": dict(RIDER, hat="helmet", beard="moustache", flip_horse=False, looks_left=False, coat="grey", caparison=False, grip=(146, 92), tilt=8, size=0.8),
    "CB": dict(RIDER, hat="cap", beard="goatee", coat="bay", cape=True, grip=(146, 92), size=0.9),
    "RD": dict(KING, hat="crown_lily", beard="full", before=axe(46, 128), arm_l="74,116 52,138 44,136", hand_l="fist", turn_l=0, grip=(156, 112)),
    "RC": dict(KING, hat="crown_arch", beard="long", mirrored=False, in_front=False, arm_r="130,116 148,136 156,122", grip=(156, 112), over=""),
    "RS": dict(KING, hat="crown_rays", beard="full", looks_left=False, over="", grip=(156, 118), size=0.92, arm_l="74,116 60,146 84,150", hand_l="palm", turn_l=80),
    "RB": dict(KING, portrait=profile("crown_lily"), grip=(156, 118), before="", arm_l="74,116 60,146 84,150", hand_l="palm", turn_l=80),
}

DECK = SpanishDeck(
    prefix="pi",
    shapes={"D": coin, "C": cup, "B": knotty, "S": straight},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"colours": COLOURS[code[1]], **look} for code, look in LOOKS.items()},
    extras={"4D": group(arms(), 100, 160), "5S": group(plant(), 102, 166, 0.74)},
    places={
        "B": {n: (size, [(x, y, 180 if y > 170 else turn) for x, y, turn in places]) for n, (size, places) in CUDGELS.items() if n > 3},
        "S": {5: FIVE_SWORDS},
        "D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])},
    },
    fields={suit: f"$tint{suit}" for suit in "BCDS"},
    double=True,
)
