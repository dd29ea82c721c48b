//! The types and functions of `cuda.h` under their C names.
//!
//! Enumerations whose values no call hands out are enums of Rust, as cudarc's, and so is `CUstreamCaptureStatus`, which
//! programs match; the others are `cuda-driver-sys`'s, with the same constants.

use core::ffi::*;

use cuda_driver_sys as raw;

pub use raw::*;

include!("../../../../cuda-driver-sys/src/generated/enums.rs");
include!("../../../../cuda-driver-sys/src/generated/types.rs");

impl CUresult {
    const OTHER: Self = Self::CUDA_ERROR_UNKNOWN;
}

/// A place of memory, whose number is a union from CUDA 13.2 on.
#[repr(C)]
#[derive(Clone, Copy)]
#[cfg_attr(not(since = "13.2"), derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash))]
pub struct CUmemLocation_v1 {
    pub type_: CUmemLocationType,
    #[cfg(not(since = "13.2"))]
    pub id: c_int,
    #[cfg(since = "13.2")]
    pub __bindgen_anon_1: CUmemLocation_v1_id,
}

const RESERVED: usize = if cfg!(since = "13.4") {
    53
} else if cfg!(since = "12.6") {
    54
} else if cfg!(since = "12.2") {
    56
} else {
    64
};

/// A pool's memory: newer releases name parts of what was reserved.
#[repr(C)]
#[derive(Clone, Copy)]
#[cfg_attr(not(since = "13.2"), derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash))]
pub struct CUmemPoolProps_v1 {
    pub allocType: CUmemAllocationType,
    pub handleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32SecurityAttributes: *mut c_void,
    #[cfg(since = "12.2")]
    pub maxSize: usize,
    #[cfg(since = "12.6")]
    pub usage: c_ushort,
    #[cfg(since = "13.4")]
    pub gpuDirectRDMACapable: c_uchar,
    pub reserved: [c_uchar; RESERVED],
}

const _: () = {
    assert!(size_of::<CUmemLocation_v1>() == size_of::<raw::CUmemLocation_v1>());
    assert!(size_of::<CUmemPoolProps_v1>() == size_of::<raw::CUmemPoolProps_v1>());
};

impl From<raw::CUmemLocation> for CUmemLocation {
    fn from(location: raw::CUmemLocation) -> Self {
        // SAFETY: both are a type of memory and an integer, or what has its size and no padding.
        unsafe { core::mem::transmute(location) }
    }
}

include!("generated/tags.rs");

// Names of CUDA 11 to 13.0.
pub use self::{
    CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 as CUDA_BATCH_MEM_OP_NODE_PARAMS_st,
    CUDA_MEM_ALLOC_NODE_PARAMS_v1 as CUDA_MEM_ALLOC_NODE_PARAMS_st,
    CUdevSmResourceSplitByCount_flags as CUdevSmResourceSplit_flags,
    CUkernelNodeAttrID as CUkernelNodeAttrID_enum,
    CUkernelNodeAttrValue as CUkernelNodeAttrValue_union, CUstreamAttrID as CUstreamAttrID_enum,
    CUstreamAttrValue as CUstreamAttrValue_union,
};

/// Defines every function of C, which calls the installed driver.
macro_rules! functions {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {$(
        functions!(@function $symbol $parameters);
    )*};
    (@function $symbol:ident ($($parameter:ident: $ty:ty),*)) => {
        pub unsafe fn $symbol($($parameter: $ty),*) -> CUresult {
            type Function = unsafe extern "C" fn($($ty),*) -> cuda_driver_sys::CUresult;
            let table = match load(DefaultStream::Legacy) {
                Ok(table) => table,
                Err(_) => return CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
            };
            let Some(function) = table.$symbol else {
                return CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
            };
            // SAFETY: the types have the layout of those that they replace.
            #[allow(clippy::missing_transmute_annotations, clippy::useless_transmute)]
            let function = unsafe { core::mem::transmute::<_, Function>(function) };
            // SAFETY: the caller keeps to the function's contract.
            unsafe { function($($parameter),*) }.into()
        }
    };
}

cuda_driver_sys::for_each_entry_point!(functions);

/// Returns `true` if a driver can be loaded.
pub unsafe fn is_culib_present() -> bool {
    load(DefaultStream::Legacy).is_ok()
}

/// Returns the driver's library.
///
/// # Panics
/// If it can't be loaded, as cudarc does.
pub unsafe fn culib() -> &'static libloading::Library {
    load(DefaultStream::Legacy).expect("the driver can't be loaded");
    &library().expect("a loaded driver has a library").library
}
