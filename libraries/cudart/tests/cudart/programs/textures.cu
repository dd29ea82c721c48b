// Texture and surface objects over every kind of memory, and what they say of themselves.
#include "say.h"

template <class F> __global__ void each(float *out, int n, F read) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = read(i);
}

template <class F> void show(const char *what, int n, F read) {
    float *out;
    MUST(cudaMallocManaged(&out, n * sizeof(float)));
    each<<<1, 64>>>(out, n, read);
    MUST(cudaDeviceSynchronize());
    printf("%s:", what);
    for (int i = 0; i < n; i++) printf(" %g", out[i]);
    printf("\n");
    MUST(cudaFree(out));
}

struct Linear { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex1Dfetch<float>(t, i - 1); } };
struct Plane { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex2D<float>(t, i % 4 + 0.75f, i / 4 + 0.5f); } };
struct Byte { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex2D<float>(t, (i % 4) / 4.f, (i / 4) / 4.f); } };
struct Layer { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex2DLayered<float>(t, i % 4 + 0.5f, 1.5f, i / 4); } };
struct Cubic { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex3D<float>(t, i % 4 + 0.5f, 1.5f, i / 4 + 0.5f); } };
struct Level { cudaTextureObject_t t; __device__ float operator()(int i) const { return tex2DLod<float>(t, 0.3f, 0.3f, i * 0.5f); } };
struct Vector { cudaTextureObject_t t; __device__ float operator()(int i) const { float4 v = tex1D<float4>(t, i + 0.5f); return v.x + 10 * v.y + 100 * v.z + 1000 * v.w; } };
struct Surface { cudaSurfaceObject_t s; __device__ float operator()(int i) const {
    float v; surf2Dread(&v, s, (i % 4) * 4, i / 4); surf2Dwrite(v * 2, s, (i % 4) * 4, i / 4); return v; } };

static cudaTextureDesc sampling() {
    cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
    d.filterMode = cudaFilterModePoint;
    d.readMode = cudaReadModeElementType;
    return d;
}

static void describe(cudaTextureObject_t t) {
    cudaResourceDesc r;
    cudaTextureDesc d;
    cudaResourceViewDesc v;
    memset(&r, 0, sizeof r);
    memset(&d, 0, sizeof d);
    memset(&v, 0, sizeof v);
    if (SAY(cudaGetTextureObjectResourceDesc(&r, t)) == cudaSuccess) {
        printf("  type %d", r.resType);
        if (r.resType == cudaResourceTypeLinear)
            printf(" %d bits %d kind %d bytes %zu", r.res.linear.desc.x, r.res.linear.desc.w, r.res.linear.desc.f, r.res.linear.sizeInBytes);
        if (r.resType == cudaResourceTypePitch2D)
            printf(" %d bits %d kind %d of %zu x %zu, %zu bytes a row", r.res.pitch2D.desc.x, r.res.pitch2D.desc.y, r.res.pitch2D.desc.f,
                   r.res.pitch2D.width, r.res.pitch2D.height, r.res.pitch2D.pitchInBytes);
        printf("\n");
    }
    if (SAY(cudaGetTextureObjectTextureDesc(&d, t)) == cudaSuccess)
        printf("  address %d %d %d filter %d read %d srgb %d border %g %g normalized %d anisotropy %u mipmap %d %g %g %g trilinear %d seamless %d\n",
               d.addressMode[0], d.addressMode[1], d.addressMode[2], d.filterMode, d.readMode, d.sRGB, d.borderColor[0], d.borderColor[3],
               d.normalizedCoords, d.maxAnisotropy, d.mipmapFilterMode, d.mipmapLevelBias, d.minMipmapLevelClamp, d.maxMipmapLevelClamp,
               d.disableTrilinearOptimization, d.seamlessCubemap);
    if (SAY(cudaGetTextureObjectResourceViewDesc(&v, t)) == cudaSuccess)
        printf("  format %d %zu x %zu x %zu levels %u %u layers %u %u\n", v.format, v.width, v.height, v.depth, v.firstMipmapLevel,
               v.lastMipmapLevel, v.firstLayer, v.lastLayer);
}

