"""Play in a terminal against bots: `python -m ludocards play GAME`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from random import Random
from string import Formatter
from typing import Any

from ludocards.bots.levels import Policy
from ludocards.bots.registry import policy_of
from ludocards.engine.game import Command, Event, Game, Json, RefusedError, Step, plain, unrefused
from ludocards.engine.registry import GAMES

SHOWN_PLACES = ("trump", "turned", "contract", "trick", "table", "hand")
"""The keys of the view that are shown at each turn."""

SENTENCES: Mapping[str, tuple[str, ...]] = {
    "dealt": ("{dealer} dealt",),
    "played": ("{seat} played {card}",),
    "taken": ("{seat} took the trick: {cards}",),
    "captured": ("{seat} took {cards}",),
    "drawn": ("{seat} drew {cards}", "{seat} drew"),
    "exchanged": ("{seat} exchanged {card} for {taken}",),
    "named": ("{seat} named trumps: {suit}",),
    "called": ("{seat} called {call} {points}", "{seat} called {call}"),
    "discarded": ("{seat} laid {cards} away", "{seat} laid away {count}"),
    "uncovered": ("{seat} turned up {cards}",),
    "announced": ("{seat} said: {text}",),
    "scored": ("the deal is over: {points} by side, {totals} in the match", "the deal is over: {totals}"),
    "finished": ("the match is over: {totals}",),
}
"""By kind of event, the first sentence of which all values are known. Others are told by their fields."""

ADDED: Mapping[str, str] = {
    "turned": "turned up {}",
    "table": "on the table {}",
    "signal": "with the sign {}",
    "scopa": "a scopa",
}
"""What a sentence adds about other values of an event."""


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
    """Ask the person for one of the legal commands, by its number or its words."""
    suits = GAMES[view["game"]].deck.suits
    for place in SHOWN_PLACES:
        held = view.get(place)
        if place == "trick" and held:
            held = held["cards"]
        if held not in (None, []):
            print(f"{place}: {suits.get(held, held) if isinstance(held, str) else _value(held)}")
    choices = {str(number): command for number, command in enumerate(legal, 1)}
    print(*(f"{number} {written(command)}" for number, command in choices.items()), sep="   ")
    named = {written(command).removeprefix("play ").lower(): command for command in legal}
    while True:
        answer = input(f"1 to {len(legal)}: ").strip().lower().removeprefix("play ")
        if command := choices.get(answer) or named.get(answer):
            return command
        print(f"Enter a number from 1 to {len(legal)}, or what stands after it: {written(legal[0])}.")
        print(f"A card is a rank and a suit: {', '.join(f'{key} {name}' for key, name in suits.items())}.")
        print("Control-C leaves the match.")


def written(command: Command) -> str:
    """A command in words: `play 7B`."""
    return " ".join([command.do, *(_value(plain(value)) for _name, value in command.fields)])


def sentence_of(event: Event) -> str:
    """An event on a line, as far as seat 0 learns of it."""
    shown = event.shown_to(0)
    named = {
        name: _named_seat(it) if name in ("seat", "dealer") else _value(it) for name, it in shown.items()
    }
    for sentence in SENTENCES.get(shown["kind"], ()):
        if all(shown.get(field) is not None for _, field, _, _ in Formatter().parse(sentence) if field):
            added = (phrase.format(named[name]) for name, phrase in ADDED.items() if shown.get(name))
            return _as_sentence(", ".join((sentence.format(**named), *added)))
    head = [named.pop(name) for name in ("seat", "kind") if name in named]
    return _as_sentence(f"{' '.join(head)}: {', '.join(f'{name} {value}' for name, value in named.items())}")


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _named_seat(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}" if seat else "you"


def _value(value: Json) -> str:
    match value:
        case list():
            return " ".join(map(_value, value))
        case dict():
            return ", ".join(f"{name} {_value(each)}" for name, each in value.items())
        case _:
            return "-" if value is None else str(value)


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
