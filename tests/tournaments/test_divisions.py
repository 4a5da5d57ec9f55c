"""Divisions and seasons of a series: who goes up and down, and what pages and programs show."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone, translation

from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import client_of
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions
from tournaments.formats import divisions, season
from tournaments.formats.divisions import FALLS, STAYS, UP, DivisionEvent, DivisionRules, DivisionSeason
from tournaments.formats.season import SeasonRules
from tournaments.models import Entry, Member, Series
from tournaments.models import Event as StoredEvent
from tournaments.series import season_texts, seasons

RULES = SeasonRules((10, 6, 3, 1))


def over(*events: DivisionEvent, **penalties: int) -> DivisionSeason:
    return DivisionSeason(events, {int(who[1:]): points for who, points in penalties.items()}, True)


def after(ladder: DivisionRules, *its: DivisionSeason) -> dict[int, int]:
    return divisions.replay_divisions(RULES, ladder, its)[1]


def in_order(division: int | None, *people: int) -> DivisionEvent:
    return DivisionEvent(division, {who: place for place, who in enumerate(people, start=1)})


# ---- the rules, one by one

TWO = DivisionRules(2, up=1, down=1)
FIRST = over(in_order(0, 1, 2, 3), in_order(1, 4, 5, 6))


def test_the_first_go_up_and_the_last_go_down() -> None:
    assert after(TWO, FIRST) == {1: 0, 2: 0, 3: 1, 4: 0, 5: 1, 6: 1}
    [tables], _belongs = divisions.replay_divisions(RULES, TWO, [FIRST])
    assert [[(line.person, move) for line, move in table] for table in tables] == [
        [(1, STAYS), (2, STAYS), (3, FALLS)],
        [(4, UP), (5, STAYS), (6, STAYS)],
    ]


def test_a_season_in_play_moves_nobody() -> None:
    in_play = DivisionSeason(FIRST.events, {}, False)
    assert after(TWO, in_play) == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1}


def test_only_events_of_the_division_count_and_those_for_all() -> None:
    for_all = over(in_order(0, 1, 2), in_order(1, 3, 4), in_order(None, 4, 3, 2, 1), in_order(0, 3))
    [[high, low]], _belongs = divisions.replay_divisions(RULES, TWO, [for_all])
    assert [(line.person, line.points) for line, _move in high] == [(1, 11), (2, 9)]
    assert [(line.person, line.points) for line, _move in low] == [(3, 16), (4, 16)]
    assert [term.event for term in low[0].line.terms] == [1, 2]


@pytest.mark.parametrize(
    ("border", "up"), [("all", {3, 4}), ("none", set()), ("latest", {4})]
)  # fmt: skip
def test_who_shares_the_last_place_that_moves(border: str, up: set[int]) -> None:
    level = over(in_order(0, 1, 2), in_order(1, 3, 4), in_order(1, 4, 3))
    belongs = after(DivisionRules(2, up=1, border=border), level)
    assert {who for who, at in belongs.items() if at == 0} == {1, 2} | up


def test_the_worse_of_the_latest_results_goes_down() -> None:
    level = over(in_order(0, 1, 2), in_order(0, 2, 1), in_order(1, 3))
    assert after(DivisionRules(2, down=1, border="latest"), level) == {1: 1, 2: 0, 3: 1}


@pytest.mark.parametrize(
    ("inactive", "expected"), [("stay", {1: 0, 2: 0, 3: 1}), ("down", {1: 0, 2: 1, 3: 1}), ("out", {1: 0})]
)
def test_people_who_do_not_play_stay_go_down_or_begin_anew(inactive: str, expected: dict[int, int]) -> None:
    first, second = over(in_order(0, 1, 2), in_order(1, 3)), over(in_order(None, 1))
    assert after(DivisionRules(2, inactive=inactive), first, second) == expected


def test_a_division_without_events_loses_nobody() -> None:
    second = over(in_order(0, 1, 2))
    assert after(DivisionRules(2, inactive="out"), over(in_order(0, 1, 2), in_order(1, 3)), second)[3] == 1


def test_newcomers_begin_in_the_lowest_division_or_where_they_enter() -> None:
    second = over(in_order(0, 7, 1))
    assert after(DivisionRules(2), FIRST, second)[7] == 1
    assert after(DivisionRules(2, newcomers="chosen"), FIRST, second)[7] == 0
    assert divisions.admits_to_division(DivisionRules(2), 0, None, is_first=True)
    assert not divisions.admits_to_division(DivisionRules(2), 0, None, is_first=False)
    assert divisions.admits_to_division(DivisionRules(2), 1, None, is_first=False)
    assert divisions.admits_to_division(DivisionRules(2, newcomers="chosen"), 0, None, is_first=False)
    assert not divisions.admits_to_division(DivisionRules(2), 0, 1, is_first=True)


# ---- the same, computed in another way


def another_way(ladder: DivisionRules, its: list[DivisionSeason]) -> dict[int, int]:
    """Return the divisions after these seasons, person by person, by counting who is before and behind."""
    where: dict[int, int] = {}
    for number, each in enumerate(its):
        for event in each.events:
            for who in event.places:
                if who not in where:
                    own = [e.division for e in each.events if who in e.places and e.division is not None]
                    free = (number == 0 or ladder.newcomers == "chosen") and own
                    where[who] = own[0] if free else ladder.divisions - 1
        start, points, latest = dict(where), {}, {}
        for who, at in start.items():
            mine = [e.places.get(who) for e in each.events if e.division in (None, at)]
            if any(mine):
                worth = [(*RULES.points, *[0] * 99)[place - 1] if place else 0 for place in mine]
                points[who], latest[who] = sum(worth) - each.penalties.get(who, 0), worth[::-1]
        for who, at in start.items():
            if not any(e.division in (None, at) for e in each.events):
                continue
            if who not in points:
                if ladder.inactive == "out":
                    del where[who]
                elif ladder.inactive == "down":
                    where[who] = min(at + 1, ladder.divisions - 1)
                continue
            mates = [other for other in points if start[other] == at]
            if at > 0 and _is_among(who, mates, points, latest, ladder.up, ladder.border):
                where[who] = at - 1
                continue
            below = {other: -points[other] for other in mates}
            worse = {other: [-n for n in latest[other]] for other in mates}
            left = [
                other
                for other in mates
                if not (at > 0 and _is_among(other, mates, points, latest, ladder.up, ladder.border))
            ]
            if at < ladder.divisions - 1 and _is_among(who, left, below, worse, ladder.down, ladder.border):
                where[who] = at + 1
    return where


def _is_among(
    who: int, mates: list[int], points: dict[int, int], latest: dict[int, list[int]], n: int, border: str
) -> bool:
    """Return whether a person is among the first `n`."""
    before = sum(points[other] > points[who] for other in mates)
    level = [other for other in mates if points[other] == points[who]]
    if not n or before >= n:
        return False
    if before + len(level) <= n or border == "all":
        return True
    return border == "latest" and before + sum(latest[other] > latest[who] for other in level) < n


def test_random_championships_have_the_same_divisions_in_another_way() -> None:
    random = Random(11)
    for _championship in range(300):
        count, its = random.randint(1, 4), []
        for _season in range(random.randint(1, 4)):
            events = []
            for _event in range(random.randint(1, 5)):
                came = [who for who in range(12) if random.random() < 0.4]
                random.shuffle(came)
                events.append(in_order(random.choice([None, *range(count)]), *came))
            its.append(DivisionSeason(tuple(events), {random.randrange(12): 2}, True))
        ladder = DivisionRules(
            count,
            random.randint(0, 3),
            random.randint(0, 3),
            random.choice(divisions.BORDERS),
            random.choice(divisions.INACTIVE),
            random.choice(divisions.NEWCOMERS),
        )
        assert after(ladder, *its) == another_way(ladder, its), (ladder, its)


# ---- series


@pytest.fixture
def series(organiser: User) -> Series:
    made = actions.create_series(
        organiser, name="Campionato", points=[10, 6, 3], divisions=["Serie A", "Serie B"], up=1, down=1,
        period="month",
    )  # fmt: skip
    return made


def held(series: Series, day: date, division: int | None, *people: User) -> StoredEvent:
    """Store an event of single players that was played to the end on a day, with these places."""
    at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    event = StoredEvent.objects.create(
        name=f"Serata del {day:%d.%m.}", game="tressette", rules={"preset": "classico"}, players=4,
        format="arena", settings={}, unit="single", series=series, division=division, registers_at=at,
        starts_at=at, status=StoredEvent.Status.FINISHED, finished_at=at,
    )  # fmt: skip
    for place, person in enumerate(people, start=1):
        entry = Entry.objects.create(event=event, number=place, place=place, score=0)
        Member.objects.create(event=event, entry=entry, place=0, user=person, here=True)
    return event


def a_month_ago(months: int = 1) -> date:
    day = timezone.localdate()
    for _ in range(months):
        day = day.replace(day=1) - timedelta(days=1)
    return day.replace(day=10)


def test_seasons_are_months_or_begin_on_days(series: Series) -> None:
    assert seasons.season_span(series, date(2026, 12, 31)) == (date(2026, 12, 1), date(2027, 1, 1))
    series.period, series.season_starts = "dates", ["2026-09-01", "2027-01-15"]
    assert seasons.season_span(series, date(2026, 8, 31)) == (None, date(2026, 9, 1))
    assert seasons.season_span(series, date(2026, 9, 1)) == (date(2026, 9, 1), date(2027, 1, 15))
    assert seasons.season_span(series, date(2027, 2, 1)) == (date(2027, 1, 15), None)
    series.period = "one"
    assert seasons.season_span(series, date(2027, 2, 1)) == (None, None)


def test_last_month_decides_who_plays_where_and_everybody_can_read_it(
    series: Series, club: list[User], evening: NewEvening, organiser: User
) -> None:
    anna, bruno, carla, dario = club[:4]
    held(series, a_month_ago(), 0, anna, bruno)
    held(series, a_month_ago(), 1, carla, dario)
    past = seasons.season_history(series)
    assert past.belongs == {anna.pk: 0, bruno.pk: 1, carla.pk: 0, dario.pk: 1}
    page = Client().get(f"/tornei/serie/{series.code}/stagioni/").content.decode()
    assert [word in page for word in ("Serie A", "Serie B", "promosso", "Anna")] == [True, True, False, True]
    own = Client().get(f"/tornei/serie/{series.code}/stagioni/?chi=Bruno").content.decode()
    assert "Bruno" in own
    assert "Carla" not in own
    api = Client().get(f"/api/v1/series/{series.code}/seasons/1/").json()
    assert [
        (each["name"], [(line["name"], line["move"]) for line in each["lines"]]) for each in api["divisions"]
    ] == [
        ("Serie A", [("Anna", 0), ("Bruno", 1)]),
        ("Serie B", [("Carla", -1), ("Dario", 0)]),
    ]
    assert Client().get(f"/api/v1/series/{series.code}/seasons/2/").status_code == 404
    # only people of the division enter by themselves, or newcomers the lowest; the director lets others in
    high = evening(series=series, division=0, unit="single", format="arena", settings={}).event
    with refused("other_division"):
        actions.register_entry(bruno, high)
    with refused("other_division"):
        actions.register_entry(club[5], high)
    actions.register_entry(carla, high)
    actions.enter_members(organiser, high, [bruno])
    assert "Serie A" in Client().get(f"/tornei/{high.code}/").content.decode()


def test_people_are_notified_once_when_a_season_is_over(series: Series, club: list[User]) -> None:
    held(series, a_month_ago(), 0, club[0], club[1])
    unfinished = held(series, a_month_ago(), 1, club[2])
    Series.objects.update(season_ends=timezone.localdate().replace(day=1))
    StoredEvent.objects.filter(pk=unfinished.pk).update(status=StoredEvent.Status.RUNNING)
    actions.close_seasons()
    assert not Notice.objects.exists()
    StoredEvent.objects.update(status=StoredEvent.Status.FINISHED)
    for _again in range(2):
        actions.close_seasons()
        moved = Notice.objects.filter(kind="series_division").values_list("user__username", "facts__division")
        assert sorted(moved) == [("Bruno", "Serie B"), ("Carla", "Serie A")]
    series.refresh_from_db()
    assert series.season_ends is not None
    assert series.season_ends > timezone.localdate()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("divisions", ["A", "A"]), ("divisions", [""]), ("divisions", ["x" * 41]), ("divisions", "A"),
        ("up", -1), ("down", None), ("border", "lot"), ("inactive", "gone"), ("newcomers", "all"),
        ("period", "week"), ("season_starts", ["1.9.2026"]), ("season_starts", ["2026-09-01", "2026-09-01"]),
    ],
)  # fmt: skip
def test_a_value_that_does_not_work_is_named(
    organiser: User, series: Series, field: str, value: object
) -> None:
    with refused("bad_event"):
        actions.change_series(organiser, series, **{field: value})


def test_an_event_belongs_to_a_division_that_there_is(
    organiser: User, series: Series, evening: NewEvening
) -> None:
    event = evening(series=series, division=1).event
    with refused("bad_event"):
        actions.change_event(organiser, event, division=2)
    with refused("bad_event", field="divisions") as why:
        actions.change_series(organiser, series, divisions=["Serie A"])
    with translation.override("it"):
        assert str(why.value).startswith("L’ultima divisione ha dei tornei")
    form = client_of(organiser).get(f"/tornei/{event.code}/direzione/modifica/").content.decode()
    assert f'<option value="{series.code}/1" selected>Campionato: Serie B' in form


def test_the_page_explains_every_rule(organiser: User, series: Series) -> None:
    for texts, values, choices in (
        (season_texts.BORDER, divisions.BORDERS, Series.Border),
        (season_texts.INACTIVE, divisions.INACTIVE, Series.Inactive),
        (season_texts.NEWCOMERS, divisions.NEWCOMERS, Series.Newcomers),
    ):
        assert {*texts} == {*values} == {*choices.values}
    page = Client().get(f"/tornei/serie/{series.code}/").content.decode()
    said = season_texts.series_rules(series)
    assert len(said) == 13
    assert all(each in page for each in said)


def test_the_organiser_names_divisions_and_days(organiser: User, series: Series) -> None:
    client, page = client_of(organiser), f"/tornei/serie/{series.code}/"
    assert "Serie A\nSerie B" in client.get(f"{page}modifica/").content.decode()
    sent = {
        "name": "Lega", "points": "5, 3", "missed": "last", "ties": "results", "club": "", "period": "dates",
        "season_starts": "2027-01-15\n2026-09-01", "divisions": "Oro\nArgento\nBronzo", "up": "2", "down": "",
        "border": "latest", "inactive": "out", "newcomers": "chosen", "credit": "half",
    }  # fmt: skip
    assert client.post(f"{page}modifica/", sent)["Location"] == page
    series.refresh_from_db()
    assert series.divisions == ["Oro", "Argento", "Bronzo"]
    assert series.season_starts == ["2026-09-01", "2027-01-15"]
    assert (series.up, series.down, series.border) == (2, 0, "latest")
    assert client.post(f"{page}modifica/", {**sent, "season_starts": "domani"}).status_code == 422


def test_a_season_is_the_same_as_a_table_without_divisions() -> None:
    events = [{1: 1, 2: 2}, {2: 1, 1: 2}, {3: 1}]
    its = over(*(DivisionEvent(None, places) for places in events))
    [[table]], _belongs = divisions.replay_divisions(RULES, DivisionRules(), [its])
    assert [line for line, _move in table] == season.season_table(RULES, events, {})
