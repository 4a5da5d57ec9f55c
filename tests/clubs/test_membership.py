"""Who may do what in a club: joining, leaving, roles, and the list of members."""

from __future__ import annotations

from typing import Any

import pytest

from clubs import access, actions, chat, selectors
from clubs.models import Club
from games.models import Happening
from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from ludopoli.webhooks.models import Webhook
from tests.clubs.conftest import Named, client_of, joined, listed
from tests.refusals import refused


def ends() -> list[tuple[str, str]]:
    """Return who has been notified that a membership or a request has ended, and how."""
    found = Notice.objects.filter(kind="club_ended").order_by("pk")
    return [(each.user.username, each.facts["how"]) for each in found]


def test_whoever_founds_a_club_owns_it(club: Club, rosalia: User) -> None:
    own = access.membership_of(rosalia, club)
    assert own is not None
    assert own.role == "owner"
    assert selectors.club_directors(club) == [rosalia]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 81),
        ("name", 7),
        ("name", "Circolo\0"),
        ("description", "x" * 2001),
        ("private", "yes"),
        ("categories", "prima"),
        ("categories", ["x" * 21]),
        ("categories", [7]),
        ("categories", ["prima, seconda"]),
        ("categories", [f"{n}" for n in range(21)]),
    ],
)
def test_a_value_that_does_not_work_is_named(rosalia: User, field: str, value: object) -> None:
    with refused("bad_club", field=field):
        actions.create_club(rosalia, **{"name": "Circolo", field: value})
    assert not Club.objects.exists()


def test_categories_are_named_once(rosalia: User) -> None:
    club = actions.create_club(rosalia, name="Circolo", categories=[" prima ", "Prima", "", "allievi"])
    assert club.categories == ["Prima", "allievi"]


def test_guests_have_no_clubs(club: Club, db: None) -> None:
    guest = User.objects.create(username="Ospite 7", is_guest=True)
    with refused("club_account"):
        actions.create_club(guest, name="Circolo")
    with refused("club_account"):
        actions.ask_to_join(guest, club)
    with refused("club_account"):
        actions.join_by_link(guest, club, club.secret)


def test_a_person_owns_ten_clubs_at_most(rosalia: User) -> None:
    for number in range(actions.MOST_OWNED):
        actions.create_club(rosalia, name=f"Circolo {number}")
    with refused("too_many_clubs"):
        actions.create_club(rosalia, name="Un altro")


def test_a_request_makes_nobody_a_member_until_a_director_accepts(
    club: Club, rosalia: User, named: Named
) -> None:
    calogero = named("Calogero")
    asking = actions.ask_to_join(calogero, club)
    assert actions.ask_to_join(calogero, club) == asking
    assert not access.is_member(access.membership_of(calogero, club))
    assert [*selectors.members_of(club).values_list("user__username", flat=True)] == ["Rosalia"]
    assert Notice.objects.get(user=rosalia).kind == "club_asks"
    with refused("not_club_director"):
        actions.accept_request(calogero, asking)
    actions.accept_request(rosalia, asking)
    assert access.is_member(access.membership_of(calogero, club))
    assert Notice.objects.get(user=calogero).kind == "club_accepted"


def test_a_director_is_not_notified_by_people_they_have_blocked(
    club: Club, rosalia: User, named: Named
) -> None:
    people.block(rosalia, named("Calogero"))
    actions.ask_to_join(named("Calogero"), club)
    assert not Notice.objects.filter(user=rosalia).exists()


def test_the_link_makes_a_member_at_once_until_it_is_renewed(club: Club, rosalia: User, named: Named) -> None:
    assert joined(named("Calogero"), club).role == "member"
    former = club.secret
    renewed = actions.renew_joining_link(rosalia, club)
    with refused("bad_link"):
        actions.join_by_link(named("Turiddu"), club, former)
    actions.join_by_link(named("Turiddu"), club, renewed.secret)


