"""The trumps 20 to 11 of the Sicilian deck, a function for each, from Giove to the Appeso.

The first five are the arie. A function returns SVG for a card of 200 by 320; `trumps` adds the field behind.
"""

from . import courts
from .beasts import eagle, eagle_wing, howling
from .figures import arm, head, leg, shoe
from .garments import bare_torso, belt, collar, doublet, skirt_panes
from .geometry import both, circle, ellipse, flat, gouge, group, hatch, limb, line, rect, ring, shape, solid
from .looks import AGED, DARK, FAIR
from .palette import dress
from .pips import sun_face
from .props import bolt, bone, flower, globe, hourglass, skull
from .scenery import clouds, ground, halo, land, lemon_tree, pricklypear, sea, small_stars, sunflowers


def giove():
    art = small_stars(((66, 40, 6), (126, 34, 7), (172, 130, 6), (30, 120, 6), (28, 190, 5), (176, 196, 5)))
    figure = clouds(62, 286, 1.0) + clouds(142, 288, 0.95) + clouds(100, 296, 0.9)
    toga = solid(
        "80,140! 60,182 52,210 62,240 58,272! 84,280 102,274 124,280 146,270! 142,240 152,208 140,182 122,140!",
        "$brick",
        flat("80,140! 60,182 52,210 62,240 58,272! 74,276! 76,236 68,206 92,146!", "$wine"),
    )
    toga += (
        gouge("64,206 78,200 96,208", 2.8)
        + gouge("142,206 126,200 108,208", 2.8)
        + gouge("80,216 84,244 80,268", 2.4)
        + gouge("126,216 122,244 126,268", 2.4)
    )
    toga += gouge("102,176 100,220 102,262", 2.4) + line("59,266 84,274 102,268 124,274 145,264", 3, "$gold")
    figure += (
        shape("70,272! 66,284 72,290 92,290! 92,276!", "$skin")
        + shape("112,276! 112,291 132,291 138,285 132,274!", "$skin")
        + toga
        + bare_torso()
    )
    figure += solid("80,146! 102,150 126,138! 132,150! 104,166 76,162!", "$brick") + solid(
        "118,96! 132,100 138,112! 120,134 98,156! 84,154! 108,130 114,112",
        "$brick",
        flat("132,100 138,112! 120,134 98,156! 92,155! 118,126", "$wine"),
    )
    figure += group(head("curls", "full", "laurel", kind="old", contour="square"), 101, 64, 1.16)
    figure += line("52,236 42,112", 6.4) + line("52,236 42,112", 3, "$gold")
    figure += group(dress(eagle(), f1="brass", f2="ochre"), 44, 104, 0.34)
    figure += arm("78,110 54,138 45,152", "$skin", "$gold", "fist", widths=(21, 19, 15, 12))
    figure += group(bolt(1.1), 152, 76, 1, 12)
    figure += arm("126,110 148,130 151,92", "$skin", "$gold", "fist", widths=(21, 19, 15, 12))
    return dress(art + group(figure, 3, 14, 0.96), **AGED)


def palla():
    art = small_stars(((60, 30, 5), (170, 40, 7), (174, 170, 5), (28, 130, 6), (34, 210, 5), (168, 110, 4)))
    art += land(270, "$leaf", "$green")
    # He kneels on the left knee, with the right foot forward.
    art += (
        shoe(134, 284, False, "$tan")
        + limb("92,208 70,246 52,284", [30, 26, 16, 13], "$tan")
        + shape("40,278! 34,290 60,291 62,280!", "$tan")
    )
    art += limb("110,206 142,226 138,282", [31, 27, 21, 19, 12], "$skin", samples=10) + gouge(
        "118,212 138,224 136,250", 2.4, "$tan"
    )
    art += group(bare_torso(), 0, 50)
    art += solid(
        "80,200! 70,222 66,240! 84,246 102,236! 118,246 132,234! 130,216 122,200!",
        "$brick",
        flat("80,200! 70,222 66,240! 80,245! 88,222 92,202!", "$wine"),
    )
    art += (
        gouge("100,206 98,222 100,234", 2.4)
        + gouge("114,206 118,222 118,238", 2.4)
        + solid("80,198! 102,204 122,198! 123,207! 102,213 79,207!", "$gold")
    )
    art += group(globe(58), 102, 78)
    art += group(head("curls", "full", "", contour="square"), 102, 146, 0.98, 14)
    art += arm("78,156 46,150 50,112", "$skin", None, "palm", widths=(23, 21, 17, 13), turn=14)
    art += arm("128,156 160,150 154,112", "$skin", None, "palm", widths=(23, 21, 17, 13), turn=-14, flip=True)
    return dress(art, **DARK)


