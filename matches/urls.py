"""The pages of the matches: ``/it/partita/``."""

from django.urls import path, register_converter

from matches import links, views


class TokenConverter:
    """A link's token."""

    regex = rf"[A-Za-z0-9_-]{{{links.LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TokenConverter, "token")

urlpatterns = [
    path("", views.index, name="matches"),
    path("file/", views.restore, name="restore_match"),
    path("new/<slug:game>/", views.new, name="new_match"),
    path("<token:token>/", views.match, name="match"),
    path("<token:token>/hand/<int:number>/", views.hand, name="match_hand"),
    path("<token:token>/hands/", views.hands, name="match_hands"),
    path("<token:token>/history/", views.history, name="match_history"),
    path("<token:token>/close/", views.close, name="close_match"),
    path("<token:token>/board/", views.poll, name="match_board"),
    path("<token:token>/links/", views.links, name="match_links"),
    path("<token:token>/links/renew/", views.renew, name="renew_manager"),
    path("<token:token>/match.<str:kind>", views.export, name="match_file"),
]
