"""Siciliane: slabs in the colour of the rank, portraits and the trinacria on the coins, and scenes between the signs."""

from ..beasts import eagle, hound, running_dog
from ..geometry import both, circle, ellipse, flat, gouge, group, limb, line, ring, shape, solid, star
from ..palette import dress
from ..pips import use
from ..props import blossom, foliage, ribbon
from ..scenery import lemon_tree, pricklypear, sunflowers
from .spanish import FIVE_SWORDS, SpanishDeck, cudgel, platform, sword

# --- signs -------------------------------------------------------------------------


def blank_coin(middle="$gold"):
    return circle(0, 0, 50, "$bronze") + ring(24, circle(0, -45, 2.4, "$gold", False)) + circle(0, 0, 40, middle)


def coin():
    """A coin with a sun."""
    art = blank_coin() + ring(12, shape("0,-37! 5,-22 0,-12! -5,-22", "$ochre"))
    return art + circle(0, 0, 15, "$brick") + ring(6, circle(0, -8.6, 2.6, "$gold", False)) + circle(0, 0, 4, "$gold", False)


def cup():
    """A slender cup with handles."""
    art = both(line("30,-30 46,-26 44,-4 24,4", 6.6) + line("30,-30 46,-26 44,-4 24,4", 3, "$ochre"))
    art += shape("-6,18! -8,34 -28,44 -28,50! 28,50! 28,44 8,34 6,18!", "$ochre") + flat("1,20! 5,19! 7,34 27,44 27,49! 8,49! 6,38", "$brass")
    art += ellipse(0, 24, 10, 5, "$green")
    art += solid("-32,-40! -32,-14 -22,8 -8,18 8,18 22,8 32,-14 32,-40!", "$brick", flat("10,-40! 31,-40! 31,-14 21,7 8,17 2,17! 14,0 16,-18", "$wine"))
    art += shape("-32,-34! 32,-34! 32,-24! -32,-24!", "$gold") + "".join(gouge(f"{x},-16 {x * 0.8},-2 {x * 0.4},10", 3.2, "$gold") for x in (-20, 0, 20))
    return art + ellipse(0, -40, 32, 6.6, "$gold") + ellipse(0, -39.6, 25, 4, "$dusk")


def mace():
    """A green club with a leaf."""
    return foliage(13, 8, 60, 0.66) + cudgel("$leaf", "$mint", "$brick", "$cream")


def blade():
    return sword("$wine", "$ochre", "$ice", "$dusk")


# --- what stands on and between the signs ---------------------------------------------


def portrait(flip=False):
    """A king's head in profile, with a great moustache."""
    art = solid("-8,-24 6,-25 14,-16 13,-8! 22,2! 16,6 16,12 12,20! 2,22 -2,30! -18,30! -16,10 -17,-12", "$skin", flat("-8,-24! -16,-12 -16,10 -18,29! -10,29! -9,8 -8,-12!", "$tan"))
    art += shape("8,6! 18,7 30,-1! 28,12 16,14 8,12!", "$ink") + shape("10,14! 15,18 14,30 8,26!", "$ink")
    art += shape("13,-16 4,-28 -12,-27 -21,-12 -18,8 -14,14! -11,2 -8,-10 4,-14!", "$bark") + gouge("6,-8 10,-10 14,-8", 2) + circle(10, -5, 1.7, "$ink", False)
    return group(blank_coin("$cream") + art, flip=flip)


def trinacria():
    """Three running legs around a head."""
    leg = limb("0,-6 14,-22 2,-34", [13, 10, 7], "$skin", flat_ends=False) + limb("2,-34 12,-37 15,-35", [7, 6, 4], "$skin", flat_ends=False)
    art = blank_coin("$cream") + ring(3, leg)
    return art + circle(0, 0, 12, "$ochre") + circle(-4, -2, 1.6, "$ink", False) + circle(4, -2, 1.6, "$ink", False) + line("-4,5 0,7 4,5", 1.4)


