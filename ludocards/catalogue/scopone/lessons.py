"""The course of Scopone and Scopa: from the numbers of the cards to what is better not left on the table."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from ludocards.catalogue.scopone.rules import scoring
from ludocards.catalogue.scopone.values import NUMBER_OF, SETTEBELLO
from ludocards.words.lessons import (
    AnswerOutcome,
    BestPlayTask,
    CountTask,
    Lesson,
    LessonPosition,
    LessonStep,
    MarkTask,
)

SCOPA = {"preset": "scopa"}

# Where two play, the learner, at seat 0, does not deal, and plays first.

LATE = LessonPosition(
    hands=("CD 6C 4S", "4B 3D CB"),
    dealer=1,
    table="FC AB 4D 5D",
    stock="FD CS RD RS AS 2S 2B 7C AD 6D RB 5S 6B 2D RC FS CC 4C 3S 3B 5B FB 7D 6S 7B 5C 2C 7S AC 3C",
    rules=SCOPA,
    played="CD:take=FC+AB 4B:take=4D+ 6C 3D 4S CB:take=5D+4S FD CS:take=6C+3D RD RS:take=RD+ AS 2S "
    "2B:take=2S+ 7C AD:take=AS+ 6D RB 5S 6B:take=6D+ 2D RC:take=RB+ FS:take=FD+ CC:take=7C+2D 4C 3S "
    "3B:take=3S+ 5B:take=5S+ FB 7D 6S",
)
"""A deal up to its last three cards each: the learner holds 7B 2C AC, and 4C FB 7D 6S lie on the table."""

LAST = replace(LATE, played=f"{LATE.played} 7B:take=7D+ 5C 2C 7S:take=2C+5C")
"""The same deal up to its last two cards."""

OTHERWISE = replace(LATE, played=f"{LATE.played} AC 5C:take=AC+4C 7B:take=7D+ 7S")
"""The same deal up to its last two cards, if the learner plays the ace first."""


def start(hand: str, table: str) -> LessonPosition:
    """The first turn of two players."""
    return LessonPosition(hands=(hand, ""), dealer=1, table=table, rules=SCOPA)


def taken(outcome: AnswerOutcome) -> int:
    """The cards that the learner takes from the table."""
    return len(outcome.last("captured")["cards"]) - 1 if outcome.has("captured") else 0


def scope(outcome: AnswerOutcome) -> int:
    return sum(event.kind == "captured" and event.public["scopa"] for event in outcome.events)


def has_settebello(outcome: AnswerOutcome) -> int:
    return int(SETTEBELLO in outcome.state.piles[outcome.sides[outcome.seat]])


def primiera(outcome: AnswerOutcome) -> int:
    """The learner's primiera; 0 if a suit is missing."""
    return scoring.primiera(outcome.state.piles[outcome.sides[outcome.seat]]) or 0


def taken_and_safe(outcome: AnswerOutcome) -> int:
    """The cards taken, or 0 if what is left adds up to ten or less, so that one card may sweep it."""
    left = sum(NUMBER_OF[card] for card in outcome.state.table)
    return taken(outcome) if left > max(NUMBER_OF.values()) else 0


def likes_held(outcome: AnswerOutcome) -> int:
    """The learner's other cards of the number that was played."""
    [card] = outcome.state.table
    return sum(NUMBER_OF[each] == NUMBER_OF[card] for each in outcome.state.hands[outcome.seat])


def others_cards(outcome: AnswerOutcome) -> int:
    """The cards that the other player has taken in the deal."""
    return int(outcome.last("scored")["points"][1])


def made(outcome: AnswerOutcome) -> int:
    """The learner's points in the deal."""
    return int(outcome.last("scored")["scores"][0])


TAKING = Lesson(
    "carte",
    _("The cards, and what they take"),
    _("Every card has a number, and takes cards from the table."),
    (
        LessonStep(
            clause="numeri",
            says=_(
                "Ace is 1, 2 to 7 are what they say; the jack (Fante) is 8, the knight (Cavallo) 9, the "
                "king (Re) 10. A card takes one of the same number from the table, whatever its suit."
            ),
            asks=_("Play the card that takes the knight of cups."),
            hint=_("Which of your cards has the number 9?"),
            why=_("A knight takes a knight. Both go to your pile, face down."),
            table=start("CS FB 2D", "CC 3B 6S RD"),
            task=BestPlayTask(reach=taken),
        ),
        LessonStep(
            clause="uguale",
            says=_("If a card of the same number lies there, exactly one such card is taken, and no sum."),
            asks=_("You play the 7 of coins. Mark what it may take."),
            hint=_("Is there another seven?"),
            why=_("The 7 of swords and nothing else, although 4 and 3 add up to seven, too."),
            table=start("7D AS FB", "4C 3B 7S 2D"),
            task=MarkTask(
                commands={
                    "7D:take=7S+": _("The 7 of swords"),
                    "7D:take=3B+4C": _("The 4 of cups and the 3 of batons"),
                    "7D:take=7S+3B+4C": _("all three"),
                }
            ),
        ),
    ),
)

