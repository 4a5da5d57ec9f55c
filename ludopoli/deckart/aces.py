"""The aces: one showpiece per suit, in card coordinates."""

from .beasts import eagle
from .figures import crown
from .geometry import both, circle, ellipse, flat, gouge, group, limb, line, ring, shape, solid, star
from .palette import dress
from .pips import coin
from .props import blossom, foliage, orange, ribbon


def ace_denari():
    """The crowned two-headed eagle with the sun coin on its breast."""
    bird = dress(eagle(True), f1="blue", f2="sky")
    art = group(bird, 100, 152, 0.9) + group(coin(face=True), 100, 154, 0.72) + group(crown("lily", "$brick"), 100, 107, 1.1)
    banner = ribbon("-44,16 -52,4 -38,0 -20,7 0,2 20,7 38,0 52,4 44,16", 14)
    banner += both(star(-30, 5, 4, 1.8, 4, "$gold", outlined=False)) + group(
        ring(8, flat("0,-11! 3,-5 0,0! -3,-5", "$gold")) + circle(0, 0, 4, "$gold"), 0, 3
    )
    return art + group(banner, 100, 260, 0.9)


def ace_coppe():
    """A fountain: a great footed cup with dolphins for handles."""
    water = "".join(
        limb(c, w, "$ice", flat_ends=False)
        for c, w in (
            ("100,106 92,66 70,54 54,74 48,106", [6, 7, 7, 6, 3]),
            ("100,106 108,66 130,54 146,74 152,106", [6, 7, 7, 6, 3]),
            ("100,110 96,70 84,60 76,80 74,104", [5, 6, 6, 4, 2]),
            ("100,110 104,70 116,60 124,80 126,104", [5, 6, 6, 4, 2]),
            ("100,112 100,80 100,42", [9, 7, 3]),
        )
    )
    art = (
        water
        + shape("100,28! 107,40 100,50 93,40", "$ice")
        + "".join(circle(x, y, 2.8, "$ice") for x, y in ((60, 62), (140, 62), (82, 48), (118, 48), (46, 116), (154, 116)))
    )
    # dolphins: tail up, head on the bowl
    dolphin = solid(
        "146,176 160,170 168,154 164,138 154,128! 160,122! 164,114! 170,122! 180,124! 172,130 178,150 172,172 158,190 144,194! 134,196 128,190! 136,186!",
        "$leaf",
        flat("170,124! 180,124! 172,130 178,150 172,172 158,190 144,194! 152,186 166,170 170,150 164,132!", "$green"),
    )
    dolphin += (
        circle(143, 186, 1.8, "$ink", False)
        + shape("158,180! 166,186 168,196! 158,192 150,190!", "$leaf")
        + gouge("164,146 168,156 164,166", 2)
        + line("130,192 138,192 142,195", 1.5)
    )
    art += both(dolphin, 100)
    art += solid(
        "74,262! 72,274 48,282 40,298! 160,298! 152,282 128,274 126,262!",
        "$ochre",
        flat("104,262! 126,262! 128,274 152,282 159,297! 116,297! 112,276", "$brass"),
    )
    art += line("42,292 100,288 158,292", 1.8) + "".join(
        circle(x, y, 3.2, "$brick") for x, y in ((66, 284), (83, 281), (100, 280), (117, 281), (134, 284))
    )
    art += solid(
        "86,206! 92,236 90,250 80,262! 120,262! 110,250 108,236 114,206!",
        "$ochre",
        flat("103,206! 114,206! 108,236 110,250 119,262! 106,262!", "$brass"),
    )
    art += ellipse(100, 242, 23, 11, "$blue") + flat("82,239! 90,233 104,233! 96,239", "$sky") + ellipse(100, 262, 25, 6, "$gold")
    bowl = "44,112! 46,146 58,186 84,212 100,216 116,212 142,186 154,146 156,112!"
    art += solid(bowl, "$brick", flat("156,113! 154,146 142,186 116,212 100,216! 122,190 128,150 128,112!", "$wine"))
    for x, d in ((62, -14), (81, -8), (100, 0), (119, 8), (138, 14)):
        art += solid(
            f"{x - 9},164! {x - 8 - d * 0.4},188 {100 + (x - 100) * 0.42},210! {x + 8 - d * 0.4},188 {x + 9},164! {x},158",
            "$ochre" if x in (62, 100, 138) else "$gold",
            gouge(f"{x},166 {x - d * 0.4},184 {100 + (x - 100) * 0.5},202", 2.4),
        )
    art += solid("46,134! 100,146 154,134! 152.5,152! 100,166 47.5,152!", "$gold", "")
    art += "".join(
        star(x, y, 7, 3, 4, fill, outlined=False)
        for x, y, fill in (
            (60, 147, "$green"),
            (80, 152, "$brick"),
            (100, 154.6, "$green"),
            (120, 152, "$brick"),
            (140, 147, "$green"),
        )
    )
    art += (
        ellipse(100, 112, 56, 12.5, "$gold")
        + ellipse(100, 112.4, 47, 8, "$dusk")
        + "".join(gouge(c, 2.4, "$ice") for c in ("62,113 72,110 82,113", "90,116 100,113 110,116", "118,113 128,110 138,113"))
    )
    for c in ("100,110 100,84",):
        art += limb(c, [9, 7], "$ice", flat_ends=False)
    return art


