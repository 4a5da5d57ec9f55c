"""Previews of links to finished matches: a picture and a sentence, of the result or of a position.

They show what an anonymous reader may see (`finished_matches.eyes_of`), and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext as _

from games import texts
from games.archive import finished_matches, replay
from games.models import Match
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludopoli.base import images
from ludopoli.http.refusals import ActionRefused

WIDTH, HEIGHT = 1200, 630
MARGIN = 60
TABLE = (112, 528)
"""Top and bottom of the part between the title and the score."""

MOST_IN_COLUMN = 8

FELT, DEEP, LIGHT, SOFT, BRASS = "#1D4F47", "#143C36", "#F7EFDD", "#CFD9C9", "#E3C27A"
PLACE = re.compile(r"s(\d{1,3})(?:-p(\d{1,2})(?:-c\d)?|-a\d{1,3}|-fine)?", re.ASCII)
SHORT = 18
"""The most letters of a name that are shown."""


@dataclass(frozen=True, slots=True)
class PicturedTable:
    """The table at a position, or at the end of the match.

    It shows the first of these that it has: the `trick`, each seat with its card in the order of play, then
    the seats that have not played, each with None; the `open_cards` on the table, in a game without tricks;
    the `hands`; the points of the deal in `scores`, by side. With none of them the match is over, and the
    sides are in the order of their places.
    """

    game: str
    title: str
    place: str
    names: tuple[str, ...]
    sides: tuple[str, ...]
    totals: tuple[int, ...]
    trick: tuple[tuple[int, str | None], ...] = ()
    winner: int | None = None
    open_cards: tuple[str, ...] = ()
    hands: Mapping[int, Sequence[str]] | None = None
    scores: tuple[int, ...] | None = None


def result_scene(row: Match) -> PicturedTable:
    """The scene at the end of a match."""
    sides, totals = zip(*finished_matches.final_totals(row), strict=True)
    return PicturedTable(row.game, _title(row), _("The result"), names=(), sides=sides, totals=totals)


def position_scene(row: Match, at: str, eyes: replay.Eyes) -> PicturedTable:
    """The scene of the position `at` (`docs/replay.md` has its format). Refused as `no_position`."""
    where, _dash, seat = at.partition("-da")
    known = PLACE.fullmatch(where)
    if seat:
        eyes = [each for each in eyes if str(each + 1) == seat]
    found = _frame(row, where, eyes) if known else None
    if known is None or found is None:
        raise ActionRefused("no_position")
    return _as_scene(row, known, *found)


def _frame(
    row: Match, where: str, eyes: replay.Eyes
) -> tuple[replay.Frame, Mapping[str, Json], int, list[int]] | None:
    """The frame of that name, the last position up to it, the number of cards played so far, and the seats of
    all cards of the deal, in the order of play.

    The name of a trick means its first card.
    """
    deal = replay.deal_of_place(where)
    game, rules, stretch = finished_matches.replay_arguments(row, range(deal, deal + 1))
    found: tuple[replay.Frame, Mapping[str, Json], int] | None = None
    position: Mapping[str, Json] = {}
    players: list[int] = []
    for frame in replay.replay_frames(game, rules, len(row.players), stretch, eyes):
        players += [event["seat"] for event in frame.events if event["kind"] == "played"]
        if found is None:
            position = frame.position or position
            if frame.at in (where, f"{where}-c1"):
                found = frame, position, len(players)
    return None if found is None else (*found, players)


def _as_scene(
    row: Match,
    known: re.Match[str],
    frame: replay.Frame,
    position: Mapping[str, Json],
    played: int,
    players: Sequence[int],
) -> PicturedTable:
    names = tuple(finished_matches.played_as(row, seat) for seat in range(len(row.players)))
    by_side: dict[int, list[str]] = {}
    for name, side in zip(names, position["sides"], strict=True):
        by_side.setdefault(side, []).append(name)
    events = {event["kind"]: event for event in frame.events}
    scored = events.get("scored")
    common: dict[str, Any] = {
        "game": row.game,
        "title": _title(row),
        "place": _place_name(known, scored is not None),
        "names": names,
        "sides": tuple(" – ".join(by_side[side]) for side in sorted(by_side)),
        "totals": tuple((scored or position)["totals"]),
    }
    if scored:
        return PicturedTable(**common, scores=tuple(scored["scores"]))
    if open_cards := tuple(position.get("table", ())):
        return PicturedTable(**common, open_cards=open_cards)
    taken = events.get("taken")
    lies = taken or position.get("trick")
    if not lies or not lies["cards"]:
        hands = {int(seat): _in_order(row.game, own["hand"]) for seat, own in position["own"].items()}
        return PicturedTable(**common, hands=hands)
    led = played - len(lies["cards"])
    laid = dict(zip(players[led:played], lies["cards"], strict=True))
    onward = ((players[led] + turn) % len(names) for turn in range(len(names)))
    in_order = dict.fromkeys([*players[led : led + len(names)], *onward])
    places = tuple((seat, laid.get(seat)) for seat in in_order)
    return PicturedTable(**common, trick=places, winner=taken["seat"] if taken else None)


def _title(row: Match) -> str:
    return texts.title_of_rules(row.game, row.rules["preset"])


def _place_name(known: re.Match[str], is_over: bool) -> str:
    deal, trick = known[1], known[2]
    if trick:
        return _("Deal %(deal)s, trick %(trick)s") % {"deal": deal, "trick": trick}
    if is_over:
        return _("Deal %(deal)s: the points") % {"deal": deal}
    return _("Deal %(deal)s") % {"deal": deal}


def _in_order(game: str, hand: Iterable[str]) -> list[str]:
    order = {card: at for at, card in enumerate(GAMES[game].deck.cards)}
    return sorted(hand, key=lambda card: order[card])


# ---- in words


def picture_text(shown: PicturedTable) -> str:
    """The picture in words, as its alternative text and for previews without pictures."""
    deck = GAMES[shown.game].deck.name
    cards = [f"{shown.names[seat]}: {texts.card_name(deck, card)}" for seat, card in shown.trick if card]
    took = [_("%(name)s takes") % {"name": shown.names[shown.winner]}] if shown.winner is not None else []
    cards += [texts.card_name(deck, card) for card in shown.open_cards]
    return ". ".join([*([", ".join(cards)] if cards else []), *took, _totals(shown)]) + "."


def _totals(shown: PicturedTable, between: str = ", ") -> str:
    totals = zip(shown.sides, shown.totals, strict=True)
    return between.join(f"{side} {texts.format_figure(total)}" for side, total in totals)


# ---- as a picture


def picture_svg(shown: PicturedTable) -> str:
    codes = [*shown.open_cards, *(card for _seat, card in shown.trick if card)]
    for hand in (shown.hands or {}).values():
        codes += hand
    if shown.trick:
        table = _trick(shown)
    elif shown.open_cards:
        table = _open(shown.open_cards)
    elif shown.scores:
        gains = [texts.format_figure(gain, True) for gain in shown.scores]
        table = _rows([*zip(shown.sides, gains, strict=True)])
    elif shown.hands is not None:
        table = _hands(shown, shown.hands)
    else:
        totals = map(texts.format_figure, shown.totals)
        table = _rows([*zip(shown.sides, totals, strict=True)], tallest=140)
    score = _totals(shown, " · ") if shown.names else _("The match, card by card")
    cards = images.card_defs(GAMES[shown.game].deck.name, codes)
    return _framed(shown.title, shown.place, cards + table, score)


def list_svg(title: str, place: str, rows: Sequence[tuple[str, str]], foot: str) -> str:
    """A picture of at most sixteen rows, each a text and a figure, which may be empty."""
    return _framed(title, place, _rows(rows, tallest=140), foot)


def _framed(title: str, place: str, inside: str, foot: str) -> str:
    size = _fitting(title, WIDTH - 2 * MARGIN - 20 * len(place) - 20, 46)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
        f'<rect y="{TABLE[1] + 16}" width="{WIDTH}" height="{HEIGHT}" fill="{DEEP}"/>'
        + _text(MARGIN, 78, title, size, LIGHT, images.TITLE)
        + _text(WIDTH - MARGIN, 76, place, 32, BRASS, anchor="end")
        + inside
        + _text(MARGIN, 598, foot, _fitting(foot, WIDTH - 2 * MARGIN - 230, 32), LIGHT)
        + _text(WIDTH - MARGIN, 598, "Ludopoli", 32, BRASS, images.TITLE, anchor="end")
        + "</svg>"
    )


def _trick(shown: PicturedTable) -> str:
    """The cards of the trick in the order of play, each with its player's name below."""
    many = len(shown.trick)
    width = min(190, (WIDTH - 2 * MARGIN - 24 * (many - 1)) / many)
    height, gap = 1.6 * width, 24 if many > 4 else 48
    left = (WIDTH - many * width - (many - 1) * gap) / 2
    top = (TABLE[0] + TABLE[1] - height - 44) / 2
    drawn = []
    for turn, (seat, card) in enumerate(shown.trick):
        x, wins = left + turn * (width + gap), seat == shown.winner
        if card:
            drawn.append(_card(card, x, top, width))
        if not card or wins:
            look = f'stroke="{BRASS}" stroke-width="7"' if wins else f'stroke="{SOFT}" stroke-dasharray="9 9"'
            drawn.append(_box(x - 5, top - 5, width + 10, height + 10, look))
        name = _short(shown.names[seat])
        size = _fitting(name, width + gap - 12, 30)
        drawn.append(
            _text(x + width / 2, top + height + 44, name, size, BRASS if wins else LIGHT, anchor="middle")
        )
    return "".join(drawn)


