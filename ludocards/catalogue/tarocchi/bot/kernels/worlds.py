"""Determinizations of a deal of Tarocchi ("worlds"): sampling, weighting and evaluating them.

The hidden cards are the hands of the two others and, unless the seat is the dealer, the scarto. After these
are dealt at random, the dealer's scarto is chosen again: the cards that the club bot would lay away from all
that the dealer may have had.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.likely import log_chance
from ludocards.bots.kernels.numbers import Floats, Ints, Singles, count, drawn, lowest
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
    search_ending,
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
CARDS, KNOWN = 63, 10
"""The number of cards of the pack, and of the words that are told apart."""
UNEXPLAINED = 0.01
"""The share of words that no kind of player explains."""
SILENT, TENGO, PIGLIO = -3, -1, -10
"""The words as numbers: not yet spoken; tengo; piglio, minus the number of the seat that made the offer.

Vado is 0, an offer is its points."""


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


@kernel("int64(int64)")
def numbered(word: int) -> int:
    """The number of a word among `KNOWN`: tengo, vado, an offer of 1, 2 and so on; the last also for more."""
    return 0 if word == TENGO else min(word + 1, KNOWN - 1)


@kernel("float64(float32[:,:,::1],int64,int64,int64,float64[:,::1])")
def chance_of_word(words: Singles, cards: int, deals: int, word: int, out: Floats) -> float:
    """The probability of a word from a seat that gets these cards in the deal, if each kind of player is
    equally likely."""
    spoken, total = numbered(word), 0.0
    for kind in range(len(words)):
        for each in range(KNOWN):
            out[0, each] = words[kind, CARDS + 1, each] + deals * words[kind, CARDS, each]
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for each in range(KNOWN):
                out[0, each] += words[kind, card, each]
        best, together = out[0, 0], 0.0
        for each in range(1, KNOWN):
            best = max(best, out[0, each])
        for each in range(KNOWN):
            together += exp(out[0, each] - best)
        total += exp(out[0, spoken] - best) / together
    return (1 - UNEXPLAINED) * total / len(words) + UNEXPLAINED / KNOWN


@kernel(
    "void(int64[:,::1],int64[::1],int64[::1],int64[::1],int64[:,::1],int64[:,::1],float64[:,::1],"
    "float32[:,:,::1],float64[:,::1],float64[::1])"
)
def write_log_likelihoods(
    boards: Ints,
    holders: Ints,
    before: Ints,
    chosen: Ints,
    calls: Ints,
    worlds: Ints,
    player_types: Floats,
    words: Singles,
    out: Floats,
    weights: Floats,
) -> None:
    """Write the log-likelihood of the calls and plays of the deal in each of these worlds into `weights`.

    Each player is of one of the types of `player_types` (`type_rows`). `words` has the learned weights of the
    words (`bot/words.py`).

    A row of `boards` has what everybody knew when a card was chosen. `holders` has the hidden hand that
    chose it, and `before` the cards that this hand has played since. A row of `calls` has a hidden hand, the
    cards that it has played, whether it deals, and the word.
    """
    sums = np.empty((2, len(player_types)), np.float64)
    for i in range(len(worlds)):
        total = 0.0
        for call in range(len(calls)):
            cards = worlds[i, calls[call, 0]] | calls[call, 1]
            if calls[call, 2]:
                cards |= worlds[i, 2]
            total += log(chance_of_word(words, cards, calls[call, 2], calls[call, 3], out))
        sums[:] = player_types[:, 2]
        for play in range(len(boards)):
            board = boards[play]
            board[SCARTO] = worlds[i, 2]
            found = values(board, turn(board), worlds[i, holders[play]] | before[play], out)
            legal = False
            for j in range(found):
                legal |= int(out[1, j]) == chosen[play]
            if not legal:
                total += IMPOSSIBLE
                continue
            for kind in range(len(player_types)):
                sums[holders[play], kind] += log_chance(
                    out, found, chosen[play], player_types[kind, 0], player_types[kind, 1]
                )
        for holder in range(2):
            top, together = sums[holder].max(), 0.0
            for kind in range(len(player_types)):
                together += exp(sums[holder, kind] - top)
            total += top + log(together)
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
    search_ending(boards, 0, wants, results, np.zeros((0, 2), np.int64), np.zeros((0, 6), np.float64))
    total = 0.0
    for seat in range(3):
        total += wants[me, seat] * results[0, seat]
    return total


@kernel(
    "void(int64[::1],int64,int64[::1],int64[:,::1],int64[::1],int64,int64,float64[:,::1],int64[:,::1],"
    "float64[:,::1],float64[:,::1],float64[:,::1])"
)
def evaluate_worlds(
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
    "void(int64[::1],int64,int64,int64[::1],int64[::1],int64,int64,float64,float32[:,:,::1],float64[:,::1],"
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
    known: Singles,
    wants: Floats,
    chance: Ints,
    boards: Ints,
    out: Floats,
    results: Floats,
    gains: Floats,
) -> None:
    """Write a row for each world: the outcome of each word, then the likelihood of the words already said.

    `edge` is what seat `me` expects beyond the rules of thumb, in thirds; `known` has the learned weights of
    the words. No card has been played on `board`. `said` is -3 for a seat that has not spoken.
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
            boards[0, HANDS + seat] = mine
        for seat in range(3):
            for _ in range(WHOLE_HAND - FIRST_HAND + (MONTE if seat == dealer else 0)):
                boards[0, HANDS + seat] |= 1 << deck[at]
                at += 1
            if said[seat] != SILENT:
                weight *= chance_of_word(known, boards[0, HANDS + seat], int(seat == dealer), said[seat], out)
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
