"""The knowledge of a seat at a table of Tressette about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void. A player who made an accusa holds the cards shown, and
lacks the missing fourth of three of a kind. Declarations are true (S0): about the number of cards of a suit,
and its 3, 2 and ace. Signals are true where false ones are forbidden. Worlds that agree with these facts are
weighted by the likelihood of the plays for players who follow the rules of thumb, of the accuse that were not
made, and of the signals (`signals.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any

import numpy as np

from ludocards.bots.kernels.dealing import dealt
from ludocards.bots.kernels.numbers import Floats, Ints, by_hand
from ludocards.bots.player_types import PlayerType, type_rows
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.tressette.bot.board import board_of, shown, true_signals
from ludocards.catalogue.tressette.bot.kernels.play import BOARD, GONE
from ludocards.catalogue.tressette.bot.kernels.worlds import weigh
from ludocards.catalogue.tressette.bot.network import FIRST, KINDS, SECOND
from ludocards.catalogue.tressette.bot.signals import PLAIN, Signal, credit, heard, talkers
from ludocards.engine.cards import ITALIAN40

ANY = 10
SUITS = [SUIT << 16 * suit for suit in range(4)]


def learned(kind: str, slips: float, share: float) -> PlayerType:
    """A type of player from the network, whose `heat` is the number by which `weigh` knows its kind."""
    return PlayerType(-1.0 - KINDS.index(kind), slips, share)


RULED = (PlayerType(0.1, 0.02), PlayerType(1.0, 0.3), PlayerType(3.0, 0.3))
"""Three types without the network: players who keep to the rules of thumb, who often deviate, and who nearly
always do."""
PLAYER_TYPES = (
    PlayerType(0.1, 0.02, 3),
    learned("searcher", 0.02, 3),
    learned("learner", 0.02, 2),
    PlayerType(3.0, 0.3, 2),
)
"""The types of players. The shares are those of the beginning; their likelihoods follow from the play."""

ACCUSE: Mapping[tuple[bool, str], int] = {
    **{(True, suit): bits(rank + suit for rank in "A23") for suit in ITALIAN40.suits},
    **{(False, rank): bits(rank + suit for suit in ITALIAN40.suits) for rank in "A23"},
}
"""The cards of each accusa: of a napoletana by its suit, of three or four of a kind by their rank."""
UNSAID = 0.05
"""The likelihood of silence from a player who could make an accusa, relative to one who could not."""


@dataclass(frozen=True, slots=True)
class Said:
    """The meaning of a declaration for the suit before the card was led.

    It gives the least and the most cards, and which of 3, 2 and ace are held (None if it does not say).
    """

    least: int
    most: int
    honours: str | None = None
    re: bool = False
    """True if the Re is held."""


LENGTHS = {"terzo": (3, 3), "lungo": (4, 4), "lunghissimo": (5, ANY)}
HONOURS = {"asso": "A", "due": "2", "tre": "3", "ventotto": "2A", "ventinove": "3A", "venticinque": "32"}

DECLARED: Mapping[str, Said] = {
    "sola": Said(1, 1),
    "piombo": Said(1, 1),
    "si_liscia": Said(2, 2),
    **{word: Said(least, most) for word, (least, most) in LENGTHS.items()},
    **{f"{word}_di_re": Said(least, most, "", re=True) for word, (least, most) in LENGTHS.items()},
    **{f"e_mia_{word}": Said(least, most, "") for word, (least, most) in LENGTHS.items()},
    **{
        f"{name}_{word}": Said(least, most, held)
        for name, held in HONOURS.items()
        for word, (least, most) in LENGTHS.items()
    },
    **{f"{name}_piombo": Said(2, 2, held) for name, held in HONOURS.items() if len(held) == 2},
}
"""The declarations about the suit that is led, by code."""

CAPTURED: Mapping[str, Said] = {"piombo_preso": Said(0, 0), "liscio_qui": Said(1, ANY)}
"""The declarations that the taker of a trick makes after it about its suit."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. There are three hidden hands, one to a place."""

    me: int
    hand: int
    board: Ints
    seats: Ints
    """The seats of the hidden hands; with three players the last is 3, for the removed card."""
    room: Ints
    free: int
    """The cards whose place is not known."""
    held: Ints
    barred: Ints
    least: Ints
    most: Ints
    boards: Ints
    """The board as everybody knew it at each card of the others. The next arrays have, for each of these
    cards, the hidden hand, the cards that it has played since, and the card."""
    holders: Ints
    before: Ints
    chosen: Ints
    gone: Ints
    """The cards that the hidden hands have played."""
    unsaid: Sequence[Sequence[int]]
    """The accuse that each hidden hand could have made by now and has not, as values of `ACCUSE`."""
    signals: Sequence[Signal]
    """The signals; then the log-likelihood of each type of talker, by hidden hand."""
    talkers: Floats


