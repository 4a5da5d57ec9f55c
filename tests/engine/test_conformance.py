"""Conformance tests for every game of the catalog; a new game is included automatically."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import compress, islice
from random import Random
from typing import Any

import pytest

from ludocards.engine import deal_scores, record, referee
from ludocards.engine.cards import Card
from ludocards.engine.commands import action_space
from ludocards.engine.game import Command, Deal, Game, Json, Refused, Step, Viewer
from ludocards.engine.registry import GAMES
from tests.engine.matches import Played, frames, replay, resumed, rules_of, walked, walking, ways

MAX_DEALS = 200

STEPS = 150
"""The number of steps of a match in the slower tests: enough for some deals."""

SPREAD = 7
"""The steps between two that the slowest tests look at; each seat comes up, as no game has seven players."""

TABLES = [
    pytest.param(name, players, {"preset": preset}, id=f"{name}-{preset}-{players}")
    for name, game in GAMES.items()
    for preset in game.presets
    for players in game.players
    if not isinstance(game.start(rules_of(game, preset=preset), players, 0), Refused)
]

VIEW_KEYS = {
    "game",
    "phase",
    "players",
    "sides",
    "deal",
    "dealer",
    "to_act",
    "counts",
    "sheet",
    "totals",
    "places",
}

TRICK_KEYS = {"trick", "tricks", "taken"}

EVENT_FIELDS = {
    "dealt": {"deal", "dealer", "counts"},
    "played": {"seat", "card"},
    "taken": {"seat", "side", "trick", "leader", "cards"},
    "drawn": {"seat", "count", "stock"},
    "scored": {"deal", "points", "scores", "totals"},
    "finished": {"totals", "places"},
}

CONSTANT_SUMS: dict[str, Callable[[Json, int], bool]] = {
    "tressette": lambda line, players: (
        sum(line["points"]) in (33, 35)
        and sum(line.get("score_points", line["scores"])) - sum(line["accuse"])
        in ((11,) if players == 4 else (10, 11, 12))
    ),
    "maraffone": lambda line, players: (
        sum(line["points"]) == 35 and sum(line["cards"]) in (11, 35) and line["cards"] != [0, 0]
    ),
    "traversone": lambda line, players: (
        sum(line["points"]) == 35
        and (
            sum(line["scores"]) <= 11
            if line["cappotto"] is None
            else sorted(line["scores"]) == [0, *[11] * (players - 1)]
        )
    ),
    "briscola": lambda line, players: (
        sum(line["points"]) == 120 and (line["scores"] == line["points"] or sum(line["scores"]) <= 1)
    ),
    "scopone": lambda line, players: (
        (sum(line["points"]) == 40 and sum(line["denari"]) == 10 and line["scored"]["settebello"] is not None)
        if line["scored"]
        else not any(line["scores"])
    ),
    "tarocchi": lambda line, players: (
        sum(line["scores"]) == 0 and (line["points"] is None or sum(line["points"]) == 109)
    ),
}
"""By game, a check of the sums in a line of the sheet, if the rules fix them."""

table = pytest.mark.parametrize(("name", "players", "options"), TABLES, scope="module")
"""All tests of a table come in turn, so that they walk through the same matches."""


def viewers(players: int) -> list[Viewer]:
    return [None, *range(players)]


@table
def test_a_match_ends_and_its_sheet_adds_up(name: str, players: int, options: dict[str, Json]) -> None:
    for seed in range(5):
        played = walked(name, players, seed, **options)
        assert len(played.deals) < MAX_DEALS
        assert played.game.is_over(played.state)
        assert played.game.to_act(played.state) == ()
        assert played.game.awaits_deal(played.state) is None
        assert min(played.game.places(played.state) or ()) == 1
        assert played.events[-1].public["places"] == list(played.game.places(played.state) or ())
        view = played.game.view(played.state, None)
        assert [sum(column) for column in zip(*(line["scores"] for line in view["sheet"]), strict=True)] == (
            view["totals"]
        )
        if played.game.wire.has_tricks:
            assert sum(view["taken"]) == len(view["tricks"])
        least, most = played.game.deal_bounds(rules_of(played.game, **options), players)
        assert all(least <= score <= most for line in view["sheet"] for score in line["scores"])
        for deal, line in enumerate(view["sheet"]):
            rules = rules_of(played.game, **options)
            assert deal_scores.refuse_deal_scores(played.game, rules, players, deal, line["scores"]) is None
        if name in CONSTANT_SUMS:
            assert all(CONSTANT_SUMS[name](line, players) for line in view["sheet"])


@table
def test_only_seats_that_are_to_act_can_act(name: str, players: int, options: dict[str, Json]) -> None:
    for played in walking(name, players, seed=1, **options):
        game, state = played.game, played.state
        acting = game.to_act(state)
        assert (acting == ()) == (game.is_over(state) or game.awaits_deal(state) is not None)
        for seat in range(players):
            assert bool(game.legal(state, seat)) == (seat in acting)
        if acting:
            seat, command = game.on_timeout(state)
            assert command in game.legal(state, seat)


@table
def test_legal_commands_are_accepted_and_others_refused(
    name: str, players: int, options: dict[str, Json]
) -> None:
    random = Random(1)
    for step, played in enumerate(islice(walking(name, players, seed=2, **options), STEPS)):
        game, state = played.game, played.state
        before = game.dump(state)
        for seat in range(players):
            legal = game.legal(state, seat)
            assert len({*legal}) == len(legal)
            for command in [random.choice(ways(game.view(state, seat), each)) for each in legal]:
                assert isinstance(game.apply(state, seat, command), Step)
                assert Command.from_json(json.loads(json.dumps(command.as_json()))) == command
            others = {*illegal(game, random)} - {*legal}
            for command in others if legal or step % 10 == seat else [*others][:3]:
                assert isinstance(game.apply(state, seat, command), Refused)
        assert game.dump(state) == before


@table
def test_the_action_mask_has_the_legal_commands(name: str, players: int, options: dict[str, Json]) -> None:
    """A number means a command that is accepted as it stands in the list, and each legal one has its own."""
    space = action_space(GAMES[name], rules_of(GAMES[name], **options), players)
    assert len({*space.commands}) == len(space.commands) == len(space.numbers)
    for step, played in enumerate(islice(walking(name, players, seed=2, **options), STEPS)):
        game, state = played.game, played.state
        for seat in range(players):
            numbers = space.legal_numbers(game, state, seat)
            assert len({*numbers}) == len(numbers) == len(game.every(state, seat))
            for number in numbers[step % SPREAD :: len(numbers) // 9 + 1]:
                assert isinstance(game.apply(state, seat, space.commands[number]), Step)
        if step % SPREAD == 0:
            mask = space.legal_mask(game, state, step % players)
            assert len(mask) == len(space.commands)
            assert [*compress(range(len(mask)), mask)] == space.legal_numbers(game, state, step % players)


@table
def test_a_duty_explains_to_the_seat_on_turn_why_cards_are_barred(
    name: str, players: int, options: dict[str, Json]
) -> None:
    for played in islice(walking(name, players, seed=3, **options), STEPS):
        game, state = played.game, played.state
        for seat in range(players):
            duty = game.duty(state, seat)
            if duty is None:
                continue
            assert seat in game.to_act(state)
            plays = [Command.of("play", card=card) for card in game.view(state, seat)["hand"]]
            barred = [game.apply(state, seat, each) for each in plays if each not in game.legal(state, seat)]
            codes = {refused.code for refused in barred if isinstance(refused, Refused)}
            assert not codes or duty.code in codes or "play" not in {c.do for c in game.legal(state, seat)}


def illegal(game: Game[Any, Any], random: Random) -> Iterator[Command]:
    """Yield commands that are mostly illegal, some of them always."""
    for code in game.deck.cards:
        yield Command.of("play", card=code)
    yield from (Command.of(verb) for verb in ("play", "accuse", "bid", "call", "discard", "timeout", "", "x"))
    yield Command.of("play", card=[random.choice([*game.deck.cards])])
    yield Command.of("bid", tricks=-1)
    yield Command.of("discard", cards=[])


@table
def test_views_have_the_common_keys_and_are_json(name: str, players: int, options: dict[str, Json]) -> None:
    for played in walking(name, players, seed=3, **options):
        game, state = played.game, played.state
        for viewer in viewers(players):
            view = game.view(state, viewer)
            assert json.loads(json.dumps(view)) == view
            assert view.keys() >= VIEW_KEYS
            assert not game.wire.has_tricks or view.keys() >= TRICK_KEYS
            assert ("hand" in view) == (viewer is not None)
            assert view["phase"] in {"deal", "over"} or view["to_act"]
        assert played.game.view(state, None)["sides"] == list(game.sides(state))
        assert len(game.totals(state)) == len({*game.sides(state)})


@table
def test_events_have_the_common_fields_and_are_json(
    name: str, players: int, options: dict[str, Json]
) -> None:
    played = walked(name, players, seed=4, **options)
    for viewer in viewers(players):
        shown = frames(played, viewer)
        assert json.loads(json.dumps(shown)) == shown
        assert all(frame.keys() >= EVENT_FIELDS.get(frame["kind"], set()) for frame in shown)
    assert all(json.loads(json.dumps(event.sealed)) == event.sealed for event in played.events)


@table
def test_a_snapshot_is_the_state(name: str, players: int, options: dict[str, Json]) -> None:
    for played in walking(name, players, seed=0, **options):
        stored = json.loads(json.dumps(played.game.dump(played.state)))
        assert played.game.load(stored) == played.state


@table
def test_the_same_actions_make_the_same_match(name: str, players: int, options: dict[str, Json]) -> None:
    for seed in range(5):
        played = walked(name, players, seed, **options)
        again = replay(played.game, played.rules, players, played.deals)
        assert isinstance(again, Played)
        assert (again.state, again.events) == (played.state, played.events)


@table
def test_a_match_survives_its_record(name: str, players: int, options: dict[str, Json]) -> None:
    played = walked(name, players, seed=1, **options)
    text = json.dumps(record.to_document(played.game, played.rules, "ABCDEF"[:players], played.deals))
    document = record.read_document(record.parse_json(text))
    assert [(deal, [*actions]) for deal, actions in document.deals] == played.deals
    report = referee.judge_record(text, legal=True)
    assert report.status == 0
    assert report.json["finished"]
    assert report.json["totals"] == [*played.game.totals(played.state)]


# ---- no leak of hidden cards


@table
def test_no_hidden_card_is_ever_sent(name: str, players: int, options: dict[str, Json]) -> None:
    """No message to a viewer names a card that the viewer cannot know at that moment."""
    heard = 0
    for played in islice(walking(name, players, seed=4, **options), STEPS):
        game, state = played.game, played.state
        held, public = hands(played), game.view(state, None)
        named = {*texts([public[key] for key in game.wire.named])}
        for viewer in viewers(players):
            others = [hand for seat, hand in enumerate(held) if seat != viewer]
            own = {card.code for card in shown_to(played, viewer)}
            hidden = {card.code for hand in (*others, *stock(played)) for card in hand} - named - own
            sent = [game.view(state, viewer), [event.shown_to(viewer) for event in played.events[heard:]]]
            if viewer is not None and (duty := game.duty(state, viewer)):
                sent.append(dict(duty.details))
            assert not hidden & {*texts(sent)}
        heard = len(played.events)


def texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


@table
def test_redealing_the_unseen_cards_changes_nothing(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """The redeal test: exchanging cards that a viewer has not seen changes nothing the viewer is sent."""
    random, worlds = Random(8), 0
    for seed in range(40):
        before: Played | None = None
        for played in islice(walking(name, players, seed, **options), 1, STEPS, SPREAD):
            if before is None or len(before.deals) < len(played.deals) - 1:
                before = up_to_the_last_deal(played)
            for viewer in viewers(players):
                view, sent = played.game.view(played.state, viewer), frames_since(before, played, viewer)
                duty = None if viewer is None else played.game.duty(played.state, viewer)
                for world in redeals(played, before, viewer, random):
                    worlds += 1
                    assert world.game.view(world.state, viewer) == view
                    assert frames_since(before, world, viewer) == sent
                    assert viewer is None or world.game.duty(world.state, viewer) == duty
        if worlds > 60:  # one long match is enough
            return
    raise AssertionError(f"only {worlds} worlds")


def frames_since(before: Played, played: Played, viewer: Viewer) -> list[dict[str, Json]]:
    """Return what a viewer is sent in the last deal of a match."""
    return [event.shown_to(viewer) for event in played.events[len(before.events) :]]


def up_to_the_last_deal(played: Played) -> Played:
    [(first, _), *_] = played.deals
    state = played.game.start(played.rules, played.players, first.dealer)
    before = resumed(Played(played.game, played.rules, played.players, state=state), played.deals[:-1])
    assert isinstance(before, Played), before
    return before


def redeals(played: Played, before: Played, viewer: Viewer, random: Random) -> Iterator[Played]:
    """Yield matches with cards of the others and the stock exchanged, in which the same actions are legal.

    `before` is the match before the last deal, which they all have in common.
    """
    for _ in range(2):
        others = [hand for seat, hand in enumerate(hands(played)) if seat != viewer]
        own = shown_to(played, viewer)
        unseen = [tuple(card for card in cards if card not in own) for cards in (*others, *stock(played))]
        holders = [cards for cards in unseen if cards]
        if len(holders) < 2:
            return
        one, other = map(random.choice, random.sample(holders, 2))
        deal, actions = played.deals[-1]
        world = resumed(before, [(exchanged(deal, one, other), actions)])
        if isinstance(world, Played) and shown_of_hands(world) == shown_of_hands(played):
            played = world
            yield world


def shown_of_hands(played: Played) -> list[tuple[str, Json]]:
    """Return the public events that reveal something about hands; an exchange must not change them."""
    kinds = ("dealt", "accused", "announced")
    return [(event.kind, event.public) for event in played.events if event.kind in kinds]


def hands(played: Played) -> list[tuple[Card, ...]]:
    views = (played.game.view(played.state, seat) for seat in range(played.players))
    return [played.game.deck.of(view["hand"]) for view in views]


def shown_to(played: Played, viewer: Viewer) -> tuple[Card, ...]:
    """Return the cards that only this seat may see, such as a partner's last ones."""
    view = {} if viewer is None else played.game.view(played.state, viewer)
    return played.game.deck.of(code for key in played.game.own for code in view.get(key, ()))


def stock(played: Played) -> list[tuple[Card, ...]]:
    """Return the stock, as a list of one, in a game in which cards are drawn."""
    return [played.state.stock] if hasattr(played.state, "stock") else []


def exchanged(deal: Deal, one: Card, other: Card) -> Deal:
    to = {one: other, other: one}
    *dealt, stock = (tuple(to.get(card, card) for card in cards) for cards in (*deal.hands, deal.stock))
    return Deal(deal.dealer, tuple(dealt), stock)
