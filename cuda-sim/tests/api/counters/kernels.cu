// Accesses whose sectors, conflicts and instructions a profiler counts. Each kernel is launched with 4 blocks of 128 threads.
typedef unsigned int u32;
extern "C" {
__global__ void coalesced(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[i]; }
__global__ void strided_2(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[2 * i]; }
__global__ void strided_8(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[8 * i]; }
__global__ void strided_32(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[32 * i] = from[i]; }
__global__ void misaligned(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[i + 1]; }
__global__ void broadcast(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[blockIdx.x]; }
__global__ void wide_8(float2 *to, const float2 *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[i]; }
__global__ void wide_16(float4 *to, const float4 *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[i]; }
__global__ void bytes(char *to, const char *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[i] = from[i]; }
__global__ void half_of_the_warp(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (threadIdx.x & 16) to[i] = from[i]; }
__global__ void every_other_lane(float *to, const float *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (threadIdx.x & 1) to[i] = from[i]; }
#define SHARED(name, T, n, write, read) \
__global__ void name(T *to, const T *from) { \
    __shared__ T words[n]; \
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t; \
    volatile T *at = words; \
    at[write] = from[i]; __syncthreads(); to[i] = at[read]; }
SHARED(conflict_free, float, 128, t, t)
SHARED(conflicts_2, float, 256, 2 * t, 2 * t)
SHARED(conflicts_8, float, 1024, 8 * t, 8 * t)
SHARED(conflicts_32, float, 4096, 32 * t, 32 * t)
SHARED(shared_broadcast, float, 128, t, t & ~31)
SHARED(padded_column, float, 4352, (t & 31) * 33 + (t >> 5), (t & 31) * 33 + (t >> 5))
SHARED(shared_bytes, char, 128, t, t)
SHARED(shared_words_of_8, double, 128, t, t)
SHARED(shared_words_of_8_by_2, double, 256, 2 * t, 2 * t)
__global__ void shared_words_of_16(float4 *to, const float4 *from) {
    __shared__ float4 words[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    words[t] = from[i]; __syncthreads(); to[i] = words[t ^ 1];
}
__global__ void shared_words_of_16_by_2(float4 *to, const float4 *from) {
    __shared__ float4 words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    words[2 * t] = from[i]; __syncthreads(); to[i] = words[2 * (t ^ 1)];
}
__global__ void atomics_of_one(u32 *to, const u32 *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; atomicAdd(to, from[i] | 1); }
__global__ void atomics_apart(u32 *to, const u32 *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; atomicAdd(to + i, from[i] | 1); }
__global__ void atomics_returning(u32 *to, const u32 *from) { int i = blockIdx.x * blockDim.x + threadIdx.x; to[4096 + i] = atomicAdd(to + (i & 7), from[i] | 1); }
__global__ void shared_atomics(u32 *to, const u32 *from) {
    __shared__ u32 bins[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 32) bins[t] = 0;
    __syncthreads(); atomicAdd(bins + (t & 3), from[i] | 1); __syncthreads();
    if (t < 32) to[blockIdx.x * 32 + t] = bins[t];
}
__global__ void divergent(u32 *to, const u32 *from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 sum = 0;
    for (u32 n = 0; n < (threadIdx.x & 31); n++) sum = sum * 3 + from[n];
    to[i] = sum;
}
}
#define TILE 32
// 128 threads transpose a tile of 32 by 32: read by rows; written by columns, or by rows through shared memory, padded or not.
extern "C" __global__ void transpose_by_columns(float *to, const float *from) {
    int x = threadIdx.x & 31, y0 = threadIdx.x >> 5;
    for (int y = y0; y < TILE; y += 4) to[(blockIdx.x * TILE + x) * TILE + y] = from[(blockIdx.x * TILE + y) * TILE + x];
}
template <int WIDTH> __device__ void transpose(float *to, const float *from) {
    __shared__ float tile[TILE][WIDTH];
    int x = threadIdx.x & 31, y0 = threadIdx.x >> 5;
    for (int y = y0; y < TILE; y += 4) tile[y][x] = from[(blockIdx.x * TILE + y) * TILE + x];
    __syncthreads();
    for (int y = y0; y < TILE; y += 4) to[(blockIdx.x * TILE + y) * TILE + x] = tile[x][y];
}
extern "C" __global__ void transpose_shared(float *to, const float *from) { transpose<TILE>(to, from); }
extern "C" __global__ void transpose_padded(float *to, const float *from) { transpose<TILE + 1>(to, from); }
