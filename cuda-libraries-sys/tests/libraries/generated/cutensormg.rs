// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cutensormg ["cutensorMg.h"]
    types {
        cutensorMgHandle_t {} cutensorMgTensorDescriptor_t {} cutensorMgCopyDescriptor_t {} cutensorMgCopyPlan_t {}
        cutensorMgContractionDescriptor_t {} cutensorMgContractionFind_t {} cutensorMgContractionPlan_t {}
        cutensorComputeType_t {} cutensorMgHostDevice_t {} cutensorMgAlgo_t {} cutensorMgContractionFindAttribute_t {}
    }
    enumerators {
        cutensorComputeType_t {}
        cutensorMgHostDevice_t {}
        cutensorMgAlgo_t {}
        cutensorMgContractionFindAttribute_t {}
    }
}
