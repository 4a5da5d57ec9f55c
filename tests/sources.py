"""The JavaScript sources, for the tests that read them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SCRIPTS = sorted([*(ROOT / "static" / "js").rglob("*.js"), *(ROOT / "ludocards" / "catalogue").rglob("*.js")])
"""The scripts of the site and of the games of the catalog."""
