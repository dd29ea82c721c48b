/* The functions of nccl.h, as far as VERSION has them. */
#include "stand_in.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { char internal[128]; } unique_id;

struct config {
    size_t size;
    unsigned magic, version;
    int blocking;
};

struct driver DRIVER;
void stand_in_use(const struct driver *driver) { DRIVER = *driver; }

const char *last_said(void);

/* An operation, and the host memory that its data goes through. */
struct operation {
    struct operation *next;
    struct signature what;
    struct comm *comm;
    void *stream;
    uint64_t from, to;
    size_t from_bytes, to_bytes;
    char *mine, *result;
    int own; /* which operator of its own, else -1 */
    char scalar[8];
};

/* Operations of one communicator and stream that run together. */
struct batch {
    struct batch *next;
    struct comm *comm;
    struct operation *first;
    unsigned long ticket;
    bool ran;
};

/* Calls of the stand-in's functions in the whole process, but for questions. */
static volatile unsigned long CALLS;
unsigned long stand_in_calls(void) { return CALLS; }
static volatile unsigned long COMMUNICATORS;
unsigned long stand_in_communicators(void) { return COMMUNICATORS; }
static void count(void) { __sync_fetch_and_add(&CALLS, 1); }

static void *host_memory(size_t bytes) {
    void *memory = NULL;
    return DRIVER.mem_host_alloc(&memory, bytes ? bytes : 1, 0) ? NULL : memory;
}

/* The operation as its definition says it, of everybody's parts. */
static void apply(struct operation *op, char *all) {
    struct comm *comm = op->comm;
    const char *parts[comm->ranks], *scalars[comm->ranks];
    char *at = all;
    for (int rank = 0; rank < comm->ranks; rank++) {
        struct header header;
        memcpy(&header, at, sizeof header);
        if (memcmp(&header.signature, &op->what, sizeof op->what)) {
            say(comm, INVALID_USAGE, "rank %d called operation %u of %lu elements of type %u, and rank %d operation %u of %lu of type %u", rank,
                header.signature.kind, header.signature.count, header.signature.type, comm->rank, op->what.kind, op->what.count, op->what.type);
            return;
        }
        scalars[rank] = at + sizeof header;
        parts[rank] = at + sizeof header + 8;
        at += sizeof header + header.bytes;
    }
    size_t each = op->what.count * size_of(op->what.type);
    int operator = op->own < 0 ? (int)op->what.operator : SUM;
    const char *const *scaled = op->own < 0 ? NULL : scalars;
    switch (op->what.kind) {
    case ALL_REDUCE: case REDUCE:
        if (op->to_bytes) reduce(op->what.type, operator, comm->ranks, op->what.count, parts, op->result, scaled);
        break;
    case REDUCE_SCATTER:
        for (int rank = 0; rank < comm->ranks; rank++) parts[rank] += comm->rank * each;
        reduce(op->what.type, operator, comm->ranks, op->what.count, parts, op->result, scaled);
        break;
    case BROADCAST: memcpy(op->result, parts[op->what.root], op->to_bytes); break;
    case SCATTER: memcpy(op->result, parts[op->what.root] + comm->rank * each, each); break;
    case ALL_TO_ALL:
        for (int rank = 0; rank < comm->ranks; rank++) memcpy(op->result + rank * each, parts[rank] + comm->rank * each, each);
        break;
    default:
        if (op->to_bytes)
            for (int rank = 0; rank < comm->ranks; rank++) memcpy(op->result + rank * each, parts[rank], each);
    }
}

