"""CuPy and Rust use each other's arrays in one process, each while a kernel of the other still runs."""

import cupy
import numpy as np

from rust_arrays import Session, counted

TURNS = 2_000_000
WAIT = cupy.RawKernel(
    r"""extern "C" __global__ void wait(long long clocks) {
        long long begin = clock64();
        while (clock64() - begin < clocks) {}
    }""",
    "wait",
)


def main():
    session = Session()
    expected = cupy.asarray(counted(300, 400))
    for stream in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        with stream:
            array = session.counted(300, 400)
            array.slow_add(1.0, TURNS)
            assert session.is_busy(), "the kernel is over too early to show anything"
            taken = cupy.from_dlpack(array)
            assert bool((taken == expected + 1).all()), stream
            del taken

            theirs = expected.copy()
            WAIT((1,), (1,), (200_000_000,))
            theirs += 5
            ours = session.from_dlpack(theirs)
            assert np.array_equal(ours.to_host(), counted(300, 400) + 5), stream
            del ours

            theirs = expected.copy()
            WAIT((1,), (1,), (200_000_000,))
            theirs += 6
            ours = session.from_interface(theirs)
            assert np.array_equal(ours.to_host(), counted(300, 400) + 6), stream
            del ours, theirs

    array = session.counted(30, 40, order="F")
    array.slow_add(1.0, TURNS)
    taken = cupy.asarray(array)
    assert taken.strides == (4, 120) and np.array_equal(cupy.asnumpy(taken), counted(30, 40) + 1)
    part = expected[::2, 10:20]
    assert np.array_equal(session.from_dlpack(part).to_host(), counted(300, 400)[::2, 10:20])
    print(f"CuPy {cupy.__version__} and Rust see the same numbers")


if __name__ == "__main__":
    main()
