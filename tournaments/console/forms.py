"""The form that creates or changes a tournament: one page, with good defaults for everything folded away.

`event_fields` has its fields; here is what its page shows, and how it is read. Options that the chosen format
lacks are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.play.actions import CLOCKS
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from tournaments import format_texts
from tournaments.actions import (
    ALWAYS,
    FIXED,
)
from tournaments.chronicle import sides_of
from tournaments.console.choices import (
    FormatChoice,
    GameChoice,
    possible_lengths,
    units_of,
)
from tournaments.console.date_fields import DATE, PLACES_OF_DATES
from tournaments.console.event_fields import PLACES_OF_BREAKS, EventFields
from tournaments.console.fields import (
    BREAK,
    OPTION,
    format_options,
    formats_with,
    sent_option,
)
from tournaments.console.part_fields import (
    DEALS_OF_PART,
    FORMATS_OF_PARTS,
    KEPT,
    LATER,
    PART,
    presets_played_alike,
    sent_parts,
    sides_or_none,
)
from tournaments.console.purse_fields import PURSE
from tournaments.formats.catalog import FORMATS, Format
from tournaments.models import Event
from tournaments.models.round_dates import RoundDates
from tournaments.prizes.purse import LOWER_FEES, BadPurse, checked_purse, purse_document

CHOSEN = ("walkover", "asked_byes", "access", "pairs", "unit", "spectators", "venue", "scores")
"""The fields that keep their default if nothing is chosen."""

MOST_NAMED = 10
"""The most possible numbers that an error lists."""


class EventForm(EventFields):
    """The form on its page, and as it was submitted."""

    # ---- for the page

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
    def part_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each later part: its rules, and its deals."""
        return [(self[f"{PART}{number}"], self[f"{DEALS_OF_PART}{number}"]) for number in LATER]

    @property
    def formats_of_parts(self) -> str:
        return FORMATS_OF_PARTS

    @property
    def played_alike(self) -> str:
        return presets_played_alike()

    @property
    def parts_are_open(self) -> bool:
        return any(self[f"{PART}{number}"].value() for number in LATER)

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
    def dates_are_open(self) -> bool:
        """True if rounds of the event are on further days, or there is something to mend in these fields."""
        dated = self.event is not None and bool(self.event.round_dates)
        return dated or self.has_errors_in(*(each.name for pair in self.date_fields for each in pair))

    @property
    def purse_is_open(self) -> bool:
        """True if the event has a fee or prizes, or there is something to mend in their fields."""
        return self._has_errors_in_purse or (self.event is not None and bool(self.event.purse))

    @property
    def _has_errors_in_purse(self) -> bool:
        return self.has_errors_in(*(name for name in self.fields if name.startswith(PURSE)))

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
        self._check_purse()
        self.check_dates()
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
        elif sides_or_none(game, self.played[0], players) is None:
            self.add_error("rules", _("These rules are for another number of players."))
        elif deals := self.cleaned_data.get(f"{OPTION}deals"):
            possible = possible_lengths(game, self.played[0])
            if deals not in possible:
                text = gettext("With these rules a match may have this many deals: %(deals)s.")
                numbers = ", ".join(
                    [*map(str, possible[:MOST_NAMED]), *(["…"] if possible[MOST_NAMED:] else [])]
                )
                self.add_error(f"{OPTION}deals", text % {"deals": numbers})
        for number, part in () if self.errors else self.parts.items():
            if sides_or_none(part["game"], part["rules"], players) != sides_of(game, self.played[0], players):
                self.add_error(
                    f"{PART}{number}", _("This is not played by the same sides: choose another game.")
                )
        return cleaned

    @property
    def _dates_without_place(self) -> RoundDates:
        """The dates of an event that has more than the form can show."""
        known = {} if self.event is None else self.event.round_dates
        return dict(sorted(known.items())[PLACES_OF_DATES:])

    def _check_purse(self) -> None:
        if self._has_errors_in_purse:
            return
        try:
            checked_purse(self.purse)
        except BadPurse as wrong:
            self.add_error("purse_fee" if wrong.args[0] is LOWER_FEES else "purse_prizes", wrong.args[0])
        except ValueError:
            self.add_error("purse_prizes", _("There are 60 prizes at most, each of one short line."))

    @property
    def parts(self) -> dict[int, dict[str, Any]]:
        """The later parts by number; none where the event cannot have them."""
        if not self.held.mixed:
            return {}
        return sent_parts(self.cleaned_data, self.houses, self.event)

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
        fields["round_dates"] = self.round_dates | self._dates_without_place
        purse = self.purse if self.is_real else {**self.purse, "fee": None}
        fields["purse"] = purse_document(checked_purse(purse))
        if cleaned["registers_at"] is not None:
            fields["registers_at"] = cleaned["registers_at"]
        if cleaned["clock"] != KEPT and not self.held.alone:
            clock = CLOCKS[cleaned["clock"] or next(iter(CLOCKS))]
            fields["move_seconds"], fields["bank_seconds"] = clock or (None, 0)
        played = {"game": game, "players": players, "rules": rules, "rules_name": rules_name}
        played["later_parts"] = [*self.parts.values()]
        played["bella"] = bool(self.parts) and cleaned["bella"]
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
            "one_part": f"{PART}{LATER[0]}",
            "bad_parts": f"{PART}{LATER[0]}",
            "other_sides": f"{PART}{LATER[0]}",
            "wrong_format": "format",
            "bad_clock": "clock",
            "fee_collected": "purse_fee",
        }
        first = {"purse": "purse_prizes", "round_dates": f"{DATE}at_1"}
        field = beside.get(refused.code, first.get(named, named))
        self.add_error(field if field in self.fields else None, _said(refused))


def _said(refused: ActionRefused) -> str:
    if refused.code in ("bad_event", "bad_setting") and not refused.sentence:
        return gettext("This value is not allowed here.")
    return str(refused)
