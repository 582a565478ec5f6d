"""The addresses of the site as the pocket answers them: all of the rules, tools and lessons; for the rest it says where."""

from django.urls import path

from games.views import judge
from pocket.views import elsewhere
from rulesite.addresses import addresses

urlpatterns = addresses(
    evenings=[
        path("", elsewhere, name="matches"),
        path("file/", elsewhere, name="restore_match"),
        path("new/<slug:game>/", elsewhere, name="new_match"),
        path("<path:rest>", elsewhere),
    ],
    picture=elsewhere,
    judge=judge,
)
handler400 = "rulesite.views.bad_request"
handler404 = "rulesite.views.not_found"
handler500 = "rulesite.views.server_error"
