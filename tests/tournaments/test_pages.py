"""The pages of tournaments: what they show, and to whom."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.conftest import Lasting
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tournaments import actions, chronicle, selectors
from tournaments.models import Entry, Event, Member
from tournaments.outlets import notice_kinds, notices
from tournaments.pages import fragments
from tournaments.pages.display import EventShown
from tournaments.scores.amounts import format_amount, format_signed, table_score


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    fragments._kept.clear()  # it knows events by revision, and the shared one takes other ways from the same
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An event of four pairs; the first round is over, and so is one table of the second."""

    def begin(tonight: Evening, club: list[User]) -> None:
        tonight.pairs(club)
        tonight.start()
        tonight.play()
        tonight.begin_round()
        tonight.play(tonight.tables()[0])

    return begun(lasting, begin)


def browser(user: User | None = None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def shown(event: Event, user: User | None = None) -> str:
    answer = browser(user).get(event.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def unfolded(event: Event, user: User | None = None) -> str:
    """Return the page with all the parts that it fetches when they are unfolded."""
    html = shown(event, user)
    addresses = sorted({each.partition("#")[0] for each in re.findall(r'data-load="([^"]+)"', html)})
    answers = [browser(user).get(f"{each}?solo=1") for each in addresses]
    assert {each.status_code for each in answers} <= {200}
    return html + "".join(each.content.decode() for each in answers)


def said(answer: Any) -> str:
    """Return the message, the only one, on the page after a form, or that answers a refused one."""
    assert answer.redirect_chain or answer.status_code == 422, answer
    html = answer.content.decode()
    [message] = re.findall(r'<div class="toast".*?<div class="said">(.*?)</div>\s*</div>', html, re.DOTALL)
    return str(message)


# ---- entering


def test_a_pair_enters_through_the_page(club: list[User], evening: NewEvening) -> None:
    tonight, (anna, bruno, carla) = evening().event, club[:3]
    url = tonight.get_absolute_url()
    assert 'form="entra"' not in shown(tonight, anna), "the partner is asked for first"
    asked = browser(anna).post(f"{url}iscriviti/", {"partner": "bruno", "name": "I due soci"}, follow=True)
    assert said(asked) == "Now bruno has to accept."
    assert "Anna would like to play with you." in shown(tonight, bruno)
    assert "has been asked to play with you" in shown(tonight, anna)
    assert "waits for the partner" in shown(tonight, carla)
    assert said(browser(bruno).post(f"{url}accetta/", follow=True)) == "You are now playing together."
    assert "You have entered with Bruno." in shown(tonight, anna)
    assert "I due soci" in shown(tonight)
    assert said(browser(anna).post(f"{url}ritirati/", follow=True)) == "You have withdrawn."
    assert "one place free" in shown(tonight), "Bruno may stay with another partner"
    browser(bruno).post(f"{url}ritirati/")
    assert "Nobody has entered yet." in shown(tonight)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Pairs enter together: name your partner."),
        ({"partner": "Nessuno"}, "Nobody here has this name."),
        ({"partner": "Anna"}, "That is you."),
        ({"partner": "Bruno"}, "Bruno has already entered."),
    ],
)
def test_a_refusal_is_a_message_on_the_page(
    club: list[User], evening: NewEvening, fields: dict[str, str], why: str
) -> None:
    tonight = evening()
    tonight.enter(club[1:3])
    url = f"{tonight.event.get_absolute_url()}iscriviti/"
    assert said(browser(club[0]).post(url, fields, follow=True)) == why


def test_a_program_gets_the_code_of_a_refusal(club: list[User], evening: NewEvening) -> None:
    url = evening().event.get_absolute_url()
    asked = browser(club[0]).post(f"{url}presente/", headers={"Accept": "application/json"})
    assert (asked.status_code, asked.json()["code"]) == (404, "not_entered")
    nowhere = browser(club[0]).post("/tornei/nessuno/presente/", headers={"Accept": "application/json"})
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_event")


