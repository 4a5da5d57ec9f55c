"""Conformance tests for Tarocchi alone, in addition to the suite for all games.

In the matches of that suite the first seat speaks first; here seats speak in any order, and some stay silent.
"""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludocards.engine import record, referee
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import CLOCK, Command, Deal, Json, Refused, Step, Viewer
from ludocards.engine.record import Action
from tests.engine import test_conformance as conformance
from tests.engine.matches import Played, frames, replay
from tests.engine.tarocchi.table import GAME, playing, whole

ODD: dict[str, Json] = {
    "deals": 3,
    "discardPolicy": "free",
    "monteShown": True,
    "fujutuMayLead": False,
    "fujutuExcusesForced": True,
    "forcedAppliesToLeader": False,
    "overtrump": True,
    "unansweredOffer": "play",
    "offerMax": 5,
}
"""A different value for every option that changes what is legal."""

VIEWERS: list[Viewer] = [None, 0, 1, 2]

either = pytest.mark.parametrize("options", [{}, ODD], ids=["calatafimi", "odd"])


@either
def test_legal_commands_are_accepted_and_others_refused(options: dict[str, Json]) -> None:
    every = [
        *(Command.of("play", card=code) for code in SICILIAN63.cards),
        *(Command.of("call", call=word) for word in ("vado", "tengo")),
        *(Command.of("call", call="offro", points=points) for points in range(-1, 12)),
        *(Command.of("call", call="piglio", **{"from": seat}) for seat in range(-1, 4)),
        Command.of("timeout"),
    ]
    for played in islice(playing(1, **options), 100):
        state = played.state
        before = GAME.dump(state)
        for seat in (CLOCK, 0, 1, 2):
            legal = GAME.legal(state, seat)
            assert len({*legal}) == len(legal)
            for command in legal[:: max(1, len(legal) // 40)]:
                assert isinstance(GAME.apply(state, seat, command), Step)
                assert Command.from_json(json.loads(json.dumps(command.as_json()))) == command
            for command in {*every} - {*legal}:
                assert isinstance(GAME.apply(state, seat, command), Refused)
        assert GAME.dump(state) == before


def test_a_match_survives_its_record() -> None:
    played = whole(3, deals=12)
    actions = [action for _, done in played.deals for action in done]
    assert Action(None, Command.of("timeout")) in actions
    text = json.dumps(record.to_document(GAME, played.rules, "ABC", played.deals))
    assert [
        (deal, [*done]) for deal, done in record.read_document(record.parse_json(text)).deals
    ] == played.deals
    report = referee.judge_record(text, legal=True)
    assert (report.status, report.json["finished"]) == (0, True)
    assert report.json["totals"] == [*GAME.totals(played.state)]


# ---- no leak of hidden cards


@either
def test_nobody_is_sent_a_hidden_card(options: dict[str, Json]) -> None:
    """No message since the deal names a card that its viewer has not seen."""
    for played in islice(playing(5, **options), 160):
        if played.state.phase in ("deal", "over"):
            continue
        begun = max(n for n, e in enumerate(played.events) if e.kind == "dealt" and e.sealed)
        for viewer in VIEWERS:
            sent = [GAME.view(played.state, viewer), frames(played, viewer)[begun:]]
            hidden = {card.code for card in unseen(played, viewer)}
            assert not hidden & {*conformance.texts(sent)}


@either
def test_redealing_the_unseen_cards_changes_nothing(options: dict[str, Json]) -> None:
    """The redeal test in every phase; the cards still to be dealt, monte and scarto are exchanged too."""
    random, worlds = Random(6), {"bid": 0, "discard": 0, "play": 0}
    for seed in range(6, 9):
        for played in playing(seed, **{**options, "deals": 3}):
            phase = played.state.phase
            if played.state.deal == 0 and phase in worlds and (phase != "play" or random.random() < 0.1):
                for viewer in VIEWERS:
                    for world in redeals(played, viewer, random):
                        worlds[phase] += 1
                        assert GAME.view(world.state, viewer) == GAME.view(played.state, viewer)
                        assert frames(world, viewer) == frames(played, viewer)
                        seat = CLOCK if viewer is None else viewer
                        assert GAME.legal(world.state, seat) == GAME.legal(played.state, seat)
    assert min(worlds.values()) > 50


def unseen(played: Played, viewer: Viewer) -> list[Card]:
    """Return the cards of the current deal that the viewer has not seen."""
    state = played.state
    seen = {*state.trick.cards, *(card for presa in state.tricks for card in presa.trick.cards)}
    if viewer is not None:
        seen |= {*state.hands[viewer]}
    if state.phase != "bid" and (viewer == state.dealer or state.rules.monte_shown):
        seen |= {*state.monte}
    if viewer == state.dealer:
        seen |= {*state.scarto}
    return [card for card in SICILIAN63.cards.values() if card not in seen]


def redeals(played: Played, viewer: Viewer, random: Random) -> list[Played]:
    """Yield matches with unseen cards exchanged in which the same actions are still legal."""
    worlds, before, (deal, actions) = [], played.deals[:-1], played.deals[-1]
    hidden = unseen(played, viewer)
    for _ in range(6 if len(hidden) > 1 else 0):
        one, other = random.sample(hidden, 2)
        exchanged = swap(deal, one, other), [swapped(action, one, other) for action in actions]
        world = replay(GAME, played.rules, 3, [*before, exchanged])
        if isinstance(world, Played):
            deal, actions = exchanged
            worlds.append(world)
    return worlds


def swap(deal: Deal, one: Card, other: Card) -> Deal:
    to = {one: other, other: one}
    hands = tuple(tuple(to.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(deal.dealer, hands, tuple(to.get(card, card) for card in deal.stock))


def swapped(action: Action, one: Card, other: Card) -> Action:
    """Exchange the cards in the scarto, too, since it is as hidden as the hands."""
    if action.command.do != "discard":
        return action
    to: dict[Any, str] = {one.code: other.code, other.code: one.code}
    cards = [to.get(code, code) for code in action.command.get("cards")]
    return Action(action.seat, Command.of("discard", cards=cards))
