"""Home, the tables, and one table."""

from __future__ import annotations

from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("tavoli/", views.lobby, name="lobby"),
    path("tavoli/elenco/", views.table_list, name="table-list"),
    path("tavoli/apri/", views.open_table, name="open-table"),
    path("tavoli/gioca/", views.quick_game, name="quick-game"),
    path("tavoli/trova/", views.find_seat, name="find-seat"),
    path("tavolo/<slug:code>/", views.table, name="table"),
    path("tavolo/<slug:code>/sit/", views.sit, name="sit"),
    path("tavolo/<slug:code>/leave/", views.leave, name="leave"),
    path("tavolo/<slug:code>/bots/", views.fill_with_bots, name="fill-with-bots"),
    path("tavolo/<slug:code>/remove/", views.remove_bot, name="remove-bot"),
]