def sole():
    rays = "".join(
        group(
            shape("-8,-42! 0,-84! 8,-42!", "$gold") + flat("0,-82! 8,-42! 0,-42!", "$ochre")
            if i % 2 == 0
            else shape("-6,-42! -9,-54 -1,-62 -6,-74! 7,-64 2,-54 7,-42!", "$brick"),
            turn=i * 22.5,
        )
        for i in range(16)
    )
    art = group(
        rays + circle(0, 0, 46, "$ochre") + ring(20, circle(0, -42.5, 1.4, "$ink", False)) + sun_face(38),
        107,
        122,
        0.88,
    )
    art += (
        land(228, "$leaf", "$green", deep=52)
        + sunflowers()
        + pricklypear(36, 282, 0.95)
        + group(lemon_tree(), 150, 270, 0.8)
    )
    return art


def luna():
    art = small_stars(
        (
            (126, 40, 7),
            (156, 74, 9),
            (168, 134, 6),
            (60, 44, 5),
            (30, 124, 6),
            (146, 168, 5),
            (36, 190, 5),
            (134, 110, 4),
        )
    )
    art += solid(
        "134,60! 94,60 58,88 46,132 58,178 96,204 140,196! 116,184 108,174! 103,168! 108,163 101,158! 108,152 98,147! 100,146! 117,141! 104,124 102,110 108,86 118,70",
        "$cream",
        flat("134,60! 94,60 58,88 46,132 58,178 96,204 140,196! 104,190 76,168 64,132 74,96 100,72", "$ice"),
    )
    art += (
        gouge("80,120 89,115 98,119", 3)
        + circle(92, 124, 2.8, "$ink", False)
        + line("84,124 91,120 98,123", 1.6)
        + circle(84, 150, 6.5, "$blush", False)
    )
    art += gouge("104,159 98,161 94,158", 2.4, "$brick") + hatch(
        "60,112 58,132 62,152", "74,92 68,132 76,170", 3, 2, "$sky"
    )
    art += sea(236) + flat("98,236! 104,236! 116,306! 84,306!", "$sky")
    for y, w in ((244, 10), (256, 14), (268, 17), (280, 21), (292, 24)):
        art += gouge(f"{100 - w},{y} 100,{y - 2} {100 + w},{y}", 3, "$cream")
    # A hound on the shore howls at the moon.
    art += solid(
        "13,262! 34,258 58,266 66,280 60,307! 19,307! 13,301!",
        "$green",
        flat("13,280! 40,278 62,286! 60,307! 19,307! 13,301!", "$pine"),
    )
    art += group(howling(), 42, 262, 0.95)
    return art


