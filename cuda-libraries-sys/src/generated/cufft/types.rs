// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cufft/index.html"
    cufftReal = f32; cufftDoubleReal = f64; cufftComplex = cuComplex; cufftDoubleComplex = cuDoubleComplex;
    cufftHandle = c_int;
    cufftCallbackLoadC = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftComplex>;
    cufftCallbackLoadZ = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleComplex>;
    cufftCallbackLoadR = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftReal>;
    cufftCallbackLoadD = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleReal>;
    cufftCallbackStoreC = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftCallbackStoreZ = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftDoubleComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftCallbackStoreR = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftCallbackStoreD = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftDoubleReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftJITCallbackLoadC = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftComplex>;
    cufftJITCallbackLoadZ = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleComplex>;
    cufftJITCallbackLoadR = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftReal>;
    cufftJITCallbackLoadD = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleReal>;
    cufftJITCallbackStoreC = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftJITCallbackStoreZ = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftDoubleComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftJITCallbackStoreR = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
    cufftJITCallbackStoreD = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftDoubleReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cufft/index.html"
    #[derive(Debug)] pub struct cudaXtDesc {
        pub version: c_int, pub nGPUs: c_int, pub GPUs: [c_int; 64usize], pub data: [*mut c_void; 64usize],
        pub size: [usize; 64usize], pub cudaXtState: *mut c_void,
    }
    #[derive(Debug)] pub struct cudaLibXtDesc {
        pub version: c_int, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub descriptor: *mut cudaXtDesc,
        pub library: libFormat, pub subFormat: c_int, pub libDescriptor: *mut c_void,
    }
    #[derive(Debug)] pub struct cufftXt1dFactors {
        pub size: c_longlong, pub stringCount: c_longlong, pub stringLength: c_longlong,
        pub substringLength: c_longlong, pub factor1: c_longlong, pub factor2: c_longlong, pub stringMask: c_longlong,
        pub substringMask: c_longlong, pub factor1Mask: c_longlong, pub factor2Mask: c_longlong,
        pub stringShift: c_int, pub substringShift: c_int, pub factor1Shift: c_int, pub factor2Shift: c_int,
    }
    #[derive(Debug)] pub struct cufftBox3d {
        pub lower: [usize; 3usize], pub upper: [usize; 3usize], pub strides: [usize; 3usize],
    }
}
