"""cuda.core sees arrays of Rust's by DLPack and the CUDA Array Interface, and Rust looks at a buffer of cuda.core's."""

import numpy as np
from cuda.core import Buffer, Device
from cuda.core.utils import StridedMemoryView

from rust_arrays import Session, counted


def copied(device, stream, view, elements):
    """The first elements of a view's memory."""
    host = np.empty(elements, np.float32)
    source = Buffer.from_handle(view.ptr, host.nbytes)
    from cuda.core import LegacyPinnedMemoryResource

    pinned = LegacyPinnedMemoryResource().allocate(host.nbytes)
    source.copy_to(pinned, stream=stream)
    stream.sync()
    import ctypes

    ctypes.memmove(host.ctypes.data, int(pinned.handle), host.nbytes)
    pinned.close(stream)
    return host


def main():
    device = Device()
    device.set_current()
    stream = device.create_stream()
    session = Session()
    theirs = int(stream.handle)

    array = session.counted(300, 400)
    array.slow_add(1.0, 10_000)
    view = StridedMemoryView.from_dlpack(array, stream_ptr=theirs)
    assert tuple(view.shape) == (300, 400) and view.dtype == np.float32, view
    # The stream waits for Rust's kernel.
    assert np.array_equal(copied(device, stream, view, 120_000), counted(300, 400).ravel() + 1)

    columns = session.counted(30, 40, order="F")
    view = StridedMemoryView.from_cuda_array_interface(columns, stream_ptr=theirs)
    assert tuple(view.strides) == (1, 30), view.strides
    assert np.array_equal(copied(device, stream, view, 1200), counted(30, 40).T.ravel())

    buffer = device.memory_resource.allocate(64, stream=stream)
    try:
        session.from_dlpack(buffer)
    except RuntimeError as error:
        assert "are not <f4" in str(error), error
    else:
        raise AssertionError("bytes are taken for floats")
    buffer.close(stream)
    print(f"{device.name}: cuda.core and Rust see the same numbers")


if __name__ == "__main__":
    main()
