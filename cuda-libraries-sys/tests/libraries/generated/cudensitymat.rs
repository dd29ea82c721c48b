// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cudensitymat ["cudensitymat.h"]
    types {
        cudensitymatHandle_t {} cudensitymatState_t {} cudensitymatElementaryOperator_t {}
        cudensitymatMatrixOperator_t {} cudensitymatMatrixProductOperator_t {} cudensitymatOperatorTerm_t {}
        cudensitymatOperator_t {} cudensitymatOperatorAction_t {} cudensitymatExpectation_t {}
        cudensitymatOperatorSpectrum_t {} cudensitymatWorkspaceDescriptor_t {} cudensitymatTimePropagation_t {}
        cudensitymatEigenDecomposition_t {} cudensitymatTimePropagationApproachKrylovConfig_t {}
        cudensitymatEigenDecompositionApproachKrylovConfig_t {} cudensitymatTimePropagationScopeSplitTDVPConfig_t {}
        cudensitymatEigenDecompositionScopeSplitDMRGConfig_t {} cudensitymatEigenDecompositionApproachLinearConfig_t {}
        cudensitymatStateFittingScopeSplitALSConfig_t {} cudensitymatStateFittingApproachLinSolveConfig_t {}
        cudensitymatSVDConfig_t {} cudensitymatDistributedRequest_t {} cudensitymatScalarCallback_t {}
        cudensitymatTensorCallback_t {} cudensitymatScalarGradientCallback_t {} cudensitymatTensorGradientCallback_t {}
        cudensitymatLoggerCallback_t {} cudensitymatLoggerCallbackData_t {} cudensitymatStatus_t {}
        cudensitymatComputeType_t {} cudensitymatDistributedProvider_t {} cudensitymatCallbackDevice_t {}
        cudensitymatDifferentiationDir_t {} cudensitymatStatePurity_t {} cudensitymatElementaryOperatorSparsity_t {}
        cudensitymatOperatorSpectrumKind_t {} cudensitymatOperatorSpectrumConfig_t {}
        cudensitymatBoundaryCondition_t {} cudensitymatTimePropagationScopeKind_t {}
        cudensitymatEigenDecompositionScopeKind_t {} cudensitymatTimePropagationScopeSplitKind_t {}
        cudensitymatEigenDecompositionScopeSplitKind_t {} cudensitymatTimePropagationApproachKind_t {}
        cudensitymatEigenDecompositionApproachKind_t {} cudensitymatTimePropagationAttribute_t {}
        cudensitymatEigenDecompositionAttribute_t {} cudensitymatTimePropagationApproachKrylovConfigAttribute_t {}
        cudensitymatEigenDecompositionApproachKrylovConfigAttribute_t {}
        cudensitymatTimePropagationScopeSplitTDVPConfigAttribute_t {}
        cudensitymatEigenDecompositionScopeSplitDMRGConfigAttribute_t {}
        cudensitymatEigenDecompositionApproachLinearConfigAttribute_t {} cudensitymatStateFittingScopeKind_t {}
        cudensitymatStateFittingScopeSplitKind_t {} cudensitymatStateFittingApproachKind_t {}
        cudensitymatStateFittingAttribute_t {} cudensitymatStateFittingScopeSplitALSConfigAttribute_t {}
        cudensitymatStateFittingApproachLinSolveConfigAttribute_t {} cudensitymatSVDConfigAttribute_t {}
        cudensitymatEigenDecompositionSpectrumKind_t {} cudensitymatMemspace_t {} cudensitymatWorkspaceKind_t {}
        cudensitymatDistributedCommunicator_t {"commPtr" commPtr, "commSize" commSize,}
        cudensitymatWrappedScalarCallback_t {"callback" callback, "device" device, "wrapper" wrapper,}
        cudensitymatWrappedTensorCallback_t {"callback" callback, "device" device, "wrapper" wrapper,}
        cudensitymatWrappedScalarGradientCallback_t {"callback" callback, "device" device, "wrapper" wrapper, "direction" direction,}
        cudensitymatWrappedTensorGradientCallback_t {"callback" callback, "device" device, "wrapper" wrapper, "direction" direction,}
        cudensitymatDistributedInterface_t {"version" version, "getNumRanks" getNumRanks, "getNumRanksShared" getNumRanksShared, "getProcRank" getProcRank, "barrier" barrier, "createRequest" createRequest, "destroyRequest" destroyRequest, "waitRequest" waitRequest, "testRequest" testRequest, "groupStart" groupStart, "groupEnd" groupEnd, "send" send, "sendAsync" sendAsync, "receive" receive, "receiveAsync" receiveAsync, "bcast" bcast, "allreduce" allreduce, "allreduceInPlace" allreduceInPlace, "allreduceInPlaceMin" allreduceInPlaceMin, "allreduceDoubleIntMinloc" allreduceDoubleIntMinloc, "allgather" allgather,}
    }
    enumerators {
        cudensitymatStatus_t {}
        cudensitymatComputeType_t {}
        cudensitymatDistributedProvider_t {}
        cudensitymatCallbackDevice_t {}
        cudensitymatDifferentiationDir_t {}
        cudensitymatStatePurity_t {}
        cudensitymatElementaryOperatorSparsity_t {}
        cudensitymatOperatorSpectrumKind_t {}
        cudensitymatOperatorSpectrumConfig_t {}
        cudensitymatBoundaryCondition_t {}
        cudensitymatTimePropagationScopeKind_t {}
        cudensitymatEigenDecompositionScopeKind_t {}
        cudensitymatTimePropagationScopeSplitKind_t {}
        cudensitymatEigenDecompositionScopeSplitKind_t {}
        cudensitymatTimePropagationApproachKind_t {}
        cudensitymatEigenDecompositionApproachKind_t {}
        cudensitymatTimePropagationAttribute_t {}
        cudensitymatEigenDecompositionAttribute_t {}
        cudensitymatTimePropagationApproachKrylovConfigAttribute_t {}
        cudensitymatEigenDecompositionApproachKrylovConfigAttribute_t {}
        cudensitymatTimePropagationScopeSplitTDVPConfigAttribute_t {}
        cudensitymatEigenDecompositionScopeSplitDMRGConfigAttribute_t {}
        cudensitymatEigenDecompositionApproachLinearConfigAttribute_t {}
        cudensitymatStateFittingScopeKind_t {}
        cudensitymatStateFittingScopeSplitKind_t {}
        cudensitymatStateFittingApproachKind_t {}
        cudensitymatStateFittingAttribute_t {}
        cudensitymatStateFittingScopeSplitALSConfigAttribute_t {}
        cudensitymatStateFittingApproachLinSolveConfigAttribute_t {}
        cudensitymatSVDConfigAttribute_t {}
        cudensitymatEigenDecompositionSpectrumKind_t {}
        cudensitymatMemspace_t {}
        cudensitymatWorkspaceKind_t {}
    }
}
