"""A second, short implementation of Tressette, based on plain text, with which the engine is compared.

It was written from S1 alone and shares neither code nor constants with the engine. Its options are those of
the record.
"""

from __future__ import annotations

from typing import Any

ORDER = "32ARCF7654"
THIRDS = {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}

MATCHES = 8
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {"match_end": {"points": 31}}),
    (3, {"match_end": {"points": 31}}),
    (4, {"match_end": {"points": 11}, "scoring": "floor35"}),
    (3, {"match_end": {"points": 11}, "scoring": "floor35"}),
    (4, {"match_end": {"games": 3}}),
    (3, {"match_end": {"games": 3}}),
    (4, {"match_end": {"deals": 3}, "scoring": "floor35", "deal_packet": 5}),
    (3, {"match_end": {"deals": 3}, "scoring": "floor35", "deal_packet": 5}),
    (4, {"declarations": "automatic", "match_end": {"deals": 2}}),
    (3, {"declarations": "automatic", "match_end": {"deals": 2}}),
    (4, {"preset": "ludopoli", "match_end": {"points": 21}}),
    (4, {"preset": "bredese", "match_end": {"points": 31}}),
    (4, {"preset": "neutra", "accuse_window": 0}),
]
"""Numbers of players and options of tables at which so many matches are judged."""


def legal(hand: list[str], trick: list[str]) -> list[str]:
    same = [card for card in hand if trick and card[1] == trick[0][1]]
    return same or hand


def winner(trick: list[str]) -> int:
    return min(range(len(trick)), key=lambda i: (trick[i][1] != trick[0][1], ORDER.index(trick[i][0])))


def accuse(hand: list[str]) -> list[tuple[str, str, int]]:
    made = [("napoletana", suit, 3) for suit in "BCDS" if {"A" + suit, "2" + suit, "3" + suit} <= set(hand)]
    for rank in "A23":
        n = sum(card[0] == rank for card in hand)
        made += [("three", rank, 3)] if n == 3 else [("four", rank, 4)] if n == 4 else []
    return made


def play_deal(deal: dict[str, Any], sides: list[int], scoring: str) -> dict[str, Any]:
    """Return the tricks, points and accuse of a finished deal of a record."""
    hands = [list(hand) for hand in deal["hands"]]
    turn = (deal["dealer"] + 1) % len(hands)
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    points, shown = [0] * len(set(sides)), [0] * len(set(sides))
    for action in deal["actions"]:
        seat = action["seat"]
        assert seat == turn
        if action["do"] == "accuse":
            of = action.get("suit") or action.get("rank")
            [worth] = [p for combo, x, p in accuse(hands[seat]) if (combo, x) == (action["combo"], of)]
            shown[sides[seat]] += worth
            continue
        assert action["card"] in legal(hands[seat], trick)
        hands[seat].remove(action["card"])
        trick.append(action["card"])
        turn = (seat + 1) % len(hands)
        if len(trick) == len(hands):
            leader, turn = turn, (turn + winner(trick)) % len(hands)
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            points[sides[turn]] += sum(THIRDS[card[0]] for card in trick)
            trick = []
    points[sides[turn]] += 1 if scoring == "nearest33" else 3
    whole = [round(p / 3) if scoring == "nearest33" else p // 3 for p in points]
    return {"tricks": tricks, "points": points, "won": [a + b for a, b in zip(whole, shown, strict=True)]}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the points and the scores of each deal of a match."""
    found = []
    for deal in deals:
        sides = [0, 1, 0, 1] if len(deal["hands"]) == 4 else [0, 1, 2]
        made = play_deal(deal, sides, rules.scoring)
        scores = won = made.pop("won")
        if rules.match_end.unit == "games":
            scores = [int(each == max(won) and won.count(each) == 1) for each in won]
        found.append({**made, "scores": scores})
    return found


def neutra(hand: list[str], card: str, trick: list[str]) -> int:
    """Return the number of ways to play a card in Neutra: in silence, or with a true signal (S2)."""
    if len(hand) == 1:
        return 1
    kept = [other[0] for other in hand if other[1] == card[1] and other != card]
    on_suit = not trick or trick[0][1] == card[1]
    has_low = any(rank not in "32A" for rank in kept)
    return 1 + (not trick) + (on_suit and not kept) + (on_suit and has_low)


def count(hands: list[list[str]], turn: int, trick: list[str], depth: int, signals: bool = False) -> int:
    """Return the number of legal sequences of `depth` cards; with `signals`, each signal counts apart."""
    if depth == 0 or not any(hands):
        return 1
    total = 0
    for card in legal(hands[turn], trick):
        rest = [[c for c in hand if c != card] for hand in hands]
        table, following = [*trick, card], (turn + 1) % len(hands)
        if len(table) == len(hands):
            table, following = [], (following + winner(table)) % len(hands)
        ways = neutra(hands[turn], card, trick) if signals else 1
        total += ways * count(rest, following, table, depth - 1, signals)
    return total
