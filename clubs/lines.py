"""The lines of a club's list and the people whose they are: finding a line that nobody has joined as, and
making one of two lines that are the same person's."""

from __future__ import annotations

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from clubs import feed, notices, roles
from clubs.models import Club, Federation, Licence, Member
from clubs.roster import LineFinder
from clubs.signals import lines_merged
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters


def holder_of_card(club: Club, card: str) -> Member | None:
    """Return the member with a membership number, compared as in a list from a file."""
    numbered = club.members.exclude(card="").values_list("pk", "card")
    holder = next((pk for pk, other in numbered if letters.fold_text(other) == letters.fold_text(card)), None)
    return None if holder is None else club.members.get(pk=holder)


def find_unowned(club: Club, text: str, user: User | None = None) -> Member | None:
    """Return the line without an account that a membership number or a whole name means; None without a text,
    or if it is the user's own line.

    Refused as `card_taken` if somebody else has joined as it, as `not_listed` if there is none, or if several
    have the name.
    """
    tidy = " ".join(text.split())
    if not tidy:
        return None
    name, _comma, card = (each.strip() for each in tidy.rpartition(","))
    holder = holder_of_card(club, card if name else tidy)
    if holder is not None and holder.user_id is not None:
        if user is not None and holder.user_id == user.pk:
            return None
        raise ActionRefused("card_taken", card=holder.card)
    unowned = club.members.filter(user=None).exclude(role=roles.ASKING)
    if (found := holder or LineFinder(unowned).find(tidy, "")) is None:
        raise ActionRefused("not_listed")
    return found


def ask_for_line(own: Member, line: Member) -> Member:
    """Note that a member, or whoever asks to be one, says that a line is theirs; the directors are asked."""
    if own.line_offered or own.asks_for != line.number:
        own.asks_for, own.line_offered = line.number, False
        own.save(update_fields=["asks_for", "line_offered"])
        notices.notify_directors(own)
        feed.publish_line(own, line.number, "claimed")
    return own


def end_claims(line: Member, by: User) -> None:
    """End what others say, or were asked, about a line that has become somebody's; they are notified.
    Whoever asks to join as it asks to join as somebody new."""
    others = line.club.members.filter(asks_for=line.number)
    for each in others.select_related("user"):
        notices.notify_line(each, by, "taken", line)
        feed.publish_line(each, line.number, "taken")
    others.update(asks_for=None, line_offered=False)


def merge_lines(own: Member, line: Member) -> Member:
    """Make one of the line of an account and one without, which stays, with what both have.

    Refused as `two_people` if both have a number, a licence of one federation, or a place in one event.
    """
    if own.card and line.card and letters.fold_text(own.card) != letters.fold_text(line.card):
        raise ActionRefused("two_people")
    lines_merged.send(Club, line=line, former=own)
    _move_licences(line, own)
    own.delete()
    line.user, line.role, line.since = own.user, own.role, min(own.since, line.since)
    line.card, line.category = line.card or own.card, line.category or own.category
    line.save()
    return line


def _move_licences(line: Member, former: Member) -> None:
    """Put a line in the place of another in all licences whose person is, or was, that one; refused as
    `two_people` if one of the line's own is of the same federation."""
    texts = Licence.objects.annotate(formers=Cast("former_lines", TextField()))
    one_of_both = rf"[^0-9]({line.pk}|{former.pk})[^0-9]"  # no database but PostgreSQL looks into a JSON list
    naming = texts.filter(Q(line__in=(line, former)) | Q(formers__regex=one_of_both))
    concerned = Q(affiliations__club=line.club_id) | Q(pk__in=naming.values("federation"))
    theirs = Federation.objects.filter(concerned).values("pk")
    list(Federation.objects.select_for_update().filter(pk__in=theirs).order_by("pk"))  # none acts meanwhile
    licences = [*naming]
    own, moved = (
        [each for each in licences if pk in (each.line_id, *each.former_lines)] for pk in (line.pk, former.pk)
    )
    others = {each.federation_id for each in own if each not in moved}
    if others & {each.federation_id for each in moved if each not in own}:
        raise ActionRefused("two_people")
    for each in moved:
        each.line_id = line.pk if each.line_id == former.pk else each.line_id
        lines = (line.pk if pk == former.pk else pk for pk in each.former_lines)
        each.former_lines = [*dict.fromkeys(pk for pk in lines if pk != each.line_id)]
        each.save(update_fields=["line", "former_lines"])