def beliefs(view: Mapping[str, Any]) -> Beliefs:
    me, players = view["to_act"][0], int(view["players"])
    hand = bits(view["hand"])
    seats = [seat for seat in range(players) if seat != me] + [players] * (4 - players)
    boards, actors, chosen = [], [], []
    played: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(players)}

    def meet(board: Ints, number: int, seat: int, card: int) -> None:
        if seat != me:
            boards.append(board.copy())
            actors.append(seat)
            chosen.append(card)
        played[seat].append((number, card))

    board = board_of(view, meet)
    unseen = PACK & ~int(board[GONE]) & ~hand
    facts = _facts(view, seats, played, unseen)
    later = [[card for _, card in played[seat]] for seat in range(players)]
    at = [0] * players
    before = []
    for seat in actors:
        before.append(sum(1 << card for card in later[seat][at[seat] :]))
        at[seat] += 1
    counts = [view["counts"][seat] if seat < players else 1 for seat in seats]
    held = [_count_checked(facts.held[place], counts[place]) for place in range(3)]
    free = unseen & ~(held[0] | held[1] | held[2])
    least, most = _numbers(facts, held, seats, players, free)
    return Beliefs(
        me=me,
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        room=np.array([count - held[place].bit_count() for place, count in enumerate(counts)], np.int64),
        free=free,
        held=np.array(held, np.int64),
        barred=np.array(facts.barred, np.int64),
        least=least,
        most=most,
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array([seats.index(seat) for seat in actors], np.int64),
        before=np.array(before, np.int64),
        chosen=np.array(chosen, np.int64),
        gone=np.array([sum(1 << card for _, card in played.get(seat, ())) for seat in seats], np.int64),
        unsaid=[_unsaid(view, seat) if played.get(seat) else () for seat in seats],
        signals=heard(view, seats, played),
        talkers=talkers(view, seats),
    )


def worlds(known: Beliefs, many: int, chance: Ints) -> Ints:
    """Up to `many` worlds, each a row of three hidden hands.

    If no deal agrees with the facts, first the announcements are ignored, then the voids, so that the bot
    can always play.
    """
    void = np.where(known.most == 0, 0, ANY)
    nothing, anything = np.zeros((3, 4), np.int64), np.full((3, 4), ANY, np.int64)
    for least, most, barred in (
        (known.least, known.most, known.barred),
        (nothing, void, known.barred),
        (nothing, anything, np.zeros(3, np.int64)),
    ):
        rows = dealt(known.free, SUITS, known.room, least, most, barred, many, chance)
        if len(rows):
            break
    return rows | known.held


def likelihood(known: Beliefs, rows: Ints, player_types: Sequence[PlayerType], out: Floats) -> Floats:
    """The weight of each world, if each of the others is of one of these types; the likeliest has 1.

    A player's choices depend on their own hand only, and many worlds share a hand; so each distinct hand is
    evaluated once.
    """
    weights = np.zeros(len(rows), np.float64)
    ways = type_rows(player_types)
    for place in range(3):
        weights += by_hand(rows[:, place], partial(_weigh_place, known, place, ways, out))
    if known.signals:
        weights += credit(known.signals, known.talkers, rows)
    likely: Floats = np.exp(weights - weights.max())
    return likely


def _weigh_place(known: Beliefs, place: int, ways: Floats, out: Floats, hands: Ints, found: Floats) -> None:
    """The likelihood of the plays and the silence at a place, for each of these hands."""
    theirs = known.holders == place
    choices = known.boards[theirs], known.before[theirs], known.chosen[theirs]
    weigh(*choices, hands, ways, FIRST, SECOND, out, found)
    for accusa in known.unsaid[place]:
        found[np.bitwise_count((hands | known.gone[place]) & accusa) >= 3] += log(UNSAID)


# ---- facts


@dataclass
class Facts:
    """By hidden hand: the cards it holds, those it does not hold, and the least and the most cards of each
    suit."""

    held: list[int]
    barred: list[int]
    least: list[list[int]]
    most: list[list[int]]


