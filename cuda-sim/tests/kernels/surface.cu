// Surfaces: bytes of images by their place.
typedef unsigned long long u64;

extern "C" __global__ void invert(u64 from, u64 to, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 pixel;
    surf2Dread(&pixel, from, x * 4, y);
    pixel.x = 255 - pixel.x; pixel.y = 255 - pixel.y; pixel.z = 255 - pixel.z;
    surf2Dwrite(pixel, to, x * 4, y);
}

extern "C" __global__ void around(u64 surface, int mode, int *out) {
    int x = (int)threadIdx.x - 2, y = (int)threadIdx.y - 2, value;
    if (mode == 0) surf2Dread(&value, surface, x * 4, y, cudaBoundaryModeZero);
    else if (mode == 1) surf2Dread(&value, surface, x * 4, y, cudaBoundaryModeClamp);
    else surf2Dread(&value, surface, x * 4, y, cudaBoundaryModeTrap);
    out[threadIdx.y * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void slices(u64 three, u64 layered, int *out) {
    int value;
    surf3Dread(&value, three, (int)threadIdx.x * 4, (int)threadIdx.y, (int)threadIdx.z);
    surf2DLayeredwrite(value * 2, layered, (int)threadIdx.x * 4, (int)threadIdx.y, (int)threadIdx.z);
    surf2DLayeredread(&value, layered, (int)threadIdx.x * 4, (int)threadIdx.y, (int)threadIdx.z);
    out[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void wide(u64 surface, int4 *out) {
    int4 value;
    surf1Dread(&value, surface, (int)threadIdx.x * 16);
    surf1Dwrite(make_int4(value.w, value.z, value.y, value.x), surface, (int)threadIdx.x * 16);
    out[threadIdx.x] = value;
}

extern "C" __global__ void count(u64 surface) {
    asm volatile("sured.b.add.2d.u32.zero [%0, {%1, %2}], %3;"
                 :: "l"(surface), "r"((int)(threadIdx.x % 5) * 4), "r"(1), "r"(1u));
}
