// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of CUPTI, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cupti_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cuptiGetResultString: 0 0 "", (result: CUptiResult, str_: *mut *const c_char) -> CUptiResult;
            cuptiGetErrorMessage: 12020 0 "", (result: CUptiResult, str_: *mut *const c_char) -> CUptiResult;
            cuptiGetVersion: 0 0 "", (version: *mut u32) -> CUptiResult;
            cuptiSupportedDomains: 0 0 "", (domainCount: *mut usize, domainTable: *mut CUpti_DomainTable) -> CUptiResult;
            cuptiSubscribe: 0 0 "", (subscriber: *mut CUpti_SubscriberHandle, callback: CUpti_CallbackFunc, userdata: *mut c_void) -> CUptiResult;
            cuptiSubscribe_v2: 13050 0 "cuptiSubscribe_v2", (subscriber: *mut CUpti_SubscriberHandle, callback: CUpti_CallbackFunc, userdata: *mut c_void, pParams: *mut CUpti_SubscriberParams) -> CUptiResult;
            cuptiUnsubscribe: 0 0 "", (subscriber: CUpti_SubscriberHandle) -> CUptiResult;
            cuptiGetCallbackState: 0 0 "", (enable: *mut u32, subscriber: CUpti_SubscriberHandle, domain: CUpti_CallbackDomain, cbid: CUpti_CallbackId) -> CUptiResult;
            cuptiGetEnabledCallbacks: 13020 0 "", (subscriber: CUpti_SubscriberHandle, domain: CUpti_CallbackDomain, buffer: *mut CUpti_CallbackId, bufferSize: *mut u32, enabledCallbacksCount: *mut u32) -> CUptiResult;
            cuptiEnableCallback: 0 0 "", (enable: u32, subscriber: CUpti_SubscriberHandle, domain: CUpti_CallbackDomain, cbid: CUpti_CallbackId) -> CUptiResult;
            cuptiEnableDomain: 0 0 "", (enable: u32, subscriber: CUpti_SubscriberHandle, domain: CUpti_CallbackDomain) -> CUptiResult;
            cuptiEnableAllDomains: 0 0 "", (enable: u32, subscriber: CUpti_SubscriberHandle) -> CUptiResult;
            cuptiGetCallbackName: 0 0 "", (domain: CUpti_CallbackDomain, cbid: u32, name: *mut *const c_char) -> CUptiResult;
            cuptiSetEventCollectionMode: 0 0 "", (context: CUcontext, mode: CUpti_EventCollectionMode) -> CUptiResult;
            cuptiDeviceGetAttribute: 0 0 "", (device: CUdevice, attrib: CUpti_DeviceAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiDeviceGetNumEventDomains: 0 0 "", (device: CUdevice, numDomains: *mut u32) -> CUptiResult;
            cuptiDeviceEnumEventDomains: 0 0 "", (device: CUdevice, arraySizeBytes: *mut usize, domainArray: *mut CUpti_EventDomainID) -> CUptiResult;
            cuptiDeviceGetEventDomainAttribute: 0 0 "", (device: CUdevice, eventDomain: CUpti_EventDomainID, attrib: CUpti_EventDomainAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiGetNumEventDomains: 0 0 "", (numDomains: *mut u32) -> CUptiResult;
            cuptiEnumEventDomains: 0 0 "", (arraySizeBytes: *mut usize, domainArray: *mut CUpti_EventDomainID) -> CUptiResult;
            cuptiEventDomainGetAttribute: 0 0 "", (eventDomain: CUpti_EventDomainID, attrib: CUpti_EventDomainAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiEventDomainGetNumEvents: 0 0 "", (eventDomain: CUpti_EventDomainID, numEvents: *mut u32) -> CUptiResult;
            cuptiEventDomainEnumEvents: 0 0 "", (eventDomain: CUpti_EventDomainID, arraySizeBytes: *mut usize, eventArray: *mut CUpti_EventID) -> CUptiResult;
            cuptiEventGetAttribute: 0 0 "", (event: CUpti_EventID, attrib: CUpti_EventAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiEventGetIdFromName: 0 0 "", (device: CUdevice, eventName: *const c_char, event: *mut CUpti_EventID) -> CUptiResult;
            cuptiEventGroupCreate: 0 0 "", (context: CUcontext, eventGroup: *mut CUpti_EventGroup, flags: u32) -> CUptiResult;
            cuptiEventGroupDestroy: 0 0 "", (eventGroup: CUpti_EventGroup) -> CUptiResult;
            cuptiEventGroupGetAttribute: 0 0 "", (eventGroup: CUpti_EventGroup, attrib: CUpti_EventGroupAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiEventGroupSetAttribute: 0 0 "", (eventGroup: CUpti_EventGroup, attrib: CUpti_EventGroupAttribute, valueSize: usize, value: *mut c_void) -> CUptiResult;
            cuptiEventGroupAddEvent: 0 0 "", (eventGroup: CUpti_EventGroup, event: CUpti_EventID) -> CUptiResult;
            cuptiEventGroupRemoveEvent: 0 0 "", (eventGroup: CUpti_EventGroup, event: CUpti_EventID) -> CUptiResult;
            cuptiEventGroupRemoveAllEvents: 0 0 "", (eventGroup: CUpti_EventGroup) -> CUptiResult;
            cuptiEventGroupResetAllEvents: 0 0 "", (eventGroup: CUpti_EventGroup) -> CUptiResult;
            cuptiEventGroupEnable: 0 0 "", (eventGroup: CUpti_EventGroup) -> CUptiResult;
            cuptiEventGroupDisable: 0 0 "", (eventGroup: CUpti_EventGroup) -> CUptiResult;
            cuptiEventGroupReadEvent: 0 0 "", (eventGroup: CUpti_EventGroup, flags: CUpti_ReadEventFlags, event: CUpti_EventID, eventValueBufferSizeBytes: *mut usize, eventValueBuffer: *mut u64) -> CUptiResult;
            cuptiEventGroupReadAllEvents: 0 0 "", (eventGroup: CUpti_EventGroup, flags: CUpti_ReadEventFlags, eventValueBufferSizeBytes: *mut usize, eventValueBuffer: *mut u64, eventIdArraySizeBytes: *mut usize, eventIdArray: *mut CUpti_EventID, numEventIdsRead: *mut usize) -> CUptiResult;
            cuptiEventGroupSetsCreate: 0 0 "", (context: CUcontext, eventIdArraySizeBytes: usize, eventIdArray: *mut CUpti_EventID, eventGroupPasses: *mut *mut CUpti_EventGroupSets) -> CUptiResult;
            cuptiEventGroupSetsDestroy: 0 0 "", (eventGroupSets: *mut CUpti_EventGroupSets) -> CUptiResult;
            cuptiEventGroupSetEnable: 0 0 "", (eventGroupSet: *mut CUpti_EventGroupSet) -> CUptiResult;
            cuptiEventGroupSetDisable: 0 0 "", (eventGroupSet: *mut CUpti_EventGroupSet) -> CUptiResult;
            cuptiEnableKernelReplayMode: 0 0 "", (context: CUcontext) -> CUptiResult;
            cuptiDisableKernelReplayMode: 0 0 "", (context: CUcontext) -> CUptiResult;
            cuptiKernelReplaySubscribeUpdate: 0 0 "", (updateFunc: CUpti_KernelReplayUpdateFunc, customData: *mut c_void) -> CUptiResult;
            cuptiGetNumMetrics: 0 0 "", (numMetrics: *mut u32) -> CUptiResult;
            cuptiEnumMetrics: 0 0 "", (arraySizeBytes: *mut usize, metricArray: *mut CUpti_MetricID) -> CUptiResult;
            cuptiDeviceGetNumMetrics: 0 0 "", (device: CUdevice, numMetrics: *mut u32) -> CUptiResult;
            cuptiDeviceEnumMetrics: 0 0 "", (device: CUdevice, arraySizeBytes: *mut usize, metricArray: *mut CUpti_MetricID) -> CUptiResult;
            cuptiMetricGetAttribute: 0 0 "", (metric: CUpti_MetricID, attrib: CUpti_MetricAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiMetricGetIdFromName: 0 0 "", (device: CUdevice, metricName: *const c_char, metric: *mut CUpti_MetricID) -> CUptiResult;
            cuptiMetricGetNumEvents: 0 0 "", (metric: CUpti_MetricID, numEvents: *mut u32) -> CUptiResult;
            cuptiMetricEnumEvents: 0 0 "", (metric: CUpti_MetricID, eventIdArraySizeBytes: *mut usize, eventIdArray: *mut CUpti_EventID) -> CUptiResult;
            cuptiMetricGetNumProperties: 0 0 "", (metric: CUpti_MetricID, numProp: *mut u32) -> CUptiResult;
            cuptiMetricEnumProperties: 0 0 "", (metric: CUpti_MetricID, propIdArraySizeBytes: *mut usize, propIdArray: *mut CUpti_MetricPropertyID) -> CUptiResult;
            cuptiMetricGetRequiredEventGroupSets: 0 0 "", (context: CUcontext, metric: CUpti_MetricID, eventGroupSets: *mut *mut CUpti_EventGroupSets) -> CUptiResult;
            cuptiMetricCreateEventGroupSets: 0 0 "", (context: CUcontext, metricIdArraySizeBytes: usize, metricIdArray: *mut CUpti_MetricID, eventGroupPasses: *mut *mut CUpti_EventGroupSets) -> CUptiResult;
            cuptiMetricGetValue: 0 0 "", (device: CUdevice, metric: CUpti_MetricID, eventIdArraySizeBytes: usize, eventIdArray: *mut CUpti_EventID, eventValueArraySizeBytes: usize, eventValueArray: *mut u64, timeDuration: u64, metricValue: *mut CUpti_MetricValue) -> CUptiResult;
            cuptiMetricGetValue2: 0 0 "", (metric: CUpti_MetricID, eventIdArraySizeBytes: usize, eventIdArray: *mut CUpti_EventID, eventValueArraySizeBytes: usize, eventValueArray: *mut u64, propIdArraySizeBytes: usize, propIdArray: *mut CUpti_MetricPropertyID, propValueArraySizeBytes: usize, propValueArray: *mut u64, metricValue: *mut CUpti_MetricValue) -> CUptiResult;
            cuptiGetTimestamp: 0 0 "", (timestamp: *mut u64) -> CUptiResult;
            cuptiGetTimestamp_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, timestamp: *mut u64) -> CUptiResult;
            cuptiGetContextId: 0 0 "", (context: CUcontext, contextId: *mut u32) -> CUptiResult;
            cuptiGetStreamId: 0 0 "", (context: CUcontext, stream: CUstream, streamId: *mut u32) -> CUptiResult;
            cuptiGetStreamIdEx: 0 0 "", (context: CUcontext, stream: CUstream, perThreadStream: u8, streamId: *mut u32) -> CUptiResult;
            cuptiGetDeviceId: 0 0 "", (context: CUcontext, deviceId: *mut u32) -> CUptiResult;
            cuptiGetGraphNodeId: 0 0 "", (node: CUgraphNode, nodeId: *mut u64) -> CUptiResult;
            cuptiGetGraphId: 0 0 "", (graph: CUgraph, pId: *mut u32) -> CUptiResult;
            cuptiGetGraphExecId: 12030 0 "", (graphExec: CUgraphExec, pId: *mut u32) -> CUptiResult;
            cuptiGetCudaEventId: 13040 0 "", (event: CUevent, pEventId: *mut u32) -> CUptiResult;
            cuptiActivityEnable: 0 0 "", (kind: CUpti_ActivityKind) -> CUptiResult;
            cuptiActivityEnableAndDump: 0 0 "", (kind: CUpti_ActivityKind) -> CUptiResult;
            cuptiActivityDisable: 0 0 "", (kind: CUpti_ActivityKind) -> CUptiResult;
            cuptiActivityEnable_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, kind: CUpti_ActivityKind, pActivityConfig: *mut CUpti_ActivityConfig) -> CUptiResult;
            cuptiActivityDisable_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, kind: CUpti_ActivityKind, pActivityConfig: *mut CUpti_ActivityConfig) -> CUptiResult;
            cuptiActivityEnableAndDump_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, kind: CUpti_ActivityKind, activityConfig: *mut CUpti_ActivityConfig) -> CUptiResult;
            cuptiActivityGetEnabledKinds: 13020 0 "", (subscriber: CUpti_SubscriberHandle, buffer: *mut CUpti_ActivityKind, bufferSize: *mut u32, enabledKindsCount: *mut u32) -> CUptiResult;
            cuptiActivityGetStructSize: 13020 0 "", (activityKind: CUpti_ActivityKind, version: u32, activityStructSize: *mut usize) -> CUptiResult;
            cuptiIsTracingSessionRunning: 13030 0 "", (isRunning: *mut u8) -> CUptiResult;
            cuptiActivityEnableContext: 0 0 "", (context: CUcontext, kind: CUpti_ActivityKind) -> CUptiResult;
            cuptiActivityDisableContext: 0 0 "", (context: CUcontext, kind: CUpti_ActivityKind) -> CUptiResult;
            cuptiActivityGetNumDroppedRecords: 0 0 "", (context: CUcontext, streamId: u32, dropped: *mut usize) -> CUptiResult;
            cuptiActivityGetNumDroppedRecords_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, context: CUcontext, streamId: u32, dropped: *mut usize) -> CUptiResult;
            cuptiActivityGetNextRecord: 0 0 "", (buffer: *mut u8, validBufferSizeBytes: usize, record: *mut *mut CUpti_Activity) -> CUptiResult;
            cuptiActivityGetNextRecord_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, buffer: *mut u8, validBufferSizeBytes: usize, record: *mut *mut CUpti_Activity) -> CUptiResult;
            cuptiActivityRegisterCallbacks: 0 0 "", (funcBufferRequested: CUpti_BuffersCallbackRequestFunc, funcBufferCompleted: CUpti_BuffersCallbackCompleteFunc) -> CUptiResult;
            cuptiActivityRegisterCallbacks_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, funcBufferRequested: CUpti_BuffersCallbackRequestFunc_v2, funcBufferCompleted: CUpti_BuffersCallbackCompleteFunc_v2) -> CUptiResult;
            cuptiActivityFlush: 0 0 "", (context: CUcontext, streamId: u32, flag: u32) -> CUptiResult;
            cuptiActivityFlushAll: 0 0 "", (flag: u32) -> CUptiResult;
            cuptiActivityGetAttribute: 0 0 "", (attr: CUpti_ActivityAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiActivityGetAttribute_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, attr: CUpti_ActivityAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiActivitySetAttribute: 0 0 "", (attr: CUpti_ActivityAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiActivitySetAttribute_v2: 13020 0 "", (subscriber: CUpti_SubscriberHandle, attr: CUpti_ActivityAttribute, valueSize: *mut usize, value: *mut c_void) -> CUptiResult;
            cuptiActivityConfigureUnifiedMemoryCounter: 0 0 "", (config: *mut CUpti_ActivityUnifiedMemoryCounterConfig, count: u32) -> CUptiResult;
            cuptiGetAutoBoostState: 0 0 "", (context: CUcontext, state: *mut CUpti_ActivityAutoBoostState) -> CUptiResult;
            cuptiActivityConfigurePCSampling: 0 0 "", (ctx: CUcontext, config: *mut CUpti_ActivityPCSamplingConfig) -> CUptiResult;
            cuptiGetLastError: 0 0 "", () -> CUptiResult;
            cuptiSetThreadIdType: 0 0 "", (type_: CUpti_ActivityThreadIdType) -> CUptiResult;
            cuptiGetThreadIdType: 0 0 "", (type_: *mut CUpti_ActivityThreadIdType) -> CUptiResult;
            cuptiComputeCapabilitySupported: 0 0 "", (major: c_int, minor: c_int, support: *mut c_int) -> CUptiResult;
            cuptiDeviceSupported: 0 0 "", (dev: CUdevice, support: *mut c_int) -> CUptiResult;
            cuptiDeviceVirtualizationMode: 0 0 "", (dev: CUdevice, mode: *mut CUpti_DeviceVirtualizationMode) -> CUptiResult;
            cuptiFinalize: 0 0 "", () -> CUptiResult;
            cuptiActivityPushExternalCorrelationId: 0 0 "", (kind: CUpti_ExternalCorrelationKind, id: u64) -> CUptiResult;
            cuptiActivityPopExternalCorrelationId: 0 0 "", (kind: CUpti_ExternalCorrelationKind, lastId: *mut u64) -> CUptiResult;
            cuptiActivityPushExternalCorrelationId_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, kind: CUpti_ExternalCorrelationKind, id: u64) -> CUptiResult;
            cuptiActivityPopExternalCorrelationId_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, kind: CUpti_ExternalCorrelationKind, lastId: *mut u64) -> CUptiResult;
            cuptiActivityEnableLatencyTimestamps: 0 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityFlushPeriod: 0 0 "", (time: u32) -> CUptiResult;
            cuptiActivityEnableLaunchAttributes: 0 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityRegisterTimestampCallback: 0 0 "", (funcTimestamp: CUpti_TimestampCallbackFunc) -> CUptiResult;
            cuptiActivityEnableDeviceGraph: 12030 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityEnableDriverApi: 12050 0 "", (cbid: CUpti_CallbackId, enable: u8) -> CUptiResult;
            cuptiActivityEnableDriverApi_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, cbid: CUpti_CallbackId, enable: u8) -> CUptiResult;
            cuptiActivityEnableRuntimeApi: 12050 0 "", (cbid: CUpti_CallbackId, enable: u8) -> CUptiResult;
            cuptiActivityEnableRuntimeApi_v2: 13030 0 "", (subscriber: CUpti_SubscriberHandle, cbid: CUpti_CallbackId, enable: u8) -> CUptiResult;
            cuptiActivityEnableHWTrace: 12080 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityEnableAllocationSource: 12060 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityEnableAllSyncRecords: 12080 0 "", (enable: u8) -> CUptiResult;
            cuptiActivityEnableCudaEventDeviceTimestamps: 13000 0 "", (enable: u8) -> CUptiResult;
            cuptiProfilerInitialize: 0 0 "", (pParams: *mut CUpti_Profiler_Initialize_Params) -> CUptiResult;
            cuptiProfilerDeInitialize: 0 0 "", (pParams: *mut CUpti_Profiler_DeInitialize_Params) -> CUptiResult;
            cuptiProfilerCounterDataImageCalculateSize: 0 0 "", (pParams: *mut CUpti_Profiler_CounterDataImage_CalculateSize_Params) -> CUptiResult;
            cuptiProfilerCounterDataImageInitialize: 0 0 "", (pParams: *mut CUpti_Profiler_CounterDataImage_Initialize_Params) -> CUptiResult;
            cuptiProfilerCounterDataImageCalculateScratchBufferSize: 0 0 "", (pParams: *mut CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params) -> CUptiResult;
            cuptiProfilerCounterDataImageInitializeScratchBuffer: 0 0 "", (pParams: *mut CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params) -> CUptiResult;
            cuptiProfilerBeginSession: 0 0 "", (pParams: *mut CUpti_Profiler_BeginSession_Params) -> CUptiResult;
            cuptiProfilerEndSession: 0 0 "", (pParams: *mut CUpti_Profiler_EndSession_Params) -> CUptiResult;
            cuptiProfilerSetConfig: 0 0 "", (pParams: *mut CUpti_Profiler_SetConfig_Params) -> CUptiResult;
            cuptiProfilerUnsetConfig: 0 0 "", (pParams: *mut CUpti_Profiler_UnsetConfig_Params) -> CUptiResult;
            cuptiProfilerBeginPass: 0 0 "", (pParams: *mut CUpti_Profiler_BeginPass_Params) -> CUptiResult;
            cuptiProfilerEndPass: 0 0 "", (pParams: *mut CUpti_Profiler_EndPass_Params) -> CUptiResult;
            cuptiProfilerEnableProfiling: 0 0 "", (pParams: *mut CUpti_Profiler_EnableProfiling_Params) -> CUptiResult;
            cuptiProfilerDisableProfiling: 0 0 "", (pParams: *mut CUpti_Profiler_DisableProfiling_Params) -> CUptiResult;
            cuptiProfilerIsPassCollected: 0 0 "", (pParams: *mut CUpti_Profiler_IsPassCollected_Params) -> CUptiResult;
            cuptiProfilerFlushCounterData: 0 0 "", (pParams: *mut CUpti_Profiler_FlushCounterData_Params) -> CUptiResult;
            cuptiProfilerPushRange: 0 0 "", (pParams: *mut CUpti_Profiler_PushRange_Params) -> CUptiResult;
            cuptiProfilerPopRange: 0 0 "", (pParams: *mut CUpti_Profiler_PopRange_Params) -> CUptiResult;
            cuptiProfilerGetCounterAvailability: 13050 0 "cuptiProfilerGetCounterAvailability", (pParams: *mut CUpti_Profiler_GetCounterAvailability_Params) -> CUptiResult;
            cuptiProfilerDeviceSupported: 12040 0 "cuptiProfilerDeviceSupported", (pParams: *mut CUpti_Profiler_DeviceSupported_Params) -> CUptiResult;
            cuptiClockControlGetStatus: 13040 0 "", (ctx: CUcontext, pStatus: *mut CUpti_ClockControl_Status) -> CUptiResult;
            cuptiClockControlLock: 13040 0 "", (ctx: CUcontext, mode: CUpti_ClockControl_Mode) -> CUptiResult;
            cuptiClockControlUnlock: 13040 0 "", () -> CUptiResult;
            cuptiProfilerHostInitialize: 13050 0 "cuptiProfilerHostInitialize", (pParams: *mut CUpti_Profiler_Host_Initialize_Params) -> CUptiResult;
            cuptiProfilerHostDeinitialize: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_Deinitialize_Params) -> CUptiResult;
            cuptiProfilerHostGetSupportedChips: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetSupportedChips_Params) -> CUptiResult;
            cuptiProfilerHostGetBaseMetrics: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetBaseMetrics_Params) -> CUptiResult;
            cuptiProfilerHostGetSubMetrics: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetSubMetrics_Params) -> CUptiResult;
            cuptiProfilerHostGetMetricProperties: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetMetricProperties_Params) -> CUptiResult;
            cuptiProfilerHostGetRangeName: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetRangeName_Params) -> CUptiResult;
            cuptiProfilerHostEvaluateToGpuValues: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_EvaluateToGpuValues_Params) -> CUptiResult;
            cuptiProfilerHostConfigAddMetrics: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_ConfigAddMetrics_Params) -> CUptiResult;
            cuptiProfilerHostGetConfigImageSize: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetConfigImageSize_Params) -> CUptiResult;
            cuptiProfilerHostGetConfigImage: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetConfigImage_Params) -> CUptiResult;
            cuptiProfilerHostGetNumOfPasses: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetNumOfPasses_Params) -> CUptiResult;
            cuptiProfilerHostGetMaxNumHardwareMetricsPerPass: 12060 0 "", (pParams: *mut CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params) -> CUptiResult;
            cuptiProfilerHostGetSinglePassSets: 13020 0 "", (pParams: *mut CUpti_Profiler_Host_GetSinglePassSets_Params) -> CUptiResult;
            cuptiProfilerHostGetMetricsInSinglePassSet: 13020 0 "", (pParams: *mut CUpti_Profiler_Host_GetMetricsInSinglePassSet_Params) -> CUptiResult;
            cuptiProfilerHostSetDevicePartitionInfo: 13030 0 "", (pParams: *mut CUpti_Profiler_Host_SetDevicePartitionInfo_Params) -> CUptiResult;
            cuptiRangeProfilerSetConfig: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_SetConfig_Params) -> CUptiResult;
            cuptiRangeProfilerEnable: 13050 0 "cuptiRangeProfilerEnable", (pParams: *mut CUpti_RangeProfiler_Enable_Params) -> CUptiResult;
            cuptiRangeProfilerDisable: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_Disable_Params) -> CUptiResult;
            cuptiRangeProfilerStart: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_Start_Params) -> CUptiResult;
            cuptiRangeProfilerStop: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_Stop_Params) -> CUptiResult;
            cuptiRangeProfilerPushRange: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_PushRange_Params) -> CUptiResult;
            cuptiRangeProfilerPopRange: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_PopRange_Params) -> CUptiResult;
            cuptiRangeProfilerDecodeData: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_DecodeData_Params) -> CUptiResult;
            cuptiRangeProfilerGetCounterDataSize: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_GetCounterDataSize_Params) -> CUptiResult;
            cuptiRangeProfilerCounterDataImageInitialize: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_CounterDataImage_Initialize_Params) -> CUptiResult;
            cuptiRangeProfilerGetCounterDataInfo: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_GetCounterDataInfo_Params) -> CUptiResult;
            cuptiRangeProfilerCounterDataGetRangeInfo: 12060 0 "", (pParams: *mut CUpti_RangeProfiler_CounterData_GetRangeInfo_Params) -> CUptiResult;
            cuptiRangeProfilerGetDevicePartitionInfo: 13030 0 "", (pParams: *mut CUpti_RangeProfiler_GetDevicePartitionInfo_Params) -> CUptiResult;
            cuptiSubscribe_v2_13_0: 13000 13010 "cuptiSubscribe_v2", (subscriber: *mut CUpti_SubscriberHandle, callback: CUpti_CallbackFunc, userdata: *mut c_void, pParams: *mut CUpti_SubscriberParams_13_0) -> CUptiResult;
            cuptiProfilerGetCounterAvailability_13_0: 0 13010 "cuptiProfilerGetCounterAvailability", (pParams: *mut CUpti_Profiler_GetCounterAvailability_Params_13_0) -> CUptiResult;
            cuptiProfilerHostInitialize_13_0: 12060 13010 "cuptiProfilerHostInitialize", (pParams: *mut CUpti_Profiler_Host_Initialize_Params_13_0) -> CUptiResult;
            cuptiRangeProfilerEnable_13_0: 12060 13010 "cuptiRangeProfilerEnable", (pParams: *mut CUpti_RangeProfiler_Enable_Params_13_0) -> CUptiResult;
            cuptiDeviceGetTimestamp: 0 12040 "", (context: CUcontext, timestamp: *mut u64) -> CUptiResult;
            cuptiProfilerDeviceSupported_12_0: 0 12010 "cuptiProfilerDeviceSupported", (pParams: *mut CUpti_Profiler_DeviceSupported_Params_12_0) -> CUptiResult;
        }
    };
}

for_each_cupti_function! {
    library,
    "CUPTI" CUPTI CuptiTable CUptiResult CUPTI_SUCCESS "https://docs.nvidia.com/cupti/api/modules.html"
    required ["cuptiGetVersion", "cuptiSubscribe", "cuptiActivityEnable"] numbered [] version interface (cuptiGetVersion)
}
