"""Buttons and links are called by the words that they show: people who speak to their device say these
(WCAG 2.5.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import gettext, override, pgettext

from tests.sources import ROOT

TAG = re.compile(
    r"<(a|button|summary)\b((?:\{%.*?%\}|\{\{.*?\}\}|\"(?:\{%.*?%\}|[^\"])*\"|[^>])*)>", re.DOTALL
)
LABEL = re.compile(r'\baria-label="((?:\{%.*?%\}|[^"])*)"', re.DOTALL)
UNSEEN = re.compile(r'<(\w+)[^>]*(?:class="sr"|aria-hidden="true")[^>]*>.*?</\1\s*>', re.DOTALL)
TRANSLATED = re.compile(
    r"\{%\s*translate\s+([\"'])(.*?)\1(?:\s+context\s+\"(.*?)\")?.*?%\}|"
    r"\{%\s*blocktranslate\b.*?%\}(.*?)\{%\s*endblocktranslate\s*%\}",
    re.DOTALL,
)
MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|%\(\w+\)s|<[^>]*>|\W", re.DOTALL)


def words(markup: str) -> str:
    """The words of a part of a template in the active language, without names and numbers."""

    def translated(match: re.Match[str]) -> str:
        _quote, plain, context, block = match.groups()
        if context:
            return pgettext(context, plain)
        return gettext(plain or re.sub(r"\{\{\s*(\w+)\s*\}\}", r"%(\1)s", " ".join(block.split())))

    return " ".join(MARKUP.sub(" ", TRANSLATED.sub(translated, UNSEEN.sub("", markup))).casefold().split())


def labelled() -> Iterator[tuple[str, str, str]]:
    """The file, the label and the content of each link and button with a label that is not a variable."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        source = path.read_text()
        for tag in TAG.finditer(source):
            if label := LABEL.search(tag[2]):
                content = source[tag.end() : source.index(f"</{tag[1]}", tag.end())]
                yield str(Path(path).relative_to(ROOT)), label[1], content


@pytest.mark.parametrize("language", ["en", "it"])
def test_labels_contain_the_words_that_are_seen(language: str) -> None:
    with override(language):
        found = [(path, words(label), words(content)) for path, label, content in labelled()]
    assert len([1 for _, label, seen in found if label and seen]) > 20
    assert [each for each in found if each[1] and each[2] not in each[1]] == []


def test_every_link_has_an_address_before_a_script_runs() -> None:
    tags = [
        (path.name, tag[0])
        for path in (ROOT / "templates").rglob("*.html")
        for tag in TAG.finditer(path.read_text())
        if tag[1] == "a"
    ]
    assert len(tags) > 100
    assert [each for each in tags if "href=" not in each[1]] == []
