"""Teams: matches of several rooms with the same deals, their scores, line-ups and substitutes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from clubs import actions as clubs
from clubs.models import Club
from games.models import Table
from games.play import live
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests import league as recomputed
from tests.clubs.conftest import client_of, joined
from tests.page_walk import PageWalk
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, chronicle, selectors, simulation
from tournaments.formats import catalog
from tournaments.formats.format import EventSides
from tournaments.formats.scoring import TableScores
from tournaments.formats.teams import join_rooms, rooms_of_teams, turn_places
from tournaments.formats.victory import victory_points
from tournaments.models import Entry, Event

PAIRS, THREE = EventSides("team", (0, 1, 0, 1)), EventSides("team", (0, 1, 2))


def test_in_every_room_a_team_sits_on_another_side() -> None:
    assert rooms_of_teams((7, 3)) == ((7, 3), (3, 7))
    assert rooms_of_teams((1, 2, 3)) == ((1, 2, 3), (2, 3, 1), (3, 1, 2))


def test_a_line_up_fills_one_room_after_the_other() -> None:
    first, second = (catalog.HistoryTable(places) for places in rooms_of_teams((7, 3)))
    assert catalog.seats_of_table(PAIRS, first, 0) == ((7, 0), (3, 0), (7, 1), (3, 1))
    assert catalog.seats_of_table(PAIRS, second, 1) == ((3, 2), (7, 2), (3, 3), (7, 3))
    sitting = [
        catalog.seats_of_table(THREE, catalog.HistoryTable(each), n)
        for n, each in enumerate(rooms_of_teams((1, 2, 3)))
    ]
    assert sitting == [((1, 0), (2, 0), (3, 0)), ((2, 1), (3, 1), (1, 1)), ((3, 2), (1, 2), (2, 2))]
    for team in (1, 2, 3):
        at = [seat for seats in sitting for seat, (who, _member) in enumerate(seats) if who == team]
        assert sorted(at) == [0, 1, 2], "a team has each seat of a deal once"


def test_the_rooms_are_scored_as_one_table() -> None:
    made = join_rooms(
        [TableScores((0, 1), {"1": (8, 3), "2": (5, 6)}), TableScores((0, 1), {"1": (7, 4), "2": (9, 2)})]
    )
    assert made.boards == {"1": (8 + 4, 3 + 7), "2": (5 + 2, 6 + 9)}
    [points] = catalog.score_tables({"scoring": "victory", "swing": 3}, [made])
    net = (12 - 10) + (7 - 15)
    assert points == tuple(round(100 * each) for each in victory_points(net, 2, 3))
    assert turn_places(points, 1) == (points[1], points[0])


def test_three_teams_of_players_alone() -> None:
    scores = [(10, 20, 30), (1, 2, 3), (100, 200, 300)]
    made = join_rooms([TableScores((0, 1, 2), {"1": each}) for each in scores])
    assert made.boards == {"1": (10 + 3 + 200, 20 + 1 + 300, 30 + 2 + 100)}
    [points] = catalog.score_tables({"scoring": "match"}, [made])
    assert points == (200, 400, 0)


def test_deals_count_that_all_rooms_have_played_and_nobody_has_annulled() -> None:
    first = TableScores((0, 1), {"1": (8, 3), "2": (5, 6), "3": (4, 7)})
    second = TableScores((0, 1), {"1": (7, 4), "3": None})
    assert join_rooms([first, second]).played == {"1": (12, 10)}


def test_rulings_of_any_room_are_those_of_the_match() -> None:
    first = TableScores((0, 1), {}, penalties=(100, 0))
    second = TableScores((0, 1), {}, adjusted=(1200, 800), penalties=(0, 50))
    made = join_rooms([first, second])
    assert made.adjusted == (800, 1200)
    assert made.penalties == (150, 0)
    assert catalog.score_tables({"scoring": "match"}, [made]) == [(650, 1200)]


@pytest.mark.parametrize(
    ("format", "sides", "expected"),
    [
        ("robin", (0, 1, 0, 1), ("pair", "team")), ("knockout", (0, 1, 0, 1), ("pair", "team")),
        ("tables", (0, 1, 2), ("single", "team")), ("arena", (0, 1, 0, 1), ("single", "pair")),
        ("mitchell", (0, 1, 0, 1), ("pair", "team")),
    ],
)  # fmt: skip
def test_formats_that_teams_can_play(format: str, sides: tuple[int, ...], expected: tuple[str, ...]) -> None:
    assert catalog.FORMATS[format].units(sides) == expected


@pytest.mark.parametrize("sent", [{"scoring": "matchpoints"}, {"duplicate": False}, {"odd": "sizes"}])
def test_options_that_do_not_go_with_teams(sent: dict[str, object]) -> None:
    with pytest.raises(catalog.BadSetting):
        catalog.FORMATS["tables"].asked(sent, (), "team")


# ---- events


def exported(event: Event) -> dict[str, Any]:
    """Return the results of an event as programs get them."""
    client, base = Client(), f"/api/v1/tournaments/{event.code}/"
    numbers = range(1, event.rounds.count() + 1)
    return {
        "event": client.get(base).json(),
        "rounds": [client.get(f"{base}rounds/{number}/").json() for number in numbers],
        "standings": client.get(f"{base}standings/").json()["results"],
    }


def league(teams: int, deals: int) -> Event:
    """Play a league of teams of bots, all against all."""
    event = simulation.make_event(
        "lega", format="robin", unit="team", entries=teams, settings={"deals": deals, "swing": 4}
    )
    return simulation.finish_event(event)


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_an_independent_script_finds_the_same_table_of_a_league() -> None:
    answers = exported(league(4, 1))
    assert len(recomputed.check(answers)) == 4
    answers["rounds"][1]["tables"][0]["points"][0] += 1
    with pytest.raises(AssertionError):
        recomputed.check(answers)


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.django_db
def test_three_teams_of_tarocchi_take_each_seat_of_a_deal() -> None:
    event = simulation.make_event(
        "tre", game="tarocchi", players=3, format="tables", unit="team", entries=3,
        settings={"rounds": 1, "deals": 3},
    )  # fmt: skip
    tables = selectors.event_sheet(simulation.finish_event(event, moves=1)).tables(1)
    assert [each.places for each in tables] == [list(each) for each in rooms_of_teams(tables[0].places)]
    assert len({tuple(each.labels) for each in tables}) == 1
    assert len({tuple(sorted(map(tuple, each.seated))) for each in tables}) == 3, "nine different members"


# ---- people


@pytest.fixture
def night(evening: NewEvening) -> Evening:
    return evening(format="robin", unit="team", settings={"deals": 1})


def registered(night: Evening, captain: User, *others: User, name: str = "Onda") -> Entry:
    made = actions.register_entry(captain, night.event, team=others, name=name, now=night.now)
    return made


def accepted(night: Evening, *people: User) -> None:
    for each in people:
        actions.accept_partner(each, night.event, now=night.now)


def sitting(night: Evening, team: str) -> list[set[str]]:
    """Return the names of a team at the tables of the latest round."""
    names = {*User.objects.filter(entered__entry__name=team).values_list("username", flat=True)}
    seats = [each.table.seats.select_related("user") for each in night.tables() if each.table]
    return [{seat.user.username for seat in each if seat.user} & names for each in seats]


def test_a_captain_enters_a_team_and_the_others_accept(night: Evening, club: list[User]) -> None:
    anna, bruno, carla, dario, elena = club[:5]
    with refused("bad_name"):
        actions.register_entry(anna, night.event, name="", now=night.now)
    with refused("yourself"):
        actions.register_entry(anna, night.event, team=[anna], name="Onda")
    entry = registered(night, anna, bruno, carla, dario)
    assert {each.user for each in Notice.objects.filter(kind="event_partner")} == {bruno, carla, dario}
    accepted(night, bruno, carla)
    actions.decline_partner(dario, night.event)
    [notice] = Notice.objects.filter(kind="event_declined")
    assert (notice.user, notice.actor) == (anna, dario)
    assert "La tua squadra va avanti" in notice.text
    with refused("not_captain"):
        actions.ask_member(bruno, entry, elena)
    actions.ask_member(anna, entry, elena)
    with refused("already_entered"):
        actions.ask_member(anna, entry, elena)
    accepted(night, elena)
    names = [each.user and each.user.username for each in Entry.objects.get(pk=entry.pk).in_order]
    assert names == ["Anna", "Bruno", "Carla", "Elena"]


def test_the_line_up_says_who_plays_and_substitutes_step_in(night: Evening, club: list[User]) -> None:
    one = registered(night, *club[:5])
    accepted(night, *club[1:5])
    night.enter(club[6:10])
    night.at(hours=2, minutes=50)
    here = [club[0], club[2], club[3], club[4], *club[6:10]]
    for each in here:
        actions.check_in(each, night.event, now=night.now)
    with refused("bad_lineup"):
        actions.hand_in_line_up(club[0], one, [0, 0])
    with refused("not_captain"):
        actions.hand_in_line_up(club[1], one, [0])
    night.until(night.event.starts_at)
    assert sitting(night, "Onda") == [{"Anna", "Carla"}, {"Dario", "Elena"}], "Bruno is absent"
    actions.hand_in_line_up(club[0], one, [4, 3, 2, 0])
    lined_up = [{"Elena", "Dario"}, {"Carla", "Anna"}]
    assert sitting(night, "Onda") == lined_up, "the round has not begun"
    night.begin_round()
    actions.hand_in_line_up(club[0], one, [0, 2, 3, 4])
    assert sitting(night, "Onda") == lined_up, "it holds from the next round on"
    actions.withdraw_from_event(club[2], night.event, now=night.now)
    assert Entry.objects.get(pk=one.pk).plays, "the team plays on"
    assert night.to_the_end().status == Event.Status.FINISHED
    lines = selectors.standings_of_event(night.event)
    assert sum(line.score for line in lines) == 2000


def test_results_of_both_rooms_are_open_when_the_round_is_over(night: Evening, club: list[User]) -> None:
    night.enter(club[:4], club[4:8])
    night.start()
    first, second = night.tables()
    night.play(first)
    base = f"/api/v1/tournaments/{night.event.code}/rounds/1/"
    [one, other] = client_of(club[0]).get(base).json()["tables"]
    assert (one["status"], one["deals"], one["points"], other["deals"]) == ("over", {}, None, {})
    night.play(second)
    [one, other] = client_of(club[0]).get(base).json()["tables"]
    assert one["points"] == other["points"][::-1]
    assert one["deals"].keys() == other["deals"].keys() == {*one["labels"]}
    page = client_of(club[0]).get(f"/tornei/{night.event.code}/turni/1/1/").content.decode()
    assert "Onda" in page or "Anna" in page
    standings = client_of(club[0]).get(f"/tornei/{night.event.code}/").content.decode()
    assert re.search(r'<th scope="col">\s*Squadra\s*</th>', standings)


def test_a_page_shows_a_match_with_its_rooms_and_deals(night: Evening, club: list[User]) -> None:
    night.enter(club[:4], club[4:8])
    night.start()
    first, second = night.tables()
    page = f"/tornei/{night.event.code}/turni/1/1/incontro/"
    before = client_of(club[0]).get(page).content.decode()
    assert all(each.username in before for each in club[:8])
    night.play(first)
    meanwhile = client_of(club[0]).get(page)
    assert not meanwhile.context["deals"]
    assert "/partita/" not in meanwhile.content.decode()
    night.play(second)
    match = client_of(club[0]).get(page)
    other = client_of(club[0]).get(page.replace("/1/incontro", "/2/incontro"))
    assert other.context["deals"] == match.context["deals"]
    [deal] = match.context["deals"]
    replays = [f"/partita/{each.table.match_id}/#s1" for each in night.tables() if each.table]
    assert all(each in match.content.decode() for each in replays)
    scores = [each.deals["1-1"] for each in night.tables()]
    one, other = scores[0][0] + scores[1][1], scores[0][1] + scores[1][0]
    assert (deal.totals, match.context["teams"][0].total) == ((f"{one}", f"{other}"), f"{one}")
    assert [each.points for each in match.context["teams"]] == ["10", "10"]
    assert " contro ".join(each.name for each in match.context["teams"]) in match.content.decode()
    assert "Squadra" in client_of(club[0]).get(f"/tornei/{night.event.code}/").content.decode()


def test_a_match_of_teams_is_not_rated(night: Evening, club: list[User]) -> None:
    night.enter(club[:4], club[4:8])
    night.start()
    matches = [each.table.match for each in night.tables() if each.table is not None]
    assert [each.rated for each in matches if each is not None] == [False, False]


def test_programs_and_pages_do_the_same(night: Evening, club: list[User]) -> None:
    anna, base = client_of(club[0]), f"/api/v1/tournaments/{night.event.code}/"
    sent = {"name": "Onda", "team": ["Bruno", "Carla"]}
    made = anna.post(f"{base}entries/", sent, content_type="application/json")
    assert made.status_code == 201
    assert [each["accepted"] for each in made.json()["members"]] == [True, False, False]
    asked = anna.post(f"{base}entries/1/members/", {"name": "Dario"}, content_type="application/json")
    assert len(asked.json()["members"]) == 4
    for each in club[1:4]:
        assert client_of(each).post(f"/tornei/{night.event.code}/accetta/").status_code == 302
    lined = anna.put(f"{base}entries/1/line-up/", {"positions": [3, 1]}, content_type="application/json")
    assert lined.json()["lineup"] == [3, 1]
    page = f"/tornei/{night.event.code}/"
    assert 'name="at-3"' in anna.get(page).content.decode()
    assert 'name="at-3"' not in client_of(club[1]).get(page).content.decode()
    anna.post(f"{page}formazione/", {"at-0": "1", "at-1": "2", "at-2": "3", "at-3": "4"})
    assert Entry.objects.get().lineup == [0, 1, 2, 3]
    gina = client_of(club[6])
    assert 'name="team"' in gina.get(page).content.decode()
    gina.post(f"{page}iscriviti/", {"name": "Vela", "team": "Ivo\nLia"})
    assert Entry.objects.get(number=2).members.count() == 3
    gina.post(f"{page}squadra/", {"partner": "Mario"})
    assert Entry.objects.get(number=2).members.count() == 4
    gina.post(f"{page}squadra/", {"partner": "Nessuno"})
    assert Entry.objects.get(number=2).members.count() == 4
    director = client_of(night.organiser)
    members = {"team": "Terza", "members": "Rosa\nPina\nTina\nLina", "members-named": "1"}
    director.post(f"{page}direzione/fai/iscrivi/", members)
    assert Entry.objects.get(number=3).members.filter(user__is_named=True).count() == 4


def test_a_team_enters_sets_its_line_up_and_sits_down_by_what_the_page_offers(
    night: Evening, club: list[User]
) -> None:
    page = f"/tornei/{night.event.code}/"
    captain, mate = (PageWalk(client_of(each), page) for each in club[:2])
    captain.send("/iscriviti/", name="Onda", team="Bruno")
    mate.reload()
    mate.send("/accetta/")
    captain.visit(page)
    captain.send("/formazione/", **{"at-0": "3"})
    assert Entry.objects.get(name="Onda").lineup == [1, 0], "the first has become the last"
    night.enter(club[4:8])
    night.start()
    for each in (captain, mate):
        each.visit(page)
        each.follow(f"{page}tavolo/")
    assert captain.address == mate.address, "the two sit in the first room"
    assert captain.address.startswith("/tavolo/")
    night.to_the_end()
    captain.visit(page)
    assert "Onda" in captain.text.partition('class="table standings')[2].partition("</table>")[0]


def test_the_winner_of_a_match_goes_on_in_a_knockout(evening: NewEvening) -> None:
    night = evening(format="knockout", unit="team", settings={"deals": 1})
    night.enter(["circolo"] * 4, ["circolo~100"] * 4)
    night.start()
    night.to_the_end()
    sheet = selectors.event_sheet(night.event)
    first = next(each for each in sheet.tables(1) if not each.room)
    points = dict(zip(first.places, sheet.points(first) or (), strict=True))
    [winner, loser] = [line.entrant for line in sheet.lines]
    assert points[winner] >= points[loser]
    assert sum(points.values()) == 200
    assert [line.place for line in sheet.lines] == [1, 2]


def tied(evening: NewEvening, club: list[User], **settings: object) -> Evening:
    """A knockout of two teams after its first deal: everybody plays the first legal card, so it is tied.

    Nobody has been at the first table for long when the second ends.
    """
    night = evening(format="knockout", unit="team", settings={"deals": 1, **settings}).with_known_cards()
    night.enter(club[:4], club[4:8])
    night.start()
    first, second = night.tables()
    night.play(first)
    Table.objects.filter(tournament=first).update(status=Table.Status.CLOSED)
    night.play(second)
    return night


def test_a_tied_match_plays_further_deals_in_both_rooms(evening: NewEvening, club: list[User]) -> None:
    night = tied(evening, club, extra=2)
    moves = {*night.event.members.values_list("own_moves", flat=True)}
    first, second = night.tables()
    assert first.labels == second.labels == ["1-1", "1-2", "1-3"]
    assert {first.status, second.status} == {"playing"}
    assert night.round.boards is not None
    assert night.round.boards.opened_at is None
    night.play(first)
    assert second.table is not None
    assert second.table.match_id is not None
    night.play_out(live.load_match(second.table.match_id).row, pick=-1)
    assert night.at(seconds=1).is_over
    further = [each.table.match_id for each in night.tables() if each.table]
    for path in ("turni/1/1/incontro/", "smazzate/1-3/"):
        page = client_of(club[0]).get(f"/tornei/{night.event.code}/{path}").content.decode()
        assert all(f"/partita/{each}/#s2" in page for each in further), "the second deal of the latest match"
    sheet = selectors.event_sheet(night.event)
    [points] = {
        tuple(each or 0 for each in sheet.points(room) or ())[:: (-1) ** room.room]
        for room in sheet.tables(1)
    }
    winner = max(zip(points, sheet.tables(1)[0].places, strict=True))[1]
    assert sorted(points) == [0, 200]
    assert sheet.lines[0].entrant == winner
    assert {each // 3 for each in night.event.members.values_list("own_moves", flat=True)} == moves


def test_the_better_seed_goes_on_if_the_event_says_so(evening: NewEvening, club: list[User]) -> None:
    night = tied(evening, club, tied="seed")
    assert night.event.is_over
    assert [line.entrant for line in selectors.event_sheet(night.event).lines] == [
        each.id for each in chronicle.read_chronicle(night.event).entrants
    ]


# ---- sealed line-ups


@pytest.fixture
@from_snapshot
def sealed(evening: NewEvening, club: list[User]) -> tuple[Evening, Entry, Entry]:
    """Two teams of five whose first round is paired, captained by Anna and by Fulvio."""
    night = evening(format="robin", unit="team", sealed=True, settings={"deals": 1})
    teams = (("Onda", club[:5]), ("Vela", club[5:10]))
    one, other = (actions.enter_members(night.organiser, night.event, them, name) for name, them in teams)
    assert isinstance(one, Entry)
    assert isinstance(other, Entry)
    night.draw()
    return night, one, other


def seats_of(night: Evening, entry: Entry) -> list[int]:
    """Return the places of a team's members at the tables of the latest round, in the order of the rooms."""
    return [place for each in night.tables() for number, place in each.seated if number == entry.number]


