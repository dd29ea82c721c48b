//! The types and functions of `cuda.h` under their C names.
//!
//! Enumerations that programs import by `use …::*` are enums of Rust, as cudarc's; the others are
//! `cuda-driver-sys`'s, with the same constants.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::upper_case_acronyms
)]

use core::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

pub use cuda_driver_sys::*;

/// Defines enumerations with the values of the open type of `cuda-driver-sys`, and a conversion to it.
macro_rules! enums {
    ($($name:ident { $($enumerator:ident,)* })*) => {$(
        #[repr(u32)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($enumerator = cuda_driver_sys::$name::$enumerator.0 as u32,)*
        }

        impl TryFrom<u32> for $name {
            type Error = u32;

            /// Returns the enumerator with a value; the value, if there is none.
            fn try_from(value: u32) -> Result<Self, u32> {
                match cuda_driver_sys::$name(value as _) {
                    $(cuda_driver_sys::$name::$enumerator => Ok(Self::$enumerator),)*
                    _ => Err(value),
                }
            }
        }

        impl From<$name> for cuda_driver_sys::$name {
            fn from(value: $name) -> Self {
                Self(value as _)
            }
        }
    )*};
}

include!("generated/enums.rs");

impl From<cuda_driver_sys::CUresult> for CUresult {
    fn from(code: cuda_driver_sys::CUresult) -> Self {
        Self::try_from(code.0).unwrap_or(Self::CUDA_ERROR_UNKNOWN)
    }
}

/// A copy of rows, without names for the padding, so that programs that write all fields compile.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct CUDA_MEMCPY2D_v2 {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

const _: () =
    assert!(size_of::<CUDA_MEMCPY2D_v2>() == size_of::<cuda_driver_sys::CUDA_MEMCPY2D_v2>());

/// How a graph is instantiated: no, one or several flags.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CUgraphInstantiate_flags(pub c_uint);

macro_rules! instantiate_flags {
    ($($name:ident)*) => {
        impl CUgraphInstantiate_flags {$(
            pub const $name: Self = Self(cuda_driver_sys::CUgraphInstantiate_flags::$name.0);
        )*}
    };
}

instantiate_flags! {
    CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH
    CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD
    CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH
    CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY
}

macro_rules! operators {
    ($($operator:ident $call:ident $assign:ident $call_assign:ident;)*) => {$(
        impl core::ops::$operator for CUgraphInstantiate_flags {
            type Output = Self;

            fn $call(self, other: Self) -> Self {
                Self(core::ops::$operator::$call(self.0, other.0))
            }
        }

        impl core::ops::$assign for CUgraphInstantiate_flags {
            fn $call_assign(&mut self, other: Self) {
                core::ops::$assign::$call_assign(&mut self.0, other.0);
            }
        }
    )*};
}

operators! {
    BitOr bitor BitOrAssign bitor_assign;
    BitAnd bitand BitAndAssign bitand_assign;
}

pub type CUDA_MEMCPY2D = CUDA_MEMCPY2D_v2;

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
            // SAFETY: the enumerations above have the representation of those that they replace.
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
