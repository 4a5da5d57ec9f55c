"""Things that figures hold, wear, sit on or are surrounded by."""

from .geometry import (
    along,
    circle,
    ellipse,
    flat,
    gouge,
    group,
    limb,
    line,
    polar,
    rect,
    ring,
    shape,
    solid,
    star,
)
from .pips import use


def throne():
    """A high-backed seat with gilded finials."""
    art = solid(
        "50,292! 50,118! 56,92 76,76 102,70 128,76 148,92 154,118! 154,292!",
        "$wood",
        flat("50,292! 50,118! 56,92 66,82! 62,110 62,292!", "$bark"),
    )
    art += solid(
        "62,292! 62,122! 68,98 84,86 102,82 120,86 136,98 142,122! 142,292!",
        "$c2",
        flat("62,292! 62,122! 68,98 78,90! 72,120 74,292!", "$c2d"),
    )
    art += "".join(star(x, y, 4, 1.8, 4, "$gold", outlined=False) for x, y in ((70, 150), (70, 180), (134, 150), (134, 180)))
    for x in (50, 154):
        art += shape(f"{x - 6},112! {x - 4},104 {x},88! {x + 4},104 {x + 6},112!", "$gold") + circle(x, 112, 6.4, "$ochre")
        art += solid(
            f"{x - 13},206! {x - 12},196 {x},191 {x + 12},196 {x + 13},206! {x + 9},212 {x + 8},291! {x - 8},291! {x - 9},212",
            "$wood",
            flat(f"{x - 9},212! {x - 3},212! {x - 3},290! {x - 8},290!", "$bark"),
        )
        art += circle(x, 202, 6, "$gold") + circle(x, 202, 2, "$brass", False) + line(f"{x},220 {x},282", 1.6)
    return art


def flower(x, y, turn=0, fill="$brick"):
    bloom = line("0,0 -1,-16 0,-30", 2.4, "$green") + shape("0,-10! 8,-13 12,-22! 4,-20", "$leaf")
    bloom += ring_of(6, ellipse(0, -6.4, 4, 5.4, fill), 0, -36) + circle(0, -36, 3.8, "$gold")
    return group(bloom, x, y, 1, turn)


def ring_of(count, piece, x, y):
    return group("".join(group(piece, turn=360 * i / count) for i in range(count)), x, y)


def fan(x, y, turn=0):
    leaf = shape("0,0! -26,-24! -14,-34 0,-37 14,-34 26,-24!", "$c3") + flat(
        "-20,-19! -11,-26 0,-28 11,-26 20,-19! 22,-21! 12,-30 0,-32 -12,-30 -22,-21!", "$gold"
    )
    leaf += "".join(line(f"0,0 {px},{py}", 1.3) for px, py in ((-14, -34), (-5, -37), (5, -37), (14, -34)))
    return group(leaf, x, y, 1, turn)


def basket(x, y):
    """A wicker basket of lemons on the arm."""
    art = line("-16,0 -12,-20 0,-27 12,-20 16,0", 5) + line("-16,0 -12,-20 0,-27 12,-20 16,0", 2.2, "$wood")
    for lx, ly, t in ((-9, -5, -20), (9, -5, 30), (0, -9, 5)):
        art += group(
            shape("-9,0 -6,-5 0,-6 6,-5 10,0 6,5 0,6 -6,5", "$gold") + gouge("-3,-3 1,-4 5,-2", 1.6, "$cream"), lx, ly, 1, t
        )
    art += group(shape("0,0! 6,-6 14,-5! 8,1", "$leaf"), 4, -12) + shape("-20,-2! 20,-2! 15,20 -15,20", "$ochre")
    art += (
        line("-18.6,5 18.6,5", 1.4)
        + line("-17,12 17,12", 1.4)
        + "".join(line(f"{i},-1 {i * 0.8},20", 1.3) for i in (-12, -4, 4, 12))
    )
    return group(art, x, y)


