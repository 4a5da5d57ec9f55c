"""The page `docs/add-a-game.md` names each file of the game in `tests/tinygame`, which passes all tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ludocards import catalogue
from ludocards.engine import registry
from ludopoli.http import sheets
from tests.bots import test_registry as bots
from tests.tinygame import rules

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "tests" / "tinygame"
PACKAGE = "tests.tinygame"
FILES = sorted(
    str(path.relative_to(HOME))
    for path in HOME.rglob("*")
    if path.suffix in (".py", ".js", ".css") and path.stat().st_size
)
INHERITED = [
    "tests/engine/test_conformance.py",
    "tests/engine/test_clauses.py",
    "tests/engine/test_wire.py",
    "tests/bots/test_registry.py",
    "tests/games/test_forms.py",
]

THROUGHOUT = [
    *INHERITED,
    "tests/engine/test_match.py",
    "tests/engine/test_options.py",
    "tests/engine/test_schema.py",
    "tests/engine/test_scorepad.py",
    "tests/games/test_briefs.py",
    "tests/games/test_house_rules.py",
    "tests/games/test_refusals.py",
    "tests/games/test_rules_as_stored.py",
    "tests/games/test_rules_pages.py",
    "tests/practice/test_lessons.py",
    "tests/analysis/test_boards.py",
    "tests/tinydraw/on_the_site.py",
]
"""The same for a game with a rule book, a review, puzzles and a score pad."""


def run(*arguments: str, games: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these games registered, as from a terminal."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    env |= {"LUDOPOLI_GAMES": games, "DJANGO_SETTINGS_MODULE": "ludopoli.site.settings"}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True)


def test_the_page_names_every_file() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text()
    assert len(FILES) == 5
    assert all(f"`tests/tinygame/{name}`" in page for name in FILES)


def test_the_commands_of_the_page_are_those_of_this_test() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text()
    assert all(path in page for path in INHERITED)
    assert page.count(f"LUDOPOLI_GAMES={PACKAGE}") == 2


NEW_GAMES = {
    PACKAGE: ("treprese", INHERITED),
    "tests.tinydraw": ("pescapari|on_the_site", THROUGHOUT),
    "tests.tinyteams": ("terzetto", INHERITED),
}
"""By package, what names the tests of its game, and the files that contain them."""


def test_new_games_pass_the_tests_of_every_game() -> None:
    inherited = " or ".join(Path(path).stem for path in INHERITED)
    called = f"pescapari or on_the_site or (treprese or terzetto) and ({inherited})"
    options = ("-q", "-rA", "--no-header", "-p", "no:cacheprovider")
    done = run("-m", "pytest", *options, "-k", called, *THROUGHOUT, games=" ".join(NEW_GAMES))
    assert done.returncode == 0, done.stdout
    passed = re.findall(r"^PASSED (\S+?)::(.+)$", done.stdout, re.MULTILINE)
    for names, files in NEW_GAMES.values():
        own = [path for path, test in passed if re.search(names, f"{path}::{test}")]
        assert len(own) >= 30
        assert {*own} == {*files}


def test_the_styles_of_a_game_are_found_only_if_it_is_registered() -> None:
    """`on_the_site.py` finds them."""
    assert not sheets.address_if_any("games/treprese")


def test_the_bot_of_the_new_game_sees_no_state() -> None:
    bots.test_bots_see_no_state(HOME / "bot.py")


@cache
def sources(*suffixes: str) -> list[tuple[Path, str]]:
    """Return the sources outside the packages of the games, except migrations, which describe the past."""
    folders = (
        "games",
        "ludocards",
        "ludopoli",
        "clubs",
        "practice",
        "analysis",
        "tournaments",
        "static/js",
        "static/css",
        "templates",
    )
    of_games = ROOT / "ludocards" / "catalogue"
    return [
        (path.relative_to(ROOT), path.read_text())
        for folder in folders
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in suffixes and "migrations" not in path.parts and of_games not in path.parents
    ]


def test_no_source_outside_its_package_names_a_game() -> None:
    """No source outside the packages of the games contains the name of a game."""
    names = re.compile("|".join(registry.GAMES), re.IGNORECASE)
    found = [
        f"{path}: {name}"
        for path, text in sources(".py", ".js", ".css", ".html")
        for name in names.findall(text)
    ]
    assert not found


PRIVATE = {
    "tressette": "accus bredese buongioco busso combo candour declar liscio napoletana terzo_con_re",
    "maraffone": "cricca maraff striscio",
    "traversone": "ciapano rovescino",
    "briscola": "briscoletta osteria voglio",
    "scopone": "napola primiera rebello settebello",
    "tarocchi": "calatafimi licitazion monte offro overtrump piglio scart tengo vado",
    "whist": "andata asso_alto bid briscola",
}
"""The beginnings of words that belong to one game of the catalog, in its rules, texts or messages."""


@pytest.mark.parametrize("game", PRIVATE)
def test_no_source_outside_its_package_names_notions_of_a_game(game: str) -> None:
    """Shared code supports a concept of one game with a hook for any game, never by its name."""
    stems = PRIVATE[game].split()
    own = "".join(path.read_text() for path in (ROOT / "ludocards" / "catalogue" / game).rglob("*.py"))
    assert [stem for stem in stems if not starting(stem).search(own)] == []
    private = starting("|".join(stems))
    found = [
        f"{path}: {word}"
        for path, text in sources(".py", ".js", ".css", ".html")
        for word in private.findall(text)
    ]
    assert found == []


def starting(stem: str) -> re.Pattern[str]:
    """Return a pattern for words with this beginning, also inside names such as `BAD_BID`."""
    return re.compile(rf"(?<![A-Za-z])(?:{stem})\w*", re.IGNORECASE)


def test_no_source_names_the_game_of_the_tests() -> None:
    code = ("games", "ludocards", "ludopoli", "clubs", "practice", "analysis", "tournaments")
    for folder in (*code, "static", "templates", "locale"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".py", ".js", ".html", ".css", ".po"):
                assert not re.search("treprese|tre prese", path.read_text(), re.IGNORECASE), path


# ---- registering


def test_without_the_variable_the_new_game_is_absent() -> None:
    done = run("-c", "from ludocards.engine.registry import GAMES; print(*GAMES)", games="")
    assert done.stdout.split() == [
        name for name, package in registry.PACKAGES.items() if package in catalogue.HOUSE
    ]
    done = run("-c", "from ludocards.engine.registry import GAMES; print(*GAMES)", games=f" {PACKAGE} ")
    assert done.stdout.split()[-1] == "treprese"


def test_two_games_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", {"treprese": rules.GAME})
    monkeypatch.setattr(registry, "PACKAGES", {})
    with pytest.raises(ValueError, match=r"tests\.tinygame: there is a game named treprese already"):
        registry.add(PACKAGE)
    assert registry.PACKAGES == {}


def test_a_missing_package_is_named() -> None:
    refused = run("-m", "ludocards.engine", "referee", games="no_such_package")
    assert refused.returncode != 0
    assert refused.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'no_such_package'"
