use super::*;

pub unsafe fn available_dynamic_shared_mem_per_block(
    f: sys::CUfunction,
    num_blocks: c_int,
    block_size: c_int,
) -> Result<usize, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| sys::cuOccupancyAvailableDynamicSMemPerBlock(to, f, num_blocks, block_size))
    }
}

pub unsafe fn max_active_block_per_multiprocessor(
    f: sys::CUfunction,
    block_size: c_int,
    dynamic_smem_size: usize,
) -> Result<i32, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(to, f, block_size, dynamic_smem_size)
        })
    }
}

pub unsafe fn max_active_block_per_multiprocessor_with_flags(
    f: sys::CUfunction,
    block_size: c_int,
    dynamic_smem_size: usize,
    flags: c_uint,
) -> Result<i32, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                to,
                f,
                block_size,
                dynamic_smem_size,
                flags,
            )
        })
    }
}

pub unsafe fn max_potential_block_size(
    f: sys::CUfunction,
    block_size_to_dynamic_smem_size: sys::CUoccupancyB2DSize,
    dynamic_smem_size: usize,
    block_size_limit: c_int,
) -> Result<(i32, i32), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        max_potential_block_size_with_flags(
            f,
            block_size_to_dynamic_smem_size,
            dynamic_smem_size,
            block_size_limit,
            0,
        )
    }
}

pub unsafe fn max_potential_block_size_with_flags(
    f: sys::CUfunction,
    block_size_to_dynamic_smem_size: sys::CUoccupancyB2DSize,
    dynamic_smem_size: usize,
    block_size_limit: c_int,
    flags: c_uint,
) -> Result<(i32, i32), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let mut grid = 0;
        let block = value(|to| {
            let (of, bytes) = (block_size_to_dynamic_smem_size, dynamic_smem_size);
            sys::cuOccupancyMaxPotentialBlockSizeWithFlags(
                &raw mut grid,
                to,
                f,
                of,
                bytes,
                block_size_limit,
                flags,
            )
        })?;
        Ok((grid, block))
    }
}
