/* What cufile.h uses of <sys/socket.h> and of what that includes: on Linux, for which there is cuFile alone. */
#pragma once
#include <stddef.h>
typedef __INT64_TYPE__ off_t;
typedef __INT64_TYPE__ loff_t;
typedef __INTPTR_TYPE__ ssize_t;
struct timespec {
    __INT64_TYPE__ tv_sec;
    long tv_nsec;
};
struct sockaddr {
    unsigned short sa_family;
    char sa_data[14];
};
