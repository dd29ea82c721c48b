//! Every function under its name in C: those of the header, their variants for the per-thread default stream, and those that
//! other headers declare, or that nvcc calls.

use core::ffi::*;
use std::collections::BTreeSet;
use std::sync::Mutex;

use cuda_driver_sys::DefaultStream;
use cuda_libraries_sys::cudart::*;
use cuda_libraries_sys::for_each_cudart_function;
use cuda_libraries_sys::shared::*;

use crate::api::{Answer, Api, Outcome, call, lock, warn};
use crate::parameters::{
    cudaFuncAttributes_11_8, cudaPointerAttributes_12_9, for_each_other_function,
};

/// What a function answers that isn't supported, with a line the first time, because programs report only the code.
pub(crate) fn not_supported<A: Answer>(function: &'static str) -> A {
    static WARNED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if lock(&WARNED).insert(function) {
        warn(format_args!(
            "{function} was called, which this runtime doesn't support (cudaErrorNotSupported)"
        ));
    }
    A::failed(cudaError_t::cudaErrorNotSupported)
}

/// Maps what a function returns in C to what its method returns.
trait ReturnType {
    type Answer: Answer<C = Self>;
}

impl ReturnType for cudaError_t {
    type Answer = Outcome;
}

impl ReturnType for cudaChannelFormatDesc {
    type Answer = Self;
}

/// Defines `twin!`, which exports the variant of a function for the per-thread default stream, if it has one.
macro_rules! twins {
    ($d:tt $($name:ident $twin:literal;)*) => {
        macro_rules! twin {
            $(
                ($name ($d($d parameter:ident: $d ty:ty),*) $d result:ty) => {
                    const _: () = {
                        #[unsafe(export_name = $twin)]
                        pub unsafe extern "C" fn twin($d($d parameter: $d ty),*) -> $d result {
                            // SAFETY: the caller fulfils the contract of the function.
                            call(DefaultStream::PerThread, |api| unsafe { api.$name($d($d parameter),*) })
                        }
                    };
                };
            )*
            ($d($d other:tt)*) => {};
        }

        const TWINS: &[&str] = &[$($twin),*];
    };
}

/// Defines the functions of the header.
macro_rules! header {
    ($($name:ident: $since:literal $until:literal $exported:literal, $parameters:tt -> $result:ty;)*) => {
        /// The functions that have no method of their own.
        #[allow(dead_code, unused_variables, reason = "of those that have a method, and of those that are not supported")]
        trait OtherFunctions {
            $(header!(@method $name $parameters $result);)*
        }

        impl OtherFunctions for Api {}

        $(header!(@export $name $parameters $result);)*
        $(twin!($name $parameters $result);)*

        const OF_HEADER: &[&str] = &[$(stringify!($name)),*];
    };
    // These need no driver, and aren't errors themselves.
    (@method cudaGetErrorName $parameters:tt $result:ty) => {};
    (@method cudaGetErrorString $parameters:tt $result:ty) => {};
    (@method cudaGetLastError $parameters:tt $result:ty) => {};
    (@method cudaPeekAtLastError $parameters:tt $result:ty) => {};
    (@method $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        unsafe fn $name(&self, $($parameter: $ty),*) -> <$result as ReturnType>::Answer
        where
            Self: ThisApi,
        {
            let api = self.this();
            forward!($name api $($parameter)*)
        }
    };
    (@export cudaGetErrorName $parameters:tt $result:ty) => {
        header!(@free cudaGetErrorName $parameters $result);
    };
    (@export cudaGetErrorString $parameters:tt $result:ty) => {
        header!(@free cudaGetErrorString $parameters $result);
    };
    (@export cudaGetLastError $parameters:tt $result:ty) => {
        header!(@free cudaGetLastError $parameters $result);
    };
    (@export cudaPeekAtLastError $parameters:tt $result:ty) => {
        header!(@free cudaPeekAtLastError $parameters $result);
    };
    (@export $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        const _: () = {
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($parameter: $ty),*) -> $result {
                // SAFETY: the caller fulfils the contract of the function.
                call(DefaultStream::Legacy, |api| unsafe { api.$name($($parameter),*) })
            }
        };
    };
    (@free $name:ident ($($parameter:ident: $ty:ty),*) $result:ty) => {
        const _: () = {
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($parameter: $ty),*) -> $result {
                crate::error::$name($($parameter),*)
            }
        };
    };
}

