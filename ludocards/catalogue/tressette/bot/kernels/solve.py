"""An exact double-dummy solver for a deal of Tressette between two pairs; results are in thirds.

It is a null-window search by whole tricks (alpha-beta, fail-soft, driven as MTD(f)). `search` returns whether
the side on lead takes at least `need` of the thirds left, as a bound. The hands are named from the leader: a,
b, c, d in playing order; a and c are partners. It is fast for these reasons:

- Of cards of one hand that are worth the same, with none of another hand between them, only the lowest is
  tried; promising cards come first (`order`).
- Counting decides about half of the positions, and a tenth of the leads (`bounds`): what a hand takes by
  leading out its winners, and what the others must discard meanwhile.
- Results are stored by partition (`partition`): an entry has the holders of a class only as far down as the
  proof compared its cards. So it serves all deals that differ only in irrelevant cards, in other worlds and
  in later tricks too.

A result is one integer: the thirds in the lowest six bits, above them the marks, which are the cards that the
proof compared (a mark stands for all higher cards of its class).
"""

from __future__ import annotations

from numba import int64

from ludocards.bots.kernels.compiled import kernel
from ludocards.catalogue.thirds.bot.kernels.pack import CLASS, COUNT, HIGH, SUIT, WORTH
from ludocards.catalogue.tressette.bot.kernels.bounds import (
    EVERYTHING,
    best_of,
    joint,
    overtaken,
    run_of,
    sure,
    winners,
)
from ludocards.catalogue.tressette.bot.kernels.memory import (
    BUCKETS,
    LEADS,
    NONE,
    RECORD,
    RESULTS,
    WAYS,
    Solver,
)
from ludocards.catalogue.tressette.bot.kernels.order import (
    beside,
    leads,
    learn,
    near,
    replies,
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

ALL = (1 << 58) - 1
SIGNED = (1 << 48) - 1
"""The bits of all marks, and of a signature."""


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


@kernel("int64(int64,int64,int64)")
def bucket_of(key_ab: int, key_cd: int, total: int) -> int:
    """The first row of the table for a position; the products wrap around."""
    spread = (key_ab + total) * 0x5851F42D4C957F2D ^ key_cd * 0x2545F4914F6CDD1D
    spread ^= spread >> 32
    return (spread * 0x6C8E9CF570932BD5 >> 40 & BUCKETS - 1) * WAYS


@kernel(int64(int64, int64, int64, int64, int64, int64, int64, RECORD))
def search(a: int, b: int, c: int, d: int, total: int, need: int, tricks: int, memory: Solver) -> int:
    """A bound on the share of the side of `a`, which leads, of `total` thirds in this many tricks.

    It is a lower bound if it is `need` or more, else an upper bound.
    """
    if need <= 0:
        return 0
    if need > total:
        return total
    if tricks == 1:
        return last_trick(a, b, c, d, total)
    live = a | b | c | d
    # guaranteed tricks of the leader, of both partners, and of the opponents
    run = run_of(a, b, c, d)
    lead = sure(run, b, c, d)
    if lead & 63 == tricks:
        return total | winners(a, b | c | d) << 6
    if lead >> 6 >= need:
        return lead >> 6 | winners(a, b | c | d) << 6
    best = best_of(live, a)
    if best & c:
        across_run = run_of(c, d, a, b)
        across = sure(across_run, d, a, b)
        together = (lead & 63) + (across & 63)
        both = across >> 6
        if across & 63 == tricks or together == tricks:
            both = total
        elif both < need and together < tricks:
            both = max(both, joint(a, b, c, d, run, across_run))
        if both >= need:
            return both | (winners(a, b | c | d) | winners(c, a | b | d)) << 6
    elif best & a == 0:
        theirs, marks = EVERYTHING, 0
        if best & b:
            theirs, marks = sure(run_of(b, c, d, a), c, d, a) >> 6, winners(b, a | c | d)
        if best & d and total - theirs < need:
            theirs = min(theirs, sure(run_of(d, a, b, c), a, b, c) >> 6)
            marks |= winners(d, a | b | c)
        if total - theirs < need:
            return (total - theirs) | marks << 6
    # look the position up
    key_ab, key_cd = counts(a) | counts(b) << 8, counts(c) | counts(d) << 8
    sign = signature(a, b, c, d)
    bucket = bucket_of(key_ab, key_cd, total)
    hint = NONE
    kept, moves = memory.kept, memory.moves
    for way in range(bucket, bucket + WAYS):
        if kept[way, 0] == key_ab and kept[way, 1] == key_cd:
            mask = kept[way, 3] & SIGNED
            if (kept[way, 2] ^ sign) & mask == 0 and kept[way, 3] >> 54 == total:
                low, high = kept[way, 2] >> 48 & 63, kept[way, 2] >> 54 & 63
                if low >= need:
                    return low | marks_of(mask, live) << 6
                if high < need:
                    return high | marks_of(mask, live) << 6
                if kept[way, 3] >> 48 & 63 != NONE:
                    hint = kept[way, 3] >> 48 & 63
    memory.searched += 1
    # search the trick
    row = 4 * tricks
    marks, value, chosen = 0, -1, 63
    for i in range(leads(memory, row, a, b, c, d, hint)):
        bound = near(memory, row, i, 1)
        if bound < need:
            value = max(value, bound)
            marks |= beside(memory, row, i, live)
            continue
        x = moves[row, i] & 63
        led, at, na = x >> 4, 64 * x, a ^ (1 << x)
        taken = overtaken(b, na, d, c, x, tricks)
        if taken < 0 or total - (taken & 63) >= need:
            taken = overtaken(d, na, b, c, x, tricks)
        if taken >= 0 and total - (taken & 63) < need:
            bound = max(0, total - (taken & 63))
            moves[row, RESULTS + i] = bound
            value = max(value, bound)
            marks |= taken >> 6
            continue
        value_x, marks_x = 64, 0
        for j in range(replies(memory, row + 1, 1, b, live, x, x & 15, 0, c, d)):
            bound = near(memory, row + 1, j, -1)
            if bound >= need:
                value_x = min(value_x, bound)
                marks_x |= beside(memory, row + 1, j, live)
                continue
            y = moves[row + 1, j] & 63
            best2, by2 = (y, 1) if beats(y, x) else (x, 0)
            nb = b ^ (1 << y)
            value_y, marks_y = -1, 0
            for k in range(replies(memory, row + 2, 2, c, live, x, best2 & 15, 1 - by2, d, na)):
                bound = near(memory, row + 2, k, 1)
                if bound < need:
                    value_y = max(value_y, bound)
                    marks_y |= beside(memory, row + 2, k, live)
                    continue
                z = moves[row + 2, k] & 63
                best3, by3 = (z, 2) if beats(z, best2) else (best2, by2)
                value_z, marks_z = 64, 0
                nc = c ^ (1 << z)
                for m in range(replies(memory, row + 3, 3, d, live, x, best3 & 15, by3 & 1, 0, nb)):
                    bound = near(memory, row + 3, m, -1)
                    if bound >= need:
                        value_z = min(value_z, bound)
                        marks_z |= beside(memory, row + 3, m, live)
                        continue
                    w = moves[row + 3, m] & 63
                    best4, by4 = (w, 3) if beats(w, best3) else (best3, by3)
                    points = WORTH[x & 15] + WORTH[y & 15] + WORTH[z & 15] + WORTH[w & 15]
                    nd = d ^ (1 << w)
                    rest = total - points
                    if by4 & 1 == 0:
                        if by4 == 0:
                            found = search(na, nb, nc, nd, rest, need - points, tricks - 1, memory)
                        else:
                            found = search(nc, nd, na, nb, rest, need - points, tricks - 1, memory)
                        result = points + (found & 63)
                    else:
                        other = rest - need + 1
                        if by4 == 1:
                            found = search(nb, nc, nd, na, rest, other, tricks - 1, memory)
                        else:
                            found = search(nd, na, nb, nc, rest, other, tricks - 1, memory)
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
                        learn(memory, row + 3, m, at, tricks)
                        break
                    moves[row + 3, RESULTS + m] = result
                    marks_z |= marked
                    value_z = min(value_z, result)
                if value_z >= need:
                    value_y, marks_y = value_z, marks_z
                    learn(memory, row + 2, k, at, tricks)
                    break
                moves[row + 2, RESULTS + k] = value_z
                marks_y |= marks_z
                value_y = max(value_y, value_z)
            if value_y < need:
                value_x, marks_x = value_y, marks_y
                learn(memory, row + 1, j, at, tricks)
                break
            moves[row + 1, RESULTS + j] = value_y
            marks_x |= marks_y
            value_x = min(value_x, value_y)
        if value_x >= need:
            value, marks, chosen = value_x, marks_x, x
            learn(memory, row, i, LEADS, tricks)
            break
        moves[row, RESULTS + i] = value_x
        marks |= marks_x
        value = max(value, value_x)
    marks = widened(marks, a, b, c, d)
    # store the result
    mask = mask_of(marks, live)
    low, high = (value, total) if value >= need else (0, value)
    place = -1
    for way in range(bucket, bucket + WAYS):
        if (
            kept[way, 0] == key_ab
            and kept[way, 1] == key_cd
            and (
                kept[way, 3] & SIGNED == mask
                and (kept[way, 2] ^ sign) & mask == 0
                and kept[way, 3] >> 54 == total
            )
        ):
            low = max(low, kept[way, 2] >> 48 & 63)
            high = min(high, kept[way, 2] >> 54 & 63)
            place = way
            break
    if place < 0:
        for way in range(bucket, bucket + WAYS):
            if kept[way, 0] == 0:
                place = way
                break
    if place < 0:
        place = bucket + (memory.searched & (WAYS - 1))
    kept[place, 0], kept[place, 1] = key_ab, key_cd
    kept[place, 2] = sign | low << 48 | high << 54
    kept[place, 3] = mask | chosen << 48 | total << 54
    return value | marks << 6


@kernel("int64(int64,int64,int64,int64,int64)")
def estimate(a: int, b: int, c: int, d: int, total: int) -> int:
    """A first guess of what the side of `a` takes: half of the thirds, two for the lead, and what holding the
    best cards of each suit is worth on average."""
    eighths = 4 * total + 16
    for suit in range(4):
        ours, theirs = (a | c) >> 16 * suit & SUIT, (b | d) >> 16 * suit & SUIT
        worth = 22
        for _ in range(2):
            best = max(HIGH[ours], HIGH[theirs])
            if best < 0:
                break
            eighths += worth if ours >> best & 1 else -worth
            worth = 6
            ours, theirs = ours & ~(1 << best), theirs & ~(1 << best)
    return eighths >> 3


@kernel(int64(int64, int64, int64, int64, int64, int64, RECORD))
def solve(a: int, b: int, c: int, d: int, total: int, guess: int, memory: Solver) -> int:
    """The share of the side of `a`, which leads, of `total` thirds with best play; `guess` is -1 for none."""
    tricks = COUNT[a & SUIT] + COUNT[a >> 16 & SUIT] + COUNT[a >> 32 & SUIT] + COUNT[a >> 48 & SUIT]
    low, high = 0, total
    if guess < 0:
        guess = estimate(a, b, c, d, total)
    need = max(1, min(guess, total))
    while low < high:
        value = search(a, b, c, d, total, need, tricks, memory) & 63
        if value >= need:
            low = value
            need = low + 1
        else:
            high = value
            need = high
    return low
