"""One table has the code, the words and the status of every refusal; an unknown code is an error."""

from __future__ import annotations

import ast
import importlib
import itertools
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from analysis import refusals as of_analysis
from clubs import refusals as of_clubs
from games import refusals as of_games
from games import texts
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES, PACKAGES
from ludopoli.http.refusals import REFUSALS, ActionRefused, Refusal, Refusals
from practice import refusals as of_practice
from tests.sources import ROOT
from tournaments import refusals as of_tournaments

OWN = {
    "games": of_games.APP_REFUSALS,
    "clubs": of_clubs.APP_REFUSALS,
    "practice": of_practice.APP_REFUSALS,
    "analysis": of_analysis.APP_REFUSALS,
    "tournaments": of_tournaments.APP_REFUSALS,
}
SITE = {code: each for code, each in REFUSALS.items() if not any(code in own for own in OWN.values())}
PLAY = {**SITE, **of_games.APP_REFUSALS}
SOURCES: dict[str, Mapping[str, Refusal]] = {
    "ludopoli": SITE,
    "games": PLAY,
    "clubs": {**PLAY, **of_clubs.APP_REFUSALS},
    "practice": {**PLAY, **of_practice.APP_REFUSALS},
    "analysis": {**PLAY, **of_analysis.APP_REFUSALS},
    "tournaments": {**PLAY, **of_clubs.APP_REFUSALS, **of_tournaments.APP_REFUSALS},
}
NAMED = re.compile(r"%\((\w+)\)")
CODE = re.compile(r"[a-z]+(_[a-z]+)*")
REFUSING = {status for status in HTTPStatus if status >= HTTPStatus.BAD_REQUEST}


def refused_in(folder: Path) -> Iterator[tuple[str, set[str] | None]]:
    """Yield each refusal code in the sources, and its details' names, or `None` if they are elsewhere."""
    for path in folder.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
                continue
            code, refuses = str(call.args[0].value), ast.unparse(call.func).rpartition(".")[2]
            if refuses == "Refused":
                yield code, names_of(call.args[2]) if len(call.args) > 2 else set()
            elif refuses == "ActionRefused":
                names = {each.arg for each in call.keywords}
                yield code, None if None in names else {name for name in names if name}
            elif ast.unparse(call.func) == "REFUSALS.problem":
                yield code, None if len(call.args) > 1 else set()


def names_of(details: ast.expr) -> set[str] | None:
    if not isinstance(details, ast.Dict):
        return None
    return {name.value for name in details.keys if isinstance(name, ast.Constant)}  # type: ignore[misc]


def check(folder: Path, table: Mapping[str, Any]) -> None:
    for code, names in refused_in(folder):
        assert code in table, f"{folder}: {code} has no words and no status"
        if names is not None:
            assert {*NAMED.findall(str(table[code]))} <= names, f"{folder}: {code} speaks of more"


@pytest.mark.parametrize("folder", SOURCES)
def test_every_refusal_is_in_the_table_with_a_message_for_its_details(folder: str) -> None:
    check(ROOT / folder, SOURCES[folder])


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_has_a_message(game: str) -> None:
    package = Path(str(importlib.import_module(PACKAGES[game]).__file__)).parent
    check(package, {**REFUSALS, **texts.texts_of_game(game).refusals})


def test_shared_refusals_have_a_message_of_the_site_or_of_a_game() -> None:
    worded = {code: text for game in GAMES for code, text in texts.texts_of_game(game).refusals.items()}
    check(ROOT / "ludocards" / "engine", {**worded, **REFUSALS})


@pytest.mark.parametrize("game", [None, *GAMES])
def test_an_unknown_code_is_an_error_not_a_default(game: str | None) -> None:
    unheard_of = Refused("unheard_of", "plain English")
    for why in (ActionRefused("unheard_of"), texts.RulesRefused(unheard_of, game)):
        with pytest.raises(KeyError):
            str(why)
        with pytest.raises(KeyError):
            why.status  # noqa: B018
    with pytest.raises(KeyError):
        REFUSALS.statuses("no_table", "unheard_of")


def test_a_message_without_its_details_is_an_error() -> None:
    with pytest.raises(KeyError):
        str(ActionRefused("sits_here"))


def test_a_code_is_in_one_table_and_has_one_status_and_one_text() -> None:
    for game in GAMES:
        assert not texts.texts_of_game(game).refusals.keys() & REFUSALS.keys()
    table = Refusals(REFUSALS)
    with pytest.raises(ValueError, match="no_club"):
        table.add(of_clubs.APP_REFUSALS)
    assert table == REFUSALS


def statuses_in(source: str) -> Iterator[tuple[str, int]]:
    """Yield each code in a source that has a status in numbers beside it."""
    for node in ast.walk(ast.parse(source)):
        beside: list[tuple[ast.expr | None, ast.expr]] = []
        if isinstance(node, ast.Dict):
            beside = [*zip(node.keys, node.values, strict=True)]
        elif isinstance(node, ast.Call):
            content = [value for each in node.args if isinstance(each, ast.Dict) for value in each.values]
            given = [each.value for each in node.keywords if each.arg == "status"]
            beside = [*itertools.product(content, given), *zip(node.args[1:], node.args, strict=False)]
        for code, number in beside:
            said, status = getattr(code, "value", None), getattr(number, "value", None)
            if isinstance(said, str) and CODE.fullmatch(said) and status in REFUSING:
                yield said, status


def test_no_source_but_the_tables_has_a_status_for_a_code() -> None:
    sources = [path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    found = {str(path): [*statuses_in(path.read_text())] for path in sources if path.name != "refusals.py"}
    assert not {path: codes for path, codes in found.items() if codes}


def test_the_page_for_programmers_names_codes_that_exist() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    codes = {*re.findall(r"(?:refused as|problem) `(\w+)`", page)}
    assert codes
    assert codes <= REFUSALS.keys()
