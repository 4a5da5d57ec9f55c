"""The server's texts about games, translated when they are shown.

The texts of one game are in the module `texts` of its package; those here are for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, partial
from typing import Any

from babel.dates import format_datetime
from django.utils import timezone
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from games.refusals import REFUSALS
from ludocards.bots.levels import LEVELS
from ludocards.bots.registry import POLICIES, RATINGS
from ludocards.engine.game import Json, Refused
from ludocards.engine.registry import GAMES, part
from ludocards.words.cards import card_name, rank_name, suit_name
from ludocards.words.texts import GameTexts, OptionText, PresetText, Text
from ludopoli.http.refusals import Refusal, Refusals
from ludopoli.text import zones

NUMBERS: Mapping[int, Text] = {
    1: pgettext_lazy("number", "one"),
    2: pgettext_lazy("number", "two"),
    3: pgettext_lazy("number", "three"),
    4: pgettext_lazy("number", "four"),
    5: pgettext_lazy("number", "five"),
    6: pgettext_lazy("number", "six"),
}

BOTS = ("Ferro", "Vela", "Noce", "Sale", "Lume", "Brace")


@cache
def of(game: str) -> GameTexts:
    """The texts of a game of the catalog."""
    texts: GameTexts = part(game, "texts").TEXTS
    return texts


def game_name(game: str) -> str:
    """The name of a game, even of one that this version no longer has."""
    return str(of(game).name) if game in GAMES else game


def families() -> dict[str, list[str]]:
    """The games of each family, in the order of the catalog."""
    found: dict[str, list[str]] = {}
    for game in GAMES:
        found.setdefault(str(of(game).family or of(game).name), []).append(game)
    return found


def preset_name(game: str, preset: str) -> str:
    known = of(game).presets.get(preset) if game in GAMES else None
    return str(known.name) if known else preset


def players_phrase(counts: tuple[int, ...]) -> str:
    """ "for four or three", "for two to six"."""
    least, most = min(counts), max(counts)
    if len(counts) > 2 and len(counts) == most - least + 1:
        ends = {"least": NUMBERS.get(least, least), "most": NUMBERS.get(most, most)}
        return _("for %(least)s to %(most)s") % ends
    words = [str(NUMBERS.get(count, count)) for count in counts]
    listed = _("%(these)s or %(last)s") % {"these": ", ".join(words[:-1]), "last": words[-1]}
    return _("for %(numbers)s") % {"numbers": listed if len(words) > 1 else words[0]}


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


def levels(game: str) -> list[dict[str, Json]]:
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


def bot_name(seat: int) -> str:
    """The name of the bot on a seat, the same in every language."""
    return f"Bot {BOTS[seat % len(BOTS)]}"


def figure(number: int, signed: bool = False) -> str:
    """A number with a typographic minus sign; with `signed` also with a plus sign."""
    return f"{number:{'+' if signed else ''}}".replace("-", "\N{MINUS SIGN}")


def rules_summary(game: str, rules: Mapping[str, Any], players: int | None = None) -> list[tuple[str, str]]:
    """The options of a table's rules with their values, in words. `rules` are those of `Table.rules`."""
    if game not in GAMES:
        return []
    texts = of(game)
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    values = {**preset_values(game, preset), **rules}
    played = [(str(texts.played[0]), str(texts.played[1].get(preset, preset)))] if texts.played else []
    return played + [
        (str(text.label), text.choice(values[name]))
        for name, text in texts.options.items()
        if values.get(name) is not None and (players is None or text.only_for in (None, players))
    ]


def differences(game: str, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The options of a table's rules that differ from the preset, with their values, in words."""
    options = of(game).options.items() if game in GAMES else ()
    return [(str(text.label), text.choice(rules[name])) for name, text in options if name in rules]


def house_summary(game: str, rules: Mapping[str, Any]) -> str:
    """ "As Classico, but: si gioca a 31 punti; si danno le carte a una a una." """
    named = {"preset": preset_name(game, rules["preset"])}
    said = [f"{label[:1].lower()}{label[1:]} {value}" for label, value in differences(game, rules)]
    if not said:
        return _("As %(preset)s.") % named
    return _("As %(preset)s, but: %(rules)s.") % {**named, "rules": "; ".join(said)}


def page_words(game: str, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The texts of a game that its page needs under a table's rules. `rules` are those of `Table.rules`."""
    preset = rules.get("preset") or next(iter(GAMES[game].presets))
    texts = of(game)
    duties = {code: _known(code, game, REFUSALS).text for code in GAMES[game].wire.duties}
    return {**texts.page({**preset_values(game, preset), **rules}), "duties": duties}


def refusal(refused: Refused, game: str | None = None, table: Refusals = REFUSALS) -> str:
    """A refusal in the active language, of the rules of a game or from a table."""
    return str(_known(refused.code, game, table)) % _named(refused.details, game)


def problem(refused: Refused, game: str | None = None, table: Refusals = REFUSALS) -> tuple[int, str, str]:
    """Return the status, the code and the text of a refusal."""
    status = _known(refused.code, game, table).status
    return status, refused.code, refusal(refused, game, table)


def _known(code: str, game: str | None, table: Refusals) -> Refusal:
    own = of(game).refusals if game in GAMES else {}
    return Refusal(own[code]) if code in own else table[code]


def _named(details: Mapping[str, Json], game: str | None) -> dict[str, Json]:
    """The details of a refusal with suits and cards by name, and times in words."""
    namers: dict[str, Callable[[str], str]] = {"until": _moment}
    if game in GAMES:
        deck = GAMES[game].deck.name
        namers |= {
            name: partial(namer, deck)
            for name, namer in (("suit", suit_name), ("card", card_name), ("rank", rank_name))
        }
    return {
        name: namers[name](value) if name in namers and isinstance(value, str) else value
        for name, value in details.items()
    }


def _moment(at: str) -> str:
    """`9 nov 2026, 21:05 (Roma)`, in the reader's time zone."""
    local = timezone.localtime(datetime.fromisoformat(at))
    language = (get_language() or "it").partition("-")[0]
    return zones.with_city(format_datetime(local, "d MMM y, HH:mm", locale=language))


__all__ = [
    "NUMBERS",
    "GameTexts",
    "OptionText",
    "PresetText",
    "bot_name",
    "card_name",
    "differences",
    "game_name",
    "house_summary",
    "levels",
    "of",
    "page_words",
    "players_phrase",
    "preset_name",
    "preset_values",
    "problem",
    "refusal",
    "rules_summary",
    "suit_name",
]
