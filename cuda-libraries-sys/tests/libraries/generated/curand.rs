// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { curand ["curand.h"]
    types {
        curandDirectionVectors32_t {} curandDirectionVectors64_t {} curandGenerator_t {} curandDistribution_st {}
        curandDistribution_t {} curandDistributionShift_t {} curandDistributionM2Shift_t {} curandHistogramM2_t {}
        curandHistogramM2K_st {} curandHistogramM2K_t {} curandHistogramM2V_st {} curandHistogramM2V_t {}
        curandDiscreteDistribution_t {} curandStatus_t {} curandRngType_t {} curandOrdering_t {}
        curandDirectionVectorSet_t {} curandMethod_t {}
    }
    enumerators {
        curandStatus_t {}
        curandRngType_t {}
        curandOrdering_t {}
        curandDirectionVectorSet_t {}
        curandMethod_t {}
    }
}
