"""Animals: horse, hound, falcon, eagle, lion. Heraldry allows them to smile."""

from .geometry import both, circle, ellipse, flat, gouge, group, limb, line, polar, shape, solid, star


def hoof(x, y, turn=0):
    return group(shape("-5.5,-7! 5.5,-7! 8.5,5! -7,5!", "$hoof") + line("-6,-3 6.4,-3", 1.4), x, y, 1, turn)


HORSE_LEGS = {
    # shoulder or hip, then the joints down to the fetlock, and the turn of the hoof
    "walk": (
        ("56,206 60,228 36,252 34,281", 0),
        ("50,204 66,226 50,254 58,281", 0),
        ("118,208 118,240 112,262 110,281", 0),
        ("128,206 150,222 150,236 138,254", 50),
    ),
    "stand": (
        ("58,206 64,228 52,254 58,281", 0),
        ("50,204 60,226 40,254 42,281", 0),
        ("120,208 130,236 138,258 146,280", 0),
        ("122,208 120,240 120,262 118,281", 0),
    ),
    "trot": (
        ("56,206 66,226 62,252 78,278", -16),
        ("50,204 54,228 30,250 28,281", 6),
        ("126,206 148,216 158,232 150,250", 30),
        ("118,208 114,238 108,258 100,279", 16),
    ),
    "prance": (
        ("58,206 68,226 50,252 52,281", 0),
        ("48,204 60,228 38,254 38,281", 0),
        ("124,204 146,206 158,222 148,238", 40),
        ("126,206 142,226 136,246 122,254", 75),
    ),
}


def horse(legs="walk", caparison=False):
    """A saddled horse in profile, collected, looking right."""
    far_hind, near_hind, far_fore, near_fore = HORSE_LEGS[legs]

    def one(joints, turn, widths, fill):
        end = joints.split()[-1].split(",")
        x, y = float(end[0]), float(end[1])
        return hoof(x + 1, y + 6, turn) + limb(joints, widths, fill, samples=12)

    hind, fore = (38, 34, 22, 16, 14, 10, 10.5), (26, 22, 15, 13.5, 11, 9.5, 10.5)
    tail = limb("42,180 29,181 23,204 28,232 20,253", [7, 14, 18, 15, 2], "$mane", samples=10, flat_ends=False)
    tail += gouge("36,182 24,194 23,216 26,240", 2.2, "$mane2") + gouge("38,186 31,198 30,218 30,236", 2, "$mane2")
    art = one(*far_hind, hind, "$coatd") + one(*far_fore, fore, "$coatd") + tail
    art += one(*near_hind, hind, "$coat")
    body = (
        "146,116 157,119 166,134 174,152 176,163 168,168 158,161 148,157 142,163! 143,180 143,194 135,212 120,224 96,231 66,226 "
        "46,216 37,204 37,188 48,174 72,173 90,176 106,168 115,150 128,129"
    )
    shade = flat("141,190! 135,212 120,224 96,231 66,226 46,216 37,204! 56,214 84,219 112,212 130,200", "$coatd")
    shade += flat("142,163! 143,178 143,194! 134,182 131,166 138,150 146,157", "$coatd")
    art += solid(body, "$coat", shade)
    art += one(*near_fore, fore, "$coat")
    art += flat("54,196! 70,196 78,210 70,222 56,216", "$coat") + flat("112,206! 128,186 138,196 134,210 120,218", "$coat")
    art += gouge("70,204 78,214 72,226", 2) + gouge("118,196 114,210 120,220", 2) + gouge("44,190 46,202 54,210", 2)
    details = shape("139,108! 139,94 146,100 147,110!", "$coat") + shape("133,110! 131,98 139,102 141,111!", "$coatd")
    details += (
        flat("146.5,120! 150,116.6 155,120.4! 151,123.6", "$ink")
        + circle(151.8, 119, 1, "$cream", False)
        + gouge("144.6,118.4 149.6,114 155,117.6", 1.8)
    )
    details += (
        ellipse(163.4, 148.4, 1.7, 2.4, "$ink", False)
        + gouge("158,156 162,153 167,153.6", 1.6)
        + gouge("143,126 140,136 143,145", 1.8)
    )
    bridle = (
        line("138,110 147,126 158,123", 2.6, "$c3")
        + line("150,151 157,140 163,136", 2.6, "$c3")
        + line("147,126 156,142", 2.6, "$c3")
    )
    bridle += circle(147, 126, 2.6, "$gold") + circle(156.4, 141, 2.6, "$gold")
    art += group(details, 8, 10)
    art += shape(
        "152,117! 147,109 138,112! 133,117 126,121! 123,130 115,134! 116,143 107,146! 109,155 101,159! 105,166 101,172! 111,168 118,162! "
        "120,155 126,152! 126,144 133,141! 133,134 140,130! 142,124",
        "$mane",
    )
    art += (
        gouge("136,119 131,128 129,138", 2, "$mane2")
        + gouge("126,128 121,140 121,150", 2, "$mane2")
        + gouge("115,143 111,154 110,164", 2, "$mane2")
    )
    art += group(bridle, 8, 10)
    art += line("104,184 124,194 142,190", 4, "$c3") + line("60,178 44,188 37,200", 4, "$c3")
    art += "".join(circle(x, y, 2.4, "$gold") for x, y in ((114, 189.6), (124, 193.6), (134, 192.6), (52, 182), (43, 190)))
    if caparison:
        art += solid(
            "36,186 46,174 70,172! 72,226! 78,248! 68,242! 62,252! 54,243! 46,251! 40,240! 33,244! 34,214",
            "$c1",
            flat("36,186 40,178! 48,200 46,250! 40,240! 33,244! 34,214", "$c1d"),
        )
        art += line("34,232 48,238 72,234", 2.4, "$gold") + star(54, 208, 10, 4, 6, "$gold")
        art += solid(
            "104,170! 118,172 132,178 142,190! 144,222! 136,217! 130,226! 122,218! 114,226! 108,217! 102,220!",
            "$c1",
            flat("132,178 142,190! 144,222! 136,217! 130,226! 128,198", "$c1d"),
        )
        art += line("104,210 122,210 143,213", 2.4, "$gold") + star(121, 194, 8, 3.4, 6, "$gold")
    return art


