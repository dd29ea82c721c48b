/* How ranks meet: each has a connection to a server, a thread of the process that made the unique id. */
#include "stand_in.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The server's side of a rank. */
struct peer {
    int socket, rank;
    uint32_t process;
    struct group *group;
    char *in, *out;
    size_t in_size, in_room, out_size, out_room;
    struct header offered; /* what it brought to the exchange that all are waiting for */
    char *offer;
    bool has_offered, left;
};

struct group {
    struct group *next;
    uint64_t key;
    uint32_t ranks, joined;
    struct peer **peers;
};

struct server {
    int listener;
    struct peer **peers;
    size_t count;
    struct group *groups;
};

static void append(char **buffer, size_t *size, size_t *room, const void *bytes, size_t more) {
    if (*size + more > *room) {
        *room = (*size + more) * 2;
        *buffer = realloc(*buffer, *room);
    }
    if (more) memcpy(*buffer + *size, bytes, more);
    *size += more;
}

static void reply(struct peer *peer, const struct header *header, const void *bytes) {
    append(&peer->out, &peer->out_size, &peer->out_room, header, sizeof *header);
    append(&peer->out, &peer->out_size, &peer->out_room, bytes, header->bytes);
}

static void tell_all(struct group *group, enum message message, int rank) {
    for (uint32_t i = 0; i < group->ranks; i++) {
        struct header header = {.message = message, .rank = rank};
        if (group->peers[i] && !group->peers[i]->left) reply(group->peers[i], &header, NULL);
    }
}

static void hello(struct server *server, struct peer *peer, const struct header *header) {
    peer->process = header->process;
    struct group *group = server->groups;
    while (group && group->key != header->key) group = group->next;
    if (!group) {
        group = calloc(1, sizeof *group);
        *group = (struct group){server->groups, header->key, header->ranks, 0, calloc(header->ranks, sizeof(struct peer *))};
        server->groups = group;
    }
    bool fits = group->ranks == header->ranks && header->rank >= 0 && (uint32_t)header->rank < group->ranks && !group->peers[header->rank];
    if (!fits) {
        struct header gone = {.message = GONE, .rank = header->rank};
        reply(peer, &gone, NULL);
        return;
    }
    peer->group = group;
    peer->rank = header->rank;
    group->peers[header->rank] = peer;
    if (++group->joined == group->ranks) tell_all(group, READY, 0);
}

static void offer(struct peer *peer, const struct header *header, const char *bytes) {
    struct group *group = peer->group;
    peer->offered = *header;
    peer->offer = malloc(header->bytes + 1);
    memcpy(peer->offer, bytes, header->bytes);
    peer->has_offered = true;
    for (uint32_t i = 0; i < group->ranks; i++)
        if (!group->peers[i]->has_offered) return;
    char *all = NULL;
    size_t size = 0, room = 0;
    for (uint32_t i = 0; i < group->ranks; i++) {
        append(&all, &size, &room, &group->peers[i]->offered, sizeof(struct header));
        append(&all, &size, &room, group->peers[i]->offer, group->peers[i]->offered.bytes);
        free(group->peers[i]->offer);
        group->peers[i]->has_offered = false;
    }
    struct header answer = {.message = EXCHANGED, .bytes = size};
    for (uint32_t i = 0; i < group->ranks; i++) reply(group->peers[i], &answer, all);
    free(all);
}

static void take(struct server *server, struct peer *peer, struct header *header, const char *bytes) {
    struct group *group = peer->group;
    if (header->message == HELLO) hello(server, peer, header);
    if (!group) return;
    if (header->message == EXCHANGE) offer(peer, header, bytes);
    if (header->message == BYE) peer->left = true;
    if (header->message == DATA && header->rank >= 0 && (uint32_t)header->rank < group->ranks) {
        struct peer *to = group->peers[header->rank];
        header->rank = peer->rank;
        if (to) reply(to, header, bytes);
    }
}

