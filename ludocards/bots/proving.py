"""The interface between the bots of a game and its puzzles (`practice/finding.py`): further judgements of a
choice, which the answer of a puzzle must pass, and what a player says about a position (`explaining.py`).

Implementations are deterministic, like those of `reviewing.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludocards.engine.cards import Card, Ranking
from ludocards.engine.game import Command, Json

if TYPE_CHECKING:  # it needs numpy
    from ludocards.bots.reviewing import ChoiceValues

View = Mapping[str, Any]

DEALS = 60
"""The number of random deals from which an explanation is drawn, by default."""
TELLING = 0.25
"""The least difference, as a share of these deals, that is worth a sentence."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A word about a suit that another seat has said in this deal."""

    seat: int
    suit: str
    word: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The facts that explain why a choice is better than another, most important first, and their themes."""

    themes: list[str]
    facts: list[Json]

    def as_json(self) -> dict[str, Json]:
        return {"themes": self.themes, "facts": self.facts}


@dataclass(frozen=True, slots=True)
class Prover:
    """The functions and figures with which puzzles of a game are found."""

    tables: Sequence[tuple[Json, int]]
    """The rules, with the number of players, of the bots' matches in which puzzles are sought."""
    affordable: Callable[[View], bool]
    """Return whether `exact` can solve the rest of the deal."""
    exact: Callable[..., ChoiceValues]
    """Like `Reviewer.evaluate_choices`, but every world is solved with all cards seen; a third argument is
    the number of worlds."""
    stronger: Callable[[View, Sequence[Command]], ChoiceValues]
    """Like `Reviewer.evaluate_choices`, in other and more worlds, which are searched more deeply."""
    glance: Callable[[View, Sequence[Command]], ChoiceValues] | None = None
    """Like `Reviewer.evaluate_choices`, in few worlds, to pass over positions without a clear answer."""
    shortlist: Callable[[View, Sequence[Command]], Sequence[Command]] = lambda view, legal: legal
    """The choices worth judging; of very many the others are certainly worse."""
    reviewed: Callable[[View, Sequence[Command]], ChoiceValues | None] | None = None
    """The judgement of a review, where `Reviewer.evaluate_choices` would not compare all of the shortlist."""
    rivals: int | None = None
    """The number of choices, the best by the review, that the later judgements compare with the answer; None
    for all."""
    asks: Sequence[str] = ("play",)
    """The phases whose choices puzzles are about; the verb of these choices has the same name."""
    announced: Callable[[View], Sequence[int]] = lambda view: ()
    """The tricks that the others have announced before the first card."""
    ranking: Callable[[View], Ranking] | None = None
    """The ranking of the cards; None in a game without tricks, which explains its puzzles itself."""
    trump: Callable[[View], str | None] = lambda view: None
    follows_suit: bool = True
    """True if a card of another suit shows that its player has none of the suit led. If not, what is still
    out in the suit of a card matters only while others may play to its trick."""
    values_last_trick: bool = True
    """True if who takes the last trick is a reason; not where only the points of its cards count."""
    points: Callable[[Card], int] | None = None
    """The points that a card brings, where a trick is worth those of its cards."""
    last_draw: Callable[[View, int], tuple[int, str] | None] = lambda view, winner: None
    """If the stock ends with this trick and its last card is known: the seat that draws it if this seat takes
    the trick, and the card."""
    seen: Callable[[View], Iterable[str]] = lambda view: view["hand"]
    """The cards that the seat sees or knows out of play, besides those played."""
    need: Callable[[View, int], int | None] = lambda view, seat: None
    """The number of tricks that a seat still needs of those that it announced, below 0 if it has too many."""
    heard: Callable[[View], Sequence[Heard]] = lambda view: ()
    winners: Callable[[View, Sequence[Command], int], Sequence[Sequence[Sequence[int]]]] | None = None
    """For each of these cards, the seats that take this trick and those after it, in so many random deals, by
    rules of thumb; None if they are played by the rules of the game, which takes longer."""
    alike: Callable[[Card], str] = lambda card: card.suit
    """The common property of two cards that may both be the answer."""
    explained: Mapping[str, Callable[[View, Command, Command], Explanation]] = field(default_factory=dict)
    """By verb, the game's own explanation why the first choice is better than the second; the game's texts
    have the sentences. Other choices are explained by tricks (`explaining.py`)."""
    sufficient: Collection[str] = ()
    """The kinds of the game's own facts of which an explanation may do with one."""


def telling_facts(
    facts: Sequence[Json], best: Card | None, other: Card | None, *, fewest_win: bool
) -> list[Json]:
    """Return the facts that tell the better of two choices from the other: none that holds for both, and no
    tricks that the other takes although they are wanted, or the better one although they are not."""
    wanted = _is_trick_wanted(facts, fewest_win)
    is_same_suit = best is not None and other is not None and best.suit == other.suit
    voids = Counter(fact["seat"] for fact in facts if fact["kind"] == "void")
    cards = [_without_card(fact) for fact in facts if fact["kind"] in ("alone", "master", "beaten")]

    def is_telling(fact: Json) -> bool:
        match fact["kind"]:
            case "takes" | "last":
                return wanted in (None, fact["best"] > fact["other"])
            case "alone" | "master" | "beaten":
                return cards.count(_without_card(fact)) == 1
            case "void":
                return not is_same_suit and voids[fact["seat"]] == 1
        return True

    return [fact for fact in facts if is_telling(fact)]


def _is_trick_wanted(facts: Sequence[Json], fewest_win: bool) -> bool | None:
    """Return whether the seat wants to take tricks; None if it wants some of those that are left."""
    for fact in facts:
        if fact["kind"] == "needs":
            return False if fact["n"] <= 0 else True if fact["n"] >= fact["left"] else None
    return not fewest_win


def _without_card(fact: Json) -> Json:
    return {name: value for name, value in fact.items() if name != "card"}
