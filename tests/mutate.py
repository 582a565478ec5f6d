"""Do the tests notice when a plain room or the store is changed in one place? ``make mutate`` asks.

Each room below is changed in one place at a time (:mod:`tests.mutants`), and the tests that prove it are run, those
first that cost least, until one fails. A change that all of them pass has survived; unless it is named in
``tests/equivalents.toml``, with the reason why no test could ever see it, the run fails.

The changes are mutmut's, the running is not: mutmut changes nothing that runs at import (tables, defaults, enumerations:
where the figures of a card game stand), nor properties, and works in a copy of the tree that lacks the content;
cosmic-ray starts Django anew for each change, some 4 s. Here a process that has collected a room's tests is forked for
each change, and the changed function is put in the place of the other (some 20 ms); what runs at import is imported
anew.

``python -m tests.mutate [ROOM …]``: all rooms, or those whose paths begin like this. The tests of Hypothesis are given
a seed, so that a run can be repeated.
"""

from __future__ import annotations

import argparse
import gc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from pluggy import HookimplMarker

from tests.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENTS = ROOT / "tests" / "equivalents.toml"
PLAIN = sorted(path for room in ("rules", "turns", "scoring") for path in (ROOT / "games").glob(f"*/{room}.py"))
"""What each game lays down in plain Python."""
REBUILT = "tests/arranging/test_rebuild.py"
LEFT = "tests/arranging/test_deadwood.py"
REBUILDING = (
    REBUILT,
    *(
        f"-{REBUILT}::{test}"
        for test in (
            "test_a_hand_that_is_itself_a_group_leaves_every_group_untouched",
            "test_no_order_matters_and_the_answer_is_always_the_same",
            "test_both_ways_find_the_same_and_the_programme_alone_as_well",
            "test_wherever_the_budget_ends_the_turn_is_legal_and_claims_no_more_than_is_so",
            "test_random_tables_agree_with_the_integer_program[standard",
            "test_random_tables_agree_with_the_integer_program[a full table",
            "test_random_tables_agree_with_the_integer_program[three decks",
        )
    ),
    "tests/arranging/test_searches.py",
    "tests/machiavelli/test_rules.py",
)
DEADWOOD = (
    LEFT,
    *(
        f"-{LEFT}::{test}"
        for test in (
            "test_two_packs_and_jokers_the_integer_program_leaves_as_much[3",
            "test_two_packs_and_jokers_the_integer_program_leaves_as_much[4",
            *(f"test_two_packs_helpers_are_all_the_cards_that_lessen_the_deadwood[{seed}" for seed in range(2, 6)),
            "test_the_hands_that_were_hardest_to_prove",
            "test_the_search_stays_small_where_a_hand_is_as_large_as_it_may_be",
        )
    ),
    "tests/ramino/test_rules.py",
)
MOVED, RUNNING = "tests/matches/test_transfer.py", "tests/matches/test_operating.py"
ARRANGING = {
    **dict.fromkeys(("budget", "lattice", "programme", "rebuild", "simplex", "task"), REBUILDING),
    **dict.fromkeys(("deadwood", "doubles"), DEADWOOD),
    "melds": ("tests/arranging/test_melds.py", "tests/machiavelli/test_rules.py", "tests/ramino/test_rules.py"),
    "moves": ("tests/arranging/test_moves.py", "tests/machiavelli/test_rules.py"),
    "wild": ("tests/arranging/test_wild.py", "tests/marriage/test_arrange.py"),
}
"""The solvers' tests without those that take tens of seconds, which would be run for each change that is not seen."""
ROOMS: dict[str, tuple[str, ...]] = {
    "games/cards.py": ("tests/test_cards.py", "tests/test_notation.py", "tests/murlan/test_rules.py"),
    "games/notation.py": ("tests/test_notation.py",),
    "games/rulings.py": ("tests/test_rulings.py", "tests/murlan", "tests/test_judge.py"),
    "games/table.py": (
        "tests/test_cards.py",
        "tests/test_stories.py",
        "tests/test_pictures.py",
        "tests/muriel/test_story.py",
        "tests/marriage/test_asks.py",
    ),
    **{f"games/arranging/{room}.py": tests for room, tests in sorted(ARRANGING.items())},
    **{
        f"games/{game}/{path.name}": (
            f"tests/{game}",
            f"tests/test_checks.py::test_every_worked_example_holds[{game}]",
            f"tests/test_answers.py::test_every_answer_is_what_it_was_found_right_as[{game}]",
        )
        for path in PLAIN
        for game in [path.parent.name]
    },
    "matches/ledger.py": ("tests/matches/test_ledger.py", "tests/matches/test_store.py"),
    "matches/links.py": ("tests/matches/test_store.py", f"{RUNNING}::test_the_log_names_no_link"),
    "matches/chart.py": ("tests/matches/test_chart.py",),
    "matches/curious.py": ("tests/matches/test_curious.py",),
    "matches/store.py": (
        "tests/matches/test_store.py",
        f"{MOVED}::test_an_exported_match_comes_back_exactly_as_it_was",
        f"{MOVED}::test_a_match_of_entries_as_long_as_they_may_be_is_not_larger_than_a_file_may_be",
        f"{RUNNING}::test_all_old_matches_are_removed_and_counted",
        f"{RUNNING}::test_an_old_match_that_is_written_to_just_now_stays",
    ),
}
"""Each room, and the tests that prove it, without those whose names begin like one after ``-``; its own doctests come
first."""

