//! The promises of the tables, and of loading them: from real libraries and from files that are none.
//!
//! `CUDA_LIBRARY_SETS` names folders of real libraries to test with, a list like `PATH`'s, each for one CUDA version, and
//! `CUDA_NVRTC_SETS` and so on those of one library.
#![cfg(target_os = "linux")]
// The list of libraries is long.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, reason = "the functions here that aren't tests only serve tests")]

/// Makes tests of each library. They call `$test::<library>`.
macro_rules! on_every_library {
    ($($test:ident)*) => {
        on_every_library! { @ $($test)* ; ($($test)*)
            cublas CublasTable cublasStatus_t CUBLAS_STATUS_SUCCESS 590 "CUDA_CUBLAS" "libcublas.so."
            cublaslt CublasLtTable cublasStatus_t CUBLAS_STATUS_SUCCESS 53 "CUDA_CUBLASLT" "libcublasLt.so."
            cublasmp CublasMpTable cublasMpStatus_t CUBLASMP_STATUS_SUCCESS 75 "CUDA_CUBLASMP" "libcublasmp.so."
            cudart CudartTable cudaError_t cudaSuccess 395 "CUDA_CUDART" "libcudart.so."
            cudensitymat CudensitymatTable cudensitymatStatus_t CUDENSITYMAT_STATUS_SUCCESS 111 "CUDA_CUDENSITYMAT" "libcudensitymat.so."
            cudla CudlaTable cudlaStatus cudlaSuccess 16 "CUDA_CUDLA" "libcudla.so."
            cudnn CudnnTable cudnnStatus_t CUDNN_STATUS_SUCCESS 239 "CUDA_CUDNN" "libcudnn.so."
            cudss CudssTable cudssStatus_t CUDSS_STATUS_SUCCESS 56 "CUDA_CUDSS" "libcudss.so."
            cufft CufftTable cufftResult CUFFT_SUCCESS 58 "CUDA_CUFFT" "libcufft.so."
            cufftmp CufftMpTable cufftResult CUFFT_SUCCESS 65 "CUDA_CUFFTMP" "libcufftMp.so."
            cufile CufileTable CUfileOpError CU_FILE_SUCCESS 53 "CUDA_CUFILE" "libcufile.so."
            cupti CuptiTable CUptiResult CUPTI_SUCCESS 209 "CUDA_CUPTI" "libcupti.so."
            curand CurandTable curandStatus_t CURAND_STATUS_SUCCESS 27 "CUDA_CURAND" "libcurand.so."
            cusolver CusolverTable cusolverStatus_t CUSOLVER_STATUS_SUCCESS 609 "CUDA_CUSOLVER" "libcusolver.so."
            cusolvermg CusolverMgTable cusolverStatus_t CUSOLVER_STATUS_SUCCESS 19 "CUDA_CUSOLVERMG" "libcusolverMg.so."
            cusolvermp CusolverMpTable cusolverStatus_t CUSOLVER_STATUS_SUCCESS 73 "CUDA_CUSOLVERMP" "libcusolverMp.so."
            cusparse CusparseTable cusparseStatus_t CUSPARSE_STATUS_SUCCESS 514 "CUDA_CUSPARSE" "libcusparse.so."
            cusparselt CusparseLtTable cusparseStatus_t CUSPARSE_STATUS_SUCCESS 85 "CUDA_CUSPARSELT" "libcusparseLt.so."
            custatevec CustatevecTable custatevecStatus_t CUSTATEVEC_STATUS_SUCCESS 123 "CUDA_CUSTATEVEC" "libcustatevec.so."
            cutensor CutensorTable cutensorStatus_t CUTENSOR_STATUS_SUCCESS 46 "CUDA_CUTENSOR" "libcutensor.so."
            cutensormg CutensorMgTable cutensorStatus_t CUTENSOR_STATUS_SUCCESS 19 "CUDA_CUTENSORMG" "libcutensorMg.so."
            cutensornet CutensornetTable cutensornetStatus_t CUTENSORNET_STATUS_SUCCESS 159 "CUDA_CUTENSORNET" "libcutensornet.so."
            nccl NcclTable ncclResult_t ncclSuccess 73 "CUDA_NCCL" "libnccl.so."
            nvcomp NvcompTable nvcompStatus_t nvcompSuccess 128 "CUDA_NVCOMP" "libnvcomp.so."
            nvfatbin NvFatbinTable nvFatbinResult NVFATBIN_SUCCESS 12 "CUDA_NVFATBIN" "libnvfatbin.so."
            nvjitlink NvJitLinkTable nvJitLinkResult NVJITLINK_SUCCESS 16 "CUDA_NVJITLINK" "libnvJitLink.so."
            nvjpeg NvjpegTable nvjpegStatus_t NVJPEG_STATUS_SUCCESS 82 "CUDA_NVJPEG" "libnvjpeg.so."
            nvjpeg2k Nvjpeg2kTable nvjpeg2kStatus_t NVJPEG2K_STATUS_SUCCESS 44 "CUDA_NVJPEG2K" "libnvjpeg2k.so."
            nvml NvmlTable nvmlReturn_t NVML_SUCCESS 441 "CUDA_NVML" "libnvidia-ml.so."
            nvrtc NvrtcTable nvrtcResult NVRTC_SUCCESS 31 "CUDA_NVRTC" "libnvrtc.so."
            nvtiff NvtiffTable nvtiffStatus_t NVTIFF_STATUS_SUCCESS 70 "CUDA_NVTIFF" "libnvtiff.so."
            nvvm NvvmTable nvvmResult NVVM_SUCCESS 14 "CUDA_NVVM" "libnvvm.so"
        }
    };
    (@ $($test:ident)* ; $tests:tt $($library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal)*) => {
        $(on_every_library! { @@ $tests $library $Table $Result $SUCCESS $count $variable $file })*
    };
    (@@ ($($test:ident)*) $library:ident $Table:ident $Result:ident $SUCCESS:ident $count:literal $variable:literal $file:literal) => {
        mod $library {
            $(#[test]
            fn $test() {
                super::$test!($library $Table $Result $SUCCESS $count $variable $file);
            })*
        }
    };
}

mod documented;
mod example;
mod layout;
mod load;
mod real;
mod table;
mod wrong_library;
