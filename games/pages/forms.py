"""The form that opens a table, generated from the catalog's description of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import texts
from games.models import HouseRules, Table
from games.play.actions import A_DAY, BY_DAYS, CLOCKS, LONGEST_TITLE, may_take_days
from ludocards.engine.game import Json, Option
from ludocards.engine.registry import GAMES
from ludocards.words.texts import OptionText, option_key
from ludopoli.http.refusals import REFUSALS, ActionRefused

OPTION = "option_"
"""The prefix of the fields for rule options."""

HOUSE = "casa-"
"""The prefix that marks the code of house rules in the field for a preset."""


def clock_label(move: int, bank: int) -> str:
    """A clock in words: "20 seconds, plus 2 minutes to spare"."""
    if move == A_DAY:
        return gettext("A day for each card")
    minutes = bank // 60
    spare = ngettext("%(n)d minute in reserve", "%(n)d minutes in reserve", minutes) % {"n": minutes}
    return gettext("%(n)d seconds, %(reserve)s") % {"n": move, "reserve": spare}


def _say(fields: Iterable[forms.BoundField]) -> str:
    """Fields with their values in words, "Deals: 5 · Jokers: none", as the page's script writes them."""
    values = ((field, dict(field.field.widget.choices).get(field.value(), "")) for field in fields)
    return " · ".join(f"{field.label}: {value}" for field, value in values)


