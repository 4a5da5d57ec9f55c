"""The trumps 10 to 1 of the Sicilian deck, the Miseria and the Fuggitivo: people, virtues and crowns."""

from . import courts
from .beasts import eagle, eagle_wing, horse, lion_sitting, running_dog
from .courts import emblem
from .figures import arm, head, leg
from .garments import belt, bodice, collar, doublet, gown, skirt_panes
from .geometry import circle, ellipse, flat, gouge, group, limb, line, mirror, ring, shape, solid, star
from .looks import AGED, DARK, FAIR, RE, REGINE
from .palette import dress
from .props import heart, heater, jug, orb, scales, tambourine, throne
from .scenery import festoon, flames, ground, halo, land, pillar


def lady(before="", over="", head_look=None, **look):
    """A virtue: gown, head, both arms; things go before or over the arms."""
    art = gown(look.get("drape", True)) + look.get("neck", "")
    art += group(
        head(**{"hair": "long", "kind": "lady", **(head_look or {})}),
        101,
        64,
        courts.HEAD,
        look.get("head_turn", 0),
        look.get("looks_left", False),
    )
    art += before
    art += arm(
        look["arm_l"],
        "$c1",
        "$c3",
        look.get("hand_l", "fist"),
        puff="$c2",
        turn=look.get("turn_l"),
        flip=look.get("flip_l", False),
        widths=(19, 18, 15, 12),
    )
    art += arm(
        look["arm_r"],
        "$c1",
        "$c3",
        look.get("hand_r", "fist"),
        puff="$c2",
        turn=look.get("turn_r"),
        flip=look.get("flip_r", False),
        widths=(19, 18, 15, 12),
    )
    return art + over


def rider(look, hat="", hair="bob", beard="", legs=(), contour="oval"):
    """A figure on the wheel, hips at the origin: without legs it sits behind the rim, with legs it clings to it."""
    art = "".join(leg(joints, fill) for joints, fill in zip(legs, ("$c2", "$c3"), strict=False))
    art += skirt_panes() + doublet() + belt()
    art += group(head(hair, beard, hat, contour=contour), 101, 64, 1.15)
    if legs:
        art += arm("82,107 62,96 58,70", "$c1", "$c3", "fist", puff="$c1")
        art += arm("122,107 146,92 148,64", "$c2", "$c3", "fist", puff="$c2")
    return dress(group(art, -102, -190), **look)


def ruota():
    art = land(280, "$wood", "$bark", cuts=False)
    art += (
        limb("98,184 62,300", [12, 14], "$wood")
        + limb("98,184 138,300", [12, 14], "$wood")
        + limb("58,286 142,286", [9, 9], "$wood")
    )
    king = dict(c1d="wine", c1="brick", c2d="brass", c2="ochre", c3="green", hair="ash", hair2="grey")
    up = dict(c1d="pine", c1="green", c2d="blue", c2="sky", c3="gold", hair="bark", hair2="ochre")
    down = dict(c1d="night", c1="blue", c2d="wine", c2="brick", c3="gold", hair="ochre", hair2="brass")
    wheel = circle(0, 0, 66, "$ochre") + circle(0, 0, 51, "$mid")
    wheel += ring(8, shape("-4,-8! -5,-30 -4,-52! 4,-52! 5,-30 4,-8!", "$brick") + circle(0, -32, 6, "$gold"))
    wheel += (
        ring(16, star(0, -58.5, 4.6, 2.2, 4, "$wine", outlined=False))
        + circle(0, 0, 51, "none")
        + circle(0, 0, 17, "$gold")
        + ring(8, flat("0,-14! 4,-7 0,-3! -4,-7", "$brick"))
        + circle(0, 0, 4.6, "$ochre")
    )
    art += group(wheel, 98, 184, 0.86)
    falling = rider(down, "", "curls", legs=("92,182 78,222 90,262", "112,182 128,214 120,256"), contour="round")
    climbing = rider(up, "cap", legs=("92,182 74,212 90,246", "112,182 122,226 116,278"), contour="long")
    art += group(falling, 149, 166, 0.44, 170) + group(climbing, 44, 236, 0.46, 8)
    art += group(rider(king, "crown_lily", "bob", "full", contour="square"), 98, 134, 0.58)
    art += line("112,184 132,184 132,200", 6) + line("112,184 132,184 132,200", 3, "$wood")
    return art


