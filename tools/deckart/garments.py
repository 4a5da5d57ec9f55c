"""Clothes, in card coordinates on the standing figure (neck at 102, 95; waist at 145)."""

from .geometry import along, circle, ellipse, flat, gouge, hatch, limb, line, rect, shape, solid


def doublet(half=True):
    """Close-fitting jacket; in two halves when ``half``."""
    other = "$c2" if half else "$c1"
    art = solid(
        "88,94 77,102 80,122 85,144! 120,144! 124,122 127,102 116,94 102,97",
        "$c1",
        flat("88,94 77,102 80,122 85,144! 96,144! 92,120 92,100", "$c1d")
        + flat("101,96! 116,94 127,102 124,122 120,144! 103,144! 102,120", other),
    )
    art += "".join(circle(102, y, 2.2, "$gold") for y in (108, 118, 128, 138))
    art += gouge("116,106 114,120 112,136", 2.2) + gouge("86,106 88,122 91,138", 2.2)
    return art


def skirt_panes(half=True):
    other = "$c2" if half else "$c1"
    art = solid(
        "84,140! 77,162 68,187! 84,192 102,188 118,192 135,186! 128,162 120,140!",
        "$c1",
        flat("84,140! 77,162 68,187! 84,192! 92,166 95,140!", "$c1d")
        + flat("101,140! 100,166 102,188! 118,192! 114,166 109,140!", other),
    )
    art += gouge("92,150 89,170 85,188") + gouge("101,150 101,170 102,184") + gouge("110,150 114,170 118,188")
    art += line("69,182 84,187 102,183 118,187 133.5,181", 1.4)
    return art


def tabard():
    """A long open coat with a hem of points instead of the short skirt."""
    art = solid(
        "84,140! 76,180 66,222! 74,217! 82,226! 90,219! 98,228! 106,219! 114,227! 122,218! 130,225! 138,216! 130,180 120,140!",
        "$c1",
        flat("84,140! 76,180 66,222! 74,217! 82,226! 90,180 94,140!", "$c1d")
        + flat("112,140! 118,180 122,218! 130,225! 138,216! 130,180 120,140!", "$c2"),
    )
    art += gouge("96,152 92,190 90,216") + gouge("108,152 108,190 106,216") + line("68,211 82,216 98,217 114,216 136,207", 1.4)
    return art


def belt():
    return solid("84,139! 102,144 121,139! 122,148! 102,153 83,148!", "$c3") + rect(97, 142, 10, 9, "$gold", 2)


def collar(kind="plain"):
    if kind == "ruff":
        return solid("80,94 84,87! 92,85! 102,89! 112,85! 120,88! 124,95 114,101! 102,98! 90,102!", "$cream") + hatch(
            "86,90 90,100", "118,90 114,99", 7, 1.6
        )
    if kind == "steel":
        return shape("82,98 88,88 102,91 116,88 123,97 113,104 102,101 90,105", "$sky") + gouge("88,97 102,95 117,96", 1.8)
    return solid("86,95 92,88! 102,95! 111,88! 118,95 110,103! 102,97! 93,104!", "$cream")


def bodice(neckline="square"):
    art = solid(
        "90,95 79,101 82,118 88,146! 116,146! 122,118 125,101 114,95 102,98",
        "$c1",
        flat("90,95 79,101 82,118 88,146! 97,146! 92,120 93,100", "$c1d"),
    )
    if neckline == "square":
        art += shape("88,94! 89,108! 115,108! 116,94! 102,97", "$skin") + shape(
            "88,104! 102,108 116,104! 116,111! 102,114 88,111!", "$cream"
        )
    else:
        art += shape("90,94! 102,124! 114,94! 102,97", "$cream") + shape("92,93! 102,110! 112,93! 102,96", "$skin")
    art += gouge("97,118 98,130 100,143") + gouge("108,118 107,130 105,143")
    return art


def ermine(curve, width=13):
    """White fur with black tails along a curve."""
    art = limb(curve, [width, width + 1, width], "$cream", samples=8, flat_ends=False)
    for i, (x, y, nx, ny, _) in enumerate(along(curve, 9)[1:-1]):
        s = width * (0.13 if i % 2 else -0.13)
        art += flat(
            [
                (x + nx * s, y + ny * s - 3, True),
                (x + nx * s + 1.6, y + ny * s + 3, False),
                (x + nx * s - 1.6, y + ny * s + 3, False),
            ],
            "$ink",
        )
    return art


def necklace():
    pearls = [(x, y) for x, y, *_ in along("84,99 91,106 102,109.4 113,106 120,99", 10)]
    return "".join(circle(x, y, 2.5, "$cream") for x, y in pearls) + circle(102, 114, 3.6, "$brick")


def mantle(left="86,96 62,112 48,180 40,282! 64,292 84,286! 92,180 108,100", fill="$c2", shade="$c2d", trim=True):
    """A cloak that falls to the ground on both sides."""
    art = solid(left, fill, flat("84,104 70,130 62,200 58,290! 84,285! 92,180 98,106", shade))
    return art + gouge("72,130 60,200 54,276", 2.6) + gouge("80,140 72,210 68,282", 2.6)


def bare_torso():
    art = solid(
        "88,95 73,101 69,116 79,134 84,160! 120,160! 124,134 135,116 131,101 116,95 102,98",
        "$skin",
        flat("88,95 73,101 69,116 79,134 84,160! 93,160! 88,134 84,116 92,100", "$tan"),
    )
    art += gouge("78,124 90,130 101,123", 2.2) + gouge("103,123 114,130 127,122", 2.2) + gouge("102,106 101,130 102,152", 1.8)
    return (
        art
        + gouge("90,140 95,142 99,140", 1.6)
        + gouge("105,140 110,142 114,140", 1.6)
        + gouge("86,100 94,104 100,102", 1.6)
        + gouge("106,102 112,104 119,100", 1.6)
    )


def gown(drape=True, hem="86,142! 76,180 64,232 56,284! 78,291 102,286 126,291 148,283! 140,232 128,180 118,142!"):
    """A long classical dress with a mantle slung over the hips."""
    art = ellipse(86, 289, 11, 4.6, "$skin") + ellipse(120, 290, 11, 4.6, "$skin")
    left, right = hem.split(" 78,291")[0], "118,142! 128,180 140,232 148,283! 138,288! 130,224 112,150"
    art += solid(hem, "$c1", flat(left + " 74,290! 82,224 94,142!", "$c1d") + flat(right, "$c1d"))
    art += gouge("94,210 90,250 86,280", 2.4) + gouge("108,216 110,250 112,280", 2.4) + gouge("124,210 130,250 132,276", 2.2)
    art += bodice("vee")
    if drape:
        art += solid(
            "84,140! 70,176 62,214! 84,224 112,214 142,188! 132,166 121,140! 104,150",
            "$c2",
            flat("62,214! 84,224 112,214 142,188! 138,180! 112,200 86,208 65,202!", "$c2d"),
        )
        art += gouge("88,152 84,180 76,206", 2.2) + gouge("100,154 104,180 98,206", 2.2) + gouge("112,150 122,172 128,190", 2.2)
        art += solid("84,140! 102,148 120,139! 122,148! 102,158 82,150!", "$c2d")
    return art
