/* The types of <cuComplex.h>, without its functions. */
#pragma once
typedef struct __attribute__((aligned(8))) float2 { float x, y; } cuFloatComplex;
typedef struct __attribute__((aligned(16))) double2 { double x, y; } cuDoubleComplex;
typedef cuFloatComplex cuComplex;
