"""The server's texts about games, translated when they are shown.

The texts of one game are in the module `texts` of its package; those here are for all games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from ludocards.bots.levels import LEVELS
from ludocards.bots.registry import POLICIES, RATINGS
from ludocards.engine.game import Json, Refused
from ludocards.engine.registry import GAMES, part
from ludocards.words.cards import capitalise_sentence, card_name, rank_name, suit_name, the_card
from ludocards.words.texts import GameTexts, OptionText, PresetText, Text
from ludopoli.http.refusals import REFUSALS, ActionRefused, Refusal, in_words

Accepted = TypeVar("Accepted")

NUMBERS: Mapping[int, Text] = {
    1: pgettext_lazy("number", "one"),
    2: pgettext_lazy("number", "two"),
    3: pgettext_lazy("number", "three"),
    4: pgettext_lazy("number", "four"),
    5: pgettext_lazy("number", "five"),
    6: pgettext_lazy("number", "six"),
}

BOTS = ("Ferro", "Vela", "Noce", "Seta", "Lume", "Brace")
STAND_INS = ("Sale", "Pepe", "Miele", "Pane", "Vino", "Olio")
"""The names of bots that fill the empty places of a tournament."""


@cache
def texts_of_game(game: str) -> GameTexts:
    """The texts of a game of the catalog."""
    texts: GameTexts = part(game, "texts").TEXTS
    return texts


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game as people know it: one of the catalogue, or rules of one that have a name of their own."""

    code: str
    """Its name in addresses."""
    game: str
    presets: tuple[str, ...]
    name: str
    about: str


def public_games(game: str) -> list[PublicGame]:
    """The names that people have for the rules of a game of the catalogue; the first is the game itself."""
    texts = texts_of_game(game)
    own = {code: preset for code, preset in texts.presets.items() if preset.is_game}
    usual = tuple(code for code in texts.presets if code not in own)
    return [
        PublicGame(game, game, usual, str(texts.name), str(texts.about)),
        *(PublicGame(code, game, (code,), str(each.name), str(each.about)) for code, each in own.items()),
    ]


def public_game(code: str) -> PublicGame | None:
    """The game of this name in addresses."""
    return next((each for game in GAMES for each in public_games(game) if each.code == code), None)


def public_codes(games: Iterable[str]) -> list[str]:
    """The names in addresses of what people call these games of the catalogue."""
    return [
        code
        for game in games
        for code in (game, *(code for code, preset in texts_of_game(game).presets.items() if preset.is_game))
    ]


def asked_rules(code: str) -> tuple[str, tuple[str, ...]]:
    """The game of the catalogue that a name in addresses asks for, with the presets to which it narrows it.

    A name of the catalogue stands for the whole game: no presets. An unknown name is returned as it is.
    """
    known = None if code in GAMES else public_game(code)
    return (known.game, known.presets) if known else (code, ())


def code_of(game: str, preset: str) -> str:
    """The name in addresses of what people call a game under a preset."""
    return next((each.code for each in public_games(game) if preset in each.presets), game)


def game_name(game: str, preset: str = "") -> str:
    """The name of a game, under a preset if one is given; even of a game that this version no longer
    has."""
    if game not in GAMES:
        return game
    return next(each.name for each in sorted(public_games(game), key=lambda its: preset not in its.presets))


def names_of_game(game: str) -> str:
    """All that people call a game of the catalogue: what has one rating together."""
    return joined_names([each.name for each in public_games(game)]) if game in GAMES else game


def title_of_rules(game: str, preset: str, house: str = "") -> str:
    """The name of a table: its game and its rules, or the rules alone if these name the game."""
    name, rules = game_name(game, preset), preset_name(game, preset)
    if house:
        return f"{name}, {house}"
    if game in GAMES and preset in (known := texts_of_game(game).presets) and known[preset].title:
        return str(known[preset].title)
    return rules if rules.startswith(name) else f"{name} {rules}".strip()


def games_by_family() -> dict[str, list[str]]:
    """The games of each family, in the order of the catalog."""
    found: dict[str, list[str]] = {}
    for game in GAMES:
        found.setdefault(str(texts_of_game(game).family or texts_of_game(game).name), []).append(game)
    return found


def preset_name(game: str, preset: str) -> str:
    known = texts_of_game(game).presets.get(preset) if game in GAMES else None
    return str(known.name) if known else preset


def joined_names(names: Sequence[str]) -> str:
    """ "Anna, Vito and Carla"."""
    *these, last = names
    return _("%(these)s and %(last)s") % {"these": ", ".join(these), "last": last} if these else last


def score_line(scores: Collection[int]) -> str:
    """The scores of the sides: 21–17, but 11 · −4, as a dash would swallow the minus."""
    return (" · " if min(scores, default=0) < 0 else "–").join(map(format_figure, scores))


def players_phrase(counts: tuple[int, ...]) -> str:
    """ "for three or four", "for two to six"."""
    least, most = min(counts), max(counts)
    if len(counts) > 2 and len(counts) == most - least + 1:
        ends = {"least": NUMBERS.get(least, least), "most": NUMBERS.get(most, most)}
        return _("for %(least)s to %(most)s") % ends
    words = [str(NUMBERS.get(count, count)) for count in sorted(counts)]
    either = _("%(these)s or %(last)s") % {"these": ", ".join(words[:-1]), "last": words[-1]}
    return _("for %(numbers)s") % {"numbers": either if len(words) > 1 else words[0]}