/* What came in; false at its end. */
static bool read_some(struct server *server, struct peer *peer) {
    char buffer[1 << 16];
    ssize_t size = recv(peer->socket, buffer, sizeof buffer, 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (size <= 0) return false;
    append(&peer->in, &peer->in_size, &peer->in_room, buffer, size);
    size_t at = 0;
    struct header header;
    while (peer->in_size - at >= sizeof header) {
        memcpy(&header, peer->in + at, sizeof header);
        if (peer->in_size - at < sizeof header + header.bytes) break;
        take(server, peer, &header, peer->in + at + sizeof header);
        at += sizeof header + header.bytes;
    }
    memmove(peer->in, peer->in + at, peer->in_size - at);
    peer->in_size -= at;
    return true;
}

static void write_some(struct peer *peer) {
    ssize_t size = send(peer->socket, peer->out, peer->out_size, MSG_NOSIGNAL);
    if (size <= 0) return;
    memmove(peer->out, peer->out + size, peer->out_size - size);
    peer->out_size -= size;
}

/* Connected ranks of other processes. */
static volatile int OTHERS;

static void *serve(void *argument) {
    struct server *server = argument;
    uint32_t process = getpid();
    for (;;) {
        /* Groups still know those that are gone. */
        size_t kept = 0;
        int others = 0;
        for (size_t i = 0; i < server->count; i++) {
            struct peer *peer = server->peers[i];
            if (peer->socket < 0) continue;
            if (peer->process && peer->process != process) others++;
            server->peers[kept++] = peer;
        }
        server->count = kept;
        OTHERS = others;
        struct pollfd polled[server->count + 1];
        polled[0] = (struct pollfd){server->listener, POLLIN, 0};
        for (size_t i = 0; i < server->count; i++) {
            struct peer *peer = server->peers[i];
            polled[i + 1] = (struct pollfd){peer->socket, POLLIN | (peer->out_size ? POLLOUT : 0), 0};
        }
        size_t count = server->count;
        if (poll(polled, count + 1, -1) < 0) continue;
        for (size_t i = 0; i < count; i++) {
            struct peer *peer = server->peers[i];
            if (polled[i + 1].revents & POLLOUT) write_some(peer);
            if (polled[i + 1].revents & (POLLIN | POLLHUP | POLLERR) && !read_some(server, peer)) {
                close(peer->socket);
                peer->socket = -1;
                bool left = peer->left;
                peer->left = true;
                free(peer->in);
                free(peer->out);
                peer->in = peer->out = NULL;
                peer->in_size = peer->in_room = peer->out_size = peer->out_room = 0;
                if (peer->group && !left) tell_all(peer->group, GONE, peer->rank);
            }
        }
        if (polled[0].revents & POLLIN) {
            int socket = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            struct peer *peer = calloc(1, sizeof *peer);
            peer->socket = socket;
            server->peers = realloc(server->peers, (server->count + 1) * sizeof peer);
            server->peers[server->count++] = peer;
        }
    }
    return NULL;
}

/* One for all communicators of the process. */
static uint16_t SERVER_PORT;
static pid_t SERVER_PROCESS;

static void start(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    struct server *server = calloc(1, sizeof *server);
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pthread_t thread;
    if (bind(server->listener, (void *)&address, size) || listen(server->listener, 1024) ||
        getsockname(server->listener, (void *)&address, &size) || pthread_create(&thread, NULL, serve, server))
        return;
    pthread_detach(thread);
    SERVER_PORT = ntohs(address.sin_port);
    SERVER_PROCESS = getpid();
}

/* Keeps the process until the ranks of other processes, to which messages may be on the way, have left: for 10 s at most. */
__attribute__((destructor)) static void stop_server(void) {
    if (SERVER_PROCESS != getpid()) return;
    for (int left = 10000; OTHERS && left; left--) usleep(1000);
}

int start_server(uint16_t *port) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    *port = SERVER_PORT;
    return SERVER_PORT ? SUCCESS : SYSTEM_ERROR;
}

/* The rank's side. */

static _Thread_local char SAID[256];
const char *last_said(void) { return SAID; }

