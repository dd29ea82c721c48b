/* What NVIDIA's headers use of <limits.h>. */
#pragma once
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
