/* What cufile.h uses of <sys/socket.h>. */
#pragma once
struct sockaddr {
    unsigned short sa_family;
    char sa_data[14];
};
