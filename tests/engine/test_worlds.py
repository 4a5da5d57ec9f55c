"""The functions of a game for research: all commands, returns, and determinizations of a view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludocards.engine.cards import Card
from ludocards.engine.game import Command, Deal, Determinizable, Json, Step, Viewer
from ludocards.engine.record import Action
from ludocards.engine.registry import CATALOGUE, GAMES
from ludocards.engine.worlds import plays_of_seat
from tests.engine.matches import Played, playing, resumed, walked, walking, ways
from tests.engine.test_conformance import STEPS, TABLES, up_to_the_last_deal, viewers
from tests.tinygame import rules as tinygame

table = pytest.mark.parametrize(("name", "players", "options"), TABLES, scope="module")


def world(played: Played, viewer: Viewer, random: Random) -> Any:
    """Return a determinization of a viewer's view, which is first converted to JSON and back."""
    view = json.loads(json.dumps(played.game.view(played.state, viewer)))
    assert isinstance(played.game, Determinizable)
    return played.game.determinized(played.rules, view, viewer, random)


def test_a_game_without_determinizations_lacks_the_method() -> None:
    house = import_module(CATALOGUE).HOUSE
    assert all(isinstance(GAMES[package.rpartition(".")[2]], Determinizable) for package in house)
    assert not isinstance(tinygame.GAME, Determinizable)


@table
def test_a_determinization_looks_the_same_to_its_viewer(
    name: str, players: int, options: dict[str, Json]
) -> None:
    random = Random(1)
    for played in islice(walking(name, players, seed=1, **options), 0, STEPS, 11):
        for viewer in viewers(players):
            drawn = world(played, viewer, random)
            assert played.game.view(drawn, viewer) == played.game.view(played.state, viewer)
            assert played.game.load(played.game.dump(drawn)) == drawn
            for seat in played.game.to_act(drawn):
                for command in played.game.legal(drawn, seat)[:3]:
                    assert isinstance(played.game.apply(drawn, seat, command), Step)


