// Operations of CUB, as a C library. Called without temporary memory, each returns the size it needs.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

using Pair = cub::KeyValuePair<int, float>;

#define SEGMENTED(name) \
    extern "C" int name(void *memory, size_t *bytes, const float *in, void *out, long long elements, long long lists, \
                        const long long *offsets, cudaStream_t stream)

SEGMENTED(segmented_sum)
{
    return cub::DeviceSegmentedReduce::Sum(memory, *bytes, in, static_cast<float *>(out), static_cast<int>(lists), offsets,
                                           offsets + 1, stream);
}

SEGMENTED(segmented_max)
{
    return cub::DeviceSegmentedReduce::Max(memory, *bytes, in, static_cast<float *>(out), static_cast<int>(lists), offsets,
                                           offsets + 1, stream);
}

SEGMENTED(segmented_argmax)
{
    return cub::DeviceSegmentedReduce::ArgMax(memory, *bytes, in, static_cast<Pair *>(out), static_cast<int>(lists), offsets,
                                              offsets + 1, stream);
}

SEGMENTED(segmented_sort)
{
    return cub::DeviceSegmentedSort::SortKeys(memory, *bytes, in, static_cast<float *>(out), static_cast<int>(elements),
                                              static_cast<int>(lists), offsets, offsets + 1, stream);
}

// Rows of two columns, by the first.
#define ROWS(name) \
    extern "C" int name(void *memory, size_t *bytes, const long long *k, const double *x, long long *to_k, double *to_x, \
                        long long *count, long long rows, cudaStream_t stream)

ROWS(rows_sort) { return cub::DeviceRadixSort::SortPairs(memory, *bytes, k, to_k, x, to_x, rows, 0, 64, stream); }

struct IsLess {
    __device__ bool operator()(const thrust::tuple<long long, double> &row) const { return thrust::get<0>(row) < 500; }
};

ROWS(rows_filter)
{
    const auto from = thrust::make_zip_iterator(thrust::make_tuple(k, x));
    const auto to = thrust::make_zip_iterator(thrust::make_tuple(to_k, to_x));
    return cub::DeviceSelect::If(memory, *bytes, from, to, count, rows, IsLess{}, stream);
}
