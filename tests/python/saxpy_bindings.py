"""SAXPY with cuda.bindings: the driver API and NVRTC by their own names."""

import numpy as np
from cuda.bindings import driver, nvrtc

SOURCE = rb"""
extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}
"""
ELEMENTS = 1_000_000
THREADS = 256


def check(answer):
    """What a call gave besides its result code, which must be success."""
    result, *values = answer
    if result != type(result)(0):
        raise RuntimeError(f"{result!r}")
    return values[0] if len(values) == 1 else tuple(values)


def compile_to_ptx(source):
    program = check(nvrtc.nvrtcCreateProgram(source, b"saxpy.cu", 0, [], []))
    # Without contraction the GPU rounds twice, like NumPy.
    options = [b"--gpu-architecture=compute_90", b"--fmad=false"]
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
    check(driver.cuInit(0))
    device = check(driver.cuDeviceGet(0))
    name = check(driver.cuDeviceGetName(64, device)).rstrip(b"\0").decode()
    context = check(driver.cuDevicePrimaryCtxRetain(device))
    check(driver.cuCtxSetCurrent(context))
    stream = check(driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_NON_BLOCKING))

    module = check(driver.cuModuleLoadData(compile_to_ptx(SOURCE)))
    saxpy = check(driver.cuModuleGetFunction(module, b"saxpy"))

    a = np.float32(2.5)
    x = np.random.default_rng(1).random(ELEMENTS, dtype=np.float32)
    y = np.random.default_rng(2).random(ELEMENTS, dtype=np.float32)
    out = np.full_like(x, np.nan)
    on_device = [check(driver.cuMemAlloc(x.nbytes)) for _ in range(3)]
    for buffer, host in zip(on_device, (x, y)):
        check(driver.cuMemcpyHtoDAsync(buffer, host.ctypes.data, host.nbytes, stream))

    # The launch takes an array of pointers to the arguments.
    arguments = [np.array([a])]
    arguments += [np.array([int(buffer)], dtype=np.uint64) for buffer in on_device]
    arguments += [np.array([ELEMENTS], dtype=np.uint64)]
    pointers = np.array([argument.ctypes.data for argument in arguments], dtype=np.uint64)
    blocks = -(-ELEMENTS // THREADS)
    check(
        driver.cuLaunchKernel(
            saxpy, blocks, 1, 1, THREADS, 1, 1, 0, stream, pointers.ctypes.data, 0
        )
    )
    check(driver.cuMemcpyDtoHAsync(out.ctypes.data, on_device[2], out.nbytes, stream))
    check(driver.cuStreamSynchronize(stream))

    right = np.count_nonzero(out == a * x + y)
    print(f"{name}: {right} of {ELEMENTS} elements are right")

    for buffer in on_device:
        check(driver.cuMemFree(buffer))
    check(driver.cuModuleUnload(module))
    check(driver.cuStreamDestroy(stream))
    check(driver.cuDevicePrimaryCtxRelease(device))


if __name__ == "__main__":
    main()