/// So that the default methods can use what `Api` has.
trait ThisApi {
    fn this(&self) -> &Api;
}

impl ThisApi for Api {
    fn this(&self) -> &Api {
        self
    }
}

/// Exports methods that the header doesn't declare.
macro_rules! others {
    ($($name:ident $parameters:tt;)*) => {
        $(header!(@export $name $parameters cudaError_t);)*

        const OTHERS: &[&str] = &[$(stringify!($name)),*];
    };
}

/// Exports functions of other headers, which aren't supported.
macro_rules! absent {
    ($($name:ident)*) => {
        $(
            const _: () = {
                /// Its parameters don't matter.
                #[unsafe(no_mangle)]
                pub extern "C" fn $name() -> cudaError_t {
                    not_supported::<Outcome>(stringify!($name)).finish()
                }
            };
        )*

        const ABSENT: &[&str] = &[$(stringify!($name)),*];
    };
}

twins! {
    $
    cudaEventRecordWithFlags "cudaEventRecordWithFlags_ptsz";
    cudaEventRecord "cudaEventRecord_ptsz";
    cudaFreeAsync "cudaFreeAsync_ptsz";
    cudaGetDriverEntryPointByVersion "cudaGetDriverEntryPointByVersion_ptsz";
    cudaGetDriverEntryPoint_11_8 "cudaGetDriverEntryPoint_11_8_ptsz";
    cudaGetDriverEntryPoint "cudaGetDriverEntryPoint_ptsz";
    cudaGraphInstantiateWithParams "cudaGraphInstantiateWithParams_ptsz";
    cudaGraphLaunch "cudaGraphLaunch_ptsz";
    cudaGraphUpload "cudaGraphUpload_ptsz";
    cudaLaunchCooperativeKernel "cudaLaunchCooperativeKernel_ptsz";
    cudaLaunchHostFunc "cudaLaunchHostFunc_ptsz";
    cudaLaunchHostFunc_v2 "cudaLaunchHostFunc_v2_ptsz";
    cudaLaunchKernelExC "cudaLaunchKernelExC_ptsz";
    cudaLaunchKernel "cudaLaunchKernel_ptsz";
    cudaMallocAsync "cudaMallocAsync_ptsz";
    cudaMallocFromPoolAsync "cudaMallocFromPoolAsync_ptsz";
    cudaMemDiscardAndPrefetchBatchAsync "cudaMemDiscardAndPrefetchBatchAsync_ptsz";
    cudaMemDiscardBatchAsync "cudaMemDiscardBatchAsync_ptsz";
    cudaMemPrefetchAsync_12_9 "cudaMemPrefetchAsync_12_9_ptsz";
    cudaMemPrefetchAsync "cudaMemPrefetchAsync_ptsz";
    cudaMemPrefetchAsync_v2 "cudaMemPrefetchAsync_v2_ptsz";
    cudaMemPrefetchBatchAsync "cudaMemPrefetchBatchAsync_ptsz";
    cudaMemcpy2DArrayToArray "cudaMemcpy2DArrayToArray_ptds";
    cudaMemcpy2DAsync "cudaMemcpy2DAsync_ptsz";
    cudaMemcpy2DFromArrayAsync "cudaMemcpy2DFromArrayAsync_ptsz";
    cudaMemcpy2DFromArray "cudaMemcpy2DFromArray_ptds";
    cudaMemcpy2DToArrayAsync "cudaMemcpy2DToArrayAsync_ptsz";
    cudaMemcpy2DToArray "cudaMemcpy2DToArray_ptds";
    cudaMemcpy2D "cudaMemcpy2D_ptds";
    cudaMemcpy3DAsync "cudaMemcpy3DAsync_ptsz";
    cudaMemcpy3DBatchAsync_12_9 "cudaMemcpy3DBatchAsync_12_9_ptsz";
    cudaMemcpy3DBatchAsync "cudaMemcpy3DBatchAsync_ptsz";
    cudaMemcpy3DWithAttributesAsync "cudaMemcpy3DWithAttributesAsync_ptsz";
    cudaMemcpy3DPeerAsync "cudaMemcpy3DPeerAsync_ptsz";
    cudaMemcpy3DPeer "cudaMemcpy3DPeer_ptds";
    cudaMemcpy3D "cudaMemcpy3D_ptds";
    cudaMemcpyArrayToArray "cudaMemcpyArrayToArray_ptds";
    cudaMemcpyAsync "cudaMemcpyAsync_ptsz";
    cudaMemcpyBatchAsync_12_9 "cudaMemcpyBatchAsync_12_9_ptsz";
    cudaMemcpyBatchAsync "cudaMemcpyBatchAsync_ptsz";
    cudaMemcpyFromArrayAsync "cudaMemcpyFromArrayAsync_ptsz";
    cudaMemcpyFromArray "cudaMemcpyFromArray_ptds";
    cudaMemcpyFromSymbolAsync "cudaMemcpyFromSymbolAsync_ptsz";
    cudaMemcpyFromSymbol "cudaMemcpyFromSymbol_ptds";
    cudaMemcpyWithAttributesAsync "cudaMemcpyWithAttributesAsync_ptsz";
    cudaMemcpyToArrayAsync "cudaMemcpyToArrayAsync_ptsz";
    cudaMemcpyToArray "cudaMemcpyToArray_ptds";
    cudaMemcpyToSymbolAsync "cudaMemcpyToSymbolAsync_ptsz";
    cudaMemcpyToSymbol "cudaMemcpyToSymbol_ptds";
    cudaMemcpy "cudaMemcpy_ptds";
    cudaMemset2DAsync "cudaMemset2DAsync_ptsz";
    cudaMemset2D "cudaMemset2D_ptds";
    cudaMemset3DAsync "cudaMemset3DAsync_ptsz";
    cudaMemset3D "cudaMemset3D_ptds";
    cudaMemsetAsync "cudaMemsetAsync_ptsz";
    cudaMemset "cudaMemset_ptds";
    cudaSignalExternalSemaphoresAsync "cudaSignalExternalSemaphoresAsync_ptsz";
    cudaSignalExternalSemaphoresAsync_v2 "cudaSignalExternalSemaphoresAsync_v2_ptsz";
    cudaStreamAddCallback "cudaStreamAddCallback_ptsz";
    cudaStreamAttachMemAsync "cudaStreamAttachMemAsync_ptsz";
    cudaStreamBeginCaptureToGraph "cudaStreamBeginCaptureToGraph_ptsz";
    cudaStreamBeginRecaptureToGraph "cudaStreamBeginRecaptureToGraph_ptsz";
    cudaStreamBeginCapture "cudaStreamBeginCapture_ptsz";
    cudaStreamCopyAttributes "cudaStreamCopyAttributes_ptsz";
    cudaStreamEndCapture "cudaStreamEndCapture_ptsz";
    cudaStreamGetAttribute_11_7 "cudaStreamGetAttribute_11_7_ptsz";
    cudaStreamGetAttribute "cudaStreamGetAttribute_ptsz";
    cudaStreamGetCaptureInfo_11_8 "cudaStreamGetCaptureInfo_11_8_ptsz";
    cudaStreamGetCaptureInfo "cudaStreamGetCaptureInfo_ptsz";
    cudaStreamGetCaptureInfo_v2 "cudaStreamGetCaptureInfo_v2_ptsz";
    cudaStreamGetCaptureInfo_v3 "cudaStreamGetCaptureInfo_v3_ptsz";
    cudaStreamGetDevResource "cudaStreamGetDevResource_ptsz";
    cudaStreamGetDevice "cudaStreamGetDevice_ptsz";
    cudaStreamGetFlags "cudaStreamGetFlags_ptsz";
    cudaStreamGetId "cudaStreamGetId_ptsz";
    cudaStreamGetPriority "cudaStreamGetPriority_ptsz";
    cudaStreamIsCapturing "cudaStreamIsCapturing_ptsz";
    cudaStreamQuery "cudaStreamQuery_ptsz";
    cudaStreamSetAttribute_11_7 "cudaStreamSetAttribute_11_7_ptsz";
    cudaStreamSetAttribute "cudaStreamSetAttribute_ptsz";
    cudaStreamSynchronize "cudaStreamSynchronize_ptsz";
    cudaStreamUpdateCaptureDependencies_12_9 "cudaStreamUpdateCaptureDependencies_12_9_ptsz";
    cudaStreamUpdateCaptureDependencies "cudaStreamUpdateCaptureDependencies_ptsz";
    cudaStreamUpdateCaptureDependencies_v2 "cudaStreamUpdateCaptureDependencies_v2_ptsz";
    cudaStreamWaitEvent "cudaStreamWaitEvent_ptsz";
    cudaWaitExternalSemaphoresAsync "cudaWaitExternalSemaphoresAsync_ptsz";
    cudaWaitExternalSemaphoresAsync_v2 "cudaWaitExternalSemaphoresAsync_v2_ptsz";
}

