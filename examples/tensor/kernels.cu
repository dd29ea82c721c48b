struct View {
    size_t shape[RANK], strides[RANK], begin;
};

// Where the i-th element of a view lies, row by row.
__device__ size_t at(size_t i, const View &view)
{
    size_t offset = view.begin;
    for (int axis = RANK - 1; axis >= 0; axis--) {
        offset += i % view.shape[axis] * view.strides[axis];
        i /= view.shape[axis];
    }
    return offset;
}

// RANK, NUMBER and EXPRESSION are defined when this is compiled; out has the n elements of the result from `begin` on.
extern "C" __global__ void elementwise(const NUMBER *a, View a_view, const NUMBER *b, View b_view, NUMBER *out,
                                       size_t begin, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        NUMBER x = a[at(begin + i, a_view)], y = b[at(begin + i, b_view)];
        out[i] = EXPRESSION;
    }
}
