"""Every benchmark is in exactly one list of `tests/bench/__main__.py`, so that it is found."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.bench.__main__ import BENCHES, LONGER, WITH_ARGUMENTS

FOLDER = Path(__file__).parent / "bench"


def has_main(path: Path) -> bool:
    body = ast.parse(path.read_text()).body
    return any(isinstance(each, ast.FunctionDef) and each.name == "main" for each in body)


def test_every_benchmark_is_listed_once() -> None:
    benchmarks = [path.stem for path in FOLDER.glob("*.py") if has_main(path)]
    assert sorted((*BENCHES, *LONGER, *WITH_ARGUMENTS)) == sorted(benchmarks)
