/* cufile.h needs nothing of <arpa/inet.h>. */
#pragma once
