"""Information-set tree search for Whist (Cowling, Powley, Whitehouse 2012).

Each iteration starts from another world, descends the tree by the choices that are legal in it, adds a node,
and finishes with a playout by the rules of thumb. A node stands for a sequence of public choices, so no seat
acts on cards that it cannot know. Each seat maximises its own gain; the others bid by the rules of thumb.
"""

from __future__ import annotations

from math import inf, log, sqrt

from ludocards.bots.kernels.compiled import kernel
from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.whist.bot.kernels.play import (
    BIDDEN,
    CHOICES,
    COUNTS,
    DISHONEST,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    VALUES,
    gain,
    play_out,
    put,
    turn,
    values,
)

CHOICE, CHILD, SIBLING, SEAT, VISITS, CHANCES = range(6)
"""The columns of a node: the choice that led to it, its first child and next sibling (0 for none), the seat
that chose, the number of visits, and how often it could have been visited."""
COLUMNS = 6


@kernel("int64(int64[:,::1],int64,int64)")
def child(tree: Ints, node: int, choice: int) -> int:
    """The node after this choice; 0 if there is none yet."""
    found = tree[node, CHILD]
    while found and tree[found, CHOICE] != choice:
        found = tree[found, SIBLING]
    return found


@kernel("int64(int64[:,::1],int64,int64,int64,int64)")
def grown(tree: Ints, size: int, node: int, choice: int, seat: int) -> int:
    """Add a node for this choice as the first child; return the new size of the tree."""
    tree[size, :] = 0
    tree[size, CHOICE], tree[size, SEAT] = choice, seat
    tree[size, SIBLING] = tree[node, CHILD]
    tree[node, CHILD] = size
    return size + 1


@kernel("int64(int64[::1],int64[:,::1],float64[::1],int64,int64,float64,float64[:,::1])")
def chosen(board: Ints, tree: Ints, gains: Floats, node: int, me: int, eager: float, out: Floats) -> int:
    """The choice that the seat on turn tries in this node: first the untried ones, best first by the rules of
    thumb; then the most promising one."""
    seat = turn(board)
    found = values(board, seat, board[HANDS + seat], out)
    best, new = 0, -1
    for i in range(found):
        if out[VALUES, i] > out[VALUES, best]:
            best = i
    if seat != me and board[BIDDEN] < board[PLAYERS]:
        return int(out[CHOICES, best])
    worst = out[VALUES, best] - DISHONEST / 2
    for i in range(found):
        if out[VALUES, i] < worst:
            continue
        after = child(tree, node, int(out[CHOICES, i]))
        if after == 0:
            if new < 0 or out[VALUES, i] > out[VALUES, new]:
                new = i
        else:
            tree[after, CHANCES] += 1
    if new >= 0:
        return int(out[CHOICES, new])
    highest = -inf
    for i in range(found):
        if out[VALUES, i] < worst:
            continue
        after = child(tree, node, int(out[CHOICES, i]))
        visits = tree[after, VISITS]
        promise = gains[after] / visits + eager * sqrt(log(tree[after, CHANCES]) / visits)
        if promise > highest:
            best, highest = i, promise
    return int(out[CHOICES, best])


@kernel(
    "int64(int64[::1],int64,int64[::1],int64[:,::1],float64,int64,int64[:,::1],"
    "float64[::1],int64[::1],int64[::1],float64[:,::1])"
)
def grow(
    board: Ints,
    hand: int,
    seats: Ints,
    worlds: Ints,
    eager: float,
    size: int,
    tree: Ints,
    gains: Floats,
    game: Ints,
    path: Ints,
    out: Floats,
) -> int:
    """Grow the tree by an iteration for each of these worlds; return its new size.

    Likely worlds occur more often among them. `eager` is the exploration constant, in points.
    """
    me = turn(board)
    for i in range(len(worlds)):
        game[:] = board
        game[HANDS + me] = hand
        for place in range(len(seats)):
            game[HANDS + seats[place]] = worlds[i, place]
        node, depth, fresh = 0, 0, False
        while not fresh and (game[BIDDEN] < game[PLAYERS] or game[LAID] or game[COUNTS + game[LEADER]]):
            seat = turn(game)
            choice = chosen(game, tree, gains, node, me, eager, out)
            after = child(tree, node, choice)
            if after == 0:
                if size == len(tree):
                    break
                after, fresh = size, True
                size = grown(tree, size, node, choice, seat)
                tree[after, CHANCES], gains[after] = 1, 0.0
            put(game, choice)
            node = after
            path[depth] = node
            depth += 1
        play_out(game, out, 0)
        for place in range(depth):
            node = path[place]
            tree[node, VISITS] += 1
            gains[node] += gain(game, tree[node, SEAT])
    return size
