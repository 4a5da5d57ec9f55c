"""Trevisane: mottos on the aces, birds at their feet, crossed staves and curved swords, figures with two heads."""

from ..beasts import hound
from ..figures import crown, head
from ..geometry import both, circle, flat, gouge, group, line, ring, shape, solid, star
from ..palette import dress
from ..pips import sword, use
from ..props import heater
from .italian import ItalianDeck, motto, staff, sun_with_eye

# --- signs -------------------------------------------------------------------------


def coin():
    """A coin with a wheel of leaves."""
    art = circle(0, 0, 50, "$gold") + circle(0, 0, 42, "$cream") + ring(8, shape("0,-40! 11,-26 0,-10! -4,-24", "$brick"))
    return art + ring(8, flat("0,-40! 8,-32 14,-34! 10,-22 4,-16!", "$blue"), 22) + circle(0, 0, 12, "$gold") + circle(0, 0, 5, "$brick")


def cup():
    """A six-sided cup, more a tower than a cup."""
    art = shape("-30,50! -34,38! -12,28! 12,28! 34,38! 30,50!", "$ochre") + line("-12,28 -10,50", 1.6) + line("12,28 10,50", 1.6)
    art += shape("-10,28! -14,16! 14,16! 10,28!", "$blue")
    art += solid("-24,16! -38,-14! -34,-34! 34,-34! 38,-14! 24,16!", "$brick", flat("10,16! 23,16! 37,-14! 33,-34! 12,-34! 16,-12!", "$wine"))
    art += line("-10,16 -16,-14 -12,-34", 1.6) + line("10,16 16,-14 12,-34", 1.6) + flat("-38,-16! 38,-16! 36,-8! -36,-8!", "$gold")
    return art + shape("-36,-34! -22,-48! 22,-48! 36,-34! 0,-28", "$gold") + both(circle(14, -40, 4, "$blue")) + circle(0, -41, 4, "$brick")


def blade():
    return sword(0)


# --- what stands beside the aces --------------------------------------------------------


def cock(x, y, flip=False):
    """A small cock at the foot of an ace."""
    art = shape("-22,-4! -30,-18 -26,-26! -18,-20 -12,-12!", "$green") + shape("-20,2 -14,-12 2,-12 8,-22! 16,-20 16,-4 8,10 -8,12", "$brick")
    art += circle(13, -24, 6.6, "$ochre") + shape("8,-30! 10,-36 14,-32 18,-36 19,-28!", "$brick") + shape("19,-25! 26,-23! 19,-20!", "$gold")
    art += circle(14, -25, 1.3, "$ink", False) + gouge("-12,-2 -4,2 4,-4", 3, "$gold") + line("-3,11 -4,20", 2.4) + line("4,10 4,20", 2.4)
    return group(art, x, y, 1, 0, flip)


# --- the aces ----------------------------------------------------------------------------


def ace_denari():
    return use("trD", 104, 134, 1.3) + motto("NON VAL SAPER", "A CHI HA FORTUNA CONTRA", 232)


def ace_coppe():
    """Two faces on the cup, a sun with an eye in each corner."""
    face = circle(0, 0, 17, "$gold") + dress(group(head("curls", kind="lady"), 0, 0, 0.62), hair="bark", hair2="ochre")
    art = sun_with_eye(70, 40) + sun_with_eye(158, 40) + use("trC", 100, 150, 1.5) + group(face, 124, 146) + group(face, 76, 146, 1, 0, True)
    return art + motto("PER UN PUNTO", "MARTIN PERSE LA CAPA", 246)


def ace_bastoni():
    art = use("trB", 100, 136, 1.36) + cock(62, 222)
    return art + ring_of_leaves() + motto("SE TI PERDI", "TUO DANNO", 250)


def ace_spade():
    art = sun_with_eye(66, 40) + sun_with_eye(158, 40) + use("trS", 100, 150, 1.18) + group(crown("lily", "$brick"), 100, 116, 0.95)
    return art + cock(54, 226) + cock(146, 226, True) + motto("NON TI FIDAR DI ME", "SE IL COR TI MANCA", 252)


