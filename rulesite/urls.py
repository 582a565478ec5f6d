"""Every address of the site."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path, register_converter
from django.utils.translation import gettext_lazy as _

from games import practising, puzzling
from games.views import description, judge
from rulesite import limits, pictures, views
from rulesite.stored import packed

register_converter(puzzling.DayConverter, "day")
register_converter(puzzling.MonthConverter, "month")

urlpatterns = [
    *i18n_patterns(
        path("", views.home, name="home"),
        path(_("glossary/"), views.glossary, name="glossary"),
        path(_("colours/"), views.look, name="look"),
        path(_("know/"), views.know, name="know"),
        path(
            _("match/"),
            include(
                [
                    path("", include("matches.urls")),
                    path("<token:token>/picture.png", pictures.standing, name="match_picture"),
                ]
            ),
        ),
        path("puzzle/", puzzling.of_today, name="today"),
        path("puzzle/<day:day>/", packed(puzzling.of_a_day), name="day"),
        path("puzzle/archive/", packed(puzzling.archive), name="archive"),
        path("puzzle/archive/<month:month>/", packed(puzzling.archive), name="archive"),
        path("<slug:game>/", views.rules, name="rules"),
        path("<slug:game>/card/", views.card, name="card"),
        path("<slug:game>/house/", views.house, name="house"),
        path("<slug:game>/lesson/", views.lesson, name="lesson"),
        path("<slug:game>/lesson/<int:number>/", views.lesson, name="step"),
        path("<slug:game>/drill/", practising.practice, name="practice"),
        path("<slug:game>/drill/<slug:kind>/", practising.drill, name="drill"),
        path("<slug:game>/puzzle/", packed(puzzling.of_a_game), name="puzzles"),
        path("<slug:game>/puzzle/<int:number>/", packed(puzzling.by_number), name="puzzle"),
        path("<slug:game>/example/<slug:name>/", views.example, name="example"),
        path("<slug:game>/<slug:name>/picture.png", pictures.picture, name="picture"),
        path("<slug:game>/<slug:name>/", views.tool, name="tool"),
    ),
    path("", views.root, name="root"),
    path("robots.txt", views.robots),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("api/", description, name="api"),
    path("api/judge", limits.judged(judge), name="judge"),
]
handler400 = "rulesite.views.bad_request"
handler404 = "rulesite.views.not_found"
handler500 = "rulesite.views.server_error"
