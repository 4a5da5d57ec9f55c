from django.urls import path

from games.pages.lobby_socket import LobbyConsumer

websocket_urlpatterns = [path("ws/lobby/", LobbyConsumer.as_asgi())]
