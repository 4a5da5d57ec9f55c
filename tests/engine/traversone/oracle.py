"""A second, short implementation of Tressette a perdere, based on plain text, with which the engine is
compared.

It was written from the sources alone and shares neither code nor constants with the engine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

ORDER = "32ARCF7654"
WORTH = {"A": Fraction(1), **dict.fromkeys("32RCF", Fraction(1, 3)), **dict.fromkeys("7654", Fraction(0))}

MATCHES = 4
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {"removed_card": "4S"}),
    (5, {"asso_di_bastoni": "plus_11"}),
    (6, {}),
    (3, {"preset": "ciapano"}),
    (5, {"preset": "ciapano", "cappotto": "strict"}),
    (3, {"preset": "rovescino", "three_deck": "monte"}),
    (6, {"three_deck": "monte", "fractions": "dropped"}),
    (4, {"match_end": {"deals": 4}, "cappotto": "none"}),
]
"""Numbers of players and options of tables at which so many matches are judged."""


def winner(trick: list[str]) -> int:
    return min(range(len(trick)), key=lambda i: (trick[i][1] != trick[0][1], ORDER.index(trick[i][0])))


def whole(points: Fraction) -> int:
    return points.numerator // points.denominator


def write(cards: list[Fraction], last: int, rules: dict[str, Any], ace: int | None = None) -> list[int]:
    """Return the points that everybody writes: `cards` are those in the cards taken."""
    own = [whole(each) for each in cards]
    if rules["fractions"] == "to_last":
        own[last] = 11 - sum(own[seat] for seat in range(len(own)) if seat != last)
    else:
        own[last] += 1
    everything = own[last] == 11 and (rules["cappotto"] != "strict" or cards[last] == Fraction(32, 3))
    if everything and rules["cappotto"] != "none":
        return [0 if seat == last else 11 for seat in range(len(own))]
    if rules["asso_di_bastoni"] == "plus_11" and ace is not None:
        own[ace] += 11
    return own


def play_deal(deal: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Return the tricks, the thirds and the points of a finished deal of a record."""
    hands, aside = [list(hand) for hand in deal["hands"]], list(deal["stock"])
    players = len(hands)
    turn = (deal["dealer"] + 1) % players
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    for action in deal["actions"]:
        seat = action["seat"]
        if action["do"] == "discard":
            assert seat == deal["dealer"]
            assert not tricks
            assert not trick
            assert not aside
            aside = action["cards"]
            hands[seat].remove(*aside)
            continue
        card = action["card"]
        assert seat == turn
        follows = not trick or card[1] == trick[0][1]
        assert follows or all(held[1] != trick[0][1] for held in hands[seat])
        hands[seat].remove(card)
        trick.append(card)
        turn = (seat + 1) % players
        if len(trick) == players:
            leader, turn = turn, (turn + winner(trick)) % players
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            trick = []
    assert not any(hands)
    piles = [
        [card for each in tricks if each["winner"] == seat for card in each["cards"]]
        for seat in range(players)
    ]
    piles[turn] += aside
    cards = [sum((WORTH[card[0]] for card in pile), Fraction(0)) for pile in piles]
    ace = next(seat for seat in range(players) if "AB" in piles[seat])
    thirds = [int(3 * (each + (seat == turn))) for seat, each in enumerate(cards)]
    return {"tricks": tricks, "points": thirds, "scores": write(cards, turn, rules, ace)}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the thirds and the points of each deal of a match."""
    chosen = {name: getattr(rules, name) for name in ("fractions", "cappotto", "asso_di_bastoni")}
    return [play_deal(deal, chosen) for deal in deals]


def first_legal(hands: list[list[str]], dealer: int) -> dict[str, Any]:
    """Return the deal of a record in which everybody plays the first legal card of their hand."""
    now, players = [list(hand) for hand in hands], len(hands)
    turn, actions = (dealer + 1) % players, []
    while any(now):
        trick: list[str] = []
        for place in range(players):
            seat = (turn + place) % players
            suited = [card for card in now[seat] if trick and card[1] == trick[0][1]]
            card = (suited or now[seat])[0]
            now[seat].remove(card)
            trick.append(card)
            actions.append({"seat": seat, "do": "play", "card": card})
        turn = (turn + winner(trick)) % players
    return {"dealer": dealer, "hands": hands, "stock": [], "actions": actions}


def count(hands: list[list[str]], turn: int, trick: list[str], depth: int) -> int:
    """Return the number of legal sequences of `depth` cards."""
    if depth == 0 or not any(hands):
        return 1
    total = 0
    suited = [card for card in hands[turn] if trick and card[1] == trick[0][1]]
    for card in suited or hands[turn]:
        rest = [[each for each in hand if each != card] for hand in hands]
        table, following = [*trick, card], (turn + 1) % len(hands)
        if len(table) == len(hands):
            table, following = [], (following + winner(table)) % len(hands)
        total += count(rest, following, table, depth - 1)
    return total