def stella():
    art = small_stars(
        (
            (58, 50, 6),
            (160, 50, 7),
            (170, 110, 5),
            (38, 132, 6),
            (168, 168, 6),
            (34, 186, 4),
            (60, 200, 5),
            (146, 200, 4),
        ),
        "$cream",
    )
    star = ""
    for i in range(8):
        reach = 76 if i % 2 == 0 else 50
        star += group(
            shape(f"0,{-reach}! 13,-20! 0,0! -13,-20!", "$gold")
            + flat(f"0,{-reach + 2}! 12.4,-20! 0,0!", "$ochre"),
            turn=45 * i,
        )
    art += group(
        ring(16, gouge("0,-40 0,-52 0,-66", 2.4, "$ice"), 11.25)
        + star
        + circle(0, 0, 13, "$brick")
        + circle(0, 0, 6, "$gold"),
        106,
        114,
    )
    # Etna with its plume, before the sea.
    art += (
        clouds(134, 212, 0.5, "$ash", "$grey")
        + clouds(160, 202, 0.34, "$ash", "$grey")
        + shape("101,228! 100,218 110,208 122,210! 114,216 111,228!", "$ash")
    )
    art += solid(
        "13,268! 40,260 66,248 84,234 95,226! 112,226! 122,232 142,250 166,262 187,268! 187,284! 13,284!",
        "$high",
        flat("13,268! 40,260 66,248 84,234 95,226! 102,228! 92,250 66,270 40,283! 13,283!", "$dusk"),
    )
    art += flat(
        "95,227! 111,227! 120,232 113,240! 108,234! 103,243! 98,235! 90,241! 88,233", "$cream"
    ) + gouge("94,226 103,230 112,226", 3, "$brick")
    art += gouge("122,244 134,256 148,268", 2.2) + gouge("112,250 120,262 128,274", 2.2)
    return art + sea(276)


def torre():
    art = (
        small_stars(((60, 36, 5), (172, 60, 6), (30, 140, 5)), "$cream")
        + clouds(160, 140, 0.42)
        + clouds(36, 176, 0.4)
    )
    art += sea(262, "$dusk")
    art += solid(
        "30,307! 34,284 50,274 60,262 84,258 120,256 146,266 160,284 166,307!",
        "$wood",
        flat("30,307! 34,284 50,274 60,262 74,260! 66,280 62,307!", "$bark"),
    )
    art += (
        gouge("84,270 90,284 88,300", 2.4)
        + gouge("118,268 126,282 124,300", 2.4)
        + gouge("140,274 148,286 150,302", 2.2)
    )
    art += solid(
        "70,264! 76,120! 132,120! 138,264! 104,270",
        "$sand",
        flat("70,264! 76,120! 90,120! 87,268!", "$dust")
        + flat("126,120! 132,120! 138,264! 130,266!", "$cream"),
    )
    for i, y in enumerate(range(138, 262, 17)):
        spread = (y - 120) / 24
        for x in range(round(78 - spread) + i % 2 * 9, round(128 + spread), 20):
            art += line(f"{x},{y} {min(x + 11, 130 + spread):.1f},{y + 0.6}", 1.5)
    art += shape("70,122! 64,98! 144,98! 138,122!", "$sand") + flat(
        "71,121! 65.4,99! 80,99! 84,121!", "$dust"
    )
    art += "".join(shape(f"{x},110! {x},118 {x + 6},118 {x + 6},110!", "$bark") for x in (76, 90, 104, 118))
    art += shape(
        "62,98! 62,78! 76,78! 76,88! 86,88! 86,78! 98,78! 98,88! 110,88! 110,78! 122,78! 122,88! 132,88! 132,78! 146,78! 146,98!",
        "$sand",
    )
    art += flat("63,97! 63,79! 72,79! 72,97!", "$dust")
    art += (
        shape("92,266! 92,232 104,220 116,232 116,266!", "$bark")
        + line("104,222 104,266", 1.4)
        + circle(112, 246, 1.8, "$gold", False)
    )
    art += (
        shape("98,180! 98,164 104,158 110,164 110,180!", "$ink")
        + shape("86,206! 86,196 89,193 92,196 92,206!", "$ink")
        + shape("116,148! 116,138 119,135 122,138 122,148!", "$ink")
    )
    art += line("104,88 104,32", 4) + line("104,88 104,32", 1.6, "$wood")
    art += solid(
        "104,34! 122,30 138,40 158,34! 150,46 156,58! 138,62 122,52 104,58!",
        "$brick",
        flat("104,48! 122,44 138,52 152,49! 156,58! 138,62 122,52 104,58!", "$wine"),
    )
    return art


