"""The clause table of the rules contains every option."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.rules import presets as rules
from ludocards.catalogue.tarocchi.rules.presets import OPTIONS
from tests.engine import test_clauses as clauses


def test_every_option_is_a_clause() -> None:
    assert len(clauses.ROW.findall(rules.__doc__ or "")) > 40
    times = {"bidWindowMs", "bidOpenDelayMs", "offerLockMs", "bidBatchMs"}
    named = {option.name for option in OPTIONS if f"`{option.name}`" in (rules.__doc__ or "")}
    assert {option.name for option in OPTIONS} - named == times - {"bidWindowMs"}
