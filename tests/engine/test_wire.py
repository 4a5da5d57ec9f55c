"""The schemas that games publish: every match fits them, and every key in them occurs in some match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from ludocards.bots.registry import choose
from ludocards.engine import match, match_scores, wire
from ludocards.engine.commands import action_space, without_order
from ludocards.engine.game import CLOCK, Command, Game, Json, Option, Refused
from ludocards.engine.registry import GAMES
from tests.engine.matches import Played, play, playing, rules_of, walking, ways

TABLES = [
    pytest.param(name, players, {"preset": preset}, id=f"{name}-{preset}-{players}")
    for name, game in GAMES.items()
    for preset in game.presets
    for players in game.players
    if not isinstance(game.start(rules_of(game, preset=preset), players, 0), Refused)
]
STEPS = 200
SEEDS = 20
"""The most matches of bots that are played to see what random players do not bring about."""


class Schemas:
    """The validators of a game's schemas."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.view = jsonschema_rs.validator_for(wire.view_schema(game))
        self.events = {
            kind: jsonschema_rs.validator_for(one) for kind, one in wire.event_schemas(game).items()
        }
        self.commands = {
            verb: jsonschema_rs.validator_for(one) for verb, one in wire.command_schemas(game).items()
        }
        self.duties = {
            code: jsonschema_rs.validator_for(one) for code, one in wire.duty_schemas(game).items()
        }
        self.rules = jsonschema_rs.validator_for(wire.rules_schema(game.presets, game.options))


@pytest.mark.parametrize(("name", "players", "options"), TABLES, scope="module")
def test_views_events_and_commands_match_their_schemas(
    name: str, players: int, options: dict[str, Json]
) -> None:
    schemas = Schemas(GAMES[name])
    heard = 0
    for step, played in enumerate(walking(name, players, 5, **options)):
        game, state = played.game, played.state
        for viewer in (None, *range(players)):
            for event in played.events[heard:]:
                schemas.events[event.kind].validate(event.shown_to(viewer))
            if step < STEPS or game.is_over(state):
                schemas.view.validate(game.view(state, viewer))
        heard = len(played.events)
        for seat in game.to_act(state) if step < STEPS else ():
            view = game.view(state, seat)
            if duty := game.duty(state, seat):
                schemas.duties[duty.code].validate({"code": duty.code, **duty.details})
            for legal in game.legal(state, seat)[:20]:
                for command in ways(view, legal):
                    schemas.commands[command.do].validate(command.as_json())
    assert heard


@cache
def ends(name: str) -> tuple[list[Played], dict[str, set[str]], bool]:
    """Return the end of a match under every option, the keys of its views and events, and whether it ever
    had a window.

    The presets are played with every number of players, the other options with one after the other.
    """
    game, found = GAMES[name], list[Played]()
    keys: dict[str, set[str]] = {"view": set()}
    has_windows = False
    for options, players in _tables(game):
        phase = ""
        for step, played in enumerate(playing(name, players, 5, **options)):
            state = played.state
            for viewer in (None, *range(players)) if step % 9 == 0 or state.phase != phase else ():
                keys["view"] |= game.view(state, viewer).keys()
            has_windows |= game.window(state) is not None
            phase = state.phase
        _note(played, keys)
        found.append(played)
    return found, keys, has_windows


@pytest.mark.parametrize("name", GAMES)
def test_a_match_ends_under_every_option(name: str) -> None:
    for played in ends(name)[0]:
        game, totals = played.game, played.game.totals(played.state)
        assert game.is_over(played.state)
        assert match_scores.refuse_match_scores(game, played.rules, played.players, totals) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_command_has_a_number_under_every_option(name: str) -> None:
    usual: set[Command] = set()
    for played in ends(name)[0]:
        taken = {it.command for _, actions in played.deals for it in actions if it.seat != CLOCK}
        said = {*map(without_order, taken)}
        if not said <= usual:
            usual = {*action_space(played.game, played.rules, played.players).numbers}
            assert said <= usual


