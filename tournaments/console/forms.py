"""The form that creates or changes a tournament: one page, with good defaults for everything folded away.

It has the options of all formats, each once; options that the chosen format lacks are ignored. An empty field
means the format's default, so the form also works without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
from games.texts import RulesRefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import format_texts
from tournaments.actions import (
    ALWAYS,
    FIXED,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_NAMES_DAYS,
    MOST_ROUNDS_APART,
)
from tournaments.chronicle import sides_of
from tournaments.console.choices import (
    FormatChoice,
    GameChoice,
    choices_of_sizes,
    possible_lengths,
    units_of,
)
from tournaments.console.fields import (
    BREAK,
    OPTION,
    SELECT,
    choice_field,
    format_options,
    formats_with,
    moment_field,
    option_field,
    sent_option,
    whole_number_field,
    yes_field,
)
from tournaments.formats.catalog import FORMATS, Format
from tournaments.formats.options import SIZES
from tournaments.models import Event, Series

PLACES_OF_BREAKS = 5

CHOSEN = ("access", "pairs", "unit", "spectators", "venue", "scores")
"""The fields that keep their default if nothing is chosen."""

USUAL_HOUR = 21

MOST_NAMED = 10
"""The most possible numbers that an error lists."""


class EventForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={**SELECT, "autocomplete": "off"}),
    )
    starts_at = moment_field(_("Begins"), required=True)
    game = forms.CharField(label=_("What is played"), required=False)
    format = forms.CharField(label=_("Format"), required=False)
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
        self.fields["rules"].widget.attrs["data-unseated"] = self.unseated
        self._offer("clock", self._clocks())
        self._offer(
            "club",
            [("", pgettext("club", "None")), *((code, str(each)) for code, each in self.clubs.items())],
        )
        doors = [each for each in Event.Access if self.clubs or each != Event.Access.CLUB]
        self._offer("access", [(each.value, each.label) for each in doors])
        mine = user.series_organised.order_by("-created_at")
        self.own_series = {_code_of(each, at): (each, at) for each in mine for at in _divisions(each)}
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
        for name in self.fields:
            of_play = name in FIXED or name.startswith((OPTION, BREAK))
            if (self.is_locked and of_play) or (
                self.event.started_at and name not in (*ALWAYS, "new_series")
            ):
                yield name

    # ---- for the page

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

    @property
    def game_choices(self) -> list[GameChoice]:
        chosen = self["game"].value()
        return [
            GameChoice(game, players, f"{game}-{players}" == chosen)
            for game in GAMES
            for players in sorted(GAMES[game].players)
            if any(units_of(format, game, players) for format in FORMATS)
        ]

    @property
    def format_choices(self) -> list[FormatChoice]:
        chosen, known = self["format"].value(), self.game_choices
        found = []
        for name, described in format_texts.FORMATS.items():
            fits = [each for each in known if units_of(name, each.game, each.players)]
            values = " ".join(each.value for each in fits)
            labels = ", ".join(dict.fromkeys(f"{each.label} ({each.about})" for each in fits))
            its = FORMATS[name]
            found.append(FormatChoice(name, described, values, labels, name == chosen, its.flows))
        return found

    @property
    def option_fields(self) -> list[tuple[str, forms.BoundField]]:
        """The field of each option, with the formats that have it."""
        return [
            (formats_with(each.name), self[OPTION + each.name]) for each in format_options() if not each.some
        ]

    @property
    def break_fields(self) -> list[forms.BoundField]:
        return [self[f"{BREAK}{place}"] for place in range(1, PLACES_OF_BREAKS + 1)]

    @property
    def formats_with_breaks(self) -> str:
        return formats_with("breaks")

    @property
    def formats_with_clock(self) -> str:
        """The formats with a clock: those in which players wait for each other."""
        return " ".join(name for name, each in FORMATS.items() if not each.alone)

    @property
    def formats_with_choice(self) -> str:
        """The formats in which members of one club can be kept apart."""
        return " ".join(name for name, each in FORMATS.items() if each.apart)

    @property
    def formats_of_pairs(self) -> str:
        return self._formats_where("pair")

    @property
    def formats_of_teams(self) -> str:
        return self._formats_where("team")

    @property
    def formats_of_several(self) -> str:
        """The formats that leave a choice of who enters."""
        games = [(each.game, each.players) for each in self.game_choices]
        return " ".join(name for name in FORMATS if any(len(units_of(name, *each)) > 1 for each in games))

    def _formats_where(self, *units: str) -> str:
        games = [(each.game, each.players) for each in self.game_choices]
        return " ".join(
            name for name in FORMATS if any({*units} <= {*units_of(name, *game)} for game in games)
        )

    @property
    def trouble(self) -> str:
        """The reason why game, rules and format do not fit each other; empty if they do."""
        wrong = (self.errors.get(name) for name in ("game", "rules", "format", "unit", f"{OPTION}deals"))
        return next((str(errors[0]) for errors in wrong if errors), "")

    def has_errors_in(self, *names: str) -> bool:
        return any(self.errors.get(name) for name in names) if self.is_bound else False

    @property
    def details_are_open(self) -> bool:
        wrong = [name for name in self.errors if name.startswith((OPTION, BREAK))] if self.is_bound else ()
        return bool(wrong) or self.has_errors_in("unit", "pairs")

    @property
    def clocks_are_open(self) -> bool:
        return self.has_errors_in(
            "clock", "round_minutes", "break_seconds", "check_in_minutes", "registers_at"
        )

    @property
    def series_are_open(self) -> bool:
        return self.has_errors_in("series", "new_series")

    # ---- the submitted form

    def clean_game(self) -> str:
        chosen = self.cleaned_data["game"]
        if chosen not in {each.value for each in self.game_choices}:
            raise forms.ValidationError(_("Choose what is played."), "invalid_choice")
        return str(chosen)

    def clean_format(self) -> str:
        chosen = self.cleaned_data["format"]
        if chosen not in FORMATS:
            raise forms.ValidationError(_("Choose a format."), "invalid_choice")
        return str(chosen)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors.keys() & {"game", "format", "rules"}:
            return cleaned
        game, players = self.seated
        units = units_of(cleaned["format"], game, players)
        if not units:
            self.add_error("format", _("This format does not go with the game and the number of players."))
        elif cleaned["unit"] and cleaned["unit"] not in units:
            self.add_error(
                "unit", _("With this format one enters differently: choose another kind of entry.")
            )
        if self._rules_of_another(game):
            self.add_error("rules", _("These are the rules of another game."))
        elif not _may_play(game, self.played[0], players):
            self.add_error("rules", _("These rules are for another number of players."))
        elif deals := self.cleaned_data.get(f"{OPTION}deals"):
            possible = possible_lengths(game, self.played[0])
            if deals not in possible:
                text = gettext("With these rules a match may have this many deals: %(deals)s.")
                numbers = ", ".join(
                    [*map(str, possible[:MOST_NAMED]), *(["…"] if possible[MOST_NAMED:] else [])]
                )
                self.add_error(f"{OPTION}deals", text % {"deals": numbers})
        return cleaned

    def _rules_of_another(self, game: str) -> bool:
        chosen = self.cleaned_data["rules"]
        if chosen in self.houses:
            return self.houses[chosen].game != game
        if chosen == KEPT:
            return self.event is None or self.event.game != game
        return bool(chosen) and chosen.partition(":")[0] != game

    @property
    def seated(self) -> tuple[str, int]:
        game, _dash, players = str(self.cleaned_data["game"]).rpartition("-")
        return game, int(players)

    @property
    def held(self) -> Format:
        return FORMATS[self.cleaned_data["format"]]

    @property
    def settings(self) -> dict[str, Any]:
        """The chosen options of the format."""
        chosen = {}
        for option in self.held.all_options:
            if option.some:
                named = [self.cleaned_data[f"{BREAK}{place}"] for place in range(1, PLACES_OF_BREAKS + 1)]
                value: Any = list(dict.fromkeys(filter(None, named))) or None
            else:
                value = sent_option(option, self.cleaned_data.get(OPTION + option.name))
            if value is not None:
                chosen[option.name] = value
        return chosen

    @property
    def is_real(self) -> bool:
        return bool(self.cleaned_data.get("venue") == Event.Venue.REAL)

    @property
    def played(self) -> tuple[dict[str, Any], str]:
        """The rules as in the record, and the name of the house rules."""
        chosen = self.cleaned_data["rules"]
        if chosen in self.houses:
            house = self.houses[chosen]
            return dict(house.rules), house.name
        if chosen == KEPT and self.event is not None:
            return dict(self.event.rules), self.event.rules_name
        game, players = self.seated
        preset = chosen.partition(":")[2] or GAMES[game].preset_for(players)
        return {"preset": preset}, ""

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `actions.create_event`, without the series."""
        cleaned, (game, players), (rules, rules_name) = self.cleaned_data, self.seated, self.played
        as_sent = (
            "name", "description", "starts_at", "capacity", "rating_least", "rating_most", "guests",
            "late_entries", "round_minutes", "rated", "quiet", "sealed",
        )  # fmt: skip
        fields = {name: cleaned[name] for name in as_sent}
        fields |= {name: cleaned[name] for name in CHOSEN if cleaned[name]}
        counts = ("break_seconds", "check_in_minutes", "clubs_apart", "names_days")
        fields |= {name: cleaned[name] for name in counts if cleaned[name] is not None}
        if self.held.alone or self.is_real:
            fields.pop("check_in_minutes", None)
        if not self.is_real:
            fields.pop("scores", None)
        fields["club"] = self.clubs.get(cleaned["club"])
        if cleaned["registers_at"] is not None:
            fields["registers_at"] = cleaned["registers_at"]
        if cleaned["clock"] != KEPT and not self.held.alone:
            clock = CLOCKS[cleaned["clock"] or next(iter(CLOCKS))]
            fields["move_seconds"], fields["bank_seconds"] = clock or (None, 0)
        played = {"game": game, "players": players, "rules": rules, "rules_name": rules_name}
        return {**fields, **played, "format": cleaned["format"], "settings": self.settings}

    @property
    def changes(self) -> dict[str, Any]:
        """The arguments that differ from the event and may still change."""
        event = self.event
        assert event is not None
        return {
            name: value
            for name, value in self.arguments.items()
            if not (self.is_locked and name in FIXED)
            and not (event.started_at and name not in ALWAYS)
            and getattr(event, name) != value
        }

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Put a refusal of the action beside its field."""
        try:
            yield
        except ActionRefused as why:
            self._add_refusal(why)

    def _add_refusal(self, refused: ActionRefused) -> None:
        named = str(refused.details.get("field") or OPTION + str(refused.details.get("option", "")))
        beside = {
            "bad_rules": "rules",
            "wrong_players": "game",
            "wrong_format": "format",
            "bad_clock": "clock",
        }
        field = beside.get(refused.code, named)
        self.add_error(field if field in self.fields else None, _said(refused))


KEPT = "kept"
"""The choice for the event's present rules or clock, if they are not among the others."""


def _said(refused: ActionRefused) -> str:
    if refused.code in ("bad_event", "bad_setting") and not refused.sentence:
        return gettext("This value is not allowed here.")
    return str(refused)


def _may_play(game: str, rules: Mapping[str, Any], players: int) -> bool:
    """Return whether so many play by these rules."""
    try:
        sides_of(game, rules, players)
    except RulesRefused:
        return False
    return True


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
    names = [name for name in EventForm.base_fields if hasattr(event, name)]
    breaks = {f"{BREAK}{at}": name for at, name in enumerate(event.settings.get("breaks", ()), start=1)}
    return {
        **{name: getattr(event, name) for name in names},
        "game": f"{event.game}-{event.players}",
        "rules": KEPT,
        "clock": _clock_of(event),
        "series": _code_of(event.series, event.division) if event.series else "",
        "club": event.club.code if event.club else "",
        **{
            OPTION + name: str(value) if isinstance(value, bool) else value
            for name, value in event.settings.items()
        },
        **breaks,
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
