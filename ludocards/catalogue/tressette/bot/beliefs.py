"""The knowledge of a seat in Tressette about the hidden cards, and worlds that agree with it.

Some facts are certain. A player who did not follow suit is void in it. A player who made an accusa holds the
cards shown and, after one of three of a kind, lacks the fourth. Declarations about the number of cards of a
suit and about its 3, 2 and ace are true, as the rules demand (S0). Signals are true where false ones are
forbidden.

The worlds that agree with these facts are weighted by their likelihood, which has three factors: the plays,
for players of several types; the accuse that were not made; and the signals (`signals.py`).
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
from ludocards.catalogue.tressette.bot.kernels.worlds import write_log_likelihoods
from ludocards.catalogue.tressette.bot.network import FIRST, KINDS, SECOND
from ludocards.catalogue.tressette.bot.signals import PLAIN, Signal, credit, heard, talkers
from ludocards.engine.cards import ITALIAN40

NO_LIMIT = 10
"""As the most cards of a suit: there are no more."""

SUITS = [SUIT << 16 * suit for suit in range(4)]


def network_type(kind: str, slips: float, share: float) -> PlayerType:
    """Return a type of player whose choices the network predicts. A negative `heat` names its kind to
    `write_log_likelihoods`."""
    return PlayerType(-1.0 - KINDS.index(kind), slips, share)


RULE_TYPES = (PlayerType(0.1, 0.02), PlayerType(1.0, 0.3), PlayerType(3.0, 0.3))
"""Three types without the network: players who follow the rules of thumb, who often deviate from them, and
who nearly always do."""
PLAYER_TYPES = (
    PlayerType(0.1, 0.02, 3),
    network_type("searcher", 0.02, 3),
    network_type("learner", 0.02, 2),
    PlayerType(3.0, 0.3, 2),
)
"""The types of players, with their shares before any card is played; the plays then make some likelier."""

ACCUSE: Mapping[tuple[bool, str], int] = {
    **{(True, suit): bits(rank + suit for rank in "A23") for suit in ITALIAN40.suits},
    **{(False, rank): bits(rank + suit for suit in ITALIAN40.suits) for rank in "A23"},
}
"""The cards of each accusa: of a napoletana by `(True, suit)`, of three or four of a kind by
`(False, rank)`."""
SILENCE = 0.05
"""The likelihood that a player who can make an accusa keeps silent; of one who cannot it is 1."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a declaration: the cards of its suit that the player held before leading one of
    them or, for the taker of a trick, after it.

    `least` and `most` limit their number; `honours` are those held of 3, 2 and ace, None if it does not say.
    """

    least: int
    most: int
    honours: str | None = None
    has_re: bool = False
    """True if the player holds the Re."""


LENGTHS = {"terzo": (3, 3), "lungo": (4, 4), "lunghissimo": (5, NO_LIMIT)}
HONOURS = {"asso": "A", "due": "2", "tre": "3", "ventotto": "2A", "ventinove": "3A", "venticinque": "32"}

DECLARATIONS: Mapping[str, Meaning] = {
    "sola": Meaning(1, 1),
    "piombo": Meaning(1, 1),
    "si_liscia": Meaning(2, 2),
    **{word: Meaning(least, most) for word, (least, most) in LENGTHS.items()},
    **{f"{word}_di_re": Meaning(least, most, "", has_re=True) for word, (least, most) in LENGTHS.items()},
    **{f"e_mia_{word}": Meaning(least, most, "") for word, (least, most) in LENGTHS.items()},
    **{
        f"{name}_{word}": Meaning(least, most, held)
        for name, held in HONOURS.items()
        for word, (least, most) in LENGTHS.items()
    },
    **{f"{name}_piombo": Meaning(2, 2, held) for name, held in HONOURS.items() if len(held) == 2},
}
"""The declarations of a player who leads a suit, by code."""

TAKER_DECLARATIONS: Mapping[str, Meaning] = {
    "piombo_preso": Meaning(0, 0),
    "liscio_qui": Meaning(1, NO_LIMIT),
}
"""The declarations that the taker of a trick makes about its suit after the trick, by code."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. Each of the three hidden hands has a place, from 0."""

    me: int
    hand: int
    board: Ints
    seats: Ints
    """The seats of the hidden hands; with three players the last is 3, for the removed card."""
    room: Ints
    """By place, the number of cards that are not known."""
    free: int
    """The cards whose place is not known."""
    held: Ints
    """By place, the cards that it certainly holds."""
    barred: Ints
    """By place, the cards that it certainly does not hold."""
    least: Ints
    """By place and suit, the fewest free cards that it takes; `most` is the limit above."""
    most: Ints
    boards: Ints
    """For each card that another seat has played, the board before it, as everybody knew it. For the same
    cards, `holders` has the places, `before` the cards that the place has played from this one on, and
    `chosen` the card."""
    holders: Ints
    before: Ints
    chosen: Ints
    gone: Ints
    """By place, the cards that it has played."""
    unsaid: Sequence[Sequence[int]]
    """By place, the accuse that it could have made by now and has not, as values of `ACCUSE`."""
    signals: Sequence[Signal]
    talkers: Floats
    """By place, the log-likelihood of each type of talker."""


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """Return the beliefs of the seat of the view: that on turn, unless another is given."""
    me, players = view["to_act"][0] if seat is None else seat, int(view["players"])
    hand = bits(view["hand"])
    seats = [seat for seat in range(players) if seat != me] + [players] * (4 - players)
    boards, actors, chosen = [], [], []
    played: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(players)}

    def visit(board: Ints, number: int, seat: int, card: int) -> None:
        if seat != me:
            boards.append(board.copy())
            actors.append(seat)
            chosen.append(card)
        played[seat].append((number, card))

    board = board_of(view, visit)
    unseen = PACK & ~int(board[GONE]) & ~hand
    facts = _facts(view, seats, played, unseen)
    later = [[card for _, card in played[seat]] for seat in range(players)]
    at = [0] * players
    before = []
    for seat in actors:
        before.append(sum(1 << card for card in later[seat][at[seat] :]))
        at[seat] += 1
    counts = [view["counts"][seat] if seat < players else 1 for seat in seats]
    held = [_checked_held(facts.held[place], counts[place]) for place in range(3)]
    free = unseen & ~(held[0] | held[1] | held[2])
    least, most = _limits(facts, held, seats, players, free)
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


