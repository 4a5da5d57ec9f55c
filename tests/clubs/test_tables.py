"""Tables where only members of a club sit, and the club's house rules."""

from __future__ import annotations

import re
import uuid
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user
from django.test import Client

from clubs import access, actions, house_rules, selectors, tables
from clubs.models import Club, ClubTable
from games.api import stream_clients, streams
from games.models import HouseRules, Match, Table
from games.play import actions as play
from games.play import lobby
from games.play import selectors as play_selectors
from games.play.consumers import TableConsumer
from games.play.sockets import CLOSED_UNKNOWN
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from tests.clubs.conftest import Named, client_of, joined, socket_of
from tests.clubs.test_api import ask
from tests.communicator import PatientCommunicator
from tests.refusals import refused

PLAYED: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def opened(by: User, club: Club, **fields: Any) -> Table:
    table = tables.open_club_table(by, club, **{**PLAYED, **fields})
    return table


@pytest.fixture
def house(rosalia: User) -> HouseRules:
    saved = play.save_rules(
        rosalia, game="tressette", name="Come da noi", rules={"preset": "classico", "match_end": {"deals": 4}}
    )
    return saved


def test_only_members_sit_at_a_table_of_the_club(club: Club, rosalia: User, named: Named) -> None:
    calogero, turiddu = named("Calogero"), named("Turiddu")
    joined(calogero, club)
    actions.ask_to_join(turiddu, club)
    table = opened(rosalia, club)
    with refused("table_reserved"):
        play.take_seat(turiddu, table, 1)
    play.take_seat(calogero, table, 1)
    bot = User.objects.create(username="Automa", is_bot=True, owner=calogero)
    play.take_seat(bot, table, 2)
    with refused("not_club_member"):
        tables.open_club_table(turiddu, club, **PLAYED)


def test_only_those_whom_a_table_of_the_club_admits_are_offered_to_invite(
    club: Club, rosalia: User, named: Named
) -> None:
    calogero, turiddu = named("Calogero"), named("Turiddu")
    joined(calogero, club)
    for friend in (calogero, turiddu):
        people.befriend(rosalia, friend)
        people.befriend(friend, rosalia)
    offered = play_selectors.people_to_invite(rosalia, opened(rosalia, club))
    assert [each["name"] for each in offered] == ["Calogero"]


def test_the_page_of_a_club_s_table_says_who_may_sit(club: Club, rosalia: User, named: Named) -> None:
    address = f"/tavolo/{opened(rosalia, club).code}/"
    for reader in (Client(), client_of(named("Turiddu"))):
        assert f'data-closed="{club.get_absolute_url()}"' in reader.get(address).content.decode()
    page = client_of(rosalia).get(address).content.decode()
    assert "data-closed" not in page
    assert f'data-lobby="{club.get_absolute_url()}tavoli/"' in page
    assert f"Manda il link ai soci di {club.name}" in page


def test_only_members_are_invited_to_a_table_of_the_club(club: Club, rosalia: User, named: Named) -> None:
    named("Turiddu")
    joined(named("Calogero"), club)
    table = opened(rosalia, club)
    with refused("not_admitted"):
        play.invite_to_table(rosalia, table, "Turiddu")
    assert play.invite_to_table(rosalia, table, "Calogero") == named("Calogero")


def test_only_members_know_of_the_tables_of_a_private_club(club: Club, rosalia: User, named: Named) -> None:
    calogero, turiddu = named("Calogero"), named("Turiddu")
    joined(calogero, club)
    owner, member, stranger = map(client_of, (rosalia, calogero, turiddu))
    code = opened(rosalia, club).code
    paths = [each.format(code) for each in ("/tavolo/{}/", "/tavolo/{}/regole/", "/api/v1/tables/{}/")]
    for path in paths:
        assert stranger.get(path).status_code == 200, "whoever has the address of an open club's table"
    actions.change_club(rosalia, club, private=True)
    for path in paths:
        assert [client.get(path).status_code for client in (owner, member)] == [200, 200], path
        assert [client.get(path).status_code for client in (stranger, Client())] == [404, 404], path


def begun(by: User, club: Club, **fields: Any) -> Match:
    """Open a table of the club and fill it with bots."""
    table = opened(by, club, pace=0.0, **fields)
    play.fill_with_bots(by, table)
    return Match.objects.get(table=table)


def test_only_members_know_of_the_matches_of_a_private_club(club: Club, rosalia: User, named: Named) -> None:
    calogero, turiddu = named("Calogero"), named("Turiddu")
    joined(calogero, club)
    match = begun(rosalia, club)
    actions.change_club(rosalia, club, private=True)
    member, stranger = client_of(calogero), client_of(turiddu)
    addresses = ("", "state/", "events/", "record/", "review/", "share/")
    for address in addresses:
        assert member.get(f"/api/v1/matches/{match.pk}/{address}").status_code != 404, address
    actions.leave_club(calogero, club)
    for client in (stranger, member, Client()):
        for address in addresses:
            nothing = client.get(f"/api/v1/matches/{uuid.uuid4()}/{address}")
            found = client.get(f"/api/v1/matches/{match.pk}/{address}")
            assert (found.status_code, found.content) == (404, nothing.content), address
        user = get_user(client)
        asker = stream_clients.Asker(user if isinstance(user, User) else None, None, "", "")
        with refused("no_match"):
            streams._match_to_see(asker, match.pk)


