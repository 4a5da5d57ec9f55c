"""Studies: keeping them, sharing them by their link, and their branches."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from analysis import access, actions, selectors
from analysis.access import OpenedDeal
from analysis.api import shapes
from analysis.api.view_helpers import OWN, STUDY, TAGS, charge_limit, charged_match_deal, sent_line
from analysis.models import Study
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import list_response
from ludopoli.api.preconditions import if_match
from ludopoli.http.refusals import ActionRefused


def study_of(request: Request, token: str) -> tuple[OpenedDeal, Study]:
    found = access.of_study(request.user, token)
    assert found.study is not None, found
    return found, found.study


def shown(request: Request, study: Study) -> object:
    comments = selectors.visible_comments(study, request.user)
    return shapes.StudyShape.render(study, branches=selectors.branches_of(study), comments=comments)


class StudiesView(Operation):
    scopes = OWN | STUDY

    @document_operation(responses={200: shapes.StudyLineShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The studies that you have kept, latest first."""
        return list_response(
            shapes.StudyLineShape.render_all(selectors.studies_of(requesting_account(request)))
        )

    @document_operation(request=shapes.MakeStudy, responses={201: shapes.StudyShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Keep a study of a deal of a finished match. Until you share it, only you see it."""
        person, sent = requesting_account(request), validated_body(shapes.MakeStudy, request)
        made = actions.create_study(person, charged_match_deal(request, sent), sent["name"])
        return created_response(shown(request, made), f"studies/{made.token}/")


class OneStudyView(Operation):
    scopes = dict.fromkeys(("PATCH", "DELETE"), Scope.STUDY)

    @document_operation(responses={200: shapes.StudyShape}, tags=TAGS)
    def get(self, request: Request, study: str) -> Response:
        """A study of yours, or one whose link you have, with its branches and comments."""
        return Response(shown(request, study_of(request, study)[1]))

    @document_operation(request=shapes.ChangeStudy, responses={200: shapes.StudyShape}, tags=TAGS)
    @if_match(lambda _request, study: Study.objects.filter(token=study))
    def patch(self, request: Request, study: str) -> Response:
        """Rename a study of yours, share it, or close it: then its link never works again."""
        person, sent = requesting_account(request), validated_body(shapes.ChangeStudy, request, partial=True)
        _, found = study_of(request, study)
        changed = actions.change_study(person, found, name=sent.get("name"), access_=sent.get("access"))
        return Response(shown(request, changed))

    @document_operation(responses={204: None}, tags=TAGS)
    def delete(self, request: Request, study: str) -> Response:
        """Delete a study of yours, with all that is in it."""
        person = requesting_account(request)
        found = access.by_token(person, study)
        if found is None:
            raise ActionRefused("no_study")
        actions.delete_study(person, found)
        return Response(status=204)


class BranchesView(Operation):
    scopes = STUDY

    @document_operation(request=shapes.KeepBranch, responses={201: shapes.BranchShape}, tags=TAGS)
    def post(self, request: Request, study: str) -> Response:
        """Keep a branch: a way in which the deal could have gone on."""
        person, sent = requesting_account(request), validated_body(shapes.KeepBranch, request)
        found, _ = study_of(request, study)
        line = sent_line(sent)
        kept = actions.keep_branch(person, charge_limit(request, found), sent["name"], line)
        branch = kept
        return created_response(shapes.BranchShape.render(branch), f"studies/{study}/branches/{branch.pk}/")


class OneBranchView(Operation):
    scopes = {"DELETE": Scope.STUDY}

    @document_operation(responses={204: None}, tags=TAGS)
    def delete(self, request: Request, study: str, branch: int) -> Response:
        """Delete a branch: any in a study of yours, elsewhere your own."""
        person = requesting_account(request)
        _, found = study_of(request, study)
        actions.delete_branch(person, found, branch)
        return Response(status=204)


class CommentsView(Operation):
    scopes = STUDY

    @document_operation(request=shapes.WriteComment, responses={201: shapes.CommentShape}, tags=TAGS)
    def post(self, request: Request, study: str) -> Response:
        """Say something about a position of a study, in which you may write."""
        person, sent = requesting_account(request), validated_body(shapes.WriteComment, request)
        found, _ = study_of(request, study)
        said = actions.comment_on(person, found, sent["branch"], sent["number"], sent["text"])
        return created_response(shapes.CommentShape.render(said), f"studies/{study}/comments/{said.pk}/")


class OneCommentView(Operation):
    scopes = {"DELETE": Scope.STUDY}

    @document_operation(responses={204: None}, tags=TAGS)
    def delete(self, request: Request, study: str, comment: int) -> Response:
        """Delete a comment: any in a study of yours, elsewhere your own."""
        person = requesting_account(request)
        _, found = study_of(request, study)
        actions.delete_comment(person, found, comment)
        return Response(status=204)
