// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nccl ["nccl.h"]
    types {
        ncclComm_t {} ncclWindow_t {} ncclParamHandle_t {} ncclResult_t {} ncclHostCftMode_t {} ncclNvlsHostMode_t {}
        ncclCommMemStat_t {} ncclRedOp_dummy_t {} ncclRedOp_t {} ncclDataType_t {} ncclScalarResidence_t {}
        ncclEncryptionMode_t {}
        ncclUniqueId {"internal" internal,}
        ncclConfig_t {"size" size, "magic" magic, "version" version, "blocking" blocking, "cgaClusterSize" cgaClusterSize, "minCTAs" minCTAs, "maxCTAs" maxCTAs, "netName" netName, "splitShare" splitShare, "trafficClass" trafficClass, "commName" commName, "collnetEnable" collnetEnable, "CTAPolicy" CTAPolicy, "shrinkShare" shrinkShare, "nvlsCTAs" nvlsCTAs, "nChannelsPerNetPeer" nChannelsPerNetPeer, "nvlinkCentricSched" nvlinkCentricSched, "graphUsageMode" graphUsageMode, "numRmaCtx" numRmaCtx, "maxP2pPeers" maxP2pPeers, "graphStreamOrdering" graphStreamOrdering, "launchOrderImplicit" launchOrderImplicit, "numRmaSig" numRmaSig, "rmaEagerInit" rmaEagerInit, "hostCftMode" hostCftMode, "nvlsHostMode" nvlsHostMode,}
        ncclConfigExt_t {"next" next, "key" key, "key.vendorId" key.vendorId, "key.optionId" key.optionId, "val" val, "val.i" val.i, "val.s" val.s, "val.raw" val.raw,}
        ncclCollConfig_t {"size" size, "magic" magic, "version" version, "ext" ext, "minCTAs" minCTAs, "maxCTAs" maxCTAs, "nvlsCTAs" nvlsCTAs, "cgaClusterSize" cgaClusterSize, "algSelection" algSelection, "forceAlgSelection" forceAlgSelection, "CTAPolicy" CTAPolicy, "userProfilerTag" userProfilerTag, "launchCompletionEvent" launchCompletionEvent,}
        ncclSimInfo_t {"size" size, "magic" magic, "version" version, "estimatedTime" estimatedTime,}
        ncclWaitSignalDesc_t {"opCnt" opCnt, "peer" peer, "sigIdx" sigIdx, "ctx" ctx,}
        ncclEncryptionConfig_t {"size" size, "magic" magic, "version" version, "mode" mode, "psk" psk,}
    }
    enumerators {
        ncclResult_t {}
        ncclHostCftMode_t {}
        ncclNvlsHostMode_t {}
        ncclCommMemStat_t {}
        ncclRedOp_dummy_t {}
        ncclRedOp_t {}
        ncclDataType_t {}
        ncclScalarResidence_t {}
        ncclEncryptionMode_t {}
    }
}