def ace_bastoni():
    """A cudgel that has taken root again: leaves, blossom and oranges."""
    art = ""
    for x, y, t, s in (
        (76, 218, -62, 1.0),
        (70, 150, -58, 1.1),
        (74, 92, -66, 0.95),
        (128, 190, 58, 1.1),
        (132, 118, 60, 1.05),
        (62, 186, -100, 0.8),
        (142, 152, 96, 0.8),
        (140, 88, 40, 0.8),
        (70, 66, -36, 0.75),
    ):
        art += foliage(x, y, t, s, "$leaf")
    trunk = "92,300! 90,262 82,240 90,228 88,206 80,186 86,172 82,146 74,122 80,104 72,76 68,52! 132,52! 128,80 120,100 128,122 120,142 122,160 130,178 118,196 116,216 122,236 112,256 110,300!"
    for x, y, t in ((82, 236, -66), (122, 182, 64), (78, 128, -64), (124, 114, 62), (84, 182, -70)):
        art += group(
            shape("-11,6! -8,-14! 8,-14! 11,6!", "$green")
            + ellipse(0, -14, 8.4, 4.6, "$gold")
            + ellipse(0, -14, 3.6, 1.8, "$brass", False),
            x,
            y,
            1,
            t,
        )
    art += solid(
        trunk,
        "$green",
        flat(
            "132,52! 128,80 120,100 128,122 120,142 122,160 130,178 118,196 116,216 122,236 112,256 110,299! 104,299! 104,256 108,236 104,212 112,180 106,150 112,122 106,96 112,54!",
            "$leaf",
        ),
    )
    art += "".join(
        gouge(c, 3, "$mint")
        for c in ("80,64 86,84 88,104", "84,124 92,148 92,170", "90,190 96,212 94,232", "98,250 98,270 98,290")
    )
    art += "".join(
        gouge(c, 2.6)
        for c in (
            "112,66 104,86 106,104",
            "116,128 106,148 110,168",
            "112,190 104,210 108,230",
            "106,246 104,268 104,288",
            "98,70 96,90 98,108",
            "100,180 98,196 100,210",
        )
    )
    art += (
        ellipse(100, 52, 32, 10, "$gold")
        + ellipse(100, 52, 21, 6, "$ochre", False)
        + ellipse(100, 52, 10, 2.8, "$brass", False)
        + gouge("74,50 84,45 100,44", 2)
        + gouge("104,59 118,58 126,54", 2)
    )
    art += foliage(90, 46, -18, 0.62) + foliage(108, 46, 22, 0.7)
    art += (
        ribbon("62,276 84,262 104,264 130,250", 17)
        + ribbon("124,276 112,268 98,262 74,254", 15)
        + shape("62,268! 54,280! 60,282! 58,292! 72,282! 68,272!", "$brick")
        + shape("122,268! 134,276! 130,282! 138,292! 120,288! 116,276!", "$brick")
    )
    art += blossom(62, 128, 0.9) + blossom(146, 176, 0.95) + blossom(56, 232, 0.85) + blossom(146, 104, 0.75)
    return art + orange(48, 172, 11) + orange(156, 132, 10) + orange(60, 100, 8)


def ace_spade():
    """A broad sword wreathed in laurel and bound with a ribbon."""
    art = both(limb("8,258 44,240 66,196 62,140 44,104", [4, 4.6, 4, 3, 2], "$wood", flat_ends=False), 0)
    leaves = ""
    for x, y, t in (
        (26, 250, 78),
        (46, 236, 52),
        (60, 212, 30),
        (66, 184, 12),
        (65, 156, -4),
        (58, 128, -18),
        (44, 106, -30),
    ):
        leaves += foliage(x, y, t + 36, 0.62) + foliage(x, y, t - 52, 0.62)
    leaves += "".join(circle(x, y, 3.6, "$brick") for x, y in ((36, 236), (58, 196), (60, 148), (48, 118)))
    art = group(art + both(leaves), 100, 20, 0.94)
    back = ribbon("66,112 84,122 112,124 134,136", 14, "$wine", "$wine") + ribbon(
        "66,164 84,174 112,176 134,190", 14, "$wine", "$wine"
    )
    art += back
    art += limb("100,236 100,150 100,80 100,26", [27, 27, 26, 0.8], "$ice", samples=10)
    art += (
        flat("100,236! 113,236! 113,150 112.6,84! 100,27!", "$blue")
        + gouge("94,220 94,150 96,70", 3, "$cream")
        + gouge("105.6,214 106,150 104.6,84", 2.4, "$sky")
    )
    art += "".join(star(100, y, 5, 2.2, 4, "$gold") for y in (216, 200))
    art += ribbon("150,74 138,80 132,92 112,98 84,100 66,112", 15) + ribbon("134,136 116,148 84,152 66,164", 15)
    art += ribbon("134,190 140,198 134,208 142,216", 13)
    hilt = solid("88,238! 90,278 110,278 112,238!", "$brick", flat("102,238! 112,238! 110,278! 102,278!", "$wine")) + "".join(
        line(f"89,{y} 111,{y + 5}", 2.6, "$gold") for y in (246, 255, 264, 272)
    )
    hilt += circle(100, 288, 12, "$ochre") + circle(100, 288, 6, "$brick") + circle(97, 285, 2, "$cream", False)
    hilt += solid(
        "54,218 46,226 50,238 62,238 76,243 100,245 124,243 138,238 150,238 154,226 146,218 138,226 124,231 100,233 76,231 62,226",
        "$ochre",
        flat(
            "50,232! 62,234 76,239 100,241 124,239 138,234 150,232! 148,238 138,238 124,243 100,245 76,243 62,238 51,238",
            "$brass",
        ),
    )
    hilt += star(100, 238, 11, 5, 8, "$gold") + circle(100, 238, 4, "$brick")
    return art + hilt


ACES = {"D": ace_denari, "C": ace_coppe, "B": ace_bastoni, "S": ace_spade}
