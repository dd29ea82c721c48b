/* The calls that NVIDIA's micro-benchmarks of cuda.bindings time, as a C program makes them through pointers.
 *
 * As in twin.c, each function makes `calls` calls and returns the first result that isn't success. */

#include <stddef.h>
#include <stdint.h>

typedef unsigned int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef void *handle;
typedef struct { _Alignas(64) uint64_t opaque[16]; } CUtensorMap;

/* `Calls` of benches/launch/calls.rs, whose functions are in the same order. */
struct calls {
    CUresult (*cuCtxGetCurrent)(handle *);
    CUresult (*cuCtxSetCurrent)(handle);
    CUresult (*cuCtxGetDevice)(CUdevice *);
    CUresult (*cuDeviceGet)(CUdevice *, int);
    CUresult (*cuDeviceGetAttribute)(int *, int, CUdevice);
    CUresult (*cuDevicePrimaryCtxRetain)(handle *, CUdevice);
    CUresult (*cuDevicePrimaryCtxRelease)(CUdevice);
    CUresult (*cuEventCreate)(handle *, unsigned);
    CUresult (*cuEventDestroy)(handle);
    CUresult (*cuEventRecord)(handle, handle);
    CUresult (*cuEventQuery)(handle);
    CUresult (*cuEventSynchronize)(handle);
    CUresult (*cuStreamCreate)(handle *, unsigned);
    CUresult (*cuStreamDestroy)(handle);
    CUresult (*cuStreamQuery)(handle);
    CUresult (*cuStreamSynchronize)(handle);
    CUresult (*cuMemAlloc)(CUdeviceptr *, size_t);
    CUresult (*cuMemFree)(CUdeviceptr);
    CUresult (*cuMemAllocAsync)(CUdeviceptr *, size_t, handle);
    CUresult (*cuMemFreeAsync)(CUdeviceptr, handle);
    CUresult (*cuMemcpyHtoD)(CUdeviceptr, const void *, size_t);
    CUresult (*cuMemcpyDtoH)(void *, CUdeviceptr, size_t);
    CUresult (*cuMemcpyDtoDAsync)(CUdeviceptr, CUdeviceptr, size_t, handle);
    CUresult (*cuLaunchKernel)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle,
                               void **, void **);
    CUresult (*cuModuleLoadData)(handle *, const void *);
    CUresult (*cuModuleUnload)(handle);
    CUresult (*cuModuleGetFunction)(handle *, handle, const char *);
    CUresult (*cuFuncGetAttribute)(int *, int, handle);
    CUresult (*cuPointerGetAttribute)(void *, int, CUdeviceptr);
    CUresult (*cuPointerGetAttributes)(unsigned, int *, void **, CUdeviceptr);
    CUresult (*cuTensorMapEncodeTiled)(CUtensorMap *, int, uint32_t, void *, const uint64_t *, const uint64_t *,
                                       const uint32_t *, const uint32_t *, int, int, int, int);
    CUresult (*cuTensorMapEncodeIm2col)(CUtensorMap *, int, uint32_t, void *, const uint64_t *, const uint64_t *,
                                        const int *, const int *, uint32_t, uint32_t, const uint32_t *, int, int, int,
                                        int);
    CUresult (*cuMemcpyHtoDAsync)(CUdeviceptr, const void *, size_t, handle);
    CUresult (*cuStreamWaitEvent)(handle, handle, unsigned);
    /* The handles. */
    handle context, stream, branch, event, mark, module;
    handle kernel_0, kernel_1, kernel_16, kernel_256, kernel_512_pointers, kernel_512_bytes, kernel_512_ints;
    handle kernel_512_longs, kernel_512_doubles, kernel_struct;
    const void *image;
    CUdeviceptr x, y;
    CUdevice device;
};

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult result = (call);                                                                                      \
        if (result != 0) return result;                                                                                \
    } while (0)

