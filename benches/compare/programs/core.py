"""SAXPY with cuda.core: devices, streams, programs and buffers as Python objects.

It copies from and to pinned memory, for that is what cuda.core's buffers on the host are.
"""

import ctypes

import numpy as np
import saxpy
from cuda.bindings import driver, nvrtc
from cuda.core import (
    Device,
    EventOptions,
    LaunchConfig,
    LegacyPinnedMemoryResource,
    Program,
    ProgramOptions,
    __version__,
    launch,
)

SOURCE = r"""extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}"""


def as_array(buffer):
    """The memory of a buffer that the host can reach, as float32."""
    floats = ctypes.c_float * (buffer.size // 4)
    return np.ctypeslib.as_array(floats.from_address(int(buffer.handle)))


def main():
    n, launches = saxpy.arguments()
    steps = saxpy.Steps()

    device = Device()
    device.set_current()
    stream = device.create_stream()
    steps.done("context")

    options = ProgramOptions(arch="compute_75", std="c++17", fma=False)
    module = Program(SOURCE, code_type="c++", options=options).compile("ptx")
    steps.done("compile")

    kernel = module.get_kernel("saxpy")
    steps.done("load")

    pinned = LegacyPinnedMemoryResource()
    x, y, out = (pinned.allocate(4 * n) for _ in range(3))
    steps.done("pin")

    saxpy.generate(0, as_array(x))
    saxpy.generate(saxpy.Y, as_array(y))
    steps.done("generate")

    on_device = [device.memory_resource.allocate(4 * n, stream=stream) for _ in range(3)]
    stream.sync()
    steps.done("allocate")

    for buffer, host in zip(on_device, (x, y)):
        buffer.copy_from(host, stream=stream)
    stream.sync()
    steps.done("host_to_device")

    config = LaunchConfig(grid=-(-n // saxpy.BLOCK), block=saxpy.BLOCK)
    arguments = (saxpy.A, *on_device, np.uint64(n))
    launch(stream, config, kernel, *arguments)
    stream.sync()
    steps.done("launch")

    timed = EventOptions(timing_enabled=True)
    begin, end = device.create_event(timed), device.create_event(timed)
    times = []
    for _ in range(launches):
        launch(stream, config, kernel, *arguments)  # so that the device doesn't wait for the host between the events
        stream.record(begin)
        launch(stream, config, kernel, *arguments)
        stream.record(end)
        end.sync()
        times.append(end - begin)
    steps.done("launches")
    steps.note("kernel", saxpy.median(times))

    on_device[2].copy_to(out, stream=stream)
    stream.sync()
    steps.done("device_to_host")

    wrong = saxpy.wrong_elements(as_array(x), as_array(y), as_array(out))
    steps.done("check")

    for buffer in on_device:
        buffer.close(stream)
    stream.sync()
    steps.done("free")

    driver_version = driver.cuDriverGetVersion()[1]
    _, major, minor = nvrtc.nvrtcVersion()
    steps.print(device.name, driver_version, f"NVRTC {major}.{minor}, cuda.core {__version__}", n, wrong)


if __name__ == "__main__":
    main()
