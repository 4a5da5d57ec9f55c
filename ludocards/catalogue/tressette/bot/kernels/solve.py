"""An exact double-dummy solver for a deal of Tressette between two pairs; results are in thirds.

It is a null-window search by whole tricks (alpha-beta, fail-soft, driven as MTD(f)). `search` returns whether
the side on lead takes at least `need` of the thirds left, as a bound. The hands are named from the leader: a,
b, c, d in playing order; a and c are partners. It is fast for these reasons:

- Of cards of one hand that are worth the same, with none of another hand between them, only the lowest is
  tried.
- Guaranteed tricks of the leader, and of the hands that can take the lead, bound the result.
- Results are stored by partition (`partition`): an entry has the holders of a class only as far down as the
  proof compared its cards. So it serves all deals that differ only in irrelevant cards, in other worlds and
  in later tricks too.

A result is one integer: the thirds in the lowest six bits, above them the marks, which are the cards that the
proof compared (a mark stands for all higher cards of its class).
"""

from __future__ import annotations

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.thirds.bot.kernels.pack import (
    CLASS,
    COUNT,
    HIGH,
    LEAST,
    LOW,
    MOST,
    SUIT,
    VALUE,
    WORTH,
)
from ludocards.catalogue.tressette.bot.kernels.partition import (
    CLASS_BITS,
    counts,
    marks_of,
    mask_of,
    signature,
    widened,
)
from ludocards.catalogue.tressette.bot.kernels.play import beats, taker

COLUMNS = 5
"""The columns of the table: two keys, the signature, the mask of its relevant bits, and the bounds."""
WAYS = 4
SIZE = 1 << 18
LIMIT = 300
PAST = 64
LEADS = PAST + 64 * 64
ALL = (1 << 58) - 1
MOVES = (48, 24)
STATE = LEADS + 64


@kernel("int64(int64,int64,int64,int64)")
def sure(me: int, left: int, friend: int, right: int) -> int:
    """The guaranteed gain of `me` by leading out winners: thirds, and from bit 6 up the number of tricks."""
    thirds, tricks = 0, 0
    for suit in range(4):
        shift = 16 * suit
        mine = me >> shift & SUIT
        if mine == 0:
            continue
        x, f, y = left >> shift & SUIT, friend >> shift & SUIT, right >> shift & SUIT
        others = x | f | y
        if others == 0:
            tricks += COUNT[mine]
            thirds += VALUE[mine]
            continue
        best = HIGH[others]
        taken = mine >> (best + 1) << (best + 1)
        if taken == 0:
            continue
        taking = COUNT[taken]
        if taking >= COUNT[x] and taking >= COUNT[f] and taking >= COUNT[y]:
            taken = mine
            taking = COUNT[mine]
        tricks += taking
        thirds += VALUE[taken] + MOST[taking << 10 | f] + LEAST[taking << 10 | x] + LEAST[taking << 10 | y]
    return thirds | tricks << 6


@kernel("int64(int64,int64)")
def winners(me: int, others: int) -> int:
    """The lowest winners of a hand, if they are in the same class as the best card of the others."""
    marks = 0
    for suit in range(4):
        mine, best = me >> 16 * suit & SUIT, HIGH[others >> 16 * suit & SUIT]
        above = mine >> (best + 1) << (best + 1)
        if above and best >= 0 and CLASS[LOW[above]] == CLASS[best]:
            marks |= 1 << (LOW[above] + 16 * suit)
    return marks


