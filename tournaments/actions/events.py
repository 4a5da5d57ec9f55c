"""Creating and changing tournaments, their directors, and invitations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs import access as clubs
from clubs.models import Club
from clubs.roles import Capability
from games.fairplay import bans, publishing
from games.play import actions as play
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets.sessions import recheck_sessions
from ludopoli.text import letters
from tournaments import access, chronicle, roles
from tournaments.actions.checking import (
    MOST_ENTRIES,
    check_reason,
    check_telling,
    one_line,
)
from tournaments.actions.event_parts import complete_rules, fit_rules, set_later_parts
from tournaments.actions.holding import event_action
from tournaments.formats import catalog
from tournaments.formats.catalog import BadSetting
from tournaments.formats.options import DEALS, SIZES
from tournaments.models import OVER, Event, EventOfficer, Invitee, Series
from tournaments.models.events import FIXED
from tournaments.outlets import happenings
from tournaments.outlets.happenings import HappeningKind, happened
from tournaments.prizes.cash import purse_of
from tournaments.prizes.purse import BadPurse, checked_purse, purse_document
from tournaments.roles import EventCapability
from tournaments.running import seating, seen_deals, sequencer

MOST_EVENTS = 20
"""The most unfinished events of one organiser."""

LONGEST_NAME, LONGEST_DESCRIPTION = 80, 4000

FURTHEST = timedelta(days=366)

MOST_ROUNDS_APART = 50

MOST_ROUND_DATES, MOST_ROUNDS = 20, 99
"""The most further days of an event, and the last round that can be on one."""

MOST_NAMES_DAYS = 1095
"""The longest for which an event keeps the names of people who are on no list, in days."""

ALWAYS = (
    "name",
    "description",
    "round_minutes",
    "break_seconds",
    "spectators",
    "quiet",
    "series",
    "division",
    "clubs_apart",
    "names_days",
    "purse",
    "round_dates",
)
"""The fields that may change during play."""

FIELDS = (
    *FIXED, *ALWAYS, "rated", "club", "access", "rating_least", "rating_most", "capacity", "guests",
    "late_entries", "sealed", "walkover", "asked_byes", "registers_at", "starts_at", "check_in_minutes",
    "move_seconds", "bank_seconds", "pace",
)  # fmt: skip

NUMBERS: Mapping[str, tuple[int, int]] = {
    "capacity": (2, MOST_ENTRIES),
    "rating_least": (0, 5000),
    "rating_most": (0, 5000),
    "check_in_minutes": (0, 24 * 60),
    "round_minutes": (1, 7 * 24 * 60),
    "break_seconds": (0, 3600),
    "clubs_apart": (0, MOST_ROUNDS_APART),
    "names_days": (1, MOST_NAMES_DAYS),
}
"""The least and the greatest value of each number."""

EMPTY = ("capacity", "rating_least", "rating_most", "round_minutes")
"""The numbers that may be None."""

PLAYED = (*FIXED, "move_seconds", "bank_seconds", "pace")
"""The fields that must fit each other."""

NOBODY_WAITS = ("move_seconds", "bank_seconds", "check_in_minutes")
"""The fields that do not apply to an event where everybody plays alone at a table."""

CHOICES: Mapping[str, Sequence[str]] = {
    "access": Event.Access.values,
    "unit": Event.Unit.values,
    "pairs": Event.Pairs.values,
    "spectators": Event.Spectators.values,
    "venue": Event.Venue.values,
    "scores": Event.Scores.values,
    "walkover": Event.Walkover.values,
    "asked_byes": Event.AskedByes.values,
}


def create_event(
    organiser: User,
    *,
    game: str,
    rules: dict[str, Any],
    players: int,
    format: str,
    now: datetime | None = None,
    **fields: Any,
) -> Event:
    """Create an event. The fields are those of the model, with its defaults, and `deals`, which becomes a
    setting: the number of deals in a round.
    """
    played = {"game": game, "rules": rules, "players": players, "format": format}
    return announce_event(organiser, {**played, **fields}, happenings.CREATED, now or timezone.now())


def announce_event(
    organiser: User, asked: Mapping[str, Any], created: HappeningKind[Event], now: datetime
) -> Event:
    """Create an event with these fields, as `create_event` does; `created` says who is notified."""
    fields = dict(asked)
    game, rules, players, format = (fields.pop(name) for name in ("game", "rules", "players", "format"))
    if organiser.is_guest:
        raise ActionRefused("sign_up")
    bans.check_not_banned(organiser)
    if fields.get("venue") == Event.Venue.REAL:
        fields.setdefault("check_in_minutes", 0)  # directors see who is there
    event = Event(organiser=organiser, game=game, players=players, format=format, registers_at=now)
    set_event_fields(event, {"rules": rules, **fields}, now)
    check_published_words(organiser, fields)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=organiser.pk)  # one at a time, so that the count is right
        if organiser.events_organised.exclude(status__in=OVER).count() >= MOST_EVENTS:
            raise ActionRefused("too_many_events", most=MOST_EVENTS)
        event.save()
        happened(event, created, by=organiser, now=now)
        sequencer.take_step(event, now)
        return event


@event_action(EventCapability.DIRECT)
def change_event(by: User, event: Event, now: datetime | None = None, **fields: Any) -> Event:
    """Change some fields, as far as they may still change."""
    now = now or timezone.now()
    names = {"settings" if name == "deals" else name for name in fields}
    if event.started_at is not None and names - {*ALWAYS}:
        raise ActionRefused("event_running")
    if names & {*FIXED} and event.entries.exists():
        raise ActionRefused("has_entries")
    if fields.get("names_days", 0) > event.names_days and event.entries.exists():
        raise ActionRefused("names_stated")
    starts_at, fee = event.starts_at, event.purse.get("fee")
    if event.started_at is None:
        event.announce_anew(names)
    elif "round_dates" in names:
        event.keep_announced("round_dates")
    set_event_fields(event, fields, now)
    if event.purse.get("fee") != fee and event.payments.exists():
        raise ActionRefused("fee_collected")
    check_published_words(by, fields)
    is_moved = event.starts_at != starts_at
    if is_moved:
        check_telling(event)
        event.reminded_at = None
    implied = {
        "settings", "rules", "later_parts", "bella", "unit", "move_seconds", "check_in_minutes",
        "reminded_at", "announced",
    }  # fmt: skip
    event.save(update_fields=names & {*FIELDS} | implied)
    if "spectators" in names:
        seating.apply_watching_rule(event)
    happening = happenings.RESCHEDULED if is_moved else happenings.CHANGED
    happened(event, happening, by=by, now=now, fields=", ".join(sorted(names)))
    sequencer.take_step(event, now)
    return event


@event_action(EventCapability.DIRECT)
def cancel_event(by: User, event: Event, reason: str, now: datetime | None = None) -> Event:
    """Cancel an event, before or during play."""
    now = now or timezone.now()
    check_reason(by, reason)
    sequencer.cancel_and_notify(event, happenings.CANCELLED, now, by=by, reason=reason)
    sequencer.take_step(event, now)
    return event


# ---- directors, invitations, spectators


@event_action(EventCapability.ADMINISTER)
def add_director(by: User, event: Event, user: User, role: str = roles.ORDINARY) -> Event:
    """Give a person a role in running the event, in place of another that they had."""
    if role not in dict(roles.role_choices()):
        raise ActionRefused("no_role")
    if not roles.ROLES[role].may_play:
        _check_outsider(event, user)
    if not EventOfficer.objects.filter(event=event, user=user, role=role).exists():
        EventOfficer.objects.update_or_create({"role": role}, event=event, user=user)
        happened(event, happenings.DIRECTOR_ADDED, user, by=by, role=role)
    return event


def _check_outsider(event: Event, user: User) -> None:
    """Refuse people who play in the event, guests and programs a role that must not be a player's."""
    if user.is_guest or user.is_bot:
        raise ActionRefused("account_to_comment", name=user.username)
    if seen_deals.plays_in(user, event):
        raise ActionRefused("plays_here", name=user.username)


