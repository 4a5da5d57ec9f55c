"""The chat of players and of spectators, and who may read it."""

from __future__ import annotations

from django.utils import translation

from games.play import actions, selectors
from ludopoli.accounts import people as acquaintances
from ludopoli.accounts.models import User
from tests.refusals import refused


def test_lines_of_blocked_people_are_hidden_from_those_who_blocked_them(people: list[User]) -> None:
    anna, bruno = people[:2]
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.take_seat(bruno, table, 1)
    actions.add_table_line(bruno, table, "busso")
    actions.add_table_line(anna, table, "volo")
    acquaintances.block(anna, bruno)
    assert [line["text"] for line in selectors.chat_messages(anna, table.pk, True)] == ["volo"]
    assert [line["text"] for line in selectors.chat_messages(bruno, table.pk, True)] == ["busso", "volo"]


def test_every_reader_sees_a_ready_phrase_in_their_own_language(people: list[User]) -> None:
    anna = people[0]
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    with translation.override("it"):
        said = actions.add_table_line(anna, table, "", "moment")
    assert said.text == "Un momento", "the moderators read what was said"
    for language, text in (("it", "Un momento"), ("en", "One moment")):
        with translation.override(language):
            assert [line["text"] for line in selectors.chat_messages(anna, table.pk, True)] == [text]
    with refused("no_phrase"):
        actions.add_table_line(anna, table, "", "hurry")


def test_a_line_has_the_name_of_now(people: list[User]) -> None:
    """A socket that was open while a guest chose a name knows only the former one."""
    guest = people[0]
    table = actions.open_table(guest, game="tressette", rules={"preset": "classico"}, players=4)
    User.objects.filter(pk=guest.pk).update(username="Giulia")
    assert actions.add_table_line(guest, table, "ciao").name == "Giulia"
