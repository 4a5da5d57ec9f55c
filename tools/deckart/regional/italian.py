"""Shapes of the decks of northern Italy: curved swords, straight staves that cross, scrolls with mottos."""

from functools import partial

from ..geometry import circle, flat, group, limb, line, mirror, shape
from ..lettering import lettering
from ..pips import sword_along, use
from .spanish import SpanishDeck


def staff(fill="$green", band="$gold", knob="$brick"):
    """A straight staff with a knob at both ends, centred on the origin: the knobs reach from y = -85 to 85."""
    art = limb("0,-70 0,70", [11, 11], fill, samples=2) + flat("0,-70! 5,-70! 5,70! 0,70!", band)
    for y in (-36, 0, 36):
        art += shape(f"-7,{y - 5}! 7,{y - 5}! 7,{y + 5}! -7,{y + 5}!", knob)
    return art + "".join(
        shape(f"-11,{y}! -8,{y - 10} 0,{y - 13} 8,{y - 10} 11,{y}! 8,{y + 10} 0,{y + 13} -8,{y + 10}", knob)
        for y in (-72, 72)
    )


def crossed(use_staff, count):
    """Staves in a lattice: half of them angle to the left, half to the right, and an odd one stands upright.

    `use_staff(x, y, scale)` draws one.
    """
    pairs, odd = divmod(count, 2)
    angle, gap = {1: (26, 0), 2: (22, 32), 3: (18, 23)}[pairs]
    art = ""
    for turn in (angle, -angle):
        art += group(
            "".join(use_staff((i - (pairs - 1) / 2) * gap, 0, 1.4 - pairs * 0.06) for i in range(pairs)),
            104,
            160,
            1,
            turn,
        )
    return art + (use_staff(104, 160, 1.34) if odd else "")


def curved(use_sword, count):
    """Curved swords in nested pairs that cross at both ends; an odd one stands straight between them.

    `use_sword(x, y, scale)` draws the odd one.
    """
    pairs, odd = divmod(count, 2)
    art, half = use_sword(100, 164, 1.3 if pairs < 3 else 1.16) if odd else "", ""
    for i in range(pairs):
        bulge, reach = 58 - i * 17, 112 - i * 5
        cross = 10 + i * 9
        curve = [
            (100 + cross, 160 + reach),
            (100 - bulge * 0.66, 160 + reach * 0.5),
            (100 - bulge, 160),
            (100 - bulge * 0.66, 160 - reach * 0.56),
            (100 + cross, 160 - reach),
        ]
        half += sword_along(curve, 9, 0.62)
    return art + half + mirror(half)


def motto(first, second, y, colour="$ink"):
    """Two lines on a scroll across the card."""
    art = shape(f"24,{y - 4}! 176,{y - 4}! 170,{y + 13} 176,{y + 30}! 24,{y + 30}! 30,{y + 13}", "$cream")
    art += line(f"28,{y + 13} 32,{y + 13}", 1.6) + line(f"168,{y + 13} 172,{y + 13}", 1.6)
    return (
        art + lettering(first, 100, y, 10.5, colour, 128) + lettering(second, 100, y + 15, 10.5, colour, 128)
    )


def sun_with_eye(x, y):
    """A sun with eight rays, and an eye for its face."""
    rays = "".join(group(shape("0,-13! 3,-22 -3,-22", "$gold"), turn=45 * i) for i in range(8))
    eye = shape("-9,0! 0,-7 9,0! 0,7", "$cream") + circle(0, 0, 3.4, "$blue")
    return group(rays + circle(0, 0, 13, "$ochre") + eye, x, y)


class ItalianDeck(SpanishDeck):
    """A regional deck of northern Italy: forty cards with Italian suits."""

    def _signs(self, rank, suit):
        draw = {"B": crossed, "S": curved}.get(suit)
        return draw(partial(use, self.prefix + suit), int(rank)) if draw else super()._signs(rank, suit)
