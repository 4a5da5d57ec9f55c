"""The Italian catalogue contains all texts of code, templates and scripts, with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation.template import templatize

from ludopoli.http.languages import catalogue_address
from ludopoli.http.static_files import IMMUTABLE
from tests.sources import SCRIPTS

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = ("django", "djangojs")
# The patterns of Django's makemessages.
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PACKAGES = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")
STRING = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
CALL = re.compile(rf"\b (?:n?p?gettext|_) \( (?: [^()\"'] | {STRING} )* \)", re.VERBOSE)
"""A gettext call in the output of `templatize`; the rest of that output is not Python."""

Key = tuple[str | None, str]


@cache
def catalogue(domain: str) -> Catalog:
    path = ROOT / "locale" / "it" / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        return read_po(file, locale="it", domain=domain)


def texts_of(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (text,)


def key(message: Message) -> Key:
    return message.context, forms(message.id)[0]


# ---- texts in the code


def sources(folder: str, *endings: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in endings:
            yield path


def found(method: str, code: bytes) -> Iterator[tuple[Key, int]]:
    """Yield the texts of a source, each with the number of its forms: two with a plural."""
    if b"gettext" not in code and b"_(" not in code:
        return
    options = {"parse_template_string": True}
    for _line, text, _comments, context in extract(method, BytesIO(code), KEYWORDS, options=options):
        first = forms(text)[0]
        if first:
            yield (context, first), len(forms(text))


@cache
def used(domain: str) -> dict[Key, dict[int, str]]:
    """Return all texts to be translated, each by the number of its forms with a file that contains it."""
    keys: dict[Key, dict[int, str]] = {}

    def note(path: Path, method: str, code: bytes) -> None:
        for text, number in found(method, code):
            keys.setdefault(text, {})[number] = path.name

    if domain == "djangojs":
        for path in SCRIPTS:
            note(path, "javascript", path.read_bytes())
        return keys
    for folder in PACKAGES:
        for path in sources(folder, ".py"):
            note(path, "python", path.read_bytes())
    for path in sources("templates", ".html", ".txt"):
        calls = "\n".join(CALL.findall(templatize(path.read_text(), origin=path.name)))
        note(path, "python", calls.encode())
    return keys


def test_the_extraction_sees_every_kind_of_source() -> None:
    texts = {text for _context, text in used("django")}
    assert "This game is not played here." in texts  # Python
    assert "Open a table" in texts  # translate
    assert "%(n)s open table" in texts  # blocktranslate with a plural
    assert "The table is set. <em>Take your seat.</em>" in texts  # blocktranslate
    assert "A new password for Ludopoli" in texts  # a mail
    assert ("above the knight", "Queen") in used("django")  # a context
    assert used("djangojs")


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_is_missing_from_the_catalogue(domain: str) -> None:
    known = {key(message) for message in texts_of(catalogue(domain))}
    missing = {text: where for text, where in used(domain).items() if text not in known}
    assert not missing, f"run `make messages` and translate: {missing}"


ITALIAN_SUIT = re.compile(r"\b(?:bastoni|coppe|denari|oro|(?<!\ba )spade)\b(?![^()]*\))", re.IGNORECASE)
"""An Italian suit, unless in parentheses behind its English name; "a spade" is French."""


@pytest.mark.parametrize("domain", DOMAINS)
def test_english_texts_name_the_suits_in_english(domain: str) -> None:
    assert [text for _context, text in used(domain) if ITALIAN_SUIT.search(text)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_is_asked_for_with_a_plural_and_without(domain: str) -> None:
    """The catalogue has it once, with the plural: whoever asks without one gets the English text."""
    assert {text: files for text, files in used(domain).items() if len(files) > 1} == {}


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_catalogue_has_no_obsolete_text(domain: str) -> None:
    gone = [key(message) for message in texts_of(catalogue(domain)) if key(message) not in used(domain)]
    assert not gone, "run `make messages`"


@pytest.mark.parametrize("domain", DOMAINS)
def test_make_messages_changes_nothing_but_texts(domain: str) -> None:
    catalog = catalogue(domain)
    files = [message.locations[0][0] for message in texts_of(catalog)]
    assert files == sorted(files), "run `make messages`"
    assert catalog.creation_date == datetime(2026, 1, 1, tzinfo=UTC), "the day of the run would be a change"


# ---- translations


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_translated(domain: str) -> None:
    texts = texts_of(catalogue(domain))
    assert texts
    assert [message.id for message in texts if not all(forms(message.string)) or not message.string] == []
    assert [message.id for message in texts if message.fuzzy] == []


ARTICLE_BEFORE_FIGURE = re.compile(
    r"\b(?:il|lo|la|i|gli|(?:al|del|dal|nel|sul)(?:la)?|(?:a|de|da|ne|su)(?:i|gli))"
    r" %\((?:n|number|deal|percent|sum|date|day|when|until|made)\)",
    re.IGNORECASE,
)


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_article_stands_before_a_figure(domain: str) -> None:
    """It would change with the figure: i 7, gli 8; il 7 marzo, l’8 marzo."""
    texts = [form for message in texts_of(catalogue(domain)) for form in forms(message.string)]
    assert [text for text in texts if ARTICLE_BEFORE_FIGURE.search(text)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_header_is_complete(domain: str) -> None:
    catalog = catalogue(domain)
    assert not catalog.fuzzy
    assert catalog.num_plurals == 2


PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|<[^>]+>")


@pytest.mark.parametrize("domain", DOMAINS)
def test_translations_use_the_same_values(domain: str) -> None:
    """A plural form may omit the number ("one card"), but no text may use a value that is not provided."""
    for message in texts_of(catalogue(domain)):
        originals, translated = forms(message.id), forms(message.string)
        if not any(translated):
            continue
        given = {value for form in originals for value in PLACEHOLDER.findall(form)}
        for form in translated:
            named = set(PLACEHOLDER.findall(form))
            assert named <= given, message.id
            if len(originals) == 1:
                assert named == given, message.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_has_an_exclamation_mark(domain: str) -> None:
    for message in texts_of(catalogue(domain)):
        texts = (*forms(message.id), *forms(message.string))
        spoken_by_people = message.id == "Nice!"
        assert spoken_by_people or not any("!" in text for text in texts), message.id


def test_scripts_have_their_texts_in_the_language_of_the_address(client: Client) -> None:
    italian = client.get(catalogue_address("it"), headers={"Accept-Language": "en"})
    english = client.get(catalogue_address("en"), headers={"Accept-Language": "it"})
    assert '"Copied": "Copiato"' in italian.content.decode()
    assert "Copiato" not in english.content.decode()
    assert italian["Cache-Control"] == IMMUTABLE, "asked for once, not with every table"
    assert client.get("/testi/?lingua=it&versione=old")["Cache-Control"] == "public, no-cache"
    assert "max-age" not in client.get("/testi/")["Cache-Control"], "here the browser's language decides"


# ---- words that texts hold to

NEXT = "say what may have happened, and what to do next"
SHUNNED = {
    "en": {
        r"\bno such\b": NEXT,
        r"^To (the|my|your) ": "a button says what it does: Go to the table",
        r"\b[Mm]ail(s|ed)?\b|[Ee]-mail": "email",
        r"\b[Ww]hoever\b": "the player who, anyone who",
        r"\b[Dd]rawn\b(?! by lot)|\b[Dd]raw again": "paired, tied, shown, or drawn by lot",
        r"\bof now\b|\blying\.": "current; landscape",
        r"\bbroken off\b": "abandoned",
        r"\bto spare\b|\bspare time\b": "in reserve",
        r"\bbrought along\b": "carried over",
        r"\b[Ss]tored?\b": "saved",
        r"\bno (list|result of)\b": "not a list",
        r"\bopen (hands|cards)\b|\b(hands|cards|laid) open\b": "face up",
        r"\b[Mm]atch(es)? of (the )?teams\b|\b[Tt]eam match|\btied match\b": "meeting",
        r"\bpal[oi]\b(?![^“]*”)": "seme",
    },
    "it": {
        r"^Quest[oaie] [^.:]* (non c’è|non ci sono|non esiste)\.": NEXT,
        r"(?<!-)\b[Mm]ail\b|\b[Pp]er posta\b|\bserver di posta\b": "e-mail",
        r"\bappello\b": "conferma della presenza",
        r"\brating\b": "valutazione",
        r"\b[Aa]ccoppi": "abbinare, abbinamenti",
        r"\b[Uu]n arbitro\b|\ball’arbitro\b": "la direzione; the referee is a program",
        r"\b[Pp]roprietari\b": "chi ne è titolare",
        r"\bIl seme si vede\b|\bda questo seme\b": "codice del mazzo; seme is a suit",
        r"\b[Pp]al[oi]\b(?![^«]*»)": "seme; palo only where a declaration is quoted",
    },
}
"""Words that the catalogue no longer uses, by language, and those that it uses instead."""


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", SHUNNED)
def test_a_thing_is_called_by_one_name(domain: str, language: str) -> None:
    for message in texts_of(catalogue(domain)):
        for text in forms(message.id if language == "en" else message.string):
            named = re.sub(PLACEHOLDER, "", text)
            for pattern, instead in SHUNNED[language].items():
                assert not re.search(pattern, named), f"{text!r}: {instead}"


def texts_of_a_game() -> Iterator[tuple[str, str, str]]:
    """Each text of a game's folder: its game, and itself in English and in Italian."""
    for message in texts_of(catalogue("django")):
        games = {
            Path(file).parts[2]
            for file, _line in message.locations
            if file.startswith("ludocards/catalogue/")
        }
        for game in games:
            for pair in zip(forms(message.id), forms(message.string), strict=True):
                yield game, *pair


