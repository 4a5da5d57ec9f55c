"""The declarations about a suit: those of Ludopoli (S0) as one table, and how to read it.

A declaration depends on the cards that a player holds, including the card led, and on those that are still
out, never on hidden cards. The first row of `TABLE` that fits applies; if none fits, nothing is declared. The
clauses, in the order of the text:

| clause | function | test |
|---|---|---|
| sola, piombo: the only card | `declarations.play_suit` | `test_a_single_card_is_sola_or_piombo` |
| si liscia: the higher of two | `declarations.play_suit` | `test_declarations_with_two_cards` |
| terzo, without the Re beside it | `declarations.play_suit` | `test_three_cards_with_one_honour_led` |
| vero doppio liscio, terzo di Re and on | `declarations.play_suit` | `test_declarations_with_the_king_kept` |
| è mia: only my own cards beat it | `declarations.play_suit` | `test_e_mia` |
| lungo, lunghissimo | `declarations.play_suit` | `test_declarations_of_long_suits` |
| liscio e busso, ribusso, busso | `declarations.play_suit` | `test_a_plain_card_led_with_one_honour_kept` |
| ventotto, ventinove, venticinque | `declarations.play_suit` | `test_declarations_with_two_honours` |
| Per Esperti: the 2 led, either honour led | `declarations.play_suit` | `test_changes_of_the_experts` |
| pigliata: a piombo, or liscio | `declarations.capture` | `test_declarations_of_the_taker` |
| faglio a un palo, checked | `announce.other_voids` | `test_faglio_is_another_suit` |
| the partner's suit, not checked | `announce.BY_BOX` | `test_the_partners_suit_is_not_checked` |
| silent in a suit: no more while one leads | `announce.barred` | `test_a_lead_in_silence_bars_the_suit` |
| declared: no more about the suit | `announce.barred` | `test_a_suit_is_declared_once` |
| not even faglio, or once led in silence | `announce.barred` | `test_faglio_is_not_a_suit_already_declared` |
| except still lunghissimo | `announce.barred` | `test_still_lunghissimo_may_be_declared_again` |
| manual: in the chat, unchecked | `announce.refusal` | `test_only_automatic_tables_have_boxes` |
| the leader's boxes, the others' box | `announce.boxes` | `test_the_boxes` |
| sent to all; the capture if one takes | `play._close_trick` | `test_a_capture_is_declared_by_the_taker` |

`feci un piombo` is not played, as S0 says.

The text leaves some cases without a line, and others with several. A line that names honours means exactly
these; è mia comes before di Re, and both before the plain length. So nothing is declared when one of these is
led: the lower of two cards; the ace of two honours alone, or the 3 of 3 and 2; an honour held with the Re and
one more card (with `terzo_con_re` this is terzo); a plain card of three cards with two honours; any card of a
napoletana.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludocards.catalogue.thirds.values import RANKING

STRENGTH = {rank: -place for place, rank in enumerate(RANKING.ranks["B"])}
HONOURS = "32A"
"""The carte da tresette; the others are semplici."""

TERZO, LUNGO, LUNGHISSIMO = 3, 4, 5
WORDS = {TERZO: "terzo", LUNGO: "lungo", LUNGHISSIMO: "lunghissimo"}


@dataclass(frozen=True, slots=True)
class Holding:
    """A suit as one player knows it: their ranks, and those in the hands of others."""

    mine: frozenset[str]
    out: frozenset[str]

    @property
    def honours(self) -> str:
        return "".join(rank for rank in HONOURS if rank in self.mine)

    def is_sovrana(self, rank: str) -> bool:
        """Return whether no card still in play beats it, including the player's own."""
        return all(STRENGTH[other] <= STRENGTH[rank] for other in self.mine | self.out)

    def is_mine(self, rank: str) -> bool:
        """Return whether it is a plain card that is beaten only by plain cards of the player's own."""
        higher = [other for other in self.mine | self.out if STRENGTH[other] > STRENGTH[rank]]
        return bool(higher) and all(other in self.mine and other not in HONOURS for other in higher)


