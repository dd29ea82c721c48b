//! Owners of what cuSPARSE creates.

use core::ffi::c_void;
use core::fmt;

use cuda_driver::Context;
use cuda_libraries_sys::cusparse::{
    Symbol, cusparseDnMatDescr_t, cusparseDnVecDescr_t, cusparseIndexBase_t, cusparseIndexType_t,
    cusparseOrder_t, cusparseSpGEMMDescr_t, cusparseSpMatDescr_t, cusparseSpSMDescr_t,
    cusparseSpSVDescr_t,
};
use cuda_libraries_sys::shared::cudaDataType;

use crate::error::{Error, check};
use crate::library::Cusparse;

macro_rules! owners {
    ($(
        $(#[$doc:meta])*
        $Owner:ident: $Raw:ty, $destroy:ident {
            $($new:ident = $create:ident($($parameter:ident: $ty:ty),*);)*
        }
    )*) => {$(
        $(#[$doc])*
        pub(crate) struct $Owner {
            cusparse: Cusparse,
            context: Context,
            raw: $Raw,
        }

        // SAFETY: cuSPARSE's objects may be used by any thread, one at a time, and a shared reference isn't `Send`.
        unsafe impl Send for $Owner {}

        #[allow(clippy::too_many_arguments, reason = "they are those of the function")]
        impl $Owner {
            $(
                pub(crate) fn $new(
                    cusparse: Cusparse,
                    context: &Context,
                    operands: &dyn Fn() -> String,
                    $($parameter: $ty),*
                ) -> Result<Self, Error> {
                    let create = cusparse.require(Symbol::$create, cusparse.raw().$create)?;
                    // What couldn't be destroyed would be leaked.
                    cusparse.require(Symbol::$destroy, cusparse.raw().$destroy)?;
                    let mut raw = core::ptr::null_mut();
                    // SAFETY: the pointer is to a live one, and a context is current. The addresses are only stored.
                    let status = context.with_current(|| unsafe { create(&raw mut raw, $($parameter),*) })?;
                    check(Symbol::$create, status, operands)?;
                    Ok(Self { cusparse, context: context.clone(), raw })
                }
            )*

            pub(crate) fn raw(&self) -> $Raw {
                self.raw
            }
        }

        impl Drop for $Owner {
            fn drop(&mut self) {
                if let Some(destroy) = self.cusparse.raw().$destroy {
                    let raw = self.raw;
                    // SAFETY: it is alive, and nothing uses it afterwards. If its context is gone, so is what it has there.
                    let _ = self.context.with_current_relaxed(|| unsafe { destroy(raw as _) });
                }
            }
        }

        impl fmt::Debug for $Owner {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($Owner)).field(&self.raw).finish()
            }
        }
    )*};
}

owners! {
    /// A vector of which all elements are stored.
    DenseVector: cusparseDnVecDescr_t, cusparseDestroyDnVec {
        new = cusparseCreateDnVec(len: i64, values: *mut c_void, ty: cudaDataType);
    }
    /// A matrix of which all elements are stored.
    DenseMatrix: cusparseDnMatDescr_t, cusparseDestroyDnMat {
        new = cusparseCreateDnMat(
            rows: i64, columns: i64, leading: i64, values: *mut c_void, ty: cudaDataType, order: cusparseOrder_t
        );
    }
    /// A sparse matrix.
    Descriptor: cusparseSpMatDescr_t, cusparseDestroySpMat {
        csr = cusparseCreateCsr(
            rows: i64, columns: i64, nnz: i64, offsets: *mut c_void, indices: *mut c_void, values: *mut c_void,
            of_offsets: cusparseIndexType_t, of_indices: cusparseIndexType_t, base: cusparseIndexBase_t, ty: cudaDataType
        );
        csc = cusparseCreateCsc(
            rows: i64, columns: i64, nnz: i64, offsets: *mut c_void, indices: *mut c_void, values: *mut c_void,
            of_offsets: cusparseIndexType_t, of_indices: cusparseIndexType_t, base: cusparseIndexBase_t, ty: cudaDataType
        );
        coo = cusparseCreateCoo(
            rows: i64, columns: i64, nnz: i64, offsets: *mut c_void, indices: *mut c_void, values: *mut c_void,
            of_indices: cusparseIndexType_t, base: cusparseIndexBase_t, ty: cudaDataType
        );
        bsr = cusparseCreateBsr(
            rows: i64, columns: i64, blocks: i64, of_rows: i64, of_columns: i64,
            offsets: *mut c_void, indices: *mut c_void, values: *mut c_void,
            of_offsets: cusparseIndexType_t, of_indices: cusparseIndexType_t, base: cusparseIndexBase_t, ty: cudaDataType,
            order: cusparseOrder_t
        );
    }
    /// What is known of a triangular matrix, for a vector.
    VectorSolution: cusparseSpSVDescr_t, cusparseSpSV_destroyDescr {
        new = cusparseSpSV_createDescr();
    }
    /// The same for several columns.
    MatrixSolution: cusparseSpSMDescr_t, cusparseSpSM_destroyDescr {
        new = cusparseSpSM_createDescr();
    }
    /// What is known of a product.
    ProductState: cusparseSpGEMMDescr_t, cusparseSpGEMM_destroyDescr {
        new = cusparseSpGEMM_createDescr();
    }
}
