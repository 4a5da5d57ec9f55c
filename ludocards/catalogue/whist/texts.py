"""The texts of Whist."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ludocards.catalogue.whist.values import ACE_HIGH, RANKING
from ludocards.engine.game import Json
from ludocards.words.texts import Asking, GameTexts, OptionText, PresetText, option_key


def page_words(rules: Mapping[str, Json]) -> dict[str, Json]:
    """The ranks from the strongest."""
    return {"ranks": (ACE_HIGH if rules["asso_alto"] else RANKING).ranks["S"]}


TEXTS = GameTexts(
    name=_("Whist (Oh Hell)"),
    about=_(
        "Oh Hell, not partnership Whist: two to six players, everyone for themselves. Say how many tricks "
        "you will take, and take exactly that many: the bids never add up, so somebody has to miss."
    ),
    scorepad={"played": _("The deal was played"), "bids": _("Tricks bid"), "made": _("Tricks made")},
    presets={
        "andata": PresetText(
            _("Up"),
            _("From 4 cards up to 10, one more in each deal: 7 deals. With six players up to 8, in 5 deals."),
            title=_("Whist (Oh Hell)"),
        ),
        "andata_ritorno": PresetText(
            _("Up and down"),
            _("From 4 cards up to 10 and down again: 13 deals. With six players up to 8, in 9 deals."),
            title=_("Whist, up and down"),
        ),
    },
    options={
        "briscola": OptionText(
            _("Trumps"),
            _("A card is turned after the deal: its suit is trumps. A player who cannot follow must trump."),
            {option_key(True): _("with trumps"), option_key(False): _("without trumps")},
        ),
        "asso_alto": OptionText(
            _("The ace"),
            _("Here the ace is the lowest card. Elsewhere it is the highest."),
            {option_key(False): _("low, under the 2"), option_key(True): _("high, over the king")},
        ),
    },
    stock=_("Trumps"),
    asking={
        "bid": Asking(
            theme=_("the bid"),
            question=_("It is your turn. How many tricks do you bid?"),
            choices=_("The bids that you may make"),
            send=_("Make this bid"),
            right=_("That is the bid."),
            right_too=_("That is one of the right bids."),
            wrong=_("Another bid was better."),
            chosen=_("You bid %(choice)s."),
        )
    },
    refusals={
        "must_follow_suit": _("You must follow %(suit)s."),
        "must_trump": _("You must trump: play %(suit)s."),
        "bid_first": _("First everybody bids, then the cards are played."),
        "bid_too_late": _("Everybody has bid already."),
        "bid_out_of_range": _("Bid from 0 to %(cards)s tricks."),
        "bid_forbidden": _(
            "You cannot bid %(tricks)s: with %(sum)s already bid, they would add up to %(cards)s, and "
            "somebody has to miss. Choose another number."
        ),
    },
    played=(
        pgettext_lazy("whist", "Hands"),
        {"andata": _("growing each deal"), "andata_ritorno": _("growing each deal, then shrinking")},
    ),
    tallies={"bids": _("Bids"), "bids_made": _("Bids kept")},
    page=page_words,
)
