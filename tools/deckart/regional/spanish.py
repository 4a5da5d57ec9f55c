"""What the decks with Spanish suits share: straight swords, cudgels, and the way both stand side by side."""

from dataclasses import dataclass, field

from ..card import SUIT_COLOUR, field_card, open_card
from ..courts import court
from ..geometry import circle, ellipse, flat, gouge, group, line, shape, solid, star
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
    double: object = None
    """Makes a figure with two heads of a figure, where figures have two."""

    def signs(self):
        return {self.prefix + suit: draw() for suit, draw in self.shapes.items()}

    def cards(self, large=False):
        cards = {}
        for suit in "BCDS":
            colour, sign = SUIT_COLOUR[suit], f"m{suit}"
            cards["A" + suit] = open_card(self.aces[suit](), "A", colour, sign, large)
            for rank in "234567":
                cards[rank + suit] = open_card(self._number(rank, suit), rank, colour, sign, large)
            for rank in "FCR":
                cards[rank + suit] = field_card(self._figure(rank, suit), self.fields[suit], rank, colour, sign, large)
        return cards

    def _number(self, rank, suit):
        usual = {"S": SWORDS, "B": CUDGELS}.get(suit) or {n: round_places(n) for n in range(2, 8)}
        size, places = {**usual, **self.places.get(suit, {})}[int(rank)]
        art = "".join(use(self.prefix + suit, x, y, size, turn) for x, y, turn in places)
        return art + self.extras.get(rank + suit, "")

    def in_hand(self, suit, size=1.0, turn=0):
        """The sign of a suit as a hand carries it, gripped at the origin."""
        height, scale = {"B": (-34, 0.8), "C": (-15, 0.68), "D": (-26, 0.58), "S": (-50, 0.82)}[suit]
        sign = use(self.prefix + suit, 0, height * size, scale * size)
        return group(sign, 0, 0, 1, turn) if turn else sign

    def _figure(self, rank, suit):
        look = self.looks.get(rank + suit, {})
        carried = look.get("carried") or self.in_hand(suit, look.get("size", 1.0), look.get("tilt", 0))
        art = court(rank, suit, **{**look, "carried": carried})
        return self.double(art, rank, suit) if self.double else art