/* Runs where the stream has come to it. Nothing here may call the driver. */
static void run(void *argument) {
    struct batch *batch = argument;
    struct comm *comm = batch->comm;
    pthread_mutex_lock(&comm->lock);
    while (comm->now_served != batch->ticket) pthread_cond_wait(&comm->changed, &comm->lock);
    pthread_mutex_unlock(&comm->lock);
    for (struct operation *op = batch->first; op; op = op->next)
        if (op->what.kind == SEND && !comm->error && !comm->aborted) send_data(comm, op->what.root, op->mine, op->from_bytes);
    for (struct operation *op = batch->first; op && !comm->error && !comm->aborted; op = op->next) {
        if (op->what.kind == SEND) continue;
        if (op->what.kind == RECV) {
            receive_data(comm, op->what.root, op->result, op->to_bytes);
            continue;
        }
        char *all = NULL;
        memcpy(op->mine, op->scalar, 8);
        if (exchange(comm, &op->what, op->mine, op->from_bytes + 8, &all)) apply(op, all);
        free(all);
    }
    pthread_mutex_lock(&comm->lock);
    comm->now_served++;
    pthread_cond_broadcast(&comm->changed);
    pthread_mutex_unlock(&comm->lock);
}

/* Batches of all communicators that aren't finished. */
static unsigned long OUTSTANDING;

static void finish(void *argument) {
    struct batch *batch = argument;
    struct comm *comm = batch->comm;
    pthread_mutex_lock(&comm->lock);
    comm->outstanding--;
    __sync_sub_and_fetch(&OUTSTANDING, 1);
    batch->next = comm->done;
    comm->done = batch;
    pthread_cond_broadcast(&comm->changed);
    pthread_mutex_unlock(&comm->lock);
}

static void sweep(struct comm *comm) {
    pthread_mutex_lock(&comm->lock);
    struct batch *batch = comm->done;
    comm->done = NULL;
    pthread_mutex_unlock(&comm->lock);
    while (batch) {
        struct batch *next = batch->next;
        for (struct operation *op = batch->first, *after; op; op = after) {
            after = op->next;
            if (op->mine) DRIVER.mem_free_host(op->mine);
            if (op->result) DRIVER.mem_free_host(op->result);
            free(op);
        }
        free(batch);
        batch = next;
    }
}

static int launch(struct batch *batch) {
    struct comm *comm = batch->comm;
    void *stream = batch->first->stream;
    int failed = 0;
    for (struct operation *op = batch->first; op; op = op->next) {
        size_t before = op->what.kind == SEND || op->what.kind == RECV ? 0 : 8;
        op->mine = host_memory(op->from_bytes + before);
        op->result = host_memory(op->to_bytes);
        if (!op->mine || !op->result) return CUDA_ERROR;
        if (op->from_bytes) failed |= DRIVER.memcpy_dtoh_async(op->mine + before, op->from, op->from_bytes, stream);
    }
    if (failed) return CUDA_ERROR;
    pthread_mutex_lock(&comm->lock);
    batch->ticket = comm->next_ticket++;
    comm->outstanding++;
    __sync_add_and_fetch(&OUTSTANDING, 1);
    pthread_mutex_unlock(&comm->lock);
    failed |= DRIVER.launch_host_func(stream, run, batch);
    for (struct operation *op = batch->first; op; op = op->next)
        if (op->to_bytes) failed |= DRIVER.memcpy_htod_async(op->to, op->result, op->to_bytes, stream);
    failed |= DRIVER.launch_host_func(stream, finish, batch);
    return failed ? CUDA_ERROR : SUCCESS;
}

/* Groups. */

static _Thread_local int DEPTH, POISON;
static _Thread_local struct operation *RECORDED;

static int launch_all(void) {
    struct operation *left = RECORDED;
    RECORDED = NULL;
    int result = SUCCESS;
    /* The driver frees host memory behind all work of its context, which is the one that was current: of all ranks of a clique, the same.
       So none is freed behind work that waits for a rank whose call comes after this one. */
    for (struct operation *op = left; op && !__sync_add_and_fetch(&OUTSTANDING, 0); op = op->next) sweep(op->comm);
    while (left) {
        struct batch *batch = calloc(1, sizeof *batch);
        struct operation **end = &batch->first, *others = NULL, **last = &others;
        for (struct operation *op = left, *next; op; op = next) {
            next = op->next;
            op->next = NULL;
            bool together = !batch->first || (op->comm == batch->first->comm && op->stream == batch->first->stream);
            struct operation ***to = together ? &end : &last;
            **to = op;
            *to = &op->next;
        }
        batch->comm = batch->first->comm;
        left = others;
        int launched = launch(batch);
        if (launched) result = launched;
    }
    return result;
}

