// Written by `cargo xtask generate --wheels cutensor`. Do not edit.

pub const CUTENSOR_MAJOR: u32 = 2;
pub const CUTENSOR_MINOR: u32 = 8;
pub const CUTENSOR_PATCH: u32 = 0;
pub const CUTENSOR_VERSION: u32 = 20800;
pub struct cutensorOperator_t(pub ::core::ffi::c_uint);
impl cutensorOperator_t {
    pub const CUTENSOR_OP_IDENTITY: cutensorOperator_t = cutensorOperator_t(1);
    pub const CUTENSOR_OP_SQRT: cutensorOperator_t = cutensorOperator_t(2);
    pub const CUTENSOR_OP_RELU: cutensorOperator_t = cutensorOperator_t(8);
    pub const CUTENSOR_OP_CONJ: cutensorOperator_t = cutensorOperator_t(9);
    pub const CUTENSOR_OP_RCP: cutensorOperator_t = cutensorOperator_t(10);
    pub const CUTENSOR_OP_SIGMOID: cutensorOperator_t = cutensorOperator_t(11);
    pub const CUTENSOR_OP_TANH: cutensorOperator_t = cutensorOperator_t(12);
    pub const CUTENSOR_OP_EXP: cutensorOperator_t = cutensorOperator_t(22);
    pub const CUTENSOR_OP_LOG: cutensorOperator_t = cutensorOperator_t(23);
    pub const CUTENSOR_OP_ABS: cutensorOperator_t = cutensorOperator_t(24);
    pub const CUTENSOR_OP_NEG: cutensorOperator_t = cutensorOperator_t(25);
    pub const CUTENSOR_OP_SIN: cutensorOperator_t = cutensorOperator_t(26);
    pub const CUTENSOR_OP_COS: cutensorOperator_t = cutensorOperator_t(27);
    pub const CUTENSOR_OP_TAN: cutensorOperator_t = cutensorOperator_t(28);
    pub const CUTENSOR_OP_SINH: cutensorOperator_t = cutensorOperator_t(29);
    pub const CUTENSOR_OP_COSH: cutensorOperator_t = cutensorOperator_t(30);
    pub const CUTENSOR_OP_ASIN: cutensorOperator_t = cutensorOperator_t(31);
    pub const CUTENSOR_OP_ACOS: cutensorOperator_t = cutensorOperator_t(32);
    pub const CUTENSOR_OP_ATAN: cutensorOperator_t = cutensorOperator_t(33);
    pub const CUTENSOR_OP_ASINH: cutensorOperator_t = cutensorOperator_t(34);
    pub const CUTENSOR_OP_ACOSH: cutensorOperator_t = cutensorOperator_t(35);
    pub const CUTENSOR_OP_ATANH: cutensorOperator_t = cutensorOperator_t(36);
    pub const CUTENSOR_OP_CEIL: cutensorOperator_t = cutensorOperator_t(37);
    pub const CUTENSOR_OP_FLOOR: cutensorOperator_t = cutensorOperator_t(38);
    pub const CUTENSOR_OP_MISH: cutensorOperator_t = cutensorOperator_t(39);
    pub const CUTENSOR_OP_SWISH: cutensorOperator_t = cutensorOperator_t(40);
    pub const CUTENSOR_OP_SOFT_PLUS: cutensorOperator_t = cutensorOperator_t(41);
    pub const CUTENSOR_OP_SOFT_SIGN: cutensorOperator_t = cutensorOperator_t(42);
    pub const CUTENSOR_OP_ADD: cutensorOperator_t = cutensorOperator_t(3);
    pub const CUTENSOR_OP_MUL: cutensorOperator_t = cutensorOperator_t(5);
    pub const CUTENSOR_OP_MAX: cutensorOperator_t = cutensorOperator_t(6);
    pub const CUTENSOR_OP_MIN: cutensorOperator_t = cutensorOperator_t(7);
    pub const CUTENSOR_OP_UNKNOWN: cutensorOperator_t = cutensorOperator_t(126);
}
pub struct cutensorStatus_t(pub ::core::ffi::c_uint);
impl cutensorStatus_t {
    pub const CUTENSOR_STATUS_SUCCESS: cutensorStatus_t = cutensorStatus_t(0);
    pub const CUTENSOR_STATUS_NOT_INITIALIZED: cutensorStatus_t = cutensorStatus_t(1);
    pub const CUTENSOR_STATUS_ALLOC_FAILED: cutensorStatus_t = cutensorStatus_t(3);
    pub const CUTENSOR_STATUS_INVALID_VALUE: cutensorStatus_t = cutensorStatus_t(7);
    pub const CUTENSOR_STATUS_ARCH_MISMATCH: cutensorStatus_t = cutensorStatus_t(8);
    pub const CUTENSOR_STATUS_MAPPING_ERROR: cutensorStatus_t = cutensorStatus_t(11);
    pub const CUTENSOR_STATUS_EXECUTION_FAILED: cutensorStatus_t = cutensorStatus_t(13);
    pub const CUTENSOR_STATUS_INTERNAL_ERROR: cutensorStatus_t = cutensorStatus_t(14);
    pub const CUTENSOR_STATUS_NOT_SUPPORTED: cutensorStatus_t = cutensorStatus_t(15);
    pub const CUTENSOR_STATUS_LICENSE_ERROR: cutensorStatus_t = cutensorStatus_t(16);
    pub const CUTENSOR_STATUS_CUBLAS_ERROR: cutensorStatus_t = cutensorStatus_t(17);
    pub const CUTENSOR_STATUS_CUDA_ERROR: cutensorStatus_t = cutensorStatus_t(18);
    pub const CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE: cutensorStatus_t = cutensorStatus_t(
        19,
    );
    pub const CUTENSOR_STATUS_INSUFFICIENT_DRIVER: cutensorStatus_t = cutensorStatus_t(
        20,
    );
    pub const CUTENSOR_STATUS_IO_ERROR: cutensorStatus_t = cutensorStatus_t(21);
}
pub struct cutensorAlgo_t(pub ::core::ffi::c_int);
impl cutensorAlgo_t {
    pub const CUTENSOR_ALGO_DEFAULT_PATIENT: cutensorAlgo_t = cutensorAlgo_t(-6);
    pub const CUTENSOR_ALGO_GETT: cutensorAlgo_t = cutensorAlgo_t(-4);
    pub const CUTENSOR_ALGO_TGETT: cutensorAlgo_t = cutensorAlgo_t(-3);
    pub const CUTENSOR_ALGO_TTGT: cutensorAlgo_t = cutensorAlgo_t(-2);
    pub const CUTENSOR_ALGO_DEFAULT: cutensorAlgo_t = cutensorAlgo_t(-1);
}
pub struct cutensorWorksizePreference_t(pub ::core::ffi::c_uint);
impl cutensorWorksizePreference_t {
    pub const CUTENSOR_WORKSPACE_MIN: cutensorWorksizePreference_t = cutensorWorksizePreference_t(
        1,
    );
    pub const CUTENSOR_WORKSPACE_DEFAULT: cutensorWorksizePreference_t = cutensorWorksizePreference_t(
        2,
    );
    pub const CUTENSOR_WORKSPACE_MAX: cutensorWorksizePreference_t = cutensorWorksizePreference_t(
        3,
    );
}
pub struct cutensorOperationDescriptorAttribute_t(pub ::core::ffi::c_uint);
impl cutensorOperationDescriptorAttribute_t {
    pub const CUTENSOR_OPERATION_DESCRIPTOR_TAG: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        0,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        1,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_FLOPS: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        2,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_MOVED_BYTES: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        3,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        4,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        5,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        6,
    );
    pub const CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE: cutensorOperationDescriptorAttribute_t = cutensorOperationDescriptorAttribute_t(
        14,
    );
}
pub struct cutensorPlanPreferenceAttribute_t(pub ::core::ffi::c_uint);
impl cutensorPlanPreferenceAttribute_t {
    pub const CUTENSOR_PLAN_PREFERENCE_AUTOTUNE_MODE: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        0,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_CACHE_MODE: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        1,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        2,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_ALGO: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        3,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_KERNEL_RANK: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        4,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_JIT: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        5,
    );
    pub const CUTENSOR_PLAN_PREFERENCE_GPU_ARCH: cutensorPlanPreferenceAttribute_t = cutensorPlanPreferenceAttribute_t(
        6,
    );
}
pub struct cutensorAutotuneMode_t(pub ::core::ffi::c_uint);
impl cutensorAutotuneMode_t {
    pub const CUTENSOR_AUTOTUNE_MODE_NONE: cutensorAutotuneMode_t = cutensorAutotuneMode_t(
        0,
    );
    pub const CUTENSOR_AUTOTUNE_MODE_INCREMENTAL: cutensorAutotuneMode_t = cutensorAutotuneMode_t(
        1,
    );
}
pub struct cutensorJitMode_t(pub ::core::ffi::c_uint);
impl cutensorJitMode_t {
    pub const CUTENSOR_JIT_MODE_NONE: cutensorJitMode_t = cutensorJitMode_t(0);
    pub const CUTENSOR_JIT_MODE_DEFAULT: cutensorJitMode_t = cutensorJitMode_t(1);
}
pub struct cutensorCacheMode_t(pub ::core::ffi::c_uint);
impl cutensorCacheMode_t {
    pub const CUTENSOR_CACHE_MODE_NONE: cutensorCacheMode_t = cutensorCacheMode_t(0);
    pub const CUTENSOR_CACHE_MODE_PEDANTIC: cutensorCacheMode_t = cutensorCacheMode_t(1);
}
pub struct cutensorPlanAttribute_t(pub ::core::ffi::c_uint);
impl cutensorPlanAttribute_t {
    pub const CUTENSOR_PLAN_REQUIRED_WORKSPACE: cutensorPlanAttribute_t = cutensorPlanAttribute_t(
        0,
    );
}
pub struct cutensorDataType_t(pub ::core::ffi::c_uint);
impl cutensorDataType_t {
    pub const CUTENSOR_R_16F: cutensorDataType_t = cutensorDataType_t(2);
    pub const CUTENSOR_C_16F: cutensorDataType_t = cutensorDataType_t(6);
    pub const CUTENSOR_R_16BF: cutensorDataType_t = cutensorDataType_t(14);
    pub const CUTENSOR_C_16BF: cutensorDataType_t = cutensorDataType_t(15);
    pub const CUTENSOR_R_32F: cutensorDataType_t = cutensorDataType_t(0);
    pub const CUTENSOR_C_32F: cutensorDataType_t = cutensorDataType_t(4);
    pub const CUTENSOR_R_64F: cutensorDataType_t = cutensorDataType_t(1);
    pub const CUTENSOR_C_64F: cutensorDataType_t = cutensorDataType_t(5);
    pub const CUTENSOR_R_4I: cutensorDataType_t = cutensorDataType_t(16);
    pub const CUTENSOR_C_4I: cutensorDataType_t = cutensorDataType_t(17);
    pub const CUTENSOR_R_4U: cutensorDataType_t = cutensorDataType_t(18);
    pub const CUTENSOR_C_4U: cutensorDataType_t = cutensorDataType_t(19);
    pub const CUTENSOR_R_8I: cutensorDataType_t = cutensorDataType_t(3);
    pub const CUTENSOR_C_8I: cutensorDataType_t = cutensorDataType_t(7);
    pub const CUTENSOR_R_8U: cutensorDataType_t = cutensorDataType_t(8);
    pub const CUTENSOR_C_8U: cutensorDataType_t = cutensorDataType_t(9);
    pub const CUTENSOR_R_16I: cutensorDataType_t = cutensorDataType_t(20);
    pub const CUTENSOR_C_16I: cutensorDataType_t = cutensorDataType_t(21);
    pub const CUTENSOR_R_16U: cutensorDataType_t = cutensorDataType_t(22);
    pub const CUTENSOR_C_16U: cutensorDataType_t = cutensorDataType_t(23);
    pub const CUTENSOR_R_32I: cutensorDataType_t = cutensorDataType_t(10);
    pub const CUTENSOR_C_32I: cutensorDataType_t = cutensorDataType_t(11);
    pub const CUTENSOR_R_32U: cutensorDataType_t = cutensorDataType_t(12);
    pub const CUTENSOR_C_32U: cutensorDataType_t = cutensorDataType_t(13);
    pub const CUTENSOR_R_64I: cutensorDataType_t = cutensorDataType_t(24);
    pub const CUTENSOR_C_64I: cutensorDataType_t = cutensorDataType_t(25);
    pub const CUTENSOR_R_64U: cutensorDataType_t = cutensorDataType_t(26);
    pub const CUTENSOR_C_64U: cutensorDataType_t = cutensorDataType_t(27);
}
#[repr(C)]
#[derive(Debug)]
pub struct cutensorComputeDescriptor {
    _unused: [u8; 0],
}
pub type cutensorComputeDescriptor_t = *mut cutensorComputeDescriptor;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorOperationDescriptor {
    _unused: [u8; 0],
}
pub type cutensorOperationDescriptor_t = *mut cutensorOperationDescriptor;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorPlan {
    _unused: [u8; 0],
}
pub type cutensorPlan_t = *mut cutensorPlan;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorPlanPreference {
    _unused: [u8; 0],
}
pub type cutensorPlanPreference_t = *mut cutensorPlanPreference;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorHandle {
    _unused: [u8; 0],
}
pub type cutensorHandle_t = *mut cutensorHandle;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorTensorDescriptor {
    _unused: [u8; 0],
}
pub type cutensorTensorDescriptor_t = *mut cutensorTensorDescriptor;
#[repr(C)]
#[derive(Debug)]
pub struct cutensorBlockSparseTensorDescriptor {
    _unused: [u8; 0],
}
pub type cutensorBlockSparseTensorDescriptor_t = *mut cutensorBlockSparseTensorDescriptor;
pub type cutensorLoggerCallback_t = ::core::option::Option<
    unsafe extern "C" fn(
        logLevel: i32,
        functionName: *const ::core::ffi::c_char,
        message: *const ::core::ffi::c_char,
    ),