def carro():
    art = land(262, "$leaf", "$green")
    steed = dress(
        horse("prance", caparison=False),
        coat="cream",
        coatd="ash",
        mane="gold",
        mane2="brass",
        hoof="bark",
        c1d="wine",
        c1="brick",
        c3="brick",
    )
    art += group(steed, 62, 84, 0.68)
    # the driver
    look = dict(c1d="night", c1="blue", c2d="brass", c2="ochre", c3="brick", **FAIR)
    driver = solid(
        "80,100 60,120 40,170 30,230! 60,240 84,230! 92,150",
        "$brick",
        flat("78,110 62,130 46,180 42,234! 60,238! 80,170", "$wine"),
    )
    driver += skirt_panes(False) + doublet(False) + belt() + collar("steel") + group(head("curls", "", "laurel", contour="square"), 101, 64, 1.15)
    driver += (
        arm("82,107 66,134 90,156", "$c1", "$c3", "fist", puff="$c2")
        + line("154,132 150,28", 6)
        + line("154,132 150,28", 2.6, "$wood")
    )
    driver += shape("150,26! 156,10 150,-2! 144,10", "$gold") + solid(
        "151,32! 172,28 188,38! 178,46 188,58! 168,58 152,62!", "$brick"
    )
    driver += arm("122,107 146,126 152,112", "$c1", "$c3", "fist", puff="$c2")
    art += group(dress(driver, **look), 10, 26, 0.78)
    art += line("88,158 150,170", 2.2, "$brick")
    # car
    art += line("104,238 160,226", 5) + line("104,238 160,226", 2.4, "$wood")
    art += solid(
        "22,166! 26,200 30,240! 104,246! 120,236 116,190 126,170! 112,176 104,196 70,204 40,194 32,178",
        "$brick",
        flat("22,166! 26,200 30,240! 50,242! 44,200 36,186", "$wine"),
    )
    art += line("24,178 36,202 70,212 106,204 120,180", 3.4, "$gold") + line("31,232 70,237 106,237", 3.4, "$gold")
    wheel = (
        circle(0, 0, 34, "$ochre")
        + circle(0, 0, 26, "$low")
        + ring(8, shape("-3,-6! -3,-27! 3,-27! 3,-6!", "$brick"))
        + circle(0, 0, 9, "$gold")
        + circle(0, 0, 3, "$brick", False)
    )
    art += group(wheel, 66, 256)
    return art


def cupid():
    wing = group(dress(eagle_wing(), f1="cream", f2="rose"), 0, 0, 0.5)
    art = group(wing, -6, -4, 1, -10, True) + group(wing, 10, -6, 1, 10)
    art += limb("0,22 -14,34 -30,32 -42,40", [17, 14, 10, 8], "$tan", flat_ends=False) + limb(
        "4,22 -4,40 -16,52 -26,56", [17, 15, 11, 8], "$skin", flat_ends=False
    )
    art += solid("-8,-10 -13,4 -10,22 2,28 14,22 15,4 10,-10", "$skin", flat("-8,-10 -13,4 -10,22 -2,27! -4,10", "$tan")) + gouge(
        "2,16 4,20 7,16", 1.6
    )
    art += solid("-12,14! 2,20 15,12! 16,22! 2,32 -12,26!", "$brick")
    art += dress(group(head("curls", "", "", contour="round"), 2, -26, 0.86), **FAIR)
    art += line("34,-26 48,-10 46,8 30,24", 4.4) + line("34,-26 48,-10 46,8 30,24", 2, "$wood") + line("34,-26 12,2 30,24", 1.3)
    art += line("8,2 58,-2", 2.6) + shape("56,-6! 66,-2! 56,2!", "$gold")
    art += limb("10,-4 24,-2 40,0", [10, 8, 7], "$skin", flat_ends=False) + limb(
        "-6,-4 -14,6 6,4", [10, 8, 7], "$skin", flat_ends=False
    )
    return art


