//! What a product with a prepared sparse matrix costs the host.

use core::ffi::{c_int, c_void};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use cuda_driver::{DeviceBuffer, Stream};
use cusparse::sys::{
    CusparseTable, Symbol, cusparseDnVecDescr_t, cusparseHandle_t, cusparseOperation_t,
    cusparseSpMVAlg_t, cusparseSpMatDescr_t, cusparseStatus_t,
};
use cusparse::{Cusparse, Format, Handle, Operation, Parts, SparseMatrix};

#[cfg(c_twin)]
unsafe extern "C" {
    fn cusparse_twin(
        spmv: *const c_void,
        handle: *mut c_void,
        parts: *const *mut c_void,
        iterations: c_int,
    ) -> c_int;
}

/// The rows and columns.
const SIZE: usize = 64;

const F32: cuda_libraries_sys::shared::cudaDataType =
    cuda_libraries_sys::shared::cudaDataType::CUDA_R_32F;

pub struct Sparse {
    handle: Handle,
    matrix: SparseMatrix<f32>,
    x: DeviceBuffer<f32>,
    y: DeviceBuffer<f32>,
    /// What the loop in C uses: its own.
    raw: cusparseHandle_t,
    spmv: *const c_void,
    parts: [*mut c_void; 4],
    _kept: (Handle, SparseMatrix<f32>, DeviceBuffer<u8>),
}

fn succeed(status: cusparseStatus_t) -> Result<()> {
    anyhow::ensure!(status == cusparseStatus_t::CUSPARSE_STATUS_SUCCESS, "the loop in C: {status}");
    Ok(())
}

fn tridiagonal(cusparse: Cusparse, stream: &Stream) -> Result<SparseMatrix<f32>> {
    let mut parts = Parts { offsets: vec![0], indices: Vec::new(), values: Vec::new() };
    for row in 0..SIZE {
        let columns = row.saturating_sub(1)..(row + 2).min(SIZE);
        parts.indices.extend(columns.clone().map(|column| column as i32));
        parts.values.extend(columns.map(|column| column as f32));
        parts.offsets.push(parts.indices.len() as i32);
    }
    let parts =
        Parts { offsets: &*parts.offsets, indices: &*parts.indices, values: &*parts.values };
    Ok(cusparse.upload(stream, Format::Csr, (SIZE, SIZE), parts)?)
}

impl Sparse {
    /// `None`, if this cuSPARSE can't prepare products.
    pub fn new(cusparse: Cusparse, stream: &Stream) -> Result<Option<Self>> {
        let table: &CusparseTable = cusparse.raw();
        let Some(preprocess) = table.cusparseSpMV_preprocess else { return Ok(None) };
        let mut handle = cusparse.handle(stream.context())?;
        let mut matrix = tridiagonal(cusparse, stream)?;
        handle.on(stream).prepare(Operation::None, &mut matrix)?;
        let (x, y) = (stream.upload(&[1.0; SIZE])?, stream.alloc(SIZE)?);
        let (mut others, mut other) =
            (cusparse.handle(stream.context())?, tridiagonal(cusparse, stream)?);
        let (raw, descr): (_, cusparseSpMatDescr_t) = (others.as_raw(), other.as_raw());
        let mut vectors: [cusparseDnVecDescr_t; 2] = [core::ptr::null_mut(); 2];
        let create = table.cusparseCreateDnVec.context("cusparseCreateDnVec")?;
        let size = table.cusparseSpMV_bufferSize.context("cusparseSpMV_bufferSize")?;
        let set = table.cusparseSetStream.context("cusparseSetStream")?;
        let (alpha, beta) = (1.0_f32, 0.0_f32);
        let (alpha, beta) = ((&raw const alpha).cast(), (&raw const beta).cast());
        let op = cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE;
        let algorithm = cusparseSpMVAlg_t::CUSPARSE_SPMV_ALG_DEFAULT;
        let mut needed = 0;
        // SAFETY: all is alive, and of these sizes.
        let storage = unsafe {
            succeed(set(raw, stream.as_raw().cast()))?;
            for (at, buffer) in vectors.iter_mut().zip([&x, &y]) {
                succeed(create(at, SIZE as i64, buffer.as_raw() as *mut c_void, F32))?;
            }
            let [of_x, of_y] = vectors;
            let d = descr.cast_const();
            let to = &raw mut needed;
            succeed(size(raw, op, alpha, d, of_x, beta, of_y, F32, algorithm, to))?;
            let workspace = stream.alloc::<u8>(needed.max(1))?;
            let memory = workspace.as_raw() as *mut c_void;
            succeed(preprocess(raw, op, alpha, d, of_x, beta, of_y, F32, algorithm, memory))?;
            workspace
        };
        let spmv = table.get(Symbol::cusparseSpMV).context("cusparseSpMV")?.as_ptr().cast_const();
        let memory = storage.as_raw() as *mut c_void;
        let parts = [descr.cast(), vectors[0].cast(), vectors[1].cast(), memory];
        Ok(Some(Self { handle, matrix, x, y, raw, spmv, parts, _kept: (others, other, storage) }))
    }

    pub fn in_rust(&mut self, stream: &Stream, calls: u32) -> Result<Duration> {
        let begin = Instant::now();
        for _ in 0..calls {
            let mut sparse = self.handle.on(stream);
            sparse.spmv(Operation::None, 1.0, &self.matrix, &self.x, 0.0, &mut self.y)?;
        }
        Ok(begin.elapsed())
    }

    pub fn in_c(&self, calls: u32) -> Result<Duration> {
        #[cfg(c_twin)]
        {
            let begin = Instant::now();
            let calls = c_int::try_from(calls)?;
            // SAFETY: the function is cuSPARSE's, and what it is given is alive.
            let code =
                unsafe { cusparse_twin(self.spmv, self.raw.cast(), self.parts.as_ptr(), calls) };
            let time = begin.elapsed();
            anyhow::ensure!(code == 0, "the loop in C: {}", cusparseStatus_t(code as u32));
            Ok(time)
        }
        #[cfg(not(c_twin))]
        {
            let _ = (self.raw, self.spmv, self.parts, calls);
            anyhow::bail!("there was no C compiler when this was built")
        }
    }
}
