"""SAXPY with cuda.bindings: the driver API and NVRTC by their own names."""

import numpy as np
import saxpy
from cuda.bindings import __version__, driver, nvrtc

SOURCE = rb"""extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}"""


def check(answer):
    """What a call gave besides its result code, which must be success."""
    result, *values = answer
    if result != type(result)(0):
        raise RuntimeError(f"{result!r}")
    return values[0] if len(values) == 1 else tuple(values)


def compile_to_ptx():
    program = check(nvrtc.nvrtcCreateProgram(SOURCE, b"saxpy.cu", 0, [], []))
    options = [b"--gpu-architecture=compute_75", b"--fmad=false"]
    try:
        check(nvrtc.nvrtcCompileProgram(program, len(options), options))
    except RuntimeError as error:
        log = bytearray(check(nvrtc.nvrtcGetProgramLogSize(program)))
        check(nvrtc.nvrtcGetProgramLog(program, log))
        raise RuntimeError(log.decode()) from error
    ptx = bytearray(check(nvrtc.nvrtcGetPTXSize(program)))
    check(nvrtc.nvrtcGetPTX(program, ptx))
    check(nvrtc.nvrtcDestroyProgram(program))
    return bytes(ptx)


def main():
    n, launches = saxpy.arguments()
    steps = saxpy.Steps()

    check(driver.cuInit(0))
    device = check(driver.cuDeviceGet(0))
    context = check(driver.cuDevicePrimaryCtxRetain(device))
    check(driver.cuCtxSetCurrent(context))
    steps.done("context")

    ptx = compile_to_ptx()
    steps.done("compile")

    module = check(driver.cuModuleLoadData(ptx))
    kernel = check(driver.cuModuleGetFunction(module, b"saxpy"))
    steps.done("load")

    x, y = np.empty(n, np.float32), np.empty(n, np.float32)
    saxpy.generate(0, x)
    saxpy.generate(saxpy.Y, y)
    steps.done("generate")

    on_device = [check(driver.cuMemAlloc(x.nbytes)) for _ in range(3)]
    steps.done("allocate")

    for buffer, host in zip(on_device, (x, y)):
        check(driver.cuMemcpyHtoD(buffer, host.ctypes.data, host.nbytes))
    steps.done("host_to_device")

    # The launch takes an array of pointers to the arguments.
    arguments = [np.array([saxpy.A])]
    arguments += [np.array([int(buffer)], dtype=np.uint64) for buffer in on_device]
    arguments += [np.array([n], dtype=np.uint64)]
    pointers = np.array([argument.ctypes.data for argument in arguments], dtype=np.uint64)
    blocks = -(-n // saxpy.BLOCK)

    def launch():
        check(driver.cuLaunchKernel(kernel, blocks, 1, 1, saxpy.BLOCK, 1, 1, 0, 0, pointers.ctypes.data, 0))

    launch()
    check(driver.cuStreamSynchronize(0))
    steps.done("launch")

    begin, end = (check(driver.cuEventCreate(0)) for _ in range(2))
    times = []
    for _ in range(launches):
        launch()  # so that the device doesn't wait for the host between the events
        check(driver.cuEventRecord(begin, 0))
        launch()
        check(driver.cuEventRecord(end, 0))
        check(driver.cuEventSynchronize(end))
        times.append(check(driver.cuEventElapsedTime(begin, end)))
    steps.done("launches")
    steps.note("kernel", saxpy.median(times))

    out = np.empty_like(x)
    check(driver.cuMemcpyDtoH(out.ctypes.data, on_device[2], out.nbytes))
    steps.done("device_to_host")

    wrong = saxpy.wrong_elements(x, y, out)
    steps.done("check")

    for buffer in on_device:
        check(driver.cuMemFree(buffer))
    steps.done("free")

    name = check(driver.cuDeviceGetName(64, device)).rstrip(b"\0").decode()
    major, minor = check(nvrtc.nvrtcVersion())
    steps.print(name, check(driver.cuDriverGetVersion()), f"NVRTC {major}.{minor}, cuda.bindings {__version__}", n, wrong)


if __name__ == "__main__":
    main()
