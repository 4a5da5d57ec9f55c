"""Rights: which deals a reader may analyse, and what they may do in a study.

`finished_matches.eyes_of` decides about the cards, each time: no deal of a match in play is reachable, nor
one whose boards others still play.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from analysis.boards import Board
from analysis.models import Study
from games.archive import finished_matches, sent_deals, sharing
from games.archive.replay import Eyes, sees_all
from games.archive.sent_deals import SentDeal
from games.models import Match, Share
from games.play.selectors import Reader
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation.access import is_moderator

LONGEST_TOKEN = 32


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """A deal that a reader may analyse; of a study, if they came by one."""

    row: Match
    deal: int
    study: Study | None = None
    share: str = ""
    """The token of the match's shared link, if they came by that."""

    @property
    def named(self) -> dict[str, Json]:
        """The fields with which requests name this deal."""
        if self.study:
            return {"study": self.study.token}
        of = {"shared": self.share} if self.share else {"match": str(self.row.pk)}
        return {**of, "deal": self.deal}

    @property
    def asked(self) -> dict[str, Json]:
        """The fields with which a worker finds this deal; another version of the log is another deal."""
        return {"match": str(self.row.pk), "version": self.row.version, "deal": self.deal}

    def board(self) -> Board:
        """The deal as it was played. Refused as `no_such_deal`. Three queries."""
        game, rules, stretch = finished_matches.replay_arguments(self.row, range(self.deal, self.deal + 1))
        if stretch.deals != range(self.deal, self.deal + 1):
            raise ActionRefused("no_such_deal")
        players = len(self.row.players)
        return Board(game, rules, players, self.deal, stretch.log, stretch.resumed)


@dataclass(frozen=True, slots=True)
class ReceivedDeal:
    """A deal of a record that a reader has sent, with the text that names it."""

    text: str
    deal: SentDeal

    @property
    def named(self) -> dict[str, Json]:
        """The fields with which requests name this deal."""
        return {"sent": self.text}

    @property
    def asked(self) -> dict[str, Json]:
        return self.named

    def board(self) -> Board:
        """The deal as it was played."""
        document, sent = self.deal.document, self.deal
        return Board(
            document.game, document.rules, len(document.players), sent.number, sent.log, sent.resumed
        )


def deal_of_record(text: str) -> ReceivedDeal:
    """A deal of a record, from the text that names it. Refused as `no_record`."""
    return ReceivedDeal(text, sent_deals.read_sent_deal(text))


def of_match(user: Reader, match: uuid.UUID, deal: int) -> OpenedDeal:
    """A deal of a match. Refused as its replay is."""
    return _opened(*finished_matches.access_replay(user, match), deal)


def of_share(token: str, deal: int) -> OpenedDeal:
    """A deal of a match that its players share by a link. Refused as the link is."""
    return _opened(*sharing.open_share(token), deal, share=token)


def of_study(user: Reader, token: str) -> OpenedDeal:
    """The deal of a study. Refused as `no_study`, and as the replay of its match is.

    Whoever has the link of a study of a private match sees it as long as the players share that match.
    """
    study = by_token(user, token)
    if study is None:
        raise ActionRefused("no_study")
    is_shared = Share.objects.filter(match=study.match_id).exists()
    eyes = finished_matches.eyes_of(user, study.match, is_shared=is_shared)
    return _opened(study.match, eyes, study.deal, study)


def _opened(row: Match, eyes: Eyes, deal: int, study: Study | None = None, share: str = "") -> OpenedDeal:
    if not sees_all(eyes, len(row.players)):
        raise ActionRefused("not_watchable")
    return OpenedDeal(row, deal, study, share)


def by_token(user: Reader, token: str) -> Study | None:
    """The study of an address, if it is the reader's or shared, or for moderators; its match may be
    closed."""
    if "\0" in token or len(token) > LONGEST_TOKEN:
        return None
    found = Study.objects.filter(token=token, match__game__in=GAMES)
    study = found.select_related("match__table__boards", "owner").first()
    if study is None or is_owner(user, study) or study.access != Study.Access.PRIVATE:
        return study
    return study if is_moderator(user) else None


def is_owner(user: Reader, study: Study) -> bool:
    return user.pk is not None and study.owner_id == user.pk


def may_write(user: Reader, study: Study) -> bool:
    """Return whether the reader of a study may add to it."""
    if isinstance(user, AnonymousUser):
        return False
    return is_owner(user, study) or study.access == Study.Access.WRITE


def person(user: Reader) -> User:
    if isinstance(user, User):
        return user
    raise ActionRefused("study_account")
