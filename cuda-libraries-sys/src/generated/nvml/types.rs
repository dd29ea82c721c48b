// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/deploy/nvml-api/index.html"
    nvmlDevice_t = *mut nvmlDevice_st; nvmlGpuInstance_t = *mut nvmlGpuInstance_st;
    nvmlPciInfoExt_t = nvmlPciInfoExt_v1_t; nvmlProcessInfo_t = nvmlProcessInfo_v2_t;
    nvmlProcessDetailList_t = nvmlProcessDetailList_v1_t; nvmlDeviceAddressingMode_t = nvmlDeviceAddressingMode_v1_t;
    nvmlRepairStatus_t = nvmlRepairStatus_v1_t; nvmlCoolerInfo_t = nvmlCoolerInfo_v1_t; nvmlUUID_t = nvmlUUID_v1_t;
    nvmlPdi_t = nvmlPdi_v1_t; nvmlDramEncryptionInfo_t = nvmlDramEncryptionInfo_v1_t;
    nvmlMarginTemperature_t = nvmlMarginTemperature_v1_t; nvmlClockOffset_t = nvmlClockOffset_v1_t;
    nvmlFanSpeedInfo_t = nvmlFanSpeedInfo_v1_t; nvmlDevicePerfModes_t = nvmlDevicePerfModes_v1_t;
    nvmlDeviceCurrentClockFreqs_t = nvmlDeviceCurrentClockFreqs_v1_t;
    nvmlProcessesUtilizationInfo_t = nvmlProcessesUtilizationInfo_v1_t;
    nvmlEccSramErrorStatus_t = nvmlEccSramErrorStatus_v1_t; nvmlPlatformInfo_t = nvmlPlatformInfo_v2_t;
    nvmlEccSramUniqueUncorrectedErrorCounts_t = nvmlEccSramUniqueUncorrectedErrorCounts_v1_t;
    nvmlDeviceArchitecture_t = c_uint; nvmlBusType_t = c_uint; nvmlFanControlPolicy_t = c_uint;
    nvmlPowerSource_t = c_uint; nvmlPowerScopeType_t = c_uchar; nvmlVgpuTypeId_t = c_uint; nvmlVgpuInstance_t = c_uint;
    nvmlVgpuHeterogeneousMode_t = nvmlVgpuHeterogeneousMode_v1_t; nvmlVgpuPlacementId_t = nvmlVgpuPlacementId_v1_t;
    nvmlVgpuPlacementList_t = nvmlVgpuPlacementList_v2_t; nvmlVgpuTypeBar1Info_t = nvmlVgpuTypeBar1Info_v1_t;
    nvmlVgpuInstancesUtilizationInfo_t = nvmlVgpuInstancesUtilizationInfo_v1_t;
    nvmlVgpuProcessesUtilizationInfo_t = nvmlVgpuProcessesUtilizationInfo_v1_t;
    nvmlVgpuRuntimeState_t = nvmlVgpuRuntimeState_v1_t; nvmlVgpuTypeIdInfo_t = nvmlVgpuTypeIdInfo_v1_t;
    nvmlVgpuTypeMaxInstance_t = nvmlVgpuTypeMaxInstance_v1_t;
    nvmlActiveVgpuInstanceInfo_t = nvmlActiveVgpuInstanceInfo_v1_t;
    nvmlVgpuSchedulerState_t = nvmlVgpuSchedulerState_v1_t;
    nvmlVgpuSchedulerStateInfo_t = nvmlVgpuSchedulerStateInfo_v1_t;
    nvmlVgpuSchedulerLogInfo_t = nvmlVgpuSchedulerLogInfo_v1_t;
    nvmlVgpuCreatablePlacementInfo_t = nvmlVgpuCreatablePlacementInfo_v1_t; nvmlUnit_t = *mut nvmlUnit_st;
    nvmlEventSet_t = *mut nvmlEventSet_st; nvmlSystemEventSet_t = *mut nvmlSystemEventSet_st;
    nvmlSystemEventSetCreateRequest_t = nvmlSystemEventSetCreateRequest_v1_t;
    nvmlSystemEventSetFreeRequest_t = nvmlSystemEventSetFreeRequest_v1_t;
    nvmlSystemRegisterEventRequest_t = nvmlSystemRegisterEventRequest_v1_t;
    nvmlSystemEventSetWaitRequest_t = nvmlSystemEventSetWaitRequest_v1_t;
    nvmlSystemConfComputeSettings_t = nvmlSystemConfComputeSettings_v1_t;
    nvmlConfComputeSetKeyRotationThresholdInfo_t = nvmlConfComputeSetKeyRotationThresholdInfo_v1_t;
    nvmlConfComputeGetKeyRotationThresholdInfo_t = nvmlConfComputeGetKeyRotationThresholdInfo_v1_t;
    nvmlGpuFabricState_t = c_uchar; nvmlGpuFabricInfoV_t = nvmlGpuFabricInfo_v3_t;
    nvmlCPERCursorHandle_t = c_ulonglong; nvmlSystemDriverBranchInfo_t = nvmlSystemDriverBranchInfo_v1_t;
    nvmlAffinityScope_t = c_uint; nvmlTemperature_t = nvmlTemperature_v1_t;
    nvmlNvlinkSupportedBwModes_t = nvmlNvlinkSupportedBwModes_v1_t; nvmlNvlinkGetBwMode_t = nvmlNvlinkGetBwMode_v1_t;
    nvmlNvlinkSetBwMode_t = nvmlNvlinkSetBwMode_v1_t; nvmlNvLinkInfo_t = nvmlNvLinkInfo_v2_t;
    nvmlComputeInstance_t = *mut nvmlComputeInstance_st; nvmlGpmSample_t = *mut nvmlGpmSample_st;
    nvmlDeviceCapabilities_t = nvmlDeviceCapabilities_v1_t;
    nvmlWorkloadPowerProfileInfo_t = nvmlWorkloadPowerProfileInfo_v1_t;
    nvmlWorkloadPowerProfileProfilesInfo_t = nvmlWorkloadPowerProfileProfilesInfo_v1_t;
    nvmlWorkloadPowerProfileCurrentProfiles_t = nvmlWorkloadPowerProfileCurrentProfiles_v1_t;
    nvmlWorkloadPowerProfileRequestedProfiles_t = nvmlWorkloadPowerProfileRequestedProfiles_v1_t;
    nvmlPowerSmoothingProfile_t = nvmlPowerSmoothingProfile_v1_t;
    nvmlPowerSmoothingState_t = nvmlPowerSmoothingState_v1_t;
}

