"""A second, short implementation of Briscola, based on plain text, with which the engine is compared.

It was written from the sources alone and shares neither code nor constants with the engine.
"""

from __future__ import annotations

from typing import Any

ORDER = "A3RCF76542"
POINTS = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2, **dict.fromkeys("76542", 0)}

MATCHES = 6
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"exchange": "two", "exchange_until": "stock", "match_end": {"games": 4}}),
    (3, {"exchange": "seven", "exchange_until": "stock", "removed_card": "2S", "deal_packet": 3}),
    (4, {"preset": "osteria", "exchange": "seven_two", "exchange_until": "stock"}),
    (4, {"preset": "torneo", "match_end": {"deals": 4}, "tie": "last_trick"}),
]
"""Numbers of players and options of tables at which so many matches are judged."""


def winner(trick: list[str], trump: str) -> int:
    suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
    return min(range(len(trick)), key=lambda i: (trick[i][1] != suit, ORDER.index(trick[i][0])))


def may_exchange(card: str, turned: str, way: str) -> bool:
    """Return whether the table lets this card take the turned one."""
    if card[1] != turned[1]:
        return False
    if way == "two":
        return card[0] == "2"
    if way == "seven":
        return card[0] == "7"
    is_high = turned[0] in "A3RCF"
    return way == "seven_two" and (card[0] == "7" if is_high else card[0] == "2")


def play_deal(deal: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Return the tricks, the points and the score of a finished deal of a record."""
    hands, stock = [list(hand) for hand in deal["hands"]], list(deal["stock"])
    players, trump = len(hands), stock[-1][1]
    team = [seat % 2 if players == 4 else seat for seat in range(players)]
    points = [0] * len(set(team))
    turn = (deal["dealer"] + 1) % players
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    for action in deal["actions"]:
        seat, card = action["seat"], action["card"]
        assert seat == turn
        assert card in hands[seat]
        if action["do"] == "exchange":
            assert may_exchange(card, stock[-1], rules["exchange"])
            assert rules["exchange_until"] == "stock" or not tricks
            hands[seat][hands[seat].index(card)], stock[-1] = stock[-1], card
            continue
        if "signal" in action:
            assert players == 4
            assert tricks
            assert len(hands[seat]) > 1
            assert not action["signal"].startswith("voglio") or len(trick) < 2
        hands[seat].remove(card)
        trick.append(card)
        turn = (seat + 1) % players
        if len(trick) == players:
            leader, turn = turn, (turn + winner(trick, trump)) % players
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            points[team[turn]] += sum(POINTS[card[0]] for card in trick)
            trick = []
            for place in range(players if stock else 0):
                hands[(turn + place) % players].append(stock.pop(0))
    assert not any(hands)
    assert not stock
    most = [side for side in range(len(points)) if points[side] == max(points)]
    if len(most) > 1 and rules["tie"] == "last_trick":
        most = [side for side in most if side == team[turn]]
    won = [int(most == [side]) for side in range(len(points))]
    return {"tricks": tricks, "points": points, "scores": points if rules["counts_points"] else won}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the points and the scores of each deal of a match."""
    chosen = {name: getattr(rules, name) for name in ("tie", "exchange", "exchange_until")}
    chosen["counts_points"] = rules.match_end.unit == "deals"
    return [play_deal(deal, chosen) for deal in deals]


def first_cards(hands: list[list[str]], stock: list[str], dealer: int) -> dict[str, Any]:
    """Return the deal of a record in which everybody plays the first card of their hand; what is drawn goes
    to its end."""
    now, left, players = [list(hand) for hand in hands], list(stock), len(hands)
    turn, actions = (dealer + 1) % players, []
    while any(now):
        trick = []
        for place in range(players):
            seat = (turn + place) % players
            trick.append(now[seat].pop(0))
            actions.append({"seat": seat, "do": "play", "card": trick[-1]})
        turn = (turn + winner(trick, stock[-1][1])) % players
        for place in range(players if left else 0):
            now[(turn + place) % players].append(left.pop(0))
    return {"dealer": dealer, "hands": hands, "stock": stock, "actions": actions}


def count(
    hands: list[list[str]], stock: list[str], turn: int, trick: list[str], trump: str, depth: int, way: str
) -> int:
    """Return the number of legal sequences of `depth` cards; an exchange before a card makes another one."""
    if depth == 0 or not any(hands):
        return 1
    players, total = len(hands), 0
    for card in hands[turn]:
        if stock and may_exchange(card, stock[-1], way):
            swapped = [[stock[-1] if each == card else each for each in hand] for hand in hands]
            total += count(swapped, [*stock[:-1], card], turn, trick, trump, depth, way)
        rest = [[each for each in hand if each != card] for hand in hands]
        table, following, left = [*trick, card], (turn + 1) % players, stock
        if len(table) == players:
            table, following = [], (following + winner(table, trump)) % players
            for place in range(players if left else 0):
                rest[(following + place) % players].append(left[0])
                left = left[1:]
        total += count(rest, left, following, table, trump, depth - 1, way)
    return total
