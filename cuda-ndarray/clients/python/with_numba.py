"""numba-cuda and Rust use each other's arrays, by the CUDA Array Interface and by DLPack."""

import numpy as np
from numba import cuda

from rust_arrays import Session, counted


def main():
    session = Session()
    name = cuda.get_current_device().name
    name = name.decode() if isinstance(name, bytes) else name

    # Rust's, with a kernel of Rust's still running: Numba waits for the stream that the dictionary names.
    array = session.counted(300, 400)
    array.slow_add(1.0, 10_000)
    theirs = cuda.as_cuda_array(array)
    assert theirs.shape == (300, 400) and theirs.dtype == np.float32
    assert np.array_equal(theirs.copy_to_host(), counted(300, 400) + 1)

    # In Fortran order.
    columns = cuda.as_cuda_array(session.counted(30, 40, order="F"))
    assert columns.is_f_contiguous() and np.array_equal(columns.copy_to_host(), counted(30, 40))

    # Numba's, with a copy of Numba's still under way on its stream.
    stream = cuda.stream()
    host = cuda.pinned_array((500, 600), np.float32)
    host[:] = counted(500, 600)
    on_device = cuda.to_device(host, stream=stream)
    ours = session.from_interface(on_device)
    assert np.array_equal(ours.to_host(), counted(500, 600))

    # And back, through Rust.
    again = cuda.as_cuda_array(ours)
    assert again.__cuda_array_interface__["data"][0] == on_device.__cuda_array_interface__["data"][0]
    assert np.array_equal(again.copy_to_host(), host)
    print(f"{name}: numba-cuda and Rust see the same numbers")


if __name__ == "__main__":
    main()
