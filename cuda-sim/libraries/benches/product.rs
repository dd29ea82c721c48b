//! Measures a product of two large matrices, beside the crate that computes it:
//! `cargo bench -p cuda-sim-libraries`.

use core::ptr::null_mut;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use cuda_libraries_sys::cublas::{cublasOperation_t, cublasStatus_t};

const SIZE: usize = 1024;
const ROUNDS: usize = 7;

/// Returns the shortest time of several rounds.
fn shortest(mut work: impl FnMut()) -> Duration {
    let time = |()| {
        let begin = Instant::now();
        work();
        begin.elapsed()
    };
    [(); ROUNDS].map(time).into_iter().min().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = cuda_sim::driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let numbers: Vec<f32> = (0..SIZE * SIZE).map(|i| (i % 7) as f32).collect();
    let mut result = vec![0.0_f32; SIZE * SIZE];
    let (a, c) = (stream.upload(&numbers)?, stream.upload(&result)?);
    let table = cuda_sim_libraries::cublas::table();
    let functions = (table.cublasCreate_v2, table.cublasSetStream_v2, table.cublasSgemm_v2);
    let (Some(create), Some(set_stream), Some(gemm)) = functions else {
        return Err("the table lacks a function".into());
    };
    let mut handle = null_mut();
    let check = |status| match status {
        cublasStatus_t::CUBLAS_STATUS_SUCCESS => Ok(()),
        status => Err(status.to_string()),
    };
    // SAFETY: the pointer is to a live handle.
    check(unsafe { create(&raw mut handle) })?;
    // SAFETY: both are alive.
    check(unsafe { set_stream(handle, stream.as_raw().cast()) })?;
    let (none, size) = (cublasOperation_t::CUBLAS_OP_N, SIZE as i32);
    let (one, zero) = (1.0_f32, 0.0_f32);
    let (a, c) = (a.as_raw() as *const f32, c.as_raw() as *mut f32);
    let on_device = shortest(|| {
        // SAFETY: the matrices have as many elements, and live until the stream is synchronized.
        unsafe {
            gemm(
                handle,
                none,
                none,
                size,
                size,
                size,
                &raw const one,
                a,
                size,
                a,
                size,
                &raw const zero,
                c,
                size,
            )
        };
        // An error would come again below.
        let _ = stream.synchronize();
    });
    stream.synchronize()?;
    let rows = SIZE as isize;
    let alone = shortest(|| {
        let (a, c) = (numbers.as_ptr(), result.as_mut_ptr());
        // SAFETY: the matrices have as many elements.
        unsafe {
            matrixmultiply::sgemm(SIZE, SIZE, SIZE, 1.0, a, 1, rows, a, 1, rows, 0.0, c, 1, rows)
        };
    });
    writeln!(
        io::stdout(),
        "a product of two matrices of {SIZE} × {SIZE} f32: {on_device:.1?} on the software device, {alone:.1?} by the crate matrixmultiply"
    )?;
    Ok(())
}
