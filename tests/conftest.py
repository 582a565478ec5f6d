"""What every test can count on."""

from __future__ import annotations

import gc
import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from hypothesis import settings
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from tests import proved

collect_ignore = ["mutants.py", "mutate.py"]
"""What only ``make mutate`` runs needs what only ``make mutate`` installs."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return three workers for two cores where tests wait for a browser part of their time, else one a core."""
    cores = len(os.sched_getaffinity(0))
    return cores if "not browser" in config.option.markexpr else -(-cores * 3 // 2)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("samples of exhaustive tests")
    group.addoption("--prove", action="store_true", help="run every case of tests marked as exhaustive")
    group.addoption("--all-examples", action="store_true", help="hold properties to all their random examples")
    group.addoption("--sample-seed", type=int, help="draw the same sample of their cases as an earlier run")
    parser.addoption("--cpu-slowdown", type=float, default=1, help="slow the pages of browser tests by this factor")
    parser.addoption("--approve", action="store_true", help="store what pages sound like as approved (test_spoken.py)")


def pytest_configure(config: pytest.Config) -> None:
    seed = config.getoption("--sample-seed")
    if seed is not None or proved.SEED not in os.environ:
        os.environ[proved.SEED] = str(secrets.randbelow(10**6) if seed is None else seed)
    proved.IS_EVERY_CASE = bool(config.getoption("--prove"))
    proved.IS_EVERY_EXAMPLE = proved.IS_EVERY_CASE or bool(config.getoption("--all-examples"))
    if not config.getoption("--hypothesis-profile"):
        # A busy machine may take long for an example that holds.
        settings.register_profile("patient", deadline=None, max_examples=proved.examples(100))
        settings.load_profile("patient")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a sample of the cases of each exhaustive test, and every case whose content changed since it was proved."""
    if config.getoption("--prove"):
        return
    cases: dict[str, list[tuple[pytest.Item, int]]] = {}
    for item in items:
        mark, text = item.get_closest_marker("exhaustive"), ""
        if mark is None or not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
            continue
        if content := mark.kwargs.get("content"):
            text = content(**item.callspec.params)
        if text is not None and (not text or proved.is_proved(text)):
            cases.setdefault(item.nodeid.partition("[")[0], []).append((item, mark.kwargs["sample"]))
    left_out = set[pytest.Item]()
    for name, found in cases.items():
        left_out |= {item for item, _size in found}
        left_out -= {item for item, _size in proved.sample(name, found, found[0][1])}
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not config.getoption("--prove"):
        terminalreporter.write_line(f"exhaustive tests were sampled by --sample-seed={os.environ[proved.SEED]}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Store which content is proved, after every case of every test has passed."""
    config = session.config
    is_whole = config.getoption("--prove") and not (config.getoption("keyword") or config.getoption("markexpr"))
    if (
        is_whole
        and config.args == config.getini("testpaths")
        and exitstatus == 0
        and not hasattr(config, "workerinput")
    ):
        proved.store()


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end: not looked through for garbage after every few hundred objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_up_once() -> Iterator[None]:
    """Each test's client loads the middleware anew; thousands of them would look up every static file again."""
    look_up = WhiteNoiseMiddleware.update_files_dictionary
    found: dict[tuple[str, str], dict[str, Any]] = {}

    def once(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            look_up(self, root, prefix)
            found[root, prefix] = self.files
        self.files = self.files | found[root, prefix]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(WhiteNoiseMiddleware, "update_files_dictionary", once)
        yield


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Each test begins in English: a request leaves its language behind, as on a server's thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def nothing_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has asked the judge over HTTP before; what is asked is counted in memory, for most tests have no database."""
    from rulesite import limits

    monkeypatch.setattr(limits, "spent", limits.OfProcess(limits.RATE))