LED: Mapping[str, Callable[[Holding, str], bool]] = {
    "any": lambda holding, led: True,
    "sovrana": lambda holding, led: holding.is_sovrana(led),
    "soggetta": lambda holding, led: not holding.is_sovrana(led),
    "highest": lambda holding, led: all(STRENGTH[rank] <= STRENGTH[led] for rank in holding.mine),
    "the_two": lambda holding, led: led == "2",
    "the_three": lambda holding, led: led == "3",
    "honour": lambda holding, led: led in HONOURS,
    "honour_without_re": lambda holding, led: led in HONOURS and "R" not in holding.mine,
    "honour_with_re": lambda holding, led: led in HONOURS and "R" in holding.mine,
    "plain": lambda holding, led: led not in HONOURS,
    "e_mia": lambda holding, led: holding.is_mine(led),
    "keeping_re": lambda holding, led: "R" in holding.mine and led != "R",
}
"""The conditions of rows on the card that is led."""


@dataclass(frozen=True, slots=True)
class Row:
    """A declaration, and its conditions."""

    code: str
    length: int
    """The number of cards of the suit, including the one led; `LUNGHISSIMO` means five or more."""
    honours: tuple[str, ...]
    """The sets of honours held, one of which must fit exactly: "" for none, "2A" for two and ace."""
    led: str
    """A condition of `LED`."""
    option: str | None = None
    """The option without which the row does not apply."""


NONE = ("",)
ONE = ("3", "2", "A")
ANY = (*NONE, *ONE, "32", "3A", "2A", "32A")
PAIRS = {"ventotto": "2A", "ventinove": "3A", "venticinque": "32"}
SINGLES = {"asso": "A", "due": "2", "tre": "3"}

TABLE: tuple[Row, ...] = (
    Row("sola", 1, ANY, "soggetta"),
    Row("piombo", 1, ANY, "sovrana"),
    Row("ventotto_piombo", 2, ("2A",), "the_two"),
    Row("ventinove_piombo", 2, ("3A",), "the_three"),
    Row("venticinque_piombo", 2, ("32",), "the_two"),
    Row("si_liscia", 2, (*NONE, *ONE), "highest"),
    *(Row(f"{pair}_terzo", TERZO, (held,), "honour") for pair, held in PAIRS.items()),
    *(
        Row(f"{pair}_{WORDS[length]}", length, (held,), "any")
        for pair, held in PAIRS.items()
        for length in (LUNGO, LUNGHISSIMO)
    ),
    *(
        Row(f"{single}_{word}", length, (held,), "plain")
        for single, held in SINGLES.items()
        for length, word in WORDS.items()
    ),
    Row("terzo", TERZO, ONE, "honour_without_re"),
    Row("terzo", TERZO, ONE, "honour_with_re", option="terzo_con_re"),
    Row("lungo", LUNGO, ONE, "honour"),
    Row("lunghissimo", LUNGHISSIMO, ONE, "honour"),
    *(Row(f"e_mia_{word}", length, NONE, "e_mia") for length, word in WORDS.items()),
    *(Row(f"{word}_di_re", length, NONE, "keeping_re") for length, word in WORDS.items()),
    *(Row(word, length, NONE, "any") for length, word in WORDS.items()),
)
"""The declarations of the play suit (palo di giocata), in the order in which they are tried."""

BY_LENGTH: Mapping[int, tuple[Row, ...]] = {
    length: tuple(row for row in TABLE if row.length == length) for length in (1, 2, *WORDS)
}


def play_suit(holding: Holding, led: str, terzo_con_re: bool = False) -> str | None:
    """The code of the declaration when this rank is led from the holding; None for none."""
    honours = holding.honours
    for row in BY_LENGTH[min(len(holding.mine), LUNGHISSIMO)]:
        if honours in row.honours and LED[row.led](holding, led) and (terzo_con_re or row.option is None):
            return row.code
    return None


def capture(holding: Holding) -> str | None:
    """The code of the declaration about the suit of a trick that the player has taken (palo di pigliata), by
    the cards left; None for none."""
    if not holding.mine:
        return "piombo_preso"
    lowest = min(STRENGTH[rank] for rank in holding.mine)
    return "liscio_qui" if any(STRENGTH[rank] > lowest for rank in holding.out) else None


def is_lunghissimo(code: str) -> bool:
    return "lunghissimo" in code


