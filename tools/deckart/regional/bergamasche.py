"""Bergamasche: red coins, a blindfold cupid, a hand with the club that says "vincerai", the crown on the three of spade."""

from ..figures import crown
from ..geometry import circle, ellipse, flat, gouge, group, limb, line, ring, shape, solid
from ..lettering import lettering
from ..pips import sword, use
from .italian import ItalianDeck
from .spanish import putto

# --- signs -------------------------------------------------------------------------


def coin():
    """A red coin."""
    art = circle(0, 0, 50, "$brick") + ring(12, circle(0, -43, 3.4, "$gold", False)) + circle(0, 0, 36, "$gold")
    return art + ring(4, shape("0,-33! 12,-20 0,-6! -12,-20", "$brick")) + ring(4, flat("0,-26! 4,-16 0,-6! -4,-16", "$blue"), 45) + circle(0, 0, 6, "$brick")


def cup():
    """A cup that is hardly one: two fans on a stem."""
    art = shape("-32,50! -26,34 -8,26! 8,26! 26,34 32,50!", "$brick") + "".join(line(f"{x * 0.3},27 {x},49", 1.5) for x in (-20, -7, 7, 20))
    art += shape("-9,28! -9,8! 9,8! 9,28!", "$gold") + ellipse(0, 18, 13, 5, "$blue")
    art += solid("-10,8! -36,-10 -40,-36! 40,-36! 36,-10 10,8!", "$gold", flat("8,8! 10,8! 35,-10 39,-35! 18,-35!", "$ochre"))
    art += "".join(line(f"{x * 0.28},8 {x},-35", 1.6) for x in (-26, -9, 9, 26))
    return art + shape("-42,-36! -36,-48! 36,-48! 42,-36!", "$brick") + "".join(circle(x, -42, 3, "$gold", False) for x in (-24, -8, 8, 24))


def baton():
    """A stick with a broad head."""
    art = shape("-6,80! -5,-20! 5,-20! 6,80!", "$gold") + flat("1,79! 1,-19! 4.4,-19! 5.2,79!", "$ochre")
    art += shape("-7,74! 7,74! 7,82! -7,82!", "$blue") + shape("-8,4! 8,4! 8,12! -8,12!", "$blue")
    art += solid("-8,-18! -16,-40 -14,-70! 0,-82 14,-70! 16,-40 8,-18!", "$green", flat("3,-18! 7,-19! 15,-40 13,-70! 2,-80! 8,-50", "$leaf"))
    return art + gouge("-8,-30 -9,-48 -7,-66", 3, "$mint") + line("-15,-44 15,-44", 1.6)


def blade():
    return sword(0)


# --- between the signs, and on the aces ------------------------------------------------------


def margi():
    """The woman inside the four of spade."""
    art = solid("-8,8! -22,56 22,56 8,8!", "$brick", flat("2,8! 8,8! 22,56 8,56!", "$wine")) + shape("-10,-6 -14,10! 14,10! 10,-6 0,-8", "$blue")
    art += limb("-11,0 -20,14 -8,22", [9, 8, 6], "$blue") + limb("11,0 20,14 8,22", [9, 8, 6], "$blue") + circle(0, -18, 12, "$skin")
    art += shape("-13,-14 -13,-28 0,-33 13,-28 13,-14! 8,-24 -8,-24!", "$bark") + circle(-4, -18, 1.5, "$ink", False) + circle(4, -18, 1.5, "$ink", False)
    return art + flat("-3,-12! 0,-11 3,-12! 0,-9.6", "$brick")


def scroll(word, x, y):
    art = shape("-46,-10! 46,-14! 40,0 48,12! -48,14! -40,2", "$cream")
    return group(art + lettering(word, 0, -6, 12, "$ink", 72), x, y)


def hand(x, y):
    """A hand from a sleeve, below."""
    art = shape("-20,34! 20,34! 26,64! -26,64!", "$blue") + shape("-22,30! 22,30! 22,40! -22,40!", "$gold")
    art += shape("-18,30 -20,6 -14,-8 14,-8 20,6 18,30", "$skin") + "".join(line(f"-16,{dy} 12,{dy - 1}", 1.6) for dy in (2, 12, 21))
    return group(art, x, y)


def ace_denari():
    """A red frieze around a coin."""
    frieze = ring(12, shape("0,-78! 12,-64 0,-56! -12,-64", "$gold")) + ring(12, circle(0, -66, 3, "$blue", False), 15)
    return group(frieze + use("beD", 0, 0, 1.04), 100, 160)