def couple_man(look):
    man = leg("92,182 88,226 82,279", "$c2", garter="$c3", flip=False, shade="$c2d") + leg(
        "112,182 118,226 122,280", "$c3", garter="$c1"
    )
    man += skirt_panes() + doublet() + belt() + collar("ruff") + group(head("bob", "moustache", "cap"), 101, 64, 1.16)
    man += arm("82,107 58,130 78,150", "$c1", "$c3", "fist", puff="$c1", turn=120) + arm(
        "122,107 140,138 168,146", "$c2", "$c3", "palm", puff="$c2"
    )
    return dress(man, **look)


def couple_woman(look, hat="wreath"):
    """Looks right; mirrored into place."""
    hem = "88,142! 78,176 66,230 58,282! 78,290 102,286 126,290 146,281! 138,230 126,176 116,142!"
    art = solid(hem, "$c1", flat("88,142! 78,176 66,230 58,282! 76,289! 84,220 94,142!", "$c1d"))
    art += (
        solid("100,146! 92,200 88,286! 102,284 118,287! 114,200 106,146!", "$c2")
        + gouge("82,180 74,230 70,274", 2.4)
        + gouge("124,180 130,230 134,274", 2.4)
    )
    art += (
        bodice()
        + solid("86,141! 102,146 118,141! 119,150! 102,155 85,150!", "$c3")
        + group(head("long", "", hat, "lady", "round"), 101, 64, 1.16)
    )
    art += arm("82,108 60,132 80,156", "$cream", "$c2", "palm", puff="$c1", turn=80, widths=(18, 18, 15, 11)) + arm(
        "120,108 142,136 166,146", "$cream", "$c2", "hold", puff="$c1", turn=0, widths=(18, 18, 15, 11)
    )
    return dress(art, **look)


def amore():
    art = halo("$midlight", 98, 92, 60) + land(270, "$leaf", "$green") + ring_hearts()
    art += group(couple_man(dict(c1d="night", c1="blue", c2d="brass", c2="gold", c3="brick", **DARK)), -10, 98, 0.68)
    art += mirror(group(couple_woman(dict(c1d="pine", c1="green", c2d="ash", c2="cream", c3="brick", **FAIR)), -10, 98, 0.68))
    art += group(cupid(), 98, 70, 1.02)
    return art


def ring_hearts():
    return (
        heart(170, 38, 1.0, "$wine")
        + heart(104, 158, 1.5, "$brick")
        + heart(30, 128, 0.8, "$wine")
        + heart(174, 128, 0.8, "$wine")
    )


def giustizia():
    figure = ground("$leaf", "$green", 30, 158)
    blade = emblem("S", 156, 120, 0.9)
    body = lady(
        before=scales(56, 148) + blade,
        arm_l="80,108 60,132 56,134",
        arm_r="122,108 146,138 155,128",
        head_look={"hair": "braid", "hat": "crown_wall"},
        over="",
    )
    figure += body
    return halo("$midlight") + dress(group(figure, *courts.BODY), c1d="night", c1="blue", c2d="brass", c2="gold", c3="cream", **DARK)


def fortezza():
    figure = ground("$leaf", "$green", 20, 168) + pillar(152, 84, 284, 30)
    figure += shape("137,84! 140,70! 147,76! 152,64! 158,74! 164,66! 167,84!", "$ash")
    figure += lady(
        arm_l="80,108 60,138 56,176",
        hand_l="palm",
        turn_l=180,
        arm_r="122,108 150,132 150,116",
        hand_r="palm",
        turn_r=10,
        head_look={"hair": "braid", "hat": "helmet"},
        over=group(lion_sitting(), 54, 290, 0.98),
    )
    return halo("$midlight") + dress(group(figure, *courts.BODY), c1d="pine", c1="green", c2d="brass", c2="ochre", c3="cream", **FAIR)


