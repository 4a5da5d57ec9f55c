"""The table of a season by each of its rules, penalties, and who may know of a club's series."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from django.test import Client

from clubs import actions as clubs
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of, joined
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions
from tournaments.formats import season
from tournaments.formats.season import SeasonRules
from tournaments.models import Series
from tournaments.series import season_texts, seasons

POINTS = (10, 6, 3, 1)
ANNA, BRUNO, CARLA = 1, 2, 3

WHOLE = {"credit": "half", "period": "one", "border": "all", "inactive": "stay", "newcomers": "lowest"}
"""The fields of the form of a series without divisions."""


def sums(rules: SeasonRules, *events: dict[int, int], **penalties: int) -> dict[int, tuple[int | None, int]]:
    """Return the place and the points of each person."""
    taken = {{"anna": ANNA, "bruno": BRUNO, "carla": CARLA}[name]: n for name, n in penalties.items()}
    return {line.person: (line.place, line.points) for line in season.season_table(rules, events, taken)}


# ---- the rules, one by one


def test_the_best_events_of_each_count() -> None:
    events = ({ANNA: 1, BRUNO: 2}, {ANNA: 3, BRUNO: 2}, {ANNA: 1, BRUNO: 2})
    assert sums(SeasonRules(POINTS), *events) == {ANNA: (1, 23), BRUNO: (2, 18)}
    assert sums(SeasonRules(POINTS, best=2), *events) == {ANNA: (1, 20), BRUNO: (2, 12)}
    [anna, _bruno] = season.season_table(SeasonRules(POINTS, best=2), events, {})
    assert [term.counts for term in anna.terms] == [True, False, True]


def test_places_beyond_the_points_are_worth_nothing() -> None:
    assert sums(SeasonRules((5,)), {ANNA: 1, BRUNO: 2}) == {ANNA: (1, 5), BRUNO: (2, 0)}


def test_a_missed_event_is_worth_nothing_or_the_place_behind_the_last_or_the_average() -> None:
    events = ({ANNA: 1, BRUNO: 2}, {BRUNO: 1}, {ANNA: 3, BRUNO: 2, CARLA: 1})
    worth = {kind: sums(SeasonRules(POINTS, missed=kind), *events)[ANNA][1] for kind in season.MISSED}
    assert worth == {"nothing": 13, "last": 13 + 6, "average": 13 + 7}  # 13 / 2, halves up


def test_so_many_missed_events_are_made_up_for() -> None:
    events = ({ANNA: 1}, {BRUNO: 1}, {BRUNO: 1}, {BRUNO: 1})
    assert sums(SeasonRules(POINTS, missed="average", excused=2), *events)[ANNA] == (2, 30)
    assert sums(SeasonRules(POINTS, missed="average"), *events)[ANNA] == (1, 40)


def test_who_has_played_too_few_is_not_ranked() -> None:
    events = ({ANNA: 1, BRUNO: 2}, {BRUNO: 1, CARLA: 2})
    assert sums(SeasonRules(POINTS, least=2), *events) == {BRUNO: (1, 16), ANNA: (None, 10), CARLA: (None, 6)}


def test_a_penalty_is_taken_from_the_sum() -> None:
    assert sums(SeasonRules(POINTS), {ANNA: 1, BRUNO: 2}, anna=5) == {BRUNO: (1, 6), ANNA: (2, 5)}
    assert sums(SeasonRules(POINTS), {ANNA: 4}, anna=5) == {ANNA: (1, -4)}


def test_ties_are_shared_or_broken_by_victories_or_by_results() -> None:
    rules = {kind: SeasonRules((10, 6, 5, 4), ties=kind) for kind in season.TIES}
    by_wins = ({ANNA: 1, BRUNO: 2}, {ANNA: 9, BRUNO: 4})
    assert [sums(rules[kind], *by_wins)[BRUNO] for kind in season.TIES] == [(1, 10), (2, 10), (2, 10)]
    by_results = ({ANNA: 3, BRUNO: 2}, {ANNA: 3, BRUNO: 4}, {CARLA: 1})
    assert [sums(rules[kind], *by_results)[ANNA][0] for kind in season.TIES] == [1, 2, 3]


@pytest.mark.parametrize(
    ("credit", "present", "former"),
    [
        ("half", [False, True, True], [True, True, False]),
        ("each", [True, True, True], [True, True, True]),
        ("last", [True, True, True], [False, False, False]),
    ],
)
def test_an_event_counts_for_those_who_have_played_enough_of_it(
    credit: str, present: list[bool], former: list[bool]
) -> None:
    """Of four rounds the substitute has played one, two or three, and the person before them the others."""
    assert [season.has_credit(credit, n, 4, is_present=True) for n in (1, 2, 3)] == present
    assert [season.has_credit(credit, 4 - n, 4, is_present=False) for n in (1, 2, 3)] == former
    assert not season.has_credit("each", 0, 4, is_present=True), "came after the last round"


# ---- the same, computed in another way


def another_way(
    rules: SeasonRules, events: list[dict[int, int]], penalties: dict[int, int]
) -> dict[int, int]:
    """Return everybody's points, by trying every choice of events that may count."""
    found = {}
    for person in {who for places in events for who in places}:
        worth, excused = [], rules.excused if rules.excused is not None else len(events)
        own = [(*rules.points, *[0] * 99)[places[person] - 1] for places in events if person in places]
        for places in events:
            if person in places:
                worth.append((*rules.points, *[0] * 99)[places[person] - 1])
                continue
            last = (*rules.points, *[0] * 99)[max(places.values(), default=0)]
            mean = int(sum(own) / len(own) + 0.5)
            worth.append({"nothing": 0, "last": last, "average": mean}[rules.missed] if excused > 0 else 0)
            excused -= 1
        choices = [each for each in product([0, 1], repeat=len(events)) if sum(each) <= (rules.best or 99)]
        best = max(sum(n for n, counts in zip(worth, each, strict=True) if counts) for each in choices)
        found[person] = best - penalties.get(person, 0)
    return found


