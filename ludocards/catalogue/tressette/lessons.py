"""The course of Tressette: from the order of the cards to the words of a partner."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.lessons import gain, thirds
from ludocards.catalogue.thirds.values import SCORINGS
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

LAST, FIRST = 0, 3
"""The dealer, if the learner plays the last card of the first trick, or the first."""


NEUTRA = {"preset": "neutra"}

LATE = LessonPosition(
    hands=(
        "2D AD CC AS 5S CB 4S 7D RC 2C",
        "3C FB 7B 7S CS AB 2S 7C 3B 3S",
        "4D 2B FC 3D 6D 6S RD RB 4C 4B",
        "CD AC RS 6C 6B FS 5C 5B 5D FD",
    ),
    dealer=LAST,
    played="3B 4B 6B CB FB RB 5B RC 4C AC 2C 7C 7D 3S 6D CD 6C CC 3C FC AB 2B FS 2D 4D FD AD CS 5S 2S 6S RS "
    "7B RD 5D 4S 7S 3D 5C",
)
"""A deal up to the learner's last card, the ace of spade."""

LATER = LessonPosition(
    hands=(
        "5B 5D RS 2S AS CS AC 7B FS FC",
        "3S RD RC 7S 7C 2B 6S CB 3D FB",
        "3C 5C FD RB CC 4C CD 6D 4S 5S",
        "AB 6B 3B AD 2C 4B 2D 7D 4D 6C",
    ),
    dealer=LAST,
    played="3S 4S AD RS 3D 6D 4D 5D 7C 4C 2C FC 2D 5B RD FD 3B 7B FB RB 7D AC 6S CD 3C 6C AS RC CC 4B 2S 7S "
    "5S AB CS 2B",
)
"""Another deal up to the learner's last card, the Jack of spade, which is led."""


def with_the_last(outcome: AnswerOutcome) -> int:
    """The thirds in the cards of the last trick, and those for taking it."""
    return thirds(outcome) + SCORINGS["nearest33"].last_trick


def points(outcome: AnswerOutcome) -> int:
    """The points of the learner's side in the deal."""
    return int(outcome.last("scored")["score_points"][outcome.sides[outcome.seat]])


ORDER = Lesson(
    "carte",
    _("The cards and their order"),
    _("Forty cards, and an order that is like no other: three, two, ace."),
    (
        LessonStep(
            clause="ordine",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. From the "
                "highest to the lowest: 3, 2, ace, king, knight, jack, 7, 6, 5, 4. Cups were led, and "
                "the ace is the highest card so far."
            ),
            asks=_("Play the card that takes the trick."),
            hint=_("Two cards are higher than the ace. You hold one of them."),
            why=_("The two is higher than the ace: only the three would beat it."),
            table=LessonPosition(
                hands=("2C 7C 4C RB FB 6D 5D CS 7S 4S", "RC 3C", "5C", "AC"), dealer=LAST, played="RC 5C AC"
            ),
            task=BestPlayTask(reach=takes_trick),
        ),
    ),
)

