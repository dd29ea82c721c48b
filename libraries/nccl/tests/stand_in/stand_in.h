/* A stand-in for NCCL: the same functions, whose ranks meet over a socket of the loopback interface, in one process or
 * in several. Data goes through host memory, in the order of the stream, as NCCL's kernels would.
 *
 * VERSION says which release it plays: it has the functions of that release alone. */
#pragma once
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef VERSION
#define VERSION 22803
#endif

enum result {
    SUCCESS = 0,
    CUDA_ERROR = 1,
    SYSTEM_ERROR = 2,
    INTERNAL_ERROR = 3,
    INVALID_ARGUMENT = 4,
    INVALID_USAGE = 5,
    REMOTE_ERROR = 6,
    IN_PROGRESS = 7
};

enum type { I8, U8, I32, U32, I64, U64, F16, F32, F64, BF16, F8E4M3, F8E5M2, TYPES };

enum operator { SUM, PROD, MAX, MIN, AVG, FIRST_OWN };

/* The functions of the driver that it works with: whose they are, the test says. */
struct driver {
    int (*ctx_get_device)(int *device);
    int (*memcpy_dtoh_async)(void *to, uint64_t from, size_t bytes, void *stream);
    int (*memcpy_htod_async)(uint64_t to, const void *from, size_t bytes, void *stream);
    int (*launch_host_func)(void *stream, void (*function)(void *), void *argument);
    int (*mem_host_alloc)(void **memory, size_t bytes, unsigned flags);
    int (*mem_free_host)(void *memory);
    int (*mem_alloc)(uint64_t *memory, size_t bytes);
    int (*mem_free)(uint64_t memory);
};
extern struct driver DRIVER;

/* What a rank does, as all must agree on it. */
struct signature {
    uint32_t kind, type, operator;
    int32_t root;
    uint64_t count;
};

enum kind { ALL_REDUCE, REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER, SEND, RECV, SPLIT };

enum message { HELLO, READY, EXCHANGE, EXCHANGED, DATA, GONE, BYE };

struct header {
    uint32_t message;
    int32_t rank; /* whose it is; of DATA to the server, whom it is for */
    uint32_t ranks;
    uint32_t process; /* that it runs in, in HELLO */
    uint64_t key; /* which communicator, in HELLO */
    struct signature signature;
    uint64_t bytes; /* that follow */
};

struct data {
    struct data *next;
    struct header header;
    char *bytes;
};

struct comm {
    int socket, rank, ranks, device;
    uint64_t key;
    bool blocking;
    volatile int state;  /* IN_PROGRESS until it is made */
    volatile int error;  /* what went wrong later */
    volatile bool aborted;
    bool revoked, suspended;
    int answers;         /* how often a communicator that doesn't block says that it isn't ready */
    unsigned children;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned long next_ticket, now_served, outstanding;
    struct data *waiting; /* DATA that is not yet requested */
    struct { enum type type; char scalar[8]; const void *device; bool used; } own[16];
    struct batch *done;
    struct comm *made_next; /* in the same group */
    struct comm *making;    /* its child that is being made */
    volatile bool watched;  /* a thread waits for its state */
    char said[256];
    uint16_t port;
};

int start_server(uint16_t *port);
int meet(struct comm *comm);
bool exchange(struct comm *comm, const struct signature *what, const void *mine, uint64_t bytes, char **all);
bool send_data(struct comm *comm, int to, const void *bytes, uint64_t size);
bool receive_data(struct comm *comm, int from, void *bytes, uint64_t size);
void say(struct comm *comm, int error, const char *format, ...);

size_t size_of(enum type type);
void reduce(enum type type, int operator, int ranks, size_t count, const char *const *parts, char *into, const char *const *scalars);