>;
unsafe extern "C" {
    pub fn cutensorCreate(handle: *mut cutensorHandle_t) -> cutensorStatus_t;
    pub fn cutensorDestroy(handle: cutensorHandle_t) -> cutensorStatus_t;
    pub fn cutensorHandleResizePlanCache(
        handle: cutensorHandle_t,
        numEntries: u32,
    ) -> cutensorStatus_t;
    pub fn cutensorHandleWritePlanCacheToFile(
        handle: cutensorHandle_t,
        filename: *const ::core::ffi::c_char,
    ) -> cutensorStatus_t;
    pub fn cutensorHandleReadPlanCacheFromFile(
        handle: cutensorHandle_t,
        filename: *const ::core::ffi::c_char,
        numCachelinesRead: *mut u32,
    ) -> cutensorStatus_t;
    pub fn cutensorWriteKernelCacheToFile(
        handle: cutensorHandle_t,
        filename: *const ::core::ffi::c_char,
    ) -> cutensorStatus_t;
    pub fn cutensorReadKernelCacheFromFile(
        handle: cutensorHandle_t,
        filename: *const ::core::ffi::c_char,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateTensorDescriptor(
        handle: cutensorHandle_t,
        desc: *mut cutensorTensorDescriptor_t,
        numModes: u32,
        extent: *const i64,
        stride: *const i64,
        dataType: cudaDataType,
        alignmentRequirement: u32,
    ) -> cutensorStatus_t;
    pub fn cutensorDestroyTensorDescriptor(
        desc: cutensorTensorDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateElementwiseTrinary(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descB: cutensorTensorDescriptor_t,
        modeB: *const i32,
        opB: cutensorOperator_t,
        descC: cutensorTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorTensorDescriptor_t,
        modeD: *const i32,
        opAB: cutensorOperator_t,
        opABC: cutensorOperator_t,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorElementwiseTrinaryExecute(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        beta: *const ::core::ffi::c_void,
        B: *const ::core::ffi::c_void,
        gamma: *const ::core::ffi::c_void,
        C: *const ::core::ffi::c_void,
        D: *mut ::core::ffi::c_void,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateElementwiseBinary(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descC: cutensorTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorTensorDescriptor_t,
        modeD: *const i32,
        opAC: cutensorOperator_t,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorElementwiseBinaryExecute(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        gamma: *const ::core::ffi::c_void,
        C: *const ::core::ffi::c_void,
        D: *mut ::core::ffi::c_void,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreatePermutation(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descB: cutensorTensorDescriptor_t,
        modeB: *const i32,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorPermute(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        B: *mut ::core::ffi::c_void,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateContraction(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descB: cutensorTensorDescriptor_t,
        modeB: *const i32,
        opB: cutensorOperator_t,
        descC: cutensorTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorTensorDescriptor_t,
        modeD: *const i32,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorDestroyOperationDescriptor(
        desc: cutensorOperationDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorOperationDescriptorSetAttribute(
        handle: cutensorHandle_t,
        desc: cutensorOperationDescriptor_t,
        attr: cutensorOperationDescriptorAttribute_t,
        buf: *const ::core::ffi::c_void,
        sizeInBytes: usize,
    ) -> cutensorStatus_t;
    pub fn cutensorOperationDescriptorGetAttribute(
        handle: cutensorHandle_t,
        desc: cutensorOperationDescriptor_t,
        attr: cutensorOperationDescriptorAttribute_t,
        buf: *mut ::core::ffi::c_void,
        sizeInBytes: usize,
    ) -> cutensorStatus_t;
    pub fn cutensorCreatePlanPreference(
        handle: cutensorHandle_t,
        pref: *mut cutensorPlanPreference_t,
        algo: cutensorAlgo_t,
        jitMode: cutensorJitMode_t,
    ) -> cutensorStatus_t;
    pub fn cutensorDestroyPlanPreference(
        pref: cutensorPlanPreference_t,
    ) -> cutensorStatus_t;
    pub fn cutensorPlanPreferenceGetAttribute(
        handle: cutensorHandle_t,
        pref: cutensorPlanPreference_t,
        attr: cutensorPlanPreferenceAttribute_t,
        buf: *mut ::core::ffi::c_void,
        sizeInBytes: usize,
    ) -> cutensorStatus_t;
    pub fn cutensorPlanPreferenceSetAttribute(
        handle: cutensorHandle_t,
        pref: cutensorPlanPreference_t,
        attr: cutensorPlanPreferenceAttribute_t,
        buf: *const ::core::ffi::c_void,
        sizeInBytes: usize,
    ) -> cutensorStatus_t;
    pub fn cutensorPlanGetAttribute(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        attr: cutensorPlanAttribute_t,
        buf: *mut ::core::ffi::c_void,
        sizeInBytes: usize,
    ) -> cutensorStatus_t;
    pub fn cutensorEstimateWorkspaceSize(
        handle: cutensorHandle_t,
        desc: cutensorOperationDescriptor_t,
        planPref: cutensorPlanPreference_t,
        workspacePref: cutensorWorksizePreference_t,
        workspaceSizeEstimate: *mut u64,
    ) -> cutensorStatus_t;
    pub fn cutensorCreatePlan(
        handle: cutensorHandle_t,
        plan: *mut cutensorPlan_t,
        desc: cutensorOperationDescriptor_t,
        pref: cutensorPlanPreference_t,
        workspaceSizeLimit: u64,
    ) -> cutensorStatus_t;
    pub fn cutensorDestroyPlan(plan: cutensorPlan_t) -> cutensorStatus_t;
    pub fn cutensorContract(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        B: *const ::core::ffi::c_void,
        beta: *const ::core::ffi::c_void,
        C: *const ::core::ffi::c_void,
        D: *mut ::core::ffi::c_void,
        workspace: *mut ::core::ffi::c_void,
        workspaceSize: u64,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateReduction(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descC: cutensorTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorTensorDescriptor_t,
        modeD: *const i32,
        opReduce: cutensorOperator_t,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorReduce(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        beta: *const ::core::ffi::c_void,
        C: *const ::core::ffi::c_void,
        D: *mut ::core::ffi::c_void,
        workspace: *mut ::core::ffi::c_void,
        workspaceSize: u64,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateContractionTrinary(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descB: cutensorTensorDescriptor_t,
        modeB: *const i32,
        opB: cutensorOperator_t,
        descC: cutensorTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorTensorDescriptor_t,
        modeD: *const i32,
        opD: cutensorOperator_t,
        descE: cutensorTensorDescriptor_t,
        modeE: *const i32,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorContractTrinary(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const ::core::ffi::c_void,
        B: *const ::core::ffi::c_void,
        C: *const ::core::ffi::c_void,
        beta: *const ::core::ffi::c_void,
        D: *const ::core::ffi::c_void,
        E: *mut ::core::ffi::c_void,
        workspace: *mut ::core::ffi::c_void,
        workspaceSize: u64,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateBlockSparseTensorDescriptor(
        handle: cutensorHandle_t,
        desc: *mut cutensorBlockSparseTensorDescriptor_t,
        numModes: u32,
        numNonZeroBlocks: u64,
        numSectionsPerMode: *const u32,
        extent: *const i64,
        nonZeroCoordinates: *const i32,
        stride: *const i64,
        dataType: cudaDataType,
    ) -> cutensorStatus_t;
    pub fn cutensorDestroyBlockSparseTensorDescriptor(
        desc: cutensorBlockSparseTensorDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorCreateBlockSparseContraction(
        handle: cutensorHandle_t,
        desc: *mut cutensorOperationDescriptor_t,
        descA: cutensorBlockSparseTensorDescriptor_t,
        modeA: *const i32,
        opA: cutensorOperator_t,
        descB: cutensorBlockSparseTensorDescriptor_t,
        modeB: *const i32,
        opB: cutensorOperator_t,
        descC: cutensorBlockSparseTensorDescriptor_t,
        modeC: *const i32,
        opC: cutensorOperator_t,
        descD: cutensorBlockSparseTensorDescriptor_t,
        modeD: *const i32,
        descCompute: cutensorComputeDescriptor_t,
    ) -> cutensorStatus_t;
    pub fn cutensorBlockSparseContract(
        handle: cutensorHandle_t,
        plan: cutensorPlan_t,
        alpha: *const ::core::ffi::c_void,
        A: *const *const ::core::ffi::c_void,
        B: *const *const ::core::ffi::c_void,
        beta: *const ::core::ffi::c_void,
        C: *const *const ::core::ffi::c_void,
        D: *const *mut ::core::ffi::c_void,
        workspace: *mut ::core::ffi::c_void,
        workspaceSize: u64,
        stream: cudaStream_t,
    ) -> cutensorStatus_t;
    pub fn cutensorGetErrorString(error: cutensorStatus_t) -> *const ::core::ffi::c_char;
    pub fn cutensorGetVersion() -> usize;
    pub fn cutensorGetCudartVersion() -> usize;
    pub fn cutensorLoggerSetCallback(
        callback: cutensorLoggerCallback_t,
    ) -> cutensorStatus_t;
    pub fn cutensorLoggerSetFile(file: *mut FILE) -> cutensorStatus_t;
    pub fn cutensorLoggerOpenFile(
        logFile: *const ::core::ffi::c_char,
    ) -> cutensorStatus_t;
    pub fn cutensorLoggerSetLevel(level: i32) -> cutensorStatus_t;
    pub fn cutensorLoggerSetMask(mask: i32) -> cutensorStatus_t;
    pub fn cutensorLoggerForceDisable() -> cutensorStatus_t;
    pub fn cutensorCreateTensorDescriptor_2_2_0(
        handle: cutensorHandle_t,
        desc: *mut cutensorTensorDescriptor_t,
        numModes: u32,
        extent: *const i64,
        stride: *const i64,
        dataType: cutensorDataType_t,
        alignmentRequirement: u32,
    ) -> cutensorStatus_t;
}
