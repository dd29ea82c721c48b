//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CusolverMgError of cusolvermg cusolverStatus_t, CUSOLVER_STATUS_SUCCESS);

pub fn mg_create() -> Result<sys::cusolverMgHandle_t, CusolverMgError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|to| sys::cusolverMgCreate(to).result()) }
}

pub fn mg_create_device_grid(
    col_devices: &[i32],
    mapping: sys::cusolverMgGridMapping_t,
) -> Result<sys::cudaLibMgGrid_t, CusolverMgError> {
    let (count, devices) = (col_devices.len() as i32, col_devices.as_ptr());
    // SAFETY: the call reads that many numbers, and stores a grid.
    unsafe { value(|to| sys::cusolverMgCreateDeviceGrid(to, 1, count, devices, mapping).result()) }
}

pub unsafe fn mg_destroy(handle: sys::cusolverMgHandle_t) -> Result<(), CusolverMgError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverMgDestroy(handle) }.result()
}

pub unsafe fn mg_destroy_grid(grid: sys::cudaLibMgGrid_t) -> Result<(), CusolverMgError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverMgDestroyGrid(grid) }.result()
}

pub unsafe fn mg_destroy_matrix_desc(
    desc: sys::cudaLibMgMatrixDesc_t,
) -> Result<(), CusolverMgError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverMgDestroyMatrixDesc(desc) }.result()
}

pub unsafe fn mg_device_select(
    handle: sys::cusolverMgHandle_t,
    devices: &[i32],
) -> Result<(), CusolverMgError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let first = devices.as_ptr().cast_mut();
        sys::cusolverMgDeviceSelect(handle, devices.len() as i32, first).result()
    }
}

pub unsafe fn mg_create_matrix_desc(
    num_rows: i64,
    num_cols: i64,
    row_block_size: i64,
    col_block_size: i64,
    dtype: sys::cudaDataType,
    grid: sys::cudaLibMgGrid_t,
) -> Result<sys::cudaLibMgMatrixDesc_t, CusolverMgError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to| {
            let (rows, columns) = (row_block_size, col_block_size);
            sys::cusolverMgCreateMatrixDesc(to, num_rows, num_cols, rows, columns, dtype, grid)
                .result()
        })
    }
}