@pytest.mark.parametrize("private", [False, True])
def test_a_person_taken_off_the_list_comes_back_only_by_a_director(
    club: Club, rosalia: User, named: Named, *, private: bool
) -> None:
    calogero = named("Calogero")
    actions.change_club(rosalia, club, private=private)
    line = listed(club, rosalia, "Calogero Vizzini", card="0113")
    actions.remove_member(rosalia, joined(calogero, club))
    renewed = actions.renew_joining_link(rosalia, club)
    for card in ("", "0113"):
        again = actions.join_by_link(calogero, renewed, renewed.secret, card)
        assert again.role == "asking"
        assert again.asks_for == (line.number if card else None), "the number is not forgotten"
        assert not access.is_member(access.membership_of(calogero, club))
    address = club.get_absolute_url()
    assert client_of(calogero).get(address).status_code == (404 if private else 200)
    assert (f'href="{address}"' in client_of(calogero).get("/circoli/").content.decode()) is not private
    assert Notice.objects.get(user=rosalia).kind == "club_asks"
    actions.remove_member(rosalia, again)
    bot = User.objects.create(username="Calogero bot", is_bot=True, owner=calogero)
    by_bot = actions.join_by_link(bot, renewed, renewed.secret)
    assert by_bot.role == "asking", "nor by another account"
    actions.accept_request(rosalia, actions.join_by_link(calogero, renewed, renewed.secret))
    actions.leave_club(calogero, club)
    assert joined(calogero, renewed).role == "member"


def test_the_page_of_the_link_says_that_the_directors_are_asked(
    club: Club, rosalia: User, named: Named
) -> None:
    actions.remove_member(rosalia, joined(named("Calogero"), club))
    page = f"{club.get_absolute_url()}invito/{club.secret}/"
    answer = client_of(named("Calogero")).post(page, {}, follow=True)
    assert "La tua richiesta è arrivata a chi dirige il circolo" in answer.content.decode()


def test_programs_of_directors_learn_who_asks_joins_and_leaves(
    club: Club, rosalia: User, named: Named
) -> None:
    hook = Webhook.objects.create(
        user=rosalia, url="https://hooks.example.org/", kinds=["club_asked", "club_joined", "club_left"]
    )
    asking = actions.ask_to_join(named("Calogero"), club)
    actions.accept_request(rosalia, asking)
    actions.leave_club(named("Calogero"), club)
    removed = joined(named("Turiddu"), club)
    actions.remove_member(rosalia, removed)
    declined = actions.ask_to_join(named("Ninetta"), club)
    actions.remove_member(rosalia, declined)
    assert ends() == [("Turiddu", "removed"), ("Ninetta", "declined")]
    joined(named("Agata"), club)
    ghost = privacy.delete_person(named("Agata"))
    sent = [(each.kind, each.data["who"]) for each in Happening.objects.filter(user=rosalia).order_by("pk")]
    assert sent == [
        ("club_asked", "Calogero"), ("club_joined", "Calogero"), ("club_left", "Calogero"),
        ("club_joined", "Turiddu"), ("club_left", "Turiddu"), ("club_asked", "Ninetta"),
        ("club_joined", ghost.username), ("club_left", None),
    ]  # fmt: skip
    assert hook.deliveries.count() == len(sent)
    assert {*Happening.objects.values_list("user", flat=True)} == {rosalia.pk}
    data = Happening.objects.filter(kind="club_asked").earliest("pk").data
    assert data == {"club": club.code, "name": club.name, "member": asking.number, "who": "Calogero"}


def test_a_request_becomes_a_membership_by_the_link(club: Club, named: Named) -> None:
    actions.ask_to_join(named("Calogero"), club)
    assert joined(named("Calogero"), club).role == "member"
    assert club.members.filter(user=named("Calogero")).count() == 1


def test_the_list_is_in_the_order_of_the_alphabet(club: Club, rosalia: User) -> None:
    for name in ("Zoe Neri", "Èlia Blu", "Ada Verdi"):
        listed(club, rosalia, name)
    page = client_of(rosalia).get(f"{club.get_absolute_url()}soci/").content.decode()
    at = [page.index(f"<span>{name}</span>") for name in ("Ada Verdi", "Èlia Blu", "Rosalia", "Zoe Neri")]
    assert at == sorted(at)


