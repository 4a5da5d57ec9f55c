"""The organiser's pages: the wizard makes the event that it describes; the console shows and directs it."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.play import live
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, format_texts
from tournaments.console import summary
from tournaments.console.act_fields import about_field, read_points
from tournaments.console.desk import Desk
from tournaments.console.fields import format_options, option_field
from tournaments.console.forms import EventForm
from tournaments.formats.catalog import FORMATS, EventSides
from tournaments.formats.standings import TIE_BREAKS
from tournaments.models import Entry, Event, Round, TournamentTable

# ---- words and numbers, without a database


def test_every_format_has_its_texts() -> None:
    assert format_texts.FORMATS.keys() == FORMATS.keys()
    assert {name for each in FORMATS.values() for name in each.scorings} == format_texts.SCORINGS.keys()
    assert format_texts.BREAKS.keys() == TIE_BREAKS.keys()
    for format in FORMATS.values():
        for option in format.all_options:
            known = format_texts.OPTIONS[option.name]
            assert {*option.choices} <= {*known.choices}, option.name


def test_a_kind_of_stage_is_offered_with_the_formats_that_have_it() -> None:
    first = next(option for option in format_options() if option.name == "first")
    only = json.loads(option_field(first).widget.attrs["data-only"])
    assert (only["mitchell"], only["tables"]) == (["stages"], ["heats"])
    assert "danish" not in only, "both have it"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (["12,5", "7.5"], [1250, 750]),
        (["", "0"], [None, 0]),
        (["", ""], []),
        (["1,234", "0"], "bad_points"),
        (["otto", "0"], "bad_points"),
        (["NaN", "Infinity"], "bad_points"),
    ],
)
def test_points_are_parsed_as_people_write_them(sent: list[str], expected: Any) -> None:
    with refused(expected) if isinstance(expected, str) else nullcontext():
        assert read_points({f"points-{place}": each for place, each in enumerate(sent)}, 2, None) == expected


@pytest.mark.parametrize(
    ("minutes", "said"), [(3, "5 minutes"), (62, "1 hour"), (150, "2 and a half hours"), (118, "2 hours")]
)
def test_durations_are_worded(minutes: float, said: str) -> None:
    with translation.override("en"):
        assert summary.duration(minutes) == said


SIDES = (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("format", "settings", "capacity", "said"),
    [
        (
            "swiss", {"rounds": 7, "deals": 4}, 32,
            "7 rounds of 4 deals, about 2 and a half hours, the same deals at all tables, 32 pairs",
        ),
        (
            "knockout", {"deals": 4}, 16,
            "4 rounds of 4 deals, about an hour and a half, the same deals at all tables, 16 pairs",
        ),
        ("robin", {"deals": 4, "duplicate": False}, None, "rounds of 4 deals, each about 20 minutes"),
        ("arena", {"deals": 2, "minutes": 90}, None, "2 deals a table, open for an hour and a half"),
    ],
)  # fmt: skip
def test_an_event_is_summarised(
    format: str, settings: dict[str, Any], capacity: int | None, said: str
) -> None:
    held = FORMATS[format]
    with translation.override("en"):
        sentence = summary.sentence(
            held, held.settings(settings), shape=EventSides("pair", SIDES), capacity=capacity,
            round_minutes=None, break_seconds=60,
        )  # fmt: skip
    assert sentence == said


# ---- the wizard


def sent(**fields: Any) -> dict[str, Any]:
    """Return what a browser sends if only the name was filled in, with these changes."""
    starts = timezone.localtime() + timedelta(days=1)
    return {
        "name": "Il giovedì",
        "starts_at": f"{starts:%Y-%m-%dT%H:%M}",
        "game": "tressette-4",
        "format": "swiss",
        "rules": "tressette:classico",
        "guests": "on",
        "quiet": "on",
        **fields,
    }


@pytest.fixture
def browser(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


def test_the_wizard_announces_the_event_it_described(browser: Client, organiser: User) -> None:
    page = browser.get("/tornei/nuovo/")
    assert "5 rounds of 8 deals" in page.content.decode()
    chosen = sent(
        option_rounds="7", option_deals="4", option_duplicate="False", break_1="wins", break_2="buchholz",
        option_scoring="match", option_minutes="90", capacity="32", clock="slow", new_series="Campionato",
    )  # fmt: skip
    html = browser.post("/tornei/nuovo/riassunto/", chosen).content.decode()
    assert "7 rounds of 4 deals, about 2 and a half hours, 32 pairs." in html
    assert not Event.objects.exists()
    answer = browser.post("/tornei/nuovo/", chosen)
    event = Event.objects.get()
    assert answer["Location"] == reverse("console", args=[event.code])
    assert event.settings["breaks"] == ["wins", "buchholz"]
    assert (event.settings["rounds"], event.settings["deals"], event.settings["duplicate"]) == (7, 4, False)
    assert (event.move_seconds, event.bank_seconds, event.capacity) == (60, 300, 32)
    assert (event.guests, event.rated, event.late_entries) == (True, False, False)
    assert event.series is not None
    assert event.series.name == "Campionato"
    assert event.organiser == organiser


def test_fee_and_prizes_are_typed_as_they_stand_on_a_poster(browser: Client) -> None:
    typed = {
        "purse_fee": "7,50", "purse_per": "entry", "purse_house_percent": "20", "purse_several": "on",
        "purse_prizes": "1: 60%\n2-3: un salame\n1 Juniores: 20",
    }  # fmt: skip
    browser.post("/tornei/nuovo/", sent(venue="real", **typed))
    event = Event.objects.get()
    assert event.purse == {
        "fee": {"amount": 750, "per": "entry"}, "house_percent": 20,
        "prizes": [
            {"place": 1, "share": 60},
            {"place": 2, "thing": "un salame"},
            {"place": 3, "thing": "un salame"},
            {"place": 1, "category": "Juniores", "amount": 2000},
        ],
    }  # fmt: skip
    form = browser.get(reverse("console-change", args=[event.code])).context["form"]
    assert {name: form[name].value() for name in typed} == {
        **typed, "purse_house_percent": 20, "purse_several": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "format", "deals"),
    [
        ("tressette-4", "swiss", 8),
        ("tarocchi-3", "tables", 6),
        ("whist-4", "tables", 7),
        ("whist-6", "tables", 5),
    ],
)
def test_the_described_number_of_deals_is_played(browser: Client, game: str, format: str, deals: int) -> None:
    chosen = sent(game=game, format=format, rules="", option_odd="bots")
    said = browser.post("/tornei/nuovo/riassunto/", chosen).content.decode()
    assert f"5 rounds of {deals} deals" in said
    browser.post("/tornei/nuovo/", chosen)
    assert Event.objects.get().settings["deals"] == deals


def test_incompatible_settings_are_reported_at_once(browser: Client) -> None:
    chosen = sent(game="tarocchi-3", format="tables", rules="", option_deals="4")
    said = browser.post("/tornei/nuovo/riassunto/", chosen).content.decode()
    assert "do not go together yet. With these rules a match may have this many deals: 3, 6, 9" in said


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"game": "tarocchi-3", "rules": ""}, "format"),
        ({"rules": "tarocchi:classico"}, "rules"),
        ({"game": "briscola-9"}, "game"),
        ({"option_rounds": "99"}, "option_rounds"),
        ({"rating_least": "2000", "rating_most": "1000"}, "rating_least"),
        ({"option_scoring": "matchpoints", "option_duplicate": "False"}, "option_scoring"),
        ({"starts_at": "2020-01-01T21:00"}, "starts_at"),
        ({"unit": "single"}, "unit"),
        ({"purse_fee": "dieci"}, "purse_fee"),
        ({"purse_fee": "5", "purse_members": "6"}, "purse_fee"),
        ({"purse_prizes": "primo: un salame"}, "purse_prizes"),
        ({"purse_prizes": "1: 60%\n2: 50%"}, "purse_prizes"),
        ({"purse_prizes": "1: 60%"}, "purse_prizes"),
        (
            {"game": "tarocchi-3", "rules": "tarocchi:calatafimi", "format": "tables", "option_deals": "4"},
            "option_deals",
        ),
    ],
)
def test_an_error_stands_beside_its_field(browser: Client, fields: dict[str, str], field: str) -> None:
    answer = browser.post("/tornei/nuovo/", sent(**fields))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert f'id="torneo-{field}_error"' in answer.content.decode() or field in ("game", "format")


@pytest.mark.parametrize("field", ["move_seconds", "bank_seconds", "check_in_minutes"])
def test_formats_without_waiting_have_neither_clock_nor_check_in(
    evening: NewEvening, browser: Client, field: str
) -> None:
    daily = evening(format="daily", settings={"deals": 1})
    page = browser.get("/tornei/nuovo/").content.decode()
    for name in ("clock", "check_in_minutes"):
        [formats] = re.findall(rf'data-formats="([^"]*)">\s*<label for="torneo-{name}"', page)
        assert "swiss" in formats.split()
        assert "daily" not in formats.split()
    url = f"/api/v1/tournaments/{daily.event.code}/"
    answer = browser.patch(url, {field: 20}, content_type="application/json")
    assert answer.json()["code"] == "bad_event"
    assert answer.json()["details"] == {"field": field}
    chosen = sent(format="daily", clock="slow", check_in_minutes="15")
    assert browser.post("/tornei/nuovo/", chosen).status_code == 302, "hidden there, so not read"
    made = Event.objects.latest("pk")
    assert (made.format, made.move_seconds, made.check_in_minutes) == ("daily", None, 0)


def test_only_suitable_formats_are_offered_for_a_game(organiser: User) -> None:
    choices = {each.name: each.fits.split() for each in EventForm(organiser).format_choices}
    assert "tressette-4" in choices["swiss"]
    assert "tarocchi-3" not in choices["swiss"]
    assert "tarocchi-3" in choices["tables"]
    assert all(games for games in choices.values())
    assert {each.game for each in EventForm(organiser).game_choices} <= GAMES.keys()


def test_rules_go_with_the_number_of_players(organiser: User, browser: Client) -> None:
    """Scopone is for four, Scopa for two, three or four: whoever names no rules gets those that fit."""
    values = {each.value for each in EventForm(organiser).game_choices}
    assert {"scopone-2", "scopone-3", "scopone-4"} <= values
    for rules, preset in (("", "scopa"), ("scopone:scopa", "scopa"), ("scopone:scientifico", None)):
        chosen = sent(game="scopone-2", rules=rules, format="swiss")
        browser.post("/tornei/nuovo/", chosen)
        made = Event.objects.order_by("pk").last()
        if preset is None:
            assert EventForm(organiser, chosen).errors.keys() >= {"rules"}
        else:
            assert made is not None
            assert (made.game, made.players, made.rules["preset"]) == ("scopone", 2, preset)


def test_fixed_settings_stay_and_others_can_be_changed(
    evening: NewEvening, club: list[User], browser: Client
) -> None:
    event = evening(move_seconds=33).event
    actions.enter_members(event.organiser, event, club[:2])  # type: ignore[arg-type]
    page = f"/tornei/{event.code}/direzione/modifica/"
    form = browser.get(page).context["form"]
    asked = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    asked |= {
        "name": "Il venerdì",
        "format": "danish",
        "starts_at": asked["starts_at"].strftime("%Y-%m-%dT%H:%M"),
    }
    assert browser.post(page, asked).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.format, event.move_seconds) == ("Il venerdì", "swiss", 33)
    Event.objects.update(status=Event.Status.RUNNING, started_at=timezone.now())
    assert browser.post(page, {"name": "La domenica", "capacity": "7", "quiet": "on"}).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.capacity, event.guests) == ("La domenica", None, True)


# ---- the console


@pytest.fixture
def settings_of_tonight() -> dict[str, int]:
    return {"round_minutes": 30}


def test_the_desk_shows_the_state_of_the_event(tonight: Evening, browser: Client, club: list[User]) -> None:
    first, second = tonight.tables()
    second.round.event.members.filter(user=club[0]).update(here=False)
    page = browser.get(f"/tornei/{tonight.event.code}/direzione/")
    html = page.content.decode()
    assert "0 of 2 tables finished" in html
    assert f'href="{reverse("console-change", args=[tonight.event.code])}"' in html, "a round can be moved"
    assert "Anna: not here" in html
    assert [alarm.place[0] for alarm in page.context["desk"].alarms] == ["entry"]
    tonight.play(first)
    parts = browser.get(f"/tornei/{tonight.event.code}/direzione/parti/").content.decode()
    assert "1 of 2 tables finished" in parts
    assert 'data-is="over"' in parts


def test_a_slow_table_is_named(tonight: Evening, club: list[User]) -> None:
    tables = list(TournamentTable.objects.filter(round__event=tonight.event))
    for table in tables[1:]:
        table.deals = {label: [3, 1] for label in ("1-1", "1-2", "1-3")}
        table.status = TournamentTable.Status.OVER
        table.save()
    desk = Desk(tonight.event, tonight.organiser)
    assert [row.row.number for row in desk.rows if row.is_slow] == [tables[0].number]
    assert desk.tables_to_look_at == 1


def test_a_playing_director_sees_no_details_of_their_deals(
    tonight: Evening, browser: Client, club: list[User]
) -> None:
    first, second = tonight.tables()
    tonight.play(first)
    playing = tonight.event.members.filter(entry__number=second.places[0]).first()
    assert playing is not None
    assert playing.user is not None
    actions.add_director(tonight.organiser, tonight.event, playing.user)
    page = f"/tornei/{tonight.event.code}/direzione/tavoli/1/{first.number}/"
    assert "Annul deal 1-1" in browser.get(page).content.decode()
    browser.force_login(playing.user)
    assert "Annul deal 1-1" not in browser.get(page).content.decode()
    assert {row.score for row in Desk(tonight.event, playing.user).rows} == {""}


def test_the_desk_shows_all_overlapping_rounds(
    evening: NewEvening, club: list[User], browser: Client
) -> None:
    daily = evening(format="daily", settings={"deals": 1})
    daily.enter([club[0]], [club[1]])
    daily.start()
    daily.enter([club[2]])
    daily.at(seconds=1)
    desk = Desk(daily.event, daily.organiser)
    assert {row.row.round.number for row in desk.rows} == {1, 2}
    assert desk.tables_going == len(desk.rows) == 3
    page = browser.get(f"/tornei/{daily.event.code}/direzione/").content.decode()
    assert "<b>3 tables</b> are being played" in page
    assert desk.can_extend


def act(browser: Client, event: Event, path: str, **fields: Any) -> str:
    """Press a button, and return the message on the page that answers."""
    answer = browser.post(f"/tornei/{event.code}/direzione/{path}/", fields, follow=True)
    assert answer.status_code in (200, 422)
    return " ".join(str(message) for message in answer.context["messages"])


def test_the_buttons_work(tonight: Evening, browser: Client, club: list[User]) -> None:
    event, table = tonight.event, tonight.tables()[0]
    assert act(browser, event, "fai/sospendi").startswith("Everything is paused.<form")
    assert tonight.fresh().paused_at is not None
    assert act(browser, event, "fai/riprendi") == "The tournament has resumed."
    before = tonight.round.ends_at
    act(browser, event, "fai/prolunga", minutes="10")
    assert before is not None
    assert Round.objects.get(event=event, number=1).ends_at > before + timedelta(minutes=9)  # type: ignore[operator]
    entries = list(event.entries.all())
    undo = act(browser, event, "fai/separa", one=entries[0].number, other=entries[3].number)
    assert Desk(event, tonight.organiser).forbidden[0][:2] == (entries[0].number, entries[3].number)
    [back] = re.findall(r'action="/tornei/\w+/direzione/(.*?)/"', undo)
    two = dict(re.findall(r'name="(one|other)" value="(\d+)"', undo))
    assert 'class="undo"' not in act(browser, event, "fai/separa", **two), "somebody else has done it before"
    act(browser, event, back, **two)
    assert Desk(event, tonight.organiser).forbidden == []
    act(browser, event, "fai/aggiungi-arbitro", name="Lia")
    assert event.officers.get() == club[8]
    act(browser, event, "fai/annuncia", text="Il caffè è pronto")
    assert event.announcements.get().text == "Il caffè è pronto"
    act(browser, event, "fai/iscrivi", first="Mario", second="", team="Le Zagare")
    assert event.entries.get(name="Le Zagare").members.filter(bot="").get().user == club[9]
    act(browser, event, f"iscritti/{entries[0].number}/sostituisci", place="0", name="Nora", reason="È tardi")
    assert Entry.objects.get(pk=entries[0].pk).members.get(place=0).user == club[10]
    where = f"tavoli/1/{table.number}"
    assert "Say why" in act(browser, event, f"{where}/termina")
    act(browser, event, f"{where}/termina", reason="Si chiude")
    act(browser, event, f"{where}/correggi", **{"points-0": "12,5", "points-1": "7,5", "reason": "Accordo"})
    table.refresh_from_db()
    assert table.adjusted == [1250, 750]
    assert (
        "A director has decided" in browser.get(f"/tornei/{event.code}/direzione/{where}/").content.decode()
    )
    act(browser, event, f"{where}/ripristina", reason="Ripensato")
    table.refresh_from_db()
    assert table.adjusted == []


def test_before_a_round_places_can_be_swapped_and_seeds_set(
    evening: NewEvening, club: list[User], browser: Client
) -> None:
    ready = evening(check_in_minutes=0)
    entries = ready.pairs(club)
    last = entries[-1].number
    act(browser, ready.event, "fai/teste-di-serie", **{f"seed-{last}": "1"})
    assert ready.event.entries.get(seed=1).number == last
    act(browser, ready.event, "fai/comincia")
    one, two = ready.tables()
    page = browser.get(f"/tornei/{ready.event.code}/direzione/tavoli/1/1/").content.decode()
    assert 'value="2-1"' in page
    act(browser, ready.event, "tavoli/1/1/swap", place="0", to="2-1", reason="Sono fratelli")
    assert ready.tables()[0].places[0] == two.places[1]
    assert ready.tables()[1].places[1] == one.places[0]
    act(browser, ready.event, "fai/risorteggia", reason="Era meglio prima")
    assert {*ready.tables()[0].places, *ready.tables()[1].places} == {*one.places, *two.places}


def test_the_console_is_for_directors_only(tonight: Evening, club: list[User]) -> None:
    stranger = Client()
    stranger.force_login(club[11])
    pages = [
        "",
        "parti/",
        "registro/",
        "modifica/",
        "tavoli/1/1/",
        "iscritti/1/",
        "risultati.csv",
        "partite.jsonl",
    ]
    for page in pages:
        assert stranger.get(f"/tornei/{tonight.event.code}/direzione/{page}").status_code == 403, page
    answer = stranger.post(
        f"/tornei/{tonight.event.code}/direzione/fai/sospendi/", headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "not_director")
    assert live.load_match(tonight.tables()[0].table.match_id).row.stopped_at is None  # type: ignore[arg-type,union-attr]


def test_results_and_records_are_downloaded(tonight: Evening, browser: Client) -> None:
    tonight.to_the_end()
    desk = f"/tornei/{tonight.event.code}/direzione/"
    rows = browser.get(f"{desk}risultati.csv").getvalue().decode().splitlines()
    assert rows[0].startswith("\ufeffPlace,Number,Name,Score,Rounds,Sits out in rounds,Players,")
    assert len(rows) == 1 + 4 + 2 + 4
    records = browser.get(f"{desk}partite.jsonl").getvalue()
    assert records.count(b"\n") == 4
    log = browser.get(f"{desk}registro/").content.decode()
    assert "The tournament is over" in log


def test_a_refusal_about_a_field_of_a_form_says_the_same() -> None:
    with pytest.raises(ActionRefused) as caught, about_field("second"):
        raise ActionRefused("bad_event", "Not %(name)s.", field="name", name="Ada")
    assert (str(caught.value), caught.value.details["field"]) == ("Not Ada.", "second")
