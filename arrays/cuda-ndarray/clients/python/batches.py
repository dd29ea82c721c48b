"""Record batches change hands between Rust and numba, CuPy or PyTorch, each while work of the other still runs.

    python batches.py numba|cupy|torch
"""

import ctypes
import gc
import sys
import time

import numpy as np


from arrow_batches import Produced, RustBatch, columns, record, wait
from rust_arrays import Session, library


class Numba:
    """numba-cuda."""

    def __init__(self):
        from numba import cuda

        self.cuda = cuda
        name = cuda.get_current_device().name
        self.name = name.decode() if isinstance(name, bytes) else name
        self.queue = cuda.stream()
        self.stream = self.queue.handle.value if hasattr(self.queue.handle, "value") else int(self.queue.handle)

    def array(self, host):
        return self.cuda.to_device(host, stream=self.queue)

    def address(self, array):
        return array.__cuda_array_interface__["data"][0]

    def to_host(self, view):
        host = self.cuda.as_cuda_array(view, sync=False).copy_to_host(stream=self.queue)
        self.queue.synchronize()
        return host

    def later(self, array, value):
        """Adds a number after what the queue has been given: by a copy, as compiling needs NVVM."""
        host = self.cuda.pinned_array(array.shape, array.dtype)
        host[:] = np.arange(array.size) + value
        self.keeps = host
        array.copy_to_device(host, stream=self.queue)


class CuPy:
    """CuPy."""

    def __init__(self):
        import cupy

        self.cupy, self.name = cupy, f"CuPy {cupy.__version__}"
        self.queue = cupy.cuda.Stream(non_blocking=True)
        self.stream = self.queue.ptr
        self.wait = cupy.RawKernel(
            r'extern "C" __global__ void wait(long long clocks) { long long begin = clock64(); while (clock64() - begin < clocks) {} }',
            "wait",
        )

    def array(self, host):
        with self.queue:
            return self.cupy.asarray(host)

    def address(self, array):
        return array.data.ptr

    def to_host(self, view):
        with self.queue:
            return self.cupy.asnumpy(self.cupy.asarray(view))

    def later(self, array, value):
        with self.queue:
            self.wait((1,), (1,), (200_000_000,))
            array += value


class Torch:
    """PyTorch."""

    def __init__(self):
        import torch

        self.torch, self.name = torch, f"PyTorch {torch.__version__}"
        self.queue = torch.cuda.Stream()
        self.stream = self.queue.cuda_stream

    def array(self, host):
        with self.torch.cuda.stream(self.queue):
            return self.torch.as_tensor(host, device="cuda")

    def address(self, array):
        return array.data_ptr()

    def to_host(self, view):
        with self.torch.cuda.stream(self.queue):
            return self.torch.as_tensor(view, device="cuda").cpu().numpy()

    def later(self, array, value):
        with self.torch.cuda.stream(self.queue):
            self.torch.cuda._sleep(200_000_000)
            array += value


def expected(rows, value):
    """Both columns, with NaN for nulls."""
    numbers = np.arange(rows, dtype=np.float64)
    return numbers + value, np.where(np.arange(rows) % 3 > 0, numbers, np.nan)


def same(found, wanted):
    """Whether all numbers are alike, and the same ones are missing."""
    return np.array_equal(np.asarray(found, np.float64), wanted, equal_nan=True)


def theirs_of_ours(other, session, rows, is_gpu):
    """The library reads a batch of Rust's whose kernel still runs."""
    batch = RustBatch.counted(session, rows, 1.0, 2_000_000 if is_gpu else 1000)
    assert session.is_busy() or not is_gpu, "the kernel is over too early to show anything"
    array, schema = batch.export()
    batch.free()
    wait(other.stream, array.sync_event.contents.value)
    x, i = expected(rows, 1.0)
    for name, bits, values in columns(array, schema):
        found = other.to_host(values).astype(np.float64)
        if bits is not None:
            valid = np.unpackbits(other.to_host(bits), bitorder="little")[:rows]
            found = np.where(valid == 1, found, np.nan)
        assert same(found, x if name == "x" else i), name
    array.array.release(ctypes.byref(array.array))
    schema.release(ctypes.byref(schema))
    assert not array.array.release and not schema.release


def ours_of_theirs(other, session, rows):
    """Rust reads a batch of the library's that isn't ready yet, and releases it once."""
    numbers = np.arange(rows)
    x, i = other.array(numbers.astype(np.float32)), other.array(numbers.astype(np.int64))
    bits = other.array(np.packbits(numbers % 3 > 0, bitorder="little"))
    other.later(x, 8.0)
    owner = (x, i, bits)
    addresses = [other.address(array) for array in owner]
    batch = Produced(rows, *addresses, record(other.stream), owner)
    # The schema is that of a batch of ours.
    like = RustBatch.counted(session, 1, 0.0, 0)
    array, schema = like.export()
    taken = RustBatch(library.ar_import(session.handle, ctypes.byref(batch.array), ctypes.byref(schema)))
    assert not batch.array.array.release, "an array that was taken over is released"
    for at, column in enumerate(expected(rows, 8.0)):
        assert same(taken.column(at, rows), column), at
    assert batch.released == 0
    taken.free()
    # It is released behind the stream's work, on another thread.
    limit = time.monotonic() + 20
    while batch.released == 0 and time.monotonic() < limit:
        time.sleep(0.01)
    assert batch.released == 1, batch.released
    for structure in (array.array, schema):
        structure.release(ctypes.byref(structure))
    like.free()


def main():
    other = {"numba": Numba, "cupy": CuPy, "torch": Torch}[sys.argv[1]]()
    session = Session()
    is_gpu = not other.name.startswith("CUDA software device")
    for rows in (1, 1000, 100_003 if is_gpu else 5003):
        theirs_of_ours(other, session, rows, is_gpu)
        ours_of_theirs(other, session, rows)
    gc.collect()
    what = f"{other.name}: numba-cuda" if isinstance(other, Numba) else other.name
    print(f"{what} and Rust see the same numbers")


if __name__ == "__main__":
    main()