def worlds(known: Beliefs, many: int, rng_state: Ints) -> Ints:
    """Return up to `many` worlds, each a row of three hidden hands.

    If no deal agrees with all facts, the announcements are ignored first, then the voids as well, so that the
    bot can always play.
    """
    void = np.where(known.most == 0, 0, NO_LIMIT)
    nothing, anything = np.zeros((3, 4), np.int64), np.full((3, 4), NO_LIMIT, np.int64)
    for least, most, barred in (
        (known.least, known.most, known.barred),
        (nothing, void, known.barred),
        (nothing, anything, np.zeros(3, np.int64)),
    ):
        rows = dealt(known.free, SUITS, known.room, least, most, barred, many, rng_state)
        if len(rows):
            break
    return rows | known.held


def likelihood(known: Beliefs, rows: Ints, player_types: Sequence[PlayerType], scratch: Floats) -> Floats:
    """Return the weight of each world if every other player is of one of these types; the likeliest world has
    1.

    A player's choices depend only on their own hand, and many worlds share a hand, so each distinct hand is
    evaluated once. `scratch` is a buffer for the kernels.
    """
    weights = np.zeros(len(rows), np.float64)
    types = type_rows(player_types)
    for place in range(3):
        weights += by_hand(rows[:, place], partial(_weigh_place, known, place, types, scratch))
    if known.signals:
        weights += credit(known.signals, known.talkers, rows)
    likely: Floats = np.exp(weights - weights.max())
    return likely