def test_somebody_who_leaves_stays_on_the_list_by_name(club: Club, rosalia: User, named: Named) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    joined(named("Calogero"), club, "0113")
    joined(named("Turiddu"), club)
    for name in ("Calogero", "Turiddu"):
        actions.leave_club(named(name), club)
        assert access.membership_of(named(name), club) is None
    assert [each.shown for each in selectors.members_of(club)] == ["Rosalia", "Mario Rossi"]


def test_a_club_keeps_an_owner(club: Club, rosalia: User, named: Named) -> None:
    own = club.members.get(user=rosalia)
    with refused("last_owner"):
        actions.leave_club(rosalia, club)
    with refused("last_owner"):
        actions.set_role(rosalia, own, "member")
    with refused("last_owner"):
        actions.remove_member(rosalia, own)
    other = joined(named("Calogero"), club)
    actions.set_role(rosalia, other, "owner")
    actions.leave_club(rosalia, club)


def test_only_owners_give_roles_and_remove_directors(club: Club, rosalia: User, named: Named) -> None:
    for name in ("Calogero", "Turiddu"):
        actions.set_role(rosalia, joined(named(name), club), "director")
    turiddu = club.members.get(user=named("Turiddu"))
    told = Notice.objects.filter(kind="club_role")
    assert {each.user.username for each in told} == {"Calogero", "Turiddu"}
    assert told[0].text.endswith("ora il tuo incarico è «dirigente».")
    with refused("not_club_owner"):
        actions.set_role(named("Calogero"), turiddu, "member")
    with refused("not_club_owner"):
        actions.remove_member(named("Calogero"), turiddu)
    with refused("not_club_owner"):
        actions.delete_club(named("Calogero"), club)
    actions.remove_member(rosalia, turiddu)


def test_somebody_without_an_account_has_no_role(club: Club, rosalia: User) -> None:
    line = listed(club, rosalia, "Mario Rossi")
    with refused("no_account_yet"):
        actions.set_role(rosalia, line, "director")


def test_a_member_changes_nothing(club: Club, rosalia: User, named: Named) -> None:
    calogero, line = named("Calogero"), listed(club, rosalia, "Mario Rossi")
    joined(calogero, club)
    with refused("not_club_director"):
        actions.change_club(calogero, club, name="Altro")
    with refused("not_club_director"):
        actions.renew_joining_link(calogero, club)
    with refused("not_club_director"):
        actions.add_member(calogero, club, "Lia Verdi")
    with refused("not_club_director"):
        actions.change_member(calogero, line, name="Lia Verdi")
    with refused("not_club_director"):
        actions.remove_member(calogero, line)
    with refused("not_club_director"):
        actions.import_members(calogero, club, "nome\nLia Verdi\n")


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"name": " "}, "bad_member_name"),
        ({"name": "\u3164"}, "bad_member_name"),
        ({"name": "x" * 41}, "bad_member_name"),
        ({"card": "x" * 21}, "bad_card"),
        ({"card": "0112"}, "card_taken"),
        ({"category": "x, y"}, "no_category"),
        ({"category": "x" * 21}, "no_category"),
    ],
)
def test_a_line_of_the_list_is_checked(
    club: Club, rosalia: User, fields: dict[str, Any], refusal: str
) -> None:
    listed(club, rosalia, "Lia Verdi", card="0112")
    line = listed(club, rosalia, "Mario Rossi", card="0113")
    with refused(refusal):
        actions.change_member(rosalia, line, **fields)
    with refused(refusal):
        actions.add_member(rosalia, club, **{"name": "Ugo Neri", **fields})


def test_a_role_and_a_line_change_together_or_not_at_all(club: Club, rosalia: User) -> None:
    line = listed(club, rosalia, "Mario Rossi")
    with refused("no_account_yet"):
        actions.revise_member(rosalia, line, role="director", name="Mario Bianchi")
    line.refresh_from_db()
    assert line.name == "Mario Rossi"


