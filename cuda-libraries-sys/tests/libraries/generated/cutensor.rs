// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cutensor ["cutensor.h"]
    types {
        cutensorComputeDescriptor_t {} cutensorOperationDescriptor_t {} cutensorPlan_t {} cutensorPlanPreference_t {}
        cutensorHandle_t {} cutensorTensorDescriptor_t {} cutensorBlockSparseTensorDescriptor_t {}
        cutensorLoggerCallback_t {} cutensorOperator_t {} cutensorStatus_t {} cutensorAlgo_t {}
        cutensorWorksizePreference_t {} cutensorOperationDescriptorAttribute_t {} cutensorPlanPreferenceAttribute_t {}
        cutensorAutotuneMode_t {} cutensorJitMode_t {} cutensorCacheMode_t {} cutensorPlanAttribute_t {}
    }
    enumerators {
        cutensorOperator_t {}
        cutensorStatus_t {}
        cutensorAlgo_t {}
        cutensorWorksizePreference_t {}
        cutensorOperationDescriptorAttribute_t {}
        cutensorPlanPreferenceAttribute_t {}
        cutensorAutotuneMode_t {}
        cutensorJitMode_t {}
        cutensorCacheMode_t {}
        cutensorPlanAttribute_t {}
    }
}
