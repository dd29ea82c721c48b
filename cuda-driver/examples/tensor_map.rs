//! A tile of a matrix, brought to shared memory by one bulk copy through a tensor map, and transposed there.

use std::error::Error;

use cuda_driver::{Driver, Launch, tensor_map::TensorMap};
use nvrtc::{Arch, Nvrtc};

const TILE: usize = 16;
const WIDTH: usize = 64;
const SOURCE: &str = r#"
struct alignas(64) Map { unsigned long long opaque[16]; };
extern "C" __global__ void transpose(const __grid_constant__ Map map, int x, int y, float *out) {
    __shared__ alignas(128) float tile[16][16];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned to = __cvta_generic_to_shared(tile), at = __cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.proxy.async;" :: "r"(at) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" :: "r"(at) : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     :: "r"(to), "l"(&map), "r"(x), "r"(y), "r"(at) : "memory");
    }
    __syncthreads();
    for (unsigned done = 0; !done;)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
                     : "=r"(done) : "r"(at) : "memory");
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Transposes the tile of a matrix whose first element is in column 32, row 8.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let device = driver.device(0)?;
    if device.compute_capability()?.major < 9 {
        println!("tensor maps need a device of compute capability 9.0");
        return Ok(());
    }
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let program = Nvrtc::load()?.program("transpose.cu", SOURCE);
    let ptx = program.arch(Arch::compute(9, 0)).compile_ptx()?;
    let transpose = context.load_ptx(ptx.as_str())?.function("transpose")?;

    let elements: Vec<f32> = (0..WIDTH * WIDTH).map(|index| index as f32).collect();
    let matrix = stream.upload(&elements)?;
    let mut out = stream.alloc::<f32>(TILE * TILE)?;
    let map = TensorMap::tiled(&[WIDTH as u64; 2], &[TILE as u32; 2]).encode(&matrix)?;
    let launch = Launch::grid(1).block((TILE as u32, TILE as u32));
    // SAFETY: transpose(const Map map, int x, int y, float *out), a tile of each
    unsafe { stream.launch(&transpose, launch, (&map, 32i32, 8i32, &mut out)) }?;
    let expected = (0..TILE * TILE).map(|at| elements[(8 + at % TILE) * WIDTH + 32 + at / TILE]);
    if out.to_vec()?.into_iter().eq(expected) {
        Ok(())
    } else {
        Err("the tile wasn't transposed".into())
    }
}
