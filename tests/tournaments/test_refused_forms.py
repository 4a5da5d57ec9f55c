"""A refused form is answered with its page, which has what was typed and the reason beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tests.tournaments.test_rulings import semifinals, turned
from tournaments import actions

__all__ = ["semifinals"]


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


def form_at(html: str, action: str, *marks: str) -> str:
    """Return the form with this address; of several, the one that contains all marks."""
    forms = re.findall(r"<form.*?</form>", html, re.DOTALL)
    return next(
        each for each in forms if f'action="{action}"' in each and all(mark in each for mark in marks)
    )


def value_of(form: str, name: str) -> str:
    field = re.search(rf'<input[^>]*\bname="{name}"[^>]*>', form)
    assert field is not None, name
    value = re.search(r'value="([^"]*)"', field.group())
    return "" if value is None else value.group(1)


def error_of(form: str) -> str:
    """Return the error in a form."""
    found = re.search(r"data-refused>(.*?)</p>", form, re.DOTALL)
    return "" if found is None else re.sub(r"<[^>]+>", "", found.group(1)).strip()


def refused(client: Client, action: str, fields: dict[str, str]) -> str:
    """Send a form, and return the page with which it was refused."""
    answer = client.post(action, fields)
    assert answer.status_code == 422
    return answer.content.decode()


def console(tonight: Evening, path: str = "") -> str:
    return f"/tornei/{tonight.event.code}/direzione/{path}"


def test_a_ruling_that_has_to_be_confirmed_is_typed_once(semifinals: Evening) -> None:
    client, page = browser(semifinals.organiser), console(semifinals, "tavoli/1/1/")
    made = [f"{each / 100:g}" for each in turned(semifinals.tables(1)[0], semifinals)]
    fields = {**{f"points-{place}": each for place, each in enumerate(made)}, "reason": "Conto <sbagliato>"}
    again = refused(client, f"{page}correggi/", fields)
    form = form_at(again, f"{page}correggi/")
    assert "through instead of" in error_of(form)
    assert [value_of(form, f"points-{place}") for place in (0, 1)] == made
    assert value_of(form, "reason") == "Conto &lt;sbagliato&gt;"
    assert 'name="confirmed"' in form
    assert " checked" not in form, "whoever confirms ticks it"
    other = form_at(again, f"{page}penalizza/")
    assert (value_of(other, "reason"), error_of(other)) == ("", ""), "only the form that was sent"
    later = form_at(client.get(page).content.decode(), f"{page}correggi/")
    assert (value_of(later, "reason"), error_of(later)) == ("", ""), "shown once"


def test_a_refused_ruling_reopens_the_dialog_of_its_deal(semifinals: Evening) -> None:
    client, page = browser(semifinals.organiser), console(semifinals, "tavoli/1/1/")
    label, action = semifinals.tables(1)[0].labels[0], f"{page}annulla-smazzata/"
    too_long = "Rivista " * 60
    form = form_at(refused(client, action, {"deal": label, "reason": too_long}), action)
    assert error_of(form)
    assert value_of(form, "reason") == too_long
    another = refused(client, action, {"deal": "9-9", "reason": "Rivista"})
    assert value_of(form_at(another, action), "reason") == "", "it was about another deal"


def test_one_wrong_name_can_be_corrected(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    client, action = browser(tonight.organiser), console(tonight, "fai/iscrivi/")
    fields = {"first": "Anna", "second": "Nessuna", "team": "Le gatte", "first-named": "1"}
    html = refused(client, action, fields)
    form = form_at(html, action)
    assert error_of(form) == "Nobody here has this name."
    assert [value_of(form, name) for name in ("first", "second", "team")] == ["Anna", "Nessuna", "Le gatte"]
    assert re.search(r'name="first-named"[^>]* checked', form)
    assert not re.search(r'name="second-named"[^>]* checked', form)
    fold = html[: html.index(form)].rindex("<details")
    assert html[fold:].startswith('<details class="fold" open')
    fresh = form_at(browser(tonight.organiser).get(console(tonight)).content.decode(), action)
    assert value_of(fresh, "first") == "", "it is the browser's own"


@pytest.mark.parametrize(
    ("name", "fields", "typed"),
    [
        ("invita", {"name": "Nessuno"}, 'value="Nessuno"'),
        ("mostra-mani", {"name": "Nessuno"}, 'value="Nessuno"'),
        ("aggiungi-arbitro", {"name": "Nessuno"}, 'value="Nessuno"'),
        ("annuncia", {"text": "Si riparte " * 60}, "Si riparte Si riparte"),
        ("separa", {"one": "2", "other": "2"}, '<option value="2" selected>'),
        ("cancella", {"reason": "Piove " * 80}, 'value="Piove Piove'),
    ],
)
def test_every_refused_form_of_the_desk_keeps_its_input(
    evening: NewEvening, club: list[User], name: str, fields: dict[str, str], typed: str
) -> None:
    tonight = evening(access="invited", spectators="open")
    tonight.pairs(club)
    client, action = browser(tonight.organiser), console(tonight, f"fai/{name}/")
    form = form_at(refused(client, action, fields), action)
    assert error_of(form)
    assert typed in form


def test_a_substitute_is_chosen_again_for_the_same_place(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entry = tonight.pairs(club)[0]
    tonight.start()
    client, action = browser(tonight.organiser), console(tonight, f"iscritti/{entry.number}/sostituisci/")
    sent = {"place": "1", "name": "Nessuno", "reason": "Via"}
    form = form_at(refused(client, action, sent), action)
    assert error_of(form) == "Nobody here has this name."
    assert (value_of(form, "name"), value_of(form, "reason")) == ("Nessuno", "Via")
    assert '<option value="1" selected>' in form


def test_an_answer_to_a_player_keeps_its_words_and_points(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    tonight.start()
    tonight.play()
    actions.claim(club[0], tonight.tables(1)[0], "Ho contato male", now=tonight.now)
    client = browser(tonight.organiser)
    accept = console(tonight, "reclami/1/accogli/")
    sent = {"reason": "Visto", "points-0": "molti", "points-1": "8"}
    form = form_at(refused(client, accept, sent), accept)
    assert error_of(form)
    assert [value_of(form, name) for name in ("reason", "points-0", "points-1")] == ["Visto", "molti", "8"]
    html = refused(client, console(tonight, "reclami/1/respingi/"), {"reason": "no " * 200})
    assert value_of(form_at(html, accept), "reason").startswith("no no"), "the other button"


def test_an_unknown_partners_name_can_be_corrected(evening: NewEvening, club: list[User]) -> None:
    page = evening().event.get_absolute_url()
    for client in (browser(club[0]), browser()):
        html = refused(client, f"{page}iscriviti/", {"partner": "Nessuno", "name": "I gatti"})
        form = form_at(html, f"{page}iscriviti/")
        assert error_of(form)
        assert (value_of(form, "partner"), value_of(form, "name")) == ("Nessuno", "I gatti")


def test_a_refused_claim_keeps_its_text(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    tonight.start()
    page = tonight.event.get_absolute_url()
    sent = {"table": f"1-{tonight.tables()[0].number}", "text": "Mi hanno detto una parola " * 20}
    form = form_at(refused(browser(club[0]), f"{page}reclamo/", sent), f"{page}reclamo/")
    assert error_of(form)
    assert sent["text"].strip() in form


def test_an_unknown_friends_name_is_kept(club: list[User]) -> None:
    action = reverse("tie", args=["befriend"])
    html = refused(browser(club[0]), action, {"name": "Nessuno"})
    form = form_at(html, action)
    assert error_of(form)
    assert value_of(form, "name") == "Nessuno"


def test_the_answer_says_at_which_address_its_page_is(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    page, action = f"{console(tonight)}?turno=1", console(tonight, "fai/invita/")
    html = refused(browser(tonight.organiser), action, {"name": "Nessuno"})
    assert f'<meta name="page-address" content="{console(tonight)}">' in html
    assert action not in re.findall(r'(?:href|action)="([^"]*fai/invita/)\?', html), "links lead to the page"
    assert "page-address" not in browser(tonight.organiser).get(page).content.decode()


def test_who_cannot_see_the_page_of_a_form_sees_only_the_reason(
    evening: NewEvening, club: list[User]
) -> None:
    client, action = browser(club[0]), reverse("tie", args=["befriend"])
    for page in (console(evening()), "/nessuna/", "/tornei/%00/", "/tornei/?q=%00", action):
        answer = client.post(action, {"name": "Nessuno", "next": page})
        assert answer.status_code == 404, page
        assert "Nobody here has this name." in answer.content.decode(), page


def test_the_reason_goes_along_to_where_a_page_has_moved(club: list[User]) -> None:
    client, action = browser(club[0]), reverse("tie", args=["befriend"])
    answer = client.post(action, {"name": "Nessuno", "next": reverse("next-mistake")})
    assert answer["Location"] == reverse("mistakes")
    assert "Nobody here has this name." in client.get(answer["Location"]).content.decode()
