// What the C++ programs with the runtime API share.
#pragma once

#include "saxpy.hpp"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (cudaError_t error = (call))                                                                                \
            fail(#call, cudaGetErrorString(error));                                                                    \
    } while (0)

// The device's name is with all its properties alone, which take a while to get: others tell it.
constexpr const char *NO_NAME = "";

inline std::string nvcc()
{
    return "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__);
}