def test_random_seasons_have_the_same_sums_in_another_way() -> None:
    random = Random(7)
    for _season in range(150):
        people, events = range(random.randint(2, 7)), []
        for _event in range(random.randint(1, 6)):
            came = [who for who in people if random.random() < 0.7]
            random.shuffle(came)
            events.append({who: place for place, who in enumerate(came, start=1)})
        rules = SeasonRules(
            tuple(sorted((random.randint(0, 12) for _ in range(4)), reverse=True)),
            best=random.choice([None, 1, 2, 3]),
            missed=random.choice(season.MISSED),
            excused=random.choice([None, 1, 2]),
        )
        penalties = {random.choice(people): 3}
        table = season.season_table(rules, events, penalties)
        assert {line.person: line.points for line in table} == another_way(rules, events, penalties)
        order = sorted(-line.points for line in table)
        assert [line.place for line in table] == [1 + order.index(-line.points) for line in table]


# ---- series


def latest(series: Series) -> tuple[seasons.PersonInSeason, ...]:
    return seasons.season_history(series).seasons[-1].divisions[0].lines


@pytest.fixture
def series(organiser: User) -> Series:
    made = actions.create_series(organiser, name="Campionato", points=[10, 6, 3])
    return made


def test_a_person_has_so_many_series(
    organiser: User, series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.actions.series.MOST_SERIES", 2)
    actions.create_series(organiser, name="Coppa")
    with refused("too_many_series"):
        actions.create_series(organiser, name="Trofeo")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""), ("points", []), ("points", [-1]), ("best", 0), ("excused", "2"), ("least", 1001),
        ("missed", "half"), ("ties", "lot"), ("credit", "all"), ("club", "garibaldi"), ("organiser", None),
    ],
)  # fmt: skip
def test_a_value_that_does_not_work_is_named(
    organiser: User, series: Series, field: str, value: object
) -> None:
    with refused("bad_event", field=field):
        actions.change_series(organiser, series, **{field: value})


def test_the_page_explains_every_rule(organiser: User, series: Series) -> None:
    assert {*season_texts.MISSED} == {*season.MISSED} == {*Series.Missed.values}
    assert {*season_texts.TIES} == {*season.TIES} == {*Series.Ties.values}
    assert {*season_texts.CREDITS} == {*season.CREDITS} == {*Series.Credit.values}
    fields = {"best": 5, "missed": "average", "excused": 2, "least": 3, "ties": "wins"}
    actions.change_series(organiser, series, **fields)
    said = season_texts.series_rules(series)
    assert len(said) == 7
    page = Client().get(f"/tornei/serie/{series.code}/").content.decode()
    assert all(each in page for each in said)


