"""The pages of the tools: ``/it/murlan/play/``."""

from django.urls import path

from games import views

urlpatterns = [path("", views.tool, name="tool")]