def _open(cards: Sequence[str]) -> str:
    """The cards on the table in one row, overlapping if they are many."""
    width, gap = 150, 24
    step = min(width + gap, (WIDTH - 2 * MARGIN - width) / max(1, len(cards) - 1))
    left = (WIDTH - step * (len(cards) - 1) - width) / 2
    top = (TABLE[0] + TABLE[1] - 1.6 * width) / 2
    return "".join(_card(card, left + at * step, top, width) for at, card in enumerate(cards))


def _hands(shown: PicturedTable, hands: Mapping[int, Sequence[str]]) -> str:
    """A row for each seat: the name, and the overlapping cards of the hand."""
    row = min(132.0, (TABLE[1] - TABLE[0]) / len(shown.names))
    top = (TABLE[0] + TABLE[1] - row * len(shown.names)) / 2
    width, left = row * 0.88 / 1.6, 300
    drawn = []
    for seat, name in enumerate(shown.names):
        y = top + seat * row
        drawn.append(
            _text(MARGIN, y + row / 2 + 8, _short(name), _fitting(name, left - MARGIN - 20, 30), LIGHT)
        )
        cards = hands.get(seat, [])
        step = min(width * 1.06, (WIDTH - MARGIN - left - width) / max(1, len(cards) - 1))
        drawn += [_card(card, left + at * step, y + row * 0.06, width) for at, card in enumerate(cards)]
    return "".join(drawn)


