//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::cufft::{CudaFft, FftDirection, result, safe, sys};

mod cufft_result {
    use cudarc::cufft::result::{
        CufftError, create, destroy, estimate_1d, estimate_2d, estimate_3d, estimate_many,
        exec_c2c, exec_c2r, exec_d2z, exec_r2c, exec_z2d, exec_z2z, get_plan_property_i64,
        get_property, get_size, get_size_1d, get_size_2d, get_size_3d, get_size_many,
        get_size_many64, get_version, make_plan_1d, make_plan_2d, make_plan_3d, make_plan_many,
        make_plan_many64, plan_1d, plan_2d, plan_3d, plan_many, reset_plan_property,
        set_auto_allocation, set_plan_property_i64, set_stream, set_work_area,
    };
}

mod cufft_sys {
    use cudarc::cufft::sys::{
        CUstream_st, cuComplex, cuDoubleComplex, cuFloatComplex, cudaStream_t, cufftCompatibility,
        cufftCompatibility_t, cufftComplex, cufftCreate, cufftDestroy, cufftDoubleComplex,
        cufftDoubleReal, cufftEstimate1d, cufftEstimate2d, cufftEstimate3d, cufftEstimateMany,
        cufftExecC2C, cufftExecC2R, cufftExecD2Z, cufftExecR2C, cufftExecZ2D, cufftExecZ2Z,
        cufftGetPlanPropertyInt64, cufftGetProperty, cufftGetSize, cufftGetSize1d, cufftGetSize2d,
        cufftGetSize3d, cufftGetSizeMany, cufftGetSizeMany64, cufftGetVersion, cufftHandle,
        cufftMakePlan1d, cufftMakePlan2d, cufftMakePlan3d, cufftMakePlanMany, cufftMakePlanMany64,
        cufftPlan1d, cufftPlan2d, cufftPlan3d, cufftPlanMany, cufftProperty, cufftProperty_t,
        cufftReal, cufftResetPlanProperty, cufftResult, cufftResult_t, cufftSetAutoAllocation,
        cufftSetPlanPropertyInt64, cufftSetStream, cufftSetWorkArea, cufftType, cufftType_t, culib,
        double2, float2, is_culib_present, libraryPropertyType, libraryPropertyType_t,
    };
}
