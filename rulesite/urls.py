"""The addresses of the site as a server answers them."""

from django.urls import path

from games.views import judge
from matches.urls import urlpatterns as matches
from rulesite import eyes, health, limits, offline, pictures
from rulesite.addresses import addresses

urlpatterns = addresses(
    evenings=[*matches, path("<token:token>/picture.png", pictures.standing, name="match_picture")],
    picture=pictures.picture,
    judge=limits.judged(judge),
)
urlpatterns += [
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("metrics", eyes.metrics, name="metrics"),
    path("worker.js", offline.worker, name="worker"),
    path("kept/<slug:language>/<slug:version>.json", offline.keep, name="kept"),
]
handler400 = "rulesite.views.bad_request"
handler404 = "rulesite.views.not_found"
handler500 = "rulesite.views.server_error"
