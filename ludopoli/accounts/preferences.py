"""Settings that follow people to every device: the list of all, with their values and defaults.

An account stores its choices (`User.preferences`); a guest's browser stores them itself and hands them over
when the guest signs up. `docs/people.md` says how pages read them without a flash of the wrong theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from ludopoli.accounts.models import User
from ludopoli.base.decks import HOME, OWN, REGIONAL

Value = str | int | bool | list[str] | None


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: `values` are names or a range of numbers; without them it is yes or no.

    With `many` its value is a list of names.
    """

    default: Value
    help: str
    values: tuple[str, ...] | range | None = None
    many: bool = False

    def takes(self, value: object) -> bool:
        """Return whether the setting accepts this value; 1 does not count as true."""
        if self.values is None:
            return isinstance(value, bool)
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        if self.many:
            if not isinstance(value, list) or len(value) > len(self.values):
                return False
            return all(name in self.values for name in value)
        return isinstance(value, str) and value in self.values


SETTINGS: Mapping[str, Setting] = {
    "theme": Setting("auto", "light or dark; `auto`: as the device", ("auto", "light", "dark")),
    "speed": Setting("normal", "speed of the cards", ("fast", "normal", "slow", "still")),
    "indices": Setting("auto", "figures on the cards; `auto`: large on a phone", ("auto", "large", "small")),
    "deck": Setting(
        OWN,
        "drawing of the Italian cards; `own`: of this site, `home`: of the region a game comes from",
        (OWN, HOME, *REGIONAL["italian40"]),
    ),
    "back": Setting("brick", "back of the cards", ("brick", "green", "waves", "rhombs")),
    "contrast": Setting(None, "every suit has a colour of its own; null: as the device"),
    "sorted": Setting(True, "the hand is sorted"),
    "one_tap": Setting(False, "one tap plays a card; otherwise the first one raises it"),
    "auto_last": Setting(False, "the last card of a hand is played by itself"),
    "results": Setting(
        "brief", "the time for which the result of a deal stays; `wait`: until you go on", ("brief", "wait")
    ),
    "sounds": Setting(True, "sounds are on"),
    "volume": Setting(100, "volume of the sounds, 0 to 100", range(101)),
    "chimes": Setting(False, "a sound for each message of the chat"),
    "keys": Setting(True, "letters are shortcuts at the table"),
    "in_lobby": Setting(True, "others can see in the lobby that you are there"),
    "quiet": Setting(False, "the chat is silent"),
    "learned": Setting(
        [],
        "hints that are not shown again",
        ("first_word", "raise", "follow", "takes", "points", "detail"),
        many=True,
    ),
}


class NoSuchSetting(Exception):
    """A name that is not in `SETTINGS`, or a value that it does not take."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def settings_of(person: User) -> dict[str, Value]:
    """All settings of a person, the defaults included."""
    chosen = person.preferences
    return {
        name: chosen[name] if setting.takes(chosen.get(name)) else setting.default
        for name, setting in SETTINGS.items()
    }


def change_settings(
    person: User, wanted: Mapping[str, Any], *, only_if_new: bool = False
) -> dict[str, Value]:
    """Change some settings and return all; null restores the default. Raises `NoSuchSetting`.

    With `only_if_new` nothing changes if the account has chosen anything before.
    """
    for name, value in wanted.items():
        if name not in SETTINGS or not (value is None or SETTINGS[name].takes(value)):
            raise NoSuchSetting(name)
    with transaction.atomic():
        stored = User.objects.select_for_update().get(pk=person.pk)
        if not (only_if_new and stored.preferences):
            chosen = {**stored.preferences, **wanted}
            stored.preferences = {name: value for name, value in chosen.items() if value is not None}
            stored.save(update_fields=["preferences"])
    person.preferences = stored.preferences
    return settings_of(person)
