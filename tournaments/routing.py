from django.urls import path

from tournaments.consumers import EventConsumer

websocket_urlpatterns = [path("ws/event/<str:code>/", EventConsumer.as_asgi())]
