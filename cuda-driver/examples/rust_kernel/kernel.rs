//! A kernel in Rust. In a package of its own, as `src/lib.rs` and `src/steps.rs`, rustc 1.97.0-nightly (e50aa6fba 2026-05-19)
//! compiled it to `kernel.ptx`. The target's `core` is compiled with it, so nothing has to exist for the target beforehand.
//! Stable 1.95.0 does the same with `RUSTC_BOOTSTRAP=1`.
//!
//! ```sh
//! rustup toolchain install nightly --component rust-src
//! cargo +nightly rustc --release -Zbuild-std=core --target nvptx64-nvidia-cuda --lib -- --emit asm -Ctarget-cpu=sm_70
//! ls target/nvptx64-nvidia-cuda/release/deps/*.s
//! ```
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x};

mod steps;

/// Writes the steps from each number, or `u32::MAX`.
///
/// # Safety
/// Both addresses are of `len` numbers, and nothing else uses the second ones.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn collatz(numbers: *const u32, len: usize, out: *mut u32) {
    // SAFETY: they only read special registers.
    let (block, threads, thread) = unsafe { (_block_idx_x(), _block_dim_x(), _thread_idx_x()) };
    let i = block as usize * threads as usize + thread as usize;
    // SAFETY: guaranteed by the caller.
    let numbers = unsafe { core::slice::from_raw_parts(numbers, len) };
    if let Some(number) = numbers.get(i) {
        // SAFETY: guaranteed by the caller; each thread writes another element.
        unsafe { out.add(i).write(steps::steps(*number).unwrap_or(u32::MAX)) };
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
