"""Napoletane: figures on slabs in the colour of their suit, star coins, the mask on the three of bastoni."""

from ..beasts import eagle
from ..geometry import both, circle, ellipse, flat, gouge, group, limb, line, shape, solid, star
from ..palette import dress
from ..pips import use
from ..props import blossom, foliage, ribbon
from .spanish import FIVE_SWORDS, SpanishDeck, cudgel, platform, star_coin, sword


def cup():
    """A low golden cup with a red belly and a blue mouth."""
    art = shape("-7,22! -8,32 -26,40 -32,50! 32,50! 26,40 8,32 7,22!", "$ochre")
    art += flat("2,24! 7,23! 8,32 26,40 31,49! 10,49! 8,38", "$brass") + line("-30,45 0,42 30,45", 1.6)
    art += ellipse(0, 20, 12, 7, "$green")
    art += shape("-42,-38! -44,-14 -30,8 -10,15 10,15 30,8 44,-14 42,-38!", "$ochre")
    art += flat("-43,-16! 43,-16! 30,7 10,14 -10,14 -30,7", "$brick") + line("-43,-16 0,-11 43,-16", 1.6)
    art += "".join(gouge(f"{x},-8 {x * 0.8},2 {x * 0.45},10", 3, "$rose") for x in (-28, -10, 10, 28))
    art += "".join(circle(x, y, 3.2, "$blue") for x, y in ((-30, -26), (-10, -23), (10, -23), (30, -26)))
    return art + ellipse(0, -38, 42, 9.5, "$gold") + ellipse(0, -37.4, 34, 5.6, "$blue")


# --- what stands between the signs ------------------------------------------------


def mask():
    """The gatto mammone: a mask with a moustache where the three cudgels cross."""
    art = both(shape("14,-34! 34,-46 44,-30! 38,-14 28,-10!", "$ochre"))
    art += solid(
        "0,-42 -24,-38 -36,-18 -36,8 -26,30 -10,42 0,45 10,42 26,30 36,8 36,-18 24,-38",
        "$gold",
        flat("6,-41! 24,-37 35,-18 35,8 25,29 10,41 2,43! 20,20 22,-10", "$ochre"),
    )
    art += both(gouge("5,-17 14,-24 27,-18", 4) + ellipse(15, -9, 8, 6, "$cream") + circle(14, -9, 3.6, "$ink", False))
    art += shape("-5,-8! -8,8 0,12 8,8 5,-8!", "$ochre")
    art += both(shape("1,13! 12,9 24,14 36,8 50,-4! 50,14 38,25 20,26 6,21!", "$ink"))
    art += shape("-10,27! 0,25 10,27! 6,36 -6,36", "$brick") + line("-9,28 0,30 9,28", 1.4)
    return art + both(gouge("14,-34 20,-31 26,-30", 2.2)) + star(0, -32, 8, 3.4, 4, "$brick")


def bow(x, y, size=1.0):
    """The red ribbon of the two and the three of spade."""
    art = ribbon("-44,10 -24,-8 0,4 24,-8 44,10", 12) + both(shape("4,0! 22,-20 30,-4! 16,8 4,4!", "$brick"))
    return group(art + circle(0, 2, 7, "$wine"), x, y, size)


def arms():
    """A shield between crossed banners, in the middle of the four of denari."""
    flags = line("-24,30 26,-34", 2.6) + shape("26,-34! 6,-42 -6,-34! 4,-24 16,-22!", "$brick")
    art = flags + group(flags, flip=True)
    art += solid("-18,-20! 0,-23 18,-20! 18,4 10,18 0,26! -10,18 -18,4", "$blue", flat("0,-21! 17,-19! 17,4 10,17 0,25!", "$sky"))
    return art + flat("-4,-20! 4,-20! 4,22! -4,22!", "$gold") + flat("-17,-4! 17,-4! 16,4! -16,4!", "$gold")


def three_flowers():
    stems = "".join(limb(f"0,46 {x * 0.3},20 {x},-4", [3, 3], "$green") for x in (-22, 0, 22))
    leaves = both(foliage(4, 34, 60, 0.5))
    return stems + leaves + "".join(blossom(x, y, 0.95, "$gold", "$brick") for x, y in ((-22, -8), (0, -24), (22, -8)))


