"""Entries: who may enter a tournament, with whom, and until when."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone, translation

from games.models import Rating
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions, selectors
from tournaments.chronicle import sides_of
from tournaments.formats.catalog import FORMATS
from tournaments.models import Entry, Event


def rated(person: User, shown: int) -> None:
    Rating.objects.create(
        user=person, game="tressette", mu=25, sigma=8, shown=shown, spread=100, matches=9, listed=True
    )


def test_every_format_of_a_game_can_be_held_with_its_defaults(organiser: User) -> None:
    """An arena proposes two deals, but a match of Tarocchi has at least three."""
    starts_at, held = timezone.now() + timedelta(hours=1), set()
    for game, players in [(name, count) for name in GAMES for count in GAMES[name].players]:
        rules = {"preset": preset_for(game, players)}
        sides = sides_of(game, rules, players)
        for name in [name for name, format in FORMATS.items() if format.units(sides)]:
            asked: dict[str, Any] = {"rules": rules, "players": players, "format": name}
            with transaction.atomic():
                actions.create_event(organiser, name="Prova", game=game, starts_at=starts_at, **asked)
                transaction.set_rollback(True)
            held.add((game, name))
    assert ("tarocchi", "arena") in held


def preset_for(game: str, players: int) -> str:
    """Return the first preset with which so many can play."""
    its = GAMES[game]
    return next(
        name for name, rules in its.presets.items() if not isinstance(its.start(rules, players, 0), Refused)
    )


def test_a_pair_is_entered_when_the_partner_accepts(evening: NewEvening, club: list[User]) -> None:
    tonight, (anna, bruno) = evening(), club[:2]
    entry = actions.register_entry(anna, tonight.event, partner=bruno, name="I due soci")
    assert entry.status == Entry.Status.ASKED
    assert selectors.asks_me(bruno, tonight.event) == entry
    assert Notice.objects.filter(user=bruno, kind="event_partner").exists()
    accepted = actions.accept_partner(bruno, tonight.event)
    assert accepted.status == Entry.Status.REGISTERED
    with refused("not_asked"):
        actions.accept_partner(bruno, tonight.event)


def test_a_partner_who_declines_ends_the_entry(evening: NewEvening, club: list[User]) -> None:
    tonight, (anna, bruno) = evening(), club[:2]
    actions.register_entry(anna, tonight.event, partner=bruno)
    actions.decline_partner(bruno, tonight.event)
    assert not tonight.event.entries.exists()
    [notice] = Notice.objects.filter(kind="event_declined")
    assert (notice.user, notice.actor) == (anna, bruno)
    assert "Non sei più tra gli iscritti" in notice.text
    actions.register_entry(anna, tonight.event, partner=club[2])


def test_another_start_is_announced_to_all_who_play(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 2)
    event, organiser = tonight.event, tonight.organiser
    Event.objects.filter(pk=event.pk).update(reminded_at=tonight.now)
    actions.change_event(organiser, event, starts_at=event.starts_at, description="Porta le carte")
    assert not Notice.objects.filter(kind="event_rescheduled").exists()
    actions.change_event(organiser, event, starts_at=event.starts_at + timedelta(hours=1))
    assert {each.user for each in Notice.objects.filter(kind="event_rescheduled")} == {*club[:4]}
    assert Event.objects.get().reminded_at is None, "they are reminded again"


def test_ineligible_people_cannot_enter(evening: NewEvening, club: list[User]) -> None:
    tonight, (anna, bruno, carla) = evening(), club[:3]
    with refused("partner_needed"):
        actions.register_entry(anna, tonight.event)
    with refused("yourself"):
        actions.register_entry(anna, tonight.event, partner=anna)
    with refused("bad_name"):
        actions.register_entry(anna, tonight.event, partner=bruno, name="x" * 41)
    actions.register_entry(anna, tonight.event, partner=bruno)
    with refused("already_entered"):
        actions.register_entry(carla, tonight.event, partner=bruno)
    with refused("not_entered"):
        actions.withdraw_from_event(carla, tonight.event)


def test_nobody_enters_before_or_after_the_entry_period(
    evening: NewEvening, begun_evening: NewEvening, club: list[User]
) -> None:
    early = evening()
    Event.objects.filter(pk=early.event.pk).update(
        status=Event.Status.ANNOUNCED, registers_at=early.now + timedelta(hours=1)
    )
    with refused("not_open"):
        actions.register_entry(club[0], early.event, partner=club[1], now=early.now)
    tonight = begun_evening(late_entries=False)
    with refused("not_open"):
        actions.register_entry(club[8], tonight.event, partner=club[9], now=tonight.now)
    with refused("late_closed"):
        actions.enter_members(tonight.organiser, tonight.event, club[8:10], now=tonight.now)


def test_a_full_event_accepts_no_entry(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(capacity=2)
    for at in (0, 2):
        actions.register_entry(club[at], tonight.event, partner=club[at + 1])
    with refused("event_full"):
        actions.register_entry(club[4], tonight.event, partner=club[5])
    actions.withdraw_from_event(club[0], tonight.event)
    actions.register_entry(club[4], tonight.event, partner=club[5])


def test_an_event_by_invitation_accepts_only_the_invited(evening: NewEvening, club: list[User]) -> None:
    tonight, (anna, bruno) = evening(access="invited"), club[:2]
    actions.invite_to_event(tonight.organiser, tonight.event, anna)
    with refused("not_invited"):
        actions.register_entry(anna, tonight.event, partner=bruno)
    actions.invite_to_event(tonight.organiser, tonight.event, bruno)
    actions.register_entry(anna, tonight.event, partner=bruno)
    with refused("not_director"):
        actions.invite_to_event(anna, tonight.event, club[3])


@pytest.mark.parametrize(("shown", "may"), [(1399, False), (1400, True), (1600, True), (1601, False)])
def test_entries_may_be_limited_by_rating(
    evening: NewEvening, club: list[User], shown: int, may: bool
) -> None:
    tonight = evening(access="rating", rating_least=1400, rating_most=1600, unit="single", format="partners")
    rated(club[0], shown)
    with nullcontext() if may else refused("rating_range"):
        actions.register_entry(club[0], tonight.event)
    actions.register_entry(club[1], tonight.event)


def test_guests_enter_where_admitted(evening: NewEvening, club: list[User]) -> None:
    guest = User.objects.create(username="Ospite", is_guest=True)
    shut, free = evening(guests=False), evening()
    with refused("guests_not"):
        actions.register_entry(guest, shut.event, partner=club[0])
    actions.register_entry(guest, free.event, partner=club[0])


@pytest.mark.parametrize("how", ["random", "balanced"])
def test_a_single_entrant_gets_a_partner_at_the_start(
    evening: NewEvening, club: list[User], how: str
) -> None:
    tonight = evening(pairs=how, check_in_minutes=0)
    for at, person in enumerate(club[:5]):
        rated(person, 1500 - 100 * at)
        actions.register_entry(person, tonight.event)
    with refused("no_partner"):
        actions.register_entry(club[5], tonight.event, partner=club[6])
    tonight.until(tonight.event.starts_at)
    pairs = [list(entry.members.all()) for entry in tonight.event.entries.prefetch_related("members")]
    assert sorted(map(len, pairs)) == [2, 2, 2]
    assert sum(bool(each.bot) for pair in pairs for each in pair) == 1, "the fifth plays with a bot"


def test_seeds_follow_strength_unless_the_organiser_sets_them(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(check_in_minutes=0)
    for at, person in enumerate(club[:8]):
        rated(person, 1000 + 100 * at)
    entries = tonight.pairs(club)
    numbers = [each.number for each in entries]
    with refused("bad_order"):
        actions.set_seeds(tonight.organiser, tonight.event, numbers[1:])
    actions.set_seeds(tonight.organiser, tonight.event, [2, 4, 1, 3])
    tonight.until(tonight.event.starts_at)
    state = selectors.event_sheet(tonight.event).state
    assert [each.id for each in state.entrants] == [2, 4, 1, 3]
    assert [entry.strength for entry in tonight.event.entries.all()] == [1050, 1250, 1450, 1650]


def test_check_in_is_open_only_in_its_period(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    [entry] = tonight.enter(club[:2])
    with refused("not_check_in"):
        actions.check_in(club[0], tonight.event, now=tonight.now)
    tonight.until(tonight.event.starts_at - timedelta(minutes=10))
    actions.check_in(club[0], tonight.event, now=tonight.now)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.REGISTERED, "both have to come"
    actions.check_in(club[1], tonight.event, now=tonight.now)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    with refused("not_entered"):
        actions.check_in(club[2], tonight.event, now=tonight.now)


# ---- making an event


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": ""}, "bad_event"),
        ({"capacity": 1}, "bad_event"),
        ({"capacity": True}, "bad_event"),
        ({"check_in_minutes": None}, "bad_event"),
        ({"access": "nobody"}, "bad_event"),
        ({"rating_least": 1600, "rating_most": 1400}, "bad_event"),
        ({"colour": "red"}, "bad_event"),
        ({"secret": "00"}, "bad_event"),
        ({"status": "finished"}, "bad_event"),
        ({"game": "burraco"}, "no_game"),
        ({"rules": {"preset": "nessuno"}}, "bad_rules"),
        ({"players": 5}, "wrong_players"),
        ({"move_seconds": 1}, "bad_clock"),
        ({"pace": 9}, "bad_pace"),
        ({"format": "italian"}, "no_format"),
        ({"players": 3}, "wrong_format"),
        ({"settings": {"rounds": 0}}, "bad_setting"),
        ({"settings": {"colour": 1}}, "bad_setting"),
        ({"deals": 1000}, "bad_setting"),
    ],
)
def test_impossible_events_are_refused(
    evening: NewEvening, organiser: User, fields: dict[str, Any], code: str
) -> None:
    tonight = evening()
    basic = {
        "name": "Torneo",
        "game": "tressette",
        "rules": {"preset": "classico"},
        "players": 4,
        "format": "swiss",
        "starts_at": tonight.now + timedelta(hours=1),
    }
    made: dict[str, Any] = {**basic, **fields}
    with refused(code):
        actions.create_event(organiser, **made)
    with refused(code):
        actions.change_event(organiser, tonight.event, now=tonight.now, **fields)


@pytest.mark.parametrize(
    ("field", "english", "italian"),
    [
        ("name", "Give the tournament a name.", "Dai un nome al torneo."),
        ("starts_at", "Say when the tournament begins.", "Di’ quando comincia il torneo."),
    ],
)
def test_a_new_event_says_what_it_lacks(organiser: User, field: str, english: str, italian: str) -> None:
    fields: dict[str, Any] = {
        "name": "Torneo",
        "game": "tressette",
        "rules": {"preset": "classico"},
        "players": 4,
        "format": "swiss",
        "starts_at": timezone.now() + timedelta(hours=1),
    }
    with refused("bad_event", field=field) as why:
        actions.create_event(organiser, **{name: each for name, each in fields.items() if name != field})
    for language, said in (("en", english), ("it", italian)):
        with translation.override(language):
            assert str(why.value) == said


@pytest.mark.parametrize(
    ("fields", "field", "english", "italian"),
    [
        ({"registers_at": 2}, "registers_at", "Entries open before", "Le iscrizioni si aprono prima"),
        ({"rating_least": 1600, "rating_most": 1400}, "rating_least", "The lowest", "La valutazione"),
        ({"access": "club"}, "club", "Choose the club.", "Scegli il circolo."),
        ({"division": 1}, "division", "The series does not have", "La serie non ha"),
        ({"format": "daily", "move_seconds": 20}, "move_seconds", "Here everybody", "Qui ognuno"),
        ({"scores": "match"}, "scores", "Tables on the site", "Ai tavoli del sito"),
        ({"capacity": 1}, "capacity", "This value does not work", "Questo valore non va"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_says_why(
    evening: NewEvening, fields: dict[str, Any], field: str, english: str, italian: str
) -> None:
    tonight = evening()
    if "registers_at" in fields:
        fields = {"registers_at": tonight.event.starts_at + timedelta(hours=fields["registers_at"])}
    with refused("bad_event", field=field) as why:
        actions.change_event(tonight.organiser, tonight.event, now=tonight.now, **fields)
    for language, said in (("en", english), ("it", italian)):
        with translation.override(language):
            assert str(why.value).startswith(said)


def test_a_refused_check_in_leaves_the_event_as_it_was(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    event = tonight.event
    opens = event.starts_at - timedelta(minutes=event.check_in_minutes)
    with refused("not_entered"):
        actions.check_in(club[0], event, now=opens)
    assert tonight.fresh().status == event.status


def test_the_deals_of_a_round_are_the_length_of_its_matches(evening: NewEvening) -> None:
    tonight = evening(deals=6)
    assert tonight.event.settings["deals"] == 6
    assert tonight.event.rules["match_end"] == {"deals": 6}
    whist = evening(game="whist", rules={"preset": "andata"}, format="tables", deals=3)
    assert whist.event.settings["deals"] == 7, "the rules of Whist say how many there are"
    assert whist.event.unit == "single"
    tarocchi = evening(game="tarocchi", rules={}, players=3, format="tables")
    assert tarocchi.event.settings["deals"] == 6, "a multiple of three, and not more than usual"
    actions.change_event(tarocchi.organiser, tarocchi.event, format="daily")


def test_guests_cannot_organise(evening: NewEvening) -> None:
    guest = User.objects.create(username="Ospite", is_guest=True)
    fields = {"game": "tressette", "rules": {}, "players": 4, "format": "swiss", "name": "x"}
    with refused("sign_up"):
        actions.create_event(guest, **fields)  # type: ignore[arg-type]


def test_after_the_first_entry_game_and_format_are_fixed(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    changed = actions.change_event(tonight.organiser, tonight.event, deals=4, name="Altro")
    assert (changed.name, changed.settings["deals"], changed.settings["rounds"]) == ("Altro", 4, 2)
    tonight.pairs(club)
    with refused("has_entries"):
        actions.change_event(tonight.organiser, tonight.event, deals=5)
    actions.change_event(tonight.organiser, tonight.event, capacity=20)
    tonight.start()
    with refused("event_running"):
        actions.change_event(tonight.organiser, tonight.event, capacity=30)
    actions.change_event(tonight.organiser, tonight.event, break_seconds=10)
    with refused("not_director"):
        actions.change_event(club[0], tonight.event, name="Mio")