class OptionField(forms.Field):
    """The value of one rule option, as JSON. Values that are not listed are valid if the game accepts them.

    `others` are values to be listed besides the choices of the game.
    """

    widget = forms.Select(attrs={"class": "input"})

    def __init__(self, option: Option, text: OptionText, initial: Json, others: Iterable[Json] = ()) -> None:
        super().__init__(label=text.label, help_text=text.hint, required=False, initial=option_key(initial))
        self.option = option
        listed = {option_key(value): value for value in (*option.choices, *others)}
        self.widget.choices = [(sent, text.choice(value)) for sent, value in listed.items()]
        self.only_for = text.only_for
        self.unless = {OPTION + name: option_key(value) for name, value in text.unless.items()}
        if self.only_for:
            self.widget.attrs["data-only-for"] = self.only_for
        if self.unless:
            self.widget.attrs["data-unless"] = json.dumps(self.unless)

    def clean(self, value: Any) -> Json:
        if value in (None, ""):
            return None
        try:
            chosen = json.loads(value)
        except (TypeError, ValueError, RecursionError):
            chosen = None
        if chosen is None or not self.option.accepts(chosen):
            raise forms.ValidationError(_("This is not one of the choices."), "invalid_choice")
        return chosen


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A preset or house rules to choose from, with the values of their options for the page's script."""

    name: str
    label: str
    about: str
    values: str
    checked: bool
    players: str
    """The numbers of players that it is for."""
    house: HouseRules | None = None


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options under one heading, with the values in words of those that say something; open if one was
    changed or is wrong."""

    heading: str
    fields: list[forms.BoundField]
    silent: frozenset[str]
    """The names of the fields that say nothing for these players and the values of other options."""
    says: str
    is_open: bool


class OpenTableForm(forms.Form):
    """The form that opens a table.

    `base` is the preset that the option fields were filled from. An option that still has its value there was
    not touched, so it follows the preset that is chosen: thus the form works without a script, too.

    `houses` are house rules that may be chosen like a preset, as `casa-` and their code; `chosen` is the
    choice of an empty form. With `saving` the rules are only to be saved, and other fields are not required.
    `players` is the number that an empty form has chosen, if its rules are for so many; `private` whether it
    has chosen a private table.
    A table `reserved` for some people is private, so it has no switches about that.
    """

    base = forms.CharField(required=False, widget=forms.HiddenInput)
    preset = forms.CharField(required=False, label=_("How it is played"))
    players = forms.CharField(required=False, label=_("Players"))
    clock = forms.ChoiceField(
        required=False,
        label=_("Clock"),
        widget=forms.Select(attrs={"class": "input"}),
        help_text=_("The clock does not run when you play against bots alone."),
    )
    programs = forms.ChoiceField(
        required=False,
        label=_("Members’ programs"),
        choices=Table.Programs.choices,
        initial=Table.Programs.CASUAL,
        widget=forms.Select(attrs={"class": "input", "aria-label": _("Members’ programs")}),
        help_text=_(
            "Bots that other players have written and let play here. The site’s own bots need no choice: "
            "once you sit, they take the empty seats at a tap."
        ),
    )
    name = forms.CharField(
        required=False,
        label=_("Name of these rules"),
        widget=forms.TextInput(attrs={"class": "input", "maxlength": LONGEST_TITLE, "autocomplete": "off"}),
    )
    private = forms.BooleanField(
        required=False,
        label=_("Private table"),
        help_text=_("Only people with the link can come in, and nobody’s rating changes."),
    )
    casual = forms.BooleanField(
        required=False,
        label=_("Friendly table"),
        help_text=_("Nobody’s rating changes."),
    )
    watchable = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Spectators allowed"),
        help_text=_(
            "Spectators see only the cards that are played. Without them the table is friendly: "
            "nobody’s rating changes."
        ),
    )

    def __init__(
        self,
        game: str,
        data: Any = None,
        *,
        houses: Iterable[HouseRules] = (),
        chosen: str = "",
        saving: bool = False,
        reserved: bool = False,
        players: str | None = None,
        private: bool = False,
    ) -> None:
        self.game_name = game
        self.game = GAMES[game]
        self.saving, self.reserved, self.usual_players = saving, reserved, players
        self.houses = {HOUSE + house.code: house for house in houses}
        self.values = {preset: texts.preset_values(game, preset) for preset in self.game.presets}
        for name, house in self.houses.items():
            options = {option: value for option, value in house.rules.items() if option != "preset"}
            self.values[name] = {**self.values[house.rules["preset"]], **options}
        default = self._known(chosen)
        named = self.houses[default].name if default in self.houses else ""
        initial = {"preset": default, "base": default, "name": named, "private": private}
        super().__init__(data, initial=initial, auto_id="apri-%s", label_suffix="")
        clocks = BY_DAYS if may_take_days(game) else CLOCKS
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            (name, clock_label(*clock) if clock else gettext("No clock")) for name, clock in clocks.items()
        ]
        if not reserved:
            slow_hint = gettext("Without a clock, or with a day for each card, the table has to be private.")
            self.fields["clock"].help_text = f"{self.fields['clock'].help_text} {slow_hint}"
            slow = [name for name, clock in clocks.items() if clock in (None, BY_DAYS["day"])]
            self.fields["clock"].widget.attrs["data-private"] = " ".join(slow)
        self.shown_preset = self._known(self.data.get("preset", default))
        self.shown_base = self._known(self.data.get("base", default))
        for option in self.game.options:
            self.fields[OPTION + option.name] = OptionField(
                option,
                texts.texts_of_game(game).options[option.name],
                self.values[self.shown_base][option.name],
                [house.rules[option.name] for house in self.houses.values() if option.name in house.rules],
            )

    # ---- for the page

    @property
    def public_code(self) -> str:
        """The name in addresses of the game as people know it, by the rules that are shown."""
        house = self.houses.get(self.shown_base)
        return texts.code_of(self.game_name, house.rules["preset"] if house else self.shown_base)

    @property
    def preset_cards(self) -> list[PresetCard]:
        words = texts.texts_of_game(self.game_name).presets
        named = {name: (str(words[name].name), str(words[name].about)) for name in self.game.presets}
        named |= {
            name: (house.name, texts.house_summary(self.game_name, house.rules))
            for name, house in self.houses.items()
        }
        return [
            PresetCard(
                name,
                label,
                about,
                self._sent(name),
                name == self.shown_preset,
                " ".join(map(str, self._players_of(name))),
                self.houses.get(name),
            )
            for name, (label, about) in named.items()
        ]

    @property
    def linked_house(self) -> PresetCard | None:
        """The house rules that the page's address has chosen in an empty form."""
        chosen = next((card for card in self.preset_cards if card.checked), None)
        return chosen if chosen and chosen.house and not self.is_bound else None

    def _players_of(self, name: str) -> tuple[int, ...]:
        house = self.houses.get(name)
        return self.game.players_of(house.rules["preset"] if house else name)

    @property
    def players_choices(self) -> list[tuple[int, str, bool]]:
        usual = [str(n) for n in self._players_of(self.shown_preset)]
        asked = self.usual_players if self.usual_players in usual else usual[0]
        chosen = str(self.data.get("players", asked))
        return [(n, str(texts.NUMBERS.get(n, n)), str(n) == chosen) for n in sorted(self.game.players)]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION + option.name] for option in self.game.options]

    @property
    def switches(self) -> list[forms.BoundField]:
        names = ["watchable"] if self.reserved else ["private", "watchable", "casual"]
        return [self[name] for name in names]

    @property
    def option_groups(self) -> list[OptionGroup]:
        """The options in the groups of the game; those in no group have a heading of their own."""
        fields = {field.name.removeprefix(OPTION): field for field in self.option_fields}
        groups = [
            (str(heading), [fields.pop(name) for name in names])
            for heading, names in texts.texts_of_game(self.game_name).groups
        ]
        if fields:
            heading = gettext("Other rules") if groups else gettext("All the rules of this table")
            groups.append((heading, list(fields.values())))
        players = next((number for number, _word, is_chosen in self.players_choices if is_chosen), 0)
        return [self._group(heading, listed, players) for heading, listed in groups]

    @property
    def changes(self) -> str:
        """The options that differ from the preset, with their values in words."""
        return _say(field for field in self.option_fields if self._is_touched(field))

    def _group(self, heading: str, listed: list[forms.BoundField], players: int) -> OptionGroup:
        speaking = [field for field in listed if self._says_something(field.field, players)]
        return OptionGroup(
            heading,
            listed,
            frozenset(field.name for field in listed if field not in speaking),
            _say(speaking),
            any(map(self._is_touched, listed)),
        )

    def _says_something(self, field: Any, players: int) -> bool:
        is_idle = any(self[other].value() == value for other, value in field.unless.items())
        return field.only_for in (None, players) and not is_idle

    def _is_touched(self, field: forms.BoundField) -> bool:
        return self.is_bound and bool(self.errors.get(field.name) or field.value() != field.initial)

    # ---- what was sent

    def clean_preset(self) -> str:
        preset = self.cleaned_data["preset"] or self._usual_preset()
        if preset not in self.values and preset.startswith(HOUSE):
            raise forms.ValidationError(str(REFUSALS["no_house_rules"]), "no_house_rules")
        if preset not in self.values:
            raise forms.ValidationError(_("This is not one of the choices."), "invalid_choice")
        return str(preset)

    def _usual_preset(self) -> str:
        """The preset that goes with the number of players that was sent, if any."""
        sent = self.data.get("players")
        return self.game.preset_for(
            next((n for n in self.game.players if str(n) == sent), self.game.players[0])
        )

    def clean_base(self) -> str:
        return self._known(self.cleaned_data["base"])

    def clean_players(self) -> int:
        chosen = self.cleaned_data["players"] or str(self.game.players[0])
        known = {str(number): number for number in self.game.players}
        if chosen not in known:
            raise forms.ValidationError(_("This is not one of the choices."), "invalid_choice")
        return known[chosen]

    def clean_clock(self) -> str:
        return str(self.cleaned_data["clock"] or next(iter(CLOCKS)))

    def clean_programs(self) -> str:
        return str(self.cleaned_data["programs"] or Table.Programs.CASUAL)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if any(name.startswith(OPTION) and name not in self.fields for name in self.data):
            self.add_error(None, str(REFUSALS["bad_rules"]))
        if self.errors:
            return cleaned
        try:
            rules = texts.accept_or_raise(self.game.rules_from(self.rules), self.game_name)
        except ActionRefused as why:
            option = OPTION + str(why.details.get("option", ""))
            self.add_error(option if option in self.fields else None, str(why))
            return cleaned
        if self.saving:
            return cleaned
        try:
            texts.accept_or_raise(self.game.start(rules, cleaned["players"], 0), self.game_name)
        except ActionRefused as why:
            self.add_error("players", str(why))
        clock = BY_DAYS[cleaned["clock"]]
        if not (cleaned["private"] or self.reserved):
            if clock is None:
                self.add_error("clock", str(REFUSALS["clock_needed"]))
            elif clock == BY_DAYS["day"]:
                self.add_error("clock", str(REFUSALS["slow_clock"]))
        return cleaned

    @property
    def rules(self) -> dict[str, Json]:
        """The name of the preset, and the options that differ from it."""
        chosen = self.cleaned_data["preset"]
        house = self.houses.get(chosen)
        preset = house.rules["preset"] if house else chosen
        shown, meant, usual = (self.values[each] for each in (self.cleaned_data["base"], chosen, preset))
        rules: dict[str, Json] = {"preset": preset}
        for option in self.game.options:
            value = self.cleaned_data.get(OPTION + option.name)
            if value is None or option_key(value) == option_key(shown[option.name]):
                value = meant[option.name]
            if option_key(value) != option_key(usual[option.name]):
                rules[option.name] = value
        return rules

    @property
    def house(self) -> HouseRules | None:
        """The house rules that were chosen, even if options were then changed."""
        return self.houses.get(self.cleaned_data["preset"])

    @property
    def unusual_players(self) -> int | None:
        """The number of players that was sent, if it is not the first that the rules are for."""
        players = int(self.cleaned_data["players"])
        return None if players == self._players_of(self.cleaned_data["preset"])[0] else players

    @property
    def rules_name(self) -> str:
        """The name of the house rules that were chosen, if no option was changed."""
        house = self.house
        as_they_are = house and self.game.rules_from(house.rules) == self.game.rules_from(self.rules)
        return house.name if house and as_they_are else ""

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `actions.open_table`."""
        move, bank = BY_DAYS[self.cleaned_data["clock"]] or (None, 0)
        return {
            "game": self.game_name,
            "rules": self.rules,
            "rules_name": self.rules_name,
            "players": self.cleaned_data["players"],
            "private": self.cleaned_data["private"],
            "joinable": not self.cleaned_data["private"],
            "casual": self.cleaned_data["casual"],
            "programs": self.cleaned_data["programs"],
            "watchable": self.cleaned_data["watchable"],
            "move_seconds": move,
            "bank_seconds": bank,
        }

    def _known(self, name: Any) -> str:
        return name if isinstance(name, str) and name in self.values else next(iter(self.values))

    def _sent(self, name: str) -> str:
        """The values of all options in the form in which they are sent, for the page's script."""
        return json.dumps({OPTION + option: option_key(value) for option, value in self.values[name].items()})
