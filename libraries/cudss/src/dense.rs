//! Dense operands as cuDSS sees them: by columns.

use core::marker::PhantomData;
use core::ptr::null_mut;

use cuda_driver::{DeviceSlice, DeviceSliceMut, Stream};
use cuda_libraries_sys::cudss::{Symbol, cudssLayout_t, cudssMatrix_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_library_support::Operand;
use cusparse::cublas::{BlasType, Matrix, MatrixMut};

use crate::error::Error;
use crate::library::Cudss;

/// A matrix whose columns are next to each other in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    name: &'static str,
    stream: &'a Stream,
    address: u64,
    size: usize,
    pub(crate) shape: (usize, usize),
    leading: usize,
}

impl<'a> Columns<'a> {
    pub(crate) fn of_slice<T>(name: &'static str, slice: &'a DeviceSlice<'_, T>) -> Self {
        let (shape, leading) = ((slice.len(), 1), slice.len().max(1));
        let (stream, address) = (slice.stream(), slice.as_raw());
        Self { name, stream, address, size: size_of::<T>(), shape, leading }
    }

    pub(crate) fn of_slice_mut<T>(name: &'static str, slice: &'a DeviceSliceMut<'_, T>) -> Self {
        let (shape, leading) = ((slice.len(), 1), slice.len().max(1));
        let (stream, address) = (slice.stream(), slice.as_raw());
        Self { name, stream, address, size: size_of::<T>(), shape, leading }
    }

    pub(crate) fn of_matrix<T: BlasType>(
        call: &'static str,
        name: &'static str,
        view: &Matrix<'a, T>,
    ) -> Result<Self, Error> {
        let (stream, address, shape) = (view.stream(), view.as_raw(), view.shape());
        let columns =
            Self { name, stream, address, size: size_of::<T>(), shape, leading: view.row_stride() };
        let is_usable = view.len() == 1 && !view.is_conjugated();
        columns.checked(call, is_usable, view.is_transposed())
    }

    pub(crate) fn of_matrix_mut<T: BlasType>(
        call: &'static str,
        name: &'static str,
        view: &MatrixMut<'a, T>,
    ) -> Result<Self, Error> {
        let (stream, address, shape) = (view.stream(), view.as_raw(), view.shape());
        let columns =
            Self { name, stream, address, size: size_of::<T>(), shape, leading: view.row_stride() };
        columns.checked(call, view.len() == 1, view.is_transposed())
    }

    /// Returns it by columns, if they are next to each other, as those of one row or column are in both orders.
    fn checked(
        self,
        call: &'static str,
        is_usable: bool,
        is_by_columns: bool,
    ) -> Result<Self, Error> {
        let ((rows, columns), operand) = (self.shape, self.name);
        if !is_usable {
            let rule = "cuDSS takes one matrix, and no conjugate of it: copy it";
            return Err(Error::Layout { call, operand, rule });
        }
        if is_by_columns {
            return Ok(self);
        }
        if rows <= 1 || columns <= 1 && self.leading == 1 {
            return Ok(Self { leading: rows.max(1), ..self });
        }
        let rule = "its columns have to be contiguous: copy it, and pass it after `t`";
        Err(Error::Layout { call, operand, rule })
    }

    pub(crate) fn operand(&self) -> Operand<'a> {
        Operand::new(self.name, self.stream, self.address, self.size)
    }

    pub(crate) fn text(&self) -> String {
        format!("{} of {} × {}", self.name, self.shape.0, self.shape.1)
    }

    /// Describes it to cuDSS, in the current context.
    pub(crate) fn describe(
        &self,
        library: Cudss,
        ty: cudaDataType,
        arguments: &dyn Fn() -> String,
    ) -> Result<Description<'a>, Error> {
        let table = library.raw();
        let destroy = library.require(Symbol::cudssMatrixDestroy, table.cudssMatrixDestroy)?;
        let (symbol, mut raw) = (Symbol::cudssMatrixCreateDn, null_mut());
        let [rows, columns, leading] =
            [self.shape.0, self.shape.1, self.leading].map(|size| size as i64);
        let (values, layout) = (self.address as *const _, cudssLayout_t::CUDSS_LAYOUT_COL_MAJOR);
        library.call(symbol, table.cudssMatrixCreateDn, arguments, |create| {
            // SAFETY: the pointer is to a live one; the address is only stored.
            unsafe { create(&raw mut raw, rows, columns, leading, values, ty, layout) }
        })?;
        Ok(Description { raw, destroy, memory: PhantomData })
    }
}

/// What cuDSS knows of a dense matrix, as long as a context is current.
pub(crate) struct Description<'a> {
    pub(crate) raw: cudssMatrix_t,
    destroy: unsafe extern "C" fn(cudssMatrix_t) -> cuda_libraries_sys::cudss::cudssStatus_t,
    memory: PhantomData<&'a ()>,
}

impl Drop for Description<'_> {
    fn drop(&mut self) {
        // SAFETY: it is alive, and nothing uses it afterwards: cuDSS copies what it says when it is called.
        unsafe { (self.destroy)(self.raw) };
    }
}
