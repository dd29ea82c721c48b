use super::*;
use crate::driver::{DriverError, result::occupancy, sys as driver_sys};

pub unsafe fn available_dynamic_shared_mem_per_block(
    f: *const c_void,
    num_blocks: c_int,
    block_size: c_int,
) -> Result<usize, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            sys::cudaOccupancyAvailableDynamicSMemPerBlock(to, f, num_blocks, block_size).result()
        })
    }
}

pub unsafe fn max_active_block_per_multiprocessor(
    f: *const c_void,
    block_size: c_int,
    dynamic_smem_size: usize,
) -> Result<i32, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            sys::cudaOccupancyMaxActiveBlocksPerMultiprocessor(to, f, block_size, dynamic_smem_size)
                .result()
        })
    }
}

pub unsafe fn max_active_block_per_multiprocessor_with_flags(
    f: *const c_void,
    block_size: c_int,
    dynamic_smem_size: usize,
    flags: c_uint,
) -> Result<i32, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            sys::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                to,
                f,
                block_size,
                dynamic_smem_size,
                flags,
            )
            .result()
        })
    }
}

pub unsafe fn max_potential_block_size(
    f: sys::cudaFunction_t,
    block_size_to_dynamic_smem_size: driver_sys::CUoccupancyB2DSize,
    dynamic_smem_size: usize,
    block_size_limit: c_int,
) -> Result<(i32, i32), DriverError> {
    let (f, size) = (f.cast(), block_size_to_dynamic_smem_size);
    // SAFETY: the caller guarantees that the function is alive.
    unsafe { occupancy::max_potential_block_size(f, size, dynamic_smem_size, block_size_limit) }
}

pub unsafe fn max_potential_block_size_with_flags(
    f: sys::cudaFunction_t,
    block_size_to_dynamic_smem_size: driver_sys::CUoccupancyB2DSize,
    dynamic_smem_size: usize,
    block_size_limit: c_int,
    flags: c_uint,
) -> Result<(i32, i32), DriverError> {
    use occupancy::max_potential_block_size_with_flags as with_flags;
    let (f, size) = (f.cast(), block_size_to_dynamic_smem_size);
    // SAFETY: as above.
    unsafe { with_flags(f, size, dynamic_smem_size, block_size_limit, flags) }
}
