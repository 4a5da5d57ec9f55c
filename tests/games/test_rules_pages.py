"""The pages of the rules: they are complete and cite their sources, and every example is played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, singledispatch
from html.parser import HTMLParser
from itertools import combinations, product
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games import rulebook, texts
from games.rulebook.reader import reader_of
from games.rulebook.shapes import (
    TAGS,
    Counted,
    Dialogue,
    Example,
    Page,
    Playable,
    Reckoned,
    Section,
    Taking,
)
from ludocards.catalogue.briscola.rules import scoring as briscola
from ludocards.catalogue.briscola.values import ALL_POINTS
from ludocards.catalogue.briscola.values import RANKING as BRISCOLA_RANKING
from ludocards.catalogue.scopone.rulebook.examples import Best, Capturing, Scored
from ludocards.catalogue.scopone.rules import scoring as scopone_scoring
from ludocards.catalogue.scopone.rules.captures import takings
from ludocards.catalogue.tarocchi.rulebook.playing import Reopened
from ludocards.catalogue.tarocchi.rules import bidding as tarocchi_bidding
from ludocards.catalogue.tarocchi.rules import following
from ludocards.catalogue.tarocchi.rules import scoring as tarocchi_scoring
from ludocards.catalogue.tarocchi.rules.presets import PRESETS as TAROCCHI
from ludocards.catalogue.tarocchi.values import RANKING as TAROCCHI_RANKING
from ludocards.catalogue.thirds import rules as thirds
from ludocards.catalogue.thirds.values import RANKING as THIRDS_RANKING
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.traversone.rules import scoring as traversone
from ludocards.catalogue.tressette.rulebook.examples import Accused, Signalled, Spoken
from ludocards.catalogue.tressette.rules import accuse, signals
from ludocards.catalogue.tressette.rules.declarations import PHRASES, SUIT, TABLE, Holding, play_suit
from ludocards.catalogue.tressette.rules.presets import PRESETS as TRESSETTE
from ludocards.catalogue.tressette.rules.signals import SIGNALS
from ludocards.catalogue.tressette.rules.state import State as TressetteState
from ludocards.catalogue.whist.rules import bidding as whist_bidding
from ludocards.catalogue.whist.rules import scoring as whist_scoring
from ludocards.catalogue.whist.rules.presets import PRESETS as WHIST
from ludocards.catalogue.whist.rules.presets import schedule
from ludocards.catalogue.whist.rules.state import State as WhistState
from ludocards.catalogue.whist.values import MOST, RANKING
from ludocards.engine.cards import ITALIAN40, SICILIAN63
from ludocards.engine.game import Deal, Refused
from ludocards.engine.registry import GAMES, PACKAGES
from ludocards.engine.tricks import Trick, must_follow, winning_position
from tests.tinygame import rules as tinygame

pytestmark = pytest.mark.django_db

BOOKS = {game: book for game in GAMES if (book := rulebook.of(game))}
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


def sections(game: str) -> Iterator[tuple[Section, Page | None]]:
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


@pytest.mark.parametrize(
    "path",
    ["/regole/scopa/", "/regole/whist/classico/", "/regole/scopa/classico/", "/regole/tressette/segnali/"],
)
def test_unknown_rules_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_every_page_links_to_the_rules() -> None:
    home = Reading(get("/"))
    assert home.hrefs.count("/regole/") == 3, "in the head, in the foot and in the bar of the phone"
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
    html, options = get(f"/regole/{game}/{preset}/", "en"), texts.of(game).options
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
    for known in (texts.of, rulebook.of):
        known.cache_clear()
    try:
        assert rulebook.of(game) is None
        assert client.get(f"/regole/{game}/").status_code == 200
        html = client.get(f"/regole/{game}/classico/").content.decode()
        assert 'id="opt-deals"' in html
        assert 'id="fonti"' not in html
    finally:
        for known in (texts.of, rulebook.of):
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


# ---- the examples are played


def tables(game: str) -> Iterator[dict[str, Any]]:
    """The rules of every preset, and those that differ from it in one option, or in two."""
    engine = GAMES[game]
    ends = [{"match_end": {"deals": 4}}] if any(each.name == "match_end" for each in engine.options) else []
    chosen = [[{each.name: choice} for choice in each.choices] for each in engine.options]
    for preset in engine.presets:
        yield from ({"preset": preset, **end} for end in [{}, *ends])
        for one, other in combinations(chosen, 2):
            yield from ({"preset": preset, **first, **second} for first, second in product(one, other))


@cache
def played(game: str) -> list[Any]:
    """Those rules as the engine reads them."""
    found = [GAMES[game].rules_from(rules) for rules in tables(game)]
    return [*dict.fromkeys(rules for rules in found if not isinstance(rules, Refused))]


EXAMPLES = [
    pytest.param(game, section, page, example, id=f"{game}-{example.id}")
    for game in BOOKS
    for section, page in sections(game)
    for example in section.examples
]


@pytest.mark.parametrize(("game", "section", "page", "example"), EXAMPLES)
def test_the_engine_agrees_with_the_rule_book(
    game: str, section: Section, page: Page | None, example: Example
) -> None:
    """Every example holds by the rules of every page on which it stands, and it stands on one."""
    pages = [GAMES[game].presets[page.preset]] if page else filter(section.when, played(game))
    shown = [rules for rules in pages if example.when(rules)]
    assert shown
    for rules in shown:
        holds(example, game, rules)


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
            "Four of bastoni.",
            "left out: Four of spade.",
        ),
        (
            "tressette",
            {"preset": "classico", "first_lead": "four_of_denari", "removed_card": "4D"},
            "Elsewhere whoever holds",
            "With three players the 4 of denari is left out",
        ),
        ("tressette", {"preset": "ludopoli", "first_lead": "four_of_denari"}, "is left out", "In the first"),
        ("tressette", {"preset": "ludopoli", "declarations": "manual"}, "always true", "nobody checks them"),
        ("tressette", {"preset": "ludopoli"}, "nobody checks them", "It does not check the two"),
        ("tressette", {"preset": "ludopoli", "match_end": {"deals": 4}}, "4 points", "deals is fixed"),
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
        ("tarocchi", {"fujutuExcusesForced": True}, "no escape", "the King, or the Fuggitivo"),
        ("tarocchi", {"forcedAppliesToLeader": False}, "leader is bound", "for those who follow"),
        ("whist", {"briscola": False}, "trump of the trick", "cannot follow plays any card"),
        ("whist", {}, "a player who cannot follow plays any card", "must play a trump"),
        ("whist", {"asso_alto": True, "briscola": False}, "King is the highest", "Ace is the highest"),
        ("maraffone", {"cricca": "anyone"}, "leads the ace first", "may accuse them in the first trick"),
        ("maraffone", {"cricca": "none"}, "maraffa", ""),
        ("maraffone", {"striscio": "one_left"}, "I have more of this suit", "exactly one"),
        ("maraffone", {"signals": "none"}, "one of three words", ""),
        ("scopone", {"finish": "in_order", "napola": "full"}, "after a deal", "primiera, napola, scope."),
        ("scopone", {"primiera_figures": "r10_c9_f8"}, "", "caption='8'"),
        ("scopone", {"preset": "scopa", "cards": "nine"}, "Everybody gets 9", "Four players get 9"),
        ("scopone", {"preset": "scopa"}, "if two share it", "more than one has"),
        ("briscola", {"requests": True}, "one sign", "a player may ask the partner"),
        ("briscola", {"preset": "osteria"}, "too.", "Only the partner sees"),
        ("briscola", {"exchange": "two", "exchange_until": "stock"}, "first card.", "the 2 of trumps"),
        ("briscola", {"tie": "last_trick"}, "the most points, nobody wins", "took the last trick"),
        ("traversone", {"fractions": "dropped"}, "has what is missing", "count for nobody"),
        ("traversone", {"cappotto": "none"}, "writes nothing", ""),
    ],
)
def test_a_table_is_told_only_the_rules_that_it_plays(
    game: str, rules: dict[str, Any], absent: str, present: str
) -> None:
    with translation.override("en"):
        shown = texts_of(game, **rules)
    assert not absent or absent.lower() not in shown.lower()
    assert present in shown


@singledispatch
def holds(example: Example, game: str, rules: Any) -> None:
    raise AssertionError(f"nobody plays {type(example).__name__}")


@holds.register
def _(example: Playable, game: str, rules: Any) -> None:
    deck = GAMES[game].deck
    hand, trick = deck.of(example.hand.split()), Trick(0, deck.of(example.trick.split()))
    assert game != "whist" or rules.briscola == bool(example.trump)
    trump = deck.cards[example.trump].suit if example.trump else None
    if game == "tarocchi":
        opened = example.opened.split() if isinstance(example, Reopened) else ()
        may = following.playable(hand, trick, frozenset(opened), rules)
    else:
        may = must_follow(hand, trick, trump)
    assert {*may} == {*deck.of(example.playable.split())}


@holds.register
def _(example: Taking, game: str, rules: Any) -> None:
    own = {"briscola": BRISCOLA_RANKING, "tarocchi": TAROCCHI_RANKING}
    ranking = rules.ranking if game == "whist" else own.get(game, THIRDS_RANKING)
    cards = GAMES[game].deck.of(example.trick.split())
    assert game != "whist" or rules.briscola == bool(example.trump)
    if game == "tarocchi":
        hand = (cards[0], GAMES[game].deck.cards["T20"])
        assert cards[0] in following.playable(hand, Trick(0), frozenset(following.SUITS), rules)
    trump = example.trump[-1:] or None  # the suit of a card, or a suit
    trump = following.TRUMPS if game == "tarocchi" else trump
    assert winning_position(Trick(0, cards), ranking, trump) == example.winner
    if example.worth is not None:
        worth = briscola.worth if game == "briscola" else thirds.worth
        assert sum(map(worth, cards)) == example.worth


@holds.register
def _(example: Counted, game: str, rules: Any) -> None:
    cards = GAMES[game].deck.of(example.hand.split())
    counted = tarocchi_scoring.card_points(cards) if game == "tarocchi" else sum(map(briscola.worth, cards))
    assert counted == example.points


@holds.register
def _(example: Accused, game: str, rules: Any) -> None:
    assert rules.accuse_window
    found = accuse.held(0, ITALIAN40.of(example.hand.split()))
    said = Counter((accusa.combo, accusa.points) for accusa in found)
    with translation.override("en"):
        kinds = [str(name).split()[0] for name, _points in example.accuse]
    assert said == Counter(zip(kinds, (points for _name, points in example.accuse), strict=True))


@holds.register
def _(example: Capturing, game: str, rules: Any) -> None:
    table = ITALIAN40.of(example.table.split())
    found = takings(ITALIAN40.cards[example.card], table)
    assert {*map(frozenset, found)} == {frozenset(ITALIAN40.of(way.split())) for way in example.ways}


@holds.register
def _(example: Best, game: str, rules: Any) -> None:
    best = ITALIAN40.of(example.best.split())
    assert scopone_scoring.primiera(best, rules.primiera_figures) == example.primiera


@holds.register
def _(example: Scored, game: str, rules: Any) -> None:
    hands = [ITALIAN40.of(hand.split()) for hand in example.hands]
    engine = GAMES[game]
    dealt = engine.deal(engine.start(rules, len(hands), 3), Deal(3, tuple(hands), ()))
    assert not isinstance(dealt, Refused)
    state = dealt.state
    while not state.sheet:
        [seat] = engine.to_act(state)
        step = engine.apply(state, seat, engine.legal(state, seat)[0])
        assert not isinstance(step, Refused)
        state = step.state
    [line] = state.sheet
    assert line.scores == example.scores
    has = [line.points, line.denari, None, line.primiera, line.scored.scope]
    won = [line.scored.carte, line.scored.denari, line.scored.settebello, line.scored.primiera, None]
    for row, numbers, side in zip(example.rows, has, won, strict=True):
        assert numbers is None or tuple(map(str, numbers)) == row[1:3]
        with translation.override("en"):
            assert str(row[3]) == {None: "–", 0: "your side", 1: "the others"}[side]


SUMS: dict[str, Callable[[Any, tuple[int, ...]], int]] = {
    "Thirds in cards": lambda rules, row: SCORINGS[rules.scoring].score(
        row[0] + row[1] * SCORINGS[rules.scoring].last_trick
    ),
    "Before the deal": lambda rules, row: row[0] + row[1],
    "Bid": lambda rules, row: whist_scoring.score(*row),
    "Thirds of the first": lambda rules, row: traversone.written(rules, [*row, 32 - sum(row)], 3)[3],
    "Points of one side": lambda rules, row: ALL_POINTS - row[0],
    "Points taken": lambda rules, row: tarocchi_scoring.deal_scores((row[0],), 0 if row[1] else 1)[0],
}
"""The result of a row of an example, by the first column heading of its table."""


@holds.register
def _(example: Reckoned, game: str, rules: Any) -> None:
    with translation.override("en"):
        reckon = SUMS[str(example.head[0])]
    assert [reckon(rules, row[:-1]) for row in example.rows] == [row[-1] for row in example.rows]
    if game == "tarocchi":
        assert sum(row[-1] for row in example.rows) == 0


@holds.register
def _(example: Dialogue, game: str, rules: Any) -> None:
    if game == "whist":
        players, size, bids, no = example.closes
        state = WhistState(
            rules, players, 0, "bid", schedule(rules, players).index(size), ((),) * players, Trick(1)
        )
        assert tuple(int(bid) for _who, bid in example.said) == bids
        assert whist_bidding.forbidden(replace(state, bids=bids)) == no
        return
    calls: list[tarocchi_bidding.Call] = []
    for who, said in example.said:
        word, _space, number = said.partition(" ")
        value = "ABC".index(number) if word == "piglio" else int(number) if number else None
        call = tarocchi_bidding.Call("ABC".index(who), word, value)
        assert tarocchi_bidding.refusal(calls, call, rules) is None
        calls.append(call)
    assert (tarocchi_bidding.outcome(calls, rules),) == example.closes


@holds.register
def _(example: Spoken, game: str, rules: Any) -> None:
    cards = [ITALIAN40.cards[code] for code, _code, _words in example.says]
    holding = Holding(frozenset(card.rank for card in cards), frozenset(example.out.split()))
    assert len({card.suit for card in cards}) == 1
    assert not holding.mine & holding.out
    said = [play_suit(holding, card.rank, rules.terzo_con_re) for card in cards]
    assert said == [code for _card, code, _words in example.says]


@holds.register
def _(example: Signalled, game: str, rules: Any) -> None:
    hand = ITALIAN40.of(example.hand.split())
    trick = Trick(0, ITALIAN40.of(example.trick.split()))
    hands = tuple(hand if seat == len(trick.cards) else () for seat in range(4))
    state = TressetteState(rules, 4, 0, "play", 0, hands, trick)
    offered = signals.offered(state, len(trick.cards), ITALIAN40.cards[example.card])
    assert offered == tuple(code for code, _name in example.signals)


def test_where_nobody_checks_declarations_each_is_a_sentence_for_the_chat() -> None:
    for value in ("none", "manual", "automatic"):
        page = texts.page_words("tressette", {"preset": "ludopoli", "declarations": value})
        said = [text for group in page["sentences"] for text in group["said"]]
        assert Counter(said) == Counter(phrase.text for phrase in PHRASES.values() if value == "manual")


def test_examples_of_declarations_cover_every_kind_of_row() -> None:
    [page] = BOOKS["tressette"].pages.values()
    shown = {
        code
        for section in page.sections
        for each in section.examples
        if isinstance(each, Spoken)
        for _c, code, _w in each.says
    }
    assert {code for code in shown if code} <= {
        code for code, phrase in PHRASES.items() if phrase.box == SUIT
    }
    assert None in shown
    assert len(shown) > 12


def test_the_presets_are_those_of_the_engine() -> None:
    assert {*BOOKS["tressette"].texts} == {*TRESSETTE}
    assert {*BOOKS["tarocchi"].texts} == {*TAROCCHI}
    assert {*BOOKS["whist"].texts} == {*WHIST}
