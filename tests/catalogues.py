"""The compiled catalogues of texts, without which pages speak English."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PATTERNS = ("locale/*/LC_MESSAGES/*.po", "tests/*/locale/*/LC_MESSAGES/*.po")


def compile_catalogues(root: Path) -> list[Path]:
    """Compile the catalogues that are not compiled, or older than their sources, as `make` does; return
    them."""
    made = []
    for source in (each for pattern in PATTERNS for each in root.glob(pattern)):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        fresh = compiled.with_suffix(".fresh")
        with source.open("rb") as texts, fresh.open("wb") as file:
            write_mo(file, read_po(texts))
        fresh.replace(compiled)
        made.append(compiled)
    return made
