"""Every write to federations: the clubs that belong to one by the consent of both sides, and its licences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from clubs import access, club_details, licence_lists, notices, roster
from clubs.licence_lists import LicenceLine, Season
from clubs.licences import set_licence_fields
from clubs.models import LONGEST_CATEGORY, LONGEST_SLUG, Affiliation, Club, Federation, Licence
from clubs.roles import Capability
from clubs.roster import LineOutcome
from games.fairplay import bans, publishing
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters, word_filter, zones

MOST_ORGANISED = 10
"""The most federations of one organiser."""

MOST_AGE_CATEGORIES, OLDEST = 20, 150

RESERVED = ("nuova",)
"""Words that stand in addresses where a federation has its slug."""

P = ParamSpec("P")
R = TypeVar("R")
Details = Mapping[str, Any]


def is_organiser(user: access.Reader, federation: Federation) -> bool:
    """Return whether a reader organises a federation."""
    return user.pk is not None and federation.organisers.filter(pk=user.pk).exists()


def federation_action(
    act: Callable[Concatenate[User, Federation, P], R],
) -> Callable[Concatenate[User, Federation, P], R]:
    """Decorate an action of an organiser: the federation is locked until it has ended."""

    @wraps(act)
    def on_the_held(by: User, federation: Federation, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic():
            return act(by, _lock_for(by, federation), *args, **kwargs)

    return on_the_held


def _lock(federation: int) -> Federation:
    found = Federation.objects.select_for_update().filter(pk=federation).first()
    if found is None:
        raise ActionRefused("no_federation")
    return found


def _lock_for(by: User, federation: Federation) -> Federation:
    locked = _lock(federation.pk)
    if not is_organiser(by, locked):
        raise ActionRefused("not_federation_organiser")
    return locked


# ---- the federation


def create_federation(by: User, **fields: Any) -> Federation:
    """Create a federation, which the person organises. The fields are those of `change_federation`."""
    if by.is_guest:
        raise ActionRefused("club_account")
    bans.check_not_banned(by)
    federation = Federation()
    with transaction.atomic():
        if not people.lock_account(by):  # one at a time, so that the count is right
            raise ActionRefused("club_account")
        if by.federations.count() >= MOST_ORGANISED:
            raise ActionRefused("too_many_federations", most=MOST_ORGANISED)
        _set(by, federation, {"name": "", "slug": "", **fields})
        federation.save()
        federation.organisers.add(by)
    return federation


@federation_action
def change_federation(by: User, federation: Federation, **fields: Any) -> Federation:
    """Change some of `name`, `slug`, `description`, `age_categories` and `age_day`."""
    _set(by, federation, fields)
    federation.save()
    return federation


@federation_action
def delete_federation(by: User, federation: Federation) -> None:
    """Delete a federation with its licences. Its tournaments stay with the clubs that held them."""
    federation.delete()


@federation_action
def add_organiser(by: User, federation: Federation, person: User) -> None:
    if person.is_guest:
        raise ActionRefused("no_person")
    federation.organisers.add(person)


@federation_action
def remove_organiser(by: User, federation: Federation, person: User) -> None:
    """Take the office from an organiser; the last one keeps it."""
    if not federation.organisers.exclude(pk=person.pk).exists():
        raise ActionRefused("last_organiser")
    federation.organisers.remove(person)


def leave_everywhere(user: User) -> None:
    """Take a person who deletes their account out of all federations.

    Where nobody else organises one, an owner of the club that belongs to it longest does; one without any
    such club is deleted.
    """
    for known in user.federations.all():
        with transaction.atomic():
            federation = _lock(known.pk)
            federation.organisers.remove(user)
            if federation.organisers.exists():
                continue
            members = federation.affiliations.filter(status=Affiliation.Status.MEMBER).order_by("since", "pk")
            owners = (owner for each in members.select_related("club") for owner in each.club.owners)
            heir = next((each for each in owners if each.is_active and each.pk != user.pk), None)
            if heir is None:
                federation.delete()
            else:
                federation.organisers.add(heir)


def _set(by: User, federation: Federation, fields: Details) -> None:
    for name, value in fields.items():
        tidy = _TIDIERS[name](value) if name in _TIDIERS else None
        if tidy is None:
            raise ActionRefused("bad_federation", field=name)
        setattr(federation, name, tidy)
    if "slug" in fields:
        same = Federation.objects.filter(slug=federation.slug).exclude(pk=federation.pk)
        if federation.slug in RESERVED or same.exists():
            raise ActionRefused("slug_taken", field="slug")
    if "name" in fields:
        publishing.check_published_name(by, federation.name)
    if "description" in fields:
        publishing.check_may_publish(by)


def _slug(value: Any) -> str | None:
    fits = isinstance(value, str) and re.fullmatch(rf"[a-z0-9-]{{2,{LONGEST_SLUG}}}", value)
    return value if fits and word_filter.is_clean(value) else None


def _age_day(value: Any) -> str | None:
    try:
        return (
            value
            if isinstance(value, str) and f"{date.fromisoformat(f'2000-{value}'):%m-%d}" == value
            else None
        )
    except ValueError:
        return None


def _age_categories(value: Any) -> list[list[Any]] | None:
    """Return categories by age: names that differ, each bound above the one before, none only at the end."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_AGE_CATEGORIES:
        return None
    pairs = [[*each] for each in value if isinstance(each, Sequence) and len(each) == 2]
    names = [letters.fold_text(name) for name, _oldest in pairs if _is_category(name)]
    bounds = [oldest for _name, oldest in pairs]
    if bounds and bounds[-1] is None:
        bounds.pop()
    if not all(type(each) is int and 0 <= each <= OLDEST for each in bounds):
        return None
    is_ordered = sorted(set(bounds)) == bounds
    return pairs if len({*names}) == len(pairs) == len(value) and is_ordered else None


