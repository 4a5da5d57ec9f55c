"""A finished match judged choice by choice: pure, and the same whenever it is done. `docs/review.md` explains
every number; `ALGORITHM` grows when one of them would come out otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from games.archive.replay import Moment, Stretch, moments
from ludocards.bots.weighed import Choice, Deal, Missed, Opened, Reviewer
from ludocards.engine.game import CLOCK, Command, Game, Json

ALGORITHM = 7
CERTAIN = 2.0
"""A loss seen in sampled worlds counts if it is more than so many times its standard error."""
FEWEST = 5.0
"""And if they tell as much as so many equally likely ones."""
TURNS = 5
"""How many turning points a match has at most."""

Tick = Callable[[float], None]
"""Is told how much of a deal is done, from 0 to 1."""


def deals(game: Game[Any, Any], rules: Any, players: int, stretch: Stretch) -> list[list[Moment]]:
    """The commands of some deals of a match, deal by deal."""
    told = groupby(moments(game, rules, players, stretch), key=lambda moment: moment.at.partition("-")[0])
    return [list(group) for _, group in told]


def judge(game: Game[Any, Any], acts: Sequence[Moment], players: int, by: Reviewer, tick: Tick) -> Json:
    """A deal as JSON: its `choices`, its `curve` and what was `missed`.

    A choice has `seat`, `at`, `command` and, where there was something to choose, `of` how many; `seen` is
    what the seat could expect: `loss`, `error`, `clear` (whether the loss counts) and `better`, the best
    command; `open` is what it did as the cards really lay: `loss`, `better`, the commands that lose nothing,
    and `basis`, by what that is known (`Opened.basis`). Amounts are in the unit in which the game scores its
    deals.
    """
    deal = deal_of(game, acts, players)
    told: list[dict[str, Json]] = []
    steps = 2 * len(deal.choices) + 1
    for choice in deal.choices:
        told.append(_judged(choice, by))
        tick(len(told) / steps)
    curve = None
    if by.opened is not None and deal.plays:
        opened = by.opened(deal)
        curve = _curve(deal, opened, lambda number: tick((len(told) + number) / steps))
        _add_open(deal, opened, told)
    tick(1.0)
    return {
        "deal": int(acts[0].at.partition("-")[0][1:]) - 1,
        "choices": told,
        "curve": curve,
        "missed": [_as_json(each) for each in by.missed(deal)],
    }


def summary(game: Game[Any, Any], players: int, by: Reviewer, judged: Sequence[Json]) -> Json:
    """Return what a review says of the whole match: its `turns`, and each player's `accuracy`."""
    return {
        "algorithm": ALGORITHM,
        "game": game.name,
        "point": game.point,
        "half": by.half,
        "turns": _turns(judged, 2 * by.half),
        "players": [_player(seat, judged, by.half) for seat in range(players)],
    }


# ---- a deal


def deal_of(game: Game[Any, Any], acts: Sequence[Moment], players: int) -> Deal:
    """A deal as its players saw it."""
    views = [game.view(acts[0].before, seat) for seat in range(players)]
    choices = [_choice(game, act) for act in acts if act.seat != CLOCK]
    return Deal(views, choices, game.view(acts[-1].after, None))


def _choice(game: Game[Any, Any], act: Moment) -> Choice:
    legal = game.legal(act.before, act.seat)
    return Choice(act.at, act.seat, game.view(act.before, act.seat), legal, act.command)


def _judged(choice: Choice, by: Reviewer) -> dict[str, Json]:
    chosen = _bare(choice.command, by)
    told: dict[str, Json] = {"at": choice.at, "seat": choice.seat, "command": chosen}
    alike = [command for command in choice.legal if command.do == choice.command.do]
    if len(alike) < 2:
        return told
    weighed = by.weighed(choice.view, alike, choice.command)
    bare = [_bare(command, by) for command in weighed.commands] if weighed else []
    if weighed is None or chosen not in bare:
        return told
    loss, error = weighed.loss(bare.index(chosen))
    clear = loss > CERTAIN * error and weighed.many() >= FEWEST
    told["of"] = len(bare)
    told["seen"] = {
        "loss": round(loss, 2),
        "error": round(error, 2),
        "clear": clear,
        "worlds": len(weighed.weights),
        "better": bare[weighed.best()] if clear else None,
    }
    return told


def _bare(command: Command, by: Reviewer) -> Json:
    """The choice itself, without what was said with it."""
    return {name: value for name, value in command.as_json().items() if name not in by.aside}


def _curve(deal: Deal, opened: Opened, tick: Tick) -> Json:
    points: list[list[float]] = [[]] * (len(deal.plays) + 1)
    for known, (number, sides) in enumerate(opened.values()):
        points[number] = [*sides]
        tick(known)
    start = deal.choices[0].at.partition("-")[0]
    return {
        "basis": "open" if opened.exact else "rules",
        "at": [start, *(play.at for play in deal.plays)],
        "points": points,
    }


def _add_open(deal: Deal, opened: Opened, told: Sequence[dict[str, Json]]) -> None:
    by_at = {each["at"]: each for each in told}
    for number, play in enumerate(deal.plays):
        if len(play.legal) < 2:
            continue
        lost, best = opened.lost(number)
        loss = round(lost, 2)
        better = [command.as_json() for command in best] if loss else []
        by_at[play.at]["open"] = {"loss": loss, "better": better, "basis": opened.basis(number)}


def _as_json(missed: Missed) -> Json:
    return {
        "at": missed.at,
        "seat": missed.seat,
        "kind": missed.kind,
        "about": missed.about,
        "points": missed.points,
    }


# ---- the match


def _turns(judged: Sequence[Json], least: float) -> list[Json]:
    """Where most was lost: with all cards seen where two sides play, otherwise by what one could expect."""
    found = []
    for each in (choice for deal in judged for choice in deal["choices"]):
        loss = each["open"]["loss"] if is_optimum(each) else counted(each)
        if loss >= least:
            found.append({"at": each["at"], "seat": each["seat"], "loss": loss})
    largest = sorted(found, key=lambda turn: -turn["loss"])[:TURNS]
    return [turn for turn in found if turn in largest]


def is_optimum(choice: Mapping[str, Json]) -> bool:
    """Whether a choice is compared with what nobody can better."""
    return bool(choice.get("open", {}).get("basis") == "optimum")


def counted(choice: Mapping[str, Json]) -> float:
    """The loss of a choice as far as it is no chance."""
    return float(choice["seen"]["loss"]) if choice.get("seen", {}).get("clear") else 0.0


def accuracy(losses: Sequence[float], half: float) -> float | None:
    """From 0 to 100: the mean over the choices of 100, halved for each `half` that they gave away."""
    if not losses:
        return None
    return round(100 * sum(0.5 ** (loss / half) for loss in losses) / len(losses), 1)


def _player(seat: int, judged: Sequence[Json], half: float) -> Json:
    mine = [choice for deal in judged for choice in deal["choices"] if choice["seat"] == seat]
    losses = [counted(choice) for choice in mine if "seen" in choice]
    opened = [choice["open"] for choice in mine if "open" in choice]
    exact = [each["loss"] for each in opened if each["basis"] != "rules"]
    missed = [each for deal in judged for each in deal["missed"] if each["seat"] == seat]
    return {
        "seat": seat,
        "accuracy": accuracy(losses, half),
        "choices": len(losses),
        "clean": sum(not loss for loss in losses),
        "lost": round(sum(losses), 2),
        "lost_open": round(sum(exact), 2) if exact else None,
        "missed": len(missed),
        "missed_points": sum(each["points"] for each in missed),
    }
