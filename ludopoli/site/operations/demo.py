"""A site to look at: people with a past, a club with its evening, an event in play, reviews and puzzles.

Everything is made by the same actions as on any site; bots play for the people. Times lie around now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubs import actions as clubs
from clubs import chat, dates, house_rules
from clubs.models import Club
from games.models import Match, Pulse
from games.people import challenges, results
from games.play import actions as play
from games.play import live
from games.review import reviews
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.slips import choose
from ludocards.engine.game import Command, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from practice import actions as practice
from practice import storing
from practice.models import Puzzle
from tournaments import actions as events
from tournaments.models import Event
from tournaments.running import sequencer
from tournaments.simulation import matches_in_play

NAMES = (
    "Rosalia", "Calogero", "Nunzia", "Saverio", "Agata", "Carmelo", "Ninetta", "Gaspare", "Concetta", "Vito",
    "Filippa", "Turi",
)  # fmt: skip
"""The people of the demonstration. The first owns the club, and organises."""

PASSWORD = "tre carte sul tavolo"
"""The password of all of them."""

GAME, *_, OTHER = GAMES
"""The game of the club, and another one."""


def usual(game: str) -> dict[str, Any]:
    """Return game, rules and players of a table as most people open it."""
    rules = {"preset": next(iter(GAMES[game].presets))}
    return {"game": game, "rules": rules, "players": GAMES[game].players[0]}


def shortest(game: str) -> dict[str, Any]:
    """Return the same with as few deals as the game allows."""
    wanted = usual(game)
    return {**wanted, "rules": GAMES[game].shortest(wanted["rules"]["preset"])}


def build_demo() -> Iterator[str]:
    """Make all of it, and yield what is being made."""
    Pulse.objects.all().delete()  # while a site that has run before is down, no clock runs
    yield "people"
    everybody = [make_person(name) for name in NAMES]
    rosalia = everybody[0]
    make_friends(rosalia, everybody)
    for game in GAMES:
        yield f"a match of {game}"
        play_match(everybody, game)
    yield "a review"
    make_review(rosalia)
    yield "puzzles"
    solve_puzzles(rosalia)
    yield "a club"
    club = make_club(rosalia, everybody)
    yield "events"
    make_events(rosalia, club, everybody)
    yield "tables"
    make_tables(rosalia, everybody)


def make_person(name: str) -> User:
    person: User = User.objects.create_user(name, password=PASSWORD, country="IT")
    return person


def make_friends(me: User, others: Sequence[User]) -> None:
    """Make some of the people friends, with a request in each direction, one followed and one blocked."""
    for friend in others[1:5]:
        people.befriend(me, friend)
        people.befriend(friend, me)
    people.befriend(others[5], me)
    people.befriend(me, others[6])
    people.follow(me, others[7])
    people.block(me, others[8])


def play_match(people: Sequence[User], game: str) -> Match:
    """Seat people at a new table, and let a bot play all hands of a short match."""
    table = play.open_table(people[0], pace=0.0, move_seconds=None, **shortest(game))
    for seat in range(1, table.players):
        play.take_seat(people[seat], table, seat)
    table.refresh_from_db()
    assert table.match is not None
    play_out(table.match)
    results.score_match(table.match.pk)
    return table.match


def play_out(match: Match) -> None:
    """Play a match to its end with the choices of a bot, whoever sits there; in a window nobody speaks."""
    now = live.load_match(match.pk)
    while acting := now.to_act():
        if now.game.window(now.state) is not None:
            assert now.row.deadline_at is not None
            closed = play.time_out(match.pk, now.row.deadline_at + timedelta(seconds=2))
            assert closed is not None, "the window stays open for ever"
        else:
            seat = acting[0]
            legal = now.game.legal(now.state, seat)
            command = choose(now.game.view(now.state, seat), legal, DEFAULT_POLICY)
            by_bot = now.row.is_played_by_bot(seat)
            play.submit_command(match.pk, seat, command, f"{now.version}", now.version, by_bot=by_bot)
        now = live.load_match(match.pk)


def make_review(person: User) -> None:
    """Have the person's first match judged."""
    reviews.request_review(person, Match.objects.filter(results__user=person).earliest("finished_at").pk)
    while reviews.judge_next_deal():
        pass


