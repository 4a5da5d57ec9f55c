"""The course of Briscola: the order, the freedom to play any card, trumping, the points."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.rulebook.lessons import Count, Lesson, Mark, Outcome, Play, Step, Table, takes
from ludocards.catalogue.briscola.values import POINTS

# Two players; the learner, at seat 0, deals and plays the second card of the trick.


def points(outcome: Outcome) -> int:
    """The points in the cards of the trick."""
    return sum(POINTS[code[0]] for code in outcome.last("taken")["cards"])


def gain(outcome: Outcome) -> int:
    """The points in the cards of the trick, negative if the other side takes it."""
    return points(outcome) if takes(outcome) else -points(outcome)


CARDS = Lesson(
    "carte",
    _("The cards and the trumps"),
    _("Three cards in the hand, one face up on the table, and its suit beats the others."),
    (
        Step(
            clause="ordine",
            says=_(
                "From the highest to the lowest: ace, 3, King, Knight, Jack, 7, 6, 5, 4, 2. Two play here. "
                "The card turned up, the 6 of denari, makes denari trumps; the King of bastoni was led."
            ),
            asks=_("Play the card that takes the trick."),
            hint=_("Here the three is almost the highest card of its suit."),
            why=_("The three beats the King: only the ace, or a trump, would beat it."),
            table=Table(hands=("3B 7B AS", "RB"), dealer=0, stock="6D", played="RB"),
            task=Play(reach=takes),
        ),
        Step(
            clause="presa",
            says=_(
                "The highest trump of the trick takes it; without one, the highest card of the suit led. "
                "Denari are trumps; your opponent led the ace of spade, worth eleven points."
            ),
            asks=_("Play the card with which you gain most."),
            hint=_("Any denari beats the ace of spade."),
            why=_("The smallest trump takes the most precious card. The three would have given ten more."),
            table=Table(hands=("5S 2D 3C", "AS"), dealer=0, stock="6D", played="AS"),
            task=Play(reach=gain),
        ),
    ),
)

PLAYING = Lesson(
    "libero",
    _("Any card, at any time"),
    _("Nobody has to follow, and nobody has to trump."),
    (
        Step(
            clause="libero",
            says=_(
                "Any card may be played to any trick: nobody has to follow suit, and nobody has to trump. "
                "Coppe were led, and denari are trumps."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("Is there anything that you must do?"),
            why=_("All three. After the trick both draw a card, first whoever took it."),
            table=Table(hands=("7C 4S FD", "AC"), dealer=0, stock="6D", played="AC"),
            task=Mark(),
        ),
    ),
)

COUNTING = Lesson(
    "punti",
    _("The points"),
    _("120 in the pack, and 61 win."),
    (
        Step(
            clause="valori",
            says=_(
                "An ace is worth 11 points, a three 10, a King 4, a Knight 3, a Jack 2, the other cards "
                "nothing. Your opponent led the three of bastoni, and you take it with the ace."
            ),
            asks=_("How many points are in this trick?"),
            hint=_("Eleven for the ace. And the three?"),
            why=_("Eleven and ten: a third of what you need to win."),
            table=Table(hands=("AB 4S 7C", "3B"), dealer=0, stock="6D", played="3B"),
            task=Count(measure=points, numbers=(11, 14, 21, 22), then="AB"),
        ),
        Step(
            clause="carichi",
            says=_(
                "Aces and threes are called carichi, cards without points lisci or scartine. Your opponent "
                "led the ace of trumps, which nothing beats."
            ),
            asks=_("Play the card that costs you least."),
            hint=_("You cannot take this trick: throw in a card without points."),
            why=_("The five is worth nothing. The King would cost four points, the three ten."),
            table=Table(hands=("3C RC 5B", "AD"), dealer=0, stock="6D", played="AD"),
            task=Play(reach=gain),
        ),
    ),
)

LESSONS = (CARDS, PLAYING, COUNTING)
