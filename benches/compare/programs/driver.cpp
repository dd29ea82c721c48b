// SAXPY with the driver API; NVRTC compiles the kernel from a string, on a second thread while the context is created.
#include <cuda.h>
#include <nvrtc.h>

#include <future>

#include "saxpy.hpp"

static void check(const char *call, CUresult result)
{
    const char *text = "unknown error";
    if (result != CUDA_SUCCESS) {
        cuGetErrorString(result, &text);
        fail(call, text);
    }
}

static void check(const char *call, nvrtcResult result)
{
    if (result != NVRTC_SUCCESS)
        fail(call, nvrtcGetErrorString(result));
}

#define CHECK(call) check(#call, call)

static const char SOURCE[] = R"(extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
})";

struct Compiled {
    std::string ptx;
    double milliseconds;
};

static Compiled compile()
{
    Steps steps;
    nvrtcProgram program;
    CHECK(nvrtcCreateProgram(&program, SOURCE, "saxpy.cu", 0, nullptr, nullptr));
    const char *options[] = {"--gpu-architecture=compute_75", "--fmad=false"};
    nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    if (result != NVRTC_SUCCESS) {
        size_t size;
        CHECK(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, '\0');
        CHECK(nvrtcGetProgramLog(program, log.data()));
        fail("nvrtcCompileProgram", log.c_str());
    }
    size_t size;
    CHECK(nvrtcGetPTXSize(program, &size));
    std::string ptx(size, '\0');
    CHECK(nvrtcGetPTX(program, ptx.data()));
    CHECK(nvrtcDestroyProgram(&program));
    return {ptx, steps.total()};
}

int main(int argc, char **argv)
{
    auto [n, launches] = arguments(argc, argv);
    size_t bytes = n * sizeof(float);
    Steps steps;

    CHECK(cuInit(0));
    auto compiled = std::async(std::launch::async, compile); // not before: both at the same time take longer
    CUdevice device;
    CHECK(cuDeviceGet(&device, 0));
    CUcontext context;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    steps.done("context");

    auto [ptx, milliseconds] = compiled.get(); // what the context didn't take longer than
    steps.done("compile");
    steps.note("compile_overlapped", milliseconds);

    CUmodule module;
    CHECK(cuModuleLoadData(&module, ptx.c_str()));
    CUfunction saxpy;
    CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
    steps.done("load");

    std::unique_ptr<float[]> x(new float[n]), y(new float[n]);
    generate(0, x.get(), n);
    generate(Y, y.get(), n);
    steps.done("generate");

    CUdeviceptr on_device_x, on_device_y, on_device_out;
    CHECK(cuMemAlloc(&on_device_x, bytes));
    CHECK(cuMemAlloc(&on_device_y, bytes));
    CHECK(cuMemAlloc(&on_device_out, bytes));
    steps.done("allocate");

    CHECK(cuMemcpyHtoD(on_device_x, x.get(), bytes));
    CHECK(cuMemcpyHtoD(on_device_y, y.get(), bytes));
    steps.done("host_to_device");

    float a = A;
    void *parameters[] = {&a, &on_device_x, &on_device_y, &on_device_out, &n};
    auto launch = [&, n = n] {
        unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
        CHECK(cuLaunchKernel(saxpy, blocks, 1, 1, BLOCK, 1, 1, 0, nullptr, parameters, nullptr));
    };
    launch();
    CHECK(cuStreamSynchronize(nullptr));
    steps.done("launch");

    CUevent begin, end;
    CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT));
    std::vector<float> times(launches);
    for (float &time : times) {
        launch(); // so that the device doesn't wait for the host between the events
        CHECK(cuEventRecord(begin, nullptr));
        launch();
        CHECK(cuEventRecord(end, nullptr));
        CHECK(cuEventSynchronize(end));
        CHECK(cuEventElapsedTime(&time, begin, end));
    }
    steps.done("launches");
    steps.note("kernel", median(times));

    std::unique_ptr<float[]> out(new float[n]);
    CHECK(cuMemcpyDtoH(out.get(), on_device_out, bytes));
    steps.done("device_to_host");

    size_t wrong = wrong_elements(x.get(), y.get(), out.get(), n);
    steps.done("check");

    CHECK(cuMemFree(on_device_x));
    CHECK(cuMemFree(on_device_y));
    CHECK(cuMemFree(on_device_out));
    steps.done("free");

    char name[128];
    CHECK(cuDeviceGetName(name, sizeof name, device));
    int driver, major, minor;
    CHECK(cuDriverGetVersion(&driver));
    CHECK(nvrtcVersion(&major, &minor));
    std::string compiler = "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
    return steps.print(name, driver, compiler, n, wrong);
}
