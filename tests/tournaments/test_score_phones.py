"""Scores by two phones: one writes, the other confirms; and the evening of thirty pairs."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.core.signing import Signer
from django.urls import reverse
from django.utils import translation

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tests.tournaments.test_real_tables import sheet_of
from tournaments import actions, forgetting, selectors
from tournaments.console.desk import Desk
from tournaments.models import Entry, Event, LogEntry, ScoreEntry, TournamentTable
from tournaments.scores import score_links, score_sheets
from tournaments.scores.score_links import ScoreWriter


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
@from_snapshot
def hall(evening: NewEvening) -> Evening:
    """An evening of two pairs without accounts, in the first of two rounds of two deals."""
    on = evening(venue="real", format="danish", settings={"rounds": 2, "deals": 2})
    text = "nome,compagno\nMario,Lia\nUgo,Nora\n"
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    on.start()
    return on


def sides(on: Evening) -> tuple[Entry, Entry, TournamentTable]:
    """The entries at the first table, by side, and the table."""
    table = on.tables()[0]
    first, second = (on.event.entries.get(number=number) for number in table.places)
    return first, second, table


def write(on: Evening, entry: Entry, table: TournamentTable, *rows: tuple[int, ...]) -> Any:
    return actions.write_scores(None, entry, table, sheet_of(table, *rows), now=on.now)


def test_one_side_writes_and_the_other_confirms(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3), (6, 5))
    assert hall.tables(1)[0].status == "playing"
    write(hall, second, table, (8, 3), (6, 5))
    over = hall.tables(1)[0]
    assert (over.status, list(over.deals.values())) == ("over", [[8, 3], [6, 5]])
    assert [each.side for each in ScoreEntry.objects.order_by("pk")] == [0, 1]


def test_the_two_may_write_different_deals(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3))
    actions.write_scores(None, second, table, {table.labels[1]: [6, 5]}, now=hall.now)
    write(hall, second, table, (8, 3))
    actions.write_scores(None, first, table, {table.labels[1]: [6, 5]}, now=hall.now)
    assert hall.tables(1)[0].status == "over"


def test_two_phones_cannot_agree_on_scores_that_no_deal_has(hall: Evening) -> None:
    first, second, table = sides(hall)
    for entry in (first, second):
        with refused("wrong_sum"):
            write(hall, entry, table, (2, 2))
    phone, address = opened(hall, first), reverse("event-scores", args=[hall.event.code])
    answer = phone.post(address, {"table": "1-1", "score-1-0": "2", "score-1-1": "2"}, follow=True)
    assert "Deal 1: in all they must make 11, 14, 15, 17–35." in answer.content.decode()
    assert not ScoreEntry.objects.exists()


def test_a_match_without_an_end_must_be_said_to_be_broken_off(evening: NewEvening) -> None:
    on = evening(venue="real", scores="match", settings={"scoring": "match", "rounds": 1})
    text = "nome,compagno\nMario,Lia\nUgo,Nora\n"
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    on.start()
    first, second, table = sides(on)
    for scores, code in (((9, 9), "impossible_match"), ((2, 1), "match_undecided")):
        with refused(code):
            write(on, first, table, scores)
        with refused(code):
            actions.enter_scores(on.organiser, table, sheet_of(table, scores), now=on.now)
    sent = {"table": "1-1", "score-1-0": "2", "score-1-1": "1"}
    phone, address = opened(on, first), reverse("event-scores", args=[on.event.code])
    assert "No whole match ends 2–1." in phone.post(address, sent, follow=True).content.decode()
    phone.post(address, {**sent, "broken_off": "1"})
    other = opened(on, second)
    page = page_of(other, on)
    assert "abandoned</span>" in page
    assert '<input type="hidden" name="broken_off" value="1">' in page
    other.post(address, {**sent, "broken_off": "1"})
    assert on.tables(1)[0].deals == {table.labels[0]: [2, 1]}


@pytest.fixture
@from_snapshot
def three(evening: NewEvening) -> Evening:
    """Three people at a table of Tarocchi, in a round of three deals."""
    settings = {"rounds": 1, "deals": 3}
    on = evening(venue="real", game="tarocchi", rules={}, players=3, format="tables", settings=settings)
    text = "nome\nMario\nLia\nUgo\n"
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    on.start()
    return on


def test_a_third_side_can_confirm_what_two_have_written_or_object(three: Evening) -> None:
    table = three.tables()[0]
    one, two, third = (three.event.entries.get(number=number) for number in table.places)
    scores = [(10, -4, -6)] * 3
    for entry in (one, two):
        write(three, entry, table, *scores)
    assert three.tables()[0].status == "playing"
    assert "It is right: confirm" in page_of(opened(three, third), three)
    assert "It is right: confirm" not in page_of(opened(three, one), three)
    write(three, third, table, (10, -6, -4))
    three.at(minutes=10)
    assert three.tables()[0].status == "playing", "a director decides"
    write(three, third, table, *scores)
    assert three.tables(1)[0].status == "over"


def test_a_third_side_that_says_nothing_keeps_no_table_waiting(three: Evening) -> None:
    table = three.tables()[0]
    one, two, _third = (three.event.entries.get(number=number) for number in table.places)
    for entry in (one, two):
        write(three, entry, table, *[(10, -4, -6)] * 3)
    three.at(minutes=2)
    assert three.tables(1)[0].status == "playing"
    three.at(minutes=2)
    assert three.tables(1)[0].status == "over"


def test_scores_that_a_phone_sends_again_are_stored_once(hall: Evening) -> None:
    first, _second, table = sides(hall)
    rows = {table.labels[0]: [8, 3]}
    client, page = browser(), reverse("event-scores", args=[hall.event.code])
    client.get(
        reverse("event-score-link", args=[hall.event.code, score_links.score_token(ScoreWriter(first))])
    )
    sent = {"table": "1-1", "score-1-0": "8", "score-1-1": "3", "sent_as": "0a1b"}
    assert client.post(page, sent, headers={"Accept": "application/json"}).json()["ok"]
    write(hall, first, table, (3, 8))
    assert client.post(page, sent, headers={"Accept": "application/json"}).json()["ok"]
    [read] = score_sheets.read_score_sheets([table]).values()
    assert read[0].written == {0: (3, 8)}, "the correction stands"
    with refused("bad_sent_id"):
        actions.write_scores(None, first, table, rows, now=hall.now, sent_as="a-b")


def test_scores_that_a_phone_has_kept_for_one_entry_are_not_written_for_another(hall: Evening) -> None:
    """A phone goes from hand to hand: what it has kept without network is sent under the next link."""
    first, second, _table = sides(hall)
    address = reverse("event-scores", args=[hall.event.code])
    sent = {"table": "1-1", "entry": str(first.number), "score-1-0": "8", "score-1-1": "3", "sent_as": "0a1b"}
    answer = opened(hall, second).post(address, sent, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "scores_of_another")
    assert not ScoreEntry.objects.exists()
    phone = opened(hall, first)
    assert f'name="entry" value="{first.number}"' in page_of(phone, hall)
    assert phone.post(address, sent, headers={"Accept": "application/json"}).json()["ok"]


def test_a_disagreement_waits_for_a_director(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3), (6, 5))
    write(hall, second, table, (3, 8), (6, 5))
    [rows] = score_sheets.read_score_sheets([table]).values()
    assert [row.is_disputed for row in rows] == [True, False]
    actions.enter_scores(hall.organiser, table, sheet_of(table, (3, 8)), now=hall.now)
    assert hall.tables(1)[0].deals == {table.labels[0]: [3, 8], table.labels[1]: [6, 5]}


def test_a_side_may_correct_itself_and_the_old_scores_stay(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3), (6, 5))
    write(hall, second, table, (3, 8), (6, 5))
    write(hall, first, table, (3, 8))
    assert hall.tables(1)[0].status == "over"
    logged = LogEntry.objects.filter(what="written").order_by("pk").values_list("facts__scored", flat=True)
    assert list(logged)[-1] == [[1, [8, 3], [3, 8]]]
    assert ScoreEntry.objects.filter(side=0).count() == 2


def test_what_a_director_has_entered_is_settled(hall: Evening) -> None:
    first, _second, table = sides(hall)
    actions.enter_scores(hall.organiser, table, sheet_of(table, (8, 3)), now=hall.now)
    with refused("score_settled"):
        write(hall, first, table, (3, 8))


def confirm(on: Evening, seen: int, table: int | None = None) -> None:
    actions.confirm_scores(on.organiser, on.event, 1, seen, table, now=on.now)


def last_seen() -> int:
    return ScoreEntry.objects.latest("pk").pk


def test_a_director_confirms_what_one_side_has_written(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3))
    seen = last_seen()
    actions.write_scores(None, second, table, {table.labels[1]: [6, 5]}, now=hall.now)
    confirm(hall, seen)
    [rows] = score_sheets.read_score_sheets([table]).values()
    assert [row.counts for row in rows] == [(8, 3), None], "what was written later waits"
    confirm(hall, last_seen(), table.number)
    over = hall.tables(1)[0]
    assert (over.status, [*over.deals.values()]) == ("over", [[8, 3], [6, 5]])
    assert LogEntry.objects.filter(what="scores_confirmed", by=hall.organiser).count() == 2


def test_scores_that_both_sides_have_confirmed_meanwhile_are_confirmed_once(hall: Evening) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3))
    seen = last_seen()
    write(hall, second, table, (8, 3))
    confirm(hall, seen)
    assert not ScoreEntry.objects.filter(side=None).exists()


@pytest.mark.parametrize("is_same_side", [True, False])
def test_a_director_confirms_no_scores_unseen(hall: Evening, is_same_side: bool) -> None:
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3))
    seen = last_seen()
    write(hall, first if is_same_side else second, table, (3, 8))
    with refused("scores_rewritten", table=1, deal=1):
        confirm(hall, seen)
    assert not ScoreEntry.objects.filter(side=None).exists()


def test_the_console_shows_what_waits_and_confirms_it_with_a_tap(hall: Evening) -> None:
    first, _second, table = sides(hall)
    console, desk = browser(hall.organiser), reverse("console", args=[hall.event.code])
    assert not Desk(hall.fresh(), hall.organiser).unconfirmed
    write(hall, first, table, (8, 3), (6, 5))
    page = console.get(desk).content.decode()
    assert "1: 8–3; 2: 6–5" in page
    assert f"Written by {selectors.entry_name(first)}" in page
    address = reverse("console-act", args=[hall.event.code, "confirm-scores"])
    answer = console.post(address, {"round": "1", "table": "1", "seen": last_seen()}, follow=True)
    assert "Scores confirmed." in answer.content.decode()
    assert hall.tables(1)[0].status == "over"


def test_a_director_who_may_still_play_the_deals_is_told_who_confirms(evening: NewEvening) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 2, "duplicate": True})
    plays, looks = (User.objects.create_user(name) for name in ("Rosa", "Santo"))
    for director in (plays, looks):
        actions.add_director(on.organiser, on.event, director)
    named = [actions.Named(name) for name in ("Mario", "Lia", "Ugo", "Nora", "Pino", "Gina", "Ivo")]
    on.enter([plays, named[0]], *(named[at : at + 2] for at in (1, 3, 5)))
    on.start()
    write(on, *sides(on)[::2], (8, 3), (6, 5))
    assert Desk(on.fresh(), looks).confirmers is None
    assert len(Desk(on.event, looks).unconfirmed) == 1
    desk = Desk(on.event, plays)
    assert (desk.unconfirmed, desk.confirmers) == ([], ["Santo", on.organiser.username])
    page = browser(plays).get(reverse("console", args=[on.event.code])).content.decode()
    assert "their results are hidden from you" in page
    assert "8–3" not in page


def test_the_sheet_says_who_confirms(hall: Evening) -> None:
    first, _second, table = sides(hall)
    write(hall, first, table, (8, 3))
    assert "as soon as the other side confirms it" in page_of(opened(hall, first), hall)


def test_nobody_has_a_place_before_anything_is_played(hall: Evening) -> None:
    first, second, table = sides(hall)
    card = reverse("event-scorecard", args=[hall.event.code, first.number])
    assert "Nothing has been played yet." in browser().get(card).content.decode()
    for entry in (first, second):
        write(hall, entry, table, (8, 3), (6, 5))
    assert "place, of 2" in browser().get(card).content.decode()


def test_only_the_entries_of_a_table_in_play_write(hall: Evening) -> None:
    first, second, table = sides(hall)
    outsider = Entry.objects.create(event=hall.event, number=9)
    with refused("not_your_table"):
        write(hall, outsider, table, (8, 3))
    write(hall, first, table, (8, 3), (6, 5))
    write(hall, second, table, (8, 3), (6, 5))
    with refused("table_over"):
        write(hall, first, table, (1, 10))
    with pytest.raises(ActionRefused) as why:
        write(hall, first, hall.tables(2)[0], (8, 3))
    assert why.value.code in ("not_begun", "not_your_table")


def test_sending_again_changes_nothing(hall: Evening) -> None:
    first, _second, table = sides(hall)
    for _time in range(3):
        write(hall, first, table, (8, 3))
    assert ScoreEntry.objects.count() == 1


def test_nobody_fills_the_database(hall: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.actions.scores.MOST_WRITTEN", 3)
    first, second, table = sides(hall)
    for points in range(5):
        with refused("sheet_full") if points >= 3 else nullcontext():
            write(hall, first, table, (points, 11 - points))
    write(hall, second, table, (2, 9))  # the other side is not kept from writing


# ---- the page


def opened(on: Evening, entry: Entry, user: User | None = None) -> Any:
    """A phone that has opened the link of an entry."""
    phone = browser(user)
    token = score_links.score_token(ScoreWriter(entry))
    answer = phone.get(reverse("event-score-link", args=[on.event.code, token]))
    assert answer["Location"] == reverse("event-scores", args=[on.event.code])
    return phone


def page_of(phone: Any, on: Evening) -> str:
    return phone.get(reverse("event-scores", args=[on.event.code])).content.decode()


def test_two_phones_write_and_confirm_without_an_account(hall: Evening) -> None:
    first, second, table = sides(hall)
    one, other = opened(hall, first), opened(hall, second)
    address = reverse("event-scores", args=[hall.event.code])
    sent = {"table": "1-1", "score-1-0": "8", "score-1-1": "3", "score-2-0": "6", "score-2-1": "5"}
    assert "Round 1, table 1" in page_of(one, hall)
    one.post(address, sent)
    assert "to be confirmed" in page_of(one, hall)
    shown = page_of(other, hall)
    assert "The other side has entered" in shown
    assert "8–3" in shown
    other.post(address, sent)
    assert hall.event.rounds.get(number=1).tables.get().status == "over"
    assert ScoreEntry.objects.filter(by=None).count() == 2
    assert "Round 2, table" in page_of(other, hall)
    assert table.pk


def test_the_phone_that_confirms_the_last_scores_goes_on_to_the_scorecard(hall: Evening) -> None:
    for each in hall.tables():
        actions.enter_scores(hall.organiser, each, sheet_of(each, (8, 3), (8, 3)), now=hall.now)
    hall.at(seconds=1)
    hall.begin_round()
    first, second, table = sides(hall)
    write(hall, first, table, (8, 3), (6, 5))
    phone = opened(hall, second)
    rows = {
        f"score-{row}-{side}": n for row, two in enumerate(((8, 3), (6, 5)), 1) for side, n in enumerate(two)
    }
    sent = {"table": "2-1", "entry": second.number, "sent_as": "laprima", **rows}
    address = reverse("event-scores", args=[hall.event.code])
    assert phone.post(address, sent).status_code == 302
    assert hall.fresh().is_over
    card = reverse("event-scorecard", args=[hall.event.code, second.number])
    for name in ("event-scores", "event-scores-parts"):
        page = phone.get(reverse(name, args=[hall.event.code])).content.decode()
        assert card in page
        assert "score-1-0" not in page
    json = {"Accept": "application/json"}
    assert phone.post(address, sent, headers=json).json()["ok"], "it has not heard the first answer"
    late = phone.post(address, {**sent, "sent_as": "tardi", "score-1-0": 3, "score-1-1": 8}, headers=json)
    assert (late.status_code, late.json()["code"]) == (409, "table_over")


def test_an_account_in_the_event_needs_no_link(begun_evening: NewEvening, club: list[User]) -> None:
    on = begun_evening(2, venue="real", settings={"rounds": 1, "deals": 1})
    phone = browser(club[0])
    assert phone.get(reverse("event-table", args=[on.event.code]))["Location"].endswith("/foglio/")
    number = on.tables()[0].number
    sent = {"table": f"1-{number}", "score-1-0": "8", "score-1-1": "3"}
    phone.post(reverse("event-scores", args=[on.event.code]), sent)
    assert ScoreEntry.objects.get().by == club[0]
    assert "Open the score sheet" in phone.get(on.event.get_absolute_url()).content.decode()


def test_a_stranger_has_no_sheet(hall: Evening, club: list[User]) -> None:
    for phone in (browser(), browser(club[11])):
        for name in ("event-scores", "event-scores-parts"):
            assert phone.get(reverse(name, args=[hall.event.code])).status_code == 404
        sent = {"table": "1-1", "score-1-0": "8", "score-1-1": "3"}
        assert phone.post(reverse("event-scores", args=[hall.event.code]), sent).status_code == 404
    assert not ScoreEntry.objects.exists()


def test_a_link_is_signed_for_its_entry_and_ends(hall: Evening) -> None:
    first, second, _table = sides(hall)
    good = score_links.score_token(ScoreWriter(first))
    forged = f"{second.number}:{good.rpartition(Signer().sep)[2]}"
    for token in (forged, "1", "x:y", f"{good}x", "\N{SUPERSCRIPT TWO}:y"):
        assert score_links.open_score_link(hall.event, token) is None
    assert score_links.open_score_link(hall.event, good) == ScoreWriter(first)
    actions.renew_score_link(hall.organiser, first, now=hall.now)
    assert score_links.open_score_link(hall.event, good) is None
    phone = browser()
    assert phone.get(reverse("event-score-link", args=[hall.event.code, good])).status_code == 404


def be_replaced(on: Evening, person: User, others: list[User]) -> Any:
    member = on.event.members.get(user=person)
    return actions.substitute_member(
        on.organiser, member.entry, member.place, others[0], "Va a casa.", now=on.now
    )


def be_removed(on: Evening, person: User, others: list[User]) -> Any:
    entry = on.event.members.get(user=person).entry
    return actions.remove_entry(on.organiser, entry, "Basta.", now=on.now)


def be_only_asked(on: Evening, person: User, others: list[User]) -> Any:
    return on.event.members.filter(user=person).update(accepted=False)


@pytest.mark.parametrize(
    ("lose_the_seat", "by_link"),
    [
        (be_replaced, True),
        (be_replaced, False),
        (be_removed, True),
        (be_removed, False),
        (be_only_asked, False),
    ],
)
def test_a_person_who_is_out_of_the_entry_writes_no_scores(
    evening: NewEvening, club: list[User], lose_the_seat: Any, *, by_link: bool
) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    on.pairs(club[:8])
    on.start()
    entry = on.event.members.get(user=club[0]).entry
    table = next(each for each in on.tables() if entry.number in each.places)
    former = opened(on, entry) if by_link else browser(club[0])
    assert "Round 1" in page_of(former, on)
    lose_the_seat(on, club[0], club[8:])
    address = reverse("event-scores", args=[on.event.code])
    sent = {"table": f"1-{table.number}", "score-1-0": "8", "score-1-1": "3"}
    assert former.post(address, sent).status_code == 404
    assert former.get(address).status_code == 404
    assert not ScoreEntry.objects.exists()
    entry.refresh_from_db()
    if entry.plays:
        assert "Round 1" in page_of(opened(on, entry), on), "the new link of the director opens it"


def test_the_link_of_one_event_opens_no_other(hall: Evening, evening: NewEvening) -> None:
    first, *_others = sides(hall)
    other = evening(venue="real").event
    assert score_links.open_score_link(other, score_links.score_token(ScoreWriter(first))) is None


def test_the_page_shows_no_scores_of_other_tables(begun_evening: NewEvening) -> None:
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 1, "duplicate": True})
    one, other = on.tables()
    actions.enter_scores(on.organiser, other, sheet_of(other, (10, 1)), now=on.now)
    entry = on.event.entries.get(number=one.places[0])
    assert "10–1" not in page_of(opened(on, entry), on)


def test_place_cards_open_the_sheets(hall: Evening) -> None:
    page = browser(hall.organiser).get(reverse("console-place-cards", args=[hall.event.code]))
    shown = page.content.decode()
    assert shown.count('class="qr"') == 2
    assert "Mario – Lia" in shown


def test_the_names_are_forgotten_at_the_stated_time(hall: Evening) -> None:
    for table in (1, 2):
        for each in hall.tables(table):
            actions.enter_scores(hall.organiser, each, sheet_of(each, (8, 3), (8, 3)), now=hall.now)
        hall.begin_round()
    assert hall.fresh().status == Event.Status.FINISHED
    for days in (24, 31):  # the directors are reminded a week before
        forgetting.forget_due_names(hall.now + timedelta(days=days))
    assert {each.name for each in hall.event.members.all()} == {""}
    assert "Mario" not in browser().get(hall.event.get_absolute_url()).content.decode()


# ---- a Mitchell evening of sixteen pairs


def test_a_mitchell_of_sixteen_pairs_from_a_list(evening: NewEvening) -> None:
    settings = {"rounds": 2, "deals": 2, "duplicate": True, "scoring": "victory"}
    on = evening(venue="real", format="mitchell", settings=settings)
    lines = [f"Nord {at};{at:04};Sud {at};{at + 100:04}" for at in range(1, 17)]
    text = "nome;tessera;compagno;tessera compagno\n" + "\n".join(lines)
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    on.start()
    assert len(on.tables()) == 8
    dice = random.Random(7)
    results: list[tuple[int, list[int], dict[str, tuple[int, int]]]] = []
    for number in (1, 2):
        for table in on.tables(number):
            made = {deal: dice.randint(0, 11) for deal in (1, 2)}
            rows = [(points, 11 - points) for points in made.values()]
            entries = [on.event.entries.get(number=each) for each in table.places]
            for entry in dice.sample(entries, 2):
                write(on, entry, table, *rows)
            labels = [label.split("-")[1] for label in table.labels]
            results.append((number, table.places, dict(zip(labels, rows, strict=True))))
        on.begin_round()
    event = on.fresh()
    assert event.status == Event.Status.FINISHED
    lines_of = selectors.standings_of_event(event)
    assert {line.entrant: line.score for line in lines_of} == victory(results, swing=3)
    assert [line.score for line in lines_of] == sorted((line.score for line in lines_of), reverse=True)
    assert [each.place for each in event.entries.order_by("place")] == [*range(1, 17)]


def victory(results: list[Any], swing: int) -> dict[int, int]:
    """The sum of each pair's victory points, from the definition in docs/tournaments.md."""
    sums: defaultdict[int, int] = defaultdict(int)
    for number, places, rows in results:
        margin = 0.0
        for label, (home, away) in rows.items():
            same = [its[label] for at, its_places, its in results if at == number and its_places != places]
            margin += (home - away) - sum(one - other for one, other in same) / len(same)
        full = 3 * swing * math.sqrt(len(rows))
        share = (1 - 0.618 ** (3 * min(abs(margin) / full, 1))) / (1 - 0.618**3)
        won = round(100 * (10 + math.copysign(10 * share, margin)))
        sums[places[0]] += won
        sums[places[1]] += 2000 - won
    return dict(sums)
