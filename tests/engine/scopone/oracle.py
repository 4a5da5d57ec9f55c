"""A second, short implementation of Scopone and Scopa, based on plain text, to compare the engine with.

It was written from the sources alone and shares neither code nor constants with the engine.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

ORDER = "A234567FCR"
BEST = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}
LOCAL = {**BEST, "C": 9, "F": 8}

MATCHES = 6
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (4, {"preset": "nove_carte"}),
    (4, {"preset": "nove_carte", "redeal_kings": False, "deal_packet": 3, "match_end": {"deals": 4}}),
    (4, {"last_scopa": True, "napola": "full", "rebello": True, "finish": "in_order"}),
    (4, {"match_end": {"points": 11}, "primiera_figures": "r10_c9_f8", "finish": "in_order"}),
    (2, {"preset": "scopa"}),
    (3, {"preset": "scopa", "napola": "full_wins", "deal_packet": 3}),
    (4, {"preset": "scopa", "last_scopa": True, "rebello": True}),
]
"""Numbers of players and options of tables at which so many matches are judged."""


def number(card: str) -> int:
    return ORDER.index(card[0]) + 1


def ways(card: str, table: list[str]) -> list[list[str]]:
    """Return all captures of a card, by trying out every set of cards on the table."""
    alike = [[other] for other in table if other[0] == card[0]]
    if alike:
        return alike
    sets = (list(some) for size in range(2, len(table) + 1) for some in combinations(table, size))
    return [some for some in sets if sum(map(number, some)) == number(card)]


def best(values: list[int | None]) -> int | None:
    """Return the place of the highest value, if it is higher than all others."""
    for place, value in enumerate(values):
        others = values[:place] + values[place + 1 :]
        if value is not None and all(other is None or value > other for other in others):
            return place
    return None


def prime(pile: list[str], figures: str) -> int | None:
    worth = BEST if figures == "ten" else LOCAL
    rows = [[worth[card[0]] for card in pile if card[1] == suit] for suit in "BCDS"]
    return sum(map(max, rows)) if all(rows) else None


def row_of_denari(pile: list[str]) -> int:
    length = 0
    while length < 10 and ORDER[length] + "D" in pile:
        length += 1
    return length if length > 2 else 0


def play_deal(deal: dict[str, Any], rules: dict[str, Any], totals: list[int]) -> dict[str, Any]:
    """Return the captures, the cards taken and the points of a finished deal of a record."""
    hands, stock = [list(hand) for hand in deal["hands"]], list(deal["stock"])
    players = len(hands)
    team = [seat % 2 if players == 4 else seat for seat in range(players)]
    sides = max(team) + 1
    table, stock = stock[:4], stock[4:]
    if rules["redeal_kings"] and sum(card[0] == "R" for card in table) > 2:
        assert not deal["actions"]
        return {"captures": [], "points": [0] * sides, "scores": [0] * sides, "scored": None}
    size, turn, last = len(hands[0]), (deal["dealer"] + 1) % players, None
    piles: list[list[str]] = [[] for _ in range(sides)]
    swept: list[int] = []
    captures: list[dict[str, Any]] = []
    for action in deal["actions"]:
        seat, card, take = action["seat"], action["card"], action.get("take", [])
        assert seat == turn
        hands[seat].remove(card)
        possible = [sorted(way) for way in ways(card, table)]
        assert sorted(take) in possible or not (take or possible)
        turn = (turn + 1) % players
        if take:
            table = [other for other in table if other not in take]
            piles[team[seat]] += [*take, card]
            last = seat
            is_end = not stock and not any(hands)
            scopa = not table and (rules["last_scopa"] or not is_end)
            swept += [team[seat]] * scopa
            captures.append({"seat": seat, "cards": sorted([*take, card]), "scopa": scopa, "rest": False})
        else:
            table.append(card)
        if not any(hands) and stock:
            dealt, stock = stock[: players * size], stock[players * size :]
            packet = rules["deal_packet"]
            for start in range(0, len(dealt), packet):
                seat = (deal["dealer"] + 1 + start // packet) % players
                hands[seat] += dealt[start : start + packet]
    assert not any(hands)
    assert not stock
    assert last is not None
    if table:
        piles[team[last]] += table
        captures.append({"seat": last, "cards": sorted(table), "scopa": False, "rest": True})
    scored, scores = count(piles, swept, rules, totals)
    return {"captures": captures, "points": [*map(len, piles)], "scores": scores, "scored": scored}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the captures, the cards taken and the points of each deal of a match."""
    names = ("redeal_kings", "last_scopa", "napola", "rebello", "primiera_figures", "finish", "target")
    chosen = {name: getattr(rules, name) for name in (*names, "deal_packet")}
    found: list[dict[str, Any]] = []
    for deal in deals:
        nothing = [0] * (2 if len(deal["hands"]) == 4 else len(deal["hands"]))
        totals = [sum(column) for column in zip(nothing, *(each["scores"] for each in found), strict=True)]
        found.append(play_deal(deal, chosen, totals))
    return found


