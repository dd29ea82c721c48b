//! What cuDSS has of a solver.

use core::ptr::null_mut;

use cuda_driver::Stream;
use cuda_libraries_sys::cudss::{
    Symbol, cudssConfig_t, cudssData_t, cudssDataType_t, cudssHandle_t, cudssIndexBase_t,
    cudssMatrix_t, cudssStatus_t,
};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_library_support::HandleApi;
use cusparse::SparseMatrix;
use cusparse::cublas::{BlasType, Product};

use crate::error::{Error, check};
use crate::library::Cudss;
use crate::options::{Kind, Options};

/// The handle, the settings, the factors and the matrix of a solver; null is what isn't created yet.
#[derive(Clone, Copy, Debug)]
pub struct Objects {
    pub(crate) handle: cudssHandle_t,
    pub(crate) config: cudssConfig_t,
    pub(crate) data: cudssData_t,
    pub(crate) matrix: cudssMatrix_t,
}

// SAFETY: cuDSS's objects may be used and destroyed by any thread, one at a time.
unsafe impl HandleApi for Cudss {
    type Raw = Objects;
    const LIBRARY: &'static str = "cuDSS";
    const MODULE: &'static str = "";

    fn is_of_file(self) -> bool {
        Cudss::is_of_file(self)
    }

    unsafe fn destroy(self, objects: Objects) {
        let Objects { handle, config, data, matrix } = objects;
        let table = self.raw();
        if let Some(destroy) = table.cudssMatrixDestroy.filter(|_| !matrix.is_null()) {
            // SAFETY: the caller guarantees that it is alive, and that nothing uses it afterwards.
            unsafe { destroy(matrix) };
        }
        if let Some(destroy) = table.cudssDataDestroy.filter(|_| !data.is_null()) {
            // SAFETY: as above; the handle is still alive, and so is its stream, on which work may be pending.
            unsafe { destroy(handle, data) };
        }
        if let Some(destroy) = table.cudssConfigDestroy.filter(|_| !config.is_null()) {
            // SAFETY: as above.
            unsafe { destroy(config) };
        }
        if let Some(destroy) = table.cudssDestroy.filter(|_| !handle.is_null()) {
            // SAFETY: as above.
            unsafe { destroy(handle) };
        }
    }
}

impl Cudss {
    /// Calls the function of a slot, in the current context.
    pub(crate) fn call<F>(
        self,
        symbol: Symbol,
        slot: Option<F>,
        arguments: impl FnOnce() -> String,
        call: impl FnOnce(F) -> cudssStatus_t,
    ) -> Result<(), Error> {
        check(symbol, call(self.require(symbol, slot)?), arguments)
    }

    /// Returns an error if this cuDSS is older than 0.8, whose numbers of parameters this crate passes, or lacks what destroys
    /// objects, which would be leaked.
    pub(crate) fn check_release(self) -> Result<(), Error> {
        let table = self.raw();
        if table.cudssMatrixCreateCsr.is_none() {
            self.require(Symbol::cudssMatrixCreateCsr_0_8_0, table.cudssMatrixCreateCsr_0_8_0)?;
        }
        self.require(Symbol::cudssMatrixDestroy, table.cudssMatrixDestroy)?;
        self.require(Symbol::cudssDataDestroy, table.cudssDataDestroy)?;
        self.require(Symbol::cudssConfigDestroy, table.cudssConfigDestroy)?;
        self.require(Symbol::cudssDestroy, table.cudssDestroy)?;
        Ok(())
    }

    /// Creates the objects of a solver in the current context.
    pub(crate) fn objects<T: BlasType, I>(
        self,
        matrix: &SparseMatrix<T, I>,
        kind: Kind,
        options: &Options,
    ) -> Result<Objects, Error> {
        let (handle, config) = (null_mut(), null_mut());
        let mut objects = Objects { handle, config, data: null_mut(), matrix: null_mut() };
        match self.create(&mut objects, matrix, kind, options) {
            Ok(()) => Ok(objects),
            Err(error) => {
                // SAFETY: those that aren't null are alive, and nothing else has them.
                unsafe { self.destroy(objects) };
                Err(error)
            }
        }
    }

