"""The pages of the matches: ``/it/partita/``."""

from django.urls import path, register_converter
from django.views.generic import RedirectView

from matches import links, opening, pages, sharing


class TokenConverter:
    """A link's token."""

    regex = rf"[A-Za-z0-9_-]{{{links.LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TokenConverter, "token")

urlpatterns = [
    path("", opening.index, name="matches"),
    path("file/", opening.restore, name="restore_match"),
    path("new/<slug:game>/", opening.new, name="new_match"),
    path("<token:token>/", pages.match, name="match"),
    path("<token:token>/hand/<int:number>/", pages.hand, name="match_hand"),
    path("<token:token>/hands/", pages.hands, name="match_hands"),
    path("<token:token>/history/", pages.history, name="match_history"),
    path("<token:token>/players/", pages.players, name="match_players"),
    path("<token:token>/board/", pages.poll, name="match_board"),
    path("<token:token>/count/", pages.count, name="match_count"),
    path("<token:token>/code.svg", sharing.code, name="match_code"),
    path("<token:token>/links/", sharing.links, name="match_links"),
    path("<token:token>/links/renew/", sharing.renew, name="renew_manager"),
    path("<token:token>/match.<str:kind>", sharing.export, name="match_file"),
    path("new/", RedirectView.as_view(pattern_name="matches")),
    path("<str:rest>/", opening.cut_off, name="match_cut_off"),
]