SUMS = Lesson(
    "somme",
    _("Sums"),
    _("Without a card of the same number, several that add up to it are taken."),
    (
        LessonStep(
            clause="somma",
            says=_(
                "If there is no card of the same number, a card takes two or more that add up to it. If "
                "there are several ways, you choose one of them."
            ),
            asks=_("You play the 7 of coins. Mark everything that it may take."),
            hint=_("Add up two cards at a time: what makes seven?"),
            why=_("4 and 3, or 5 and 2, but not both: a card takes one sum."),
            table=start("7D AS FB", "4C 3B 5S 2D"),
            task=MarkTask(
                commands={
                    "7D:take=3B+4C": _("The 4 of cups and the 3 of batons"),
                    "7D:take=2D+5S": _("The 5 of swords and the 2 of coins"),
                    "7D:take=4C+5S": _("The 4 of cups and the 5 of swords"),
                    "7D:take=3B+4C+2D+5S": _("all four"),
                }
            ),
        ),
        LessonStep(
            clause="obbligo",
            says=_(
                "You may play any card of your hand. But a card that can take something must take it; only a "
                "card that can take nothing is left on the table."
            ),
            asks=_("Mark the cards that you may leave on the table."),
            hint=_("For each of your cards: is its number there, or cards that add up to it?"),
            why=_("Only the 2. The king would take 6 and 4, the jack 4, 3 and the ace."),
            table=start("RB 2C FD", "6D 4S 3C AB"),
            task=MarkTask(),
        ),
    ),
)

SWEEPING = Lesson(
    "scopa",
    _("Scopa"),
    _("Take everything that lies there, and you have a point at once."),
    (
        LessonStep(
            clause="scopa",
            says=_("If you take all the cards from the table, that is a scopa: a point for you."),
            asks=_("Make a scopa."),
            hint=_("What do the four cards add up to?"),
            why=_("2 and 2 and 2 and 4 are ten: the king takes them all."),
            table=start("4C RS AD", "2B 2C 2D 4S"),
            task=BestPlayTask(reach=scope),
        ),
        LessonStep(
            clause="scope",
            says=_(
                "What you leave is for the next player. One card can sweep the table if what lies there adds "
                "up to ten or less."
            ),
            asks=_("Take something, and leave more than ten on the table."),
            hint=_("After each of your captures: what do the other cards add up to?"),
            why=_(
                "The 5 takes the 5, and 14 are left, which no card sweeps. If the king takes the king, 9 "
                "are left, and a knight makes a scopa."
            ),
            table=start("RB 5D 2C", "RD 5C 3S AB"),
            task=BestPlayTask(reach=taken_and_safe),
        ),
    ),
)

POINTS = Lesson(
    "punti",
    _("The points of a deal"),
    _("Cards, coins, settebello and primiera: one point each."),
    (
        LessonStep(
            clause="settebello",
            says=_(
                "The 7 of coins, the settebello, is a point for the player who takes it. It also helps "
                "for most coins, most cards and the primiera."
            ),
            asks=_("It lies on the table: take it."),
            hint=_("Which of your cards has the same number?"),
            why=_("A seven takes it: the most precious card of the pack."),
            table=LATE,
            task=BestPlayTask(reach=has_settebello),
        ),
        LessonStep(
            clause="primiera",
            says=_(
                "Sevens make the primiera. The best card of each suit counts: a 7 is 21, a 6 18, an ace "
                "16, a 5 15, a 4 14, a 3 13, a 2 12, a court card 10. You have taken the 7 of cups with "
                "the 7 of swords, and now take the 6 of coins with the 6 of batons."
            ),
            asks=_("What is your primiera?"),
            hint=_("One card of each suit: two sevens and two sixes."),
            why=_(
                "21 + 21 + 18 + 18. The higher sum has the point, and a side that lacks a suit has no "
                "primiera."
            ),
            table=LessonPosition(
                hands=("7S 6B 2B", "RS FC 5C"),
                dealer=1,
                table="7C 6D RB AC",
                rules=SCOPA,
                played="7S:take=7C+ RS:take=RB+",
            ),
            task=CountTask(measure=primiera, numbers=(60, 76, 78, 84), then="6B:take=6D+"),
        ),
        LessonStep(
            clause="resto",
            says=_(
                "The last two cards of the deal: you have the ace of cups, the other player the 3. On "
                "the table lie 4, 6 and jack. The other player took last, and has 17 cards. What is left "
                "on the table at the end goes to the player who took last."
            ),
            asks=_("How many cards does the other player have in the end?"),
            hint=_("Neither card takes anything. Count all that lies there then."),
            why=_("Five more: 22, and with more than 20 of the 40 cards the point for most cards."),
            table=LAST,
            task=CountTask(measure=others_cards, numbers=(17, 18, 20, 22), then="AC 3C"),
        ),
        LessonStep(
            clause="carte-punto",
            says=_(
                "The same deal with another end, counted: you have 23 cards and the other player 17; 5 of "
                "the ten coins each; the settebello is yours, and your primiera is 84 against 61. Nobody "
                "made a scopa."
            ),
            asks=_("How many points do you make?"),
            hint=_("With the coins tied, nobody gets that point."),
            why=_("Most cards, settebello and primiera: 3. The other player makes none."),
            table=OTHERWISE,
            task=CountTask(measure=made, numbers=(1, 2, 3, 4), then="2C 3C"),
        ),
    ),
)

LEAVING = Lesson(
    "lasciare",
    _("What to leave on the table"),
    _("Four play in pairs, and the table is empty: whatever you lay is for the next player."),
    (
        LessonStep(
            clause="tutte",
            says=_(
                "In Scopone four play in two pairs with ten cards each. You begin on an empty table: if "
                "the next player has a card of the same number, it is a scopa. There are four cards of "
                "each number."
            ),
            asks=_("Play one of the cards that the others are least likely to take."),
            hint=_("Of which number do you hold most?"),
            why=_("You hold three of the four fours: only one is left, and it may be your partner’s."),
            table=LessonPosition(hands=("7D 7C 2B 4S 4C 4D FB RC AS 6D", "", "", ""), dealer=3),
            task=BestPlayTask(reach=likes_held),
        ),
    ),
)

LESSONS = (TAKING, SUMS, SWEEPING, POINTS, LEAVING)