def solve_puzzles(person: User) -> None:
    """Store the puzzles that come with the site, and let the person solve some."""
    storing.store_puzzles(Puzzle, storing.shipped_puzzles(), "bots")
    practice.choose_dailies(timezone.localdate())
    for puzzle in Puzzle.objects.filter(game=GAME).order_by("pk")[:5]:
        practice.answer_puzzle(person, puzzle, unrefused(Command.from_json(puzzle.answers[0])))


def make_club(owner: User, everybody: Sequence[User]) -> Club:
    """Make a club of some of the people and some without an account."""
    club = clubs.create_club(
        owner,
        name="Circolo Garibaldi",
        place="Castelvetrano",
        description="Si gioca il giovedì e la domenica dopo pranzo, in fondo al bar.",
        categories=["prima", "seconda", "allievi"],
    )
    for person in everybody[1:8]:
        clubs.join_by_link(person, club, club.secret)
    clubs.set_role(owner, club.members.get(user=everybody[1]), "director")
    for person in everybody[8:10]:
        clubs.ask_to_join(person, club)
    lines = (
        "nome;tessera;categoria",
        "Mario Rossi;0113;prima",
        "Lia Verdi;0114;seconda",
        "Ida Bianchi;;allievi",
    )
    clubs.import_members(owner, club, "\n".join(lines))
    for person, text in (
        (everybody[1], "Giovedì porto io il vino."),
        (everybody[2], "Arrivo tardi, cominciate."),
    ):
        chat.add_chat_line(person, club, text)
    house = play.save_rules(owner, game=GAME, name="Come al Garibaldi", rules=usual(GAME)["rules"])
    house_rules.add_rules(owner, club, house)
    clubs.change_club(owner, club, rules="Chi dà le carte non le guarda. Si comincia alle nove in punto.")
    dates.add_dates(
        owner, club, weeks=2, title="Partite libere", starts_at=timezone.now() + timedelta(days=3)
    )
    return club


def make_events(director: User, club: Club, everybody: Sequence[User]) -> None:
    """Make events of a series: one over, one in its first round, one at real tables, one open."""
    series = events.create_series(director, name="Campionato del giovedì", period="month")
    short = {"rounds": 2, "deals": 1}

    def made(name: str, **fields: Any) -> Event:
        options = {
            **usual(GAME),
            "format": "swiss",
            "settings": short,
            "series": series,
            "club": club,
            "pace": 0.0,
        }
        options |= {"check_in_minutes": 0, "starts_at": timezone.now() + timedelta(hours=1)}
        return events.create_event(director, name=name, **{**options, **fields})

    def with_pairs(event: Event) -> Event:
        for at in range(0, 8, 2):
            events.enter_members(director, event, everybody[at : at + 2])
        return event

    over = with_pairs(made("Coppa d’inverno"))
    begin(director, over)
    while not over.is_over:
        for match in matches_in_play(over):
            play_out(Match.objects.get(pk=match))
        play_round_out(over)
    begin(director, with_pairs(made("La serata", settings={"rounds": 3, "deals": 2})))
    begin(director, with_pairs(made("Serata al circolo", format="mitchell", venue="real", round_minutes=40,
                                    settings={"rounds": 3, "deals": 2, "duplicate": True})))  # fmt: skip
    with_pairs(made("Il giovedì del Garibaldi", starts_at=timezone.now() + timedelta(days=2)))


def begin(director: User, event: Event) -> None:
    """Start an event and its first round."""
    events.start_event(director, event)
    end_break(event)


def play_round_out(event: Event) -> None:
    """Score a round in which everybody has finished, and begin the next one if there is one."""
    sequencer.advance_event(event.pk)
    end_break(event)


def end_break(event: Event) -> None:
    event.refresh_from_db()
    sequencer.advance_event(event.pk, timezone.now() + timedelta(seconds=event.break_seconds + 1))
    event.refresh_from_db()


def make_tables(me: User, everybody: Sequence[User]) -> None:
    """Make a table that waits for players, and one at which the person is challenged."""
    waits = play.open_table(everybody[2], **usual(GAME))
    play.take_seat(everybody[3], waits, 1)
    asked = play.open_table(everybody[4], **usual(OTHER))
    challenges.challenge_person(everybody[4], asked, me.username)
