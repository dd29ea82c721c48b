//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::curand::{CudaRng, result, safe, sys};

mod curand_result {
    use cudarc::curand::result::{
        CurandError, LogNormalFill, NormalFill, UniformFill, create_generator,
        create_generator_kind, destroy_generator, generate, set_offset, set_seed, set_stream,
    };
}

mod curand_result_generate {
    use cudarc::curand::result::generate::{
        log_normal_f32, log_normal_f64, normal_f32, normal_f64, poisson_u32, uniform_f32,
        uniform_f64, uniform_u32, uniform_u64,
    };
}

mod curand_safe {
    use cudarc::curand::safe::CudaRng;
}

mod curand_sys {
    use cudarc::curand::sys::{
        CUstream_st, cudaStream_t, culib, curandCreateGenerator, curandCreateGeneratorHost,
        curandCreatePoissonDistribution, curandDestroyDistribution, curandDestroyGenerator,
        curandDirectionVectorSet, curandDirectionVectorSet_t, curandDirectionVectors32_t,
        curandDirectionVectors64_t, curandDiscreteDistribution_st, curandDiscreteDistribution_t,
        curandDistribution_st, curandDistribution_t, curandDistributionM2Shift_st,
        curandDistributionM2Shift_t, curandDistributionShift_st, curandDistributionShift_t,
        curandGenerate, curandGenerateLogNormal, curandGenerateLogNormalDouble,
        curandGenerateLongLong, curandGenerateNormal, curandGenerateNormalDouble,
        curandGeneratePoisson, curandGeneratePoissonMethod, curandGenerateSeeds,
        curandGenerateUniform, curandGenerateUniformDouble, curandGenerator_st, curandGenerator_t,
        curandGetDirectionVectors32, curandGetDirectionVectors64, curandGetProperty,
        curandGetScrambleConstants32, curandGetScrambleConstants64, curandGetVersion,
        curandHistogramM2_st, curandHistogramM2_t, curandHistogramM2K_st, curandHistogramM2K_t,
        curandHistogramM2V_st, curandHistogramM2V_t, curandMethod, curandMethod_t, curandOrdering,
        curandOrdering_t, curandRngType, curandRngType_t, curandSetGeneratorOffset,
        curandSetGeneratorOrdering, curandSetPseudoRandomGeneratorSeed,
        curandSetQuasiRandomGeneratorDimensions, curandSetStream, curandStatus, curandStatus_t,
        is_culib_present, libraryPropertyType, libraryPropertyType_t,
    };
}