@kernel("int64(int64[:,::1],int64,int64,int64,int64,int64,int64,int64,int64,int64,int64[::1],int64)")
def ordered(
    moves: Ints,
    row: int,
    hand: int,
    live: int,
    led: int,
    best: int,
    ours: int,
    mine: int,
    theirs: int,
    hint: int,
    state: Ints,
    past: int,
) -> int:
    """Fill a row with the cards worth trying, the most promising first; return their number.

    `led` is the suit of the trick (-1 before it), `best` the card that is winning it, and `ours` whether that
    card is of this side. `mine` and `theirs` are the hands that play later, by side.
    """
    found = 0
    follows = led >= 0 and hand >> 16 * led & SUIT != 0
    first, last = (led, led + 1) if follows else (0, 4)
    safe = 0
    if led >= 0:
        highest_mine = HIGH[mine >> 16 * led & SUIT]
        highest_theirs = HIGH[theirs >> 16 * led & SUIT]
        if ours:
            highest_mine = max(highest_mine, best)
        else:
            highest_theirs = max(highest_theirs, best)
        safe = 1 if highest_mine > highest_theirs else 0
    for suit in range(first, last):
        shift = 16 * suit
        held = hand >> shift & SUIT
        if held == 0:
            continue
        others = (live >> shift & SUIT) & ~held
        before, group = -1, 0
        if led < 0:
            highest_mine = HIGH[mine >> shift & SUIT]
            highest_theirs = HIGH[theirs >> shift & SUIT]
        top_others = HIGH[others]
        rest = held
        while rest:
            rank = LOW[rest]
            rest &= rest - 1
            if before >= 0 and others >> before & ((1 << (rank - before)) - 1) == 0:
                same = CLASS[rank] == CLASS[before]
                before = rank
                if same:
                    continue
            else:
                before = rank
                group = rank + shift
            worth = WORTH[rank]
            if led < 0:
                wins = 1 if max(highest_mine, rank) > highest_theirs else 0
                score = (60 + 8 * worth if wins else 20 - 8 * worth) - rank
                if wins and rank > top_others:
                    score += 10
            elif follows:
                wins = 1 if max(highest_mine, rank) > highest_theirs else 0
                score = (60 + 8 * worth if wins else 20 - 8 * worth) - rank
            else:
                score = 40 + (8 * worth if safe else -8 * worth) - rank
                if rank > top_others:
                    score -= 12
            score = 16 * score + state[past + rank + shift]
            if rank + shift == hint:
                score += 100000
            value = (score + 100000) << 12 | group << 6 | (rank + shift)
            place = found
            while place > 0 and moves[row, place - 1] < value:
                moves[row, place] = moves[row, place - 1]
                place -= 1
            moves[row, place] = value
            found += 1
    return found


@kernel("void(int64[::1],int64[:,::1],int64,int64,int64,int64)")
def learn(state: Ints, moves: Ints, row: int, tried: int, past: int, tricks: int) -> None:
    """Update the move ordering: reward the card that caused a cutoff, and punish those tried before it."""
    for i in range(tried):
        place = past + (moves[row, i] & 63)
        state[place] = max(-LIMIT, state[place] - tricks)
    place = past + (moves[row, tried] & 63)
    state[place] = min(LIMIT, state[place] + tricks * tricks)


@kernel("int64(int64[:,::1],int64,int64,int64)")
def near(moves: Ints, row: int, tried: int, sign: int) -> int:
    """The best bound on a card from adjacent cards of the same hand that were tried before it.

    With no other card between them, the same hand wins every trick whichever of the two is played now. So
    the results differ at most by the difference of their worth.
    """
    group, worth = moves[row, tried] >> 6 & 63, WORTH[(moves[row, tried] & 63) & 15]
    bound = 99 * sign
    for i in range(tried):
        if moves[row, i] >> 6 & 63 == group:
            more = moves[row, 12 + i] + sign * abs(WORTH[(moves[row, i] & 63) & 15] - worth)
            bound = min(bound, more) if sign > 0 else max(bound, more)
    moves[row, 12 + tried] = bound
    return bound


