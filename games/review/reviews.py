"""The reviews of matches: requesting them, making them deal by deal, and their progress.

The database is the queue: a task (`games.tasks.review`) takes the next review in fair order (`_line`), judges
one deal of it and enqueues the next task. So several reviews progress side by side, and a worker that dies
loses one deal only.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.dispatch import receiver
from django.utils import timezone

from games.archive import finished_matches, replay
from games.models import Match, Review, ReviewedDeal
from games.play import event_log, selectors
from games.review import judging
from games.texts import reasons
from ludocards.bots.registry import REVIEWED, reviewer
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.failures import retrying
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket

log = logging.getLogger(__name__)

Status = Review.Status
OPEN = (Status.WAITING, Status.WORKING)

HELD = timedelta(seconds=30)
"""The silence after which a worker counts as dead, and its deal is started again."""

WORK = "games.review"
"""The name under which failures are noted. A failed review is not repeated unless somebody requests it
again."""

TRIES = 3
"""The number of workers that may die over a deal before the review is given up."""

SIGNS = 0.5
"""The shortest time between two signs of life of a worker, in seconds."""

PER_SECOND, AT_ONCE = 1 / 60, 10
"""The rate limit for requests of a person."""

MEASURED = 40
"""The number of recent deals by which the time of a review is estimated."""

LATELY = timedelta(days=1)
"""The time for which a request counts against the person's next one in the order of the queue."""


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The progress of a review. `ahead` is the number of reviews before it; `document` has, once the review
    is done, its findings for some of the deals."""

    status: str
    """The status of the review; `none` if nobody has requested it, `unknown` if the game has no reviewer."""
    done: float = 0.0
    ahead: int = 0
    seconds_left: float | None = None
    """The estimated time including the reviews ahead; None if too little is known."""
    document: Json = None


# ---- asking


def request_review(user: User, match_id: uuid.UUID) -> ReviewProgress:
    """Request the review of a match, or return the progress of an earlier request.

    Refused as the replay is, and as `not_reviewable`, `review_waiting`, `too_many_reviews`.
    """
    found = _seen(user, match_id)
    now = _standing(found)
    if now.status == "unknown":
        raise ActionRefused("not_reviewable")
    if now.status not in ("none", Status.FAILED):
        return now
    person = user.owner or user  # a bot account asks in its owner's name
    mine = Q(asked_by=person) | Q(asked_by__owner=person)
    if _current().filter(mine, status__in=OPEN).exists():
        raise ActionRefused("review_waiting")
    if not shared_bucket(("review", user.pk), rate=PER_SECOND, burst=AT_ONCE).take():
        raise ActionRefused("too_many_reviews")
    return _begin(user, found)


def review_progress(reader: selectors.Reader, match_id: uuid.UUID, deal: int = 0) -> ReviewProgress:
    """The progress of a review and, once it is done, its findings for the deals around one.

    Refused as the replay is.
    """
    return _standing(_seen(reader, match_id), deal)


def _seen(reader: selectors.Reader, match_id: uuid.UUID) -> Match:
    row, eyes = finished_matches.access_replay(reader, match_id)
    if not replay.sees_all(eyes, len(row.players)):
        raise ActionRefused("not_watchable")
    return row


def _standing(row: Match, deal: int = 0) -> ReviewProgress:
    if row.game not in REVIEWED:
        return ReviewProgress("unknown")
    made = _current().filter(match=row).first()
    if made is None:
        return ReviewProgress("none")
    ahead, left = 0, None
    if made.status in OPEN:
        line = [*_line("asked_at").select_related("match")]
        ahead = [each.pk for each in line].index(made.pk)
        left = _seconds_left(line[: ahead + 1])
    document = made.document and {**made.document, **_portion(row, made, made.document, deal)}
    return ReviewProgress(made.status, made.done / 1000, ahead, left, document)


def _seconds_left(line: Sequence[Review]) -> float | None:
    """The estimated seconds to make these reviews one after the other; None if nothing is known of a game."""
    latest = ReviewedDeal.objects.filter(acts__gt=0).order_by("-pk")[:MEASURED]
    took: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for game, acts, seconds in latest.values_list("review__match__game", "acts", "seconds"):
        took[game].append((acts, seconds))
    if any(each.match.game not in took for each in line):
        return None
    paces = {
        game: sum(seconds for _, seconds in known) / sum(acts for acts, _ in known)
        for game, known in took.items()
    }
    return sum(each.acts * (1 - each.done / 1000) * paces[each.match.game] for each in line)


def _portion(row: Match, made: Review, summary: Mapping[str, Json], deal: int) -> dict[str, Json]:
    """The findings for the deals around one, with reasons in the reader's language; for the first deals if
    there is no such deal. The choices that cost most are those of all deals."""
    judged = [*made.deals.values_list("document", flat=True)]
    total = len(judged)
    wanted = replay.portion_around(deal if deal < total else 0)
    half, point = summary["half"], summary["point"]
    verdicts = (judging.with_verdicts(each, half, point) for each in judged[wanted.start : wanted.stop])
    sides = finished_matches.sides_by_seat(row)
    return {
        "total": total,
        "deals": [_with_reasons(row, sides, each) for each in verdicts],
        "costly": judging.costly_choices(judged, half),
    }


def _with_reasons(row: Match, sides: Sequence[int], deal: Json) -> Json:
    return {**deal, "choices": [_reasoned(row, sides, choice) for choice in deal["choices"]]}


def _reasoned(row: Match, sides: Sequence[int], choice: Json) -> Json:
    """A choice with `reasons`, sentences for its player, in place of the facts."""
    if "why" not in choice.get("seen", {}):
        return choice
    seen, name = {**choice["seen"]}, partial(finished_matches.played_as, row)
    facts = seen.pop("why")["facts"]
    seen["reasons"] = reasons.reason_sentences(
        row.game, facts, seen["better"], choice["command"], sides, name
    )
    return {**choice, "seen": seen}


def _begin(user: User, row: Match) -> ReviewProgress:
    now = timezone.now()
    fresh: dict[str, Any] = {
        "algorithm": judging.ALGORITHM, "status": Status.WAITING, "asked_by": user, "asked_at": now,
        "held_until": now, "tries": 0, "acts": _acts(row), "done": 0, "document": None,
    }  # fmt: skip
    try:
        with transaction.atomic():
            Review.objects.filter(match=row).exclude(status__in=OPEN, algorithm=judging.ALGORITHM).delete()
            Review.objects.create(match=row, **fresh)
            after_commit(wake_reviewer)
    except IntegrityError:  # somebody else has just requested it
        return _standing(row)
    return _standing(row)


def _acts(row: Match) -> int:
    """The number of commands in the finished deals of a match."""
    commands = in_deals = 0
    for event in event_log.read_events(row.pk, only=("kind", "command")):
        commands += event.command is not None
        if event.kind == "scored":
            in_deals = commands
    return in_deals


def _current() -> QuerySet[Review]:
    """The reviews made by the current version; older ones are ignored."""
    return Review.objects.filter(algorithm=judging.ALGORITHM)


def _line(then: str) -> QuerySet[Review]:
    """The open reviews in fair order: accounts before guests, then by the fewest recent requests of the
    person, then by the field `then`."""
    lately = Review.objects.filter(asked_by=OuterRef("asked_by"), asked_at__gt=timezone.now() - LATELY)
    count = lately.order_by().values("asked_by").annotate(count=Count("pk")).values("count")
    open_now = _current().filter(status__in=OPEN).annotate(lately=Subquery(count))
    return open_now.order_by("asked_by__is_guest", "lately", then)


def wake_reviewer() -> None:
    """Ask a worker to go on with the queue."""
    current_app.tasks["games.tasks.review"].delay()


# ---- making


def judge_next_deal() -> bool:
    """Judge one deal of the next review; return whether there was one."""
    mine = _take()
    if mine is None:
        return False
    try:
        _judge_one(mine)
    except TakenOver as other:
        log.warning("%s", other)
    except Exception as failure:
        log.exception("the review of match %s has failed", mine.match_id)
        if Review.objects.filter(pk=mine.pk, held_until=mine.held_until).update(status=Status.FAILED):
            retrying.note_work_failure(WORK, mine.match_id, failure, most=1)
    return True


def sweep_reviews() -> None:
    """Wake a worker if a review waits that none holds; give up reviews that have killed their workers."""
    lost = _current().filter(status__in=OPEN, held_until__lt=timezone.now())
    for killer in lost.filter(tries__gte=TRIES):
        if lost.filter(pk=killer.pk, tries__gte=TRIES).update(status=Status.FAILED):
            retrying.note_work_failure(WORK, killer.match_id, f"It has killed {TRIES} workers.", most=1)
    if lost.filter(tries__lt=TRIES).exists():
        wake_reviewer()


@receiver(retrying.wanted_again)
def _begin_again(work: str, subject: str, **_others: Any) -> None:
    if work == WORK:
        failed = _current().filter(match=uuid.UUID(subject), status=Status.FAILED)
        if failed.update(status=Status.WAITING, tries=0, held_until=timezone.now()):
            after_commit(wake_reviewer)
        else:
            retrying.work_done(WORK, subject)


def _take() -> Review | None:
    """Take the next review that no worker holds."""
    now = timezone.now()
    free = _line("held_until").filter(held_until__lte=now, tries__lt=TRIES)
    for row in free[:10]:
        until = now + HELD
        same = Review.objects.filter(pk=row.pk, held_until=row.held_until, tries=row.tries)
        if same.update(status=Status.WORKING, held_until=until, tries=F("tries") + 1):
            row.held_until = until
            return row
    return None


def _judge_one(mine: Review) -> None:
    row = Match.objects.get(pk=mine.match_id)
    game, by, players = GAMES[row.game], reviewer(row.game), len(row.players)
    assert by is not None
    total = sum(1 for _event in event_log.read_events(row.pk, kinds=["scored"], only=["kind"]))
    number = mine.deals.count()
    before: int = mine.deals.aggregate(acts=Sum("acts"))["acts"] or 0
    fresh: list[ReviewedDeal] = []
    if number < total:
        _, rules, stretch = finished_matches.replay_arguments(row, range(number, number + 1))
        [acts] = judging.commands_by_deal(game, rules, players, stretch)
        began = time.monotonic()
        document = judging.judge_deal(game, acts, players, by, _Signs(mine, before, len(acts)))
        seconds = time.monotonic() - began
        fresh = [ReviewedDeal(review=mine, deal=number, document=document, acts=len(acts), seconds=seconds)]
        before += len(acts)
    changed: dict[str, Any] = {"done": _thousandths(before, mine.acts), "tries": 0}
    if number + len(fresh) == total:
        everything = [each.document for each in (*mine.deals.all(), *fresh)]
        document = judging.summarise_match(game, players, by, everything)
        changed |= {"document": document, "status": Status.DONE, "done": 1000}
        retrying.work_done(WORK, row.pk)
    with transaction.atomic():
        held = Review.objects.filter(pk=mine.pk, held_until=mine.held_until)
        if held.update(held_until=timezone.now(), **changed):
            ReviewedDeal.objects.bulk_create(fresh)


def _thousandths(judged: float, of: int) -> int:
    """The progress in thousandths; 1000 only when the review is done."""
    return min(999, int(1000 * judged / max(1, of)))


class _Signs:
    """Writes the progress of a deal, as a sign of life of its worker, at most every `SIGNS` seconds."""

    def __init__(self, mine: Review, before: int, acts: int) -> None:
        self.mine, self.before, self.acts = mine, before, acts
        self.noted_at = time.monotonic()

    def __call__(self, share: float) -> None:
        if time.monotonic() - self.noted_at < SIGNS:
            return
        self.noted_at = time.monotonic()
        until = timezone.now() + HELD
        done = _thousandths(self.before + share * self.acts, self.mine.acts)
        held = Review.objects.filter(pk=self.mine.pk, held_until=self.mine.held_until)
        if not held.update(held_until=until, done=done):
            raise TakenOver(f"another worker goes on with {self.mine}")
        self.mine.held_until = until


class TakenOver(RuntimeError):
    """The worker was taken for dead, and another one has its deal."""
