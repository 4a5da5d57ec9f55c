"""A test of the older migrations, called in a process of an installation of its own.

The database of a club at play is converted back to the format from before secrets were sealed, and then
migrated. Its tables must become those of a new installation, which squashed migrations have made.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections import Counter
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import AnonymousUser
from django.core import serializers
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q
from django.utils import timezone

from games.archive.finished_matches import record_of
from games.models import Boards, Epoch, Match, Table
from games.models import Event as MatchEvent
from games.play import actions, live
from games.play.actions import dealing
from ludocards.engine import shuffle
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from practice import storing
from practice.models import Puzzle
from tests import schemas, unsquashed, verifier
from tests.tournaments.evening import Evening
from tournaments import actions as events
from tournaments import selectors
from tournaments.api import shapes
from tournaments.models import Event

BEFORE = [("games", "0003_rated_by_comparison"), ("tournaments", "0003_let_in_by_directors")]
TWO_DEALS = {"preset": "classico", "match_end": {"deals": 2}}
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio", "Gina", "Ivo", "Lia", "Mario", "Nora", "Olga")


def announced(organiser: User, **fields: Any) -> Evening:
    now = timezone.now()
    options: dict[str, Any] = {
        "name": "Torneo del giovedì",
        "game": "tressette",
        "rules": {"preset": "classico"},
        "players": 4,
        "format": "swiss",
        "settings": {"rounds": 2, "deals": 1},
        "starts_at": now + timedelta(hours=3),
        "pace": 0.0,
        **fields,
    }
    event = events.create_event(organiser, now=now, **options)
    assert isinstance(event, Event), event
    return Evening(event, organiser, now)


def begun(people: list[User]) -> Match:
    """Start a match of two deals in the old way, with a separate seed for each deal."""
    seeds = [secrets.token_bytes(32) for _ in range(2)]
    begin = dealing.begin

    def as_before(table: Table, seats: Any) -> tuple[uuid.UUID, dict[str, Any]]:
        match, _fair = begin(table, seats)
        promised = [
            {"deal": at, "seed": seed.hex(), "commitment": shuffle.commitment(seed, str(match), at)}
            for at, seed in enumerate(seeds)
        ]
        return match, {**promised[0], "next": promised[1]}

    def first(_table: Table, match: uuid.UUID, _fair: Any) -> int:
        return shuffle.first_dealer(seeds[0], str(match), 4)

    with patch.object(dealing, "begin", as_before), patch.object(dealing, "first_dealer", first):
        table = actions.open_table(people[0], game="tressette", rules=TWO_DEALS, players=4, pace=0.0)
        assert isinstance(table, Table), table
        for seat in range(1, 4):
            assert isinstance(actions.sit(people[seat], table, seat), Table)
    row = Match.objects.get(table=table)
    name = str(row.pk)
    row.snapshot["fair"]["next"] = {
        "deal": 1,
        "seed": sealing.seal(seeds[1].hex()),
        "commitment": shuffle.commitment(seeds[1], name, 1),
    }
    row.save(update_fields=["snapshot"])
    live.forget_all()
    return row


def come(tonight: Evening, people: list[User], nonce: str = "") -> None:
    for at in range(0, len(people), 2):
        events.register(people[at], tonight.event, partner=people[at + 1], nonce=nonce, now=tonight.now)
        events.accept(people[at + 1], tonight.event, now=tonight.now)


def whole(event: Event) -> dict[str, Any]:
    """Return the JSON of the API for an address."""
    now = Event.objects.get(pk=event.pk)
    shown = shapes.EventShape.render(now, sheet=selectors.sheet(now), reader=AnonymousUser())
    return {**shown, "entries": shapes.EntryShape.render_all(event.entries.all())}


def verify(tonight: Evening) -> int:
    """Check every match of a finished event; return their number."""
    event, sheet = whole(tonight.event), selectors.sheet(tonight.event)
    tables = [each for round_ in tonight.event.rounds.all() for each in tonight.tables(round_.number)]
    for each in tables:
        assert each.table is not None
        assert each.table.match_id is not None
        record = json.loads(json.dumps(record_of(each.table.match_id)))
        shown = dict(shapes.EventTableShape.render(sheet.row(each), sheet=sheet))
        found = verifier.wrong_in_event(record, shown, event)
        assert found == "", found
    return len(tables)


def copied() -> str:
    """Return the whole content of the database, as an attacker with a copy could read it."""
    models = (Match, MatchEvent, Boards, Event)
    return "".join(serializers.serialize("json", model.objects.all()) for model in models)


class Club:
    """A club at play: a tournament with a paired round, one that is announced, a daily tournament that waits
    for its player, a finished match, and one in play."""

    @transaction.atomic
    def __init__(self) -> None:
        self.people = [User.objects.create(username=name, password="!") for name in NAMES]
        organiser = self.people[-1]
        self.drawn, self.announced = announced(organiser), announced(organiser)
        self.daily = announced(organiser, format="daily", settings={"deals": 1, "minutes": 600})
        come(self.drawn, self.people[:8])
        self.drawn.start()
        events.register(self.people[8], self.daily.event, now=self.daily.now)
        self.daily.until(self.daily.event.starts_at)
        self.over, self.playing = begun(self.people[:4]), begun(self.people[4:8])
        self.drawn.play_out(self.over)
        self.drawn.play_out(self.playing, moves=5)

    def go_back(self) -> None:
        """Convert everything to the unsealed format, and remember the secrets that it stores openly."""
        executor = MigrationExecutor(connection)
        for key in executor.loader.replacements:
            executor.recorder.record_unapplied(*key)
        executor.loader = unsquashed.migrations(connection)
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        held = old.get_model("tournaments", "Event")
        held.objects.filter(format="daily").update(move_seconds=20, check_in_minutes=15)
        waits = Q(tournament__round__event=self.daily.event.pk)
        tables = list(Table.objects.filter(waits).values_list("pk", flat=True))
        old.get_model("games", "Table").objects.filter(pk__in=tables).update(move_seconds=20)
        for row in old.get_model("games", "Event").objects.filter(match=self.over.pk, kind="committed"):
            row.sealed = {"seed": sealing.opened(row.sealed["seed"])}
            row.save()
        self.secrets = dict(held.objects.values_list("code", "secret"))
        self.boards = dict(old.get_model("games", "Boards").objects.values_list("name", "secret"))
        fair = old.get_model("games", "Match").objects.get(pk=self.playing.pk).snapshot["fair"]
        self.promised = [fair, fair["next"]]

    @property
    def hidden(self) -> list[str]:
        return [*self.secrets.values(), *self.boards.values(), *(each["seed"] for each in self.promised)]

    @transaction.atomic
    def play_on(self) -> None:
        """Play on, and check that the dealt cards match the commitments."""
        assert verifier.wrong(record_of(self.over.pk)) == ""
        self.drawn.play_out(Match.objects.get(pk=self.playing.pk))
        record = record_of(self.playing.pk)
        assert record["seed"] == [each["seed"] for each in self.promised]
        assert record["commitment"] == [each["commitment"] for each in self.promised]
        assert verifier.wrong(record) == ""

        self.drawn.fresh()
        self.drawn.to_the_end()
        first, second = (f"{self.drawn.event.code}/{number}" for number in (1, 2))
        published = dict(Boards.objects.exclude(revealed_at=None).values_list("name", "secret"))
        assert published.keys() == {first, second}
        assert published[first] == self.boards[first]
        assert verify(self.drawn) == 4

        come(self.announced, self.people[:8], nonce="3c" * 32)
        self.announced.start()
        self.announced.to_the_end()
        assert verify(self.announced) == 4
        for event in (self.drawn.event, self.announced.event):
            assert event.published_secret == self.secrets[event.code]
            made = hashlib.sha256(bytes.fromhex(self.secrets[event.code]) + event.code.encode())
            assert event.commitment == made.hexdigest()


def check_first_rows() -> None:
    """Check that a new installation has its epoch, and the puzzles that come with the site."""
    assert [epoch.pk for epoch in Epoch.objects.all()] == [1]
    shipped = Counter(each["position"]["game"] for each in storing.shipped())
    assert Counter(Puzzle.objects.filter(source="bots").values_list("game", flat=True)) == shipped


def main() -> None:
    check_first_rows()
    new = schemas.of(connection)
    club = Club()
    club.go_back()
    assert schemas.differences(schemas.of(connection), new)
    assert club.boards.keys() == {f"{club.drawn.event.code}/1", club.daily.event.code}
    assert all(len(bytes.fromhex(each)) == 32 for each in club.hidden), "all lay open"

    call_command("migrate", verbosity=0)
    wrong = schemas.differences(schemas.of(connection), new)
    assert not wrong, wrong
    recorder = MigrationRecorder(connection)
    assert unsquashed.migrations().replacements.keys() <= recorder.applied_migrations().keys()
    live.forget_all()
    seen = copied()
    assert [each for each in club.hidden if each in seen] == [], "a copy of the database shows it"
    begun_ones = {club.drawn.event.code, club.daily.event.code}
    assert set(Event.objects.exclude(nonces_at=None).values_list("code", flat=True)) == begun_ones
    daily = club.daily.fresh()
    assert (daily.move_seconds, daily.check_in_minutes) == (None, 0)
    tables = Table.objects.filter(tournament__round__event=daily)
    assert list(tables.values_list("move_seconds", flat=True)) == [None]
    assert club.drawn.fresh().move_seconds == 20
    club.play_on()
