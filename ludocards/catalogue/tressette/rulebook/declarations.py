"""The help on declarations in Tressette, generated from the engine's table."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tressette.rulebook.examples import Spoken
from ludocards.catalogue.tressette.rules.declarations import (
    ANY,
    BY_LENGTH,
    LUNGHISSIMO,
    NONE,
    ONE,
    PHRASES,
    SUIT,
    Row,
)
from ludocards.catalogue.tressette.texts import BOXES as BOX_NAMES
from ludocards.catalogue.tressette.texts import LED
from ludocards.words.rulebook import CHOICE, LOGIC, Block, Clause, Grid, Origin, RulebookPage, Rules, Section
from ludocards.words.texts import Text

STATED = Origin("declarations")

GLOSSARY: tuple[tuple[str, Text], ...] = (
    ("palo", _("a suit: batons, cups, coins or swords")),
    ("battuta", _("the card that is led; the player who leads is di mano")),
    ("pigliata", _("the taking of a trick")),
    ("carte da tressette", _("three, two and ace; the other cards are semplici, plain")),
    ("sovrana", _("a card that no card of its suit still in play beats")),
    ("soggetta", _("a card that another of its suit still in play beats")),
    ("venticinque", _("three and two of a suit")),
    ("ventotto", _("two and ace of a suit")),
    ("ventinove", _("three and ace of a suit")),
    ("napoletana", _("three, two and ace of a suit")),
    ("terzo, lungo, lunghissimo", _("three, four, five or more cards of a suit")),
)

HOLDS: Mapping[tuple[str, ...], Text] = {
    ANY: _("any"),
    NONE: _("none of 3, 2, A"),
    ONE: _("one of 3, 2, A"),
    (*NONE, *ONE): _("at most one of 3, 2, A"),
    ("2A",): _("2 and A, no 3"),
    ("3A",): _("3 and A, no 2"),
    ("32",): _("3 and 2, no A"),
    ("A",): _("only the A of 3, 2, A"),
    ("2",): _("only the 2 of 3, 2, A"),
    ("3",): _("only the 3 of 3, 2, A"),
}
"""The honours that a row of the table requires, in words."""

SAID_WHEN: Mapping[str, Text] = {
    "piombo_preso": _("it was the player’s last card of the suit"),
    "liscio_qui": _("the player keeps cards of the suit, at least one of which others still beat"),
    "faglio": _(
        "the player is void in a suit other than the one led and the one just taken; which one is not said"
    ),
    "faglio_compagno": _(
        "the player has no card in the suit that the partner seems to want; the table does not check"
    ),
    "liscio_compagno": _(
        "the player has a card that can be beaten in the suit that the partner seems to want; the "
        "table does not check"
    ),
}
"""The occasions for the declarations that are not about the suit led, by code."""


def glossary(rules: Rules) -> tuple[Block, ...]:
    return (Grid(gettext("Words"), (gettext("Word"), gettext("Means")), GLOSSARY),)


def table(rules: Rules) -> tuple[Block, ...]:
    """The engine's table, as a grid for every length of suit, in the order in which the rows are tried."""
    head = (gettext("Of the carte da tressette"), gettext("Led"), gettext("Said"), gettext("Also called"))
    return tuple(
        Grid(length_name(length), head, tuple(row_words(row) for row in rows))
        for length, rows in BY_LENGTH.items()
    )


def length_name(length: int) -> str:
    if length == LUNGHISSIMO:
        return gettext("Five cards of the suit or more, the one led included")
    return ngettext("One card of the suit", "%(n)d cards of the suit, the one led included", length) % {
        "n": length
    }


def row_words(row: Row) -> tuple[Text, ...]:
    phrase = PHRASES[row.code]
    played = gettext("where the table plays it")
    led = f"{LED[row.led]} ({played})" if row.option else LED[row.led]
    return HOLDS[row.honours], led, f"«{phrase.text}»", ", ".join(phrase.also)


def other_declarations(rules: Rules) -> tuple[Block, ...]:
    """The declarations about the suit of a trick that was taken, and about other suits."""
    head = (gettext("Box"), gettext("Said"), gettext("When"))
    rows = tuple(
        (BOX_NAMES[phrase.box], f"«{phrase.text}»", SAID_WHEN[code])
        for code, phrase in PHRASES.items()
        if phrase.box != SUIT
    )
    return (Grid(gettext("The other declarations"), head, rows),)