MOST = 60
"""Changes of one room that are tried, drawn by lot where there are more."""
SEED = 2026
ENOUGH = 0.95
"""The share of changes that tests have to notice: of all but those that change nothing but the time it takes."""
FOR_ONE = 30
"""Seconds of processor time that the tests of one change take at most; the dearest are left out where they take more."""
DEAREST = 10
"""Seconds of processor time that a test may take while it is measured, which makes it slower; others are left out."""
MEMORY = 4 << 30
IMPORTING = 30
"""Seconds of processor time that importing and collecting may take before it counts as endless."""


@dataclass
class Outcome:
    """What became of the changes of a room."""

    room: str
    all: int
    tried: int
    named: list[dict[str, Any]]
    """Drawn, but named one by one as nothing that a test could notice, and therefore not tried."""
    caught: int
    endless: int
    survivors: list[dict[str, Any]]
    noticed: list[dict[str, Any]]
    """Named as equivalent, and noticed by a test all the same."""
    seconds: float
    """Of processor time, all processes together."""
    left_out: int = 0
    """Tests that take too long to be run for each change."""
    fault: str = ""


# One process for each room, which forks one for each change.


class Runner:
    """A plugin of pytest: runs the collected tests for many changes instead of once.

    :param ready: what to do once they are collected, given the session; its value ends the process.
    """

    def __init__(self, ready: Callable[[Any], int]) -> None:
        self.ready = ready

    def pytest_configure(self, config: Any) -> None:
        from django.db import connections

        database = connections["default"]
        if database.vendor == "sqlite":
            database.settings_dict["TEST"]["NAME"] = os.environ["MUTATE_FOLDER"] + "/test.sqlite3"

    def pytest_sessionstart(self, session: Any) -> None:
        # pytest's own finder, which comes first by now, would read the module from the disk.
        for finder in [each for each in sys.meta_path if isinstance(each, Changed)]:
            sys.meta_path.remove(finder)
            sys.meta_path.insert(0, finder)

    @HookimplMarker("pytest")(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """What a whole session stands on, such as its database, takes no time of the test that asks for it first."""
        left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if fixturedef.scope == "session" else 0.0
        try:
            return (yield)
        finally:
            if left:
                signal.setitimer(signal.ITIMER_PROF, left)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Say at once why a test failed: the process ends before pytest sums up."""
        if report.failed:
            print(report.longreprtext, flush=True)

    def pytest_runtestloop(self, session: Any) -> bool:
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} faults while collecting")
        os._exit(self.ready(session))


class Changed(importlib.machinery.SourceFileLoader):
    """Finds one module, and loads it from a changed source."""

    def __init__(self, room: str, source: str) -> None:
        super().__init__(room.removesuffix(".py").replace("/", "."), str(ROOT / room))
        self.source = source

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> Any:
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.path, loader=self)
        return None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Room:
    """A room whose changes are tried one after the other."""

    def __init__(self, room: str, most: int, seed: int, equivalents: set[tuple[Any, ...]], again: bool) -> None:
        self.room, self.seed, self.equivalents = room, seed, equivalents
        self.path = str(ROOT / room)
        found = mutants(ROOT, room)
        self.all = len(found)
        chosen = {id(each) for each in sorted(found, key=lambda mutant: mutant.lot(seed))[: most or None]}
        drawn = [each for each in found if id(each) in chosen]
        self.mutants = [each for each in drawn if again or each.key not in equivalents]
        self.items: dict[str, tuple[float, set[str]]] = {}
        """Each test's processor time in seconds, and which functions of the room it calls."""
        self.at_import: set[str] = set()
        """Functions that run before any test does: what they make then is not made again by another function."""
        self.functions: dict[str, list[FunctionType]] = {}
        """The functions of the room that are there, by qualified name."""
        self.kills: Counter[str] = Counter()
        passed_over = [] if again else [_shown(each) for each in drawn if each.key in equivalents]
        self.outcome = Outcome(room, self.all, len(self.mutants), passed_over, 0, 0, [], [], 0.0)

    def run(self) -> Outcome:
        anew: list[Mutant] = []
        first = self._forked(lambda tell: _pytest(self.room, lambda session: self._in_place(session, tell)), None)
        told = [json.loads(line) for line in first[1].splitlines()]
        if not told or not isinstance(told[-1], str):
            self.outcome.fault = (
                told[-1]["fault"] if told and "fault" in told[-1] else f"died of {first[0]}: {first[1]}"
            )
            return self.outcome
        for line in told[:-1]:
            if "items" in line:
                self.items = {name: (cost, set(called)) for name, cost, called in line["items"]}
                self.outcome.left_out = line["left_out"]
            elif line["by"] == ANEW:
                anew.append(self.mutants[line["at"]])
            else:
                self._count(self.mutants[line["at"]], line["by"])
        for name in json.loads(told[-1]):
            _try_import(name)
        same = Mutant(self.room, "", "", "", "", 1, (ROOT / self.room).read_text())  # a test of the test
        if anew and (by := self._anew(same, most=3)):
            self.outcome.fault = f"imported anew, with nothing changed, {by} fails"
        for mutant in anew:
            self._count(mutant, self._anew(mutant))
        self.outcome.seconds = sum(os.times()[:4])
        return self.outcome

    def _count(self, mutant: Mutant, by: str) -> None:
        """Note by which test a change was noticed, or that none did."""
        named = mutant.key in self.equivalents
        if not by:
            self.outcome.survivors.append(_shown(mutant))
            return
        self.kills[by] += 1
        self.outcome.caught += 1
        self.outcome.endless += by == ENDLESS
        if named:
            self.outcome.noticed.append(_shown(mutant) | {"by": by})

    def _in_place(self, session: Any, tell: Callable[[object], None]) -> int:
        """Measure the tests, then try each change that can be put in the place of what is there."""
        items = {item.nodeid: item for item in session.items}
        self.at_import |= _calls_seen(self.path, stop=True)
        measured = self._forked(lambda tell: _measure(session, self.path, tell), None)[1]
        lines = [json.loads(line) for line in measured.splitlines()]
        failed = [line[0] for line in lines if line[3] == "failed"]
        if failed or len(lines) < len(items):
            last = lines[-1][0] if lines else "nothing"
            tell({"fault": f"tests fail although nothing is changed: {failed}; the last was {last}"})
            return 1
        lines = [line[:3] for line in lines if not line[3]]
        self.items = {name: (cost, set(called)) for name, cost, called in lines}
        tell({"items": lines, "left_out": len(items) - len(lines)})
        _keep_database()
        if by := self._tried(lambda tell: self._run([items[name] for name in self._ordered(list(self.items))], tell)):
            tell({"fault": f"a second time, with nothing changed, {by} fails"})
            return 1
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__.co_filename == self.path:
                self.functions.setdefault(each.__code__.co_qualname, []).append(each)
        gc.freeze()  # what is here now stays, so no process needs a copy of it
        for at, mutant in enumerate(self.mutants):
            outermost = mutant.outermost
            called_by = [name for name, (_cost, called) in self.items.items() if outermost in called]
            code = _code(mutant) if outermost in self.functions and outermost not in self.at_import else None
            if not code:
                tell({"at": at, "by": ANEW})
            elif not called_by:
                tell({"at": at, "by": ""})
            else:
                by = self._tried(partial(self._patched, code, [items[name] for name in self._ordered(called_by)]))
                tell({"at": at, "by": by})
                if by and by != ANEW:
                    self.kills[by] += 1
        ours = {"bench", "games", "matches", "rulesite", "tests"}
        known = [name for name in sys.modules if name.split(".")[0] not in ours]
        tell(json.dumps(known))
        return 0

    def _patched(self, code: CodeType, items: list[Any], tell: Callable[[object], None]) -> int:
        """Put a function in the place of the one that is there, and run these tests."""
        try:
            for function in self.functions[code.co_qualname]:
                function.__code__ = code
        except ValueError:  # it uses other variables of what is round it
            tell(ANEW)
            return 0
        return self._run(items, tell)

    def _anew(self, mutant: Mutant, most: float = FOR_ONE) -> str:
        """Import the changed room, then run the tests of the room; what noticed."""

        def work(tell: Callable[[object], None]) -> int:
            sys.meta_path.insert(0, Changed(self.room, mutant.source))
            signal.setitimer(signal.ITIMER_PROF, IMPORTING)

            def ready(session: Any) -> int:
                items = {item.nodeid: item for item in session.items}
                return self._run(
                    [items[name] for name in self._ordered([name for name in self.items if name in items], most)], tell
                )

            return _pytest(self.room, ready)

        return self._tried(work, by_import=True)

    def _ordered(self, names: list[str], most: float = FOR_ONE) -> list[str]:
        """Those first that cost little and have noticed much, as many as may be run for one change."""
        order = sorted(names, key=lambda name: (self._cost(name) + 0.002) / (1 + self.kills[name]))
        costs = accumulate(self._cost(name) for name in order)
        return [name for name, cost in zip(order, costs, strict=True) if cost <= most]

    def _cost(self, name: str) -> float:
        return self.items[name][0] if name in self.items else 1.0

    def _run(self, items: list[Any], tell: Callable[[object], None]) -> int:
        """Run tests until one fails, and tell which; one that takes far too long ends the process."""
        for item in items:
            signal.setitimer(signal.ITIMER_PROF, 2 + 4 * self._cost(item.nodeid))
            if _fails(item):
                tell(item.nodeid)
                return 1
        tell("")
        return 0

    def _tried(self, work: Callable[[Callable[[object], None]], int], *, by_import: bool = False) -> str:
        """What noticed, working in a process of its own: a test's name, or how the process ended."""
        _fresh_database()
        limit = 60 + 20 * min(FOR_ONE, sum(map(self._cost, self.items)))
        ended, told = self._forked(work, limit)
        if ended or told:
            return ended or str(json.loads(told.splitlines()[-1]))
        if not by_import:
            raise RuntimeError("a process ended without a word")
        return "importing it"

    @staticmethod
    def _forked(work: Callable[[Callable[[object], None]], int], limit: float | None) -> tuple[str, str]:
        """Do something in a process of its own: how it was ended, if it was, and what it told."""
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reading)
            try:
                code = work(lambda what: _write(writing, json.dumps(what) + "\n"))
            except BaseException:
                traceback.print_exc()
                code = 3
            os._exit(code)
        os.close(writing)
        told, until = [], time.monotonic() + (limit or 24 * 3600)
        while True:
            if not select.select([reading], [], [], max(0.0, until - time.monotonic()))[0]:
                os.kill(pid, signal.SIGKILL)
                break
            if not (piece := os.read(reading, 1 << 16)):
                break
            told.append(piece)
        os.close(reading)
        status = os.waitpid(pid, 0)[1]
        ended = ""
        if os.WIFSIGNALED(status):
            ended = (
                ENDLESS if os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGKILL) else f"signal {os.WTERMSIG(status)}"
            )
        return ended, b"".join(told).decode()


