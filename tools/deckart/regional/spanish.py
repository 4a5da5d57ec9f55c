"""The shapes that the decks with Spanish suits share: straight swords, cudgels, and the way both stand side by side."""

from dataclasses import dataclass, field

from ..card import SUIT_COLOUR, field_card, open_card, turned
from ..courts import court
from ..geometry import both, circle, ellipse, flat, gouge, group, limb, line, num, rect, shape, solid, star
from ..palette import dress
from ..pips import CLUBS, ROUND, use

# --- signs: coins 100 wide, cups 100 tall, cudgels and swords 160 tall ----------


def sword(grip="$brick", guard="$ochre", blade="$ice", shade="$blue"):
    """A short straight sword, point upwards."""
    art = shape("-8.5,34! -8.5,-52 0,-80! 8.5,-52 8.5,34!", blade) + flat("1,33! 1,-77! 7.7,-51 7.7,33!", shade)
    art += gouge("-4,24 -4,-10 -3.4,-52", 2.2, "$cream")
    art += shape("-6,38! -5,66! 5,66! 6,38!", grip) + line("-5,46 5.4,48", 1.5) + line("-5,54 5.2,56", 1.5)
    art += shape("-27,27 -32,33 -28,41 -12,39 0,41 12,39 28,41 32,33 27,27 12,33 -12,33", guard)
    return art + circle(0, 72, 8, guard) + circle(0, 72, 2.6, grip, False)


def cudgel(fill="$green", light="$leaf", cut="$gold", shine="$mint"):
    """A cudgel with lopped branches, thick end upwards."""
    art = ""
    for x, y, turn in ((-13, -26, -58), (15, -50, 56), (12, 4, 62), (-10, 32, -62)):
        art += group(shape("-6,5! -5,-9! 5,-9! 6,5!", fill) + ellipse(0, -9, 5.2, 2.8, cut), x, y, 1, turn)
    art += solid(
        "-5,80! -7,60 -12,40 -9,22 -14,4 -11,-12 -18,-34 -20,-56 -15,-72 0,-80 15,-72 21,-58 17,-38 12,-16 15,0 10,20 12,38 7,60 5,80!",
        fill,
        flat("4,79! 6,60 11,38 9,20 14,0 11,-16 16,-38 20,-58 14,-71 8,-75! 8,-56 5,-34 3,-12 6,4 2,24 3,46", light),
    )
    art += gouge("-13,-62 -12,-44 -9,-30", 2.8, shine) + gouge("-7,-14 -9,2 -6,16", 2.4, shine)
    return art + gouge("-2,-58 0,-40 -3,-26", 2) + gouge("2,-4 0,10 1,24", 2) + gouge("-3,40 -1,52 -2,66", 2)


# --- numbers ------------------------------------------------------------------

# Size and (x, y, turn): upright and apart, as in Spain; only three cudgels cross.
SWORDS = {
    2: (1.2, [(66, 160, 0), (134, 160, 0)]),
    3: (1.02, [(58, 172, 0), (100, 160, 0), (142, 172, 0)]),
    4: (0.8, [(x, y, 0) for y in (92, 230) for x in (68, 132)]),
    5: (0.62, [(x, y, 0) for y in (72, 250) for x in (66, 134)] + [(100, 161, 0)]),
    6: (0.74, [(x, y, 0) for y in (94, 230) for x in (60, 100, 140)]),
    7: (0.58, [(x, y, 0) for y in (64, 256) for x in (62, 102, 142)] + [(102, 160, 0)]),
}
FIVE_SWORDS = (0.58, [(x, 66, 0) for x in (62, 102, 142)] + [(x, 254, 0) for x in (72, 128)])
"""Three and two, with room in the middle."""

CUDGELS = CLUBS | {
    2: (1.1, [(70, 160, 0), (130, 160, 0)]),
    4: (0.8, [(x, y, 0) for y in (90, 230) for x in (70, 130)]),
}


def round_places(count, wider=1.0):
    size, centres = ROUND[count]
    return size / 100 * wider, [(x, y, 0) for x, y in centres]


# --- the ground and the hand of a figure -----------------------------------------


def platform(fill, shade, left=20, right=180):
    """A slab in the colour of the suit, on which the figures of the south stand."""
    top = f"{left},288! {left + 8},281! {right - 8},281! {right},288!"
    art = shape(top, fill) + shape(f"{left},288! {right},288! {right},301! {left},301!", shade)
    return art + "".join(gouge(f"{x},292 {x + 4},294 {x + 10},293", 1.8) for x in range(left + 10, right - 12, 22))


def star_coin(petals="$brick", heart="$blue", rim="$ochre", middle="$gold"):
    """A coin with a star of eight points."""
    art = circle(0, 0, 50, rim) + circle(0, 0, 41, middle)
    art += star(0, 0, 37, 15, 8, petals) + star(0, 0, 21, 9, 8, middle, 22.5, outlined=False)
    return art + circle(0, 0, 9, heart) + circle(0, 0, 3.4, middle, False)


# --- figures ----------------------------------------------------------------------


