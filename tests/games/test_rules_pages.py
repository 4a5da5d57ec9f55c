"""The pages of the rules: they are complete and cite their sources, and a table's say what it plays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games import rulebook, texts
from games.rulebook.reader import reader_of
from ludocards.catalogue.tarocchi.rules.presets import PRESETS as TAROCCHI
from ludocards.catalogue.tressette.rules.declarations import PHRASES, TABLE
from ludocards.catalogue.tressette.rules.presets import PRESETS as TRESSETTE
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.catalogue.whist.rules.presets import PRESETS as WHIST
from ludocards.catalogue.whist.rules.presets import schedule
from ludocards.catalogue.whist.values import MOST, RANKING
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.registry import GAMES, PACKAGES
from ludocards.words.rulebook import (
    TAGS,
    RulebookPage,
    Section,
)
from tests.node import run_on_whole_page
from tests.tinygame import rules as tinygame

pytestmark = pytest.mark.django_db

BOOKS = {game: book for game in GAMES if (book := rulebook.book_of(game))}
PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]
EXTRAS = [(game, page) for game, book in BOOKS.items() for page in book.pages]
PAGES = [
    "/regole/",
    *(f"/regole/{game}/" for game in GAMES),
    *(f"/regole/{game}/{page}/" for game, page in [*PRESETS, *EXTRAS]),
]
LANGUAGES = ("it", "en")


class Reading(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if named.get("id"):
            self.ids.append(named["id"] or "")
        if tag == "a" and named.get("href"):
            self.hrefs.append(named["href"] or "")


def get(path: str, language: str = "it") -> str:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def sections(game: str) -> Iterator[tuple[Section, RulebookPage | None]]:
    book = BOOKS[game]
    yield from ((section, None) for section in book.sections)
    yield from ((section, page) for page in book.pages.values() for section in page.sections)


# ---- the pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_without_broken_links(path: str, language: str) -> None:
    html = get(path, language)
    assert f'<html lang="{language}"' in html
    page = Reading(html)
    assert [name for name, times in Counter(page.ids).items() if times > 1] == []
    for href in page.hrefs:
        if href.startswith("#"):
            assert href[1:] in page.ids, href
        elif href.startswith("/regole/"):
            assert href in PAGES, href


@pytest.mark.parametrize("game", [*BOOKS])
def test_the_page_of_a_game_says_its_rules_before_its_variants(game: str) -> None:
    html = get(f"/regole/{game}/")
    assert html.index('id="in-breve"') < html.index('id="h-varianti"') < html.index('id="h-confronto"')


@pytest.mark.parametrize(
    "path",
    ["/regole/scopa/", "/regole/whist/classico/", "/regole/scopa/classico/", "/regole/tressette/segnali/"],
)
def test_unknown_rules_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_every_page_links_to_the_rules() -> None:
    home = Reading(get("/"))
    assert home.hrefs.count("/regole/") == 1, "in the foot"
    assert {f"/regole/{game}/" for game in GAMES} <= {*home.hrefs}
    everywhere = {*Reading(get("/regole/")).hrefs}
    for game in GAMES:
        everywhere |= {*Reading(get(f"/regole/{game}/")).hrefs}
    assert {*PAGES} <= everywhere


@pytest.mark.parametrize(("page", "preset"), [("ludopoli", "ludopoli"), ("dichiarazioni", "ludopoli")])
def test_a_table_opened_from_a_variant_plays_that_variant(page: str, preset: str) -> None:
    hrefs = Reading(get(f"/regole/tressette/{page}/")).hrefs
    [link] = [href for href in hrefs if href.startswith("/tavoli/") and href.endswith("#apri")]
    form = get(link.removesuffix("#apri"))
    assert re.search(rf'value="{preset}"[^>]*?checked', form)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_option_is_listed_with_the_value_of_the_preset(game: str, preset: str) -> None:
    html, options = get(f"/regole/{game}/{preset}/", "en"), texts.texts_of_game(game).options
    rows = dict(re.findall(r'<tr role="row" id="opt-(\w+)">(.*?)</tr>', html, re.DOTALL))
    assert [*rows] == [*options]
    with translation.override("en"):
        values = texts.preset_values(game, preset)
        for option in GAMES[game].options:
            text = options[option.name]
            assert escape(str(text.label)) in rows[option.name]
            assert f"<strong>{escape(text.choice(values[option.name]))}</strong>" in rows[option.name]
            for choice in option.choices:
                assert escape(text.choice(choice)) in rows[option.name]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_other_presets_are_described_by_their_differences(game: str, preset: str) -> None:
    html = get(f"/regole/{game}/{preset}/", "en")
    section = html[html.find('id="altre-varianti"') :] if len(GAMES[game].presets) > 1 else ""
    with translation.override("en"):
        mine = dict(texts.rules_summary(game, {"preset": preset}))
        for other in GAMES[game].presets:
            if other != preset:
                assert f'href="/regole/{game}/{other}/"' in section
                for label, value in texts.rules_summary(game, {"preset": other}):
                    assert (
                        value == mine[label]
                        or f"<dt>{escape(label)}</dt>\n<dd>{escape(value)}</dd>" in section
                    )


def test_the_deck_is_shown_with_the_worth_of_its_cards() -> None:
    tarocchi = get("/regole/tarocchi/calatafimi/")
    assert {code for code in SICILIAN63.cards if f"sicilian63/{code}.svg" not in tarocchi} == set()
    whist = get("/regole/whist/andata/")
    places = [whist.find(f"french52/{rank}S.svg") for rank in RANKING.ranks["S"]]
    assert places == sorted(places)
    assert -1 not in places
    for players in MOST:
        deals = " ".join(map(str, schedule(WHIST["andata_ritorno"], players)))
        assert re.search(rf"<td\s*>\s*{deals}\s*</td>", get("/regole/whist/andata_ritorno/"))


def test_the_help_lists_every_declaration_of_the_engine() -> None:
    html = get("/regole/tressette/dichiarazioni/")
    for code, phrase in PHRASES.items():
        assert f"«{escape(phrase.text)}»" in html, code
        assert escape(", ".join(phrase.also)) in html, code
    led = html[html.find('id="giocata"') : html.find('id="esempi"')]
    assert led.count('<th scope="row"') == len(TABLE)


@pytest.mark.parametrize("preset", ["bredese", "neutra"])
def test_every_signal_is_listed_with_its_dialect(preset: str) -> None:
    html = get(f"/regole/tressette/{preset}/")
    for signal in SIGNALS[preset]:
        assert re.search(rf'<th scope="row"[^>]*>\s*{re.escape(escape(signal.name))}\s*</th>', html)
        assert signal.dialect is None or re.search(rf">\s*{re.escape(escape(signal.dialect))}\s*</td>", html)


def test_a_foreign_game_without_a_rule_book_still_lists_its_options(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tinygame.GAME.name
    monkeypatch.setitem(GAMES, game, tinygame.GAME)
    monkeypatch.setitem(PACKAGES, game, "tests.tinygame")
    for known in (texts.texts_of_game, rulebook.book_of):
        known.cache_clear()
    try:
        assert rulebook.book_of(game) is None
        assert client.get(f"/regole/{game}/").status_code == 200
        html = client.get(f"/regole/{game}/classico/").content.decode()
        assert 'id="opt-deals"' in html
        assert 'id="fonti"' not in html
    finally:
        for known in (texts.texts_of_game, rulebook.book_of):
            known.cache_clear()


# ---- sources


def test_every_house_game_has_a_rule_book_and_every_source_a_link() -> None:
    assert {"tressette", "tarocchi", "whist"} <= {*BOOKS}
    for book in BOOKS.values():
        for source in book.sources.values():
            assert source.title
            assert re.match(r"https?://[\w.-]+/", source.url)


@pytest.mark.parametrize("game", BOOKS)
def test_every_clause_cites_its_sources(game: str) -> None:
    book = BOOKS[game]
    for section, page in sections(game):
        for clause in section.clauses:
            assert (clause.origin is None) == bool(clause.option), clause.id
            for preset, rules in GAMES[game].presets.items():
                origin = clause.origin or book.options(clause.option, rules)
                assert origin.cites.split(), clause.id
                assert {*origin.cites.split()} <= {*book.sources}, clause.id
                assert origin.tag_for(book.texts[preset]) in TAGS
        assert page is None or page.preset in GAMES[game].presets


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_option_cites_its_sources(game: str, preset: str) -> None:
    book = BOOKS[game]
    assert book.texts[preset] <= {*book.sources}
    for option in GAMES[game].options:
        cites = book.options(option.name, GAMES[game].presets[preset]).cites.split()
        assert cites, option.name
        assert {*cites} <= {*book.sources}


@pytest.mark.parametrize("game", BOOKS)
def test_every_listed_source_is_cited(game: str) -> None:
    pages = [page for of, page in [*PRESETS, *EXTRAS] if of == game]
    listed = "".join(get(f"/regole/{game}/{page}/") for page in pages)
    assert [name for name in BOOKS[game].sources if f'id="fonte-{name}"' not in listed] == []


def test_house_choices_are_marked_as_such() -> None:
    html = get("/regole/tarocchi/calatafimi/", "en")
    for option in ("discardPolicy", "overtrump", "fujutuMayLead", "deals"):
        row = html[html.find(f'id="opt-{option}"') :]
        assert 'data-tag="choice"' in row[: row.find("</tr>")], option
    row = html[html.find('<li id="re">') :]
    assert 'data-tag="text"' in row[: row.find("</li>")]


# ---- the rules of a table


def texts_of(game: str, **rules: Any) -> str:
    """The clauses, tables and examples of a table's own page of the rules."""
    reader = reader_of(game, rules)
    assert reader is not None
    return repr((reader.sections(reader.book.sections), reader.brief()))


