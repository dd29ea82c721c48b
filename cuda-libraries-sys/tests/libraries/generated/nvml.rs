// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvml ["nvml.h"]
    types {
        nvmlDevice_t {} nvmlGpuInstance_t {} nvmlDeviceArchitecture_t {} nvmlBusType_t {} nvmlFanControlPolicy_t {}
        nvmlPowerSource_t {} nvmlPowerScopeType_t {} nvmlVgpuTypeId_t {} nvmlVgpuInstance_t {} nvmlUnit_t {}
        nvmlEventSet_t {} nvmlSystemEventSet_t {} nvmlGpuFabricState_t {} nvmlCPERCursorHandle_t {}
        nvmlAffinityScope_t {} nvmlComputeInstance_t {} nvmlGpmSample_t {} nvmlProcessMode_t {}
        nvmlDeviceAddressingModeType_t {} nvmlBridgeChipType_t {} nvmlNvLinkUtilizationCountUnits_t {}
        nvmlNvLinkUtilizationCountPktTypes_t {} nvmlNvLinkCapability_t {} nvmlNvLinkErrorCounter_t {}
        nvmlIntNvLinkDeviceType_t {} nvmlGpuTopologyLevel_t {} nvmlGpuP2PStatus_t {} nvmlGpuP2PCapsIndex_t {}
        nvmlSamplingType_t {} nvmlPcieUtilCounter_t {} nvmlValueType_t {} nvmlPerfPolicyType_t {}
        nvmlThermalTarget_t {} nvmlThermalController_t {} nvmlCoolerControl_t {} nvmlCoolerTarget_t {}
        nvmlUUIDType_t {} nvmlEnableState_t {} nvmlBrandType_t {} nvmlTemperatureThresholds_t {}
        nvmlTemperatureSensors_t {} nvmlComputeMode_t {} nvmlMemoryErrorType_t {} nvmlEccCounterType_t {}
        nvmlClockType_t {} nvmlClockId_t {} nvmlDriverModel_t {} nvmlPstates_t {} nvmlGpuOperationMode_t {}
        nvmlInforomObject_t {} nvmlReturn_t {} nvmlMemoryLocation_t {} nvmlPageRetirementCause_t {}
        nvmlRestrictedAPI_t {} nvmlGpuUtilizationDomainId_t {} nvmlGpuVirtualizationMode_t {} nvmlHostVgpuMode_t {}
        nvmlVgpuVmIdType_t {} nvmlVgpuGuestInfoState_t {} nvmlGridLicenseFeatureCode_t {} nvmlVgpuCapability_t {}
        nvmlVgpuDriverCapability_t {} nvmlDeviceVgpuCapability_t {} nvmlDeviceGpuRecoveryAction_t {} nvmlFanState_t {}
        nvmlLedColor_t {} nvmlGpuOperationalEventLogLevel_t {} nvmlOperationalEventSeverity_t {} nvmlEventDataType_t {}
        nvmlGpuOperationalEventContextType_t {} nvmlEncoderType_t {} nvmlFBCSessionType_t {} nvmlDetachGpuState_t {}
        nvmlPcieLinkState_t {} nvmlCPERType_t {} nvmlClockLimitId_t {} nvmlNvlinkVersion_t {}
        nvmlNvlinkTelemetrySampleType_t {} nvmlVgpuVmCompatibility_t {} nvmlVgpuPgpuCompatibilityLimitCode_t {}
        nvmlPRMCounterId_t {} nvmlGpmMetricId_t {} nvmlPowerProfileType_t {} nvmlPowerProfileOperation_t {}
        nvmlPciInfoExt_v1_t {"version" version, "domain" domain, "bus" bus, "device" device, "pciDeviceId" pciDeviceId, "pciSubSystemId" pciSubSystemId, "baseClass" baseClass, "subClass" subClass, "busId" busId,}
        nvmlPciInfoExt_t {"version" version, "domain" domain, "bus" bus, "device" device, "pciDeviceId" pciDeviceId, "pciSubSystemId" pciSubSystemId, "baseClass" baseClass, "subClass" subClass, "busId" busId,}
        nvmlPciInfo_t {"busIdLegacy" busIdLegacy, "domain" domain, "bus" bus, "device" device, "pciDeviceId" pciDeviceId, "pciSubSystemId" pciSubSystemId, "busId" busId,}
        nvmlEccErrorCounts_t {"l1Cache" l1Cache, "l2Cache" l2Cache, "deviceMemory" deviceMemory, "registerFile" registerFile,}
        nvmlUtilization_t {"gpu" gpu, "memory" memory,}
        nvmlMemory_t {"total" total, "free" free, "used" used,}
        nvmlMemory_v2_t {"version" version, "total" total, "reserved" reserved, "free" free, "used" used,}
        nvmlSetMemoryLimits_v1_t {"nameSpace" nameSpace, "softLimit" softLimit, "hardLimit" hardLimit,}
        nvmlGetMemoryLimits_v1_t {"nameSpace" nameSpace, "softLimit" softLimit, "hardLimit" hardLimit, "currentUsed" currentUsed,}
        nvmlBAR1Memory_t {"bar1Total" bar1Total, "bar1Free" bar1Free, "bar1Used" bar1Used,}
        nvmlProcessInfo_v1_t {"pid" pid, "usedGpuMemory" usedGpuMemory,}
        nvmlProcessInfo_v2_t {"pid" pid, "usedGpuMemory" usedGpuMemory, "gpuInstanceId" gpuInstanceId, "computeInstanceId" computeInstanceId,}
        nvmlProcessInfo_t {"pid" pid, "usedGpuMemory" usedGpuMemory, "gpuInstanceId" gpuInstanceId, "computeInstanceId" computeInstanceId,}
        nvmlProcessDetail_v1_t {"pid" pid, "usedGpuMemory" usedGpuMemory, "gpuInstanceId" gpuInstanceId, "computeInstanceId" computeInstanceId, "usedGpuCcProtectedMemory" usedGpuCcProtectedMemory,}
        nvmlProcessDetailList_v1_t {"version" version, "mode" mode, "numProcArrayEntries" numProcArrayEntries, "procArray" procArray,}
        nvmlProcessDetailList_t {"version" version, "mode" mode, "numProcArrayEntries" numProcArrayEntries, "procArray" procArray,}
        nvmlDeviceAttributes_t {"multiprocessorCount" multiprocessorCount, "sharedCopyEngineCount" sharedCopyEngineCount, "sharedDecoderCount" sharedDecoderCount, "sharedEncoderCount" sharedEncoderCount, "sharedJpegCount" sharedJpegCount, "sharedOfaCount" sharedOfaCount, "gpuInstanceSliceCount" gpuInstanceSliceCount, "computeInstanceSliceCount" computeInstanceSliceCount, "memorySizeMB" memorySizeMB,}
        nvmlC2cModeInfo_v1_t {"isC2cEnabled" isC2cEnabled,}
        nvmlDeviceAddressingMode_v1_t {"version" version, "value" value,}
        nvmlDeviceAddressingMode_t {"version" version, "value" value,}
        nvmlRepairStatus_v1_t {"version" version, "bChannelRepairPending" bChannelRepairPending, "bTpcRepairPending" bTpcRepairPending,}
        nvmlRepairStatus_t {"version" version, "bChannelRepairPending" bChannelRepairPending, "bTpcRepairPending" bTpcRepairPending,}
        nvmlUnrepairableMemoryStatus_v1_t {"bUnrepairableMemory" bUnrepairableMemory,}
        nvmlRowRemapperHistogramValues_t {"max" max, "high" high, "partial" partial, "low" low, "none" none,}
        nvmlNvLinkUtilizationControl_t {"units" units, "pktfilter" pktfilter,}
        nvmlBridgeChipInfo_t {"type" type_, "fwVersion" fwVersion,}
        nvmlBridgeChipHierarchy_t {"bridgeCount" bridgeCount, "bridgeChipInfo" bridgeChipInfo,}
        nvmlValue_t {"dVal" dVal, "siVal" siVal, "uiVal" uiVal, "ulVal" ulVal, "ullVal" ullVal, "sllVal" sllVal, "usVal" usVal,}
        nvmlSample_t {"timeStamp" timeStamp, "sampleValue" sampleValue,}
        nvmlViolationTime_t {"referenceTime" referenceTime, "violationTime" violationTime,}
        nvmlGpuThermalSettings_t {"count" count, "sensor" sensor,}
        nvmlCoolerInfo_v1_t {"version" version, "index" index, "signalType" signalType, "target" target,}
        nvmlCoolerInfo_t {"version" version, "index" index, "signalType" signalType, "target" target,}
        nvmlUUIDValue_t {"str" str_, "bytes" bytes,}
        nvmlUUID_v1_t {"version" version, "type" type_, "value" value,}
        nvmlUUID_t {"version" version, "type" type_, "value" value,}
        nvmlPdi_v1_t {"version" version, "value" value,}
        nvmlPdi_t {"version" version, "value" value,}
        nvmlPmgrPwrTuple_t {"pwrmW" pwrmW,}
        nvmlRailMetrics_t {"freqkHz" freqkHz, "utilPct" utilPct,}
        nvmlCoreRailMetrics_t {"rails" rails,}
        nvmlPwrModelMetricsDlppm1xPerf_t {"perfms" perfms,}
        nvmlPwrModelMetricsDlppm1x_t {"bValid" bValid, "coreRail" coreRail, "fbRail" fbRail, "tgpPwrTuple" tgpPwrTuple, "perfMetrics" perfMetrics,}
        nvmlPwrModelMetricsDlppm1xDramclkEstimates_t {"estimatedMetrics" estimatedMetrics, "numEstimatedMetrics" numEstimatedMetrics,}
        nvmlObservedMetrics_t {"initialDramclkEst" initialDramclkEst, "bValid" bValid, "coreRail" coreRail, "fbRail" fbRail, "tgpPwrTuple" tgpPwrTuple, "perfMetrics" perfMetrics,}
        nvmlPerfMetricsDlppc2xSample_t {"observedMetrics" observedMetrics,}
        nvmlPwrModelMetricsSamplePfpp1x_t {"freqkHz" freqkHz, "estTgpPwrmW" estTgpPwrmW,}
        nvmlPwrModelOperatingPointPfpp1x_t {"freqkHz" freqkHz, "pwrmW" pwrmW,}
        nvmlPwrModelMetricsPfpp1x_t {"numVfPoints" numVfPoints, "estimatedMetrics" estimatedMetrics, "bValid" bValid, "maxPerfPerWattPoint" maxPerfPerWattPoint, "fmaxAtVmaxPoint" fmaxAtVmaxPoint, "tgpHeadroommW" tgpHeadroommW,}
        nvmlPerfMetricsPfpp1xSample_t {"estimatedMetrics" estimatedMetrics,}
        nvmlPerfMetricControllerSample_t {"controllerType" controllerType, "data" data, "data.dlppc2x" data.dlppc2x, "data.pfpp1x" data.pfpp1x,}
        nvmlPerfMetricsSample_t {"numControllerData" numControllerData, "controllerData" controllerData,}
        nvmlPerfMetricsSamples_v1_t {"numSamples" numSamples, "samples" samples,}
        nvmlBBXTimeData_v1_t {"timeRun" timeRun,}
        nvmlGpuUptime_v1_t {"uptime" uptime,}
        nvmlDramEncryptionInfo_v1_t {"version" version, "encryptionState" encryptionState,}
        nvmlDramEncryptionInfo_t {"version" version, "encryptionState" encryptionState,}
        nvmlMarginTemperature_v1_t {"version" version, "marginTemperature" marginTemperature,}
        nvmlMarginTemperature_t {"version" version, "marginTemperature" marginTemperature,}
        nvmlClkMonFaultInfo_t {"clkApiDomain" clkApiDomain, "clkDomainFaultMask" clkDomainFaultMask,}
        nvmlClkMonStatus_t {"bGlobalStatus" bGlobalStatus, "clkMonListSize" clkMonListSize, "clkMonList" clkMonList,}
        nvmlClockOffset_v1_t {"version" version, "type" type_, "pstate" pstate, "clockOffsetMHz" clockOffsetMHz, "minClockOffsetMHz" minClockOffsetMHz, "maxClockOffsetMHz" maxClockOffsetMHz,}
        nvmlClockOffset_t {"version" version, "type" type_, "pstate" pstate, "clockOffsetMHz" clockOffsetMHz, "minClockOffsetMHz" minClockOffsetMHz, "maxClockOffsetMHz" maxClockOffsetMHz,}
        nvmlFanSpeedInfo_v1_t {"version" version, "fan" fan, "speed" speed,}
        nvmlFanSpeedInfo_t {"version" version, "fan" fan, "speed" speed,}
        nvmlDevicePerfModes_v1_t {"version" version, "str" str_,}
        nvmlDevicePerfModes_t {"version" version, "str" str_,}
        nvmlDeviceCurrentClockFreqs_v1_t {"version" version, "str" str_,}
        nvmlDeviceCurrentClockFreqs_t {"version" version, "str" str_,}
        nvmlDevicePowerMizerModes_v1_t {"currentMode" currentMode, "mode" mode, "supportedPowerMizerModes" supportedPowerMizerModes,}
        nvmlProcessUtilizationSample_t {"pid" pid, "timeStamp" timeStamp, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil,}
        nvmlProcessUtilizationInfo_v1_t {"timeStamp" timeStamp, "pid" pid, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil, "jpgUtil" jpgUtil, "ofaUtil" ofaUtil,}
        nvmlProcessesUtilizationInfo_v1_t {"version" version, "processSamplesCount" processSamplesCount, "lastSeenTimeStamp" lastSeenTimeStamp, "procUtilArray" procUtilArray,}
        nvmlProcessesUtilizationInfo_t {"version" version, "processSamplesCount" processSamplesCount, "lastSeenTimeStamp" lastSeenTimeStamp, "procUtilArray" procUtilArray,}
        nvmlEccSramErrorStatus_v1_t {"version" version, "aggregateUncParity" aggregateUncParity, "aggregateUncSecDed" aggregateUncSecDed, "aggregateCor" aggregateCor, "volatileUncParity" volatileUncParity, "volatileUncSecDed" volatileUncSecDed, "volatileCor" volatileCor, "aggregateUncBucketL2" aggregateUncBucketL2, "aggregateUncBucketSm" aggregateUncBucketSm, "aggregateUncBucketPcie" aggregateUncBucketPcie, "aggregateUncBucketMcu" aggregateUncBucketMcu, "aggregateUncBucketOther" aggregateUncBucketOther, "bThresholdExceeded" bThresholdExceeded,}
        nvmlEccSramErrorStatus_t {"version" version, "aggregateUncParity" aggregateUncParity, "aggregateUncSecDed" aggregateUncSecDed, "aggregateCor" aggregateCor, "volatileUncParity" volatileUncParity, "volatileUncSecDed" volatileUncSecDed, "volatileCor" volatileCor, "aggregateUncBucketL2" aggregateUncBucketL2, "aggregateUncBucketSm" aggregateUncBucketSm, "aggregateUncBucketPcie" aggregateUncBucketPcie, "aggregateUncBucketMcu" aggregateUncBucketMcu, "aggregateUncBucketOther" aggregateUncBucketOther, "bThresholdExceeded" bThresholdExceeded,}
        nvmlPlatformInfo_v1_t {"version" version, "ibGuid" ibGuid, "rackGuid" rackGuid, "chassisPhysicalSlotNumber" chassisPhysicalSlotNumber, "computeSlotIndex" computeSlotIndex, "nodeIndex" nodeIndex, "peerType" peerType, "moduleId" moduleId,}
        nvmlPlatformInfo_v2_t {"version" version, "ibGuid" ibGuid, "chassisSerialNumber" chassisSerialNumber, "slotNumber" slotNumber, "trayIndex" trayIndex, "hostId" hostId, "peerType" peerType, "moduleId" moduleId,}
        nvmlPlatformInfo_t {"version" version, "ibGuid" ibGuid, "chassisSerialNumber" chassisSerialNumber, "slotNumber" slotNumber, "trayIndex" trayIndex, "hostId" hostId, "peerType" peerType, "moduleId" moduleId,}
        nvmlHostname_v1_t {"value" value,}
        nvmlEccSramUniqueUncorrectedErrorEntry_v1_t {"unit" unit, "location" location, "sublocation" sublocation, "extlocation" extlocation, "address" address, "isParity" isParity, "count" count,}
        nvmlEccSramUniqueUncorrectedErrorCounts_v1_t {"version" version, "entryCount" entryCount, "entries" entries,}
        nvmlEccSramUniqueUncorrectedErrorCounts_t {"version" version, "entryCount" entryCount, "entries" entries,}
        nvmlRemappedRowsInfo_v2_t {"corrActiveRemaps" corrActiveRemaps, "corrInactiveRemaps" corrInactiveRemaps, "uncActiveRemaps" uncActiveRemaps, "uncInactiveRemaps" uncInactiveRemaps, "bPending" bPending, "bFailureOccurred" bFailureOccurred,}
        nvmlRusdSettings_v1_t {"version" version, "pollMask" pollMask,}
        nvmlGpuDynamicPstatesInfo_t {"flags" flags, "utilization" utilization,}
        nvmlPowerValue_v2_t {"version" version, "powerScope" powerScope, "powerValueMw" powerValueMw,}
        nvmlAdaptiveTgpModeInfo_v1_t {"inBandEnableRequest" inBandEnableRequest, "featureAllowedByAdmin" featureAllowedByAdmin, "adminOverrideEnabled" adminOverrideEnabled, "enablementStatus" enablementStatus, "adjustedLimitMw" adjustedLimitMw,}
        nvmlVgpuHeterogeneousMode_v1_t {"version" version, "mode" mode,}
        nvmlVgpuHeterogeneousMode_t {"version" version, "mode" mode,}
        nvmlVgpuPlacementId_v1_t {"version" version, "placementId" placementId,}
        nvmlVgpuPlacementId_t {"version" version, "placementId" placementId,}
        nvmlVgpuPlacementList_v1_t {"version" version, "placementSize" placementSize, "count" count, "placementIds" placementIds,}
        nvmlVgpuPlacementList_v2_t {"version" version, "placementSize" placementSize, "count" count, "placementIds" placementIds, "mode" mode,}
        nvmlVgpuPlacementList_t {"version" version, "placementSize" placementSize, "count" count, "placementIds" placementIds, "mode" mode,}
        nvmlVgpuTypeBar1Info_v1_t {"version" version, "bar1Size" bar1Size,}
        nvmlVgpuTypeBar1Info_t {"version" version, "bar1Size" bar1Size,}
        nvmlVgpuInstanceUtilizationSample_t {"vgpuInstance" vgpuInstance, "timeStamp" timeStamp, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil,}
        nvmlVgpuInstanceUtilizationInfo_v1_t {"timeStamp" timeStamp, "vgpuInstance" vgpuInstance, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil, "jpgUtil" jpgUtil, "ofaUtil" ofaUtil,}
        nvmlVgpuInstancesUtilizationInfo_v1_t {"version" version, "sampleValType" sampleValType, "vgpuInstanceCount" vgpuInstanceCount, "lastSeenTimeStamp" lastSeenTimeStamp, "vgpuUtilArray" vgpuUtilArray,}
        nvmlVgpuInstancesUtilizationInfo_t {"version" version, "sampleValType" sampleValType, "vgpuInstanceCount" vgpuInstanceCount, "lastSeenTimeStamp" lastSeenTimeStamp, "vgpuUtilArray" vgpuUtilArray,}
        nvmlVgpuProcessUtilizationSample_t {"vgpuInstance" vgpuInstance, "pid" pid, "processName" processName, "timeStamp" timeStamp, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil,}
        nvmlVgpuProcessUtilizationInfo_v1_t {"processName" processName, "timeStamp" timeStamp, "vgpuInstance" vgpuInstance, "pid" pid, "smUtil" smUtil, "memUtil" memUtil, "encUtil" encUtil, "decUtil" decUtil, "jpgUtil" jpgUtil, "ofaUtil" ofaUtil,}
        nvmlVgpuProcessesUtilizationInfo_v1_t {"version" version, "vgpuProcessCount" vgpuProcessCount, "lastSeenTimeStamp" lastSeenTimeStamp, "vgpuProcUtilArray" vgpuProcUtilArray,}
        nvmlVgpuProcessesUtilizationInfo_t {"version" version, "vgpuProcessCount" vgpuProcessCount, "lastSeenTimeStamp" lastSeenTimeStamp, "vgpuProcUtilArray" vgpuProcUtilArray,}
        nvmlVgpuRuntimeState_v1_t {"version" version, "size" size,}
        nvmlVgpuRuntimeState_t {"version" version, "size" size,}
        nvmlVgpuSchedulerParams_t {"vgpuSchedDataWithARR" vgpuSchedDataWithARR, "vgpuSchedDataWithARR.avgFactor" vgpuSchedDataWithARR.avgFactor, "vgpuSchedDataWithARR.timeslice" vgpuSchedDataWithARR.timeslice, "vgpuSchedData" vgpuSchedData, "vgpuSchedData.timeslice" vgpuSchedData.timeslice,}
        nvmlVgpuSchedulerLogEntry_t {"timestamp" timestamp, "timeRunTotal" timeRunTotal, "timeRun" timeRun, "swRunlistId" swRunlistId, "targetTimeSlice" targetTimeSlice, "cumulativePreemptionTime" cumulativePreemptionTime,}
        nvmlVgpuSchedulerLog_t {"engineId" engineId, "schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams, "entriesCount" entriesCount, "logEntries" logEntries,}
        nvmlVgpuSchedulerGetState_t {"schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerSetParams_t {"vgpuSchedDataWithARR" vgpuSchedDataWithARR, "vgpuSchedDataWithARR.avgFactor" vgpuSchedDataWithARR.avgFactor, "vgpuSchedDataWithARR.frequency" vgpuSchedDataWithARR.frequency, "vgpuSchedData" vgpuSchedData, "vgpuSchedData.timeslice" vgpuSchedData.timeslice,}
        nvmlVgpuSchedulerSetState_t {"schedulerPolicy" schedulerPolicy, "enableARRMode" enableARRMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerCapabilities_t {"supportedSchedulers" supportedSchedulers, "maxTimeslice" maxTimeslice, "minTimeslice" minTimeslice, "isArrModeSupported" isArrModeSupported, "maxFrequencyForARR" maxFrequencyForARR, "minFrequencyForARR" minFrequencyForARR, "maxAvgFactorForARR" maxAvgFactorForARR, "minAvgFactorForARR" minAvgFactorForARR,}
        nvmlVgpuLicenseExpiry_t {"year" year, "month" month, "day" day, "hour" hour, "min" min, "sec" sec, "status" status,}
        nvmlVgpuLicenseInfo_t {"isLicensed" isLicensed, "licenseExpiry" licenseExpiry, "currentState" currentState,}
        nvmlGridLicenseExpiry_t {"year" year, "month" month, "day" day, "hour" hour, "min" min, "sec" sec, "status" status,}
        nvmlGridLicensableFeature_t {"featureCode" featureCode, "featureState" featureState, "licenseInfo" licenseInfo, "productName" productName, "featureEnabled" featureEnabled, "licenseExpiry" licenseExpiry,}
        nvmlGridLicensableFeatures_t {"isGridLicenseSupported" isGridLicenseSupported, "licensableFeaturesCount" licensableFeaturesCount, "gridLicensableFeatures" gridLicensableFeatures,}
        nvmlVgpuTypeIdInfo_v1_t {"version" version, "vgpuCount" vgpuCount, "vgpuTypeIds" vgpuTypeIds,}
        nvmlVgpuTypeIdInfo_t {"version" version, "vgpuCount" vgpuCount, "vgpuTypeIds" vgpuTypeIds,}
        nvmlVgpuTypeMaxInstance_v1_t {"version" version, "vgpuTypeId" vgpuTypeId, "maxInstancePerGI" maxInstancePerGI,}
        nvmlVgpuTypeMaxInstance_t {"version" version, "vgpuTypeId" vgpuTypeId, "maxInstancePerGI" maxInstancePerGI,}
        nvmlActiveVgpuInstanceInfo_v1_t {"version" version, "vgpuCount" vgpuCount, "vgpuInstances" vgpuInstances,}
        nvmlActiveVgpuInstanceInfo_t {"version" version, "vgpuCount" vgpuCount, "vgpuInstances" vgpuInstances,}
        nvmlVgpuSchedulerState_v1_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "enableARRMode" enableARRMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerState_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "enableARRMode" enableARRMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerStateInfo_v1_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerStateInfo_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams,}
        nvmlVgpuSchedulerLogInfo_v1_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams, "entriesCount" entriesCount, "logEntries" logEntries,}
        nvmlVgpuSchedulerLogInfo_t {"version" version, "engineId" engineId, "schedulerPolicy" schedulerPolicy, "arrMode" arrMode, "schedulerParams" schedulerParams, "entriesCount" entriesCount, "logEntries" logEntries,}
        nvmlVgpuCreatablePlacementInfo_v1_t {"version" version, "vgpuTypeId" vgpuTypeId, "count" count, "placementIds" placementIds, "placementSize" placementSize,}
        nvmlVgpuCreatablePlacementInfo_t {"version" version, "vgpuTypeId" vgpuTypeId, "count" count, "placementIds" placementIds, "placementSize" placementSize,}
        nvmlVgpuSchedulerStateInfo_v2_t {"engineId" engineId, "schedulerPolicy" schedulerPolicy, "avgFactor" avgFactor, "timeslice" timeslice,}
        nvmlVgpuSchedulerLogEntry_v2_t {"timestamp" timestamp, "timeRunTotal" timeRunTotal, "timeRun" timeRun, "swRunlistId" swRunlistId, "targetTimeSlice" targetTimeSlice, "cumulativePreemptionTime" cumulativePreemptionTime, "weight" weight,}
        nvmlVgpuSchedulerLogInfo_v2_t {"engineId" engineId, "schedulerPolicy" schedulerPolicy, "avgFactor" avgFactor, "timeslice" timeslice, "entriesCount" entriesCount, "logEntries" logEntries,}
        nvmlVgpuSchedulerState_v2_t {"engineId" engineId, "schedulerPolicy" schedulerPolicy, "avgFactor" avgFactor, "frequency" frequency,}
        nvmlNvLinkPowerThres_t {"lowPwrThreshold" lowPwrThreshold,}
        nvmlFieldValue_t {"fieldId" fieldId, "scopeId" scopeId, "timestamp" timestamp, "latencyUsec" latencyUsec, "valueType" valueType, "nvmlReturn" nvmlReturn, "value" value,}
        nvmlHwbcEntry_t {"hwbcId" hwbcId, "firmwareVersion" firmwareVersion,}
        nvmlLedState_t {"cause" cause, "color" color,}
        nvmlUnitInfo_t {"name" name, "id" id, "serial" serial, "firmwareVersion" firmwareVersion,}
        nvmlPSUInfo_t {"state" state, "current" current, "voltage" voltage, "power" power,}
        nvmlUnitFanInfo_t {"speed" speed, "state" state,}
        nvmlUnitFanSpeeds_t {"fans" fans, "count" count,}
        nvmlEventData_t {"device" device, "eventType" eventType, "eventData" eventData, "gpuInstanceId" gpuInstanceId, "computeInstanceId" computeInstanceId,}
        nvmlEventSetGetContextCount_v1_t {"count" count,}
        nvmlEventSetGetContextInfo_v1_t {"index" index, "nvmlGpuOperationalEventContextType" nvmlGpuOperationalEventContextType, "sourceEventContextType" sourceEventContextType, "dataSize" dataSize, "dataFormatVersion" dataFormatVersion,}
        nvmlEventSetGetContextData_v1_t {"data" data, "index" index, "dataSize" dataSize,}
        nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1_t {"index" index, "xidCode" xidCode,}
        nvmlSystemEventSetCreateRequest_v1_t {"version" version, "set" set,}
        nvmlSystemEventSetCreateRequest_t {"version" version, "set" set,}
        nvmlSystemEventSetFreeRequest_v1_t {"version" version, "set" set,}
        nvmlSystemEventSetFreeRequest_t {"version" version, "set" set,}
        nvmlSystemRegisterEventRequest_v1_t {"version" version, "eventTypes" eventTypes, "set" set,}
        nvmlSystemRegisterEventRequest_t {"version" version, "eventTypes" eventTypes, "set" set,}
        nvmlSystemEventData_v1_t {"eventType" eventType, "gpuId" gpuId,}
        nvmlSystemEventSetWaitRequest_v1_t {"version" version, "timeoutms" timeoutms, "set" set, "data" data, "dataSize" dataSize, "numEvent" numEvent,}
        nvmlSystemEventSetWaitRequest_t {"version" version, "timeoutms" timeoutms, "set" set, "data" data, "dataSize" dataSize, "numEvent" numEvent,}
        nvmlAccountingStats_t {"gpuUtilization" gpuUtilization, "memoryUtilization" memoryUtilization, "maxMemoryUsage" maxMemoryUsage, "time" time, "startTime" startTime, "isRunning" isRunning, "reserved" reserved,}
        nvmlAccountingStats_v2_t {"pid" pid, "isRunning" isRunning, "gpuUtilization" gpuUtilization, "memoryUtilization" memoryUtilization, "maxMemoryUsage" maxMemoryUsage, "sampleCount" sampleCount, "sumGpuUtil" sumGpuUtil, "sumFbUtil" sumFbUtil, "time" time, "startTime" startTime,}
        nvmlEncoderSessionInfo_t {"sessionId" sessionId, "pid" pid, "vgpuInstance" vgpuInstance, "codecType" codecType, "hResolution" hResolution, "vResolution" vResolution, "averageFps" averageFps, "averageLatency" averageLatency,}
        nvmlFBCStats_t {"sessionsCount" sessionsCount, "averageFPS" averageFPS, "averageLatency" averageLatency,}
        nvmlFBCSessionInfo_t {"sessionId" sessionId, "pid" pid, "vgpuInstance" vgpuInstance, "displayOrdinal" displayOrdinal, "sessionType" sessionType, "sessionFlags" sessionFlags, "hMaxResolution" hMaxResolution, "vMaxResolution" vMaxResolution, "hResolution" hResolution, "vResolution" vResolution, "averageFPS" averageFPS, "averageLatency" averageLatency,}
        nvmlConfComputeSystemCaps_t {"cpuCaps" cpuCaps, "gpusCaps" gpusCaps,}
        nvmlConfComputeSystemState_t {"environment" environment, "ccFeature" ccFeature, "devToolsMode" devToolsMode,}
        nvmlSystemConfComputeSettings_v1_t {"version" version, "environment" environment, "ccFeature" ccFeature, "devToolsMode" devToolsMode, "multiGpuMode" multiGpuMode,}
        nvmlSystemConfComputeSettings_t {"version" version, "environment" environment, "ccFeature" ccFeature, "devToolsMode" devToolsMode, "multiGpuMode" multiGpuMode,}
        nvmlSystemConfComputeSettings_v2_t {"version" version, "environment" environment, "ccFeature" ccFeature, "devToolsMode" devToolsMode, "multiGpuMode" multiGpuMode, "tdispState" tdispState,}
        nvmlConfComputeMemSizeInfo_t {"protectedMemSizeKib" protectedMemSizeKib, "unprotectedMemSizeKib" unprotectedMemSizeKib,}
        nvmlConfComputeGpuCertificate_t {"certChainSize" certChainSize, "attestationCertChainSize" attestationCertChainSize, "certChain" certChain, "attestationCertChain" attestationCertChain,}
        nvmlConfComputeGpuAttestationReport_t {"isCecAttestationReportPresent" isCecAttestationReportPresent, "attestationReportSize" attestationReportSize, "cecAttestationReportSize" cecAttestationReportSize, "nonce" nonce, "attestationReport" attestationReport, "cecAttestationReport" cecAttestationReport,}
        nvmlConfComputeSetKeyRotationThresholdInfo_v1_t {"version" version, "maxAttackerAdvantage" maxAttackerAdvantage,}
        nvmlConfComputeSetKeyRotationThresholdInfo_t {"version" version, "maxAttackerAdvantage" maxAttackerAdvantage,}
        nvmlConfComputeGetKeyRotationThresholdInfo_v1_t {"version" version, "attackerAdvantage" attackerAdvantage,}
        nvmlConfComputeGetKeyRotationThresholdInfo_t {"version" version, "attackerAdvantage" attackerAdvantage,}
        nvmlGpuFabricInfo_t {"clusterUuid" clusterUuid, "status" status, "cliqueId" cliqueId, "state" state,}
        nvmlGpuFabricInfo_v2_t {"version" version, "clusterUuid" clusterUuid, "status" status, "cliqueId" cliqueId, "state" state, "healthMask" healthMask,}
        nvmlGpuFabricInfo_v3_t {"version" version, "clusterUuid" clusterUuid, "status" status, "cliqueId" cliqueId, "state" state, "healthMask" healthMask, "healthSummary" healthSummary,}
        nvmlGpuFabricInfoV_t {"version" version, "clusterUuid" clusterUuid, "status" status, "cliqueId" cliqueId, "state" state, "healthMask" healthMask, "healthSummary" healthSummary,}
        nvmlGpuFabricClique_v1_t {"type" type_, "id" id,}
        nvmlGpuFabricInfo_v4_t {"clusterUuid" clusterUuid, "status" status, "cliques" cliques, "numCliques" numCliques, "state" state, "healthMask" healthMask, "healthSummary" healthSummary,}
        nvmlGpuOperationalEventConfig_v1_t {"uuid" uuid, "minLogLevel" minLogLevel, "minSeverity" minSeverity,}
        nvmlEventSetWait_v3_t {"timeoutMs" timeoutMs, "dataType" dataType, "uuid" uuid, "sourceModule" sourceModule, "eventType" eventType, "eventData" eventData, "groupCursor" groupCursor, "instanceId" instanceId, "timestampUsec" timestampUsec, "traceId" traceId, "gpuInstanceId" gpuInstanceId, "computeInstanceId" computeInstanceId, "severity" severity, "categoryId" categoryId, "moduleEventCode" moduleEventCode, "scope" scope, "originator" originator, "moduleInstance" moduleInstance, "chipletId" chipletId, "logLevel" logLevel, "attributes" attributes, "groupCperSize" groupCperSize, "groupAttributes" groupAttributes, "groupSize" groupSize, "groupIndex" groupIndex,}
        nvmlCPERCursor_v1_t {"cperTypeMask" cperTypeMask, "uuid" uuid, "handle" handle,}
        nvmlGetCPER_v1_t {"cursor" cursor, "buffer" buffer, "bufferSize" bufferSize,}
        nvmlSystemDriverBranchInfo_v1_t {"version" version, "branch" branch,}
        nvmlSystemDriverBranchInfo_t {"version" version, "branch" branch,}
        nvmlTemperature_v1_t {"version" version, "sensorType" sensorType, "temperature" temperature,}
        nvmlTemperature_t {"version" version, "sensorType" sensorType, "temperature" temperature,}
        nvmlNvlinkSupportedBwModes_v1_t {"version" version, "bwModes" bwModes, "totalBwModes" totalBwModes,}
        nvmlNvlinkSupportedBwModes_t {"version" version, "bwModes" bwModes, "totalBwModes" totalBwModes,}
        nvmlNvlinkGetBwMode_v1_t {"version" version, "bIsBest" bIsBest, "bwMode" bwMode,}
        nvmlNvlinkGetBwMode_t {"version" version, "bIsBest" bIsBest, "bwMode" bwMode,}
        nvmlNvlinkSetBwMode_v1_t {"version" version, "bSetBest" bSetBest, "bwMode" bwMode,}
        nvmlNvlinkSetBwMode_t {"version" version, "bSetBest" bSetBest, "bwMode" bwMode,}
        nvmlNvlinkSetBwModeAsync_v1_t {"bSetBest" bSetBest, "bwMode" bwMode, "asyncPollTimeoutMs" asyncPollTimeoutMs,}
        nvmlNvLinkInfo_v1_t {"version" version, "isNvleEnabled" isNvleEnabled,}
        nvmlNvlinkFirmwareVersion_t {"ucodeType" ucodeType, "major" major, "minor" minor, "subMinor" subMinor,}
        nvmlNvlinkFirmwareInfo_t {"firmwareVersion" firmwareVersion, "numValidEntries" numValidEntries,}
        nvmlNvLinkInfo_v2_t {"version" version, "isNvleEnabled" isNvleEnabled, "firmwareInfo" firmwareInfo,}
        nvmlNvLinkInfo_t {"version" version, "isNvleEnabled" isNvleEnabled, "firmwareInfo" firmwareInfo,}
        nvmlNvLinkInfo_v3_t {"isNvleEnabled" isNvleEnabled, "firmwareInfo" firmwareInfo, "isNvleReady" isNvleReady,}
        nvmlNvlinkTelemetrySample_v1_t {"linkId" linkId, "sampleType" sampleType, "sampleCount" sampleCount, "samples" samples, "nvmlReturn" nvmlReturn,}
        nvmlNvlinkTelemetrySamples_v1_t {"telemetryCount" telemetryCount, "telemetrySamples" telemetrySamples,}
        nvmlNvlinkGetRemapTableInfo_v1_t {"alid" alid, "flaRemapTabAddr" flaRemapTabAddr, "gpaRemapTabAddr" gpaRemapTabAddr, "remapTabSize" remapTabSize,}
        nvmlNvlinkSetNvleReady_v1_t {"bNvleReady" bNvleReady,}
        nvmlNvlinkLockRemapTable_v1_t {"bRemapTableLocked" bRemapTableLocked, "bRemapTableLockDisabled" bRemapTableLockDisabled,}
        nvmlNvlinkNvlePrivateInfo_v1_t {"data" data, "size" size,}
        nvmlNvlinkSetupNvleEncryptionKey_v1_t {"nvleKey" nvleKey, "localGpuAlid" localGpuAlid, "remoteGpuAlid" remoteGpuAlid, "localGpuNvlePrivateInfo" localGpuNvlePrivateInfo, "remoteGpuNvlePrivateInfo" remoteGpuNvlePrivateInfo,}
        nvmlVgpuVersion_t {"minVersion" minVersion, "maxVersion" maxVersion,}
        nvmlVgpuMetadata_t {"version" version, "revision" revision, "guestInfoState" guestInfoState, "guestDriverVersion" guestDriverVersion, "hostDriverVersion" hostDriverVersion, "reserved" reserved, "vgpuVirtualizationCaps" vgpuVirtualizationCaps, "guestVgpuVersion" guestVgpuVersion, "opaqueDataSize" opaqueDataSize, "opaqueData" opaqueData,}
        nvmlVgpuPgpuMetadata_t {"version" version, "revision" revision, "hostDriverVersion" hostDriverVersion, "pgpuVirtualizationCaps" pgpuVirtualizationCaps, "reserved" reserved, "hostSupportedVgpuRange" hostSupportedVgpuRange, "opaqueDataSize" opaqueDataSize, "opaqueData" opaqueData,}
        nvmlVgpuPgpuCompatibility_t {"vgpuVmCompatibility" vgpuVmCompatibility, "compatibilityLimitCode" compatibilityLimitCode,}
        nvmlExcludedDeviceInfo_t {"pciInfo" pciInfo, "uuid" uuid,}
        nvmlPRMTLV_v1_t {"dataSize" dataSize, "status" status, "inData" inData.inData, "outData" inData.outData,}
        nvmlPRMCounterInput_v1_t {"localPort" localPort,}
        nvmlPRMCounterValue_v1_t {"status" status, "outputType" outputType, "outputValue" outputValue,}
        nvmlPRMCounter_v1_t {"counterId" counterId, "inData" inData, "counterValue" counterValue,}
        nvmlPRMCounterList_v1_t {"numCounters" numCounters, "counters" counters,}
        nvmlGpuInstancePlacement_t {"start" start, "size" size,}
        nvmlGpuInstanceProfileInfo_t {"id" id, "isP2pSupported" isP2pSupported, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "copyEngineCount" copyEngineCount, "decoderCount" decoderCount, "encoderCount" encoderCount, "jpegCount" jpegCount, "ofaCount" ofaCount, "memorySizeMB" memorySizeMB,}
        nvmlGpuInstanceProfileInfo_v2_t {"version" version, "id" id, "isP2pSupported" isP2pSupported, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "copyEngineCount" copyEngineCount, "decoderCount" decoderCount, "encoderCount" encoderCount, "jpegCount" jpegCount, "ofaCount" ofaCount, "memorySizeMB" memorySizeMB, "name" name,}
        nvmlGpuInstanceProfileInfo_v3_t {"version" version, "id" id, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "copyEngineCount" copyEngineCount, "decoderCount" decoderCount, "encoderCount" encoderCount, "jpegCount" jpegCount, "ofaCount" ofaCount, "memorySizeMB" memorySizeMB, "name" name, "capabilities" capabilities,}
        nvmlGpuInstanceInfo_t {"device" device, "id" id, "profileId" profileId, "placement" placement,}
        nvmlComputeInstancePlacement_t {"start" start, "size" size,}
        nvmlComputeInstanceProfileInfo_t {"id" id, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "sharedCopyEngineCount" sharedCopyEngineCount, "sharedDecoderCount" sharedDecoderCount, "sharedEncoderCount" sharedEncoderCount, "sharedJpegCount" sharedJpegCount, "sharedOfaCount" sharedOfaCount,}
        nvmlComputeInstanceProfileInfo_v2_t {"version" version, "id" id, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "sharedCopyEngineCount" sharedCopyEngineCount, "sharedDecoderCount" sharedDecoderCount, "sharedEncoderCount" sharedEncoderCount, "sharedJpegCount" sharedJpegCount, "sharedOfaCount" sharedOfaCount, "name" name,}
        nvmlComputeInstanceProfileInfo_v3_t {"version" version, "id" id, "sliceCount" sliceCount, "instanceCount" instanceCount, "multiprocessorCount" multiprocessorCount, "sharedCopyEngineCount" sharedCopyEngineCount, "sharedDecoderCount" sharedDecoderCount, "sharedEncoderCount" sharedEncoderCount, "sharedJpegCount" sharedJpegCount, "sharedOfaCount" sharedOfaCount, "name" name, "capabilities" capabilities,}
        nvmlComputeInstanceInfo_t {"device" device, "gpuInstance" gpuInstance, "id" id, "profileId" profileId, "placement" placement,}
        nvmlGpmMetric_t {"metricId" metricId, "nvmlReturn" nvmlReturn, "value" value, "metricInfo" metricInfo, "metricInfo.shortName" metricInfo.shortName, "metricInfo.longName" metricInfo.longName, "metricInfo.unit" metricInfo.unit,}
        nvmlGpmMetricsGet_t {"version" version, "numMetrics" numMetrics, "sample1" sample1, "sample2" sample2, "metrics" metrics,}
        nvmlGpmSupport_t {"version" version, "isSupportedDevice" isSupportedDevice,}
        nvmlDeviceCapabilities_v1_t {"version" version, "capMask" capMask,}
        nvmlDeviceCapabilities_t {"version" version, "capMask" capMask,}
        nvmlMask255_t {"mask" mask,}
        nvmlWorkloadPowerProfileInfo_v1_t {"version" version, "profileId" profileId, "priority" priority, "conflictingMask" conflictingMask,}
        nvmlWorkloadPowerProfileInfo_t {"version" version, "profileId" profileId, "priority" priority, "conflictingMask" conflictingMask,}
        nvmlWorkloadPowerProfileProfilesInfo_v1_t {"version" version, "perfProfilesMask" perfProfilesMask, "perfProfile" perfProfile,}
        nvmlWorkloadPowerProfileProfilesInfo_t {"version" version, "perfProfilesMask" perfProfilesMask, "perfProfile" perfProfile,}
        nvmlWorkloadPowerProfileCurrentProfiles_v1_t {"version" version, "perfProfilesMask" perfProfilesMask, "requestedProfilesMask" requestedProfilesMask, "enforcedProfilesMask" enforcedProfilesMask,}
        nvmlWorkloadPowerProfileCurrentProfiles_t {"version" version, "perfProfilesMask" perfProfilesMask, "requestedProfilesMask" requestedProfilesMask, "enforcedProfilesMask" enforcedProfilesMask,}
        nvmlWorkloadPowerProfileRequestedProfiles_v1_t {"version" version, "requestedProfilesMask" requestedProfilesMask,}
        nvmlWorkloadPowerProfileRequestedProfiles_t {"version" version, "requestedProfilesMask" requestedProfilesMask,}
        nvmlWorkloadPowerProfileUpdateProfiles_v1_t {"operation" operation, "updateProfilesMask" updateProfilesMask,}
        nvmlPowerSmoothingProfile_v1_t {"version" version, "profileId" profileId, "paramId" paramId, "value" value,}
        nvmlPowerSmoothingProfile_t {"version" version, "profileId" profileId, "paramId" paramId, "value" value,}
        nvmlPowerSmoothingState_v1_t {"version" version, "state" state,}
        nvmlPowerSmoothingState_t {"version" version, "state" state,}
        nvmlEccBankRemapperHistogram_v1_t {"maxSpareGroupCount" maxSpareGroupCount, "noSpareGroupCount" noSpareGroupCount,}
        nvmlEccBankRemapperStatus_v1_t {"activeRemappings" activeRemappings, "inactiveRemappings" inactiveRemappings, "bPending" bPending, "histogram" histogram,}
    }
    enumerators {
        nvmlProcessMode_t {}
        nvmlDeviceAddressingModeType_t {}
        nvmlBridgeChipType_t {}
        nvmlNvLinkUtilizationCountUnits_t {}
        nvmlNvLinkUtilizationCountPktTypes_t {}
        nvmlNvLinkCapability_t {}
        nvmlNvLinkErrorCounter_t {}
        nvmlIntNvLinkDeviceType_t {}
        nvmlGpuTopologyLevel_t {}
        nvmlGpuP2PStatus_t {}
        nvmlGpuP2PCapsIndex_t {}
        nvmlSamplingType_t {}
        nvmlPcieUtilCounter_t {}
        nvmlValueType_t {}
        nvmlPerfPolicyType_t {}
        nvmlThermalTarget_t {}
        nvmlThermalController_t {}
        nvmlCoolerControl_t {}
        nvmlCoolerTarget_t {}
        nvmlUUIDType_t {}
        nvmlEnableState_t {}
        nvmlBrandType_t {}
        nvmlTemperatureThresholds_t {}
        nvmlTemperatureSensors_t {}
        nvmlComputeMode_t {}
        nvmlMemoryErrorType_t {}
        nvmlEccCounterType_t {}
        nvmlClockType_t {}
        nvmlClockId_t {}
        nvmlDriverModel_t {}
        nvmlPstates_t {}
        nvmlGpuOperationMode_t {}
        nvmlInforomObject_t {}
        nvmlReturn_t {}
        nvmlMemoryLocation_t {}
        nvmlPageRetirementCause_t {}
        nvmlRestrictedAPI_t {}
        nvmlGpuUtilizationDomainId_t {}
        nvmlGpuVirtualizationMode_t {}
        nvmlHostVgpuMode_t {}
        nvmlVgpuVmIdType_t {}
        nvmlVgpuGuestInfoState_t {}
        nvmlGridLicenseFeatureCode_t {}
        nvmlVgpuCapability_t {}
        nvmlVgpuDriverCapability_t {}
        nvmlDeviceVgpuCapability_t {}
        nvmlDeviceGpuRecoveryAction_t {}
        nvmlFanState_t {}
        nvmlLedColor_t {}
        nvmlGpuOperationalEventLogLevel_t {}
        nvmlOperationalEventSeverity_t {}
        nvmlEventDataType_t {}
        nvmlGpuOperationalEventContextType_t {}
        nvmlEncoderType_t {}
        nvmlFBCSessionType_t {}
        nvmlDetachGpuState_t {}
        nvmlPcieLinkState_t {}
        nvmlCPERType_t {}
        nvmlClockLimitId_t {}
        nvmlNvlinkVersion_t {}
        nvmlNvlinkTelemetrySampleType_t {}
        nvmlVgpuVmCompatibility_t {}
        nvmlVgpuPgpuCompatibilityLimitCode_t {}
        nvmlPRMCounterId_t {}
        nvmlGpmMetricId_t {}
        nvmlPowerProfileType_t {}
        nvmlPowerProfileOperation_t {}
    }
}