def temperanza():
    stream = limb("136,112 112,120 84,140 66,170", [5, 7, 8, 8], "$ice", flat_ends=False) + line(
        "132,115 108,126 82,146", 1.4, "$dusk"
    )
    figure = ground("$leaf", "$green", 30, 158)
    figure += lady(
        before=jug(150, 104, -62) + stream + jug(58, 190, 6, True, "$blue", "$night"),
        arm_l="80,108 56,140 62,168",
        turn_l=170,
        arm_r="122,108 148,134 156,116",
        head_look={"hair": "long", "hat": "wreath"},
    )
    return halo("$lowlight") + dress(group(figure, *courts.BODY), c1d="brass", c1="ochre", c2d="ash", c2="cream", c3="brick", **DARK)


def costanza():
    figure = ground("$leaf", "$green", 30, 172)
    figure += (
        pillar(154, 160, 284, 26, "$cream", "$ash")
        + shape("132,138! 176,138! 168,154 140,154", "$ochre")
        + line("134,144 174,144", 1.6)
        + flames(154, 138, 0.95)
    )
    figure += line("48,290 52,118", 6) + line("48,290 52,118", 2.8, "$wood") + shape("52,118! 45,108 52,92! 59,108", "$ice")
    figure += lady(
        arm_l="80,108 58,138 51,150",
        arm_r="122,108 138,120 146,98",
        hand_r="palm",
        turn_r=20,
        head_look={"hair": "long", "hat": "veil"},
    )
    return halo("$lowlight") + dress(group(figure, *courts.BODY), c1d="wine", c1="brick", c2d="night", c2="blue", c3="gold", **DARK)


def imperatore():
    look = dict(
        RE["B"],
        hat="crown_arch",
        beard="full",
        seated=True,
        grip=(156, 120),
        arm_l="74,116 54,138 56,128",
        hand_l="hold",
        turn_l=0,
        before="",
        over=orb(62, 108, 13),
    )
    art = group(courts.re(look, "sceptre"), *courts.BODY)
    return halo("$lowlight") + dress(art, c1d="wine", c1="brick", c2d="pine", c2="green", c3="gold", hair="ash", hair2="grey")


def imperatrice():
    look = dict(
        REGINE["B"],
        hat="crown_arch",
        collar="fan",
        behind=throne(),
        before="",
        arm_l="80,108 58,138 60,170",
        hand_l="palm",
        turn_l=170,
        over=heater(54, 204, group(dress(eagle(), f1="ink", f2="grey"), 0, -2, 0.23)),
    )
    art = group(courts.regina(look, "sceptre"), *courts.BODY)
    return halo("$lowlight") + dress(art, c1d="night", c1="blue", c2d="wine", c2="brick", c3="ochre", **FAIR)


def dancer(look, hat, hair, beard=""):
    """A youth mid-step, looking right, inner hand raised."""
    art = leg("92,182 70,214 52,246", "$c2", flip=False, shade="$c2d", foot_turn=40) + leg(
        "112,182 120,228 112,280", "$c3", garter="$c1"
    )
    art += skirt_panes() + doublet() + belt() + collar() + group(head(hair, beard, hat), 101, 64, 1.18)
    art += arm("82,107 58,130 80,148", "$c1", "$c3", "fist", puff="$c1", turn=110) + arm(
        "122,107 148,96 160,62", "$c2", "$c3", "fist", puff="$c2"
    )
    return dress(art, **look)


def picciotti():
    art = halo("$lowlight", 100, 120, 54) + festoon() + land(270, "$leaf", "$green")
    art += group(dancer(dict(c1d="wine", c1="brick", c2d="brass", c2="gold", c3="green", **DARK), "cap", "curls"), -10, 98, 0.68)
    art += mirror(
        group(dancer(dict(c1d="night", c1="blue", c2d="ash", c2="cream", c3="brick", **FAIR), "turban", "bob"), -10, 98, 0.68)
    )
    return art + tambourine(101, 116)


