"""Every format, game, number of players and venue can be simulated to the end; `python -m bench simulated`
plays all combinations."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F

from games.models import Match
from games.play import live
from tests.tournaments.small_events import SmallEvent, few_of_all
from tournaments import simulation
from tournaments.models import Event

pytestmark = [pytest.mark.usefixtures("_nothing_kept"), pytest.mark.django_db]


@pytest.mark.parametrize("small", few_of_all(), ids=str)
def test_an_event_of_bots_ends(small: SmallEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "slips_of", lambda *_: 100)
    small.play()


def test_no_clock_runs_out_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "slips_of", lambda *_: 100)
    event = simulation.make_event("busy", game="tarocchi", entries=3, settings={"rounds": 1, "deals": 3})
    hour = timedelta(hours=1)
    Match.objects.filter(deadline_at__isnull=False).update(
        turn_at=F("turn_at") - hour, deadline_at=F("deadline_at") - hour
    )
    live.empty_cache()
    assert simulation.finish_event(event).status == Event.Status.FINISHED


def test_the_command_fills_the_sheets_of_real_tables_and_resumes() -> None:
    asked = (
        "simulate", "--game", "briscola", "--players", "2", "--format", "stages", "--venue", "real",
        "--entries", "4", "--options",
        '{"first": "robin", "then": "knockout", "then_best": 2, "deals": 1}',
    )  # fmt: skip
    whole, resumed = StringIO(), StringIO()
    call_command(*asked, "--seed", "whole", stdout=whole)
    call_command(*asked, "--seed", "resumed", "--moves", "30", stdout=StringIO())
    assert Event.objects.get(name="Prova resumed").status == Event.Status.RUNNING
    call_command(*asked, "--seed", "resumed", stdout=resumed)
    for output in (whole, resumed):
        assert [line.split()[0] for line in output.getvalue().splitlines()] == ["1", "2", "3", "4"]


def test_the_command_chooses_a_format_that_fits_the_game() -> None:
    event = simulation.make_event("fitting", game="tarocchi", entries=2)
    assert (event.players, event.format) == (3, "tables")
