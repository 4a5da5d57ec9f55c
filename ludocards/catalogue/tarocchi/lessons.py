"""The course of Tarocchi: trumps, following, the Fuggitivo, forced cards, bidding, the scarto, the count."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.tarocchi.rules.scoring import card_points
from ludocards.engine.cards import SICILIAN63
from ludocards.words.lessons import (
    AnswerOutcome,
    BestPlayTask,
    CountTask,
    Lesson,
    LessonPosition,
    LessonStep,
    MarkTask,
    TakerTask,
    takes_trick,
)

# The learner, at seat 0, deals: they say tengo, lay the monte away again, and play the last card of a trick.

MONTE = "5B 6B 7B"
START = "call:call=tengo discard:cards=5B+6B+7B"


def points(outcome: AnswerOutcome) -> int:
    """The points in the cards of the trick, counted as three."""
    return card_points(SICILIAN63.of(outcome.last("taken")["cards"]))


CARDS = Lesson(
    "carte",
    _("The suits and the trumps"),
    _("Four suits, and twenty-one trumps that beat them all."),
    (
        LessonStep(
            clause="trionfi",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. The trumps "
                "rank by number, and the 20 is the highest. A trump was led, the 9, and the next player "
                "has played the 12."
            ),
            asks=_("Play a card that takes the trick."),
            hint=_("A trump was led: you need one above the 12."),
            why=_("The 14 and the 20 beat the 12. The 14 is enough, and keeps the 20 for later."),
            table=LessonPosition(
                hands=("QO 8O 4O 6O QC 7C 6C 5C 7S 9S 10S T20 T14 T5 T1 9B 8B 10B T7 CB", "T9", "T12"),
                dealer=0,
                stock=MONTE,
                played=f"{START} T9 T12",
            ),
            task=BestPlayTask(reach=takes_trick),
        ),
        LessonStep(
            clause="presa",
            says=_("The highest trump takes the trick; if there is none, the highest card of the suit led."),
            asks=_("The king of swords was led. You follow with the 7, your only one. Who takes the trick?"),
            hint=_("Is there a trump in the trick?"),
            why=_("The trump takes, even though it is only the 3: the king is lost."),
            table=LessonPosition(
                hands=(
                    "QO 8O 4O 6O QC 7C 6C 5C 7S T20 T14 T5 T1 9B 8B 10B T7 CB T11 9O",
                    "RS QS CS DS 10S 9S 8S 6S 5S",
                    "T3",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} RS T3",
            ),
            task=TakerTask(then="7S"),
        ),
    ),
)

FOLLOWING = Lesson(
    "rispondere",
    _("Following and trumping"),
    _("What you must play, and the one card that is free."),
    (
        LessonStep(
            clause="scusa",
            says=_(
                "The suit of the first card is the suit led: a player who has cards of it must play one "
                "of them. Only the Fuggitivo may be played to any trick; it never takes, and you keep "
                "it. Coins were led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("All your coins, and one card more."),
            why=_("Queen, 8 and 4 of coins, and the Fuggitivo, which excuses you from following."),
            table=LessonPosition(
                hands=(
                    "QO 8O 4O RC QC 5C 7S T20 T14 T5 F RB 9B 8B CB T7 T11 10S 9S 6S",
                    "RO DO",
                    "9O",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} RO 9O",
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="tagliare",
            says=_("A player who has no card of the suit led must play a trump. Swords were led."),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have no swords: which trumps do you have? And the Fuggitivo is always free."),
            why=_("Any of your trumps, high or low, and the Fuggitivo."),
            table=LessonPosition(
                hands=(
                    "QO 8O 4O RC QC 5C T20 T14 T5 F RB 9B 8B CB 9O 8C 10C 9C 6O 10B",
                    "RS DS",
                    "9S",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} RS 9S",
            ),
            task=MarkTask(),
        ),
    ),
)

FORCED = Lesson(
    "obbligate",
    _("The forced cards"),
    _("Three cards that you cannot keep."),
    (
        LessonStep(
            clause="re",
            says=_(
                "In the first trick of a suit, the player who has its king must play it. Cups are led "
                "for the first time."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You hold the king of cups."),
            why=_("Only the king. Not even the Fuggitivo would let you off."),
            table=LessonPosition(
                hands=(
                    "QO 8O 4O RC QC 5C 10C 9C 7S T20 T14 T5 F RB 9B 8B CB T7 T11 6S",
                    "8C CC DC",
                    "7C 6C",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} 8C 7C",
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="fanta-obbligata",
            says=_(
                "If the king of the suit is in the trick, a later player who has its maid must play it. "
                "The king of batons was led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You hold the maid of batons."),
            why=_("Only the maid: the king of batons catches her."),
            table=LessonPosition(
                hands=(
                    "QO 8O 4O RC QC 5C 10C 7S T20 T14 T5 F DB 10B 8B T7 T11 6S 9S 10S",
                    "RB CB",
                    "9B QB",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} RB 9B",
            ),
            task=MarkTask(),
        ),
    ),
)

SPEAKING = Lesson(
    "licitazione",
    _("The bidding and the scarto"),
    _("Before the play: four words, and three cards to discard."),
    (
        LessonStep(
            clause="parole",
            says=_(
                "With fifteen cards all three speak, in no set order. Tengo: the deal is played. Offro: I "
                "give some points, at most eight, to the player who lets it go. Piglio: I take an offer. "
                "Vado: I would let it go for nothing."
            ),
            asks=_("Nobody has spoken yet. Mark everything that you may say."),
            hint=_("An offer has a limit, and only an offer can be taken."),
            why=_("Nine points are more than an offer may be, and there is no offer yet to take."),
            table=LessonPosition(
                hands=("QO 8O 4O RC QC 5C 7S T20 T14 T5 F RB 9B 8B CB T7 T11 10S 9S 6S", "", ""), dealer=0
            ),
            task=MarkTask(
                commands={
                    "call:call=vado": _("vado"),
                    "call:call=offro,points=#5": _("offro 5"),
                    "call:call=offro,points=#9": _("offro 9"),
                    "call:call=piglio,from=#1": _("piglio"),
                    "call:call=tengo": _("tengo"),
                }
            ),
        ),
        LessonStep(
            clause="niente-cinque",
            says=_(
                "The deal is played, and you dealt: you took the three cards of the monte, and discard "
                "three, none worth five points or more: no king, no trump from 16 to 20, and neither the "
                "Picciotti (trump 1) nor the Fuggitivo."
            ),
            asks=_("Mark the cards that you may discard."),
            hint=_("One card that may not be discarded rules out all three."),
            why=_(
                "Queens are worth four points, so they may be discarded. The king, the Fuggitivo and the "
                "20 may not."
            ),
            table=LessonPosition(
                hands=("QO 8O 4O RC QC 5C 7S T20 T14 T5 F RB 9B 8B CB T7 T11 10S 9S 6S", "", ""),
                dealer=0,
                stock=MONTE,
                played="call:call=tengo",
            ),
            task=MarkTask(
                commands={
                    "discard:cards=5B+6B+7B": _("5, 6 and 7 of batons"),
                    "discard:cards=QO+8O+4O": _("Queen, 8 and 4 of coins"),
                    "discard:cards=RC+5C+7S": _("King and 5 of cups, 7 of swords"),
                    "discard:cards=8O+4O+F": _("8 and 4 of coins, Fuggitivo"),
                    "discard:cards=5C+7S+T20": _("5 of cups, 7 of swords, trump 20"),
                }
            ),
        ),
    ),
)

COUNTING = Lesson(
    "conto",
    _("How the cards are counted"),
    _("In threes, with two points off."),
    (
        LessonStep(
            clause="a-tre",
            says=_(
                "A king is worth 5 points, a queen 4, a knight 3, a maid 2, a card without a value 1. "
                "The cards won are counted in threes, less 2 for each three. You follow with the 8 of "
                "coins, your only one."
            ),
            asks=_("How many points are in this trick?"),
            hint=_("King, knight and a card without a value: 5 and 3 and 1. Then take 2 off."),
            why=_("5, 3 and 1 are 9, and with 2 off 7."),
            table=LessonPosition(
                hands=(
                    "8O RC QC 5C 10C 7C 7S T20 T14 T5 F DB 10B 8B T7 T11 6S 9S 10S 8S",
                    "RO DO",
                    "CO QO",
                ),
                dealer=0,
                stock=MONTE,
                played=f"{START} RO CO",
            ),
            task=CountTask(measure=points, numbers=(5, 7, 8, 9), then="8O"),
        ),
    ),
)

LESSONS = (CARDS, FOLLOWING, FORCED, SPEAKING, COUNTING)
