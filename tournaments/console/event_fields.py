"""The fields of the form that creates or changes a tournament, and what each offers.

It has the options of all formats, each once. An empty field means the format's default, so the form also
works without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from clubs import selectors as clubs
from games import texts
from games.pages.forms import HOUSE, clock_label
from games.play import selectors as games
from games.play.actions import CLOCKS
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tournaments import access, format_texts
from tournaments.actions import (
    ALWAYS,
    FIXED,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_NAMES_DAYS,
    MOST_ROUNDS_APART,
)
from tournaments.console.choices import (
    choices_of_sizes,
)
from tournaments.console.date_fields import DATE, RoundDateFields, initial_dates
from tournaments.console.fields import (
    BREAK,
    OPTION,
    SELECT,
    choice_field,
    format_options,
    moment_field,
    option_field,
    whole_number_field,
    yes_field,
)
from tournaments.console.part_fields import DEALS_OF_PART, KEPT, PART, initial_parts, part_fields
from tournaments.console.purse_fields import PURSE, PurseFields, initial_purse
from tournaments.formats.catalog import FORMATS
from tournaments.formats.options import SIZES
from tournaments.models import Event, Series

PLACES_OF_BREAKS = 5

USUAL_HOUR = 21


class EventFields(PurseFields, RoundDateFields):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={**SELECT, "autocomplete": "off"}),
    )
    starts_at = moment_field(_("Begins"), required=True)
    game = forms.CharField(label=_("What is played"), required=False)
    format = forms.CharField(label=_("Format"), required=False)
    bella = yes_field(
        _("The last part is a decider (bella)"),
        help_text=_("It is played only if the others leave the sides level."),
    )
    rules = forms.ChoiceField(label=_("Rules"), required=False, widget=forms.Select(attrs=SELECT))
    unit = choice_field(_("Entries are"), [("", _("As usual")), *Event.Unit.choices], required=False)
    pairs = choice_field(_("How pairs are formed"), Event.Pairs.choices, required=False)
    venue = choice_field(_("Where"), Event.Venue.choices, required=False)
    scores = choice_field(_("What people write down"), Event.Scores.choices, required=False)
    club = choice_field(
        _("For a club"), (), required=False, help_text=_("The club’s page lists it. You direct these clubs.")
    )
    access = choice_field(_("Who may enter"), (), required=False)
    capacity = whole_number_field(
        _("Maximum entries"), 2, 2000, help_text=_("Pairs, or people. Empty: no limit.")
    )
    rating_least = whole_number_field(_("Rating from"), 0, 5000)
    rating_most = whole_number_field(_("Rating to"), 0, 5000)
    guests = yes_field(_("Guests may play too"), initial=True, help_text=_("People without an account."))
    names_days = whole_number_field(
        _("Days for which names stay after the end"),
        1,
        MOST_NAMES_DAYS,
        initial=30,
        help_text=_(
            "Of people without an account. Members of the club stay as long as they are on its list."
        ),
    )
    late_entries = yes_field(_("Late entries are allowed"), initial=True)
    sealed = yes_field(
        _("Sealed line-ups"),
        help_text=_("Teams hand in their line-up for a round before they know that of the others."),
    )
    walkover = choice_field(_("If the opponents leave a real table"), Event.Walkover.choices, required=False)
    asked_byes = choice_field(
        _("A round that somebody asks to sit out is worth"), Event.AskedByes.choices, required=False
    )
    clubs_apart = whole_number_field(
        _("Rounds in which members of one club do not meet"),
        0,
        MOST_ROUNDS_APART,
        initial=0,
        help_text=_("The first rounds, as far as the pairings allow. 0: none."),
    )
    description = forms.CharField(
        label=_("A few words about it"),
        required=False,
        max_length=LONGEST_DESCRIPTION,
        widget=forms.Textarea(attrs={**SELECT, "rows": 3}),
    )
    clock = choice_field(_("Clock"), (), required=False)
    round_minutes = whole_number_field(
        _("Minutes for a round"),
        1,
        7 * 24 * 60,
        help_text=_("Then tables that have not finished are stopped. Empty: no limit."),
    )
    break_seconds = whole_number_field(_("Seconds between rounds"), 0, 3600, initial=60)
    check_in_minutes = whole_number_field(
        _("Check-in, minutes before"),
        0,
        24 * 60,
        initial=15,
        help_text=_("0: nobody has to check in."),
    )
    registers_at = moment_field(_("Registration opens"), required=False, help_text=_("Empty: at once."))
    rated = yes_field(
        _("Counts for ratings"),
        initial=True,
        help_text=_("Never if it is by invitation only, or if one of its directors plays in it."),
    )
    quiet = yes_field(
        _("No chat between players"),
        initial=True,
        help_text=_("People who play the same cards could give them away."),
    )
    spectators = choice_field(_("Who may watch"), Event.Spectators.choices, required=False)
    series = choice_field(_("Series"), (), required=False, help_text=_("Its places then count for a season."))
    new_series = forms.CharField(
        label=_("Or begin a new series"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={**SELECT, "autocomplete": "off"}),
    )

    def __init__(self, user: User, data: Any = None, *, event: Event | None = None, club: str = "") -> None:
        """`club` is the code of the club for which a new event is proposed."""
        self.user, self.event = user, event
        self.is_locked = event is not None and event.entries.exists()
        self.clubs = {each.code: each for each in clubs.clubs_to_organise_for(user)}
        if event is not None and event.club is not None:
            self.clubs[event.club.code] = event.club
        initial = _initial(event) | (
            {"club": club, "access": Event.Access.CLUB} if club in self.clubs else {}
        )
        super().__init__(data, initial=initial, auto_id="torneo-%s", label_suffix="")
        self.houses = {
            HOUSE + house.code: house for game in GAMES for house in games.house_choices(user, game)
        }
        self.houses |= {
            HOUSE + house.code: house for house in clubs.house_rules_of_clubs(self.clubs.values())
        }
        self._offer("rules", self.rule_choices)
        self.fields |= dict(part_fields(self.houses, event))
        self.fields["rules"].widget.attrs["data-unseated"] = self.unseated
        self._offer("clock", self._clocks())
        self._offer(
            "club",
            [("", pgettext("club", "None")), *((code, str(each)) for code, each in self.clubs.items())],
        )
        doors = [each for each in Event.Access if self.clubs or each != Event.Access.CLUB]
        self._offer("access", [(each.value, each.label) for each in doors])
        own = access.organised_series(user)
        self.own_series = {_code_of(each, at): (each, at) for each in own for at in _divisions(each)}
        named = ((code, _named(each, at)) for code, (each, at) in self.own_series.items())
        self._offer("series", [("", gettext("None")), *named])
        for option in format_options():
            self.fields[OPTION + option.name] = option_field(option)
        of_sizes = json.dumps({SIZES: choices_of_sizes()})
        self.fields[f"{OPTION}odd"].widget.attrs["data-only"] = of_sizes
        for place in range(1, PLACES_OF_BREAKS + 1):
            empty = gettext("As usual") if place == 1 else "–"
            self.fields[f"{BREAK}{place}"] = choice_field(
                "", [("", empty), *format_texts.BREAKS.items()], required=False
            )
        for name in self._closed():
            self.fields[name].disabled = True

    def _offer(self, name: str, choices: Any) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _closed(self) -> Iterator[str]:
        """Yield the names of fields that can no longer change."""
        if self.event is None:
            return
        lasting = (*ALWAYS, "new_series")
        for name in self.fields:
            of_play = name in FIXED or name.startswith((OPTION, BREAK, PART, DEALS_OF_PART))
            is_lasting = name in lasting or name.startswith((PURSE, DATE))
            if (self.is_locked and of_play) or (self.event.started_at and not is_lasting):
                yield name

    @property
    def rule_choices(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The presets and the person's house rules, by game. A preset is sent as `game:preset`."""
        found = []
        for game in GAMES:
            presets = [(f"{game}:{each}", self._preset_name(game, each)) for each in GAMES[game].presets]
            houses = [(name, house.name) for name, house in self.houses.items() if house.game == game]
            kept = self.event
            if kept is not None and kept.game == game:
                presets.append((KEPT, kept.rules_name or gettext("As it is")))
            found.append((texts.names_of_game(game), presets + houses))
        return found

    @staticmethod
    def _preset_name(game: str, preset: str) -> str:
        """The name of a preset, with the players if it is not for all numbers of the game."""
        name, players = texts.preset_name(game, preset), GAMES[game].players_of(preset)
        if {*players} == {*GAMES[game].players}:
            return name
        return f"{name} ({texts.players_phrase(tuple(sorted(players)))})"

    @property
    def unseated(self) -> str:
        """The presets with the game choices that they do not go with, for the page's script."""
        found = {
            f"{game}:{preset}": [
                f"{game}-{players}" for players in its.players if players not in its.players_of(preset)
            ]
            for game, its in GAMES.items()
            for preset in its.presets
        }
        return json.dumps({preset: games for preset, games in found.items() if games})

    def _clocks(self) -> list[tuple[str, str]]:
        choices = [
            (name, clock_label(*seconds) if seconds else gettext("No clock"))
            for name, seconds in CLOCKS.items()
        ]
        event = self.event
        if event is not None and _clock_of(event) == KEPT:
            kept = (event.move_seconds or 0, event.bank_seconds)
            choices.append((KEPT, clock_label(*kept)))
        return choices