def ring_of_leaves():
    return both(group(shape("0,0! 12,-8 26,-4! 14,6", "$leaf"), 106, 90) + group(shape("0,0! 12,-8 26,-4! 14,6", "$leaf"), 106, 170), 100)


# --- the figures -----------------------------------------------------------------------------

COLOURS = {
    "D": dict(c1="blue", c1d="night", c2="brick", c2d="wine", c3="gold", hair="bark", hair2="ochre"),
    "C": dict(c1="gold", c1d="ochre", c2="blue", c2d="night", c3="brick", hair="wood", hair2="gold"),
    "S": dict(c1="brick", c1d="wine", c2="gold", c2d="ochre", c3="blue", hair="bark", hair2="ochre"),
    "B": dict(c1="brick", c1d="wine", c2="green", c2d="pine", c3="gold", hair="ink", hair2="grey"),
}


def pike():
    art = line("0,120 0,-60", 6) + line("0,120 0,-60", 2.6, "$wood")
    return art + shape("0,-92! 9,-70 4,-58! -4,-58! -9,-70", "$ice") + shape("-8,-58! 8,-58! 6,-52! -6,-52!", "$brick")


def cut_head():
    """The head that the page of spade holds by its hair."""
    return dress(group(head("long", "full", kind="old"), 50, 124, 0.9), hair="ash", hair2="grey")


def arms():
    """The cross of Treviso."""
    cross = flat("-4,-26! 4,-26! 4,24! -4,24!", "$cream") + flat("-21,-8! 21,-8! 21,0! -21,0!", "$cream")
    stars = both(star(12, -17, 4, 2, 4, "$cream"))
    return dress(heater(56, 132, cross + stars), c2="brick", c2d="wine")


PAGE = dict(cut=(16, 10, 168), beard="", over="", behind="", long=False)
RIDER = dict(cut=(12, 34, 172), flip_horse=False, looks_left=False, caparison=False)
KING = dict(cut=(14, 4, 172), before=group(pike(), 44, 120), arm_l="74,116 52,138 42,128", hand_l="fist", turn_l=0)
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, hat="flat", grip=(154, 102), boot=None, half=True),
    "FC": dict(PAGE, hat="cap", mirrored=False, in_front=False, arm_r="122,107 142,126 150,112", grip=(152, 104), over=group(hound(0, 0), 50, 122, 0.95, 0, True), arm_l="82,107 62,130 70,146", hand_l="fist"),
    "FS": dict(PAGE, hat="", looks_left=False, hair_style="long", grip=(150, 112), tilt=180, over=cut_head(), arm_l="82,107 62,112 52,102", hand_l="fist", turn_l=0, arm_r="122,107 148,112 152,94"),
    "FB": dict(PAGE, hat="plumed", grip=(154, 116), half=False),
    "CD": dict(RIDER, hat="flat", coat="white", grip=(146, 88)),
    "CC": dict(RIDER, hat="brim", coat="chestnut", hair_style="curls", grip=(146, 88)),
    "CS": dict(RIDER, hat="helmet", coat="grey", grip=(146, 92), tilt=8, size=0.8),
    "CB": dict(RIDER, hat="turban", coat="bay", cape=True, grip=(146, 92), size=0.9),
    "RD": dict(KING, hat="crown_rays", beard="full", grip=(156, 112)),
    "RC": dict(KING, hat="crown_lily", beard="fork", mirrored=False, in_front=False, arm_r="130,116 148,136 156,122", grip=(156, 112), over=""),
    "RS": dict(KING, hat="crown_arch", beard="long", over="", grip=(156, 118), size=0.9),
    "RB": dict(KING, hat="crown_lily", beard="full", grip=(156, 118), before="", over=arms(), arm_l="74,116 54,134 58,140"),
}

DECK = ItalianDeck(
    prefix="tr",
    shapes={"D": coin, "C": cup, "B": staff, "S": blade},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"colours": COLOURS[code[1]], **look} for code, look in LOOKS.items()},
    fields={suit: f"$tint{suit}" for suit in "BCDS"},
    places={"D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])}},
    mottos=True,
    double=True,
)