FOLLOWING = Lesson(
    "rispondere",
    _("Following suit"),
    _("The one thing that you must do."),
    (
        LessonStep(
            clause="rispondere",
            says=_(
                "The suit of the first card is the suit led: a player who has cards of it must play one "
                "of them. Batons were led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have batons, so you must play one of them: any one."),
            why=_("All your batons, high or low, and nothing else."),
            table=LessonPosition(
                hands=("3C AC RB 7B 4B 2D 6D AS CS 5S", "6B", "5B", "CB"), dealer=LAST, played="6B 5B CB"
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="presa",
            says=_(
                "A player who has no card of the suit led plays any card. It never takes the trick, not even "
                "a three: there are no trumps."
            ),
            asks=_("Swords were led, you have none, and you play the three of cups. Who takes the trick?"),
            hint=_("Look only at the swords: which is the highest?"),
            why=_("The two is the highest of the swords. Your three is of another suit."),
            table=LessonPosition(
                hands=("3C AC 6C RB 7B 4B 2D AD 6D 5D", "7S", "2S", "4S"), dealer=LAST, played="7S 2S 4S"
            ),
            task=TakerTask(then="3C"),
        ),
    ),
)

TAKING = Lesson(
    "prendere",
    _("Taking, and giving"),
    _("A trick that your partner takes is yours too."),
    (
        LessonStep(
            clause="nessun-obbligo",
            says=_(
                "Nobody is obliged to take a trick. Here an opponent has played the three of swords, which "
                "nothing beats. The ace is worth a point, court cards, twos and threes a third, the others "
                "nothing."
            ),
            asks=_("Play the card that costs your pair least."),
            hint=_("You cannot take this trick: give the opponents a card that is worth nothing."),
            why=_("The six is worth nothing. The king would give them a third, the ace a whole point."),
            table=LessonPosition(
                hands=("AS RS 6S 2C 7C FD 4D 6B 5B CB", "5S", "4S", "3S"), dealer=LAST, played="5S 4S 3S"
            ),
            task=BestPlayTask(reach=gain),
        ),
        LessonStep(
            clause="insieme",
            says=_(
                "Partners count their cards together. Your partner, opposite you, has played the three of "
                "coins: the trick is yours."
            ),
            asks=_("Play the card that gains your pair the most."),
            hint=_("Which of your coins is worth a whole point?"),
            why=_("Your partner takes the trick, and your ace with it: a whole point, safe."),
            table=LessonPosition(
                hands=("AD 7D FD 2C 7C 4S 6S 6B 5B CB", "6D", "3D", "5D"), dealer=LAST, played="6D 3D 5D"
            ),
            task=BestPlayTask(reach=gain),
        ),
    ),
)

COUNTING = Lesson(
    "terzi",
    _("Counting thirds"),
    _("Eleven points in a deal, and they are counted in thirds."),
    (
        LessonStep(
            clause="valori",
            says=_(
                "An ace is worth a point, which is three thirds. Threes, twos, kings, knights and jacks "
                "are worth a third each, the other cards nothing. You follow with the ace of batons, "
                "your only one."
            ),
            asks=_("How many thirds are in this trick?"),
            hint=_("Three for the ace, one for the king, one for the three. And the seven?"),
            why=_("Three for the ace, one for the king and one for the three; the seven is worth nothing."),
            table=LessonPosition(
                hands=("AB 2C 7C 4S 6S FD 7D 4D RS CC", "RB", "3B", "7B"), dealer=LAST, played="RB 3B 7B"
            ),
            task=CountTask(measure=thirds, numbers=(2, 3, 4, 5, 6), then="AB"),
        ),
        LessonStep(
            clause="ultima-terzo",
            says=_(
                "The player who takes the last trick gets a third more. Here it is: swords were led, and "
                "you take it with your ace. An opponent had to discard a five, your partner a three."
            ),
            asks=_("How many thirds does this last trick bring your pair?"),
            hint=_("Count the cards first: ace and three. Then add the third for the last trick."),
            why=_("Three for the ace, one for the three, and one for the last trick."),
            table=LATE,
            task=CountTask(measure=with_the_last, numbers=(3, 4, 5, 6), then="AS"),
        ),
        LessonStep(
            clause="arrotondare",
            says=_(
                "The thirds of a deal are divided by three and rounded to the nearest whole. This is the end "
                "of another deal: your pair had 16 thirds, and your last card takes a trick worth three more."
            ),
            asks=_("How many points does your pair score in this deal?"),
            hint=_("16 and 3 are 19 thirds: six points and a third."),
            why=_("Six and a third are rounded to six; the opponents get the other five of eleven."),
            table=LATER,
            task=CountTask(measure=points, numbers=(5, 6, 7, 8), then="FS CB 5C 6B"),
        ),
    ),
)

HAND = "3B 2B AB 3C 3D AD 7D 6C 5S 4S"
ACCUSE = {
    "accuse:combo=napoletana,suit=B": _("Napoletana of batons"),
    "accuse:combo=napoletana,suit=D": _("Napoletana of coins"),
    "accuse:combo=three,rank=3": _("Three threes"),
    "accuse:combo=three,rank=A": _("Three aces"),
    "accuse:combo=four,rank=3": _("Four threes"),
}

ACCUSING = Lesson(
    "accusa",
    _("The accusa"),
    _("Points for cards that you only have to hold, if you say so in time."),
    (
        LessonStep(
            clause="combinazioni",
            says=_(
                "Ace, two and three of one suit are a napoletana; three or four aces, twos or threes count "
                "too. You say it in your turn, before you play a card, in the first two tricks."
            ),
            asks=_("Mark everything that you may declare."),
            hint=_("Look at your threes, and at your batons. One card may serve twice."),
            why=_(
                "The three of batons counts twice: in the napoletana and in the three threes. That is three "
                "points each, if you say so while you still hold all these cards."
            ),
            table=LessonPosition(hands=(HAND, "", "", ""), dealer=FIRST),
            task=MarkTask(commands=ACCUSE),
        ),
    ),
)

SPEAKING = Lesson(
    "compagno",
    _("What your partner says"),
    _("At some tables a player may say one word with a card."),
    (
        LessonStep(
            clause="segnale-di-mano",
            says=_(
                "At this table three words are allowed, and they must be true. Your partner led the six of "
                "cups and said “busso”: they ask you to take with the highest card that you have."
            ),
            asks=_("Answer your partner: take the trick."),
            hint=_("An opponent still plays after you. Which of your cups nobody can beat?"),
            why=_("The three: the opponent after you had the king, which would have beaten your jack."),
            table=LessonPosition(
                hands=("3C FC 5C 2B 7B 4S 6S FD 7D 4D", "RC", "6C", "7C"),
                dealer=1,
                played="6C:signal=busso 7C",
                rules=NEUTRA,
            ),
            task=BestPlayTask(reach=takes_trick, then="RC"),
        ),
        LessonStep(
            clause="segnale-vero",
            says=_(
                "Only the leader says busso. Volo says that the card is your last of its suit; liscio, that "
                "you keep a low card of it, a king or lower. It is your lead, with the 7 and the 5 of "
                "cups."
            ),
            asks=_("You lead the 7 of cups. Mark the words that you may say with it."),
            hint=_("You lead, and you keep the five. Is the seven your last one?"),
            why=_("Busso, since you lead, and liscio, since you keep the five. Volo would not be true."),
            table=LessonPosition(
                hands=("7C 5C 2B 7B 4S 6S FD 7D 4D RS", "", "", ""), dealer=FIRST, rules=NEUTRA
            ),
            task=MarkTask(
                commands={
                    "7C:signal=busso": _("busso"),
                    "7C:signal=volo": _("volo"),
                    "7C:signal=liscio": _("liscio"),
                }
            ),
        ),
    ),
)

LESSONS = (ORDER, FOLLOWING, TAKING, COUNTING, ACCUSING, SPEAKING)