async def page_of(table: Table, person: User) -> PatientCommunicator:
    """Open the socket of a page of the table, and read it to the end of its first frames."""
    socket = await socket_of(TableConsumer, f"/ws/table/{table.code}/", table.code, person)
    while (await socket.receive_json_from(5))["t"] != "chat":
        pass
    return socket


@pytest.mark.parametrize("end", ["left", "removed", "private"])
async def test_a_page_of_a_private_club_s_table_ends_with_the_membership(
    transactional_db: None, end: str
) -> None:
    def made() -> tuple[User, User, Club, Table]:
        rosalia, calogero = (User.objects.create(username=name) for name in ("Rosalia", "Calogero"))
        club = actions.create_club(rosalia, name="Circolo Garibaldi", private=end != "private")
        if club.private:
            joined(calogero, club)
        return rosalia, calogero, club, opened(rosalia, club)

    def ended() -> None:
        match end:
            case "left":
                actions.leave_club(calogero, club)
            case "removed":
                actions.remove_member(rosalia, club.members.get(user=calogero))
            case "private":
                actions.change_club(rosalia, club, private=True)

    rosalia, calogero, club, table = await sync_to_async(made)()
    socket = await page_of(table, calogero)
    await sync_to_async(ended)()
    while (frame := await socket.receive_output(5))["type"] != "websocket.close":
        assert '"hand"' not in frame["text"]
    assert frame["code"] == CLOSED_UNKNOWN
    await socket.disconnect()


def test_a_table_of_the_club_is_on_no_other_list(club: Club, rosalia: User, named: Named) -> None:
    table = opened(rosalia, club, joinable=True, private=False)
    assert table.private
    assert not lobby.public_tables().exists()
    assert lobby.site_counts().tables == lobby.site_counts().free == 0
    assert [each.code for each in selectors.live_club_tables(club)] == [table.code]
    found = play.find_seat(named("Turiddu"))
    assert found.pk != table.pk


def test_a_refused_table_is_not_the_club_s(club: Club, rosalia: User) -> None:
    with refused("no_game"):
        tables.open_club_table(rosalia, club, **{**PLAYED, "game": "dama"})
    assert not ClubTable.objects.exists()


def test_a_table_of_a_club_that_is_gone_admits_nobody(club: Club, rosalia: User, named: Named) -> None:
    joined(named("Calogero"), club)
    table = opened(rosalia, club)
    actions.delete_club(rosalia, club)
    with refused("table_reserved"):
        play.take_seat(named("Calogero"), table, 1)


def test_a_club_has_copies_of_house_rules(club: Club, rosalia: User, named: Named, house: HouseRules) -> None:
    calogero = named("Calogero")
    joined(calogero, club)
    with refused("not_club_director"):
        house_rules.add_rules(calogero, club, house)
    copy = house_rules.add_rules(rosalia, club, house)
    assert (copy.owner, copy.rules) == (None, house.rules)
    house.rules = {"preset": "classico"}
    again = house_rules.add_rules(rosalia, club, house)
    assert (again.pk, again.rules) == (copy.pk, {"preset": "classico"})
    with refused("not_club_director"):
        house_rules.remove_rules(calogero, club, copy.code)
    with refused("no_house_rules"):
        house_rules.remove_rules(rosalia, club, house.code)
    assert house_rules.remove_rules(rosalia, club, copy.code).name == "Come da noi"
    assert [*HouseRules.objects.all()] == [house]


def test_a_club_has_so_many_house_rules(
    club: Club, rosalia: User, house: HouseRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_rules, "MAX_CLUB_RULES", 1)
    house_rules.add_rules(rosalia, club, house)
    other = play.save_rules(rosalia, game="tressette", name="Altre", rules=house.rules)
    with refused("many_club_rules"):
        house_rules.add_rules(rosalia, club, other)
    with refused("no_house_rules"):
        house_rules.add_rules(rosalia, club, None)


def test_the_house_rules_of_a_club_go_with_it(club: Club, rosalia: User, house: HouseRules) -> None:
    house_rules.add_rules(rosalia, club, house)
    assert actions.delete_club(rosalia, club) is None
    assert [*HouseRules.objects.all()] == [house]


