"""Determinizations of a deal of Tarocchi ("worlds"): sampling, weighting and evaluating them.

The hidden cards are the hands of the two others and, unless the seat is the dealer, the scarto. After these
are dealt at random, the dealer's scarto is chosen again: the cards that the club bot would lay away from all
that the dealer may have had.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints, count, drawn, lowest, one_of
from ludocards.catalogue.tarocchi.bot.kernels.pack import FIVES, OF_SUIT, PACK, WORTH
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    BOARD,
    COUNTS,
    DEALER,
    HANDS,
    HOLD,
    OFFER,
    SCARTO,
    VOID,
    gain_of,
    kept,
    lay,
    play_out,
    put,
    settled,
    turn,
    values,
)
from ludocards.catalogue.tarocchi.values import (
    DEALER_PAR,
    FIRST_HAND,
    HEAP,
    MONTE,
    PAR,
    WHOLE_HAND,
)

IMPOSSIBLE = -50.0
"""The log-likelihood of an illegal play."""


# ---- the scarto


@kernel("float64(int64,int64)")
def spared(card: int, hand: int) -> float:
    """The gain from laying this card of the hand away, where it counts at once, instead of playing it."""
    return WORTH[card] - kept(card, hand, 0)


@kernel("float64(int64,int64)")
def emptied(hand: int, scarto: int) -> float:
    """The gain from the suits of which this scarto leaves the hand void."""
    gain = 0.0
    for suit in range(1, 5):
        mine = hand & OF_SUIT[suit]
        if mine and mine & ~scarto == 0:
            gain += VOID
    return gain


@kernel("int64(int64,int64,int64,int64,float64,int64[::1],float64[:,::1])")
def laid_away(hand: int, may: int, must: int, many: int, noise: float, chance: Ints, out: Floats) -> int:
    """The club bot's scarto from a whole hand: the cards that `must` be laid away, and `many` of those that
    `may`. Random `noise` (in points) is added to the value of each card."""
    found = 0
    while may:
        card = lowest(may)
        may &= may - 1
        out[1, found] = card
        out[0, found] = spared(card, hand)
        if noise > 0:
            out[0, found] -= noise * log(-log((drawn(chance) + 0.5) / 2147483648.0))
        found += 1
    best, laid = -1e9, 0
    for i in range(found if many > 0 else 1):
        for j in range(i + 1, found) if many > 1 else range(1):
            for k in range(j + 1, found) if many > 2 else range(1):
                gain, cards = 0.0, must
                if many > 0:
                    gain += out[0, i]
                    cards |= 1 << int(out[1, i])
                if many > 1:
                    gain += out[0, j]
                    cards |= 1 << int(out[1, j])
                if many > 2:
                    gain += out[0, k]
                    cards |= 1 << int(out[1, k])
                if gain + 3 * VOID > best:
                    gain += emptied(hand, cards)
                    if gain > best:
                        best, laid = gain, cards
    return laid


@kernel("void(int64[:,::1],int64,int64,int64,int64,float64,int64[::1],float64[:,::1])")
def lay_anew(
    worlds: Ints, dealer: int, played: int, barred: int, gone: int, noise: float, chance: Ints, out: Floats
) -> None:
    """In each world, choose again what the dealer (a hidden hand) has laid away.

    The scarto has none of the cards `played` by the dealer, none that are `barred`, and all cards that
    cannot be in the dealer's hand (`gone`).
    """
    for i in range(len(worlds)):
        both = worlds[i, dealer] | worlds[i, 2]
        must = both & gone
        may = both & ~barred & ~must
        laid = laid_away(both | played, may, must, MONTE - count(must), noise, chance, out)
        worlds[i, 2] = laid
        worlds[i, dealer] = both & ~laid


# ---- likelihoods


@kernel("float64(float64,int64,float64)")
def likely_word(gain: float, word: int, heat: float) -> float:
    """The probability of a word, given the expected gain: tengo (-1), vado (0) or an offer (above 0)."""
    holds = 1 / (1 + exp(-(gain - HOLD) / heat))
    pays = 1 / (1 + exp((gain - OFFER) / heat))
    if word < 0:
        return holds
    return pays if word > 0 else max(0.0, 1 - holds - pays)


@kernel(
    "void(int64[:,::1],int64[::1],int64[::1],int64[::1],int64[:,::1],int64[:,::1],float64,float64,float64,int64[::1],"
    "float64[:,::1],float64[::1])"
)
def weigh(
    boards: Ints,
    holders: Ints,
    before: Ints,
    chosen: Ints,
    calls: Ints,
    worlds: Ints,
    heat: float,
    slips: float,
    faith: float,
    chance: Ints,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of the calls and plays of the deal in each of these worlds into `weights`.

    The players are assumed to follow the rules of thumb with errors: `heat` (for a card) and `faith` (for a
    call) are the temperatures of a softmax, in points, and `slips` is the share of random choices.

    A row of `boards` has what everybody knew when a card was chosen. `holders` has the hidden hand that
    chose it, and `before` the cards that this hand has played since. A row of `calls` has a hidden hand, the
    cards that it has played, whether it deals, and the word.
    """
    for i in range(len(worlds)):
        total = 0.0
        for call in range(len(calls)):
            cards = worlds[i, calls[call, 0]] | calls[call, 1]
            if calls[call, 2]:
                cards |= worlds[i, 2]
            while count(cards) > FIRST_HAND:
                cards ^= 1 << one_of(cards, drawn(chance))
            likely = likely_word(gain_of(cards, calls[call, 2]), calls[call, 3], faith)
            total += log((1 - slips) * likely + slips / 3)
        for play in range(len(boards)):
            board = boards[play]
            board[SCARTO] = worlds[i, 2]
            found = values(board, turn(board), worlds[i, holders[play]] | before[play], out)
            best, mine, together = out[0, 0], -1.0, 0.0
            for j in range(found):
                best = max(best, out[0, j])
            for j in range(found):
                likely = exp((out[0, j] - best) / heat)
                together += likely
                if int(out[1, j]) == chosen[play]:
                    mine = likely
            total += IMPOSSIBLE if mine < 0 else log((1 - slips) * mine / together + slips / found)
        weights[i] = total