int main() {
    float host[64];
    for (int i = 0; i < 64; i++) host[i] = i;

    cudaTextureObject_t t = 0;
    cudaResourceDesc r;
    cudaTextureDesc d = sampling();

    float *linear;
    MUST(cudaMalloc(&linear, sizeof host));
    MUST(cudaMemcpy(linear, host, sizeof host, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = linear;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = 4 * sizeof(float);
    SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    show("linear", 7, Linear{t});
    describe(t);
    SAY(cudaDestroyTextureObject(t));

    float *plane;
    size_t pitch;
    MUST(cudaMallocPitch(&plane, &pitch, 4 * sizeof(float), 4));
    MUST(cudaMemcpy2D(plane, pitch, host, 4 * sizeof(float), 4 * sizeof(float), 4, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = plane;
    r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    r.res.pitch2D.width = r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = pitch;
    d.filterMode = cudaFilterModeLinear;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeBorder;
    d.borderColor[0] = 100;
    SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    show("plane", 16, Plane{t});
    describe(t);
    SAY(cudaDestroyTextureObject(t));

    unsigned char bytes[16];
    for (int i = 0; i < 16; i++) bytes[i] = i * 17;
    cudaArray_t array;
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<unsigned char>();
    MUST(cudaMallocArray(&array, &channel, 4, 4));
    MUST(cudaMemcpy2DToArray(array, 0, 0, bytes, 4, 4, 4, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d = sampling();
    d.readMode = cudaReadModeNormalizedFloat;
    d.normalizedCoords = 1;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeWrap;
    SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    show("bytes", 16, Byte{t});
    describe(t);
    SAY(cudaDestroyTextureObject(t));
    cudaChannelFormatDesc found;
    cudaExtent extent;
    unsigned flags = 9;
    SAY(cudaArrayGetInfo(&found, &extent, &flags, array));
    printf("  %d %d %d %d kind %d of %zu x %zu x %zu flags %u\n", found.x, found.y, found.z, found.w, found.f, extent.width, extent.height, extent.depth, flags);
    SAY(cudaGetChannelDesc(&found, array));
    MUST(cudaFreeArray(array));

    for (unsigned kind : {cudaArrayLayered, cudaArrayDefault}) {
        channel = cudaCreateChannelDesc<float>();
        MUST(cudaMalloc3DArray(&array, &channel, make_cudaExtent(4, 4, 4), kind));
        cudaMemcpy3DParms copy;
        memset(&copy, 0, sizeof copy);
        copy.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(float), 4, 4);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(4, 4, 4);
        copy.kind = cudaMemcpyHostToDevice;
        SAY(cudaMemcpy3D(&copy));
        memset(&r, 0, sizeof r);
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array;
        d = sampling();
        SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
        if (kind == cudaArrayLayered) show("layers", 16, Layer{t});
        else show("volume", 16, Cubic{t});
        MUST(cudaDestroyTextureObject(t));
        float back[64];
        memset(&copy, 0, sizeof copy);
        copy.srcArray = array;
        copy.srcPos = make_cudaPos(1, 1, 1);
        copy.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(float), 4, 4);
        copy.extent = make_cudaExtent(2, 2, 2);
        copy.kind = cudaMemcpyDeviceToHost;
        SAY(cudaMemcpy3D(&copy));
        printf("  %g %g %g %g\n", back[0], back[1], back[4], back[16]);
        MUST(cudaFreeArray(array));
    }

    cudaMipmappedArray_t mipmap;
    channel = cudaCreateChannelDesc<float>();
    MUST(cudaMallocMipmappedArray(&mipmap, &channel, make_cudaExtent(8, 8, 0), 3));
    for (unsigned level = 0; level < 3; level++) {
        cudaArray_t of;
        MUST(cudaGetMipmappedArrayLevel(&of, mipmap, level));
        float values[64];
        for (int i = 0; i < 64; i++) values[i] = 10 * level + 1;
        size_t width = 8 >> level;
        MUST(cudaMemcpy2DToArray(of, 0, 0, values, width * 4, width * 4, width, cudaMemcpyHostToDevice));
    }
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = mipmap;
    d = sampling();
    d.normalizedCoords = 1;
    d.filterMode = d.mipmapFilterMode = cudaFilterModeLinear;
    d.maxMipmapLevelClamp = 1.5f;
    d.maxAnisotropy = 4;
    cudaResourceViewDesc view;
    memset(&view, 0, sizeof view);
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = 8;
    view.lastMipmapLevel = 2;
    SAY(cudaCreateTextureObject(&t, &r, &d, &view));
    show("levels", 6, Level{t});
    describe(t);
    MUST(cudaDestroyTextureObject(t));
    MUST(cudaFreeMipmappedArray(mipmap));

    channel = cudaCreateChannelDesc<float4>();
    MUST(cudaMallocArray(&array, &channel, 4));
    MUST(cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 1, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d = sampling();
    SAY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    show("vectors", 4, Vector{t});
    MUST(cudaDestroyTextureObject(t));
    MUST(cudaFreeArray(array));

    channel = cudaCreateChannelDesc<float>();
    MUST(cudaMallocArray(&array, &channel, 4, 4, cudaArraySurfaceLoadStore));
    MUST(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    cudaSurfaceObject_t s = 0;
    SAY(cudaCreateSurfaceObject(&s, &r));
    show("surface", 16, Surface{s});
    show("again", 16, Surface{s});
    memset(&r, 0, sizeof r);
    SAY(cudaGetSurfaceObjectResourceDesc(&r, s));
    printf("  type %d same %d\n", r.resType, r.res.array.array == array);
    SAY(cudaDestroySurfaceObject(s));
    MUST(cudaFreeArray(array));

    size_t width = 0;
    SAY(cudaDeviceGetTexture1DLinearMaxWidth(&width, &channel, 0));
    printf("  %d\n", width >= 1 << 27);
    SAY(cudaCreateTextureObject(&t, nullptr, &d, nullptr));
    SAY(cudaGetTextureObjectResourceDesc(nullptr, t));
    SAY(cudaGetLastError());
    return 0;
}