def miseria():
    figure = ground("$sand", "$wood", 26, 158)
    figure += limb("90,190 86,232 80,280", [20, 17, 13, 10], "$tan") + limb("112,190 118,232 118,282", [20, 17, 13, 10], "$skin")
    figure += shape("74,280! 70,289! 92,291! 88,280!", "$tan") + shape("112,280! 110,290! 134,291! 124,282!", "$skin")
    figure += solid(
        "86,94 68,106 62,150 58,214! 66,206! 72,222! 80,210! 90,226! 98,212! 106,224! 114,210! 124,222! 130,206! 140,214! 138,150 132,106 116,94",
        "$grey",
        flat("86,94 68,106 62,150 58,214! 66,206! 72,222! 80,210! 82,150 90,104", "$bark"),
    )
    figure += (
        solid("106,176! 124,172! 128,190! 110,196!", "$brick")
        + line("106,173 110,179", 1.4)
        + line("114,171 116,177", 1.4)
        + line("110,192 111,199", 1.4)
        + line("124,187 127,193", 1.4)
    )
    figure += (
        solid("84,182! 96,184! 94,198! 82,196!", "$blue")
        + gouge("102,110 100,150 104,204", 2.4)
        + gouge("120,120 124,150 126,166", 2.2)
    )
    figure += (
        solid("70,146! 102,154 136,146! 136,153! 102,162 69,153!", "$ochre")
        + line("108,158 114,184", 3)
        + line("108,158 114,184", 1.4, "$ochre")
    )
    figure += (
        shape("88,96! 102,126! 116,96! 102,100", "$tan")
        + gouge("96,106 102,112 108,106", 1.5)
        + gouge("98,116 102,119 106,116", 1.4)
    )
    figure += dress(group(head("long", "full", "", kind="old", contour="long"), 101, 68, courts.HEAD, 6), **AGED)
    figure += line("46,292 50,128", 7) + line("46,292 50,128", 3.6, "$wood") + limb("36,126 50,122 66,124", [9, 9, 9], "$wood")
    figure += arm("78,112 56,142 50,150", "$grey", "$bark", "fist", widths=(22, 21, 18, 13))
    figure += arm("126,112 142,142 156,146", "$grey", "$bark", "hold", widths=(22, 21, 18, 13), turn=0)
    figure += shape("146,132! 178,132! 174,146 160,150 150,146", "$wood") + ellipse(162, 132, 16, 4.4, "$bark")
    return halo("$dustlight") + group(figure, *courts.BODY)


def fuggitivo():
    art = halo("$foollight", 106, 110, 60) + land(266, "$leaf", "$green")
    figure = ""
    figure += leg("92,182 56,196 36,238", "$c2", shade="$c2d", foot_turn=62, shoe_fill="$brick")
    figure += leg("112,182 146,206 136,254", "$c3", shoe_fill="$brick", foot_turn=-8)
    figure += skirt_panes()
    figure += doublet() + belt()
    figure += (
        solid("78,96! 84,88 102,92 118,87 126,95! 132,108! 122,102! 116,114! 106,104! 98,115! 90,104! 80,112! 76,102!", "$c3")
        + circle(98, 117, 3, "$gold")
        + circle(116, 116, 3, "$gold")
        + circle(80, 114, 3, "$gold")
        + circle(132, 110, 3, "$gold")
    )
    figure += group(head("short", "", "jester", contour="long"), 104, 62, courts.HEAD, 4)
    # staff and bundle over the shoulder
    figure += line("148,134 40,98", 6.4) + line("148,134 40,98", 3, "$wood")
    figure += (
        shape("44,100! 34,104! 22,114 20,130 32,142 48,140 58,128 54,112! 46,106!", "$brick")
        + gouge("38,110 32,122 38,136", 2.2)
        + gouge("46,112 50,122 46,134", 2.2)
    )
    figure += (
        shape("42,101! 32,92 26,96! 34,104!", "$brick")
        + shape("46,101! 52,92 58,94! 52,104!", "$brick")
        + "".join(circle(x, y, 2.6, "$cream", False) for x, y in ((32, 128), (42, 118), (48, 130)))
    )
    figure += arm("124,108 142,132 138,132", "$c2", "$c3", "fist", puff="$c2", turn=-60, widths=(18, 17, 15, 12))
    figure += arm("82,108 66,138 92,152", "$c1", "$c3", "fist", puff="$c1", turn=80, widths=(18, 17, 15, 12))
    art += group(figure, 8, 14, 0.95) + group(running_dog(), 60, 276, 0.9)
    return dress(art, c1d="brass", c1="gold", c2d="pine", c2="green", c3="brick", **DARK)
