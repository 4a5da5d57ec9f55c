"""Play in a terminal against bots: `python -m ludocards play GAME`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ludocards.bots.levels import Policy
from ludocards.bots.registry import policy_of
from ludocards.engine.game import Command, Event, Game, Json, RefusedError, Step, plain, unrefused
from ludocards.engine.registry import GAMES


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        play_match(GAMES[options.game], options, policy_of(options.game, options.level))
    except (EOFError, KeyboardInterrupt):
        print()
    except (RefusedError, ImportError) as wrong:
        print(f"\n{wrong}")
        return 1
    return 0


def play_match(game: Game[Any, Any], options: argparse.Namespace, bot: Policy) -> None:
    """Play a match from seat 0; the other seats are bots. Raises `RefusedError` if it cannot be played so."""
    random = Random(options.seed)
    preset = options.preset or game.preset_for(options.players or game.players[0])
    rules = unrefused(game.rules_from({"preset": preset}))
    players = options.players or game.players_of(preset)[0]
    state = unrefused(game.start(rules, players, random.randrange(players)))
    while not game.is_over(state):
        if game.awaits_deal(state) is not None:
            pack = game.pack(state)
            shuffled = tuple(random.sample(pack, len(pack)))
            step = unrefused(game.deal(state, game.hand_out(state, shuffled)))
        else:
            step = _step_of(game, state, bot)
        for event in step.events:
            print(sentence_of(event))
        state = step.state
    print("places:", *(game.places(state) or ()))


def _step_of(game: Game[Any, Any], state: Any, bot: Policy) -> Step[Any]:
    """Carry out the command of the next seat."""
    seat = game.to_act(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    command = bot(view, legal) if seat else _asked(view, legal)
    return unrefused(game.apply(state, seat, command))


def _asked(view: Mapping[str, Json], legal: Sequence[Command]) -> Command:
    """Ask the person for one of the legal commands."""
    for place in ("table", "hand"):
        if view.get(place):
            print(f"{place}: {_value(view[place])}")
    print(*(f"{number} {written(command)}" for number, command in enumerate(legal, 1)), sep="   ")
    while True:
        answer = input(f"1 to {len(legal)}: ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]


def written(command: Command) -> str:
    """A command in words: `play 7B`."""
    return " ".join([command.do, *(_value(plain(value)) for _name, value in command.fields)])


def sentence_of(event: Event) -> str:
    """An event on a line, as far as seat 0 learns of it."""
    shown = event.shown_to(0)
    who = {0: "you"}.get(seat, f"seat {seat}") if (seat := shown.pop("seat", None)) is not None else ""
    known = (f"{name} {_value(value)}" for name, value in shown.items() if name != "kind")
    return f"{who} {shown['kind']}: {', '.join(known)}".strip()


def _value(value: Json) -> str:
    match value:
        case list():
            return " ".join(map(_value, value))
        case dict():
            return f"({', '.join(f'{name} {_value(each)}' for name, each in value.items())})"
        case _:
            return str(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m ludocards", description="Italian card games")
    playing = parser.add_subparsers(required=True).add_parser("play", help="play a match against bots")
    playing.add_argument("game", choices=GAMES)
    playing.add_argument("--preset", help="the rules, by name; by default the game's usual ones")
    playing.add_argument("--players", type=int, help="the number of seats; yours is seat 0")
    playing.add_argument("--level", default="circolo", help="of the bots; random needs no numpy")
    playing.add_argument("--seed", help="the same cards and, with the same commands, the same match again")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
