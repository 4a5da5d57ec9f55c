from __future__ import annotations

from django.urls import path

from analysis.api import boards, studies

urlpatterns = [
    path("analysis/", boards.Board.as_view()),
    path("analysis/choice/", boards.Choice.as_view()),
    path("analysis/judgement/", boards.Judgement.as_view()),
    path("analysis/solution/", boards.Solution.as_view()),
    path("studies/", studies.Studies.as_view()),
    path("studies/<str:study>/", studies.OneStudy.as_view()),
    path("studies/<str:study>/branches/", studies.Branches.as_view()),
    path("studies/<str:study>/branches/<int:branch>/", studies.OneBranch.as_view()),
    path("studies/<str:study>/comments/", studies.Comments.as_view()),
    path("studies/<str:study>/comments/<int:comment>/", studies.OneComment.as_view()),
]
