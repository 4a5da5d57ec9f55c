"""The pages of webhooks."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from clubs import actions
from ludopoli.accounts.models import User
from ludopoli.http import throttle
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.deliveries import BY_HAND_AT_ONCE
from ludopoli.webhooks.kinds import PING
from ludopoli.webhooks.making import MOST_WEBHOOKS, NEW_AT_ONCE
from ludopoli.webhooks.models import Delivery, Webhook
from tests.proofs import proven
from tests.webhooks.conftest import Ear

PAGE = "/account/webhook/"


@pytest.fixture
def browser(anna: User) -> Client:
    throttle._shared.clear()
    return proven(anna)


def test_a_webhook_is_created_tested_and_deleted(browser: Client, ear: Ear) -> None:
    made = browser.post(PAGE, {"url": ear.url, "kinds": ["match_finished"]}).content.decode()
    hook = Webhook.objects.get()
    assert re.findall(r"whsec_\w+", made) == [hook.secret]
    page = f"{PAGE}{hook.pk}/"
    assert hook.secret not in browser.get(PAGE).content.decode() + browser.get(page).content.decode()
    assert browser.post(f"{page}prova/").status_code == 302
    deliveries.send_due_deliveries()
    assert json.loads(ear.heard[0][1])["type"] == "ping"
    shown = browser.get(page).content.decode()
    assert "ping" in shown
    assert "200" in shown
    browser.post(f"{page}elimina/")
    assert not Webhook.objects.exists()


def test_a_webhook_is_switched_off_and_on(browser: Client, hook: Webhook) -> None:
    Webhook.objects.update(failing_since=timezone.now())
    browser.post(f"{PAGE}{hook.pk}/commuta/")
    assert not Webhook.objects.get().active
    browser.post(f"{PAGE}{hook.pk}/prova/")
    assert not Delivery.objects.exists()
    browser.post(f"{PAGE}{hook.pk}/commuta/")
    assert (Webhook.objects.get().active, Webhook.objects.get().failing_since) == (True, None)


def test_a_new_secret_is_shown_once(browser: Client, hook: Webhook) -> None:
    shown = browser.post(f"{PAGE}{hook.pk}/rinnova/").content.decode()
    [secret] = re.findall(r"whsec_\w+", shown)
    assert secret == Webhook.objects.get().secret != hook.secret


@pytest.mark.parametrize("wanted", [{"url": "nonsense", "kinds": "challenge"}, {"kinds": "challenge"},
    {"url": "http://127.0.0.1:9/", "kinds": []}, {"url": "http://127.0.0.1:9/", "kinds": ["ping"]},
    {"url": "http://127.0.0.1:25/", "kinds": ["challenge"]}])  # fmt: skip
def test_an_invalid_webhook_is_refused(browser: Client, wanted: dict[str, str]) -> None:
    assert browser.post(PAGE, wanted).status_code == 422
    assert not Webhook.objects.exists()


def test_a_private_address_is_refused(browser: Client, ear: Ear, settings: LazySettings) -> None:
    settings.WEBHOOKS_TO_PRIVATE = False
    wanted = {"url": ear.url.replace("http", "https"), "kinds": ["challenge"]}
    assert browser.post(PAGE, wanted).status_code == 422
    assert not Webhook.objects.exists()


def test_the_number_of_webhooks_is_limited(browser: Client, ear: Ear) -> None:
    for _ in range(MOST_WEBHOOKS):
        throttle._shared.clear()
        assert browser.post(PAGE, {"url": ear.url, "kinds": ["challenge"]}).status_code == 200
    assert browser.post(PAGE, {"url": ear.url, "kinds": ["challenge"]}).status_code == 422
    assert Webhook.objects.count() == MOST_WEBHOOKS


def test_name_lookups_by_the_form_are_throttled(browser: Client, ear: Ear) -> None:
    wanted = {"url": ear.url, "kinds": ["challenge"]}
    answers = [browser.post(PAGE, wanted).status_code for _ in range(NEW_AT_ONCE + 1)]
    assert answers == [200] * NEW_AT_ONCE + [429]
    assert browser.get(PAGE).status_code == 200


def test_the_test_button_is_throttled(browser: Client, hook: Webhook) -> None:
    answers = [browser.post(f"{PAGE}{hook.pk}/prova/").status_code for _ in range(BY_HAND_AT_ONCE + 1)]
    assert answers == [302] * BY_HAND_AT_ONCE + [429]


def test_the_staff_sees_which_webhooks_fail_without_their_addresses(hook: Webhook, ear: Ear) -> None:
    ear.status = 503
    deliveries.store_deliveries([(hook, PING, {"webhook": hook.pk})], timezone.now())
    deliveries.send_due_deliveries()
    staff = Client()
    staff.force_login(User.objects.create_superuser("Staff"))
    for path in ("", f"{hook.pk}/change/"):
        shown = staff.get(f"/admin/webhooks/webhook/{path}").content.decode()
        assert all(each in shown for each in ("127.0.0.1", "Anna", "503"))
        assert not any(each in shown for each in ("club=1", hook.salt))


@pytest.mark.parametrize("what", ["", "prova/", "ripeti/", "commuta/", "rinnova/", "elimina/"])
def test_another_persons_webhook_is_not_found(hook: Webhook, what: str) -> None:
    bruno = proven(User.objects.create_user("Bruno"))
    asked = bruno.post if what else bruno.get
    assert asked(f"{PAGE}{hook.pk}/{what}").status_code == 404
    assert Webhook.objects.get().secret == hook.secret


def test_guests_are_sent_to_sign_up_and_visitors_to_sign_in(db: None) -> None:
    assert Client().get(PAGE)["Location"].startswith("/account/accedi/")
    guest = Client()
    guest.force_login(User.objects.create(username="Ospite 1234", is_guest=True))
    assert guest.get(PAGE)["Location"] == f"/account/iscriviti/?next={PAGE}"


def test_a_webhook_is_limited_to_a_club_of_mine(browser: Client, anna: User, ear: Ear) -> None:
    club = actions.create_club(anna, name="Circolo Garibaldi")
    browser.post(PAGE, {"url": ear.url, "kinds": ["event_news"], "topic": club.code})
    assert Webhook.objects.get().topic == club.code
    assert "Circolo Garibaldi" in browser.get(f"{PAGE}{Webhook.objects.get().pk}/").content.decode()
    refused = browser.post(PAGE, {"url": ear.url, "kinds": ["event_news"], "topic": "others"})
    assert refused.status_code == 422
    assert Webhook.objects.count() == 1
