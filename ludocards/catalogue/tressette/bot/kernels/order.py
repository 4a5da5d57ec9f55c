"""The order in which the exact solver of Tressette tries the cards of a hand: the most promising first.

A move is a card with its score in front. A row of moves belongs to one hand in one trick, and beside each
move is its result. Scores add a formula for the situation, whose weights were fitted to the number of
positions searched, and the history of the card: how often it refuted this lead.
"""

from __future__ import annotations

from numba import int64, void

from ludocards.bots.kernels.compiled import kernel
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, COUNT, HIGH, LEAST, LOW, MOST, SUIT, WORTH
from ludocards.catalogue.tressette.bot.kernels.memory import LEADS, RECORD, RESULTS, Solver
from ludocards.catalogue.tressette.bot.kernels.partition import CLASS_BITS

LIMIT = 300
"""The limit of what a card's history counts."""
SCALE, HEAT, FIRST, BASE = 16, 10, 100_000, 1_000_000
"""The weights of a formula and of the history, and what is added to the score of the stored best card, and
to all."""
ACE = 3


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def lead_score(rank: int, until: int, held: int, left: int, friend: int, right: int) -> int:
    """The score of leading this card, or one of those up to `until`; the others are cards of its suit."""
    worth, many, theirs = WORTH[rank], COUNT[held], left | right
    best = HIGH[held | theirs | friend]
    score = 2 if left == 0 or right == 0 else 0
    if theirs == 0:
        return score + 116 + 8 * worth + 4 * MOST[1 << 10 | friend] - 2 * many
    drawn = LEAST[1 << 10 | left] + LEAST[1 << 10 | right]
    if until == best:
        gift = MOST[1 << 10 | friend]
        return score + 200 + 16 * worth + 26 * gift + 18 * drawn + 2 * many + 10 * COUNT[theirs]
    if friend >> best & 1:
        return score + 168 + 16 * worth - 5 * drawn - 2 * many + 9 * COUNT[friend]
    score += 17 - 27 * worth + 3 * rank + 2 * many - 5 * COUNT[left] - 3 * COUNT[right]
    if WORTH[HIGH[theirs]] == ACE:
        score -= 16
    if left >> best & 1:
        score += 5
    if friend:
        score += 3 * COUNT[friend] + 17 * WORTH[HIGH[friend]]
    return score


@kernel("int64(int64,int64,int64,int64,int64,int64,int64)")
def reply_score(
    rank: int, until: int, best: int, ours: int, next_best: int, friend_best: int, last: int
) -> int:
    """The score of following suit with this card, or one of those up to `until`.

    `best` is the rank that is winning, `ours` if it is the partner's; the opponent and the partner who play
    later have `next_best` and `friend_best` (-1 for none). The `last` to play knows who takes the trick.
    """
    worth, takes = WORTH[rank], rank > best
    if last:
        if ours:
            return 98 + 24 * worth - 7 * rank if takes else 43 + 24 * worth - 4 * rank
        return 654 + 46 * worth - 13 * rank if takes else 28 - 13 * worth - 13 * rank
    if ours:
        if best > next_best:
            return (140 if takes else 134) + 24 * worth - 6 * rank
        if not takes:
            return 33 - 23 * worth - 12 * rank
        return 151 + 30 * worth - 12 * rank if until > next_best else 26 - 31 * worth - 12 * rank
    covered = friend_best > next_best and friend_best > best
    if not takes:
        return 251 + 17 * worth - 4 * rank if covered else 75 - 16 * worth - 4 * rank
    if until > next_best:
        return 240 + 18 * worth - 2 * rank
    return 112 - worth - 2 * rank if covered else 51 - 16 * worth - 2 * rank


@kernel("int64(int64,int64,int64,int64,int64,int64)")
def discard_score(rank: int, until: int, held: int, top: int, friend: int, ours: int) -> int:
    """The score of discarding this card, or one of those up to `until`. `top` is the best of its suit, `held`
    and `friend` are the suit's cards, and the trick is `ours` if the partner is likely to take it."""
    worth, many = WORTH[rank], COUNT[held]
    if ours:
        return 41 + 42 * worth - 6 * rank - 2 * many - (82 if until == top else 0)
    return 30 - 113 * worth - 18 * rank - 16 * many + 5 * COUNT[friend]


@kernel(int64(RECORD, int64, int64, int64, int64, int64))
def insert(memory: Solver, row: int, found: int, score: int, group: int, card: int) -> int:
    """Put a move in its place among those found, and return their number."""
    move = (score + BASE) << 12 | group << 6 | card
    place = found
    while place > 0 and memory.moves[row, place - 1] < move:
        memory.moves[row, place] = memory.moves[row, place - 1]
        place -= 1
    memory.moves[row, place] = move
    return found + 1


@kernel("int64(int64,int64,int64)")
def run_end(rank: int, rest: int, others: int) -> int:
    """The highest card of a hand that is equivalent to this one: worth the same, and none of the others'
    between them. `rest` are the cards of the hand above it."""
    while rest:
        following = LOW[rest]
        if CLASS[following] != CLASS[rank] or others >> rank & ((1 << (following - rank)) - 1):
            break
        rank = following
        rest &= rest - 1
    return rank


