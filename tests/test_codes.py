"""Codes in addresses: none that is generated can be a fixed word at the same place of another address."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from games.models import CODE_PATTERN, table_code
from practice.models import puzzle_code


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Yield every address of the site, with its converters: `tornei/<slug:event>/`."""
    for each in patterns:
        whole = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, whole)
        else:
            yield whole


def words_beside_codes() -> Iterator[str]:
    """Yield the fixed words of addresses where another one with the same beginning has a code."""
    branches: dict[str, set[str]] = defaultdict(set)
    for route in routes(get_resolver().url_patterns):
        parts = re.sub(r"<[^>]*>", "<>", route).split("/")
        for at, part in enumerate(parts):
            branches["/".join(parts[:at])].add(part)
    yield from (word for words in branches.values() if "<>" in words for word in words)


def test_no_word_of_an_address_has_the_form_of_a_code() -> None:
    """So no tournament, club, series, table or puzzle gets a code that opens another page."""
    words = {*words_beside_codes()}
    assert {"nuovo", "importa"} <= words
    assert not [word for word in words if re.fullmatch(CODE_PATTERN, word)]


def test_all_codes_have_that_form() -> None:
    assert all(re.fullmatch(CODE_PATTERN, make()) for make in (table_code, puzzle_code) for _ in range(50))