# ---- evaluation


@kernel("float64(int64[:,::1],float64[:,::1],int64,int64,float64[:,::1],float64[:,::1],int64)")
def worth(
    boards: Ints, wants: Floats, exact: int, until: int, out: Floats, results: Floats, me: int
) -> float:
    """A seat's result in the world `boards[0]`, in thirds weighted by its row of `wants`.

    The deal is played by the rules of thumb until each player has `until` cards, then with all cards seen.
    If the players have no more than `exact` cards already, all of it is played with all cards seen.
    """
    if boards[0, COUNTS + turn(boards[0])] > exact:
        play_out(boards[0], out, until)
    settled(boards, 0, wants, results, np.zeros((0, 2), np.int64), np.zeros((0, 6), np.float64))
    total = 0.0
    for seat in range(3):
        total += wants[me, seat] * results[0, seat]
    return total


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64,float64[:,::1],int64[:,::1],"
    "float64[:,::1],float64[:,::1],float64[:,::1])"
)
def evaluate(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    choices: Ints,
    exact: int,
    until: int,
    wants: Floats,
    boards: Ints,
    out: Floats,
    results: Floats,
    gains: Floats,
) -> None:
    """Write the gain of each choice in each of these worlds (a row).

    A choice is a card to play or, below 0, the inverted bits of three cards to lay away.
    """
    me = turn(board)
    if choices[0] < 0:
        me = board[DEALER]
    for i in range(len(worlds)):
        for j in range(len(choices)):
            for place in range(BOARD):
                boards[0, place] = board[place]
            boards[0, HANDS + me] = hand
            boards[0, HANDS + seats[0]] = worlds[i, 0]
            boards[0, HANDS + seats[1]] = worlds[i, 1]
            if choices[j] < 0:
                boards[0, HANDS + me] = hand & choices[j]
                lay(boards[0], hand & ~choices[j])
            else:
                if me != board[DEALER]:
                    lay(boards[0], worlds[i, 2])
                put(boards[0], choices[j])
            gains[i, j] = worth(boards, wants, exact, until, out, results, me)


# ---- the bidding

SILENT, TENGO, PIGLIO = -3, -1, -10
"""The words as numbers: not yet spoken; tengo; piglio, minus the number of the seat that made the offer.

Vado is 0, an offer is its points."""