@event_action(EventCapability.ADMINISTER)
def remove_director(by: User, event: Event, user: User) -> Event:
    if officer := EventOfficer.objects.filter(event=event, user=user).first():
        officer.delete()
        happened(event, happenings.DIRECTOR_REMOVED, user, by=by, role=officer.role)
    recheck_sessions(user.pk)
    return event


@event_action(EventCapability.DIRECT)
def invite_to_event(by: User, event: Event, user: User) -> Event:
    """Invite a person, who may then enter an event for invited people, or one with a rating range."""
    _relate(by, event, user, Invitee, happenings.INVITED)
    return event


@event_action(EventCapability.DIRECT)
def withdraw_invitation(by: User, event: Event, user: User) -> Event:
    """Withdraw an invitation; an entry that was already made stays."""
    _relate(by, event, user, Invitee, happenings.UNINVITED, False)
    return event


@event_action(EventCapability.DIRECT)
def show_hands(by: User, event: Event, user: User) -> Event:
    """Let a spectator see the hand of the player behind whom they sit."""
    if event.members.filter(user=user).exists():
        raise ActionRefused("plays_here", name=user.username)
    return _shows(by, event, user, happenings.HANDS_SHOWN, True)


@event_action(EventCapability.DIRECT)
def hide_hands(by: User, event: Event, user: User) -> Event:
    """Withdraw a spectator's permission to see a hand."""
    return _shows(by, event, user, happenings.HANDS_HIDDEN, False)


