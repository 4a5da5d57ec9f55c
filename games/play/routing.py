from django.urls import path

from games.play.consumers import TableConsumer
from games.play.sockets import UnknownSocket

websocket_urlpatterns = [
    path("ws/table/<str:code>/", TableConsumer.as_asgi()),
    path("<path:anything>", UnknownSocket.as_asgi()),
]
