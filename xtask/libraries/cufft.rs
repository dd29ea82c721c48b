// Written by `cargo xtask generate --wheels cufft`. Do not edit.

pub const CUFFT_VER_MAJOR: u32 = 12;
pub const CUFFT_VER_MINOR: u32 = 5;
pub const CUFFT_VER_PATCH: u32 = 0;
pub const CUFFT_VER_BUILD: u32 = 14;
pub const CUFFT_VERSION: u32 = 12500;
pub const MAX_CUFFT_ERROR: u32 = 21;
pub const CUFFT_FORWARD: i32 = -1;
pub const CUFFT_INVERSE: u32 = 1;
pub const MAX_SHIM_RANK: u32 = 3;
pub const CUFFT_PLAN_NULL: i32 = -1;
pub const CUDA_XT_DESCRIPTOR_VERSION: u32 = 16777216;
pub const MAX_CUDA_DESCRIPTOR_GPUS: u32 = 64;
pub struct cufftResult(pub ::core::ffi::c_uint);
impl cufftResult {
    pub const CUFFT_SUCCESS: cufftResult = cufftResult(0);
    pub const CUFFT_INVALID_PLAN: cufftResult = cufftResult(1);
    pub const CUFFT_ALLOC_FAILED: cufftResult = cufftResult(2);
    pub const CUFFT_INVALID_TYPE: cufftResult = cufftResult(3);
    pub const CUFFT_INVALID_VALUE: cufftResult = cufftResult(4);
    pub const CUFFT_INTERNAL_ERROR: cufftResult = cufftResult(5);
    pub const CUFFT_EXEC_FAILED: cufftResult = cufftResult(6);
    pub const CUFFT_SETUP_FAILED: cufftResult = cufftResult(7);
    pub const CUFFT_INVALID_SIZE: cufftResult = cufftResult(8);
    pub const CUFFT_UNALIGNED_DATA: cufftResult = cufftResult(9);
    pub const CUFFT_INVALID_DEVICE: cufftResult = cufftResult(11);
    pub const CUFFT_NO_WORKSPACE: cufftResult = cufftResult(13);
    pub const CUFFT_NOT_IMPLEMENTED: cufftResult = cufftResult(14);
    pub const CUFFT_NOT_SUPPORTED: cufftResult = cufftResult(16);
    pub const CUFFT_MISSING_DEPENDENCY: cufftResult = cufftResult(17);
    pub const CUFFT_NVRTC_FAILURE: cufftResult = cufftResult(18);
    pub const CUFFT_NVJITLINK_FAILURE: cufftResult = cufftResult(19);
    pub const CUFFT_NVSHMEM_FAILURE: cufftResult = cufftResult(20);
    pub const CUFFT_INCOMPLETE_PARAMETER_LIST: cufftResult = cufftResult(10);
    pub const CUFFT_PARSE_ERROR: cufftResult = cufftResult(12);
    pub const CUFFT_LICENSE_ERROR: cufftResult = cufftResult(15);
}
pub struct cufftType(pub ::core::ffi::c_uint);
impl cufftType {
    pub const CUFFT_R2C: cufftType = cufftType(42);
    pub const CUFFT_C2R: cufftType = cufftType(44);
    pub const CUFFT_C2C: cufftType = cufftType(41);
    pub const CUFFT_D2Z: cufftType = cufftType(106);
    pub const CUFFT_Z2D: cufftType = cufftType(108);
    pub const CUFFT_Z2Z: cufftType = cufftType(105);
}
pub struct cufftCompatibility(pub ::core::ffi::c_uint);
impl cufftCompatibility {
    pub const CUFFT_COMPATIBILITY_FFTW_PADDING: cufftCompatibility = cufftCompatibility(
        1,
    );
}
pub struct cufftProperty(pub ::core::ffi::c_uint);
impl cufftProperty {
    pub const NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT: cufftProperty = cufftProperty(1);
    pub const NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS: cufftProperty = cufftProperty(
        2,
    );
    pub const NVFFT_PLAN_PROPERTY_INT64_BLUESTEIN_ONLY: cufftProperty = cufftProperty(3);
    pub const NVFFT_PLAN_PROPERTY_INT64_DISABLE_FMA: cufftProperty = cufftProperty(4);
}
pub struct cudaLibXtCopyType(pub ::core::ffi::c_uint);
impl cudaLibXtCopyType {
    pub const LIB_XT_COPY_HOST_TO_DEVICE: cudaLibXtCopyType = cudaLibXtCopyType(0);
    pub const LIB_XT_COPY_DEVICE_TO_HOST: cudaLibXtCopyType = cudaLibXtCopyType(1);
    pub const LIB_XT_COPY_DEVICE_TO_DEVICE: cudaLibXtCopyType = cudaLibXtCopyType(2);
}
pub struct libFormat(pub ::core::ffi::c_uint);
impl libFormat {
    pub const LIB_FORMAT_CUFFT: libFormat = libFormat(0);
    pub const LIB_FORMAT_UNDEFINED: libFormat = libFormat(1);
}
pub struct cufftXtSubFormat(pub ::core::ffi::c_uint);
impl cufftXtSubFormat {
    pub const CUFFT_XT_FORMAT_INPUT: cufftXtSubFormat = cufftXtSubFormat(0);
    pub const CUFFT_XT_FORMAT_OUTPUT: cufftXtSubFormat = cufftXtSubFormat(1);
    pub const CUFFT_XT_FORMAT_INPLACE: cufftXtSubFormat = cufftXtSubFormat(2);
    pub const CUFFT_XT_FORMAT_INPLACE_SHUFFLED: cufftXtSubFormat = cufftXtSubFormat(3);
    pub const CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED: cufftXtSubFormat = cufftXtSubFormat(4);
    pub const CUFFT_XT_FORMAT_DISTRIBUTED_INPUT: cufftXtSubFormat = cufftXtSubFormat(5);
    pub const CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT: cufftXtSubFormat = cufftXtSubFormat(6);
    pub const CUFFT_FORMAT_UNDEFINED: cufftXtSubFormat = cufftXtSubFormat(7);
}
pub struct cufftXtCopyType(pub ::core::ffi::c_uint);
impl cufftXtCopyType {
    pub const CUFFT_COPY_HOST_TO_DEVICE: cufftXtCopyType = cufftXtCopyType(0);
    pub const CUFFT_COPY_DEVICE_TO_HOST: cufftXtCopyType = cufftXtCopyType(1);
    pub const CUFFT_COPY_DEVICE_TO_DEVICE: cufftXtCopyType = cufftXtCopyType(2);
    pub const CUFFT_COPY_UNDEFINED: cufftXtCopyType = cufftXtCopyType(3);
}
pub struct cufftXtQueryType(pub ::core::ffi::c_uint);
impl cufftXtQueryType {
    pub const CUFFT_QUERY_1D_FACTORS: cufftXtQueryType = cufftXtQueryType(0);
    pub const CUFFT_QUERY_UNDEFINED: cufftXtQueryType = cufftXtQueryType(1);
}
pub struct cufftXtWorkAreaPolicy(pub ::core::ffi::c_uint);
impl cufftXtWorkAreaPolicy {
    pub const CUFFT_WORKAREA_MINIMAL: cufftXtWorkAreaPolicy = cufftXtWorkAreaPolicy(0);
    pub const CUFFT_WORKAREA_USER: cufftXtWorkAreaPolicy = cufftXtWorkAreaPolicy(1);
    pub const CUFFT_WORKAREA_PERFORMANCE: cufftXtWorkAreaPolicy = cufftXtWorkAreaPolicy(
        2,
    );
}
pub struct cufftXtCallbackType(pub ::core::ffi::c_uint);
impl cufftXtCallbackType {
    pub const CUFFT_CB_LD_COMPLEX: cufftXtCallbackType = cufftXtCallbackType(0);
    pub const CUFFT_CB_LD_COMPLEX_DOUBLE: cufftXtCallbackType = cufftXtCallbackType(1);
    pub const CUFFT_CB_LD_REAL: cufftXtCallbackType = cufftXtCallbackType(2);
    pub const CUFFT_CB_LD_REAL_DOUBLE: cufftXtCallbackType = cufftXtCallbackType(3);
    pub const CUFFT_CB_ST_COMPLEX: cufftXtCallbackType = cufftXtCallbackType(4);
    pub const CUFFT_CB_ST_COMPLEX_DOUBLE: cufftXtCallbackType = cufftXtCallbackType(5);
    pub const CUFFT_CB_ST_REAL: cufftXtCallbackType = cufftXtCallbackType(6);
    pub const CUFFT_CB_ST_REAL_DOUBLE: cufftXtCallbackType = cufftXtCallbackType(7);
    pub const CUFFT_CB_UNDEFINED: cufftXtCallbackType = cufftXtCallbackType(8);
}
pub type cufftReal = f32;
pub type cufftDoubleReal = f64;
pub type cufftComplex = cuComplex;
pub type cufftDoubleComplex = cuDoubleComplex;
pub type cufftHandle = ::core::ffi::c_int;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaXtDesc {
    pub version: ::core::ffi::c_int,
    pub nGPUs: ::core::ffi::c_int,
    pub GPUs: [::core::ffi::c_int; 64usize],
    pub data: [*mut ::core::ffi::c_void; 64usize],
    pub size: [usize; 64usize],
    pub cudaXtState: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLibXtDesc {
    pub version: ::core::ffi::c_int,
    pub _padding_after_version: [u8; 4usize],
    pub descriptor: *mut cudaXtDesc,
    pub library: libFormat,
    pub subFormat: ::core::ffi::c_int,
    pub libDescriptor: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cufftXt1dFactors {
    pub size: ::core::ffi::c_longlong,
    pub stringCount: ::core::ffi::c_longlong,
    pub stringLength: ::core::ffi::c_longlong,
    pub substringLength: ::core::ffi::c_longlong,
    pub factor1: ::core::ffi::c_longlong,
    pub factor2: ::core::ffi::c_longlong,
    pub stringMask: ::core::ffi::c_longlong,
    pub substringMask: ::core::ffi::c_longlong,
    pub factor1Mask: ::core::ffi::c_longlong,
    pub factor2Mask: ::core::ffi::c_longlong,
    pub stringShift: ::core::ffi::c_int,
    pub substringShift: ::core::ffi::c_int,
    pub factor1Shift: ::core::ffi::c_int,
    pub factor2Shift: ::core::ffi::c_int,
}
pub type cufftCallbackLoadC = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: usize,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftComplex,
>;
pub type cufftCallbackLoadZ = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: usize,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftDoubleComplex,
>;
pub type cufftCallbackLoadR = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: usize,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftReal,
>;
pub type cufftCallbackLoadD = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: usize,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftDoubleReal,
>;
pub type cufftCallbackStoreC = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: usize,
        element: cufftComplex,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftCallbackStoreZ = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: usize,
        element: cufftDoubleComplex,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftCallbackStoreR = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: usize,
        element: cufftReal,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftCallbackStoreD = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: usize,
        element: cufftDoubleReal,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftJITCallbackLoadC = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftComplex,
>;
pub type cufftJITCallbackLoadZ = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftDoubleComplex,
>;
pub type cufftJITCallbackLoadR = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftReal,
>;
pub type cufftJITCallbackLoadD = ::core::option::Option<
    unsafe extern "C" fn(
        dataIn: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ) -> cufftDoubleReal,
>;
pub type cufftJITCallbackStoreC = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        element: cufftComplex,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftJITCallbackStoreZ = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        element: cufftDoubleComplex,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftJITCallbackStoreR = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        element: cufftReal,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
pub type cufftJITCallbackStoreD = ::core::option::Option<
    unsafe extern "C" fn(
        dataOut: *mut ::core::ffi::c_void,
        offset: ::core::ffi::c_ulonglong,
        element: cufftDoubleReal,
        callerInfo: *mut ::core::ffi::c_void,
        sharedPointer: *mut ::core::ffi::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cufftBox3d {
    pub lower: [usize; 3usize],
    pub upper: [usize; 3usize],
    pub strides: [usize; 3usize],
}
unsafe extern "C" {
    pub fn cufftPlan1d(
        plan: *mut cufftHandle,
        nx: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftPlan2d(
        plan: *mut cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        type_: cufftType,
    ) -> cufftResult;
    pub fn cufftPlan3d(
        plan: *mut cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        nz: ::core::ffi::c_int,
        type_: cufftType,
    ) -> cufftResult;
    pub fn cufftPlanMany(
        plan: *mut cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_int,
        inembed: *mut ::core::ffi::c_int,
        istride: ::core::ffi::c_int,
        idist: ::core::ffi::c_int,
        onembed: *mut ::core::ffi::c_int,
        ostride: ::core::ffi::c_int,
        odist: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftMakePlan1d(
        plan: cufftHandle,
        nx: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftMakePlan2d(
        plan: cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftMakePlan3d(
        plan: cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        nz: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftMakePlanMany(
        plan: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_int,
        inembed: *mut ::core::ffi::c_int,
        istride: ::core::ffi::c_int,
        idist: ::core::ffi::c_int,
        onembed: *mut ::core::ffi::c_int,
        ostride: ::core::ffi::c_int,
        odist: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftMakePlanMany64(
        plan: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_longlong,
        inembed: *mut ::core::ffi::c_longlong,
        istride: ::core::ffi::c_longlong,
        idist: ::core::ffi::c_longlong,
        onembed: *mut ::core::ffi::c_longlong,
        ostride: ::core::ffi::c_longlong,
        odist: ::core::ffi::c_longlong,
        type_: cufftType,
        batch: ::core::ffi::c_longlong,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftGetSizeMany64(
        plan: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_longlong,
        inembed: *mut ::core::ffi::c_longlong,
        istride: ::core::ffi::c_longlong,
        idist: ::core::ffi::c_longlong,
        onembed: *mut ::core::ffi::c_longlong,
        ostride: ::core::ffi::c_longlong,
        odist: ::core::ffi::c_longlong,
        type_: cufftType,
        batch: ::core::ffi::c_longlong,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftEstimate1d(
        nx: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftEstimate2d(
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftEstimate3d(
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        nz: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftEstimateMany(
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_int,
        inembed: *mut ::core::ffi::c_int,
        istride: ::core::ffi::c_int,
        idist: ::core::ffi::c_int,
        onembed: *mut ::core::ffi::c_int,
        ostride: ::core::ffi::c_int,
        odist: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftCreate(handle: *mut cufftHandle) -> cufftResult;
    pub fn cufftGetSize1d(
        handle: cufftHandle,
        nx: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftGetSize2d(
        handle: cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftGetSize3d(
        handle: cufftHandle,
        nx: ::core::ffi::c_int,
        ny: ::core::ffi::c_int,
        nz: ::core::ffi::c_int,
        type_: cufftType,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn cufftGetSizeMany(
        handle: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_int,
        inembed: *mut ::core::ffi::c_int,
        istride: ::core::ffi::c_int,
        idist: ::core::ffi::c_int,
        onembed: *mut ::core::ffi::c_int,
        ostride: ::core::ffi::c_int,
        odist: ::core::ffi::c_int,
        type_: cufftType,
        batch: ::core::ffi::c_int,
        workArea: *mut usize,
    ) -> cufftResult;
    pub fn cufftGetSize(handle: cufftHandle, workSize: *mut usize) -> cufftResult;
    pub fn cufftSetWorkArea(
        plan: cufftHandle,
        workArea: *mut ::core::ffi::c_void,
    ) -> cufftResult;
    pub fn cufftSetAutoAllocation(
        plan: cufftHandle,
        autoAllocate: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftExecC2C(
        plan: cufftHandle,
        idata: *mut cufftComplex,
        odata: *mut cufftComplex,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftExecR2C(
        plan: cufftHandle,
        idata: *mut cufftReal,
        odata: *mut cufftComplex,
    ) -> cufftResult;
    pub fn cufftExecC2R(
        plan: cufftHandle,
        idata: *mut cufftComplex,
        odata: *mut cufftReal,
    ) -> cufftResult;
    pub fn cufftExecZ2Z(
        plan: cufftHandle,
        idata: *mut cufftDoubleComplex,
        odata: *mut cufftDoubleComplex,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftExecD2Z(
        plan: cufftHandle,
        idata: *mut cufftDoubleReal,
        odata: *mut cufftDoubleComplex,
    ) -> cufftResult;
    pub fn cufftExecZ2D(
        plan: cufftHandle,
        idata: *mut cufftDoubleComplex,
        odata: *mut cufftDoubleReal,
    ) -> cufftResult;
    pub fn cufftSetStream(plan: cufftHandle, stream: cudaStream_t) -> cufftResult;
    pub fn cufftDestroy(plan: cufftHandle) -> cufftResult;
    pub fn cufftGetVersion(version: *mut ::core::ffi::c_int) -> cufftResult;
    pub fn cufftGetProperty(
        type_: libraryPropertyType,
        value: *mut ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftSetPlanPropertyInt64(
        plan: cufftHandle,
        property: cufftProperty,
        inputValueInt: ::core::ffi::c_longlong,
    ) -> cufftResult;
    pub fn cufftGetPlanPropertyInt64(
        plan: cufftHandle,
        property: cufftProperty,
        returnPtrValue: *mut ::core::ffi::c_longlong,
    ) -> cufftResult;
    pub fn cufftResetPlanProperty(
        plan: cufftHandle,
        property: cufftProperty,
    ) -> cufftResult;
    pub fn cufftXtSetGPUs(
        handle: cufftHandle,
        nGPUs: ::core::ffi::c_int,
        whichGPUs: *mut ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftXtMalloc(
        plan: cufftHandle,
        descriptor: *mut *mut cudaLibXtDesc,
        format: cufftXtSubFormat,
    ) -> cufftResult;
    pub fn cufftXtMemcpy(
        plan: cufftHandle,
        dstPointer: *mut ::core::ffi::c_void,
        srcPointer: *mut ::core::ffi::c_void,
        type_: cufftXtCopyType,
    ) -> cufftResult;
    pub fn cufftXtFree(descriptor: *mut cudaLibXtDesc) -> cufftResult;
    pub fn cufftXtSetWorkArea(
        plan: cufftHandle,
        workArea: *mut *mut ::core::ffi::c_void,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorC2C(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorR2C(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorC2R(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorZ2Z(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorD2Z(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptorZ2D(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
    ) -> cufftResult;
    pub fn cufftXtQueryPlan(
        plan: cufftHandle,
        queryStruct: *mut ::core::ffi::c_void,
        queryType: cufftXtQueryType,
    ) -> cufftResult;
    pub fn cufftXtSetCallback(
        plan: cufftHandle,
        callback_routine: *mut *mut ::core::ffi::c_void,
        cbType: cufftXtCallbackType,
        caller_info: *mut *mut ::core::ffi::c_void,
    ) -> cufftResult;
    pub fn cufftXtClearCallback(
        plan: cufftHandle,
        cbType: cufftXtCallbackType,
    ) -> cufftResult;
    pub fn cufftXtSetCallbackSharedSize(
        plan: cufftHandle,
        cbType: cufftXtCallbackType,
        sharedSize: usize,
    ) -> cufftResult;
    pub fn cufftXtSetJITCallback(
        plan: cufftHandle,
        lto_callback_symbol_name: *const ::core::ffi::c_char,
        lto_callback_fatbin: *const ::core::ffi::c_void,
        lto_callback_fatbin_size: usize,
        type_: cufftXtCallbackType,
        caller_info: *mut *mut ::core::ffi::c_void,
    ) -> cufftResult;
    pub fn cufftXtMakePlanMany(
        plan: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_longlong,
        inembed: *mut ::core::ffi::c_longlong,
        istride: ::core::ffi::c_longlong,
        idist: ::core::ffi::c_longlong,
        inputtype: cudaDataType,
        onembed: *mut ::core::ffi::c_longlong,
        ostride: ::core::ffi::c_longlong,
        odist: ::core::ffi::c_longlong,
        outputtype: cudaDataType,
        batch: ::core::ffi::c_longlong,
        workSize: *mut usize,
        executiontype: cudaDataType,
    ) -> cufftResult;
    pub fn cufftXtGetSizeMany(
        plan: cufftHandle,
        rank: ::core::ffi::c_int,
        n: *mut ::core::ffi::c_longlong,
        inembed: *mut ::core::ffi::c_longlong,
        istride: ::core::ffi::c_longlong,
        idist: ::core::ffi::c_longlong,
        inputtype: cudaDataType,
        onembed: *mut ::core::ffi::c_longlong,
        ostride: ::core::ffi::c_longlong,
        odist: ::core::ffi::c_longlong,
        outputtype: cudaDataType,
        batch: ::core::ffi::c_longlong,
        workSize: *mut usize,
        executiontype: cudaDataType,
    ) -> cufftResult;
    pub fn cufftXtExec(
        plan: cufftHandle,
        input: *mut ::core::ffi::c_void,
        output: *mut ::core::ffi::c_void,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftXtExecDescriptor(
        plan: cufftHandle,
        input: *mut cudaLibXtDesc,
        output: *mut cudaLibXtDesc,
        direction: ::core::ffi::c_int,
    ) -> cufftResult;
    pub fn cufftXtSetWorkAreaPolicy(
        plan: cufftHandle,
        policy: cufftXtWorkAreaPolicy,
        workSize: *mut usize,
    ) -> cufftResult;
    pub fn __cufftXtSetJITCallback_12_7(
        plan: cufftHandle,
        lto_callback_symbol_name: *const ::core::ffi::c_char,
        lto_callback_fatbin: *const ::core::ffi::c_void,
        lto_callback_fatbin_size: usize,
        type_: cufftXtCallbackType,
        caller_info: *mut *mut ::core::ffi::c_void,
    ) -> cufftResult;
    pub fn cufftXtSetDistribution(
        plan: cufftHandle,
        box_in: *const cufftBox3d,
        box_out: *const cufftBox3d,
    ) -> cufftResult;
}
