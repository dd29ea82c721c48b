// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusolver ["cusolverDn.h", "cusolverSp.h", "cusolverSp_LOWLEVEL_PREVIEW.h", "cusolverRf.h"]
    types {
        cusolverDnHandle_t {} syevjInfo_t {} gesvdjInfo_t {} cusolverDnIRSParams_t {} cusolverDnIRSInfos_t {}
        cusolverDnParams_t {} cusolver_int_t {} cusolverDnLoggerCallback_t {} cusolverSpHandle_t {} csrqrInfo_t {}
        csrluInfoHost_t {} csrqrInfoHost_t {} csrcholInfoHost_t {} csrcholInfo_t {} cusolverRfHandle_t {}
        cusolverDnFunction_t {} cusolverStatus_t {} cusolverEigType_t {} cusolverEigMode_t {} cusolverEigRange_t {}
        cusolverEigComp_t {} cusolverNorm_t {} cusolverIRSRefinement_t {} cusolverPrecType_t {} cusolverAlgMode_t {}
        cusolverStorevMode_t {} cusolverDirectMode_t {} cusolverDeterministicMode_t {} cusolverMathMode_t {}
        cusolverRfResetValuesFastMode_t {} cusolverRfMatrixFormat_t {} cusolverRfUnitDiagonal_t {}
        cusolverRfFactorization_t {} cusolverRfTriangularSolve_t {} cusolverRfNumericBoostReport_t {}
    }
    enumerators {
        cusolverDnFunction_t {}
        cusolverStatus_t {}
        cusolverEigType_t {}
        cusolverEigMode_t {}
        cusolverEigRange_t {}
        cusolverEigComp_t {}
        cusolverNorm_t {}
        cusolverIRSRefinement_t {}
        cusolverPrecType_t {}
        cusolverAlgMode_t {}
        cusolverStorevMode_t {}
        cusolverDirectMode_t {}
        cusolverDeterministicMode_t {}
        cusolverMathMode_t {}
        cusolverRfResetValuesFastMode_t {}
        cusolverRfMatrixFormat_t {}
        cusolverRfUnitDiagonal_t {}
        cusolverRfFactorization_t {}
        cusolverRfTriangularSolve_t {}
        cusolverRfNumericBoostReport_t {}
    }
}