for_each_cudart_function!(header);

for_each_other_function!(others);

const _: () = {
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn __cudaLaunchKernel_ptsz(
        kernel: cudaKernel_t,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> cudaError_t {
        // SAFETY: the caller fulfils the contract of the function.
        call(DefaultStream::PerThread, |api| unsafe {
            api.__cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream)
        })
    }
};

absent! {
    cudaEGLStreamConsumerAcquireFrame cudaEGLStreamConsumerConnect cudaEGLStreamConsumerConnectWithFlags
    cudaEGLStreamConsumerDisconnect cudaEGLStreamConsumerReleaseFrame cudaEGLStreamProducerConnect
    cudaEGLStreamProducerDisconnect cudaEGLStreamProducerPresentFrame cudaEGLStreamProducerReturnFrame
    cudaEventCreateFromEGLSync cudaGLGetDevices cudaGLMapBufferObject cudaGLMapBufferObjectAsync
    cudaGLRegisterBufferObject cudaGLSetBufferObjectMapFlags cudaGLSetGLDevice cudaGLUnmapBufferObject
    cudaGLUnmapBufferObjectAsync cudaGLUnregisterBufferObject cudaGraphicsEGLRegisterImage cudaGraphicsGLRegisterBuffer
    cudaGraphicsGLRegisterImage cudaGraphicsResourceGetMappedEglFrame cudaGraphicsVDPAURegisterOutputSurface
    cudaGraphicsVDPAURegisterVideoSurface cudaVDPAUGetDevice cudaVDPAUSetVDPAUDevice
    __cudaGetProcAddress __cudaRegisterUnifiedTable cudaSubgridCreate cudaSubgridWorkerGridCreate cudaSubgridWorksetCreate
}

/// Those of `register`, which return no code.
const OF_NVCC: &[&str] = &[
    "__cudaRegisterFatBinary",
    "__cudaRegisterFatBinaryEnd",
    "__cudaUnregisterFatBinary",
    "__cudaRegisterFunction",
    "__cudaRegisterVar",
    "__cudaRegisterManagedVar",
    "__cudaRegisterHostVar",
    "__cudaRegisterTexture",
    "__cudaRegisterSurface",
    "__cudaInitModule",
    "__cudaPushCallConfiguration",
    "__cudaLaunchKernel_ptsz",
];

/// Returns every name that this crate defines for C: those of the libraries, and their forms of before.
#[must_use]
pub fn names() -> Vec<&'static str> {
    [OF_HEADER, TWINS, OTHERS, ABSENT, OF_NVCC].concat()
}