def hound(x, y):
    """A greyhound sitting at the feet, looking right."""
    art = limb("-18,26 -30,22 -33,8 -27,2", [6, 5, 4, 2], "$cream", flat_ends=False)
    art += solid(
        "10,-26 2,-30 -5,-26 -6,-18 -6,-8 -16,6 -21,20 -17,30 -2,31! 2,31! 8,31! 6,24 10,4 8,-10 14,-17 26,-19 27,-23 18,-26",
        "$cream",
        flat("-6,-16! -6,-8 -16,6 -21,20 -17,30! -10,30! -14,20 -8,4", "$ash"),
    )
    art += (
        shape("-2,-29! -12,-30 -14,-20! -6,-21", "$ash")
        + circle(9, -23, 1.4, "$ink", False)
        + circle(26.4, -21.6, 1.7, "$ink", False)
    )
    art += line("-4,30 -8,18 2,10", 1.5) + solid("-7,-13! 9,-10! 9.4,-5! -7.4,-8!", "$c3") + line("4,6 2,20 3,30", 1.4)
    return group(art, x, y)


def falcon(x, y):
    """A hooded bird on the glove, looking right."""
    art = shape("-3,-4! -12,10 -14,24! -6,22 2,6", "$wood")
    art += solid(
        "2,-30 -6,-28 -9,-20 -10,-8 -6,2 0,4 6,0 8,-10 7,-20 12,-23! 8,-29",
        "$tan",
        flat("2,-30 -6,-28 -9,-20 -10,-8 -6,2 0,4! -2,-8 -2,-18", "$wood"),
    )
    art += shape("-4,-22 -10,-6 -10,14! -2,6 2,-8", "$wood") + gouge("-5,-14 -8,-2 -8,8", 1.8, "$ochre")
    art += shape("1,-31 -5,-27 -4,-22 4,-21 8,-25 7,-30", "$brick") + line("0,-31 -1,-37", 2)
    return group(art, x, y)


