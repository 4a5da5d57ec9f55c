"""Evenings at real tables for the tests of a running site; `Stack.call` calls these functions beside it."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from ludopoli.accounts.models import User
from tests.live.seed import cookie
from tournaments import actions, selectors
from tournaments.models import Event, ScoreEntry, TournamentTable
from tournaments.running import sequencer
from tournaments.scores import score_links

PAIRS, ROUNDS, DEALS, POINTS = 6, 3, 2, 11
START_SECONDS = 180


def begin(secret: str) -> dict[str, Any]:
    """Begin an evening whose pairings follow from a secret; return its code, the cookie of its organiser, and
    the paths that open the score sheets, by entry."""
    organiser, _ = User.objects.get_or_create(username="Ugo", defaults={"password": "!"})
    now = timezone.now()
    made = actions.create_event(
        organiser, now=now, name="Serata", game="tressette", rules={"preset": "classico"}, players=4,
        format="danish", venue="real", settings={"rounds": ROUNDS, "deals": DEALS},
        starts_at=now + timedelta(hours=1), break_seconds=0,
    )  # fmt: skip
    Event.objects.filter(pk=made.pk).update(secret=secret)
    for number in range(PAIRS):
        pair = [actions.Named(f"Persona {number} {who}") for who in "ab"]
        actions.enter_members(organiser, Event.objects.get(pk=made.pk), pair)
    event = actions.start_event(organiser, Event.objects.get(pk=made.pk))
    _await_tables(event)
    links = {
        entry.number: reverse(
            "event-score-link", args=[event.code, score_links.score_token(score_links.ScoreWriter(entry))]
        )
        for entry in event.entries.all()
    }
    return {"code": event.code, "cookie": cookie(organiser), "links": links}


def tables(code: str) -> list[dict[str, Any]]:
    """Return the tables in play, each with the two entries and the scores that will be written there."""
    event = Event.objects.get(code=code)
    _await_tables(event)
    playing = TournamentTable.objects.filter(round__event=event, status="playing")
    return [
        {"at": f"{each.round.number}-{each.number}", "places": each.places, "rows": scores_of(each)}
        for each in playing.select_related("round").order_by("number")
    ]


def _await_tables(event: Event) -> None:
    """Begin the round that is paired; after a failure of power the clocks stand still for a moment."""
    deadline = time.monotonic() + START_SECONDS
    while not TournamentTable.objects.filter(round__event=event, status="playing").exists():
        assert time.monotonic() < deadline, event.status
        time.sleep(0.1)
        sequencer.advance_event(event.pk)
        event.refresh_from_db()
        _begin_round(event)


def _begin_round(event: Event) -> None:
    """Begin the round that is paired, as its director does, if there is one."""
    if event.organiser and event.rounds.filter(status="drawn").exists():
        actions.start_round(event.organiser, event)


def scores_of(table: TournamentTable) -> list[tuple[int, int]]:
    """Return the scores of each deal, which depend on who meets whom in which round."""
    made = [(5 * table.places[0] + 3 * table.round.number + deal) % (POINTS + 1) for deal in range(DEALS)]
    return [(each, POINTS - each) for each in made]


def enter(code: str, table: int, scores: list[int]) -> None:
    """Enter the scores of the first deal at a table of the latest round, as a director."""
    found = TournamentTable.objects.filter(round__event__code=code, number=table).order_by("pk").last()
    assert found is not None
    assert found.round.event.organiser is not None
    actions.enter_scores(found.round.event.organiser, found, {found.labels[0]: scores})


def play_out(code: str) -> None:
    """Play an evening to its end: at each table both sides write the same scores."""
    event = Event.objects.get(code=code)
    while not event.is_over:
        _begin_round(event)
        for table in TournamentTable.objects.filter(round__event=event, status="playing"):
            rows = dict(zip(table.labels, scores_of(table), strict=True))
            for number in table.places:
                actions.write_scores(None, event.entries.get(number=number), table, rows)
        sequencer.advance_event(event.pk)
        event.refresh_from_db()


def written(code: str) -> int:
    """Return how often scores have been stored."""
    return ScoreEntry.objects.filter(table__round__event__code=code).count()


def standings(code: str) -> list[tuple[int, int, int]]:
    """Return the place, the entry and the score of each line of an evening that is over."""
    event = Event.objects.get(code=code)
    assert event.is_over, event.status
    return [(line.place, line.entrant, line.score) for line in selectors.standings_of_event(event)]


def bring(file: str) -> str:
    """Bring an evening from its file; return the code of the only event that is stored then."""
    organiser, _ = User.objects.get_or_create(username="Ugo", defaults={"password": "!"})
    actions.import_evening(organiser, file.encode(), None)
    return Event.objects.get().code
