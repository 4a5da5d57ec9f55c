"""The course of Briscola: from the order of the cards to the last tricks and the words of a partner."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.briscola.rules import GAME
from ludocards.catalogue.briscola.rules.state import State
from ludocards.catalogue.briscola.values import POINTS
from ludocards.engine.game import Refused
from ludocards.words.lessons import (
    AnswerOutcome,
    BestPlayTask,
    CountTask,
    Lesson,
    LessonPosition,
    LessonStep,
    MarkTask,
    takes_trick,
)

# Where two play, the learner, at seat 0, deals and plays the second card of the trick.

LATE = LessonPosition(
    hands=("6B 5B 7D", "CC 6D 7C"),
    dealer=0,
    stock="FD FC CD 6C 4S FB CB 4B 5D 5S 3S FS 2C 6S 7B AS 2D CS RD AC RC 3C AB 4C AD 4D RS 7S 5C 3B 2S 3D "
    "RB 2B",
    played="6D 7D FD 7C CD 6C 4S FB FC 5B 5D 5S 3S CB 2C 6S FS AS 2D CC RD 7B CS 4B 3C AC 4C AB 4D AD 5C 3B "
    "2S 7S RC 2B",
)
"""A deal up to its last two tricks: the learner holds RS and 6B and leads, the other player 3D and RB."""

LAST = replace(LATE, played=f"{LATE.played} RS RB 3D")
"""The same deal up to the learner's last card, 6B."""

OSTERIA = {"preset": "osteria"}


def points(outcome: AnswerOutcome) -> int:
    """The points in the cards of the trick."""
    return sum(POINTS[code[0]] for code in outcome.last("taken")["cards"])


def gain(outcome: AnswerOutcome) -> int:
    """The points in the cards of the trick, negative if the other side takes it."""
    return points(outcome) if takes_trick(outcome) else -points(outcome)


def drawn_later(outcome: AnswerOutcome) -> int:
    """The cards that are left in the stock."""
    return len(outcome.state.stock)


def made(outcome: AnswerOutcome) -> int:
    """The points of the learner's side in the deal."""
    return int(outcome.last("scored")["points"][outcome.sides[outcome.seat]])


def reached(outcome: AnswerOutcome) -> int:
    """The points that the learner reaches when both play the rest of the deal as well as they can."""
    return _best(outcome.state, outcome.seat)


def _best(state: State, seat: int) -> int:
    [acting], found = GAME.to_act(state), []
    for command in GAME.legal(state, acting):
        step = GAME.apply(state, acting, command)
        assert not isinstance(step, Refused), step
        lines = step.state.sheet
        found.append(lines[-1].points[seat] if lines else _best(step.state, seat))
    return max(found) if acting == seat else min(found)


CARDS = Lesson(
    "carte",
    _("The cards and the trumps"),
    _("Three cards in the hand, one face up on the table, and its suit beats the others."),
    (
        LessonStep(
            clause="ordine",
            says=_(
                "Everybody plays a card, and the highest takes them all: that is a trick. From the "
                "highest to the lowest: ace, 3, king, knight, jack, 7, 6, 5, 4, 2. Two play here. The "
                "card turned up, the 6 of coins, makes coins trumps; the king of batons was led."
            ),
            asks=_("Play the card that takes the trick."),
            hint=_(
                "Without a trump only the suit led wins: another suit’s ace loses. The three is almost "
                "the highest."
            ),
            why=_("The three beats the king: only the ace, or a trump, would beat it."),
            table=LessonPosition(hands=("3B 7B AS", "RB"), dealer=0, stock="6D", played="RB"),
            task=BestPlayTask(reach=takes_trick),
        ),
        LessonStep(
            clause="presa",
            says=_(
                "The highest trump of the trick takes it; without one, the highest card of the suit led. "
                "Coins are trumps; your opponent led the ace of swords, worth eleven points."
            ),
            asks=_("Play the card that gains you the most."),
            hint=_("Any card of coins beats the ace of swords."),
            why=_("The smallest trump takes the most precious card. The three would have given ten more."),
            table=LessonPosition(hands=("5S 2D 3C", "AS"), dealer=0, stock="6D", played="AS"),
            task=BestPlayTask(reach=gain),
        ),
    ),
)

PLAYING = Lesson(
    "libero",
    _("Any card, at any time"),
    _("Nobody has to follow, and nobody has to trump."),
    (
        LessonStep(
            clause="libero",
            says=_(
                "Any card may be played to any trick: nobody has to follow suit, and nobody has to trump. "
                "Cups were led, and coins are trumps."
            ),
            asks=_("Mark all the cards that you may play."),
            hint=_("Is there anything that you must do?"),
            why=_("All three. After the trick both draw a card, the one who took it first."),
            table=LessonPosition(hands=("7C 4S FD", "AC"), dealer=0, stock="6D", played="AC"),
            task=MarkTask(),
        ),
        LessonStep(
            clause="pescare",
            says=_(
                "After each trick both players draw a card from the stock, the one who took the trick "
                "first. The turned card goes last. You have three cards each, so 34 of the 40 are in the "
                "stock."
            ),
            asks=_("You take the first trick with your three. How many cards are in the stock after it?"),
            hint=_("Two players, and each draws one card."),
            why=_("Two less: 32. When the stock is empty, the last three cards are played out."),
            table=LessonPosition(hands=("3C 4S 7B", "RC"), dealer=0, stock="6D", played="RC"),
            task=CountTask(measure=drawn_later, numbers=(30, 31, 32, 33, 34), then="3C"),
        ),
    ),
)

