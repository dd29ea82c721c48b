"""What the Python programs share, and `saxpy.rs` and `saxpy.hpp` have alike: the random input, the check, and the
line of figures that the comparer reads."""

import json
import sys
import time

import numpy as np

A = np.float32(2.5)
BLOCK = 512  # threads
Y = 1 << 31  # where the random numbers of `y` begin; those of `x` begin at 0
PIECE = 1 << 16  # numbers made at once: few enough for the processor's caches


def arguments():
    """How many elements, and how often the kernel is launched for its median time."""
    n, launches = (sys.argv[1:] + ["16777216", "100"][len(sys.argv) - 1 :])[:2]
    return int(n), int(launches)


def generate(first, values):
    """Fills an array with the random numbers from the `first` on: a number is a hash of its index."""
    for begin in range(0, len(values), PIECE):
        part = values[begin : begin + PIECE]
        bits = np.arange(first + begin, first + begin + len(part), dtype=np.uint32)
        bits ^= bits >> 16
        bits *= np.uint32(0x7FEB352D)
        bits ^= bits >> 15
        bits *= np.uint32(0x846CA68B)
        bits ^= bits >> 16
        bits >>= 8
        np.multiply(bits, np.float32(1 / 16777216), out=part, casting="unsafe", dtype=np.float32)


def wrong_elements(x, y, out):
    """How many elements of `out` aren't `A * x + y`, rounded twice."""
    return int(np.count_nonzero(A * x + y != out))


def median(times):
    return sorted(times)[len(times) // 2]


class Steps:
    """What a program did, one step after the other, in milliseconds."""

    def __init__(self):
        self.begin = self.last = time.perf_counter()
        self.steps = {}

    def done(self, step):
        """The step of this name ends, and the next begins."""
        now = time.perf_counter()
        self.steps[step] = (now - self.last) * 1e3
        self.last = now

    def note(self, step, milliseconds):
        self.steps[step] = milliseconds

    def print(self, device, driver, compiler, n, wrong):
        """Prints the line, and ends the program with 1 if an element was wrong."""
        self.note("total", (time.perf_counter() - self.begin) * 1e3)
        figures = {"device": device, "driver": f"{driver // 1000}.{driver % 1000 // 10}", "compiler": compiler}
        print(json.dumps({**figures, "elements": n, "wrong": wrong, "milliseconds": self.steps}))
        sys.exit(wrong != 0)
