"""Giving a member with an account the line of the list that is theirs. Both its owner and a director have to
agree, in any order."""

from __future__ import annotations

from clubs import access, actions, feed, lines, notices
from clubs.actions import check_capability, club_action, set_muted
from clubs.models import Club, Member
from clubs.roles import Capability
from clubs.signals import list_changed
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused


@club_action(Capability.PARTICIPATE)
def claim_line(by: User, line: Member) -> Member:
    """Say, as a member, that a line without an account is one's own. It becomes theirs once a director says
    so, too, and at once if one has asked them."""
    own = access.membership_of(by, line.club)
    if own is None or line.user is not None:
        raise ActionRefused("no_member")
    if own.line_offered and own.asks_for == line.number:
        return _merge(by, own, line)
    return lines.ask_for_line(own, line)


@club_action(Capability.MANAGE_MEMBERS)
def offer_line(by: User, member: Member, line: Member | None) -> Member:
    """Say that a member with an account is the person of a line without one. It becomes theirs once they say
    so, too, and at once if they have."""
    if member.is_asking:
        raise ActionRefused("asks_still")
    found = None if line is None else member.club.members.filter(pk=line.pk, user=None).first()
    if found is None or member.user is None:
        raise ActionRefused("no_member")
    if member.asks_for == found.number and not member.line_offered:
        merged = _merge(by, member, found)
        notices.notify_line(merged, by, "joined", found)
        return merged
    member.asks_for, member.line_offered = found.number, True
    member.save(update_fields=["asks_for", "line_offered"])
    notices.notify_line(member, by, "offered", found)
    feed.publish_line(member, found.number, "offered")
    return member


@club_action(Capability.MANAGE_MEMBERS)
def accept_member(by: User, member: Member, asked: int | None, line: Member | None = None) -> Member:
    """Accept a request to join, or a member's word that they are the line with the number `asked`; a second
    time changes nothing. With a `line`, whoever joins by themselves is asked whether it is them.

    Refused as `line_taken` if somebody else has become the line that was asked for, which ends the claim; as
    `asks_other` if they say by now that they are another line, or have joined and are not asked about this
    `line`.
    """
    if asked != member.asks_for or (line is not None and not member.is_asking and line.number != asked):
        is_taken = bool(asked and member.club.members.filter(number=asked).exclude(user=None).exists())
        raise ActionRefused("line_taken" if is_taken else "asks_other")
    if member.is_asking:
        accepted = actions.accept_request(by, member)
        return accepted if line is None else offer_line(by, accepted, line)
    if asked is None or member.line_offered:
        return member
    return offer_line(by, member, member.asked_line)


@club_action(Capability.PARTICIPATE)
def dismiss_line(by: User, member: Member) -> Member:
    """Say that a member is not the person of the line that is claimed or offered: they themselves, or a
    director."""
    if member.user_id != by.pk:
        check_capability(access.membership_of(by, member.club), Capability.MANAGE_MEMBERS)
    if not member.is_asking and member.asks_for is not None:
        feed.publish_line(member, member.asks_for, "refused")
        member.asks_for, member.line_offered = None, False
        member.save(update_fields=["asks_for", "line_offered"])
    return member


def _merge(by: User, own: Member, line: Member) -> Member:
    is_muted = own.muted or line.muted
    merged = lines.merge_lines(own, line)
    feed.publish_line(own, merged.number, "joined")
    lines.end_claims(merged, by)
    set_muted(merged, muted=is_muted and not merged.has_office)
    list_changed.send(Club, club=merged.club, lines=[merged.pk])
    return merged
