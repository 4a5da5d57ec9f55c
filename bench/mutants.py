"""Small faults put into the product, and which of them the nearest tests find.

`python -m bench.mutants --number 40`: a mutant is one operator or constant of a source that is replaced by a
neighbour. The same seed draws the same mutants of the same commit. Each is tried in a copy of the checkout,
by the tests that `tools/check.py` calls nearest to its file; one that fails is run again without the mutant,
since it may fail anyway.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tools.check import ROOT, Sources

PRODUCT = ("analysis", "clubs", "games", "ludocards", "ludopoli", "practice", "static/js", "tournaments")
APART = ("/migrations/", "/vendor/", "/locale/")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "var", "staticfiles", ".mypy_cache")
LINKED = (".venv", "node_modules")

FILES = 8
"""The files of tests that a mutant is tried with, the nearest first."""

NEIGHBOURS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is",
    "in": "not in", "not in": "in", "and": "or", "or": "and", "+": "-", "-": "+", "*": "+",
    "True": "False", "False": "True", "===": "!==", "!==": "===", "&&": "||", "||": "&&",
    "true": "false", "false": "true",
}  # fmt: skip

IN_SCRIPTS = re.compile(r"(?<= )(?:===|!==|&&|\|\||<=|>=|<|>|\+|-|\*)(?= )|\b(?:true|false)\b")
OPERATOR = re.compile(r"\s*(==|!=|<=|>=|<|>|is not|is|not in|in|and|or|\+|-|\*)(?=[\s(\[{\"'\w-])")


@dataclass(frozen=True)
class Mutant:
    """A source whose characters from `start` to `end` are to be replaced."""

    path: str
    start: int
    end: int
    becomes: str

    @property
    def area(self) -> str:
        return "scripts" if self.path.endswith(".js") else self.path.split("/")[0]

    def applied_to(self, text: str) -> str:
        return text[: self.start] + self.becomes + text[self.end :]

    def described(self, text: str) -> str:
        line = text.count("\n", 0, self.start) + 1
        return f"{self.path}:{line}: {text[self.start : self.end]} → {self.becomes}"


def mutants_of(path: str, text: str) -> list[Mutant]:
    """Return every mutant of a source."""
    found = _spots_in_script(text) if path.endswith(".js") else _spots_in_python(text)
    return [Mutant(path, start, end, becomes) for start, end, becomes in found]


Spot = tuple[int, int, str]


def _spots_in_script(text: str) -> Iterator[Spot]:
    at = 0
    for line in text.splitlines(keepends=True):
        if not line.lstrip().startswith(("//", "*", "/*", "import ")):
            for found in IN_SCRIPTS.finditer(line):
                yield at + found.start(), at + found.end(), NEIGHBOURS[found[0]]
        at += len(line)


def _spots_in_python(text: str) -> Iterator[Spot]:
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    encoded = [line.encode() for line in text.splitlines(keepends=True)]

    def place(line: int, column: int) -> int:
        return lines[line - 1] + len(encoded[line - 1][:column].decode())

    def after(node: ast.expr) -> int:
        return place(node.end_lineno or node.lineno, node.end_col_offset or 0)

    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=bool(value)):
                yield place(node.lineno, node.col_offset), after(node), str(not value)
            case ast.Constant(value=int(value)):
                yield place(node.lineno, node.col_offset), after(node), str(value + 1)
            case ast.Compare(left=left) | ast.BinOp(left=left) | ast.BoolOp(values=[left, *_]):
                start = after(left)
                start += len(text[start:]) - len(text[start:].lstrip(") \n"))
                if found := OPERATOR.match(text, start):
                    yield found.start(1), found.end(1), NEIGHBOURS[found[1]]


def drawn(number: int, seed: int) -> list[Mutant]:
    """Draw so many mutants from all of the product, each as likely as any other."""
    paths = [
        path
        for path in Sources().paths
        if path.startswith(PRODUCT)
        and path.endswith((".py", ".js"))
        and not any(each in path for each in APART)
    ]
    everything = [mutant for path in paths for mutant in mutants_of(path, (ROOT / path).read_text())]
    return Random(seed).sample(everything, number)


class Laboratory:
    """A copy of the checkout in which mutants are tried."""

    def __init__(self, home: Path, seconds: float) -> None:
        self.home, self.seconds, self.sources = home, seconds, Sources()
        shutil.copytree(ROOT, home, ignore=LEFT_OUT, dirs_exist_ok=True, symlinks=True)
        for name in LINKED:
            if not (home / name).exists():
                (home / name).symlink_to((ROOT / name).resolve())

    def outcome(self, mutant: Mutant) -> str:
        """Try a mutant; return "killed", "survived", "too slow", or "untested" if nothing can be said."""
        tests = self.sources.nearest_tests([mutant.path])[:FILES]
        if not tests:
            return "untested"
        path = self.home / mutant.path
        text = path.read_text()
        path.write_text(mutant.applied_to(text))
        try:
            failed = self._failed(tests)
        finally:
            path.write_text(text)
        if failed is None:
            return "too slow"
        if not failed:
            return "survived"
        return "untested" if failed[0] in (self._failed(failed) or []) else "killed"

    def _failed(self, tests: list[str]) -> list[str] | None:
        """Return the tests that failed, up to the first, or None if there was no time to run them."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "no:cacheprovider", *tests]
        try:
            run = subprocess.run(
                command, cwd=self.home, capture_output=True, text=True, check=False, timeout=self.seconds
            )
        except subprocess.TimeoutExpired:
            return None
        named = re.findall(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
        return named or (tests if run.returncode else [])


def table(outcomes: Counter[tuple[str, str]]) -> list[str]:
    """Return a line for each area, with the mutants of each outcome, and one for the sum."""
    names = ("killed", "survived", "too slow", "untested")
    areas = sorted({area for area, _ in outcomes})
    rows = {area: [outcomes[area, name] for name in names] for area in areas}
    rows["all"] = [sum(row[place] for row in rows.values()) for place in range(len(names))]
    return ["".join(f"{each:>12}" for each in ("", *names))] + [
        f"{area:>12}" + "".join(f"{each:12}" for each in row) for area, row in rows.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120.0, help="the longest time for one mutant")
    asked = parser.parse_args()
    outcomes: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory(prefix="ludopoli-mutants-") as home:
        laboratory = Laboratory(Path(home), asked.seconds)
        for mutant in drawn(asked.number, asked.seed):
            outcome = laboratory.outcome(mutant)
            outcomes[mutant.area, outcome] += 1
            print(f"{outcome:>9}  {mutant.described((ROOT / mutant.path).read_text())}", flush=True)
    print("\n".join(table(outcomes)))


if __name__ == "__main__":
    main()
