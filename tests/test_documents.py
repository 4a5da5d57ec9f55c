"""The documents link to what exists, and name only files and identifiers that the sources have."""

from __future__ import annotations

import itertools
import re
import subprocess
from functools import cache

from tests.sources import ROOT

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
FENCED = re.compile(r"```.*?```", re.DOTALL)
FILE = re.compile(r"[\w.-][\w./-]*\.(?:py|js|css|html|toml|service|timer)")
WORD = re.compile(r"[A-Za-z_]\w{3,}")
SOURCES = (".py", ".js", ".css", ".html", ".toml", ".conf", ".env", ".yaml", ".service", ".json", "Makefile")

ELSEWHERE = {
    "archive_command", "failed_count", "pg_repack", "pg_wal", "recovery_target_time",  # of PostgreSQL
    "certs", "UNIQUE",  # of PostgreSQL
    "FLUSHDB", "HELP", "OPENBLAS_NUM_THREADS", "hooksPath", "githooks",  # of other programs
    "random_sim_test",  # of OpenSpiel
    "HttpOnly", "SameSite",  # of browsers
    "f0c9a4be2d7",  # an example
}  # fmt: skip
"""Words that are no names of ours."""


ENDINGS = {"conf", "csv", "env", "gz", "ics", "json", "jsonl", "md", "png", "po", "signal", "svg", "xlsx"}
"""Of files that a document names, which are made elsewhere."""


@cache
def paths() -> tuple[str, ...]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for path in listed.splitlines() if (ROOT / path).is_file())


@cache
def words() -> frozenset[str]:
    """Return all words in the paths and in the sources."""
    found = {part for path in paths() for part in re.split(r"[/.]", path)}
    for path in paths():
        if path.endswith(SOURCES):
            found |= {*re.findall(r"\w+", (ROOT / path).read_text(encoding="utf-8"))}
    return frozenset(found)


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", FENCED.sub("", text))


def headings(text: str) -> set[str]:
    """Return the fragments by which a page's headings are addressed."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_of_a_document_leads_somewhere() -> None:
    broken = []
    for page in [*PAGES, *(ROOT / "docs" / "log").iterdir(), *(ROOT / "docs" / "reference").iterdir()]:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            path, _, fragment = link.partition("#")
            target = page.parent / path if path else page
            if link.startswith("http"):
                continue
            if not target.exists() or (
                fragment and fragment not in headings(target.read_text(encoding="utf-8"))
            ):
                broken.append((page.name, link))
    assert broken == []


def test_every_file_that_a_document_names_exists() -> None:
    missing = [
        (page.name, each)
        for page in PAGES
        for each in quoted(page.read_text(encoding="utf-8"))
        if FILE.fullmatch(each) and not any(f"/{path}".endswith(f"/{each}") for path in paths())
    ]
    assert missing == []


def test_every_name_in_a_document_is_in_the_sources() -> None:
    known = words() | ELSEWHERE
    unknown = [
        (page.name, each)
        for page in PAGES
        for each in quoted(page.read_text(encoding="utf-8"))
        if not known.issuperset(WORD.findall(each))
    ]
    assert unknown == []


def homes() -> dict[str, list[str]]:
    """Return the sources of each module, by its name, of all modules of each package, and of each class."""
    found: dict[str, list[str]] = {}
    for path in paths():
        if path.endswith(".py"):
            text = (ROOT / path).read_text(encoding="utf-8")
            own = re.sub(r"[/.]", " ", path)
            for name in {*own.split(), *re.findall(r"^class (\w+)", text, re.MULTILINE)}:
                found.setdefault(name, []).append(f"{own} {text}")
    return found


def test_every_qualified_name_in_a_document_is_where_it_says() -> None:
    known, wrong = homes(), []
    for page in PAGES:
        for token in quoted(page.read_text(encoding="utf-8")):
            names = token.rpartition("/")[2].split(".")
            if not all(map(str.isidentifier, names)) or FILE.fullmatch(token) or names[-1] in ENDINGS:
                continue
            for home, name in itertools.pairwise(names):
                there = [text for text in known.get(home, ()) if re.search(rf"\b{name}\b", text)]
                if not there and (home in known or home.istitle()):
                    wrong.append((page.name, token))
    assert wrong == []
