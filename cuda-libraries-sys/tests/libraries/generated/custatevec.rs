// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { custatevec ["custatevec.h", "custatevecEx.h"]
    types {
        custatevecIndex_t {} custatevecHandle_t {} custatevecSamplerDescriptor_t {} custatevecAccessorDescriptor_t {}
        custatevecLoggerCallback_t {} custatevecLoggerCallbackData_t {} custatevecCommunicatorDescriptor_t {}
        custatevecDistIndexBitSwapSchedulerDescriptor_t {} custatevecSVSwapWorkerDescriptor_t {}
        custatevecSubSVMigratorDescriptor_t {} custatevecExDictionaryDescriptor_t {}
        custatevecExCommunicatorDescriptor_t {} custatevecExStateVectorDescriptor_t {}
        custatevecExSVUpdaterDescriptor_t {} custatevecExResourceManagerDescriptor_t {} custatevecStatus_t {}
        custatevecPauli_t {} custatevecMatrixLayout_t {} custatevecMatrixType_t {} custatevecMatrixMapType_t {}
        custatevecCollapseOp_t {} custatevecComputeType_t {} custatevecSamplerOutput_t {}
        custatevecDeviceNetworkType_t {} custatevecStateVectorType_t {} custatevecMathMode_t {}
        custatevecCommunicatorType_t {} custatevecDataTransferType_t {} custatevecExCommunicatorStatus_t {}
        custatevecExStateVectorCapability_t {} custatevecExStateVectorDistributionType_t {}
        custatevecExIndexBitDomain_t {} custatevecExWireInitMode_t {} custatevecExGlobalIndexBitClass_t {}
        custatevecExStateVectorProperty_t {} custatevecExPermutationType_t {} custatevecExExposeResources_t {}
        custatevecExMatrixType_t {} custatevecExSVUpdaterConfigName_t {} custatevecExMemorySharingMethod_t {}
        custatevecExMemoryPlacement_t {} custatevecExSynchronizationScope_t {}
        int2 {"x" x, "y" y,}
        custatevecDeviceMemHandler_t {"ctx" ctx, "device_alloc" device_alloc, "device_free" device_free, "name" name,}
        custatevecSVSwapParameters_t {"swapBatchIndex" swapBatchIndex, "orgSubSVIndex" orgSubSVIndex, "dstSubSVIndex" dstSubSVIndex, "orgSegmentMaskString" orgSegmentMaskString, "dstSegmentMaskString" dstSegmentMaskString, "segmentMaskOrdering" segmentMaskOrdering, "segmentMaskLen" segmentMaskLen, "nSegmentBits" nSegmentBits, "dataTransferType" dataTransferType, "transferSize" transferSize,}
        custatevecExSVUpdaterConfigItem_t {"name" name, "value" value, "value.int32" value.int32, "value.placeholder" value.placeholder,}
    }
    enumerators {
        custatevecStatus_t {}
        custatevecPauli_t {}
        custatevecMatrixLayout_t {}
        custatevecMatrixType_t {}
        custatevecMatrixMapType_t {}
        custatevecCollapseOp_t {}
        custatevecComputeType_t {}
        custatevecSamplerOutput_t {}
        custatevecDeviceNetworkType_t {}
        custatevecStateVectorType_t {}
        custatevecMathMode_t {}
        custatevecCommunicatorType_t {}
        custatevecDataTransferType_t {}
        custatevecExCommunicatorStatus_t {}
        custatevecExStateVectorCapability_t {}
        custatevecExStateVectorDistributionType_t {}
        custatevecExIndexBitDomain_t {}
        custatevecExWireInitMode_t {}
        custatevecExGlobalIndexBitClass_t {}
        custatevecExStateVectorProperty_t {}
        custatevecExPermutationType_t {}
        custatevecExExposeResources_t {}
        custatevecExMatrixType_t {}
        custatevecExSVUpdaterConfigName_t {}
        custatevecExMemorySharingMethod_t {}
        custatevecExMemoryPlacement_t {}
        custatevecExSynchronizationScope_t {}
    }
}
