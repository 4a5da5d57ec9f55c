"""All texts in templates and scripts are marked for translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.sources import SCRIPTS

ROOT = Path(__file__).resolve().parent.parent

NO_TEXT = (
    r"\{% comment %\}.*?\{% endcomment %\}",
    r"\{% blocktranslate.*?\{% endblocktranslate %\}",
    r"\{% block page_class %\}.*?\{% endblock %\}",
    r"\{[%{#].*?[%}#]\}",
    r"<!--.*?-->",
    r"<(script|style|code|kbd|textarea)\b.*?</\1>",
    r"<meta\b[^>]*>",
    r"&\w+;",
)
"""The parts of a template that people do not read, or that are translated."""

ATTRIBUTE = re.compile(r'\b(?:aria-label|alt|placeholder|title)="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {
    *("Ludopoli", "Telegram", "WhatsApp", "API", "CSV", "Excel", "SHA", "ludo", "dove", "lingua"),
    *("OpenAPI", "AsyncAPI", "JSON", "Schema", "SUMS"),
}
"""Names that are not translated, and words from addresses."""
BILINGUAL = {"offline.html", "scorepad_offline.html", "score_sheet_offline.html", "console_offline.html"}
"""Templates in both languages: the browser shows them offline, when no language is known."""


def bare(template: str) -> Iterator[str]:
    """Return the visible text of a template that is not translated."""
    for pattern in NO_TEXT:
        template = re.sub(pattern, " ", template, flags=re.DOTALL)
    shown = re.sub(r"<[^>]*>", "\n", template).splitlines()
    for text in [*shown, *ATTRIBUTE.findall(template)]:
        if {*WORD.findall(text)} - NAMES:
            yield text.strip()


def test_a_bare_text_is_detected() -> None:
    html = (
        """<p title="Your hand">{% translate "Deal" %}</p><b>Play <i>{{ name }}</i></b><code>ls -l</code>"""
    )
    assert [*bare(html)] == ["Play", "Your hand"]


def test_templates_have_no_untranslated_text() -> None:
    found = {
        str(path.relative_to(ROOT)): texts
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if path.name not in BILINGUAL and (texts := [*bare(path.read_text())])
    }
    assert not found


LITERAL = re.compile(
    r"""n?p?gettext\([^)]*\) | "((?:\\.|[^"\\\n])*)" | `((?:\\.|[^`\\])*)` | //[^\n]* | /\*.*?\*/""",
    re.DOTALL | re.VERBOSE,
)
VALUE = re.compile(r"\$\{[^{}]*\}")
SENTENCE = re.compile(r"[A-Za-zÀ-ÿ’']+(?:[,:;]? [a-zà-ÿ’']+)+[.…?!]?")

NO_SENTENCES = {
    "a, button",
    "button, a, summary",
    "a, button, select, summary",
    "icon sign",
    "avatar c",
}
"""Literals that are not sentences: selectors and classes."""


def spoken(script: str) -> Iterator[str]:
    """Return the literals of two words or more in a script that are not inside `gettext`."""
    for found in LITERAL.finditer(script):
        literal = VALUE.sub("", found[1] or found[2] or "").strip()
        if SENTENCE.fullmatch(literal) and literal not in NO_SENTENCES:
            yield literal


def test_a_sentence_in_a_script_is_detected() -> None:
    script = """say(gettext("you play %(card)s")); // not this one
        say("your turn now"); tell(`${name} takes the trick`); find(".hand .card")"""
    assert [*spoken(script)] == ["your turn now", "takes the trick"]


def test_scripts_have_no_untranslated_text() -> None:
    found = {str(path.relative_to(ROOT)): texts for path in SCRIPTS if (texts := [*spoken(path.read_text())])}
    assert not found
