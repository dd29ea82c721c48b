//! cuBLASLt's descriptions, which are destroyed when they are dropped.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::{cublasComputeType_t, cublasStatus_t};
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::cudaDataType;

use crate::call::check_status;
use crate::error::Error;
use crate::lt::CublasLt;

/// What is computed.
pub(crate) struct Operation {
    lt: CublasLt,
    raw: cublasLtMatmulDesc_t,
}

impl Operation {
    pub(crate) fn new(
        lt: CublasLt,
        compute: cublasComputeType_t,
        factor: cudaDataType,
    ) -> Result<Self, Error> {
        let create =
            lt.require(Symbol::cublasLtMatmulDescCreate, lt.raw().cublasLtMatmulDescCreate)?;
        // What couldn't be destroyed would be leaked.
        lt.require(Symbol::cublasLtMatmulDescDestroy, lt.raw().cublasLtMatmulDescDestroy)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle; the other arguments are numbers.
        let status = unsafe { create(&raw mut raw, compute, factor) };
        check_status("cublasLtMatmulDescCreate", status, &[])?;
        Ok(Self { lt, raw })
    }

    /// Sets an attribute.
    ///
    /// # Safety
    /// The attribute has this type, and what its value points to lives as long as the description is used.
    pub(crate) unsafe fn set<T: Copy>(
        &mut self,
        attribute: cublasLtMatmulDescAttributes_t,
        value: T,
    ) -> Result<(), Error> {
        let set = self.lt.require(
            Symbol::cublasLtMatmulDescSetAttribute,
            self.lt.raw().cublasLtMatmulDescSetAttribute,
        )?;
        let value: *const c_void = core::ptr::from_ref(&value).cast();
        // SAFETY: the description is alive, and the value has this size.
        let status = unsafe { set(self.raw, attribute, value, size_of::<T>()) };
        check_status("cublasLtMatmulDescSetAttribute", status, &[])
    }

    pub(crate) fn raw(&self) -> cublasLtMatmulDesc_t {
        self.raw
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        if let Some(destroy) = self.lt.raw().cublasLtMatmulDescDestroy {
            // SAFETY: the description is alive, and nothing uses it afterwards.
            let _: cublasStatus_t = unsafe { destroy(self.raw) };
        }
    }
}

/// Where a matrix is, by columns.
pub(crate) struct Layout {
    lt: CublasLt,
    raw: cublasLtMatrixLayout_t,
}

impl Layout {
    pub(crate) fn new(
        lt: CublasLt,
        data: cudaDataType,
        rows: u64,
        columns: u64,
        leading: i64,
    ) -> Result<Self, Error> {
        let create =
            lt.require(Symbol::cublasLtMatrixLayoutCreate, lt.raw().cublasLtMatrixLayoutCreate)?;
        // What couldn't be destroyed would be leaked.
        lt.require(Symbol::cublasLtMatrixLayoutDestroy, lt.raw().cublasLtMatrixLayoutDestroy)?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle; the other arguments are numbers.
        let status = unsafe { create(&raw mut raw, data, rows, columns, leading) };
        check_status("cublasLtMatrixLayoutCreate", status, &[])?;
        Ok(Self { lt, raw })
    }

    /// Sets an attribute.
    ///
    /// # Safety
    /// The attribute has this type, and what its value points to lives as long as the description is used.
    pub(crate) unsafe fn set<T: Copy>(
        &mut self,
        attribute: cublasLtMatrixLayoutAttribute_t,
        value: T,
    ) -> Result<(), Error> {
        let set = self.lt.require(
            Symbol::cublasLtMatrixLayoutSetAttribute,
            self.lt.raw().cublasLtMatrixLayoutSetAttribute,
        )?;
        let value: *const c_void = core::ptr::from_ref(&value).cast();
        // SAFETY: the description is alive, and the value has this size.
        let status = unsafe { set(self.raw, attribute, value, size_of::<T>()) };
        check_status("cublasLtMatrixLayoutSetAttribute", status, &[])
    }

    pub(crate) fn raw(&self) -> cublasLtMatrixLayout_t {
        self.raw
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        if let Some(destroy) = self.lt.raw().cublasLtMatrixLayoutDestroy {
            // SAFETY: the description is alive, and nothing uses it afterwards.
            let _: cublasStatus_t = unsafe { destroy(self.raw) };
        }
    }
}

/// What algorithms are wanted.
pub(crate) struct Preference {
    lt: CublasLt,
    raw: cublasLtMatmulPreference_t,
}

impl Preference {
    pub(crate) fn new(lt: CublasLt) -> Result<Self, Error> {
        let create = lt.require(
            Symbol::cublasLtMatmulPreferenceCreate,
            lt.raw().cublasLtMatmulPreferenceCreate,
        )?;
        // What couldn't be destroyed would be leaked.
        lt.require(
            Symbol::cublasLtMatmulPreferenceDestroy,
            lt.raw().cublasLtMatmulPreferenceDestroy,
        )?;
        let mut raw = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle; the other arguments are numbers.
        let status = unsafe { create(&raw mut raw) };
        check_status("cublasLtMatmulPreferenceCreate", status, &[])?;
        Ok(Self { lt, raw })
    }

    /// Sets an attribute.
    ///
    /// # Safety
    /// The attribute has this type, and what its value points to lives as long as the description is used.
    pub(crate) unsafe fn set<T: Copy>(
        &mut self,
        attribute: cublasLtMatmulPreferenceAttributes_t,
        value: T,
    ) -> Result<(), Error> {
        let set = self.lt.require(
            Symbol::cublasLtMatmulPreferenceSetAttribute,
            self.lt.raw().cublasLtMatmulPreferenceSetAttribute,
        )?;
        let value: *const c_void = core::ptr::from_ref(&value).cast();
        // SAFETY: the description is alive, and the value has this size.
        let status = unsafe { set(self.raw, attribute, value, size_of::<T>()) };
        check_status("cublasLtMatmulPreferenceSetAttribute", status, &[])
    }

    pub(crate) fn raw(&self) -> cublasLtMatmulPreference_t {
        self.raw
    }
}

impl Drop for Preference {
    fn drop(&mut self) {
        if let Some(destroy) = self.lt.raw().cublasLtMatmulPreferenceDestroy {
            // SAFETY: the description is alive, and nothing uses it afterwards.
            let _: cublasStatus_t = unsafe { destroy(self.raw) };
        }
    }
}
