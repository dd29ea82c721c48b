//! The software CUDA device as a `libcuda.so.1`, which also has the functions of its libraries, such as cuBLAS: one file
//! for all, because they share the device.
//!
//! Every entry point is exported under its own name and under that of its per-thread variant, and calls the function in
//! the table of [`cuda_sim`]. Most programs look functions up with `cuGetProcAddress`, which returns those of the table.
#![allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]

use core::ffi::*;

use cuda_driver_sys::*;

macro_rules! export {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol($($parameter: $ty),*) -> CUresult {
            match cuda_sim::library_table(DefaultStream::Legacy).$symbol {
                // SAFETY: the caller fulfils the contract of the function.
                Some(function) => unsafe { function($($parameter),*) },
                None => CUresult::CUDA_ERROR_NOT_SUPPORTED,
            }
        }

        export!(@per_thread $per_thread $symbol($($parameter: $ty),*));
    )*};
    (@per_thread () $symbol:ident($($parameter:ident: $ty:ty),*)) => {};
    (@per_thread ($twin:literal $since:literal) $symbol:ident($($parameter:ident: $ty:ty),*)) => {
        const _: () = {
            #[unsafe(export_name = $twin)]
            pub unsafe extern "C" fn per_thread($($parameter: $ty),*) -> CUresult {
                match cuda_sim::library_table(DefaultStream::PerThread).$symbol {
                    // SAFETY: the caller fulfils the contract of the function.
                    Some(function) => unsafe { function($($parameter),*) },
                    None => CUresult::CUDA_ERROR_NOT_SUPPORTED,
                }
            }
        };
    };
}

for_each_entry_point!(export);

/// Exports the functions of a library, except those that its newest release has under another form.
macro_rules! export_library {
    ($module:ident $($name:ident: $since:literal $until:literal $exported:tt, $parameters:tt -> $result:ty;)*) => {
        #[allow(unused_imports, reason = "not every library uses all of them")]
        mod $module {
            use core::ffi::*;

            use cuda_libraries_sys::$module::*;
            // Functions of cuBLASLt use it, too.
            use cuda_libraries_sys::cublas::cublasComputeType_t;
            use cuda_libraries_sys::shared::*;

            $(export_library!(@function $module $exported $name $parameters $result);)*
        }
    };
    (@function $module:ident "" $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($parameter: $ty),*) -> $result {
            // SAFETY: the caller fulfils the contract of the function.
            unsafe { cuda_sim_libraries::$module::functions::$name($($parameter),*) }
        }
    };
    (@function $module:ident $exported:tt $name:ident $parameters:tt $result:ty) => {};
}

/// Functions that no header has, but that NVIDIA's other libraries import: without them, cuSOLVER and cuFFTW can't be loaded.
mod imported {
    use core::ffi::{c_int, c_uint, c_void};

    /// Of cuSOLVER, which sets what the header has no words for.
    #[unsafe(no_mangle)]
    pub extern "C" fn cublasSetEnvironmentMode(_handle: *mut c_void, _mode: c_int) -> c_uint {
        0
    }

    /// Of cuFFTW; `CUFFT_NOT_SUPPORTED`.
    #[unsafe(no_mangle)]
    pub extern "C" fn cufftXtMakePlanGuru64() -> c_uint {
        16
    }
}

cuda_libraries_sys::for_each_cublas_function!(export_library, cublas);
cuda_libraries_sys::for_each_cublaslt_function!(export_library, cublaslt);
cuda_libraries_sys::for_each_cudnn_function!(export_library, cudnn);
cuda_libraries_sys::for_each_cufft_function!(export_library, cufft);
cuda_libraries_sys::for_each_cupti_function!(export_library, cupti);
cuda_libraries_sys::for_each_curand_function!(export_library, curand);
cuda_libraries_sys::for_each_nvml_function!(export_library, nvml);
