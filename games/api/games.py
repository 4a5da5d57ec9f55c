"""Games, their rules, and house rules."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games import rulebook
from games.api.shapes import games as shapes
from games.api.view_helpers import OWN, OfGame, known_game, rules_wanted
from games.models import HouseRules
from games.play import actions, selectors
from games.rulebook import reader
from ludocards.engine.registry import GAMES
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import list_response
from ludopoli.api.preconditions import if_match
from ludopoli.http.refusals import ActionRefused


class GamesView(Operation):
    @document_operation(responses={200: shapes.GameShape(many=True)}, tags=["games"])
    def get(self, request: Request) -> Response:
        """The games with their presets and every option."""
        return list_response(shapes.GameShape.render_all(GAMES.values()))


class OneGameView(Operation):
    @document_operation(responses={200: shapes.GameShape}, tags=["games"])
    def get(self, request: Request, game: str) -> Response:
        """One game."""
        return Response(shapes.GameShape.render(GAMES[known_game(game)]))


class RulesView(Operation):
    @document_operation(responses={200: shapes.RulesShape}, tags=["games"])
    def get(self, request: Request, game: str, preset: str) -> Response:
        """The rules of a preset, clause by clause."""
        game = known_game(game)
        if preset not in GAMES[game].presets:
            raise ActionRefused("no_preset")
        book = rulebook.book_of(game) or reader.NO_BOOK
        read = reader.Reader(game, book, preset, GAMES[game].presets[preset])
        return Response(shapes.RulesShape.render(read))


# ---- house rules


def house_of(code: str) -> HouseRules:
    house = selectors.house_rules(code)
    if house is None:
        raise ActionRefused("no_house_rules")
    return house


OWN_RULES = {"POST": Scope.BOARD, "PATCH": Scope.BOARD, "DELETE": Scope.BOARD}


class HousesView(Operation):
    scopes = {**OWN, **OWN_RULES}
    queries = {"GET": OfGame}

    @document_operation(responses={200: shapes.HouseRulesShape(many=True)}, tags=["house rules"])
    def get(self, request: Request) -> Response:
        """Your house rules: 30 at most."""
        own = HouseRules.objects.filter(rules_wanted(self.query), owner=requesting_account(request))
        own = own.select_related("owner")
        return list_response(shapes.HouseRulesShape.render_all(own, reader=request.user))

    @document_operation(
        request=shapes.SaveHouseRules, responses={201: shapes.HouseRulesShape}, tags=["house rules"]
    )
    def post(self, request: Request) -> Response:
        """Save rules under a name, to open tables with and to share by their code."""
        wanted = validated_body(shapes.SaveHouseRules, request)
        saved = actions.save_rules(requesting_account(request), **wanted)
        return created_response(
            shapes.HouseRulesShape.render(saved, reader=request.user), f"house-rules/{saved.code}/"
        )


class OneHouseView(Operation):
    scopes = OWN_RULES

    @document_operation(responses={200: shapes.HouseRulesShape}, tags=["house rules"])
    def get(self, request: Request, code: str) -> Response:
        """Somebody's house rules, by their code."""
        return Response(shapes.HouseRulesShape.render(house_of(code), reader=request.user))

    @document_operation(
        request=shapes.ChangeHouseRules, responses={200: shapes.HouseRulesShape}, tags=["house rules"]
    )
    @if_match(lambda _request, code: HouseRules.objects.filter(code=code))
    def patch(self, request: Request, code: str) -> Response:
        """Change the name or the rules of your house rules. Tables keep those they were opened with."""
        house = house_of(code)
        actions.change_rules(
            requesting_account(request), house, **validated_body(shapes.ChangeHouseRules, request)
        )
        return Response(shapes.HouseRulesShape.render(house_of(code), reader=request.user))

    @document_operation(responses={204: OpenApiResponse(description="deleted")}, tags=["house rules"])
    def delete(self, request: Request, code: str) -> Response:
        """Delete your house rules. Copies that other people have kept are not deleted."""
        actions.delete_rules(requesting_account(request), house_of(code))
        return Response(status=204)