def preset_values(game: str, preset: str) -> dict[str, Json]:
    """The value of every option under a preset, for a form; None if it is none of the choices."""
    rules = GAMES[game]
    values: dict[str, Json] = {}
    for option in rules.options:
        for choice in option.choices:
            chosen = rules.rules_from({"preset": preset, option.name: choice})
            if not isinstance(chosen, Refused) and option.name not in rules.rules_json(chosen):
                values[option.name] = choice
                break
        else:
            values[option.name] = None
    return values


def bot_levels(game: str) -> list[dict[str, Json]]:
    """The levels of a game's bots, weakest first; `rating` is None for one that was not measured."""
    return [
        {
            "name": level.name,
            "title": _(level.title),
            "about": _(level.about),
            "rating": RATINGS[game].get(level.name),
        }
        for level in LEVELS.values()
        if level.name in POLICIES[game]
    ]


def bot_name(number: int) -> str:
    """The name of a bot by its number, the same in every language; below 0 it fills an empty place.

    The number is that of its seat, unless the host of the table has given it one.
    """
    names, at = (BOTS, number) if number >= 0 else (STAND_INS, ~number)
    again, which = divmod(at, len(names))
    return f"Bot {names[which]} {again + 1}" if again else f"Bot {names[which]}"


def name_as_played(player: Mapping[str, Any], seat: int) -> str:
    """The name of the player on a seat, `player` in the form of `Match.players`."""
    return bot_name(player.get("number", seat)) if player["bot"] else str(player["name"])


def format_figure(number: int, signed: bool = False) -> str:
    """A number with a typographic minus sign; with `signed` also with a plus sign."""
    return f"{number:{'+' if signed else ''}}".replace("-", "\N{MINUS SIGN}")


def rules_summary(game: str, rules: Mapping[str, Any], players: int | None = None) -> list[tuple[str, str]]:
    """The options of a table's rules with their values, in words. `rules` are those of `Table.rules`."""
    if game not in GAMES:
        return []
    texts = texts_of_game(game)
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    values = {**preset_values(game, preset), **rules}
    played = [(str(texts.played[0]), str(texts.played[1].get(preset, preset)))] if texts.played else []
    return played + [
        (str(text.label), text.choice(values[name]))
        for name, text in texts.options.items()
        if values.get(name) is not None
        and (players is None or text.only_for in (None, players))
        and (name in rules or not text.is_pace)
        and not any(values.get(other) == value for other, value in text.unless.items())
    ]


def differences(game: str, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The options of a table's rules that differ from the preset, with their values, in words."""
    options = texts_of_game(game).options.items() if game in GAMES else ()
    return [(str(text.label), text.choice(rules[name])) for name, text in options if name in rules]


def house_summary(game: str, rules: Mapping[str, Any]) -> str:
    """ "As Classico, but: si gioca a 31 punti; si danno le carte a una a una." """
    named = {"preset": preset_name(game, rules["preset"])}
    said = [f"{label[:1].lower()}{label[1:]} {value}" for label, value in differences(game, rules)]
    if not said:
        return _("Like %(preset)s.") % named
    return _("Like %(preset)s, but: %(rules)s.") % {**named, "rules": "; ".join(said)}


def page_words(game: str, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The texts of a game that its page needs under a table's rules. `rules` are those of `Table.rules`."""
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    texts = texts_of_game(game)
    duties = {code: _known(code, game).text for code in GAMES[game].wire.duties}
    return {**texts.page({**preset_values(game, preset), **rules}), "duties": duties}


class RulesRefused(ActionRefused):
    """An action refused by the engine, in the words of a game where it has its own."""

    def __init__(self, refused: Refused, game: str | None = None) -> None:
        super().__init__(refused.code, **refused.details)
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return RulesRefused, (Refused(self.code, "", self.details), self.game)

    def __str__(self) -> str:
        return capitalise_sentence(str(_known(self.code, self.game)) % _named(self.details, self.game))

    @property
    def status(self) -> int:
        return _known(self.code, self.game).status


def accept_or_raise(answer: Accepted | Refused, game: str | None = None) -> Accepted:
    """Return what the engine answered to an action. Raises `RulesRefused`."""
    if isinstance(answer, Refused):
        raise RulesRefused(answer, game)
    return answer


def _known(code: str, game: str | None) -> Refusal:
    own = texts_of_game(game).refusals if game in GAMES else {}
    return Refusal(own[code]) if code in own else REFUSALS[code]


def _named(details: Mapping[str, Json], game: str | None) -> dict[str, Json]:
    """The details of a refusal with suits and cards by name, and times in words."""
    deck = GAMES[game].deck.name if game in GAMES else ""
    namers = {"suit": suit_name, "card": the_card, "turned": the_card, "rank": rank_name} if deck else {}
    return {
        name: namers[name](deck, value) if name in namers and isinstance(value, str) else value
        for name, value in in_words(details).items()
    }


__all__ = [
    "NUMBERS",
    "GameTexts",
    "OptionText",
    "PresetText",
    "PublicGame",
    "RulesRefused",
    "accept_or_raise",
    "bot_levels",
    "bot_name",
    "card_name",
    "differences",
    "game_name",
    "house_summary",
    "joined_names",
    "name_as_played",
    "names_of_game",
    "page_words",
    "players_phrase",
    "preset_name",
    "preset_values",
    "public_game",
    "public_games",
    "rules_summary",
    "suit_name",
    "texts_of_game",
    "title_of_rules",
]
