"""The record `ludopoli/1`: the external form of a match, read and written (`docs/record.md`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ludocards.engine.cards import Card, Deck, codes
from ludocards.engine.game import Command, Deal, Game, Json, Refused
from ludocards.engine.registry import GAMES

FORMAT = "ludopoli/1"


class Malformed(ValueError):
    """The text is not a record; the message says where it fails."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a deal; `seat` is None for an action of the clock (a window closed)."""

    seat: int | None
    command: Command
    at: str | None = None
    """ISO time."""
    ms: int | None = None
    """Thinking time."""

    def as_json(self) -> dict[str, Json]:
        named = {"seat": self.seat, **self.command.as_json(), "at": self.at, "ms": self.ms}
        return {name: value for name, value in named.items() if value is not None}


Played = tuple[Deal, Sequence[Action]]
"""A deal and what was done in it."""


@dataclass(frozen=True, slots=True)
class Document:
    game: Game[Any, Any]
    rules: Any
    players: tuple[str, ...]
    deals: tuple[Played, ...]
    headers: Mapping[str, Json]


# ---- writing


def to_document(
    game: Game[Any, Any], rules: Any, names: Sequence[str], deals: Iterable[Played], **headers: Json
) -> dict[str, Json]:
    """The document of a match; `headers` are the optional ones of the record (`id`, `date`, `seed` …)."""
    return {
        "format": FORMAT,
        **headers,
        "game": game.name,
        "rules": game.rules_json(rules),
        "players": list(names),
        "deals": [
            {**deal_json(deal), "actions": [action.as_json() for action in actions]}
            for deal, actions in deals
        ],
    }


def deal_json(deal: Deal) -> dict[str, Json]:
    return {
        "dealer": deal.dealer,
        "hands": [codes(hand) for hand in deal.hands],
        "stock": codes(deal.stock),
    }


# ---- reading


def parse_json(text: str) -> Json:
    """Parse strict JSON: no NaN, no repeated names, no nesting without end."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except Malformed:
        raise
    except RecursionError:
        raise Malformed("the JSON is nested too deeply") from None
    except ValueError as error:
        raise Malformed(f"not JSON: {error}") from None


def read_document(data: Json) -> Document:
    """Read a document from a JSON value; raises `Malformed`."""
    top = _fields(data, "the document")
    if top.get("format") != FORMAT:
        raise Malformed(f"format: expected '{FORMAT}'")
    game = GAMES.get(name) if isinstance(name := top.get("game"), str) else None
    if game is None:
        raise Malformed(f"game: expected one of {', '.join(GAMES)}")
    rules = game.rules_from(top.get("rules", {}))
    if isinstance(rules, Refused):
        raise Malformed(f"rules: {rules.message}")
    players = tuple(_text(name, f"players[{seat}]") for seat, name in _items(top, "players", "players"))
    if len(players) not in game.players:
        raise Malformed(f"players: {len(players)} cannot play {game.name}")
    deals = tuple(
        _played(data, game.deck, len(players), f"deals[{number}]")
        for number, data in _items(top, "deals", "deals")
    )
    return Document(game, rules, players, deals, top)


def read_deal(data: Json, deck: Deck, place: str = "deal") -> Deal:
    """Read a deal, `{"dealer", "hands", "stock"}`, from a record or from the event `dealt`."""
    fields = _fields(data, place)
    hands = tuple(
        _cards(hand, deck, f"{place}.hands[{seat}]")
        for seat, hand in _items(fields, "hands", f"{place}.hands")
    )
    stock = _cards(fields.get("stock", []), deck, f"{place}.stock")
    _no_card_twice([*((f"{place}.hands[{seat}]", hand) for seat, hand in enumerate(hands)), (place, stock)])
    return Deal(_whole(fields.get("dealer"), f"{place}.dealer"), hands, stock)


def _played(data: Json, deck: Deck, players: int, place: str) -> Played:
    deal = read_deal(data, deck, place)
    actions = tuple(
        _action(action, players, f"{place}.actions[{index}]")
        for index, action in _items(data, "actions", f"{place}.actions")
    )
    return deal, actions


def _action(data: Json, players: int, place: str) -> Action:
    fields = _fields(data, place)
    named = {name: value for name, value in fields.items() if name not in ("seat", "at", "ms")}
    command = Command.from_json(named)
    if isinstance(command, Refused):
        raise Malformed(f"{place}: {command.message}")
    if command.do == "timeout" and "seat" not in fields:
        return Action(None, command)
    seat = _whole(fields.get("seat"), f"{place}.seat")
    if not 0 <= seat < players:
        raise Malformed(f"{place}.seat: expected a seat from 0 to {players - 1}")
    return Action(seat, command)


def _cards(data: Json, deck: Deck, place: str) -> tuple[Card, ...]:
    cards = []
    for index, text in enumerate(_list(data, place)):
        card = deck.read(text)
        if not isinstance(card, Card):
            raise Malformed(f"{place}[{index}]: {card.message}")
        cards.append(card)
    return tuple(cards)


def _no_card_twice(groups: list[tuple[str, tuple[Card, ...]]]) -> None:
    seen: set[Card] = set()
    for place, cards in groups:
        for card in cards:
            if card in seen:
                raise Malformed(f"{place}: {card} is dealt twice")
            seen.add(card)


def _items(fields: Mapping[str, Json], name: str, place: str) -> list[tuple[int, Json]]:
    return list(enumerate(_list(fields.get(name), place)))


def _fields(data: Json, place: str) -> dict[str, Json]:
    return data if isinstance(data, dict) else _wrong(place, "an object")


def _list(data: Json, place: str) -> list[Json]:
    return data if isinstance(data, list) else _wrong(place, "a list")


def _text(data: Json, place: str) -> str:
    return data if isinstance(data, str) else _wrong(place, "a text")


def _whole(data: Json, place: str) -> int:
    return data if type(data) is int else _wrong(place, "a whole number")


def _wrong(place: str, expected: str) -> NoReturn:
    raise Malformed(f"{place}: expected {expected}")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    named = dict(pairs)
    if len(named) < len(pairs):
        raise Malformed("an object has a name twice")
    return named


def _no_constant(name: str) -> NoReturn:
    raise Malformed(f"not JSON: {name}")
