// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cutensornet ["cutensornet.h"]
    types {
        cutensornetNetworkDescriptor_t {} cutensornetContractionPlan_t {} cutensornetHandle_t {}
        cutensornetWorkspaceDescriptor_t {} cutensornetContractionOptimizerConfig_t {}
        cutensornetContractionOptimizerInfo_t {} cutensornetContractionAutotunePreference_t {}
        cutensornetNetworkAutotunePreference_t {} cutensornetSliceGroup_t {} cutensornetTensorDescriptor_t {}
        cutensornetTensorSVDConfig_t {} cutensornetTensorSVDInfo_t {} cutensornetState_t {}
        cutensornetStateAccessor_t {} cutensornetStateExpectation_t {} cutensornetStateMarginal_t {}
        cutensornetStateSampler_t {} cutensornetStateProjectionMPS_t {} cutensornetNetworkOperator_t {}
        cutensornetLoggerCallback_t {} cutensornetLoggerCallbackData_t {} cutensornetStatus_t {}
        cutensornetComputeType_t {} cutensornetNetworkAttributes_t {} cutensornetGraphAlgo_t {}
        cutensornetMemoryModel_t {} cutensornetOptimizerCost_t {} cutensornetSmartOption_t {}
        cutensornetContractionOptimizerConfigAttributes_t {} cutensornetContractionOptimizerInfoAttributes_t {}
        cutensornetContractionAutotunePreferenceAttributes_t {} cutensornetNetworkAutotunePreferenceAttributes_t {}
        cutensornetWorksizePref_t {} cutensornetMemspace_t {} cutensornetWorkspaceKind_t {}
        cutensornetTensorDescriptorAttributes_t {} cutensornetTensorSVDConfigAttributes_t {}
        cutensornetTensorSVDAlgo_t {} cutensornetTensorSVDPartition_t {} cutensornetTensorSVDNormalization_t {}
        cutensornetTensorSVDInfoAttributes_t {} cutensornetGateSplitAlgo_t {} cutensornetStatePurity_t {}
        cutensornetAccessorAttributes_t {} cutensornetExpectationAttributes_t {} cutensornetMarginalKind_t {}
        cutensornetMarginalAttributes_t {} cutensornetSamplerAttributes_t {} cutensornetBoundaryCondition_t {}
        cutensornetStateAttributes_t {} cutensornetStateMPOApplication_t {} cutensornetStateMPSGaugeOption_t {}
        cutensornetStateProjectionMPSOrthoOption_t {} cutensornetStateProjectionMPSMaxExtentPreparePolicy_t {}
        cutensornetStateProjectionMPSAttributes_t {}
        cutensornetTensorIDList_t {"numTensors" numTensors, "data" data,}
        cutensornetNodePair_t {"first" first, "second" second,}
        cutensornetContractionPath_t {"numContractions" numContractions, "data" data,}
        cutensornetSliceInfoPair_t {"slicedMode" slicedMode, "slicedExtent" slicedExtent,}
        cutensornetSlicingConfig_t {"numSlicedModes" numSlicedModes, "data" data,}
        cutensornetTensorQualifiers_t {"isConjugate" isConjugate, "isConstant" isConstant, "requiresGradient" requiresGradient,}
        cutensornetGesvdjParams_t {"tol" tol, "maxSweeps" maxSweeps,}
        cutensornetGesvdrParams_t {"oversampling" oversampling, "niters" niters,}
        cutensornetGesvdjStatus_t {"residual" residual, "sweeps" sweeps,}
        cutensornetGesvdpStatus_t {"errSigma" errSigma,}
        cutensornetDeviceMemHandler_t {"ctx" ctx, "device_alloc" device_alloc, "device_free" device_free, "name" name,}
        cutensornetMPSEnvBounds_t {"lowerBound" lowerBound, "upperBound" upperBound,}
        cutensornetDistributedCommunicator_t {"commPtr" commPtr, "commSize" commSize,}
        cutensornetDistributedInterface_t {"version" version, "getNumRanks" getNumRanks, "getNumRanksShared" getNumRanksShared, "getProcRank" getProcRank, "Barrier" Barrier, "Bcast" Bcast, "Allreduce" Allreduce, "AllreduceInPlace" AllreduceInPlace, "AllreduceInPlaceMin" AllreduceInPlaceMin, "AllreduceDoubleIntMinloc" AllreduceDoubleIntMinloc, "Allgather" Allgather,}
    }
    enumerators {
        cutensornetStatus_t {}
        cutensornetComputeType_t {}
        cutensornetNetworkAttributes_t {}
        cutensornetGraphAlgo_t {}
        cutensornetMemoryModel_t {}
        cutensornetOptimizerCost_t {CUTENSORNET_OPTIMIZER_COST_TIME_TUNED}
        cutensornetSmartOption_t {}
        cutensornetContractionOptimizerConfigAttributes_t {}
        cutensornetContractionOptimizerInfoAttributes_t {}
        cutensornetContractionAutotunePreferenceAttributes_t {}
        cutensornetNetworkAutotunePreferenceAttributes_t {}
        cutensornetWorksizePref_t {}
        cutensornetMemspace_t {}
        cutensornetWorkspaceKind_t {}
        cutensornetTensorDescriptorAttributes_t {}
        cutensornetTensorSVDConfigAttributes_t {}
        cutensornetTensorSVDAlgo_t {}
        cutensornetTensorSVDPartition_t {}
        cutensornetTensorSVDNormalization_t {}
        cutensornetTensorSVDInfoAttributes_t {}
        cutensornetGateSplitAlgo_t {}
        cutensornetStatePurity_t {}
        cutensornetAccessorAttributes_t {}
        cutensornetExpectationAttributes_t {}
        cutensornetMarginalKind_t {}
        cutensornetMarginalAttributes_t {}
        cutensornetSamplerAttributes_t {}
        cutensornetBoundaryCondition_t {}
        cutensornetStateAttributes_t {}
        cutensornetStateMPOApplication_t {}
        cutensornetStateMPSGaugeOption_t {}
        cutensornetStateProjectionMPSOrthoOption_t {}
        cutensornetStateProjectionMPSMaxExtentPreparePolicy_t {}
        cutensornetStateProjectionMPSAttributes_t {}
    }
}