def _is_category(name: Any) -> bool:
    fits = isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_CATEGORY
    return bool(fits) and name == " ".join(name.split()) and "," not in name and word_filter.is_clean(name)


_TIDIERS: Mapping[str, Callable[[Any], Any]] = {
    "name": lambda value: club_details.tidy_detail("name", value),
    "slug": _slug,
    "description": lambda value: club_details.tidy_detail("description", value),
    "age_categories": _age_categories,
    "age_day": _age_day,
}


# ---- its clubs


def ask_to_affiliate(by: User, club: Club, federation: Federation) -> Affiliation:
    """Ask for a club, as its owner, to belong to a federation; or accept its invitation."""
    _check_owner(by, club)
    with transaction.atomic():
        return _agree(by, _lock(federation.pk), club, Affiliation.Status.ASKED)


@federation_action
def invite_club(by: User, federation: Federation, club: Club) -> Affiliation:
    """Invite a club to belong to a federation; or accept its request."""
    return _agree(by, federation, club, Affiliation.Status.INVITED)


def end_affiliation(by: User, federation: Federation, club: Club) -> None:
    """End a club's part in a federation, or decline a request or an invitation, from either side.

    The licences of its members end with the day before.
    """
    with transaction.atomic():
        locked = _lock(federation.pk)
        if not is_organiser(by, locked):
            _check_owner(by, club)
        ended, _rows = locked.affiliations.filter(club=club).delete()
        if not ended:
            raise ActionRefused("no_club")
        today = zones.site_day()
        valid = locked.licences.filter(line__club=club, valid_until__gte=today)
        valid.update(valid_until=today - timedelta(days=1))
        notices.notify_affiliation(locked, club, by, "ended")


def _check_owner(by: User, club: Club) -> None:
    if not access.has_capability(access.membership_of(by, club), Capability.ADMINISTER):
        raise ActionRefused("not_club_owner")


