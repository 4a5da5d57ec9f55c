"""The help on declarations in Tressette, made from the table that the engine speaks by."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.tressette.declarations import (
    ANY,
    BY_LENGTH,
    LUNGHISSIMO,
    NONE,
    ONE,
    PHRASES,
    SUIT,
    Row,
)
from games.rulebook.shapes import CHOICE, LOGIC, Block, Clause, Grid, Origin, Page, Rules, Section, Spoken
from games.texts.shapes import Text
from games.texts.tressette import BOXES as BOX_NAMES
from games.texts.tressette import LED

TOLD = Origin("declarations")

GLOSSARY: tuple[tuple[str, Text], ...] = (
    ("palo", _("a suit: bastoni, coppe, denari or spade")),
    ("battuta", _("the card that is led; who leads is di mano")),
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
"""What a row of the table wants in the hand."""

TOLD_WHEN: Mapping[str, Text] = {
    "piombo_preso": _("it was his last card of the suit"),
    "liscio_qui": _("he keeps cards of the suit, one of which others still beat"),
    "faglio": _(
        "a suit is missing from his hand, beside the one he leads and the one he has just taken; which, is "
        "not said"
    ),
    "faglio_compagno": _(
        "he has no card in the suit that his partner seems to want; the table does not check"
    ),
    "liscio_compagno": _(
        "he has a low card in the suit that his partner seems to want; the table does not check"
    ),
}
"""When the declarations are made that are not in the table of the suit led."""


def glossary(rules: Rules) -> tuple[Block, ...]:
    return (Grid(gettext("Words"), (gettext("Word"), gettext("Means")), GLOSSARY),)


def table(rules: Rules) -> tuple[Block, ...]:
    """The engine's table, one grid for every length, in the order in which the rows are tried."""
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


def told(rules: Rules) -> tuple[Block, ...]:
    """The declarations about the suit of a trick that was taken, and about other suits."""
    head = (gettext("Box"), gettext("Said"), gettext("When"))
    rows = tuple(
        (BOX_NAMES[phrase.box], f"«{phrase.text}»", TOLD_WHEN[code])
        for code, phrase in PHRASES.items()
        if phrase.box != SUIT
    )
    return (Grid(gettext("The other declarations"), head, rows),)


def spoken(id: str, why: Text, out: str, says: str) -> Spoken:
    """`says` pairs each card of the holding with what is declared when it is led: `RB=si_liscia 5B=`."""
    pairs = [pair.split("=") for pair in says.split()]
    phrases = {code: f"«{PHRASES[code].text}»" for _card, code in pairs if code}
    told = tuple((card, code or None, phrases.get(code, "")) for card, code in pairs)
    return Spoken(id, why, out, told)


EXAMPLES = (
    spoken("es-sola", _("The only card, and others beat it."), "3 2 A R C F 7 6 4", "5D=sola"),
    spoken("es-piombo", _("The only card, and nothing beats it."), "2 A R C F 7 6 5 4", "3S=piombo"),
    spoken(
        "es-piombo-re", _("Three, two and ace have been played: the Re is sovrana."), "C F 7", "RC=piombo"
    ),
    spoken("es-due-carte", _("Of two cards one declares the higher."), "3 2 A C F 7 6 4", "RB=si_liscia 5B="),
    spoken(
        "es-venticinque",
        _("Three and two alone: the two is declared, in any order of playing."),
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
        _("A third with the Re, which is kept. When the Re is led it is a plain terzo."),
        "3 2 A F 7 6 4",
        "RD=terzo CD=terzo_di_re 5D=terzo_di_re",
    ),
    spoken(
        "es-tre-terzo",
        _("A three kept is told by busso. Led from beside the Re, the text leaves it in silence."),
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
            "Three, two and ace are gone, and only his own Re beats the Cavallo. The five is beaten by "
            "others too."
        ),
        "F 7",
        "RB=terzo CB=e_mia_terzo 5B=terzo_di_re",
    ),
    spoken(
        "es-napoletana",
        _("With the whole napoletana nothing is declared: it is told by the accusa."),
        "R C F 6 5 4",
        "3S= 2S= AS= 7S=",
    ),
)


