"""SAXPY with cuda.core: devices, streams, programs and buffers as Python objects."""

import ctypes

import numpy as np
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions, launch

SOURCE = r"""
template <typename T>
__global__ void saxpy(T a, const T *x, const T *y, T *out, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}
"""
ELEMENTS = 1_000_000
THREADS = 256


def as_array(buffer):
    """The memory of a buffer that the host can reach, as float32."""
    floats = ctypes.c_float * (buffer.size // 4)
    return np.ctypeslib.as_array(floats.from_address(int(buffer.handle)))


def main():
    device = Device()
    device.set_current()
    stream = device.create_stream()

    # Without contraction the GPU rounds twice, like NumPy.
    options = ProgramOptions(arch="compute_90", std="c++17", fma=False)
    program = Program(SOURCE, code_type="c++", options=options)
    module = program.compile("ptx", name_expressions=("saxpy<float>",))
    saxpy = module.get_kernel("saxpy<float>")

    a = np.float32(2.5)
    size = ELEMENTS * a.nbytes
    pinned = LegacyPinnedMemoryResource()
    x, y, out = (pinned.allocate(size) for _ in range(3))
    as_array(x)[:] = np.random.default_rng(1).random(ELEMENTS, dtype=np.float32)
    as_array(y)[:] = np.random.default_rng(2).random(ELEMENTS, dtype=np.float32)
    as_array(out)[:] = np.nan

    on_device = [device.memory_resource.allocate(size, stream=stream) for _ in range(3)]
    for buffer, host in zip(on_device, (x, y)):
        buffer.copy_from(host, stream=stream)
    config = LaunchConfig(grid=-(-ELEMENTS // THREADS), block=THREADS)
    launch(stream, config, saxpy, a, *on_device, np.uint64(ELEMENTS))
    on_device[2].copy_to(out, stream=stream)
    stream.sync()

    right = np.count_nonzero(as_array(out) == a * as_array(x) + as_array(y))
    print(f"{device.name}: {right} of {ELEMENTS} elements are right")

    for buffer in (*on_device, x, y, out):
        buffer.close(stream)
    stream.close()


if __name__ == "__main__":
    main()