def test_line_ups_are_opened_together(sealed: tuple[Evening, Entry, Entry], club: list[User]) -> None:
    night, one, other = sealed
    asked = Notice.objects.filter(kind="event_line_up")
    assert {each.user for each in asked} == {club[0], club[5]}
    for places in ([0, 1, 2, 3], [4, 2, 0, 1]):
        actions.hand_in_line_up(club[0], one, places, now=night.now)
        assert [(each.seated, each.table) for each in night.tables()] == [([], None)] * 2
    page = f"/tornei/{night.event.code}/turni/1/1/incontro/"
    assert "Elena" not in Client().get(page).content.decode()
    actions.hand_in_line_up(club[5], other, [3], now=night.now)
    assert (seats_of(night, one), seats_of(night, other)) == ([4, 2, 0, 1], [3, 0, 1, 2])
    assert "Elena" in Client().get(page).content.decode()
    ready = {each.user.username for each in Notice.objects.filter(kind="event_table")}
    assert ready == {"Elena", "Carla", "Anna", "Bruno", "Ivo", "Fulvio", "Gina", "Lia"}
    with refused("line_up_open"):
        actions.hand_in_line_up(club[0], one, [0, 1, 2, 3], now=night.now)
    night.begin_round()
    assert {each.status for each in night.tables()} == {"playing"}
    actions.hand_in_line_up(club[0], one, [0, 1, 2, 3], now=night.now)
    assert night.to_the_end().status == Event.Status.FINISHED


