"""What the server says about tournaments, translated when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import texts
from games.engine.game import Refused
from games.statuses import status_of as of_games
from tournaments.amounts import by_place, table_score

TOO_FEW = _("Not enough people had entered.")
"""Why an event is cancelled that no director has cancelled."""

REASONS = (
    _("by the rules of the tournament"),
    _("absence"),
    _("slow play"),
    _("connection lost"),
    _("wrong result"),
    _("agreed by both sides"),
    _("bad weather"),
    _("taken back"),
)
"""Reasons that need no words of one's own: the muted can give these, for a ruling must be possible."""

REFUSALS: Mapping[str, str | Promise] = {
    # who may
    "not_director": _("Only a director of the tournament can do this."),
    "not_organiser": _("Only the organiser of the tournament can do this."),
    "event_over": _("The tournament is over."),
    # making one
    "bad_event": _("This value does not work: %(field)s."),
    "no_format": _("There is no such format."),
    "wrong_format": _("This format does not go with the game and the number of players."),
    "bad_setting": _("This format has no such option: %(option)s."),
    "too_many_events": _("You are already running %(most)d tournaments. Finish one first."),
    "sign_up": _("Guests cannot organise a tournament. Create an account first."),
    "has_entries": _("Somebody has entered already: the game and the format stay as they are."),
    "event_running": _("The tournament has begun: this can no longer be changed."),
    "no_event": _("There is no such tournament."),
    # entering
    "not_open": _("Entries are closed at the moment."),
    "not_invited": _("This tournament is by invitation only."),
    "rating_range": _("This tournament is for ratings from %(least)s to %(most)s."),
    "event_full": _("The tournament is full."),
    "already_entered": _("%(name)s has already entered."),
    "has_watched": _("%(name)s has watched these deals and cannot play them now."),
    "plays_here": _("%(name)s plays in this tournament."),
    "partner_needed": _("Pairs enter together: name your partner."),
    "no_partner": _("Everybody enters individually here."),
    "guests_not": _("This tournament is not open to guests. Create an account first."),
    "not_entered": _("You have not entered this tournament."),
    "not_asked": _("Nobody has asked you to be their partner here."),
    "no_vacancy": _(
        "Nobody is looking for a partner there, or somebody else was faster. See whether another "
        "pair is looking."
    ),
    "not_check_in": _("It is not time to check in yet."),
    "late_closed": _("This tournament does not take late entries."),
    "entry_gone": _("This entry has withdrawn, or was taken out."),
    "entry_in": _("This entry is already in the tournament."),
    "removed": _("A director has taken this entry out: ask the directors to put it back."),
    "round_drawn": _("The next round has been drawn without you: ask the directors to put you back."),
    "bad_name": _("A name has 1 to %(most)d readable characters."),
    "bad_person_name": _(
        "This name will not do: use letters and single spaces, %(most)d characters at most."
    ),
    "bad_order": _("The order has to name every entry once."),
    "bad_member": _("A pair has two members, an individual entry one."),
    # directing
    "not_startable": _("The tournament cannot begin now."),
    "too_few": _("There are too few entries."),
    "already_paused": _("The tournament is already paused."),
    "not_paused": _("The tournament is not paused."),
    "no_round": _("No round is waiting for this."),
    "no_limit": _("The round has no time limit."),
    "round_begun": _("The round has already begun."),
    "no_place": _("There is no such place."),
    "same_entry": _("These are not two different entries."),
    "table_over": _("The table is over."),
    "table_open": _("The table has not finished yet."),
    "bad_points": _("Points are numbers with two decimals at most, one for each place."),
    "points_bounds": _("Here this goes from %(least)d to %(most)d points."),
    "goes_on_instead": _(
        "This would send %(into)s through instead of %(out)s, and round %(round)d depends on it. "
        "Confirm if that is what you want."
    ),
    "no_deal": _("This deal was not played at this table."),
    "reason_needed": _("Say why, in %(most)d characters at most."),
    # calling the directors
    "not_begun": _("The table has not begun yet."),
    "results_final": _("The results of this table are final."),
    "claim_open": _("You have already called a director about this table. Wait for the answer."),
    "too_many_claims": _("You have called the directors %(most)d times already."),
    "claim_answered": _("This has already been answered."),
    "own_claim": _("This one is about you: another director has to answer it."),
    "event_changes": _("Something has changed meanwhile. Try again."),
    "nudged": _("They have just been asked. Wait a minute."),
    "bad_minutes": _("From 1 to %(most)d minutes."),
}

STATUSES: Mapping[str, int] = {
    "too_many_claims": 429,
    "nudged": 429,
    **dict.fromkeys(
        ("not_director", "not_organiser", "own_claim", "sign_up", "not_invited", "guests_not"), 403
    ),
    **dict.fromkeys(("no_event", "not_entered", "not_asked", "no_format", "no_place", "no_deal"), 404),
}
"""The HTTP status of a refusal by its code; the others are as those of games."""


def status_of(code: str) -> int:
    """Return the status of a refusal."""
    return STATUSES.get(code) or of_games(code)


