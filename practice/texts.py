"""The texts of practice: themes, questions, and what is said about an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.texts import BOTS, RulesRefused, card_name, reasons
from games.texts import texts_of_game as texts_of
from games.texts.reasons import choice_name, the_choice
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludocards.words.cards import capitalise_sentence, the_card
from ludocards.words.lessons import read_notation
from ludocards.words.texts import Asking
from practice.lessons import ME, AnswerOption, Judged, StepPlace, answer_options
from practice.positions import PuzzlePosition

THEMES: Mapping[str, Any] = {
    "lead": gettext_lazy("the lead"),
    "take": gettext_lazy("taking"),
    "hold_up": gettext_lazy("holding up"),
    "unblock": gettext_lazy("unblocking"),
    "cut": gettext_lazy("trumping"),
    "discard": pgettext_lazy("a card of another suit", "discarding"),
    "count": gettext_lazy("counting"),
    "signal": gettext_lazy("hearing the signal"),
    "last": gettext_lazy("the last trick"),
    "avoid": gettext_lazy("avoiding tricks"),
    **{verb: asked.theme for game in GAMES for verb, asked in texts_of(game).asking.items() if asked.theme},
    **{theme: name for game in GAMES for theme, name in texts_of(game).themes.items()},
}
"""The names of the themes of explanations, in the order in which pages list them; those of choices that are
not cards have the verb of the choice; then those of single games."""


DIFFICULTIES: Mapping[int, Any] = {
    1580: gettext_lazy("very hard"),
    1500: gettext_lazy("hard"),
    1400: gettext_lazy("medium"),
    0: gettext_lazy("easy"),
}
"""The words for a puzzle by its least rating, hardest first: one for each number of levels of the bots that
solve it, while nobody has answered it."""


def difficulty_words(rating: int) -> str:
    """How hard a puzzle of this rating is, in words."""
    least = next(each for each in DIFFICULTIES if rating >= each)
    return str(DIFFICULTIES[least])


PLAY = Asking(
    question=gettext_lazy("It is your turn. Which card do you play?"),
    choices=gettext_lazy("The cards that you may play"),
    send=gettext_lazy("Play this card"),
    right=gettext_lazy("That is the card."),
    right_too=gettext_lazy("That is one of the right cards."),
    wrong=gettext_lazy("There was something better."),
    chosen=gettext_lazy("You played %(choice)s."),
)


def asking_words(game: str, verb: str) -> Asking:
    """The words with which a page asks for a choice, by the verb of the choice."""
    return texts_of(game).asking.get(verb, PLAY)


def partner_sentence(view: Mapping[str, Json], own: int) -> str:
    """The partner of the seat `own` by name; empty if it has none, or does not know which seat it is."""
    sides = view["sides"]
    partners = [seat for seat, side in enumerate(sides) if side == sides[own] and seat != own]
    return _("You play with %(name)s.") % {"name": player_name(partners[0])} if len(partners) == 1 else ""


def lead_sentence(view: Mapping[str, Json], own: int) -> str:
    """The player who leads to the trick, for the seat `own`; empty in a game without tricks, and before a
    card may be played."""
    if not view.get("trick") or view["phase"] != "play":
        return ""
    leader = view["trick"]["leader"]
    if leader == own:
        return _("You lead.")
    return _("%(name)s led.") % {"name": player_name(leader)}


def player_name(seat: int) -> str:
    """The name of another seat of a puzzle: whoever sat there, it is the same for all puzzles."""
    return BOTS[seat % len(BOTS)]


def one_of_names(names: Sequence[str]) -> str:
    """The names of several right choices, of which one is wanted."""
    *these, last = names
    return _("%(these)s or %(last)s") % {"these": "; ".join(these), "last": last} if these else last


def choice_text(position: PuzzlePosition, command: Mapping[str, Json]) -> str:
    game = position.game.name
    return str(asking_words(game, command["do"]).chosen) % {"choice": the_choice(game, command)}


def answer_name(place: StepPlace, option: AnswerOption) -> str:
    """The name of an answer of a step."""
    if option.label or option.kind == "number":
        return str(option.label or option.code)
    if option.kind == "seat":
        return seat_name(int(option.code), ME)
    if option.card:
        return card_name(GAMES[place.game].deck.name, option.card)
    return choice_name(place.game, read_notation(option.code, GAMES[place.game].deck).as_json())


def seat_name(seat: int, own: int) -> str:
    """The name of a seat for whoever sits at `own`."""
    return _("You") if seat == own else player_name(seat)


def fault_texts(place: StepPlace, judged: Judged) -> list[str]:
    """The faults of an answer, in the reader's language: each reason once, after the names of all that it
    refuses, also if it begins with such a name itself."""
    deck = GAMES[place.game].deck.name
    options = {option.code: option for option in answer_options(place)}
    refused: dict[str, list[str]] = {}
    for code, why in judged.refused:
        reason, card = str(RulesRefused(why, place.game)), options[code].card
        if card:
            reason = reason.removeprefix(f"{capitalise_sentence(the_card(deck, card))} ")
        refused.setdefault(reason, []).append(answer_name(place, options[code]))
    said = [f"{', '.join(those)}: {reason}" for reason, those in refused.items()]
    if judged.missed:
        many = len(judged.missed)
        said.append(ngettext("%(n)d answer is missing.", "%(n)d answers are missing.", many) % {"n": many})
    if judged.taker is not None:
        said.append(_("%(name)s takes the trick.") % {"name": player_name(judged.taker)})
    return said


def explanation_sentences(position: PuzzlePosition, facts: list[Json], best: Json, other: Json) -> list[str]:
    """The facts that explain why `best` is better than `other`, in the reader's language."""
    game, sides = position.game, position.game.sides(position.state())
    return reasons.reason_sentences(game.name, facts, best, other, sides, player_name)
