//! The driver calls of what programs call often.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use core::ffi::*;
use core::ptr::{null, null_mut};

use cuda_driver_sys::instrument::Instrument;
use cuda_driver_sys::{CUresult, Symbol};
use cuda_libraries_sys::cudart::*;
use cuda_libraries_sys::for_each_cudart_function;
use cuda_libraries_sys::shared::*;

macro_rules! declare {
    ($($name:ident: $since:literal $until:literal $exported:literal, ($($parameter:ident: $ty:ty),*) -> $result:ty;)*) => {
        #[allow(dead_code, non_snake_case, reason = "the names are those of C, and few are called")]
        unsafe extern "C" {
            $(fn $name($($parameter: $ty),*) -> $result;)*
        }
    };
}

for_each_cudart_function!(declare);

unsafe extern "C" {
    fn cudaProfilerStop() -> cudaError_t;
    fn __cudaRegisterFatBinary(image: *const c_void) -> *mut c_void;
    fn __cudaRegisterFunction(
        handle: *mut c_void,
        host: *const c_void,
        device: *mut c_char,
        name: *const c_char,
        limit: c_int,
        thread: *const c_void,
        block: *const c_void,
        block_shape: *const c_void,
        grid_shape: *const c_void,
        warp_size: *const c_int,
    );
}

const PTX: &CStr = c".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";

/// It stands for the host function of `k`.
static HOST: c_uint = 0;

/// Makes each call twice, and compares the driver calls of the second.
macro_rules! costs {
    ($instrument:ident: $($calls:literal $call:expr;)*) => {
        $(
            // SAFETY: all pointers are to live variables, or to memory that is as large as what is copied.
            let [first, second] = [(); 2].map(|()| unsafe {
                let before = $instrument.all_calls();
                let error = $call;
                assert_eq!(error, cudaError_t::cudaSuccess, "{}", stringify!($call));
                $instrument.all_calls() - before
            });
            assert_eq!(second, $calls, "{}, which first made {first}: {:?}", stringify!($call), $instrument.called());
        )*
    };
}

#[test]
fn what_is_called_often_makes_no_more_driver_calls_than_it_must() {
    let instrument = Instrument::over(cuda_sim::driver_table()).unwrap();
    let per_thread = cuda_sim::driver_table_per_thread();
    // SAFETY: both are of the software device, whose handles nothing else in this process uses.
    assert!(unsafe { cuda_runtime::use_tables(instrument.table(), per_thread) });
    // SAFETY: it has no requirements.
    assert_eq!(unsafe { cudaProfilerStop() }, cudaError_t::cudaSuccess);
    let contexts = instrument.calls(Symbol::cuDevicePrimaryCtxRetain);
    assert_eq!(contexts, 0, "cudaProfilerStop made a context");
    let host = (&raw const HOST).cast::<c_void>();
    // SAFETY: as nvcc's code does it. The driver takes PTX, too, and both strings are constant.
    unsafe {
        let handle = __cudaRegisterFatBinary(PTX.as_ptr().cast());
        let (none, name) = (null(), c"k".as_ptr());
        __cudaRegisterFunction(handle, host, null_mut(), name, -1, none, none, none, none, null());
    }
    let (mut number, mut memory) = (0, null_mut::<c_void>());
    let (mut event, mut stream) = (null_mut(), null_mut());
    let mut properties = cudaDeviceProp::default();
    let mut attributes = cudaFuncAttributes::default();
    let mut pointer = cudaPointerAttributes::default();
    let mut bytes = [0_u8; 64];
    let data = bytes.as_mut_ptr().cast::<c_void>();
    let one = dim3 { x: 1, y: 1, z: 1 };
    let (to_device, to_host) =
        (cudaMemcpyKind::cudaMemcpyHostToDevice, cudaMemcpyKind::cudaMemcpyDeviceToHost);
    let size = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
    costs! { instrument:
        1 cudaMalloc(&raw mut memory, 64);
        1 cudaEventCreate(&raw mut event);
        1 cudaStreamCreate(&raw mut stream);
        0 cudaGetLastError();
        0 cudaPeekAtLastError();
        1 cudaGetDevice(&raw mut number);
        1 cudaSetDevice(0);
        1 cudaGetDeviceCount(&raw mut number);
        0 cudaGetDeviceProperties(&raw mut properties, 0);
        1 cudaDeviceGetAttribute(&raw mut number, cudaDeviceAttr::cudaDevAttrWarpSize, 0);
        // Calls of the driver, too, can change seven attributes; and it knows which device is the current context's.
        8 cudaFuncGetAttributes(&raw mut attributes, host);
        2 cudaFuncSetAttribute(host, size, 1024);
        1 cudaOccupancyMaxActiveBlocksPerMultiprocessor(&raw mut number, host, 32, 0);
        1 cudaPointerGetAttributes(&raw mut pointer, memory);
        1 cudaLaunchKernel(host, one, one, null_mut(), 0, null_mut());
        1 cudaMemcpy(memory, data, 64, to_device);
        1 cudaMemcpyAsync(data, memory, 64, to_host, stream);
        1 cudaMemsetAsync(memory, 0, 64, stream);
        1 cudaEventRecord(event, stream);
        1 cudaStreamWaitEvent(stream, event, 0);
        1 cudaStreamSynchronize(stream);
        1 cudaStreamQuery(stream);
        1 cudaEventQuery(event);
        1 cudaDeviceSynchronize();
        1 cudaFree(null_mut());
    }
    // What the driver says of an argument, an array from before a reset for example, isn't asked for again in another
    // context: with NVIDIA's runtime that is what the program gets.
    for code in [CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED, CUresult::CUDA_ERROR_INVALID_CONTEXT] {
        instrument.fail(Symbol::cuEventQuery, 1, code);
        let before = instrument.calls(Symbol::cuEventQuery);
        // SAFETY: the event is live.
        let error = unsafe { cudaEventQuery(event) };
        assert_eq!(error.0, code.0);
        assert_eq!(instrument.calls(Symbol::cuEventQuery) - before, 1);
    }
}