def _weigh_place(
    known: Beliefs, place: int, types: Floats, scratch: Floats, hands: Ints, found: Floats
) -> None:
    """Write the log-likelihood of the plays and the silence of a place into `found`, for each of these
    hands."""
    is_own = known.holders == place
    choices = known.boards[is_own], known.before[is_own], known.chosen[is_own]
    write_log_likelihoods(*choices, hands, types, FIRST, SECOND, scratch, found)
    for accusa in known.unsaid[place]:
        found[np.bitwise_count((hands | known.gone[place]) & accusa) >= 3] += log(SILENCE)


# ---- facts


@dataclass
class Facts:
    """By place: the cards it holds, those it does not hold, and the fewest and most cards of each suit."""

    held: list[int]
    barred: list[int]
    least: list[list[int]]
    most: list[list[int]]


def _unsaid(view: Mapping[str, Any], seat: int) -> list[int]:
    """Return the cards of the accuse that a seat has not made, though it has had turns to make one."""
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
    """Return the certain facts. `seats` are those of the places; `played` has by seat the cards, each with
    the number of its trick."""
    players = int(view["players"])
    facts = Facts([0, 0, 0], [0, 0, 0], [[0] * 4 for _ in range(3)], [[NO_LIMIT] * 4 for _ in range(3)])
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
            _note_liscio(facts, seats.index(given["seat"]), given, played[given["seat"]], unseen)
    for said in view["announcements"]:
        if said["seat"] in seats and said["suit"]:
            _note_declaration(facts, seats.index(said["seat"]), said, played[said["seat"]], unseen)
    return facts


def _note_liscio(
    facts: Facts, place: int, given: Mapping[str, Any], played: Sequence[tuple[int, int]], unseen: int
) -> None:
    """Note the meaning of the signal liscio: the player kept another plain card of the suit, and still has it
    unless one was played later."""
    suit = INDEX[given["card"]] >> 4
    plain = PLAIN << 16 * suit
    if any(number > given["trick"] and plain >> card & 1 for number, card in played):
        return
    facts.least[place][suit] = max(facts.least[place][suit], 1)
    if (plain & unseen).bit_count() == 1:
        facts.held[place] |= plain & unseen


def _note_declaration(
    facts: Facts, place: int, said: Mapping[str, Any], played: Sequence[tuple[int, int]], unseen: int
) -> None:
    """Note the meaning of a declaration for the cards that are still hidden."""
    suit = [*ITALIAN40.suits].index(said["suit"])
    captured = TAKER_DECLARATIONS.get(said["code"])
    meaning = captured or DECLARATIONS.get(said["code"])
    if meaning is None:
        return
    # A declaration counts the card that is led with it; that of a taker comes after the trick.
    since = [
        card for number, card in played if number >= said["trick"] + bool(captured) and card >> 4 == suit
    ]
    facts.least[place][suit] = max(facts.least[place][suit], meaning.least - len(since))
    facts.most[place][suit] = min(facts.most[place][suit], max(0, meaning.most - len(since)))
    ranks = {} if meaning.honours is None else {rank: rank in meaning.honours for rank in "32A"}
    if meaning.has_re:
        ranks["R"] = True
    for rank, holds in ranks.items():
        card = bits([rank + said["suit"]]) & unseen
        if holds and card and INDEX[rank + said["suit"]] not in since:
            facts.held[place] |= card
        elif not holds:
            facts.barred[place] |= card


def _checked_held(held: int, count: int) -> int:
    """Return the cards known to be held; none if they are more than the hand has."""
    return held if held.bit_count() <= count else 0


def _limits(
    facts: Facts, held: Sequence[int], seats: Sequence[int], players: int, free: int
) -> tuple[Ints, Ints]:
    """Return the fewest and the most free cards of each suit that each place takes."""
    least, most = np.zeros((3, 4), np.int64), np.full((3, 4), NO_LIMIT, np.int64)
    for place, seat in enumerate(seats):
        for suit in range(4):
            has = (held[place] >> 16 * suit & SUIT).bit_count()
            able = (free & ~facts.barred[place]) >> 16 * suit & SUIT
            least[place, suit] = max(0, facts.least[place][suit] - has)
            most[place, suit] = min(max(0, facts.most[place][suit] - has), able.bit_count())
            if seat == players:
                most[place, suit] = able.bit_count()
    return least, most