def vascello():
    art = small_stars(((62, 32, 5), (174, 48, 6)), "$cream") + clouds(166, 110, 0.34) + sea(246)
    sky, art = art, ""  # the ship is built apart: `group` then moves and shrinks it as a whole
    art += "".join(
        line(f"{x},{t} {x + 1},236", 5) + line(f"{x},{t} {x + 1},236", 2.4, "$wood")
        for x, t in ((66, 72), (104, 40), (142, 78))
    )

    def sail(x, y, w, h, has_cross=True):
        """A sail from its yard at `y` down, `w` wide and `h` high, centred on `x`."""
        half = w / 2
        cloth = solid(
            f"{x - half},{y}! {x + half},{y}! {x + half + 5},{y + h * 0.5} {x + half - 1},{y + h}! {x},{y + h - 6} {x - half + 1},{y + h}! {x - half + 5},{y + h * 0.5}",
            "$cream",
            flat(
                f"{x - half},{y}! {x - half + w * 0.24},{y}! {x - half + w * 0.34},{y + h * 0.5} {x - half + w * 0.22},{y + h - 2}! {x - half + 1},{y + h}! {x - half + 5},{y + h * 0.5}",
                "$ash",
            ),
        )
        if has_cross:
            cloth += shape(
                [
                    (x + 4 + dx * h * 0.3, y + h * 0.46 + dy * h * 0.3, True)
                    for dx, dy in (
                        (-0.22, -1),
                        (0.22, -1),
                        (0.22, -0.22),
                        (1, -0.22),
                        (1, 0.22),
                        (0.22, 0.22),
                        (0.22, 1),
                        (-0.22, 1),
                        (-0.22, 0.22),
                        (-1, 0.22),
                        (-1, -0.22),
                        (-0.22, -0.22),
                    )
                ],
                "$brick",
            )
        else:
            cloth += gouge(f"{x},{y + 5} {x + 5},{y + h * 0.5} {x},{y + h - 8}", 2) + gouge(
                f"{x + half - 8},{y + 5} {x + half - 3},{y + h * 0.5} {x + half - 8},{y + h - 6}", 2
            )
        return cloth + line(f"{x - half - 4},{y} {x + half + 4},{y}", 4)

    art += (
        sail(104, 66, 40, 40, has_cross=False)
        + sail(66, 92, 34, 32, has_cross=False)
        + sail(142, 96, 32, 32, has_cross=False)
    )
    art += (
        sail(104, 112, 58, 62)
        + sail(63, 130, 44, 52, has_cross=False)
        + sail(144, 134, 42, 50, has_cross=False)
    )
    for x, t in ((66, 72), (104, 40), (142, 78)):
        art += shape(
            f"{x},{t - 4}! {x + 12},{t - 8} {x + 26},{t + 1}! {x + 12},{t + 3} {x},{t + 5}!", "$brick"
        )
    art += line("168,214 186,196", 4) + line("104,46 172,212", 1.3) + line("104,46 32,206", 1.3)
    art += solid(
        "26,190! 50,196! 56,214! 128,218 146,208! 180,204! 172,232 156,254 110,262 62,260 40,248 30,222",
        "$wood",
        flat("29,214! 60,230 120,234 177,216! 172,232 156,254 110,262 62,260 40,248", "$bark"),
    )
    art += line("29,208 58,222 120,227 176,213", 2.6, "$gold") + line(
        "33,226 60,240 116,244 170,232", 2.2, "$ochre"
    )
    art += "".join(
        rect(x, y, 8, 8, "$ink", 1.5) + rect(x + 1.6, y + 2, 4.8, 4.6, "$brick", 0, False)
        for x, y in ((62, 229), (82, 232), (102, 234), (122, 233), (142, 229))
    )
    art += rect(31, 197, 14, 9, "$gold", 2) + line("38,197 38,206", 1.4)
    art = sky + group(art, 4, 12, 0.94)
    for x in range(14, 158, 27):
        art += solid(
            f"{x},272! {x + 4},258 {x + 14},250 {x + 22},254! {x + 17},256 {x + 20},264 {x + 28},272!",
            "$dusk",
            gouge(f"{x + 6},266 {x + 10},258 {x + 17},254", 3, "$ice"),
        )
    return (
        art
        + flat("13.6,271! 186.4,271! 186.4,282! 13.6,282!", "$dusk")
        + "".join(gouge(f"{x},284 {x + 8},279 {x + 16},284", 2.6, "$ice") for x in range(22, 170, 30))
    )


