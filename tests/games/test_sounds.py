"""The sounds of the table: every sound that a script plays is defined, and every listed one is played."""

from __future__ import annotations

import re

from tests.sources import ROOT, SCRIPTS

LISTED = {"swept", "turn", "tick", "declared", "accusa", "said", "scrape", "seat", "lost", "won", "beaten"}


def test_every_sound_is_defined_and_used() -> None:
    source = (ROOT / "static" / "js" / "table" / "sounds.js").read_text()
    scores = source.partition("const SCORES = {")[2].partition("\n};")[0]
    written = set(re.findall(r"^  (\w+):", scores, re.MULTILINE))
    scripts = [each for each in SCRIPTS if each.parent.name in ("table", "games")]
    texts = "\n".join(each.read_text() for each in scripts)
    for own in re.findall(r"^  sounds: \{\n(.*?)^  \},", texts, re.MULTILINE | re.DOTALL):
        written |= {*re.findall(r"^    (\w+):", own, re.MULTILINE)}
    lines = re.findall("^.*(?:[sS]ound|SOUND|announce).*$", texts, re.MULTILINE)
    asked = {name for line in lines for name in re.findall(r'"(\w+)"', line)}
    assert written >= LISTED | {"card", "chat"}
    assert written <= asked, "written, and nobody hears it"
    called = {name for line in lines for name in re.findall(r'\b(?:sound|playSound)(?:\(|: )"(\w+)"', line)}
    assert called <= written
