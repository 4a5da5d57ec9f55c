"""The API's shapes of the analysis board and of studies."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from analysis.models import Branch, Comment, Study
from games.api.examples import AT, GAME, LEGAL, MATCH
from games.api.shapes.reviews import OPEN_BASES
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludopoli.api.shapes import Masked, Shape, Text, with_example

ACCESS = [*Study.Access.values]
TOKEN = "dQw4w9WgXcQ-3kZ5mN8pRg"
PLAYED = {"seat": 2, **next(each for each in LEGAL if each["do"] == "play")}
ACTIONS = "in the form of a record: `{seat, do, …}`; no seat where the clock closed a window"


class LineShape(Shape[Any]):
    start = serializers.IntegerField(
        min_value=0, max_value=10_000, help_text="the number of the record’s commands in this deal before it"
    )
    actions = serializers.ListField(
        child=serializers.DictField(), max_length=400, default=list, help_text=ACTIONS
    )


@with_example(match=MATCH, deal=0, start=12, actions=[PLAYED])
class AskBoard(LineShape):
    match = serializers.UUIDField(required=False, help_text="a finished match whose cards you may see")
    shared = Text(required=False, help_text="or the end of a link that shares one")
    study = Text(required=False, help_text="or the token of a study")
    sent = Text(
        required=False, help_text="or a deal of a record: the end of the address of its analysis board"
    )
    deal = serializers.IntegerField(
        default=0, min_value=0, max_value=10_000, help_text="from 0; a study has its own"
    )


@with_example(match=MATCH, deal=0, start=12, actions=[], seat=2, level=DEFAULT_POLICY)
class AskChoice(AskBoard):
    seat = serializers.IntegerField(min_value=0, max_value=10, help_text="one that is on turn")
    level = serializers.ChoiceField([*LEVELS])


@with_example(match=MATCH, deal=0, start=12, actions=[], seat=2)
class AskJudgement(AskBoard):
    seat = serializers.IntegerField(min_value=0, max_value=10, help_text="one that is on turn")


class PickShape(Shape[Any]):
    do = serializers.CharField(help_text="the verb of the command")
    cards = serializers.ListField(child=serializers.CharField(), help_text="those to choose from")
    count = serializers.IntegerField(help_text="how many are chosen")


class WordsShape(Shape[Any]):
    said = serializers.DictField(help_text="further fields of a command that plays a card")
    cards = serializers.ListField(child=serializers.CharField(), help_text="those it may go with")


class OnTurnShape(Shape[Any]):
    seat = serializers.IntegerField(allow_null=True, help_text="null for the clock, which closes a window")
    commands = serializers.ListField(child=serializers.DictField())
    picks = PickShape(many=True, help_text="commands with a list of cards, too many to list")
    words = WordsShape(many=True, help_text="what may be said with a card")


FRAME = {"at": "s1", "events": [], "patch": {}}


@with_example(
    deal=0,
    start=12,
    actions=[PLAYED],
    frames=[FRAME],
    turns=[[{"seat": 2, "commands": LEGAL, "picks": [], "words": []}]],
    over=False,
)
class PlayedLineShape(Shape[Any]):
    deal = serializers.IntegerField()
    start = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.DictField(), help_text=ACTIONS)
    frames = serializers.ListField(
        child=serializers.DictField(),
        help_text="the deal and each command, with all hands open: `at`, `events` and `patch`, which turns "
        "the position before into this one (see docs/replay.md)",
    )
    turns = serializers.ListField(
        child=OnTurnShape(many=True), help_text="after the deal and after each command: what may be done next"
    )
    over = serializers.BooleanField(help_text="true if the deal is played out")


THOUGHT = ["waiting", "done"]
WAIT = "seconds that the latest answer took, if one came in the last minute; null once it is there"


class WorthShape(Shape[Any]):
    command = serializers.DictField()
    loss = serializers.FloatField(help_text="points lost on average against the best choice")
    error = serializers.FloatField(help_text="its standard error")
    clear = serializers.BooleanField(help_text="true if the loss is more than chance")


@with_example(
    status="done",
    wait=None,
    choices=[{"command": LEGAL[0], "loss": 0.0, "error": 0.0, "clear": False}],
)
class JudgementShape(Shape[Any]):
    status = serializers.ChoiceField(THOUGHT, help_text="`waiting`: ask again in a moment")
    wait = serializers.IntegerField(allow_null=True, help_text=WAIT)
    choices = WorthShape(many=True, help_text="best first; empty where the review judges nothing")


@with_example(
    status="done",
    wait=None,
    basis="optimum",
    choices=[{"command": LEGAL[0], "loss": 0.0, "error": 0.0, "clear": False}],
)
class SolvedShape(Shape[Any]):
    status = serializers.ChoiceField(THOUGHT, help_text="`waiting`: ask again in a moment")
    wait = serializers.IntegerField(allow_null=True, help_text=WAIT)
    basis = serializers.ChoiceField(
        OPEN_BASES,
        allow_null=True,
        help_text="`optimum`: best play of two sides; `each`: everybody plays for themselves; `rules`: the "
        "position is not solved here",
    )
    choices = WorthShape(many=True, help_text="best first; empty where the position is not solved here")


@with_example(status="waiting", wait=2, command=None, board=None)
class BotChoiceShape(Shape[Any]):
    status = serializers.ChoiceField(THOUGHT, help_text="`waiting`: ask again in a moment")
    wait = serializers.IntegerField(allow_null=True, help_text=WAIT)
    command = serializers.DictField(allow_null=True, help_text="what the bot does")
    board = PlayedLineShape(allow_null=True, help_text="the board with it")


BRANCH = {"id": 7, "name": "Con il due", "author": "Anna", "start": 12, "actions": [PLAYED], "made_at": AT}


@with_example(**BRANCH)
class BranchShape(Shape[Branch]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    author = serializers.CharField(source="author.username")
    start = serializers.IntegerField()
    actions = serializers.ListField(child=serializers.DictField(), source="commands", help_text=ACTIONS)
    made_at = serializers.DateTimeField()


@with_example(name="Con il due", start=12, actions=[PLAYED])
class KeepBranch(LineShape):
    name = Text()


@with_example(match=MATCH, deal=0, name="La terza smazzata")
class MakeStudy(Shape[Any]):
    match = serializers.UUIDField(required=False)
    shared = Text(required=False, help_text="the end of a shared link")
    deal = serializers.IntegerField(min_value=0, max_value=10_000, help_text="from 0")
    name = Text()


@with_example(access="read")
class ChangeStudy(Shape[Any]):
    name = Text(required=False)
    access = serializers.ChoiceField(ACCESS, required=False)


STUDY = {
    "token": TOKEN,
    "url": f"/analisi/{TOKEN}/",
    "match": MATCH,
    "game": GAME,
    "deal": 2,
    "name": "La terza smazzata",
    "owner": "Anna",
    "access": "private",
    "made_at": AT,
}


@with_example(**STUDY)
class StudyLineShape(Shape[Study]):
    token = serializers.CharField(help_text="the secret in its address")
    url = serializers.CharField(source="get_absolute_url", help_text="its page: the link for friends")
    match = serializers.UUIDField(source="match_id")
    game = serializers.CharField(source="match.game")
    deal = serializers.IntegerField(help_text="from 0")
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.username")
    access = serializers.ChoiceField(
        ACCESS,
        help_text="`private`: only the owner; `read`: whoever has the link; `write`: they add to it too",
    )
    made_at = serializers.DateTimeField()


COMMENT = {
    "id": 3,
    "branch": 7,
    "number": 13,
    "author": "Anna",
    "text": "Qui il tre andava tenuto.",
    "at": AT,
}


@with_example(**COMMENT)
class CommentShape(Shape[Comment]):
    id = serializers.IntegerField()
    branch = serializers.IntegerField(source="branch_id", allow_null=True, help_text="null: the record")
    number = serializers.IntegerField(help_text="of commands of the line before the position")
    author = serializers.CharField(source="author.username")
    text = Masked()
    at = serializers.DateTimeField()


@with_example(branch=None, number=13, text="Qui il tre andava tenuto.")
class WriteComment(Shape[Any]):
    branch = serializers.IntegerField(
        default=None, allow_null=True, min_value=1, help_text="a branch; by default the record"
    )
    number = serializers.IntegerField(
        min_value=0, max_value=10_000, help_text="of commands of the line before the position"
    )
    text = Text()


@with_example(**STUDY, branches=[BRANCH], comments=[COMMENT])
class StudyShape(StudyLineShape):
    branches = BranchShape(many=True)
    comments = CommentShape(many=True)

    def show_branches(self, _study: Study) -> Any:
        return self.context["branches"]

    def show_comments(self, _study: Study) -> Any:
        return self.context["comments"]