def morte():
    art = land(268, "$green", "$pine") + "".join(
        group(flower(0, 0, 0, "$brick"), x, 296, 0.5) for x in (30, 124)
    )
    cloak = solid(
        "84,94 62,116 48,180 34,262! 48,258! 56,270! 68,260! 80,272! 90,262! 92,180 108,112 128,98",
        "$night",
        flat("84,104 66,130 56,190 46,258! 56,270! 68,260! 84,180 96,110", "$ink"),
    )
    art += cloak
    art += (
        bone("92,196 82,232")
        + bone("82,234 78,278", 7)
        + bone("112,196 122,230")
        + bone("122,232 118,280", 7)
    )
    art += shape("70,282! 72,276 84,276 86,284! 66,288 58,288!", "$cream") + shape(
        "112,284! 114,278 126,278 138,288! 112,289!", "$cream"
    )
    art += limb("102,104 101,140 102,190", [9, 8, 10], "$cream") + "".join(
        line(f"98,{y} 106,{y}", 1.3) for y in range(150, 188, 7)
    )
    for i, y in enumerate((108, 118, 128, 138, 147)):
        w = (22, 25, 25, 22, 17)[i]
        rib = f"0,{y} {w * 0.7:.1f},{y - 5} {w},{y + 5} {w * 0.55:.1f},{y + 9}"
        art += group(both(line(rib, 6.2) + line(rib, 3, "$cream")), 102, 0)
    art += (
        shape("102,184 88,178 80,184 82,198 92,204 102,198! 112,204 122,198 124,184 116,178", "$cream")
        + circle(92, 190, 3.4, "$ink", False)
        + circle(112, 190, 3.4, "$ink", False)
    )
    art += limb("78,100 102,104 128,100", [7, 6, 7], "$cream")
    art += shape("80,58 88,38 104,32 122,42 126,66 118,92! 132,104! 102,98 74,106! 84,86", "$night") + group(
        skull(), 104, 66, 1.02
    )
    # The scythe; the hands that hold it come after.
    art += line("150,296 142,60", 7) + line("150,296 142,60", 3.6, "$wood")
    art += solid(
        "138,64! 150,52! 120,36 92,34 60,48 46,66! 74,56 104,54 128,64 138,76!",
        "$ice",
        flat("46,66! 74,56 104,54 128,64 138,76! 138,70! 118,56 92,48 66,52", "$sky"),
    )
    art += (
        bone("130,102 152,132", 7)
        + bone("152,132 148,164", 6.5)
        + bone("74,102 70,140", 7)
        + bone("72,140 116,168 142,190", 6.5)
    )
    art += "".join(
        line(f"{x},{y} {x + 9},{y + 3}", 4.6) + line(f"{x},{y} {x + 9},{y + 3}", 2.2, "$cream")
        for x, y in ((142, 166), (142, 172), (142, 178), (141, 188), (141, 194), (141, 200))
    )
    return art


