// What each call returned, and the last error where it differs.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define SAY(call) say(#call, call)
#define MUST(call) must(__FILE__, __LINE__, #call, call)

static cudaError_t say(const char *call, cudaError_t error) {
    printf("%s: %s\n", call, cudaGetErrorName(error));
    return error;
}

static void must(const char *file, int line, const char *call, cudaError_t error) {
    if (error != cudaSuccess) {
        printf("%s:%d: %s: %s\n", file, line, call, cudaGetErrorName(error));
        exit(1);
    }
}