static void discard(void) {
    while (RECORDED) {
        struct operation *next = RECORDED->next;
        free(RECORDED);
        RECORDED = next;
    }
}

int ncclGroupStart(void) { DEPTH++; return SUCCESS; }

/* Communicators that are made in this group. */
static _Thread_local struct comm *MADE;

/* Waits for those that block. */
static int made(bool poisoned) {
    int result = SUCCESS;
    for (struct comm *comm = MADE; comm; comm = comm->made_next) {
        if (poisoned) comm->aborted = true;
        while (comm->state == IN_PROGRESS && comm->blocking) usleep(100);
        if (!comm->blocking) result = IN_PROGRESS;
        else if (comm->state) result = comm->state;
    }
    MADE = NULL;
    return result;
}

int ncclGroupEnd(void) {
    if (!DEPTH) return INVALID_USAGE;
    if (--DEPTH) return SUCCESS;
    int poison = POISON;
    POISON = 0;
    int result = made(poison);
    if (poison) { discard(); return poison; }
    return result ? result : launch_all();
}

static int refuse(int error, const char *text) {
    say(NULL, 0, "%s", text);
    if (DEPTH) POISON = error;
    return error;
}

static int enqueue(struct comm *comm, void *stream, struct signature what, const void *from, void *to, size_t from_count, size_t to_count) {
    count();
    if (!comm) return refuse(INVALID_ARGUMENT, "the communicator is null");
    if (comm->aborted || comm->error) return refuse(comm->error ? comm->error : INVALID_USAGE, comm->said);
    if (comm->state) return refuse(INVALID_ARGUMENT, "the communicator isn't ready");
    if (comm->revoked || comm->suspended) return refuse(INVALID_USAGE, "the communicator was revoked or suspended");
    size_t size = size_of(what.type);
    if (!size) return refuse(INVALID_ARGUMENT, "unknown type");
    if (what.root < 0 || what.root >= comm->ranks) return refuse(INVALID_ARGUMENT, "there is no such root or peer");
    if ((from_count && !from) || (to_count && !to)) return refuse(INVALID_ARGUMENT, "a buffer is null");
    struct operation *op = calloc(1, sizeof *op);
    *op = (struct operation){.what = what, .comm = comm, .stream = stream, .from = (uint64_t)from, .to = (uint64_t)to,
        .from_bytes = from_count * size, .to_bytes = to_count * size, .own = -1};
    bool reduces = what.kind == ALL_REDUCE || what.kind == REDUCE || what.kind == REDUCE_SCATTER;
    if (reduces && what.operator >= FIRST_OWN) {
        op->own = what.operator - FIRST_OWN;
        if (op->own >= 16 || !comm->own[op->own].used || comm->own[op->own].type != what.type) {
            free(op);
            return refuse(INVALID_ARGUMENT, "the operator isn't one of this communicator");
        }
        memcpy(op->scalar, comm->own[op->own].scalar, 8);
        if (comm->own[op->own].device && DRIVER.memcpy_dtoh_async(op->scalar, (uint64_t)comm->own[op->own].device, size, stream)) return CUDA_ERROR;
    }
    struct operation **end = &RECORDED;
    while (*end) end = &(*end)->next;
    *end = op;
    if (DEPTH) return SUCCESS;
    int result = launch_all();
    if (!result && !comm->blocking) {
        comm->answers = 2;
        return IN_PROGRESS;
    }
    return result;
}

