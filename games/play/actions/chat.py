"""The chat of a table."""

from __future__ import annotations

from django.db import transaction

from games.fairplay import bans, publishing
from games.models import Message, Table
from games.play import doorbell, selectors
from games.texts.phrases import PHRASES
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket

LONGEST = 300
LINES_PER_SECOND, LINES_AT_ONCE = 0.5, 6
JOINERS = {0x200D: None, 0xFE0F: None}
"""The joiners inside an emoji; all other invisible characters are refused."""


def chat_line(user: User, text: str) -> str:
    """Return a line of any chat as it is stored; refused if the person may not say it now."""
    if not (text := " ".join(text.split())) or len(text) > LONGEST:
        raise ActionRefused("bad_text", most=LONGEST)
    if not text.translate(JOINERS).isprintable():
        raise ActionRefused("bad_text")
    if not shared_bucket(("say", user.pk), rate=LINES_PER_SECOND, burst=LINES_AT_ONCE).take():
        raise ActionRefused("muted")
    publishing.check_may_publish(user)
    return text


def add_table_line(user: User, table: Table, text: str, phrase: str | None = None) -> Message:
    """Add a line to the players' chat, or to the spectators' if the person does not sit at the table.

    `phrase` is the code of a ready phrase, in place of a text.
    """
    if phrase is not None and phrase not in PHRASES:
        raise ActionRefused("no_phrase")
    text = chat_line(user, text if phrase is None else str(PHRASES[phrase]))
    seat = table.seats.filter(user=user).values_list("number", flat=True).first()
    if seat is not None and selectors.is_quiet(table.pk):
        raise ActionRefused("quiet_table")
    if seat is None:
        bans.check_not_made_for_event(user)
        selectors.check_spectator_chat(user, table.pk)
    with transaction.atomic():
        # One line at a time: readers ask for what is new after the last id that they have.
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        name = User.objects.values_list("username", flat=True).get(
            pk=user.pk
        )  # a socket may know a former one
        message = Message.objects.create(
            table=table, user=user, name=name, seat=seat, text=text, phrase=phrase or ""
        )
        after_commit(doorbell.ring_table, table.pk, chat=message.pk)
    return message
