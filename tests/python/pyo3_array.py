"""cuda.core sees an array of a module that Rust made with PyO3, in examples/python."""

import ctypes
import gc

import numpy as np
import rust_arrays
from cuda.core import Buffer, Device, LegacyPinnedMemoryResource
from cuda.core.utils import StridedMemoryView


def refused(call):
    """What a call says that must not work."""
    try:
        call()
    except BufferError as error:
        return str(error)
    raise AssertionError("it worked")


def main():
    device = Device()
    device.set_current()
    stream = device.create_stream()

    array = rust_arrays.counted(1000)
    view = StridedMemoryView.from_dlpack(array, stream_ptr=int(stream.handle))
    assert tuple(view.shape) == (1000,) and view.dtype == np.float32, view
    host = np.empty(1000, np.float32)
    pinned = LegacyPinnedMemoryResource().allocate(host.nbytes)
    Buffer.from_handle(view.ptr, host.nbytes).copy_to(pinned, stream=stream)
    stream.sync()
    ctypes.memmove(host.ctypes.data, int(pinned.handle), host.nbytes)
    assert np.array_equal(host, np.arange(1000, dtype=np.float32)), host
    pinned.close(stream)

    assert refused(array.__dlpack__) == "the array was given away"
    array = rust_arrays.counted(4)
    assert "where it is" in refused(lambda: array.__dlpack__(dl_device=(1, 0)))
    # A capsule that nobody takes deletes its tensor, of either form.
    for version, name in [((1, 3), "dltensor_versioned"), (None, "dltensor")]:
        capsule = rust_arrays.counted(1 << 20).__dlpack__(max_version=version)
        assert f'"{name}"' in repr(capsule), capsule
        del capsule
    del view
    gc.collect()
    print(f"{device.name}: cuda.core and PyO3 see the same numbers")


if __name__ == "__main__":
    main()