@pytest.mark.parametrize("name", GAMES)
def test_every_key_of_a_schema_occurs_in_some_match(name: str) -> None:
    game = GAMES[name]
    [*_, played], keys, has_windows = ends(name)
    for end_early in (match.concede, match.win_by_default):
        keys["finished"] |= end_early(game, played.state, 0).events[0].public.keys()
    seeds = iter(range(SEEDS))
    while (
        wire.event_schemas(game).keys() - keys.keys()
    ):  # what happens seldom by chance, the bots bring about
        players = game.players[0]
        _note(play(name, players, next(seeds), [choose] * players), keys)
    assert keys["view"] == wire.view_schema(game)["properties"].keys()
    for kind, schema in wire.event_schemas(game).items():
        assert keys[kind] == schema["properties"].keys()
    assert keys["view"] >= {*game.own}
    common = Game.reported.keys() | Game.pauses.keys()
    assert keys.keys() >= (game.reported.keys() | game.pauses.keys()) - common
    for kind, listed in game.reported.items():
        assert kind in common - keys.keys() or keys[kind] >= listed.fields.keys()
    assert bool(game.window_name) == has_windows


@pytest.mark.parametrize(("name", "players", "options"), TABLES, scope="module")
def test_private_cards_are_shown_to_their_seat_alone(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """A replay shows these cards only to readers who may see the cards of that seat."""
    for played in walking(name, players, 5, **options):
        game, public = played.game, played.game.view(played.state, None)
        for seat in range(players):
            view = game.view(played.state, seat)
            for key, value in view.items():
                is_cards = isinstance(value, list) and value and {*map(str, value)} <= {*game.deck.cards}
                if is_cards and key not in public and not {*value} <= {*view["hand"]}:
                    assert key in game.own


def _note(played: Played, keys: dict[str, set[str]]) -> None:
    """Add the keys of all events of a match, by kind."""
    for event in played.events:
        for viewer in (None, *range(played.players)):
            keys.setdefault(event.kind, set()).update(event.shown_to(viewer))


def _tables(game: Game[Any, Any]) -> Iterator[tuple[dict[str, Json], int]]:
    """Yield each preset with every number of players, and each other option with one of those it allows."""
    for preset in game.presets:
        for players in _numbers_of_players(game, preset=preset):
            yield {"preset": preset}, players
    for number, options in enumerate(_choices(game)):
        allowed = _numbers_of_players(game, **options)
        yield options, allowed[number % len(allowed)]


def _numbers_of_players(game: Game[Any, Any], **options: Json) -> list[int]:
    rules = rules_of(game, **options)
    return [players for players in game.players if not isinstance(game.start(rules, players, 0), Refused)]


def _choices(game: Game[Any, Any]) -> Iterator[dict[str, Json]]:
    """Yield each option with each of its values except the default."""
    for option in game.options:
        for choice in option.choices[1:]:
            yield {option.name: choice}


VALUES: list[Json] = [
    *range(-3, 130), 249, 250, 999, 1000, 1001, 2500, 5_000, 25_000, 120_000, 120_001,
    True, False, None, "", "none", "4B", "nearest33", "free", [], {},
    {"games": 3}, {"points": 999}, {"points": 1000}, {"deals": 0}, {"deals": 1, "games": 1}, {"hands": 4},
]  # fmt: skip

OPTIONS = [
    pytest.param(option, id=f"{name}-{option.name}")
    for name, game in GAMES.items()
    for option in game.options
]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_accepts_what_its_schema_allows(option: Option) -> None:
    schema = jsonschema_rs.validator_for({**option.schema})
    for value in (*option.choices, *VALUES):
        assert option.accepts(value) == schema.is_valid(value), value


@pytest.mark.parametrize("name", GAMES)
def test_a_card_is_one_of_the_deck(name: str) -> None:
    deck = GAMES[name].deck
    schema = jsonschema_rs.validator_for(wire.card_schema(deck))
    assert all(schema.is_valid(code) for code in deck.cards)
    assert not any(schema.is_valid(text) for text in ("", "1X", "T21", "3", "3BB", " 3B", "ZZ", "11H"))


@pytest.mark.parametrize("name", GAMES)
def test_stored_rules_match_the_schema(name: str) -> None:
    game, schemas = GAMES[name], Schemas(GAMES[name])
    for options in ({}, *_choices(game)):
        schemas.rules.validate(game.rules_json(rules_of(game, **options)))
    assert not schemas.rules.is_valid({"preset": "nessuno"})
    assert not schemas.rules.is_valid({"unknown": 1})