int ncclAllReduce(const void *from, void *to, size_t n, int type, int op, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){ALL_REDUCE, type, op, 0, n}, from, to, n, n);
}
int ncclReduce(const void *from, void *to, size_t n, int type, int op, int root, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){REDUCE, type, op, root, n}, from, to, n, comm && comm->rank == root ? n : 0);
}
int ncclBroadcast(const void *from, void *to, size_t n, int type, int root, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){BROADCAST, type, 0, root, n}, from, to, comm && comm->rank == root ? n : 0, n);
}
int ncclBcast(void *memory, size_t n, int type, int root, struct comm *comm, void *stream) {
    return ncclBroadcast(memory, memory, n, type, root, comm, stream);
}
int ncclAllGather(const void *from, void *to, size_t n, int type, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){ALL_GATHER, type, 0, 0, n}, from, to, n, comm ? n * comm->ranks : 0);
}
int ncclReduceScatter(const void *from, void *to, size_t n, int type, int op, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){REDUCE_SCATTER, type, op, 0, n}, from, to, comm ? n * comm->ranks : 0, n);
}
int ncclSend(const void *from, size_t n, int type, int peer, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){SEND, type, 0, peer, n}, from, NULL, n, 0);
}
int ncclRecv(void *to, size_t n, int type, int peer, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){RECV, type, 0, peer, n}, NULL, to, 0, n);
}
#if VERSION >= 22803
int ncclAlltoAll(const void *from, void *to, size_t n, int type, struct comm *comm, void *stream) {
    size_t all = comm ? n * comm->ranks : 0;
    return enqueue(comm, stream, (struct signature){ALL_TO_ALL, type, 0, 0, n}, from, to, all, all);
}
int ncclGather(const void *from, void *to, size_t n, int type, int root, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){GATHER, type, 0, root, n}, from, to, n, comm && comm->rank == root ? n * comm->ranks : 0);
}
int ncclScatter(const void *from, void *to, size_t n, int type, int root, struct comm *comm, void *stream) {
    return enqueue(comm, stream, (struct signature){SCATTER, type, 0, root, n}, from, to, comm && comm->rank == root ? n * comm->ranks : 0, n);
}
#endif

/* Communicators. */

int ncclGetVersion(int *version) { *version = VERSION; return SUCCESS; }

int ncclGetUniqueId(unique_id *id) {
    static unsigned made;
    uint16_t port;
    memset(id, 0, sizeof *id);
    int result = start_server(&port);
    uint64_t key = ((uint64_t)getpid() << 24) + __sync_add_and_fetch(&made, 1);
    memcpy(id->internal, &port, 2);
    memcpy(id->internal + 8, &key, 8);
    return result;
}

static struct comm *new_comm(const struct comm *parent, uint16_t port, uint64_t key, int ranks, int rank) {
    struct comm *comm = calloc(1, sizeof *comm);
    __sync_fetch_and_add(&COMMUNICATORS, 1);
    *comm = (struct comm){.socket = -1, .rank = rank, .ranks = ranks, .key = key, .port = port, .blocking = !parent || parent->blocking};
    pthread_mutex_init(&comm->lock, NULL);
    pthread_cond_init(&comm->changed, NULL);
    if (DRIVER.ctx_get_device) DRIVER.ctx_get_device(&comm->device);
    return comm;
}

static void *meet_later(void *argument) {
    struct comm *comm = argument;
    comm->state = meet(comm);
    return NULL;
}

static int join_others(struct comm *comm) {
    if (comm->blocking && !DEPTH) return comm->state = meet(comm);
    pthread_t thread;
    comm->state = IN_PROGRESS;
    if (pthread_create(&thread, NULL, meet_later, comm)) return SYSTEM_ERROR;
    pthread_detach(thread);
    if (DEPTH) {
        comm->made_next = MADE;
        MADE = comm;
    }
    return comm->blocking ? SUCCESS : IN_PROGRESS;
}

int ncclCommInitRankConfig(struct comm **comm, int ranks, unique_id id, int rank, struct config *config) {
    uint16_t port;
    uint64_t key;
    count();
    if (ranks < 1 || rank < 0 || rank >= ranks) return refuse(INVALID_ARGUMENT, "there is no such rank");
    if (config && config->magic != 0xcafebeef) return refuse(INVALID_ARGUMENT, "the configuration is none");
    memcpy(&port, id.internal, 2);
    memcpy(&key, id.internal + 8, 8);
    *comm = new_comm(NULL, port, key, ranks, rank);
    (*comm)->blocking = !config || config->blocking != 0;
    return join_others(*comm);
}

