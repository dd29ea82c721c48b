// An array of N axes, passed to a kernel by the crate cuda-ndarray: indexed as a(i, j), with strides in elements.
#pragma once

template <typename T, int N>
struct strided {
    T *pointer;
    unsigned long long shape[N];
    long long strides[N];

    template <typename... Index>
    __host__ __device__ T &operator()(Index... index) const {
        static_assert(sizeof...(Index) == N, "an index for each axis");
        const long long at[] = {(long long)index...};
        long long offset = 0;
#pragma unroll
        for (int axis = 0; axis < N; axis++)
            offset += at[axis] * strides[axis];
        return pointer[offset];
    }

    __host__ __device__ unsigned long long len() const {
        unsigned long long product = 1;
#pragma unroll
        for (int axis = 0; axis < N; axis++)
            product *= shape[axis];
        return product;
    }
};

// An array without axes: one element.
template <typename T>
struct strided<T, 0> {
    T *pointer;

    __host__ __device__ T &operator()() const {
        return *pointer;
    }

    __host__ __device__ unsigned long long len() const {
        return 1;
    }
};
