"""Bulletins: what an event has to tell, for a chat, as a few lines of text and as a picture."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from clubs import actions as clubs
from ludopoli.accounts.models import User
from ludopoli.http import pictures
from ludopoli.webhooks.models import Webhook
from tests.clubs.conftest import joined
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.outlets import bulletins
from tournaments.pages.bulletins import bulletin_svg


def told(evening: Evening) -> dict[str, bulletins.Bulletin]:
    """The bulletins of an event as it is now, in English."""
    with translation.override("en"):
        return {each.name: each for each in bulletins.bulletins_of(evening.fresh())}


def test_before_the_start_it_invites(club: list[User], evening: NewEvening) -> None:
    tonight = evening(capacity=8)
    tonight.pairs(club, 3)
    [(name, invitation)] = told(tonight).items()
    assert name == "invitation"
    assert invitation.rows[-1] == ("Entered so far:", "3 / 8")
    text = invitation.text("https://example.org/tornei/x/")
    assert text.startswith("Torneo del giovedì\n")
    assert text.endswith("\n\nhttps://example.org/tornei/x/")


def test_a_round_in_play_tells_who_meets_whom(tonight: Evening) -> None:
    [pairings] = told(tonight).values()
    assert (pairings.name, pairings.headline) == ("pairings", "Round 1")
    first, second = pairings.rows
    assert first[0].startswith("1. ")
    everybody = f"{first[0]} {second[0]}"
    assert all(everybody.count(entry) == 1 for entry in ("Anna – Bruno", "Carla – Dario", "Elena – Fulvio"))


def test_after_rounds_it_tells_the_standings(tonight: Evening) -> None:
    tonight.play()
    assert [(each.name, each.headline) for each in told(tonight).values()] == [
        ("pairings", "Round 2"),
        ("standings", "After 1 round"),
    ]
    tonight.to_the_end()
    [final] = told(tonight).values()
    assert final.headline == "Final standings"
    assert [text.partition(". ")[0] for text, _figure in final.rows] == ["1", "2", "3", "4"]


def test_a_cancelled_event_says_why(tonight: Evening, organiser: User) -> None:
    actions.cancel_event(organiser, tonight.event, reason="Manca la luce")
    [cancelled] = told(tonight).values()
    assert (cancelled.name, cancelled.rows) == ("cancellation", (("Manca la luce", ""),))


def test_a_long_list_is_cut_and_says_so() -> None:
    rows = tuple((f"{place}. Anna", "3") for place in range(1, 60))
    with translation.override("en"):
        long = bulletins.Bulletin("standings", "Torneo", "Final standings", rows)
        assert "40. Anna 3\nand 19 more lines\n" in long.text("x")
        assert "41. Anna" not in long.text("x")
        picture = bulletin_svg(long)
        assert "16. Anna" in picture, "the calls of a club's evening fit"
        assert "and 43 more lines" in picture


def test_the_page_has_each_with_its_picture(
    tonight: Evening, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_png", str.encode)
    address = tonight.event.get_absolute_url()
    assert f"{address}notizie/" in client.get(address).content.decode()
    page = client.get(f"{address}notizie/").content.decode()
    assert f"{address}notizie/tavoli.png?lingua=it" in page
    assert "https://wa.me/?text=Torneo%20del%20gioved%C3%AC%0ATurno%201%0A" in page
    assert "Anna – Bruno" in client.get(f"{address}notizie/tavoli.png").content.decode()
    assert client.get(f"{address}notizie/classifica.png").status_code == 404
    [posted] = client.get(f"/api/v1/tournaments/{tonight.event.code}/bulletins/").json()["results"]
    assert posted["name"] == "pairings"
    assert posted["text"].endswith(f"http://testserver{address}")


DISCORD, SLACK = "https://discord.com/api/webhooks/1/x", "https://hooks.slack.com/services/1"
TELEGRAM, OWN = "https://api.telegram.org/bot1:x/sendMessage?chat_id=@circolo", "https://example.org/hook"


def subscribe(user: User, url: str, topic: str = "") -> Webhook:
    return Webhook.objects.create(user=user, url=url, kinds=["event_news"], topic=topic)


def sent(hook: Webhook) -> list[dict[str, Any]]:
    return [json.loads(each.body) for each in hook.deliveries.order_by("made_at", "pk")]


def test_chats_receive_the_news_of_an_event_as_they_take_it(
    club: list[User], evening: NewEvening, organiser: User
) -> None:
    hooks = [subscribe(organiser, url) for url in (DISCORD, SLACK, TELEGRAM, OWN)]
    tonight = evening(name="Tressette <@everyone>")
    tonight.pairs(club)
    tonight.start()
    discord, slack, telegram, own = ([*sent(hook)][1] for hook in hooks)
    text = own["data"].pop("text")
    assert own["data"] == {"event": tonight.event.code, "name": "Tressette <@everyone>", "news": "pairings"}
    assert text.startswith("Tressette <@everyone>\nTurno 1\n")
    assert discord == {"content": text, "allowed_mentions": {"parse": []}}
    assert slack == {"text": text.replace("<", "&lt;").replace(">", "&gt;")}
    assert telegram == {"text": text}
    tonight.to_the_end()
    told = [each["data"]["news"] for each in sent(hooks[3])]
    assert told == ["invitation", "pairings", "standings", "pairings", "standings", "standings"]


def test_a_webhook_may_be_only_about_one_event(
    club: list[User], evening: NewEvening, organiser: User
) -> None:
    tonight, other = evening(), evening()
    hook = subscribe(organiser, OWN, tonight.event.code)
    for each in (tonight, other):
        actions.cancel_event(organiser, each.event, reason="Manca la luce")
    assert [each["data"]["event"] for each in sent(hook)] == [tonight.event.code]


def test_whoever_holds_events_for_a_club_follows_all_of_its(
    club: list[User], evening: NewEvening, organiser: User
) -> None:
    ours = clubs.create_club(organiser, name="Circolo Garibaldi")
    anna, bruno = (joined(each, ours) for each in club[:2])
    clubs.set_role(organiser, anna, "director")
    of_club, of_everything = subscribe(club[0], OWN, ours.code), subscribe(club[0], OWN)
    of_member = subscribe(club[1], OWN, ours.code)
    evening(club=ours)
    assert (len(sent(of_club)), sent(of_everything), sent(of_member)) == (1, [], [])
    claims = Webhook.objects.create(user=club[0], url=OWN, kinds=["event_started"], topic=ours.code)
    tonight = evening(club=ours)
    tonight.pairs(club)
    tonight.draw()
    assert (sent(claims), len(sent(of_club))) == ([], 3), "what its directors alone hear is not for her"
    clubs.set_role(organiser, anna, "member")
    evening(club=ours)
    assert len(sent(of_club)) == 3, "she holds no events any more"
    assert bruno.role == "member"


def test_nobody_else_receives_the_news(club: list[User], evening: NewEvening) -> None:
    tonight = evening()
    hook = subscribe(club[0], OWN, tonight.event.code)
    tonight.pairs(club)
    tonight.start()
    assert sent(hook) == []
