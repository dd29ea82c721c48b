/* What the libraries' headers use of <cuda_runtime_api.h>. */
#pragma once
#include <driver_types.h>
#include <library_types.h>
#include <cuComplex.h>