@kernel("int64(int64[::1],int64,float64,int64)")
def answer(said: Ints, seat: int, gain: float, most: int) -> int:
    """The word of the club bot on a hand with this expected gain."""
    offer, of = 0, -1
    for other in range(3):
        if said[other] > offer and other != seat:
            offer, of = said[other], other
    if of >= 0 and offer >= gain:
        return PIGLIO - of
    if gain > HOLD:
        return TENGO
    if gain > OFFER:
        return 0
    return min(most, max(1, int((OFFER - gain) / 2 + 0.5) + 1))


@kernel("float64(int64[::1],int64,int64,float64[:,::1],float64[::1],float64,int64,int64,int64)")
def concluded(
    said: Ints,
    me: int,
    word: int,
    wants: Floats,
    gains: Floats,
    played: float,
    order: int,
    most: int,
    play: int,
) -> float:
    """The outcome of a word of seat `me`, in thirds weighted by its row of `wants`.

    The others answer as the club bot does with the gains that they expect (`gains`); the first to answer
    sits `order` seats (1 or 2) further on. `played` is the result of the deal if it is played; `play` says
    whether it is played when nobody takes an offer.
    """
    seat = me
    for step in range(3):
        if step > 0:
            seat = (me + (order if step == 1 else 3 - order)) % 3
            if said[seat] != SILENT:
                continue
            word = answer(said, seat, gains[seat], most)
        if word == TENGO:
            return played
        if word <= PIGLIO:
            of = PIGLIO - word
            return HEAP * said[of] * (wants[me, seat] - wants[me, of])
        said[seat] = word
    offered = said[0] > 0 or said[1] > 0 or said[2] > 0
    return played if offered and play else 0.0


@kernel(
    "void(int64[::1],int64,int64,int64[::1],int64[::1],int64,int64,float64,float64,float64,float64[:,::1],"
    "int64[::1],int64[:,::1],float64[:,::1],float64[:,::1],float64[:,::1])"
)
def foresee(
    board: Ints,
    hand: int,
    me: int,
    said: Ints,
    words: Ints,
    most: int,
    play: int,
    edge: float,
    slips: float,
    faith: float,
    wants: Floats,
    chance: Ints,
    boards: Ints,
    out: Floats,
    results: Floats,
    gains: Floats,
) -> None:
    """Write a row for each world: the outcome of each word, then the likelihood of the words already said.

    `edge` is what seat `me` expects beyond the rules of thumb, in thirds. No card has been played on
    `board`. `said` is -3 for a seat that has not spoken.
    """
    dealer = board[DEALER]
    deck, now, hopes = np.zeros(48, np.int64), np.zeros(3, np.int64), np.zeros(3, np.float64)
    at, rest = 0, PACK & ~hand
    while rest:
        deck[at] = lowest(rest)
        rest &= rest - 1
        at += 1
    for i in range(len(gains)):
        for place in range(47):
            other = place + (drawn(chance) * (48 - place) >> 31)
            deck[place], deck[other] = deck[other], deck[place]
        for place in range(BOARD):
            boards[0, place] = board[place]
        at, weight = 0, 1.0
        for seat in range(3):
            mine = hand if seat == me else 0
            for _ in range(0 if seat == me else FIRST_HAND):
                mine |= 1 << deck[at]
                at += 1
            hopes[seat] = gain_of(mine, int(seat == dealer))
            if said[seat] != SILENT:
                weight *= (1 - slips) * likely_word(hopes[seat], said[seat], faith) + slips / 3
            boards[0, HANDS + seat] = mine
        for seat in range(3):
            for _ in range(WHOLE_HAND - FIRST_HAND + (MONTE if seat == dealer else 0)):
                boards[0, HANDS + seat] |= 1 << deck[at]
                at += 1
        whole = boards[0, HANDS + dealer]
        laid = laid_away(whole, whole & ~FIVES, 0, MONTE, 0.0, chance, out)
        boards[0, HANDS + dealer] = whole & ~laid
        lay(boards[0], laid)
        played = edge + worth(boards, wants, 0, 0, out, results, me)
        for seat in range(3):
            played -= HEAP * wants[me, seat] * (DEALER_PAR if seat == dealer else PAR)
        order = 1 + (drawn(chance) >> 30)
        for j in range(len(words)):
            for seat in range(3):
                now[seat] = said[seat]
            gains[i, j] = concluded(now, me, words[j], wants, hopes, played, order, most, play)
        gains[i, len(words)] = weight