def test_a_private_club_is_known_to_its_members_only(club: Club, rosalia: User, named: Named) -> None:
    actions.change_club(rosalia, club, private=True)
    assert [*selectors.public_clubs()] == []
    with refused("no_club"):
        actions.ask_to_join(named("Calogero"), club)
    joined(named("Calogero"), club)
    assert [each.club for each in selectors.own_memberships(named("Calogero"))] == [club]


def test_an_account_that_is_deleted_leaves_the_list_and_hands_the_club_over(
    club: Club, rosalia: User, named: Named
) -> None:
    joined(named("Calogero"), club)
    actions.set_role(rosalia, joined(named("Turiddu"), club), "director")
    actions.change_member(rosalia, club.members.get(user=rosalia), name="Rosalia Greco")
    privacy.delete_person(rosalia)
    assert [(each.shown, each.role) for each in selectors.members_of(club)] == [
        ("Calogero", "member"),
        ("Turiddu", "owner"),
    ]
    privacy.delete_person(named("Turiddu"))
    assert club.members.get(role="owner").user == named("Calogero")
    privacy.delete_person(named("Calogero"))
    assert not Club.objects.exists()


def test_the_export_of_a_person_has_their_clubs(club: Club, rosalia: User) -> None:
    [own] = privacy.export_person(rosalia)["clubs"]["memberships"]
    assert (own["club__name"], own["role"]) == ("Circolo Garibaldi", "owner")


def test_a_number_in_an_address_never_names_somebody_else(club: Club, rosalia: User, named: Named) -> None:
    actions.ask_to_join(named("Calogero"), club)
    actions.leave_club(named("Calogero"), club)
    actions.import_members(rosalia, club, "nome\nLia Verdi\nUgo Neri\n")
    assert [*club.members.values_list("number", flat=True)] == [1, 3, 4]
    assert joined(named("Turiddu"), club).number == 5


def test_a_club_that_becomes_private_has_no_requests(club: Club, rosalia: User, named: Named) -> None:
    actions.ask_to_join(named("Calogero"), club)
    joined(named("Turiddu"), club)
    actions.change_club(rosalia, club, private=True, name="Segreto")
    assert ends() == [("Calogero", "declined")]
    assert "Segreto" not in Notice.objects.get(kind="club_ended").text
    assert [*selectors.own_memberships(named("Calogero"))] == []
    assert privacy.export_person(named("Calogero"))["clubs"]["memberships"] == []
    assert {each.shown for each in club.members.all()} == {"Rosalia", "Turiddu"}
    assert actions.delete_club(rosalia, club) is None
    assert ends()[1:] == [("Turiddu", "deleted")]


def test_a_request_is_answered_before_it_is_a_line(club: Club, rosalia: User, named: Named) -> None:
    asking = actions.ask_to_join(named("Calogero"), club)
    with refused("asks_still"):
        actions.change_member(rosalia, asking, card="0113")
    with refused("asks_still"):
        actions.set_role(rosalia, asking, "director")
    actions.import_members(rosalia, club, "nome;tessera\nMario Rossi;0113\n")


def test_directors_are_notified_of_somebody_once_a_day(club: Club, rosalia: User, named: Named) -> None:
    for _ in range(3):
        actions.ask_to_join(named("Calogero"), club)
        actions.leave_club(named("Calogero"), club)
    actions.ask_to_join(named("Turiddu"), club)
    notified = Notice.objects.filter(user=rosalia).values_list("actor__username", flat=True)
    assert sorted(notified) == ["Calogero", "Turiddu"]


def test_a_card_is_the_same_in_any_case(club: Club, rosalia: User, named: Named) -> None:
    line = listed(club, rosalia, "Mario Rossi", card="Nicolò-straße")
    for card in ("NICOLÒ-STRASSE", "nicolò-straße"):
        with refused("card_taken"):
            actions.add_member(rosalia, club, "Lia Verdi", card=card)
    actions.change_member(rosalia, line, card="nicolò-strasse")
    assert joined(named("Calogero"), club, "NICOLÒ-STRASSE") == line


