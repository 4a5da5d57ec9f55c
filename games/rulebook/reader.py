"""A rule book evaluated for a preset or a table, as pages and the API show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import rulebook, texts
from ludocards.engine.game import Json, Refused
from ludocards.engine.registry import GAMES
from ludocards.words.cards import card_name
from ludocards.words.lessons import steps_by_clause
from ludocards.words.rulebook import (
    TAGS,
    Block,
    Book,
    Clause,
    Example,
    Grid,
    Origin,
    Rules,
    Section,
    ShownCard,
    Source,
    Strip,
    applies_always,
)
from ludocards.words.texts import OptionText, Text, option_key

NO_BOOK = Book({}, {}, lambda option, rules: Origin(""), ())


@dataclass(frozen=True, slots=True)
class Badge:
    """The origin of a clause: its tag, what that means, and the numbers of its sources."""

    tag: str
    name: Text
    meaning: Text
    sources: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ShownClause:
    """A clause as it is shown, with the option behind it and its value, if a table may choose."""

    id: str
    text: str
    badge: Badge
    option: str
    label: Text
    value: str
    lesson: tuple[str, int] | None
    """The step about it: the lesson's code and the step's number."""


@dataclass(frozen=True, slots=True)
class BriefClause:
    """A clause of the rules in brief; `hint` names the hint of which it is the text, if it is one."""

    text: str
    hint: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option: its value here, and the others that a table may choose."""

    name: str
    label: Text
    hint: Text
    value: str
    others: tuple[str, ...]
    only_for: str
    badge: Badge | None