def hunt():
    """The scene of the five of spade: a man with a pipe, another behind, and a fox."""

    def man(x, coat, hose):
        body = limb("-3,22 -5,34 -6,44", [6, 5, 4], hose) + limb("3,22 6,34 8,44", [6, 5, 4], hose)
        body += shape("-8,4! 8,4! 10,24! -10,24!", coat) + circle(0, -3, 6.4, "$skin")
        return group(body + shape("-11,-6! -5,-9! -4,-15 4,-15 5,-9! 11,-6!", "$bark"), x, 0)

    art = flat("-44,42! 44,42! 40,50 -40,50", "$mint") + line("-44,43 44,43", 1.8)
    art += man(-22, "$brick", "$blue") + man(2, "$green", "$ochre")
    art += limb("-18,10 -8,8 -4,4", [5, 4], "$brick") + line("-8,6 10,14", 3) + limb("6,10 12,14 15,12", [5, 4], "$green")
    fox = limb("30,30 18,28 16,20", [5, 5, 2], "$russet", flat_ends=False) + shape("20,30 28,26 38,28 44,22! 46,30 42,34! 42,43! 38,43! 36,36 28,36 26,43! 22,43!", "$russet")
    return art + fox


# --- the aces ---------------------------------------------------------------------


def ace_denari():
    """The eagle with two heads and no crown, a star coin on its breast."""
    bird = dress(eagle(True), f1="ink", f2="bronze")
    return group(bird, 100, 150, 0.96) + use("naD", 100, 154, 0.66) + group(
        ribbon("-46,10 -24,0 0,4 24,0 46,10", 15) + both(star(22, 4, 4, 1.8, 4, "$gold", outlined=False)), 100, 262, 0.9
    )


def ace_coppe():
    """A great covered cup with two handles and flowers."""
    art = both(limb("148,140 178,130 180,168 142,186", [11, 12, 11, 9], "$ochre"), 100)
    art += solid("78,254! 74,272 50,280 42,298! 158,298! 150,280 126,272 122,254!", "$ochre", flat("106,254! 122,254! 126,272 150,280 157,297! 118,297! 114,274", "$brass"))
    art += ellipse(100, 250, 26, 11, "$green") + line("46,291 100,287 154,291", 1.8)
    art += solid("44,122! 44,170 66,214 92,238 108,238 134,214 156,170 156,122!", "$brick", flat("155,123! 155,170 134,213 108,237! 128,196 132,160 130,123!", "$wine"))
    art += solid("44,124! 100,134 156,124! 155,158! 100,170 45,158!", "$gold")
    art += "".join(circle(x, y, 7, fill) for x, y, fill in ((62, 144, "$blue"), (81, 148, "$brick"), (100, 150, "$blue"), (119, 148, "$brick"), (138, 144, "$blue")))
    art += "".join(gouge(f"{100 + d},176 {100 + d * 0.8},200 {100 + d * 0.4},226", 4, "$rose") for d in (-40, -20, 0, 20, 40))
    art += solid("40,120! 52,92 82,74 100,72 118,74 148,92 160,120! 100,130", "$ochre", flat("104,73! 118,75 147,92 158,119! 124,125! 122,92", "$brass"))
    art += ellipse(100, 122, 58, 9, "$gold") + ellipse(100, 70, 14, 6, "$brick")
    return art + "".join(foliage(100, 66, turn, 0.7) for turn in (-50, 50)) + "".join(
        blossom(x, y, s, fill, "$gold") for x, y, s, fill in ((80, 52, 0.8, "$cream"), (120, 52, 0.8, "$cream"), (100, 42, 1.0, "$brick"))
    )


def ace_bastoni():
    """A great rough club with leaves."""
    art = "".join(
        foliage(x, y, turn, size)
        for x, y, turn, size in ((70, 100, -60, 1.0), (74, 190, -66, 0.95), (132, 142, 62, 1.0), (130, 232, 66, 0.85), (136, 66, 40, 0.8))
    )
    return art + group(cudgel("$green", "$leaf", "$brick"), 100, 162, 1.72)


def ace_spade():
    """A broad sword, a ribbon and a garland around its blade."""
    art = group(sword(), 100, 156, 1.66)
    garland = ribbon("58,118 84,142 116,150 144,176", 15) + ribbon("144,176 130,190 96,194 70,210", 15)
    art += garland + shape("58,118! 44,106! 46,126! 38,138! 60,130!", "$brick") + shape("70,210! 56,212! 62,222! 54,232! 76,222!", "$brick")
    return art + blossom(146, 160, 0.9, "$gold", "$brick") + foliage(146, 190, 130, 0.6) + foliage(150, 176, 70, 0.6) + blossom(58, 148, 0.8, "$gold", "$brick")