COATS = {
    "white": dict(coat="cream", coatd="ash", mane="ochre", mane2="brass", hoof="wood"),
    "bay": dict(coat="wood", coatd="bark", mane="ink", mane2="wood", hoof="ink"),
    "chestnut": dict(coat="rose", coatd="tan", mane="brick", mane2="wine", hoof="bark"),
    "grey": dict(coat="ash", coatd="grey", mane="cream", mane2="grey", hoof="ink"),
}


COATS["chestnut"] = dict(coat="russet", coatd="wine", mane="gold", mane2="brass", hoof="ink")


def eagle_wing():
    """Right wing of a displayed eagle, root at the origin."""
    art = ""
    tips = [(20, 46), (33, 54), (47, 54), (60, 46), (70, 32), (77, 14), (80, -8), (78, -30)]
    roots = [(4, -4), (9, -10), (16, -17), (24, -24), (33, -30), (42, -35), (50, -38), (56, -40)]
    for (x0, y0), (x1, y1) in zip(roots, tips, strict=True):
        art += limb(
            [(x0, y0, False), ((x0 + x1) / 2 - 2, (y0 + y1) / 2 - 4, False), (x1, y1, False)],
            [9, 14, 12, 4],
            "$f1",
            samples=6,
            flat_ends=False,
        )
    for (x0, y0), (x1, y1) in zip(roots, tips, strict=True):
        art += limb(
            [(x0, y0, False), (x0 + (x1 - x0) * 0.42, y0 + (y1 - y0) * 0.42, False)],
            [9, 11, 7],
            "$f2",
            samples=4,
            flat_ends=False,
        )
    art += limb("-4,2 8,-22 30,-42 54,-50 66,-44", [16, 16, 13, 10, 5], "$f1", flat_ends=False)
    return art + gouge("4,-14 22,-34 48,-46", 2.2)


def eagle_head():
    """Head and neck turned right, rising from the origin."""
    art = limb("0,10 6,-10 6,-26", [26, 20, 17], "$f1", flat_ends=False)
    art += shape("-4,-30 0,-40 10,-43 18,-38! 27,-38 32,-32 29,-24! 25,-29 18,-27! 12,-20 2,-20", "$f1")
    art += (
        shape("17,-38! 26,-39 32,-33 29,-23! 25,-29 17,-27!", "$gold")
        + circle(11, -34, 2.6, "$cream")
        + circle(11.6, -34, 1.3, "$ink", False)
    )
    return (
        art
        + gouge("6,-39 11,-40 16,-37", 2.2)
        + "".join(gouge(f"{x},{y} {x + 4},{y + 4} {x + 8},{y}", 2) for x, y in ((-4, -14), (3, -10), (-6, -2), (2, 2)))
    )


def eagle(double=False):
    """A displayed eagle, about 170 wide, centred on its breast."""
    tail = "".join(
        limb(f"0,34 {x * 0.6},{60} {x},{y}", [10, 13, 5], "$f1", samples=6, flat_ends=False)
        for x, y in ((-24, 78), (24, 78), (-13, 86), (13, 86), (0, 90))
    )
    talon = limb("14,36 24,50 26,58", [17, 12, 7], "$f2") + "".join(
        limb(f"26,58 {x},{y}", [5, 4, 1.5], "$gold", samples=4) for x, y in ((16, 68), (27, 72), (38, 66))
    )
    art = both(group(eagle_wing(), 16, -14)) + tail + both(talon)
    art += both(group(eagle_head(), 8, -26)) if double else group(eagle_head(), 0, -26)
    art += shape("0,-34 -16,-28 -23,-8 -20,18 -8,38 0,44! 8,38 20,18 23,-8 16,-28", "$f1")
    for y, xs in ((-16, (-10, 0, 10)), (-6, (-14, -5, 5, 14)), (4, (-10, 0, 10)), (14, (-12, -4, 5, 12)), (24, (-6, 3))):
        art += "".join(gouge(f"{x - 4},{y} {x},{y + 4} {x + 4},{y}", 2) for x in xs)
    return art