def _shown(mutant: Mutant) -> dict[str, Any]:
    return dict(zip(("room", "function", "before", "after", "nth"), mutant.key, strict=True))


ENDLESS, ANEW = "it takes too long", "to be imported anew"


def _write(to: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(to, data) :]


def _pytest(room: str, ready: Callable[[Any], int]) -> int:
    """Collect the tests of a room, then go on with them."""
    import pytest
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutate",
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    options = ["-p", "no:cacheprovider", "--reuse-db", "--hypothesis-profile=mutate", f"--hypothesis-seed={SEED}"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # much is imported before pytest begins
    # Fewer random examples would notice fewer changes; every case of the other rooms would take too long.
    options.append("--prove" if room.startswith("games/arranging/") else "--all-examples")
    options += [f"--deselect={test[1:]}" for test in ROOMS[room] if test.startswith("-")]
    tests = [test for test in ROOMS[room] if not test.startswith("-")]
    done = pytest.main([*options, f"--rootdir={ROOT}", room, *tests], plugins=[Runner(ready)])
    return int(done) or 4


def _fails(item: Any) -> bool:
    """Run one test; everything that it stands on beyond the test itself stays for the next."""
    session = item.session
    session._setupstate.teardown_exact(item)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=item)
    return bool(session.testsfailed)