def test_points_are_taken_with_a_reason_and_given_back(
    organiser: User, series: Series, club: list[User], begun_evening: NewEvening
) -> None:
    anna, other = club[0], club[5]
    tonight = begun_evening(2, series=series)
    tonight.to_the_end()
    before = {line.user: line.points for line in latest(series)}
    assert sorted(before.values()) == [6, 6, 10, 10]
    with refused("not_organiser"):
        actions.take_points(other, series, anna, 5, "Assente")
    with refused("points_bounds"):
        actions.take_points(organiser, series, anna, 0, "Assente")
    with refused("reason_needed"):
        actions.take_points(organiser, series, anna, 5, " ")
    actions.take_points(organiser, series, anna, 5, "Assente senza avvisare")
    after = {line.user: line.points for line in latest(series)}
    assert after == {**before, anna: before[anna] - 5}
    assert "Assente senza avvisare" in Client().get(f"/tornei/serie/{series.code}/").content.decode()
    with refused("not_organiser"):
        actions.give_back_points(other, series, 1)
    actions.give_back_points(organiser, series, 1)
    with refused("no_penalty"):
        actions.give_back_points(organiser, series, 1)


def test_the_organiser_changes_the_rules_and_takes_points(
    organiser: User, series: Series, club: list[User]
) -> None:
    client, page = client_of(organiser), f"/tornei/serie/{series.code}/"
    form = client.get(f"{page}modifica/").content.decode()
    assert 'value="10, 6, 3"' in form
    sent = {
        "name": "Lega",
        "points": "5, 3",
        "best": "2",
        "missed": "last",
        "ties": "results",
        "club": "",
        **WHOLE,
    }
    assert client.post(f"{page}modifica/", sent)["Location"] == page
    series.refresh_from_db()
    assert (series.name, series.points, series.best, series.missed) == ("Lega", [5, 3], 2, "last")
    assert client.post(f"{page}modifica/", {**sent, "points": "cinque"}).status_code == 422
    assert client_of(club[0]).get(f"{page}modifica/").status_code == 403
    taken = client.post(f"{page}penalita/togli/", {"who": "Anna", "points": "2", "reason": "In ritardo"})
    assert taken["Location"] == f"{page}#penalita"
    assert series.penalties.get().user == club[0]
    client.post(f"{page}penalita/togli/", {"who": "Nessuno", "points": "2", "reason": "In ritardo"})
    assert series.penalties.count() == 1
    client.post(f"{page}penalita/restituisci/", {"number": "1"})
    assert not series.penalties.exists()


def test_a_private_club_s_series_is_known_to_its_members(
    organiser: User, series: Series, club: list[User]
) -> None:
    garibaldi = clubs.create_club(organiser, name="Circolo Garibaldi", private=True)
    with refused("bad_event"):
        actions.change_series(organiser, series, club="x")
    actions.change_series(organiser, series, club=garibaldi)
    joined(club[0], garibaldi)
    page, api = f"/tornei/serie/{series.code}/", f"/api/v1/series/{series.code}/"
    for path in (page, api):
        assert Client().get(path).status_code == 404
        assert client_of(club[1]).get(path).status_code == 404
        assert client_of(club[0]).get(path).status_code == 200
    assert series.code not in Client().get("/api/v1/series/").content.decode()
    assert series.name in client_of(club[0]).get(f"{garibaldi.get_absolute_url()}albo/").content.decode()
    clubs.delete_club(organiser, garibaldi)
    assert not Series.objects.exists()


def test_programs_set_the_rules_and_take_points(organiser: User, series: Series, club: list[User]) -> None:
    client, api = client_of(organiser), f"/api/v1/series/{series.code}/"
    sent = {"missed": "average", "excused": 1, "least": 2, "ties": "wins", "credit": "each"}
    changed = client.patch(api, sent, content_type="application/json").json()
    assert {name: changed[name] for name in sent} == sent
    penalty = {"name": "Anna", "points": 4, "reason": "In ritardo"}
    made = client.post(f"{api}penalties/", penalty, content_type="application/json")
    assert made.status_code == 201
    assert made["Location"] == f"{api}penalties/1/"
    assert Client().get(api).json()["penalties"][0]["points"] == 4
    stranger = client_of(club[0])
    assert stranger.delete(f"{api}penalties/1/").json()["code"] == "not_organiser"
    assert client.delete(f"{api}penalties/1/").status_code == 204