def test_a_member_opens_a_table_by_the_club_s_rules(
    club: Club, rosalia: User, named: Named, house: HouseRules
) -> None:
    copy = house_rules.add_rules(rosalia, club, house)
    actions.change_club(rosalia, club, rules="Chi dà le carte\nnon le guarda.")
    calogero = named("Calogero")
    joined(calogero, club)
    client, page = client_of(calogero), f"{club.get_absolute_url()}tavoli/"
    html = client.get(f"{page}?casa={copy.code}").content.decode()
    for words in ("Come da noi", "non le guarda.", f'action="{page}"', "regole di casa del circolo"):
        assert words in html
    assert 'name="private"' not in html
    answer = client.post(page, {"game": "tressette", "preset": f"casa-{copy.code}", "clock": "none"})
    table = Table.objects.get(of_club__club=club)
    assert answer["Location"] == f"/tavolo/{table.code}/"
    assert (table.rules, table.rules_name, table.host) == (house.rules, "Come da noi", calogero)
    assert table.code in client.get(page).content.decode()
    assert client.post(page, {"game": "tressette", "preset": "niente"}).status_code == 422
    assert client_of(named("Turiddu")).get(page).status_code == 403


def test_a_director_gives_the_club_house_rules(club: Club, rosalia: User, house: HouseRules) -> None:
    client, base = client_of(rosalia), f"{club.get_absolute_url()}regole/"
    assert f'value="{house.code}"' in client.get(f"{club.get_absolute_url()}tavoli/").content.decode()
    client.post(f"{base}aggiungi/", {"house": house.code})
    [copy] = selectors.house_rules_of_clubs([club])
    form = client.get("/tornei/nuovo/").content.decode()
    assert f'value="casa-{copy.code}"' in form
    client.post(f"{base}togli/", {"house": copy.code})
    assert selectors.house_rules_of_clubs([club]) == []


def test_house_rules_saved_on_the_page_of_a_club_are_found_there(club: Club, rosalia: User) -> None:
    page = f"{club.get_absolute_url()}tavoli/"
    client = client_of(rosalia)
    sent = {"game": "briscola", "preset": "classico", "name": "Come al bar", "players": "4", "back": page}
    saved = client.post("/tavoli/casa/", sent)
    house = HouseRules.objects.get()
    assert saved["Location"] == f"{page}?casa={house.code}&giocatori=4#apri"
    form = client.get(saved["Location"]).content.decode()
    assert f'value="casa-{house.code}"' in form
    assert f'action="{page}"' in form
    assert re.search(r'name="players"\s+value="4"\s+checked', form)
    without_name = client.post("/tavoli/casa/", {**sent, "name": ""})
    assert f'action="{page}"' in without_name.content.decode(), "the form is still the club's"
    elsewhere = client.post("/tavoli/casa/", {**sent, "name": "Altre", "back": "https://example.org/"})
    assert elsewhere["Location"].startswith("/tavoli/?casa=")


def test_a_club_is_not_offered_rules_that_it_has(club: Club, rosalia: User, house: HouseRules) -> None:
    client, page = client_of(rosalia), f"{club.get_absolute_url()}tavoli/"
    offered = f'<option value="{house.code}">'
    assert offered in client.get(page).content.decode()
    house_rules.add_rules(rosalia, club, house)
    assert offered not in client.get(page).content.decode()
    play.change_rules(rosalia, house, rules={"preset": "classico"})
    assert offered in client.get(page).content.decode(), "once changed they can be given again"


def test_a_guest_comes_back_to_the_page_of_the_club_after_signing_up(club: Club) -> None:
    guest = client_of(User.objects.create(username="Ospite 7", is_guest=True))
    page = f"{club.get_absolute_url()}tavoli/?gioco=briscola"
    assert guest.get(page)["Location"] == f"/account/iscriviti/?next={quote(page)}"
    assert guest.post(page)["Location"] == "/account/iscriviti/"


def test_programs_open_tables_of_a_club(club: Club, rosalia: User, named: Named, house: HouseRules) -> None:
    joined(named("Calogero"), club)
    member, stranger = client_of(named("Calogero")), client_of(named("Turiddu"))
    made = ask(member, "post", f"{club.code}/tables/", {"game": "tressette"})
    assert made.status_code == 201
    assert [each["code"] for each in ask(member, "get", f"{club.code}/tables/").json()["results"]] == [
        made.json()["code"]
    ]
    assert ask(stranger, "get", f"{club.code}/tables/").json()["code"] == "not_club_member"
    assert ask(stranger, "post", f"{club.code}/tables/", {"game": "tressette"}).status_code == 403
    owner = client_of(rosalia)
    [copy] = ask(owner, "put", f"{club.code}/house-rules/{house.code}/").json()["results"]
    assert (copy["owner"], copy["name"], copy["mine"]) == (None, "Come da noi", False)
    assert ask(Client(), "get", f"{club.code}/house-rules/").json()["results"][0]["code"] == copy["code"]
    assert ask(owner, "delete", f"{club.code}/house-rules/{copy['code']}/").json()["results"] == []


def test_nobody_keeps_a_right_to_the_club_s_rules(
    club: Club, rosalia: User, named: Named, house: HouseRules
) -> None:
    copy = house_rules.add_rules(rosalia, club, house)
    for client in (Client(), client_of(rosalia)):
        answer = client.post(f"/tavoli/casa/{copy.code}/elimina/", headers={"Accept": "application/json"})
        assert answer.json()["code"] == "not_your_rules"
    play.copy_rules(named("Calogero"), game=copy.game, name=copy.name, rules=copy.rules)
    assert access.membership_of(named("Calogero"), club) is None
