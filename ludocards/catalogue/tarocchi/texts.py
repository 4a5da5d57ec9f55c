"""The texts of Tarocchi: its options, questions and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ludocards.catalogue.tarocchi.reasons import REASONS, THEMES
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.cards import SICILIAN63
from ludocards.engine.game import Json
from ludocards.words.cards import card_name, suit_name, the_card
from ludocards.words.texts import Asking, GameTexts, OptionText, PresetText, option_key


def deals(value: Json) -> str:
    return ngettext("%(n)d deal", "%(n)d deals", value) % {"n": value}


def points(value: Json) -> str:
    return ngettext("%(n)d point", "%(n)d points", value) % {"n": value}


def seconds(value: Json) -> str:
    """Write milliseconds as seconds."""
    shown = number_format(Decimal(value) / 1000)
    return ngettext("%(n)s second", "%(n)s seconds", 1 if value == 1000 else 2) % {"n": shown}


def page_words(rules: Mapping[str, Json]) -> dict[str, Json]:
    """Return what the script of the page needs: the ranks from the strongest, the names of the suits, of the
    cards by themselves and inside a sentence, the number of deals if it is fixed, and some refusals."""
    return {
        "ranks": RANKING.ranks["O"],
        "suits": {suit: suit_name(SICILIAN63.name, suit) for suit in SICILIAN63.suits},
        "cards": {code: card_name(SICILIAN63.name, code) for code in SICILIAN63.cards},
        "theCards": {code: the_card(SICILIAN63.name, code) for code in SICILIAN63.cards},
        "deals": rules["deals"] if rules["countAbandoned"] else None,
        "refusals": {
            code: str(TEXTS.refusals[code]) for code in ("bidding_not_open", "offer_too_fresh", "barred_card")
        },
    }


def stake(value: Json) -> str:
    """Write the play money that a point is worth."""
    return ngettext("%(n)d a point", "%(n)d a point", value) % {"n": value}


NO_YES = {option_key(False): _("no"), option_key(True): _("yes")}

TEXTS = GameTexts(
    name="Tarocchi siciliani",
    about=_(
        "The Sicilian tarocchi of Calatafimi: sixty-three cards, three players, each on their "
        "own. Bid on your first fifteen cards, then play for 109 points."
    ),
    scorepad={
        "played": _("The deal was played"),
        "abandoned": _("It was thrown in"),
        "points": _("Points taken"),
        "scores": _("Points for an offer"),
    },
    presets={
        "calatafimi": PresetText(
            "Calatafimi",
            _(
                "Free bidding on fifteen cards, then five more, and the last three (the monte) to the "
                "dealer. Nine deals, each player deals three."
            ),
            title="Tarocchi siciliani",
        ),
        "breve": PresetText(
            _("Three deals"),
            _("As at Calatafimi, but a short match: each player deals once."),
            title=_("Tarocchi siciliani, three deals"),
        ),
    },
    options={
        "deals": OptionText(
            _("The match lasts"), _("A multiple of three, so that everybody deals equally often."), deals
        ),
        "countAbandoned": OptionText(
            _("Deals thrown in count"),
            _("Whether a deal that is thrown in counts as a deal of the match."),
            NO_YES,
        ),
        "offerMax": OptionText(
            _("Highest offer"),
            _("The most that a player may offer to throw a deal in: usually no more than 8."),
            points,
        ),
        "unansweredOffer": OptionText(
            _("When nobody takes an offer"),
            _("What happens if all have spoken, somebody has offered, and nobody has said piglio or tengo."),
            {option_key("abandon"): _("the deal is thrown in"), option_key("play"): _("the deal is played")},
        ),
        "discardPolicy": OptionText(
            _("Discard (scarto)"),
            _("Which cards the dealer may discard."),
            {option_key("noFives"): _("no card worth five or more"), option_key("free"): _("any card")},
        ),
        "monteShown": OptionText(
            _("Monte (the last three cards) shown"),
            _("Whether everybody sees the three cards that the dealer takes."),
            NO_YES,
        ),
        "fujutuMayLead": OptionText(
            _("Leading the Fuggitivo"),
            _("Whether the Fuggitivo may be led; the next card then sets the suit."),
            NO_YES,
        ),
        "fujutuExcusesForced": OptionText(
            _("Fuggitivo instead of a forced card"),
            _("Whether a player who must play a king, knight or maid may play the Fuggitivo instead."),
            NO_YES,
        ),
        "forcedAppliesToLeader": OptionText(
            _("Forced cards bind the leader"),
            _(
                "Whether the first to lead a suit must lead its king, or a knight that has only one "
                "numeral beside it."
            ),
            NO_YES,
        ),
        "overtrump": OptionText(
            _("Duty to overtrump"), _("Whether a trump must beat those already in the trick."), NO_YES
        ),
        "bidWindowMs": OptionText(
            _("Time for the bidding"),
            _("All three speak within this time. If anybody stays silent, the deal is played."),
            seconds,
        ),
        "bidOpenDelayMs": OptionText(
            _("Time to look first"),
            _("Nobody can speak during this time, so that a slow connection is no handicap."),
            seconds,
            is_pace=True,
        ),
        "offerLockMs": OptionText(
            _("Pause after an offer"),
            _("Nobody can say piglio or tengo during this time."),
            seconds,
            is_pace=True,
        ),
        "bidBatchMs": OptionText(
            _("Words said together"),
            _(
                "Words said within this time count as simultaneous: tengo goes before piglio, piglio "
                "before the others."
            ),
            seconds,
            is_pace=True,
        ),
        "stakeUnit": OptionText(
            _("Stake"), _("What a point of the final score is worth, in play money."), stake
        ),
    },
    stock="Monte",
    asking={
        "discard": Asking(
            question=_("You deal. Which three cards do you discard?"),
            choices=_("The cards that you may discard: choose three"),
            send=_("Discard these three"),
            right=_("Those are the cards."),
            right_too=_("Those cards may go, but other choices are as good."),
            wrong=_("Other cards were better."),
            chosen=_("You discarded %(choice)s."),
        )
    },
    reasons=REASONS,
    themes=THEMES,
    refusals={
        "already_called": _("You have already spoken: everybody speaks once only."),
        "bad_offer": _("Offer from 1 to %(most)d points."),
        "no_such_offer": _("Nobody has made that offer."),
        "bidding_not_open": _("First look at your cards."),
        "offer_too_fresh": _("Let everybody hear the offer first."),
        "wrong_phase": _("That can only be done at another point of the deal."),
        "wrong_scarto": _("Discard %(count)d different cards."),
        "barred_card": _("%(card)s is worth five points or more: it cannot be discarded."),
        "must_follow_suit": _("You must follow %(suit)s."),
        "must_trump": _("You cannot follow: you must play a trump."),
        "must_overtrump": _("You must beat %(card)s."),
        "must_play_re": _("First trick of %(suit)s: the king must be played. Play %(card)s."),
        "must_play_cavallo": _(
            "First trick of %(suit)s: from the knight and one numeral, the knight must be played."
        ),
        "must_play_fanta": _("The king of %(suit)s has been played: the maid must follow it."),
        "fuggitivo_may_not_lead": _("The Fuggitivo may not be led while you have another card."),
    },
    groups=(
        (_("The match"), ("deals", "countAbandoned", "stakeUnit")),
        (_("Bidding and discard"), ("offerMax", "unansweredOffer", "discardPolicy", "monteShown")),
        (_("The play"), ("fujutuMayLead", "fujutuExcusesForced", "forcedAppliesToLeader", "overtrump")),
        (_("Times of the bidding"), ("bidWindowMs", "bidOpenDelayMs", "offerLockMs", "bidBatchMs")),
    ),
    tallies={
        "tengo": _("Times tengo was said"),
        "offro": _("Offers made"),
        "piglio": _("Offers taken"),
        "vado": _("Times vado was said"),
    },
    page=page_words,
)
