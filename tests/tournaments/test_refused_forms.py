"""A refused form is answered with its page, which has what was typed and the reason beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.pages.federation_forms import (
    AskForClubForm,
    HolderForm,
    InviteClubForm,
    LicenceForm,
    NewLicenceForm,
    NewOrganiserForm,
)
from clubs.pages.forms import CardForm, ChatForm, MemberForm
from ludopoli.accounts.forms import FriendForm
from ludopoli.accounts.models import User
from ludopoli.http.action_forms import ActionForm
from tests.clubs.conftest import federated, licensed
from tests.snapshots import made_once, rows_so_far
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tests.tournaments.test_parts import MIXED
from tests.tournaments.test_rulings import semifinals, turned
from tournaments import action_forms as forms
from tournaments import actions
from tournaments.entry_forms import (
    ApartForm,
    AskByesForm,
    ClubOfTeamForm,
    EntryForm,
    NamesForm,
    PartnerForm,
    RegisterForm,
    SubstituteForm,
)
from tournaments.models import Event, Series

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
    found = re.search(r'<p class="error".*?>(.*?)</p>', form, re.DOTALL)
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


def test_a_substitute_is_chosen_again_for_the_same_place(tonight: Evening) -> None:
    entry = tonight.entries[0]
    client, action = browser(tonight.organiser), console(tonight, f"iscritti/{entry.number}/sostituisci/")
    sent = {"place": "1", "name": "Nessuno", "reason": "Via"}
    form = form_at(refused(client, action, sent), action)
    assert error_of(form) == "Nobody here has this name."
    assert (value_of(form, "name"), value_of(form, "reason")) == ("Nessuno", "Via")
    assert '<option value="1" selected>' in form


def test_an_answer_to_a_player_keeps_its_words_and_points(tonight: Evening, club: list[User]) -> None:
    tonight.play()
    actions.call_directors(club[0], tonight.tables(1)[0], "Ho contato male", now=tonight.now)
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


def test_a_refused_claim_keeps_its_text(tonight: Evening, club: list[User]) -> None:
    page = tonight.event.get_absolute_url()
    sent = {"table": f"1-{tonight.tables()[0].number}", "text": "Mi hanno detto una parola " * 20}
    form = form_at(refused(browser(club[0]), f"{page}reclamo/", sent), f"{page}reclamo/")
    assert error_of(form)
    assert sent["text"].strip() in form


def test_the_answer_says_at_which_address_its_page_is(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    page, action = f"{console(tonight)}?turno=1", console(tonight, "fai/invita/")
    html = refused(browser(tonight.organiser), action, {"name": "Nessuno"})
    assert f'<meta name="page-address" content="{console(tonight)}">' in html
    assert action not in re.findall(r'(?:href|action)="([^"]*fai/invita/)\?', html), "links lead to the page"
    assert 'name="page-address"' not in browser(tonight.organiser).get(page).content.decode()


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


# ---- every form


class Controls(HTMLParser):
    """The controls of a form by name: their attributes, and the values with which it would be sent."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.fields: dict[str, dict[str, str | None]] = {}
        self.values: dict[str, str] = {}
        self._text = ""
        self._select = ""
        self.feed(form)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        name = str(of.get("name"))
        if tag in ("input", "select", "textarea"):
            self.fields[name], self.values[name] = of, of.get("value") or ""
            self._text = name if tag == "textarea" else ""
            self._select = name if tag == "select" else ""
        elif tag == "option" and "selected" in of:
            self.values[self._select] = of.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self._text:
            self.values[self._text] += data.removeprefix("\n").removeprefix("\r\n")

    def handle_endtag(self, tag: str) -> None:
        self._text = ""


@dataclass(frozen=True, slots=True)
class WrongForm:
    """A form that is refused, and the field that its error is about."""

    form: type[ActionForm]
    path: str
    sent: Mapping[str, str]
    field: str
    by: str = "Ugo"
    world: str = "entering"