    fn create<T: BlasType, I>(
        self,
        objects: &mut Objects,
        matrix: &SparseMatrix<T, I>,
        kind: Kind,
        options: &Options,
    ) -> Result<(), Error> {
        let table = self.raw();
        self.call(Symbol::cudssCreate, table.cudssCreate, String::new, |create| {
            // SAFETY: the pointer is to a live pointer, and the context is current.
            unsafe { create(&raw mut objects.handle) }
        })?;
        self.set_stream(objects.handle, matrix.stream())?;
        self.call(Symbol::cudssConfigCreate, table.cudssConfigCreate, String::new, |create| {
            // SAFETY: as above.
            unsafe { create(&raw mut objects.config) }
        })?;
        options.apply(self, objects.config)?;
        self.call(Symbol::cudssDataCreate, table.cudssDataCreate, String::new, |create| {
            // SAFETY: as above; the handle is alive.
            unsafe { create(objects.handle, &raw mut objects.data) }
        })?;
        self.create_csr(&mut objects.matrix, matrix, kind)
    }

    fn set_stream(self, handle: cudssHandle_t, stream: &Stream) -> Result<(), Error> {
        let slot = self.raw().cudssSetStream;
        self.call(Symbol::cudssSetStream, slot, String::new, |set| {
            // SAFETY: both are alive; the matrix that the solver keeps belongs to the stream, which outlives the handle.
            unsafe { set(handle, stream.as_raw().cast()) }
        })
    }

    /// Describes a matrix of CSR to cuDSS, with the function of 1.0, or that of 0.8, which has another type for the same numbers.
    fn create_csr<T: BlasType, I>(
        self,
        raw: &mut cudssMatrix_t,
        matrix: &SparseMatrix<T, I>,
        kind: Kind,
    ) -> Result<(), Error> {
        let table = self.raw();
        let ((rows, columns), nnz) = (matrix.shape(), matrix.nnz() as i64);
        let (rows, columns) = (rows as i64, columns as i64);
        let [offsets, indices, values] =
            [matrix.offsets().as_raw(), matrix.indices().as_raw(), matrix.values().as_raw()]
                .map(|address| address as *const _);
        let (of_index, of_value) = (index_type::<I>(), <T as Product<T>>::DATA);
        let ((ty, view), base) = (kind.raw::<T>(), cudssIndexBase_t::CUDSS_BASE_ZERO);
        let arguments = || text(matrix);
        let ends = core::ptr::null();
        if let Some(create) = table.cudssMatrixCreateCsr {
            // SAFETY: the pointer is to a live one; the addresses are only stored.
            let status = unsafe {
                create(
                    raw, rows, columns, nnz, offsets, ends, indices, values, of_index, of_index,
                    of_value, ty, view, base,
                )
            };
            return check(Symbol::cudssMatrixCreateCsr, status, arguments);
        }
        let symbol = Symbol::cudssMatrixCreateCsr_0_8_0;
        let (of_index, of_value) = (cudssDataType_t(of_index.0), cudssDataType_t(of_value.0));
        self.call(symbol, table.cudssMatrixCreateCsr_0_8_0, arguments, |create| {
            // SAFETY: as above.
            unsafe {
                create(
                    raw, rows, columns, nnz, offsets, ends, indices, values, of_index, of_index,
                    of_value, ty, view, base,
                )
            }
        })
    }
}

/// Returns the type of indices, which are of 32 or 64 bits.
fn index_type<I>() -> cudaDataType {
    if size_of::<I>() == 8 { cudaDataType::CUDA_R_64I } else { cudaDataType::CUDA_R_32I }
}

/// Returns a matrix in words.
pub(crate) fn text<T, I>(matrix: &SparseMatrix<T, I>) -> String {
    let (format, (rows, columns)) = (matrix.format(), matrix.shape());
    format!("{format:?} of {rows} × {columns} with {} values", matrix.nnz())
}