def tempo():
    wing = group(dress(eagle_wing(), f1="cream", f2="ice"), 0, 0, 0.9)
    figure = (
        ground("$leaf", "$green", 30, 158) + group(wing, 84, 124, 1, 10, True) + group(wing, 118, 124, 1, -10)
    )
    figure += ellipse(84, 289, 13, 5, "$bark") + ellipse(120, 290, 13, 5, "$bark")
    figure += solid(
        "86,94 70,104 66,140 64,200 54,283! 78,291 102,285 124,291 146,282! 138,210 136,140 132,104 116,94",
        "$grey",
        flat("86,94 70,104 66,140 64,200 54,283! 72,289! 78,210 80,140 88,106", "$bark"),
    )
    figure += (
        gouge("98,160 94,220 92,278", 2.6)
        + gouge("112,160 116,220 116,280", 2.6)
        + gouge("126,150 128,210 134,270", 2.4)
    )
    figure += (
        solid("74,152! 102,160 134,152! 134,160! 102,169 73,160!", "$wood")
        + line("110,164 114,196", 3.4)
        + line("110,164 114,196", 1.6, "$ochre")
    )
    figure += dress(
        group(head("long", "long", "hood", kind="old", contour="long"), 101, 66, courts.HEAD),
        c1="grey",
        **AGED,
    )
    figure += line("47,292 53,150", 7) + line("47,292 53,150", 3.6, "$wood") + circle(53.4, 148, 6, "$wood")
    figure += arm("78,112 54,142 53,158", "$grey", "$bark", "fist", widths=(24, 24, 22, 18))
    figure += hourglass(152, 96, 1.1)
    figure += arm(
        "126,112 148,142 152,136", "$grey", "$bark", "hold", widths=(24, 24, 22, 18), turn=0, flip=False
    )
    return halo("$highlight") + group(figure, *courts.BODY)


def appeso():
    art = land(276, "$leaf", "$green")

    def log(a, b):
        """A post between two points."""
        return limb(f"{a} {b}", [13, 12], "$wood")

    art += log("56,296", "58,40") + log("152,296", "150,40")
    art += (
        limb("40,44 104,40 168,44", [13, 13, 13], "$wood")
        + ellipse(40, 44, 3.4, 6.4, "$ochre")
        + ellipse(168, 44, 3.4, 6.4, "$ochre")
    )
    for x, y, s in ((57, 100, -1), (56, 180, 1), (151, 120, 1), (152, 210, -1)):
        art += group(
            shape("0,-6! 12,-8! 13,0! 0,7!", "$wood") + ellipse(12.6, -4, 2, 4, "$ochre"),
            x + 5 * s,
            y,
            1,
            0,
            s < 0,
        )
    art += (
        gouge("54,70 55,110 53,150", 2)
        + gouge("150,70 151,130 152,180", 2)
        + gouge("60,200 58,240 59,270", 2)
        + gouge("70,42 100,39 130,41", 2)
    )
    # Drawn upright, then turned by 180 degrees: the hips come to y = 160, the head to y = 268.
    man = leg(
        "92,182 70,212 126,232", "$c2", shoe_fill="$bark", foot_turn=-78, widths=(24, 20, 16, 15, 12, 9.5)
    )
    man += leg("110,182 106,226 104,280", "$c3", foot_turn=0)
    man += skirt_panes() + doublet() + belt() + collar()
    man += group(head("curls", "", ""), 101, 66, 1.06)
    left = arm("80,106 60,134 90,150", "$c1", None, None, puff="$c1", widths=(19, 17, 14, 11))
    right = arm("124,106 144,134 114,150", "$c2", None, None, puff="$c2", widths=(19, 17, 14, 11))
    man = left + right + man
    art += line("104,44 104,70", 5) + line("104,44 104,70", 2.2, "$gold")
    art += group(man, 200, 326, 0.92, 180)
    art += limb("96,66 104,69 112,66", [6, 6], "$gold") + "".join(
        circle(x, y, 3.4, "$gold") for x, y in ((92, 296), (112, 292), (124, 298))
    )
    return dress(art, c1d="night", c1="blue", c2d="brass", c2="ochre", c3="brick", **FAIR)
