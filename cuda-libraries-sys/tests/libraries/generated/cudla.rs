// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cudla ["cudla.h"]
    types {
        cudlaDevHandle {} cudlaModule {} cudlaStatus {} cudlaMode {} cudlaScratchMemoryConfig {}
        cudlaNvSciSyncAttributes {} cudlaModuleAttributeType {} cudlaFenceType {} cudlaModuleLoadFlags {}
        cudlaSubmissionFlags {} cudlaAccessPermissionFlags {} cudlaDevAttributeType {}
        cudlaExternalMemoryHandleDesc {"extBufObject" extBufObject, "size" size,}
        cudlaExternalSemaphoreHandleDesc {"extSyncObject" extSyncObject,}
        cudlaModuleTensorDescriptor {"name" name, "size" size, "n" n, "c" c, "h" h, "w" w, "dataFormat" dataFormat, "dataType" dataType, "dataCategory" dataCategory, "pixelFormat" pixelFormat, "pixelMapping" pixelMapping, "stride" stride,}
        cudlaModuleAttribute {"numInputTensors" numInputTensors, "numOutputTensors" numOutputTensors, "inputTensorDesc" inputTensorDesc, "outputTensorDesc" outputTensorDesc,}
        CudlaFence {"fence" fence, "type" type_,}
        cudlaWaitEvents {"preFences" preFences, "numEvents" numEvents,}
        cudlaSignalEvents {"devPtrs" devPtrs, "eofFences" eofFences, "numEvents" numEvents,}
        cudlaTask {"moduleHandle" moduleHandle, "outputTensor" outputTensor, "numOutputTensors" numOutputTensors, "numInputTensors" numInputTensors, "inputTensor" inputTensor, "waitEvents" waitEvents, "signalEvents" signalEvents,}
        cudlaDevAttribute {"unifiedAddressingSupported" unifiedAddressingSupported, "deviceVersion" deviceVersion,}
    }
    enumerators {
        cudlaStatus {}
        cudlaMode {}
        cudlaScratchMemoryConfig {}
        cudlaNvSciSyncAttributes {}
        cudlaModuleAttributeType {}
        cudlaFenceType {}
        cudlaModuleLoadFlags {}
        cudlaSubmissionFlags {}
        cudlaAccessPermissionFlags {}
        cudlaDevAttributeType {}
    }
}
