from __future__ import annotations

from django.urls import path

from analysis.api import boards, studies

urlpatterns = [
    path("analysis/", boards.BoardView.as_view()),
    path("analysis/choice/", boards.ChoiceView.as_view()),
    path("analysis/judgement/", boards.JudgementView.as_view()),
    path("analysis/solution/", boards.SolutionView.as_view()),
    path("studies/", studies.StudiesView.as_view()),
    path("studies/<str:study>/", studies.OneStudyView.as_view()),
    path("studies/<str:study>/branches/", studies.BranchesView.as_view()),
    path("studies/<str:study>/branches/<int:branch>/", studies.OneBranchView.as_view()),
    path("studies/<str:study>/comments/", studies.CommentsView.as_view()),
    path("studies/<str:study>/comments/<int:comment>/", studies.OneCommentView.as_view()),
]
