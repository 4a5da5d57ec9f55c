"""An annulled match: it stays in the histories, marked, and programs are notified."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.archive import exports, monthly_files
from games.models import Annulled, Happening, Match, Result
from games.moderation import decisions
from games.people import profiles, results
from ludopoli.accounts.models import User
from tests.games.ladder import NOON, played, score


@pytest.fixture
def three(people: list[User], monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Three matches of the same four people, an hour apart; tests annul the middle one."""
    season = [played(people, at=NOON + timedelta(hours=hour)) for hour in range(3)]
    score(*season)
    fields = {match.pk: [vars(each) for each in facts] for match, facts in season}

    def facts(row: Match) -> list[Result]:
        return [
            Result(**{name: value for name, value in each.items() if name[0] != "_" and name != "id"})
            for each in fields[row.pk]
        ]

    monkeypatch.setattr(results, "facts", facts)
    return [match for match, _ in season]


def history(person: User, **more: Any) -> list[tuple[Any, bool]]:
    lines = profiles.match_history(person, person, **more).matches
    return [(line.result.match_id, line.annulled) for line in lines]


def test_the_history_marks_an_annulled_match_until_it_counts_again(
    moderator: User, anna: User, three: list[Match]
) -> None:
    first, wrong, last = (match.pk for match in three)
    decisions.annul_match(moderator, wrong, "Due giocavano insieme.")
    assert not Result.objects.filter(match=wrong).exists()
    assert history(anna) == [(last, False), (wrong, True), (first, False)]
    [line] = [line for line in profiles.match_history(anna, anna).matches if line.annulled]
    assert (line.partner, line.others, line.result.gain) == ("Carla", "Bruno, Dario", None)
    results.sum_up_results("tressette")
    results.rebuild_results("tressette")
    assert history(anna)[1] == (wrong, True), "a rebuild agrees"
    decisions.restore_match(moderator, wrong, "Mi ero sbagliata.")
    assert history(anna) == [(last, False), (wrong, False), (first, False)]
    assert not Annulled.objects.exists()


def test_a_match_scored_late_rewrites_its_month_and_those_after(
    three: list[Match], settings: Any, tmp_path: Any
) -> None:
    settings.VAR_DIR = tmp_path
    last = three[-1]
    assert last.finished_at is not None
    Match.objects.update(scored=True)
    Match.objects.filter(pk=last.pk).update(scored=False)
    month, after = (f"{last.finished_at + timedelta(days=days):%Y-%m}" for days in (0, 31))
    for each in (month, after):
        monthly_files.write_volume(each)
    later = NOON + timedelta(days=100)
    assert not {month, after} & {*monthly_files.months_due(later)}
    Match.objects.update(scored=True)
    assert {month, after} <= {*monthly_files.months_due(later)}
    for each in (month, after):
        monthly_files.write_volume(each)
    assert not {month, after} & {*monthly_files.months_due(later)}


def test_an_annulled_match_is_paginated_like_the_others(
    moderator: User, anna: User, three: list[Match]
) -> None:
    for match in three[:2]:
        decisions.annul_match(moderator, match.pk, "Due giocavano insieme.")
    read, before = [], None
    for _ in three:
        page = profiles.match_history(anna, anna, profiles.HistoryFilter("tressette"), before, size=1)
        read += [line.result.match_id for line in page.matches]
        before = profiles.history_cursor(page.before)
    assert read == [match.pk for match in reversed(three)]
    assert before is None


def test_pages_and_programs_show_that_a_match_is_annulled(
    moderator: User, anna: User, three: list[Match]
) -> None:
    decisions.annul_match(moderator, three[1].pk, "Due giocavano insieme.")
    page = Client(headers={"Accept-Language": "en"}).get("/giocatori/Anna/partite/").content.decode()
    assert page.count("annulled") == 1
    lines = Client().get("/api/v1/people/Anna/matches/").json()["results"]
    assert [line["annulled"] for line in lines] == [False, True, False]
    assert (lines[1]["won"], lines[1]["gain"], lines[1]["rated"]) == (False, None, False)


def test_programs_of_its_players_are_notified(
    moderator: User, people: list[User], three: list[Match]
) -> None:
    Happening.objects.all().delete()
    decisions.annul_match(moderator, three[1].pk, "Due giocavano insieme.")
    decisions.restore_match(moderator, three[1].pk, "Mi ero sbagliata.")
    for person in people:
        happenings = Happening.objects.filter(user=person).order_by("pk")
        assert [each.kind for each in happenings] == ["match_annulled", "match_restored"]
        assert {each.data["match"] for each in happenings} == {str(three[1].pk)}


def test_an_annulled_match_is_not_exported_and_the_sheet_gives_its_weight(
    moderator: User, anna: User, three: list[Match]
) -> None:
    decisions.annul_match(moderator, three[1].pk, "Due giocavano insieme.")
    header, *rows = b"".join(exports.own_results(anna)).decode().splitlines()
    assert header.endswith(",weight")
    assert [row.split(",")[0] for row in rows] == [str(three[0].pk), str(three[2].pk)]
    weights = [result.weight for result in Result.objects.filter(user=anna).order_by("at")]
    assert [float(row.rpartition(",")[2]) for row in rows] == weights


def test_a_reinstated_match_rewrites_its_month_of_the_archive(
    moderator: User, three: list[Match], settings: Any, tmp_path: Any
) -> None:
    settings.VAR_DIR = tmp_path
    later = NOON + timedelta(days=70)
    decisions.annul_match(moderator, three[1].pk, "Due giocavano insieme.")
    [month] = {f"{match.finished_at:%Y-%m}" for match in three if match.finished_at}
    monthly_files.write_volume(month)
    assert month not in monthly_files.months_due(later)
    decisions.restore_match(moderator, three[1].pk, "Mi ero sbagliata.")
    assert month in monthly_files.months_due(later)
    monthly_files.write_volume(month)
    assert month not in monthly_files.months_due(later)
