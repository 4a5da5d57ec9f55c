"""The course of Whist: the order of the cards, following and trumping, the bid, the points."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

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

# The first deal has four cards for each; the player to the dealer's right bids and leads first. If the
# learner, at seat 0, deals, they bid last and play the last card of the first trick.


def scored(outcome: AnswerOutcome) -> int:
    """The learner's points in the deal."""
    return int(outcome.last("scored")["scores"][outcome.seat])


CARDS = Lesson(
    "carte",
    _("The cards and the trumps"),
    _("A French pack, everyone for themselves, and an ace that is the lowest card."),
    (
        LessonStep(
            clause="ordine",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. From the "
                "highest to the lowest: king, queen, jack, 10, 9 and so on down to the 2, and below it "
                "the ace. Hearts were led, and the jack is the highest so far."
            ),
            asks=_("Play the card that takes the trick."),
            hint=_("The ace is the lowest card here."),
            why=_("The queen beats the jack. The ace would have lost even to the two."),
            table=LessonPosition(
                hands=("QH AH 5H 9C", "10H", "JH", "2H"),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 bid:tricks=#1 10H JH 2H",
            ),
            task=BestPlayTask(reach=takes_trick),
        ),
        LessonStep(
            clause="presa",
            says=_(
                "The card turned up after the deal, the seven of spades, makes spades trumps. The highest "
                "trump takes the trick; if there is none, the highest card of the suit led."
            ),
            asks=_("You follow with the king of hearts, your only one. Who takes the trick?"),
            hint=_("Is there a spade in the trick?"),
            why=_("The two of spades is the only trump: it beats even your king."),
            table=LessonPosition(
                hands=("KH 9C 4D 3D", "10H", "JH", "2S 5C 6C 8D"),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 bid:tricks=#1 10H JH 2S",
            ),
            task=TakerTask(then="KH"),
        ),
    ),
)

FOLLOWING = Lesson(
    "rispondere",
    _("Following and trumping"),
    _("What you must play, and when you are free."),
    (
        LessonStep(
            clause="rispondere",
            says=_(
                "The suit of the first card is the suit led: a player who has cards of it must play one "
                "of them. Clubs were led."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have clubs, so you must play one of them: any one."),
            why=_("Both your clubs, and nothing else."),
            table=LessonPosition(
                hands=("9C 4C KH 8S", "QC", "3C", "5C"),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 bid:tricks=#1 QC 3C 5C",
            ),
            task=MarkTask(),
        ),
        LessonStep(
            clause="tagliare",
            says=_(
                "A player who has no card of the suit led must play a trump; without trumps either, any "
                "card. Clubs were led, and spades are trumps."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("You have no clubs. Do you have any trumps?"),
            why=_("You have no clubs, so you must trump, with either of your spades."),
            table=LessonPosition(
                hands=("8S 2S KH 9D", "QC", "3C", "5C"),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 bid:tricks=#0 QC 3C 5C",
            ),
            task=MarkTask(),
        ),
    ),
)

BIDDING = Lesson(
    "dire",
    _("Bidding"),
    _("You bid how many tricks you will take, and that is what you play for."),
    (
        LessonStep(
            clause="ultimo",
            says=_(
                "Before a card is played, everybody bids in turn how many tricks they will take. The last "
                "bid may not bring the total to the number of tricks in the deal, four here. The others "
                "bid 1, 1 and 0."
            ),
            asks=_("You bid last. Mark all the bids that you may make."),
            hint=_("1, 1 and 0 are 2. Which bid would make it 4?"),
            why=_(
                "With two, the bids would add up to four and everybody could make theirs: not allowed. "
                "Any other number is."
            ),
            table=LessonPosition(
                hands=("KH QH 9C 8S", "", "", ""),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#0",
            ),
            task=MarkTask(commands={f"bid:tricks=#{number}": str(number) for number in range(5)}),
        ),
        LessonStep(
            clause="esatto",
            says=_(
                "You bid 0 and have taken no trick. You score only with exactly the tricks you bid, so "
                "now you want none. Diamonds were led."
            ),
            asks=_("Play a card that does not take the trick."),
            hint=_("The ten is the highest card so far. Stay below it."),
            why=_("The four stays below the ten, and your bid of 0 is still alive."),
            table=LessonPosition(
                hands=("JD 4D 3C 2H", "9D", "10D", "5D"),
                dealer=0,
                stock="7S",
                played="bid:tricks=#1 bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 9D 10D 5D",
            ),
            task=BestPlayTask(reach=leaves_trick),
        ),
    ),
)

POINTS = Lesson(
    "punti",
    _("The points"),
    _("Ten and your tricks, or a loss."),
    (
        LessonStep(
            clause="esatto",
            says=_(
                "Taking exactly what you bid is worth ten points, and one more for each trick. You bid "
                "2, and took two of the four: the first with the king of hearts, the second with the "
                "king of clubs."
            ),
            asks=_("How many points does this deal bring you?"),
            hint=_("Ten, and one for each of your tricks."),
            why=_("Ten, and two for the two tricks."),
            table=LessonPosition(
                hands=("KH KC 2D 3D", "10H 4C QD JD", "JH 5C 8D 9D", "2H 6C 10D 7D"),
                dealer=3,
                stock="7S",
                played="bid:tricks=#2 bid:tricks=#1 bid:tricks=#0 bid:tricks=#0 KH 10H JH 2H KC 4C 5C 6C "
                "3D QD 9D 10D JD 8D 7D",
            ),
            task=CountTask(measure=scored, numbers=(2, 10, 12, 14), then="2D"),
        ),
        LessonStep(
            clause="sbagliato",
            says=_(
                "Any other number of tricks costs three points, and one more for each trick of difference. "
                "The same deal again, but this time you bid 3, and took two."
            ),
            asks=_("How many points does this deal bring you?"),
            hint=_("Three, and one for the missing trick, with a minus in front."),
            why=_("Three, and one for the trick that is missing: minus four."),
            table=LessonPosition(
                hands=("KH KC 2D 3D", "10H 4C QD JD", "JH 5C 8D 9D", "2H 6C 10D 7D"),
                dealer=3,
                stock="7S",
                played="bid:tricks=#3 bid:tricks=#1 bid:tricks=#1 bid:tricks=#0 KH 10H JH 2H KC 4C 5C 6C "
                "3D QD 9D 10D JD 8D 7D",
            ),
            task=CountTask(measure=scored, numbers=(-4, -3, 2, 12), then="2D"),
        ),
    ),
)

LESSONS = (CARDS, FOLLOWING, BIDDING, POINTS)