@kernel(int64(RECORD, int64, int64, int64, int64, int64, int64))
def leads(memory: Solver, row: int, a: int, b: int, c: int, d: int, hint: int) -> int:
    """Fill a row with the leads of `a` worth trying; return their number. `hint` is the stored best card."""
    found = 0
    live = a | b | c | d
    for suit in range(4):
        shift = 16 * suit
        held = a >> shift & SUIT
        others = (live >> shift & SUIT) & ~held
        before, group, rest = -1, 0, held
        while rest:
            rank = LOW[rest]
            if before < 0 or others >> before & ((1 << (rank - before)) - 1):
                group = rank + shift
            until = run_end(rank, rest & (rest - 1), others)
            rest = rest >> (until + 1) << (until + 1)
            before = until
            card = rank + shift
            score = SCALE * lead_score(
                rank, until, held, b >> shift & SUIT, c >> shift & SUIT, d >> shift & SUIT
            )
            score += HEAT * memory.past[LEADS + card]
            if card == hint:
                score += FIRST
            found = insert(memory, row, found, score, group, card)
    return found


@kernel(int64(RECORD, int64, int64, int64, int64, int64, int64, int64, int64, int64))
def replies(
    memory: Solver,
    row: int,
    place: int,
    hand: int,
    live: int,
    lead: int,
    best: int,
    ours: int,
    following: int,
    friend: int,
) -> int:
    """Fill a row with the replies worth trying; return their number. `place` is that in the trick, 1 to 3.

    `lead` is the card led, `best` the rank that is winning, and `ours` whether it is the partner's.
    `following` is the next hand (0 if there is none), and `friend` the partner's.
    """
    led = lead >> 4
    at = 64 * lead
    next_best = HIGH[following >> 16 * led & SUIT]
    friend_best = HIGH[friend >> 16 * led & SUIT] if place == 1 else -1
    safe = best > next_best if ours else friend_best > max(best, next_best)
    follows = hand >> 16 * led & SUIT
    first, end = (led, led + 1) if follows else (0, 4)
    found = 0
    for suit in range(first, end):
        shift = 16 * suit
        held = hand >> shift & SUIT
        here = live >> shift & SUIT
        others = here & ~held
        before, group, rest = -1, 0, held
        while rest:
            rank = LOW[rest]
            if before < 0 or others >> before & ((1 << (rank - before)) - 1):
                group = rank + shift
            until = run_end(rank, rest & (rest - 1), others)
            rest = rest >> (until + 1) << (until + 1)
            before = until
            card = rank + shift
            if follows == 0:
                score = discard_score(rank, until, held, HIGH[here], friend >> shift & SUIT, safe)
            elif rest == 0 and found == 0:
                memory.moves[row, 0] = group << 6 | card
                return 1
            else:
                score = reply_score(rank, until, best, ours, next_best, friend_best, place == 3)
            found = insert(memory, row, found, SCALE * score + HEAT * memory.past[at + card], group, card)
    return found


@kernel(void(RECORD, int64, int64, int64, int64))
def learn(memory: Solver, row: int, tried: int, at: int, tricks: int) -> None:
    """Update the history: reward the card that caused a cutoff, and punish those tried before it."""
    for i in range(tried):
        place = at + (memory.moves[row, i] & 63)
        memory.past[place] = max(-LIMIT, memory.past[place] - tricks)
    place = at + (memory.moves[row, tried] & 63)
    memory.past[place] = min(LIMIT, memory.past[place] + tricks * tricks)


@kernel(int64(RECORD, int64, int64, int64))
def near(memory: Solver, row: int, tried: int, sign: int) -> int:
    """The best bound on a card from adjacent cards of the same hand that were tried before it.

    With no other card between them, the same hand wins every trick whichever of the two is played now. So
    the results differ at most by the difference of their worth.
    """
    group, worth = memory.moves[row, tried] >> 6 & 63, WORTH[memory.moves[row, tried] & 15]
    bound = 99 * sign
    for i in range(tried):
        if memory.moves[row, i] >> 6 & 63 == group:
            more = memory.moves[row, RESULTS + i] + sign * abs(WORTH[memory.moves[row, i] & 15] - worth)
            bound = min(bound, more) if sign > 0 else max(bound, more)
    memory.moves[row, RESULTS + tried] = bound
    return bound


@kernel(int64(RECORD, int64, int64, int64))
def beside(memory: Solver, row: int, tried: int, live: int) -> int:
    """The marks of the proof that a card and its neighbours are adjacent: all cards of their classes."""
    group = memory.moves[row, tried] >> 6 & 63
    shift = group & 48
    marks = 0
    here = live >> shift & SUIT
    for i in range(tried + 1):
        if memory.moves[row, i] >> 6 & 63 == group:
            marks |= 1 << (LOW[here & CLASS_BITS[CLASS[memory.moves[row, i] & 15]]] + shift)
    return marks
