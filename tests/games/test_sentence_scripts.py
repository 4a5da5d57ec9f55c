"""What the scripts of a table say about a move, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from games import texts
from tests.node import run_on_page

SAID = """
    const { loadGame } = await load("cards/game");
    const { makeSentences } = await load("table/sentences");
    const names = { isMe: (seat) => seat === 0, name: (seat) => (seat ? "Vito" : "") };
    const { sentence } = makeSentences({ game: await loadGame(game), names });
    console.log(JSON.stringify(events.map((event) => sentence(event, {}))));
"""
PLAYED = [{"kind": "played", "seat": 0, "card": "2B"}, {"kind": "played", "seat": 1, "card": "AD"}]
CAPTURED = [{"kind": "captured", "seat": 1, "cards": ["2B", "AD"]}]
TRUMPED = [{"kind": "played", "seat": 1, "card": "T20"}, {"kind": "played", "seat": 1, "card": "RC"}]


@pytest.mark.parametrize(
    ("game", "events", "language", "said"),
    [
        ("briscola", PLAYED, "en", ["you play the Two of bastoni", "Vito plays the Ace of denari"]),
        ("briscola", PLAYED, "it", ["giochi Due di bastoni", "Vito gioca Asso di denari"]),
        ("scopone", CAPTURED, "en", ["Vito takes the Two of bastoni and the Ace of denari"]),
        ("tarocchi", TRUMPED, "en", ["Vito plays Trump 20, Giove", "Vito plays the King of coppe"]),
    ],
)
def test_a_card_in_a_sentence_has_its_article(
    game: str, events: list[dict[str, object]], language: str, said: list[str]
) -> None:
    with translation.override(language):
        assert (
            run_on_page(SAID, {"#words": texts.page_words(game, {})}, language, game=game, events=events)
            == said
        )


DECLARING = """
    const { makeManners } = await load("games/tressette-manners");
    const view = { deal: 0, phase: "play", tricks: [], trick: { cards: ["7B"] } };
    const slipsOf = (preview) => makeManners({ suitOf: String }).slips(
        { seated: true, match: "", view: { ...view, declarations: { boxes: ["capture"], preview } } }, {},
    );
    const texts = [null, { text: "liscio qui" }];
    const shown = texts.map((capture) => slipsOf({ "2B": { capture: null }, "3B": { capture } }));
    console.log(JSON.stringify(shown.map((slips) => slips.map(({ className }) => className))));
"""


def test_a_declaration_is_asked_for_only_where_a_card_has_one() -> None:
    words = texts.page_words("tressette", {"preset": "ludopoli", "declarations": "automatic"})
    assert run_on_page(DECLARING, {"#words": words}) == [["slip-place"], ["slip decl"]]
