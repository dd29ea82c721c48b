/* The operations of benches/launch in C: what a C program does that calls the driver's functions through pointers.
 *
 * Each function makes `calls` calls and returns the first result that isn't success. No header of CUDA is needed:
 * what is declared here is what is used. */

#include <stddef.h>
#include <stdint.h>

typedef unsigned int CUresult;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUevent_st *CUevent;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUstream_st *CUstream;

/* `Work` of benches/launch/work.rs. */
struct work {
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                       void **, void **);
    CUresult (*copy_to_device)(CUdeviceptr, const void *, size_t, CUstream);
    CUresult (*copy_on_device)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
    CUresult (*record)(CUevent, CUstream);
    CUresult (*query)(CUstream);
    CUresult (*launch_graph)(CUgraphExec, CUstream);
    CUresult (*synchronize)(CUstream);
    CUresult (*alloc)(CUdeviceptr *, size_t, CUstream);
    CUresult (*free)(CUdeviceptr, CUstream);
    CUresult (*current)(CUcontext *);
    CUresult (*push)(CUcontext);
    CUresult (*pop)(CUcontext *);
    CUcontext context;
    CUstream stream;
    CUevent event;
    CUfunction kernel_0, kernel_5, kernel_16, kernel_256;
    CUgraphExec graph;
    CUdeviceptr x, y, z;
    const void *host;
};

#define EACH_CALL                                                                                                      \
    const struct work work = *shared;                                                                                  \
    for (uint64_t i = 0; i < calls; i++)

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult result = (call);                                                                                      \
        if (result != 0) return result;                                                                                \
    } while (0)

CUresult twin_launch_0(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.launch(work.kernel_0, 1, 1, 1, 32, 1, 1, 0, work.stream, NULL, NULL));
    }
    return 0;
}

CUresult twin_launch_5(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        float a = 2;
        CUdeviceptr x = work.x, y = work.y, z = work.z;
        size_t n = (size_t)i;
        void *parameters[] = { &a, &x, &y, &z, &n };
        CHECK(work.launch(work.kernel_5, 1, 1, 1, 32, 1, 1, 0, work.stream, parameters, NULL));
    }
    return 0;
}

CUresult twin_launch_16(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        uint32_t a = (uint32_t)i, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, j = 8, k = 9, l = 10, m = 11, n = 12;
        CUdeviceptr x = work.x, y = work.y, z = work.z;
        void *parameters[] = { &a, &b, &c, &d, &e, &f, &g, &h, &j, &k, &l, &m, &n, &x, &y, &z };
        CHECK(work.launch(work.kernel_16, 1, 1, 1, 32, 1, 1, 0, work.stream, parameters, NULL));
    }
    return 0;
}

CUresult twin_launch_256(const struct work *shared, uint64_t calls)
{
    uint32_t values[256];
    void *parameters[256];
    for (int k = 0; k < 256; k++) {
        values[k] = (uint32_t)k;
        parameters[k] = &values[k];
    }
    EACH_CALL {
        CHECK(work.launch(work.kernel_256, 1, 1, 1, 32, 1, 1, 0, work.stream, parameters, NULL));
    }
    return 0;
}

CUresult twin_fill_and_launch_256(const struct work *shared, uint64_t calls)
{
    uint32_t values[256];
    void *parameters[256];
    EACH_CALL {
        for (int k = 0; k < 256; k++) {
            values[k] = (uint32_t)i + (uint32_t)k;
            parameters[k] = &values[k];
        }
        CHECK(work.launch(work.kernel_256, 1, 1, 1, 32, 1, 1, 0, work.stream, parameters, NULL));
    }
    return 0;
}

CUresult twin_copy_to_device(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.copy_to_device(work.x, work.host, 4, work.stream));
    }
    return 0;
}

CUresult twin_copy_on_device(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.copy_on_device(work.y, work.x, 4, work.stream));
    }
    return 0;
}

CUresult twin_record(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.record(work.event, work.stream));
    }
    return 0;
}

CUresult twin_query(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.query(work.stream));
    }
    return 0;
}

CUresult twin_launch_graph(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.launch_graph(work.graph, work.stream));
    }
    return 0;
}

CUresult twin_run_graph(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CHECK(work.launch_graph(work.graph, work.stream));
        CHECK(work.synchronize(work.stream));
    }
    return 0;
}

CUresult twin_alloc_and_free(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CUdeviceptr pointer;
        CHECK(work.alloc(&pointer, 4, work.stream));
        CHECK(work.free(pointer, work.stream));
    }
    return 0;
}

CUresult twin_bind(const struct work *shared, uint64_t calls)
{
    EACH_CALL {
        CUcontext current;
        CHECK(work.current(&current));
        if (current != work.context) {
            CUcontext popped;
            CHECK(work.push(work.context));
            CHECK(work.pop(&popped));
        }
    }
    return 0;
}
