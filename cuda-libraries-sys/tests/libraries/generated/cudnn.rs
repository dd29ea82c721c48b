// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cudnn ["cudnn.h", "cudnn_backend.h"]
    types {
        cudnnHandle_t {} cudnnCallback_t {} cudnnBackendDescriptor_t {} cudnnTensorDescriptor_t {}
        cudnnPoolingDescriptor_t {} cudnnFilterDescriptor_t {} cudnnLRNDescriptor_t {} cudnnActivationDescriptor_t {}
        cudnnSpatialTransformerDescriptor_t {} cudnnOpTensorDescriptor_t {} cudnnReduceTensorDescriptor_t {}
        cudnnCTCLossDescriptor_t {} cudnnTensorTransformDescriptor_t {} cudnnDropoutDescriptor_t {}
        cudnnRNNDescriptor_t {} cudnnRNNDataDescriptor_t {} cudnnSeqDataDescriptor_t {} cudnnAttnDescriptor_t {}
        cudnnConvolutionDescriptor_t {} cudnnFusedOpsConstParamPack_t {} cudnnFusedOpsVariantParamPack_t {}
        cudnnFusedOpsPlan_t {} cudnnStatus_t {} cudnnErrQueryMode_t {} cudnnDataType_t {} cudnnMathType_t {}
        cudnnNanPropagation_t {} cudnnCTCGradMode_t {} cudnnTensorFormat_t {} cudnnReduceTensorOp_t {}
        cudnnActivationMode_t {} cudnnSeverity_t {} cudnnConvolutionMode_t {} cudnnReorderType_t {}
        cudnnPointwiseMode_t {} cudnnResampleMode_t {} cudnnSignalMode_t {} cudnnGenStatsMode_t {}
        cudnnBnFinalizeStatsMode_t {} cudnnRngDistribution_t {} cudnnMoeGroupedMatmulMode_t {}
        cudnnBackendAttributeName_t {} cudnnBackendAttributeType_t {} cudnnBackendDescriptorType_t {}
        cudnnBackendNumericalNote_t {} cudnnBackendBehaviorNote_t {} cudnnBackendKnobType_t {}
        cudnnBackendLayoutType_t {} cudnnBackendHeurMode_t {} cudnnBackendTensorReordering_t {} cudnnPaddingMode_t {}
        cudnnBackendNormMode_t {} cudnnBackendNormFwdPhase_t {} cudnnBackendReshapeMode_t {}
        cudnnBackendOperationGraphMode_t {} cudnnCudaGraphRetention_t {} cudnnDeterminism_t {}
        cudnnFoldingDirection_t {} cudnnOpTensorOp_t {} cudnnReduceTensorIndices_t {} cudnnIndicesType_t {}
        cudnnSoftmaxAlgorithm_t {} cudnnSoftmaxMode_t {} cudnnPoolingMode_t {} cudnnLRNMode_t {} cudnnDivNormMode_t {}
        cudnnBatchNormMode_t {} cudnnBatchNormOps_t {} cudnnNormMode_t {} cudnnNormAlgo_t {} cudnnNormOps_t {}
        cudnnSamplerType_t {} cudnnConvolutionFwdAlgo_t {} cudnnConvolutionBwdFilterAlgo_t {}
        cudnnConvolutionBwdDataAlgo_t {} cudnnCTCLossAlgo_t {} cudnnRNNAlgo_t {} cudnnForwardMode_t {}
        cudnnRNNMode_t {} cudnnRNNBiasMode_t {} cudnnDirectionMode_t {} cudnnRNNInputMode_t {} cudnnRNNClipMode_t {}
        cudnnRNNDataLayout_t {} cudnnSeqDataAxis_t {} cudnnMultiHeadAttnWeightKind_t {} cudnnWgradMode_t {}
        cudnnLossNormalizationMode_t {} cudnnFusedOps_t {} cudnnFusedOpsConstParamLabel_t {}
        cudnnFusedOpsPointerPlaceHolder_t {} cudnnFusedOpsVariantParamLabel_t {} cudnnCausalConv1dActivation_t {}
        cudnnGnnAggOp_t {} cudnnGnnActivationOp_t {}
        cudnnDebug_t {"cudnn_version" cudnn_version, "cudnnStatus" cudnnStatus, "time_sec" time_sec, "time_usec" time_usec, "time_delta" time_delta, "handle" handle, "stream" stream, "pid" pid, "tid" tid, "cudaDeviceId" cudaDeviceId, "reserved" reserved,}
        cudnnFraction_t {"numerator" numerator, "denominator" denominator,}
        cudnnConvolutionFwdAlgoPerf_t {"algo" algo, "status" status, "time" time, "memory" memory, "determinism" determinism, "mathType" mathType, "reserved" reserved,}
        cudnnConvolutionBwdDataAlgoPerf_t {"algo" algo, "status" status, "time" time, "memory" memory, "determinism" determinism, "mathType" mathType, "reserved" reserved,}
        cudnnConvolutionBwdFilterAlgoPerf_t {"algo" algo, "status" status, "time" time, "memory" memory, "determinism" determinism, "mathType" mathType, "reserved" reserved,}
        cudnnGnnCscGraph_t {"cscOffsets" cscOffsets, "cscIndices" cscIndices, "mapCscToCoo" mapCscToCoo, "mapRevToCoo" mapRevToCoo, "nSrcNodes" nSrcNodes, "nDstNodes" nDstNodes, "nIndices" nIndices, "idxType" idxType, "cscRevOffsets" cscRevOffsets,}
        cudnnGnnMhaParams_t {"activation" activation, "activationAlpha" activationAlpha, "numHeads" numHeads, "concatHeads" concatHeads,}
    }
    enumerators {
        cudnnStatus_t {}
        cudnnErrQueryMode_t {}
        cudnnDataType_t {}
        cudnnMathType_t {}
        cudnnNanPropagation_t {}
        cudnnCTCGradMode_t {}
        cudnnTensorFormat_t {}
        cudnnReduceTensorOp_t {}
        cudnnActivationMode_t {}
        cudnnSeverity_t {}
        cudnnConvolutionMode_t {}
        cudnnReorderType_t {}
        cudnnPointwiseMode_t {}
        cudnnResampleMode_t {}
        cudnnSignalMode_t {}
        cudnnGenStatsMode_t {}
        cudnnBnFinalizeStatsMode_t {}
        cudnnRngDistribution_t {}
        cudnnMoeGroupedMatmulMode_t {}
        cudnnBackendAttributeName_t {}
        cudnnBackendAttributeType_t {}
        cudnnBackendDescriptorType_t {}
        cudnnBackendNumericalNote_t {}
        cudnnBackendBehaviorNote_t {}
        cudnnBackendKnobType_t {}
        cudnnBackendLayoutType_t {}
        cudnnBackendHeurMode_t {}
        cudnnBackendTensorReordering_t {}
        cudnnPaddingMode_t {}
        cudnnBackendNormMode_t {}
        cudnnBackendNormFwdPhase_t {}
        cudnnBackendReshapeMode_t {}
        cudnnBackendOperationGraphMode_t {}
        cudnnCudaGraphRetention_t {}
        cudnnDeterminism_t {}
        cudnnFoldingDirection_t {}
        cudnnOpTensorOp_t {}
        cudnnReduceTensorIndices_t {}
        cudnnIndicesType_t {}
        cudnnSoftmaxAlgorithm_t {}
        cudnnSoftmaxMode_t {}
        cudnnPoolingMode_t {}
        cudnnLRNMode_t {}
        cudnnDivNormMode_t {}
        cudnnBatchNormMode_t {}
        cudnnBatchNormOps_t {}
        cudnnNormMode_t {}
        cudnnNormAlgo_t {}
        cudnnNormOps_t {}
        cudnnSamplerType_t {}
        cudnnConvolutionFwdAlgo_t {}
        cudnnConvolutionBwdFilterAlgo_t {}
        cudnnConvolutionBwdDataAlgo_t {}
        cudnnCTCLossAlgo_t {}
        cudnnRNNAlgo_t {}
        cudnnForwardMode_t {}
        cudnnRNNMode_t {}
        cudnnRNNBiasMode_t {}
        cudnnDirectionMode_t {}
        cudnnRNNInputMode_t {}
        cudnnRNNClipMode_t {}
        cudnnRNNDataLayout_t {}
        cudnnSeqDataAxis_t {}
        cudnnMultiHeadAttnWeightKind_t {}
        cudnnWgradMode_t {}
        cudnnLossNormalizationMode_t {}
        cudnnFusedOps_t {}
        cudnnFusedOpsConstParamLabel_t {}
        cudnnFusedOpsPointerPlaceHolder_t {}
        cudnnFusedOpsVariantParamLabel_t {}
        cudnnCausalConv1dActivation_t {}
        cudnnGnnAggOp_t {}
        cudnnGnnActivationOp_t {}
    }
}
