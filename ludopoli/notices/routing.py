from django.urls import path

from ludopoli.notices.consumers import NoticesConsumer

websocket_urlpatterns = [path("ws/notices/", NoticesConsumer.as_asgi())]
