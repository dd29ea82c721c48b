// Tiles of tensors, by bulk copies through their maps.
typedef unsigned long long u64;
typedef unsigned u32;
struct alignas(64) Map { u64 words[16]; };

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void tm(const __grid_constant__ Map map, const int *at, u32 bytes, int *out) {
    extern __shared__ __align__(1024) int tile[];
    __shared__ __align__(8) u64 barrier;
    u32 to = (u32)__cvta_generic_to_shared(tile), bar = (u32)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.proxy.async;" :: "r"(bar) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"(bytes) : "memory");
        if (at[5] == 0) asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];"
            :: "r"(to), "l"(&map), "r"(at[0]), "r"(bar) : "memory");
        if (at[5] == 1) asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
            :: "r"(to), "l"(&map), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(bar) : "memory");
        if (at[5] == 2) asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};"
            :: "r"(to), "l"(&map), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(bar), "h"((short)at[6]), "h"((short)at[7]) : "memory");
        if (at[5] == 3) asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], [%7];"
            :: "r"(to), "l"(&map), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]), "r"(bar) : "memory");
    }
    __syncthreads();
    for (u32 done = 0; !done;)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
                     : "=r"(done) : "r"(bar) : "memory");
    for (u32 i = threadIdx.x; i < bytes / 4; i += blockDim.x) out[i] = tile[i];
}

extern "C" __global__ void tm_add(const __grid_constant__ Map map, int x, int y, const u32 *in) {
    __shared__ __align__(128) u32 tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];"
            :: "l"(&map), "r"(x), "r"(y), "r"((u32)__cvta_generic_to_shared(tile)) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
#endif
