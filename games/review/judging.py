"""Pure functions that judge every choice of a finished match; the same match always gets the same result.

`docs/review.md` explains every number. Increase `ALGORITHM` with any change that alters one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from games.archive.replay import ReplayedCommand, Stretch, replayed_commands
from games.review import explaining
from ludocards.bots import registry
from ludocards.bots.reviewing import MissedWord, OpenPositions, PlayedDeal, Reviewer, SeatChoice
from ludocards.engine.game import CLOCK, Command, Game, Json

ALGORITHM = 9
CERTAIN = 2.0
"""A loss estimated from sampled worlds counts only if it exceeds this many standard errors."""
FEWEST = 5.0
"""The least effective number of sampled worlds from which a loss counts."""
TURNS = 5
"""The most turning points of a match."""
COSTLY = 3
"""The most choices of a player that are listed as those that cost them most."""
MARKED = 0.4
"""The share of `Reviewer.halving_loss` from which a loss that the player could have known is marked."""
LEAST = 0.05
"""The smallest loss worth a sentence, in points."""
SAME = 0.5
"""The most by which the sum of the sides' points may vary in a deal where one side gains what others lose."""

EXPLAINED = 16
"""The number of random deals from which the reasons for a better choice are drawn."""

Tick = Callable[[float], None]
"""Called with the progress of a deal, from 0 to 1."""


def commands_by_deal(
    game: Game[Any, Any], rules: Any, players: int, stretch: Stretch
) -> list[list[ReplayedCommand]]:
    """The commands of some deals of a match, deal by deal."""
    by_deal = groupby(
        replayed_commands(game, rules, players, stretch), key=lambda moment: moment.at.partition("-")[0]
    )
    return [list(group) for _, group in by_deal]


def judge_deal(
    game: Game[Any, Any], acts: Sequence[ReplayedCommand], players: int, by: Reviewer, tick: Tick
) -> Json:
    """Judge a deal; return its `choices`, its `curve` and the words `missed` in it, as JSON.

    A choice has `seat`, `at`, `command` and, if there were alternatives, their number `of`. `seen` judges it
    by what the seat could expect: `loss`, its standard `error`, `clear` (whether the loss counts), `better`,
    the best command and, for a loss that is marked, `why` that is better (`Explanation`). `open` judges it by
    how the cards really lay: `loss`, `better` (the commands that lose nothing) and `basis`, the method
    (`OpenPositions.basis`). Amounts are in the unit in which the game scores deals.
    """
    deal = choices_of_deal(game, acts, players)
    choices: list[dict[str, Json]] = []
    steps = 2 * len(deal.choices) + 1
    for choice in deal.choices:
        choices.append(_judged(game, acts[0].before.rules, choice, by))
        tick(len(choices) / steps)
    curve = None
    if by.open_positions is not None and deal.plays:
        opened = by.open_positions(deal)
        curve = _curve(deal, opened, lambda number: tick((len(choices) + number) / steps))
        _add_open(deal, opened, choices)
    tick(1.0)
    return {
        "deal": int(acts[0].at.partition("-")[0][1:]) - 1,
        "choices": choices,
        "curve": curve,
        "missed": [_as_json(each) for each in by.find_missed_words(deal)],
    }


def summarise_match(game: Game[Any, Any], players: int, by: Reviewer, judged: Sequence[Json]) -> Json:
    """The findings about the whole match: its turning points (`turns`), and the `accuracy` of each player."""
    return {
        "algorithm": ALGORITHM,
        "game": game.name,
        "point": game.point,
        "half": by.halving_loss,
        "turns": _turns(judged, 2 * by.halving_loss),
        "players": [_player(seat, judged, by.halving_loss) for seat in range(players)],
    }


