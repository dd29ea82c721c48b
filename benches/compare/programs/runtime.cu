// SAXPY with the runtime API: nvcc compiles the kernel beforehand.
#include "runtime.hpp"

__global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}

int main(int argc, char **argv)
{
    auto [n, launches] = arguments(argc, argv);
    size_t bytes = n * sizeof(float);
    Steps steps;

    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(nullptr)); // creates the context, whatever the version
    steps.done("context");

    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)saxpy)); // loads the kernel, which is lazy otherwise
    steps.done("load");

    std::unique_ptr<float[]> x(new float[n]), y(new float[n]);
    generate(0, x.get(), n);
    generate(Y, y.get(), n);
    steps.done("generate");

    float *on_device_x, *on_device_y, *on_device_out;
    CHECK(cudaMalloc(&on_device_x, bytes));
    CHECK(cudaMalloc(&on_device_y, bytes));
    CHECK(cudaMalloc(&on_device_out, bytes));
    steps.done("allocate");

    CHECK(cudaMemcpy(on_device_x, x.get(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(on_device_y, y.get(), bytes, cudaMemcpyHostToDevice));
    steps.done("host_to_device");

    auto launch = [&, n = n] {
        unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
        saxpy<<<blocks, BLOCK>>>(A, on_device_x, on_device_y, on_device_out, n);
        CHECK(cudaGetLastError());
    };
    launch();
    CHECK(cudaStreamSynchronize(0));
    steps.done("launch");

    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> times(launches);
    for (float &time : times) {
        launch(); // so that the device doesn't wait for the host between the events
        CHECK(cudaEventRecord(begin));
        launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, begin, end));
    }
    steps.done("launches");
    steps.note("kernel", median(times));

    std::unique_ptr<float[]> out(new float[n]);
    CHECK(cudaMemcpy(out.get(), on_device_out, bytes, cudaMemcpyDeviceToHost));
    steps.done("device_to_host");

    size_t wrong = wrong_elements(x.get(), y.get(), out.get(), n);
    steps.done("check");

    CHECK(cudaFree(on_device_x));
    CHECK(cudaFree(on_device_y));
    CHECK(cudaFree(on_device_out));
    steps.done("free");

    int driver;
    CHECK(cudaDriverGetVersion(&driver));
    return steps.print(NO_NAME, driver, nvcc(), n, wrong);
}