def two_heads(art, x=20, y=10, width=160):
    """The upper half of a figure, and again upside down. An inner `svg` cuts the halves at the middle."""
    height = width * 147 / 174
    half = f'<svg x="13" y="13" width="174" height="147" viewBox="{num(x)} {num(y)} {num(width)} {num(height)}">{art}</svg>'
    return half + turned(half) + rect(13, 158, 174, 4, "$gold")


def putto(sash="brick", wing="sky"):
    """A winged child whose raised hands hold something at the right, 110 tall around (0, 0)."""
    art = both(shape("4,-8! 24,-34 44,-36! 40,-22 46,-18! 36,-8 40,-2! 22,6 6,4!", "$wing") + gouge("10,-6 24,-18 38,-28", 2), -4)
    art += limb("-8,16 -14,34 -8,54", [17, 15, 10], "$skin") + limb("6,16 14,32 10,54", [18, 16, 10], "$skin")
    art += ellipse(-5, 57, 9, 4.6, "$skin") + ellipse(14, 57, 9, 4.6, "$skin")
    art += solid("-14,-16 -18,4 -14,20 0,26 14,20 16,2 12,-16 0,-20", "$skin", flat("-14,-15! -17,4 -13,19 -3,24! -9,6 -8,-16!", "$tan"))
    art += shape("-17,8! -6,16 8,16 18,6! 22,18 12,30 -10,30 -22,20", "$sash") + shape("14,20! 34,28 30,42! 20,36 10,28!", "$sash")
    art += limb("10,-12 24,-18 34,-30", [12, 11, 8], "$skin") + limb("-10,-10 4,0 28,-4", [12, 11, 8], "$skin")
    art += circle(0, -34, 16, "$skin") + flat("-15,-36! -12,-22 -2,-19! -8,-28 -8,-40!", "$tan")
    curls = ((-13, -42, 6), (-6, -48, 6.6), (3, -50, 6.6), (11, -45, 6), (-15, -34, 5.4))
    art += "".join(circle(x, y, r, "$hair") for x, y, r in curls)
    art += circle(-3, -34, 1.8, "$ink", False) + circle(8, -34, 1.8, "$ink", False) + line("3,-32 5,-28 2,-27", 1.3)
    art += flat("-1,-24! 3,-25 7,-24! 3,-21.6", "$brick") + circle(-7, -28, 3, "$blush", False) + circle(11, -28, 2.6, "$blush", False)
    return dress(art, sash=sash, wing=wing, hair="ochre")


@dataclass(frozen=True)
class SpanishDeck:
    """The forty cards of a region with Spanish suits."""

    prefix: str
    """The beginning of the ids of its signs."""
    shapes: dict
    """The sign of each suit, as a function."""
    aces: dict
    looks: dict
    """By card, what its figure wears and holds besides that of the site's own deck."""
    extras: dict = field(default_factory=dict)
    """By number card, what stands between its signs."""
    places: dict = field(default_factory=dict)
    """By suit, the places of its signs by number, if they are not the usual ones."""
    fields: dict = field(default_factory=lambda: dict.fromkeys("BCDS", "$cream"))
    mottos: bool = False
    """True if the aces have a motto at their foot."""
    double: bool = False
    """True if figures have two heads."""

    def signs(self):
        return {self.prefix + suit: draw() for suit, draw in self.shapes.items()}

    def cards(self, large=False):
        cards = {}
        for suit in "BCDS":
            colour, sign = SUIT_COLOUR[suit], f"m{suit}"
            cards["A" + suit] = open_card(self.aces[suit](), "A", colour, sign, large, lower=not self.mottos)
            for rank in "234567":
                cards[rank + suit] = open_card(self._number(rank, suit), rank, colour, sign, large)
            for rank in "FCR":
                cards[rank + suit] = field_card(self._figure(rank, suit), self.fields[suit], rank, colour, sign, large)
        return cards

    def _number(self, rank, suit):
        return self._signs(rank, suit) + self.extras.get(rank + suit, "")

    def _signs(self, rank, suit):
        usual = {"S": SWORDS, "B": CUDGELS}.get(suit) or {n: round_places(n) for n in range(2, 8)}
        size, places = {**usual, **self.places.get(suit, {})}[int(rank)]
        return "".join(use(self.prefix + suit, x, y, size, turn) for x, y, turn in places)

    def in_hand(self, suit, size=1.0, turn=0):
        """The sign of a suit as a hand carries it, gripped at the origin."""
        height, scale = {"B": (-34, 0.8), "C": (-15, 0.68), "D": (-26, 0.58), "S": (-50, 0.82)}[suit]
        sign = use(self.prefix + suit, 0, height * size, scale * size)
        return group(sign, 0, 0, 1, turn) if turn else sign

    def _figure(self, rank, suit):
        look = self.looks[rank + suit]
        carried = look.get("carried") or self.in_hand(suit, look.get("size", 1.0), look.get("tilt", 0))
        art = look.get("figure") or court(rank, suit, **{**look, "carried": carried})
        return two_heads(art, *look.get("cut", ())) if self.double else art
