//! Handles that are destroyed when they are dropped.

use std::rc::Rc;

pub use super::result::CusolverMgError;
use super::{result, sys};

/// The GPUs that solve.
#[derive(Debug)]
pub struct MgHandle {
    handle: sys::cusolverMgHandle_t,
}

impl Drop for MgHandle {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::mg_destroy(self.handle) };
    }
}

/// A grid that its matrices keep.
#[derive(Debug)]
pub struct OwnedGrid {
    grid: sys::cudaLibMgGrid_t,
}

impl Drop for OwnedGrid {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::mg_destroy_grid(self.grid) };
    }
}

/// A matrix that is spread over a grid.
#[derive(Debug)]
pub struct OwnedDesc {
    desc: sys::cudaLibMgMatrixDesc_t,
}

impl Drop for OwnedDesc {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::mg_destroy_matrix_desc(self.desc) };
    }
}

impl MgHandle {
    pub fn new() -> Result<Self, CusolverMgError> {
        result::mg_create().map(|handle| Self { handle })
    }

    pub fn device_select(&self, devices: &[i32]) -> Result<(), CusolverMgError> {
        // SAFETY: the handle is alive.
        unsafe { result::mg_device_select(self.handle, devices) }
    }

    pub fn cu(&self) -> sys::cusolverMgHandle_t {
        self.handle
    }
}

/// GPUs that share a matrix.
#[derive(Debug)]
pub struct Grid {
    owned: Rc<OwnedGrid>,
}

impl Grid {
    pub fn new(
        col_devices: &[i32],
        mapping: sys::cusolverMgGridMapping_t,
    ) -> Result<Self, CusolverMgError> {
        let grid = result::mg_create_device_grid(col_devices, mapping)?;
        Ok(Self { owned: Rc::new(OwnedGrid { grid }) })
    }

    pub fn cu(&self) -> sys::cudaLibMgGrid_t {
        self.owned.grid
    }
}

/// How a matrix is spread over a grid, which it keeps.
#[derive(Debug)]
#[expect(dead_code, reason = "dropped in this order")]
pub struct MatrixDesc {
    owned: OwnedDesc,
    grid: Rc<OwnedGrid>,
}

impl MatrixDesc {
    pub fn new(
        grid: &Grid,
        num_rows: i64,
        num_cols: i64,
        row_block_size: i64,
        col_block_size: i64,
        dtype: sys::cudaDataType_t,
    ) -> Result<Self, CusolverMgError> {
        let (rows, columns) = (row_block_size, col_block_size);
        // SAFETY: the grid is alive, and is kept.
        let desc = unsafe {
            result::mg_create_matrix_desc(num_rows, num_cols, rows, columns, dtype, grid.cu())
        }?;
        Ok(Self { owned: OwnedDesc { desc }, grid: grid.owned.clone() })
    }
}
