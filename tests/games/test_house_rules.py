"""House rules: saving, changing, sharing and keeping them, and playing by them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import texts
from games.archive import finished_matches
from games.models import HouseRules, Match, Table
from games.pages.forms import HOUSE, OPTION, OpenTableForm
from games.play import actions, lobby, selectors
from games.play.actions.house_rules import LONGEST_TITLE, MAX_HOUSE_RULES
from ludocards.engine.registry import GAMES
from ludocards.words.texts import option_key
from ludopoli.accounts.models import User
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates")]

JSON = {"Accept": "application/json"}
NAME = "Le regole di casa nostra"
OURS: dict[str, Any] = {"preset": "ludopoli", "accuse_window": 0, "match_end": {"points": 31}}


def saved(user: User, **changed: Any) -> HouseRules:
    house = actions.save_rules(user, **{"game": "tressette", "name": NAME, "rules": OURS, **changed})
    return house


def person(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json", headers=JSON)


def opened(user: User, house: HouseRules, **changed: Any) -> Table:
    wanted = {"game": house.game, "rules": house.rules, "rules_name": house.name, "players": 4, **changed}
    table = actions.open_table(user, **wanted)
    return table


# ---- saving


def test_only_differences_from_the_preset_are_saved(anna: User) -> None:
    assert saved(anna, rules={**OURS, "scoring": "floor35"}).rules == OURS


@pytest.mark.parametrize("game", list(GAMES))
def test_every_preset_of_every_game_can_have_a_name(anna: User, game: str) -> None:
    for preset in GAMES[game].presets:
        house = saved(anna, game=game, name=f"come {preset}", rules={"preset": preset})
        assert house.rules == {"preset": preset}
        assert texts.house_summary(game, house.rules) == f"Come {texts.preset_name(game, preset)}."


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"preset": "poker"}, "bad_rules"),
        ({"preset": "classico", "jokers": 2}, "bad_rules"),
        ({"preset": "classico", "accuse_window": 9}, "bad_rules"),
        ([], "bad_rules"),
        (None, "bad_rules"),
    ],
)
def test_rules_that_the_game_refuses_are_not_saved(anna: User, rules: Any, code: str) -> None:
    with refused(code):
        actions.save_rules(anna, game="tressette", name=NAME, rules=rules)
    assert not HouseRules.objects.exists()


def test_rules_of_no_game_are_not_saved(anna: User) -> None:
    with refused("no_game"):
        actions.save_rules(anna, game="poker", name=NAME, rules={})


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Il  circolo ", "Il circolo"),
        ("Il\ncircolo", "Il circolo"),
        ("x" * LONGEST_TITLE, "x" * LONGEST_TITLE),
        ("Perché no?", "Perché no?"),
        ("Perche\u0301 no?", "Perché no?"),
        ("41 ♠ «da Peppe»", "41 ♠ «da Peppe»"),
        ("In famiglia 👨‍👩‍👧", "In famiglia 👨‍👩‍👧"),
    ],
)
def test_a_name_is_tidied(anna: User, name: str, kept: str) -> None:
    assert saved(anna, name=name).name == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * (LONGEST_TITLE + 1),
        "a\x00b",
        "a\x07b",
        "\u202eoma",
        "\u200b",
        "\u3164",
        "…",
        None,
        7,
        ["a"],
    ],
)
def test_an_unreadable_name_is_refused(anna: User, name: Any) -> None:
    with refused("bad_rules_name"):
        actions.save_rules(anna, game="tressette", name=name, rules=OURS)
    with refused("bad_rules_name"):
        actions.change_rules(anna, saved(anna), name=name or "")


def test_a_name_is_unique_per_person_and_game(anna: User, vito: User) -> None:
    saved(anna)
    with refused("rules_name_taken") as again:
        actions.save_rules(anna, game="tressette", name=NAME.upper(), rules=OURS)
    assert NAME in str(again.value)
    saved(anna, game="whist", rules={"preset": "andata"})
    saved(vito)


def test_the_number_of_saved_rules_is_limited(anna: User, vito: User) -> None:
    for number in range(MAX_HOUSE_RULES):
        saved(anna, name=f"Casa {number}")
    other: dict[str, Any] = {"game": "whist", "name": NAME, "rules": {"preset": "andata"}}
    with refused("too_many_house_rules"):
        actions.save_rules(anna, **other)
    with refused("too_many_house_rules"):
        actions.copy_rules(anna, **other)
    assert saved(vito)


# ---- changing, deleting


def test_changing_name_and_rules_keeps_the_link(anna: User) -> None:
    house = saved(anna)
    actions.change_rules(anna, house, name="Casa mia")
    actions.change_rules(anna, house, rules={"preset": "bredese"})
    found = selectors.house_rules(house.code)
    assert found is not None
    assert (found.name, found.rules) == ("Casa mia", {"preset": "bredese"})


def test_a_change_is_checked_like_a_new_one(anna: User, vito: User) -> None:
    house, other = saved(anna), saved(anna, name="Altra casa")
    with refused("rules_name_taken"):
        actions.change_rules(anna, other, name=NAME.lower())
    with refused("bad_rules"):
        actions.change_rules(anna, other, rules={"preset": "poker"})
    with refused("not_your_rules"):
        actions.change_rules(vito, house, name="Mia")
    actions.change_rules(anna, house, name=NAME.upper())


def test_house_rules_can_be_deleted(anna: User, vito: User) -> None:
    house = saved(anna)
    with refused("not_your_rules"):
        actions.delete_rules(vito, house)
    actions.delete_rules(anna, house)
    assert selectors.house_rules(house.code) is None
    with refused("not_your_rules"):
        actions.change_rules(anna, house, name="Di nuovo")


# ---- keeping somebody else's


def test_kept_rules_are_an_independent_copy(anna: User, vito: User) -> None:
    house = saved(anna)
    kept = actions.copy_rules(vito, game=house.game, name=house.name, rules=house.rules)
    assert (kept.owner, kept.name, kept.rules) == (vito, NAME, OURS)
    assert kept.code != house.code
    actions.delete_rules(anna, house)
    assert list(selectors.house_choices(vito, "tressette")) == [kept]


def test_keeping_twice_keeps_one_copy(anna: User, vito: User) -> None:
    house = saved(anna)
    kept = [actions.copy_rules(vito, game=house.game, name=NAME, rules=house.rules) for _ in range(2)]
    assert kept[0] == kept[1]
    assert HouseRules.objects.filter(owner=vito).count() == 1


def test_different_rules_with_a_name_in_use_get_a_number(anna: User, vito: User) -> None:
    long = "x" * LONGEST_TITLE
    for name in (NAME, long):
        saved(anna, name=name)
        saved(vito, name=name, rules={"preset": "classico"})
        kept = [actions.copy_rules(vito, game="tressette", name=name, rules=OURS) for _ in range(2)]
        assert isinstance(kept[0], HouseRules)
        assert kept[0] == kept[1]
        assert kept[0].name == f"{name[: LONGEST_TITLE - 4]} (2)"


# ---- the form


def filled(form: OpenTableForm, **changed: str) -> dict[str, str]:
    """Return what a browser sends if only the `changed` fields of the form are edited."""
    options = {field.html_name: str(field.value()) for field in form.option_fields}
    shown = {"game": form.game_name, "base": form.shown_base, "preset": form.shown_preset}
    return {**shown, **options, "players": "4", "clock": "normal", "watchable": "on", **changed}


def sent(house: HouseRules, data: dict[str, str]) -> OpenTableForm:
    form = OpenTableForm(house.game, data, houses=[house])
    assert form.is_valid(), form.errors
    return form


def test_house_rules_fill_the_form(anna: User) -> None:
    house = saved(anna)
    form = OpenTableForm("tressette", houses=[house], chosen=HOUSE + house.code)
    card = form.preset_cards[-1]
    assert (card.label, card.checked) == (NAME, True)
    assert card.about == "Come Ludopoli, ma: si gioca a 31 punti; accusa senza."
    assert form[OPTION + "accuse_window"].value() == "0"
    untouched = sent(house, filled(form))
    assert untouched.arguments["rules"] == OURS
    assert untouched.arguments["rules_name"] == NAME


def test_without_a_script_the_options_follow_the_house_rules(anna: User) -> None:
    house = saved(anna)
    form = OpenTableForm("tressette", houses=[house])
    chosen = sent(house, filled(form, preset=HOUSE + house.code))
    assert (chosen.rules, chosen.rules_name) == (OURS, NAME)
    left = sent(house, filled(sent(house, filled(form, preset=HOUSE + house.code)), preset="bredese"))
    assert left.rules == {"preset": "bredese"}


def test_changed_house_rules_lose_their_name(anna: User) -> None:
    house = saved(anna)
    form = OpenTableForm("tressette", houses=[house], chosen=HOUSE + house.code)
    changed = sent(house, filled(form, option_accuse_window="2"))
    assert changed.rules == {"preset": "ludopoli", "match_end": {"points": 31}, "accuse_window": 2}
    assert changed.rules_name == ""
    assert changed.house == house
    back = sent(house, filled(form, option_accuse_window="1"))
    assert back.rules == {"preset": "ludopoli", "match_end": {"points": 31}}


def test_a_value_beside_the_choices_stays(anna: User) -> None:
    house = saved(anna, rules={"preset": "ludopoli", "match_end": {"points": 50}})
    form = OpenTableForm("tressette", houses=[house], chosen=HOUSE + house.code)
    assert (option_key({"points": 50}), "a 50 punti") in form.fields[OPTION + "match_end"].widget.choices
    assert sent(house, filled(form)).rules == house.rules


def test_rules_can_be_saved_although_they_cannot_be_played_here(anna: User) -> None:
    data = filled(OpenTableForm("tressette"), preset="bredese", base="bredese", players="3", clock="none")
    assert OpenTableForm("tressette", data).errors.keys() == {"players", "clock"}
    assert OpenTableForm("tressette", data, saving=True).is_valid()


# ---- over the web


def form_of(client: Client, path: str) -> dict[str, str]:
    return filled(client.get(path).context["form"])


def test_house_rules_are_saved_from_the_page(anna: User) -> None:
    client = person(anna)
    data = form_of(client, "/tavoli/?gioco=tressette") | {"option_accuse_window": "0", "name": NAME}
    answer = client.post("/tavoli/casa/", data)
    house = HouseRules.objects.get()
    assert (house.owner, house.name, house.rules) == (anna, NAME, {"preset": "classico", "accuse_window": 0})
    assert answer["Location"] == f"/tavoli/?casa={house.code}#apri"
    page = client.get(answer["Location"]).content.decode()
    assert f'value="casa-{house.code}"' in page
    assert NAME in page


def test_house_rules_are_changed_from_the_page(anna: User) -> None:
    house = saved(anna)
    client = person(anna)
    data = form_of(client, f"/tavoli/?casa={house.code}")
    data |= {"option_accuse_window": "1", "name": "Casa mia", "change": "yes"}
    assert client.post("/tavoli/casa/", data)["Location"] == f"/tavoli/?casa={house.code}#apri"
    house.refresh_from_db()
    assert (house.name, house.rules) == ("Casa mia", {"preset": "ludopoli", "match_end": {"points": 31}})


def test_a_refused_name_comes_back_in_the_form(anna: User) -> None:
    saved(anna)
    client = person(anna)
    data = form_of(client, "/tavoli/?gioco=tressette") | {"option_accuse_window": "0", "name": NAME.upper()}
    answer = client.post("/tavoli/casa/", data)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert form.errors.keys() == {"name"}
    page = answer.content.decode()
    assert 'aria-invalid="true"' in page
    assert f"«{NAME}»" in page
    assert form["name"].value() == NAME.upper()
    assert form[OPTION + "accuse_window"].value() == "0"


def test_the_house_rules_of_a_guest_pass_to_the_account() -> None:
    client = Client()
    assert post(client, "/tavoli/casa/", {"game": "tressette", "name": NAME, "rules": OURS}).json()["ok"]
    guest = User.objects.get()
    assert guest.is_guest
    sign_up = {"username": "Rosalia", "email": "rosalia@example.org", "password1": "scopa di bastoni 7"}
    client.post("/account/iscriviti/", {**sign_up, "password2": sign_up["password1"]})
    guest.refresh_from_db()
    assert not guest.is_guest
    assert [
        house.name for house in client.get("/tavoli/?gioco=tressette").context["form"].houses.values()
    ] == [NAME]


def test_house_rules_are_listed_for_their_owner_alone(anna: User, vito: User) -> None:
    saved(anna)
    assert NAME in person(anna).get("/tavoli/?gioco=tressette").content.decode()
    for other in (person(vito), Client()):
        assert NAME not in other.get("/tavoli/?gioco=tressette").content.decode()
    assert NAME not in person(anna).get("/tavoli/?gioco=whist").content.decode()


def test_the_link_to_house_rules_opens_a_table(anna: User) -> None:
    house = saved(anna)
    client = Client()
    path = f"/tavoli/?casa={house.code}"
    page = client.get(path).content.decode()
    assert NAME in page
    assert "regole di casa di Anna" in page
    assert not User.objects.filter(is_guest=True).exists()
    client.post("/tavoli/apri/", form_of(client, path))
    table = Table.objects.get()
    assert (table.rules, table.rules_name) == (OURS, NAME)


def test_the_link_to_house_rules_lets_anyone_keep_them(anna: User, vito: User) -> None:
    house = saved(anna)
    answer = person(vito).post(f"/tavoli/casa/{house.code}/tieni/")
    kept = HouseRules.objects.get(owner=vito)
    assert answer["Location"] == f"/tavoli/?casa={kept.code}#apri"
    assert person(vito).get(f"/tavoli/?casa={kept.code}").context["form"].houses.keys() == {HOUSE + kept.code}


@pytest.mark.parametrize("code", ["nonce", "x" * 50, "../..", "Ä"])
def test_a_dead_link_is_explained(client: Client, code: str) -> None:
    answer = client.get(f"/tavoli/?casa={code}")
    assert answer.status_code == 404
    assert "non ci sono più" in answer.content.decode()
    assert answer.context["form"].game_name == next(iter(GAMES))


def test_refusals_have_a_code_and_a_status(anna: User, vito: User) -> None:
    house = saved(anna)
    body = {"game": "tressette", "name": "Altra", "rules": OURS}
    mine = {**body, "rules": {"preset": HOUSE + house.code}, "change": True}
    asked = [
        (anna, "/tavoli/casa/", {**body, "game": "poker"}, 404, "no_game"),
        (anna, "/tavoli/casa/", {**body, "name": " "}, 409, "bad_rules_name"),
        (anna, "/tavoli/casa/", {**body, "name": NAME}, 409, "rules_name_taken"),
        (anna, "/tavoli/casa/", {**body, "rules": {"preset": "poker"}}, 400, "bad_form"),
        (anna, "/tavoli/casa/", {**body, "rules": {"preset": "casa-nonce"}}, 400, "bad_form"),
        (anna, "/tavoli/casa/", {**body, "change": True}, 404, "no_house_rules"),
        (vito, "/tavoli/casa/", mine, 403, "not_your_rules"),
        (vito, f"/tavoli/casa/{house.code}/elimina/", {}, 403, "not_your_rules"),
        (vito, "/tavoli/casa/nonce/elimina/", {}, 404, "no_house_rules"),
        (vito, "/tavoli/casa/nonce/tieni/", {}, 404, "no_house_rules"),
        (vito, "/tavolo/nonce/tieni/", {}, 404, "no_table"),
    ]
    for user, path, sending, status, code in asked:
        answer = post(person(user), path, sending)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path
        assert answer.json()["message"]
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    "path",
    [
        "/tavoli/casa/",
        "/tavoli/casa/abc/tieni/",
        "/tavoli/casa/abc/elimina/",
        "/tavolo/abc/tieni/",
    ],
)
def test_only_a_valid_post_changes_anything(client: Client, path: str) -> None:
    assert client.get(path, headers=JSON).status_code == 405
    unreadable = client.generic("POST", path, b"{", content_type="application/json", headers=JSON)
    assert (unreadable.status_code, unreadable.json()["code"]) == (400, "bad_request")
    assert post(client, path, {"name": "\x00", "rules": {"preset": "poker"}}).status_code in (400, 404)
    assert not User.objects.exists()


def test_house_rules_are_deleted_from_the_page(anna: User) -> None:
    house = saved(anna)
    assert (
        person(anna).post(f"/tavoli/casa/{house.code}/elimina/")["Location"]
        == "/tavoli/?gioco=tressette#apri"
    )
    assert not HouseRules.objects.exists()


# ---- the table


def test_a_table_shows_the_name_and_every_difference(anna: User) -> None:
    table = opened(anna, saved(anna))
    assert selectors.table_frame(table, anna)["rules_name"] == NAME
    [listed] = lobby.lobby_tables()
    assert listed.rules_name == NAME
    assert NAME in Client().get("/tavoli/").content.decode()
    page = Client().get(f"/tavolo/{table.code}/").content.decode()
    assert NAME in page
    assert "Come Ludopoli, ma: si gioca a 31 punti; accusa senza." in page


def test_the_name_at_a_table_outlives_the_house_rules(anna: User) -> None:
    house = saved(anna)
    table = opened(anna, house)
    actions.change_rules(anna, house, name="Altro nome", rules={"preset": "bredese"})
    actions.delete_rules(anna, house)
    table.refresh_from_db()
    assert (table.rules_name, table.rules) == (NAME, OURS)


def test_the_name_is_not_part_of_the_match(anna: User) -> None:
    table = opened(anna, saved(anna))
    actions.fill_with_bots(anna, table)
    row = Match.objects.get()
    assert row.rules == OURS
    assert NAME not in str(finished_matches.match_document(row, row.events.all())["rules"])


def test_a_table_without_house_rules_has_none_to_keep(anna: User) -> None:
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    assert post(person(anna), f"/tavolo/{table.code}/tieni/").json()["code"] == "no_house_rules"
    assert "data-keep" not in person(anna).get(f"/tavolo/{table.code}/").content.decode()


def test_seated_players_can_keep_the_rules_of_the_table(anna: User, vito: User) -> None:
    table = opened(anna, saved(anna), watchable=False)
    actions.take_seat(vito, table, 1)
    actions.fill_with_bots(anna, table)
    path = f"/tavolo/{table.code}/"
    assert not person(vito).get(path).context["has_rules"]
    assert person(anna).get(path).context["has_rules"]
    assert post(person(vito), f"{path}tieni/").json()["ok"]
    kept = HouseRules.objects.get(owner=vito)
    assert (kept.name, kept.rules) == (NAME, OURS)
    assert person(vito).get(path).context["has_rules"]
    assert post(Client(), f"{path}tieni/").json()["code"] == "not_watchable"


def test_former_players_can_keep_the_rules_of_the_table(anna: User, vito: User) -> None:
    table = opened(anna, saved(anna), watchable=False)
    actions.take_seat(vito, table, 1)
    actions.fill_with_bots(anna, table)
    table.seats.filter(user=vito).update(user=None)
    assert post(person(vito), f"/tavolo/{table.code}/tieni/").json()["ok"]
    assert HouseRules.objects.get(owner=vito).name == NAME