int ncclCommInitRank(struct comm **comm, int ranks, unique_id id, int rank) { return ncclCommInitRankConfig(comm, ranks, id, rank, NULL); }

static void *meet_now(void *comm) { return (void *)(intptr_t)meet(comm); }

int ncclCommInitAll(struct comm **comms, int ranks, const int *devices) {
    unique_id id;
    pthread_t threads[ranks];
    int result = ncclGetUniqueId(&id);
    uint16_t port;
    uint64_t key;
    count();
    memcpy(&port, id.internal, 2);
    memcpy(&key, id.internal + 8, 8);
    for (int rank = 0; rank < ranks; rank++) {
        comms[rank] = new_comm(NULL, port, key, ranks, rank);
        comms[rank]->device = devices ? devices[rank] : rank;
        pthread_create(&threads[rank], NULL, meet_now, comms[rank]);
    }
    for (int rank = 0; rank < ranks; rank++) {
        void *met;
        pthread_join(threads[rank], &met);
        if (met) result = (intptr_t)met;
    }
    return result;
}

/* Something that all ranks do now, in the calling thread. */
static bool exchange_now(struct comm *comm, struct signature what, const void *mine, size_t bytes, char **all) {
    pthread_mutex_lock(&comm->lock);
    unsigned long ticket = comm->next_ticket++;
    while (comm->now_served != ticket) pthread_cond_wait(&comm->changed, &comm->lock);
    pthread_mutex_unlock(&comm->lock);
    bool met = exchange(comm, &what, mine, bytes, all);
    pthread_mutex_lock(&comm->lock);
    comm->now_served++;
    pthread_cond_broadcast(&comm->changed);
    pthread_mutex_unlock(&comm->lock);
    return met;
}

static uint64_t child_key(struct comm *comm, unsigned salt) { return (comm->key * 31 + ++comm->children) * 1009 + salt; }

/* Whether communicators that are made of others are handed out. */
static volatile bool WITHHELD;
void stand_in_withhold(void) { WITHHELD = true; }

static void free_comm(struct comm *comm);

/* A communicator that is made of another. */
struct child {
    struct comm *parent, *comm, **place;
    int colour, key;
    bool is_split, blocking;
};

/* Who is in a child of a split; none where the rank has no colour. */
static int split(struct child *child) {
    struct comm *parent = child->parent;
    int mine[2] = {child->colour, child->key}, ranks = 0, rank = 0;
    char *all = NULL;
    if (!exchange_now(parent, (struct signature){SPLIT, I32, 0, 0, 2}, mine, sizeof mine, &all)) return parent->error ? parent->error : INTERNAL_ERROR;
    for (int other = 0; other < parent->ranks; other++) {
        int its[2];
        memcpy(its, all + other * (sizeof(struct header) + sizeof its) + sizeof(struct header), sizeof its);
        if (its[0] != child->colour) continue;
        ranks++;
        rank += its[1] < child->key || (its[1] == child->key && other < parent->rank);
    }
    free(all);
    uint64_t key = child_key(parent, child->colour);
    if (child->colour >= 0) child->comm = new_comm(parent, parent->port, key, ranks, rank);
    return SUCCESS;
}

static int make_child(struct child *child) {
    int result = child->is_split ? split(child) : SUCCESS;
    struct comm *made = child->comm;
    if (result || !made) return result;
    made->blocking = child->blocking;
    made->device = child->parent->device;
    __atomic_store_n(&child->parent->making, made, __ATOMIC_RELEASE);
    result = meet(made);
    __atomic_store_n(&child->parent->making, NULL, __ATOMIC_RELEASE);
    if (result) {
        close(made->socket);
        free_comm(made);
    } else if (!WITHHELD) __atomic_store_n(child->place, made, __ATOMIC_RELEASE);
    return result;
}

