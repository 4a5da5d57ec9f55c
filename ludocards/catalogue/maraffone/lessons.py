"""The course of Maraffone: naming the trumps, following, trumping, the cricca, the words, the count."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.thirds.lessons import gain, thirds
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

# In the first deal the player with the 4 of denari names the trumps and leads. The learner is at seat 0: with
# the four at seat 1 they play the last card of the first trick.


def bonus(outcome: AnswerOutcome) -> int:
    """1 if the learner's side scores for the three highest trumps, otherwise 0."""
    return int(outcome.has("accused"))


NAMING = Lesson(
    "briscola",
    _("Naming the trumps"),
    _("Forty cards in the order of Tressette, and a suit that beats the others."),
    (
        LessonStep(
            clause="ordine",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. From the "
                "highest to the lowest: 3, 2, ace, king, knight, jack, 7, 6, 5, 4. Swords are trumps; "
                "cups were led, and the ace is the highest card so far."
            ),
            asks=_("Play the card that takes the trick."),
            hint=_("Two cards of the suit are higher than the ace. You hold one of them."),
            why=_("The two is higher than the ace: only the three, or a trump, would beat it."),
            table=LessonPosition(
                hands=("2C 7C 4C RB FB 6D 5D CS 7S 4S", "4D RC", "5C", "AC"),
                dealer=0,
                played="name:suit=S RC 5C AC",
            ),
            task=BestPlayTask(reach=takes_trick),
        ),
        LessonStep(
            clause="presa",
            says=_(
                "The highest trump takes the trick; without one, the highest card of the suit led. The "
                "trumps are swords."
            ),
            asks=_("You follow with the two of coins, your only one. Who takes the trick?"),
            hint=_("Is there a trump in the trick? Then nothing else matters."),
            why=_("The four of swords is a trump, and the only one: it beats even the two and the ace."),
            table=LessonPosition(
                hands=(
                    "2D RB FB 5B 7C 6C CC CS 7S 6S",
                    "4D RD",
                    "AD",
                    "4S 3B AB 2B 7B 6B 4B 4C 5C 3C",
                ),
                dealer=0,
                played="name:suit=S RD AD 4S",
            ),
            task=TakerTask(then="2D"),
        ),
    ),
)

FOLLOWING = Lesson(
    "rispondere",
    _("Following suit"),
    _("The one thing that you must do, and what you need not."),
    (
        LessonStep(
            clause="rispondere",
            says=_(
                "The suit of the first card is the suit led: a player who has cards of it must play one "
                "of them. Batons were led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have batons, so you must play one of them: any one."),
            why=_("All your batons, high or low. The trumps have to wait until you have no batons."),
            table=LessonPosition(
                hands=("3C AC RB 7B 6B 2D 6D AS CS 5S", "4D 4B", "5B", "CB"),
                dealer=0,
                played="name:suit=S 4B 5B CB",
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="libero",
            says=_("A player who has none may play any card: nobody has to trump. Swords are trumps."),
            asks=_("Batons were led, and an opponent is taking the trick so far. Win it for your pair."),
            hint=_("You have no batons, but you have trumps."),
            why=_("Any trump takes the trick. A low one is enough: keep the king for later."),
            table=LessonPosition(
                hands=("3C AC 6C 7C 2D 6D 5D RS CS 5S", "4D AB", "RB", "2B"),
                dealer=0,
                played="name:suit=S AB RB 2B",
            ),
            task=BestPlayTask(reach=takes_trick),
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
                hands=("AB 2C 7C 4S 6S FD 7D 5D RS CC", "4D RB", "3B", "7B"),
                dealer=0,
                played="name:suit=D RB 3B 7B",
            ),
            task=CountTask(measure=thirds, numbers=(2, 3, 4, 5, 6), then="AB"),
        ),
        LessonStep(
            clause="coppie",
            says=_(
                "Partners sit opposite each other and count their cards together. Your partner has played "
                "the three of batons: the trick is yours."
            ),
            asks=_("Play the card that gains your pair the most."),
            hint=_("Which of your batons is worth a whole point?"),
            why=_("Your partner takes the trick, and your ace with it: a whole point, safe."),
            table=LessonPosition(
                hands=("AB 7B FB 2C 7C 6S 4S 6D 5D CD", "4D 6B", "3B", "5B"),
                dealer=0,
                played="name:suit=S 6B 3B 5B",
            ),
            task=BestPlayTask(reach=gain),
        ),
    ),
)

SPEAKING = Lesson(
    "parole",
    _("The cricca and the words"),
    _("Three points for three cards, and three words for the leader."),
    (
        LessonStep(
            clause="cricca",
            says=_(
                "You named swords, and you hold their ace, two and three: the cricca, worth three points if "
                "you lead the right card first."
            ),
            asks=_("Which card do you lead to score it?"),
            hint=_("You show the cricca by leading one card, and it is not the highest one."),
            why=_("Leading the ace of trumps shows the cricca: three points at once."),
            table=LessonPosition(
                hands=("AS 2S 3S 5S 4D 7D RC 6C FB 5B", "4S", "6S", "7S"),
                dealer=0,
                played="name:suit=S",
            ),
            task=BestPlayTask(reach=bonus),
        ),
        LessonStep(
            clause="vere",
            says=_(
                "The leader may say one word with the card, and it must be true: busso asks the partner "
                "for the highest card, striscio says that cards of the suit are left, volo that none is."
            ),
            asks=_("You lead the 7 of cups. Mark the words that you may say with it."),
            hint=_("You keep the five of cups. Is the seven your last one?"),
            why=_("Busso is always true, and striscio is, since you keep the five. Volo is not."),
            table=LessonPosition(
                hands=("7C 5C 2B 7B 6S 4S FD 7D 4D RS", "", "", ""), dealer=0, played="name:suit=S"
            ),
            task=MarkTask(
                commands={
                    "7C:signal=busso": _("busso"),
                    "7C:signal=striscio": _("striscio"),
                    "7C:signal=volo": _("volo"),
                }
            ),
        ),
    ),
)

LESSONS = (NAMING, FOLLOWING, COUNTING, SPEAKING)