@pytest.mark.parametrize(
    ("game", "rules", "absent", "present"),
    [
        ("tressette", {"preset": "classico", "accuse_window": 0}, "accus", ""),
        ("tressette", {"preset": "classico", "scoring": "floor35"}, "10, 11 or 12", "may make it 10"),
        (
            "tressette",
            {"preset": "classico", "removed_card": "4S"},
            "Four of batons.",
            "left out: Four of swords.",
        ),
        (
            "tressette",
            {"preset": "classico", "first_lead": "four_of_denari", "removed_card": "4D"},
            "Elsewhere the holder",
            "With three players the 4 of coins is left out",
        ),
        ("tressette", {"preset": "ludopoli", "first_lead": "four_of_denari"}, "is left out", "In the first"),
        ("tressette", {"preset": "ludopoli", "declarations": "manual"}, "always true", "nobody checks them"),
        ("tressette", {"preset": "ludopoli"}, "nobody checks them", "It does not check the two"),
        ("tressette", {"preset": "ludopoli", "match_end": {"deals": 4}}, "4 points", "deals is fixed"),
        ("tressette", {"preset": "ludopoli", "terzo_con_re": True}, "nobody checks", "Here terzo is said"),
        ("tressette", {"preset": "bredese", "signals": "none"}, "segnare falso", ""),
        ("tarocchi", {"overtrump": True}, "need not beat", "must beat the 9"),
        (
            "tarocchi",
            {"unansweredOffer": "play"},
            "nobody scores.', 'offer",
            "nobody has taken an offer, off",
        ),
        ("tarocchi", {"offerMax": 36}, "1 to 8", "36 points"),
        ("tarocchi", {"fujutuMayLead": False}, "The Fuggitivo was led", "may be led only as"),
        ("tarocchi", {"fujutuExcusesForced": True}, "no escape", "the king, or the Fuggitivo"),
        ("tarocchi", {"forcedAppliesToLeader": False}, "leader is bound", "for those who follow"),
        ("whist", {"briscola": False}, "trump of the trick", "cannot follow plays any card"),
        ("whist", {}, "a player who cannot follow plays any card", "must play a trump"),
        ("whist", {"asso_alto": True, "briscola": False}, "king is the highest", "ace is the highest"),
        ("maraffone", {"cricca": "anyone"}, "leads the ace first", "may declare them in the first trick"),
        ("maraffone", {"cricca": "none"}, "maraffa", ""),
        ("maraffone", {"striscio": "one_left"}, "I have more of this suit", "exactly one"),
        ("maraffone", {"signals": "none"}, "one of three words", ""),
        ("scopone", {"finish": "in_order", "napola": "full"}, "after a deal", "primiera, napola, scope."),
        ("scopone", {"primiera_figures": "r10_c9_f8"}, "", "caption='8'"),
        ("scopone", {"preset": "scopa", "cards": "nine"}, "Everybody gets 9", "Four players get 9"),
        ("scopone", {"preset": "scopa"}, "if two share it", "if two are tied"),
        ("briscola", {"requests": True}, "one sign", "a player may ask the partner"),
        ("briscola", {"preset": "osteria"}, "too.", "Only the partner sees"),
        ("briscola", {"exchange": "two", "exchange_until": "stock"}, "first card.", "the 2 of trumps"),
        ("briscola", {"tie": "last_trick"}, "the most points, nobody wins", "took the last trick"),
        ("traversone", {"fractions": "dropped"}, "has what is missing", "count for nobody"),
        ("traversone", {"cappotto": "none"}, "scores nothing", ""),
    ],
)
def test_a_table_is_told_only_the_rules_that_it_plays(
    game: str, rules: dict[str, Any], absent: str, present: str
) -> None:
    with translation.override("en"):
        shown = texts_of(game, **rules)
    assert not absent or absent.lower() not in shown.lower()
    assert present in shown


