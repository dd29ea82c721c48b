// SAXPY as fast as possible with the runtime API, in the same steps as `best.rs`; nvcc compiles the kernel beforehand.
#include <cmath>
#include <cstring>
#include <thread>

#include "runtime.hpp"

// Threads that generate while the context is created: enough to finish first.
constexpr size_t GENERATORS = 4;
// The maximum number of threads that copy, compute and check.
constexpr size_t WORKERS = 8;
// The number of elements that a worker copies at once; a multiple of four, for the kernel.
constexpr size_t PIECE = 1 << 16;
// The number of elements of a worker's pinned memory: a piece of each vector.
constexpr size_t PINNED = 3 * PIECE;

// Four floats per thread in one load and one store; the last thread computes the rest.
__global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 4 <= n) {
        float4 p = *(const float4 *)(x + i), q = *(const float4 *)(y + i);
        *(float4 *)(out + i) = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    } else {
        for (; i < n; i++)
            out[i] = a * x[i] + y[i];
    }
}

static unsigned blocks(size_t n)
{
    size_t threads = (n + 3) / 4;
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

// The three vectors, on the host or on the device.
struct Vectors {
    float *x, *y, *out;
};

// Computes n elements from the first on, piece by piece; returns how many are wrong.
static size_t compute(Vectors host, Vectors device, size_t first, size_t n, float *pinned)
{
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    float *pinned_x = pinned, *pinned_y = pinned_x + PIECE, *pinned_out = pinned_y + PIECE;
    size_t wrong = 0;
    for (size_t i = first; i < first + n; i += PIECE) {
        size_t elements = std::min(PIECE, first + n - i), bytes = elements * sizeof(float);
        std::memcpy(pinned_x, host.x + i, bytes);
        std::memcpy(pinned_y, host.y + i, bytes);
        CHECK(cudaMemcpyAsync(device.x + i, pinned_x, bytes, cudaMemcpyHostToDevice, stream));
        CHECK(cudaMemcpyAsync(device.y + i, pinned_y, bytes, cudaMemcpyHostToDevice, stream));
        saxpy<<<blocks(elements), BLOCK, 0, stream>>>(A, device.x + i, device.y + i, device.out + i, elements);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(pinned_out, device.out + i, bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        std::memcpy(host.out + i, pinned_out, bytes);
        wrong += wrong_elements(host.x + i, host.y + i, host.out + i, elements);
    }
    CHECK(cudaStreamDestroy(stream));
    return wrong;
}

// Distributes n elements to threads in parts of a size: calls `work` with the index of the part, its first element and
// its length.
template <typename Work> static std::vector<std::thread> share(size_t n, size_t part, Work work)
{
    std::vector<std::thread> threads;
    for (size_t first = 0; first < n; first += part)
        threads.emplace_back(work, threads.size(), first, std::min(part, n - first));
    return threads;
}

static void join(std::vector<std::thread> &threads)
{
    for (std::thread &thread : threads)
        thread.join();
}

int main(int argc, char **argv)
{
    auto [n, launches] = arguments(argc, argv);
    size_t bytes = n * sizeof(float);
    Steps steps;
    // Not freed: the end of the process releases everything at once.
    Vectors host = {new float[n], new float[n], new float[n]}, device;

    auto generators = share(n, (n + GENERATORS - 1) / GENERATORS, [=](size_t, size_t first, size_t elements) {
        generate((uint32_t)first, host.x + first, elements);
        generate(Y + (uint32_t)first, host.y + first, elements);
        // The system provides pages on the first write: better now than when the result is copied.
        std::fill_n(host.out + first, elements, NAN);
    });
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(nullptr)); // creates the context, whatever the version
    steps.done("context");
    CHECK(cudaMalloc(&device.x, bytes));
    CHECK(cudaMalloc(&device.y, bytes));
    CHECK(cudaMalloc(&device.out, bytes));
    steps.done("allocate");
    float *pinned;
    CHECK(cudaMallocHost(&pinned, WORKERS * PINNED * sizeof(float)));
    steps.done("pin");
    join(generators); // what the steps above didn't take longer than
    steps.done("generate");

    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)saxpy)); // loads the kernel, which is lazy otherwise
    steps.done("load");

    size_t cores = std::max(1u, std::thread::hardware_concurrency()), threads = std::min(cores, WORKERS);
    size_t part = ((n + threads - 1) / threads + PIECE - 1) / PIECE * PIECE;
    size_t wrong_of[WORKERS] = {};
    auto workers = share(n, part, [=, &wrong_of](size_t index, size_t first, size_t elements) {
        wrong_of[index] = compute(host, device, first, elements, pinned + index * PINNED);
    });
    join(workers);
    size_t wrong = 0;
    for (size_t of_one : wrong_of)
        wrong += of_one;
    steps.done("pipeline");

    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> times(launches);
    auto launch = [&, n = n] {
        saxpy<<<blocks(n), BLOCK>>>(A, device.x, device.y, device.out, n);
        CHECK(cudaGetLastError());
    };
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

    int driver;
    CHECK(cudaDriverGetVersion(&driver));
    return steps.print(NO_NAME, driver, nvcc(), n, wrong);
}
