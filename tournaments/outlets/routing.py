from django.urls import path

from tournaments.outlets.consumers import EventConsumer

websocket_urlpatterns = [path("ws/event/<str:code>/", EventConsumer.as_asgi())]