@kernel("int64(int64[:,::1],int64,int64,int64)")
def beside(moves: Ints, row: int, tried: int, live: int) -> int:
    """The marks of the proof that a card and its neighbours are adjacent: all cards of their classes."""
    card, group = moves[row, tried] & 63, moves[row, tried] >> 6 & 63
    suit = card >> 4
    marks = 0
    here = live >> 16 * suit & SUIT
    for i in range(tried + 1):
        if moves[row, i] >> 6 & 63 == group:
            held = here & CLASS_BITS[CLASS[(moves[row, i] & 63) & 15]]
            marks |= 1 << (LOW[held] + 16 * suit)
    return marks


@kernel("int64(int64,int64,int64,int64,int64)")
def last_trick(a: int, b: int, c: int, d: int, total: int) -> int:
    """The result if each hand has one card."""
    led = 0
    while a >> 16 * led & SUIT == 0:
        led += 1
    shift = 16 * led
    x, y = shift + HIGH[a >> shift & SUIT], shift + HIGH[b >> shift & SUIT]
    z, w = shift + HIGH[c >> shift & SUIT], shift + HIGH[d >> shift & SUIT]
    by = taker(x, y, z, w)
    best = (x, y, z, w)[by]
    same = (a | b | c | d) >> shift & CLASS_BITS[CLASS[best & 15]]
    marks = 1 << best if same & (same - 1) else 0
    return (0 if by & 1 else total) | marks << 6


