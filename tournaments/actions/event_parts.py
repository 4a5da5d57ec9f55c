"""The parts of an event's ties: the length of the first, and further ones of other games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.fairplay import publishing
from games.play import actions as play
from games.texts import accept_or_raise
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle
from tournaments.formats import catalog
from tournaments.formats.options import DEALS
from tournaments.models import Event
from tournaments.tie_parts import MOST_PARTS

LONGEST_RULES_NAME = 40

OF_PART = frozenset({"game", "rules", "rules_name", "deals"})
"""The fields of a later part."""


def fit_rules(
    game: str, rules: Mapping[str, Any], players: int, deals: int, *, given: bool
) -> tuple[dict[str, Any], int]:
    """Return the rules of a game for a match of so many deals, and their number: as `given`, or else nearest
    to it, or as the rules fix it."""
    played = GAMES[game]
    wanted = [deals] if given else [*range(deals, 0, -1), *range(deals + 1, DEALS.high + 1)]
    possible = (played.rules_from({**rules, **played.lasting(each)}) for each in wanted)
    fitting = next((each for each in possible if not isinstance(each, Refused)), None)
    if fitting is None:
        raise ActionRefused("bad_setting", option="deals")
    return played.rules_json(fitting), played.length(fitting, players) or deals


def complete_rules(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a match that they end by themselves, as in the record."""
    return GAMES[game].rules_json(accept_or_raise(GAMES[game].rules_from(rules), game))


def set_later_parts(event: Event, usual_deals: int) -> None:
    """Check and complete the parts after the first, or refuse them."""
    sent = event.later_parts
    if not isinstance(sent, list) or len(sent) >= MOST_PARTS or not all(map(_is_part, sent)):
        raise ActionRefused("bad_parts", most=MOST_PARTS)
    if not sent:
        event.bella = False
        return
    if not catalog.FORMATS[event.format].mixed or event.unit == Event.Unit.TEAM:
        raise ActionRefused("one_part")
    event.later_parts = [_complete(event, each, usual_deals) for each in sent]


def _is_part(sent: Any) -> bool:
    if not isinstance(sent, dict) or not {"game"} <= sent.keys() <= OF_PART:
        return False
    name, deals = sent.get("rules_name", ""), sent.get("deals")
    is_named = isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_RULES_NAME
    return is_named and (deals is None or (type(deals) is int and DEALS.accepts(deals)))


def _complete(event: Event, sent: Mapping[str, Any], usual_deals: int) -> dict[str, Any]:
    """Return a part as it is stored; refused unless the same sides play it as the first one."""
    game, players = sent["game"], event.players
    if game not in GAMES:
        raise ActionRefused("no_game")
    rules = sent.get("rules") or {"preset": GAMES[game].preset_for(players)}
    play.check_table(game, rules, players, event.move_seconds, event.bank_seconds, event.pace)
    if chronicle.sides_of(game, rules, players) != chronicle.sides_of(event.game, event.rules, players):
        raise ActionRefused("other_sides")
    publishing.check_words_of_name(sent.get("rules_name", ""))
    if event.scores == Event.Scores.MATCH:
        fitting, deals = complete_rules(game, rules), 1
    else:
        asked = sent.get("deals")
        fitting, deals = fit_rules(game, rules, players, asked or usual_deals, given=asked is not None)
    return {"game": game, "rules": fitting, "rules_name": sent.get("rules_name", ""), "deals": deals}