# --- the figures --------------------------------------------------------------------

SLABS = {
    "D": platform("$gold", "$ochre"),
    "C": platform("$rose", "$brick"),
    "S": platform("$sky", "$blue"),
    "B": platform("$leaf", "$green"),
}
COLOURS = {
    "D": dict(c1="brick", c1d="wine", c2="ochre", c2d="brass", c3="blue", hair="bark", hair2="ochre"),
    "C": dict(c1="blue", c1d="night", c2="brick", c2d="wine", c3="gold", hair="wood", hair2="gold"),
    "S": dict(c1="ochre", c1d="brass", c2="blue", c2d="night", c3="brick", hair="ink", hair2="grey"),
    "B": dict(c1="brick", c1d="wine", c2="green", c2d="pine", c3="gold", hair="bark", hair2="ochre"),
}


def scimitar():
    blade = limb("0,-6 10,-34 8,-58 -8,-82", [9, 12, 13, 1], "$ice", samples=10) + gouge("3,-14 12,-40 4,-66", 2.4, "$blue")
    return blade + shape("-14,-8! 14,-8! 12,-2! -12,-2!", "$ochre") + shape("-4,-2! 4,-2! 4,12! -4,12!", "$bark")


def branch():
    """A leafy branch in the hand of the page of spade."""
    art = limb("0,14 -3,-20 2,-46", [4.4, 4, 2.4], "$wood")
    return art + "".join(foliage(x, y, turn, 0.5) for x, y, turn in ((-2, -8, -60), (0, -16, 58), (-2, -26, -52), (0, -34, 50), (2, -44, 4)))


PAGE = dict(kind="lady", hair_style="long", beard="", collar="plain")
LOOKS: dict[str, dict] = {
    "FD": dict(PAGE, hat="cap", boot=None, half=True, grip=(156, 108), over="", arm_l="82,107 62,134 76,152"),
    "FC": dict(PAGE, hat="brim", mirrored=False, long=False, in_front=False, cape=True, behind="", arm_r="122,107 146,132 154,128", grip=(154, 120), size=1.0),
    "FS": dict(PAGE, hat="cap", looks_left=True, long=False, grip=(152, 168), tilt=180, size=1.12, before=group(branch(), 60, 116), over="", arm_l="82,107 56,128 58,122", turn_l=0),
    "FB": dict(PAGE, hat="brim", half=True, grip=(152, 170), size=1.24, arm_r="122,107 148,138 150,160", behind=""),
    "CD": dict(hat="brim", beard="moustache", coat="bay", caparison=False, collar="ruff", half=True, grip=(150, 94)),
    "CC": dict(hat="cap", hair_style="bob", beard="moustache", coat="white", grip=(150, 96)),
    "CS": dict(hat="turban", hair_style="short", beard="full", collar="plain", coat="grey", caparison=False, cape=True, legs="prance", carried=scimitar(), grip=(146, 100)),
    "CB": dict(hat="helmet", beard="moustache", hair_style="short", coat="chestnut", grip=(152, 98), size=0.9),
    "RD": dict(hat="crown_lily", beard="full", hair_style="bob", before="", arm_l="74,116 60,146 84,160", hand_l="palm", turn_l=80),
    "RC": dict(hat="crown_arch", beard="full", mirrored=False, in_front=False, arm_r="130,116 148,142 156,130", grip=(156, 122), over=""),
    "RS": dict(hat="crown_rays", beard="full", over="", grip=(156, 128), size=1.0),
    "RB": dict(hat="crown_lily", beard="long", before="", grip=(156, 150), size=1.3),
}

DECK = SpanishDeck(
    prefix="na",
    shapes={"D": star_coin, "C": cup, "B": cudgel, "S": sword},
    aces={"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade},
    looks={code: {"ground": SLABS[code[1]], "colours": COLOURS[code[1]], **look} for code, look in LOOKS.items()},
    extras={
        "3B": group(mask(), 100, 172, 0.86),
        "2S": bow(100, 156, 0.9),
        "3S": bow(100, 176, 1.3),
        "4S": group(three_flowers(), 100, 160, 0.62),
        "4D": group(arms(), 100, 160, 1.25),
        "5S": group(hunt(), 100, 144, 1.15),
    },
    places={
        "S": {5: FIVE_SWORDS},
        "D": {4: (0.56, [(x, y, 0) for y in (84, 236) for x in (70, 130)])},
    },
)