def spoken(id: str, why: Text, out: str, says: str) -> Spoken:
    """`says` pairs each card of the holding with what is declared when it is led: `RB=si_liscia 5B=`."""
    pairs = [pair.split("=") for pair in says.split()]
    phrases = {code: f"«{PHRASES[code].text}»" for _card, code in pairs if code}
    plays = tuple((card, code or None, phrases.get(code, "")) for card, code in pairs)
    return Spoken(id, why, out, plays)


EXAMPLES = (
    spoken("es-sola", _("The only card, and others beat it."), "3 2 A R C F 7 6 4", "5D=sola"),
    spoken("es-piombo", _("The only card, and nothing beats it."), "2 A R C F 7 6 5 4", "3S=piombo"),
    spoken(
        "es-piombo-re", _("Three, two and ace have been played: the king is sovrana."), "C F 7", "RC=piombo"
    ),
    spoken("es-due-carte", _("Of two cards, the higher is declared."), "3 2 A C F 7 6 4", "RB=si_liscia 5B="),
    spoken(
        "es-venticinque",
        _("Three and two alone: leading the two is declared, whatever is played later."),
        "A R C F 7 6 5 4",
        "3C= 2C=venticinque_piombo",
    ),
    spoken(
        "es-ventotto",
        _("Two and ace with a third card: either of the two honours is declared, the plain card is not."),
        "3 R C F 7 5 4",
        "2S=ventotto_terzo AS=ventotto_terzo 6S=",
    ),
    spoken(
        "es-terzo-di-re",
        _("A terzo with the king, which is kept. If the king itself is led it is a plain terzo."),
        "3 2 A F 7 6 4",
        "RD=terzo CD=terzo_di_re 5D=terzo_di_re",
    ),
    spoken(
        "es-tre-terzo",
        _(
            "Busso tells of a three that is kept. If the three is led and the king kept, the text "
            "prescribes silence."
        ),
        "2 A C F 7 6 4",
        "3B= RB=tre_terzo 5B=tre_terzo",
    ),
    spoken(
        "es-lungo",
        _("Four cards with the ace: led, it is lungo; kept, liscio e busso lungo."),
        "3 2 R F 7 5",
        "AD=lungo CD=asso_lungo 6D=asso_lungo 4D=asso_lungo",
    ),
    spoken(
        "es-ventotto-lungo",
        _("Two and ace of four cards: whatever is led."),
        "3 R C F 5 4",
        "2C=ventotto_lungo AC=ventotto_lungo 7C=ventotto_lungo 6C=ventotto_lungo",
    ),
    spoken(
        "es-e-mia",
        _(
            "Three, two and ace are gone, and only the player’s own king beats the knight. The five "
            "is beaten by other hands too."
        ),
        "F 7",
        "RB=terzo CB=e_mia_terzo 5B=terzo_di_re",
    ),
    spoken(
        "es-napoletana",
        _("With the whole napoletana nothing is declared: the accusa has already announced it."),
        "R C F 6 5 4",
        "3S= 2S= AS= 7S=",
    ),
)


