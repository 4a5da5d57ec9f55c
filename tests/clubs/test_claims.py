"""Lines of a club's list become those of members with an account, by number or name, if both agree."""

from __future__ import annotations

from django.urls import reverse

from clubs import access, actions, claims, lines
from clubs.models import Club
from games.models import Happening
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import Named, client_of, joined, listed
from tests.refusals import refused


def test_a_card_joins_as_the_person_on_the_list(club: Club, rosalia: User, named: Named) -> None:
    line = listed(club, rosalia, "Mario Rossi", card="0113", category="prima")
    assert joined(named("Calogero"), club, " 0113 ").pk == line.pk
    line.refresh_from_db()
    assert (line.user, line.name, line.category) == (named("Calogero"), "Mario Rossi", "prima")
    with refused("card_taken"):
        actions.join_by_link(named("Turiddu"), club, club.secret, "0113")
    with refused("not_listed"):
        actions.join_by_link(named("Turiddu"), club, club.secret, "9999")
    assert access.membership_of(named("Turiddu"), club) is None


def test_in_a_club_without_numbers_the_name_joins_as_the_person_on_the_list(
    club: Club, rosalia: User, named: Named
) -> None:
    line = listed(club, rosalia, "Mario Rossi")
    for name in ("Lia Verdi", "Lia Verdi"):
        listed(club, rosalia, name, homonym=True)
    with refused("not_listed"):
        actions.join_by_link(named("Calogero"), club, club.secret, "Lia Verdi")
    assert joined(named("Calogero"), club, "rossi mario").pk == line.pk


def test_a_member_becomes_a_line_once_both_they_and_a_director_say_so(
    club: Club, rosalia: User, named: Named
) -> None:
    calogero = named("Calogero")
    own, line = joined(calogero, club), listed(club, rosalia, "Mario Rossi", card="0113", category="prima")
    actions.set_role(rosalia, own, "director")
    members, page = reverse("club-members", args=[club.code]), reverse("club-member", args=[club.code, 3])
    actions.join_by_link(calogero, club, club.secret, "0113")
    own.refresh_from_db()
    assert (own.asks_for, own.role) == (line.number, "director"), "the number is not ignored"
    assert "dice di essere Mario Rossi" in client_of(rosalia).get(members).content.decode()
    client_of(rosalia).post(reverse("member-act", args=[club.code, own.number, "dismiss"]))
    own.refresh_from_db()
    assert own.asks_for is None
    client_of(rosalia).post(
        reverse("member-act", args=[club.code, own.number, "offer"]), {"line": "Mario Rossi, 0113"}
    )
    assert not club.members.filter(user=calogero, card="0113").exists(), "they are asked"
    assert Notice.objects.get(user=calogero, kind="club_line").url == page
    for shown in (page, club.get_absolute_url()):
        assert "Sei Mario Rossi?" in client_of(calogero).get(shown).content.decode()
        assert "Sì, sono io" in client_of(calogero).get(shown).content.decode()
    assert "Sei Mario Rossi?" not in client_of(rosalia).get(club.get_absolute_url()).content.decode()
    joined(named("Turiddu"), club)
    with refused("not_club_director"):
        claims.offer_line(named("Turiddu"), own, line)
    client_of(calogero).post(reverse("member-act", args=[club.code, line.number, "claim"]))
    line.refresh_from_db()
    assert (line.user, line.role, line.category) == (calogero, "director", "prima")
    assert not club.members.filter(pk=own.pk).exists()
    assert "Sì, sono io" not in client_of(calogero).get(club.get_absolute_url()).content.decode()


def test_a_director_says_on_accepting_who_somebody_may_be(club: Club, rosalia: User, named: Named) -> None:
    line = listed(club, rosalia, "Mario Rossi")
    asking = actions.ask_to_join(named("Calogero"), club)
    address = reverse("member-act", args=[club.code, asking.number, "accept"])
    client_of(rosalia).post(address, {"line": "Lia Verdi"})
    asking.refresh_from_db()
    assert asking.is_asking, "nobody is accepted as somebody who is not there"
    client_of(rosalia).post(address, {"line": "Mario Rossi"})
    asking.refresh_from_db()
    assert (asking.role, asking.asks_for, asking.line_offered) == ("member", line.number, True)
    claims.dismiss_line(named("Calogero"), asking)
    assert asking.asked_line == line
    asking.refresh_from_db()
    assert asking.asked_line is None
    claims.claim_line(named("Calogero"), line)
    client_of(rosalia).post(address, {"asked": line.number})
    line.refresh_from_db()
    assert line.user == named("Calogero")


def test_a_director_types_who_somebody_is_and_the_first_lines_are_suggested(
    club: Club, rosalia: User, named: Named
) -> None:
    own = joined(named("Calogero"), club)
    for number, name in enumerate(("Mario Rossi", "Màrio Russo", "Lia Verdi"), start=110):
        listed(club, rosalia, name, card=str(number))
    address, directs = reverse("club-find-line", args=[club.code]), client_of(rosalia)
    page = directs.get(reverse("club-members", args=[club.code])).content.decode()
    assert f'data-find="{address}"' in page
    assert "Mario Rossi, 110" not in page, "the page does not grow with the list"
    found = {
        text: [each["text"] for each in directs.get(address, {"q": text}).json()["people"]]
        for text in ("mario", "ross mar", "11", "112", "Calogero")
    }
    assert [*map(len, found.values())] == [2, 1, 3, 1, 0]
    assert found["ross mar"] == ["Mario Rossi, 110"]
    assert client_of(named("Calogero")).get(address, {"q": "mario"}).status_code == 403
    missing = directs.post(reverse("member-act", args=[club.code, own.number, "offer"]), {"line": " "})
    assert missing.status_code == 422
    assert "Scrivi chi è nell’elenco" in missing.content.decode()


