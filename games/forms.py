"""The form that opens a table, made from what the catalog says about a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import texts
from games.actions.tables import CLOCKS
from games.engine.catalog import GAMES
from games.engine.game import Json, Option, Refused
from games.texts.shapes import OptionText, key

OPTION = "option_"
"""What the names of the fields for rule options begin with."""


def clock_label(move: int, bank: int) -> str:
    """ "20 seconds, 2 minutes in reserve"."""
    reserve = ngettext("%(n)d minute in reserve", "%(n)d minutes in reserve", bank // 60) % {"n": bank // 60}
    return gettext("%(n)d seconds, %(reserve)s") % {"n": move, "reserve": reserve}


class OptionField(forms.Field):
    """The value of one rule option, as JSON. What the form does not list is fine if the game takes it."""

    widget = forms.Select(attrs={"class": "input"})

    def __init__(self, option: Option, text: OptionText, initial: Json) -> None:
        super().__init__(label=text.label, help_text=text.hint, required=False, initial=key(initial))
        self.option = option
        self.widget.choices = [(key(choice), text.choice(choice)) for choice in option.choices]

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
    """One choice of how to play, with its options for the page's script."""

    name: str
    label: str
    about: str
    values: str
    checked: bool


class OpenTableForm(forms.Form):
    """`base` is the preset that the option fields were filled from: an option still as there was not
    touched, and follows the preset that is chosen. So the form is right without a script as well.
    """

    base = forms.CharField(required=False, widget=forms.HiddenInput)
    preset = forms.CharField(required=False, label=_("How it is played"))
    players = forms.CharField(required=False, label=_("Players"))
    clock = forms.ChoiceField(required=False, label=_("Clock"), widget=forms.Select(attrs={"class": "input"}))
    private = forms.BooleanField(
        required=False, label=_("Private table"), help_text=_("Only people with the link come in.")
    )
    watchable = forms.BooleanField(
        required=False,
        initial=True,
        label=_("May be watched"),
        help_text=_("Spectators see only the cards that are played."),
    )

    def __init__(self, game: str, data: Any = None) -> None:
        self.game_name = game
        self.game = GAMES[game]
        default = next(iter(self.game.presets))
        initial = {"preset": default, "base": default}
        super().__init__(data, initial=initial, auto_id="apri-%s", label_suffix="")
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            (name, clock_label(*clock) if clock else gettext("No clock")) for name, clock in CLOCKS.items()
        ]
        self.shown_preset = self._known_preset(self.data.get("preset"))
        values = texts.preset_values(game, self.shown_preset)
        for option in self.game.options:
            text = texts.of(game).options[option.name]
            self.fields[OPTION + option.name] = OptionField(option, text, values[option.name])

    # ---- for the page

    @property
    def preset_cards(self) -> list[PresetCard]:
        cards = []
        for name in self.game.presets:
            text = texts.of(self.game_name).presets[name]
            values = texts.preset_values(self.game_name, name)
            sent = json.dumps({OPTION + option: key(value) for option, value in values.items()})
            cards.append(PresetCard(name, str(text.name), str(text.about), sent, name == self.shown_preset))
        return cards

    @property
    def players_choices(self) -> list[tuple[int, str, bool]]:
        chosen = str(self.data.get("players", self.game.players[0]))
        return [(n, str(texts.NUMBERS.get(n, n)), str(n) == chosen) for n in self.game.players]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION + option.name] for option in self.game.options]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self["private"], self["watchable"]]

    @property
    def changed_options(self) -> bool:
        """Whether the options must be open: one of them was changed, or has an error."""
        return self.is_bound and any(
            self.errors.get(field.name) or field.value() != field.initial for field in self.option_fields
        )

    # ---- what was sent

    def clean_preset(self) -> str:
        preset = self.cleaned_data["preset"] or next(iter(self.game.presets))
        if preset not in self.game.presets:
            raise forms.ValidationError(_("This is not one of the choices."), "invalid_choice")
        return str(preset)

    def clean_base(self) -> str:
        return self._known_preset(self.cleaned_data["base"])

    def clean_players(self) -> int:
        chosen = self.cleaned_data["players"] or str(self.game.players[0])
        known = {str(number): number for number in self.game.players}
        if chosen not in known:
            raise forms.ValidationError(_("This is not one of the choices."), "invalid_choice")
        return known[chosen]

    def clean_clock(self) -> str:
        return str(self.cleaned_data["clock"] or next(iter(CLOCKS)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if any(name.startswith(OPTION) and name not in self.fields for name in self.data):
            self.add_error(None, str(texts.REFUSALS["bad_rules"]))
        if self.errors:
            return cleaned
        rules = self.game.rules_from(self.rules)
        if isinstance(rules, Refused):
            option = OPTION + str(rules.details.get("option", ""))
            self.add_error(option if option in self.fields else None, texts.refusal(rules, self.game_name))
        elif isinstance(refused := self.game.start(rules, cleaned["players"], 0), Refused):
            self.add_error("players", texts.refusal(refused, self.game_name))
        if CLOCKS[cleaned["clock"]] is None and not cleaned["private"]:
            self.add_error("clock", str(texts.REFUSALS["clock_needed"]))
        return cleaned

    @property
    def rules(self) -> dict[str, Json]:
        """The preset's name and what differs from it."""
        preset = self.cleaned_data["preset"]
        shown = texts.preset_values(self.game_name, self.cleaned_data["base"])
        meant = texts.preset_values(self.game_name, preset)
        rules: dict[str, Json] = {"preset": preset}
        for option in self.game.options:
            value = self.cleaned_data.get(OPTION + option.name)
            touched = value is not None and key(value) != key(shown[option.name])
            if touched and key(value) != key(meant[option.name]):
                rules[option.name] = value
        return rules

    @property
    def arguments(self) -> dict[str, Any]:
        """What `actions.open_table` takes."""
        move, bank = CLOCKS[self.cleaned_data["clock"]] or (None, 0)
        return {
            "game": self.game_name,
            "rules": self.rules,
            "players": self.cleaned_data["players"],
            "private": self.cleaned_data["private"],
            "watchable": self.cleaned_data["watchable"],
            "move_seconds": move,
            "bank_seconds": bank,
        }

    def _known_preset(self, name: Any) -> str:
        return name if isinstance(name, str) and name in self.game.presets else next(iter(self.game.presets))
