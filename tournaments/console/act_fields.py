"""The fields of the console's forms: texts, numbers, people, points, and the confirmations of a director."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from games.pages.view_helpers import Fields, flag_of
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.action_forms import SEEN
from ludopoli.http.refusals import ActionRefused
from tournaments import actions
from tournaments.entering import door
from tournaments.entry_forms import means_account
from tournaments.models import Event

HUNDRED = 100

NUMBER = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,2})?", re.ASCII)
"""Points as people write them, with a decimal comma or point."""


def text_of_field(fields: Fields, name: str) -> str:
    return str(fields.get(name) or "").replace("\x00", "").strip()


def read_whole(fields: Fields, name: str) -> int:
    """Read a whole number; -1, which the actions refuse, for anything else."""
    sent = text_of_field(fields, name)
    number = number_of(sent, 9)
    return -1 if number is None else number


def read_named(fields: Fields, name: str = "name") -> User:
    """Return the person with this name; refused as `no_person`."""
    if (found := people.find_person(text_of_field(fields, name))) is None:
        raise ActionRefused("no_person")
    return found


def read_sitter(fields: Fields, name: str) -> User | str:
    """Return the person with this name; without a name, the default bot."""
    return read_named(fields, name) if text_of_field(fields, name) else DEFAULT_POLICY


@contextmanager
def about_field(name: str) -> Iterator[None]:
    """Let refusals name the `field` that they are about."""
    try:
        yield
    except ActionRefused as why:
        raise ActionRefused(why.code, why.sentence, **{**why.details, "field": name}) from None


def read_entrant(event: Event, fields: Fields, name: str) -> User | actions.Named | str:
    """Return a person by name without an account, if that is ticked; at real tables also whom the club knows
    or somebody new, or else as `read_sitter` does. Refusals name the `field`."""
    text, category = text_of_field(fields, name), text_of_field(fields, f"{name}-category")
    if flag_of(fields, f"{name}-named") and text:
        return actions.Named(text, text_of_field(fields, f"{name}-card"), category)
    with about_field(name):
        if not (event.is_real and text):
            return read_sitter(fields, name)
        return at_door(door.Door(event), text, category, is_account=means_account(fields, name))


def at_door(
    known: door.Door, text: str, category: str = "", *, is_account: bool = False
) -> User | actions.Named:
    """Return the person whom a text means at the door; the category is of somebody new."""
    person = known.admit_person(text, is_account=is_account)
    return person.user or actions.Named(person.name, person.card, person.category or category)


def read_points(fields: Fields, places: int, empty: int | None) -> list[int | None]:
    """Read points by place; if all are empty, the ruling is taken back."""
    sent = [
        text_of_field(fields, f"points-{place}").replace("\N{MINUS SIGN}", "-") for place in range(places)
    ]
    if not any(sent):
        return []
    if not all(NUMBER.fullmatch(each) for each in sent if each):
        raise ActionRefused("bad_points")
    return [int(Decimal(each.replace(",", ".")) * HUNDRED) if each else empty for each in sent]


def read_places(fields: Fields, name: str = "places") -> list[int | None] | None:
    """Return the entries by place that the sender saw at a table; None if it does not say."""
    sent = text_of_field(fields, name)
    return [number_of(each, 9) for each in sent.split("-")] if sent else None


def is_confirmed(fields: Fields) -> bool:
    """Return whether the director has confirmed the further consequences of a ruling."""
    return flag_of(fields, "confirmed")


def is_homonym(fields: Fields) -> bool:
    """Return whether somebody has confirmed that a person is not the one of the same name who is in."""
    return flag_of(fields, "homonym")


def is_unlicensed(fields: Fields) -> bool:
    """Return whether a director lets people play without a valid licence."""
    return flag_of(fields, "unlicensed")


def seen_in(fields: Fields) -> dict[str, str]:
    """Return what was shown to the sender, by field: of `name-0` that is `was-name-0`."""
    was = [name for name in fields if name.startswith(SEEN)]
    return {name.removeprefix(SEEN): text_of_field(fields, name) for name in was}
