"""The lessons on Tressette a perdere (Traversone): leaving tricks to others, discarding, counting points."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.lessons import gain, thirds
from ludocards.catalogue.thirds.values import RANKING
from ludocards.engine.cards import ITALIAN40
from ludocards.words.lessons import (
    AnswerOutcome,
    BestPlayTask,
    CountTask,
    Lesson,
    LessonPosition,
    LessonStep,
    MarkTask,
    TakerTask,
    leaves_trick,
    takes_trick,
)

# Four players, the learner at seat 0. In every step but the last of `COUNTING` the learner is the dealer, and
# so plays the last card of the trick.


def given(outcome: AnswerOutcome) -> int:
    """The thirds that the trick costs the others; negative if the learner takes it."""
    return -gain(outcome)


def below(outcome: AnswerOutcome) -> int:
    """The strength of the learner's card if it loses the trick, otherwise 0: the highest loser is best."""
    card = ITALIAN40.cards[outcome.last("taken")["cards"][-1]]
    return 0 if takes_trick(outcome) else RANKING.strength(card)


def points(outcome: AnswerOutcome) -> int:
    """The learner's score in the deal, in whole points."""
    return int(outcome.last("scored")["scores"][outcome.seat])


CARDS = Lesson(
    "carte",
    _("The cards, and who takes"),
    _("The order of Tressette, in a game in which you want to take nothing."),
    (
        LessonStep(
            clause="ordine",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. From the "
                "highest to the lowest: 3, 2, ace, king, knight, jack, 7, 6, 5, 4. Cups were led, and "
                "the ace is the highest card so far."
            ),
            asks=_("Play the card that leaves the trick to somebody else."),
            hint=_("Two cards are higher than the ace. You hold one of them."),
            why=_("The king is below the ace. The three would have taken the trick, and the ace with it."),
            table=LessonPosition(
                hands=("3C RC RB FB 6D 5D CS 7S 4S 5B", "7C", "5C", "AC"), dealer=0, played="7C 5C AC"
            ),
            task=BestPlayTask(reach=leaves_trick),
        ),
        LessonStep(
            clause="presa",
            says=_("The highest card of the suit led takes the trick. There are no trumps."),
            asks=_("You follow with the five of coins, your only one. Who takes the trick?"),
            hint=_("Which suit was led?"),
            why=_("The king of coins. The three of swords is of another suit, so it takes nothing."),
            table=LessonPosition(
                hands=(
                    "5D RB FB 5B 7C 6C CC CS 7S AS",
                    "RD",
                    "3S AB 2B 7B 6B 4B 4C 5C 3C 6S",
                    "4D",
                ),
                dealer=0,
                played="RD 3S 4D",
            ),
            task=TakerTask(then="5D"),
        ),
    ),
)

PLAYING = Lesson(
    "gioco",
    _("Getting rid of cards"),
    _("What you must do, and which cards you want to lose."),
    (
        LessonStep(
            clause="rispondere",
            says=_(
                "The suit of the first card is the suit led: a player who has cards of it must play one "
                "of them. Coins were led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have coins, so you must play one of them: any one."),
            why=_("Both your coins, the ace and the four. The others have to wait until you have none."),
            table=LessonPosition(
                hands=("AD 4D 2B 7S CC 6C 5C RB FS 6S", "RD", "6D", "7D"), dealer=0, played="RD 6D 7D"
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="non-forzare",
            says=_(
                "Nobody has to play a higher card. A high card that stays below the winning one is lost "
                "at no cost, and can do no harm later. The king is winning."
            ),
            asks=_("Play the highest card that does not take the trick."),
            hint=_("The ace is above the king."),
            why=_("The jack is gone, and the five is kept for a trick in which you need it."),
            table=LessonPosition(
                hands=("AD FD 5D 2B 7S CC 6C 5C RB FS", "CD", "4D", "RD"), dealer=0, played="CD 4D RD"
            ),
            task=BestPlayTask(reach=below),
        ),
        LessonStep(
            clause="scopo",
            says=_(
                "Every point counts against the player who makes it. You have no coins, so you may "
                "discard any card on this trick, and somebody else takes it."
            ),
            asks=_("Discard the card that costs the others most."),
            hint=_("One of your cards is worth a whole point."),
            why=_("The ace: three thirds leave your hand at once."),
            table=LessonPosition(
                hands=("AS 4S 7B 5C CC 6C 2B 6B 5B 7S", "RD", "7D", "4D"), dealer=0, played="RD 7D 4D"
            ),
            task=BestPlayTask(reach=given),
        ),
    ),
)

COUNTING = Lesson(
    "punti",
    _("Counting"),
    _("Thirds, whole points, and the last trick."),
    (
        LessonStep(
            clause="valori",
            says=_(
                "An ace is worth three thirds, a 3, a 2 and every court card one third, the other cards "
                "nothing."
            ),
            asks=_("You follow with the four of cups. How many thirds are in the trick?"),
            hint=_("Three for the ace. And the others?"),
            why=_("Three for the ace, one each for the three and the jack: five."),
            table=LessonPosition(
                hands=("4C RB FB 6D 5D CS 7S 4S 5B 6B", "AC", "3C", "FC"), dealer=0, played="AC 3C FC"
            ),
            task=CountTask(measure=thirds, numbers=(3, 4, 5, 6), then="4C"),
        ),
        LessonStep(
            clause="arrotonda",
            says=_(
                "Points are rounded down, and the player who takes the last trick has what is missing to "
                "eleven. The others have taken 1, 2 and 10 thirds, and you lead your last card, which "
                "takes."
            ),
            asks=_("How many points do you score?"),
            hint=_("Eleven, less the whole points of the others."),
            why=_("The others have 0, 0 and 3 points, so you have 8: the fractions of all are yours."),
            table=LessonPosition(
                hands=(
                    "7S AD 6B 3B 4B 6C 2D 7C 3C AB",
                    "5S 2B 5C 6S 5D FS FB CS 4D 3D",
                    "4S 7B FD 2C CC 2S AC RB RS 4C",
                    "FC RC 7D 5B AS CB 3S 6D CD RD",
                ),
                dealer=3,
                played="7S 5S 4S AS FC 6C 5C 2C 7B 5B 6B 2B 6S 2S 3S AD RC 7C 5D CC 7D 2D 4D "
                "FD 3B FB RB CB 4B FS AC 6D 3C CS 4C CD",
            ),
            task=CountTask(measure=points, numbers=(6, 7, 8, 9), then="AB 3D RS RD"),
        ),
    ),
)

LESSONS = (CARDS, PLAYING, COUNTING)
