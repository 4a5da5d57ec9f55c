"""One table has the code, the words and the status of every refusal; an unknown code is an error."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from games import texts
from games.refusals import REFUSALS
from ludocards.engine.game import Refused
from ludocards.engine.registry import GAMES, PACKAGES
from ludopoli.base import refusals as of_site
from tests.sources import ROOT
from tournaments import refusals as of_tournaments
from tournaments import texts as event_texts

SITE, PLAY, EVENTS = of_site.REFUSALS, REFUSALS, of_tournaments.REFUSALS
SOURCES = {"ludopoli": SITE, "games": PLAY, "tournaments": EVENTS}
NAMED = re.compile(r"%\((\w+)\)")


def refused_in(folder: Path) -> Iterator[tuple[str, set[str] | None]]:
    """Yield each refusal code in the sources, and its details' names, or `None` if they are elsewhere."""
    for path in folder.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
                continue
            code, refuses = str(call.args[0].value), ast.unparse(call.func).rpartition(".")[2]
            if refuses == "Refused":
                yield code, names_of(call.args[2]) if len(call.args) > 2 else set()
            elif refuses == "NotAllowed":
                yield code, None
            elif ast.unparse(call.func) == "REFUSALS.problem":
                yield code, set()


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
    check(package, {**REFUSALS, **texts.of(game).refusals})


def test_shared_refusals_have_a_message_of_the_site_or_of_a_game() -> None:
    worded = {code: text for game in GAMES for code, text in texts.of(game).refusals.items()}
    check(ROOT / "ludocards" / "engine", {**worded, **REFUSALS})


@pytest.mark.parametrize("game", [None, *GAMES])
def test_an_unknown_code_is_an_error_not_a_default(game: str | None) -> None:
    unheard_of = Refused("unheard_of", "plain English")
    for say in (texts.refusal, texts.problem, event_texts.refusal, event_texts.problem):
        with pytest.raises(KeyError):
            say(unheard_of, game)
    with pytest.raises(KeyError):
        REFUSALS.statuses("no_table", "unheard_of")


def test_a_message_without_its_details_is_an_error() -> None:
    with pytest.raises(KeyError):
        texts.refusal(Refused("sits_here", "no details"))


def test_a_code_has_one_status_everywhere() -> None:
    for lower, upper in ((SITE, PLAY), (PLAY, EVENTS)):
        assert {code: refusal.status for code, refusal in lower.items()}.items() <= {
            code: refusal.status for code, refusal in upper.items()
        }.items()


def test_the_pages_for_programmers_name_each_code_beside_its_status() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", page.partition("## What goes wrong")[2], re.MULTILINE)
    assert len(rows) > 5
    for status, said in rows:
        for code in {*re.findall(r"`(\w+)`", said)} - {"errors"}:
            assert EVENTS[code].status == int(status), code
    for code in re.findall(r"(?:refused as|problem) `(\w+)`", page):
        assert code in EVENTS