def biga():
    """A chariot with its horse, on the middle coin of the five."""
    art = blank_coin("$cream") + line("-34,24 34,24", 2)
    art += solid("2,10! 4,-4 14,-6 20,-18 28,-18! 32,-10 26,-8 24,2 26,22! 22,22! 20,8 10,8 8,22! 4,22!", "$wood", "")
    art += circle(-16, 14, 10, "$ochre") + circle(-16, 14, 4, "$cream") + shape("-30,-6! -6,-2! -4,8! -24,8!", "$brick")
    return art + circle(-16, -20, 6, "$skin") + limb("-16,-14 -17,-4", [10, 11], "$blue") + line("-12,-10 18,-12", 1.8)


def on_coins(draw, places, size):
    return "".join(group(draw(), x, y, size) for x, y in places)


# --- the aces ----------------------------------------------------------------------------


def ace_denari():
    """A dark eagle with spread wings, a coin on its breast."""
    bird = dress(eagle(), f1="night", f2="dusk")
    return group(bird, 100, 166, 0.98) + use("siD", 100, 172, 0.74) + star(100, 74, 12, 5, 5, "$gold")


def ace_coppe():
    """An urn from which flowers grow."""
    art = both(limb("140,138 172,128 176,166 134,186", [10, 11, 10, 8], "$ochre"), 100)
    art += solid("82,246! 80,268 52,282 46,300! 154,300! 148,282 120,268 118,246!", "$ochre", flat("106,246! 118,246! 120,268 148,282 153,299! 116,299! 112,270", "$brass"))
    art += ellipse(100, 248, 26, 9, "$green")
    art += solid("48,122! 46,170 66,220 90,240 110,240 134,220 154,170 152,122!", "$brick", flat("120,122! 151,122! 153,170 133,219 110,239 104,239! 126,200 128,160", "$wine"))
    art += shape("46,136! 154,136! 154,158! 46,158!", "$gold") + "".join(star(x, 147, 8, 3.4, 6, fill) for x, fill in ((64, "$brick"), (88, "$green"), (112, "$brick"), (136, "$green")))
    art += "".join(gouge(f"{100 + d},172 {100 + d * 0.8},198 {100 + d * 0.4},226", 4, "$gold") for d in (-36, -12, 12, 36))
    plants = "".join(foliage(100, 118, turn, 0.95) for turn in (-66, -30, 30, 66))
    art += plants + ellipse(100, 122, 52, 9, "$gold")
    blooms = ((58, 84, 0.9, "$brick"), (142, 84, 0.9, "$brick"), (80, 60, 1.0, "$cream"), (120, 60, 1.0, "$cream"), (100, 86, 1.1, "$rose"))
    return art + "".join(blossom(x, y, size, fill) for x, y, size, fill in blooms)


def ace_bastoni():
    """A green club in leaf, two oranges at its foot."""
    art = "".join(foliage(x, y, turn, size) for x, y, turn, size in ((72, 96, -58, 0.95), (70, 176, -66, 0.9), (134, 132, 60, 1.0), (130, 212, 64, 0.9)))
    art += group(cudgel("$leaf", "$mint", "$brick", "$cream"), 100, 158, 1.64)
    return art + "".join(circle(x, 284, 12, "$ochre") + star(x - 2, 275, 3.6, 1.6, 5, "$green", outlined=False) for x in (66, 138))


def ace_spade():
    """A sword upright between two branches of olive."""
    twig = limb("10,250 48,224 60,170 44,120", [4, 4.6, 4, 2], "$wood", flat_ends=False)
    places = ((30, 240, 80), (52, 214, 40), (60, 180, 10), (58, 150, -10), (48, 126, -24))
    twig += "".join(foliage(x, y, turn + 30, 0.56) + foliage(x, y, turn - 50, 0.56) for x, y, turn in places)
    return group(both(twig), 100, 16, 0.94) + group(blade(), 100, 154, 1.6) + group(ribbon("-34,8 -12,0 12,6 34,-2", 13), 100, 276)


