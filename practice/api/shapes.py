"""The API's shapes of puzzles and their solutions, and of lessons."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games import texts
from games.api.examples import AT, GAME, LEGAL, MATCH, RULES, VIEW
from games.api.wire import component_field
from ludocards.bots.registry import PUZZLED
from ludocards.ratings.skill import Skill
from ludocards.words.lessons import Lesson
from ludopoli.accounts.models import User
from ludopoli.api.shapes import Shape, with_example
from practice import lessons, showing
from practice import mistakes as own
from practice import texts as practice_texts
from practice.lessons import Judged, StepPlace
from practice.models import Mistake, Puzzle
from practice.texts import THEMES

CODE = "k3mw8xzt"
PLAYED = {"do": "play", "card": next(each["card"] for each in LEGAL if each["do"] == "play")}


@with_example(
    code=CODE,
    game=GAME,
    rules=RULES,
    seat=2,
    rating=1520,
    tried=12,
    solved=5,
    view=VIEW,
    legal=LEGAL,
    answered=False,
)
class PuzzleShape(Shape[Puzzle]):
    code = serializers.CharField()
    game = serializers.CharField()
    rules = component_field("Rules")()
    seat = serializers.IntegerField(help_text="the seat that has to choose")
    rating = serializers.IntegerField()
    tried = serializers.IntegerField(help_text="the number of people who have answered it")
    solved = serializers.IntegerField(help_text="the number of those who were right")
    view = component_field("View")(help_text="all that the seat knows")
    legal = serializers.ListField(child=component_field("Command")(), help_text="the commands to choose from")
    answered = serializers.BooleanField(help_text="true if you have answered it: then it has a solution")

    def show_rules(self, puzzle: Puzzle) -> Any:
        return puzzle.position["rules"]

    def show_seat(self, puzzle: Puzzle) -> int:
        return int(puzzle.position["seat"])

    def show_rating(self, puzzle: Puzzle) -> int:
        return showing.shown_rating(puzzle)

    def show_view(self, puzzle: Puzzle) -> Any:
        return showing.puzzle_position(puzzle).view()

    def show_legal(self, puzzle: Puzzle) -> Any:
        return showing.puzzle_choices(puzzle, showing.puzzle_position(puzzle))

    def show_answered(self, _puzzle: Puzzle) -> bool:
        return self.context["attempt"] is not None


class LossShape(Shape[Any]):
    command = component_field("Command")()
    loss = serializers.FloatField(help_text="points lost on average against the best choice")


@with_example(
    solved=True,
    command=PLAYED,
    answers=[PLAYED],
    losses=[{"command": PLAYED, "loss": 0.0}],
    themes=["lead", "count"],
    reasons=["Vela has no cups left."],
    gain=12,
    at=AT,
)
class SolutionShape(Shape[Any]):
    solved = serializers.BooleanField()
    command = component_field("Command")(help_text="your first answer, the one that counts")
    answers = serializers.ListField(child=component_field("Command")(), help_text="the right commands")
    losses = LossShape(many=True)
    themes = serializers.ListField(child=serializers.ChoiceField([*THEMES]))
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="the explanation in the language of the request"
    )
    gain = serializers.IntegerField(help_text="by how much the answer changed your rating")
    at = serializers.DateTimeField()

    def show_answers(self, attempt: Any) -> Any:
        return attempt.puzzle.answers

    def show_losses(self, attempt: Any) -> Any:
        return [{"command": command, "loss": loss} for command, loss in attempt.puzzle.losses]

    def show_themes(self, attempt: Any) -> list[str]:
        return list(attempt.puzzle.theme_list)

    def show_reasons(self, attempt: Any) -> list[str]:
        puzzle = attempt.puzzle
        position = showing.puzzle_position(puzzle)
        return practice_texts.explanation_sentences(
            position, puzzle.facts, puzzle.answers[0], puzzle.tempting
        )


@with_example(command=PLAYED)
class AnswerPuzzle(Shape[Any]):
    command = component_field("Command")()


class NextQuery(Shape[Any]):
    game = serializers.ChoiceField(
        texts.public_codes(PUZZLED),
        help_text="a name like `scopa` stands for the rules that are called so alone",
    )
    theme = serializers.ChoiceField([*THEMES], required=False)
    after = serializers.CharField(
        required=False, max_length=12, help_text="without an account: another one than this"
    )


@with_example(game=GAME, puzzle=CODE, solved=None, streak=4, rating=1560, tried=31)
class TodayShape(Shape[Any]):
    game = serializers.CharField()
    puzzle = serializers.CharField(source="puzzle.code", help_text="the code of today’s puzzle")
    solved = serializers.BooleanField(allow_null=True, help_text="null if you have not answered it")
    streak = serializers.IntegerField(help_text="the days in a row whose puzzle you solved on the day")
    rating = serializers.IntegerField(help_text="yours, at the puzzles of this game")
    tried = serializers.IntegerField(help_text="the number of puzzles that you have answered")

    def show_solved(self, today: Any) -> bool | None:
        return None if today.attempt is None else today.attempt.solved

    def show_rating(self, today: Any) -> int:
        skill: Skill = today.skill
        return skill.shown


# ---- own mistakes


class KindShape(Shape[own.MistakeKind]):
    theme = serializers.ChoiceField([*THEMES])
    mistakes = serializers.IntegerField(source="many")
    points = serializers.FloatField(help_text="what these mistakes lost; one mistake may have several themes")


class StudiedShape(Shape[Any]):
    match = serializers.UUIDField(source="match_id")
    at = serializers.DateTimeField(help_text="when the match was over")
    choices = serializers.IntegerField(help_text="the number of your own judged choices")
    accuracy = serializers.FloatField(allow_null=True, help_text="of these choices, from 0 to 100")
    lost = serializers.FloatField(help_text="the points that they lost, by what you could know")


class CourseShape(Shape[own.MistakeSummary]):
    game = serializers.CharField()
    mistakes = serializers.IntegerField(source="many", help_text="those whose positions come back")
    kinds = KindShape(many=True, help_text="the costliest first")
    matches = StudiedShape(many=True, help_text="the latest hundred, oldest first")


@with_example(
    reading=False,
    due=2,
    next_due=AT,
    games=[
        {
            "game": GAME,
            "mistakes": 3,
            "kinds": [{"theme": "lead", "mistakes": 2, "points": 1.4}],
            "matches": [{"match": MATCH, "at": AT, "choices": 42, "accuracy": 88.5, "lost": 3.2}],
        }
    ],
)
class OwnMistakesShape(Shape[User]):
    reading = serializers.BooleanField(help_text="true while reviews are still being read: ask again")
    due = serializers.IntegerField(help_text="the number of positions to answer now")
    next_due = serializers.DateTimeField(allow_null=True, help_text="when the next one comes back")
    games = CourseShape(many=True)

    def show_reading(self, _person: User) -> bool:
        return bool(self.context["is_reading"])

    def show_due(self, person: User) -> int:
        return own.due_mistakes(person).count()

    def show_next_due(self, person: User) -> Any:
        return own.next_due(person)

    def show_games(self, person: User) -> list[own.MistakeSummary]:
        return own.mistake_summaries(person)


@with_example(code=CODE, game=GAME, seat=2, view=VIEW, legal=LEGAL, answered=False)
class OwnMistakeShape(Shape[Mistake]):
    code = serializers.CharField()
    game = serializers.CharField()
    seat = serializers.IntegerField(help_text="yours, which has to choose")
    view = component_field("View")(help_text="all that you knew")
    legal = serializers.ListField(child=component_field("Command")(), help_text="the commands to choose from")
    answered = serializers.BooleanField(source="is_answered", help_text="true until it is due again")

    def show_seat(self, _mistake: Mistake) -> int:
        return int(self.context["position"].seat)

    def show_view(self, _mistake: Mistake) -> Any:
        return self.context["position"].view()

    def show_legal(self, mistake: Mistake) -> Any:
        return showing.puzzle_choices(mistake, self.context["position"])


@with_example(
    solved=True,
    command=PLAYED,
    played=PLAYED,
    answers=[PLAYED],
    losses=[{"command": PLAYED, "loss": 0.0}],
    themes=["lead", "count"],
    reasons=["Vela has no cups left."],
    match=MATCH,
    step="s3-p4-c2",
    due=AT,
)
class CorrectionShape(Shape[Mistake]):
    solved = serializers.BooleanField()
    command = component_field("Command")(help_text="your latest answer")
    played = component_field("Command")(source="tempting", help_text="the card that you played in the match")
    answers = serializers.ListField(child=component_field("Command")(), help_text="the right commands")
    losses = LossShape(many=True)
    themes = serializers.ListField(child=serializers.ChoiceField([*THEMES]), source="theme_list")
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="the explanation in the language of the request"
    )
    match = serializers.UUIDField(source="studied.match_id")
    step = serializers.CharField(source="at", help_text="that of the card in the replay")
    due = serializers.DateTimeField(help_text="when the position comes back")

    def show_solved(self, mistake: Mistake) -> bool:
        return mistake.command in mistake.answers

    def show_losses(self, mistake: Mistake) -> Any:
        return [{"command": command, "loss": loss} for command, loss in mistake.losses]

    def show_reasons(self, mistake: Mistake) -> list[str]:
        position, answers = self.context["position"], mistake.answers
        return practice_texts.explanation_sentences(position, mistake.facts, answers[0], mistake.tempting)


# ---- lessons

ANSWERS = [{"answer": "2C", "name": "Due di coppe"}, {"answer": "7C", "name": "Sette di coppe"}]
RULE = {"game": GAME, "lesson": "carte"}


@with_example(**RULE, title="The cards and their order", about="Forty cards.", steps=2, done=[1])
class LessonShape(Shape[tuple[str, Lesson]]):
    game = serializers.CharField()
    lesson = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    steps = serializers.IntegerField(help_text="the number of its steps")
    done = serializers.ListField(
        child=serializers.IntegerField(), help_text="the steps that you have done, from 1"
    )

    def show_game(self, row: tuple[str, Lesson]) -> str:
        return row[0]

    def show_lesson(self, row: tuple[str, Lesson]) -> str:
        return row[1].code

    def show_title(self, row: tuple[str, Lesson]) -> str:
        return str(row[1].title)

    def show_about(self, row: tuple[str, Lesson]) -> str:
        return str(row[1].about)

    def show_steps(self, row: tuple[str, Lesson]) -> int:
        return len(row[1].steps)

    def show_done(self, row: tuple[str, Lesson]) -> list[int]:
        game, lesson = row
        done = self.context["done"]
        return [n for n in range(1, len(lesson.steps) + 1) if (game, lesson.code, n) in done]


@with_example(answer="2C", name="Due di coppe")
class AnswerShape(Shape[Any]):
    answer = serializers.CharField(help_text="to be sent as the answer")
    name = serializers.CharField(help_text="in the language of the request")


@with_example(
    **RULE,
    number=1,
    rules=RULES,
    seat=0,
    view=VIEW,
    says="From the highest to the lowest: 3, 2, ace.",
    asks="Play the card that takes the trick.",
    hint="Two cards are higher than the ace.",
    clause="ordine",
    answers=ANSWERS,
    several=False,
    done=False,
)
class StepShape(Shape[StepPlace]):
    game = serializers.CharField()
    lesson = serializers.CharField(source="lesson.code")
    number = serializers.IntegerField(help_text="of the step in its lesson, from 1")
    rules = component_field("Rules")()
    seat = serializers.IntegerField(help_text="the learner’s seat")
    view = component_field("View")(help_text="all that the learner sees")
    says = serializers.CharField(source="step.says", help_text="what one has to know for the task")
    asks = serializers.CharField(source="step.asks")
    hint = serializers.CharField(source="step.hint")
    clause = serializers.CharField(source="step.clause", help_text="of the rules, which it teaches")
    answers = AnswerShape(many=True, help_text="the answers to choose from")
    several = serializers.BooleanField(help_text="true if all right answers have to be sent together")
    done = serializers.BooleanField(help_text="true if you have answered it rightly")

    def show_rules(self, place: StepPlace) -> Any:
        position = lessons.step_position(place)
        return position.game.rules_json(position.rules)

    def show_seat(self, _place: StepPlace) -> int:
        return lessons.ME

    def show_view(self, place: StepPlace) -> Any:
        return lessons.step_position(place).view()

    def show_answers(self, place: StepPlace) -> Any:
        return [
            {"answer": each.code, "name": practice_texts.answer_name(place, each)}
            for each in lessons.answer_options(place)
        ]

    def show_several(self, place: StepPlace) -> bool:
        return lessons.is_marking(place)

    def show_done(self, place: StepPlace) -> bool:
        return (place.game, place.lesson.code, place.number) in self.context["done"]


@with_example(answers=["2C"])
class AnswerStep(Shape[Any]):
    answers = serializers.ListField(child=serializers.CharField(max_length=80), min_length=1, max_length=40)


@with_example(right=False, faults=["Noce takes the trick."], why=None)
class JudgedShape(Shape[tuple[StepPlace, Judged]]):
    right = serializers.BooleanField()
    faults = serializers.ListField(
        child=serializers.CharField(), help_text="what is wrong with it, in the language of the request"
    )
    why = serializers.CharField(allow_null=True, help_text="why it is right; null if it is not")

    def show_right(self, row: tuple[StepPlace, Judged]) -> bool:
        return row[1].is_right

    def show_faults(self, row: tuple[StepPlace, Judged]) -> list[str]:
        return practice_texts.fault_texts(*row)

    def show_why(self, row: tuple[StepPlace, Judged]) -> str | None:
        place, judged = row
        return str(place.step.why) if judged.is_right else None