COUNTING = Lesson(
    "punti",
    _("The points"),
    _("120 in the pack, and 61 win."),
    (
        LessonStep(
            clause="valori",
            says=_(
                "An ace is worth 11 points, a three 10, a king 4, a knight 3, a jack 2, the other cards "
                "nothing. Your opponent led the three of batons, and you take it with the ace."
            ),
            asks=_("How many points are in this trick?"),
            hint=_("Eleven for the ace. And the three?"),
            why=_("Eleven and ten: a third of what you need to win."),
            table=LessonPosition(hands=("AB 4S 7C", "3B"), dealer=0, stock="6D", played="3B"),
            task=CountTask(measure=points, numbers=(11, 14, 21, 22), then="AB"),
        ),
        LessonStep(
            clause="carichi",
            says=_(
                "Aces and threes are called carichi, cards without points lisci or scartine. Your opponent "
                "led the ace of trumps, which nothing beats."
            ),
            asks=_("Play the card that costs you least."),
            hint=_("You cannot take this trick: play a card without points."),
            why=_("The five is worth nothing. The king would cost four points, the three ten."),
            table=LessonPosition(hands=("3C RC 5B", "AD"), dealer=0, stock="6D", played="AD"),
            task=BestPlayTask(reach=gain),
        ),
    ),
)

ENDING = Lesson(
    "fine",
    _("The last tricks"),
    _("The stock is empty: if you have counted, you know every card."),
    (
        LessonStep(
            clause="senza-mazzo",
            says=_(
                "The stock is empty, two tricks are left, and you have 51 points. The cards that you have "
                "not seen are in your opponent’s hand: the three of coins and the king of batons. "
                "Batons are trumps, and it is your lead."
            ),
            asks=_("Lead the card that brings you the most points."),
            hint=_("Your opponent’s king beats your six. Which card do you need for the three?"),
            why=_(
                "If the king of trumps takes your king, your six is left to take the three. Lead the six, "
                "and the three is lost."
            ),
            table=LATE,
            task=BestPlayTask(reach=reached),
        ),
        LessonStep(
            clause="vince",
            says=_(
                "Of the 120 points, 61 win the deal. You had 51 before the last trick. Your opponent led "
                "the three of coins, and you take it with your last card, the six of trumps."
            ),
            asks=_("How many points do you make in this deal?"),
            hint=_("The three is worth ten. And the six?"),
            why=_("51 and ten: 61, one point more than half of them. The deal is yours."),
            table=LAST,
            task=CountTask(measure=made, numbers=(57, 60, 61, 65), then="6B"),
        ),
    ),
)

PARTNERS = Lesson(
    "coppie",
    _("In two pairs"),
    _("Four play in pairs, and at some tables partners may say something."),
    (
        LessonStep(
            clause="giocatori",
            says=_(
                "Four play in two pairs: partners sit opposite each other and count their cards together. "
                "Cups are trumps. Your partner’s three of coins is taking the trick, and you play last."
            ),
            asks=_("Play the card that gains your pair the most."),
            hint=_("The trick is yours already: which of your cards brings the most points?"),
            why=_("Your partner takes the trick, and the ace of swords with it: eleven points more."),
            table=LessonPosition(
                hands=("AS 4D 5C", "5D", "3D", "7S"), dealer=0, stock="6C", played="5D 3D 7S"
            ),
            task=BestPlayTask(reach=gain),
        ),
        LessonStep(
            clause="segno",
            says=_(
                "At this table a card may be played with a sign, true or false: “tre” says that you hold the "
                "three of trumps, “niente” that you have neither trumps nor carichi. You may also ask your "
                "partner for a card, as long as they are still to play. You play last in the second trick."
            ),
            asks=_("You play the 4 of batons. Mark what you may say with it."),
            hint=_("Has your partner, opposite you, played already?"),
            why=_("Any sign, even a false one. There is nothing to ask for: your partner has played."),
            table=LessonPosition(
                hands=("6S 3D 4B", "AS 5C 2B", "4S RC 6B", "5S 7C FB"),
                dealer=0,
                stock="2D",
                played="AS 4S 5S 6S 5C RC 7C",
                rules=OSTERIA,
            ),
            task=MarkTask(
                commands={
                    "4B:signal=tre": _("tre"),
                    "4B:signal=niente": _("niente"),
                    "4B:signal=voglio_carico": _("voglio un carico"),
                }
            ),
        ),
        LessonStep(
            clause="chiedere",
            says=_(
                "Coins are trumps. Your partner led the king of trumps and said “voglio un carico”: play "
                "an ace or a three of another suit."
            ),
            asks=_("Answer your partner: play the card that gains your pair the most."),
            hint=_("Only two cards beat the king of trumps. Trust your partner."),
            why=_("The three of batons: your partner’s king takes it, ten points for your pair."),
            table=LessonPosition(
                hands=("6S 3B FB", "4S 7C 6C", "AS RD 2C", "5S 4C 6B"),
                dealer=0,
                stock="2D",
                played="4S AS 5S 6S RD:signal=voglio_carico 4C",
                rules=OSTERIA,
            ),
            task=BestPlayTask(reach=gain, then="7C"),
        ),
    ),
)

LESSONS = (CARDS, PLAYING, COUNTING, ENDING, PARTNERS)
