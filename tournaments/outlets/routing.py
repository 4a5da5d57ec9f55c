from django.urls import path

from tournaments.outlets.consumers import ConsoleConsumer, EventConsumer

websocket_urlpatterns = [
    path("ws/event/<str:code>/", EventConsumer.as_asgi()),
    path("ws/event/<str:code>/console/", ConsoleConsumer.as_asgi()),
]
