"""A second, short implementation of Whist, based on plain text, with which the engine is compared.

It was written from the regulation alone and shares neither code nor constants with the engine. Seat 0 is not
special: `first` bids and leads first; `order` lists the ranks from high to low.
"""

from __future__ import annotations

from typing import Any

LOW_ACE = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
HIGH_ACE = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]

MATCHES = 3
TABLES: list[tuple[int, dict[str, Any]]] = [
    (players, options)
    for players in (2, 3, 4, 5, 6)
    for options in (
        {"preset": "andata_ritorno"},
        {"preset": "andata", "briscola": False},
        {"preset": "andata", "asso_alto": True},
    )
]
"""Numbers of players and options of tables at which so many matches are judged."""


def sizes(players: int, both_ways: bool) -> list[int]:
    up = [4, 5, 6, 7, 8] if players == 6 else [4, 5, 6, 7, 8, 9, 10]
    return [*up, *reversed(up[:-1])] if both_ways else up


def bids(said: list[int], players: int, cards: int) -> list[int]:
    last = len(said) == players - 1
    return [n for n in range(cards + 1) if not (last and sum([*said, n]) == cards)]


def plays(hand: list[str], trick: list[str], trump: str) -> list[str]:
    if not trick:
        return hand
    same = [card for card in hand if card[-1] == trick[0][-1]]
    return same or [card for card in hand if card[-1] == trump] or hand


def winner(trick: list[str], trump: str, order: list[str]) -> int:
    best = 0
    for place, card in enumerate(trick):
        higher = order.index(card[:-1]) < order.index(trick[best][:-1])
        trumps = card[-1] == trump and trick[best][-1] != trump
        if trumps or (card[-1] == trick[best][-1] and higher):
            best = place
    return best


def points(bid: int, made: int) -> int:
    return 10 + made if made == bid else -3 - abs(made - bid)


def play_deal(deal: dict[str, Any], order: list[str]) -> dict[str, Any]:
    """Return the tricks, points and scores of a finished deal of a record."""
    hands = [list(hand) for hand in deal["hands"]]
    players, cards = len(hands), len(hands[0])
    trump = deal["stock"][0][-1] if deal["stock"] else ""
    turn = (deal["dealer"] + 1) % players
    said: list[int] = []
    spoken: dict[int, int] = {}
    made = [0] * players
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    for action in deal["actions"]:
        assert action["seat"] == turn
        if len(said) < players:
            assert action["do"] == "bid"
            assert action["tricks"] in bids(said, players, cards)
            said.append(action["tricks"])
            spoken[turn] = action["tricks"]
            turn = (turn + 1) % players
            continue
        assert action["card"] in plays(hands[turn], trick, trump)
        hands[turn].remove(action["card"])
        trick.append(action["card"])
        turn = (turn + 1) % players
        if len(trick) == players:
            leader, turn = turn, (turn + winner(trick, trump, order)) % players
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            made[turn] += 1
            trick = []
    scores = [points(spoken[seat], made[seat]) for seat in range(players)]
    return {"tricks": tricks, "points": made, "scores": scores}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the points and the scores of each deal of a match, after checking their sizes."""
    found = [play_deal(deal, HIGH_ACE if rules.asso_alto else LOW_ACE) for deal in deals]
    assert [len(deal["tricks"]) for deal in found] == sizes(len(deals[0]["hands"]), rules.both_ways)
    return found


def count(
    hands: list[list[str]],
    turn: int,
    said: list[int],
    trick: list[str],
    trump: str,
    order: list[str],
    depth: int,
) -> int:
    """Return the number of legal sequences of `depth` bids and cards."""
    players, cards = len(hands), len(hands[0]) + bool(trick)
    if depth == 0 or (len(said) == players and not any(hands)):
        return 1
    following = (turn + 1) % players
    if len(said) < players:
        return sum(
            count(hands, following, [*said, bid], trick, trump, order, depth - 1)
            for bid in bids(said, players, cards)
        )
    total = 0
    for card in plays(hands[turn], trick, trump):
        rest = [[c for c in hand if c != card] for hand in hands]
        table, lead = [*trick, card], following
        if len(table) == players:
            table, lead = [], (following + winner(table, trump, order)) % players
        total += count(rest, lead, said, table, trump, order, depth - 1)
    return total