LOG: Mapping[str, str | Promise] = {
    "created": _("The tournament was announced"),
    "changed": _("Changed: %(fields)s"),
    "cancelled": _("The tournament was cancelled"),
    "registration": _("Registration was opened"),
    "check_in": _("Check-in was opened"),
    "started": _("The tournament began, with %(entries)s entries"),
    "too_few": _("Too few came: the tournament was cancelled"),
    "director": _("%(who)s is a director"),
    "no_director": _("%(who)s is no longer a director"),
    "invited": _("%(who)s was invited"),
    "uninvited": _("The invitation of %(who)s was withdrawn"),
    "hands_shown": _("%(who)s may see a hand while it is played"),
    "hands_hidden": _("%(who)s may no longer see a hand"),
    "entered": _("Entry %(entry)s came"),
    "accepted": _("The partner of entry %(entry)s said yes"),
    "declined": _("The partner of entry %(entry)s said no"),
    "link_renewed": _("Entry %(entry)s has a new seat link"),
    "checked_in": _("Entry %(entry)s has checked in"),
    "withdrawn": _("Entry %(entry)s withdrew"),
    "left_partner": _("Entry %(entry)s: one partner withdrew"),
    "seeks_partner": _("Entry %(entry)s looks for a partner"),
    "returned": _("Entry %(entry)s is back"),
    "reinstated": _("Entry %(entry)s was put back"),
    "removed": _("Entry %(entry)s was taken out"),
    "paired": _("Entry %(entry)s was drawn as a pair"),
    "seeded": _("The seeds were put in order"),
    "drawn": _("Round %(round)s was drawn"),
    "redrawn": _("Round %(round)s was drawn again"),
    "round_began": _("Round %(round)s began"),
    "table_over": _("Round %(round)s, table %(table)s is over"),
    "played_on": _("Round %(round)s, table %(table)s is level and plays another deal"),
    "broken_off": _("Round %(round)s, table %(table)s was broken off"),
    "round_over": _("Round %(round)s is over"),
    "finished": _("The tournament is over"),
    "archived": _("The tournament went to the archive"),
    "paused": _("The tournament was stopped"),
    "resumed": _("The tournament goes on"),
    "downtime": _("Nobody could play for %(seconds)s seconds: everything moves back by as much"),
    "open_longer": _("Open for %(minutes)s minutes more"),
    "extended": _("Round %(round)s has %(minutes)s minutes more"),
    "swapped": _("Round %(round)s: entries %(one)s and %(other)s have changed places"),
    "substituted": _("Entry %(entry)s: %(who)s took the place of %(before)s"),
    "adjusted": _("Round %(round)s, table %(table)s: the result was set"),
    "penalised": _("Round %(round)s, table %(table)s: points were taken away"),
    "annulled": _("Round %(round)s, table %(table)s was annulled"),
    "restored": _("Round %(round)s, table %(table)s counts as played"),
    "deal_annulled": _("Round %(round)s, table %(table)s: deal %(deal)s was annulled"),
    "deal_restored": _("Round %(round)s, table %(table)s: deal %(deal)s counts again"),
    "forbidden": _("Entries %(one)s and %(other)s do not meet"),
    "allowed": _("Entries %(one)s and %(other)s may meet again"),
    "nudged": _("Round %(round)s, table %(table)s was asked to speed up"),
    "claimed": _("Round %(round)s, table %(table)s: a director was called"),
    "claim_accepted": _("Round %(round)s, table %(table)s: the call was upheld"),
    "claim_rejected": _("Round %(round)s, table %(table)s: the call was rejected"),
    "announced": _("The directors made an announcement"),
}
"""What an entry of the log says, by `what`, with its facts."""


@cache
def listed_reasons() -> frozenset[str]:
    """The listed reasons in every language."""
    found: set[str] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {str(each) for each in REASONS}
    return frozenset(found)


def refusal(refused: Refused, game: str | None = None) -> str:
    """A refusal in the active language."""
    template = REFUSALS.get(refused.code)
    if template is None:
        listed = [gettext("A ruling can still be made with a reason from the list.")]
        return " ".join([texts.refusal(refused, game), *(listed if "reasons" in refused.details else [])])
    try:
        return str(template) % refused.details
    except (KeyError, TypeError):
        return refused.message


VALUES = ("scores", "points_before", "points_after")
"""Facts of a ruling that tell what came of a table."""

RULINGS: Mapping[str, str | Promise] = {
    "adjusted": _("The result was set"),
    "penalised": _("Points were taken away"),
    "annulled": _("The table was annulled"),
    "restored": _("What was played counts again"),
    "deal_annulled": _("Deal %(deal)s was annulled"),
    "deal_restored": _("Deal %(deal)s counts again"),
}
"""What a ruling about a table says beside that table."""


def logged(what: str, facts: Mapping[str, Any]) -> str:
    """An entry of the log in the active language."""
    template = LOG.get(what)
    return what if template is None else str(template) % facts + _values(facts)


def ruled(what: str, facts: Mapping[str, Any]) -> str:
    """A ruling in the active language, with the values before and after."""
    return str(RULINGS[what]) % facts + _values(facts)


def _values(facts: Mapping[str, Any]) -> str:
    """What a ruling has changed; older entries of the log do not have it."""
    said = f" ({table_score(facts['scores'])})" if "scores" in facts else ""
    if "points_before" in facts:
        said += f": {by_place(facts['points_before'])} → {by_place(facts['points_after'])}"
    return said