def count(
    piles: list[list[str]], swept: list[int], rules: dict[str, Any], totals: list[int]
) -> tuple[dict[str, Any], list[int]]:
    """Return the points by name and by side, one after the other as long as they count."""
    sides = len(piles)
    found: list[tuple[str, int | None, int]] = [
        ("carte", best([*map(len, piles)]), 1),
        ("denari", best([sum(card[1] == "D" for card in pile) for pile in piles]), 1),
        ("settebello", next(side for side in range(sides) if "7D" in piles[side]), 1),
        ("primiera", best([prime(pile, rules["primiera_figures"]) for pile in piles]), 1),
    ]
    if rules["napola"] != "none":
        found += [("napola", side, row_of_denari(piles[side])) for side in range(sides)]
    if rules["rebello"]:
        found.append(("rebello", next(side for side in range(sides) if "RD" in piles[side]), 1))
    found += [("scope", side, 1) for side in swept]
    scored: dict[str, Any] = dict.fromkeys(("carte", "denari", "settebello", "primiera"))
    scored["scope"] = [0] * sides
    if rules["napola"] != "none":
        scored["napola"] = [0] * sides
    if rules["rebello"]:
        scored["rebello"] = None
    scores, reached = [0] * sides, False
    for name, side, points in found:
        if side is None or reached:
            continue
        scores[side] += points
        if name in ("scope", "napola"):
            scored[name][side] += points
        else:
            scored[name] = side
        target = rules["target"]
        reached = (
            rules["finish"] == "in_order" and target is not None and totals[side] + scores[side] >= target
        )
    return scored, scores


def first_cards(hands: list[list[str]], stock: list[str], dealer: int) -> dict[str, Any]:
    """Return the deal of a record in which everybody plays the first card of their hand, and takes a single
    card before the smaller sets, in the order of the table."""
    now, players = [list(hand) for hand in hands], len(hands)
    table, left, size = stock[:4], stock[4:], len(hands[0])
    actions: list[dict[str, Any]] = []
    while any(now):
        for place in range(players):
            seat = (dealer + 1 + place) % players
            card = now[seat].pop(0)
            take = next(iter(ways(card, table)), [])
            actions.append({"seat": seat, "do": "play", "card": card, **({"take": take} if take else {})})
            table = [other for other in table if other not in take] if take else [*table, card]
        if not any(now) and left:
            for place, card in enumerate(left[: players * size]):
                now[(dealer + 1 + place) % players].append(card)
            left = left[players * size :]
    return {"dealer": dealer, "hands": hands, "stock": stock, "actions": actions}


def sequences(hands: list[list[str]], table: list[str], turn: int, depth: int) -> int:
    """Return the number of sequences of so many turns, without more cards from a stock."""
    if depth == 0 or not any(hands):
        return 1
    total = 0
    for card in hands[turn]:
        rest = [[each for each in hand if each != card] for hand in hands]
        for take in ways(card, table) or [[]]:
            after = [each for each in table if each not in take] if take else [*table, card]
            total += sequences(rest, after, (turn + 1) % len(hands), depth - 1)
    return total