# ---- the words


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of a declaration, and the box to tick for it."""

    box: str
    text: str
    """The name to show, which no other declaration has."""
    also: tuple[str, ...] = ()
    """The other names that players use."""


SUIT, OTHERS, CAPTURE = "suit", "others", "capture"
PARTNER = ("partner_void", "partner_liscio")
"""The boxes of which only one may be ticked."""
BOXES = (SUIT, OTHERS, *PARTNER, CAPTURE)

PHRASES: Mapping[str, Phrase] = {
    "sola": Phrase(SUIT, "sola"),
    "piombo": Phrase(SUIT, "piombo"),
    "si_liscia": Phrase(SUIT, "si liscia"),
    "terzo": Phrase(SUIT, "terzo"),
    "lungo": Phrase(SUIT, "lungo"),
    "lunghissimo": Phrase(SUIT, "lunghissimo"),
    "terzo_di_re": Phrase(SUIT, "terzo di Re", ("vero doppio liscio",)),
    "lungo_di_re": Phrase(SUIT, "lungo di Re", ("lungo, tutta la Napoletana",)),
    "lunghissimo_di_re": Phrase(SUIT, "lunghissimo di Re", ("lunghissimo, tutta la Napoletana",)),
    "e_mia_terzo": Phrase(SUIT, "è mia, terzo"),
    "e_mia_lungo": Phrase(SUIT, "è mia, lungo"),
    "e_mia_lunghissimo": Phrase(SUIT, "è mia, lunghissimo"),
    "asso_terzo": Phrase(SUIT, "liscio e busso", ("Asso terzo",)),
    "asso_lungo": Phrase(SUIT, "liscio e busso lungo", ("Asso lungo",)),
    "asso_lunghissimo": Phrase(SUIT, "liscio busso lunghissimo", ("Asso lunghissimo",)),
    "due_terzo": Phrase(SUIT, "ribusso", ("Due terzo",)),
    "due_lungo": Phrase(SUIT, "ribusso lungo", ("Due lungo",)),
    "due_lunghissimo": Phrase(SUIT, "ribusso lunghissimo", ("Due lunghissimo",)),
    "tre_terzo": Phrase(SUIT, "busso", ("Tre terzo",)),
    "tre_lungo": Phrase(SUIT, "busso lungo", ("Tre lungo",)),
    "tre_lunghissimo": Phrase(SUIT, "busso lunghissimo", ("Tre lunghissimo",)),
    "ventotto_piombo": Phrase(SUIT, "ventotto piombo", ("liscio", "la migliore")),
    "ventotto_terzo": Phrase(SUIT, "ventotto terzo", ("doppio liscio", "la migliore")),
    "ventotto_lungo": Phrase(SUIT, "ventotto lungo", ("la migliore, lungo",)),
    "ventotto_lunghissimo": Phrase(SUIT, "ventotto lunghissimo", ("la migliore, lunghissimo",)),
    "ventinove_piombo": Phrase(SUIT, "ventinove piombo", ("liscio", "la buona")),
    "ventinove_terzo": Phrase(SUIT, "ventinove terzo", ("doppio liscio", "la buona")),
    "ventinove_lungo": Phrase(SUIT, "ventinove lungo", ("la buona, lungo",)),
    "ventinove_lunghissimo": Phrase(SUIT, "ventinove lunghissimo", ("la buona, lunghissimo",)),
    "venticinque_piombo": Phrase(SUIT, "venticinque piombo", ("è mio, liscio e piombo",)),
    "venticinque_terzo": Phrase(SUIT, "terzo, voglio l'Asso", ("è mio, terzo",)),
    "venticinque_lungo": Phrase(SUIT, "lungo, voglio l'Asso", ("è mio, lungo",)),
    "venticinque_lunghissimo": Phrase(SUIT, "lunghissimo, voglio l'Asso", ("è mio, lunghissimo",)),
    "piombo_preso": Phrase(CAPTURE, "ho fatto questo piombo"),
    "liscio_qui": Phrase(CAPTURE, "sono liscio qui"),
    "faglio": Phrase(OTHERS, "sono faglio a un palo"),
    "faglio_compagno": Phrase("partner_void", "faglio al palo del mio compagno"),
    "liscio_compagno": Phrase("partner_liscio", "liscio al palo del mio compagno"),
}
"""The words of all declarations, by code."""
