"""The sources of the scripts: no unused exports, no arithmetic with the points of a game, no judgement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games import texts
from ludocards.engine.registry import GAMES

SCRIPTS = {
    path: path.read_text()
    for pattern in ("static/js/**/*.js", "ludocards/catalogue/*/static/js/**/*.js")
    for path in settings.BASE_DIR.glob(pattern)
}
OF_TESTS = [
    path.read_text() for suffix in ("js", "py") for path in (settings.BASE_DIR / "tests").rglob(f"*.{suffix}")
]


def test_every_export_of_a_script_is_imported() -> None:
    """It is imported by another script, by a script of a test's game, or by a test in a browser."""
    asked = [*SCRIPTS.values(), *OF_TESTS]
    braces = re.findall(r"\bimport \{([^}]*)\} from", " ".join(asked))
    braces += [each for text in asked if "import(" in text for each in re.findall(r"\{([^{}]*)\}", text)]
    imported = {*re.findall(r"\w+", " ".join(braces))}
    imported |= {*re.findall(r"(?:\baddress|import\([^)]*\)\))\.(\w+)", " ".join(asked))}
    exported = {
        f"{path.name}: {name}": name
        for path, text in SCRIPTS.items()
        for name in re.findall(r"^export (?:async )?(?:function|const|let) (\w+)", text, re.MULTILINE)
    }
    assert [where for where, name in exported.items() if name not in imported] == []


def test_a_page_has_the_words_that_the_script_of_a_game_asks_for() -> None:
    missing = []
    for name, game in GAMES.items():
        sources = (text for path, text in SCRIPTS.items() if name in path.parts)
        asked = {*re.findall(r"\bwords\.(\w+)", " ".join(sources))}
        sent = {word for preset in game.presets for word in texts.page_words(name, {"preset": preset})}
        missing += [f"{name}: {word}" for word in sorted(asked - sent)]
    assert missing == []


def test_a_page_adds_up_no_points() -> None:
    """Points, thirds and bids come from the server in the form that pages show."""
    adding = re.compile(
        r"\.reduce\(|\b(?:points|scores|totals|bids|thirds|tricks)\b(?:\[\w+\])? ?[-+*/%]=? ?[\w(]"
    )
    of_games = {
        path: text
        for path, text in SCRIPTS.items()
        if "catalogue" in path.parts or path.parent.name in ("cards", "table")
    }
    found = [
        (path.name, line.strip())
        for path, text in of_games.items()
        for line in text.splitlines()
        if adding.search(re.sub(r"//.*|\"[^\"]*\"", "", line))
    ]
    assert found == []


def test_a_page_judges_no_card() -> None:
    """The server decides which losses count, are marked or are worth a word (`games/review/judging.py`)."""
    amount = r"(?:loss|half|error|worlds)"
    judging = re.compile(
        rf"\.reduce\(|\b{amount}\b ?[-+*/%<>]|[-+*/%<>]=? [\w.]*\b{amount}\b|\.clear\b(?!\()"
    )
    found = [
        (path.name, line.strip())
        for path, text in SCRIPTS.items()
        if path.parent.name == "replay"
        for line in text.splitlines()
        if judging.search(re.sub(r"//.*|\"[^\"]*\"", "", line))
    ]
    assert found == []


def test_no_script_knows_the_order_of_play() -> None:
    """A trick has the seats of its cards; only `names.js` computes where seats lie around the cloth."""
    counting = re.compile(r"% (?:\w+\.)*players\b|\bleader \+|- [\w.\[\]]*leader\b")
    found = [
        (path.name, line.strip())
        for path, text in SCRIPTS.items()
        if path.name != "names.js"
        for line in text.splitlines()
        if counting.search(line)
    ]
    assert found == []


def test_shared_scripts_read_only_common_keys_of_a_view() -> None:
    """The bidding window of one game, for example, is behind a hook."""
    read = re.compile(r"\bview\.window\b")
    assert [
        path.name for path, text in SCRIPTS.items() if "catalogue" not in path.parts and read.search(text)
    ] == []


TEMPLATES = settings.BASE_DIR / "templates"
MODULE = re.compile(r"""static ["'](js/[^"']+)\.js["']|page_modules.html" with page="([^"]+)\"""")
IMPORTED = re.compile(r"""\b(?:import|from)\s*\(?["'](\.[^"']+)["']""")


def imports(path: Path, seen: dict[Path, str]) -> dict[Path, str]:
    """Return the sources of a module and of all that it imports."""
    if path not in seen:
        seen[path] = SCRIPTS[path]
        for address in IMPORTED.findall(SCRIPTS[path]):
            imports((path.parent / address).resolve(), seen)
    return seen


def translates(path: Path) -> bool:
    """True if a module has texts; `dom.js` has one, of `listed`, only for who imports that."""
    return path.name != "dom.js" and re.search(r"gettext\(|\blisted\b", SCRIPTS[path]) is not None


def parts(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the sources of a template and of those that it extends or includes."""
    if name not in seen and (TEMPLATES / name).exists():
        seen.add(name)
        source = (TEMPLATES / name).read_text()
        yield source
        for other in re.findall(r'\{% (?:include|extends) "([^"]+)"', source):
            yield from parts(other, seen)


def test_a_page_whose_scripts_have_texts_loads_their_catalogue() -> None:
    silent = []
    for template in TEMPLATES.rglob("*.html"):
        name = str(template.relative_to(TEMPLATES))
        sources: dict[Path, str] = {}
        for address, page in MODULE.findall(template.read_text()):
            imports(settings.BASE_DIR / "static" / f"{address or 'js/' + page}.js", sources)
        if any(map(translates, sources)) and not any(
            "catalogue_address" in part for part in parts(name, set())
        ):
            silent.append(name)
    assert silent == []