def _clock_of(event: Event) -> str:
    kept = None if event.move_seconds is None else (event.move_seconds, event.bank_seconds)
    return next((name for name, seconds in CLOCKS.items() if seconds == kept), KEPT)


def _initial(event: Event | None) -> dict[str, Any]:
    if event is None:
        game = next(iter(GAMES))
        return {
            "game": f"{game}-{GAMES[game].players[0]}",
            "rules": f"{game}:{next(iter(GAMES[game].presets))}",
            "format": next(iter(FORMATS)),
            "starts_at": _usual_start(timezone.localtime()),
            "clock": next(iter(CLOCKS)),
        }
    names = [name for name in EventFields.base_fields if hasattr(event, name)]
    breaks = {f"{BREAK}{at}": name for at, name in enumerate(event.settings.get("breaks", ()), start=1)}
    return {
        **{name: getattr(event, name) for name in names},
        "game": f"{event.game}-{event.players}",
        "rules": KEPT,
        "clock": _clock_of(event),
        **initial_parts(event),
        "series": _code_of(event.series, event.division) if event.series else "",
        "club": event.club.code if event.club else "",
        **{
            OPTION + name: str(value) if isinstance(value, bool) else value
            for name, value in event.settings.items()
        },
        **breaks,
        **initial_purse(event.purse),
        **initial_dates(event.round_dates),
    }


def _divisions(series: Series) -> list[int | None]:
    return [None, *range(len(series.divisions))]


def _code_of(series: Series, division: int | None) -> str:
    return series.code if division is None else f"{series.code}/{division}"


def _named(series: Series, division: int | None) -> str:
    return str(series) if division is None else f"{series}: {series.divisions[division]}"


def _usual_start(now: datetime) -> datetime:
    """Return this evening's usual hour, or tomorrow's."""
    evening = now.replace(hour=USUAL_HOUR, minute=0, second=0, microsecond=0)
    return evening if evening > now + timedelta(hours=1) else evening + timedelta(days=1)