def _shows(by: User, event: Event, user: User, happening: HappeningKind[User], hand: bool) -> Event:
    _relate(by, event, user, Event.onlookers.through, happening, hand)
    play.show_hands_at_boards(user, list(event.rounds.values_list("boards__name", flat=True)), hand=hand)
    return event


def _relate(
    by: User, event: Event, user: User, relation: type[Model], kind: HappeningKind[User], holds: bool = True
) -> None:
    """Create or delete the row of event and user; it is a happening if that changes anything."""
    rows = relation._default_manager.filter(event=event, user=user)
    if rows.exists() is not holds:
        relation._default_manager.create(event=event, user=user) if holds else rows.delete()
        happened(event, kind, user, by=by)


def check_published_words(by: User, fields: Mapping[str, Any]) -> None:
    """Refuse a name, a description or prizes, among these valid fields, that the person may not publish."""
    if "name" in fields:
        publishing.check_published_name(by, fields["name"])
    elif fields.get("description") or fields.get("purse"):
        publishing.check_may_publish(by)


# ---- validation

CHOOSE_CLUB = _("Choose the club.")
OPENS_LATE = _("Entries open before the tournament begins: choose an earlier time for them.")
DATES_TURNED = _("A round on another day begins after the tournament does, and after the rounds before it.")
RATINGS_TURNED = _("The lowest rating is above the highest: swap them.")
NO_DIVISION = _("The series does not have that division: choose one of its own.")
NOBODY_WAITS_HERE = _("Here everybody plays alone: leave out the time for a card and the check-in.")
ONLY_BY_HAND = _("Fees and prizes of money are for real tables: online there are only prizes in kind.")
SCORED_BY_DEAL = _("Tables on the site score each deal: only at real tables is a whole match one score.")


