// Segmented operations of CUB, as a C library. Called without temporary memory, each returns the size it needs.
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>

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