_seen: set[str] = set()


def _calls_seen(path: str, *, stop: bool = False) -> set[str]:
    """The functions of a file that were called since this was asked last."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename == path:
            _seen.add(frame.f_code.co_qualname)

    seen = {name.split(".<locals>")[0] for name in _seen}
    _seen.clear()
    sys.setprofile(None if stop else note)
    threading.setprofile(None if stop else note)
    return seen


def _measure(session: Any, path: str, tell: Callable[[object], None]) -> int:
    """Run every test with nothing changed: its name, processor time, which functions it calls, what became of it."""
    for item in session.items:
        too_dear = False

        def stop(_signal: int, _frame: FrameType | None) -> None:
            nonlocal too_dear
            too_dear = True
            raise TimeoutError

        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, DEAREST)
        before, failed = time.process_time(), session.testsfailed
        _calls_seen(path)
        _fails(item)
        signal.setitimer(signal.ITIMER_PROF, 0)
        called = _calls_seen(path, stop=True)
        became = "too dear" if too_dear else "failed" if session.testsfailed > failed else ""
        tell([item.nodeid, time.process_time() - before, sorted(called), became])
    session._setupstate.teardown_exact(None)  # or what the last test wrote stays in the database
    return 0


def _code(mutant: Mutant) -> CodeType | None:
    """The changed function as it is compiled, if there is but one of this name."""
    found = []
    to_see = [compile(mutant.source, str(ROOT / mutant.room), "exec", dont_inherit=True)]
    while to_see:
        code = to_see.pop()
        if code.co_qualname == mutant.outermost:
            found.append(code)
        to_see += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found[0] if len(found) == 1 else None


def _keep_database() -> None:
    """Keep the tests' database as it is now."""
    for file in _database_files():
        shutil.copy(file, file.with_name("kept-" + file.name))


