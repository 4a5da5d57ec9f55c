"""The sources of the product, for the tests that read them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SCRIPTS = sorted([*(ROOT / "static" / "js").rglob("*.js"), *(ROOT / "ludocards" / "catalogue").rglob("*.js")])
"""The scripts of the site and of the games of the catalog."""

PACKAGES = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text()
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
}
"""The sources of the Python modules, by their names."""
