"""The review of a game whose teams change with every deal: `tests/tinyteams`, with its small reviewer."""

from __future__ import annotations

from random import Random

import pytest

from bench.review import log_of
from games.archive.replay import Stretch
from games.review import judging
from ludocards.bots.registry import POLICIES
from ludocards.engine import registry
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.tricks import Presa, Trick
from tests.engine.matches import AtRandom
from tests.tinyteams.bot.review import REVIEWER
from tests.tinyteams.rules import GAME, PRESETS, State

DEALER, CALLER, PARTNER = 0, 1, 2


def test_every_choice_is_judged_whatever_the_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.name, GAME)
    monkeypatch.setitem(POLICIES, GAME.name, {"random": AtRandom(Random(4))})
    rules, log = PRESETS["classico"], log_of(4, 3, 3, GAME.name, "random")
    acts = judging.commands_by_deal(GAME, rules, 3, Stretch.whole(log))
    deals = [judging.judge_deal(GAME, deal, 3, REVIEWER, lambda done: None) for deal in acts]
    lines = [logged.event.public for logged in log if logged.event.kind == "scored"]
    assert len({tuple(line["teams"]) for line in lines}) > 1, "the teams have changed"
    for deal in deals:
        assert [choice["command"]["do"] for choice in deal["choices"]] == ["call", *["play"] * 12]
        assert all("seen" in choice for choice in deal["choices"] if choice.get("of"))
    found = judging.summarise_match(GAME, 3, REVIEWER, deals)
    assert [player["seat"] for player in found["players"]] == [0, 1, 2]
    assert sum(player["lost"] for player in found["players"]) > 0, "random cards give something away"


def test_a_card_is_judged_for_the_team_of_this_deal() -> None:
    """Caller and partner need one more trick: the master takes it, after the ace both may be lost."""
    hands = {DEALER: "3C 2B", CALLER: "AB AD", PARTNER: "3B AC"}
    gone = ("3S 2S AS", CALLER), ("2D 3D 2C", PARTNER)
    state = State(
        PRESETS["classico"], DEALER, "play", 0, tuple(ITALIAN40.of(hands[seat].split()) for seat in range(3)),
        trick=Trick(PARTNER),
        tricks=tuple(Presa(Trick(CALLER, ITALIAN40.of(cards.split())), winner) for cards, winner in gone),
        called=ITALIAN40.cards["3D"], partner=PARTNER,
    )  # fmt: skip
    legal = GAME.legal(state, PARTNER)
    found = REVIEWER.evaluate_choices(GAME.view(state, PARTNER), legal, legal[0])
    assert found is not None
    values = dict(zip([command.get("card") for command in legal], found.values.T.tolist(), strict=True))
    assert set(values["3B"]) == {1.0}, "a point for the caller and the partner"
    assert set(values["AC"]) == {0.0, 1.0}
