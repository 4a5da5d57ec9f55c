"""The decks: their cards, and the SVG files made of them."""

import re
from functools import cache

from ludopoli.base.decks import BACKS, KNOWN_BY

from . import backs, deduplication, french, pips
from .aces import ACES
from .card import SUIT_COLOUR, field_card, ink, open_card, paper
from .courts import court
from .geometry import circle, star
from .looks import SICILIAN
from .palette import PALETTES, paint
from .regional import REGIONAL
from .trumps import TRUMPS

CARD = 'viewBox="0 0 200 320"'
SVG = 'xmlns="http://www.w3.org/2000/svg"'

# --- one card ---------------------------------------------------------------


def _court(rank, suit, large, **changes):
    tint = "$tint" + ("D" if suit == "O" else suit)
    return field_card(court(rank, suit, **changes), tint, rank, SUIT_COLOUR[suit], f"m{suit}", large)


def _number(rank, suit, large):
    return open_card(pips.NUMBER[suit](int(rank)), rank, SUIT_COLOUR[suit], f"m{suit}", large)


def _trump(name, large):
    field, draw = TRUMPS[name]
    fool = name == "F"
    return field_card(draw(), field, "F" if fool else name[1:], "$ink", "mF" if fool else "mT", large)


# --- the decks: card code to markup -----------------------------------------


def italian40(large=False):
    cards = {}
    for suit in "BCDS":
        cards["A" + suit] = open_card(ACES[suit](), "A", SUIT_COLOUR[suit], f"m{suit}", large)
        cards |= {rank + suit: _number(rank, suit, large) for rank in "234567"}
        cards |= {rank + suit: _court(rank, suit, large) for rank in "FCR"}
    return cards


def sicilian63(large=False):
    cards = {}
    for suit in "OCSB":
        ranks = (["4"] if suit == "O" else []) + ["5", "6", "7", "8", "9", "10"]
        cards |= {rank + suit: _number(rank, suit, large) for rank in ranks}
        cards |= {rank + suit: _court(rank, suit, large, **SICILIAN.get(rank + suit, {})) for rank in "DCQR"}
    return cards | {name: _trump(name, large) for name in TRUMPS}


def french52(large=False):
    cards = {}
    for suit in "SHDC":
        colour, sign = french.INK[suit], f"n{suit}"
        cards["A" + suit] = open_card(french.ACES[suit](), "A", colour, sign, large)
        cards |= {f"{n}{suit}": open_card(french.numbers(suit, n), str(n), colour, sign, large) for n in range(2, 11)}
        cards |= {
            rank + suit: field_card(french.court(rank, suit), f"$field{suit}", rank, colour, sign, large) for rank in "JQK"
        }
    return cards


DECKS = {"italian40": italian40, "sicilian63": sicilian63, "french52": french52} | {
    name: deck.cards for name, deck in REGIONAL.items()
}


def draw(deck, large=False):
    """All cards of a deck and its backs."""
    return DECKS[deck](large) | {f"back-{name}": paper() + backs.drawn(name) for name in BACKS}


@cache
def signs():
    """Parts that cards refer to by id."""
    return (
        {name: sign() for name, sign in pips.SHARED.items()}
        | {f"m{suit}": sign() for suit, sign in pips.MINI.items()}
        | {f"f{suit}": french.sign(suit) for suit in "SHDC"}
        | {f"n{suit}": french.sign_mini(suit) for suit in "SHDC"}
        | {"mT": star(0, 0, 50, 26, 8, "$dusk") + star(0, 0, 27, 15, 8, "$gold", outlined=False)}
        | {"mF": star(0, 0, 50, 22, 5, "$brick") + circle(0, 0, 10, "$gold", False)}
        | {f"tile-{name}": tile for name, tile in backs.TILES.items()}
        | {name: sign for deck in REGIONAL.values() for name, sign in deck.signs().items()}
    )


# --- files ------------------------------------------------------------------


def _needed(markup, parts):
    """The parts that some markup refers to, directly or not."""
    found, queue = {}, [markup]
    while queue:
        for name in re.findall(r'href="#([^"]+)"', queue.pop()):
            if name in parts and name not in found:
                found[name] = parts[name]
                queue.append(parts[name])
    return found


def _defs(parts, outlines=()):
    stored = "".join(f'<path id="{name}" d="{d}"/>' for name, d in dict(outlines).items())
    return "<defs>" + stored + "".join(f'<g id="{name}">{markup}</g>' for name, markup in parts.items()) + "</defs>"


def variant_suffix(palette, large):
    """The suffix in the names of a deck's files: "", "-large", "-contrast", "-contrast-large"."""
    return ("-contrast" if palette == "contrast" else "") + ("-large" if large else "")


def drawing(deck, large=False):
    """One file with a ``<symbol>`` for each card; colours are still names."""
    cards = draw(deck, large)
    cards, parts, outlines = deduplication.share(cards, _needed("".join(cards.values()), signs()))
    symbols = "".join(f'<symbol id="{code}" {CARD}>{ink(markup)}</symbol>\n' for code, markup in cards.items())
    return f"<svg {SVG}>{_defs(parts, outlines)}\n{symbols}</svg>\n"


def sprite(deck, palette="classic", large=False):
    return paint(drawing(deck, large), PALETTES[palette])


def small_back(name):
    """A back as a file of its own, for 25 pixels."""
    return paint(f'<svg {SVG} viewBox="0 0 50 80" width="50" height="80">{backs.small(name)}</svg>\n', PALETTES["classic"])


def sprites(decks=DECKS):
    """Yield (file name, text) for all files: every palette, single cards, and small backs."""
    yield from ((f"back-{name}.svg", small_back(name)) for name in BACKS)
    for deck in decks:
        for large in (False, True):
            drawn = drawing(deck, large)
            for palette in PALETTES:
                yield f"{deck}{variant_suffix(palette, large)}.svg", paint(drawn, PALETTES[palette])
        yield from ((f"{deck}/{code}.svg", text) for code, text in singles(alone(deck)))


def alone(deck):
    """The cards with a file of their own: all of the site's decks, and the one by which a regional deck is known."""
    return {code: card for code, card in DECKS[deck]().items() if KNOWN_BY.get(deck, code) == code}


def singles(cards, palette="classic"):
    """Yield (code, text) for each of these cards as a file of its own."""
    parts = signs()
    for code, markup in cards.items():
        body = _defs(_needed(markup, parts)) + ink(markup)
        yield code, paint(f'<svg {SVG} {CARD} width="200" height="320">{body}</svg>\n', PALETTES[palette])