# --- the figures -----------------------------------------------------------------------------

SLABS = {"F": platform("$rose", "$brick"), "C": platform("$gold", "$ochre"), "R": platform("$leaf", "$green")}
COLOURS = {
    "D": dict(c1="green", c1d="pine", c2="brick", c2d="wine", c3="gold", hair="wood", hair2="gold"),
    "C": dict(c1="ochre", c1d="brass", c2="blue", c2d="night", c3="brick", hair="bark", hair2="ochre"),
    "S": dict(c1="blue", c1d="night", c2="ochre", c2d="brass", c3="brick", hair="bark", hair2="ochre"),
    "B": dict(c1="brick", c1d="wine", c2="leaf", c2d="green", c3="gold", hair="ink", hair2="grey"),
}
PAGE = dict(kind="lady", hair_style="curls", beard="", over="", behind="", long=False, collar="plain", boot="$bark")
RIDER = dict(coat="grey", caparison=False, collar="plain", legs="walk")
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, hat="flat", grip=(156, 110)),
    "FC": dict(PAGE, hat="cap", hair_style="long", mirrored=False, in_front=False, arm_r="122,107 146,132 154,128", grip=(154, 120)),
    "FS": dict(PAGE, hat="plumed", looks_left=False, grip=(152, 112), tilt=8, arm_r="122,107 146,132 150,120"),
    "FB": dict(PAGE, hat="cap", hair_style="long", grip=(152, 168), size=1.2, arm_r="122,107 148,138 150,158"),
    "CD": dict(RIDER, hat="cap", beard="moustache", grip=(150, 94)),
    "CC": dict(RIDER, hat="flat", beard="goatee", flip_horse=False, looks_left=False, grip=(150, 96)),
    "CS": dict(RIDER, hat="helmet", beard="moustache", flip_horse=False, looks_left=False, grip=(146, 106), tilt=12, size=0.76),
    "CB": dict(RIDER, hat="brim", beard="full", cape=True, grip=(152, 98), size=0.86),
    "RD": dict(hat="crown_rays", beard="full", arm_l="74,116 60,146 84,160", hand_l="palm", turn_l=80),
    "RC": dict(hat="crown_lily", beard="fork", mirrored=False, in_front=False, over="", arm_r="130,116 148,142 156,130", grip=(156, 122)),
    "RS": dict(hat="crown_arch", beard="full", over="", grip=(156, 128)),
    "RB": dict(hat="crown_wall", beard="long", before="", grip=(156, 150), size=1.3, arm_l="74,116 60,146 84,160", hand_l="palm", turn_l=80),
}

DECK = SpanishDeck(
    prefix="si",
    shapes={"D": coin, "C": cup, "B": mace, "S": blade},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"colours": COLOURS[code[1]], "ground": SLABS[code[0]], **look} for code, look in LOOKS.items()},
    extras={
        "2D": group(portrait(), 100, 92, 0.92) + group(portrait(True), 100, 228, 0.92),
        "3D": on_coins(trinacria, ((100, 68), (100, 160), (100, 252)), 0.78),
        "5D": on_coins(biga, ((100, 160),), 0.7),
        "4D": group(blossom(0, 0, 1.3, "$brick"), 100, 160),
        "2C": group(hound(0, 0), 58, 272, 0.9),
        "4C": group(lemon_tree(), 100, 196, 0.9),
        "2S": group(running_dog(), 100, 288, 0.7),
        "4S": blossom(100, 160, 1.1, "$rose"),
        "5S": pricklypear(98, 196, 0.86),
        "2B": group(sunflowers(), 51, 144, 0.5),
    },
    places={"S": {5: FIVE_SWORDS}, "D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])}},
)