static void *make_child_later(void *argument) {
    struct child *child = argument;
    __atomic_store_n(&child->parent->state, make_child(child), __ATOMIC_RELEASE);
    free(child);
    return NULL;
}

/* Joins the others as a child. Where the parent doesn't block, another thread does, and the handle is written at the end. */
static int join_as_child(struct child child) {
    *child.place = NULL;
    if (child.parent->blocking) return make_child(&child);
    struct child *later = malloc(sizeof *later);
    *later = child;
    child.parent->state = IN_PROGRESS;
    pthread_t thread;
    if (pthread_create(&thread, NULL, make_child_later, later)) return SYSTEM_ERROR;
    pthread_detach(thread);
    return IN_PROGRESS;
}

static bool blocks(const struct comm *parent, const struct config *config) { return config ? config->blocking != 0 : parent->blocking; }

int ncclCommSplit(struct comm *comm, int colour, int key, struct comm **child, struct config *config) {
    count();
    return join_as_child((struct child){.parent = comm, .place = child, .colour = colour, .key = key, .is_split = true, .blocking = blocks(comm, config)});
}

#if VERSION >= 22703
int ncclCommShrink(struct comm *comm, int *excluded, int count_of, struct comm **child, struct config *config, int flags) {
    int rank = comm->rank;
    count();
    if (flags) { comm->aborted = true; }
    for (int i = 0; i < count_of; i++) rank -= excluded[i] < comm->rank;
    struct comm *made = new_comm(comm, comm->port, child_key(comm, 7), comm->ranks - count_of, rank);
    return join_as_child((struct child){.parent = comm, .comm = made, .place = child, .blocking = blocks(comm, config)});
}
#endif

#if VERSION >= 22304
int ncclCommInitRankScalable(struct comm **comm, int ranks, int rank, int count_of, unique_id *ids, struct config *config) {
    return count_of < 1 ? refuse(INVALID_ARGUMENT, "there is no id") : ncclCommInitRankConfig(comm, ranks, ids[0], rank, config);
}
#endif

#if VERSION >= 22902
enum { GROWN = 11 };

int ncclCommGetUniqueId(struct comm *comm, unique_id *id) {
    uint64_t key = (comm->key * 31 + comm->children + 1) * 1009 + GROWN;
    count();
    memset(id, 0, sizeof *id);
    memcpy(id->internal, &comm->port, 2);
    memcpy(id->internal + 8, &key, 8);
    return SUCCESS;
}

struct grown { struct comm *comm, **place; };

/* The handle is written once more, after the communicator was called ready: the caller's memory must still be there. */
static void *write_again(void *argument) {
    struct grown *grown = argument;
    while (grown->comm->state == IN_PROGRESS) usleep(100);
    struct comm *made = grown->comm;
    made->watched = false;
    usleep(2000);
    __atomic_store_n(grown->place, made, __ATOMIC_RELEASE);
    free(grown);
    return NULL;
}

/* As 2.30.7: the handle is there at once, and one that doesn't block is called a success while it is still in progress. */
int ncclCommGrow(struct comm *comm, int ranks, const unique_id *id, int rank, struct comm **grown, struct config *config) {
    if (!comm && !id) return refuse(INVALID_ARGUMENT, "a new rank has no id");
    if (comm && (rank != -1 || ranks <= comm->ranks)) return refuse(INVALID_ARGUMENT, "the communicator doesn't grow");
    struct comm *made = NULL;
    int result = SUCCESS;
    *grown = NULL;
    if (comm) {
        count();
        made = new_comm(comm, comm->port, child_key(comm, GROWN), ranks, comm->rank);
        made->blocking = blocks(comm, config);
        result = join_others(made);
    } else result = ncclCommInitRankConfig(&made, ranks, *id, rank, config);
    if (WITHHELD) return SUCCESS;
    *grown = made;
    if (result != IN_PROGRESS) return result;
    struct grown *again = malloc(sizeof *again);
    *again = (struct grown){made, grown};
    pthread_t thread;
    made->watched = true;
    if (pthread_create(&thread, NULL, write_again, again)) return SYSTEM_ERROR;
    pthread_detach(thread);
    return SUCCESS;
}
#endif

