// Calls while the process exits. An H200 returned the same, but for the launch, which wasn't tried.
#include "say.h"

__global__ void set(int *p) { *p = 3; }

struct Memory {
    const char *made;
    int *p = nullptr;
    Memory(const char *made) : made(made) {}
    ~Memory() {
        printf("destructor of an object made %s\n", made);
        SAY(cudaFree(p));
        SAY(cudaDeviceSynchronize());
    }
};

static Memory before("before the first call");
static Memory &after() {
    static Memory after("after the first call");
    return after;
}

static void handler(const char *registered) {
    printf("handler registered %s the first call\n", registered);
    int *p = nullptr;
    SAY(cudaDeviceSynchronize());
    SAY(cudaMalloc(&p, 4));
}

static void early() { handler("before"); }
static void late() {
    handler("after");
    int value = 0;
    set<<<1, 1>>>(before.p);
    SAY(cudaMemcpy(&value, before.p, 4, cudaMemcpyDeviceToHost));
    printf("  %d\n", value);
}

int main() {
    atexit(early);
    cudaFree(nullptr);
    atexit(late);
    MUST(cudaMalloc(&before.p, 64));
    MUST(cudaMalloc(&after().p, 64));
    return 0;
}