def test_visitors_enter_as_guests_where_admitted(evening: NewEvening) -> None:
    visitor, single = browser(), evening(format="arena", unit="single").event
    url = single.get_absolute_url()
    assert shown(single).count('form="entra"') == 1, "the button above the fold enters, too"
    assert said(visitor.post(f"{url}iscriviti/", follow=True)) == "You have entered."
    assert User.objects.get(is_guest=True).entered.count() == 1
    closed = evening(format="arena", unit="single", guests=False).event
    assert "This tournament is for people with an account." in shown(closed)
    assert 'form="entra"' not in shown(closed)
    refusal = said(browser().post(f"{closed.get_absolute_url()}iscriviti/", follow=True))
    assert refusal == "This tournament is not open to guests. Create an account first."
    assert User.objects.filter(is_guest=True).count() == 1


# ---- while it is played


@pytest.fixture
def second_round(tonight: Evening) -> Evening:
    return tonight


def test_players_find_their_table_and_the_next_one(club: list[User], evening: NewEvening) -> None:
    tonight = evening()
    tonight.pairs(club)
    event = tonight.until(tonight.event.starts_at)
    assert "data-countdown" in shown(event, club[0])
    assert "your next table is number" in shown(event, club[0])
    code = next(each.table.code for each in tonight.tables() if each.table and _sits(club[0], each.table))
    onwards = browser(club[0]).get(f"{event.get_absolute_url()}tavolo/")
    assert onwards["Location"] == f"/tavolo/{code}/"
    assert browser(club[11]).get(f"{event.get_absolute_url()}tavolo/")["Location"] == event.get_absolute_url()


def _sits(user: User, table: Any) -> bool:
    return bool(table.seats.filter(user=user).exists())


def test_players_of_the_same_deals_get_no_links_to_watch(club: list[User], second_round: Evening) -> None:
    watched = re.compile(r'href="/tavolo/\w+/" aria-label="Watch')
    assert len(watched.findall(shown(second_round.event))) == 1
    for player in club[:8]:
        assert not watched.search(shown(second_round.event, player))


def test_the_table_page_leads_back_to_its_tournament(second_round: Evening, organiser: User) -> None:
    table = second_round.tables()[1].table
    assert table is not None
    html = browser(organiser).get(f"/tavolo/{table.code}/").content.decode()
    assert f'data-event="{second_round.event.get_absolute_url()}"' in html
    assert second_round.event.name in html


def test_the_menu_of_a_table_has_its_number_in_the_tournament_and_calls_a_director(
    club: list[User], second_round: Evening, organiser: User
) -> None:
    place = next(each for each in second_round.tables() if each.table and _sits(club[0], each.table))
    assert place.table is not None
    address = f"/tavolo/{place.table.code}/"
    html = browser(club[0]).get(address).content.decode()
    assert re.search(rf'id="menu-h">\s*Table {place.number}\s*<', html)
    call = f"{second_round.event.get_absolute_url()}?chiama=1#chiama"
    assert f'href="{call}"' in html
    assert f'href="{call}"' not in browser(organiser).get(address).content.decode()
    unfolded = '<details class="fold" data-own open>'
    assert unfolded in browser(club[0]).get(call).content.decode()
    assert unfolded not in browser(club[0]).get(second_round.event.get_absolute_url()).content.decode()


def test_the_page_of_a_finished_tournament_tells_its_players_their_place(
    second_round: Evening, club: list[User]
) -> None:
    event = second_round.to_the_end()
    assert re.search(r"You finished (1st|2nd|3rd|4th) with [\d.]+ points\.", words(shown(event, club[0])))
    assert "You finished" not in shown(event)


