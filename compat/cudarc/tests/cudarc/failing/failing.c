// A driver that calls another one, and some of whose calls fail or wait if a test wants that.
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_long before, failing;
static atomic_int code;
static char called[64];

// Lets that many calls of a function, or of all if the name is empty, fail after those `after` which don't. Returns how
// many of the planned failures haven't happened. Other threads make no calls meanwhile.
long fail_calls(const char *name, long after, long count, int with) {
    strncpy(called, name, sizeof called - 1);
    atomic_store(&before, after);
    atomic_store(&code, with);
    return atomic_exchange(&failing, count);
}

// Calls that are to wait, each of a function, before or after the driver does it.
static struct {
    char name[64];
    int is_after;
    // 0 if it is free, 1 while it is filled in, 2 if the next call is to wait, 3 if one does.
    atomic_int state;
} holds[8];

// Lets the next call of a function wait until it is let go. Returns the number of the hold, or -1 if there are too many.
int hold_call(const char *name, int is_after) {
    for (int hold = 0; hold < 8; hold++) {
        int is_free = 0;
        if (atomic_compare_exchange_strong(&holds[hold].state, &is_free, 1)) {
            strncpy(holds[hold].name, name, sizeof holds[hold].name - 1);
            holds[hold].is_after = is_after;
            atomic_store(&holds[hold].state, 2);
            return hold;
        }
    }
    return -1;
}

int is_held(int hold) {
    return atomic_load(&holds[hold].state) == 3;
}

void release(int hold) {
    atomic_store(&holds[hold].state, 0);
}

static void wait_while_held(const char *name, int is_after) {
    for (int hold = 0; hold < 8; hold++) {
        int is_next = 2;
        if (atomic_load(&holds[hold].state) == 2 && holds[hold].is_after == is_after && !strcmp(holds[hold].name, name)
            && atomic_compare_exchange_strong(&holds[hold].state, &is_next, 3)) {
            while (is_held(hold)) {
                sched_yield();
            }
            return;
        }
    }
}

static int enter(const char *name) {
    wait_while_held(name, 0);
    if (atomic_load(&failing) <= 0 || (*called && strcmp(called, name)) || atomic_fetch_sub(&before, 1) > 0) {
        return 0;
    }
    return atomic_fetch_sub(&failing, 1) > 0 ? atomic_load(&code) : 0;
}

// Each with the version that it is asked for by.
#define CALLS(call) \
    call(cuCtxGetCurrent, 4000, (void **context), (context)) \
    call(cuCtxPopCurrent, 4000, (void **context), (context)) \
    call(cuCtxPushCurrent, 4000, (void *context), (context)) \
    call(cuCtxSetCurrent, 4000, (void *context), (context)) \
    call(cuEventCreate, 2000, (void **event, unsigned flags), (event, flags)) \
    call(cuEventRecord, 2000, (void *event, void *stream), (event, stream)) \
    call(cuEventSynchronize, 2000, (void *event), (event)) \
    call(cuMemFreeHost, 2000, (void *memory), (memory)) \
    call(cuMemcpyDtoHAsync, 3020, (void *to, uint64_t from, size_t bytes, void *stream), (to, from, bytes, stream)) \
    call(cuMemcpyHtoDAsync, 3020, (uint64_t to, void *from, size_t bytes, void *stream), (to, from, bytes, stream)) \
    call(cuPointerGetAttribute, 4000, (void *value, int which, uint64_t address), (value, which, address)) \
    call(cuPointerGetAttributes, 7000, (unsigned count, int *which, void **values, uint64_t address), \
         (count, which, values, address)) \
    call(cuStreamBeginCapture, 10010, (void *stream, int mode), (stream, mode)) \
    call(cuStreamIsCapturing, 10000, (void *stream, int *status), (stream, status)) \
    call(cuStreamSynchronize, 2000, (void *stream), (stream)) \
    call(cuStreamWaitEvent, 3020, (void *stream, void *event, unsigned flags), (stream, event, flags)) \
    call(cuThreadExchangeStreamCaptureMode, 10010, (int *mode), (mode))

#define FUNCTION(name, since, parameters, arguments) \
    static int(*real_##name) parameters; \
    static int name parameters { \
        int failed = enter(#name); \
        int result = failed ? failed : real_##name arguments; \
        wait_while_held(#name, 1); \
        return result; \
    }
CALLS(FUNCTION)

static void *driver(const char *name) {
    static void *library;
    if (!library) {
        library = dlopen(getenv("CALLED_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    }
    return dlsym(library, name);
}

int cuInit(unsigned flags) {
    return ((int (*)(unsigned))driver("cuInit"))(flags);
}

int cuDriverGetVersion(int *version) {
    return ((int (*)(int *))driver("cuDriverGetVersion"))(version);
}

int cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status) {
    typedef int Get(const char *, void **, int, uint64_t, int *);
    int result = ((Get *)driver("cuGetProcAddress_v2"))(name, function, version, flags, status);
    // Only those with the legacy default stream.
    if (result || !*function || flags & 2) {
        return result;
    }
#define REPLACE(own, since, parameters, arguments) \
    if (version == since && !strcmp(name, #own)) { \
        real_##own = (int(*) parameters)*function; \
        *function = (void *)own; \
    }
    CALLS(REPLACE)
    return 0;
}