/* A function that makes the calls of the body, after the preparations. */
#define CALLS(name, prepare, ...)                                                                                      \
    CUresult calls_##name(const struct calls *shared, uint64_t calls)                                                  \
    {                                                                                                                  \
        const struct calls c = *shared;                                                                                \
        prepare;                                                                                                       \
        for (uint64_t i = 0; i < calls; i++) {                                                                         \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
        return 0;                                                                                                      \
    }

#define LAUNCH(kernel, parameters)                                                                                     \
    CHECK(c.cuLaunchKernel(c.kernel, 1, 1, 1, 1, 1, 1, 0, c.stream, parameters, NULL));

CALLS(ctx_get_current, , handle current; CHECK(c.cuCtxGetCurrent(&current));)
CALLS(ctx_set_current, , CHECK(c.cuCtxSetCurrent(c.context));)
CALLS(ctx_get_device, , CUdevice device; CHECK(c.cuCtxGetDevice(&device));)
CALLS(device_get, , CUdevice device; CHECK(c.cuDeviceGet(&device, 0));)
CALLS(device_get_attribute, , int value; CHECK(c.cuDeviceGetAttribute(&value, 75, c.device));)
CALLS(primary_ctx_retain_release, ,
      handle context;
      CHECK(c.cuDevicePrimaryCtxRetain(&context, c.device));
      CHECK(c.cuDevicePrimaryCtxRelease(c.device));)

CALLS(event_create_destroy, , handle event; CHECK(c.cuEventCreate(&event, 0)); CHECK(c.cuEventDestroy(event));)
CALLS(event_record, , CHECK(c.cuEventRecord(c.event, c.stream));)
CALLS(event_query, , CHECK(c.cuEventQuery(c.event));)
CALLS(event_synchronize, , CHECK(c.cuEventSynchronize(c.event));)

CALLS(stream_create_destroy, , handle stream; CHECK(c.cuStreamCreate(&stream, 1)); CHECK(c.cuStreamDestroy(stream));)
CALLS(stream_query, , CHECK(c.cuStreamQuery(c.stream));)
CALLS(stream_synchronize, , CHECK(c.cuStreamSynchronize(c.stream));)

CALLS(mem_alloc_free, , CUdeviceptr memory; CHECK(c.cuMemAlloc(&memory, 1024)); CHECK(c.cuMemFree(memory));)
CALLS(mem_alloc_async_free_async, ,
      CUdeviceptr memory;
      CHECK(c.cuMemAllocAsync(&memory, 1024, c.stream));
      CHECK(c.cuMemFreeAsync(memory, c.stream));)
CALLS(memcpy_htod, uint64_t host = 7, CHECK(c.cuMemcpyHtoD(c.x, &host, 8));)
CALLS(memcpy_dtoh, uint64_t host, CHECK(c.cuMemcpyDtoH(&host, c.x, 8));)
CALLS(memcpy_dtod, , CHECK(c.cuMemcpyDtoDAsync(c.y, c.x, 8, c.stream));)

CALLS(launch_empty_kernel, , LAUNCH(kernel_0, NULL))
CALLS(launch_small_kernel, , CUdeviceptr x = c.x; void *parameters[] = { &x }; LAUNCH(kernel_1, parameters))

/* Launches of `count` arguments of a type, which are filled for each call, or once. */
#define FILL(type, count)                                                                                              \
    for (int k = 0; k < count; k++) {                                                                                  \
        values[k] = (type)(c.x + (uint64_t)k);                                                                         \
        parameters[k] = &values[k];                                                                                    \
    }
#define LAUNCHES(name, kernel, type, count)                                                                            \
    CALLS(name, type values[count]; void *parameters[count], FILL(type, count) LAUNCH(kernel, parameters))
#define PACKED(name, kernel, type, count)                                                                              \
    CALLS(name, type values[count]; void *parameters[count]; FILL(type, count), LAUNCH(kernel, parameters))

LAUNCHES(launch_16_args, kernel_16, CUdeviceptr, 16)
PACKED(launch_16_args_pre_packed, kernel_16, CUdeviceptr, 16)
LAUNCHES(launch_256_args, kernel_256, CUdeviceptr, 256)
LAUNCHES(launch_512_args, kernel_512_pointers, CUdeviceptr, 512)
PACKED(launch_512_args_pre_packed, kernel_512_pointers, CUdeviceptr, 512)
LAUNCHES(launch_512_bools, kernel_512_bytes, uint8_t, 512)
LAUNCHES(launch_512_bytes, kernel_512_bytes, int8_t, 512)
LAUNCHES(launch_512_ints, kernel_512_ints, int32_t, 512)
LAUNCHES(launch_512_longlongs, kernel_512_longs, int64_t, 512)
LAUNCHES(launch_512_doubles, kernel_512_doubles, double, 512)

CALLS(launch_2048b,
      struct { uint64_t values[256]; } value = { { 7 } },
      value.values[0] = i;
      void *parameters[] = { &value };
      LAUNCH(kernel_struct, parameters))

CALLS(module_load_unload, , handle module; CHECK(c.cuModuleLoadData(&module, c.image)); CHECK(c.cuModuleUnload(module));)
CALLS(module_get_function, , handle function; CHECK(c.cuModuleGetFunction(&function, c.module, "kernel_1"));)
CALLS(func_get_attribute, , int value; CHECK(c.cuFuncGetAttribute(&value, 4, c.kernel_1));)

CALLS(pointer_get_attribute, , unsigned type; CHECK(c.cuPointerGetAttribute(&type, 2, c.x));)
/* The ten that `PointerAttributes` has. */
CALLS(pointer_get_attributes, ,
      int attributes[] = { 2, 9, 1, 8, 3, 4, 11, 12, 7, 17 };
      uint64_t values[10];
      void *at[10];
      for (int k = 0; k < 10; k++) at[k] = &values[k];
      CHECK(c.cuPointerGetAttributes(10, attributes, at, c.x));)

CALLS(tensor_map_tiled, ,
      CUtensorMap map;
      uint64_t extent[] = { 64, 32 }, strides[] = { 256 };
      uint32_t tile[] = { 16, 16 }, steps[] = { 1, 1 };
      CHECK(c.cuTensorMapEncodeTiled(&map, 7, 2, (void *)c.y, extent, strides, tile, steps, 0, 0, 0, 0));)
CALLS(tensor_map_im2col, ,
      CUtensorMap map;
      uint64_t extent[] = { 16, 8, 8 }, strides[] = { 64, 512 };
      uint32_t steps[] = { 1, 1, 1 };
      int lower[] = { 0 }, upper[] = { 0 };
      CHECK(c.cuTensorMapEncodeIm2col(&map, 7, 3, (void *)c.y, extent, strides, lower, upper, 16, 8, steps, 0, 0, 0, 0));)

/* Beyond NVIDIA's list. */
CALLS(scope_copy, uint64_t value = 7,
      CHECK(c.cuMemcpyHtoDAsync(c.x, &value, 8, c.stream));
      CHECK(c.cuStreamSynchronize(c.stream));)
CALLS(fork_join, ,
      CHECK(c.cuEventRecord(c.mark, c.stream));
      CHECK(c.cuStreamWaitEvent(c.branch, c.mark, 0));
      CHECK(c.cuEventRecord(c.mark, c.branch));
      CHECK(c.cuStreamWaitEvent(c.stream, c.mark, 0));)
