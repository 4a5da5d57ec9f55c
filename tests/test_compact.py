"""Tests compare markup without the white space that browsers do not show."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template.loader import get_template

from tests.compact import compact


@pytest.mark.parametrize(
    ("source", "compacted"),
    [
        (
            '<a\n  class="btn"\n  href="{% url "home" %}"\n>\n    Home\n  </a>',
            '<a class="btn" href="{% url "home" %}">\nHome\n</a>',
        ),
        ("<p\n  {% if a > b %}hidden{% endif %}\n>", "<p {% if a > b %}hidden{% endif %}>"),
        ('<i title="more >\n less">', '<i title="more > less">'),
        ("one\n\n\n  two  three", "one\ntwo  three"),
        ("a < b\n  and c", "a < b\nand c"),
    ],
)
def test_a_tag_stands_on_one_line_and_no_line_is_indented(source: str, compacted: str) -> None:
    assert compact(source) == compacted


def test_tests_read_compacted_templates() -> None:
    source = (settings.BASE_DIR / "templates" / "offline.html").read_text(encoding="utf-8")
    assert "\n " in source
    assert get_template("offline.html").template.source == compact(source)  # type: ignore[attr-defined]