def _rows(rows: Sequence[tuple[str, str]], tallest: float = 90) -> str:
    """Texts, each with its figure at the right, in rows of at most the height `tallest`: in two columns if
    they are more than eight."""
    columns = 1 if len(rows) <= MOST_IN_COLUMN else 2
    high = -(-len(rows) // columns)
    row = min(tallest, (TABLE[1] - TABLE[0]) / max(1, high))
    top = (TABLE[0] + TABLE[1] - row * high) / 2
    size, edge = 0.55 * row, 60 // columns
    wide = (WIDTH - 2 * MARGIN) / columns - 2 * edge
    drawn = []
    for at, (text, figure) in enumerate(rows):
        left, y = MARGIN + edge + at // high * (wide + 2 * edge), top + (at % high + 0.7) * row
        fitting = _fitting(text, wide - 180 / columns if figure else wide, size)
        drawn.append(_text(left, y, text, fitting, LIGHT, images.TITLE))
        drawn.append(_text(left + wide, y, figure, size, BRASS, anchor="end"))
    return "".join(drawn)


def _card(code: str, x: float, y: float, width: float) -> str:
    return f'<use href="#{code}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{1.6 * width:.1f}"/>'


def _box(x: float, y: float, width: float, height: float, look: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {place} rx="12" fill="none" {look}/>'


def _text(
    x: float, y: float, text: str, size: float, fill: str, family: str = images.PLAIN, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{family}" font-size="{size:.1f}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _short(name: str) -> str:
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def _fitting(text: str, width: float, size: float) -> float:
    """The font size, at most `size`, at which the text fits; a letter is about 0.58 of the size wide."""
    return min(size, width / (0.58 * max(1, len(text))))