def test_where_nobody_checks_declarations_each_is_a_sentence_for_the_chat() -> None:
    for value in ("none", "manual", "automatic"):
        page = texts.page_words("tressette", {"preset": "ludopoli", "declarations": value})
        said = [text for group in page["sentences"] for text in group["said"]]
        assert Counter(said) == Counter(phrase.text for phrase in PHRASES.values() if value == "manual")


def test_the_presets_are_those_of_the_engine() -> None:
    assert {*BOOKS["tressette"].texts} == {*TRESSETTE}
    assert {*BOOKS["tarocchi"].texts} == {*TAROCCHI}
    assert {*BOOKS["whist"].texts} == {*WHIST}


def test_the_list_of_the_rules_says_how_variants_differ() -> None:
    shown, abouts = get("/regole/"), texts.texts_of_game("tressette").presets.values()
    with translation.override("it"):
        assert [name for name in map(str, (each.about for each in abouts)) if escape(name) not in shown] == []
        assert shown.count(escape(str(texts.texts_of_game("scopone").presets["scopa"].about))) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_lead_to_a_match(client: Client, game: str) -> None:
    page = client.get(f"/regole/{game}/").content.decode()
    assert 'action="/tavoli/gioca/"' in page
    assert f'name="game" value="{game}"' in page


def test_a_match_from_the_rules_is_as_short_as_chosen_on_the_first_page(client: Client) -> None:
    chosen = """
        const short = () => find("form [name=short]");
        const { setPreference } = await load("table/prefs");
        await load("table/choices");
        const usual = short().checked;
        setPreference("short", true);
        give([usual, short().checked]);
    """
    page = client.get("/regole/briscola/").content.decode()
    assert run_on_whole_page(chosen, page) == [False, True]
    assert "js/table/choices.js" in page
