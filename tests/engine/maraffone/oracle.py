"""A second, short implementation of Maraffone, based on plain text, with which the engine is compared.

It was written from the sources alone and shares neither code nor constants with the engine.
"""

from __future__ import annotations

from typing import Any

ORDER = "32ARCF7654"
THIRDS = {"A": 3, **dict.fromkeys("32RCF", 1), **dict.fromkeys("7654", 0)}

MATCHES = 6
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (4, {"preset": "corto", "cricca": "anyone"}),
    (4, {"preset": "figure"}),
    (
        4,
        {"preset": "figure", "match_end": {"figures": 124}, "cricca": "anyone", "next_namer": "from_dealer"},
    ),
    (4, {"match_end": {"deals": 3}, "cricca": "none", "deal_packet": 1, "signals": "none"}),
]
"""Numbers of players and options of tables at which so many matches are judged."""


def legal(hand: list[str], trick: list[str]) -> list[str]:
    same = [card for card in hand if trick and card[1] == trick[0][1]]
    return same or hand


def winner(trick: list[str], trump: str) -> int:
    suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
    return min(range(4), key=lambda i: (trick[i][1] != suit, ORDER.index(trick[i][0])))


def words(hand: list[str], card: str, trick: list[str]) -> int:
    """Return the number of ways to play a card: in silence, or for the leader also with a true word."""
    if trick or len(hand) == 1:
        return 1
    return 3  # busso, and either striscio or volo


def play_deal(deal: dict[str, Any], first: bool, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the namer, the tricks, the thirds and the score of a finished deal of a record."""
    hands = [list(hand) for hand in deal["hands"]]
    namer = next(n for n in range(4) if "4D" in hands[n]) if first else (deal["dealer"] + 1) % 4
    [naming, *actions] = deal["actions"]
    assert (naming["seat"], naming["do"]) == (namer, "name")
    trump, turn = naming["suit"], namer
    three = {"A" + trump, "2" + trump, "3" + trump}
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    points, bonus = [0, 0], [0, 0]
    for action in actions:
        seat = action["seat"]
        assert seat == turn
        held = three <= set(hands[seat])
        if action["do"] == "accuse":
            assert rules["cricca"] == "anyone"
            assert held
            assert not tricks
            bonus[seat % 2] += 3
            continue
        card = action["card"]
        if rules["cricca"] == "namer" and not tricks and not trick and card == "A" + trump and held:
            bonus[seat % 2] += 3
        assert card in legal(hands[seat], trick)
        left = [other for other in hands[seat] if other != card and other[1] == card[1]]
        if "signal" in action:
            assert not trick
            assert len(hands[seat]) > 1
            assert action["signal"] in ("busso", "striscio" if left else "volo")
        hands[seat].remove(card)
        trick.append(card)
        turn = (seat + 1) % 4
        if len(trick) == 4:
            leader, turn = turn, (turn + winner(trick, trump)) % 4
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            points[turn % 2] += sum(THIRDS[card[0]] for card in trick)
            trick = []
    points[turn % 2] += 3
    if rules["scoring"] == "figures":
        score = [p + 3 * b for p, b in zip(points, bonus, strict=True)]
    else:
        score = [p // 3 + b for p, b in zip(points, bonus, strict=True)]
    return {"namer": namer, "tricks": tricks, "points": points, "scores": score}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the thirds and the scores of each deal of a match, whose namers take turns."""
    chosen = {"cricca": rules.cricca, "scoring": rules.scoring}
    found = [play_deal(deal, not number, chosen) for number, deal in enumerate(deals)]
    namers = [deal.pop("namer") for deal in found]
    if rules.next_namer == "from_namer":
        assert namers == [(namers[0] + number) % 4 for number in range(len(namers))]
    return found


def count(hands: list[list[str]], turn: int, trick: list[str], trump: str, depth: int, spoken: bool) -> int:
    """Return the number of legal sequences of `depth` cards; with `spoken`, each word counts apart."""
    if depth == 0 or not any(hands):
        return 1
    total = 0
    for card in legal(hands[turn], trick):
        rest = [[c for c in hand if c != card] for hand in hands]
        table, following = [*trick, card], (turn + 1) % 4
        if len(table) == 4:
            table, following = [], (following + winner(table, trump)) % 4
        ways = words(hands[turn], card, trick) if spoken else 1
        total += ways * count(rest, following, table, trump, depth - 1, spoken)
    return total