def set_event_fields(event: Event, fields: Mapping[str, Any], now: datetime) -> None:
    """Set the fields of an event, or refuse them."""
    asked = dict(fields)
    deals = asked.pop("deals", None)
    if "purse" in asked:
        asked["purse"] = _checked_purse(asked["purse"])
    if {"format", "venue"} & asked.keys():
        asked.setdefault("settings", {})  # those of another format do not apply
    for name, value in asked.items():
        if name not in FIELDS or not _is_good(name, value, event, now):
            raise ActionRefused("bad_event", CHOOSE_CLUB if name == "club" else "", field=name)
        setattr(event, name, one_line(value, LONGEST_NAME) if name == "name" else value)
    if not event.name:
        raise ActionRefused("bad_event", _("Give the tournament a name."), field="name")
    if not event.starts_at:
        raise ActionRefused("bad_event", _("Say when the tournament begins."), field="starts_at")
    if event.registers_at > event.starts_at:
        raise ActionRefused("bad_event", OPENS_LATE, field="registers_at")
    if any(each <= event.starts_at for each in event.round_dates.values()):
        raise ActionRefused("bad_event", DATES_TURNED, field="round_dates")
    least, most = event.rating_least, event.rating_most
    if least is not None and most is not None and least > most:
        raise ActionRefused("bad_event", RATINGS_TURNED, field="rating_least")
    if event.access == Event.Access.CLUB and event.club is None:
        raise ActionRefused("bad_event", CHOOSE_CLUB, field="club")
    if event.purse and {"purse", "venue", "club"} & asked.keys():
        _check_purse_fits(event)
    if event.division is not None and event.division >= len(event.series.divisions if event.series else ()):
        raise ActionRefused("bad_event", NO_DIVISION, field="division")
    if not (deals is None and {*asked}.isdisjoint(PLAYED)):
        _set_play(event, deals)
    if catalog.FORMATS[event.format].alone:
        if wrong := next((name for name in NOBODY_WAITS if asked.get(name)), None):
            raise ActionRefused("bad_event", NOBODY_WAITS_HERE, field=wrong)
        event.move_seconds, event.check_in_minutes = None, 0
    return None


def _is_good(name: str, value: Any, event: Event, now: datetime) -> bool:
    if name in NUMBERS:
        least, most = NUMBERS[name]
        return name in EMPTY if value is None else type(value) is int and least <= value <= most
    if name in CHOICES:
        return value in CHOICES[name]
    if name == "round_dates":
        return are_round_dates(value, event, now)
    if name == "name":
        return bool(one_line(value, LONGEST_NAME))
    if name == "description":
        return isinstance(value, str) and len(value) <= LONGEST_DESCRIPTION and letters.is_readable(value)
    if name in ("registers_at", "starts_at"):
        known = getattr(event, name)
        return (
            isinstance(value, datetime)
            and value.tzinfo is not None
            and (value == known or now - timedelta(days=1) <= value <= now + FURTHEST)
        )
    if name == "series":
        return value is None or (isinstance(value, Series) and _counts_for(value, event))
    if name == "division":
        return value is None or (type(value) is int and value >= 0)
    if name == "club":
        return value is None or (isinstance(value, Club) and _holds_for(event.organiser, value, event))
    if name in ("rated", "guests", "late_entries", "quiet", "sealed", "bella"):
        return type(value) is bool
    return True  # game, rules and format are checked together


def _checked_purse(sent: Any) -> dict[str, Any]:
    try:
        return purse_document(checked_purse(sent))
    except ValueError as wrong:
        sentence = wrong.args[0] if isinstance(wrong, BadPurse) else ""
        raise ActionRefused("bad_event", sentence, field="purse") from wrong


def _check_purse_fits(event: Event) -> None:
    """Refuse money where nobody can take it by hand, and fees for the members of no club."""
    purse = purse_of(event)
    if purse.has_money and not event.is_real:
        raise ActionRefused("bad_event", ONLY_BY_HAND, field="purse")
    if purse.needs_club and event.club is None:
        raise ActionRefused("bad_event", CHOOSE_CLUB, field="club")


def are_round_dates(value: Any, event: Event, now: datetime) -> bool:
    """Return whether these are dates of rounds, each later than those before it."""
    if not isinstance(value, dict) or len(value) > MOST_ROUND_DATES:
        return False
    dates = sorted(value.items())
    return all(
        type(number) is int and 1 < number <= MOST_ROUNDS
        and isinstance(at, datetime) and at.tzinfo is not None
        and (at <= now + FURTHEST or event.round_dates.get(number) == at)
        for number, at in dates
    ) and all(one[1] < other[1] for one, other in pairwise(dates))  # fmt: skip


def _counts_for(series: Series, event: Event) -> bool:
    """Return whether the event may count for a series: one that its organiser runs, or already its own."""
    organiser = event.organiser
    return series.pk == event.series_id or (
        organiser is not None and access.organises_series(organiser, series)
    )


