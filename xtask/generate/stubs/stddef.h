/* What NVIDIA's headers use of <stddef.h>: the libclang wheel brings no headers of its own. */
#pragma once
typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
