"""Preferences stored with the account: their values, who may set them, and their effect on pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from ludopoli.accounts import preferences, privacy
from ludopoli.accounts.guests import create_guest
from ludopoli.accounts.models import User
from ludopoli.accounts.preferences import SETTINGS

ADDRESS = "/api/v1/me/settings/"


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna", password=None)


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def change(client: Client, wanted: dict[str, Any], query: str = "") -> Any:
    return client.patch(ADDRESS + query, json.dumps(wanted), "application/json")


def test_every_default_is_one_of_the_values() -> None:
    for name, setting in SETTINGS.items():
        assert setting.default is None or setting.takes(setting.default), name


def test_a_choice_in_one_browser_applies_in_every_other(anna: User, browser: Client) -> None:
    assert browser.get(ADDRESS).json() == {name: setting.default for name, setting in SETTINGS.items()}
    assert change(browser, {"theme": "dark", "volume": 30}).json()["volume"] == 30
    another = Client()
    another.force_login(User.objects.get(pk=anna.pk))
    received = another.get(ADDRESS).json()
    assert (received["theme"], received["volume"], received["sorted"]) == ("dark", 30, True)
    assert User.objects.get(pk=anna.pk).preferences == {"theme": "dark", "volume": 30}


@pytest.mark.parametrize(
    "wanted",
    [
        {"theme": "pink"},
        {"theme": True},
        {"volume": 101},
        {"volume": -1},
        {"volume": "loud"},
        {"sorted": "perhaps"},
        {"sorted": None},
        {"nonsense": 1},
        {"learned": "raise"},
        {"learned": ["raise"] * 7},
        {"learned": ["everything"]},
    ],
)
def test_an_invalid_setting_is_refused_and_changes_nothing(
    anna: User, browser: Client, wanted: dict[str, Any]
) -> None:
    answer = change(browser, {"speed": "fast", **wanted})
    assert answer.status_code == 400
    anna.refresh_from_db()
    assert anna.preferences == {}
    with pytest.raises(preferences.NoSuchSetting):
        preferences.change_settings(anna, {"nonsense": True})


def test_a_choice_can_be_left_to_the_device_again(anna: User, browser: Client) -> None:
    assert change(browser, {"contrast": True}).json()["contrast"] is True
    assert change(browser, {"contrast": None}).json()["contrast"] is None
    anna.refresh_from_db()
    assert anna.preferences == {}


def test_a_guest_who_signs_up_keeps_the_settings_unless_the_account_has_its_own(browser: Client) -> None:
    assert change(browser, {"speed": "slow"}, "?unless_chosen=true").json()["speed"] == "slow"
    assert change(browser, {"speed": "fast"}, "?unless_chosen=true").json()["speed"] == "slow"


def test_the_hints_already_read_follow_the_account(anna: User, browser: Client) -> None:
    assert browser.get(ADDRESS).json()["learned"] == []
    brought = change(browser, {"learned": ["raise"], "theme": "dark"}, "?unless_chosen=true").json()
    assert brought["learned"] == ["raise"]
    assert change(browser, {"learned": ["raise", "points"]}).json()["learned"] == ["raise", "points"]
    assert preferences.settings_of(User.objects.get(pk=anna.pk))["learned"] == ["raise", "points"]
    assert change(browser, {"learned": []}).json()["learned"] == [], "they can all be shown again"


def test_guests_keep_settings_in_the_browser(client: Client, db: None) -> None:
    client.force_login(create_guest())
    assert client.get(ADDRESS).status_code == 403
    assert change(client, {"speed": "slow"}).json()["code"] == "own_account"


def test_an_obsolete_value_falls_back_to_the_default(anna: User) -> None:
    anna.preferences = {"back": "stripes", "speed": "slow", "gone": 3}
    chosen = preferences.settings_of(anna)
    assert (chosen["back"], chosen["speed"]) == ("brick", "slow")
    assert "gone" not in chosen


def test_preferences_are_exported_and_erased(anna: User) -> None:
    preferences.change_settings(anna, {"theme": "dark"})
    assert privacy.export_person(anna)["account"]["preferences"] == {"theme": "dark"}
    assert privacy.delete_person(anna).preferences == {}


def test_a_page_states_the_preferences_before_anything_is_painted(anna: User, browser: Client) -> None:
    def in_page(client: Client) -> dict[str, Any]:
        page = client.get("/").text
        _, _, rest = page.partition('<script id="preferences" type="application/json">')
        document, _, _ = rest.partition("</script>")
        assert page.index('id="preferences"') < page.index('rel="stylesheet"')
        said: dict[str, Any] = json.loads(document)
        return said

    assert in_page(browser)["fresh"]
    preferences.change_settings(anna, {"theme": "dark"})
    assert in_page(browser) == {"values": preferences.settings_of(anna), "account": True, "fresh": False}
    assert in_page(Client()) == {"values": preferences.settings_of(User()), "account": False, "fresh": False}