def ace_coppe():
    """A fountain with a blindfold cupid, his arrow on the string."""
    art = solid("64,262! 60,286 44,300! 156,300! 140,286 136,262!", "$ochre", flat("108,262! 136,262! 140,286 155,299! 116,299!", "$brass")) + shape("86,264! 90,226! 110,226! 114,264!", "$gold")
    art += solid("46,160! 56,200 84,228 100,230 116,228 144,200 154,160!", "$brick", flat("116,160! 153,160! 143,200 116,227 106,229! 126,200", "$wine"))
    art += "".join(gouge(f"{100 + d},172 {100 + d * 0.7},198 {100 + d * 0.3},222", 4, "$gold") for d in (-36, -18, 0, 18, 36)) + ellipse(100, 160, 55, 11, "$gold") + ellipse(100, 160, 44, 6.6, "$sky")
    child = group(putto("blue", "cream"), 92, 100, 0.9) + line("76,66 112,62", 8, "$cream") + line("76,66 112,62", 1.4)
    bow = line("128,46 144,76 128,106", 4.6, "$wood") + line("128,46 128,106", 1.4) + line("104,76 160,76", 2.6, "$bark") + shape("160,70! 170,76! 160,82!", "$ice")
    return art + child + bow


def ace_bastoni():
    """A hand holds the club, a scroll says that you will win."""
    return group(baton(), 100, 126, 1.36) + hand(100, 214) + scroll("VINCERAI", 100, 176)


def ace_spade():
    """A hand holds the sword through a crown."""
    return use("beS", 100, 136, 1.3) + group(crown("lily", "$brick"), 100, 96, 1.2) + hand(100, 214)


# --- the figures -----------------------------------------------------------------------------

COLOURS = {
    "D": dict(c1="brick", c1d="wine", c2="blue", c2d="night", c3="gold", hair="ochre", hair2="brass"),
    "C": dict(c1="blue", c1d="night", c2="gold", c2d="ochre", c3="brick", hair="bark", hair2="ochre"),
    "S": dict(c1="gold", c1d="ochre", c2="brick", c2d="wine", c3="blue", hair="wood", hair2="gold"),
    "B": dict(c1="green", c1d="pine", c2="gold", c2d="ochre", c3="brick", hair="ink", hair2="grey"),
}


def second_hilt():
    """The hilt of the other sword of the page of spade; the rest is below the cut."""
    art = shape("-4,0! -4,-22! 4,-22! 4,0!", "$brick") + circle(0, -28, 6, "$ochre")
    return group(art + shape("-20,-3 -24,3 -20,8 0,5 20,8 24,3 20,-3 8,1 -8,1", "$ochre") + shape("-5,6! -5,60! 5,60! 5,6!", "$ice"), 50, 122)


PAGE = dict(cut=(16, 10, 168), beard="", over="", behind="", long=False)
RIDER = dict(cut=(12, 34, 172), flip_horse=False, looks_left=False, caparison=False)
KING = dict(cut=(14, 4, 172), before="", over="", arm_l="74,116 60,146 84,150", hand_l="palm", turn_l=80)
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, hat="cap", grip=(154, 102), boot=None, half=True),
    "FC": dict(PAGE, hat="flat", hair_style="curls", mirrored=False, in_front=False, arm_r="122,107 142,126 150,112", grip=(152, 104)),
    "FS": dict(PAGE, hat="helmet", looks_left=False, grip=(152, 108), tilt=10, size=0.9, arm_r="122,107 144,128 150,114", before=second_hilt(), arm_l="82,107 60,122 52,112", hand_l="fist", turn_l=0),
    "FB": dict(PAGE, hat="turban", grip=(154, 116), half=False),
    "CD": dict(RIDER, hat="cap", coat="bay", beard="", grip=(146, 88)),
    "CC": dict(RIDER, hat="plumed", coat="white", hair_style="bob", grip=(146, 92)),
    "CS": dict(RIDER, hat="helmet", coat="chestnut", beard="moustache", grip=(146, 92), tilt=8, size=0.8),
    "CB": dict(RIDER, hat="flat", coat="grey", cape=True, beard="goatee", grip=(146, 96), size=0.8),
    "RD": dict(KING, hat="crown_lily", beard="long", grip=(156, 112)),
    "RC": dict(KING, hat="crown_rays", beard="full", mirrored=False, in_front=False, arm_r="130,116 148,136 156,122", grip=(156, 112)),
    "RS": dict(KING, hat="crown_lily", beard="fork", grip=(156, 118), size=0.9),
    "RB": dict(KING, hat="crown_arch", beard="full", grip=(156, 120), size=0.9),
}

DECK = ItalianDeck(
    prefix="be",
    shapes={"D": coin, "C": cup, "B": baton, "S": blade},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"colours": COLOURS[code[1]], **look} for code, look in LOOKS.items()},
    extras={"3S": group(crown("lily", "$brick"), 100, 108, 1.0), "4S": group(margi(), 100, 150, 0.9)},
    fields={suit: f"$tint{suit}" for suit in "BCDS"},
    places={"D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])}},
    double=True,
)
