// Everything that a kernel crate may contain; see program.rs.
typedef struct { int x; } Plain;
template <class T, int N> struct Vec { T v[N]; };
struct Keyword { unsigned char type; float4 match; };
enum class Mode : unsigned int { Add, Multiply };

__constant__ float table[2][2] = {{1, 2}, {3, 4}};
__constant__ const int limits[2] = {5, 6};
__device__ Keyword kept;
// Larger than the stack of a thread.
__device__ float large[1 << 20];
struct Heavy { double x[1 << 19]; };
__device__ Heavy heavy;
namespace shapes { constexpr int INTERNAL = 3; __device__ unsigned int count; }

namespace a { namespace b { extern "C" __global__ void hidden(int *out) { *out = limits[0] + limits[1]; } } }

template <class... T> __global__ void sum(float *out, const T *... x) { *out = (float(x[0]) + ...); }
template <class T> __global__ void fill(T *out, Vec<T, 3> values) {
    for (int at = 0; at < 3; at++) out[at] = values.v[at];
}
__global__ void twice(int *x) { *x *= 2; }
__global__ void twice(float *x) { *x *= 2; }

extern "C" __global__ void __launch_bounds__(64) follow(const float *const *rows, float *out, int n, Mode mode, Plain plain) {
    float all = mode == Mode::Multiply ? 1 : 0;
    for (int row = 0; row < n; row++) all = mode == Mode::Multiply ? all * rows[row][0] : all + rows[row][0];
    *out = all + plain.x + table[1][0];
    shapes::count += 1;
}
// Structures whose Rust types are generated: within others, in arrays, at addresses, and aligned to more than their fields.
struct Step { unsigned char by[4]; float times; };
struct Walk { const Step *steps; size_t count; Step first[2]; float4 start; double sums[3][11]; bool backwards; char unused[7]; };
extern "C" __global__ void go(const Walk walk, double *out) {
    double at = walk.start.x + walk.start.w + walk.first[1].by[3] * walk.first[1].times + walk.sums[2][10];
    for (size_t n = 0; n < walk.count; n++) at += walk.steps[n].by[n] * walk.steps[n].times;
    *out = walk.backwards ? -at : at;
}
extern "C" __global__ void keep(Keyword value) { kept = value; }
extern "C" __global__ void _1d(int self, int stream, int type, int *out) { *out = self + stream + type; }
extern "C" __global__ void wide(int *out, int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int a10,
                                int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18, int a19, int a20, int a21,
                                int a22, int a23, int a24, int a25, int a26, int a27, int a28, int a29, int a30, int arguments) {
    *out = a0 + a30 + arguments;
}
