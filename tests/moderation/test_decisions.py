"""Decisions of moderators: who may take them, their reasons, the log, their effects, and undoing them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games import tasks
from games.models import Match, Rating, Result, Table
from games.moderation import decisions
from games.people import results
from games.play import actions, live
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import reports, sanctions
from ludopoli.moderation.models import GROUP, Act, AppendOnly, Report, Sanction
from ludopoli.text.times import format_utc
from tests.games.ladder import everything, played, score
from tests.games.playing import play_on
from tests.refusals import refused

RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
SHORT = {"preset": "classico", "match_end": {"points": 1}}
SOON = timezone.now() + timedelta(hours=1)

Decide = Callable[[User, User, str], object]

EACH: dict[str, Decide] = {
    "warn": decisions.warn_person,
    "mute": lambda by, person, why: decisions.mute_person(by, person, why, SOON),
    "ban": lambda by, person, why: decisions.ban_person(by, person, why, None),
}


def full_table(people: list[User], **options: Any) -> Table:
    table = actions.open_table(people[0], **{**RULES, **options})
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], table, seat)
    table.refresh_from_db()
    return table


# ---- permission, reason and log


@pytest.mark.parametrize("what", EACH)
def test_each_decision_is_logged_and_announced(what: str, moderator: User, bruno: User) -> None:
    EACH[what](moderator, bruno, " Offese. ")
    act = Act.objects.get()
    assert (act.by, act.what, act.subject, act.reason) == (moderator, what, bruno, "Offese.")
    [word] = sanctions.to_read(bruno)
    assert (word.kind, word.reason, word.pk) == (what, "Offese.", act.sanction)
    bruno.refresh_from_db()
    assert bruno.warned


@pytest.mark.parametrize("what", EACH)
@pytest.mark.parametrize("why", ["", "  ", "x" * 501])
def test_without_a_reason_nothing_is_done(what: str, why: str, moderator: User, bruno: User) -> None:
    with pytest.raises(ActionRefused, match=r"\S"):
        EACH[what](moderator, bruno, why)
    assert not Act.objects.exists()
    assert not Sanction.objects.exists()


def bot_of(owner: User) -> User:
    return User.objects.create(username=f"Automa di {owner.username}", is_bot=True, owner=owner)


@pytest.mark.parametrize("what", EACH)
def test_moderators_may_decide_only_about_some_accounts(
    what: str, moderator: User, people: list[User]
) -> None:
    other = User.objects.create_user("Renata", password=None, is_staff=True)
    no_staff = User.objects.create_user("Piero", password=None)
    no_staff.groups.add(Group.objects.get(name=GROUP))
    root = User.objects.create_superuser("Rocco", password=None)
    for by, about, why in (
        (people[0], people[1], "moderators_only"),
        (no_staff, people[1], "moderators_only"),
        (other, people[1], "moderators_only"),
        (moderator, moderator, "about_you"),
        (moderator, bot_of(moderator), "about_you"),
        (moderator, other, "administrators_only"),
        (moderator, bot_of(other), "administrators_only"),
    ):
        with refused(why):
            EACH[what](by, about, "perché sì")
    EACH[what](root, other, "perché sì")
    assert Act.objects.count() == 1


def test_the_log_cannot_be_changed(moderator: User, bruno: User) -> None:
    decisions.warn_person(moderator, bruno, "uno")
    act = Act.objects.get()
    act.reason = "due"
    for change in (
        act.save,
        act.delete,
        Act.objects.all().delete,
        lambda: Act.objects.update(reason="due"),
        lambda: Act.objects.bulk_update([act], ["reason"]),
    ):
        with pytest.raises(AppendOnly), transaction.atomic():
            change()
    assert Act.objects.get().reason == "uno"


def test_a_decision_closes_the_report_and_a_second_one_does_not_dismiss_it(
    moderator: User, anna: User, bruno: User
) -> None:
    report = reports.report_person(anna, bruno, "words")
    decisions.warn_person(moderator, bruno, "Offese.", report=report)
    report.refresh_from_db()
    assert report.closed_at is not None
    with pytest.raises(ActionRefused) as denied:
        decisions.dismiss_report(moderator, report, "niente")
    assert denied.value.code == "report_closed"
    again = reports.report_person(anna, bruno, "stalling")
    decisions.dismiss_report(moderator, again, "niente")
    assert list(Act.objects.values_list("what", flat=True)) == ["dismiss", "warn"]


# ---- mute and ban


def test_the_muted_learn_until_when_and_may_write_again_afterwards(
    moderator: User, people: list[User]
) -> None:
    table = full_table(people)
    until = timezone.now() + timedelta(hours=3)
    silence = decisions.mute_person(moderator, people[1], "Offese.", until)
    with refused("silenced", until=format_utc(until), reason="Offese."):
        actions.add_table_line(people[1], table, "buona sera")
    actions.add_table_line(people[0], table, "buona sera")
    decisions.lift_by(moderator, silence, "Ha chiesto scusa.")
    actions.add_table_line(people[1], table, "buona sera")
    with pytest.raises(ActionRefused):
        decisions.lift_by(moderator, silence, "due volte")
    assert Act.objects.latest("pk").what == "lift"


def test_sanctions_expire(moderator: User, people: list[User]) -> None:
    table = full_table(people)
    decisions.mute_person(moderator, people[1], "Offese.", timezone.now() - timedelta(seconds=1))
    decisions.ban_person(moderator, people[1], "Offese.", timezone.now() - timedelta(seconds=1))
    actions.add_table_line(people[1], table, "buona sera")
    actions.open_table(people[1], **RULES)


@pytest.mark.parametrize(("until", "says"), [(None, "banned"), (SOON, "suspended")])
def test_the_banned_cannot_play(until: Any, says: str, moderator: User, people: list[User]) -> None:
    table = full_table(people)
    match = table.match
    assert match is not None
    ban = decisions.ban_person(moderator, people[1], "Gioca in due.", until)
    match.refresh_from_db()
    assert (match.away, match.gone) == ([1], [1]), "a bot plays on"
    now = live.load_match(match.pk)
    command = Command.of("play", card="3B")
    for act in (
        lambda: actions.submit_command(match.pk, 1, command, "a", now.version),
        lambda: actions.reclaim_seat(match.pk, 1),
        lambda: actions.add_table_line(people[1], table, "busso"),
        lambda: actions.open_table(people[1], **RULES),
        lambda: actions.quick_game(people[1], **RULES),
        lambda: actions.find_seat(people[1]),
    ):
        with refused(says):
            act()
    open_table = actions.open_table(people[0], **RULES)
    with refused(says):
        actions.take_seat(people[1], open_table, 1)
    decisions.lift_by(moderator, ban, "Era un altro.")
    actions.reclaim_seat(match.pk, 1)


def test_a_ban_is_shown_as_long_as_it_holds_and_a_warning_until_it_is_read(
    moderator: User, bruno: User
) -> None:
    decisions.warn_person(moderator, bruno, "Piano.")
    ban = decisions.ban_person(moderator, bruno, "Basta.", None)
    for word in sanctions.to_read(bruno):
        assert sanctions.confirm_sanction(bruno, word.pk)
    assert sanctions.to_read(bruno) == [ban]
    decisions.lift_by(moderator, ban, "Va bene.")
    assert sanctions.to_read(bruno) == []


# ---- annulling


def test_annulling_and_restoring_a_match_leave_no_trace(moderator: User, people: list[User]) -> None:
    season = [
        played(people, places, at=timedelta(hours=hour))
        for hour, places in enumerate([(1, 2), (1, 2), (2, 1), (1, 2), (2, 1)])
    ]
    wrong = season[1][0]
    score(*season)
    before = everything()
    decisions.annul_match(moderator, wrong.pk, "Due giocavano insieme.")
    annulled = everything()
    assert annulled != before
    assert not Result.objects.filter(match=wrong).exists()
    results.rerate_all_matches("tressette")
    assert everything() == annulled, "a rebuild agrees"
    for model in (Result, Rating):
        model.objects.all().delete()
    results.sum_up_results("tressette")
    Match.objects.update(scored=False)
    for _, per_seat in season:
        for result in per_seat:
            result.pk = None
    score(*(each for each in season if each[0].pk != wrong.pk))
    assert everything() == annulled, "and so does a world in which it was never played"


def test_a_match_can_be_restored_from_its_log(moderator: User, people: list[User]) -> None:
    finished = full_table(people, rules=SHORT, pace=0.0, move_seconds=20, bank_seconds=60).match
    assert finished is not None
    play_on(finished)
    tasks.score_match(str(finished.pk))
    counted = everything()
    assert Rating.objects.count() == 4
    decisions.annul_match(moderator, finished.pk, "Sbagliata.")
    assert everything() == [[], [], []]
    call_command("rebuild", "results", stdout=StringIO())
    assert everything() == [[], [], []], "a rebuild agrees"
    assert {word.code for word in sanctions.to_read(people[3])} == {decisions.ANNULLED}
    for why, decide in (
        ("already_annulled", lambda: decisions.annul_match(moderator, finished.pk, "di nuovo")),
        ("bad_reason", lambda: decisions.restore_match(moderator, finished.pk, "")),
    ):
        with refused(why):
            decide()
    decisions.restore_match(moderator, finished.pk, "Era giusta.")
    assert everything() == counted
    assert sanctions.to_read(people[3]) == []
    with pytest.raises(ActionRefused) as denied:
        decisions.restore_match(moderator, finished.pk, "di nuovo")
    assert denied.value.code == "not_annulled"
    assert [*Act.objects.values_list("what", "match")] == [
        ("restore", str(finished.pk)),
        ("annul", str(finished.pk)),
    ]


def test_matches_in_play_or_of_the_moderator_cannot_be_annulled(moderator: User, people: list[User]) -> None:
    playing = full_table(people).match
    assert playing is not None
    own, _ = played([moderator, *people[:3]])
    of_bot, _ = played([bot_of(moderator), *people[:3]])
    for match, why in ((playing, "match_not_over"), (own, "own_match"), (of_bot, "own_match")):
        with refused(why):
            decisions.annul_match(moderator, match.pk, "così")


def test_a_match_annulled_before_it_is_scored_is_never_scored(
    moderator: User, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    row, per_seat = played(people)
    monkeypatch.setattr(results, "facts", lambda row: per_seat)
    decisions.annul_match(moderator, row.pk, "Sbagliata.")
    tasks.score_match(str(row.pk))
    row.refresh_from_db()
    assert row.scored
    assert everything() == [[], [], []]


def test_a_match_annulled_while_a_worker_reads_it_is_not_scored(moderator: User, people: list[User]) -> None:
    row, per_seat = played(people)
    decisions.annul_match(moderator, row.pk, "Sbagliata.")
    assert row.annulled_at is None, "the worker had read it before"
    results.enter_results(row, per_seat)
    assert everything() == [[], [], []]


# ---- reports


def test_a_person_has_so_many_open_reports(anna: User, bruno: User, monkeypatch: pytest.MonkeyPatch) -> None:
    atomic = transaction.atomic

    def another_first(*arguments: Any, **named: Any) -> Any:
        """Before the report is stored, another request stores the last one."""
        monkeypatch.setattr(reports, "MAX_OPEN_REPORTS", 0)
        return atomic(*arguments, **named)

    monkeypatch.setattr(transaction, "atomic", another_first)
    with pytest.raises(ActionRefused) as refused:
        reports.report_person(anna, bruno, "words")
    assert refused.value.code == "reports_waiting"


def test_there_is_one_open_report_per_person_and_match(anna: User, bruno: User, people: list[User]) -> None:
    first = reports.report_person(anna, bruno, "words", match="m")
    with pytest.raises(ActionRefused) as refused:
        reports.report_person(anna, bruno, "stalling", match="m")
    assert refused.value.code == "already_reported"
    reports.report_person(anna, bruno, "words", match="n")
    reports.report_person(people[2], bruno, "words", match="m")
    reports.close_report(first)
    reports.report_person(anna, bruno, "words", match="m")
    assert Report.objects.filter(closed_at=None).count() == 3


@pytest.mark.parametrize(
    ("reason", "text", "refused"),
    [
        ("address", "", "no_reason"),
        ("x", "", "no_reason"),
        ("other", " ", "bad_report_text"),
        ("words", "x" * 1001, "bad_report_text"),
    ],
)
def test_an_empty_report_is_refused(anna: User, bruno: User, reason: str, text: str, refused: str) -> None:
    with pytest.raises(ActionRefused) as denied:
        reports.report_person(anna, bruno, reason, text)
    assert denied.value.code == refused
    assert not Report.objects.exists()


def test_reports_are_throttled(anna: User, bruno: User) -> None:
    for number in range(reports.REPORTS_AT_ONCE):
        reports.report_person(anna, bruno, "words", match=str(number))
    with pytest.raises(ActionRefused) as refused:
        reports.report_person(anna, bruno, "words", match="more")
    assert refused.value.code == "many_reports"
