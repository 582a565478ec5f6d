#!/usr/bin/python3
"""A window of WebKitGTK for its WebDriver, of any width, with a profile in the folder that is named.

It runs by the system's Python, for which Debian builds GTK's library.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

if sys.argv[1] == "--check":
    sys.exit()


def make_view(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """Return the view of a new window, which has the focus."""
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    view.connect("close", lambda _view: Gtk.main_quit())
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    window.get_window().focus(0)  # no window manager gives it
    view.grab_focus()
    return view


data = WebKit2.WebsiteDataManager(
    base_data_directory=f"{sys.argv[1]}/data", base_cache_directory=f"{sys.argv[1]}/cache"
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-GB"])
context.connect("automation-started", lambda _context, session: session.connect("create-web-view", make_view))
Gtk.main()