def _unsaid(view: Mapping[str, Any], seat: int) -> list[int]:
    """The accuse that a seat could have made on its turns, less those it made."""
    made = {
        (each["combo"] == "napoletana", each.get("suit") or each["rank"])
        for each in view["accuse"]
        if each["seat"] == seat
    }
    return [cards for about, cards in ACCUSE.items() if view["accuse_window"] and about not in made]


def _facts(
    view: Mapping[str, Any],
    seats: Sequence[int],
    played: Mapping[int, Sequence[tuple[int, int]]],
    unseen: int,
) -> Facts:
    players = int(view["players"])
    facts = Facts([0, 0, 0], [0, 0, 0], [[0] * 4 for _ in range(3)], [[ANY] * 4 for _ in range(3)])
    for place, seat in enumerate(seats):
        if seat == players:
            facts.held[place] = bits([view["removed_card"]])
            continue
        for number, card in played[seat]:
            trick = (view["tricks"][number] if number < len(view["tricks"]) else view["trick"])["cards"]
            led = INDEX[trick[0]] >> 4
            if card >> 4 != led:
                facts.most[place][led] = 0
    for made in view["accuse"]:
        if made["seat"] in seats:
            place = seats.index(made["seat"])
            facts.held[place] |= bits(shown(made)) & unseen
            if made["missing"]:
                facts.barred[place] |= bits([made["rank"] + made["missing"]])
    for given in true_signals(view, "volo"):
        if given["seat"] in seats:
            facts.most[seats.index(given["seat"])][INDEX[given["card"]] >> 4] = 0
    for given in true_signals(view, "liscio"):
        if given["seat"] in seats:
            _keeps_plain(facts, seats.index(given["seat"]), given, played[given["seat"]], unseen)
    for said in view["announcements"]:
        if said["seat"] in seats and said["suit"]:
            _listen(facts, seats.index(said["seat"]), said, played[said["seat"]], unseen)
    return facts


def _keeps_plain(
    facts: Facts, place: int, given: Mapping[str, Any], played: Sequence[tuple[int, int]], unseen: int
) -> None:
    """Note that a player who signalled liscio kept another plain card of the suit, and still has it unless it
    has been played."""
    suit = INDEX[given["card"]] >> 4
    plain = PLAIN << 16 * suit
    if any(number > given["trick"] and plain >> card & 1 for number, card in played):
        return
    facts.least[place][suit] = max(facts.least[place][suit], 1)
    if (plain & unseen).bit_count() == 1:
        facts.held[place] |= plain & unseen


def _listen(
    facts: Facts, place: int, said: Mapping[str, Any], played: Sequence[tuple[int, int]], unseen: int
) -> None:
    """Note what a declaration means for the cards that are still hidden."""
    suit = [*ITALIAN40.suits].index(said["suit"])
    captured = CAPTURED.get(said["code"])
    meaning = captured or DECLARED.get(said["code"])
    if meaning is None:
        return
    since = [
        card for number, card in played if number >= said["trick"] + bool(captured) and card >> 4 == suit
    ]
    facts.least[place][suit] = max(facts.least[place][suit], meaning.least - len(since))
    facts.most[place][suit] = min(facts.most[place][suit], max(0, meaning.most - len(since)))
    ranks = {} if meaning.honours is None else {rank: rank in meaning.honours for rank in "32A"}
    if meaning.re:
        ranks["R"] = True
    for rank, holds in ranks.items():
        card = bits([rank + said["suit"]]) & unseen
        if holds and card and INDEX[rank + said["suit"]] not in since:
            facts.held[place] |= card
        elif not holds:
            facts.barred[place] |= card


def _count_checked(held: int, count: int) -> int:
    """The cards known to be held; none, if they are more than the hand has."""
    return held if held.bit_count() <= count else 0


def _numbers(
    facts: Facts, held: Sequence[int], seats: Sequence[int], players: int, free: int
) -> tuple[Ints, Ints]:
    """The least and the most free cards of each suit that a hidden hand takes."""
    least, most = np.zeros((3, 4), np.int64), np.full((3, 4), ANY, np.int64)
    for place, seat in enumerate(seats):
        for suit in range(4):
            has = (held[place] >> 16 * suit & SUIT).bit_count()
            able = (free & ~facts.barred[place]) >> 16 * suit & SUIT
            least[place, suit] = max(0, facts.least[place][suit] - has)
            most[place, suit] = min(max(0, facts.most[place][suit] - has), able.bit_count())
            if seat == players:
                most[place, suit] = able.bit_count()
    return least, most
