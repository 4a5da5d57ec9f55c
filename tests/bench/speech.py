"""The worth of signals: `python -m tests.bench.speech false true --preset bredese --matches 40 --deals 6`.

Two sides that choose their cards alike (`--level`) play matches on the same cards from both sides, and give
signals in two of the ways of `SPEECH`. Who lies shows after each deal, as at a table. Printed is the first
way's score less the second's in a deal, with its 95 % interval: of all deals, of the first of each match,
in which nobody is known, and of the later ones.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludocards.bots.registry import POLICIES
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.tressette.bot.board import board_of, partner
from ludocards.catalogue.tressette.bot.club import holds
from ludocards.catalogue.tressette.bot.kernels.play import GONE
from ludocards.engine import shuffle
from ludocards.engine.game import Command, Step
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import CONFIDENCE, scored, scores

GAME = GAMES["tressette"]
View = Mapping[str, Any]


def mute(view: View, command: Command) -> str | None:
    return None


def true(view: View, command: Command) -> str | None:
    """The signal that the level gives: volo and busso."""
    given: str | None = command.get("signal")
    return given


def is_followed(view: View, code: str) -> bool:
    """Return whether the card is of the suit led, so that a signal with it says something."""
    trick = view["trick"]["cards"]
    return not trick or trick[0][1] == code[1]


def false(view: View, command: Command) -> str | None:
    """Volo with every card of a suit of which others are kept, and striscio lungo with the last."""
    code = command.get("card")
    if not is_followed(view, code):
        return None
    return "volo" if any(card[1] == code[1] and card != code for card in view["hand"]) else "striscio_lungo"


def aside(view: View, command: Command) -> str | None:
    """The same, but only in a suit of which the partner can have no card, so that it misleads only opponents;
    otherwise as the level."""
    code, seat = command.get("card"), view["to_act"][0]
    board, friend = board_of(view), partner(view["sides"], seat)
    assert friend is not None
    suit = SUIT << 16 * (INDEX[code] >> 4)
    unseen = PACK & ~int(board[GONE]) & ~bits(view["hand"]) & suit
    return true(view, command) if holds(board, friend, unseen) else false(view, command)


def seldom(view: View, command: Command) -> str | None:
    """One false signal in four, and otherwise as the level."""
    code = command.get("card")
    return false(view, command) if INDEX[code] % 4 == len(view["tricks"]) % 4 else true(view, command)


SPEECH: Mapping[str, Callable[[View, Command], str | None]] = {
    each.__name__: each for each in (mute, true, false, aside, seldom)
}


def spoken(speech: str, view: View, command: Command) -> Command:
    """The same card with the signal of this way of speaking, if the table offers it."""
    if command.do != "play":
        return command
    fields = {name: value for name, value in command.fields if name != "signal"}
    given = SPEECH[speech](view, command)
    offered = view.get("signals", {}).get(command.get("card"), ())
    return Command.of(command.do, **fields, **({"signal": given} if given in offered else {}))


def played(speeches: Sequence[str], preset: str, level: str, match: int, deals: int) -> list[float]:
    """The result of the first side less that of the other in each deal of a match; a side speaks as it is
    told."""
    rules = GAME.rules_from({"preset": preset, "match_end": {"deals": deals}, "accuse_window": 0})
    state, policy, found = GAME.start(rules, 4, match % 4), POLICIES["tressette"][level], []
    while not GAME.is_over(state):
        deal = GAME.awaits_deal(state)
        if deal is not None:
            seed = match.to_bytes(shuffle.SEED_BYTES, "big")
            step = GAME.deal(
                state, GAME.hand_out(state, shuffle.shuffle(GAME.pack(state), seed, "speech", deal))
            )
        else:
            seat = GAME.to_act(state)[0]
            view, legal = GAME.view(state, seat), GAME.legal(state, seat)
            command = policy(view, legal)
            step = GAME.apply(state, seat, spoken(speeches[GAME.sides(state)[seat]], view, command))
        assert isinstance(step, Step), step
        state = step.state
        if scored(step):
            first, second = scores(GAME, step)
            found.append(first - second)
    return found


def compared(speeches: tuple[str, str], preset: str, level: str, match: int, deals: int) -> list[float]:
    """The result of the first way of speaking less that of the second in each deal, from both sides."""
    there = played(speeches, preset, level, match, deals)
    back = played(speeches[::-1], preset, level, match, deals)
    return [(one - other) / 2 for one, other in zip(there, back, strict=True)]


def interval(rows: Sequence[Sequence[float]]) -> str:
    """The mean; deals of a match are not independent, so that matches are the samples of the error."""
    means = [statistics.fmean(row) for row in rows]
    half = CONFIDENCE * statistics.stdev(means) / len(means) ** 0.5
    mean = statistics.fmean(means)
    return f"{mean:+.2f} ({mean - half:+.2f} to {mean + half:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.speech", description=__doc__)
    parser.add_argument("first", choices=[*SPEECH])
    parser.add_argument("second", choices=[*SPEECH])
    parser.add_argument("--preset", default="bredese", choices=[*GAME.presets])
    parser.add_argument("--level", default="esperto", choices=[*POLICIES["tressette"]])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--deals", type=int, default=6, help="deals of a match; at least 2")
    parser.add_argument("--seed", type=int, default=34000, help="the number of the first match")
    given = parser.parse_args()
    numbers = range(given.seed, given.seed + given.matches)
    speeches = given.first, given.second
    rows = [compared(speeches, given.preset, given.level, number, given.deals) for number in numbers]
    print(
        f"{given.preset}, {given.level}, {given.first} against {given.second}, {len(rows)} matches of "
        f"{given.deals} deals, points a deal: {interval(rows)}; "
        f"the first deals {interval([row[:1] for row in rows])}; "
        f"the later ones {interval([row[1:] for row in rows])}"
    )


if __name__ == "__main__":
    main()
