"""The committed decks: they are complete, they match the generator, and they contain only shapes."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.texts import texts_of_game
from ludocards.engine.cards import DECKS
from ludocards.engine.registry import GAMES
from ludocards.words.cards import card_name
from ludopoli.base.decks import BACKS, HOME, KNOWN_BY, OWN, REGIONAL, cards_of_deck
from tools import icons
from tools.deckart.__main__ import main as deckart

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "defs", "symbol", "g", "use", "path", "circle", "ellipse", "rect"}


def cards(ranks: str, suits: str) -> set[str]:
    return {rank + suit for rank in ranks.split() for suit in suits}


CODES = {
    "italian40": cards("3 2 A R C F 7 6 5 4", "BCDS"),
    "french52": cards("K Q J 10 9 8 7 6 5 4 3 2 A", "SHDC"),
    "sicilian63": cards("R Q C D 10 9 8 7 6 5", "OCSB") | {"4O", "F"} | {f"T{n}" for n in range(21)},
}
DRAWN = CODES | {name: CODES[deck] for deck, names in REGIONAL.items() for name in names}
VARIANTS = ("", "-large", "-contrast", "-contrast-large")
FILES = [f"{drawing}{variant}.svg" for drawing in DRAWN for variant in VARIANTS]
SMALL = [f"back-{name}.svg" for name in BACKS]
ALONE = [f"{deck}/{code}.svg" for deck, codes in CODES.items() for code in sorted(codes)]
ALONE += [f"{name}/{code}.svg" for name, code in KNOWN_BY.items()]


def committed(name: str) -> Path:
    path: Path = settings.BASE_DIR / "static" / "decks" / name
    return path


@pytest.mark.parametrize("name", FILES)
def test_every_card_of_the_deck_and_its_backs_have_one_symbol(name):
    root = ElementTree.parse(committed(name)).getroot()
    symbols = [symbol.get("id") for symbol in root.iter(f"{SVG}symbol")]
    deck = name.removesuffix(".svg").partition("-")[0]
    assert sorted(symbols) == sorted(DRAWN[deck] | {f"back-{name}" for name in BACKS})
    named = [node.get("id") for node in root.iter() if node.get("id")]
    assert named == [node.get("id") for node in (*root[0], *root[1:])], "the page cuts a file at its ids"


def test_the_cards_that_stand_for_a_deck_have_files_of_their_own():
    assert {f"{deck}/{code}.svg" for name in CODES for deck, code in cards_of_deck(name)} <= {*ALONE}


def test_every_back_can_be_chosen_and_has_a_small_picture():
    choices = (settings.BASE_DIR / "templates" / "games" / "_choices.html").read_text(encoding="utf-8")
    style = (settings.BASE_DIR / "static" / "css" / "components" / "pcard.css").read_text(encoding="utf-8")
    assert tuple(re.findall(r'value="(\w+)" data-preference="back"', choices)) == BACKS
    pictures = re.findall(r'\[data-back="(\w+)"\] {\s+--back: url\("../../decks/back-\1.svg"\)', style)
    assert tuple(pictures) == BACKS
    assert all(committed(name).stat().st_size < 3_000 for name in SMALL)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_offers_the_regional_drawings_of_its_deck(game):
    offered = re.findall(
        r'value="(\w+)"\s+data-preference="deck"', render_to_string("games/_choices.html", {"game": game})
    )
    regional = REGIONAL.get(GAMES[game].deck.name)
    assert offered == ([OWN, HOME, *regional] if regional else [])


def test_a_deck_file_is_self_contained():
    for name in FILES + SMALL + ALONE:
        text = committed(name).read_text(encoding="utf-8")
        assert set(re.findall(r"<(\w+)", text)) <= SHAPES, name
        assert "url(" not in text, name
        assert not re.search(r"\son\w+=|\sstyle=|font", text), name
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), name
        assert set(re.findall(r'href="([^"]+)"', text)) <= {f"#{each}" for each in ids}, name


@pytest.mark.parametrize("name", FILES)
def test_a_deck_weighs_less_than_150_kb_on_the_wire(name):
    assert len(gzip.compress(committed(name).read_bytes(), 6)) < 150_000


@pytest.mark.parametrize("deck", CODES)
def test_every_card_has_a_name_of_its_own_in_both_languages(deck):
    assert set(DECKS[deck].cards) == CODES[deck]
    for language in ("en", "it"):
        with translation.override(language):
            names = {str(card_name(deck, code)) for code in CODES[deck]}
        assert len(names) == len(CODES[deck]), language
        assert names.isdisjoint(CODES[deck]), language  # no card is called by its code


@pytest.mark.parametrize("name", KNOWN_BY)
def test_a_regional_deck_is_drawn_anew_and_weighs_no_more_than_the_usual_one(name):
    [usual] = [each for each, names in REGIONAL.items() if name in names]
    drawn, known = (
        set(re.findall(r'<symbol id="[^b].*', committed(f"{each}.svg").read_text())) for each in (name, usual)
    )
    assert len(drawn) == 40
    assert not drawn & known
    assert committed(f"{name}.svg").stat().st_size <= committed(f"{usual}.svg").stat().st_size


def test_a_game_is_at_home_in_a_regional_deck_of_its_own_deck():
    for game, live in GAMES.items():
        home = texts_of_game(game).home_deck
        assert not home or home in REGIONAL[live.deck.name], game


def test_the_four_colour_deck_differs_only_in_its_colours():
    plain, contrast = (committed(f"french52{variant}.svg").read_text() for variant in ("", "-contrast"))
    colour = r"#[0-9a-f]{6}"
    assert re.sub(colour, "", plain) == re.sub(colour, "", contrast)
    inks = {re.search(rf'<g id="n{suit}"[^§]*?fill="({colour})"', contrast).group(1) for suit in "SHDC"}
    assert len(inks) == 4


def test_the_generator_draws_the_committed_icons(tmp_path):
    icons.draw(tmp_path)
    kept = settings.BASE_DIR / "static" / "icons"
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in kept.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (kept / path.name).read_bytes(), path.name


def test_the_generator_draws_the_committed_files(tmp_path):
    deckart(["--out", str(tmp_path), "all"])
    drawn = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.svg")]
    assert sorted(drawn) == sorted(FILES + SMALL + ALONE)
    for name in drawn:
        assert (tmp_path / name).read_bytes() == committed(name).read_bytes(), name
