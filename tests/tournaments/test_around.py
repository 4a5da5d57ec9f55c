"""Effects from outside an event: the end of a match, a deleted account; and the texts of events."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from games.play import actions as play
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import receivers, refusals, selectors, tasks
from tournaments.models import Entry
from tournaments.outlets import happenings

HERE = Path(__file__).resolve().parents[2] / "tournaments"


def test_the_end_of_a_match_advances_its_event_at_once(
    tonight: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks.advance, "delay", asked.append)
    mine = tonight.tables()[0].table
    assert mine is not None
    receivers.go_on_with_event(table=mine.pk)
    receivers.go_on_with_event(table=mine.pk + 1000)
    assert asked == [tonight.event.pk]
    tasks.advance(tonight.event.pk)


def test_deleting_an_account_withdraws_it_and_exports_its_data(evening: NewEvening, club: list[User]) -> None:
    tonight, anna = evening(), club[0]
    entry = tonight.pairs(club)[0]
    exported = json.loads(privacy.export_json(anna))["tournaments"]
    assert [each["event__code"] for each in exported["entered"]] == [tonight.event.code]
    tonight.start()
    privacy.delete_person(anna)
    assert Entry.objects.get(pk=entry.pk).has_vacancy, "the partner is asked"
    sheet = selectors.event_sheet(tonight.to_the_end())
    assert "Anna" not in sheet.name(entry.number)


def test_every_refusal_is_used() -> None:
    source = "".join(path.read_text() for path in HERE.rglob("*.py"))
    assert refusals.APP_REFUSALS.keys() <= {
        *re.findall(r'(?:ActionRefused|Refused|problem)\(\s*"(\w+)"', source)
    }


def test_happenings_with_one_name_in_the_log_read_alike() -> None:
    assert len({each.what for each in happenings.ALL}) == len(
        {(each.what, each.text) for each in happenings.ALL}
    )


def test_players_can_chat_again_when_the_table_is_over(begun_evening: NewEvening, club: list[User]) -> None:
    tonight = begun_evening(settings={"rounds": 1})
    table = next(
        each.table for each in tonight.tables() if each.table and each.table.seats.filter(user=club[0])
    )
    with refused("quiet_table"):
        play.add_table_line(club[0], table, "bravo")
    tonight.play()
    play.add_table_line(club[0], table, "bravo")
