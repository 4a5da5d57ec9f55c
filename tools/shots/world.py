"""A site with something on every page, made in the database of the environment."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import cycle
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from django.utils import timezone, translation

from analysis import actions as analysis
from analysis import boards
from analysis.access import OpenedDeal
from analysis.boards import Board, BoardLine, Played
from analysis.models import Branch, Study
from clubs import actions as clubs
from clubs import chat as clubs_chat
from clubs import dates, scorepads, tables
from clubs.models import Club, ClubMessage, Scorepad
from games.archive import finished_matches, imports, sent_deals
from games.archive.imports import ShownRecord
from games.models import Match, Rating, Table
from games.moderation import decisions
from games.people import challenges
from games.play import actions, live
from ludocards.engine.game import Command, Json
from ludopoli.accounts.models import User
from ludopoli.api.models import AppGrant, RegisteredApp, Scope, Token
from ludopoli.http import error_pages
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import reports
from ludopoli.moderation.models import GROUP
from ludopoli.notices import notifying
from ludopoli.notices.mails import message_for
from ludopoli.notices.models import Notice
from ludopoli.site.operations import demo
from ludopoli.webhooks.models import Delivery, Webhook
from practice import storing, studying
from practice.models import Mistake, Puzzle
from tests import seeding
from tests.engine.matches import AtRandom
from tests.live.seed import close_window, cookie, seed_table
from tests.practice.making import mistake_in, studied
from tests.tournaments.evening import Evening
from tournaments import actions as events
from tournaments.models import Entry, Event, Series

NAMES = (
    "Rosalia", "Calogero", "Nunzia", "Saverio", "Agata", "Carmelo", "Ninetta", "Gaspare", "Concetta", "Vito",
    "Filippa", "Turi", "Assunta", "Nicolò", "Giuseppa", "Liborio", "Angela Maria", "Baldassare", "Pina",
    "Ignazio", "Santina", "Leoluca", "Mimma", "Accursio",
)  # fmt: skip
"""Names of the seeded people, the busiest first; Rosalia is the reader of most pages."""

PLAYERS = ("Tanino", "Mariuccia", "Nofrio", "Ciccina", "Peppe", "Lucia")
"""Names of the people at the tables of the phases."""

RULES = {"preset": "classico"}
TOGETHER: dict[str, Any] = {"game": "tressette", "rules": RULES, "players": 4}


def build() -> dict[str, Any]:
    """Make the world; return the `cookies` of readers by role, and the `places`: parameters of addresses."""
    seeding.seed(60, 600, Random(11))
    club = _named()
    rosalia, staff = club[0], _moderator()
    guest = User.objects.create(username="Ospite 4821", is_guest=True)
    demo.make_friends(rosalia, club)
    places = {
        "name": rosalia.username,
        "other": club[1].username,
        **_programs(rosalia),
        **_tables(rosalia, club),
        **_moderation(staff, club),
        **(made := _club(rosalia, club)),
        **_tournaments(rosalia, club, made["club"]),
        **_puzzles(),
    }
    places |= {
        "study": _study(rosalia, places["match_tressette"]),
        "record": _record(places["match_tressette"]),
    }
    places |= _mistakes(rosalia, places["match_tressette"])
    return {
        "cookies": {
            "rosalia": cookie(rosalia),
            "staff": cookie(staff),
            "guest": cookie(guest),
            "new": cookie(_account("Benvenuta")),
        },
        "password": demo.PASSWORD,
        "places": places,
    }


def _club(owner: User, people: list[User]) -> dict[str, Any]:
    """Add to the club of the demonstration what it lacks, and make another beside it."""
    club = demo.make_club(owner, people)
    wrong = clubs_chat.add_chat_line(people[3], club, "Messaggio per un altro gruppo")
    assert isinstance(wrong, ClubMessage), wrong
    clubs_chat.remove_line(owner, club, wrong.pk)
    tables.open_club_table(people[4], club, game="tressette", rules={"preset": "classico"}, players=4)
    dates.add_dates(
        owner, club, title="Assemblea dei soci", starts_at=timezone.now() + timedelta(days=1), minutes=90,
        place="Sala grande", words="Si vota il regolamento di casa.\nPortate una sedia.",
    )  # fmt: skip
    other = clubs.create_club(people[11], name="Amici del tressette", place="Lecce")
    assert isinstance(other, Club), other
    return {"club": club.code, "secret": club.secret, "scorepad": _scorepad(owner, people[1], club)}


def _scorepad(owner: User, friend: User, club: Club) -> str:
    """Write down three deals of a match with real cards."""
    names = ["Rosalia", "Antonio", "Zia Concetta", "Mario dell’Acqua"]
    pad = scorepads.open_pad(owner, "", "tressette", {"preset": "ludopoli"}, names, club)
    assert isinstance(pad, Scorepad), pad
    for number, (cards, accuse) in enumerate((((7, 4), (0, 3)), ((2, 9), (0, 0)), ((6, 5), (3, 0)))):
        rows = {"cards": [*cards], "accuse": [*accuse]}
        entry = {"id": f"deal {number}", "deal": number, "outcome": "played", "rows": rows}
        assert isinstance(scorepads.enter_line(pad, "", entry), Scorepad)
    scorepads.claim_seat(friend, pad, 1)
    return pad.secret


def _puzzles() -> dict[str, Any]:
    """Store the puzzles that come with the site; return one of Tressette with its answer, and one about a
    bid."""
    storing.store_puzzles(Puzzle, storing.shipped_puzzles(), "bots")
    puzzle = Puzzle.objects.filter(game="tressette").order_by("pk")[0]
    bid = Puzzle.objects.filter(themes=" bid ").order_by("pk")[0]
    return {"puzzle": puzzle.code, "card": puzzle.answers[0]["card"], "bid": bid.code}


def _study(person: User, match: str) -> str:
    """Keep a study of a match, with two branches; return its token."""
    opened = OpenedDeal(Match.objects.select_related("table__boards").get(pk=match), 0)
    study = analysis.create_study(person, opened, "La prima smazzata")
    assert isinstance(study, Study), study
    analysis.change_study(person, study, access_=Study.Access.WRITE)
    board = opened.board()
    assert isinstance(board, Board), board
    for name, start in (("Con l’ultima carta", 0), ("Tenendo il tre", 6)):
        played = boards.play_line(board, BoardLine(start))
        assert isinstance(played, Played), played
        [turn] = played.turns()[-1]
        given = boards.read_actions([{"seat": turn["seat"], **turn["commands"][-1]}])
        assert isinstance(given, tuple), given
        line = BoardLine(start, given)
        kept = analysis.keep_branch(person, replace(opened, study=study), name, line)
        assert isinstance(kept, Branch), kept
    return study.token


def _record(match: str) -> str:
    """The first deal of the record of a match, as the address of its board has it."""
    record = json.dumps(finished_matches.record_of(uuid.UUID(match)))
    shown = imports.read_record(record.encode())
    assert isinstance(shown, ShownRecord), shown
    return sent_deals.texts_of(shown.document, shown.log)[0]


def _mistakes(person: User, reviewed: str) -> dict[str, Any]:
    """Make the studied matches of a person, with a mistake that is due and one that has been answered."""
    random = Random(5)
    played = Match.objects.filter(results__user=person, game="tressette").exclude(pk=reviewed)
    for number, row in enumerate(played.order_by("finished_at")[:16]):
        studied(person, row, accuracy=70 + number + random.uniform(-8, 8))
    match = Match.objects.get(pk=reviewed)
    match.players[0]["user"] = person.pk
    match.save(update_fields=["players"])
    of_match = studied(person, match, accuracy=88.0)
    due, answered = mistake_in(of_match), mistake_in(of_match, skip=1)
    done = studying.answer_mistake(answered, Command.of("play", card=answered.answers[0]["card"]))
    assert isinstance(done, Mistake), done
    return {"mistake": due.code, "mistake_answered": answered.code}


def _named() -> list[User]:
    """Name the busiest of the seeded people, and return them."""
    busiest = Rating.objects.filter(game="tressette").order_by("-matches").select_related("user")
    club = [rating.user for rating in busiest[: len(NAMES)]]
    for user, name in zip(club, NAMES, strict=True):
        user.username, user.country = name, "IT"
        user.save()
    first = club[0]
    first.bio = "Tressette dal 1987, al circolo di via Roma. Il giovedì non ci sono per nessuno."
    first.set_password(demo.PASSWORD)
    first.email = "rosalia@example.org"
    first.save()
    EmailAddress.objects.create(user=first, email=first.email, primary=True, verified=True)
    return club


def _account(name: str, **fields: Any) -> User:
    user: User = User.objects.create_user(name, password=demo.PASSWORD, **fields)
    return user


def _moderator() -> User:
    staff = _account("Marta", is_staff=True)
    staff.groups.add(Group.objects.get(name=GROUP))
    return staff


def _programs(me: User) -> dict[str, Any]:
    Token.make(me.pk, "Foglio delle statistiche", [Scope.READ])
    Token.make(me.pk, "Telegram del circolo", [Scope.READ, Scope.ORGANISE])
    app = RegisteredApp.objects.create(
        owner=me, name="Ludobot", about="Racconta le partite su Discord.", redirects=["https://bot.example.org/"],
        scopes=[Scope.OPENID, Scope.PROFILE, Scope.BOARD, Scope.CHAT],
    )  # fmt: skip
    AppGrant.objects.create(
        app=app, user=me, scopes=[Scope.OPENID, Scope.BOARD], code="0", refresh="0", asked={}
    )
    bot = User.objects.create(username="Automa", is_bot=True, owner=me)
    hook = Webhook.objects.create(
        user=me, url="https://hooks.example.org/ludopoli", kinds=["match_finished", "challenge"]
    )
    now = timezone.now()
    outcomes = cycle([("done", "200"), ("done", "200"), ("failed", "timeout"), ("waiting", "")])
    for number, (status, answer) in zip(range(9), outcomes, strict=False):
        at = now - timedelta(minutes=13 * number)
        Delivery.objects.create(
            webhook=hook, kind="match_finished", body="{}", status=status, attempts=1, answer=answer,
            due_at=at, made_at=at,
        )  # fmt: skip
    return {"bot": bot.pk, "webhook": hook.pk, "app": app.client_id}


def rendered(language: str) -> dict[str, str]:
    """Render two error pages and a mail, which no address shows on demand; return them by name."""
    request = RequestFactory().get("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    mails = (message_for(notice) for notice in Notice.objects.filter(user__username=NAMES[0]))
    mail = next(each for each in mails if each)
    with translation.override(language):
        return {
            "too-many-requests": error_pages.too_many_requests(request).content.decode(),
            "server-error": error_pages.server_error(request).content.decode(),
            "mail": str(mail.alternatives[0][0]),
        }


# ---- tables and matches


def _tables(me: User, club: list[User]) -> dict[str, Any]:
    """Make tables that wait or are in play, finished matches, an invitation and a challenge."""
    waits = _opened(club[1], players=4)
    actions.take_seat(club[2], waits, 1)
    _opened(club[3], game="whist", rules={"preset": "andata"}, players=6)
    asked = _opened(club[4], game="tarocchi", rules={"preset": "calatafimi"}, players=3)
    notifying.notify_people(
        "invited", [me], actor=club[1], url=f"/tavolo/{waits.code}/", facts={"game": "tressette"}
    )
    notifying.notify_people(
        "plays", [me], actor=club[4], url=f"/tavolo/{asked.code}/", facts={"game": "tarocchi"}
    )
    challenges.challenge_person(club[4], asked, me.username)
    at_play = (("tressette", "bredese", 4), ("whist", "andata", 4), ("tarocchi", "calatafimi", 3))
    for host, (game, preset, players) in zip(club[9:], at_play, strict=False):
        table = _opened(host, game=game, rules={"preset": preset}, players=players, move_seconds=None)
        actions.fill_with_bots(host, table)
    house = actions.save_rules(
        me, game="tressette", name="Come da nonna", rules={"preset": "ludopoli", "match_end": {"points": 31}}
    )
    over = {}
    played: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("tressette", {"preset": "ludopoli", "match_end": {"deals": 2}}, 4),
        ("maraffone", {"preset": "maraffone", "match_end": {"deals": 2}}, 4),
        ("traversone", {"preset": "traversone", "match_end": {"deals": 2}}, 5),
        ("briscola", {"preset": "classico", "match_end": {"games": 1}}, 3),
        ("scopone", {"preset": "scientifico", "match_end": {"deals": 1}}, 4),
        ("whist", {"preset": "andata"}, 5),
        ("tarocchi", {"preset": "calatafimi", "deals": 3}, 3),
    )
    for game, rules, players in played:
        seeded = position("over", game=game, rules=rules, players=players, people=players)
        over[f"match_{game}"] = seeded["match"]
    return {"waits": waits.code, "house": house.pk, **over}


def _opened(host: User, **options: Any) -> Table:
    table = actions.open_table(host, **{**TOGETHER, "pace": 0.0, **options})
    return table


Reached = Callable[[Mapping[str, Json], list[str]], bool]
"""Return whether a view and the `do` of its legal commands are the position that is wanted."""

POSITIONS: dict[str, Reached] = {
    "begins": lambda view, legal: bool(legal),
    "names": lambda view, legal: "name" in legal,
    "accusa": lambda view, legal: "accuse" in legal,
    "leads": lambda view, legal: (
        view["phase"] == "play" and not view["trick"]["cards"] and len(view["tricks"]) == 3
    ),
    "declares": lambda view, legal: (
        len(view["tricks"]) in (1, 2, 3)
        and any(
            each.get("suit") and not each.get("others") for each in view["declarations"]["preview"].values()
        )
    ),
    "answers": lambda view, legal: (
        len(view["trick"]["cards"]) == 2
        and len(view["tricks"]) in (2, 3)
        and legal.count("play") < len(view["hand"])
    ),
    "follows": lambda view, legal: (
        len(view["trick"]["cards"]) == view["players"] - 1 and len(view["tricks"]) == 2
    ),
    "exchange": lambda view, legal: "exchange" in legal,
    "lays by": lambda view, legal: legal[:1] == ["discard"],
    "signs": lambda view, legal: bool(view.get("signals")) and len(view["trick"]["cards"]) == 1,
    "drawn": lambda view, legal: (
        len(view["trick"]["cards"]) == view["players"] - 1 and view["stock"] == view["players"]
    ),
    "empty": lambda view, legal: view["stock"] == 0 and len(view["trick"]["cards"]) == 1,
    "takes either": lambda view, legal: len(view["turns"]) > 8 and len(legal) > len(view["hand"]),
    "captures": lambda view, legal: view["last"] is not None and len(view["turns"]) > 14,
    "swept": lambda view, legal: bool(view["turns"]) and view["turns"][-1]["scopa"],
    "crowded": lambda view, legal: len(view["table"]) > 7,
    "struck": lambda view, legal: view["phase"] == "bid" and view.get("forbidden") is not None,
    "scarto": lambda view, legal: bool(view.get("discard")),
    "forced": lambda view, legal: (
        bool(view.get("forced")) and bool(view["trick"]["cards"]) and legal.count("play") == 1
    ),
    "last": lambda view, legal: legal.count("play") == 1 and sum(view["counts"]) == 1,
    "last trick": lambda view, legal: "play" in legal and len(view["hand"]) == 1,
    "over": lambda view, legal: False,
}


def position(until: str, seed: int = 11, **wanted: Any) -> dict[str, Any]:
    """Make a table with `seed_table`, and play at random until a `seat` is in one of the `POSITIONS`.

    If the match ends before that, start again at another table.
    """
    reached, random = POSITIONS[until], Random(seed)
    while True:
        seeded = seed_table(**wanted)
        seat = _until(seeded["match"], reached, random)
        if seat is not None or until == "over":
            _seat_people(seeded["match"])
            return {**seeded, "seat": seat}


def play_on(code: str, until: str, seat: int, deal: int) -> None:
    """Play the match of a table on at random until this seat is in one of the `POSITIONS` in this deal."""
    reached = POSITIONS[until]
    match = Table.objects.values_list("match", flat=True).get(code=code)

    def is_there(view: Mapping[str, Json], legal: list[str]) -> bool:
        return view["deal"] == deal and reached(view, legal)

    assert _until(str(match), is_there, Random(11), [seat]) == seat


def _seat_people(match: str) -> None:
    """Make everybody at the table present and name them; former holders of the names get a number."""
    row = Match.objects.select_related("table").get(pk=match)
    row.table.seats.update(socket="elsewhere", seen_at=timezone.now(), touched_at=timezone.now())
    people = [player for player in row.players if player["user"] is not None]
    for player, name in zip(people, PLAYERS, strict=False):
        for before in User.objects.filter(username=name):
            User.objects.filter(pk=before.pk).update(username=f"{name} {before.pk}")
        User.objects.filter(pk=player["user"]).update(username=name)
        player["name"] = name
    row.save(update_fields=["players"])


def _until(match: str, reached: Reached, random: Random, seats: Collection[int] = range(8)) -> int | None:
    choose = AtRandom(random)
    while (row := Match.objects.select_related("table").get(pk=match)).status == Match.Status.PLAYING:
        game, state = live.GAMES[row.game], live.state_of(row)
        for seat in game.to_act(state):
            found = [command.do for command in game.legal(state, seat)] if game.window(state) is None else []
            if seat in seats and reached(game.view(state, seat), found):
                return seat
        if game.window(state) is not None:
            close_window(row)
            continue
        seat = game.to_act(state)[0]
        command = choose(game.view(state, seat), game.legal(state, seat))
        try:
            actions.submit_command(row.pk, seat, command, uuid.uuid4().hex, row.version)
        except ActionRefused as why:
            if why.code != "stale":  # else a bot of the running site played first
                raise
    return None


# ---- moderation and tournaments


def _moderation(staff: User, club: list[User]) -> dict[str, Any]:
    rude, stalling, leaving = club[10], club[11], club[12]
    match = str(Match.objects.filter(status=Match.Status.FINISHED).latest("finished_at").pk)
    case = reports.report_person(
        club[1], rude, "words", "Alla terza presa mi ha dato dell'asino.", match=match
    )
    reports.report_person(club[2], rude, "words", "Scrive in chat cose che non ripeto.")
    reports.report_person(club[3], leaving, "leaving", "Se perde si alza.")
    done = reports.report_person(club[4], stalling, "stalling", "Un minuto a carta.")
    decisions.warn_person(staff, stalling, "Si gioca al ritmo del tavolo.", report=done)
    decisions.mute_person(staff, rude, "Le parole contano.", timezone.now() + timedelta(days=3))
    return {"report": case.pk, "judged": rude.username}


def _tournaments(me: User, club: list[User], circolo: str) -> dict[str, Any]:
    """Make a tournament of each status in one series; the running one waits for people in its first round."""
    series = events.create_series(
        me, name="Campionato del giovedì", divisions=["Serie A", "Serie B"], up=1, down=1, period="month"
    )
    assert isinstance(series, Series), series
    now = timezone.now()

    def made(name: str, **fields: Any) -> Evening:
        options: dict[str, Any] = {
            "name": name,
            "format": "swiss",
            "settings": {"rounds": 3, "deals": 2},
            "starts_at": now + timedelta(days=2),
            "series": series,
            "pace": 0.0,
            **TOGETHER,
            **fields,
        }
        event = events.create_event(me, now=now, **options)
        assert isinstance(event, Event), event
        return Evening(event, me, now)

    opens = made("Il giovedì del circolo", description="Senza dichiarazioni. Si comincia puntuali.")
    opens.pairs(club[1:], 5)
    short = {"rounds": 2, "deals": 1}
    soon = made("Coppa di primavera", starts_at=now + timedelta(minutes=9), settings=short)
    soon.pairs(club, 4)
    made("Il giovedì del Garibaldi", club=Club.objects.get(code=circolo), access="club")
    made("Trofeo dei tre mazzi", game="tarocchi", rules={"preset": "calatafimi"}, players=3, format="arena",
         settings={"deals": 3}, unit="single")  # fmt: skip
    over = made("Torneo d'inverno", settings=short, club=Club.objects.get(code=circolo), division=0)
    over.pairs(club, 4)
    over.start()
    over.to_the_end()
    Event.objects.filter(pk=over.event.pk).update(starts_at=now - timedelta(days=31))
    cup = made("Coppa a eliminazione", format="knockout", settings={"deals": 1}, club=over.event.club,
               division=1)  # fmt: skip
    cup.pairs(club, 4)
    cup.start()
    cup.to_the_end()
    teams = made("Lega delle squadre", format="robin", unit="team", settings={"deals": 2}).event
    entered = events.register_entry(me, teams, team=club[3:7], name="Onda")
    assert isinstance(entered, Entry), entered
    for mate in club[3:6]:
        assert isinstance(events.accept_partner(mate, teams), Entry)
    assert isinstance(events.hand_in_line_up(me, entered, [1, 0]), Entry)
    match = made("Sfida fra i circoli", format="robin", unit="team", settings={"deals": 2})
    match.enter(club[:4], club[4:8])
    match.start()
    match.to_the_end()
    hall = made(
        "Serata al circolo", format="mitchell", venue="real", round_minutes=40,
        settings={"rounds": 3, "deals": 2, "duplicate": True}, starts_at=now + timedelta(hours=1),
    )  # fmt: skip
    hall.pairs(club, 4)
    held = events.start_event(me, hall.event, now)
    assert isinstance(held, Event), held
    hall.begin_round()
    off = made("La sera di Ferragosto").event
    events.cancel_event(me, off, "Siamo tutti al mare.")
    running = made("La serata", check_in_minutes=0, starts_at=now + timedelta(hours=1))
    running.pairs(club, 4)
    begun = events.start_event(me, running.event, now)
    assert isinstance(begun, Event), begun
    running.begin_round()
    events.publish_announcement(me, begun, "Si gioca in silenzio: al bar si parla dopo.")
    table = running.tables()[1]
    events.call_directors(club[4], table, "Al terzo turno ho toccato la carta sbagliata.")
    waits = events.register_entry(club[14], opens.event, partner=club[15])
    assert isinstance(waits, Entry), waits
    return {
        "event_opens": opens.event.code,
        "event_soon": soon.event.code,
        "event_over": over.event.code,
        "event_cup": cup.event.code,
        "event_off": off.code,
        "event_runs": begun.code,
        "event_teams": teams.code,
        "event_match": match.event.code,
        "event_real": hall.event.code,
        "series": series.code,
    }
