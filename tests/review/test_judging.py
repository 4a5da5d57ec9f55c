"""A judged match of Tressette: its curve, losses, turning points and reasons."""

from __future__ import annotations

import pytest

from bench.review import log_of
from games.archive.replay import Logged, Stretch
from games.review import judging
from games.texts import reasons
from ludocards.bots.registry import reviewer
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX
from ludocards.catalogue.tressette.bot import review as tressette_review
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from tests.review.judged import endings_are_judged

TRESSETTE = GAMES["tressette"]


@pytest.fixture(scope="module")
def match() -> tuple[list[Logged], Json]:
    """The log and the review of two deals between bots of level circolo."""
    log = log_of(31, deals=2)
    return log, reviewed(log, 4)


def reviewed(log: list[Logged], players: int) -> Json:
    rules, by = TRESSETTE.rules_from({"preset": "classico"}), reviewer("tressette")
    assert by is not None
    judged = []
    for deal in judging.commands_by_deal(TRESSETTE, rules, players, Stretch.whole(log)):
        shares: list[float] = []
        judged.append(judging.judge_deal(TRESSETTE, deal, players, by, shares.append))
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
    return {**judging.summarise_match(TRESSETTE, players, by, judged), "deals": judged}


def test_a_loss_is_a_fall_of_the_curve(match: tuple[list[Logged], Json]) -> None:
    """No card brings more than the best one, and what one pair loses the other gains."""
    for deal in match[1]["deals"]:
        curve, by_at = deal["curve"], {choice["at"]: choice for choice in deal["choices"]}
        assert curve["basis"] == "open"
        assert {sum(points) for points in curve["points"]} == {33}
        for number, at in enumerate(curve["at"][1:]):
            choice = by_at[at]
            fallen = (
                curve["points"][number][choice["seat"] % 2] - curve["points"][number + 1][choice["seat"] % 2]
            )
            assert fallen == choice.get("open", {"loss": 0})["loss"] >= 0


def test_the_curve_ends_where_the_sheet_does(match: tuple[list[Logged], Json]) -> None:
    log, review = match
    scored = [each.event.public["points"] for each in log if each.event.kind == "scored"]
    assert [deal["curve"]["points"][-1] for deal in review["deals"]] == [list(points) for points in scored]


def test_a_best_choice_loses_nothing(match: tuple[list[Logged], Json]) -> None:
    lost = [
        each for deal in match[1]["deals"] for each in deal["choices"] if each.get("open", {}).get("loss")
    ]
    assert lost
    for choice in lost:
        assert choice["open"]["better"]
        assert choice["command"] not in choice["open"]["better"]


def test_turning_points_are_the_largest_losses_in_their_order(match: tuple[list[Logged], Json]) -> None:
    turns = match[1]["turns"]
    losses = [c["open"]["loss"] for d in match[1]["deals"] for c in d["choices"] if "open" in c]
    assert 0 < len(turns) <= judging.TURNS
    assert (
        sorted(turn["loss"] for turn in turns)
        == [loss for loss in sorted(losses) if loss >= 3][-len(turns) :]
    )
    assert [turn["at"][:2] for turn in turns] == sorted(turn["at"][:2] for turn in turns)


def test_reasons_are_given_for_losses_that_a_player_could_have_known(
    match: tuple[list[Logged], Json],
) -> None:
    review, explained = match[1], 0
    for deal in review["deals"]:
        for choice in judging.with_verdicts(deal, review["half"], review["point"])["choices"]:
            why = choice.get("seen", {}).get("why")
            assert (why is not None) == (choice["marked"] == "seen" and choice["command"]["do"] == "play")
            if why is not None:
                explained += len(why["facts"])
                assert {fact["kind"] for fact in why["facts"]} <= reasons.kinds("tressette")
                assert choice["seat"] not in {fact.get("seat") for fact in why["facts"]}
    assert explained


def test_judging_is_reproducible(match: tuple[list[Logged], Json]) -> None:
    log, review = match
    assert reviewed(log_of(31, deals=1), 4)["deals"][0] == review["deals"][0]
    assert len(log) > 80


def test_three_players_are_judged_by_their_knowledge() -> None:
    review = reviewed(log_of(32, players=3, deals=1), 3)
    [deal] = review["deals"]
    assert deal["curve"]["basis"] == "rules"
    endings_are_judged(deal, 3, 3 * tressette_review.ALL_SEEN, "each")
    assert {turn["loss"] for turn in review["turns"]} <= {
        judging.counted_loss(each) for each in deal["choices"]
    }
    assert all(0 < player["accuracy"] <= 100 for player in review["players"])


def test_a_choice_wrong_in_every_determinization_is_a_loss() -> None:
    """The leader has two cards: the 3 of coppe, which is master, and the ace of bastoni, which 3 and 2 beat.

    If the ace is led first, it is lost; led last, the cards that beat it may be gone.
    """
    gone = [code for code in INDEX if code not in ("AB", "3C", "3B", "2B", "4C", "5C", "6C", "7C")]
    tricks = [
        {"leader": 0, "seats": [0, 1, 2, 3], "cards": gone[at : at + 4], "winner": 0}
        for at in range(0, 32, 4)
    ]
    view = {
        "game": "tressette", "phase": "play", "players": 4, "sides": [0, 1, 0, 1], "deal": 0, "dealer": 3,
        "to_act": [0], "hand": ["AB", "3C"], "counts": [2, 2, 2, 2],
        "trick": {"leader": 0, "seats": [], "cards": []},
        "last_trick": 1, "tricks": tricks, "taken": [8, 0], "sheet": [], "totals": [0, 0], "places": None,
        "accuse_window": 2, "accuse": [], "announcements": [], "signalled": [],
    }  # fmt: skip
    ace, three = Command.of("play", card="AB"), Command.of("play", card="3C")
    evaluated = tressette_review.evaluate_choices(view, [ace, three], ace)
    assert evaluated.commands[evaluated.best()] == three
    loss, error = evaluated.loss(evaluated.commands.index(ace))
    assert loss > judging.CERTAIN * error
    assert evaluated.loss(evaluated.best()) == (0.0, 0.0)
