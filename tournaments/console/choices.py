"""The choices of the form for tournaments: the combinations of games, formats, sizes and lengths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games import texts
from games.texts import RulesRefused
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from tournaments import format_texts
from tournaments.chronicle import sides_of, sizes_of
from tournaments.formats.catalog import FORMATS
from tournaments.formats.options import DEALS
from tournaments.models import Event


@lru_cache(maxsize=256)
def units_of(format: str, game: str, players: int) -> tuple[str, ...]:
    """Return the units that may enter such an event; none if the format does not fit the game."""
    rules = {"preset": GAMES[game].preset_for(players)}
    try:
        return FORMATS[format].units(sides_of(game, rules, players))
    except RulesRefused:
        return ()


@lru_cache(maxsize=1)
def choices_of_sizes() -> list[str]:
    """The formats and games whose tables may differ in size, as `format:game-players`."""
    found = []
    for name, format in FORMATS.items():
        for game, its in GAMES.items():
            for players in sorted(its.players):
                sizes = sizes_of(format, game, {"preset": its.preset_for(players)}, Event.Unit.SINGLE)
                if players in sizes and format.takes_sizes(sizes):
                    found.append(f"{name}:{game}-{players}")
    return found


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with a number of players; the form sends it as `value`, "game-players"."""

    game: str
    players: int
    checked: bool

    @property
    def value(self) -> str:
        return f"{self.game}-{self.players}"

    @property
    def label(self) -> str:
        return texts.game_name(self.game, GAMES[self.game].preset_for(self.players))

    @property
    def about(self) -> str:
        return texts.players_phrase((self.players,))


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format with its texts."""

    name: str
    words: format_texts.FormatText
    fits: str
    """The values of the game choices that it fits."""
    games: str
    """The labels of these choices."""
    checked: bool
    online_only: bool
    """Its rounds overlap, which needs tables on the site."""


def match_length(game: str, players: int, rules: dict[str, Any], usual: int) -> int:
    """Return the number of deals in a match: as given, or the nearest that the rules allow, or as they fix
    it."""
    played = GAMES[game]
    possible = possible_lengths(game, rules)
    above = min((each for each in possible if each > usual), default=usual)
    deals = max((each for each in possible if each <= usual), default=above)
    whole_rules = played.rules_from({**rules, **played.lasting(deals)})
    decided = None if isinstance(whole_rules, Refused) else played.length(whole_rules, players)
    return decided or deals


def possible_lengths(game: str, rules: dict[str, Any]) -> list[int]:
    """Return the numbers of deals that a match may have."""
    played = GAMES[game]
    return [
        deals
        for deals in range(DEALS.low, DEALS.high + 1)
        if not isinstance(played.rules_from({**rules, **played.lasting(deals)}), Refused)
    ]
