//! The test kernels, compiled once per process.

use std::sync::OnceLock;

use cuda_driver::{Context, Function, Module};
use nvrtc::{Arch, Nvrtc, Ptx};

const SOURCE: &str = r#"
struct Padded { char a; double b; short c; };
struct Small { unsigned char r, g, b; };

extern "C" {
__global__ void nothing() {}

__global__ void saxpy(float a, const float *x, const float *y, float *out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}

__global__ void four(int a, int b, int c, int *out) { *out = a + 10 * b + 100 * c; }

__global__ void sixteen(int a, int b, int c, int d, int e, int f, int g, int h,
                        int i, int j, int k, int l, int m, int n, int o, int *out) {
    *out = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o;
}

__global__ void scalars(bool z, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                        long long g, unsigned long long h, float i, double j, double *out) {
    out[0] = z; out[1] = a; out[2] = b; out[3] = c; out[4] = d; out[5] = e; out[6] = f;
    out[7] = (double)g; out[8] = (double)h; out[9] = i; out[10] = j;
}

__global__ void structs(Padded p, Small s, double *out) {
    out[0] = p.a; out[1] = p.b; out[2] = p.c; out[3] = s.r; out[4] = s.g; out[5] = s.b;
}

__global__ void count(unsigned *out) { atomicAdd(out, 1u); }

__global__ void shape(unsigned *out) {
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0) {
        out[0] = gridDim.x; out[1] = gridDim.y; out[2] = gridDim.z;
        out[3] = blockDim.x; out[4] = blockDim.y; out[5] = blockDim.z;
    }
}

__global__ void sum_shared(const int *in, int *out) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < blockDim.x; i++) sum += tile[i];
        *out = sum;
    }
}

__device__ int answer = 42;
__global__ void read_answer(int *out) { *out = answer; }

__global__ void is_null(const float *p, unsigned *out) { *out = p == nullptr; }

__global__ void slow_add(int *value, int rounds) {
    int v = *value;
    for (int i = 0; i < rounds; i++) v = v * 3 + 1;
    *value = v;
}
}
"#;

/// Returns the kernels as PTX for every device from compute capability 7.5; `None`, and a note, without NVRTC.
pub fn ptx() -> Option<&'static Ptx> {
    static PTX: OnceLock<Result<Ptx, String>> = OnceLock::new();
    let ptx = PTX.get_or_init(|| {
        let nvrtc = Nvrtc::load().map_err(|error| error.to_string())?;
        let program = nvrtc.program("tests.cu", SOURCE).arch(Arch::compute(7, 5)).fmad(false);
        program.compile_ptx().map_err(|error| error.to_string())
    });
    match ptx {
        Ok(ptx) => Some(ptx),
        Err(error) if error.contains("no usable NVRTC") => {
            cuda_rust::skip("there is no NVRTC");
            None
        }
        Err(error) => panic!("the tests' kernels do not compile: {error}"),
    }
}

/// Returns the kernels, loaded.
pub fn module(context: &Context) -> Option<Module> {
    Some(context.load(ptx()?).expect("the tests' kernels load"))
}

/// Returns one of the kernels.
pub fn kernel(context: &Context, name: &str) -> Option<Function> {
    Some(module(context)?.function(name).expect("the kernel is there"))
}