def _fresh_database() -> None:
    """The tests' database as it was kept, whatever a test that was broken off left in it."""
    kept = list(Path(os.environ["MUTATE_FOLDER"]).glob("kept-*"))
    if kept:
        for file in _database_files():
            file.unlink()
        for file in kept:
            shutil.copy(file, file.with_name(file.name.removeprefix("kept-")))


def _database_files() -> Iterator[Path]:
    return Path(os.environ["MUTATE_FOLDER"]).glob("test.sqlite3*")


def _try_import(name: str) -> None:
    """Import what every process would import again; what cannot be had before Django is ready is left."""
    if not name.startswith(("django.contrib", "__")) and not name.endswith("models"):
        try:
            importlib.import_module(name)
        except Exception:
            sys.modules.pop(name, None)


# The whole run.


def room_in_process(room: str, most: int, seed: int, equivalents: set[tuple[Any, ...]], again: bool, logs: Path) -> int:
    """Begin to try a room in a process of its own, which leaves its outcome in a file; its number."""
    if pid := os.fork():
        return pid
    name = room.replace("/", ".")
    folder = tempfile.mkdtemp(prefix="carta-mutate-")
    os.environ["MUTATE_FOLDER"] = folder
    with (logs / f"{name}.log").open("wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    try:
        _calls_seen(str(ROOT / room))
        outcome = Room(room, most, seed, equivalents, again).run()
    except BaseException:
        traceback.print_exc()
        outcome = Outcome(room, 0, 0, [], 0, 0, [], [], 0, fault=traceback.format_exc())
    (logs / f"{name}.json").write_text(json.dumps(asdict(outcome)))
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def outcomes(
    rooms: list[str], processes: int, most: int, seed: int, equivalents: set[tuple[Any, ...]], again: bool
) -> Iterator[Outcome]:
    """What became of each room, as they end."""
    with tempfile.TemporaryDirectory(prefix="carta-mutate-") as folder:
        logs, waiting, running = Path(folder), rooms[:], dict[int, str]()
        while waiting or running:
            while waiting and len(running) < processes:
                room = waiting.pop(0)
                running[room_in_process(room, most, seed, equivalents, again, logs)] = room
            pid, _status = os.wait()
            name = running.pop(pid).replace("/", ".")
            outcome = Outcome(**json.loads((logs / f"{name}.json").read_text()))
            if outcome.fault:
                outcome.fault += "\n" + (logs / f"{name}.log").read_text()[-6000:]
            yield outcome


@dataclass(frozen=True)
class Named:
    """What ``tests/equivalents.toml`` names: the changes that no test can notice."""

    equivalent: dict[tuple[Any, ...], str]
    """By what a change is known by: why nobody could ever see it."""
    speed: dict[tuple[Any, ...], str]
    """Likewise: why it changes how soon an answer is there, and no answer."""
    ways: dict[tuple[str, str], str]
    """By room and function: why whatever survives in it changes how soon an answer is there, and no answer."""

    @classmethod
    def read(cls) -> Named:
        there = tomllib.loads(EQUIVALENTS.read_text())
        speed = there.get("speed", [])
        ways = {(entry["room"], entry["function"]): entry["why"] for entry in speed if "before" not in entry}
        return cls(
            dict(_changes(there.get("equivalent", []))),
            dict(_changes(entry for entry in speed if "before" in entry)),
            ways,
        )

    @property
    def changes(self) -> set[tuple[Any, ...]]:
        """Those that are named one by one, which need not be tried."""
        return {*self.equivalent, *self.speed}

    def of_speed(self, change: tuple[Any, ...]) -> bool:
        return change in self.speed or change[:2] in self.ways


def _changes(entries: Iterable[dict[str, Any]]) -> Iterator[tuple[tuple[Any, ...], str]]:
    for entry in entries:
        for after in entry["after"] if isinstance(entry["after"], list) else [entry["after"]]:
            yield (entry["room"], entry["function"], entry["before"], after, entry.get("nth", 1)), entry["why"]


def main(arguments: list[str]) -> int:
    """Try the rooms, and say what survived; 1 when a test is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rooms", nargs="*", help="how the rooms' paths begin; all unless given")
    parser.add_argument("--most", type=int, default=MOST, help=f"changes of a room at most, 0 for all of them ({MOST})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"by which they are drawn ({SEED})")
    parser.add_argument("--again", action="store_true", help="try also what is named as equivalent")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    rooms = [room for room in ROOMS if not chosen.rooms or room.startswith(tuple(chosen.rooms))]
    named = Named.read()
    began = time.monotonic()
    print(f"At most {chosen.most} changes" if chosen.most else "All changes", f"of each room, seed {chosen.seed}.")
    print(
        f"{'room':32} {'changes':>8} {'drawn':>6} {'caught':>7} {'endless':>8} {'speed':>6} {'equal':>6} {'missed':>7} "
        f"{'s':>5}",
        flush=True,
    )
    sums: Counter[str] = Counter()
    unnamed: list[dict[str, Any]] = []
    noticed: list[dict[str, Any]] = []
    faults = 0
    for done in outcomes(rooms, chosen.processes, chosen.most, chosen.seed, named.changes, chosen.again):
        if done.fault:
            faults += 1
            print(f"{done.room}: {done.fault}", flush=True)
            continue
        lived = done.named + done.survivors
        speed = [each for each in lived if named.of_speed(tuple(each.values()))]
        equal = [each for each in lived if tuple(each.values()) in named.equivalent]
        missed = [each for each in lived if each not in speed and each not in equal]
        unnamed += missed
        noticed += done.noticed
        figures = {
            "drawn": done.tried + len(done.named),
            "caught": done.caught,
            "endless": done.endless,
            "speed": len(speed),
            "equal": len(equal),
            "missed": len(missed),
        }
        sums.update(figures)
        print(
            f"{done.room:32} {done.all:8} {figures['drawn']:6} {done.caught:7} {done.endless:8} {len(speed):6} "
            f"{len(equal):6} {len(missed):7} {done.seconds:5.0f}"
            + (f"  without {done.left_out} tests that take too long" if done.left_out else ""),
            flush=True,
        )
    changes: dict[tuple[Any, ...], list[str]] = {}
    for each in unnamed:
        changes.setdefault((each["room"], each["function"], each["before"], each["nth"]), []).append(each["after"])
    for (room, function, before, nth), afters in changes.items():
        print(f"\n[[equivalent]]\nroom = {_toml(room)}\nfunction = {_toml(function)}\nbefore = {_toml(before)}")
        print("after = [", *(f"    {_toml(after)}," for after in afters), "]", sep="\n")
        print(*([f"nth = {nth}"] if nth > 1 else []), 'why = ""', sep="\n")
    for each in noticed:
        print(f"\nNamed as equivalent, but noticed by {each['by']}:\n  {each['before']}\n  {each['after']}")
    there = {mutant.key for room in rooms for mutant in mutants(ROOT, room)}
    gone = [key for key in named.changes if key[0] in rooms and key not in there]
    gone += [way for way in named.ways if way[0] in rooms and way not in {key[:2] for key in there}]
    for key in gone:
        print(f"\nNamed, but there is no such change any more: {key}")
    heeded = sums["drawn"] - sums["speed"]
    share = sums["caught"] / heeded if heeded else 0.0
    print(
        f"\n{sums['drawn']} changes. {sums['speed']} change only how soon an answer is there, which no test times; of the "
        f"other {heeded} the tests caught {sums['caught']} ({share:.1%}), {sums['equal']} are named as equivalent, and "
        f"for {sums['missed']} a test is missing. {(time.monotonic() - began) / 60:.0f} minutes."
    )
    return int(bool(faults or unnamed or gone) or share < ENOUGH)


def _toml(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
