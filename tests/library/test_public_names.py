"""The library as its users meet it: tests in its source distribution, which need pytest and the extras."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ludocards
from ludocards import GAMES, Game, RefusedError, unrefused
from ludocards.__main__ import main

HERE = Path(__file__)
README = next(
    path
    for path in (HERE.parents[1] / "README.md", HERE.parents[2] / "ludocards" / "README.md")
    if path.exists()
)
"""The library's: beside these tests in its source distribution, in its folder in the repository."""


@pytest.mark.parametrize("name", ludocards.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(ludocards, name).__doc__ or name == "GAMES"


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="Bridge"):
        ludocards.Bridge  # noqa: B018


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_also_there_by_its_own_name(name: str) -> None:
    named: type[Game[Any, Any]] = getattr(ludocards, name.title())
    assert type(GAMES[name]) is named


def test_a_game_from_elsewhere_may_import_the_engine_first() -> None:
    """The games are loaded when they are asked for: a module that one of them imports must not load it."""
    seen = "import sys, ludocards.engine.game; print('ludocards.engine.registry' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", seen], text=True) == "False\n"


def test_the_sessions_of_the_readme_are_true() -> None:
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0


@pytest.fixture
def at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who gives the first command each time, after a slip of the finger."""

    def answers() -> Iterator[str]:
        while True:
            yield from ("x", "0", "1")

    typed = answers()
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))


@pytest.mark.usefixtures("at_the_terminal")
@pytest.mark.parametrize("name", GAMES)
def test_a_match_of_each_game_is_played_in_a_terminal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name, "--level", "random", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("hand: ") for line in lines)
    assert lines[-1].startswith("places: ")


@pytest.mark.usefixtures("at_the_terminal")
def test_a_wrong_entry_says_what_can_be_entered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "briscola", "--level", "random", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "Enter a number from 1 to 3, or what stands after it: play 3S." in said
    assert "A card is a rank and a suit: B batons, C cups, D coins, S swords." in said


def test_a_turn_is_told_in_sentences_with_its_trumps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(("6b", "play cd"))
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    with pytest.raises(StopIteration):
        main(["play", "briscola", "--level", "random", "--seed", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Seat 1 dealt, turned up 3B."
    assert [line for line in lines if line.startswith("You played")] == ["You played 6B.", "You played CD."]
    assert lines.count("trump: batons") == 3
    assert any(line.startswith("Seat 1 played") for line in lines)


@pytest.mark.usefixtures("at_the_terminal")
def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    played = [(main(["play", "briscola", "--level", "random", "--seed", "x"]), capsys.readouterr().out)]
    played += [(main(["play", "briscola", "--level", "random", "--seed", "x"]), capsys.readouterr().out)]
    assert played[0] == played[1]


@pytest.mark.parametrize("wrong", [["--preset", "nessuno"], ["--players", "9"], ["--level", "nessuno"]])
def test_what_cannot_be_played_is_said(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "whist", "--level", "random", *wrong]) == 1
    assert len(capsys.readouterr().out.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("learning.gymnasium", "gymnasium", "gymnasium"),
        ("learning.openspiel", "pyspiel", "openspiel"),
        ("learning.pettingzoo", "pettingzoo", "pettingzoo"),
        ("ratings.skill", "openskill", "ratings"),
        ("words", "django", "words"),
    ],
)
def test_a_module_without_its_packages_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, extra: str
) -> None:
    monkeypatch.delitem(sys.modules, f"ludocards.{module}", raising=False)
    for parent in ("gymnasium", "pettingzoo"):
        monkeypatch.delitem(sys.modules, f"ludocards.learning.{parent}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"{package} is missing: pip install 'ludocards\[{extra}\]'"):
        import_module(f"ludocards.{module}")


def test_a_bot_without_its_packages_says_so_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "ludocards.catalogue.briscola.bot.club", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    assert main(["play", "briscola", "--seed", "1"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "numpy is missing: pip install 'ludocards[bots]'"


def test_a_match_may_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    assert main(["play", "tressette", "--level", "random"]) == 0


def test_the_raised_refusal_says_why() -> None:
    game = ludocards.Tressette()
    state = unrefused(game.start(unrefused(game.rules_from({})), players=4, dealer=0))
    with pytest.raises(RefusedError, match="not_your_turn") as raised:
        unrefused(game.apply(state, 1, ludocards.Command.of("play", card="7B")))
    assert raised.value.refused.details == {"seat": 1}