def test_standings_show_every_sum(second_round: Evening) -> None:
    html = shown(second_round.play())
    rows = re.findall(r'<tr data-key="\d+".*?</tr>', html, re.DOTALL)
    assert len(rows) == 4
    struck_out = 0
    for row in rows:
        sums = re.findall(r'data-load="([^"#]+)#(\S+)">\s*<summary>(.*?)</summary>', row)
        assert len(sums) > 1, row
        for address, anchor, value in sums:
            unfolded = browser().get(f"{address}?solo=1").content.decode()
            [terms] = re.findall(rf'<section id="{anchor}">.*?<ul>(.*?)</ul>', unfolded, re.DOTALL)
            amounts = re.findall(r"<b>(.*?)</b>", terms)
            assert amounts, unfolded
            assert sum(map(float, amounts)) == pytest.approx(float(value)), unfolded
            struck_out += "<s>Round" in terms
    assert struck_out


def test_every_page_shows_scores_in_points_of_the_game(second_round: Evening) -> None:
    """A stored result of 20–11 is shown as 20–11: it is already in points, not in thirds."""
    tonight, by = second_round, second_round.organiser
    table = tonight.tables(1)[0]
    table.deals = {"1-1": [20, 11]}
    table.save(update_fields=["deals"])
    url = tonight.event.get_absolute_url()
    pages = [
        f"{url}turni/1/",
        f"{url}smazzate/1-1/",
        f"{url}direzione/?turno=1",
        f"{url}direzione/tavoli/1/1/",
    ]
    html = [browser(by).get(each).content.decode() for each in pages]
    assert [each for each, page in zip(pages, html, strict=True) if "20–11" not in page] == []
    assert ">+9<" in html[1]
    assert [each for each, page in zip(pages, html, strict=True) if re.search("[⅓⅔]", page)] == []


def test_every_result_is_explained(second_round: Evening) -> None:
    tonight, url = second_round, second_round.event.get_absolute_url()
    for table, scores in zip(tonight.tables(1), ([20, 11], [9, 12]), strict=True):
        table.deals = {"1-1": scores}
        table.save(update_fields=["deals"])
    assert f'href="{url}turni/1/1/"' in unfolded(tonight.event)
    html = words(browser().get(f"{url}turni/1/1/").content.decode())
    assert "20–11 +9 −3 of 1 table 12" in html, "9 more than the other side, 12 more than the other table"
    assert "Together +12 in 1 deal." in html
    assert "A lead of 9 points makes 20 to 0" in html
    early = browser().get(f"{url}turni/2/1/", headers={"Accept": "application/json"})
    assert (early.status_code, early.json()["code"]) == (409, "boards_closed")
    assert browser().get(f"{url}turni/9/1/").status_code == 404


def test_without_seat_links_there_is_nothing_to_print(second_round: Evening) -> None:
    address = f"{second_round.event.get_absolute_url()}direzione/posti/"
    page = browser(second_round.organiser).get(address).content.decode()
    assert "data-print" not in page
    assert "print.js" not in page, "it looks for the button"


def test_a_bye_is_announced_and_counted(begun_evening: NewEvening) -> None:
    tonight = begun_evening(3, settings={"odd": "bye"})
    [resting] = tonight.round.byes
    people = tonight.event.entries.get(number=resting).members.values_list("user", flat=True)
    notices = Notice.objects.filter(kind="event_rests")
    assert {*notices.values_list("user", flat=True)} == {*people}
    assert "Round 1: you sit out." in shown(tonight.event, User.objects.get(pk=people[0]))
    html, rests = shown(tonight.to_the_end()), 0
    for address, value in re.findall(r'data-load="([^"#]+)#somma-punti">\s*<summary>(.*?)</summary>', html):
        page = browser().get(f"{address}?solo=1").content.decode()
        [terms] = re.findall(r'<section id="somma-punti">.*?<ul>(.*?)</ul>', page, re.DOTALL)
        rests += "sat out: the average" in terms
        assert sum(map(float, re.findall(r"<b>(.*?)</b>", terms))) == pytest.approx(float(value)), terms
    assert rests == 2, "of the two rounds"


