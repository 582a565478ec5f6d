"""Every address of the site."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from games.views import description, judge
from rulesite import limits, pictures, views

urlpatterns = [
    *i18n_patterns(
        path("", views.home, name="home"),
        path(_("glossary/"), views.glossary, name="glossary"),
        path(_("colours/"), views.look, name="look"),
        path(
            _("match/"),
            include(
                [
                    path("", include("matches.urls")),
                    path("<token:token>/picture.png", pictures.standing, name="match_picture"),
                ]
            ),
        ),
        path("<slug:game>/", views.rules, name="rules"),
        path("<slug:game>/card/", views.card, name="card"),
        path("<slug:game>/house/", views.house, name="house"),
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
