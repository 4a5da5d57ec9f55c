"""Leaderboards, profiles and histories: their order, and how many queries they take."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Rating, Standing, Table
from games.people import leaderboards, profiles, results, standings
from ludocards.ratings.skill import MODEL, SETTLED
from ludopoli.accounts import people as ties
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.games.ladder import played, score

pytestmark = pytest.mark.django_db

YEAR = f"{timezone.now():%Y}"


@pytest.fixture
def board(people: list[User]) -> Callable[..., list[User]]:
    """People with ratings, the listed ones with these numbers: `board([1700, 1600], provisional=[1900])`."""

    def make(shown: list[int], provisional: list[int] = []) -> list[User]:  # noqa: B006
        every = [
            User.objects.create_user(f"Livia {number}", password=None)
            for number in range(len(shown) + len(provisional))
        ]
        for user, number in zip(every, [*shown, *provisional], strict=True):
            listed = user in every[: len(shown)]
            row = {"user": user, "game": "tressette", "listed": listed}
            Rating.objects.create(
                **row, mu=25, sigma=3, shown=number, spread=120 if listed else 250, matches=50
            )
            for period in ("all", YEAR):
                sums = {"matches": 50, "rated": 50, "rated_wins": 25, "gain": number - 1500}
                Standing.objects.create(**row, period=period, **sums)
        return every

    return make


Board = Callable[..., list[User]]


def ranks(page: leaderboards.LeaderboardPage) -> list[tuple[int, str, int]]:
    return [(row.rank, row.user.username, row.value) for row in page.rows]


# ---- boards


def test_the_best_come_first_and_ties_share_a_rank(board: Board) -> None:
    board([1600, 1700, 1600, 1550])
    assert ranks(leaderboards.leaderboard_rows("tressette", "all")) == [
        (1, "Livia 1", 1700),
        (2, "Livia 0", 1600),
        (2, "Livia 2", 1600),
        (4, "Livia 3", 1550),
    ]


def test_provisional_players_are_not_on_the_all_time_board(board: Board) -> None:
    *_, newcomer = board([1600], provisional=[1900])
    assert len(leaderboards.leaderboard_rows("tressette", "all").rows) == 1
    mine = leaderboards.own_place(newcomer, "tressette", "all")
    assert mine is not None
    assert mine.rank is None
    assert (mine.value, mine.spread) == (1900, 250)


def test_the_pages_say_how_many_matches_a_provisional_rating_needs(
    people: list[User], client: Client
) -> None:
    half = (MODEL.sigma**-2 + SETTLED**-2) / 2  # of what has to be known
    row = {
        "user": people[0],
        "game": "tressette",
        "shown": 1500,
        "spread": 290,
        "matches": 8,
        "listed": False,
    }
    Rating.objects.create(**row, mu=25, sigma=half**-0.5)
    english = {"Accept-Language": "en"}
    profile = client.get(f"/giocatori/{people[0].username}/", headers=english)
    assert "provisional: about 8 more matches" in profile.content.decode()
    client.force_login(people[0])
    board = client.get("/classifiche/?gioco=tressette&periodo=sempre", headers=english)
    assert "about 8 more rated matches, and you stand here" in board.content.decode()


def test_a_profile_shows_the_readers_record_against_its_person(client: Client, people: list[User]) -> None:
    anna, bruno = people[:2]
    for day, places in enumerate([(1, 2), (2, 1), (1, 2)]):
        score(played(people[:4], places, at=timedelta(days=day)))
    score(played(people[:4], at=timedelta(days=3), sides=(0, 0, 1, 1)))
    profile = f"/giocatori/{bruno.username}/"
    assert "Tu e Bruno" not in client.get(profile).content.decode()
    client.force_login(anna)
    [(name, row)] = client.get(profile).context["against"]
    assert (name, row["wins"], row["draws"], row["losses"]) == ("Tressette", 2, 0, 1)
    assert (row["as_partners"], row["won_as_partners"]) == (1, 1)
    page = client.get(profile).content.decode()
    assert "Tu e Bruno" in page
    assert "1/1" in page
    assert not client.get(f"/giocatori/{anna.username}/").context["against"]
    assert not client.get(f"/giocatori/{people[4].username}/").context["against"]


def test_somebodys_public_matches_can_be_taken_from_their_page(client: Client, people: list[User]) -> None:
    score(played(people[:4]))
    client.force_login(people[0])
    address = "/api/v1/people/Bruno/games/"
    assert f'href="{address}"' in client.get("/giocatori/Bruno/partite/").content.decode()
    assert client.get(address).status_code == 200
    assert "Partite pubbliche" not in client.get("/giocatori/Anna/partite/").content.decode()


def test_somebody_with_an_account_is_found_by_name(client: Client, db: None) -> None:
    User.objects.create_user("Niccolò")
    User.objects.create_user("Mario Rossi", is_guest=True)
    found = client.get("/classifiche/?nome=niccolo")
    assert (found.status_code, found["Location"]) == (302, reverse("profile", args=["Niccolò"]))
    for name, is_told in (("Mario Rossi", True), ("Nessuno", True), ("", False)):
        page = client.get("/classifiche/", {"nome": name}).content.decode()
        assert ("Non c’è nessuno con questo nome" in page) is is_told


def test_people_are_found_by_part_of_their_name_unless_they_do_not_want_to(client: Client, db: None) -> None:
    for name, wants in (("Anna Rizzo", True), ("Rosanna", True), ("Mario Anna", True), ("Annalisa", False)):
        User.objects.create_user(name, preferences={"in_lobby": wants})
    User.objects.create_user("Anna Verdi", is_guest=True)
    named = [each.username for each in client.get("/classifiche/?nome=anna").context["alike"]]
    assert named == ["Anna Rizzo", "Mario Anna"]
    assert not client.get("/classifiche/?nome=an").context["alike"], "two letters are too few"


def test_a_year_ranks_by_gains_and_marks_provisional_players(board: Board) -> None:
    board([1600, 1480])
    Rating.objects.filter(shown=1480).update(listed=False)
    rows = leaderboards.leaderboard_rows("tressette", YEAR).rows
    assert [(row.value, row.shown, row.provisional, row.won) for row in rows] == [
        (100, 1600, False, 50),
        (-20, 1480, True, 50),
    ]


@pytest.mark.parametrize(
    "shown", [[1700, 1650, 1600, 1600, 1600, 1550, 1500], [1500] * 7, list(range(1507, 1500, -1))]
)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_paginated_ranks_are_those_of_a_single_page(board: Board, shown: list[int], size: int) -> None:
    board(shown)
    whole = ranks(leaderboards.leaderboard_rows("tressette", "all"))
    assert len(whole) == 7
    read, after = [], None
    for number in range(7):
        page = leaderboards.leaderboard_rows("tressette", "all", after, size)
        assert page.first == (number == 0)
        read += ranks(page)
        after = page.after
        if after is None:
            break
    assert read == whole


def test_my_row_shows_my_rank_and_the_rows_above(board: Board) -> None:
    people = board([1700, 1600, 1600, 1550])
    mine = leaderboards.own_place(people[3], "tressette", "all")
    assert mine is not None
    assert (mine.rank, mine.missing) == (4, 50)
    assert mine.above in ("Livia 1", "Livia 2")
    first = leaderboards.own_place(people[0], "tressette", "all")
    assert first is not None
    assert (first.rank, first.above) == (1, "")
    assert leaderboards.own_place(people[0], "whist", "all") is None
    assert leaderboards.own_place(AnonymousUser(), "tressette", "all") is None


def test_my_rank_is_shown_with_some_rows_above(board: Board) -> None:
    people = board([1700 - number for number in range(40)])
    after = leaderboards.cursor_around(people[30], "tressette", "all")
    rows = leaderboards.leaderboard_rows("tressette", "all", after).rows
    assert [row.user for row in rows].index(people[30]) == leaderboards.ABOVE
    assert rows[leaderboards.ABOVE].rank == 31
    assert leaderboards.cursor_around(people[2], "tressette", "all") is None
    assert leaderboards.cursor_around(AnonymousUser(), "tressette", "all") is None


def test_a_month_requires_enough_rated_matches(people: list[User]) -> None:
    for number in range(standings.least_matches("2026-03")):
        assert leaderboards.leaderboard_rows("tressette", "2026-03").rows == []
        mine = leaderboards.own_place(people[0], "tressette", "2026-03")
        assert (mine.matches_missing if mine else None) == (10 - number if number else None)
        score(played(people[:4], at=timedelta(hours=30 * number)))
    winners = [row.user for row in leaderboards.leaderboard_rows("tressette", "2026-03").rows[:2]]
    assert winners == [people[0], people[2]]
    assert leaderboards.leaderboard_rows("tressette", "2026").rows == []


def test_casual_matches_do_not_count_towards_it(people: list[User]) -> None:
    for number in range(12):
        score(played(people[:4], at=timedelta(hours=number), rated=False))
    assert leaderboards.leaderboard_rows("tressette", "2026-03").rows == []
    assert leaderboards.own_place(people[0], "tressette", "2026-03") is None
    assert Standing.objects.get(user=people[0], period="2026-03").matches == 12


def test_months_follow_the_time_zone_of_the_site() -> None:
    assert standings.periods_of(datetime(2026, 12, 31, 23, 30, tzinfo=UTC)) == ("all", "2027", "2027-01")
    assert standings.periods_of(datetime(2026, 6, 30, 21, 59, tzinfo=UTC)) == ("all", "2026", "2026-06")


@pytest.mark.parametrize(
    ("text", "period"),
    [("sempre", "all"), ("anno", "2026"), ("mese", "2026-11"), ("2025", "2025"), ("2025-02", "2025-02")]
    + [(wrong, None) for wrong in ("", "all", "2025-13", "1999", "2025-1", "2025-02x", "٢٠٢٥")],
)
def test_the_periods_in_urls(text: str, period: str | None) -> None:
    assert leaderboards.period_of(text, date(2026, 11, 21)) == period


def test_neighbouring_periods() -> None:
    today = date(2026, 11, 21)
    assert leaderboards.neighbouring_periods("2026-11", today) == ("2026-10", None)
    assert leaderboards.neighbouring_periods("2025-12", today) == ("2025-11", "2026-01")
    assert leaderboards.neighbouring_periods("2026-01", today) == ("2025-12", "2026-02")
    assert leaderboards.neighbouring_periods("2025", today) == ("2024", "2026")
    assert leaderboards.neighbouring_periods("2026", today) == ("2025", None)


# ---- among friends


def befriend(me: User, *others: User) -> None:
    for other in others:
        ties.befriend(me, other)
        ties.befriend(other, me)


def test_the_board_among_friends_has_my_friends_and_me(board: Board) -> None:
    every = board([1700, 1600, 1500], provisional=[1900, 1400])
    befriend(every[1], every[2], every[3])
    ties.follow(every[1], every[0])
    among = leaderboards.friends_circle(every[1])
    for period in ("all", YEAR):
        page = leaderboards.leaderboard_rows("tressette", period, among=among)
        assert [(row.rank, row.user) for row in page.rows] == [(1, every[3]), (2, every[1]), (3, every[2])]
        mine = leaderboards.own_place(every[1], "tressette", period, among)
        assert mine is not None
        assert (mine.rank, mine.missing, mine.above) == (2, 300, every[3].username)
    assert [
        row.provisional for row in leaderboards.leaderboard_rows("tressette", "all", among=among).rows
    ] == [
        True,
        False,
        False,
    ]


def test_blocked_people_leave_the_board_among_friends(board: Board) -> None:
    anna, bruno = board([1700, 1600])
    befriend(anna, bruno)
    ties.block(bruno, anna)
    assert leaderboards.friends_circle(anna) == [anna.pk]


def test_a_casual_match_adds_nobody_to_the_board_among_friends(people: list[User]) -> None:
    score(played(people[:4], at=timedelta(hours=1), rated=False))
    among = leaderboards.friends_circle(people[0])
    assert leaderboards.leaderboard_rows("tressette", "2026-03", among=among).rows == []


def test_paginated_ranks_among_friends_are_those_of_a_single_page(board: Board) -> None:
    every = board([1700, 1650, 1600, 1600, 1600, 1550])
    befriend(every[0], *every[1:5])
    among = leaderboards.friends_circle(every[0])
    whole = ranks(leaderboards.leaderboard_rows("tressette", "all", among=among))
    assert len(whole) == 5
    first = leaderboards.leaderboard_rows("tressette", "all", None, 3, among)
    rest = leaderboards.leaderboard_rows("tressette", "all", first.after, 3, among)
    assert ranks(first) + ranks(rest) == whole


def test_without_friends_the_page_shows_only_me(client: Client, board: Board) -> None:
    [me] = board([1612])
    client.force_login(me)
    page = client.get("/classifiche/?gioco=tressette&amici=1")
    assert page.context["friendless"]
    assert [row.user for row in page.context["page"].rows] == [me]
    assert 'href="/amici/"' in page.content.decode()


def test_the_filter_by_friends_survives_a_change_of_period(client: Client, board: Board) -> None:
    me, friend = board([1612, 1500])
    befriend(me, friend)
    client.force_login(me)
    page = client.get("/classifiche/?gioco=tressette&amici=1")
    assert not page.context["friendless"]
    links = [*page.context["periods"], *chain.from_iterable(page.context["games"])]
    assert all("amici=1" in choice.href for choice in links)
    assert [choice.current for choice in page.context["whose"]] == [False, True]
    assert "amici" not in page.context["whose"][0].href


@pytest.mark.parametrize("guest", [True, False])
def test_without_an_account_there_is_no_filter_by_friends(client: Client, board: Board, guest: bool) -> None:
    board([1612])
    if guest:
        client.force_login(User.objects.create(username="Ospite 7", is_guest=True))
    page = client.get("/classifiche/?gioco=tressette&amici=1")
    assert page.status_code == 200
    assert page.context["whose"] is None
    assert not page.context["among_some"]
    assert "sticky-me" not in page.content.decode()


def test_a_reader_without_rated_matches_is_informed(client: Client, people: list[User], board: Board) -> None:
    board([1612])
    client.force_login(people[0])
    assert "Non hai ancora partite" in client.get("/classifiche/?gioco=tressette").content.decode()


# ---- pages


def test_a_reader_is_led_to_their_own_place(client: Client, board: Board) -> None:
    client.force_login(board([1700, 1690, 1680])[1])
    page = client.get("/classifiche/?gioco=tressette").content.decode()
    assert re.search(r'<a class="btn" href="[^"]*\bio=1"', page)


@pytest.mark.parametrize("address", ["", "?periodo=anno", "?io=1", "?dopo=1699.1", "?periodo=anno&io=1"])
def test_a_leaderboard_costs_the_same_at_any_size(
    client: Client, board: Board, django_assert_max_num_queries: Any, address: str
) -> None:
    people = board([1700, 1690, 1680])
    client.force_login(people[1])
    costs = []
    for more in (0, 60):
        for number in range(more):
            _one_more(number)
        with django_assert_max_num_queries(17) as counted:
            assert client.get(f"/classifiche/{address}").status_code == 200
        costs.append(len(counted))
    assert len(leaderboards.leaderboard_rows("tressette", "all").rows) == leaderboards.ROWS
    below = 2 if address == "?io=1" or "io=1" in address else 0  # a page further down needs ranks
    assert costs[0] <= costs[1] <= costs[0] + below


def _one_more(number: int) -> None:
    user = User.objects.create_user(f"Molti {number}", password=None)
    row = {"user": user, "game": "tressette", "listed": True}
    Rating.objects.create(**row, mu=25, sigma=3, shown=1699 - number % 9 + 20, spread=120, matches=50)
    for period in ("all", YEAR):
        Standing.objects.create(**row, period=period, matches=50, rated=50, gain=200)


@pytest.mark.parametrize("address", ["", "partite/"])
def test_a_profile_and_a_history_cost_the_same_at_any_size(
    client: Client, people: list[User], django_assert_max_num_queries: Any, address: str
) -> None:
    client.force_login(people[4])
    costs = []
    for more in (2, 40):
        for number in range(more):
            others = people[1:4] if number % 2 else [people[2], people[4], people[3]]
            score(played([people[0], *others], at=timedelta(hours=more * 50 + number)))
        with django_assert_max_num_queries(COSTS[address]) as counted:
            assert client.get(f"/giocatori/Anna/{address}").status_code == 200
        costs.append(len(counted))
    assert costs[0] == costs[1]


COSTS = {"": 21, "partite/": 8}
"""The queries of each page, with those for the session, the reader and the page header."""


def test_a_leaderboard_is_public(client: Client, board: Board) -> None:
    board([1612])
    page = client.get("/classifiche/?gioco=tressette").content.decode()
    assert "1612" in page
    assert "<table" not in page, "one alone stands on the podium"
    assert "/giocatori/Livia%200/" in page
    assert "sticky-me" not in page


def test_the_first_three_stand_on_the_podium_and_the_others_below(client: Client, board: Board) -> None:
    first = board([1700, 1650, 1650, 1600])[0]
    page = client.get("/classifiche/?gioco=tressette").content.decode()
    podium, below = page.split("<tbody>")
    assert re.findall(r'data-rank="(\d)"', podium) == ["1", "2", "2"]
    assert re.findall(r'href="/giocatori/Livia%20(\d)/"', podium) == ["0", "1", "2"]
    assert re.findall(r'href="/giocatori/Livia%20(\d)/"', below) == ["3"]
    further = client.get(f"/classifiche/?gioco=tressette&dopo=1700.{first.pk}").content.decode()
    assert "podium" not in further


@pytest.mark.parametrize(
    "address", ["/classifiche/?dopo=x", "/classifiche/?dopo=1e9.2", "/giocatori/Anna/partite/?prima=1.2",
                "/giocatori/Anna/partite/?prima=99999999999999999999.00000000000000000000000000000000"],
)  # fmt: skip
def test_an_impossible_page_is_a_bad_request(client: Client, people: list[User], address: str) -> None:
    assert client.get(address).status_code == 400


def test_an_unknown_game_or_period_falls_back_to_the_default(client: Client) -> None:
    page = client.get("/classifiche/?gioco=bridge&periodo=domani")
    assert page.status_code == 200
    assert (page.context["game"], page.context["by_rating"]) == ("tressette", True)


def test_an_unknown_person_has_no_profile(client: Client, people: list[User]) -> None:
    assert client.get("/giocatori/Nessuno/").status_code == 404
    User.objects.filter(username="Anna").update(is_active=False)
    assert client.get("/giocatori/Anna/").status_code == 404


def test_the_profile_of_a_person_without_matches(client: Client, people: list[User]) -> None:
    page = client.get("/giocatori/Anna/")
    assert page.status_code == 200
    assert page.context["charts"] == []


def test_a_deleted_account_leaves_the_leaderboard_and_the_others_move_up(people: list[User]) -> None:
    for number in range(40):
        score(played(people[:4], (1, 2) if number % 4 else (2, 1), at=timedelta(days=4 * number)))
    boards = [standings.ALL, "2026"]
    ranks = {
        period: [row.user for row in leaderboards.leaderboard_rows("tressette", period).rows]
        for period in boards
    }
    privacy.delete_person(people[0])
    score(played(people[:4], at=timedelta(days=161)))
    for again in (False, True):
        if again:
            results.rerate_all_matches("tressette")
        for period in boards:
            page = leaderboards.leaderboard_rows("tressette", period)
            assert people[0] in ranks[period]
            assert people[0] not in [row.user for row in page.rows]
            assert len(page.rows) == 3
            assert page.rows[0].rank == 1


def test_a_profile_summarises_the_matches(client: Client, people: list[User]) -> None:
    for number, places in enumerate([(1, 2), (1, 2), (2, 1)]):
        score(played(people[:4], places, at=timedelta(days=number)))
    context = client.get("/giocatori/Anna/").context
    [partner] = context["partners"]
    assert (partner.person, partner.matches, partner.wins) == (people[2], 3, 2)
    [preset] = context["presets"]
    assert [sum(line.matches for line in context[split]) for split in ("presets", "seats")] == [3, 3]
    assert (preset.name, preset.matches, preset.per_deal) == ("Classico", 3, round(40 / 3 / 5, 1))
    assert [(line.name[-1], line.matches) for line in context["seats"]] == [("1", 3)]
    assert (context["standing"].longest, context["standing"].streak) == (2, 0)
    assert [times for _, times in context["tallies"]] == [3]
    assert [chart.matches for chart in context["charts"]] == [3, 3]
    assert client.get("/giocatori/Anna/?periodo=2025").context["standing"] is None
    assert [line.matches for line in client.get("/giocatori/Anna/?periodo=2026-03").context["partners"]] == [
        3
    ]
    assert client.get("/giocatori/Anna/?periodo=2026-04").context["partners"] == []


def test_a_paginated_history_has_every_match_once(people: list[User]) -> None:
    for number in range(7):  # three at the same time
        score(played(people[:4], at=timedelta(hours=min(number, 4))))
    whole = [each.result.match_id for each in profiles.match_history(people[0], people[0]).matches]
    assert len(whole) == 7
    read, before = [], None
    while True:
        page = profiles.match_history(people[0], people[0], before=before, size=2)
        read += [each.result.match_id for each in page.matches]
        if not page.before:
            break
        before = profiles.history_cursor(page.before)
        assert before is not None
    assert read == whole


def test_a_private_match_is_linked_only_for_its_players(people: list[User]) -> None:
    row, per_seat = played(people[:4])
    score((row, per_seat))
    Table.objects.filter(pk=row.table_id).update(private=True)
    shown = {
        reader: profiles.match_history(people[0], reader).matches[0].link
        for reader in (people[0], people[3], people[4], AnonymousUser())
    }
    assert shown == {people[0]: True, people[3]: True, people[4]: False, AnonymousUser(): False}


def test_a_history_names_partners_and_opponents(people: list[User]) -> None:
    score(played([people[0], None, people[2], None], rated=False))
    [match] = profiles.match_history(people[0], people[0]).matches
    assert match.partner == "Carla"
    assert match.scores == "21–10"
    assert len(match.others.split(", ")) == 2


# ---- empty states


def test_an_empty_profile_suggests_what_to_do(people: list[User], client: Client) -> None:
    to_play = 'href="/#gioca"'
    assert to_play not in client.get("/giocatori/Anna/").text
    client.force_login(people[0])
    assert to_play in client.get("/giocatori/Anna/").text
    assert to_play not in client.get("/giocatori/Bruno/").text


def test_no_rated_match_is_not_a_gain_of_zero(people: list[User], client: Client) -> None:
    score(played(people[:4], rated=False))
    assert "di valutazione, in" not in client.get("/giocatori/Anna/", headers={"accept-language": "it"}).text
    score(played(people[:4], at=timedelta(minutes=1)))
    assert "di valutazione, in" in client.get("/giocatori/Anna/", headers={"accept-language": "it"}).text