def test_the_pages_show_no_card(second_round: Evening) -> None:
    url = second_round.event.get_absolute_url()
    parts = (browser().get(f"{url}vivo/{each}").content.decode() for each in ("", "comune/"))
    pages = unfolded(second_round.event) + "".join(parts)
    assert "data-card" not in pages
    assert second_round.event.secret not in pages
    assert second_round.event.commitment in pages


def test_the_page_consists_of_its_parts(club: list[User], second_round: Evening) -> None:
    url = second_round.event.get_absolute_url()
    part = re.compile(r'data-part="([\w-]+)"')
    client = browser(club[0])
    own, common = (client.get(f"{url}vivo/{each}").content.decode() for each in ("", "comune/?io=1"))
    assert "<html" not in own + common
    page = part.findall(shown(second_round.event, club[0]))
    assert {*part.findall(own), *part.findall(common)} == {*page}
    assert len(page) == len({*page})


def test_the_page_costs_the_same_whoever_plays(club: list[User], evening: NewEvening) -> None:
    costs = []
    for pairs in (2, 5):
        tonight = evening()
        tonight.pairs(club, pairs)
        tonight.start()
        client = browser(club[0])
        for _again in range(2):
            with CaptureQueriesContext(connection) as queries:
                client.get(tonight.event.get_absolute_url())
            costs.append(len(queries))
    few, few_again, many, many_again = costs
    assert few == many <= 24
    assert few_again == many_again < few - 4  # what everybody sees is rendered once


def test_announcing_a_round_costs_the_same_for_any_number_of_tables(
    club: list[User], evening: NewEvening
) -> None:
    costs = []
    for pairs in (2, 6):
        tonight = evening()
        tonight.pairs(club, pairs)
        tonight.start()
        round_ = tonight.event.rounds.get(number=1)
        assert round_.tables.count() == pairs // 2
        Notice.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            notices.notify_of_tables(round_, round_.tables.all())
        costs.append(len(queries))
        ready = Notice.objects.filter(kind=notice_kinds.READY.key)
        assert {notice.user.username for notice in ready} == {person.username for person in club[: pairs * 2]}
        for table in round_.tables.all():
            assert table.table is not None
            theirs = ready.filter(user__seats__table=table.table)
            assert {notice.url for notice in theirs} == {f"/tavolo/{table.table.code}/"}
            assert {notice.facts["table"] for notice in theirs} == {table.table.code}
    assert costs[0] == costs[1]


# ---- the deals, and when it is over


def test_deals_are_compared_only_after_their_round(club: list[User], begun_evening: NewEvening) -> None:
    tonight = begun_evening()
    url = f"{tonight.event.get_absolute_url()}smazzate/1-1/"
    early = browser(club[0]).get(url, headers={"Accept": "application/json"})
    assert (early.status_code, early.json()["code"]) == (409, "boards_closed")
    assert "#AB" not in early.content.decode()
    assert browser().get(url.replace("1-1", "9-9")).status_code == 404
    tonight.play(tonight.tables()[0])
    assert browser(club[0]).get(url).status_code == 409
    tonight.play()
    html = browser(club[0]).get(url).content.decode()
    assert len(set(re.findall(r"italian40/(\w+)\.svg", html))) == 40, "every card lies open"
    percents = [float(each) for each in re.findall(r">([\d.]+)%<", html)]
    assert len(percents) == 4
    assert percents[0] + percents[2] == percents[1] + percents[3] == 100
    assert len(re.findall(r'href="/partita/[0-9a-f-]+/#s1"', html)) == 2
    for match in set(re.findall(r'href="(/partita/[0-9a-f-]+/)', html)):
        assert browser().get(match).status_code == 200
    assert f"{tonight.event.get_absolute_url()}smazzate/1-1/" in unfolded(tonight.event)


