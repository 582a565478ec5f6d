"""The doors for programs."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.description, name="api"),
    path("judge", views.judge, name="judge"),
]
