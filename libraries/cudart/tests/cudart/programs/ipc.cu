// Memory and events of another process: this program starts itself.
#include "say.h"
#include <sys/wait.h>
#include <unistd.h>

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

struct Message { cudaIpcMemHandle_t memory; cudaIpcEventHandle_t event; };

int main(int count, char **arguments) {
    int host[4] = {1, 2, 3, 4};
    if (count > 1) {
        Message message;
        if (read(0, &message, sizeof message) != sizeof message) return 2;
        int *p;
        cudaEvent_t event;
        MUST(cudaIpcOpenMemHandle((void **)&p, message.memory, cudaIpcMemLazyEnablePeerAccess));
        MUST(cudaIpcOpenEventHandle(&event, message.event));
        MUST(cudaEventSynchronize(event));
        twice<<<1, 4>>>(p);
        MUST(cudaDeviceSynchronize());
        MUST(cudaIpcCloseMemHandle(p));
        printf("child: done\n");
        return 0;
    }
    int *p;
    cudaEvent_t event;
    MUST(cudaMalloc(&p, sizeof host));
    MUST(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
    MUST(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
    MUST(cudaEventRecord(event));
    Message message;
    SAY(cudaIpcGetMemHandle(&message.memory, p));
    SAY(cudaIpcGetEventHandle(&message.event, event));
    fflush(stdout);
    int ends[2];
    if (pipe(ends)) return 3;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], 0);
        close(ends[1]);
        execl(arguments[0], arguments[0], "child", nullptr);
        _exit(4);
    }
    close(ends[0]);
    if (write(ends[1], &message, sizeof message) != sizeof message) return 5;
    close(ends[1]);
    int status = 0;
    waitpid(child, &status, 0);
    printf("status %d\n", status);
    MUST(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    int *opened;
    SAY(cudaIpcOpenMemHandle((void **)&opened, message.memory, cudaIpcMemLazyEnablePeerAccess));
    SAY(cudaGetLastError());
    return 0;
}