def test_deals_matches_and_dealers_have_one_name_in_all_games() -> None:
    for game, english, italian in texts_of_a_game():
        assert not re.search(r"\bgames? (won|wins)\b|\bwins? the game\b", english), f"{game}: {english!r}"
        assert not re.search(r"\b[Ii]ncontr[oi]\b|\bchi dà(\.| le carte\b)", italian), f"{game}: {italian!r}"


def test_ranks_are_in_lower_case_within_a_sentence() -> None:
    middle = r"(?<![.?!] )(?<!^)(?<!di )\b({})\b"
    for game, english, italian in texts_of_a_game():
        assert not re.search(middle.format("Kings?|Knights?|Jacks?|Queens?|Maids?"), english), (
            f"{game}: {english!r}"
        )
        assert not re.search(middle.format("Re|Cavallo|Fante"), italian), f"{game}: {italian!r}"


def test_days_and_months_are_in_lower_case_in_italian() -> None:
    at = datetime(2026, 11, 9, 20, 30, tzinfo=UTC)
    with translation.override("it"):
        assert date_format(at, "DATETIME_FORMAT") == "lunedì 9 novembre 2026, 20:30"
        assert date_format(at, "DATE_FORMAT") == "9 novembre 2026"


def test_a_template_leaves_ordinals_to_the_language_of_the_page() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    assert [path.name for path in templates if "}}º" in path.read_text(encoding="utf-8")] == []
