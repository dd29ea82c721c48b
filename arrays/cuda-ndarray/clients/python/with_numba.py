"""numba-cuda and Rust use each other's arrays, by the CUDA Array Interface and by DLPack."""

import numpy as np
from numba import cuda

from rust_arrays import Session, counted


def main():
    session = Session()
    name = cuda.get_current_device().name
    name = name.decode() if isinstance(name, bytes) else name

    # The software device is too slow for what takes a GPU a while.
    is_gpu = not name.startswith("CUDA software device")

    # Rust's, with a kernel of Rust's still running: Numba waits for the stream that the dictionary names.
    array = session.counted(300, 400)
    array.slow_add(1.0, 2_000_000 if is_gpu else 10_000)
    assert session.is_busy() or not is_gpu, "the kernel is over too early to show anything"
    theirs = cuda.as_cuda_array(array)
    assert theirs.shape == (300, 400) and theirs.dtype == np.float32
    assert np.array_equal(theirs.copy_to_host(), counted(300, 400) + 1)

    # In Fortran order.
    columns = cuda.as_cuda_array(session.counted(30, 40, order="F"))
    assert columns.is_f_contiguous() and np.array_equal(columns.copy_to_host(), counted(30, 40))

    # Numba's, with a copy of Numba's still under way on its stream.
    stream = cuda.stream()
    shape = (16_000, 8_000) if is_gpu else (500, 600)
    host = cuda.pinned_array(shape, np.float32)
    host[:] = counted(*shape)
    done = cuda.event(timing=False)
    on_device = cuda.to_device(host, stream=stream)
    done.record(stream)
    ours = session.from_interface(on_device)
    assert not done.query() or not is_gpu, "the copy is over too early to show anything"
    assert np.array_equal(ours.to_host(), counted(*shape))

    # And back, through Rust.
    again = cuda.as_cuda_array(ours)
    assert again.__cuda_array_interface__["data"][0] == on_device.__cuda_array_interface__["data"][0]
    assert np.array_equal(again.copy_to_host(), host)
    print(f"{name}: numba-cuda and Rust see the same numbers")


if __name__ == "__main__":
    main()