def entering(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening(access="invited", spectators="open")
    tonight.pairs(club)
    return tonight


def admitting(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening()
    tonight.pairs(club, 2)
    return tonight


def left_alone(evening: NewEvening, club: list[User]) -> Evening:
    tonight = admitting(evening, club)
    actions.withdraw_from_event(club[1], tonight.event, now=tonight.now)
    return tonight


def drawn(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening(settings={"rounds": 2, "deals": 1}, asked_byes="average")
    tonight.pairs(club)
    tonight.draw()
    return tonight


def over(evening: NewEvening, club: list[User]) -> Evening:
    tonight = drawn(evening, club)
    tonight.begin_round()
    tonight.play()
    actions.call_directors(club[0], tonight.tables(1)[0], "Ho contato male", now=tonight.now)
    return tonight


def in_the_hall(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening(venue="real", settings={"rounds": 2, "deals": 2})
    tonight.pairs(club)
    tonight.start()
    return tonight


def held_for_a_club(evening: NewEvening, _club: list[User]) -> Evening:
    tonight = evening()
    assert tonight.event.organiser is not None
    tonight.event.club = clubs.create_club(tonight.event.organiser, name="Circolo Garibaldi")
    tonight.event.save()
    return tonight


def in_parts(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening(**MIXED, settings={})
    tonight.pairs(club)
    tonight.start()
    return tonight


def teams(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening(format="robin", unit="team", settings={"deals": 1})
    made = clubs.create_club(club[0], name="Circolo Garibaldi")
    actions.register_entry(club[0], tonight.event, team=club[1:4], name="Onda", club=made, now=tonight.now)
    return tonight


def of_a_club(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening()
    made = clubs.create_club(tonight.organiser, name="Circolo Garibaldi")
    Club.objects.filter(pk=made.pk).update(code="circolo", secret="segreto")
    made.refresh_from_db()
    clubs.add_member(tonight.organiser, made, "Mario Rossi", card="0113")
    clubs.join_by_link(club[0], made, "segreto")
    return tonight


def of_a_series(evening: NewEvening, club: list[User]) -> Evening:
    tonight = evening()
    made = actions.create_series(tonight.organiser, name="Inverno")
    Series.objects.filter(pk=made.pk).update(code="serie")
    return tonight


def of_a_federation(evening: NewEvening, club: list[User]) -> Evening:
    tonight = of_a_club(evening, club)
    made = federated(tonight.organiser, Club.objects.get(), slug="lega")
    licensed(made, ClubMember.objects.get(card="0113"), "F-1")
    final = evening(starts_at=tonight.now + timedelta(days=7)).event
    actions.set_phase(tonight.organiser, made, final, level="final")
    actions.set_phase(tonight.organiser, made, tonight.event, level="club", leads_to=final, best=1)
    Event.objects.filter(pk=tonight.event.pk).update(code="finita", status=Event.Status.FINISHED)
    Event.objects.filter(pk=final.pk).update(unit=Event.Unit.TEAM)
    return tonight


WORLDS: Mapping[str, Callable[[NewEvening, list[User]], Evening]] = {
    each.__name__: each
    for each in (
        entering, admitting, left_alone, drawn, over, in_the_hall, held_for_a_club, in_parts, teams,
        of_a_club, of_a_federation, of_a_series,
    )
}  # fmt: skip

LONG = "Rivista " * 60
NOBODY = {"club": "circolo", "person": "Nessuno"}
YEAR = {"number": "F-2", "valid_from": "2026-01-01", "valid_until": "2026-12-31"}
SITTING = "somebody at the first table"
TABLE = "direzione/tavoli/1/1/"
FORMS = [
    WrongForm(forms.PersonForm, "direzione/fai/invita/", {"name": "Nessuno"}, "name"),
    WrongForm(forms.PersonForm, "direzione/fai/mostra-mani/", {"name": "Nessuno"}, "name"),
    WrongForm(forms.OfficerForm, "direzione/fai/aggiungi-arbitro/", {"name": "Nessuno"}, "name"),
    WrongForm(forms.TextForm, "direzione/fai/annuncia/", {"text": LONG * 2}, "text"),
    WrongForm(forms.ReasonForm, "direzione/fai/cancella/", {"reason": LONG}, "reason"),
    WrongForm(forms.LengthForm, "direzione/fai/durata/", {"rounds": "molti", "reason": "Tardi"}, "rounds"),
    WrongForm(
        forms.ReopenForm, "direzione/fai/riapri-iscrizioni/", {"minutes": "molti", "reason": "Tardi"},
        "minutes", world="in_the_hall",
    ),
    WrongForm(ApartForm, "direzione/fai/separa/", {"one": "2", "other": "2"}, "other"),
    WrongForm(EntryForm, "direzione/fai/iscrivi/", {"first": "Mario", "second": "Nessuno"}, "second"),
    WrongForm(EntryForm, "direzione/fai/iscrivi/", {"first": "Mario", "team": "x" * 41}, "team"),
    WrongForm(
        SubstituteForm, "direzione/iscritti/1/sostituisci/",
        {"place": "1", "name": "Nessuno", "reason": "Via"}, "name",
    ),
    WrongForm(
        SubstituteForm, "direzione/iscritti/1/sostituisci/",
        {"place": "1", "name": "Nora", "reason": LONG}, "reason", world="drawn",
    ),
    WrongForm(
        AskByesForm, "direzione/iscritti/1/chiedi-riposo/", {"rounds": "mai"}, "rounds", world="drawn",
    ),
    WrongForm(
        forms.SwapForm, f"{TABLE}scambia/", {"place": "1", "to": "2-1", "reason": LONG}, "reason",
        world="drawn",
    ),
    WrongForm(
        forms.PointsForm, f"{TABLE}correggi/", {"points-0": "molti", "points-1": "8", "reason": "Visto"},
        "points-0", world="over",
    ),
    WrongForm(
        forms.PointsForm, f"{TABLE}penalizza/", {"points-1": "2", "reason": LONG}, "reason", world="over"
    ),
    WrongForm(
        forms.DealForm, f"{TABLE}annulla-smazzata/", {"deal": "1-1", "reason": LONG}, "reason", world="over"
    ),
    WrongForm(
        forms.AnswerForm, "direzione/reclami/1/accogli/", {"reason": "Visto", "points-0": "molti"},
        "points-0", world="over",
    ),
    WrongForm(
        forms.ScoreForm, f"{TABLE}segna/", {"score-1-0": "8", "score-1-1": "3", "score-2-0": "molti"},
        "score-2-0", world="in_the_hall",
    ),
    WrongForm(
        forms.ScoreForm, "foglio/", {"table": "1-1", "entry": "1", "score-1-0": "2", "score-1-1": "2"},
        "score-1-0", SITTING, "in_the_hall",
    ),
    WrongForm(
        forms.ForfeitForm, f"{TABLE}assegna-prova/", {"part": "2", "place": "1", "reason": LONG}, "reason",
        world="in_parts",
    ),
    WrongForm(
        forms.MissedForm, f"{TABLE}salta-turno/", {"place": "0", "reason": LONG}, "reason",
        world="in_the_hall",
    ),
    WrongForm(
        RegisterForm, "iscriviti/", {"partner": "Nessuno", "name": "I gatti"}, "partner", "Mario",
        "admitting",
    ),
    WrongForm(
        RegisterForm, "iscriviti/", {"partner": "Nora", "name": "x" * 41}, "name", "Mario", "admitting"
    ),
    WrongForm(
        RegisterForm, "iscriviti/", {"team": "Nessuno", "name": "Vela"}, "team", "Mario", "teams"
    ),
    WrongForm(
        NamesForm, "direzione/iscritti/1/correggi-nomi/", {"team": "x" * 41}, "team", "Ugo",
        "in_the_hall",
    ),
    WrongForm(AskByesForm, "riposi/", {"rounds": "mai"}, "rounds", "Anna", "drawn"),
    WrongForm(PartnerForm, "compagno/", {"partner": "Nessuno"}, "partner", "Anna", "left_alone"),
    WrongForm(PartnerForm, "squadra/", {"partner": "Nessuno"}, "partner", "Anna", "teams"),
    WrongForm(forms.TemplateForm, "direzione/modello/", {"name": LONG}, "name", world="held_for_a_club"),
    WrongForm(forms.CallForm, "reclamo/", {"table": "1-1", "text": LONG}, "text", SITTING, "over"),
    WrongForm(
        forms.SeriesPenaltyForm, "/tornei/serie/serie/penalita/togli/",
        {"who": "Nessuno", "points": "2", "reason": "In ritardo"}, "who", world="of_a_series",
    ),
    WrongForm(
        MemberForm, "/circoli/circolo/fai/aggiungi/", {"name": "Lia", "card": "0113"}, "card",
        world="of_a_club",
    ),
    WrongForm(
        MemberForm, "/circoli/circolo/soci/2/cambia/", {"name": " ", "card": "0113"}, "name",
        world="of_a_club",
    ),
    WrongForm(ChatForm, "/circoli/circolo/chat/scrivi/", {"text": LONG}, "text", world="of_a_club"),
    WrongForm(CardForm, "/circoli/circolo/invito/segreto/", {"card": "7"}, "card", "Bruno", "of_a_club"),
    *(
        WrongForm(form, f"/federazioni/lega/{path}/", sent, field, world="of_a_federation")
        for form, path, sent, field in (
            (InviteClubForm, "fai/invita", {"club": "nessuno"}, "club"),
            (NewOrganiserForm, "fai/aggiungi-organizzatore", {"name": "Nessuno"}, "name"),
            (LicenceForm, "tessere/cambia", {"licence": "F-1", "number": "F-1", "born": "mai"}, "born"),
            (HolderForm, "tessere/sposta", {"licence": "F-1", **NOBODY}, "person"),
            (NewLicenceForm, "tessere/rilascia", {**NOBODY, **YEAR}, "person"),
            (forms.PhaseForm, "fasi/metti", {"event": "nessuno", "level": "club"}, "event"),
            (forms.CarryOverForm, "fasi/porta-avanti", {"event": "finita", "declined": "2"}, "declined"),
        )
    ),
    WrongForm(FriendForm, "/amici/aggiungi/", {"name": "Nessuno"}, "name", "Anna"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", FORMS, ids=lambda each: f"{each.path}-{each.field}")
def test_a_refused_form_comes_back_as_typed_with_its_error_beside_a_field(
    evening: NewEvening, club: list[User], wrong: WrongForm
) -> None:
    tonight = made_once((wrong.world, rows_so_far()), partial(WORLDS[wrong.world], evening, club))
    action = wrong.path if wrong.path.startswith("/") else f"{tonight.event.get_absolute_url()}{wrong.path}"
    by, sent = User.objects.filter(username=wrong.by).first(), dict(wrong.sent)
    if by is None:
        entry = tonight.event.entries.get(number=tonight.tables(1)[0].places[0])
        by, sent = (
            entry.members.all()[0].user,
            sent | ({"entry": str(entry.number)} if "entry" in sent else {}),
        )
    assert by is not None
    shown = form_at(refused(browser(by), action, sent), action, *(f'name="{name}"' for name in sent))
    controls = Controls(shown)
    assert {name: controls.values[name] for name in sent} == sent
    field = controls.fields[wrong.field]
    assert field.get("aria-invalid") == "true"
    assert "autofocus" in field
    assert shown.count('aria-invalid="true"') == 1
    [described] = [each for each in (field["aria-describedby"] or "").split() if each.endswith("_error")]
    assert re.search(rf'id="{described}">\s*<p class="error">\s*<svg.*?</svg>\s*\w', shown, re.DOTALL)


def test_every_form_of_an_action_is_tried() -> None:
    def kinds(of: type[ActionForm]) -> set[type[ActionForm]]:
        return {of, *(each for below in of.__subclasses__() for each in kinds(below))}

    nothing_typed: set[type[ActionForm]] = {
        ActionForm,
        forms.TakeBackForm,
        AskForClubForm,
        ClubOfTeamForm,
        forms.LeftForm,
    }
    assert kinds(ActionForm) - nothing_typed == {each.form for each in FORMS}
