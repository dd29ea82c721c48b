//! Names of cudarc 0.19.10 with all releases, from its source.

mod cutensor_sys {
    use cudarc::cutensor::sys::{
        CUstream_st, FILE, cudaDataType_t, cudaStream_t, culib, cutensorAlgo_t,
        cutensorAutotuneMode_t, cutensorBlockSparseContract, cutensorBlockSparseTensorDescriptor,
        cutensorBlockSparseTensorDescriptor_t, cutensorCacheMode_t, cutensorComputeDescriptor,
        cutensorComputeDescriptor_t, cutensorContract, cutensorContractTrinary, cutensorCreate,
        cutensorCreateBlockSparseContraction, cutensorCreateBlockSparseTensorDescriptor,
        cutensorCreateContraction, cutensorCreateContractionTrinary,
        cutensorCreateElementwiseBinary, cutensorCreateElementwiseTrinary,
        cutensorCreatePermutation, cutensorCreatePlan, cutensorCreatePlanPreference,
        cutensorCreateReduction, cutensorCreateTensorDescriptor, cutensorDataType_t,
        cutensorDestroy, cutensorDestroyBlockSparseTensorDescriptor,
        cutensorDestroyOperationDescriptor, cutensorDestroyPlan, cutensorDestroyPlanPreference,
        cutensorDestroyTensorDescriptor, cutensorElementwiseBinaryExecute,
        cutensorElementwiseTrinaryExecute, cutensorEstimateWorkspaceSize, cutensorGetCudartVersion,
        cutensorGetErrorString, cutensorGetVersion, cutensorHandle, cutensorHandle_t,
        cutensorHandleReadPlanCacheFromFile, cutensorHandleResizePlanCache,
        cutensorHandleWritePlanCacheToFile, cutensorJitMode_t, cutensorLoggerCallback_t,
        cutensorLoggerForceDisable, cutensorLoggerOpenFile, cutensorLoggerSetCallback,
        cutensorLoggerSetFile, cutensorLoggerSetLevel, cutensorLoggerSetMask,
        cutensorOperationDescriptor, cutensorOperationDescriptor_t,
        cutensorOperationDescriptorAttribute_t, cutensorOperationDescriptorGetAttribute,
        cutensorOperationDescriptorSetAttribute, cutensorOperator_t, cutensorPermute, cutensorPlan,
        cutensorPlan_t, cutensorPlanAttribute_t, cutensorPlanGetAttribute, cutensorPlanPreference,
        cutensorPlanPreference_t, cutensorPlanPreferenceAttribute_t,
        cutensorPlanPreferenceGetAttribute, cutensorPlanPreferenceSetAttribute,
        cutensorReadKernelCacheFromFile, cutensorReduce, cutensorStatus_t,
        cutensorTensorDescriptor, cutensorTensorDescriptor_t, cutensorWorksizePreference_t,
        cutensorWriteKernelCacheToFile, is_culib_present,
    };
}

mod cutensor_result {
    use cudarc::cutensor::result::{
        CutensorError, contract, create_contraction, create_handle, create_plan,
        create_plan_preference, create_reduction, create_tensor_descriptor, destroy_handle,
        destroy_operation_descriptor, destroy_plan, destroy_plan_preference,
        destroy_tensor_descriptor, estimate_workspace_size, get_version, reduce,
    };
}