static void wait_for_work(struct comm *comm) {
    pthread_mutex_lock(&comm->lock);
    while (comm->outstanding) pthread_cond_wait(&comm->changed, &comm->lock);
    pthread_mutex_unlock(&comm->lock);
    sweep(comm);
}

#if VERSION >= 22809
int ncclCommRevoke(struct comm *comm, int flags) {
    count();
    if (flags || comm->revoked) return refuse(INVALID_ARGUMENT, "the communicator can't be revoked");
    comm->revoked = comm->aborted = true;
    wait_for_work(comm);
    comm->aborted = false;
    comm->error = 0;
    return SUCCESS;
}
#endif

#if VERSION >= 22907
enum { SUSPENDABLE = 1 << 20, PERSISTENT = 4096 };

int ncclCommSuspend(struct comm *comm, int flags) {
    count();
    if (flags != 1 || comm->suspended || comm->outstanding) return refuse(INVALID_USAGE, "the communicator can't be suspended");
    comm->suspended = true;
    return SUCCESS;
}

int ncclCommResume(struct comm *comm) {
    count();
    if (!comm->suspended) return refuse(INVALID_USAGE, "the communicator isn't suspended");
    comm->suspended = false;
    return SUCCESS;
}

int ncclCommMemStats(struct comm *comm, int stat, uint64_t *value) {
    uint64_t values[] = {SUSPENDABLE, comm->suspended, PERSISTENT, comm->suspended ? PERSISTENT : SUSPENDABLE + PERSISTENT};
    if (stat < 0 || stat > 3) return refuse(INVALID_ARGUMENT, "unknown statistic");
    *value = values[stat];
    return SUCCESS;
}
#endif

int ncclCommFinalize(struct comm *comm) {
    count();
    if (comm->revoked) return refuse(INVALID_ARGUMENT, "the communicator was revoked");
    wait_for_work(comm);
    return SUCCESS;
}

static void free_comm(struct comm *comm) {
    while (comm->watched) usleep(100);
    while (comm->waiting) {
        struct data *next = comm->waiting->next;
        free(comm->waiting->bytes);
        free(comm->waiting);
        comm->waiting = next;
    }
    free(comm);
    __sync_fetch_and_sub(&COMMUNICATORS, 1);
}

int ncclCommDestroy(struct comm *comm) {
    count();
    wait_for_work(comm);
    struct header bye = {.message = BYE, .rank = comm->rank};
    if (comm->socket >= 0) {
        if (write(comm->socket, &bye, sizeof bye) < 0) comm->error = REMOTE_ERROR;
        close(comm->socket);
    }
    free_comm(comm);
    return SUCCESS;
}

int ncclCommAbort(struct comm *comm) {
    count();
    comm->aborted = true;
    wait_for_work(comm);
    while (comm->state == IN_PROGRESS) {
        struct comm *making = __atomic_load_n(&comm->making, __ATOMIC_ACQUIRE);
        if (making) making->aborted = true;
        usleep(1000);
    }
    if (comm->socket >= 0) close(comm->socket);
    free_comm(comm);
    return SUCCESS;
}

int ncclCommGetAsyncError(struct comm *comm, int *error) {
    if (comm->state) *error = comm->state;
    else if (comm->answers > 0) *error = (comm->answers--, IN_PROGRESS);
    else *error = comm->error;
    return SUCCESS;
}

static int when_ready(const struct comm *comm, int *into, int value) {
    if (comm->state) return refuse(INVALID_ARGUMENT, "the communicator isn't ready");
    *into = value;
    return SUCCESS;
}

