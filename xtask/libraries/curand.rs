// Written by `cargo xtask generate --wheels curand`. Do not edit.

pub const CURAND_VER_MAJOR: u32 = 10;
pub const CURAND_VER_MINOR: u32 = 4;
pub const CURAND_VER_PATCH: u32 = 5;
pub const CURAND_VER_BUILD: u32 = 25;
pub const CURAND_VERSION: u32 = 10405;
pub struct curandStatus_t(pub ::core::ffi::c_uint);
impl curandStatus_t {
    pub const CURAND_STATUS_SUCCESS: curandStatus_t = curandStatus_t(0);
    pub const CURAND_STATUS_VERSION_MISMATCH: curandStatus_t = curandStatus_t(100);
    pub const CURAND_STATUS_NOT_INITIALIZED: curandStatus_t = curandStatus_t(101);
    pub const CURAND_STATUS_ALLOCATION_FAILED: curandStatus_t = curandStatus_t(102);
    pub const CURAND_STATUS_TYPE_ERROR: curandStatus_t = curandStatus_t(103);
    pub const CURAND_STATUS_OUT_OF_RANGE: curandStatus_t = curandStatus_t(104);
    pub const CURAND_STATUS_LENGTH_NOT_MULTIPLE: curandStatus_t = curandStatus_t(105);
    pub const CURAND_STATUS_DOUBLE_PRECISION_REQUIRED: curandStatus_t = curandStatus_t(
        106,
    );
    pub const CURAND_STATUS_LAUNCH_FAILURE: curandStatus_t = curandStatus_t(201);
    pub const CURAND_STATUS_PREEXISTING_FAILURE: curandStatus_t = curandStatus_t(202);
    pub const CURAND_STATUS_INITIALIZATION_FAILED: curandStatus_t = curandStatus_t(203);
    pub const CURAND_STATUS_ARCH_MISMATCH: curandStatus_t = curandStatus_t(204);
    pub const CURAND_STATUS_INTERNAL_ERROR: curandStatus_t = curandStatus_t(999);
}
pub struct curandRngType_t(pub ::core::ffi::c_uint);
impl curandRngType_t {
    pub const CURAND_RNG_TEST: curandRngType_t = curandRngType_t(0);
    pub const CURAND_RNG_PSEUDO_DEFAULT: curandRngType_t = curandRngType_t(100);
    pub const CURAND_RNG_PSEUDO_XORWOW: curandRngType_t = curandRngType_t(101);
    pub const CURAND_RNG_PSEUDO_MRG32K3A: curandRngType_t = curandRngType_t(121);
    pub const CURAND_RNG_PSEUDO_MTGP32: curandRngType_t = curandRngType_t(141);
    pub const CURAND_RNG_PSEUDO_MT19937: curandRngType_t = curandRngType_t(142);
    pub const CURAND_RNG_PSEUDO_PHILOX4_32_10: curandRngType_t = curandRngType_t(161);
    pub const CURAND_RNG_QUASI_DEFAULT: curandRngType_t = curandRngType_t(200);
    pub const CURAND_RNG_QUASI_SOBOL32: curandRngType_t = curandRngType_t(201);
    pub const CURAND_RNG_QUASI_SCRAMBLED_SOBOL32: curandRngType_t = curandRngType_t(202);
    pub const CURAND_RNG_QUASI_SOBOL64: curandRngType_t = curandRngType_t(203);
    pub const CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: curandRngType_t = curandRngType_t(204);
}
pub struct curandOrdering_t(pub ::core::ffi::c_uint);
impl curandOrdering_t {
    pub const CURAND_ORDERING_PSEUDO_BEST: curandOrdering_t = curandOrdering_t(100);
    pub const CURAND_ORDERING_PSEUDO_DEFAULT: curandOrdering_t = curandOrdering_t(101);
    pub const CURAND_ORDERING_PSEUDO_SEEDED: curandOrdering_t = curandOrdering_t(102);
    pub const CURAND_ORDERING_PSEUDO_LEGACY: curandOrdering_t = curandOrdering_t(103);
    pub const CURAND_ORDERING_PSEUDO_DYNAMIC: curandOrdering_t = curandOrdering_t(104);
    pub const CURAND_ORDERING_QUASI_DEFAULT: curandOrdering_t = curandOrdering_t(201);
}
pub struct curandDirectionVectorSet_t(pub ::core::ffi::c_uint);
impl curandDirectionVectorSet_t {
    pub const CURAND_DIRECTION_VECTORS_32_JOEKUO6: curandDirectionVectorSet_t = curandDirectionVectorSet_t(
        101,
    );
    pub const CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6: curandDirectionVectorSet_t = curandDirectionVectorSet_t(
        102,
    );
    pub const CURAND_DIRECTION_VECTORS_64_JOEKUO6: curandDirectionVectorSet_t = curandDirectionVectorSet_t(
        103,
    );
    pub const CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6: curandDirectionVectorSet_t = curandDirectionVectorSet_t(
        104,
    );
}
pub struct curandMethod_t(pub ::core::ffi::c_uint);
impl curandMethod_t {
    pub const CURAND_CHOOSE_BEST: curandMethod_t = curandMethod_t(0);
    pub const CURAND_ITR: curandMethod_t = curandMethod_t(1);
    pub const CURAND_KNUTH: curandMethod_t = curandMethod_t(2);
    pub const CURAND_HITR: curandMethod_t = curandMethod_t(3);
    pub const CURAND_M1: curandMethod_t = curandMethod_t(4);
    pub const CURAND_M2: curandMethod_t = curandMethod_t(5);
    pub const CURAND_BINARY_SEARCH: curandMethod_t = curandMethod_t(6);
    pub const CURAND_DISCRETE_GAUSS: curandMethod_t = curandMethod_t(7);
    pub const CURAND_REJECTION: curandMethod_t = curandMethod_t(8);
    pub const CURAND_DEVICE_API: curandMethod_t = curandMethod_t(9);
    pub const CURAND_FAST_REJECTION: curandMethod_t = curandMethod_t(10);
    pub const CURAND_3RD: curandMethod_t = curandMethod_t(11);
    pub const CURAND_DEFINITION: curandMethod_t = curandMethod_t(12);
    pub const CURAND_POISSON: curandMethod_t = curandMethod_t(13);
}
pub type curandDirectionVectors32_t = [::core::ffi::c_uint; 32usize];
pub type curandDirectionVectors64_t = [::core::ffi::c_ulonglong; 64usize];
#[repr(C)]
#[derive(Debug)]
pub struct curandGenerator_st {
    _unused: [u8; 0],
}
pub type curandGenerator_t = *mut curandGenerator_st;
pub type curandDistribution_st = f64;
pub type curandDistribution_t = *mut curandDistribution_st;
#[repr(C)]
#[derive(Debug)]
pub struct curandDistributionShift_st {
    _unused: [u8; 0],
}
pub type curandDistributionShift_t = *mut curandDistributionShift_st;
#[repr(C)]
#[derive(Debug)]
pub struct curandDistributionM2Shift_st {
    _unused: [u8; 0],
}
pub type curandDistributionM2Shift_t = *mut curandDistributionM2Shift_st;
#[repr(C)]
#[derive(Debug)]
pub struct curandHistogramM2_st {
    _unused: [u8; 0],
}
pub type curandHistogramM2_t = *mut curandHistogramM2_st;
pub type curandHistogramM2K_st = ::core::ffi::c_uint;
pub type curandHistogramM2K_t = *mut curandHistogramM2K_st;
pub type curandHistogramM2V_st = curandDistribution_st;
pub type curandHistogramM2V_t = *mut curandHistogramM2V_st;
#[repr(C)]
#[derive(Debug)]
pub struct curandDiscreteDistribution_st {
    _unused: [u8; 0],
}
pub type curandDiscreteDistribution_t = *mut curandDiscreteDistribution_st;
unsafe extern "C" {
    pub fn curandCreateGenerator(
        generator: *mut curandGenerator_t,
        rng_type: curandRngType_t,
    ) -> curandStatus_t;
    pub fn curandCreateGeneratorHost(
        generator: *mut curandGenerator_t,
        rng_type: curandRngType_t,
    ) -> curandStatus_t;
    pub fn curandDestroyGenerator(generator: curandGenerator_t) -> curandStatus_t;
    pub fn curandGetVersion(version: *mut ::core::ffi::c_int) -> curandStatus_t;
    pub fn curandGetProperty(
        type_: libraryPropertyType,
        value: *mut ::core::ffi::c_int,
    ) -> curandStatus_t;
    pub fn curandSetStream(
        generator: curandGenerator_t,
        stream: cudaStream_t,
    ) -> curandStatus_t;
    pub fn curandSetPseudoRandomGeneratorSeed(
        generator: curandGenerator_t,
        seed: ::core::ffi::c_ulonglong,
    ) -> curandStatus_t;
    pub fn curandSetGeneratorOffset(
        generator: curandGenerator_t,
        offset: ::core::ffi::c_ulonglong,
    ) -> curandStatus_t;
    pub fn curandSetGeneratorOrdering(
        generator: curandGenerator_t,
        order: curandOrdering_t,
    ) -> curandStatus_t;
    pub fn curandSetQuasiRandomGeneratorDimensions(
        generator: curandGenerator_t,
        num_dimensions: ::core::ffi::c_uint,
    ) -> curandStatus_t;
    pub fn curandGenerate(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_uint,
        num: usize,
    ) -> curandStatus_t;
    pub fn curandGenerateLongLong(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_ulonglong,
        num: usize,
    ) -> curandStatus_t;
    pub fn curandGenerateUniform(
        generator: curandGenerator_t,
        outputPtr: *mut f32,
        num: usize,
    ) -> curandStatus_t;
    pub fn curandGenerateUniformDouble(
        generator: curandGenerator_t,
        outputPtr: *mut f64,
        num: usize,
    ) -> curandStatus_t;
    pub fn curandGenerateNormal(
        generator: curandGenerator_t,
        outputPtr: *mut f32,
        n: usize,
        mean: f32,
        stddev: f32,
    ) -> curandStatus_t;
    pub fn curandGenerateNormalDouble(
        generator: curandGenerator_t,
        outputPtr: *mut f64,
        n: usize,
        mean: f64,
        stddev: f64,
    ) -> curandStatus_t;
    pub fn curandGenerateLogNormal(
        generator: curandGenerator_t,
        outputPtr: *mut f32,
        n: usize,
        mean: f32,
        stddev: f32,
    ) -> curandStatus_t;
    pub fn curandGenerateLogNormalDouble(
        generator: curandGenerator_t,
        outputPtr: *mut f64,
        n: usize,
        mean: f64,
        stddev: f64,
    ) -> curandStatus_t;
    pub fn curandCreatePoissonDistribution(
        lambda: f64,
        discrete_distribution: *mut curandDiscreteDistribution_t,
    ) -> curandStatus_t;
    pub fn curandDestroyDistribution(
        discrete_distribution: curandDiscreteDistribution_t,
    ) -> curandStatus_t;
    pub fn curandGeneratePoisson(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_uint,
        n: usize,
        lambda: f64,
    ) -> curandStatus_t;
    pub fn curandGeneratePoissonMethod(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_uint,
        n: usize,
        lambda: f64,
        method: curandMethod_t,
    ) -> curandStatus_t;
    pub fn curandGenerateBinomial(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_uint,
        num: usize,
        n: ::core::ffi::c_uint,
        p: f64,
    ) -> curandStatus_t;
    pub fn curandGenerateBinomialMethod(
        generator: curandGenerator_t,
        outputPtr: *mut ::core::ffi::c_uint,
        num: usize,
        n: ::core::ffi::c_uint,
        p: f64,
        method: curandMethod_t,
    ) -> curandStatus_t;
    pub fn curandGenerateSeeds(generator: curandGenerator_t) -> curandStatus_t;
    pub fn curandGetDirectionVectors32(
        vectors: *mut *mut curandDirectionVectors32_t,
        set: curandDirectionVectorSet_t,
    ) -> curandStatus_t;
    pub fn curandGetScrambleConstants32(
        constants: *mut *mut ::core::ffi::c_uint,
    ) -> curandStatus_t;
    pub fn curandGetDirectionVectors64(
        vectors: *mut *mut curandDirectionVectors64_t,
        set: curandDirectionVectorSet_t,
    ) -> curandStatus_t;
    pub fn curandGetScrambleConstants64(
        constants: *mut *mut ::core::ffi::c_ulonglong,
    ) -> curandStatus_t;
}