def lion_sitting():
    """A lion that sits and faces us, 70 wide, feet at y = 0."""
    art = limb("22,-10 40,-8 44,-28 36,-40", [8, 6, 5], "$ochre") + shape("36,-38! 28,-48 34,-56! 40,-54 44,-46!", "$brick")
    art += solid(
        "-14,-56! -26,-30 -28,-4! 28,-4! 26,-30 14,-56!", "$ochre", flat("-14,-56! -26,-30 -28,-4! -16,-4! -16,-30", "$brass")
    )
    art += shape("-16,-44! -18,-10 -24,0! -4,0! -4,-20 -3,-40", "$ochre") + shape(
        "16,-44! 18,-10 24,0! 4,0! 4,-20 3,-40", "$ochre"
    )
    art += line("-18,0 -17,-5", 1.4) + line("-11,0 -11,-5", 1.4) + line("18,0 17,-5", 1.4) + line("11,0 11,-5", 1.4)
    mane = [
        (x, y, True) if i % 2 else (x, y, False)
        for i, (x, y) in enumerate(polar(34 if i % 2 == 0 else 25, i * 360 / 22) for i in range(22))
    ]
    art += group(shape(mane, "$brick") + hatch_ring(16, 21, 30), 0, -66)
    art += group(
        shape("0,-20 -14,-17 -18,-4 -14,10 -6,20 0,22 6,20 14,10 18,-4 14,-17", "$gold")
        + both(shape("9,-17! 14,-25 21,-20 17,-10!", "$ochre"))
        + both(gouge("3,-8 8,-10 14,-7", 2.4) + circle(8, -4, 2, "$ink", False))
        + shape("-5,4! 0,2 5,4! 2,9 0,10! -2,9", "$ink")
        + line("0,10 -4,15 -9,13", 1.6)
        + line("0,10 4,15 9,13", 1.6)
        + flat("-3,16! 0,18 3,16! 0,20", "$brick")
        + both(gouge("2,-4 3,0 3,4", 1.6)),
        0,
        -66,
    )
    return art


def hatch_ring(count, inner, outer):
    return "".join(
        group(gouge(f"0,{-inner} 0.6,{-(inner + outer) / 2} 0,{-outer}", 2), turn=360 * i / count) for i in range(count)
    )


def howling():
    return (
        limb("-12,-2 -20,-6 -22,-16", [4, 4, 2], "$ash", flat_ends=False)
        + solid(
            "-14,2! -16,-10 -8,-22 -2,-34! -4,-40 4,-50 16,-60! 18,-56 13,-46 8,-40 8,-28 7,-12 9,2! 3,2! 1,-10 -2,2!",
            "$ash",
            flat("-14,2! -16,-10 -8,-22 -2,-34! 0,-26 -4,-12 -6,2!", "$grey"),
        )
        + shape("1,-47! -8,-46 -10,-38! -3,-40", "$grey")
        + circle(7, -49, 1.2, "$ink", False)
    )


def running_dog():
    art = limb("-26,-10 -36,-18 -40,-30", [5, 4, 2], "$cream", flat_ends=False)
    art += limb("-20,-2 -30,8 -42,12", [9, 6, 4], "$ash", flat_ends=False) + limb(
        "16,-2 28,8 42,8", [8, 5, 4], "$ash", flat_ends=False
    )
    art += limb("-18,-2 -22,10 -34,18", [10, 7, 4], "$cream", flat_ends=False) + limb(
        "18,0 34,0 46,-2", [8, 5, 4], "$cream", flat_ends=False
    )
    art += solid(
        "-26,-12 -10,-18 14,-18 24,-28! 32,-32 40,-27 50,-24! 50,-20 40,-18 32,-14 24,-2 12,2 -8,-2 -22,2 -28,-4",
        "$cream",
        flat("24,-2 12,2 -8,-2 -22,2 -28,-4! -10,-8 12,-4", "$ash"),
    )
    art += (
        shape("28,-28! 20,-36 14,-32! 22,-24!", "$ash")
        + circle(37, -25, 1.5, "$ink", False)
        + circle(50, -22, 2, "$ink", False)
        + line("23,-26 27,-16", 3.4, "$brick")
    )
    return art