@table
def test_the_past_is_legal_in_every_determinization(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """A determinization, dealt and replayed from the start, allows the same actions and looks the same."""
    random, replayed = Random(2), 0
    before: Played | None = None
    for played in islice(walking(name, players, seed=2, **options), 0, STEPS, 13):
        if not played.deals or played.game.awaits_deal(played.state) is not None:
            continue
        if before is None or len(before.deals) < len(played.deals) - 1:
            before = up_to_the_last_deal(played)
        for viewer in viewers(players):
            drawn = world(played, viewer, random)
            again = resumed(before, [(dealt_anew(played, drawn, viewer), done_anew(played, drawn))])
            assert isinstance(again, Played), again
            assert played.game.view(again.state, viewer) == played.game.view(played.state, viewer)
            replayed += 1
    assert replayed


def dealt_anew(played: Played, drawn: Any, viewer: Viewer) -> Deal:
    """Return the deal that leads to a determinization: each seat gets what it holds, played or laid away."""
    deal, monte = played.deals[-1][0], getattr(drawn, "monte", ())
    if deal.stock and hasattr(drawn, "turned_to"):
        return drawn_anew(played, drawn, viewer)
    if hasattr(drawn, "turns"):
        return dealt_by_turns(played, drawn, viewer)
    hands, stock = [], monte or getattr(drawn, "stock", ()) or deal.stock
    for seat in range(played.players):
        laid = laid_by(played, drawn) if seat == drawn.dealer else ()
        later = drawn.later[seat] if monte else ()
        past = [moment.card for moment in plays_of_seat(drawn, seat, ())]
        had = [*drawn.hands[seat], *later, *past, *laid]
        theirs = tuple(card for card in had if seat != drawn.dealer or card not in monte)
        known = seat == viewer and drawn.phase != "bid"  # keep the order of dealing
        hands.append(deal.hands[seat] if known else theirs)
    return Deal(deal.dealer, tuple(hands), stock if deal.stock else ())


def laid_by(played: Played, drawn: Any) -> tuple[Card, ...]:
    """Return the cards that the dealer has laid by in this deal: they may be all that is in the stock."""
    if not any(action.command.do == "discard" for action in played.deals[-1][1]):
        return ()
    laid: tuple[Card, ...] = drawn.scarto if hasattr(drawn, "scarto") else drawn.stock
    return laid


def drawn_anew(played: Played, drawn: Any, viewer: Viewer) -> Deal:
    """Like `dealt_anew`, if cards were drawn: a seat first gets the cards that it played first."""
    deal, players, rows = played.deals[-1][0], played.players, []
    for seat in range(players):
        past = [moment.card for moment in plays_of_seat(drawn, seat, ())][::-1]
        last = [drawn.turned] if seat == drawn.turned_to else []
        rows.append([*(card for card in (*past, *drawn.hands[seat]) if card not in last), *last])
    if viewer is not None:  # keep the order of dealing and drawing
        seen = [event.shown_to(viewer) for event in played.events]
        since = max(number for number, event in enumerate(seen) if event["kind"] == "dealt")
        own = [code for event in seen[since:] if event["kind"] == "drawn" for code in event.get("cards", ())]
        rows[viewer] = [*deal.hands[viewer], *played.game.deck.of(own)]
    size = len(deal.hands[0])
    later, stock = [row[size:] for row in rows], []
    for presa in drawn.tricks:
        order = ((presa.winner + place) % players for place in range(players))
        stock += [later[seat].pop(0) for seat in order if later[seat]]
    return Deal(deal.dealer, tuple(tuple(row[:size]) for row in rows), (*stock, *drawn.stock))


def dealt_by_turns(played: Played, drawn: Any, viewer: Viewer) -> Deal:
    """Like `dealt_anew`, in a game without tricks, in which hands are dealt again when they are empty."""
    deal, players = played.deals[-1][0], played.players
    rows = [
        [*(turn.card for turn in drawn.turns if turn.seat == seat), *drawn.hands[seat]]
        for seat in range(players)
    ]
    if viewer is not None:  # keep the order of dealing
        rows[viewer] = [*own_in_order(played, viewer)]
    size = len(deal.hands[0])
    stock = [*deal.stock[: len(deal.stock) - sum(len(row) - size for row in rows) - len(drawn.stock)]]
    packet = played.game.packet(played.rules)
    for start in range(size, len(rows[0]), packet):
        for place in range(players):
            stock += rows[(drawn.dealer + 1 + place) % players][start : start + packet]
    return Deal(deal.dealer, tuple(tuple(row[:size]) for row in rows), (*stock, *drawn.stock))


def own_in_order(played: Played, viewer: int) -> Iterator[Card]:
    """Yield the cards that a seat was dealt in this deal, in that order, from what it was sent."""
    seen = [event.shown_to(viewer) for event in played.events]
    since = max(n for n, event in enumerate(seen) if event["kind"] == "dealt" and "more" not in event)
    for event in seen[since:]:
        if event["kind"] == "dealt":
            yield from played.game.deck.of(event["hand"][-event.get("more", len(event["hand"])) :])


def done_anew(played: Played, drawn: Any) -> list[Action]:
    """Return the actions of the deal with a drawn scarto, and without boxes that announced nothing."""
    spoken = {(said.seat, said.trick, said.box) for said in getattr(drawn, "announcements", ())}
    actions, tricks = [], [0] * played.players
    for action in played.deals[-1][1]:
        fields = dict(action.command.fields)
        if action.command.do == "discard":
            fields["cards"] = [card.code for card in laid_by(played, drawn)]
        if action.command.do == "play":
            assert action.seat is not None
            at, tricks[action.seat] = tricks[action.seat], tricks[action.seat] + 1
            boxes = [box for box in fields.pop("declare", ()) if (action.seat, at, box) in spoken]
            fields |= {"declare": boxes} if boxes else {}
        actions.append(Action(action.seat, Command.of(action.command.do, **fields)))
    return actions


def test_a_hidden_card_is_equally_likely_in_every_other_hand() -> None:
    played = next(islice(playing("tressette", 4, seed=3, match_end={"deals": 1}), 1, None))
    random = Random(3)
    card = played.state.hands[1][0]
    found = Counter(
        next(seat for seat, hand in enumerate(world(played, 0, random).hands) if card in hand)
        for _ in range(300)
    )
    assert found.keys() == {1, 2, 3}
    assert all(60 < times < 140 for times in found.values())


def test_the_same_random_state_gives_the_same_cards() -> None:
    played = next(islice(playing("whist", 4, seed=3), 30, None))
    assert world(played, 0, Random(5)) == world(played, 0, Random(5))


@table
def test_every_command_is_listed_and_accepted(name: str, players: int, options: dict[str, Json]) -> None:
    for played in islice(walking(name, players, seed=1, **options), 60):
        game, state = played.game, played.state
        for seat in range(players):
            every = game.every(state, seat)
            listed = {way for legal in game.legal(state, seat) for way in ways(game.view(state, seat), legal)}
            assert {*every} == listed
            assert len({*every}) == len(every)
            assert all(isinstance(game.apply(state, seat, command), Step) for command in every[:50])


@table
def test_every_seat_returns_the_score_of_its_side(name: str, players: int, options: dict[str, Json]) -> None:
    played = walked(name, players, seed=1, **options)
    totals, sides = played.game.totals(played.state), played.game.sides(played.state)
    assert played.game.returns(played.state) == tuple(totals[sides[seat]] for seat in range(players))
