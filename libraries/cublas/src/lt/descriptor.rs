//! cuBLASLt's descriptions, which are destroyed when they are dropped.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::{cublasComputeType_t, cublasStatus_t};
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use crate::call::check_status;
use crate::error::Error;
use crate::lt::CublasLt;

macro_rules! descriptors {
    ($($(#[$meta:meta])* $Descriptor:ident $raw:ident $attribute:ident:
        $create:ident($($parameter:ident: $ty:ty),*) $destroy:ident $set:ident;)*) => {$(
        $(#[$meta])*
        pub(crate) struct $Descriptor {
            lt: CublasLt,
            raw: $raw,
        }

        impl $Descriptor {
            pub(crate) fn new(lt: CublasLt, $($parameter: $ty),*) -> Result<Self, Error> {
                let create = lt.require(Symbol::$create, lt.raw().$create)?;
                // What couldn't be destroyed would be leaked.
                lt.require(Symbol::$destroy, lt.raw().$destroy)?;
                let mut raw = core::ptr::null_mut();
                // SAFETY: the pointer is to a live handle; the other arguments are numbers.
                let status = unsafe { create(&raw mut raw, $($parameter),*) };
                check_status(stringify!($create), status, &[])?;
                Ok(Self { lt, raw })
            }

            /// Sets an attribute.
            ///
            /// # Safety
            /// The attribute has this type, and what its value points to lives as long as the description is used.
            pub(crate) unsafe fn set<T: Copy>(&mut self, attribute: $attribute, value: T) -> Result<(), Error> {
                let set = self.lt.require(Symbol::$set, self.lt.raw().$set)?;
                let value: *const c_void = core::ptr::from_ref(&value).cast();
                // SAFETY: the description is alive, and the value has this size.
                let status = unsafe { set(self.raw, attribute, value, size_of::<T>()) };
                check_status(stringify!($set), status, &[])
            }

            pub(crate) fn raw(&self) -> $raw {
                self.raw
            }
        }

        impl Drop for $Descriptor {
            fn drop(&mut self) {
                if let Some(destroy) = self.lt.raw().$destroy {
                    // SAFETY: the description is alive, and nothing uses it afterwards.
                    let _: cublasStatus_t = unsafe { destroy(self.raw) };
                }
            }
        }
    )*};
}

descriptors! {
    /// What is computed.
    Operation cublasLtMatmulDesc_t cublasLtMatmulDescAttributes_t:
        cublasLtMatmulDescCreate(compute: cublasComputeType_t, factor: cudaDataType)
        cublasLtMatmulDescDestroy cublasLtMatmulDescSetAttribute;
    /// Where a matrix is, by columns.
    Layout cublasLtMatrixLayout_t cublasLtMatrixLayoutAttribute_t:
        cublasLtMatrixLayoutCreate(data: cudaDataType, rows: u64, columns: u64, leading: i64)
        cublasLtMatrixLayoutDestroy cublasLtMatrixLayoutSetAttribute;
    /// What algorithms are wanted.
    Preference cublasLtMatmulPreference_t cublasLtMatmulPreferenceAttributes_t:
        cublasLtMatmulPreferenceCreate()
        cublasLtMatmulPreferenceDestroy cublasLtMatmulPreferenceSetAttribute;
}