def test_a_director_accepts_the_line_that_the_page_showed(club: Club, rosalia: User, named: Named) -> None:
    shown, other = (listed(club, rosalia, name) for name in ("Mario Rossi", "Lia Verdi"))
    asking = actions.join_by_link(named("Calogero"), club, club.secret, "Mario Rossi")
    lines.ask_for_line(asking, other)
    address = reverse("member-act", args=[club.code, asking.number, "accept"])
    client_of(rosalia).post(address, {"asked": shown.number})
    for line in (shown, other):
        line.refresh_from_db()
        assert line.user is None


def test_of_two_who_say_that_they_are_one_line_the_other_hears_who_it_is_not(
    club: Club, rosalia: User, named: Named
) -> None:
    """A claim, an offer and a request to join as the line end; whoever asks to join still does."""
    line, *own = (
        listed(club, rosalia, "Mario Rossi"),
        *(joined(named(name), club) for name in ("Calogero", "Turiddu", "Nedda")),
    )
    asking = actions.join_by_link(named("Alfio"), club, club.secret, "Mario Rossi")
    for name in ("Calogero", "Turiddu"):
        claims.claim_line(named(name), line)
    claims.offer_line(rosalia, own[2], line)
    claims.accept_member(rosalia, own[0], line.number)
    heard = Notice.objects.filter(kind="club_line", facts__how="taken")
    assert {*heard.values_list("user__username", flat=True)} == {"Turiddu", "Nedda", "Alfio"}
    assert not club.members.filter(asks_for__isnull=False).exists()
    for each in (own[1], asking):
        with refused("line_taken"):
            claims.accept_member(rosalia, each, line.number)
    assert claims.accept_member(rosalia, asking, None).role == "member"


def test_whoever_says_meanwhile_that_they_are_another_line_is_asked_again(
    club: Club, rosalia: User, named: Named
) -> None:
    """The director hears it, and the claim stays open."""
    shown, other = (listed(club, rosalia, name) for name in ("Mario Rossi", "Lia Verdi"))
    own = joined(named("Calogero"), club)
    for line in (shown, other):
        claims.claim_line(named("Calogero"), line)
    with refused("asks_other"):
        claims.accept_member(rosalia, own, shown.number)
    own.refresh_from_db()
    assert (own.asks_for, own.user) == (other.number, named("Calogero"))


def test_programs_of_directors_learn_what_is_said_about_a_line(
    club: Club, rosalia: User, named: Named
) -> None:
    first, second = (listed(club, rosalia, name) for name in ("Mario Rossi", "Lia Verdi"))
    own, other = (joined(named(name), club) for name in ("Calogero", "Turiddu"))
    claims.claim_line(named("Calogero"), first)
    claims.dismiss_line(rosalia, own)
    claims.dismiss_line(rosalia, own)
    claims.offer_line(rosalia, own, first)
    claims.offer_line(rosalia, other, second)
    claims.claim_line(named("Turiddu"), first)
    claims.claim_line(named("Calogero"), first)
    told = Happening.objects.filter(user=rosalia, kind="club_line").order_by("pk")
    assert [(each.data["who"], each.data["line"], each.data["how"]) for each in told] == [
        ("Calogero", first.number, "claimed"), ("Calogero", first.number, "refused"),
        ("Calogero", first.number, "offered"), ("Turiddu", second.number, "offered"),
        ("Turiddu", first.number, "claimed"), ("Calogero", first.number, "joined"),
        ("Turiddu", first.number, "taken"),
    ]  # fmt: skip
    assert told[0].data == {
        "club": club.code, "name": club.name, "member": own.number, "who": "Calogero",
        "line": first.number, "how": "claimed",
    }  # fmt: skip


def test_two_numbers_are_two_people(club: Club, rosalia: User, named: Named) -> None:
    own, line = joined(named("Calogero"), club), listed(club, rosalia, "Mario Rossi", card="0125")
    actions.change_member(rosalia, own, card="0126")
    claims.claim_line(named("Calogero"), line)
    with refused("two_people"):
        claims.offer_line(rosalia, club.members.get(pk=own.pk), line)


def test_whoever_is_muted_stays_so_as_a_line(club: Club, rosalia: User, named: Named) -> None:
    own, line = joined(named("Calogero"), club), listed(club, rosalia, "Mario Rossi")
    actions.set_muted(line, muted=True)
    claims.claim_line(named("Calogero"), line)
    merged = claims.offer_line(rosalia, club.members.get(pk=own.pk), line)
    assert merged.muted
    assert actions.is_muted(club, named("Calogero"))


def test_a_director_says_who_becomes_the_person_of_a_line(club: Club, rosalia: User, named: Named) -> None:
    line = listed(club, rosalia, "Mario Rossi", card="0125")
    request = actions.join_by_link(named("Calogero"), club, club.secret, "0125")
    assert request.is_asking, "anybody could guess the number"
    line.refresh_from_db()
    assert line.user is None
    assert Notice.objects.filter(user=rosalia, kind="club_asks").count() == 1
    page = client_of(rosalia).get(f"{club.get_absolute_url()}soci/").content.decode()
    assert "Mario Rossi" in page[page.index('id="chiedono"') : page.index('id="soci"')]
    actions.remove_member(rosalia, request)
    line.refresh_from_db()
    assert line.user is None
    asks = actions.join_by_link(named("Calogero"), club, club.secret, "0125")
    joined(named("Turiddu"), club, "0125")
    with refused("line_taken"):
        claims.accept_member(rosalia, asks, line.number)
