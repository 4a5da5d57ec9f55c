"""Every refusal of clubs: its code, its text and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS: Mapping[str, Refusal] = {
    "no_club": Refusal(_("Club not found: it may be private, or deleted."), 404),
    "club_account": Refusal(_("Clubs are for people with an account. Create one first."), 403),
    "not_club_director": Refusal(_("Only the directors of the club can do this."), 403),
    "not_club_owner": Refusal(_("Only the owners of the club can do this."), 403),
    "not_club_member": Refusal(_("Only members of the club can do this."), 403),
    "bad_club": Refusal(_("This value does not work: %(field)s.")),
    "too_many_clubs": Refusal(_("You already own %(most)d clubs. Hand one over first.")),
    "club_full": Refusal(_("The club has %(most)d members, and has room for no more.")),
    "no_member": Refusal(_("Member not found: they may have left the club."), 404),
    "not_listed": Refusal(
        _("Nobody without an account has just this number or name on the list, or several have it."), 404
    ),
    "nobody_named": Refusal(_("Write who on the list it is: a name or a membership number.")),
    "asks_other": Refusal(_("They now say that they are another line: look again.")),
    "line_taken": Refusal(_("Somebody else is this person of the list by now: look again.")),
    "asks_still": Refusal(_("Answer the request to join first.")),
    "last_owner": Refusal(_("A club needs an owner. Make somebody else an owner first, or delete the club.")),
    "no_account_yet": Refusal(_("Somebody without an account cannot have this role.")),
    "bad_link": Refusal(_("This link no longer works. Ask the club for the new one."), 404),
    "bad_member_name": Refusal(_("A name has 1 to %(most)d readable characters.")),
    "bad_card": Refusal(_("A membership number has %(most)d readable characters at most.")),
    "card_taken": Refusal(_("Somebody else has the membership number %(card)s.")),
    "possible_double": Refusal(
        _("Named already: %(names)s. Confirm if this is somebody else with the same name.")
    ),
    "two_people": Refusal(
        _("They cannot be one person: both have played in one tournament, or have a number or licence.")
    ),
    "no_category": Refusal(
        _("“%(category)s” cannot be a category: use a short name without commas; a club has 20 at most.")
    ),
    "many_club_rules": Refusal(_("The club has %(most)d sets of house rules. Remove one first.")),
    # the chat
    "club_muted": Refusal(_("A director has muted you in this chat. Talk to them."), 403),
    "directors_not_muted": Refusal(_("A director cannot be muted: take the role from them first.")),
    "no_line": Refusal(_("This message is gone."), 404),
    # the calendar
    "bad_date": Refusal(_("This value does not work: %(field)s.")),
    "many_dates": Refusal(
        _("The club has %(most)d events to come already: take one off the calendar first.")
    ),
    "no_date": Refusal(_("Event not found: it may have been taken off the calendar."), 404),
    # federations
    "no_federation": Refusal(_("Federation not found: check the link."), 404),
    "not_federation_organiser": Refusal(_("Only the organisers of the federation can do this."), 403),
    "bad_federation": Refusal(_("This value does not work: %(field)s.")),
    "slug_taken": Refusal(_("This address is taken. Choose another one.")),
    "too_many_federations": Refusal(_("You already organise %(most)d federations. Hand one over first.")),
    "last_organiser": Refusal(_("A federation needs an organiser. Add somebody else first.")),
    "concealed_club": Refusal(_("A private club cannot belong to a federation, whose page names its clubs.")),
    "bad_licence": Refusal(_("This value does not work: %(field)s.")),
    "licence_taken": Refusal(_("Somebody else has the licence number %(number)s.")),
    "already_licensed": Refusal(_("This person has a licence already. Change that one.")),
    "no_licence": Refusal(_("Licence not found: it may have been withdrawn."), 404),
    # the score pad of a real table
    "no_such_scorepad": Refusal(_("Score pad not found: check the link."), 404),
    "bad_scorepad_names": Refusal(
        _("Names have 1 to %(most)d readable characters, and no two are the same.")
    ),
    "scorepad_full": Refusal(_("This score pad is full.")),
    "seat_claimed": Refusal(_("Somebody else is this person, or you sat elsewhere.")),
    # a list from a file
    "listed_twice": Refusal(_("An earlier line has %(name)s already.")),
    "named_alike": Refusal(_("Several members are called %(name)s. Give them membership numbers first.")),
    "roster_encoding": Refusal(
        _("This file is not a list. Save it as an Excel workbook (.xlsx) or as CSV."), 400
    ),
    "roster_workbook": Refusal(
        _(
            "This workbook cannot be read. Save the list as an Excel workbook (.xlsx) without a password, "
            "or as CSV."
        ),
        400,
    ),
    "roster_columns": Refusal(
        _(
            "The first line has to name the columns, in English or in Italian: name, card, category. "
            "Only the name is needed."
        ),
        400,
    ),
    "roster_lines": Refusal(_("A list has %(most)d lines at most."), 400),
    "roster_format": Refusal(_("This is not CSV: look for a quotation mark that is not closed."), 400),
    "roster_empty": Refusal(_("There is nobody on this list."), 400),
}

REFUSALS.add(APP_REFUSALS)