def test_a_team_without_a_line_up_plays_when_the_round_begins(
    sealed: tuple[Evening, Entry, Entry], club: list[User]
) -> None:
    night, one, other = sealed
    actions.hand_in_line_up(club[5], other, [4, 3, 2, 1], now=night.now)
    night.begin_round()
    assert (seats_of(night, one), seats_of(night, other)) == ([0, 1, 2, 3], [4, 3, 2, 1])
    assert {each.status for each in night.tables()} == {"playing"}


def test_a_round_that_is_paired_again_wants_line_ups_anew(
    sealed: tuple[Evening, Entry, Entry], club: list[User]
) -> None:
    night, one, other = sealed
    actions.hand_in_line_up(club[0], one, [4, 3, 2, 1], now=night.now)
    actions.pair_anew(night.organiser, night.event, "assenza", now=night.now)
    actions.hand_in_line_up(club[5], other, [4, 3, 2, 1], now=night.now)
    assert seats_of(night, one) == seats_of(night, other) == []


# ---- clubs


@pytest.fixture
def garibaldi(organiser: User, club: list[User]) -> Club:
    """A club that Ugo owns and Anna directs."""
    made = clubs.create_club(organiser, name="Circolo Garibaldi")
    clubs.set_role(organiser, joined(club[0], made), "director")
    return made


