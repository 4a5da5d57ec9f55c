"""A person's own mistakes: collected from the reviews of their matches, and answered again later."""

from __future__ import annotations

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.archive import finished_matches
from games.models import Match, Result, Review
from games.review import judging
from ludocards.bots import registry
from ludocards.engine.game import Command, Json
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused
from practice import archive, spacing
from practice.finding import ALIKE
from practice.models import Mistake, StudiedMatch
from practice.positions import PuzzlePosition

ASKED_FOR = 60
"""The seconds in which only one task is enqueued for a person, however often they look."""


def unstudied_matches(person: User) -> QuerySet[Match]:
    """The person's matches whose review is done, and not yet studied, latest first."""
    done = Match.objects.filter(
        review__status=Review.Status.DONE,
        review__algorithm=judging.ALGORITHM,
        game__in=registry.PUZZLED,
        pk__in=Result.objects.filter(user=person).values("match"),
    )
    return done.exclude(studied__user=person).order_by("-finished_at", "pk")


def wake_studying(person: User) -> None:
    """Ask a worker to study the person's reviews, unless one has just been asked."""
    if cache.add(f"practice.study:{person.pk}", True, ASKED_FOR):
        after_commit(lambda: current_app.tasks["practice.tasks.study_reviews"].delay(person.pk))


def study_match(person: User, row: Match) -> StudiedMatch | None:
    """Collect the person's mistakes in a reviewed match, once; None if its cards are closed to them or they
    had no seat at its end."""
    seat = row.seat_of(person.pk)
    if seat is None or not finished_matches.is_open_to(person, row):
        return None
    review = row.review
    assert review.document is not None, row
    half, point = review.document["half"], review.document["point"]
    own = archive.own_choices(row, seat)
    choices = [
        choice
        for deal in review.deals.all()
        for choice in judging.with_verdicts(deal.document, half, point)["choices"]
        if choice["at"] in own and "seen" in choice
    ]
    losses = [judging.counted_loss(choice) for choice in choices]
    found = [
        mistake
        for choice in choices
        if choice["marked"] == "seen" and choice["command"]["do"] == "play"
        if (mistake := _mistake(row, choice))
    ]
    with transaction.atomic():
        studied, is_new = StudiedMatch.objects.get_or_create(
            user=person,
            match=row,
            defaults={
                "game": row.game,
                "at": row.finished_at or row.started_at,
                "choices": len(choices),
                "accuracy": judging.accuracy_of(losses, half),
                "lost": round(sum(losses) / point, 2),
            },
        )
        if is_new:
            for mistake in found:
                mistake.studied = studied
            Mistake.objects.bulk_create(found)
    return studied


def _mistake(row: Match, choice: Json) -> Mistake | None:
    """The mistake of a choice that the review has marked and explained; None if its position cannot
    be played again by itself."""
    position = archive.position_at(row, choice["at"])
    reviewer = registry.reviewer(row.game)
    if position is None or reviewer is None:
        return None
    game, state, seat = position.game, position.state(), position.seat
    view, played = game.view(state, seat), Command.from_json(choice["command"])
    legal = [command for command in game.legal(state, seat) if command.do == "play"]
    assert isinstance(played, Command), choice
    evaluated = reviewer.evaluate_choices(view, legal, played)
    assert evaluated is not None, choice
    losses = sorted(
        (
            (reviewer.bare_command(each), evaluated.loss(number)[0])
            for number, each in enumerate(evaluated.commands)
        ),
        key=lambda each: each[1],
    )
    answers = [
        command for command, loss in losses if loss <= ALIKE * reviewer.halving_loss and command != played
    ]
    why = choice["seen"]["why"]
    return Mistake(
        game=row.game,
        at=choice["at"],
        loss=round(choice["seen"]["loss"] / game.point, 2),
        answers=[command.as_json() for command in answers],
        losses=[[command.as_json(), round(max(0.0, loss) / game.point, 2)] for command, loss in losses],
        tempting=choice["command"],
        facts=why["facts"],
        themes=f" {' '.join(why['themes'])} ",
    )


# ---- answering


def mistake_position(mistake: Mistake, person: User) -> PuzzlePosition:
    """The position of a mistake. Refused as the replay of its match is."""
    row = mistake.studied.match
    finished_matches.eyes_of(person, row)
    found = archive.position_at(row, mistake.at)
    assert found is not None, mistake
    return found


def answer_mistake(mistake: Mistake, command: Command) -> Mistake:
    """Answer a mistake that is due, and say when it comes back. Until then an answer changes nothing.

    Refused as `no_such_choice`.
    """
    if not mistake.offers(command.as_json()):
        raise ActionRefused("no_such_choice")
    with transaction.atomic():
        row = Mistake.objects.select_for_update().get(pk=mistake.pk)
        if not row.is_answered:
            is_right = command.as_json() in row.answers
            row.card, row.due = spacing.next_repetition(row.card, is_right, timezone.now())
            row.command, row.tried, row.solved = command.as_json(), row.tried + 1, row.solved + is_right
            row.save(update_fields=["card", "due", "command", "tried", "solved"])
    return row


def forget_mistakes(person: User) -> None:
    StudiedMatch.objects.filter(user=person).delete()