@dataclass(frozen=True, slots=True)
class Face:
    """A card in a picture."""

    code: str
    name: str
    caption: Text
    mark: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A strip or a grid, as the template needs it."""

    kind: str
    label: Text
    faces: tuple[Face, ...] = ()
    head: tuple[tuple[Text, bool], ...] = ()
    rows: tuple[tuple[tuple[Text, bool, Text], ...], ...] = ()
    """Every cell as its text, whether it is a number, and the head of its column."""

    @property
    def is_wordy(self) -> bool:
        """True if the table has too many words for a phone, which shows it as a list."""
        return len(self.head) > 3 and not any(number for _, number in self.head)


@dataclass(frozen=True, slots=True)
class Worked:
    id: str
    blocks: tuple[Drawn, ...]
    result: str
    why: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: Text
    clauses: tuple[ShownClause, ...]
    blocks: tuple[Drawn, ...]
    examples: tuple[Worked, ...]
    page: str


@dataclass(slots=True)
class Reader:
    """Evaluates a book for one set of rules, and numbers the sources in the order in which they are cited."""

    game: str
    book: Book
    preset: str
    rules: Rules
    chosen: Mapping[str, Json] = field(default_factory=dict)
    """The options of a table that differ from the preset."""
    players: int | None = None
    """The number of players at a table; None: the rules for any number."""
    cited: dict[str, int] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, Json]:
        """The value of every option."""
        return {**texts.preset_values(self.game, self.preset), **self.chosen}

    def sections(self, sections: Iterable[Section]) -> list[Chapter]:
        return [self._chapter(section) for section in sections if section.when(self.rules)]

    def options(self) -> list[OptionChoice]:
        values = self.values
        choices = {option.name: option.choices for option in GAMES[self.game].options}
        return [
            OptionChoice(
                name,
                text.label,
                text.hint,
                "" if values[name] is None else text.choice(values[name]),
                tuple(
                    text.choice(value)
                    for value in choices[name]
                    if option_key(value) != option_key(values[name])
                ),
                texts.players_phrase((text.only_for,)) if text.only_for else "",
                self._badge(self.book.options(name, self.rules)) if self.book.sources else None,
            )
            for name, text in texts.texts_of_game(self.game).options.items()
            if self._suits(text)
        ]

    def sources(self) -> list[tuple[int, str, Source]]:
        return [(number, name, self.book.sources[name]) for name, number in self.cited.items()]

    def _chapter(self, section: Section) -> Chapter:
        clauses = tuple(self._clause(clause) for clause in section.clauses if self._applies(clause))
        examples = tuple(
            Worked(each.id, self._drawn(each.blocks()), each.result(self._deck), each.why)
            for each in section.examples
            if self._applies(each)
        )
        blocks = self._drawn(section.blocks(self.rules))
        return Chapter(section.id, section.title, clauses, blocks, examples, section.page)

    def _clause(self, clause: Clause) -> ShownClause:
        option = texts.texts_of_game(self.game).options[clause.option] if clause.option else None
        value = option.choice(self.values[clause.option]) if option else ""
        text = str(clause.text) % self.book.figures(self.rules)
        if option and clause.option in self.chosen and clause.when is applies_always:
            text = f"{option.label}: {value}."  # the words of the clause are those for the preset's value
        origin = clause.origin or self.book.options(clause.option, self.rules)
        label = option.label if option else ""
        lesson = steps_by_clause(self.game).get(clause.id)
        return ShownClause(clause.id, text, self._badge(origin), clause.option, label, value, lesson)

    def brief(self) -> dict[str, Any] | None:
        """These rules in brief, for a player at the table; None if the book has no brief."""
        if self.book.brief is None:
            return None
        found = self.book.brief(self.rules)
        parts = (
            ("follow", _("What to play"), found.follow),
            ("takes", _("Who takes the trick"), found.takes),
            ("points", _("What counts"), found.points),
        )
        begins = [BriefClause(clause.text, "") for clause in self._holding(found.begins)]
        said = [(name, title, self._hinted(ids, name, found.detail)) for name, title, ids in parts]
        wins = [BriefClause(clause.text, "") for clause in self._holding(found.wins)]
        return {
            "blocks": self._drawn(found.blocks),
            "parts": [
                *([("begins", _("Before the first card"), begins)] if begins else []),
                *said,
                ("wins", _("Who wins"), wins),
            ],
            "goal": " ".join(clause.text for clause in wins),
        }

    def _hinted(self, ids: Sequence[str], hint: str, detail: str) -> list[BriefClause]:
        """The clauses that hold here; the first is a hint of its own name, as is the `detail`."""
        holding = self._holding(ids)
        hints = {detail: "detail", holding[0].id: hint}
        return [BriefClause(clause.text, hints.get(clause.id, "")) for clause in holding]

    def _holding(self, ids: Sequence[str]) -> list[ShownClause]:
        """Return the clauses of these that hold under the rules."""
        clauses = {clause.id: clause for section in self.book.sections for clause in section.clauses}
        return [self._clause(clauses[id]) for id in ids if self._applies(clauses[id])]

    def _applies(self, part: Clause | Example) -> bool:
        return part.when(self.rules) and self._suits(part)

    def _suits(self, part: Clause | Example | OptionText) -> bool:
        return self.players is None or part.only_for in (None, self.players)

    @property
    def _deck(self) -> str:
        return GAMES[self.game].deck.name

    def _badge(self, origin: Origin) -> Badge:
        numbers = [(self.cited.setdefault(name, len(self.cited) + 1), name) for name in origin.cites.split()]
        tag = origin.tag_for(self.book.texts.get(self.preset, frozenset()))
        return Badge(tag, *TAGS[tag], tuple(numbers))

    def _drawn(self, blocks: Iterable[Block]) -> tuple[Drawn, ...]:
        return tuple(self._grid(block) if isinstance(block, Grid) else self._strip(block) for block in blocks)

    def _strip(self, strip: Strip) -> Drawn:
        return Drawn("strip", strip.label, faces=tuple(map(self._face, strip.cards)))

    def _face(self, shown: ShownCard) -> Face:
        return Face(shown.code, card_name(self._deck, shown.code), shown.caption, shown.mark)

    def _grid(self, grid: Grid) -> Drawn:
        head = tuple((cell, place in grid.numbers) for place, cell in enumerate(grid.head))
        rows = tuple(
            tuple((cell, number, over) for cell, (over, number) in zip(cells, head, strict=True))
            for cells in grid.rows
        )
        return Drawn("grid", grid.caption, head=head, rows=rows)


def reader_of(game: str, rules: Mapping[str, Json], players: int | None = None) -> Reader | None:
    """The reader for a table's rules; None if this version no longer supports them."""
    if game not in GAMES:
        return None
    played = GAMES[game].rules_from(rules)
    if isinstance(played, Refused):
        return None
    preset = str(rules.get("preset") or next(iter(GAMES[game].presets)))
    as_preset = texts.preset_values(game, preset)
    chosen = {name: value for name, value in rules.items() if name in as_preset and value != as_preset[name]}
    return Reader(game, rulebook.book_of(game) or NO_BOOK, preset, played, chosen, players)


def rules_in_brief(game: str, rules: Mapping[str, Json], players: int | None = None) -> dict[str, Any] | None:
    """A table's rules in brief. `rules` are those of `Table.rules`."""
    reader = reader_of(game, rules, players)
    return reader.brief() if reader else None
