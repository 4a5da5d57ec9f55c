"""Determinizations of Tarocchi: states that are consistent with a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from ludocards.catalogue.tarocchi.rules.bidding import Call, Contract
from ludocards.catalogue.tarocchi.rules.following import playable
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.rules.state import SheetLine, State
from ludocards.catalogue.tarocchi.values import FIRST_HAND, MONTE, PLAYERS, TOO_DEAR, VALUES, WHOLE_HAND
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import Json, Viewer
from ludocards.engine.tricks import Presa, Trick
from ludocards.engine.worlds import DealUnseen, Unseen, cards_played, deal_hidden_cards, plays_of_seat

SCARTO = PLAYERS
"""The index of the scarto, after those of the hands."""


def determinized(
    rules: Rules,
    view: Mapping[str, Json],
    viewer: Viewer,
    random: Random,
    deal_unseen: DealUnseen = deal_hidden_cards,
) -> State:
    """A random state with this view in which the other players could have acted as they did."""
    known = _known(rules, view, viewer)
    own = {*(() if viewer is None else known.hands[viewer]), *known.scarto}
    if known.phase == "deal" or (known.contract is not None and not known.contract.played):
        return known
    hidden = [card for card in SICILIAN63.cards.values() if card not in cards_played(known) | own]
    if known.phase == "bid":
        return _before_the_rest(known, view, viewer, random.sample(hidden, len(hidden)))
    rooms = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]
    laid = known.phase in ("play", "over") and not known.scarto
    monte = {*known.monte}
    opened = [replace(known, tricks=known.tricks[:number]).opened for number in range(len(known.tricks) + 1)]

    def doubts(place: int, cards: tuple[Card, ...]) -> int:
        """The number of cards that a seat could not have played, discarded, or got from the monte."""
        if place == viewer:
            return 0
        wrong = 0 if place in (SCARTO, known.dealer) else len(monte & {*cards})
        if place == SCARTO:
            return wrong + sum(not _may_lay(card, rules) for card in cards)
        return wrong + sum(
            moment.card not in playable(moment.hand, moment.before, opened[moment.number], rules)
            for moment in plays_of_seat(known, place, cards)
        )

    drawn = deal_unseen(Unseen(tuple(hidden), [*rooms, MONTE if laid else 0], doubts), random)
    hands = tuple(hand or own for hand, own in zip(drawn, known.hands, strict=False))
    full = replace(known, hands=hands, scarto=known.scarto or drawn[SCARTO])
    return full if monte else replace(full, monte=tuple(random.sample(_of_dealer(full), MONTE)))


def _before_the_rest(known: State, view: Mapping[str, Json], viewer: Viewer, cards: list[Card]) -> State:
    """The state during the bidding, when nothing is known of the cards to be dealt later."""

    def take(many: int) -> tuple[Card, ...]:
        taken, cards[:] = tuple(cards[:many]), cards[many:]
        return taken

    hands = tuple(
        known.hands[seat] if seat == viewer else take(view["counts"][seat]) for seat in range(PLAYERS)
    )
    later = tuple(take(WHOLE_HAND - FIRST_HAND) for _ in range(PLAYERS))
    return replace(known, hands=hands, later=later, monte=take(MONTE))


def _of_dealer(state: State) -> list[Card]:
    """All cards that the dealer has had in this deal."""
    past = [moment.card for moment in plays_of_seat(state, state.dealer, ())]
    return [*state.hands[state.dealer], *state.scarto, *past]


def _may_lay(card: Card, rules: Rules) -> bool:
    return rules.discard_policy == "free" or VALUES[card.code] < TOO_DEAR


def _known(rules: Rules, view: Mapping[str, Json], viewer: Viewer) -> State:
    """The state as the viewer knows it, with hidden cards left out."""
    return State(
        rules=rules,
        first_dealer=(view["dealer"] - view["deal"]) % PLAYERS,
        phase=view["phase"],
        deal=view["deal"],
        trick=Trick.from_json(view["trick"], SICILIAN63),
        hands=tuple(SICILIAN63.of(view["hand"]) if seat == viewer else () for seat in range(PLAYERS)),
        monte=SICILIAN63.of(view.get("monte", ())),
        calls=tuple(map(Call.from_json, view["calls"])),
        contract=None if view["contract"] is None else Contract.from_json(view["contract"]),
        scarto=SICILIAN63.of(view.get("scarto", ())),
        tricks=tuple(Presa.from_json(presa, SICILIAN63) for presa in view["tricks"]),
        sheet=tuple(map(SheetLine.from_json, view["sheet"])),
    )
