// Textures and surfaces, each way of CUDA C++ to read and write them.
typedef unsigned long long u64;
#define ALL(name, value) \
    extern "C" __global__ void name(u64 t, const float4 *at, float4 *out, int n) { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        if (i >= n) return; \
        float4 c = at[i]; \
        out[i] = value; \
    }
ALL(tex1, tex1D<float4>(t, c.x))
ALL(tex2, (tex2D<float4>(t, c.x, c.y)))
ALL(tex3, (tex3D<float4>(t, c.x, c.y, c.z)))
ALL(layered1, (tex1DLayered<float4>(t, c.x, (int)c.z)))
ALL(layered2, (tex2DLayered<float4>(t, c.x, c.y, (int)c.z)))
ALL(cube, (texCubemap<float4>(t, c.x, c.y, c.z)))
ALL(layered_cube, (texCubemapLayered<float4>(t, c.x, c.y, c.z, (int)c.w)))
ALL(level2, (tex2DLod<float4>(t, c.x, c.y, c.z)))
ALL(gradient2, (tex2DGrad<float4>(t, c.x, c.y, make_float2(c.z, 0.0f), make_float2(0.0f, c.w))))
ALL(gather2, (tex2Dgather<float4>(t, c.x, c.y, 0)))
ALL(gather2_w, (tex2Dgather<float4>(t, c.x, c.y, 3)))
ALL(fetch1, (tex1Dfetch<float4>(t, (int)c.x)))

extern "C" __global__ void integers2(u64 t, const float4 *at, uint4 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<uint4>(t, at[i].x, at[i].y);
}

extern "C" __global__ void sizes(u64 t, unsigned *out) {
    asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
}