def orb(x, y, r=12):
    art = circle(0, 0, r, "$blue") + flat(f"{-r + 1},2! 0,5 {r - 1},2! {r - 1.6},-3! 0,0 {-r + 1.6},-3!", "$gold")
    art += shape(f"-2.6,{-r + 2}! -2.6,{2 - r / 3}! 2.6,{2 - r / 3}! 2.6,{-r + 2}!", "$gold")
    art += (
        line(f"0,{-r} 0,{-r - 11}", 4.4)
        + line(f"-5,{-r - 7} 5,{-r - 7}", 4.4)
        + line(f"0,{-r} 0,{-r - 11}", 2, "$gold")
        + line(f"-5,{-r - 7} 5,{-r - 7}", 2, "$gold")
    )
    return group(art, x, y)


def buckler(x, y, r=25):
    """A round shield with a boss."""
    art = circle(0, 0, r, "$ochre") + circle(0, 0, r - 5, "$c1")
    art += ring_of(8, flat(f"0,{-r + 6}! 4,{-r / 2.2} 0,-4! -4,{-r / 2.2}", "$gold"), 0, 0)
    art += circle(0, 0, 6.4, "$gold") + circle(-1.6, -1.6, 1.8, "$cream", False)
    return group(art, x, y)


def heater(x, y, charge):
    """A pointed shield with a charge."""
    art = solid("-22,-26! 0,-29 22,-26! 22,-2 14,16 0,29! -14,16 -22,-2", "$c2", flat("0,-28! 22,-26! 22,-2 14,16 0,28!", "$c2d"))
    return group(art + charge, x, y)


def purse(x, y):
    art = line("-5,-12 -2,-20 4,-22", 2) + shape("-6,-12! 6,-12! 13,6 8,17 0,19 -8,17 -13,6", "$wood")
    art += solid("-7,-14! 7,-14! 6,-8! -6,-8!", "$gold") + gouge("-4,-4 -7,6 -4,14") + gouge("4,-4 7,6 4,14")
    return group(art, x, y)


def sceptre(x, y, tilt=-8, top=""):
    """A staff of office held at (x, y)."""
    art = line("0,40 0,-44", 6.4) + line("0,40 0,-44", 2.8, "$gold")
    art += top or (
        circle(0, -46, 4, "$ochre") + shape("0,-68! 6,-58 13,-56 10,-48! 4,-50 0,-48! -4,-50 -10,-48! -13,-56 -6,-58", "$gold")
    )
    return group(art, x, y, 1, tilt)


def bolt(size=1.0):
    """Jove's thunderbolt: a spindle of flames with arrows of lightning."""
    half = shape("0,2! -9,-8 -7,-22 0,-36! 7,-22 9,-8", "$gold") + gouge("0,-4 0,-16 0,-30", 2.6, "$brick")
    half += shape("-5,-4! -16,-14! -11,-18! -24,-34! -5,-20! -9,-16! 0,-5!", "$ochre") + shape(
        "5,-4! 16,-14! 11,-18! 24,-34! 5,-20! 9,-16! 0,-5!", "$ochre"
    )
    return group(half + group(half, turn=180) + circle(0, 0, 5, "$brick"), scale=size)


def globe(r):
    art = circle(0, 0, r, "$dusk")
    k = r / 50
    lands = flat("-40,-20! -30,-36 -14,-44 -4,-38 -10,-28 -2,-22 -8,-12 -20,-10 -24,2 -34,4 -44,-4!", "$leaf")
    lands += flat("8,-6 20,-12 30,-6 28,8 34,16 24,30 14,38 8,26 10,14 2,6", "$leaf") + flat(
        "20,-42! 34,-32 42,-20! 36,-18 28,-26 18,-34!", "$leaf"
    )
    lands += flat("-26,16 -16,14 -12,24 -18,36 -26,34 -30,24", "$leaf")
    lands += line("-48,-8 0,4 48,-8", 1.5) + line("-43,22 0,34 43,22", 1.5) + line("-38,-30 0,-22 38,-30", 1.5)
    lands += line("0,-50 -26,-24 -30,0 -24,26 0,50", 1.5) + line("0,-50 26,-24 30,0 24,26 0,50", 1.5) + line("0,-50 0,50", 1.5)
    band = limb("-52,16 -18,2 20,-14 51,-26", [10, 11, 11, 10], "$gold") + "".join(
        star(x, y, 3.4, 1.5, 4, "$brick", outlined=False) for x, y in ((-34, 9), (-12, 0), (12, -11), (34, -19))
    )
    return art + group(lands + band, scale=k) + circle(0, 0, r, "none")