structs! {
    "https://docs.nvidia.com/deploy/nvml-api/index.html"
    #[derive(Debug)] pub struct nvmlPciInfoExt_v1_t {
        pub version: c_uint, pub domain: c_uint, pub bus: c_uint, pub device: c_uint, pub pciDeviceId: c_uint,
        pub pciSubSystemId: c_uint, pub baseClass: c_uint, pub subClass: c_uint, pub busId: [c_char; 32usize],
    }
    #[derive(Debug)] pub struct nvmlPciInfo_t {
        pub busIdLegacy: [c_char; 16usize], pub domain: c_uint, pub bus: c_uint, pub device: c_uint,
        pub pciDeviceId: c_uint, pub pciSubSystemId: c_uint, pub busId: [c_char; 32usize],
    }
    #[derive(Debug)] pub struct nvmlEccErrorCounts_t {
        pub l1Cache: c_ulonglong, pub l2Cache: c_ulonglong, pub deviceMemory: c_ulonglong,
        pub registerFile: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlUtilization_t { pub gpu: c_uint, pub memory: c_uint }
    #[derive(Debug)] pub struct nvmlMemory_t { pub total: c_ulonglong, pub free: c_ulonglong, pub used: c_ulonglong }
    #[derive(Debug)] pub struct nvmlMemory_v2_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub total: c_ulonglong,
        pub reserved: c_ulonglong, pub free: c_ulonglong, pub used: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlSetMemoryLimits_v1_t {
        pub nameSpace: *const c_char, pub softLimit: c_ulonglong, pub hardLimit: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlGetMemoryLimits_v1_t {
        pub nameSpace: *const c_char, pub softLimit: c_ulonglong, pub hardLimit: c_ulonglong,
        pub currentUsed: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlBAR1Memory_t {
        pub bar1Total: c_ulonglong, pub bar1Free: c_ulonglong, pub bar1Used: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlProcessInfo_v1_t {
        pub pid: c_uint, #[doc(hidden)] pub _padding_after_pid: [u8; 4usize], pub usedGpuMemory: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlProcessInfo_v2_t {
        pub pid: c_uint, #[doc(hidden)] pub _padding_after_pid: [u8; 4usize], pub usedGpuMemory: c_ulonglong,
        pub gpuInstanceId: c_uint, pub computeInstanceId: c_uint,
    }
    #[derive(Debug)] pub struct nvmlProcessDetail_v1_t {
        pub pid: c_uint, #[doc(hidden)] pub _padding_after_pid: [u8; 4usize], pub usedGpuMemory: c_ulonglong,
        pub gpuInstanceId: c_uint, pub computeInstanceId: c_uint, pub usedGpuCcProtectedMemory: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlProcessDetailList_v1_t {
        pub version: c_uint, pub mode: c_uint, pub numProcArrayEntries: c_uint,
        #[doc(hidden)] pub _padding_after_numProcArrayEntries: [u8; 4usize],
        pub procArray: *mut nvmlProcessDetail_v1_t,
    }
    #[derive(Debug)] pub struct nvmlDeviceAttributes_t {
        pub multiprocessorCount: c_uint, pub sharedCopyEngineCount: c_uint, pub sharedDecoderCount: c_uint,
        pub sharedEncoderCount: c_uint, pub sharedJpegCount: c_uint, pub sharedOfaCount: c_uint,
        pub gpuInstanceSliceCount: c_uint, pub computeInstanceSliceCount: c_uint, pub memorySizeMB: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlC2cModeInfo_v1_t { pub isC2cEnabled: c_uint }
    #[derive(Debug)] pub struct nvmlDeviceAddressingMode_v1_t { pub version: c_uint, pub value: c_uint }
    #[derive(Debug)] pub struct nvmlRepairStatus_v1_t {
        pub version: c_uint, pub bChannelRepairPending: c_uint, pub bTpcRepairPending: c_uint,
    }
    #[derive(Debug)] pub struct nvmlUnrepairableMemoryStatus_v1_t { pub bUnrepairableMemory: c_uint }
    #[derive(Debug)] pub struct nvmlRowRemapperHistogramValues_t {
        pub max: c_uint, pub high: c_uint, pub partial: c_uint, pub low: c_uint, pub none: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvLinkUtilizationControl_t {
        pub units: nvmlNvLinkUtilizationCountUnits_t, pub pktfilter: nvmlNvLinkUtilizationCountPktTypes_t,
    }
    #[derive(Debug)] pub struct nvmlBridgeChipInfo_t { pub type_: nvmlBridgeChipType_t, pub fwVersion: c_uint }
    #[derive(Debug)] pub struct nvmlBridgeChipHierarchy_t {
        pub bridgeCount: c_uchar, #[doc(hidden)] pub _padding_after_bridgeCount: [u8; 3usize],
        pub bridgeChipInfo: [nvmlBridgeChipInfo_t; 128usize],
    }
    pub union nvmlValue_t {
        pub dVal: f64, pub siVal: c_int, pub uiVal: c_uint, pub ulVal: c_ulong, pub ullVal: c_ulonglong,
        pub sllVal: c_longlong, pub usVal: c_ushort,
    }
    pub struct nvmlSample_t { pub timeStamp: c_ulonglong, pub sampleValue: nvmlValue_t }
    #[derive(Debug)] pub struct nvmlViolationTime_t { pub referenceTime: c_ulonglong, pub violationTime: c_ulonglong }
    #[derive(Debug)] pub struct nvmlGpuThermalSettings_t {
        pub count: c_uint, pub sensor: [nvmlGpuThermalSettings_t_sensor; 3usize],
    }
    #[derive(Debug)] pub struct nvmlGpuThermalSettings_t_sensor {
        pub controller: nvmlThermalController_t, pub defaultMinTemp: c_int, pub defaultMaxTemp: c_int,
        pub currentTemp: c_int, pub target: nvmlThermalTarget_t,
    }
    #[derive(Debug)] pub struct nvmlCoolerInfo_v1_t {
        pub version: c_uint, pub index: c_uint, pub signalType: nvmlCoolerControl_t, pub target: nvmlCoolerTarget_t,
    }
    pub union nvmlUUIDValue_t { pub str_: [c_char; 41usize], pub bytes: [c_uchar; 16usize] }
    pub struct nvmlUUID_v1_t {
        pub version: c_uint, pub type_: c_uint, pub value: nvmlUUIDValue_t,
        #[doc(hidden)] pub _padding_after_value: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlPdi_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub value: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlPmgrPwrTuple_t { pub pwrmW: c_uint }
    #[derive(Debug)] pub struct nvmlRailMetrics_t {
        pub freqkHz: c_uint, #[doc(hidden)] pub _padding_after_freqkHz: [u8; 4usize], pub utilPct: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlCoreRailMetrics_t { pub rails: [nvmlRailMetrics_t; 2usize] }
    #[derive(Debug)] pub struct nvmlPwrModelMetricsDlppm1xPerf_t { pub perfms: c_uint }
    #[derive(Debug)] pub struct nvmlPwrModelMetricsDlppm1x_t {
        pub bValid: c_uchar, #[doc(hidden)] pub _padding_after_bValid: [u8; 7usize],
        pub coreRail: nvmlCoreRailMetrics_t, pub fbRail: nvmlRailMetrics_t, pub tgpPwrTuple: nvmlPmgrPwrTuple_t,
        pub perfMetrics: nvmlPwrModelMetricsDlppm1xPerf_t,
    }
    #[derive(Debug)] pub struct nvmlPwrModelMetricsDlppm1xDramclkEstimates_t {
        pub estimatedMetrics: [nvmlPwrModelMetricsDlppm1x_t; 8usize], pub numEstimatedMetrics: c_uchar,
        #[doc(hidden)] pub _padding_after_numEstimatedMetrics: [u8; 7usize],
    }
    #[derive(Debug)] pub struct nvmlObservedMetrics_t {
        pub initialDramclkEst: [nvmlPwrModelMetricsDlppm1xDramclkEstimates_t; 3usize], pub bValid: c_uchar,
        #[doc(hidden)] pub _padding_after_bValid: [u8; 7usize], pub coreRail: nvmlCoreRailMetrics_t,
        pub fbRail: nvmlRailMetrics_t, pub tgpPwrTuple: nvmlPmgrPwrTuple_t,
        pub perfMetrics: nvmlPwrModelMetricsDlppm1xPerf_t,
    }
    #[derive(Debug)] pub struct nvmlPerfMetricsDlppc2xSample_t { pub observedMetrics: nvmlObservedMetrics_t }
    #[derive(Debug)] pub struct nvmlPwrModelMetricsSamplePfpp1x_t {
        pub freqkHz: [c_uint; 16usize], pub estTgpPwrmW: c_uint,
    }
    #[derive(Debug)] pub struct nvmlPwrModelOperatingPointPfpp1x_t { pub freqkHz: c_uint, pub pwrmW: c_uint }
    #[derive(Debug)] pub struct nvmlPwrModelMetricsPfpp1x_t {
        pub numVfPoints: c_uchar, #[doc(hidden)] pub _padding_after_numVfPoints: [u8; 3usize],
        pub estimatedMetrics: [nvmlPwrModelMetricsSamplePfpp1x_t; 32usize], pub bValid: c_uchar,
        #[doc(hidden)] pub _padding_after_bValid: [u8; 3usize],
        pub maxPerfPerWattPoint: nvmlPwrModelOperatingPointPfpp1x_t,
        pub fmaxAtVmaxPoint: nvmlPwrModelOperatingPointPfpp1x_t, pub tgpHeadroommW: c_uint,
    }
    #[derive(Debug)] pub struct nvmlPerfMetricsPfpp1xSample_t { pub estimatedMetrics: nvmlPwrModelMetricsPfpp1x_t }
    pub struct nvmlPerfMetricControllerSample_t {
        pub controllerType: c_uint, #[doc(hidden)] pub _padding_after_controllerType: [u8; 4usize],
        pub data: nvmlPerfMetricControllerSample_t_data,
    }
    pub union nvmlPerfMetricControllerSample_t_data {
        pub dlppc2x: nvmlPerfMetricsDlppc2xSample_t, pub pfpp1x: nvmlPerfMetricsPfpp1xSample_t,
    }
    pub struct nvmlPerfMetricsSample_t {
        pub numControllerData: c_uchar, #[doc(hidden)] pub _padding_after_numControllerData: [u8; 7usize],
        pub controllerData: [nvmlPerfMetricControllerSample_t; 4usize],
    }
    pub struct nvmlPerfMetricsSamples_v1_t {
        pub numSamples: c_uint, #[doc(hidden)] pub _padding_after_numSamples: [u8; 4usize],
        pub samples: [nvmlPerfMetricsSample_t; 13usize],
    }
    #[derive(Debug)] pub struct nvmlBBXTimeData_v1_t { pub timeRun: c_uint }
    #[derive(Debug)] pub struct nvmlGpuUptime_v1_t { pub uptime: c_uint }
    #[derive(Debug)] pub struct nvmlDramEncryptionInfo_v1_t {
        pub version: c_uint, pub encryptionState: nvmlEnableState_t,
    }
    #[derive(Debug)] pub struct nvmlMarginTemperature_v1_t { pub version: c_uint, pub marginTemperature: c_int }
    #[derive(Debug)] pub struct nvmlClkMonFaultInfo_t { pub clkApiDomain: c_uint, pub clkDomainFaultMask: c_uint }
    #[derive(Debug)] pub struct nvmlClkMonStatus_t {
        pub bGlobalStatus: c_uint, pub clkMonListSize: c_uint, pub clkMonList: [nvmlClkMonFaultInfo_t; 32usize],
    }
    #[derive(Debug)] pub struct nvmlClockOffset_v1_t {
        pub version: c_uint, pub type_: nvmlClockType_t, pub pstate: nvmlPstates_t, pub clockOffsetMHz: c_int,
        pub minClockOffsetMHz: c_int, pub maxClockOffsetMHz: c_int,
    }
    #[derive(Debug)] pub struct nvmlFanSpeedInfo_v1_t { pub version: c_uint, pub fan: c_uint, pub speed: c_uint }
    #[derive(Debug)] pub struct nvmlDevicePerfModes_v1_t { pub version: c_uint, pub str_: [c_char; 2048usize] }
    #[derive(Debug)] pub struct nvmlDeviceCurrentClockFreqs_v1_t { pub version: c_uint, pub str_: [c_char; 2048usize] }
    #[derive(Debug)] pub struct nvmlDevicePowerMizerModes_v1_t {
        pub currentMode: c_uint, pub mode: c_uint, pub supportedPowerMizerModes: c_uint,
    }
    #[derive(Debug)] pub struct nvmlProcessUtilizationSample_t {
        pub pid: c_uint, #[doc(hidden)] pub _padding_after_pid: [u8; 4usize], pub timeStamp: c_ulonglong,
        pub smUtil: c_uint, pub memUtil: c_uint, pub encUtil: c_uint, pub decUtil: c_uint,
    }
    #[derive(Debug)] pub struct nvmlProcessUtilizationInfo_v1_t {
        pub timeStamp: c_ulonglong, pub pid: c_uint, pub smUtil: c_uint, pub memUtil: c_uint, pub encUtil: c_uint,
        pub decUtil: c_uint, pub jpgUtil: c_uint, pub ofaUtil: c_uint,
        #[doc(hidden)] pub _padding_after_ofaUtil: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlProcessesUtilizationInfo_v1_t {
        pub version: c_uint, pub processSamplesCount: c_uint, pub lastSeenTimeStamp: c_ulonglong,
        pub procUtilArray: *mut nvmlProcessUtilizationInfo_v1_t,
    }
    #[derive(Debug)] pub struct nvmlEccSramErrorStatus_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub aggregateUncParity: c_ulonglong, pub aggregateUncSecDed: c_ulonglong, pub aggregateCor: c_ulonglong,
        pub volatileUncParity: c_ulonglong, pub volatileUncSecDed: c_ulonglong, pub volatileCor: c_ulonglong,
        pub aggregateUncBucketL2: c_ulonglong, pub aggregateUncBucketSm: c_ulonglong,
        pub aggregateUncBucketPcie: c_ulonglong, pub aggregateUncBucketMcu: c_ulonglong,
        pub aggregateUncBucketOther: c_ulonglong, pub bThresholdExceeded: c_uint,
        #[doc(hidden)] pub _padding_after_bThresholdExceeded: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlPlatformInfo_v1_t {
        pub version: c_uint, pub ibGuid: [c_uchar; 16usize], pub rackGuid: [c_uchar; 16usize],
        pub chassisPhysicalSlotNumber: c_uchar, pub computeSlotIndex: c_uchar, pub nodeIndex: c_uchar,
        pub peerType: c_uchar, pub moduleId: c_uchar, #[doc(hidden)] pub _padding_after_moduleId: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlPlatformInfo_v2_t {
        pub version: c_uint, pub ibGuid: [c_uchar; 16usize], pub chassisSerialNumber: [c_uchar; 16usize],
        pub slotNumber: c_uchar, pub trayIndex: c_uchar, pub hostId: c_uchar, pub peerType: c_uchar,
        pub moduleId: c_uchar, #[doc(hidden)] pub _padding_after_moduleId: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlHostname_v1_t { pub value: [c_char; 64usize] }
    #[derive(Debug)] pub struct nvmlEccSramUniqueUncorrectedErrorEntry_v1_t {
        pub unit: c_uint, pub location: c_uint, pub sublocation: c_uint, pub extlocation: c_uint, pub address: c_uint,
        pub isParity: c_uint, pub count: c_uint,
    }
    #[derive(Debug)] pub struct nvmlEccSramUniqueUncorrectedErrorCounts_v1_t {
        pub version: c_uint, pub entryCount: c_uint, pub entries: *mut nvmlEccSramUniqueUncorrectedErrorEntry_v1_t,
    }
    #[derive(Debug)] pub struct nvmlRemappedRowsInfo_v2_t {
        pub corrActiveRemaps: c_uint, pub corrInactiveRemaps: c_uint, pub uncActiveRemaps: c_uint,
        pub uncInactiveRemaps: c_uint, pub bPending: c_uint, pub bFailureOccurred: c_uint,
    }
    #[derive(Debug)] pub struct nvmlRusdSettings_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub pollMask: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlGpuDynamicPstatesInfo_t {
        pub flags: c_uint, pub utilization: [nvmlGpuDynamicPstatesInfo_t_utilization; 8usize],
    }
    #[derive(Debug)] pub struct nvmlGpuDynamicPstatesInfo_t_utilization {
        pub bIsPresent: c_uint, pub percentage: c_uint, pub incThreshold: c_uint, pub decThreshold: c_uint,
    }
    #[derive(Debug)] pub struct nvmlPowerValue_v2_t {
        pub version: c_uint, pub powerScope: nvmlPowerScopeType_t,
        #[doc(hidden)] pub _padding_after_powerScope: [u8; 3usize], pub powerValueMw: c_uint,
    }
    #[derive(Debug)] pub struct nvmlAdaptiveTgpModeInfo_v1_t {
        pub inBandEnableRequest: nvmlEnableState_t, pub featureAllowedByAdmin: nvmlEnableState_t,
        pub adminOverrideEnabled: nvmlEnableState_t, pub enablementStatus: nvmlEnableState_t,
        pub adjustedLimitMw: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuHeterogeneousMode_v1_t { pub version: c_uint, pub mode: c_uint }
    #[derive(Debug)] pub struct nvmlVgpuPlacementId_v1_t { pub version: c_uint, pub placementId: c_uint }
    #[derive(Debug)] pub struct nvmlVgpuPlacementList_v1_t {
        pub version: c_uint, pub placementSize: c_uint, pub count: c_uint,
        #[doc(hidden)] pub _padding_after_count: [u8; 4usize], pub placementIds: *mut c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuPlacementList_v2_t {
        pub version: c_uint, pub placementSize: c_uint, pub count: c_uint,
        #[doc(hidden)] pub _padding_after_count: [u8; 4usize], pub placementIds: *mut c_uint, pub mode: c_uint,
        #[doc(hidden)] pub _padding_after_mode: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuTypeBar1Info_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub bar1Size: c_ulonglong,
    }
    pub struct nvmlVgpuInstanceUtilizationSample_t {
        pub vgpuInstance: nvmlVgpuInstance_t, #[doc(hidden)] pub _padding_after_vgpuInstance: [u8; 4usize],
        pub timeStamp: c_ulonglong, pub smUtil: nvmlValue_t, pub memUtil: nvmlValue_t, pub encUtil: nvmlValue_t,
        pub decUtil: nvmlValue_t,
    }
    pub struct nvmlVgpuInstanceUtilizationInfo_v1_t {
        pub timeStamp: c_ulonglong, pub vgpuInstance: nvmlVgpuInstance_t,
        #[doc(hidden)] pub _padding_after_vgpuInstance: [u8; 4usize], pub smUtil: nvmlValue_t,
        pub memUtil: nvmlValue_t, pub encUtil: nvmlValue_t, pub decUtil: nvmlValue_t, pub jpgUtil: nvmlValue_t,
        pub ofaUtil: nvmlValue_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuInstancesUtilizationInfo_v1_t {
        pub version: c_uint, pub sampleValType: nvmlValueType_t, pub vgpuInstanceCount: c_uint,
        #[doc(hidden)] pub _padding_after_vgpuInstanceCount: [u8; 4usize], pub lastSeenTimeStamp: c_ulonglong,
        pub vgpuUtilArray: *mut nvmlVgpuInstanceUtilizationInfo_v1_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuProcessUtilizationSample_t {
        pub vgpuInstance: nvmlVgpuInstance_t, pub pid: c_uint, pub processName: [c_char; 64usize],
        pub timeStamp: c_ulonglong, pub smUtil: c_uint, pub memUtil: c_uint, pub encUtil: c_uint, pub decUtil: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuProcessUtilizationInfo_v1_t {
        pub processName: [c_char; 64usize], pub timeStamp: c_ulonglong, pub vgpuInstance: nvmlVgpuInstance_t,
        pub pid: c_uint, pub smUtil: c_uint, pub memUtil: c_uint, pub encUtil: c_uint, pub decUtil: c_uint,
        pub jpgUtil: c_uint, pub ofaUtil: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuProcessesUtilizationInfo_v1_t {
        pub version: c_uint, pub vgpuProcessCount: c_uint, pub lastSeenTimeStamp: c_ulonglong,
        pub vgpuProcUtilArray: *mut nvmlVgpuProcessUtilizationInfo_v1_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuRuntimeState_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub size: c_ulonglong,
    }
    pub union nvmlVgpuSchedulerParams_t {
        pub vgpuSchedDataWithARR: nvmlVgpuSchedulerParams_t_vgpuSchedDataWithARR,
        pub vgpuSchedData: nvmlVgpuSchedulerParams_t_vgpuSchedData,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerParams_t_vgpuSchedDataWithARR {
        pub avgFactor: c_uint, pub timeslice: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerParams_t_vgpuSchedData { pub timeslice: c_uint }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerLogEntry_t {
        pub timestamp: c_ulonglong, pub timeRunTotal: c_ulonglong, pub timeRun: c_ulonglong, pub swRunlistId: c_uint,
        #[doc(hidden)] pub _padding_after_swRunlistId: [u8; 4usize], pub targetTimeSlice: c_ulonglong,
        pub cumulativePreemptionTime: c_ulonglong,
    }
    pub struct nvmlVgpuSchedulerLog_t {
        pub engineId: c_uint, pub schedulerPolicy: c_uint, pub arrMode: c_uint,
        pub schedulerParams: nvmlVgpuSchedulerParams_t, pub entriesCount: c_uint,
        pub logEntries: [nvmlVgpuSchedulerLogEntry_t; 200usize],
    }
    pub struct nvmlVgpuSchedulerGetState_t {
        pub schedulerPolicy: c_uint, pub arrMode: c_uint, pub schedulerParams: nvmlVgpuSchedulerParams_t,
    }
    pub union nvmlVgpuSchedulerSetParams_t {
        pub vgpuSchedDataWithARR: nvmlVgpuSchedulerSetParams_t_vgpuSchedDataWithARR,
        pub vgpuSchedData: nvmlVgpuSchedulerSetParams_t_vgpuSchedData,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerSetParams_t_vgpuSchedDataWithARR {
        pub avgFactor: c_uint, pub frequency: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerSetParams_t_vgpuSchedData { pub timeslice: c_uint }
    pub struct nvmlVgpuSchedulerSetState_t {
        pub schedulerPolicy: c_uint, pub enableARRMode: c_uint, pub schedulerParams: nvmlVgpuSchedulerSetParams_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerCapabilities_t {
        pub supportedSchedulers: [c_uint; 3usize], pub maxTimeslice: c_uint, pub minTimeslice: c_uint,
        pub isArrModeSupported: c_uint, pub maxFrequencyForARR: c_uint, pub minFrequencyForARR: c_uint,
        pub maxAvgFactorForARR: c_uint, pub minAvgFactorForARR: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuLicenseExpiry_t {
        pub year: c_uint, pub month: c_ushort, pub day: c_ushort, pub hour: c_ushort, pub min: c_ushort,
        pub sec: c_ushort, pub status: c_uchar, #[doc(hidden)] pub _padding_after_status: u8,
    }
    #[derive(Debug)] pub struct nvmlVgpuLicenseInfo_t {
        pub isLicensed: c_uchar, #[doc(hidden)] pub _padding_after_isLicensed: [u8; 3usize],
        pub licenseExpiry: nvmlVgpuLicenseExpiry_t, pub currentState: c_uint,
    }
    #[derive(Debug)] pub struct nvmlGridLicenseExpiry_t {
        pub year: c_uint, pub month: c_ushort, pub day: c_ushort, pub hour: c_ushort, pub min: c_ushort,
        pub sec: c_ushort, pub status: c_uchar, #[doc(hidden)] pub _padding_after_status: u8,
    }
    #[derive(Debug)] pub struct nvmlGridLicensableFeature_t {
        pub featureCode: nvmlGridLicenseFeatureCode_t, pub featureState: c_uint, pub licenseInfo: [c_char; 128usize],
        pub productName: [c_char; 128usize], pub featureEnabled: c_uint, pub licenseExpiry: nvmlGridLicenseExpiry_t,
    }
    #[derive(Debug)] pub struct nvmlGridLicensableFeatures_t {
        pub isGridLicenseSupported: c_int, pub licensableFeaturesCount: c_uint,
        pub gridLicensableFeatures: [nvmlGridLicensableFeature_t; 3usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuTypeIdInfo_v1_t {
        pub version: c_uint, pub vgpuCount: c_uint, pub vgpuTypeIds: *mut nvmlVgpuTypeId_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuTypeMaxInstance_v1_t {
        pub version: c_uint, pub vgpuTypeId: nvmlVgpuTypeId_t, pub maxInstancePerGI: c_uint,
    }
    #[derive(Debug)] pub struct nvmlActiveVgpuInstanceInfo_v1_t {
        pub version: c_uint, pub vgpuCount: c_uint, pub vgpuInstances: *mut nvmlVgpuInstance_t,
    }
    pub struct nvmlVgpuSchedulerState_v1_t {
        pub version: c_uint, pub engineId: c_uint, pub schedulerPolicy: c_uint, pub enableARRMode: c_uint,
        pub schedulerParams: nvmlVgpuSchedulerSetParams_t,
    }
    pub struct nvmlVgpuSchedulerStateInfo_v1_t {
        pub version: c_uint, pub engineId: c_uint, pub schedulerPolicy: c_uint, pub arrMode: c_uint,
        pub schedulerParams: nvmlVgpuSchedulerParams_t,
    }
    pub struct nvmlVgpuSchedulerLogInfo_v1_t {
        pub version: c_uint, pub engineId: c_uint, pub schedulerPolicy: c_uint, pub arrMode: c_uint,
        pub schedulerParams: nvmlVgpuSchedulerParams_t, pub entriesCount: c_uint,
        #[doc(hidden)] pub _padding_after_entriesCount: [u8; 4usize],
        pub logEntries: [nvmlVgpuSchedulerLogEntry_t; 200usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuCreatablePlacementInfo_v1_t {
        pub version: c_uint, pub vgpuTypeId: nvmlVgpuTypeId_t, pub count: c_uint,
        #[doc(hidden)] pub _padding_after_count: [u8; 4usize], pub placementIds: *mut c_uint,
        pub placementSize: c_uint, #[doc(hidden)] pub _padding_after_placementSize: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerStateInfo_v2_t {
        pub engineId: c_uint, pub schedulerPolicy: c_uint, pub avgFactor: c_uint, pub timeslice: c_uint,
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerLogEntry_v2_t {
        pub timestamp: c_ulonglong, pub timeRunTotal: c_ulonglong, pub timeRun: c_ulonglong, pub swRunlistId: c_uint,
        #[doc(hidden)] pub _padding_after_swRunlistId: [u8; 4usize], pub targetTimeSlice: c_ulonglong,
        pub cumulativePreemptionTime: c_ulonglong, pub weight: c_uint,
        #[doc(hidden)] pub _padding_after_weight: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerLogInfo_v2_t {
        pub engineId: c_uint, pub schedulerPolicy: c_uint, pub avgFactor: c_uint, pub timeslice: c_uint,
        pub entriesCount: c_uint, #[doc(hidden)] pub _padding_after_entriesCount: [u8; 4usize],
        pub logEntries: [nvmlVgpuSchedulerLogEntry_v2_t; 200usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuSchedulerState_v2_t {
        pub engineId: c_uint, pub schedulerPolicy: c_uint, pub avgFactor: c_uint, pub frequency: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvLinkPowerThres_t { pub lowPwrThreshold: c_uint }
    pub struct nvmlFieldValue_t {
        pub fieldId: c_uint, pub scopeId: c_uint, pub timestamp: c_longlong, pub latencyUsec: c_longlong,
        pub valueType: nvmlValueType_t, pub nvmlReturn: nvmlReturn_t, pub value: nvmlValue_t,
    }
    #[derive(Debug)] pub struct nvmlHwbcEntry_t { pub hwbcId: c_uint, pub firmwareVersion: [c_char; 32usize] }
    #[derive(Debug)] pub struct nvmlLedState_t { pub cause: [c_char; 256usize], pub color: nvmlLedColor_t }
    #[derive(Debug)] pub struct nvmlUnitInfo_t {
        pub name: [c_char; 96usize], pub id: [c_char; 96usize], pub serial: [c_char; 96usize],
        pub firmwareVersion: [c_char; 96usize],
    }
    #[derive(Debug)] pub struct nvmlPSUInfo_t {
        pub state: [c_char; 256usize], pub current: c_uint, pub voltage: c_uint, pub power: c_uint,
    }
    #[derive(Debug)] pub struct nvmlUnitFanInfo_t { pub speed: c_uint, pub state: nvmlFanState_t }
    #[derive(Debug)] pub struct nvmlUnitFanSpeeds_t { pub fans: [nvmlUnitFanInfo_t; 24usize], pub count: c_uint }
    #[derive(Debug)] pub struct nvmlEventData_t {
        pub device: nvmlDevice_t, pub eventType: c_ulonglong, pub eventData: c_ulonglong, pub gpuInstanceId: c_uint,
        pub computeInstanceId: c_uint,
    }
    #[derive(Debug)] pub struct nvmlEventSetGetContextCount_v1_t { pub count: c_uint }
    #[derive(Debug)] pub struct nvmlEventSetGetContextInfo_v1_t {
        pub index: c_uint, pub nvmlGpuOperationalEventContextType: c_uint, pub sourceEventContextType: c_uint,
        pub dataSize: c_uint, pub dataFormatVersion: c_ushort,
        #[doc(hidden)] pub _padding_after_dataFormatVersion: [u8; 2usize],
    }
    #[derive(Debug)] pub struct nvmlEventSetGetContextData_v1_t {
        pub data: *mut c_void, pub index: c_uint, pub dataSize: c_uint,
    }
    #[derive(Debug)] pub struct nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1_t {
        pub index: c_uint, pub xidCode: c_uint,
    }
    #[derive(Debug)] pub struct nvmlSystemEventSetCreateRequest_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub set: nvmlSystemEventSet_t,
    }
    #[derive(Debug)] pub struct nvmlSystemEventSetFreeRequest_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub set: nvmlSystemEventSet_t,
    }
    #[derive(Debug)] pub struct nvmlSystemRegisterEventRequest_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize], pub eventTypes: c_ulonglong,
        pub set: nvmlSystemEventSet_t,
    }
    #[derive(Debug)] pub struct nvmlSystemEventData_v1_t {
        pub eventType: c_ulonglong, pub gpuId: c_uint, #[doc(hidden)] pub _padding_after_gpuId: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlSystemEventSetWaitRequest_v1_t {
        pub version: c_uint, pub timeoutms: c_uint, pub set: nvmlSystemEventSet_t,
        pub data: *mut nvmlSystemEventData_v1_t, pub dataSize: c_uint, pub numEvent: c_uint,
    }
    #[derive(Debug)] pub struct nvmlAccountingStats_t {
        pub gpuUtilization: c_uint, pub memoryUtilization: c_uint, pub maxMemoryUsage: c_ulonglong,
        pub time: c_ulonglong, pub startTime: c_ulonglong, pub isRunning: c_uint, pub reserved: [c_uint; 5usize],
    }
    #[derive(Debug)] pub struct nvmlAccountingStats_v2_t {
        pub pid: c_uint, pub isRunning: c_uint, pub gpuUtilization: c_uint, pub memoryUtilization: c_uint,
        pub maxMemoryUsage: c_ulonglong, pub sampleCount: c_uint,
        #[doc(hidden)] pub _padding_after_sampleCount: [u8; 4usize], pub sumGpuUtil: c_ulonglong,
        pub sumFbUtil: c_ulonglong, pub time: c_ulonglong, pub startTime: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlEncoderSessionInfo_t {
        pub sessionId: c_uint, pub pid: c_uint, pub vgpuInstance: nvmlVgpuInstance_t, pub codecType: nvmlEncoderType_t,
        pub hResolution: c_uint, pub vResolution: c_uint, pub averageFps: c_uint, pub averageLatency: c_uint,
    }
    #[derive(Debug)] pub struct nvmlFBCStats_t {
        pub sessionsCount: c_uint, pub averageFPS: c_uint, pub averageLatency: c_uint,
    }
    #[derive(Debug)] pub struct nvmlFBCSessionInfo_t {
        pub sessionId: c_uint, pub pid: c_uint, pub vgpuInstance: nvmlVgpuInstance_t, pub displayOrdinal: c_uint,
        pub sessionType: nvmlFBCSessionType_t, pub sessionFlags: c_uint, pub hMaxResolution: c_uint,
        pub vMaxResolution: c_uint, pub hResolution: c_uint, pub vResolution: c_uint, pub averageFPS: c_uint,
        pub averageLatency: c_uint,
    }
    #[derive(Debug)] pub struct nvmlConfComputeSystemCaps_t { pub cpuCaps: c_uint, pub gpusCaps: c_uint }
    #[derive(Debug)] pub struct nvmlConfComputeSystemState_t {
        pub environment: c_uint, pub ccFeature: c_uint, pub devToolsMode: c_uint,
    }
    #[derive(Debug)] pub struct nvmlSystemConfComputeSettings_v1_t {
        pub version: c_uint, pub environment: c_uint, pub ccFeature: c_uint, pub devToolsMode: c_uint,
        pub multiGpuMode: c_uint,
    }
    #[derive(Debug)] pub struct nvmlSystemConfComputeSettings_v2_t {
        pub version: c_uint, pub environment: c_uint, pub ccFeature: c_uint, pub devToolsMode: c_uint,
        pub multiGpuMode: c_uint, pub tdispState: c_uint,
    }
    #[derive(Debug)] pub struct nvmlConfComputeMemSizeInfo_t {
        pub protectedMemSizeKib: c_ulonglong, pub unprotectedMemSizeKib: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlConfComputeGpuCertificate_t {
        pub certChainSize: c_uint, pub attestationCertChainSize: c_uint, pub certChain: [c_uchar; 4096usize],
        pub attestationCertChain: [c_uchar; 5120usize],
    }
    #[derive(Debug)] pub struct nvmlConfComputeGpuAttestationReport_t {
        pub isCecAttestationReportPresent: c_uint, pub attestationReportSize: c_uint,
        pub cecAttestationReportSize: c_uint, pub nonce: [c_uchar; 32usize],
        pub attestationReport: [c_uchar; 8192usize], pub cecAttestationReport: [c_uchar; 4096usize],
    }
    #[derive(Debug)] pub struct nvmlConfComputeSetKeyRotationThresholdInfo_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub maxAttackerAdvantage: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlConfComputeGetKeyRotationThresholdInfo_v1_t {
        pub version: c_uint, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub attackerAdvantage: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlGpuFabricInfo_t {
        pub clusterUuid: [c_uchar; 16usize], pub status: nvmlReturn_t, pub cliqueId: c_uint,
        pub state: nvmlGpuFabricState_t, #[doc(hidden)] pub _padding_after_state: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlGpuFabricInfo_v2_t {
        pub version: c_uint, pub clusterUuid: [c_uchar; 16usize], pub status: nvmlReturn_t, pub cliqueId: c_uint,
        pub state: nvmlGpuFabricState_t, #[doc(hidden)] pub _padding_after_state: [u8; 3usize], pub healthMask: c_uint,
    }
    #[derive(Debug)] pub struct nvmlGpuFabricInfo_v3_t {
        pub version: c_uint, pub clusterUuid: [c_uchar; 16usize], pub status: nvmlReturn_t, pub cliqueId: c_uint,
        pub state: nvmlGpuFabricState_t, #[doc(hidden)] pub _padding_after_state: [u8; 3usize], pub healthMask: c_uint,
        pub healthSummary: c_uchar, #[doc(hidden)] pub _padding_after_healthSummary: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlGpuFabricClique_v1_t {
        pub type_: c_uchar, #[doc(hidden)] pub _padding_after_type: [u8; 3usize], pub id: c_uint,
    }
    #[derive(Debug)] pub struct nvmlGpuFabricInfo_v4_t {
        pub clusterUuid: [c_uchar; 16usize], pub status: nvmlReturn_t,
        pub cliques: [nvmlGpuFabricClique_v1_t; 64usize], pub numCliques: c_uint, pub state: nvmlGpuFabricState_t,
        #[doc(hidden)] pub _padding_after_state: [u8; 3usize], pub healthMask: c_uint, pub healthSummary: c_uchar,
        #[doc(hidden)] pub _padding_after_healthSummary: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlGpuOperationalEventConfig_v1_t {
        pub uuid: [c_char; 96usize], pub minLogLevel: c_uint, pub minSeverity: c_uint,
    }
    #[derive(Debug)] pub struct nvmlEventSetWait_v3_t {
        pub timeoutMs: c_uint, pub dataType: c_uint, pub uuid: [c_char; 96usize], pub sourceModule: [c_char; 16usize],
        pub eventType: c_ulonglong, pub eventData: c_ulonglong, pub groupCursor: c_ulonglong,
        pub instanceId: c_ulonglong, pub timestampUsec: c_ulonglong, pub traceId: c_ulonglong,
        pub gpuInstanceId: c_uint, pub computeInstanceId: c_uint, pub severity: c_uint, pub categoryId: c_uint,
        pub moduleEventCode: c_uint, pub scope: c_uint, pub originator: c_uint, pub moduleInstance: c_uint,
        pub chipletId: c_uint, pub logLevel: c_uint, pub attributes: c_uint, pub groupCperSize: c_uint,
        pub groupAttributes: c_uint, pub groupSize: c_uchar, pub groupIndex: c_uchar,
        #[doc(hidden)] pub _padding_after_groupIndex: [u8; 2usize],
    }
    #[derive(Debug)] pub struct nvmlCPERCursor_v1_t {
        pub cperTypeMask: c_uint, pub uuid: [c_char; 80usize], #[doc(hidden)] pub _padding_after_uuid: [u8; 4usize],
        pub handle: nvmlCPERCursorHandle_t,
    }
    #[derive(Debug)] pub struct nvmlGetCPER_v1_t {
        pub cursor: nvmlCPERCursor_v1_t, pub buffer: *mut c_uchar, pub bufferSize: c_uint,
        #[doc(hidden)] pub _padding_after_bufferSize: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlSystemDriverBranchInfo_v1_t { pub version: c_uint, pub branch: [c_char; 80usize] }
    #[derive(Debug)] pub struct nvmlTemperature_v1_t {
        pub version: c_uint, pub sensorType: nvmlTemperatureSensors_t, pub temperature: c_int,
    }
    #[derive(Debug)] pub struct nvmlNvlinkSupportedBwModes_v1_t {
        pub version: c_uint, pub bwModes: [c_uchar; 23usize], pub totalBwModes: c_uchar,
    }
    #[derive(Debug)] pub struct nvmlNvlinkGetBwMode_v1_t {
        pub version: c_uint, pub bIsBest: c_uint, pub bwMode: c_uchar,
        #[doc(hidden)] pub _padding_after_bwMode: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlNvlinkSetBwMode_v1_t {
        pub version: c_uint, pub bSetBest: c_uint, pub bwMode: c_uchar,
        #[doc(hidden)] pub _padding_after_bwMode: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvmlNvlinkSetBwModeAsync_v1_t {
        pub bSetBest: c_uint, pub bwMode: c_uint, pub asyncPollTimeoutMs: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvLinkInfo_v1_t { pub version: c_uint, pub isNvleEnabled: c_uint }
    #[derive(Debug)] pub struct nvmlNvlinkFirmwareVersion_t {
        pub ucodeType: c_uchar, #[doc(hidden)] pub _padding_after_ucodeType: [u8; 3usize], pub major: c_uint,
        pub minor: c_uint, pub subMinor: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvlinkFirmwareInfo_t {
        pub firmwareVersion: [nvmlNvlinkFirmwareVersion_t; 100usize], pub numValidEntries: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvLinkInfo_v2_t {
        pub version: c_uint, pub isNvleEnabled: c_uint, pub firmwareInfo: nvmlNvlinkFirmwareInfo_t,
    }
    #[derive(Debug)] pub struct nvmlNvLinkInfo_v3_t {
        pub isNvleEnabled: c_uint, pub firmwareInfo: nvmlNvlinkFirmwareInfo_t, pub isNvleReady: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvlinkTelemetrySample_v1_t {
        pub linkId: c_uint, pub sampleType: c_uint, pub sampleCount: c_uint,
        #[doc(hidden)] pub _padding_after_sampleCount: [u8; 4usize], pub samples: *mut c_ulonglong,
        pub nvmlReturn: nvmlReturn_t, #[doc(hidden)] pub _padding_after_nvmlReturn: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlNvlinkTelemetrySamples_v1_t {
        pub telemetryCount: c_uint, #[doc(hidden)] pub _padding_after_telemetryCount: [u8; 4usize],
        pub telemetrySamples: *mut nvmlNvlinkTelemetrySample_v1_t,
    }
    #[derive(Debug)] pub struct nvmlNvlinkGetRemapTableInfo_v1_t {
        pub alid: c_uint, pub flaRemapTabAddr: [c_uint; 4096usize], pub gpaRemapTabAddr: [c_uint; 4096usize],
        pub remapTabSize: c_uint,
    }
    #[derive(Debug)] pub struct nvmlNvlinkSetNvleReady_v1_t { pub bNvleReady: c_uchar }
    #[derive(Debug)] pub struct nvmlNvlinkLockRemapTable_v1_t {
        pub bRemapTableLocked: c_uchar, pub bRemapTableLockDisabled: c_uchar,
    }
    #[derive(Debug)] pub struct nvmlNvlinkNvlePrivateInfo_v1_t { pub data: [c_uchar; 256usize], pub size: c_uint }
    #[derive(Debug)] pub struct nvmlNvlinkSetupNvleEncryptionKey_v1_t {
        pub nvleKey: [c_uchar; 32usize], pub localGpuAlid: c_uint, pub remoteGpuAlid: c_uint,
        pub localGpuNvlePrivateInfo: nvmlNvlinkNvlePrivateInfo_v1_t,
        pub remoteGpuNvlePrivateInfo: nvmlNvlinkNvlePrivateInfo_v1_t,
    }
    #[derive(Debug)] pub struct nvmlVgpuVersion_t { pub minVersion: c_uint, pub maxVersion: c_uint }
    #[derive(Debug)] pub struct nvmlVgpuMetadata_t {
        pub version: c_uint, pub revision: c_uint, pub guestInfoState: nvmlVgpuGuestInfoState_t,
        pub guestDriverVersion: [c_char; 80usize], pub hostDriverVersion: [c_char; 80usize],
        pub reserved: [c_uint; 6usize], pub vgpuVirtualizationCaps: c_uint, pub guestVgpuVersion: c_uint,
        pub opaqueDataSize: c_uint, pub opaqueData: [c_char; 4usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuPgpuMetadata_t {
        pub version: c_uint, pub revision: c_uint, pub hostDriverVersion: [c_char; 80usize],
        pub pgpuVirtualizationCaps: c_uint, pub reserved: [c_uint; 5usize],
        pub hostSupportedVgpuRange: nvmlVgpuVersion_t, pub opaqueDataSize: c_uint, pub opaqueData: [c_char; 4usize],
    }
    #[derive(Debug)] pub struct nvmlVgpuPgpuCompatibility_t {
        pub vgpuVmCompatibility: nvmlVgpuVmCompatibility_t,
        pub compatibilityLimitCode: nvmlVgpuPgpuCompatibilityLimitCode_t,
    }
    #[derive(Debug)] pub struct nvmlExcludedDeviceInfo_t { pub pciInfo: nvmlPciInfo_t, pub uuid: [c_char; 80usize] }
    pub struct nvmlPRMTLV_v1_t { pub dataSize: c_uint, pub status: c_uint, pub inData: nvmlPRMTLV_v1_t_inData }
    pub union nvmlPRMTLV_v1_t_inData { pub inData: [c_uchar; 496usize], pub outData: [c_uchar; 496usize] }
    #[derive(Debug)] pub struct nvmlPRMCounterInput_v1_t { pub localPort: c_uint }
    pub struct nvmlPRMCounterValue_v1_t {
        pub status: nvmlReturn_t, pub outputType: nvmlValueType_t, pub outputValue: nvmlValue_t,
    }
    pub struct nvmlPRMCounter_v1_t {
        pub counterId: c_uint, pub inData: nvmlPRMCounterInput_v1_t, pub counterValue: nvmlPRMCounterValue_v1_t,
    }
    #[derive(Debug)] pub struct nvmlPRMCounterList_v1_t {
        pub numCounters: c_uint, #[doc(hidden)] pub _padding_after_numCounters: [u8; 4usize],
        pub counters: *mut nvmlPRMCounter_v1_t,
    }
    #[derive(Debug)] pub struct nvmlGpuInstancePlacement_t { pub start: c_uint, pub size: c_uint }
    #[derive(Debug)] pub struct nvmlGpuInstanceProfileInfo_t {
        pub id: c_uint, pub isP2pSupported: c_uint, pub sliceCount: c_uint, pub instanceCount: c_uint,
        pub multiprocessorCount: c_uint, pub copyEngineCount: c_uint, pub decoderCount: c_uint,
        pub encoderCount: c_uint, pub jpegCount: c_uint, pub ofaCount: c_uint, pub memorySizeMB: c_ulonglong,
    }
    #[derive(Debug)] pub struct nvmlGpuInstanceProfileInfo_v2_t {
        pub version: c_uint, pub id: c_uint, pub isP2pSupported: c_uint, pub sliceCount: c_uint,
        pub instanceCount: c_uint, pub multiprocessorCount: c_uint, pub copyEngineCount: c_uint,
        pub decoderCount: c_uint, pub encoderCount: c_uint, pub jpegCount: c_uint, pub ofaCount: c_uint,
        #[doc(hidden)] pub _padding_after_ofaCount: [u8; 4usize], pub memorySizeMB: c_ulonglong,
        pub name: [c_char; 96usize],
    }
    #[derive(Debug)] pub struct nvmlGpuInstanceProfileInfo_v3_t {
        pub version: c_uint, pub id: c_uint, pub sliceCount: c_uint, pub instanceCount: c_uint,
        pub multiprocessorCount: c_uint, pub copyEngineCount: c_uint, pub decoderCount: c_uint,
        pub encoderCount: c_uint, pub jpegCount: c_uint, pub ofaCount: c_uint, pub memorySizeMB: c_ulonglong,
        pub name: [c_char; 96usize], pub capabilities: c_uint,
        #[doc(hidden)] pub _padding_after_capabilities: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvmlGpuInstanceInfo_t {
        pub device: nvmlDevice_t, pub id: c_uint, pub profileId: c_uint, pub placement: nvmlGpuInstancePlacement_t,
    }
    #[derive(Debug)] pub struct nvmlComputeInstancePlacement_t { pub start: c_uint, pub size: c_uint }
    #[derive(Debug)] pub struct nvmlComputeInstanceProfileInfo_t {
        pub id: c_uint, pub sliceCount: c_uint, pub instanceCount: c_uint, pub multiprocessorCount: c_uint,
        pub sharedCopyEngineCount: c_uint, pub sharedDecoderCount: c_uint, pub sharedEncoderCount: c_uint,
        pub sharedJpegCount: c_uint, pub sharedOfaCount: c_uint,
    }
    #[derive(Debug)] pub struct nvmlComputeInstanceProfileInfo_v2_t {
        pub version: c_uint, pub id: c_uint, pub sliceCount: c_uint, pub instanceCount: c_uint,
        pub multiprocessorCount: c_uint, pub sharedCopyEngineCount: c_uint, pub sharedDecoderCount: c_uint,
        pub sharedEncoderCount: c_uint, pub sharedJpegCount: c_uint, pub sharedOfaCount: c_uint,
        pub name: [c_char; 96usize],
    }
    #[derive(Debug)] pub struct nvmlComputeInstanceProfileInfo_v3_t {
        pub version: c_uint, pub id: c_uint, pub sliceCount: c_uint, pub instanceCount: c_uint,
        pub multiprocessorCount: c_uint, pub sharedCopyEngineCount: c_uint, pub sharedDecoderCount: c_uint,
        pub sharedEncoderCount: c_uint, pub sharedJpegCount: c_uint, pub sharedOfaCount: c_uint,
        pub name: [c_char; 96usize], pub capabilities: c_uint,
    }
    #[derive(Debug)] pub struct nvmlComputeInstanceInfo_t {
        pub device: nvmlDevice_t, pub gpuInstance: nvmlGpuInstance_t, pub id: c_uint, pub profileId: c_uint,
        pub placement: nvmlComputeInstancePlacement_t,
    }
    #[derive(Debug)] pub struct nvmlGpmMetric_t {
        pub metricId: c_uint, pub nvmlReturn: nvmlReturn_t, pub value: f64, pub metricInfo: nvmlGpmMetric_t_metricInfo,
    }
    #[derive(Debug)] pub struct nvmlGpmMetric_t_metricInfo {
        pub shortName: *mut c_char, pub longName: *mut c_char, pub unit: *mut c_char,
    }
    #[derive(Debug)] pub struct nvmlGpmMetricsGet_t {
        pub version: c_uint, pub numMetrics: c_uint, pub sample1: nvmlGpmSample_t, pub sample2: nvmlGpmSample_t,
        pub metrics: [nvmlGpmMetric_t; 477usize],
    }
    #[derive(Debug)] pub struct nvmlGpmSupport_t { pub version: c_uint, pub isSupportedDevice: c_uint }
    #[derive(Debug)] pub struct nvmlDeviceCapabilities_v1_t { pub version: c_uint, pub capMask: c_uint }
    #[derive(Debug)] pub struct nvmlMask255_t { pub mask: [c_uint; 8usize] }
    #[derive(Debug)] pub struct nvmlWorkloadPowerProfileInfo_v1_t {
        pub version: c_uint, pub profileId: c_uint, pub priority: c_uint, pub conflictingMask: nvmlMask255_t,
    }
    #[derive(Debug)] pub struct nvmlWorkloadPowerProfileProfilesInfo_v1_t {
        pub version: c_uint, pub perfProfilesMask: nvmlMask255_t,
        pub perfProfile: [nvmlWorkloadPowerProfileInfo_t; 255usize],
    }
    #[derive(Debug)] pub struct nvmlWorkloadPowerProfileCurrentProfiles_v1_t {
        pub version: c_uint, pub perfProfilesMask: nvmlMask255_t, pub requestedProfilesMask: nvmlMask255_t,
        pub enforcedProfilesMask: nvmlMask255_t,
    }
    #[derive(Debug)] pub struct nvmlWorkloadPowerProfileRequestedProfiles_v1_t {
        pub version: c_uint, pub requestedProfilesMask: nvmlMask255_t,
    }
    #[derive(Debug)] pub struct nvmlWorkloadPowerProfileUpdateProfiles_v1_t {
        pub operation: nvmlPowerProfileOperation_t, pub updateProfilesMask: nvmlMask255_t,
    }
    #[derive(Debug)] pub struct nvmlPowerSmoothingProfile_v1_t {
        pub version: c_uint, pub profileId: c_uint, pub paramId: c_uint,
        #[doc(hidden)] pub _padding_after_paramId: [u8; 4usize], pub value: f64,
    }
    #[derive(Debug)] pub struct nvmlPowerSmoothingState_v1_t { pub version: c_uint, pub state: nvmlEnableState_t }
    #[derive(Debug)] pub struct nvmlEccBankRemapperHistogram_v1_t {
        pub maxSpareGroupCount: c_uint, pub noSpareGroupCount: c_uint,
    }
    #[derive(Debug)] pub struct nvmlEccBankRemapperStatus_v1_t {
        pub activeRemappings: c_uint, pub inactiveRemappings: c_uint, pub bPending: c_uint,
        pub histogram: nvmlEccBankRemapperHistogram_v1_t,
    }
}

opaque! {
    nvmlDevice_st, nvmlGpuInstance_st, nvmlUnit_st, nvmlEventSet_st, nvmlSystemEventSet_st, nvmlComputeInstance_st,
    nvmlGpmSample_st,
}