int ncclCommCount(struct comm *comm, int *ranks) { return when_ready(comm, ranks, comm->ranks); }
int ncclCommCuDevice(struct comm *comm, int *device) { *device = comm->device; return SUCCESS; }
int ncclCommUserRank(struct comm *comm, int *rank) { return when_ready(comm, rank, comm->rank); }

const char *ncclGetErrorString(int result) {
    static const char *const texts[] = {"no error", "unhandled cuda error", "unhandled system error", "internal error", "invalid argument",
        "invalid usage", "remote process exited or there was a network error", "NCCL operation in progress"};
    return result >= 0 && result < 8 ? texts[result] : "unknown result code";
}

const char *ncclGetLastError(struct comm *comm) { return comm && comm->said[0] ? comm->said : last_said(); }

int ncclRedOpCreatePreMulSum(int *op, void *scalar, int type, int residence, struct comm *comm) {
    for (int own = 0; own < 16; own++) {
        if (comm->own[own].used) continue;
        comm->own[own].used = true;
        comm->own[own].type = type;
        comm->own[own].device = residence ? NULL : scalar;
        if (residence) memcpy(comm->own[own].scalar, scalar, size_of(type));
        *op = FIRST_OWN + own;
        return SUCCESS;
    }
    return INTERNAL_ERROR;
}

int ncclRedOpDestroy(int op, struct comm *comm) {
    if (op < FIRST_OWN || !comm->own[op - FIRST_OWN].used) return INVALID_ARGUMENT;
    comm->own[op - FIRST_OWN].used = false;
    return SUCCESS;
}

#if VERSION >= 21903
int ncclMemAlloc(void **memory, size_t bytes) { return DRIVER.mem_alloc((uint64_t *)memory, bytes) ? CUDA_ERROR : SUCCESS; }
int ncclMemFree(void *memory) { return DRIVER.mem_free((uint64_t)memory) ? CUDA_ERROR : SUCCESS; }
int ncclCommRegister(struct comm *comm, void *memory, size_t bytes, void **handle) { *handle = memory; return bytes && comm ? SUCCESS : INVALID_ARGUMENT; }
int ncclCommDeregister(struct comm *comm, void *handle) { return comm && handle ? SUCCESS : INVALID_ARGUMENT; }
#endif
#if VERSION >= 22203
struct simulated { size_t size; unsigned magic, version; float time; };
int ncclGroupSimulateEnd(struct simulated *info) {
    if (!DEPTH || --DEPTH) return INVALID_USAGE;
    info->time = 0;
    for (struct operation *op = RECORDED; op; op = op->next) info->time += 1;
    discard();
    return SUCCESS;
}
#endif
#if VERSION >= 22703
int ncclCommWindowRegister(struct comm *comm, void *memory, size_t bytes, void **window, int flags) {
    char *all = NULL;
    (void)flags;
    if ((uint64_t)memory % 4096 || !bytes) return refuse(INVALID_ARGUMENT, "the memory isn't aligned to 4096 bytes");
    if (!exchange_now(comm, (struct signature){SPLIT, U8, 1, 0, bytes}, "", 0, &all)) return comm->error;
    free(all);
    *window = memory;
    return SUCCESS;
}
int ncclCommWindowDeregister(struct comm *comm, void *window) { return comm && window ? SUCCESS : INVALID_ARGUMENT; }
#endif
#if VERSION >= 23007
int ncclParamGetAllParameterKeys(const char ***names, int *count_of) {
    static const char *all[] = {"NCCL_DEBUG", "NCCL_NVLS_ENABLE"};
    *names = all;
    *count_of = sizeof all / sizeof *all;
    return SUCCESS;
}
int ncclParamGetParameter(const char *name, const char **value, int *bytes) {
    static _Thread_local char text[64];
    const char *set = getenv(name);
    if (strncmp(name, "NCCL_", 5)) return refuse(INVALID_ARGUMENT, "there is no such parameter");
    snprintf(text, sizeof text, "%s", set ? set : "unset");
    *value = text;
    *bytes = strlen(text);
    return SUCCESS;
}
#endif