PAGE = Page(
    _("The declarations"),
    _(
        "What you may tell your partner as you play. Here are the very tables by which the table finds the "
        "words: your cards of the suit, the card you lead, and what is said."
    ),
    (
        Section("parole", _("The words"), blocks=glossary),
        Section(
            "come",
            _("How one declares"),
            (
                Clause(
                    "caselle",
                    _(
                        "Who leads ticks one or more boxes before he plays: the suit he leads, the other "
                        "suits, and "
                        "one of the two about his partner’s suit."
                    ),
                    TOLD,
                ),
                Clause(
                    "casella-pigliata",
                    _(
                        "Who does not lead may tick only the suit of the trick; it is said if he takes, "
                        "otherwise "
                        "nothing is."
                    ),
                    TOLD,
                ),
                Clause("a-tutti", _("What is declared is told to all at the table."), TOLD),
                Clause(
                    "manuali",
                    _(
                        "With manual declarations players write in the chat what they like, and nobody "
                        "checks it."
                    ),
                    TOLD,
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
                        "A row that names honours means just these; è mia goes before di Re, and both "
                        "before the "
                        "plain length. So only one row ever fits, or none."
                    ),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "nome-chiaro",
                    _(
                        "Where two declarations share a traditional name (liscio, doppio liscio) the table "
                        "says the "
                        "other name, which is theirs alone."
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
                    _("The tables below are read from the top: the first row that fits is said, or nothing."),
                    TOLD,
                ),
                Clause(
                    "esperti-venticinque-piombo",
                    _(
                        "Of three and two alone, the three need not follow the two; but only the two, led "
                        "first, is "
                        "declared (“for experts”)."
                    ),
                    TOLD,
                ),
                Clause(
                    "esperti-venticinque-terzo",
                    _(
                        "Of three and two with a third card either honour is declared, as with ventotto and "
                        "ventinove (“for experts”)."
                    ),
                    TOLD,
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
                        "The lower of two cards is led; or of two honours alone the ace, or the three of "
                        "three and two."
                    ),
                    Origin("declarations", LOGIC),
                ),
                Clause(
                    "silenzio-re",
                    _("The three, two or ace is led, and the Re and one more card are kept."),
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
                        "What may be declared of the trick that was taken, and of other suits, "
                        "is in the table below."
                    ),
                    TOLD,
                ),
                Clause(
                    "pigliata-sovrane",
                    _("Who takes and keeps only cards that nobody can beat says nothing."),
                    Origin("declarations", LOGIC),
                ),
                Clause(
                    "pigliata-ultima", _("Of the last trick nothing is said."), Origin("declarations", CHOICE)
                ),
                Clause(
                    "feci-un-piombo",
                    _("“Feci un piombo” is not played, as on Ludopoli."),
                    TOLD,
                ),
            ),
            told,
        ),
        Section(
            "norme",
            _("What bars a declaration"),
            (
                Clause(
                    "muto",
                    _(
                        "Who has led a suit in silence declares nothing more of it as long as he keeps the "
                        "lead; "
                        "when he has it again, he may."
                    ),
                    TOLD,
                ),
                Clause(
                    "muto-per-forza",
                    _("It is silence also when there was nothing to say."),
                    Origin("declarations", CHOICE),
                ),
                Clause(
                    "una-volta",
                    _(
                        "Who has declared the suit he led declares nothing more of that suit in the whole "
                        "deal."
                    ),
                    TOLD,
                ),
                Clause(
                    "ancora-lunghissimo",
                    _("But who has declared a lunghissimo may say again that the suit is still lunghissimo."),
                    TOLD,
                ),
            ),
        ),
    ),
    preset="ludopoli",
)
