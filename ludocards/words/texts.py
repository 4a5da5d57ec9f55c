"""The parts of a game's texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludocards.engine.game import Json
from ludocards.engine.signals import Signal

Text = Any
"""A text that is translated when it is shown."""


def option_key(value: Json) -> str:
    """The value of an option as text, as a form sends it."""
    return json.dumps(value, sort_keys=True)


def signal_words(
    signals: Iterable[Signal], meanings: Mapping[str, Text], only: Mapping[str, Text]
) -> dict[str, Json]:
    """The words of each signal for the script, by code: its names, its meaning, its condition (`only`)."""
    return {
        each.code: {
            "name": each.name,
            "dialect": each.dialect,
            "asks": meanings[each.code],
            "only": only.get(each.code, ""),
        }
        for each in signals
    }


@dataclass(frozen=True, slots=True)
class PresetText:
    name: Text
    about: Text
    is_game: bool = False
    """True if people think of these rules as a game of their own, called by this name."""
    title: Text = ""
    """The name of a table with these rules, where it is not the name of the game with this one after it: the
    game's alone for its usual rules."""


@dataclass(frozen=True, slots=True)
class OptionText:
    """The texts of an option. `choices` names its values, by a table (with keys by `option_key`) or by a
    function."""

    label: Text
    hint: Text
    choices: Mapping[str, Text] | Callable[[Json], str]
    only_for: int | None = None
    """The number of players for which the option exists; None for any number."""
    unless: Mapping[str, Json] = field(default_factory=dict)
    """The values of other options under which it says nothing."""
    is_pace: bool = False
    """True if it is about the pace of words: a table mentions it only where it has chosen it."""

    def choice(self, value: Json) -> str:
        return (
            self.choices(value) if callable(self.choices) else str(self.choices.get(option_key(value), value))
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """The words with which a puzzle asks for a choice and answers it."""

    question: Text
    choices: Text
    send: Text
    right: Text
    right_too: Text
    """Where other choices are right too."""
    wrong: Text
    chosen: Text
    """The sentence that repeats the choice of the reader, `%(choice)s`."""
    theme: Text = ""
    """The name of the theme of puzzles about this choice, if the game does not explain them itself."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The two choices of a puzzle's explanation by name, and how to name cards."""

    best: str
    other: str
    in_pairs: bool
    cards: Callable[[Sequence[str]], str]
    listed: Callable[[Sequence[str]], str]
    """Joins names as in a sentence."""

    def choice(self, which: str) -> str:
        """The name of the choice that a fact calls `best` or `other`."""
        return self.best if which == "best" else self.other


@dataclass(frozen=True, slots=True)
class GameTexts:
    name: Text
    about: Text
    """One or two sentences for somebody who does not know the game."""
    presets: Mapping[str, PresetText]
    options: Mapping[str, OptionText]
    refusals: Mapping[str, Text]
    """Messages by code of refusal, with its details as `%(suit)s`, `%(card)s` …"""
    family: Text = ""
    """The name of the family under which pages list it; without one it is a family of its own."""
    home_deck: str = ""
    """The regional deck that is used where the game comes from."""
    begin_here: Text = ""
    """Why somebody who knows none of the games begins with this one; empty for the others."""
    played: tuple[Text, Mapping[str, Text]] | None = None
    """A line of a table's rules that no option has: its label, and what each preset stands for."""
    stock: Text = ""
    """The name of the stock, the cards that are dealt to nobody."""
    tallies: Mapping[str, Text] = field(default_factory=dict)
    """The names of the counts of `Game.tally`, in the order of a page."""
    scorepad: Mapping[str, Text] = field(default_factory=dict)
    """The names of the outcomes and rows of `Game.scorepad`, if the game has one."""
    groups: Sequence[tuple[Text, tuple[str, ...]]] = ()
    """The headings under which a form groups options, with the names of these; without any there is one
    group."""
    asking: Mapping[str, Asking] = field(default_factory=dict)
    """By its verb, the words for each choice of puzzles that is not a card (`Prover.asks`)."""
    reasons: Mapping[str, Callable[[Json, Compared], str]] = field(default_factory=dict)
    """By kind, the sentence for each fact of the game's own explanations (`Prover.explained`)."""
    themes: Mapping[str, Text] = field(default_factory=dict)
    """The names of the themes of these explanations."""
    page: Callable[[Mapping[str, Json]], Mapping[str, Any]] = lambda values: {}
    """Returns the texts for the game's script in the browser, given the value of every option."""