def costly_choices(judged: Sequence[Json], half: float) -> list[Json]:
    """The choices that cost their players most, by what they could have known: the largest loss first, and at
    most `COSTLY` of each player."""
    known = [choice for deal in judged for choice in deal["choices"] if _is_known(choice, half)]
    ranks = Counter[int]()
    found = []
    for choice in sorted(known, key=lambda each: -counted_loss(each)):
        ranks[choice["seat"]] += 1
        if ranks[choice["seat"]] <= COSTLY:
            place = {name: choice[name] for name in ("at", "seat", "command")}
            found.append({**place, "loss": counted_loss(choice), "better": choice["seen"]["better"]})
    return found


def with_verdicts(deal: Json, half: float, point: int) -> Json:
    """A judged deal with what its losses mean: the verdicts on its choices, and the `total` of its curve.

    `seen` and `open` each get a `verdict`: `worse`, `best`, or None if nothing is said. `marked` is the one
    whose loss is marked, if any: what the player could have known goes first.
    """
    curve = deal["curve"]
    least = round(LEAST * point, 2)  # as losses are
    return {
        **deal,
        "choices": [_with_verdict(choice, half, least) for choice in deal["choices"]],
        "curve": curve and {**curve, "total": _total(curve["points"])},
    }


def _with_verdict(choice: Mapping[str, Json], half: float, least: float) -> Json:
    known = _is_known(choice, half)
    verdicts = {"seen": _of_seen(choice, least), "open": _of_open(choice, half, known)}
    judged = {by: {**choice[by], "verdict": verdicts[by]} for by in ("seen", "open") if by in choice}
    marked = "seen" if known else "open" if verdicts["open"] == "worse" else None
    return {**choice, **judged, "marked": marked}


def _is_known(choice: Mapping[str, Json], half: float) -> bool:
    """Return whether the loss is marked as one of which the player could have known."""
    return counted_loss(choice) >= round(MARKED * half, 2)


def _of_seen(choice: Mapping[str, Json], least: float) -> str | None:
    if not choice.get("seen", {}).get("clear"):
        return "best"
    return "worse" if counted_loss(choice) >= least else None


def _of_open(choice: Mapping[str, Json], half: float, known: bool) -> str | None:
    """The verdict with all cards open. A card that loses nothing is mentioned only if its player had
    no reason to expect that."""
    opened = choice.get("open")
    if opened is None:
        return None
    if not opened["loss"]:
        return "best" if known else None
    return "worse" if opened["basis"] != "rules" or opened["loss"] >= half else None


def _total(points: Sequence[Sequence[float]]) -> float | None:
    """The sum of all sides' points if it is the same throughout a deal, else None."""
    totals = [sum(sides) for sides in points]
    return totals[0] if all(abs(total - totals[0]) < SAME for total in totals) else None


# ---- a deal


def choices_of_deal(game: Game[Any, Any], acts: Sequence[ReplayedCommand], players: int) -> PlayedDeal:
    """The choices of a deal, each with the view of its player."""
    views = [game.view(acts[0].before, seat) for seat in range(players)]
    choices = [_choice(game, act) for act in acts if act.seat != CLOCK]
    return PlayedDeal(views, choices, game.view(acts[-1].after, None))


def _choice(game: Game[Any, Any], act: ReplayedCommand) -> SeatChoice:
    legal = game.legal(act.before, act.seat)
    return SeatChoice(act.at, act.seat, game.view(act.before, act.seat), legal, act.command)


def _judged(game: Game[Any, Any], rules: Any, choice: SeatChoice, by: Reviewer) -> dict[str, Json]:
    played = by.bare_command(choice.command)
    chosen = played.as_json()
    judged: dict[str, Json] = {"at": choice.at, "seat": choice.seat, "command": chosen}
    alike = [command for command in choice.legal if command.do == choice.command.do]
    if len(alike) < 2:
        return judged
    evaluated = by.evaluate_choices(choice.view, alike, choice.command)
    bare = [by.bare_command(command).as_json() for command in evaluated.commands] if evaluated else []
    if evaluated is None or chosen not in bare:
        return judged
    loss, error = evaluated.loss(bare.index(chosen))
    clear = loss > CERTAIN * error and evaluated.effective_worlds() >= FEWEST
    judged["of"] = len(bare)
    judged["seen"] = {
        "loss": round(loss, 2),
        "error": round(error, 2),
        "clear": clear,
        "worlds": len(evaluated.weights),
        "better": bare[evaluated.best()] if clear else None,
    }
    if _is_known(judged, by.halving_loss) and _is_explained(game, played):
        best = by.bare_command(evaluated.commands[evaluated.best()])
        why = explaining.explain_choice(game, rules, choice.view, choice.seat, best, played, EXPLAINED)
        judged["seen"]["why"] = why.as_json()
    return judged