def skull():
    art = solid(
        "0,-24 -16,-20 -21,-6 -17,6! -10,10! -9,20 0,23 9,20! 10,10! 18,5 21,-6 15,-20",
        "$cream",
        flat("-6,-23! -16,-20 -21,-6 -17,6! -10,10! -9,20 -5,22! -8,8 -14,0 -14,-12", "$ash"),
    )
    art += (
        shape("-14,-4 -10,-9 -4,-7 -3,0 -8,4 -13,2", "$ink")
        + shape("14,-4 10,-9 4,-7 4,0 8,4 13,2", "$ink")
        + shape("0,3! -3,9! 3,9!", "$ink")
    )
    return art + line("-8,14 8,14", 1.4) + "".join(line(f"{x},11 {x},18", 1.3) for x in (-6, -3, 0, 3, 6))


def bone(joints, width=7.5):
    pts = joints.split()
    (x0, y0), (x1, y1) = [tuple(float(v) for v in p.split(",")) for p in (pts[0], pts[-1])]
    return (
        circle(x0, y0, width * 0.62, "$cream")
        + circle(x1, y1, width * 0.62, "$cream")
        + limb(joints, [width, width * 0.66, width], "$cream", samples=6)
    )


def hourglass(x, y, size=1.0):
    art = shape("-14,-22! 14,-22! 12,-10 2,0 12,10 14,22! -14,22! -12,10 -2,0 -12,-10", "$ice")
    art += (
        flat("-10,-10! 10,-10! 6,-4 0,1! -6,-4", "$ochre")
        + flat("-12,21! -9,14 0,9 9,14 12,21!", "$ochre")
        + line("0,0 0,10", 1.5, "$ochre")
    )
    art += (
        rect(-18, -28, 36, 7, "$wood", 2)
        + rect(-18, 21, 36, 7, "$wood", 2)
        + line("-16,-21 -16,21", 2.4)
        + line("16,-21 16,21", 2.4)
    )
    return group(art, x, y, size)


def heart(x, y, size, fill="$brick"):
    return group(shape("0,8! -9,0 -9,-7 -4,-9 0,-5! 4,-9 9,-7 9,0", fill), x, y, size)


def scales(x, y):
    art = line("-26,0 0,-4 26,0", 4.4) + line("-26,0 0,-4 26,0", 2, "$gold") + line("0,-14 0,-4", 3)
    for side in (-26, 26):
        art += (
            line(f"{side},0 {side - 12},30", 1.3)
            + line(f"{side},0 {side + 12},30", 1.3)
            + shape(f"{side - 14},30! {side + 14},30! {side + 8},38 {side - 8},38", "$gold")
        )
    return group(art, x, y)


def jug(x, y, turn=0, flip=False, fill="$brick", shade="$wine"):
    art = line("10,-14 22,-10 20,6 10,10", 6.4) + line("10,-14 22,-10 20,6 10,10", 2.8, fill)
    art += solid(
        "-8,-26! -6,-16 -14,-6 -15,8 -8,20 8,20 15,8 14,-6 6,-16 10,-26!",
        fill,
        flat("-8,-26! -6,-16 -14,-6 -15,8 -8,20 -3,20! -8,4 -6,-10 -2,-18 -3,-26!", shade),
    )
    art += (
        ellipse(1, -26, 9.6, 3.4, "$ink")
        + flat("-15,0! 15,0! 15,6! -15,6!", "$gold")
        + line("-15,0 15,0", 1.3)
        + line("-15,6 15,6", 1.3)
        + shape("-9,20! 9,20! 11,25! -11,25!", fill)
    )
    return group(art, x, y, 1, turn, flip)