@kernel("int64(int64,int64,int64,int64,int64,int64,int64,int64[:,::1],int64[:,::1],int64[::1])")
def search(
    a: int, b: int, c: int, d: int, total: int, need: int, depth: int, kept: Ints, moves: Ints, state: Ints
) -> int:
    """A bound on the share of the side of `a`, which leads, of `total` thirds.

    It is a lower bound if it is `need` or more, else an upper bound.
    """
    if need <= 0:
        return 0
    if need > total:
        return total
    live = a | b | c | d
    if a & (a - 1) == 0:
        return last_trick(a, b, c, d, total)
    tricks = COUNT[a & SUIT] + COUNT[a >> 16 & SUIT] + COUNT[a >> 32 & SUIT] + COUNT[a >> 48 & SUIT]
    # guaranteed tricks of the leader, and of the opponents
    lead = sure(a, b, c, d)
    taking = lead & 63
    if lead >> 6 == tricks:
        return total | winners(a, b | c | d) << 6
    if taking >= need:
        return taking | winners(a, b | c | d) << 6
    over, theirs, own = 0, 0, 0
    for suit in range(4):
        shift = 16 * suit
        if a >> shift & SUIT:
            best = 1 << (HIGH[live >> shift & SUIT] + shift)
            over |= best & c
            theirs |= best & (b | d)
            own |= best & a
    if over:
        across = sure(c, d, a, b)
        both = taking + (across & 63)
        if both >= need and (lead >> 6) + (across >> 6) <= tricks:
            return both | (winners(a, b | c | d) | winners(c, a | b | d)) << 6
    elif own == 0:
        least, marks = 64, 0
        if theirs & b:
            least, marks = sure(b, c, d, a) & 63, winners(b, a | c | d)
        if theirs & d:
            least, marks = min(least, sure(d, a, b, c) & 63), marks | winners(d, a | b | c)
        if total - least < need:
            return (total - least) | marks << 6
    # look the position up
    ca, cb, cc, cd = counts(a), counts(b), counts(c), counts(d)
    key0, key1 = ca | cb << 28 | state[1] << 56, cc | cd << 28
    sign = signature(a, b, c, d)
    spread = (ca * 0x2C1B3C6D) ^ (cb * 0x297A2D39) ^ (cc * 0x1B56C4E9) ^ (cd * 0x3C6EF372)
    spread ^= spread >> 23
    spread ^= spread >> 11
    base = (spread & (SIZE // WAYS - 1)) * WAYS
    hint = -1
    for way in range(base, base + WAYS):
        if kept[way, 0] == key0 and kept[way, 1] == key1 and (kept[way, 2] ^ sign) & kept[way, 3] == 0:
            bounds = kept[way, 4]
            if bounds >> 12 & 63 != 63:
                hint = bounds >> 12 & 63
            if bounds & 63 >= need:
                return bounds & 63 | marks_of(kept[way, 3], live) << 6
            if bounds >> 6 & 63 < need:
                return bounds >> 6 & 63 | marks_of(kept[way, 3], live) << 6
    state[0] += 1
    # search the trick
    row = 4 * depth
    marks, value, chosen = 0, -1, 63
    for i in range(ordered(moves, row, a, live, -1, -1, 0, c, b | d, hint, state, LEADS)):
        bound = near(moves, row, i, 1)
        if bound < need:
            value = max(value, bound)
            marks |= beside(moves, row, i, live)
            continue
        x = moves[row, i] & 63
        led = x >> 4
        past = PAST + 64 * x
        value_x, marks_x = 64, 0
        for j in range(ordered(moves, row + 1, b, live, led, x & 15, 0, d, c, -1, state, past)):
            bound = near(moves, row + 1, j, -1)
            if bound >= need:
                value_x = min(value_x, bound)
                marks_x |= beside(moves, row + 1, j, live)
                continue
            y = moves[row + 1, j] & 63
            best2, by2 = (y, 1) if beats(y, x) else (x, 0)
            value_y, marks_y = -1, 0
            for k in range(ordered(moves, row + 2, c, live, led, best2 & 15, 1 - by2, 0, d, -1, state, past)):
                bound = near(moves, row + 2, k, 1)
                if bound < need:
                    value_y = max(value_y, bound)
                    marks_y |= beside(moves, row + 2, k, live)
                    continue
                z = moves[row + 2, k] & 63
                best3, by3 = (z, 2) if beats(z, best2) else (best2, by2)
                value_z, marks_z = 64, 0
                best, ours = best3 & 15, by3 & 1
                for m in range(ordered(moves, row + 3, d, live, led, best, ours, 0, 0, -1, state, past)):
                    bound = near(moves, row + 3, m, -1)
                    if bound >= need:
                        value_z = min(value_z, bound)
                        marks_z |= beside(moves, row + 3, m, live)
                        continue
                    w = moves[row + 3, m] & 63
                    best4, by4 = (w, 3) if beats(w, best3) else (best3, by3)
                    points = WORTH[x & 15] + WORTH[y & 15] + WORTH[z & 15] + WORTH[w & 15]
                    na, nb, nc, nd = a ^ (1 << x), b ^ (1 << y), c ^ (1 << z), d ^ (1 << w)
                    rest = total - points
                    if by4 & 1 == 0:
                        if by4 == 0:
                            found = search(na, nb, nc, nd, rest, need - points, depth + 1, kept, moves, state)
                        else:
                            found = search(nc, nd, na, nb, rest, need - points, depth + 1, kept, moves, state)
                        result = points + (found & 63)
                    else:
                        other = rest - need + 1
                        if by4 == 1:
                            found = search(nb, nc, nd, na, rest, other, depth + 1, kept, moves, state)
                        else:
                            found = search(nd, na, nb, nc, rest, other, depth + 1, kept, moves, state)
                        result = rest - (found & 63)
                    marked = found >> 6 & ALL
                    # the taker follows from the classes, unless another card of this class was played
                    same = 0
                    for card in (x, y, z, w):
                        if card >> 4 == led and CLASS[card & 15] == CLASS[best4 & 15]:
                            same += 1
                    if same > 1:
                        marked |= 1 << best4
                    if result < need:
                        value_z, marks_z = result, marked
                        learn(state, moves, row + 3, m, past, tricks)
                        break
                    moves[row + 3, 12 + m] = result
                    marks_z |= marked
                    value_z = min(value_z, result)
                if value_z >= need:
                    value_y, marks_y = value_z, marks_z
                    learn(state, moves, row + 2, k, past, tricks)
                    break
                moves[row + 2, 12 + k] = value_z
                marks_y |= marks_z
                value_y = max(value_y, value_z)
            if value_y < need:
                value_x, marks_x = value_y, marks_y
                learn(state, moves, row + 1, j, past, tricks)
                break
            moves[row + 1, 12 + j] = value_y
            marks_x |= marks_y
            value_x = min(value_x, value_y)
        if value_x >= need:
            value, marks, chosen = value_x, marks_x, x
            learn(state, moves, row, i, LEADS, tricks)
            break
        moves[row, 12 + i] = value_x
        marks |= marks_x
        value = max(value, value_x)
    marks = widened(marks, a, b, c, d)
    # store the result
    mask = mask_of(marks, live)
    low, high = (value, total) if value >= need else (0, value)
    place = -1
    for way in range(base, base + WAYS):
        if (
            kept[way, 0] == key0
            and kept[way, 1] == key1
            and kept[way, 3] == mask
            and (kept[way, 2] ^ sign) & mask == 0
        ):
            low = max(low, kept[way, 4] & 63)
            high = min(high, kept[way, 4] >> 6 & 63)
            place = way
            break
    if place < 0:
        for way in range(base, base + WAYS):
            if kept[way, 4] == 0:
                place = way
                break
    if place < 0:
        place = base + (state[0] & (WAYS - 1))
    kept[place, 0], kept[place, 1], kept[place, 2], kept[place, 3] = key0, key1, sign, mask
    kept[place, 4] = low | high << 6 | chosen << 12
    return value | marks << 6


@kernel("int64(int64,int64,int64,int64,int64,int64[:,::1],int64[::1])")
def greedy(a: int, b: int, c: int, d: int, total: int, moves: Ints, state: Ints) -> int:
    """The thirds of the side of `a` if each hand plays the most promising card: a first guess."""
    taken, sign = 0, 1
    ours = 0
    while a:
        live = a | b | c | d
        ordered(moves, 0, a, live, -1, -1, 0, c, b | d, -1, state, LEADS)
        x = moves[0, 0] & 63
        led = x >> 4
        ordered(moves, 0, b, live, led, x & 15, 0, d, c, -1, state, PAST + 64 * x)
        y = moves[0, 0] & 63
        best, by = (y, 1) if beats(y, x) else (x, 0)
        ordered(moves, 0, c, live, led, best & 15, 1 - by, 0, d, -1, state, PAST + 64 * x)
        z = moves[0, 0] & 63
        best, by = (z, 2) if beats(z, best) else (best, by)
        ordered(moves, 0, d, live, led, best & 15, by & 1, 0, 0, -1, state, PAST + 64 * x)
        w = moves[0, 0] & 63
        by = 3 if beats(w, best) else by
        taken += WORTH[x & 15] + WORTH[y & 15] + WORTH[z & 15] + WORTH[w & 15]
        a, b, c, d = a ^ (1 << x), b ^ (1 << y), c ^ (1 << z), d ^ (1 << w)
        if a == 0:
            taken = total
        if by == 1:
            a, b, c, d = b, c, d, a
        elif by == 2:
            a, b, c, d = c, d, a, b
        elif by == 3:
            a, b, c, d = d, a, b, c
        if by & 1:
            sign = -sign
        if sign > 0:
            ours += taken
        total -= taken
        taken = 0
    return ours


@kernel("int64(int64,int64,int64,int64,int64,int64,int64[:,::1],int64[:,::1],int64[::1])")
def solve(
    a: int, b: int, c: int, d: int, total: int, guess: int, kept: Ints, moves: Ints, state: Ints
) -> int:
    """The share of the side of `a`, which leads, of `total` thirds with best play; `guess` is -1 for none."""
    low, high = 0, total
    if guess < 0:
        guess = greedy(a, b, c, d, total, moves, state)
    need = max(1, min(guess, total))
    while low < high:
        value = search(a, b, c, d, total, need, 0, kept, moves, state) & 63
        if value >= need:
            low = value
            need = low + 1
        else:
            high = value
            need = high
    return low
