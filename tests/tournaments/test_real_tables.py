"""Events at real tables: rounds are paired and ranked as ever, while people write the scores down."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Match, Table
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions, selectors
from tournaments.console import summary
from tournaments.console.desk import Desk
from tournaments.console.forms import EventForm
from tournaments.formats.catalog import FORMATS, EventHistory, EventSides, HistoryRound, without_bots
from tournaments.formats.catalog import HistoryTable as Drawn
from tournaments.formats.format import seat_entrants
from tournaments.formats.history import CannotDraw, HistoryEntrant, PlayedRound
from tournaments.models import Event, ScoreEntry, TournamentTable
from tournaments.models import Round as Turn
from tournaments.outlets.journal import logged
from tournaments.scores import score_sheets

PAIRS = EventSides("pair", (0, 1, 0, 1))


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    """An evening of four pairs at real tables, in the first of two rounds of two deals."""
    begun = begun_evening(venue="real", settings={"rounds": 2, "deals": 2})
    return begun


def sheet_of(table: TournamentTable, *rows: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    return dict(zip(table.labels, rows, strict=False))


def enter(on: Evening, table: TournamentTable, *rows: tuple[int, ...], **more: Any) -> TournamentTable:
    answer = actions.enter_scores(on.organiser, table, sheet_of(table, *rows), now=on.now, **more)
    return answer


# ---- options, without a database


def test_without_bots_whoever_is_left_over_rests_as_often_as_needed() -> None:
    chosen = FORMATS["swiss"].asked({"rounds": 3}, (), "pair", with_bots=False)
    settings = FORMATS["swiss"].settings(chosen)
    assert (settings["odd"], settings["absent"], settings["duplicate"]) == ("rests", "rest", False)
    assert settings["scoring"] == "victory"
    entrants = tuple(HistoryEntrant(number) for number in (1, 2, 3))
    history = EventHistory(entrants)
    for _turn in range(6):
        drawn = FORMATS["danish"].next_round({**settings, "rounds": 6}, PAIRS, history, "seed")
        assert isinstance(drawn, HistoryRound)
        assert all(min(each.places) > 0 for each in drawn.tables)
        history = EventHistory(entrants, (*history.rounds, PlayedRound(drawn, ((1000, 1000),))))
    assert sorted(history.rests.values()) == [2, 2, 2]


@pytest.mark.parametrize("option", ["odd", "absent"])
def test_bots_are_refused_in_real_tables(option: str) -> None:
    with pytest.raises(ValueError, match="no bots") as refused:
        FORMATS["swiss"].asked({option: "bots"}, (), "pair", with_bots=False)
    assert getattr(refused.value, "option", "") == option


def test_a_scoring_that_compares_tables_asks_for_the_same_deals() -> None:
    mitchell = FORMATS["mitchell"]
    compared = mitchell.settings(mitchell.asked({"scoring": "matchpoints"}, (), "pair", with_bots=False))
    assert compared["duplicate"] is True
    own = mitchell.settings(mitchell.asked({}, (), "pair", with_bots=False))
    assert (own["duplicate"], own["scoring"]) == (False, "victory")


def test_too_few_for_a_table_are_not_seated_without_bots() -> None:
    with pytest.raises(CannotDraw):
        seat_entrants((1, 2, 3), 4, {"odd": "rests"}, EventHistory(()))
    sitting, byes = seat_entrants((1, 2, 3, 4, 5), 4, {"odd": "rests"}, EventHistory(()))
    assert (sitting, byes) == ((1, 2, 3, 4), (5,))


def test_people_who_would_sit_with_a_bot_rest() -> None:
    drawn = HistoryRound((Drawn((1, 2, 3)), Drawn((4, 5, -1))), (6,))
    assert without_bots(drawn) == HistoryRound((Drawn((1, 2, 3)),), (4, 5, 6))


# ---- making it


def test_real_tables_has_no_check_in_and_no_rating(evening: NewEvening) -> None:
    event = evening(venue="real").event
    assert (event.check_in_minutes, event.is_open_to_ratings) == (0, False)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"format": "arena", "settings": {}}, "wrong_venue"),
        ({"format": "daily", "settings": {}, "check_in_minutes": 0}, "wrong_venue"),
        ({"settings": {"odd": "bots"}}, "bad_setting"),
        ({"scores": "match", "settings": {"duplicate": True}}, "bad_setting"),
        ({"unit": "team", "format": "robin", "settings": {"duplicate": False}}, "same_deals"),
        ({"unit": "team", "format": "robin", "scores": "match", "settings": {}}, "same_deals"),
        ({"venue": "online", "scores": "match"}, "bad_event"),
        ({"venue": "nowhere"}, "bad_event"),
    ],
)
def test_what_does_not_go_in_real_tables(evening: NewEvening, fields: dict[str, Any], code: str) -> None:
    made = evening().event
    options = {
        "name": "Serata", "game": "tressette", "rules": {"preset": "classico"}, "players": 4,
        "format": "swiss", "starts_at": made.starts_at, "venue": "real", **fields,
    }  # fmt: skip
    assert made.organiser is not None
    with refused(code):
        actions.create_event(made.organiser, **options)


def test_bots_are_not_entered_in_real_tables(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real")
    with refused("no_bots"):
        actions.enter_members(on.organiser, on.event, [club[0], "circolo"], now=on.now)
    [entry] = on.enter(club[:2])
    with refused("no_bots"):
        actions.substitute_member(on.organiser, entry, 0, "circolo", "away", now=on.now)


def test_one_who_is_left_without_a_partner_waits_for_somebody(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", pairs="random")
    for person in club[:5]:
        actions.register_entry(person, on.event, now=on.now)
    on.start()
    members = list(on.event.members.order_by("entry__number", "place"))
    assert len(members) == 6
    assert not any(each.bot for each in members)


# ---- playing


def test_a_round_is_played_without_tables_of_play(hall: Evening) -> None:
    assert hall.round.status == Turn.Status.PLAYING
    assert hall.round.boards is None, "people shuffle"
    assert [each.table for each in hall.tables()] == [None, None]
    assert not Table.objects.exists()
    hall.at(hours=5)
    assert hall.round.status == Turn.Status.PLAYING, "no clock stops it"


def test_no_real_round_begins_without_a_director(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", settings={"rounds": 2, "deals": 1})
    on.pairs(club)
    on.draw()
    for number in (1, 2):
        on.at(hours=1)
        assert (on.round.number, on.round.status) == (number, Turn.Status.DRAWN), "no break ends by itself"
        assert not Desk(on.fresh(), on.organiser).can_extend, "nothing counts down"
        with refused("no_limit"):
            actions.extend_round(on.organiser, on.event, 2, now=on.now)
        assert actions.start_round(on.organiser, on.event, now=on.now).status == Turn.Status.PLAYING
        for table in on.tables():
            enter(on, table, (8, 3))


def test_complete_sheets_end_the_round_and_the_event(hall: Evening) -> None:
    first, second = hall.tables()
    enter(hall, first, (8, 3))
    assert hall.tables()[0].status == "playing"
    enter(hall, first, (8, 3), (6, 5))
    assert (hall.tables()[0].status, hall.tables()[0].deals) == (
        "over", dict(zip(first.labels, ([8, 3], [6, 5]), strict=True)),
    )  # fmt: skip
    enter(hall, second, (2, 9), (11, 0))
    assert hall.event.rounds.get(number=1).status == Turn.Status.OVER
    hall.begin_round()
    for table in hall.tables(2):
        enter(hall, table, (5, 6), (5, 6))
    event = hall.fresh()
    assert event.status == Event.Status.FINISHED
    assert [each.place for each in event.entries.order_by("place")] == [1, 2, 3, 4]
    assert not Match.objects.exists()
    lines = {line.entrant: line.score for line in selectors.standings_of_event(event)}
    assert sum(lines.values()) == 4 * 2000, "each table shares 20 points"


@pytest.mark.parametrize("row", [(8,), (8, 3, 1), (8, "3"), (8, 99), (-99, 3), (True, 3)])
def test_a_row_that_is_no_score_is_refused(hall: Evening, row: Any) -> None:
    table = hall.tables()[0]
    with refused("bad_scores"):
        actions.enter_scores(hall.organiser, table, {table.labels[0]: row}, now=hall.now)
    assert not ScoreEntry.objects.exists()


def test_scores_that_no_deal_can_have_are_refused(hall: Evening) -> None:
    table = hall.tables()[0]
    for row in ((2, 2), (35, 35), (6, 6)):
        with refused("wrong_sum") as caught:
            actions.enter_scores(hall.organiser, table, sheet_of(table, (8, 3), row), now=hall.now)
        assert str(caught.value) == "Deal 2: in all they must make 11, 14, 15, 17–35."
    assert not ScoreEntry.objects.exists()


def test_a_whole_match_has_the_points_of_its_deals(begun_evening: NewEvening) -> None:
    rules = {"preset": "torneo", "match_end": {"deals": 4}}
    on = begun_evening(2, venue="real", game="briscola", rules=rules, scores="match", settings={"rounds": 1})
    table = on.tables()[0]
    with refused("wrong_match_sum"):
        actions.enter_scores(on.organiser, table, sheet_of(table, (241, 240)), now=on.now)
    enter(on, table, (241, 239))


def test_a_deal_that_is_not_on_the_sheet_is_refused(hall: Evening) -> None:
    with refused("bad_scores"):
        actions.enter_scores(hall.organiser, hall.tables()[0], {"9-9": (8, 3)}, now=hall.now)


def test_only_directors_enter_scores(hall: Evening, club: list[User]) -> None:
    table = hall.tables()[0]
    with refused("not_director"):
        actions.enter_scores(club[0], table, sheet_of(table, (8, 3)))


def test_a_table_on_the_site_counts_by_itself(tonight: Evening) -> None:
    table = tonight.tables()[0]
    with refused("not_real"):
        actions.enter_scores(tonight.organiser, table, sheet_of(table, (8, 3)))


def test_a_correction_keeps_the_old_scores(hall: Evening) -> None:
    table = hall.tables()[0]
    enter(hall, table, (8, 3), (6, 5))
    over = hall.tables()[0]
    fixed = sheet_of(table, (3, 8))
    with refused("reason_needed"):
        actions.enter_scores(hall.organiser, over, fixed, now=hall.now)
    enter(hall, over, (3, 8), reason="wrong result")
    assert [each.deals for each in ScoreEntry.objects.order_by("pk")] == [
        dict(zip(table.labels, ([8, 3], [6, 5]), strict=True)), {table.labels[0]: [3, 8]},
    ]  # fmt: skip
    log = hall.event.log.filter(what="scores_corrected").get()
    assert (log.by, log.reason, log.facts["scored"]) == (
        hall.organiser, "wrong result", [[1, [8, 3], [3, 8]]],
    )  # fmt: skip
    said = logged(log.what, log.facts)
    assert said.startswith("Round 1, table 1: scores were corrected (1: 8–3 → 3–8)")
    assert hall.tables()[0].deals[table.labels[0]] == [3, 8]


def test_the_same_scores_again_change_nothing(hall: Evening) -> None:
    table = hall.tables()[0]
    enter(hall, table, (8, 3), (6, 5))
    enter(hall, hall.tables()[0], (8, 3), (6, 5))
    assert ScoreEntry.objects.count() == 1


def test_a_table_that_is_ended_early_counts_what_was_entered(hall: Evening) -> None:
    table = hall.tables()[0]
    enter(hall, table, (8, 3))
    ended = actions.end_table(hall.organiser, table, "slow play", now=hall.now)
    assert (ended.status, ended.deals) == ("over", {table.labels[0]: [8, 3]})
    added = enter(hall, ended, (8, 3), (1, 10), reason="it was finished after all")
    assert len(added.deals) == 2


def test_rulings_and_their_undoing_go_back_to_the_sheet(hall: Evening) -> None:
    table = hall.tables()[0]
    enter(hall, table, (8, 3), (6, 5))
    over = hall.tables()[0]
    annulled = actions.annul_deal(hall.organiser, over, over.labels[0], "wrong result", now=hall.now)
    assert annulled.deals[over.labels[0]] is None
    restored = actions.restore_result(hall.organiser, annulled, "taken back", now=hall.now)
    assert restored.deals[over.labels[0]] == [8, 3]


def test_a_tied_knockout_plays_on(begun_evening: NewEvening) -> None:
    on = begun_evening(2, venue="real", format="knockout", settings={"deals": 1})
    enter(on, on.tables()[0], (7, 7))
    table = on.tables()[0]
    assert (table.status, len(table.labels)) == ("playing", 2)
    enter(on, table, (7, 7), (7, 4))
    assert on.fresh().status == Event.Status.FINISHED


def test_only_the_result_of_a_match_may_be_written(begun_evening: NewEvening) -> None:
    on = begun_evening(2, venue="real", scores="match", settings={"scoring": "match", "rounds": 1})
    table = on.tables()[0]
    assert len(table.labels) == 1
    enter(on, table, (3, 1))
    assert [line.score for line in selectors.standings_of_event(on.fresh())] == [200, 0]


def test_the_same_deals_stay_closed_until_the_round_is_over(begun_evening: NewEvening) -> None:
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 1, "duplicate": True})
    one, other = on.tables()
    enter(on, one, (8, 3))
    assert not selectors.is_open(on.round)
    assert selectors.event_sheet(on.event).scores(one) == ()
    enter(on, other, (6, 5))
    assert selectors.is_open(on.event.rounds.get())


def test_an_odd_pair_rests(begun_evening: NewEvening) -> None:
    on = begun_evening(5, venue="real", settings={"rounds": 2, "deals": 1})
    assert len(on.round.byes) == 1
    assert len(on.tables()) == 2


def test_teams_write_a_sheet_in_each_room(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", format="robin", unit="team", settings={"deals": 1})
    on.enter(club[:4], club[4:8])
    assert on.event.settings["duplicate"] is True
    assert "lays them out before the round" in browser().get(on.event.get_absolute_url()).content.decode()
    on.start()
    one, other = on.tables()
    assert one.labels == other.labels
    assert one.round.boards is not None
    enter(on, one, (8, 3))
    enter(on, other, (9, 2))
    lines = selectors.standings_of_event(on.fresh())
    assert (lines[0].score, lines[1].score) == (1000, 1000) if one.places == other.places else lines


def test_people_with_an_account_are_notified_of_their_table(hall: Evening) -> None:
    notices = Notice.objects.filter(kind="event_real_table").select_related("user")
    places = {each.user_id: each.entry.number for each in hall.event.members.select_related("entry")}
    tables = {number: each.number for each in hall.tables() for number in each.places}
    assert {each.user_id: each.facts["number"] for each in notices} == {
        person: tables[entry] for person, entry in places.items()
    }
    assert notices[0].url == reverse("event-scores", args=[hall.event.code])


# ---- pages


def test_a_director_enters_scores_on_the_page_of_the_table(hall: Evening) -> None:
    client = browser(hall.organiser)
    address = reverse("console-table", args=[hall.event.code, 1, 1])
    page = client.get(address).content.decode()
    assert "Score sheet" in page
    sent = {"score-1-0": "8", "score-1-1": "3", "score-2-0": "", "score-2-1": ""}
    client.post(f"{address}segna/", sent)
    [rows] = score_sheets.read_score_sheets([hall.tables()[0]]).values()
    assert [row.counts for row in rows] == [(8, 3), None]
    refused = client.post(f"{address}segna/", {"score-1-0": "8"}, follow=True).content.decode()
    assert "whole number for each side" in refused


def test_the_desk_shows_where_the_sides_disagree(hall: Evening) -> None:
    table = hall.tables()[0]
    for side, row in enumerate([[8, 3], [3, 8]]):
        ScoreEntry.objects.create(table=table, side=side, at=hall.now, deals={table.labels[1]: row})
    found = Desk(hall.fresh(), hall.organiser)
    assert [row.disputed for row in found.rows] == [(2,), ()]
    assert [alarm.title for alarm in found.alarms] == ["Table 1: the sides disagree"]
    page = browser(hall.organiser).get(reverse("console", args=[hall.event.code])).content.decode()
    assert "the sides disagree" in page


def test_nobody_is_allowed_to_see_a_hand_that_is_on_a_real_table(hall: Evening) -> None:
    page = browser(hall.organiser).get(reverse("console", args=[hall.event.code])).content.decode()
    assert reverse("console-act", args=[hall.event.code, "show-hands"]) not in page


def test_the_page_of_the_event_says_that_its_tables_are_real(hall: Evening) -> None:
    page = browser().get(hall.event.get_absolute_url()).content.decode()
    assert "In person, with real cards" in page
    assert "played with real cards" in page
    assert "How the cards were shuffled" not in page


def test_the_wizard_makes_an_evening_in_real_tables(organiser: User) -> None:
    client = browser(organiser)
    form = EventForm(organiser)
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent |= {"name": "Serata", "format": "mitchell", "venue": "real", "scores": "match", "clock": ""}
    sent["starts_at"] = form["starts_at"].value().strftime("%Y-%m-%dT%H:%M")
    filled = EventForm(organiser, sent)
    assert filled.is_valid(), filled.errors
    assert summary.of_form(filled).startswith("5 rounds of one match")
    assert client.post(reverse("new-event"), sent).status_code == 302
    event = Event.objects.get(name="Serata")
    assert (event.venue, event.scores, event.check_in_minutes) == ("real", "match", 0)
    assert event.settings["odd"] == "rests"


def test_texts_of_real_tables_name_neither_bots_nor_tables_with_the_same_cards(
    evening: NewEvening, club: list[User]
) -> None:
    made = evening(venue="real", settings={"rounds": 2, "deals": 2})
    page = browser(club[-1]).get(made.event.get_absolute_url(), headers={"Accept-Language": "en"})
    shown = page.content.decode()
    assert "Each table shares 20 points" in shown
    assert "the same cards" not in shown
    assert "with a bot" not in shown


def test_beginning_a_tournament_stands_out_only_near_its_start(evening: NewEvening) -> None:
    later = evening(venue="real")
    page = f"/tornei/{later.event.code}/direzione/"
    for hours, stands_out in ((72, False), (0.5, True)):
        later.event.starts_at = timezone.now() + timedelta(hours=hours)
        later.event.save()
        shown = browser(later.organiser).get(page).content.decode()
        button, *_answers = re.findall(r'<button[^>]*popovertarget="comincia"', shown)
        assert ("primary" in button) == stands_out
        assert "0 entries. It begins when you say so" in re.sub(r"\s+", " ", shown).replace(" .", ".")
        assert "Next: enter people below" in shown