def _agree(by: User, federation: Federation, club: Club, wish: str) -> Affiliation:
    """Note what one side wishes: the club belongs to the federation once both do."""
    if club.private:
        raise ActionRefused("concealed_club")
    Status = Affiliation.Status
    row, is_new = federation.affiliations.get_or_create(
        club=club, defaults={"status": wish, "since": timezone.now()}
    )
    agrees = row.status not in (wish, Status.MEMBER)
    if agrees:
        row.status, row.since = Status.MEMBER, timezone.now()
        row.save(update_fields=["status", "since"])
    if is_new or agrees:
        notices.notify_affiliation(federation, club, by, row.status)
    return row


# ---- licences


@federation_action
def issue_licence(
    by: User,
    federation: Federation,
    club: Club,
    person: str,
    *,
    number: str,
    valid_from: date,
    valid_until: date,
    born: int | None = None,
) -> Licence:
    """Give a member of one of its clubs a licence: with a number, its first and its last day, and the year in
    which the person was born.

    `person` is their name or membership number in the club.
    """
    licence = Licence(federation=federation, line=_member_named(federation, club, person))
    if federation.licences.filter(line=licence.line).exists():
        raise ActionRefused("already_licensed", field="person")
    fields = {"number": number, "valid_from": valid_from, "valid_until": valid_until, "born": born}
    return _saved(licence, fields)


@federation_action
def import_licences(by: User, federation: Federation, text: str, season: Season) -> list[LicenceLine]:
    """Store the lines of a list of licences that are not wrong, all at once; return all lines, with what each
    did. Licences that the list lacks stay as they are."""
    lines = licence_lists.read_licences(text, federation, season)
    stored: Mapping[LineOutcome, list[Licence]] = {each: [] for each in LineOutcome}
    for line in lines:
        if line.licence is not None:
            stored[line.outcome].append(line.licence)
    Licence.objects.bulk_create(stored[LineOutcome.NEW])
    Licence.objects.bulk_update(
        stored[LineOutcome.CHANGED], ["born", "valid_from", "valid_until"], batch_size=500
    )
    return lines


@federation_action
def change_licence(by: User, federation: Federation, licence: str, /, **fields: Any) -> Licence:
    """Change some of the fields of the licence with a number: those of `issue_licence`."""
    return _saved(_licence(federation, licence), fields)


@federation_action
def move_licence(by: User, federation: Federation, number: str, club: Club, person: str) -> Licence:
    """Make a licence that of the same person in another club: what they have played stays theirs."""
    licence, line = _licence(federation, number), _member_named(federation, club, person)
    if federation.licences.filter(line=line).exclude(pk=licence.pk).exists():
        raise ActionRefused("already_licensed", field="person")
    if line.pk != licence.line_id:
        licence.former_lines.append(licence.line_id)
        licence.line = line
        licence.save(update_fields=["line", "former_lines"])
    return licence


@federation_action
def withdraw_licence(by: User, federation: Federation, number: str) -> None:
    """Delete a licence, with the year of birth."""
    _licence(federation, number).delete()


def _licence(federation: Federation, number: str) -> Licence:
    found = federation.licences.select_related("line").filter(number=number.replace("\0", "")).first()
    if found is None:
        raise ActionRefused("no_licence")
    return found


def _member_named(federation: Federation, club: Club, person: str) -> Any:
    """Return the line of a member of one of the federation's clubs; refused as `no_member`."""
    own = federation.affiliations.filter(club=club, status=Affiliation.Status.MEMBER)
    line = roster.find_line(club.pk, person.replace("\0", "")) if own.exists() else None
    if line is None:
        raise ActionRefused("no_member", field="person")
    return line


def _saved(licence: Licence, fields: Details) -> Licence:
    set_licence_fields(licence, fields)
    others = Licence.objects.filter(federation=licence.federation_id).exclude(pk=licence.pk)
    if any(
        letters.fold_text(each) == letters.fold_text(licence.number)
        for each in others.values_list("number", flat=True)
    ):
        raise ActionRefused("licence_taken", field="number", number=licence.number)
    licence.save()
    return licence
