"""Every address of the site; behind some of them stand other pages in the pocket, where there is no server."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.conf.urls.i18n import i18n_patterns
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.utils.translation import gettext_lazy as _

from games import practising, puzzling
from games.views import description
from rulesite import views
from rulesite.stored import packed

Addresses = list[URLPattern | URLResolver]
View = Callable[..., HttpResponse]

register_converter(puzzling.DayConverter, "day")
register_converter(puzzling.MonthConverter, "month")
register_converter(puzzling.NumberConverter, "number")


def addresses(
    *, evenings: Sequence[URLPattern], picture: View, judge: Callable[[HttpRequest], HttpResponse]
) -> Addresses:
    """All addresses.

    :param evenings: those of the matches, below the word for a match.
    :param picture: draws the picture of a question.
    :param judge: answers programs.
    """
    return [
        *i18n_patterns(
            path("", views.home, name="home"),
            path(_("glossary/"), views.glossary, name="glossary"),
            path(_("colours/"), views.look, name="look"),
            path(_("know/"), views.know, name="know"),
            path("pocket/", views.take, name="take"),
            path("offline/", views.offline, name="offline"),
            path("manifest.json", views.manifest, name="manifest"),
            path(_("match/"), include(list(evenings))),
            path("puzzle/", puzzling.of_today, name="today"),
            path("puzzle/<day:day>/", packed(puzzling.of_a_day), name="day"),
            path("puzzle/archive/", packed(puzzling.archive), name="archive"),
            path("puzzle/archive/<month:month>/", packed(puzzling.archive), name="archive"),
            # By how much follows the game: tools are asked most, and each pattern before theirs is tried first.
            path("<slug:game>/", views.rules, name="rules"),
            path("<slug:game>/card/", views.card, name="card"),
            path("<slug:game>/house/", views.house, name="house"),
            path("<slug:game>/lesson/", views.lesson, name="lesson"),
            path("<slug:game>/drill/", packed(practising.practice), name="practice"),
            path("<slug:game>/puzzle/", packed(puzzling.of_a_game), name="puzzles"),
            path("<slug:game>/<slug:name>/", views.tool, name="tool"),
            path("<slug:game>/lesson/<number:number>/", views.lesson, name="step"),
            path("<slug:game>/drill/<slug:kind>/", packed(practising.drill), name="drill"),
            path("<slug:game>/puzzle/<number:number>/", packed(puzzling.by_number), name="puzzle"),
            path("<slug:game>/example/<slug:name>/", views.example, name="example"),
            path("<slug:game>/<slug:name>/picture.png", picture, name="picture"),
        ),
        path("", views.root, name="root"),
        path("robots.txt", views.robots),
        path("sitemap.xml", views.sitemap, name="sitemap"),
        path("api/", description, name="api"),
        path("api/judge", judge, name="judge"),
    ]