def _holds_for(organiser: User | None, club: Club, event: Event) -> bool:
    """Return whether the organiser may hold the event for a club: as its director, or because it already is
    the club's."""
    return club.pk == event.club_id or (
        organiser is not None
        and clubs.has_capability(clubs.membership_of(organiser, club), Capability.ORGANISE_EVENTS)
    )


def _set_play(event: Event, deals: Any) -> None:
    """Set game, rules with the number of deals, and format, or refuse them if they do not fit each other."""
    clock = (event.move_seconds, event.bank_seconds, event.pace)
    _check_clock(*clock)
    play.check_table(event.game, event.rules, event.players, *clock)
    if event.format not in catalog.FORMATS:
        raise ActionRefused("no_format")
    format = catalog.FORMATS[event.format]
    sides = chronicle.sides_of(event.game, event.rules, event.players)
    units = format.units(sides)
    if not units:
        raise ActionRefused("wrong_format")
    if event.unit not in units:
        event.unit = units[0]
    if not isinstance(event.settings or {}, dict):
        raise ActionRefused("bad_setting", option="settings")
    if event.is_real and format.flows:
        raise ActionRefused("wrong_venue")
    asked = {**(event.settings or {}), **({} if deals is None else {"deals": deals})}
    if event.unit == Event.Unit.TEAM:
        if asked.get("duplicate") is False:
            raise ActionRefused("same_deals", option="duplicate")
        if event.scores == Event.Scores.MATCH:
            raise ActionRefused("same_deals", field="scores")
    sizes = chronicle.sizes_of(format, event.game, event.rules, event.unit)
    try:
        if event.later_parts and format.mixed:
            asked = {**format.asked_of_parts(asked, is_real=event.is_real)}
        chosen = format.asked(asked, sizes, event.unit, with_bots=not event.is_real)
        settings = dict(format.settings(chosen))
    except BadSetting as bad:
        raise ActionRefused("bad_setting", option=bad.option) from bad
    if settings.get("odd") == SIZES and not format.takes_sizes(sizes):
        raise ActionRefused("bad_setting", option="odd")
    if event.scores == Event.Scores.MATCH:
        _set_match(event, settings)
    else:
        _set_length(event, settings, given="deals" in asked)
    return set_later_parts(event, DEALS.default)


def _set_match(event: Event, settings: dict[str, Any]) -> None:
    """Set a match as the only row of the score sheet: its rules end it, and nothing compares its deals."""
    if not event.is_real:
        raise ActionRefused("bad_event", SCORED_BY_DEAL, field="scores")
    if settings.get("duplicate", catalog.FORMATS[event.format].duplicate):
        raise ActionRefused("bad_setting", option="duplicate")
    event.rules = complete_rules(event.game, event.rules)
    _store(event, {**settings, "deals": 1})
    return None


def set_deals(event: Event, deals: int) -> None:
    """Set the number of deals of the coming rounds, or refuse it if the rules of the game fix another."""
    _set_length(event, {**event.settings, "deals": deals}, given=True)
    if event.settings["deals"] != deals:
        raise ActionRefused("bad_setting", option="deals")


def _set_length(event: Event, settings: dict[str, Any], *, given: bool) -> None:
    """Set the number of deals in a match: as given, or else nearest to the default, or as the rules fix
    it."""
    if "deals" in settings:
        event.rules, settings["deals"] = fit_rules(
            event.game, event.rules, event.players, settings["deals"], given=given
        )
    _store(event, settings)
    return None


def _store(event: Event, settings: Mapping[str, Any]) -> None:
    event.settings = {
        name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()
    }


def _check_clock(move_seconds: Any, bank_seconds: Any, pace: Any) -> None:
    if move_seconds is not None and type(move_seconds) is not int:
        raise ActionRefused("bad_clock")
    if type(bank_seconds) is not int:
        raise ActionRefused("bad_clock")
    if type(pace) not in (int, float):
        raise ActionRefused("bad_pace")
