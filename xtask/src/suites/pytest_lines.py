"""A plugin of pytest that prints a line for each test, as Rust's test programs do, and ends a process whose context is lost.

SUITE_TESTS names a file with the tests to run, one on a line; without it, all run."""

import ctypes
import os

import pytest

# pytest captures both later, also while it reports parts of a test, and prints its own to standard error.
LINES = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
ERRORS = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="replace")
os.dup2(2, 1)

# The errors after which every call of the process fails.
LOST = {700, 702, 709, 714, 715, 716, 717, 718, 719, 721}

outcome = "ok"


def say(text, end="\n"):
    LINES.write(text + end)
    LINES.flush()


def one_line(text):
    return " ".join(str(text).split())


def of(report):
    if report.failed:
        return "FAILED"
    # One that is expected to fail passes in either case, as pytest has it.
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        return f"ignored, {one_line(reason)}"
    return "ok"


def pytest_collectreport(report):
    # Of a file that can't be imported, no test is known.
    if not report.passed and report.nodeid:
        say(f"test {report.nodeid} ... {of(report)}")
        if report.failed:
            print(report.longreprtext, file=ERRORS, flush=True)


def pytest_collection_modifyitems(config, items):
    if config.option.collectonly:
        for item in items:
            say(f"{item.nodeid}: test")
        return
    if "SUITE_TESTS" in os.environ:
        with open(os.environ["SUITE_TESTS"], encoding="utf-8") as file:
            names = set(file.read().split("\n"))
        items[:] = [item for item in items if item.nodeid in names]


def pytest_runtest_logstart(nodeid):
    global outcome
    outcome = "ok"
    say(f"test {nodeid} ... ", end="")


def pytest_runtest_logreport(report):
    global outcome
    if outcome != "FAILED" and of(report) != "ok":
        outcome = of(report)
    if report.failed:
        print(f"\n---- {report.nodeid}\n{report.longreprtext}\n{report.capstderr}", file=ERRORS, flush=True)


def pytest_runtest_logfinish():
    # A test whose kernel ends the context has failed, also if it didn't wait for it.
    code = ctypes.CDLL("libcuda.so.1").cuCtxSynchronize()
    say("FAILED" if code in LOST else outcome)
    if code in LOST:
        say(f"context lost: {code}")
        os._exit(3)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    say("all tests ended")
    # Not Python's own end, which waits for what tests have left.
    os._exit(0)


@pytest.fixture(scope="class")
def initialize_from_pytest_config(request):
    """What numba-cuda's tests take from a file of its repository that its wheel lacks."""
    request.cls._dump_failed_filechecks = False
