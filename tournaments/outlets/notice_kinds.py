"""The kinds of notices of tournaments: their words, their channels, and for how long they matter."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludopoli.notices.kinds import Facts, topic_registrar
from tournaments import roles
from tournaments.models import Claim, Event, TournamentTable
from tournaments.scores.amounts import format_amount
from tournaments.texts import TOO_FEW

register = topic_registrar(_("Tournaments"))


def _goes_on(facts: Facts) -> bool:
    """Return whether the event is not over yet."""
    return any(not event.is_over for event in _named(facts))


def _named(facts: Facts) -> QuerySet[Event]:
    return Event.objects.filter(code=facts["event"])


def _is_to_begin(facts: Facts) -> bool:
    return any(not event.is_over and event.started_at is None for event in _named(facts))


def _waits(facts: Facts) -> bool:
    """Return whether the table is not over yet."""
    tables = TournamentTable.objects.filter(table__code=facts["table"])
    return tables.exclude(status=TournamentTable.Status.OVER).exists()


def _waits_there(facts: Facts) -> bool:
    """Return whether the real table is not over yet."""
    tables = TournamentTable.objects.filter(
        round__event__code=facts["event"], round__number=facts["round"], number=facts["number"]
    )
    return tables.exclude(status=TournamentTable.Status.OVER).exists()


def _role_in_words(facts: Facts) -> str:
    role = roles.ROLES.get(facts.get("role", ""), roles.ROLES[roles.ORDINARY])
    return str(role.given if facts["directs"] else role.taken)


def _how_it_ended(facts: Facts) -> str:
    """Say the place; without one, that there are the standings."""
    if facts.get("place") is None:
        return str(HERE_ARE_STANDINGS)
    points = format_amount(facts["score"])
    said = gettext("you finished in place %(n)s of %(all)s, scoring %(score)s.")
    return said % {"n": facts["place"], "all": facts["ranked"], "score": points}


HERE_ARE_STANDINGS = _("here are the standings.")

TO_EVENT, TO_TABLE = _("Go to the tournament"), _("Go to the table")

CHECK_IN = _("Check in on its page.")
TABLE_FOLLOWS = _("Your table is announced when the round is paired.")

AVERAGE = _("It scores the average of your other rounds.")
GOES_ON = _("You go through without playing.")
ENTER_AGAIN = _("You are no longer entered: enter again, alone or with somebody else.")
WITHOUT = _("Your team goes on without them.")

# fmt: off

SOON = register(
    "event_soon", mail=True, push=True, icon="clock", button=TO_EVENT, matters=_is_to_begin,
    label=_("A tournament you play in begins soon"),
    hint=_("When check-in opens, or a quarter of an hour before."),
    text=_("%(name)s begins soon. %(then)s"),
    words=lambda facts: {**facts, "then": CHECK_IN if facts.get("check_in", True) else TABLE_FOLLOWS},
)
READY = register(
    "event_table", push=True, icon="table", button=TO_TABLE, matters=_waits,
    label=_("Your next table in a tournament is ready"),
    hint=_("For every round."),
    text=_("%(name)s, round %(round)s: your table is ready."),
)
READY_THERE = register(
    "event_real_table", push=True, icon="table", button=_("Open the score sheet"), matters=_waits_there,
    label=_("Your next table in a tournament played in person"),
    hint=_("For every round, with its number."),
    text=_("%(name)s, round %(round)s: you play at table %(number)s."),
)
LINE_UP = register(
    "event_line_up", push=True, icon="users", button=TO_EVENT, matters=_goes_on,
    label=_("Your team’s line-up is due"),
    hint=_("As its captain, in a tournament with sealed line-ups."),
    text=_("%(name)s, round %(round)s: hand in your line-up."),
)
PARTNER = register(
    "event_partner", mail=True, icon="users", button=_("Answer"), matters=_goes_on,
    label=_("Somebody enters a tournament with you"),
    hint=_("You accept or decline."),
    text=_("%(who)s would like to play %(name)s with you."),
)
DECLINED = register(
    "event_declined", mail=True, icon="users", button=TO_EVENT, matters=_goes_on,
    label=_("Somebody you invited will not play a tournament with you"),
    hint=_("A pair then has to enter again; a team goes on."),
    text=_("%(who)s is not playing %(name)s with you. %(then)s"),
    words=lambda facts: {**facts, "then": WITHOUT if facts["team"] else ENTER_AGAIN},
)
REMOVED = register(
    "event_removed", mail=True, icon="flag", button=TO_EVENT,
    label=_("A director takes you out of a tournament"),
    hint=_("With the reason."),
    text=_("%(name)s: a director has taken you out. %(reason)s"),
)
RESCHEDULED = register(
    "event_rescheduled", mail=True, push=True, icon="clock", button=TO_EVENT, matters=_goes_on,
    label=_("A tournament you play in is moved to another time"),
    hint=_("When a director changes its start."),
    text=_("%(name)s has been moved to another time: its page says when."),
)
ROLE = register(
    "event_director", icon="flag", button=TO_EVENT, matters=_goes_on,
    label=_("You become a director of a tournament, or stop being one"),
    hint=_("Its organiser decides."),
    text=_("%(name)s: %(what)s"),
    words=lambda facts: {**facts, "what": _role_in_words(facts)},
)
STUCK = register(
    "event_stuck", mail=True, push=True, icon="warn", button=TO_EVENT, matters=_goes_on,
    label=_("A tournament that you direct is stuck"),
    hint=_("When the site fails at its next step."),
    text=_(
        "%(name)s is stuck: the site could not take its next step, and keeps trying. Tell the people who "
        "run the site."
    ),
)
NAMES_DUE = register(
    "event_names", mail=True, icon="clock", button=_("Download the results"),
    label=_("Names in a tournament that you direct will be forgotten"),
    hint=_("A week before, so that you can download the results."),
    text=_(
        "%(name)s: in a week the names of people who are not on any list will be gone. Download the "
        "results first."
    ),
)
LEFT_ALONE = register(
    "event_left_alone", mail=True, icon="users", button=_("Choose"), matters=_goes_on,
    label=_("Your partner leaves a tournament"),
    hint=_("You choose who to play on with."),
    text=_(
        "%(who)s is no longer playing %(name)s with you. Your place is kept: look for somebody "
            "else, or withdraw."
    ),
)
FOUND = register(
    "event_found", mail=True, icon="users", button=TO_EVENT, matters=_goes_on,
    label=_("Somebody takes the place of your partner"),
    hint=_("In a tournament in which you had lost your partner."),
    text=_("%(who)s is now playing %(name)s with you."),
)
ANNOUNCED = register(
    "event_told", icon="bell", button=TO_EVENT,
    label=_("The directors of a tournament make an announcement"),
    hint=_("To everybody who plays in it."),
    text=_("%(name)s: %(text)s"),
)
OVER = register(
    "event_over", icon="cup", button=_("See your scorecard"),
    label=_("A tournament in which you played is over"),
    hint=_("With your place and your scorecard."),
    text=_("%(name)s is over: %(how)s"),
    words=lambda facts: {**facts, "how": _how_it_ended(facts)},
)
CANCELLED = register(
    "event_cancelled", mail=True, icon="warn", button=TO_EVENT,
    label=_("A tournament of yours is cancelled"),
    hint=_("With the reason."),
    text=_("%(name)s has been cancelled: %(reason)s"),
    words=lambda facts: {**facts, "reason": facts["reason"] or TOO_FEW},
)
NUDGED = register(
    "event_nudged", icon="clock", button=TO_TABLE, matters=_waits,
    label=_("A director asks your table to speed up"),
    hint=_("When the other tables are ahead."),
    text=_("%(name)s: the others are waiting, please play on."),
)
RESTS = register(
    "event_rests", icon="clock", button=TO_EVENT,
    label=_("You sit out a round of a tournament"),
    hint=_("When the number of entries is odd."),
    text=_("%(name)s, round %(round)s: you sit out. %(worth)s"),
    words=lambda facts: {**facts, "worth": GOES_ON if facts["goes_on"] else AVERAGE},
)
CLAIMED = register(
    "event_claimed", icon="flag", button=TO_TABLE,
    label=_("A player calls you as a director"),
    hint=_("In a tournament that you direct."),
    text=_("%(who)s is calling a director: %(name)s, round %(round)s, table %(table)s."),
)
ANSWERED = register(
    "event_answered", icon="flag", button=TO_EVENT,
    label=_("A director has answered your call"),
    hint=_("With the reason."),
    text=_("%(name)s, round %(round)s, table %(table)s: %(verdict)s. %(reason)s"),
    words=lambda facts: {**facts, "verdict": Claim.Status(facts["verdict"]).label},
)
INVITED = register(
    "event_invited", mail=True, icon="cup", button=TO_EVENT, matters=_goes_on,
    label=_("A director invites you to a tournament"),
    hint=_("Then you can enter it."),
    text=_("%(who)s invites you to %(name)s."),
)
SUBSTITUTE = register(
    "event_substitute", mail=True, icon="users", button=TO_EVENT, matters=_goes_on,
    label=_("You are a substitute in a tournament"),
    hint=_("A director has given you a seat."),
    text=_("%(who)s has put you in as a substitute in %(name)s: you play from now on."),
)
MOVED = register(
    "series_division", icon="cup", button=_("Go to the championship"),
    label=_("You go up or down a division in a championship"),
    hint=_("At the end of a season."),
    text=_("%(name)s: from now on you play in %(division)s."),
)
