"""The public calls of what bots have: every determinization agrees with its view, and values are those of the
levels, of playouts at the table and of a naive search."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludocards import (
    ChoiceValues,
    Command,
    Determinizations,
    Event,
    Game,
    RefusedError,
    determinize,
    evaluate,
    playouts,
    solve,
    unrefused,
)
from ludocards.bots import registry
from tests.bots.test_registry import ROOT
from tests.engine.matches import Played, play, playing, rules_of
from tests.tinygame import rules as tinygame

TABLES = [
    ("tressette", 4, "classico"),
    ("tressette", 4, "bredese"),
    ("tressette", 3, "classico"),
    ("maraffone", 4, "maraffone"),
    ("traversone", 4, "traversone"),
    ("traversone", 5, "traversone"),
    ("briscola", 2, "classico"),
    ("briscola", 4, "classico"),
    ("scopone", 4, "scientifico"),
    ("scopone", 2, "scopa"),
    ("tarocchi", 3, "calatafimi"),
    ("whist", 4, "andata"),
    ("whist", 2, "andata"),
]
CONVENTIONS = {("tressette", "esperto"), ("tressette", "maestro"), ("whist", "maestro")}
"""The levels that do not always play what they value most."""
table = pytest.mark.parametrize(("name", "players", "preset"), TABLES)


def moments(name: str, players: int, preset: str, step: int = 1) -> Iterator[tuple[Played, Any]]:
    """Yield a match of club players before some of its choices."""
    policies = [registry.POLICIES[name]["circolo"]] * players
    for played in islice(playing(name, players, 7, policies, preset=preset), 0, 150, step):
        if played.game.to_act(played.state):
            yield played, played.state


@table
def test_every_determinization_agrees_with_the_view(name: str, players: int, preset: str) -> None:
    """Also with that of a seat that is not on turn."""
    random, drawn = Random(1), 0
    for played, state in moments(name, players, preset, step=17):
        turn = played.game.to_act(state)[0]
        for seat in (turn, (turn + 1) % players):
            view = json.loads(json.dumps(played.game.view(state, seat)))
            found = determinize(played.game, played.rules, view, seat, 12, random)
            assert 0 < len(found.states) <= 12
            assert min(found.weights) > 0
            assert sum(found.weights) == pytest.approx(1)
            for world in found.states:
                assert played.game.view(world, seat) == played.game.view(state, seat)
            drawn += len(found.states)
    assert drawn > 30


@table
def test_beliefs_are_the_shares_of_the_hands(name: str, players: int, preset: str) -> None:
    for played, state in moments(name, players, preset, step=31):
        view = played.game.view(state, 0)
        believed = determinize(played.game, played.rules, view, 0, 20, Random(2)).beliefs()
        for seat in range(players):
            cards = sum(shares[seat] for shares in believed.values())
            assert cards == pytest.approx(len(state.hands[seat]))
        assert all(believed[code][0] == pytest.approx(1) for code in view["hand"])
        assert max(map(sum, believed.values())) <= 1.0001


def test_a_player_without_the_suit_is_not_believed_to_have_it() -> None:
    played = next(
        played
        for played, state in moments("tressette", 4, "classico")
        if len(state.tricks) == 6 and not state.trick.cards
    )
    view = played.game.view(played.state, 0)
    void = {
        (seat, trick["cards"][0][-1])
        for trick in view["tricks"]
        for seat, card in zip(trick["seats"], trick["cards"], strict=True)
        if card[-1] != trick["cards"][0][-1]
    }
    believed = determinize(played.game, played.rules, view, 0, 50, Random(1)).beliefs()
    shares = [shares[seat] for seat, suit in void for code, shares in believed.items() if code[-1] == suit]
    assert len(shares) > 3
    assert max(shares) == 0


# ---- values


def gain(game: Game[Any, Any], sides: Sequence[int], seat: int, scored: Mapping[str, Any]) -> float:
    """The result of a deal for a seat, in the unit of `evaluate`."""
    match game.name:
        case "tressette" | "maraffone":
            return (2 * scored["points"][sides[seat]] - sum(scored["points"])) / 2
        case "traversone":
            return float(-3 * scored["scores"][seat])
        case "whist" | "scopone":
            scores = scored["scores"]
            is_ahead = game.name == "scopone" or len(scores) == 2
            others = (sum(scores) - scores[sides[seat]]) / (len(scores) - 1)
            return scores[sides[seat]] - (others if is_ahead else 0)
    return float(scored["points"][sides[seat]])


def after(game: Game[Any, Any], state: Any, seat: int, command: Command) -> tuple[Any, list[float] | None]:
    """The state after a command, and the gain of every seat if the deal is over."""
    step = unrefused(game.apply(state, seat, command))
    ended: list[Event] = [event for event in step.events if event.kind == "scored"]
    if not ended:
        return step.state, None
    sides = game.sides(step.state)
    return step.state, [gain(game, sides, each, ended[0].public) for each in range(len(sides))]


def played_on(game: Game[Any, Any], state: Any, seat: int, command: Command) -> list[float]:
    """The gains if all play on as *circolo* after a command."""
    while True:
        state, gains = after(game, state, seat, command)
        if gains is not None:
            return gains
        [seat] = game.to_act(state)
        command = registry.choose(game.view(state, seat), game.legal(state, seat))


def searched(game: Game[Any, Any], state: Any, seat: int, command: Command) -> list[float]:
    """The gains if all maximize their own after a command, with all cards seen; of equally good cards the
    first by its number is played."""
    state, gains = after(game, state, seat, command)
    if gains is not None:
        return gains
    [seat] = game.to_act(state)
    numbers = registry.searcher(game.name).card_numbers(game.view(state, seat))
    plays = [each for each in game.legal(state, seat) if each.do == "play"]
    plays.sort(key=lambda each: numbers[each.get("card")])
    return max((searched(game, state, seat, each) for each in plays), key=lambda found: found[seat])


HALF = 0.4
"""Below the least difference between results; in Tressette a perdere hundredths prefer fewer thirds."""


def differences(values: Sequence[float]) -> list[float]:
    """What is left if something is added to all values."""
    return [value - values[0] for value in values]


@cache
def endings(name: str, players: int, preset: str, cards: int) -> list[tuple[Game[Any, Any], Any, int]]:
    """Positions with this many cards in the hand on turn, and more than one choice."""
    found = []
    for seed in range(12):
        for played in playing(name, players, seed, preset=preset):
            game, state = played.game, played.state
            if state.phase == "play" and not getattr(state, "stock", ()):
                [seat] = game.to_act(state)
                plays = [each for each in game.legal(state, seat) if each.do == "play"]
                if len(state.hands[seat]) == cards and len(plays) > 1:
                    found.append((game, state, seat))
            if len(played.deals) > 2:
                break
    return found[:: max(1, len(found) // 12)][:12]


@pytest.mark.parametrize(
    ("name", "players", "preset", "cards"),
    [
        ("tressette", 4, "classico", 3),
        ("maraffone", 4, "maraffone", 3),
        ("traversone", 4, "traversone", 2),
        ("briscola", 2, "classico", 3),
        ("briscola", 4, "classico", 2),
        ("scopone", 4, "scientifico", 2),
        ("scopone", 2, "scopa", 3),
        ("tarocchi", 3, "calatafimi", 2),
        ("whist", 2, "andata", 3),
        ("whist", 4, "andata", 2),
    ],
)
def test_solutions_and_playouts_are_those_of_the_table(
    name: str, players: int, preset: str, cards: int
) -> None:
    """A solution is that of a naive search by the rules; a playout is what club players do, except where they
    like two cards equally."""
    alike = []
    for game, state, seat in endings(name, players, preset, cards):
        solved = solve(game, state)
        assert {*solved} == {each for each in game.legal(state, seat) if each.do == "play"}
        naive = [searched(game, state, seat, command)[seat] for command in solved]
        assert differences([*solved.values()]) == pytest.approx(differences(naive), abs=HALF)
        found = playouts(game, Determinizations([state], [1.0]), [*solved])
        club = [played_on(game, state, seat, command)[seat] for command in solved]
        alike.append(differences(found.values[0].tolist()) == pytest.approx(differences(club), abs=HALF))
    assert len(alike) == 12
    assert sum(alike) >= 8


@table
@pytest.mark.parametrize("level", ["esperto", "maestro"])
@pytest.mark.usefixtures("unhurried")
def test_the_best_command_is_that_of_the_level(name: str, players: int, preset: str, level: str) -> None:
    """Of equally good commands the level prefers the one that *circolo* likes best."""
    lost = []
    for played, state in moments(name, players, preset, step=23):
        seat = played.game.to_act(state)[0]
        view, legal = played.game.view(state, seat), played.game.legal(state, seat)
        if len(legal) > 1 and state.phase != "discard" and all(each.do != "accuse" for each in legal):
            found = evaluate(played.game, view, legal, level)
            assert {*found.commands} <= {*legal}
            chosen = registry.choose(view, legal, level)
            spoken = {*chosen.fields} - {("signal", chosen.get("signal")), ("declare", chosen.get("declare"))}
            [number] = [place for place, each in enumerate(found.commands) if {*each.fields} == spoken]
            lost.append(found.loss(number)[0])
    assert len(lost) > 1
    same = sum(loss < 1e-9 for loss in lost)
    assert same == len(lost) or (same and (name, level) in CONVENTIONS), lost


def test_values_have_a_mean_and_a_standard_error() -> None:
    played, state = next((p, s) for p, s in moments("whist", 4, "andata") if s.phase == "play")
    seat = state.turn
    view, legal = played.game.view(state, seat), played.game.legal(state, seat)
    few, many = (evaluate(played.game, view, legal, "esperto", number) for number in (20, 500))
    assert isinstance(few, ChoiceValues)
    assert few.weights.sum() <= 20 < many.weights.sum()
    mean, error = many.value(0)
    assert mean == pytest.approx(float(many.weights @ many.values[:, 0]) / many.weights.sum())
    assert 0 < error < few.value(0)[1]


# ---- refusals


def refused(code: str) -> Any:
    return pytest.raises(RefusedError, match=f"^{code}: ")


def test_what_cannot_be_answered_is_refused() -> None:
    played, state = next(moments("maraffone", 4, "maraffone"))
    game, rules = played.game, played.rules
    seat = game.to_act(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    with refused("no_seat"):
        determinize(game, rules, game.view(state, None), 0, 9, Random(1))
    with refused("no_seat"):
        evaluate(game, game.view(state, None), legal)
    with refused("no_level"):
        evaluate(game, view, legal, "circolo")
    with refused("too_large"):
        solve(game, state)
    other = game.view(state, (seat + 1) % 4)
    worlds = [
        *determinize(game, rules, view, seat, 2, Random(1)).states,
        *determinize(game, rules, other, (seat + 1) % 4, 2, Random(1)).states,
    ]
    with refused("unequal_views"):
        playouts(game, Determinizations(worlds, [0.25] * 4))
    over = play("maraffone", 4, 1, preset="corto").state
    with refused("not_on_turn"):
        solve(game, over)
    with refused("not_on_turn"):
        evaluate(game, game.view(over, 0), legal)


def test_a_game_without_search_is_refused() -> None:
    rules = rules_of(tinygame.GAME)
    state = unrefused(tinygame.GAME.start(rules, tinygame.GAME.players[0], 0))
    with refused("no_search"):
        determinize(tinygame.GAME, rules, {}, 0, 9, Random(1))
    with refused("no_search"):
        solve(tinygame.GAME, state)


def test_bids_of_tarocchi_are_evaluated_but_not_played_out() -> None:
    played, state = next(moments("tarocchi", 3, "calatafimi"))
    view, legal = played.game.view(state, 1), played.game.legal(state, 1)
    assert [*evaluate(played.game, view, legal, "esperto").commands] == [*legal]
    worlds = determinize(played.game, played.rules, view, 1, 4, Random(1))
    assert worlds.weights == [0.25] * 4
    with refused("no_search"):
        playouts(played.game, worlds)


def test_the_calls_load_no_django_and_the_library_no_numpy() -> None:
    code = (
        "import sys, ludocards\n"
        "from random import Random\n"
        "from ludocards import GAMES, determinize, evaluate, unrefused\n"
        "assert 'numpy' not in sys.modules\n"
        "game = GAMES['briscola']\n"
        "rules = unrefused(game.rules_from({}))\n"
        "state = unrefused(game.start(rules, 2, 0))\n"
        "state = unrefused(game.deal(state, game.hand_out(state, game.pack(state)))).state\n"
        "assert len(determinize(game, rules, game.view(state, 1), 1, 5, Random(1)).states) == 5\n"
        "assert evaluate(game, game.view(state, 1), game.legal(state, 1), 'esperto').best() >= 0\n"
        "assert 'django' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=120).returncode == 0