void say(struct comm *comm, int error, const char *format, ...) {
    char *text = comm ? comm->said : SAID;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof SAID, format, arguments);
    va_end(arguments);
    if (comm && !comm->error) comm->error = error;
}

static bool put(struct comm *comm, const void *bytes, size_t size) {
    while (size) {
        ssize_t sent = send(comm->socket, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            say(comm, REMOTE_ERROR, "the connection of rank %d is closed", comm->rank);
            return false;
        }
        bytes = (const char *)bytes + sent;
        size -= sent;
    }
    return true;
}

static bool get(struct comm *comm, void *bytes, size_t size) {
    while (size) {
        struct pollfd polled = {comm->socket, POLLIN, 0};
        int ready = poll(&polled, 1, 5);
        if (comm->aborted) return false;
        if (ready <= 0) continue;
        ssize_t got = recv(comm->socket, bytes, size, 0);
        if (got <= 0) {
            say(comm, REMOTE_ERROR, "the server of rank %d is gone", comm->rank);
            return false;
        }
        bytes = (char *)bytes + got;
        size -= got;
    }
    return true;
}

/* The next message of a kind, of DATA from a rank; what isn't wanted yet is kept. */
static struct data *await(struct comm *comm, enum message wanted, int from) {
    for (struct data **at = &comm->waiting; *at; at = &(*at)->next) {
        struct data *data = *at;
        if (data->header.message == wanted && (wanted != DATA || data->header.rank == from)) {
            *at = data->next;
            return data;
        }
    }
    for (;;) {
        struct data *data = calloc(1, sizeof *data);
        if (!get(comm, &data->header, sizeof data->header)) return NULL;
        data->bytes = malloc(data->header.bytes + 1);
        if (!get(comm, data->bytes, data->header.bytes)) return NULL;
        if (data->header.message == GONE) {
            say(comm, REMOTE_ERROR, "rank %d is gone", data->header.rank);
            return NULL;
        }
        if (data->header.message == wanted && (wanted != DATA || data->header.rank == from)) return data;
        struct data **end = &comm->waiting;
        while (*end) end = &(*end)->next;
        *end = data;
    }
}

int meet(struct comm *comm) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(comm->port)};
    comm->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* A header isn't kept back until what was sent before has been acknowledged. */
    int on = 1;
    setsockopt(comm->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(comm->socket, (void *)&address, sizeof address)) {
        say(comm, SYSTEM_ERROR, "nothing listens on port %d", comm->port);
        return SYSTEM_ERROR;
    }
    struct header header = {.message = HELLO, .rank = comm->rank, .ranks = comm->ranks, .process = getpid(), .key = comm->key};
    struct data *ready = put(comm, &header, sizeof header) ? await(comm, READY, 0) : NULL;
    if (!ready) return comm->error ? comm->error : INTERNAL_ERROR;
    free(ready->bytes);
    free(ready);
    return SUCCESS;
}

bool exchange(struct comm *comm, const struct signature *what, const void *mine, uint64_t bytes, char **all) {
    struct header header = {.message = EXCHANGE, .rank = comm->rank, .signature = *what, .bytes = bytes};
    if (!put(comm, &header, sizeof header) || !put(comm, mine, bytes)) return false;
    struct data *data = await(comm, EXCHANGED, 0);
    if (!data) return false;
    *all = data->bytes;
    free(data);
    return true;
}

bool send_data(struct comm *comm, int to, const void *bytes, uint64_t size) {
    struct header header = {.message = DATA, .rank = to, .bytes = size};
    return put(comm, &header, sizeof header) && put(comm, bytes, size);
}

bool receive_data(struct comm *comm, int from, void *bytes, uint64_t size) {
    struct data *data = await(comm, DATA, from);
    if (!data) return false;
    bool fits = data->header.bytes == size;
    if (fits) memcpy(bytes, data->bytes, size);
    else say(comm, INVALID_USAGE, "rank %d sent %lu bytes, and rank %d receives %lu", from, data->header.bytes, comm->rank, size);
    free(data->bytes);
    free(data);
    return fits;
}
