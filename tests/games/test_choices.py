"""The choices of people in finished matches, and how often a level makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.archive import choices
from games.models import Match, Rating
from games.play import actions
from ludocards.bots.registry import POLICIES
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from tests.games.playing import play_on

Finished = Callable[..., Match]


def answers(*levels: str) -> str:
    out = StringIO()
    call_command("exam", "tressette", "--parts", "people", "--levels", *levels, stdout=out)
    return out.getvalue()


def test_choices_are_those_of_people_with_their_ratings(finished: Finished, people: list[User]) -> None:
    row = finished(seated=2)
    Rating.objects.create(
        user=people[1], game="tressette", mu=25, sigma=8, shown=1620, spread=300, matches=3, listed=False
    )
    made = [*choices.of_people("tressette")]
    assert {each.view["to_act"][0] for each in made} == {0, 1}
    assert {each.rating for each in made} == {None, 1620}
    assert {each.match for each in made} == {row.pk}
    for each in made:
        assert each.command in each.legal
        assert len(each.legal) > 1
        assert "hands" not in each.view


@pytest.mark.parametrize("options", [{"private": True}, {"watchable": False}])
def test_matches_that_not_everybody_may_see_are_left_out(finished: Finished, options: dict[str, Any]) -> None:
    finished(**options)
    assert not [*choices.of_people("tressette")]


def test_annulled_matches_are_left_out(finished: Finished) -> None:
    row = finished()
    Match.objects.filter(pk=row.pk).update(annulled_at=timezone.now())
    assert not [*choices.of_people("tressette")]


def test_matches_in_play_are_left_out(match: Finished) -> None:
    play_on(match(), 10)
    assert not [*choices.of_people("tressette")]


def test_choices_of_a_bot_for_a_person_are_left_out(match: Finished, people: list[User]) -> None:
    row = match(rules={"preset": "classico", "match_end": {"deals": 1}})
    play_on(row, 12)
    actions.leave_table(people[1], row.table)
    play_on(row)
    theirs = [each for each in choices.of_people("tressette") if each.view["to_act"] == [1]]
    assert theirs
    assert all(len(each.view["tricks"]) < 3 for each in theirs)


def test_the_exam_says_how_often_a_level_agrees_with_people(
    finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The people of these matches always take the first legal command."""

    def first(view: Any, legal: Sequence[Command]) -> Command:
        return legal[0]

    def last(view: Any, legal: Sequence[Command]) -> Command:
        return legal[-1]

    monkeypatch.setitem(
        POLICIES, "tressette", {**POLICIES["tressette"], "circolo": first, "dilettante": last}
    )
    finished()
    finished()
    _, same, other = answers("circolo", "dilettante").splitlines()
    assert same.split()[:5] == ["circolo", "all", "100.0%", "±", "0.0"]
    assert other.split()[:5] == ["dilettante", "all", "0.0%", "±", "0.0"]


@pytest.mark.django_db
def test_a_fresh_installation_has_no_choices_of_people() -> None:
    assert "no person has made a choice yet" in answers("circolo")