def _is_explained(game: Game[Any, Any], played: Command) -> bool:
    """Return whether there are reasons for choices of this kind."""
    return game.name in registry.PUZZLED and played.do in registry.prover(game.name).asks


def _curve(deal: PlayedDeal, opened: OpenPositions, tick: Tick) -> Json:
    points: list[list[float]] = [[]] * (len(deal.plays) + 1)
    for known, (number, sides) in enumerate(opened.final_scores()):
        points[number] = [*sides]
        tick(known)
    start = deal.choices[0].at.partition("-")[0]
    return {
        "basis": "open" if opened.exact else "rules",
        "at": [start, *(play.at for play in deal.plays)],
        "points": points,
    }


def _add_open(deal: PlayedDeal, opened: OpenPositions, choices: Sequence[dict[str, Json]]) -> None:
    by_at = {each["at"]: each for each in choices}
    for number, play in enumerate(deal.plays):
        if len(play.legal) < 2:
            continue
        lost, best = opened.loss_and_best(number)
        loss = round(lost, 2)
        better = [command.as_json() for command in best] if loss else []
        by_at[play.at]["open"] = {"loss": loss, "better": better, "basis": opened.basis(number)}


def _as_json(missed: MissedWord) -> Json:
    return {
        "at": missed.at,
        "seat": missed.seat,
        "kind": missed.kind,
        "about": missed.about,
        "points": missed.points,
    }


# ---- the match


def _turns(judged: Sequence[Json], least: float) -> list[Json]:
    """The turning points: the largest losses, with open cards if two sides play, else by expectation."""
    found = []
    for each in (choice for deal in judged for choice in deal["choices"]):
        loss = each["open"]["loss"] if is_optimum(each) else counted_loss(each)
        if loss >= least:
            found.append({"at": each["at"], "seat": each["seat"], "loss": loss})
    largest = sorted(found, key=lambda turn: -turn["loss"])[:TURNS]
    return [turn for turn in found if turn in largest]


def is_optimum(choice: Mapping[str, Json]) -> bool:
    """Return whether a choice is compared with perfect play."""
    return bool(choice.get("open", {}).get("basis") == "optimum")


def counted_loss(choice: Mapping[str, Json]) -> float:
    """The loss of a choice; 0 if it may be due to chance."""
    return float(choice["seen"]["loss"]) if choice.get("seen", {}).get("clear") else 0.0


def accuracy_of(losses: Sequence[float], half: float) -> float | None:
    """A figure from 0 to 100: the mean over all choices; a choice counts 100, halved for every `half` that it
    lost."""
    if not losses:
        return None
    return round(100 * sum(0.5 ** (loss / half) for loss in losses) / len(losses), 1)


def _player(seat: int, judged: Sequence[Json], half: float) -> Json:
    mine = [choice for deal in judged for choice in deal["choices"] if choice["seat"] == seat]
    losses = [counted_loss(choice) for choice in mine if "seen" in choice]
    opened = [choice["open"] for choice in mine if "open" in choice]
    exact = [each["loss"] for each in opened if each["basis"] != "rules"]
    missed = [each for deal in judged for each in deal["missed"] if each["seat"] == seat]
    return {
        "seat": seat,
        "accuracy": accuracy_of(losses, half),
        "choices": len(losses),
        "clean": sum(not loss for loss in losses),
        "lost": round(sum(losses), 2),
        "lost_open": round(sum(exact), 2) if exact else None,
        "missed": len(missed),
        "missed_points": sum(each["points"] for each in missed),
    }
