"""Simulated events: the same seed gives the same standings, even if the simulation is interrupted."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.play import live
from ludocards.bots import slips
from ludocards.engine.game import Command
from tournaments import selectors, simulation
from tournaments.formats.catalog import StandingsLine
from tournaments.models import Event

SHORT = {"rounds": 2, "deals": 1}

pytestmark = pytest.mark.usefixtures("_nothing_kept")


class Undone(Exception):
    """Raised to roll back everything done so far."""


def standings(*, interrupted: bool) -> list[StandingsLine]:
    """Return the standings of a small event, played in a transaction that is rolled back."""
    found: list[StandingsLine] = []
    try:
        with transaction.atomic():
            event = simulation.make_event("7", entries=3, settings=SHORT)
            while interrupted and not event.is_over:
                simulation.finish_event(event, moves=23)
                live.empty_cache()
                event = simulation.make_event("7")
            found = selectors.standings_of_event(simulation.finish_event(event))
            raise Undone
    except Undone:
        live.empty_cache()
    return found


@pytest.mark.django_db
def test_an_interrupted_simulation_reaches_the_same_standings() -> None:
    whole = standings(interrupted=False)
    assert [line.entrant for line in whole] != [1, 2, 3] or whole[0].score > whole[-1].score
    assert standings(interrupted=True) == whole


@pytest.mark.django_db
def test_the_command_prints_the_standings_and_resumes() -> None:
    asked = ("simulate", "--entries", "4", "--options", '{"rounds": 1, "deals": 1}', "--seed", "x")
    call_command(*asked, "--moves", "30", stdout=StringIO())
    assert Event.objects.get().status == Event.Status.RUNNING
    output = StringIO()
    call_command(*asked, stdout=output)
    assert [line.split()[0] for line in output.getvalue().splitlines()] == ["1", "2", "3", "4"]
    assert len({line.split("#")[0].split(" ", 1)[1] for line in output.getvalue().splitlines()}) == 4, "names"
    with pytest.raises(CommandError, match="bad_setting"):
        call_command("simulate", "--options", '{"rounds": 0}', "--seed", "y")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("format", "game", "settings", "rounds"),
    [
        ("daily", "tressette", {"deals": 1, "instances": 1}, 1),
        ("arena", "tressette", {"deals": 1, "minutes": 10}, 2),
        ("arena", "tarocchi", {"minutes": 10}, 1),
    ],
)
def test_a_simulated_event_with_overlapping_rounds_ends(
    format: str, game: str, settings: dict[str, int], rounds: int
) -> None:
    """Otherwise a torneo del giorno would wait until tomorrow, and an arena would play for an hour."""
    event = simulation.make_event(format, game=game, format=format, entries=4, settings=settings)
    assert simulation.finish_event(event).status == Event.Status.FINISHED
    assert event.rounds.count() >= rounds
    assert {line.entrant for line in selectors.standings_of_event(event)} == {1, 2, 3, 4}


# ---- bots of known strength

VIEW = {"game": "tressette", "deal": 0}
LEGAL = [Command.of("play", card=card) for card in ("3B", "2B", "AB")]


def test_a_slipping_bot_is_reproducible() -> None:
    views = [{**VIEW, "deal": deal} for deal in range(200)]
    always = [slips.choose(view, LEGAL, "circolo~100") for view in views]
    assert always == [slips.choose(view, LEGAL, "circolo~100") for view in views]
    assert {*always} == {*LEGAL}


def test_without_slips_it_is_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludocards.bots.registry.choose", lambda view, legal, policy: (policy, legal[1]))
    assert slips.choose(VIEW, LEGAL, "circolo") == ("circolo", LEGAL[1])
    seldom = [slips.choose({**VIEW, "deal": deal}, LEGAL, "circolo~10") for deal in range(1000)]
    assert 60 < sum(each in LEGAL for each in seldom) < 140


@pytest.mark.parametrize(
    ("policy", "known"),
    [("circolo", True), ("circolo~30", True), ("circolo~101", False), ("circolo~", False), ("nobody", False)],
)
def test_the_known_policies_with_slips(policy: str, known: bool) -> None:
    assert slips.is_known("tressette", policy) is known


@pytest.mark.django_db
def test_a_meeting_of_several_parts_is_simulated() -> None:
    asked = ("simulate", "--format", "knockout", "--entries", "2", "--players", "4", "--seed", "parts")
    output = StringIO()
    call_command(
        *asked,
        "--options",
        '{"deals": 1}',
        "--then",
        "briscola:torneo",
        "tressette",
        "--bella",
        stdout=output,
    )
    assert [line.split()[0] for line in output.getvalue().splitlines()] == ["1", "2"]