def test_the_secret_proves_the_commitment_at_the_end(second_round: Evening) -> None:
    event = second_round.to_the_end()
    html = shown(event)
    promised, secret = re.findall(r"<code>([0-9a-f]{64})</code>", html)
    assert hashlib.sha256(bytes.fromhex(secret) + event.code.encode()).hexdigest() == promised


def test_places_give_trophies_and_season_points(begun_evening: NewEvening) -> None:
    organiser = User.objects.get(username="Ugo")
    series = actions.create_series(organiser, name="Campionato d’inverno", points=[10, 6], best=1)
    events = []
    for _ in range(2):
        tonight = begun_evening(2, series=series)
        events.append(tonight.to_the_end())
    first = Entry.objects.get(event=events[0], place=1).members.select_related("user")[0].user
    assert first is not None
    assert "1st place" in words(browser().get(f"/giocatori/{first.username}/").content.decode())
    html = browser().get(f"/tornei/serie/{events[0].series.code}/").content.decode()  # type: ignore[union-attr]
    assert html.count("<tr") == 1 + 4
    assert html.count("does not count") == 4
    assert words(html).count(" 10 ") >= 2


def test_the_printout_has_standings_and_future_rounds(begun_evening: NewEvening) -> None:
    tonight = begun_evening(format="robin", settings={"deals": 1})
    html = words(browser().get(f"{tonight.event.get_absolute_url()}stampa/").content.decode())
    assert html.count("planned") == 2
    assert "Anna – Bruno" in html


# ---- the calendar and home


# ---- numbers


def test_numbers_are_formatted_by_locale() -> None:
    assert [format_amount(each) for each in (0, 200, 1250, -33)] == ["0", "2", "12.5", "−0.33"]
    assert table_score((20, -11)) == "20–−11"
    assert [format_signed(each) for each in (100, -100, 0)] == ["+1", "−1", "0"]


@pytest.mark.parametrize(
    ("format", "settings"),
    [("knockout", {"deals": 1}), ("groups", {"deals": 1, "groups": 1, "through": 2, "odd": "bye"})],
)
def test_in_a_knockout_the_terms_add_up_to_the_score(
    evening: NewEvening, club: list[User], format: str, settings: dict[str, Any]
) -> None:
    tonight = evening(format=format, settings=settings)
    tonight.enter(*([club[2 * at], club[2 * at + 1]] for at in range(5)))
    tonight.start()
    tonight.to_the_end()
    lines = EventShown(selectors.event_sheet(tonight.event)).lines
    assert len(lines) == 5
    for line in lines:
        counted = [float(term.amount) for term in line.rounds if term.counts]
        assert sum(counted) == pytest.approx(float(line.score)), line
    assert float(lines[0].score) > 0


def test_a_round_drawn_while_a_page_is_read_is_on_the_next_page(begun_evening: NewEvening) -> None:
    """A page locks nothing: here a pair enters late, and a round is drawn for it, after the first query."""
    tonight = begun_evening()
    late_pair = iter(User.objects.bulk_create(User(username=name, password="!") for name in ("Zoe", "Zita")))

    def drawn_meanwhile(execute: Any, sql: str, *rest: Any) -> Any:
        if 'FROM "tournaments_round"' in sql and (newcomers := list(late_pair)):
            result = execute(sql, *rest)
            late = tonight.event.entries.create(number=9, name="Zoe e Zita")
            for user in newcomers:
                Member.objects.create(event=tonight.event, entry=late, user=user, place=newcomers.index(user))
            drawn = tonight.event.rounds.create(number=2, starts_at=tonight.now)
            drawn.tables.create(number=1, places=[1, 9], labels=["2.1"])
            return result
        return execute(sql, *rest)

    with connection.execute_wrapper(drawn_meanwhile):
        state = chronicle.read_chronicle(tonight.fresh())
    assert {each.number for each in state.rounds} == {*state.tables}
    assert {who for tables in state.tables.values() for each in tables for who in each.places} <= {
        *state.entries
    }
    assert len(chronicle.read_chronicle(tonight.fresh()).rounds) == 2