def test_a_team_plays_for_a_club_that_its_captain_directs(
    night: Evening, club: list[User], garibaldi: Club
) -> None:
    anna, bruno, carla = club[:3]
    with refused("not_club_director"):
        actions.register_entry(bruno, night.event, name="Vela", club=garibaldi)
    entry = actions.register_entry(
        anna, night.event, team=[bruno], name="Onda", club=garibaldi, now=night.now
    )
    assert entry.club == garibaldi
    accepted(night, bruno)
    with refused("not_captain"):
        actions.represent_club(bruno, entry, None)
    other = registered(night, carla, name="Vela")
    with refused("not_club_director"):
        actions.represent_club(carla, other, garibaldi)
    actions.represent_club(anna, entry, None)
    assert Entry.objects.get(pk=entry.pk).club is None


def test_the_club_of_a_team_is_shown_until_it_is_private(
    night: Evening, club: list[User], organiser: User, garibaldi: Club
) -> None:
    entry = registered(night, club[0])
    page, anna = f"/tornei/{night.event.code}/", client_of(club[0])
    anna.post(f"{page}circolo/", {"club": garibaldi.code})
    assert Entry.objects.get(pk=entry.pk).club == garibaldi
    api, guest = f"/api/v1/tournaments/{night.event.code}/entries/1/", Client()
    shown = [page, f"{page}vivo/comune/", f"{page}iscritti/"]
    assert guest.get(api).json()["club"] == garibaldi.code
    assert all(garibaldi.name in guest.get(each).content.decode() for each in shown)
    assert "Onda" in guest.get(garibaldi.get_absolute_url()).content.decode()
    [team] = guest.get(f"/api/v1/clubs/{garibaldi.code}/teams/").json()["results"]
    assert (team["event"], team["number"], team["name"]) == (night.event.code, 1, "Onda")
    clubs.change_club(organiser, garibaldi, private=True)
    assert guest.get(api).json()["club"] is None
    assert not any(garibaldi.name in guest.get(each).content.decode() for each in shown)
    sent = anna.put(f"{api}club/", {"club": garibaldi.code}, content_type="application/json")
    assert sent.json()["code"] == "private_club"
    assert anna.put(f"{api}club/", {"club": None}, content_type="application/json").json()["club"] is None


def test_a_private_club_is_none_to_a_captain_who_does_not_belong_to_it(
    night: Evening, club: list[User], organiser: User, garibaldi: Club
) -> None:
    clubs.change_club(organiser, garibaldi, private=True)
    registered(night, club[2])
    carla, page = client_of(club[2]), f"/tornei/{night.event.code}/circolo/"
    private, none = (
        carla.post(page, {"club": code}, HTTP_ACCEPT="application/json")
        for code in (garibaldi.code, "aaaaaaaa")
    )
    assert (private.status_code, private.json()) == (none.status_code, none.json())


def test_the_teams_of_a_deleted_club_play_on(
    night: Evening, club: list[User], organiser: User, garibaldi: Club
) -> None:
    entry = registered(night, club[0])
    actions.represent_club(club[0], entry, garibaldi)
    assert clubs.delete_club(organiser, garibaldi) is None
    left = Entry.objects.get(pk=entry.pk)
    assert (left.club, left.plays) == (None, True)