def tambourine(x, y):
    return group(
        ellipse(0, 0, 24, 22, "$wood")
        + ellipse(0, 0, 18, 16.5, "$cream")
        + "".join(circle(*polar(22, a), 4, "$gold") for a in range(0, 360, 60))
        + star(0, 0, 9, 4, 5, "$brick", outlined=False),
        x,
        y,
    )


def blossom(x, y, size=1.0, fill="$cream", core="$gold"):
    """An orange blossom."""
    petal = shape("0,-2! 7,-8 6,-17 0,-20! -6,-17 -7,-8", fill) + gouge("0,-6 0,-11 0,-16", 1.8, "$ochre")
    return group(ring(5, petal) + circle(0, 0, 4.6, core) + circle(0, 0, 1.6, "$brick", False), x, y, size)


def foliage(x, y, turn, size=1.0, fill="$leaf"):
    leaf = shape("0,0! 10,-9 11,-24 0,-42! -11,-24 -10,-9", fill) + flat(
        "0,-1! 9,-10 10,-24 0,-40!", "$green" if fill == "$leaf" else "$pine"
    )
    return group(leaf + gouge("0,-2 0,-18 0,-36", 2.2), x, y, size, turn)


def orange(x, y, r=10):
    return (
        circle(x, y, r, "$ochre")
        + flat(f"{x},{y - r + 1}! {x + r - 1},{y - 2} {x + r * 0.5},{y + r * 0.8}! {x + r * 0.4},{y}", "$brass")
        + star(x - 2, y - r + 3, 3.4, 1.6, 5, "$green", outlined=False)
    )


def ribbon(curve, width=15, fill="$brick", shade="$wine"):
    """A flat band with a darker edge along one side."""
    art = limb(curve, [width, width], fill, samples=10)
    lower = along(curve, 10)
    edge = [(x + nx * (width / 2 - 0.8), y + ny * (width / 2 - 0.8), False) for x, y, nx, ny, t in lower]
    inner = [(x + nx * width * 0.18, y + ny * width * 0.18, False) for x, y, nx, ny, t in lower]
    edge[0], edge[-1], inner[0], inner[-1] = [(p[0], p[1], True) for p in (edge[0], edge[-1], inner[0], inner[-1])]
    return art + flat(edge + inner[::-1], shade)


def banner(suit):
    """A page's standard; the hand grips the pole at the origin."""
    art = line("0,150 0,-84", 5.6) + line("0,150 0,-84", 2.6, "$wood") + shape("0,-84! 6,-92 0,-104! -6,-92", "$gold")
    art += solid(
        "2,-80! 34,-80! 34,-30! 26,-38! 18,-28! 10,-38! 2,-30!", "$cream", flat("2,-80! 34,-80! 34,-74! 2,-74!", "$gold")
    )
    return art + use(f"f{suit}", 18, -55, 0.26)


def rod(suit):
    """A queen's sceptre with the sign in a gilt ring."""
    art = line("0,34 0,-30", 6.2) + line("0,34 0,-30", 3, "$gold") + shape("-7,-26! 7,-26! 4,-32! -4,-32!", "$ochre")
    return art + circle(0, -52, 22, "$gold") + circle(0, -52, 17.5, "$cream") + use(f"f{suit}", 0, -52, 0.24)


def shield(suit, x=56, y=176):
    return group(
        solid("-25,-29! 0,-32 25,-29! 25,-2 16,18 0,32! -16,18 -25,-2", "$ochre", "")
        + shape("-20,-24! 0,-27 20,-24! 20,-3 13,14 0,26! -13,14 -20,-3", "$cream")
        + use(f"f{suit}", 0, -2, 0.31),
        x,
        y,
    )


def axe(x, y):
    art = line("0,46 0,-60", 6.4) + line("0,46 0,-60", 3, "$wood")
    art += solid(
        "2,-56! 14,-64 26,-62! 32,-48 26,-32! 14,-34 2,-40!", "$ice", flat("26,-62! 32,-48 26,-32! 24,-48", "$sky")
    ) + shape("-2,-54! -14,-48! -2,-42!", "$ice")
    return group(art, x, y, 1, 6)
