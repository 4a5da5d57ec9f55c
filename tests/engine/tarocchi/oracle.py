"""A second implementation of Tarocchi, based on plain text, with which the engine is compared.

It was written from the rules alone, shares neither code nor constants with the engine, and supports only the
default rules.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

NUMERALS = ("10", "9", "8", "7", "6", "5", "4")
RANKS = ("R", "Q", "C", "D", *NUMERALS)

MATCHES = 30
TABLES: list[tuple[int, dict[str, Any]]] = [(3, {})]
"""Numbers of players and options of tables at which so many matches are judged."""


def suit(card: str) -> str:
    return "" if card == "F" else "T" if card[0] == "T" else card[-1]


def value(card: str) -> int:
    if card in ("T20", "T1", "F"):
        return 10
    if card in ("T19", "T18", "T17", "T16"):
        return 5
    return {"R": 5, "Q": 4, "C": 3, "D": 2}.get(card[0], 0) if suit(card) != "T" else 0


def threes(cards: list[str]) -> int:
    """Return the value of heaps of three cards: their sum, with 1 for a scartina, less two for each heap."""
    heaps = [cards[i : i + 3] for i in range(0, len(cards), 3)]
    assert all(len(heap) == 3 for heap in heaps)
    return sum(sum(value(card) or 1 for card in heap) - 2 for heap in heaps)


def led(trick: list[str]) -> str:
    """Return the suit to follow: that of the first card, or of the second if the Fuggitivo was led."""
    if not trick or trick == ["F"]:
        return ""
    return suit(trick[1]) if trick[0] == "F" else suit(trick[0])


def obliged(hand: list[str], s: str, trick: list[str], seen: set[str]) -> str:
    mine = [card for card in hand if suit(card) == s]
    if s == "T" or not mine:
        return ""
    if s not in seen and "R" + s in mine:
        return "R" + s
    if s not in seen and len(mine) == 2 and "C" + s in mine and any(n + s in mine for n in NUMERALS):
        return "C" + s
    if "R" + s in trick and led(trick) == s and "D" + s in mine:
        return "D" + s
    return ""


def legal(hand: list[str], trick: list[str], seen: set[str]) -> list[str]:
    s = led(trick)
    if not s:
        return [c for c in hand if c == "F" or obliged(hand, suit(c), trick, seen) in ("", c)]
    if must := obliged(hand, s, trick, seen):
        return [must]
    fits = [c for c in hand if suit(c) == s] or [c for c in hand if suit(c) == "T"]
    return [c for c in hand if c in fits or c == "F"] if fits else hand


def winner(trick: list[str]) -> int:
    s = led(trick)

    def height(card: str) -> tuple[bool, bool, int]:
        rank = int(card[1:]) if suit(card) == "T" else -RANKS.index(card[: -len(s)]) if suit(card) == s else 0
        return suit(card) == "T", suit(card) == s, rank

    return max(range(len(trick)), key=lambda i: height(trick[i]))


def play_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """Return the tricks, points and scores of a finished deal of a record."""
    dealer = deal["dealer"]
    said: dict[int, dict[str, Any]] = {}
    scores = [0, 0, 0]
    actions = [*deal["actions"]]
    played = None
    while played is None:
        action = actions.pop(0)
        word = action.get("call", "silence")
        assert action.get("seat") not in said
        if word in ("tengo", "silence"):
            played = True
        elif word == "piglio":
            assert said[action["from"]]["call"] == "offro"
            scores[action["from"]] = -said[action["from"]]["points"]
            scores[action["seat"]] = said[action["from"]]["points"]
            played = False
        else:
            said[action["seat"]] = action
            played = False if len(said) == 3 else None
    if not played:
        assert not actions
        return {"tricks": [], "points": None, "scores": scores}

    hands = [list(hand) for hand in deal["hands"]]
    hands[dealer] += deal["stock"]
    scarto = actions.pop(0)["cards"]
    assert len(scarto) == 3
    assert all(value(card) < 5 for card in scarto)
    hands[dealer] = [card for card in hands[dealer] if card not in scarto]
    assert [len(hand) for hand in hands] == [20, 20, 20]

    won: list[list[str]] = [[], [], []]
    won[dealer] += scarto
    fool: dict[str, int] = {}
    trick: list[str] = []
    tricks: list[dict[str, Any]] = []
    seen: set[str] = set()
    turn = (dealer + 1) % 3
    for action in actions:
        assert action["seat"] == turn
        card = action["card"]
        assert card in legal(hands[turn], trick, seen)
        hands[turn].remove(card)
        trick.append(card)
        if card == "F":
            fool["owner"] = turn
        turn = (turn + 1) % 3
        if len(trick) == 3:
            leader, turn = turn, (turn + winner(trick)) % 3
            if "F" in trick:
                fool["winner"] = turn
            tricks.append({"leader": leader, "cards": trick, "winner": turn})
            won[turn] += trick
            seen.add(led(trick))
            trick = []
    owner, taker = fool["owner"], fool["winner"]
    if won[owner]:
        low = min(won[owner], key=value)
        won[owner].remove(low)
        won[taker].remove("F")
        won[owner].append("F")
        won[taker].append(low)
    points = [threes(cards) for cards in won]
    points[turn] += 5
    scores = [p - (37 if seat == dealer else 36) for seat, p in enumerate(points)]
    return {"tricks": tricks, "points": points, "scores": scores}


def judged(deals: list[dict[str, Any]], rules: Any) -> list[dict[str, Any]]:
    """Return the tricks, the points and the scores of each deal of a match."""
    found = [play_deal(deal) for deal in deals]
    assert all(deal["points"] is None or sum(deal["points"]) == 109 for deal in found)
    return found


def count_words(said: dict[int, str], depth: int) -> int:
    """Return the number of sequences of at most `depth` words in the bidding; the window may also close."""
    if depth == 0:
        return 1
    total = 1  # the window closes
    for seat in {0, 1, 2} - {*said}:
        total += 1  # tengo
        total += sum(word == "offro" for word in said.values())  # piglio
        for word in ["vado", *["offro"] * 8]:
            following = {**said, seat: word}
            total += 1 if len(following) == 3 else count_words(following, depth - 1)
    return total


def count_scarti(hand: list[str]) -> int:
    return sum(all(value(card) < 5 for card in three) for three in combinations(hand, 3))


def count(hands: list[list[str]], turn: int, trick: list[str], seen: set[str], depth: int) -> int:
    """Return the number of legal sequences of `depth` cards."""
    if depth == 0 or not any(hands):
        return 1
    total = 0
    for card in legal(hands[turn], trick, seen):
        rest = [[c for c in hand if c != card] for hand in hands]
        table, following, opened = [*trick, card], (turn + 1) % 3, seen
        if len(table) == 3:
            opened = seen | {led(table)}
            table, following = [], (following + winner(table)) % 3
        total += count(rest, following, table, opened, depth - 1)
    return total
