"""`make check`: before a commit, the static checks of what has changed and the tests nearest to it.

What has changed is what differs from a commit, by default the last one. Nearest are the tests that have
changed themselves, then those that are named like it, then those that import it, directly or through others.
Templates and scripts are followed through who mentions them. `make test` runs all that is left.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
NODE = Path("node_modules/.bin")

PACKAGES = (
    "ludocards",
    "ludopoli",
    "games",
    "clubs",
    "practice",
    "analysis",
    "tournaments",
    "bench",
    "tools",
    "tests",
)
SECONDS = 45.0
"""The time for tests; the static checks run beside them."""

MOST_FILES = 40
"""The files of tests that are collected, the nearest first."""

FARTHEST = 4
"""Steps from what has changed to a test; beyond it, nearly everything imports nearly everything."""

SLOW = ("tests/e2e", "tests/live")
"""Tests that start a server or a browser: among equally near ones they come last."""

OF_A_KIND = {
    ".po": ["tests/test_messages.py"],
    ".html": ["tests/test_untranslated.py"],
    ".js": ["tests/test_scripts.py", "tests/test_untranslated.py", "tests/games/test_modules.py"],
    ".css": ["tests/test_css.py", "tests/test_sheets.py"],
    ".md": ["tests/test_documents.py", "tests/test_reference.py"],
}
"""Tests that read all files of a kind, by its ending."""


def changed_since(commit: str) -> list[str]:
    """Return the paths that differ from a commit and still exist, with files that git does not know yet."""
    differs = ("diff", "--name-only", "--diff-filter=d", commit)
    unknown = ("ls-files", "--others", "--exclude-standard")
    return sorted({*_git(*differs), *_git(*unknown)})


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


class Sources:
    """All files of the project, and which of them use which."""

    def __init__(self) -> None:
        self.paths = [
            path
            for path in _git("ls-files", "--cached", "--others", "--exclude-standard")
            if (ROOT / path).is_file()
        ]

    @cached_property
    def imports(self) -> grimp.ImportGraph:
        return grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))

    @cached_property
    def texts(self) -> dict[str, str]:
        """The sources that may mention a template, a script or a document."""
        kinds = (".py", ".html", ".js", ".json")
        return {path: (ROOT / path).read_text() for path in self.paths if path.endswith(kinds)}

    @cached_property
    def namesakes(self) -> dict[str, list[str]]:
        """The tests, and what they are helped by, by what they are named after."""
        found: dict[str, list[str]] = {}
        for path in self.paths:
            if path.startswith("tests/") and path.endswith(".py"):
                found.setdefault(Path(path).stem.removeprefix("test_"), []).append(path)
        return found

    def users_of(self, path: str) -> Iterator[str]:
        """Yield the paths of what imports a module, or mentions another file."""
        if path.endswith(".py"):
            if (module := _module(path)) in self.imports.modules:
                for user in self.imports.find_modules_that_directly_import(module):
                    yield from _paths(user)
            return
        name, folder = Path(path).name, Path(path).parent
        for other, text in self.texts.items():
            beside = Path(other).parent == folder and f"./{name}" in text
            if other != path and (beside or f"{folder.name}/{name}" in text):
                yield other

    def named_like(self, path: str) -> Iterator[str]:
        """Yield the tests named like a file of the product, and those in a browser named like its folders."""
        if not path.startswith("tests/"):
            yield from self.namesakes.get(Path(path).stem.strip("_"), [])
            for folder in Path(path).parts[1:-1]:
                yield from (test for test in self.namesakes.get(folder, []) if test.startswith("tests/e2e/"))
            yield from OF_A_KIND.get(Path(path).suffix, [])

    def steps_from(self, changed: list[str]) -> dict[str, int]:
        """Return the number of steps to each path that what has changed may affect."""
        steps, ring = dict.fromkeys(changed, 0), changed
        for step in range(1, FARTHEST + 1):
            ring = [user for path in ring for user in self.users_of(path)]
            if step == 1:
                ring += [test for path in changed for test in self.named_like(path)]
            ring = [path for path in dict.fromkeys(ring) if path not in steps]
            steps |= dict.fromkeys(ring, step)
        return steps

    def nearest_tests(self, changed: list[str]) -> list[str]:
        """Return the files of tests that a change can break, the nearest first, those of its area last."""
        steps = self.steps_from(changed)
        areas = tuple(area for path in changed for area in _areas(path))
        tests = [
            path for path in self.paths if path.startswith("tests/") and Path(path).name.startswith("test_")
        ]
        near = {path: steps[path] for path in tests if path in steps}
        near |= {path: FARTHEST + 1 for path in tests if path not in near and path.startswith(areas)}
        return sorted(near, key=lambda path: (near[path], path.startswith(SLOW), path))[:MOST_FILES]


def _areas(path: str) -> list[str]:
    """Return where the tests stand of what no import leads to, as what a registry finds by its name."""
    match Path(path).parts:
        case ["ludocards", "catalogue", game, *_]:
            return [
                f"tests/engine/{game}/",
                f"tests/bots/test_{game}",
                "tests/games/test_rules",
                "tests/practice/",
            ]
        case ["ludocards", *_]:
            return ["tests/engine/", "tests/bots/"]
        case ["templates", area, _, *_] | [area, _, *_]:
            return [f"tests/{area}/"]
    return []


def _module(path: str) -> str:
    return ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")


def _paths(module: str) -> Iterator[str]:
    base = Path(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if (ROOT / path).exists():
            yield str(path)


def static_checks(changed: list[str]) -> dict[str, list[str]]:
    """Return the command lines of the checks, by name."""
    python = [path for path in changed if path.endswith(".py")]
    scripts = [path for path in changed if path.endswith((".js", ".css"))]
    templates = [path for path in changed if path.startswith("templates/")]
    checks = {}
    if python:
        checks["ruff"] = [f"{BIN}/ruff", "check", "--quiet", *python]
        checks["layout"] = [f"{BIN}/ruff", "format", "--check", "--quiet", *python]
        checks["imports"] = [f"{BIN}/lint-imports", "--no-logo"]
        checks["types"] = [f"{BIN}/mypy"]
    if templates:
        checks["templates"] = [f"{BIN}/djangofmt", "--quiet", "--check", *templates]
    if scripts:
        checks["scripts"] = [f"{NODE}/biome", "ci", "--log-level=error", "--error-on-warnings", *scripts]
        for config in (*ROOT.glob("jsconfig*.json"), *ROOT.glob("ludocards/catalogue/*/jsconfig.json")):
            checks[f"types of {config.relative_to(ROOT)}"] = [f"{NODE}/tsc", "-p", str(config)]
    return checks


class NearestFirst:
    """A plugin of pytest: the nearest tests first, and none begins once the time is up."""

    def __init__(self, files: list[str]) -> None:
        self.rank = {name: number for number, name in enumerate(files)}
        self.ends = time.monotonic() + SECONDS

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.rank[item.location[0]])

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.monotonic() > self.ends:
            item.session.shouldstop = "the time is up: `make test` runs what is left"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.shouldstop and not session.testsfailed:
            session.exitstatus = pytest.ExitCode.OK


def run(changed: list[str]) -> int:
    """Run the checks and the tests; return how many of the checks, and of the runs of tests, failed."""
    checks = {
        name: subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for name, command in static_checks(changed).items()
    }
    tests = Sources().nearest_tests(changed)
    failed = 0
    if tests:
        failed += pytest.main(["-q", *tests], plugins=[NearestFirst(tests)]) != pytest.ExitCode.OK
    for name, check in checks.items():
        said, _ = check.communicate()
        if check.returncode:
            failed += 1
            print(f"\n{name}\n{said}")
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", default="HEAD", help="the commit to compare with")
    parser.add_argument(
        "--list", action="store_true", help="print the files of tests that would run, the nearest first"
    )
    options = parser.parse_args(arguments)
    changed = changed_since(options.since)
    if not changed:
        print("Nothing has changed since the last commit.")
        return 0
    if options.list:
        print(*Sources().nearest_tests(changed), sep="\n")
        return 0
    return min(run(changed), 1)


if __name__ == "__main__":
    sys.exit(main())
