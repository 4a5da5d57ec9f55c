"""Packed logs: nothing is lost, nothing looks different, and nobody sees more or less than before."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import privacy, tasks
from games.archive import exports, finished_matches, hands, monthly_files, packing
from games.models import Event, Match, PackedLog, Result
from games.people import results
from games.play import event_log, live, participation, selectors
from games.review import reviews
from ludocards.engine import referee
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.failures.models import Failure
from tests.live.stack import ROOT

AGE = timedelta(days=100)


@pytest.fixture
def old(finished: Callable[..., Match]) -> Callable[..., Match]:
    """A match that has been over for a hundred days: `old(private=True)`."""

    def make(**options: Any) -> Match:
        row = finished(**options)
        results.score_match(row.pk)
        age(row)
        return row

    return make


def age(row: Match) -> None:
    Match.objects.filter(pk=row.pk).update(finished_at=timezone.now() - AGE)
    row.refresh_from_db()
    live.empty_cache()


def stored(row: Match) -> list[dict[str, Any]]:
    """The rows of a log with all columns but their keys."""
    return [{**each, "id": None} for each in Event.objects.filter(match=row).order_by("seq").values()]


def facts(found: list[Result]) -> list[dict[str, Any]]:
    return [{name: getattr(each, name) for name in results.FACTS} for each in found]


def seen(row: Match, people: list[User], readers: dict[str, Client]) -> dict[str, Any]:
    """All that is made of the log of a match."""
    _, _, stretch = finished_matches.replay_arguments(row, range(1))
    answers = {
        (name, address): (answer.status_code, b"" if answer.status_code >= 400 else answer.getvalue())
        for name, client in readers.items()
        for address in (
            f"/partita/{row.pk}/record.json",
            f"/api/v1/matches/{row.pk}/record/",
            f"/api/v1/matches/{row.pk}/events/?have=3",
        )
        if (answer := client.get(address))
    }
    return {
        "record": finished_matches.record_of(row.pk),
        "replay": stretch,
        "lines": [*exports.record_lines([row], people[1])],
        "archive": [*monthly_files._records(f"{row.finished_at:%Y-%m}")],
        "hands": hands.dealt_hands(people[1], row.pk, 0),
        "presence": participation.presences_of(row),
        "results": facts(results.facts(row)),
        "acts": reviews._acts(row),
        "since": [selectors.events_since(live.load_match(row.pk), have, 20) for have in (0, 30, row.version)],
        "personal": [*privacy._matches(people[0])],
        "answers": answers,
    }


def test_what_is_made_of_a_packed_log_is_the_same(
    old: Callable[..., Match], people: list[User], readers: dict[str, Client]
) -> None:
    row = old(seated=3)
    log, before = stored(row), seen(row, people, readers)
    made = packing.pack_log(row.pk)
    assert made is not None
    assert made.events == len(log)
    assert not Event.objects.filter(match=row).exists()
    after = seen(row, people, readers)
    for name, value in before.items():
        assert after[name] == value, name
    assert referee.judge_record(json.dumps(after["record"]), verify=True).status == 0
    assert packing.unpack_log(row.pk) is not None
    assert stored(row) == log
    assert not PackedLog.objects.exists()


def test_who_may_see_a_match_does_not_change(
    old: Callable[..., Match], people: list[User], readers: dict[str, Client]
) -> None:
    row = old(private=True, watchable=False)
    before = seen(row, people, readers)["answers"]
    packing.pack_log(row.pk)
    assert seen(row, people, readers)["answers"] == before
    assert {status for (name, _), (status, _) in before.items() if name == "nobody"} <= {401, 403, 404}


def test_some_events_of_many_matches(old: Callable[..., Match]) -> None:
    rows = [old(), old(), old()]
    wanted: list[dict[str, Any]] = [
        *({}, {"kinds": ["dealt", "scored"]}, {"kinds": ["left"]}),
        *({"first": 3, "stop": 9}, {"first": 5}, {"stop": 1}),
    ]

    def read(**what: Any) -> list[tuple[Any, int, str]]:
        found = event_log.read_events(*(row.pk for row in rows), **what)
        return sorted((event.match_id, event.seq, event.kind) for event in found)

    before = [read(**what) for what in wanted]
    for row in rows[:2]:
        packing.pack_log(row.pk)
        assert [read(**what) for what in wanted] == before


def test_results_are_rebuilt_from_packed_logs(old: Callable[..., Match]) -> None:
    rows = [old(), old(rules={"preset": "ludopoli", "match_end": {"deals": 1}})]

    def rebuilt() -> list[list[dict[str, Any]]]:
        Result.objects.all().delete()
        call_command("rebuild", "results")
        return [facts(list(Result.objects.filter(match=row).order_by("seat"))) for row in rows]

    before = rebuilt()
    assert [len(each) for each in before] == [4, 4]
    for row in rows:
        packing.pack_log(row.pk)
    assert rebuilt() == before


def test_a_log_that_is_read_back_differently_stays(
    old: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, row = old(), old()
    log = stored(broken)
    packed = event_log.pack_events
    monkeypatch.setattr(
        event_log,
        "pack_events",
        lambda events: packed(events[:-1] if events[0].match_id == broken.pk else events),
    )
    with pytest.raises(packing.Differs):
        packing.pack_log(broken.pk)
    with pytest.raises(CommandError, match="1 failed"):
        call_command("pack_logs", f"{row.finished_at:%Y-%m}")
    assert stored(broken) == log
    assert [*PackedLog.objects.values_list("match", flat=True)] == [row.pk]
    assert Failure.objects.get().subject == str(broken.pk)


def test_a_damaged_pack_is_no_log(old: Callable[..., Match]) -> None:
    row = old()
    made = packing.pack_log(row.pk)
    assert made is not None
    damaged = bytearray(made.content)
    damaged[len(damaged) // 2] ^= 1
    PackedLog.objects.update(content=bytes(damaged))
    with pytest.raises(lzma.LZMAError):
        packing.unpack_log(row.pk)
    with pytest.raises(lzma.LZMAError):
        finished_matches.record_of(row.pk)
    assert PackedLog.objects.exists()


def test_only_old_matches_that_are_over_are_packed(
    old: Callable[..., Match], match: Callable[..., Match], finished: Callable[..., Match]
) -> None:
    running, recent, sealed, row = match(), finished(), old(), old()
    Match.objects.filter(pk=running.pk).update(finished_at=timezone.now() - AGE)
    promise = Event.objects.get(match=sealed, seq=1)
    promise.sealed = {"seed": sealing.seal_text("secret")}
    promise.save()
    month = f"{row.finished_at:%Y-%m}"
    call_command("pack_logs", month, f"{recent.finished_at:%Y-%m}")
    assert [*PackedLog.objects.values_list("match", flat=True)] == [row.pk]
    assert packing.pack_log(running.pk) is None
    assert packing.pack_log(row.pk) is None, "it is packed"


def test_the_task_packs_those_older_than_the_setting(
    old: Callable[..., Match], settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    row = old()
    with pytest.raises(CommandError, match="PACK_LOGS_AFTER_DAYS"):
        call_command("pack_logs")
    settings.PACK_LOGS_AFTER = AGE + timedelta(days=1)
    tasks.pack_logs()
    assert not PackedLog.objects.exists()
    settings.PACK_LOGS_AFTER = AGE - timedelta(days=1)
    tasks.pack_logs()
    assert PackedLog.objects.get().match_id == row.pk
    call_command("pack_logs", unpack=True)
    assert capsys.readouterr().out.startswith(f"1 matches, {row.version} events, ")
    assert Event.objects.filter(match=row).count() == row.version


def test_the_time_of_a_run_is_limited(old: Callable[..., Match]) -> None:
    rows = [old(), old()]
    logs = packing.unpacked_logs(timezone.now())
    assert len([*packing.run_packing(logs, packing.pack_log, 0.0)]) == 0
    assert len([*packing.run_packing(logs, packing.pack_log)]) == len(rows)


ROWS = {
    "games/play/event_log.py": "reads rows and packed logs",
    "games/play/live.py": "keeps the latest events; a reader who misses some gets the state",
    "games/archive/finished_matches.py": "names the class",
    "games/archive/packing.py": "makes the one of the other",
    "games/play/prepared_sql.py": "writes, and reads what was just written",
    "games/play/actions/play.py": "asks for a command of a match in play",
    "games/play/actions/storing.py": "asks for a command of a match in play",
    "games/play/actions/postponing.py": "writes into matches in play",
    "games/play/actions/proposing.py": "marks events of a match in play as taken back",
    "games/fairplay/quits.py": "reads matches in play",
    "games/notices.py": "asks whether anybody has played in a match in play",
    "games/privacy.py": "changes names, in rows and in packed logs",
}
"""The modules that may use the rows of events."""


def test_nobody_else_uses_the_rows() -> None:
    uses = re.compile(r"^from games\.models import (?:[^(\n]*|\([^)]*)\bEvent\b", re.MULTILINE)
    found = {
        str(path.relative_to(ROOT))
        for folder in ("games", "ludopoli", "clubs", "practice", "analysis", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        if uses.search(path.read_text())
    }
    assert found == set(ROWS)