PAGE = RulebookPage(
    _("The declarations"),
    _(
        "What you may tell your partner as you play. These are the very tables the site uses to "
        "find the words: your cards of the suit, the card you lead, and what is said."
    ),
    (
        Section("parole", _("The words"), blocks=glossary),
        Section(
            "come",
            _("How to declare"),
            (
                Clause(
                    "caselle",
                    _(
                        "The leader ticks one or more boxes before playing: the suit led, the other "
                        "suits, and "
                        "one of the two about the partner’s suit."
                    ),
                    STATED,
                ),
                Clause(
                    "casella-pigliata",
                    _(
                        "The others may tick only the suit of the trick; it is said if they take it, "
                        "otherwise "
                        "nothing is."
                    ),
                    STATED,
                ),
                Clause("a-tutti", _("Everybody at the table hears what is declared."), STATED),
                Clause(
                    "manuali",
                    _(
                        "With manual declarations players say what they like in the chat, and nobody checks "
                        "it. The leader has all the sentences as buttons."
                    ),
                    STATED,
                ),
                Clause(
                    "contare",
                    _(
                        "The cards of the suit are counted as they are now, before playing, the card led "
                        "included: "
                        "terzo is the card played and two others."
                    ),
                    Origin("declarations", LOGIC),
                ),
                Clause(
                    "prima-riga",
                    _(
                        "A row that names honours means exactly those; è mia comes before di Re, and "
                        "both before "
                        "the plain length. So at most one row ever fits."
                    ),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "nome-chiaro",
                    _(
                        "Where two declarations share a traditional name (liscio, doppio liscio) the "
                        "table says "
                        "the other name, which belongs to one alone."
                    ),
                    Origin("declarations", CHOICE),
                ),
            ),
        ),
        Section(
            "giocata",
            _("The suit that is led"),
            (
                Clause(
                    "righe",
                    _(
                        "The tables below are read from the top: the first row that fits is said; if "
                        "none does, "
                        "nothing is."
                    ),
                    STATED,
                ),
                Clause(
                    "esperti-venticinque-piombo",
                    _(
                        "With three and two alone, the three need not follow the two; but only "
                        "leading the two "
                        "first is declared (“for experts”)."
                    ),
                    STATED,
                ),
                Clause(
                    "esperti-venticinque-terzo",
                    _(
                        "With three, two and a third card, leading either honour is declared, as "
                        "with ventotto "
                        "and ventinove (“for experts”)."
                    ),
                    STATED,
                ),
            ),
            table,
        ),
        Section("esempi", _("Card by card: what is said when it is led"), examples=EXAMPLES),
        Section(
            "silenzio",
            _("When there is nothing to say"),
            (
                Clause(
                    "silenzio-due",
                    _(
                        "The lower of two cards is led; or, of two honours alone, the ace, or the "
                        "three of three "
                        "and two."
                    ),
                    Origin("declarations", LOGIC),
                ),
                Clause(
                    "silenzio-re",
                    _("The three, two or ace is led, and the king and one more card are kept."),
                    option="terzo_con_re",
                ),
                Clause(
                    "silenzio-terzo",
                    _("A plain card is led from three cards with two honours."),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "silenzio-napoletana",
                    _("The whole napoletana is held: everybody knows it from the accusa."),
                    Origin("declarations", CHOICE),
                ),
            ),
        ),
        Section(
            "altre",
            _("The trick that is taken, and the other suits"),
            (
                Clause(
                    "altre-righe",
                    _(
                        "What may be declared about the trick just taken, and about the other suits, "
                        "is in the "
                        "table below."
                    ),
                    STATED,
                ),
                Clause(
                    "pigliata-sovrane",
                    _("A player who takes and keeps only cards that nobody can beat says nothing."),
                    Origin("declarations", LOGIC),
                ),
                Clause(
                    "pigliata-ultima",
                    _("Nothing is said about the last trick."),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "feci-un-piombo",
                    _("“Feci un piombo” is not declared, as in the original Ludopoli program."),
                    STATED,
                ),
            ),
            other_declarations,
        ),
        Section(
            "norme",
            _("What bars a declaration"),
            (
                Clause(
                    "muto",
                    _(
                        "A player who has led a suit in silence declares nothing more about it while "
                        "keeping the "
                        "lead; with the lead regained, they may."
                    ),
                    STATED,
                ),
                Clause(
                    "muto-per-forza",
                    _("It counts as silence even if there was nothing to say."),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "una-volta",
                    _(
                        "A player who has declared the suit they led declares nothing more about it "
                        "for the rest "
                        "of the deal."
                    ),
                    STATED,
                ),
                Clause(
                    "ancora-lunghissimo",
                    _(
                        "But after declaring a lunghissimo they may say again that the suit is still "
                        "lunghissimo."
                    ),
                    STATED,
                ),
                Clause(
                    "faglio-escluso",
                    _(
                        "A suit that is barred is not the void of “sono faglio a un palo” either, although "
                        "that suit is not named."
                    ),
                    STATED,
                ),
            ),
        ),
    ),
    preset="ludopoli",
)
