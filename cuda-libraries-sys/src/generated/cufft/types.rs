// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// [`cufftReal`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftReal = f32;
/// [`cufftDoubleReal`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftDoubleReal = f64;
/// [`cufftComplex`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftComplex = cuComplex;
/// [`cufftDoubleComplex`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftDoubleComplex = cuDoubleComplex;
/// [`cufftHandle`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftHandle = c_int;
/// [`cudaXtDesc`](https://docs.nvidia.com/cuda/cufft/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cudaXtDesc {
    pub version: c_int,
    pub nGPUs: c_int,
    pub GPUs: [c_int; 64usize],
    pub data: [*mut c_void; 64usize],
    pub size: [usize; 64usize],
    pub cudaXtState: *mut c_void,
}
/// [`cudaLibXtDesc`](https://docs.nvidia.com/cuda/cufft/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cudaLibXtDesc {
    pub version: c_int,
    pub _padding_after_version: [u8; 4usize],
    pub descriptor: *mut cudaXtDesc,
    pub library: libFormat,
    pub subFormat: c_int,
    pub libDescriptor: *mut c_void,
}
/// [`cufftXt1dFactors`](https://docs.nvidia.com/cuda/cufft/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cufftXt1dFactors {
    pub size: c_longlong,
    pub stringCount: c_longlong,
    pub stringLength: c_longlong,
    pub substringLength: c_longlong,
    pub factor1: c_longlong,
    pub factor2: c_longlong,
    pub stringMask: c_longlong,
    pub substringMask: c_longlong,
    pub factor1Mask: c_longlong,
    pub factor2Mask: c_longlong,
    pub stringShift: c_int,
    pub substringShift: c_int,
    pub factor1Shift: c_int,
    pub factor2Shift: c_int,
}
/// [`cufftCallbackLoadC`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackLoadC = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftComplex>;
/// [`cufftCallbackLoadZ`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackLoadZ = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleComplex>;
/// [`cufftCallbackLoadR`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackLoadR = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftReal>;
/// [`cufftCallbackLoadD`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackLoadD = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: usize, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleReal>;
/// [`cufftCallbackStoreC`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackStoreC = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftCallbackStoreZ`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackStoreZ = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftDoubleComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftCallbackStoreR`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackStoreR = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftCallbackStoreD`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftCallbackStoreD = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: usize, element: cufftDoubleReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftJITCallbackLoadC`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackLoadC = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftComplex>;
/// [`cufftJITCallbackLoadZ`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackLoadZ = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleComplex>;
/// [`cufftJITCallbackLoadR`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackLoadR = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftReal>;
/// [`cufftJITCallbackLoadD`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackLoadD = Option<unsafe extern "C" fn(dataIn: *mut c_void, offset: c_ulonglong, callerInfo: *mut c_void, sharedPointer: *mut c_void) -> cufftDoubleReal>;
/// [`cufftJITCallbackStoreC`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackStoreC = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftJITCallbackStoreZ`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackStoreZ = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftDoubleComplex, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftJITCallbackStoreR`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackStoreR = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftJITCallbackStoreD`](https://docs.nvidia.com/cuda/cufft/index.html)
pub type cufftJITCallbackStoreD = Option<unsafe extern "C" fn(dataOut: *mut c_void, offset: c_ulonglong, element: cufftDoubleReal, callerInfo: *mut c_void, sharedPointer: *mut c_void)>;
/// [`cufftBox3d`](https://docs.nvidia.com/cuda/cufft/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cufftBox3d {
    pub lower: [usize; 3usize],
    pub upper: [usize; 3usize],
    pub strides: [usize; 3usize],
}

opaque! {

}

zero_default! {
    cudaXtDesc, cudaLibXtDesc, cufftXt1dFactors, cufftBox3d,
}