def test_the_heir_of_a_club_can_sign_in(club: Club, rosalia: User, named: Named) -> None:
    for name, kind in (("Spento", {"is_active": False}), ("Automa", {"is_bot": True}), ("Calogero", {})):
        joined(named(name), club)
        User.objects.filter(username=name).update(**kind)
    privacy.delete_person(rosalia)
    assert club.members.get(role="owner").user == named("Calogero")


def test_the_heir_of_a_club_is_nobody_whom_it_has_muted(club: Club, rosalia: User, named: Named) -> None:
    muted = joined(named("Turiddu"), club)
    joined(named("Calogero"), club)
    chat.mute_member(rosalia, muted, muted=True)
    privacy.delete_person(rosalia)
    assert club.members.get(role="owner").user == named("Calogero")
    assert actions.is_muted(club, named("Turiddu"))


def test_a_category_that_was_given_up_stays_until_somebody_changes_it(club: Club, rosalia: User) -> None:
    line = listed(club, rosalia, "Mario Rossi", category="prima")
    actions.change_club(rosalia, club, categories=["seconda"])
    actions.change_member(rosalia, line, card="0113", category="prima")
    line.refresh_from_db()
    assert (line.card, line.category) == ("0113", "prima")


def test_a_category_that_the_club_lacks_is_added_and_others_are_spelt_as_there(
    club: Club, rosalia: User
) -> None:
    lines = [listed(club, rosalia, name, category="Terza") for name in ("Mario Rossi", "Lia Verdi")]
    changed = actions.change_member(rosalia, lines[1], category="PRIMA")
    club.refresh_from_db()
    assert (changed.category, club.categories) == ("prima", ["prima", "seconda", "Terza"])
    with refused("no_category"):
        for each in range(18):
            actions.change_member(rosalia, lines[0], category=f"{each}")


def test_who_joins_while_their_account_is_deleted_does_not_stay(
    club: Club, named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    calogero = named("Calogero")
    become_ghost = privacy._become_ghost

    def joining_first(person: User) -> None:
        joined(calogero, club)
        become_ghost(person)

    monkeypatch.setattr(privacy, "_become_ghost", joining_first)
    privacy.delete_person(calogero)
    assert [member.user for member in club.members.all()] == [named("Rosalia")]


def test_a_request_that_outlives_its_account_begins_nothing(club: Club, named: Named) -> None:
    calogero = named("Calogero")
    privacy.delete_person(named("Calogero"))
    assert calogero.is_active, "the request knows its account as it was"
    with refused("club_account"):
        actions.ask_to_join(calogero, club)
    with refused("club_account"):
        actions.join_by_link(calogero, club, club.secret)
    with refused("club_account"):
        actions.create_club(calogero, name="Circolo di nessuno")
    assert Club.objects.count() == 1


@pytest.mark.parametrize("text", ["società", "SOCIETA", "dell'èlia", "dellelia", "forlì", "FORLI"])
def test_clubs_are_found_in_any_case_and_without_accents(rosalia: User, text: str) -> None:
    actions.create_club(rosalia, name="Circolo", place="Lecce")
    wanted = actions.create_club(rosalia, name="SOCIETÀ dell'Èlia", place="Forlì")
    assert [*selectors.public_clubs(text)] == [wanted]


def test_members_are_found_in_any_case_and_without_accents(club: Club, rosalia: User, named: Named) -> None:
    people = [joined(named("Èlia"), club), listed(club, rosalia, "Nicolò D'Àngelo", card="È7")]
    for text, found in (("èlia", people[:1]), ("nicolo' d", people[1:]), ("DANGELO", people[1:])):
        assert selectors.member_ids_by_name(club, text) == [each.pk for each in found]
    assert not selectors.member_ids_by_name(club, "e7")
    assert selectors.member_ids_by_name(club, "e7", manages=True) == [people[1].pk]
