"""The kinds of notices of tournaments: their words, their channels, and for how long they matter."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludopoli.notices.kinds import Facts, NoticeKind, registrar
from tournaments.models import Claim, Event, TournamentTable
from tournaments.texts import TOO_FEW

register = registrar(_("Tournaments"))


def _goes_on(facts: Facts) -> bool:
    """Return whether the event is not over yet."""
    return any(not event.is_over for event in Event.objects.filter(code=facts["event"]))


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


AVERAGE = _("It scores the average of your other rounds.")
GOES_ON = _("You go through without playing.")

SOON = register(
    NoticeKind(
        "event_soon",
        label=_("A tournament I play in begins soon"),
        hint=_("When check-in opens, or a quarter of an hour before."),
        text=_("%(name)s begins soon: check in."),
        button=_("To the tournament"),
        icon="clock",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
READY = register(
    NoticeKind(
        "event_table",
        label=_("My next table in a tournament is ready"),
        hint=_("For every round."),
        text=_("%(name)s, round %(round)s: your table is ready."),
        button=_("To the table"),
        icon="table",
        push=True,
        matters=_waits,
    )
)
READY_THERE = register(
    NoticeKind(
        "event_real_table",
        label=_("My next table, where people sit around it"),
        hint=_("For every round, with its number."),
        text=_("%(name)s, round %(round)s: you play at table %(number)s."),
        button=_("To the score sheet"),
        icon="table",
        push=True,
        matters=_waits_there,
    )
)
LINE_UP = register(
    NoticeKind(
        "event_line_up",
        label=_("I hand in the line-up of my team"),
        hint=_("As its captain, in a tournament with sealed line-ups."),
        text=_("%(name)s, round %(round)s: hand in your line-up."),
        button=_("To the tournament"),
        icon="users",
        push=True,
        matters=_goes_on,
    )
)
PARTNER = register(
    NoticeKind(
        "event_partner",
        label=_("Somebody enters a tournament with me"),
        hint=_("You accept or decline."),
        text=_("%(who)s would like to play %(name)s with you."),
        button=_("Answer"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
ENTER_AGAIN = _("You are not entered any more: enter again, alone or with somebody else.")
WITHOUT = _("Your team goes on without them.")

DECLINED = register(
    NoticeKind(
        "event_declined",
        label=_("Somebody I asked does not play a tournament with me"),
        hint=_("A pair is not entered any more then; a team goes on."),
        text=_("%(who)s does not play %(name)s with you. %(then)s"),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        words=lambda facts: {**facts, "then": WITHOUT if facts["team"] else ENTER_AGAIN},
        matters=_goes_on,
    )
)
REMOVED = register(
    NoticeKind(
        "event_removed",
        label=_("A director takes me out of a tournament"),
        hint=_("With the reason."),
        text=_("%(name)s: a director has taken you out. %(reason)s"),
        button=_("To the tournament"),
        icon="flag",
        mail=True,
    )
)
RESCHEDULED = register(
    NoticeKind(
        "event_rescheduled",
        label=_("A tournament I play in begins at another time"),
        hint=_("When a director changes its start."),
        text=_("%(name)s begins at another time: its page says when."),
        button=_("To the tournament"),
        icon="clock",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
DIRECTS = _("You are one of its directors now.")
DIRECTS_NO_MORE = _("You are no longer one of its directors.")

ROLE = register(
    NoticeKind(
        "event_director",
        label=_("I become a director of a tournament, or am one no longer"),
        hint=_("Its organiser decides."),
        text=_("%(name)s: %(what)s"),
        button=_("To the tournament"),
        icon="flag",
        words=lambda facts: {**facts, "what": DIRECTS if facts["directs"] else DIRECTS_NO_MORE},
        matters=_goes_on,
    )
)
STUCK = register(
    NoticeKind(
        "event_stuck",
        label=_("A tournament that I direct does not go on"),
        hint=_("When the site fails at its next step."),
        text=_("%(name)s does not go on: the site fails at its next step, and keeps trying. Call its staff."),
        button=_("To the tournament"),
        icon="warn",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
LEFT_ALONE = register(
    NoticeKind(
        "event_left_alone",
        label=_("My partner leaves a tournament"),
        hint=_("You choose who to play on with."),
        text=_(
            "%(who)s does not play %(name)s with you. Your place is kept: "
            "look for somebody else, or withdraw."
        ),
        button=_("Choose"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
FOUND = register(
    NoticeKind(
        "event_found",
        label=_("Somebody takes the place of my partner"),
        hint=_("In a tournament in which you had lost your partner."),
        text=_("%(who)s plays %(name)s with you now."),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
ANNOUNCED = register(
    NoticeKind(
        "event_told",
        label=_("The directors of a tournament make an announcement"),
        hint=_("To everybody who plays in it."),
        text=_("%(name)s: %(text)s"),
        button=_("To the tournament"),
        icon="bell",
    )
)
OVER = register(
    NoticeKind(
        "event_over",
        label=_("A tournament in which I played is over"),
        hint=_("With the standings."),
        text=_("%(name)s is over: here are the standings."),
        button=_("To the standings"),
        icon="cup",
    )
)
CANCELLED = register(
    NoticeKind(
        "event_cancelled",
        label=_("A tournament of mine is cancelled"),
        hint=_("With the reason."),
        text=_("%(name)s has been cancelled: %(reason)s"),
        button=_("To the tournament"),
        icon="warn",
        mail=True,
        words=lambda facts: {**facts, "reason": facts["reason"] or TOO_FEW},
    )
)
NUDGED = register(
    NoticeKind(
        "event_nudged",
        label=_("A director asks my table to speed up"),
        hint=_("When the other tables are ahead."),
        text=_("%(name)s: the others are waiting, please play on."),
        button=_("To the table"),
        icon="clock",
        matters=_waits,
    )
)
RESTS = register(
    NoticeKind(
        "event_rests",
        label=_("I rest in a round of a tournament"),
        hint=_("When the numbers do not come out even."),
        text=_("%(name)s, round %(round)s: you rest. %(worth)s"),
        button=_("To the tournament"),
        icon="clock",
        words=lambda facts: {**facts, "worth": GOES_ON if facts["goes_on"] else AVERAGE},
    )
)
CLAIMED = register(
    NoticeKind(
        "event_claimed",
        label=_("A player calls me as a director"),
        hint=_("In a tournament that I direct."),
        text=_("%(who)s is calling a director: %(name)s, round %(round)s, table %(table)s."),
        button=_("To the table"),
        icon="flag",
    )
)
ANSWERED = register(
    NoticeKind(
        "event_answered",
        label=_("A director has answered my call"),
        hint=_("With the reason."),
        text=_("%(name)s, round %(round)s, table %(table)s: %(verdict)s. %(reason)s"),
        button=_("To the tournament"),
        icon="flag",
        words=lambda facts: {**facts, "verdict": Claim.Status(facts["verdict"]).label},
    )
)
INVITED = register(
    NoticeKind(
        "event_invited",
        label=_("A director invites me to a tournament"),
        hint=_("Then you can enter it."),
        text=_("%(who)s invites you to %(name)s."),
        button=_("To the tournament"),
        icon="cup",
        mail=True,
        matters=_goes_on,
    )
)
SUBSTITUTE = register(
    NoticeKind(
        "event_substitute",
        label=_("I am a substitute in a tournament"),
        hint=_("A director has given you a seat."),
        text=_("%(who)s has put you in as a substitute in %(name)s: you play from now on."),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
MOVED = register(
    NoticeKind(
        "series_division",
        label=_("I go up or down a division in a championship"),
        hint=_("At the end of a season."),
        text=_("%(name)s: from now on you play in %(division)s."),
        button=_("To the championship"),
        icon="cup",
    )
)
