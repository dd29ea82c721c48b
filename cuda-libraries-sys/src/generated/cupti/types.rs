// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cupti/api/modules.html"
    CUstream = *mut CUstream_st; CUdevice = c_int; CUcontext = *mut CUctx_st; CUevent = *mut CUevent_st;
    CUgraph = *mut CUgraph_st; CUgraphNode = *mut CUgraphNode_st; CUgraphExec = *mut CUgraphExec_st;
    CUpti_CallbackId = u32;
    CUpti_CallbackFunc = Option<unsafe extern "C" fn(userdata: *mut c_void, domain: CUpti_CallbackDomain, cbid: CUpti_CallbackId, cbdata: *const c_void)>;
    CUpti_SubscriberHandle = *mut CUpti_Subscriber_st; CUpti_DomainTable = *mut CUpti_CallbackDomain;
    CUpti_EventID = u32; CUpti_EventDomainID = u32; CUpti_EventGroup = *mut c_void;
    CUpti_KernelReplayUpdateFunc = Option<unsafe extern "C" fn(kernelName: *const c_char, numReplaysDone: c_int, customData: *mut c_void)>;
    CUpti_MetricID = u32;
    CUpti_BuffersCallbackRequestFunc = Option<unsafe extern "C" fn(buffer: *mut *mut u8, size: *mut usize, maxNumRecords: *mut usize)>;
    CUpti_BuffersCallbackCompleteFunc = Option<unsafe extern "C" fn(context: CUcontext, streamId: u32, buffer: *mut u8, size: usize, validSize: usize)>;
    CUpti_BuffersCallbackRequestFunc_v2 = Option<unsafe extern "C" fn(buffer: *mut *mut u8, size: *mut usize, maxNumRecords: *mut usize, pBufferRequestInfo: *mut CUpti_BufferCallbackRequestInfo)>;
    CUpti_BuffersCallbackCompleteFunc_v2 = Option<unsafe extern "C" fn(buffer: *mut u8, size: usize, validSize: usize, pBufferCompleteInfo: *mut CUpti_BufferCallbackCompleteInfo)>;
    CUpti_TimestampCallbackFunc = Option<unsafe extern "C" fn() -> u64>;
    CUpti_ComputeCrcCallbackFunc = Option<unsafe extern "C" fn(cubin: *const c_void, cubinSize: usize, cubinCrc: *mut u64)>;
}

structs! {
    "https://docs.nvidia.com/cupti/api/modules.html"
    #[derive(Debug)] pub struct CUuuid { pub bytes: [c_char; 16usize] }
    #[derive(Debug)] pub struct CUaccessPolicyWindow {
        pub base_ptr: *mut c_void, pub num_bytes: usize, pub hitRatio: f32, pub hitProp: CUaccessProperty,
        pub missProp: CUaccessProperty, #[doc(hidden)] pub _padding_after_missProp: [u8; 4usize],
    }
    pub union CUstreamAttrValue { pub pad: [c_char; 64usize], pub accessPolicyWindow: CUaccessPolicyWindow }
    #[derive(Debug)] pub struct CUpti_CallbackData {
        pub callbackSite: CUpti_ApiCallbackSite, #[doc(hidden)] pub _padding_after_callbackSite: [u8; 4usize],
        pub functionName: *const c_char, pub functionParams: *const c_void, pub functionReturnValue: *mut c_void,
        pub symbolName: *const c_char, pub context: CUcontext, pub contextUid: u32,
        #[doc(hidden)] pub _padding_after_contextUid: [u8; 4usize], pub correlationData: *mut u64,
        pub correlationId: u32, #[doc(hidden)] pub _padding_after_correlationId: [u8; 4usize],
    }
    pub struct CUpti_ResourceData {
        pub context: CUcontext, pub resourceHandle: CUpti_ResourceData_resourceHandle,
        pub resourceDescriptor: *mut c_void,
    }
    pub union CUpti_ResourceData_resourceHandle { pub stream: CUstream }
    #[derive(Debug)] pub struct CUpti_ModuleResourceData {
        pub moduleId: u32, #[doc(hidden)] pub _padding_after_moduleId: [u8; 4usize], pub cubinSize: usize,
        pub pCubin: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_GraphData {
        pub graph: CUgraph, pub originalGraph: CUgraph, pub node: CUgraphNode, pub originalNode: CUgraphNode,
        pub nodeType: CUgraphNodeType, #[doc(hidden)] pub _padding_after_nodeType: [u8; 4usize],
        pub dependency: CUgraphNode, pub graphExec: CUgraphExec,
    }
    pub struct CUpti_LogicalEndpointResourceData {
        pub logicalEndpointId: u32, pub type_: CUpti_LogicalEndpointType, pub size: u64,
        pub typeInfo: CUpti_LogicalEndpointResourceData_typeInfo, pub flags: u32,
    }
    pub union CUpti_LogicalEndpointResourceData_typeInfo { pub unicastDeviceId: u32, pub multicastTeamSize: u32 }
    #[derive(Debug)] pub struct CUpti_SynchronizeData { pub context: CUcontext, pub stream: CUstream }
    #[derive(Debug)] pub struct CUpti_NvtxData {
        pub functionName: *const c_char, pub functionParams: *const c_void, pub functionReturnValue: *const c_void,
    }
    #[derive(Debug)] pub struct CUpti_StreamAttrData {
        pub stream: CUstream, pub attr: CUstreamAttrID, #[doc(hidden)] pub _padding_after_attr: [u8; 4usize],
        pub value: *const CUstreamAttrValue,
    }
    pub struct CUpti_StateData { pub notification: CUpti_StateData_notification }
    pub union CUpti_StateData_notification { pub notification: CUpti_StateData_notification_notification }
    #[derive(Debug)] pub struct CUpti_StateData_notification_notification {
        pub result: CUptiResult, #[doc(hidden)] pub _padding_after_result: [u8; 4usize], pub message: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_SubscriberParams {
        pub structSize: usize, pub subscriberName: *const c_char, pub oldSubscriberName: *mut c_char,
        pub oldSubscriberSize: usize, pub allowMultipleSubscribers: u8, pub padding: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_EventGroupSet {
        pub numEventGroups: u32, #[doc(hidden)] pub _padding_after_numEventGroups: [u8; 4usize],
        pub eventGroups: *mut CUpti_EventGroup,
    }
    #[derive(Debug)] pub struct CUpti_EventGroupSets {
        pub numSets: u32, #[doc(hidden)] pub _padding_after_numSets: [u8; 4usize], pub sets: *mut CUpti_EventGroupSet,
    }
    pub union CUpti_MetricValue {
        pub metricValueDouble: f64, pub metricValueUint64: u64, pub metricValueInt64: i64, pub metricValuePercent: f64,
        pub metricValueThroughput: u64, pub metricValueUtilizationLevel: CUpti_MetricValueUtilizationLevel,
        pub metricValueNvtxExtendedPayload: u64,
    }
    pub union CUpti_ActivityObjectKindId {
        pub pt: CUpti_ActivityObjectKindId_pt, pub dcs: CUpti_ActivityObjectKindId_dcs,
    }
    #[derive(Debug)] pub struct CUpti_ActivityObjectKindId_pt { pub processId: u32, pub threadId: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityObjectKindId_dcs {
        pub deviceId: u32, pub contextId: u32, pub streamId: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityOverheadCommandBufferFullData {
        pub commandBufferLength: u32, pub channelID: u32, pub channelType: u32,
    }
    #[derive(Debug)] pub struct CUpti_NvtxExtPayloadAttr {
        pub structSize: u32, pub type_: u32, pub attributes: *mut c_void,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityUnifiedMemoryCounterConfig {
        pub scope: CUpti_ActivityUnifiedMemoryCounterScope, pub kind: CUpti_ActivityUnifiedMemoryCounterKind,
        pub deviceId: u32, pub enable: u32,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityAutoBoostState { pub enabled: u32, pub pid: u32 }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityPCSamplingConfig {
        pub size: u32, pub samplingPeriod: CUpti_ActivityPCSamplingPeriod, pub samplingPeriod2: u32,
        #[doc(hidden)] pub _padding_after_samplingPeriod2: [u8; 4usize],
    }
    #[derive(Debug)] pub struct CUpti_ActivityFieldLayoutEntry {
        pub structSize: usize, pub fieldId: c_int, #[doc(hidden)] pub _padding_after_fieldId: [u8; 4usize],
        pub offset: usize, pub size: usize, pub alignment: usize,
    }
    #[derive(Debug)] pub struct CUpti_ActivityRecordLayout {
        pub structSize: usize, pub pEntries: *mut CUpti_ActivityFieldLayoutEntry, pub numFields: usize,
        pub recordSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_ActivityFieldSelection {
        pub structSize: usize, pub numFields: usize, pub pFieldIds: *mut c_int,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_Activity {
        pub kind: CUpti_ActivityKind, #[doc(hidden)] pub _padding_after_kind: [u8; 4usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy7 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
        pub graphNodeId: u64, pub graphId: u32, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub isDeviceLaunched: u8, pub pad2: [u8; 3usize], pub copyCount: u64, pub sourceGraphId: u32, pub pad3: u32,
        pub sourceGraphNodeId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpyPtoP4 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub srcDeviceId: u32, pub srcContextId: u32, pub dstDeviceId: u32, pub dstContextId: u32,
        pub correlationId: u32, pub reserved0: *mut c_void, pub graphNodeId: u64, pub graphId: u32, pub channelID: u32,
        pub channelType: CUpti_ChannelType, #[doc(hidden)] pub _padding_after_channelType: [u8; 4usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemset5 {
        pub kind: CUpti_ActivityKind, pub value: u32, pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub correlationId: u32, pub flags: u16, pub memoryKind: u16,
        pub pad: u32, pub reserved0: *mut c_void, pub graphNodeId: u64, pub graphId: u32, pub channelID: u32,
        pub channelType: CUpti_ChannelType, pub isDeviceLaunched: u8, pub pad2: [u8; 3usize], pub sourceGraphId: u32,
        pub pad3: u32, pub sourceGraphNodeId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemory {
        pub kind: CUpti_ActivityKind, pub memoryKind: CUpti_ActivityMemoryKind, pub address: u64, pub bytes: u64,
        pub start: u64, pub end: u64, pub allocPC: u64, pub freePC: u64, pub processId: u32, pub deviceId: u32,
        pub contextId: u32, pub pad: u32, pub name: *const c_char,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMemory4 {
        pub kind: CUpti_ActivityKind, pub memoryOperationType: CUpti_ActivityMemoryOperationType,
        pub memoryKind: CUpti_ActivityMemoryKind, pub correlationId: u32, pub address: u64, pub bytes: u64,
        pub timestamp: u64, pub PC: u64, pub processId: u32, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub name: *const c_char, pub isAsync: u32, pub pad1: u32,
        pub memoryPoolConfig: CUpti_ActivityMemory4_memoryPoolConfig, pub source: *const c_char,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMemory4_memoryPoolConfig {
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub pad2: u32, pub address: u64, pub releaseThreshold: u64,
        pub pool: CUpti_ActivityMemory4_memoryPoolConfig_pool, pub utilizedSize: u64,
    }
    pub union CUpti_ActivityMemory4_memoryPoolConfig_pool { pub size: u64, pub processId: u64 }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemoryPool3 {
        pub kind: CUpti_ActivityKind, pub memoryPoolOperationType: CUpti_ActivityMemoryPoolOperationType,
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub correlationId: u32, pub processId: u32,
        pub deviceId: u32, pub minBytesToKeep: usize, pub address: u64, pub size: u64, pub releaseThreshold: u64,
        pub timestamp: u64, pub utilizedSize: u64, pub isManagedPool: u8, pub pad2: [u8; 7usize],
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel13 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel13_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64, pub maxPotentialClusterSize: u32, pub maxActiveClusters: u32,
        pub isDeviceLaunched: u8, pub padding3: [u8; 7usize], pub priority: i32, pub padding4: u32,
        pub executionModel: u32, pub padding5: u32, pub sourceGraphId: u32, pub padding6: u32,
        pub sourceGraphNodeId: u64,
    }
    pub union CUpti_ActivityKernel13_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel13_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel13_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityCdpKernel {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityCdpKernel_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32,
        pub streamId: u32, pub gridX: i32, pub gridY: i32, pub gridZ: i32, pub blockX: i32, pub blockY: i32,
        pub blockZ: i32, pub staticSharedMemory: i32, pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32,
        pub localMemoryTotal: u32, pub correlationId: u32, pub gridId: i64, pub parentGridId: i64, pub queued: u64,
        pub submitted: u64, pub completed: u64, pub parentBlockX: u32, pub parentBlockY: u32, pub parentBlockZ: u32,
        pub pad: u32, pub name: *const c_char,
    }
    pub union CUpti_ActivityCdpKernel_cacheConfig {
        pub both: u8, pub config: CUpti_ActivityCdpKernel_cacheConfig_config,
    }
    #[derive(Debug)] pub struct CUpti_ActivityCdpKernel_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityPreemption {
        pub kind: CUpti_ActivityKind, pub preemptionKind: CUpti_ActivityPreemptionKind, pub timestamp: u64,
        pub gridId: i64, pub blockX: u32, pub blockY: u32, pub blockZ: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityAPI {
        pub kind: CUpti_ActivityKind, pub cbid: CUpti_CallbackId, pub start: u64, pub end: u64, pub processId: u32,
        pub threadId: u32, pub correlationId: u32, pub returnValue: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityApiCbidOptions {
        pub structSize: usize, pub pCbids: *mut CUpti_CallbackId, pub numCbids: usize, pub enable: u8,
        #[doc(hidden)] pub _padding_after_enable: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_ActivityApiOptions {
        pub structSize: usize, pub pCbidOptions: *mut CUpti_ActivityApiCbidOptions,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityEvent {
        pub kind: CUpti_ActivityKind, pub id: CUpti_EventID, pub value: u64, pub domain: CUpti_EventDomainID,
        pub correlationId: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityEventInstance {
        pub kind: CUpti_ActivityKind, pub id: CUpti_EventID, pub domain: CUpti_EventDomainID, pub instance: u32,
        pub value: u64, pub correlationId: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMetric {
        pub kind: CUpti_ActivityKind, pub id: CUpti_MetricID, pub value: CUpti_MetricValue, pub correlationId: u32,
        pub flags: u8, pub pad: [u8; 3usize],
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMetricInstance {
        pub kind: CUpti_ActivityKind, pub id: CUpti_MetricID, pub value: CUpti_MetricValue, pub instance: u32,
        pub correlationId: u32, pub flags: u8, pub pad: [u8; 7usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivitySourceLocator {
        pub kind: CUpti_ActivityKind, pub id: u32, pub lineNumber: u32, pub pad: u32, pub fileName: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityGlobalAccess3 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub executed: u32, pub pcOffset: u64, pub threadsExecuted: u64, pub l2_transactions: u64,
        pub theoreticalL2Transactions: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityBranch2 {
        pub kind: CUpti_ActivityKind, pub sourceLocatorId: u32, pub correlationId: u32, pub functionId: u32,
        pub pcOffset: u32, pub diverged: u32, pub threadsExecuted: u64, pub executed: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice6 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32,
        pub maxSharedMemoryPerMultiprocessor: u32, pub maxRegistersPerMultiprocessor: u32,
        pub maxRegistersPerBlock: u32, pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32,
        pub maxBlockDimX: u32, pub maxBlockDimY: u32, pub maxBlockDimZ: u32, pub maxGridDimX: u32,
        pub maxGridDimY: u32, pub maxGridDimZ: u32, pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32,
        pub id: u32, pub eccEnabled: u32, pub uuid: CUuuid, pub name: *const c_char, pub isCudaVisible: u8,
        pub isMigEnabled: u8, pub reserved: [u8; 6usize], pub gpuInstanceId: u32, pub computeInstanceId: u32,
        pub migUuid: CUuuid, pub isNumaNode: u32, pub numaId: u32, pub numTpcs: u32, pub reserved0: u32,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityDeviceAttribute {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub deviceId: u32,
        pub attribute: CUpti_ActivityDeviceAttribute_attribute, pub value: CUpti_ActivityDeviceAttribute_value,
    }
    pub union CUpti_ActivityDeviceAttribute_attribute { pub cu: CUdevice_attribute, pub cupti: CUpti_DeviceAttribute }
    pub union CUpti_ActivityDeviceAttribute_value {
        pub vDouble: f64, pub vUint32: u32, pub vUint64: u64, pub vInt32: i32, pub vInt64: i64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityContext4 {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub deviceId: u32, pub computeApiKind: u16,
        pub nullStreamId: u16, pub parentContextId: u32, pub isGreenContext: u8, pub padding: u8,
        pub numMultiprocessors: u16, pub cigMode: CUpti_ContextCigMode, pub padding2: u32, pub processId: u64,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityName {
        pub kind: CUpti_ActivityKind, pub objectKind: CUpti_ActivityObjectKind,
        pub objectId: CUpti_ActivityObjectKindId, pub pad: u32, pub name: *const c_char,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMarker2 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub timestamp: u64, pub id: u32,
        pub objectKind: CUpti_ActivityObjectKind, pub objectId: CUpti_ActivityObjectKindId, pub pad: u32,
        pub name: *const c_char, pub domain: *const c_char,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMarkerData2 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub id: u32,
        pub payloadKind: CUpti_MetricValueKind, pub payload: CUpti_MetricValue, pub color: u32, pub category: u32,
        pub cuptiDomainId: u32, pub padding: u32,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityOverhead3 {
        pub kind: CUpti_ActivityKind, pub overheadKind: CUpti_ActivityOverheadKind,
        pub objectKind: CUpti_ActivityObjectKind, pub objectId: CUpti_ActivityObjectKindId, pub start: u64,
        pub end: u64, pub correlationId: u32, pub reserved0: u32, pub overheadData: *mut c_void,
    }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironmentSpeed {
        pub smClock: u32, pub memoryClock: u32, pub pcieLinkGen: u32, pub pcieLinkWidth: u32,
        pub clocksThrottleReasons: CUpti_EnvironmentClocksThrottleReason,
    }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironmentTemperature { pub gpuTemperature: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironmentPower { pub power: u32, pub powerLimit: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironmentCooling { pub fanSpeed: u32 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityEnvironment {
        pub kind: CUpti_ActivityKind, pub deviceId: u32, pub timestamp: u64,
        pub environmentKind: CUpti_ActivityEnvironmentKind, pub data: CUpti_ActivityEnvironment_data,
    }
    pub union CUpti_ActivityEnvironment_data {
        pub speed: CUpti_ActivityEnvironmentSpeed, pub temperature: CUpti_ActivityEnvironmentTemperature,
        pub power: CUpti_ActivityEnvironmentPower, pub cooling: CUpti_ActivityEnvironmentCooling,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityInstructionExecution {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub pcOffset: u32, pub threadsExecuted: u64, pub notPredOffThreadsExecuted: u64,
        pub executed: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityPCSampling3 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub latencySamples: u32, pub samples: u32,
        pub stallReason: CUpti_ActivityPCSamplingStallReason, pub pcOffset: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityPCSamplingRecordInfo {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub totalSamples: u64, pub droppedSamples: u64,
        pub samplingPeriodInCycles: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityUnifiedMemoryCounter3 {
        pub kind: CUpti_ActivityKind, pub counterKind: CUpti_ActivityUnifiedMemoryCounterKind, pub value: u64,
        pub start: u64, pub end: u64, pub address: u64, pub srcId: u32, pub dstId: u32, pub streamId: u32,
        pub processId: u32, pub flags: u32, pub pad: u32, pub processors: [u64; 5usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityFunction {
        pub kind: CUpti_ActivityKind, pub id: u32, pub contextId: u32, pub moduleId: u32, pub functionIndex: u32,
        pub pad: u32, pub name: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityModule {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub id: u32, pub cubinSize: u32, pub cubin: *const c_void,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivitySharedAccess {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub pcOffset: u32, pub threadsExecuted: u64, pub sharedTransactions: u64,
        pub theoreticalSharedTransactions: u64, pub executed: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityCudaEvent3 {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub contextId: u32, pub streamId: u32, pub eventId: u32,
        pub pad: u32, pub deviceId: u32, pub pad2: u32, pub reserved0: *mut c_void, pub deviceTimestamp: u64,
        pub cudaEventSyncId: u64, pub graphNodeId: u64, pub graphId: u32, pub sourceGraphId: u32,
        pub sourceGraphNodeId: u64,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityStream {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub streamId: u32, pub priority: u32,
        pub flag: CUpti_ActivityStreamFlag, pub correlationId: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivitySynchronization2 {
        pub kind: CUpti_ActivityKind, pub type_: CUpti_ActivitySynchronizationType, pub start: u64, pub end: u64,
        pub correlationId: u32, pub contextId: u32, pub streamId: u32, pub cudaEventId: u32, pub cudaEventSyncId: u64,
        pub returnValue: u32, pub pad: u32,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityInstructionCorrelation {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub functionId: u32,
        pub pcOffset: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityOpenAcc {
        pub kind: CUpti_ActivityKind, pub eventKind: CUpti_OpenAccEventKind,
        pub parentConstruct: CUpti_OpenAccConstructKind, pub version: u32, pub implicit: u32, pub deviceType: u32,
        pub deviceNumber: u32, pub threadId: u32, pub async_: u64, pub asyncMap: u64, pub lineNo: u32,
        pub endLineNo: u32, pub funcLineNo: u32, pub funcEndLineNo: u32, pub start: u64, pub end: u64,
        pub cuDeviceId: u32, pub cuContextId: u32, pub cuStreamId: u32, pub cuProcessId: u32, pub cuThreadId: u32,
        pub externalId: u32, pub srcFile: *const c_char, pub funcName: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityOpenAccData {
        pub kind: CUpti_ActivityKind, pub eventKind: CUpti_OpenAccEventKind,
        pub parentConstruct: CUpti_OpenAccConstructKind, pub version: u32, pub implicit: u32, pub deviceType: u32,
        pub deviceNumber: u32, pub threadId: u32, pub async_: u64, pub asyncMap: u64, pub lineNo: u32,
        pub endLineNo: u32, pub funcLineNo: u32, pub funcEndLineNo: u32, pub start: u64, pub end: u64,
        pub cuDeviceId: u32, pub cuContextId: u32, pub cuStreamId: u32, pub cuProcessId: u32, pub cuThreadId: u32,
        pub externalId: u32, pub srcFile: *const c_char, pub funcName: *const c_char, pub bytes: u64, pub hostPtr: u64,
        pub devicePtr: u64, pub varName: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityOpenAccLaunch {
        pub kind: CUpti_ActivityKind, pub eventKind: CUpti_OpenAccEventKind,
        pub parentConstruct: CUpti_OpenAccConstructKind, pub version: u32, pub implicit: u32, pub deviceType: u32,
        pub deviceNumber: u32, pub threadId: u32, pub async_: u64, pub asyncMap: u64, pub lineNo: u32,
        pub endLineNo: u32, pub funcLineNo: u32, pub funcEndLineNo: u32, pub start: u64, pub end: u64,
        pub cuDeviceId: u32, pub cuContextId: u32, pub cuStreamId: u32, pub cuProcessId: u32, pub cuThreadId: u32,
        pub externalId: u32, pub srcFile: *const c_char, pub funcName: *const c_char, pub numGangs: u64,
        pub numWorkers: u64, pub vectorLength: u64, pub kernelName: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityOpenAccOther {
        pub kind: CUpti_ActivityKind, pub eventKind: CUpti_OpenAccEventKind,
        pub parentConstruct: CUpti_OpenAccConstructKind, pub version: u32, pub implicit: u32, pub deviceType: u32,
        pub deviceNumber: u32, pub threadId: u32, pub async_: u64, pub asyncMap: u64, pub lineNo: u32,
        pub endLineNo: u32, pub funcLineNo: u32, pub funcEndLineNo: u32, pub start: u64, pub end: u64,
        pub cuDeviceId: u32, pub cuContextId: u32, pub cuStreamId: u32, pub cuProcessId: u32, pub cuThreadId: u32,
        pub externalId: u32, pub srcFile: *const c_char, pub funcName: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityOpenMp {
        pub kind: CUpti_ActivityKind, pub eventKind: CUpti_OpenMpEventKind, pub version: u32, pub threadId: u32,
        pub start: u64, pub end: u64, pub cuProcessId: u32, pub cuThreadId: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityExternalCorrelation {
        pub kind: CUpti_ActivityKind, pub externalKind: CUpti_ExternalCorrelationKind, pub externalId: u64,
        pub correlationId: u32, pub reserved: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityNvLinkNpu { pub index: u32, pub domainId: u32 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink5 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink5_idDev0, pub idDev1: CUpti_ActivityNvLink5_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: *mut u32, pub portDev1: *mut u32, pub bandwidth: u64,
        pub nvswitchConnected: u8, pub pad: [u8; 7usize],
    }
    pub union CUpti_ActivityNvLink5_idDev0 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLinkNpu }
    pub union CUpti_ActivityNvLink5_idDev1 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLinkNpu }
    #[derive(Debug)] pub struct CUpti_ActivityPcieGpuAttr { pub uuidDev: CUuuid, pub peerDev: [CUdevice; 32usize] }
    #[derive(Debug)] pub struct CUpti_ActivityPcieBridgeAttr {
        pub secondaryBus: u16, pub deviceId: u16, pub vendorId: u16, pub pad0: u16,
    }
    #[repr(align(8))] pub struct CUpti_ActivityPcie {
        pub kind: CUpti_ActivityKind, pub type_: CUpti_PcieDeviceType, pub id: CUpti_ActivityPcie_id, pub domain: u32,
        pub pcieGeneration: u16, pub linkRate: u16, pub linkWidth: u16, pub upstreamBus: u16,
        pub attr: CUpti_ActivityPcie_attr,
    }
    pub union CUpti_ActivityPcie_id { pub devId: CUdevice, pub bridgeId: u32 }
    pub union CUpti_ActivityPcie_attr {
        pub gpuAttr: CUpti_ActivityPcieGpuAttr, pub bridgeAttr: CUpti_ActivityPcieBridgeAttr,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityConfidentialComputeRotation {
        pub kind: CUpti_ActivityKind, pub eventType: CUpti_ConfidentialComputeRotationEventType, pub deviceId: u32,
        pub contextId: u32, pub channelId: u32, pub channelType: CUpti_ChannelType, pub timestamp: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityInstantaneousEvent {
        pub kind: CUpti_ActivityKind, pub id: CUpti_EventID, pub value: u64, pub timestamp: u64, pub deviceId: u32,
        pub reserved: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityInstantaneousEventInstance {
        pub kind: CUpti_ActivityKind, pub id: CUpti_EventID, pub value: u64, pub timestamp: u64, pub deviceId: u32,
        pub instance: u8, pub pad: [u8; 3usize],
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityInstantaneousMetric {
        pub kind: CUpti_ActivityKind, pub id: CUpti_MetricID, pub value: CUpti_MetricValue, pub timestamp: u64,
        pub deviceId: u32, pub flags: u8, pub pad: [u8; 3usize],
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityInstantaneousMetricInstance {
        pub kind: CUpti_ActivityKind, pub id: CUpti_MetricID, pub value: CUpti_MetricValue, pub timestamp: u64,
        pub deviceId: u32, pub flags: u8, pub instance: u8, pub pad: [u8; 2usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityJit2 {
        pub kind: CUpti_ActivityKind, pub jitEntryType: CUpti_ActivityJitEntryType,
        pub jitOperationType: CUpti_ActivityJitOperationType, pub deviceId: u32, pub start: u64, pub end: u64,
        pub correlationId: u32, pub padding: u32, pub jitOperationCorrelationId: u64, pub cacheSize: u64,
        pub cachePath: *const c_char, pub processId: u32, pub threadId: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityGraphTrace2 {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub start: u64, pub end: u64, pub deviceId: u32,
        pub graphId: u32, pub contextId: u32, pub streamId: u32, pub reserved: *mut c_void, pub endDeviceId: u32,
        pub endContextId: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityDeviceGraphTrace {
        pub kind: CUpti_ActivityKind, pub deviceId: u32, pub start: u64, pub end: u64, pub graphId: u32,
        pub launcherGraphId: u32, pub deviceLaunchMode: u32, pub contextId: u32, pub streamId: u64,
        pub reserved: *mut c_void,
    }
    #[derive(Debug)] pub struct CUpti_ActivityMemDecompress {
        pub kind: CUpti_ActivityKind, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub channelID: u32,
        pub channelType: CUpti_ChannelType, pub correlationId: u32, pub numberOfOperations: u32, pub sourceBytes: u64,
        pub reserved0: *mut c_void, pub start: u64, pub end: u64,
    }
    #[derive(Debug)] pub struct CUpti_ActivityGraphHostNode {
        pub kind: CUpti_ActivityKind, pub streamId: u32, pub contextId: u32, pub deviceId: u32, pub correlationId: u32,
        pub graphId: u32, pub graphNodeId: u64, pub processId: u32, pub threadId: u32, pub start: u64, pub end: u64,
    }
    #[derive(Debug)] pub struct CUpti_ActivityComputeEngineCtxSwitch {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub timestamp: u64,
        pub operationType: CUpti_ComputeEngineCtxSwitchOperationType, pub padding: u32,
    }
    #[derive(Debug)] pub struct CUpti_ActivityHostLaunch {
        pub kind: CUpti_ActivityKind, pub streamId: u32, pub contextId: u32, pub deviceId: u32, pub correlationId: u32,
        pub processId: u32, pub threadId: u32, pub padding: u32, pub start: u64, pub end: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityGreenContext3 {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub parentContextId: u32, pub deviceId: u32,
        pub numTpcs: u32, pub numMultiprocessors: u16, pub logicalTpcMaskSize: u8, pub padding: u8,
        pub logicalTpcMask: [u32; 32usize], pub workqueueResourceId: u64, pub workqueueConcurrencyLimit: u32,
        pub workqueueSharingScope: u32, pub workqueueChannelCount: u32, pub padding2: u32,
        pub workqueueChannelIds: [u32; 32usize],
    }
    #[derive(Debug)] pub struct CUpti_ActivityConfig {
        pub structSize: usize, pub fieldSelection: CUpti_ActivityFieldSelection, pub pKindOptions: *mut c_void,
    }
    #[derive(Debug)] pub struct CUpti_BufferCallbackRequestInfo { pub structSize: usize }
    #[derive(Debug)] pub struct CUpti_BufferCallbackCompleteInfo {
        pub structSize: usize, pub threadId: u64, pub ppRecordLayouts: *mut *mut CUpti_ActivityRecordLayout,
        pub numRecordLayouts: usize,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityOverhead {
        pub kind: CUpti_ActivityKind, pub overheadKind: CUpti_ActivityOverheadKind,
        pub objectKind: CUpti_ActivityObjectKind, pub objectId: CUpti_ActivityObjectKindId, pub start: u64,
        pub end: u64,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityOverhead2 {
        pub kind: CUpti_ActivityKind, pub overheadKind: CUpti_ActivityOverheadKind,
        pub objectKind: CUpti_ActivityObjectKind, pub objectId: CUpti_ActivityObjectKindId, pub start: u64,
        pub end: u64, pub correlationId: u32, pub reserved0: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32, pub maxRegistersPerBlock: u32,
        pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32, pub maxBlockDimX: u32, pub maxBlockDimY: u32,
        pub maxBlockDimZ: u32, pub maxGridDimX: u32, pub maxGridDimY: u32, pub maxGridDimZ: u32,
        pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32, pub id: u32, pub pad: u32,
        pub name: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice2 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32,
        pub maxSharedMemoryPerMultiprocessor: u32, pub maxRegistersPerMultiprocessor: u32,
        pub maxRegistersPerBlock: u32, pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32,
        pub maxBlockDimX: u32, pub maxBlockDimY: u32, pub maxBlockDimZ: u32, pub maxGridDimX: u32,
        pub maxGridDimY: u32, pub maxGridDimZ: u32, pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32,
        pub id: u32, pub eccEnabled: u32, pub uuid: CUuuid, pub name: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice3 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32,
        pub maxSharedMemoryPerMultiprocessor: u32, pub maxRegistersPerMultiprocessor: u32,
        pub maxRegistersPerBlock: u32, pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32,
        pub maxBlockDimX: u32, pub maxBlockDimY: u32, pub maxBlockDimZ: u32, pub maxGridDimX: u32,
        pub maxGridDimY: u32, pub maxGridDimZ: u32, pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32,
        pub id: u32, pub eccEnabled: u32, pub uuid: CUuuid, pub name: *const c_char, pub isCudaVisible: u8,
        pub reserved: [u8; 7usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice4 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32,
        pub maxSharedMemoryPerMultiprocessor: u32, pub maxRegistersPerMultiprocessor: u32,
        pub maxRegistersPerBlock: u32, pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32,
        pub maxBlockDimX: u32, pub maxBlockDimY: u32, pub maxBlockDimZ: u32, pub maxGridDimX: u32,
        pub maxGridDimY: u32, pub maxGridDimZ: u32, pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32,
        pub id: u32, pub eccEnabled: u32, pub uuid: CUuuid, pub name: *const c_char, pub isCudaVisible: u8,
        pub isMigEnabled: u8, pub reserved: [u8; 6usize], pub gpuInstanceId: u32, pub computeInstanceId: u32,
        pub migUuid: CUuuid,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityDevice5 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub globalMemoryBandwidth: u64,
        pub globalMemorySize: u64, pub constantMemorySize: u32, pub l2CacheSize: u32, pub numThreadsPerWarp: u32,
        pub coreClockRate: u32, pub numMemcpyEngines: u32, pub numMultiprocessors: u32, pub maxIPC: u32,
        pub maxWarpsPerMultiprocessor: u32, pub maxBlocksPerMultiprocessor: u32,
        pub maxSharedMemoryPerMultiprocessor: u32, pub maxRegistersPerMultiprocessor: u32,
        pub maxRegistersPerBlock: u32, pub maxSharedMemoryPerBlock: u32, pub maxThreadsPerBlock: u32,
        pub maxBlockDimX: u32, pub maxBlockDimY: u32, pub maxBlockDimZ: u32, pub maxGridDimX: u32,
        pub maxGridDimY: u32, pub maxGridDimZ: u32, pub computeCapabilityMajor: u32, pub computeCapabilityMinor: u32,
        pub id: u32, pub eccEnabled: u32, pub uuid: CUuuid, pub name: *const c_char, pub isCudaVisible: u8,
        pub isMigEnabled: u8, pub reserved: [u8; 6usize], pub gpuInstanceId: u32, pub computeInstanceId: u32,
        pub migUuid: CUuuid, pub isNumaNode: u32, pub numaId: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityKernel {
        pub kind: CUpti_ActivityKind, pub cacheConfigRequested: u8, pub cacheConfigExecuted: u8,
        pub registersPerThread: u16, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32,
        pub streamId: u32, pub gridX: i32, pub gridY: i32, pub gridZ: i32, pub blockX: i32, pub blockY: i32,
        pub blockZ: i32, pub staticSharedMemory: i32, pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32,
        pub localMemoryTotal: u32, pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32,
        pub name: *const c_char, pub reserved0: *mut c_void,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel2 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel2_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub start: u64, pub end: u64, pub completed: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32, pub gridZ: i32, pub blockX: i32,
        pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32, pub dynamicSharedMemory: i32,
        pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32, pub gridId: i64,
        pub name: *const c_char, pub reserved0: *mut c_void,
    }
    pub union CUpti_ActivityKernel2_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel2_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel2_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel3 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel3_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void,
    }
    pub union CUpti_ActivityKernel3_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel3_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel3_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel4 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel4_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32,
    }
    pub union CUpti_ActivityKernel4_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel4_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel4_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel5 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel5_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
    }
    pub union CUpti_ActivityKernel5_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel5_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel5_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel6 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel6_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow,
    }
    pub union CUpti_ActivityKernel6_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel6_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel6_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel7 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel7_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
    }
    pub union CUpti_ActivityKernel7_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel7_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel7_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel8 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel8_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64,
    }
    pub union CUpti_ActivityKernel8_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel8_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel8_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel9 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel9_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64, pub maxPotentialClusterSize: u32, pub maxActiveClusters: u32,
    }
    pub union CUpti_ActivityKernel9_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel9_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel9_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel10 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel10_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64, pub maxPotentialClusterSize: u32, pub maxActiveClusters: u32,
        pub isDeviceLaunched: u8, pub padding3: [u8; 7usize],
    }
    pub union CUpti_ActivityKernel10_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel10_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel10_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel11 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel11_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64, pub maxPotentialClusterSize: u32, pub maxActiveClusters: u32,
        pub isDeviceLaunched: u8, pub padding3: [u8; 7usize], pub priority: i32, pub padding4: u32,
    }
    pub union CUpti_ActivityKernel11_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel11_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel11_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] pub struct CUpti_ActivityKernel12 {
        pub kind: CUpti_ActivityKind, pub cacheConfig: CUpti_ActivityKernel12_cacheConfig, pub sharedMemoryConfig: u8,
        pub registersPerThread: u16, pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
        pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig, pub start: u64, pub end: u64,
        pub completed: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32, pub gridX: i32, pub gridY: i32,
        pub gridZ: i32, pub blockX: i32, pub blockY: i32, pub blockZ: i32, pub staticSharedMemory: i32,
        pub dynamicSharedMemory: i32, pub localMemoryPerThread: u32, pub localMemoryTotal: u32, pub correlationId: u32,
        pub gridId: i64, pub name: *const c_char, pub reserved0: *mut c_void, pub queued: u64, pub submitted: u64,
        pub launchType: u8, pub isSharedMemoryCarveoutRequested: u8, pub sharedMemoryCarveoutRequested: u8,
        pub padding: u8, pub sharedMemoryExecuted: u32, pub graphNodeId: u64,
        pub shmemLimitConfig: CUpti_FuncShmemLimitConfig, pub graphId: u32,
        pub pAccessPolicyWindow: *mut CUaccessPolicyWindow, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub clusterX: u32, pub clusterY: u32, pub clusterZ: u32, pub clusterSchedulingPolicy: u32,
        pub localMemoryTotal_v2: u64, pub maxPotentialClusterSize: u32, pub maxActiveClusters: u32,
        pub isDeviceLaunched: u8, pub padding3: [u8; 7usize], pub priority: i32, pub padding4: u32,
        pub executionModel: u32, pub padding5: u32,
    }
    pub union CUpti_ActivityKernel12_cacheConfig { pub both: u8, pub config: CUpti_ActivityKernel12_cacheConfig_config }
    #[derive(Debug)] pub struct CUpti_ActivityKernel12_cacheConfig_config { pub _bitfield_1: [u8; 1usize] }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy3 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
        pub graphNodeId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy4 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
        pub graphNodeId: u64, pub graphId: u32, pub padding: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy2 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub srcDeviceId: u32, pub srcContextId: u32, pub dstDeviceId: u32, pub dstContextId: u32,
        pub correlationId: u32, pub reserved0: *mut c_void,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpyPtoP2 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub srcDeviceId: u32, pub srcContextId: u32, pub dstDeviceId: u32, pub dstContextId: u32,
        pub correlationId: u32, pub reserved0: *mut c_void, pub graphNodeId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpyPtoP3 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub srcDeviceId: u32, pub srcContextId: u32, pub dstDeviceId: u32, pub dstContextId: u32,
        pub correlationId: u32, pub reserved0: *mut c_void, pub graphNodeId: u64, pub graphId: u32, pub padding: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemset {
        pub kind: CUpti_ActivityKind, pub value: u32, pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub correlationId: u32, pub flags: u16, pub memoryKind: u16,
        pub pad: u32, pub reserved0: *mut c_void,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemset2 {
        pub kind: CUpti_ActivityKind, pub value: u32, pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub correlationId: u32, pub flags: u16, pub memoryKind: u16,
        pub pad: u32, pub reserved0: *mut c_void, pub graphNodeId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemset3 {
        pub kind: CUpti_ActivityKind, pub value: u32, pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub correlationId: u32, pub flags: u16, pub memoryKind: u16,
        pub pad: u32, pub reserved0: *mut c_void, pub graphNodeId: u64, pub graphId: u32, pub padding: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemset4 {
        pub kind: CUpti_ActivityKind, pub value: u32, pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32,
        pub contextId: u32, pub streamId: u32, pub correlationId: u32, pub flags: u16, pub memoryKind: u16,
        pub pad: u32, pub reserved0: *mut c_void, pub graphNodeId: u64, pub graphId: u32, pub channelID: u32,
        pub channelType: CUpti_ChannelType, pub isDeviceLaunched: u8, pub pad2: [u8; 3usize],
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMemory2 {
        pub kind: CUpti_ActivityKind, pub memoryOperationType: CUpti_ActivityMemoryOperationType,
        pub memoryKind: CUpti_ActivityMemoryKind, pub correlationId: u32, pub address: u64, pub bytes: u64,
        pub timestamp: u64, pub PC: u64, pub processId: u32, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub name: *const c_char, pub isAsync: u32, pub pad1: u32,
        pub memoryPoolConfig: CUpti_ActivityMemory2_memoryPoolConfig,
    }
    pub struct CUpti_ActivityMemory2_memoryPoolConfig {
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub pad2: u32, pub address: u64, pub releaseThreshold: u64,
        pub pool: CUpti_ActivityMemory2_memoryPoolConfig_pool,
    }
    pub union CUpti_ActivityMemory2_memoryPoolConfig_pool { pub size: u64, pub processId: u64 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMemory3 {
        pub kind: CUpti_ActivityKind, pub memoryOperationType: CUpti_ActivityMemoryOperationType,
        pub memoryKind: CUpti_ActivityMemoryKind, pub correlationId: u32, pub address: u64, pub bytes: u64,
        pub timestamp: u64, pub PC: u64, pub processId: u32, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub name: *const c_char, pub isAsync: u32, pub pad1: u32,
        pub memoryPoolConfig: CUpti_ActivityMemory3_memoryPoolConfig,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMemory3_memoryPoolConfig {
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub pad2: u32, pub address: u64, pub releaseThreshold: u64,
        pub pool: CUpti_ActivityMemory3_memoryPoolConfig_pool, pub utilizedSize: u64,
    }
    pub union CUpti_ActivityMemory3_memoryPoolConfig_pool { pub size: u64, pub processId: u64 }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemoryPool {
        pub kind: CUpti_ActivityKind, pub memoryPoolOperationType: CUpti_ActivityMemoryPoolOperationType,
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub correlationId: u32, pub processId: u32,
        pub deviceId: u32, pub minBytesToKeep: usize, pub address: u64, pub size: u64, pub releaseThreshold: u64,
        pub timestamp: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemoryPool2 {
        pub kind: CUpti_ActivityKind, pub memoryPoolOperationType: CUpti_ActivityMemoryPoolOperationType,
        pub memoryPoolType: CUpti_ActivityMemoryPoolType, pub correlationId: u32, pub processId: u32,
        pub deviceId: u32, pub minBytesToKeep: usize, pub address: u64, pub size: u64, pub releaseThreshold: u64,
        pub timestamp: u64, pub utilizedSize: u64,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMarker {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub timestamp: u64, pub id: u32,
        pub objectKind: CUpti_ActivityObjectKind, pub objectId: CUpti_ActivityObjectKindId, pub pad: u32,
        pub name: *const c_char,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityGlobalAccess {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub pcOffset: u32, pub executed: u32, pub threadsExecuted: u64, pub l2_transactions: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityGlobalAccess2 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub pcOffset: u32, pub threadsExecuted: u64, pub l2_transactions: u64,
        pub theoreticalL2Transactions: u64, pub executed: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityBranch {
        pub kind: CUpti_ActivityKind, pub sourceLocatorId: u32, pub correlationId: u32, pub pcOffset: u32,
        pub executed: u32, pub diverged: u32, pub threadsExecuted: u64,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityPCSampling {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub pcOffset: u32, pub samples: u32, pub stallReason: CUpti_ActivityPCSamplingStallReason,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityPCSampling2 {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub sourceLocatorId: u32, pub correlationId: u32,
        pub functionId: u32, pub pcOffset: u32, pub latencySamples: u32, pub samples: u32,
        pub stallReason: CUpti_ActivityPCSamplingStallReason, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityUnifiedMemoryCounter {
        pub kind: CUpti_ActivityKind, pub counterKind: CUpti_ActivityUnifiedMemoryCounterKind,
        pub scope: CUpti_ActivityUnifiedMemoryCounterScope, pub deviceId: u32, pub value: u64, pub timestamp: u64,
        pub processId: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityUnifiedMemoryCounter2 {
        pub kind: CUpti_ActivityKind, pub counterKind: CUpti_ActivityUnifiedMemoryCounterKind, pub value: u64,
        pub start: u64, pub end: u64, pub address: u64, pub srcId: u32, pub dstId: u32, pub streamId: u32,
        pub processId: u32, pub flags: u32, pub pad: u32,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink_idDev0, pub idDev1: CUpti_ActivityNvLink_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 4usize], pub portDev1: [i8; 4usize], pub bandwidth: u64,
    }
    pub union CUpti_ActivityNvLink_idDev0 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink_idDev0_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink_idDev0_npu { pub index: u32, pub domainId: u32 }
    pub union CUpti_ActivityNvLink_idDev1 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink_idDev1_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink_idDev1_npu { pub index: u32, pub domainId: u32 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink2 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink2_idDev0, pub idDev1: CUpti_ActivityNvLink2_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 16usize], pub portDev1: [i8; 16usize], pub bandwidth: u64,
    }
    pub union CUpti_ActivityNvLink2_idDev0 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink2_idDev0_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink2_idDev0_npu { pub index: u32, pub domainId: u32 }
    pub union CUpti_ActivityNvLink2_idDev1 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink2_idDev1_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink2_idDev1_npu { pub index: u32, pub domainId: u32 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink3 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink3_idDev0, pub idDev1: CUpti_ActivityNvLink3_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 16usize], pub portDev1: [i8; 16usize], pub bandwidth: u64,
        pub nvswitchConnected: u8, pub pad: [u8; 7usize],
    }
    pub union CUpti_ActivityNvLink3_idDev0 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink3_idDev0_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink3_idDev0_npu { pub index: u32, pub domainId: u32 }
    pub union CUpti_ActivityNvLink3_idDev1 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink3_idDev1_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink3_idDev1_npu { pub index: u32, pub domainId: u32 }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink4 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink4_idDev0, pub idDev1: CUpti_ActivityNvLink4_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 32usize], pub portDev1: [i8; 32usize], pub bandwidth: u64,
        pub nvswitchConnected: u8, pub pad: [u8; 7usize],
    }
    pub union CUpti_ActivityNvLink4_idDev0 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink4_idDev0_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink4_idDev0_npu { pub index: u32, pub domainId: u32 }
    pub union CUpti_ActivityNvLink4_idDev1 { pub uuidDev: CUuuid, pub npu: CUpti_ActivityNvLink4_idDev1_npu }
    #[derive(Debug)] pub struct CUpti_ActivityNvLink4_idDev1_npu { pub index: u32, pub domainId: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityGraphTrace {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub start: u64, pub end: u64, pub deviceId: u32,
        pub graphId: u32, pub contextId: u32, pub streamId: u32, pub reserved: *mut c_void,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityContext {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub deviceId: u32, pub computeApiKind: u16,
        pub nullStreamId: u16,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityContext2 {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub deviceId: u32, pub computeApiKind: u16,
        pub nullStreamId: u16, pub parentContextId: u32, pub isGreenContext: u8, pub padding: u8,
        pub numMultiprocessors: u16,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityContext3 {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub deviceId: u32, pub computeApiKind: u16,
        pub nullStreamId: u16, pub parentContextId: u32, pub isGreenContext: u8, pub padding: u8,
        pub numMultiprocessors: u16, pub cigMode: CUpti_ContextCigMode, pub padding2: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityJit {
        pub kind: CUpti_ActivityKind, pub jitEntryType: CUpti_ActivityJitEntryType,
        pub jitOperationType: CUpti_ActivityJitOperationType, pub deviceId: u32, pub start: u64, pub end: u64,
        pub correlationId: u32, pub padding: u32, pub jitOperationCorrelationId: u64, pub cacheSize: u64,
        pub cachePath: *const c_char,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityCudaEvent {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub contextId: u32, pub streamId: u32, pub eventId: u32,
        pub pad: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityCudaEvent2 {
        pub kind: CUpti_ActivityKind, pub correlationId: u32, pub contextId: u32, pub streamId: u32, pub eventId: u32,
        pub pad: u32, pub deviceId: u32, pub pad2: u32, pub reserved0: *mut c_void, pub deviceTimestamp: u64,
        pub cudaEventSyncId: u64,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivitySynchronization {
        pub kind: CUpti_ActivityKind, pub type_: CUpti_ActivitySynchronizationType, pub start: u64, pub end: u64,
        pub correlationId: u32, pub contextId: u32, pub streamId: u32, pub cudaEventId: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy5 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
        pub graphNodeId: u64, pub graphId: u32, pub channelID: u32, pub channelType: CUpti_ChannelType, pub pad2: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityMemcpy6 {
        pub kind: CUpti_ActivityKind, pub copyKind: u8, pub srcKind: u8, pub dstKind: u8, pub flags: u8,
        pub bytes: u64, pub start: u64, pub end: u64, pub deviceId: u32, pub contextId: u32, pub streamId: u32,
        pub correlationId: u32, pub runtimeCorrelationId: u32, pub pad: u32, pub reserved0: *mut c_void,
        pub graphNodeId: u64, pub graphId: u32, pub channelID: u32, pub channelType: CUpti_ChannelType,
        pub isDeviceLaunched: u8, pub pad2: [u8; 3usize], pub copyCount: u64,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityMarkerData {
        pub kind: CUpti_ActivityKind, pub flags: CUpti_ActivityFlag, pub id: u32,
        pub payloadKind: CUpti_MetricValueKind, pub payload: CUpti_MetricValue, pub color: u32, pub category: u32,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_ActivityGreenContext {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub parentContextId: u32, pub deviceId: u32,
        pub numTpcs: u32, pub numMultiprocessors: u16, pub logicalTpcMaskSize: u8, pub padding: u8,
        pub logicalTpcMask: [u32; 32usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_ActivityGreenContext2 {
        pub kind: CUpti_ActivityKind, pub contextId: u32, pub parentContextId: u32, pub deviceId: u32,
        pub numTpcs: u32, pub numMultiprocessors: u16, pub logicalTpcMaskSize: u8, pub padding: u8,
        pub logicalTpcMask: [u32; 32usize], pub workqueueResourceId: u64, pub workqueueConcurrencyLimit: u32,
        pub workqueueSharingScope: u32,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Initialize_Params { pub structSize: usize, pub pPriv: *mut c_void }
    #[derive(Debug)] pub struct CUpti_Profiler_DeInitialize_Params { pub structSize: usize, pub pPriv: *mut c_void }
    #[derive(Debug)] pub struct CUpti_Profiler_CounterDataImageOptions {
        pub structSize: usize, pub pPriv: *mut c_void, pub pCounterDataPrefix: *const u8,
        pub counterDataPrefixSize: usize, pub maxNumRanges: u32, pub maxNumRangeTreeNodes: u32,
        pub maxRangeNameLength: u32, #[doc(hidden)] pub _padding_after_maxRangeNameLength: [u8; 4usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_CounterDataImage_CalculateSize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub sizeofCounterDataImageOptions: usize,
        pub pOptions: *const CUpti_Profiler_CounterDataImageOptions, pub counterDataImageSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_CounterDataImage_Initialize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub sizeofCounterDataImageOptions: usize,
        pub pOptions: *const CUpti_Profiler_CounterDataImageOptions, pub counterDataImageSize: usize,
        pub pCounterDataImage: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_CounterDataImage_CalculateScratchBufferSize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub counterDataImageSize: usize, pub pCounterDataImage: *mut u8,
        pub counterDataScratchBufferSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_CounterDataImage_InitializeScratchBuffer_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub counterDataImageSize: usize, pub pCounterDataImage: *mut u8,
        pub counterDataScratchBufferSize: usize, pub pCounterDataScratchBuffer: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_BeginSession_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub counterDataImageSize: usize,
        pub pCounterDataImage: *mut u8, pub counterDataScratchBufferSize: usize,
        pub pCounterDataScratchBuffer: *mut u8, pub bDumpCounterDataInFile: u8,
        #[doc(hidden)] pub _padding_after_bDumpCounterDataInFile: [u8; 7usize],
        pub pCounterDataFilePath: *const c_char, pub range: CUpti_ProfilerRange,
        pub replayMode: CUpti_ProfilerReplayMode, pub maxRangesPerPass: usize, pub maxLaunchesPerPass: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_EndSession_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_SetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub pConfig: *const u8,
        pub configSize: usize, pub minNestingLevel: u16, pub numNestingLevels: u16,
        #[doc(hidden)] pub _padding_after_numNestingLevels: [u8; 4usize], pub passIndex: usize,
        pub targetNestingLevel: u16, #[doc(hidden)] pub _padding_after_targetNestingLevel: [u8; 6usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_UnsetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_BeginPass_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_EndPass_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub targetNestingLevel: u16,
        #[doc(hidden)] pub _padding_after_targetNestingLevel: [u8; 6usize], pub passIndex: usize,
        pub allPassesSubmitted: u8, #[doc(hidden)] pub _padding_after_allPassesSubmitted: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_EnableProfiling_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_DisableProfiling_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_IsPassCollected_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numRangesDropped: usize,
        pub numTraceBytesDropped: usize, pub onePassCollected: u8, pub allPassesCollected: u8,
        #[doc(hidden)] pub _padding_after_allPassesCollected: [u8; 6usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_FlushCounterData_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numRangesDropped: usize,
        pub numTraceBytesDropped: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_PushRange_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub pRangeName: *const c_char,
        pub rangeNameLength: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_PopRange_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_GetCounterAvailability_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub counterAvailabilityImageSize: usize,
        pub pCounterAvailabilityImage: *mut u8, pub bAllowDeviceLevelCounters: u8,
        #[doc(hidden)] pub _padding_after_bAllowDeviceLevelCounters: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_DeviceSupported_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub cuDevice: CUdevice,
        pub isSupported: CUpti_Profiler_Support_Level, pub architecture: CUpti_Profiler_Support_Level,
        pub sli: CUpti_Profiler_Support_Level, pub vGpu: CUpti_Profiler_Support_Level,
        pub confidentialCompute: CUpti_Profiler_Support_Level, pub cmp: CUpti_Profiler_Support_Level,
        pub wsl: CUpti_Profiler_Support_Level, pub api: CUpti_Profiler_API, pub sku: CUpti_Profiler_Support_Level,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_Initialize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub profilerType: CUpti_ProfilerType,
        #[doc(hidden)] pub _padding_after_profilerType: [u8; 4usize], pub pChipName: *const c_char,
        pub pCounterAvailabilityImage: *const u8, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub pSinglePassMetricSetName: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_Deinitialize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetSupportedChips_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub numChips: usize, pub ppChipNames: *const *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetBaseMetrics_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub metricType: CUpti_MetricType, #[doc(hidden)] pub _padding_after_metricType: [u8; 4usize],
        pub ppMetricNames: *mut *const c_char, pub numMetrics: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetSubMetrics_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub metricType: CUpti_MetricType, #[doc(hidden)] pub _padding_after_metricType: [u8; 4usize],
        pub pMetricName: *const c_char, pub numOfSubmetrics: usize, pub ppSubMetrics: *mut *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetMetricProperties_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub pMetricName: *const c_char, pub pDescription: *const c_char, pub pHwUnit: *const c_char,
        pub pDimUnit: *const c_char, pub metricType: CUpti_MetricType,
        pub metricCollectionScope: CUpti_MetricCollectionScope,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetRangeName_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pCounterDataImage: *const u8,
        pub counterDataImageSize: usize, pub rangeIndex: usize, pub delimiter: *const c_char,
        pub pRangeName: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_EvaluateToGpuValues_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub pCounterDataImage: *const u8, pub counterDataImageSize: usize, pub rangeIndex: usize,
        pub ppMetricNames: *mut *const c_char, pub numMetrics: usize, pub pMetricValues: *mut f64,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_ConfigAddMetrics_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub ppMetricNames: *mut *const c_char, pub numMetrics: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetConfigImageSize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub configImageSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetConfigImage_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub configImageSize: usize, pub pConfigImage: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetNumOfPasses_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub configImageSize: usize, pub pConfigImage: *mut u8,
        pub numOfPasses: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub profilerType: CUpti_ProfilerType,
        #[doc(hidden)] pub _padding_after_profilerType: [u8; 4usize], pub pChipName: *const c_char,
        pub pCounterAvailabilityImage: *mut u8, pub maxMetricsPerPass: usize,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetSinglePassSets_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pChipName: *const c_char, pub numOfSinglePassSets: usize,
        pub ppSinglePassSets: *mut *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_GetMetricsInSinglePassSet_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pChipName: *const c_char,
        pub pSinglePassSetName: *const c_char, pub numOfMetricsInSinglePassSet: usize, pub metricsBufferSize: usize,
        pub pMetricsIndicesBuffer: *mut usize, pub pMetricsBuffer: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_SetDevicePartitionInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pHostObject: *mut CUpti_Profiler_Host_Object,
        pub pDevicePartitionInfo: *mut u8, pub devicePartitionInfoSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_SetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub configSize: usize, pub pConfig: *const u8, pub counterDataImageSize: usize, pub pCounterDataImage: *mut u8,
        pub range: CUpti_ProfilerRange, pub replayMode: CUpti_ProfilerReplayMode, pub maxRangesPerPass: usize,
        pub numNestingLevels: u16, pub minNestingLevel: u16,
        #[doc(hidden)] pub _padding_after_minNestingLevel: [u8; 4usize], pub passIndex: usize,
        pub targetNestingLevel: u16, #[doc(hidden)] pub _padding_after_targetNestingLevel: [u8; 6usize],
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_Enable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
        pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object, pub cacheControlMode: CUpti_CacheControl_Mode,
        #[doc(hidden)] pub _padding_after_cacheControlMode: [u8; 4usize],
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_Disable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_Start_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_Stop_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub passIndex: usize, pub targetNestingLevel: usize, pub isAllPassSubmitted: u8,
        #[doc(hidden)] pub _padding_after_isAllPassSubmitted: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_PushRange_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub pRangeName: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_PopRange_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_DecodeData_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub numOfRangeDropped: usize,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_GetCounterDataSize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub pMetricNames: *mut *const c_char, pub numMetrics: usize, pub maxNumOfRanges: usize,
        pub maxNumRangeTreeNodes: u32, #[doc(hidden)] pub _padding_after_maxNumRangeTreeNodes: [u8; 4usize],
        pub counterDataSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub counterDataSize: usize, pub pCounterData: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_GetCounterDataInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pCounterDataImage: *const u8,
        pub counterDataImageSize: usize, pub numTotalRanges: usize,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pCounterDataImage: *const u8,
        pub counterDataImageSize: usize, pub rangeIndex: usize, pub rangeDelimiter: *const c_char,
        pub rangeName: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_GetDevicePartitionInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
        pub devicePartitionInfoSize: usize, pub pDevicePartitionInfo: *mut u8,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct CUpti_PCSamplingStallReason {
        pub pcSamplingStallReasonIndex: u32, pub samples: u32,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_PCSamplingPCData {
        pub size: usize, pub cubinCrc: u64, pub pcOffset: u64, pub functionIndex: u32, pub pad: u32,
        pub functionName: *mut c_char, pub stallReasonCount: usize, pub stallReason: *mut CUpti_PCSamplingStallReason,
        pub correlationId: u32, #[doc(hidden)] pub _padding_after_correlationId: [u8; 4usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_PCSamplingData {
        pub size: usize, pub collectNumPcs: usize, pub totalSamples: u64, pub droppedSamples: u64,
        pub totalNumPcs: usize, pub remainingNumPcs: usize, pub rangeId: u64, pub pPcData: *mut CUpti_PCSamplingPCData,
        pub nonUsrKernelsTotalSamples: u64, pub hardwareBufferFull: u8,
        #[doc(hidden)] pub _padding_after_hardwareBufferFull: [u8; 7usize],
    }
    pub struct CUpti_PCSamplingConfigurationInfo {
        pub attributeType: CUpti_PCSamplingConfigurationAttributeType, pub attributeStatus: CUptiResult,
        pub attributeData: CUpti_PCSamplingConfigurationInfo_attributeData,
    }
    pub union CUpti_PCSamplingConfigurationInfo_attributeData {
        pub invalidData: CUpti_PCSamplingConfigurationInfo_attributeData_invalidData,
        pub samplingPeriodData: CUpti_PCSamplingConfigurationInfo_attributeData_samplingPeriodData,
        pub stallReasonData: CUpti_PCSamplingConfigurationInfo_attributeData_stallReasonData,
        pub scratchBufferSizeData: CUpti_PCSamplingConfigurationInfo_attributeData_scratchBufferSizeData,
        pub hardwareBufferSizeData: CUpti_PCSamplingConfigurationInfo_attributeData_hardwareBufferSizeData,
        pub collectionModeData: CUpti_PCSamplingConfigurationInfo_attributeData_collectionModeData,
        pub enableStartStopControlData: CUpti_PCSamplingConfigurationInfo_attributeData_enableStartStopControlData,
        pub outputDataFormatData: CUpti_PCSamplingConfigurationInfo_attributeData_outputDataFormatData,
        pub samplingDataBufferData: CUpti_PCSamplingConfigurationInfo_attributeData_samplingDataBufferData,
        pub workerThreadPeriodicSleepSpanData: CUpti_PCSamplingConfigurationInfo_attributeData_workerThreadPeriodicSleepSpanData,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_invalidData { pub data: [u64; 3usize] }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_samplingPeriodData {
        pub samplingPeriod: u32,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_stallReasonData {
        pub stallReasonCount: usize, pub pStallReasonIndex: *mut u32,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_scratchBufferSizeData {
        pub scratchBufferSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_hardwareBufferSizeData {
        pub hardwareBufferSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_collectionModeData {
        pub collectionMode: CUpti_PCSamplingCollectionMode,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_enableStartStopControlData {
        pub enableStartStopControl: u32,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_outputDataFormatData {
        pub outputDataFormat: CUpti_PCSamplingOutputDataFormat,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_samplingDataBufferData {
        pub samplingDataBuffer: *mut c_void,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfo_attributeData_workerThreadPeriodicSleepSpanData {
        pub workerThreadPeriodicSleepSpan: u32,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingConfigurationInfoParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numAttributes: usize,
        pub pPCSamplingConfigurationInfo: *mut CUpti_PCSamplingConfigurationInfo,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingGetDataParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub pcSamplingData: *mut c_void,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingEnableParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingDisableParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingStartParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingStopParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingGetNumStallReasonsParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numStallReasons: *mut usize,
    }
    #[derive(Debug)] pub struct CUpti_PCSamplingGetStallReasonsParams {
        pub size: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numStallReasons: usize,
        pub stallReasonIndex: *mut u32, pub stallReasons: *mut *mut c_char,
    }
    #[derive(Debug)] pub struct CUpti_GetSassToSourceCorrelationParams {
        pub size: usize, pub cubin: *const c_void, pub functionName: *const c_char, pub cubinSize: usize,
        pub lineNumber: u32, #[doc(hidden)] pub _padding_after_lineNumber: [u8; 4usize], pub pcOffset: u64,
        pub fileName: *mut c_char, pub dirName: *mut c_char,
    }
    #[derive(Debug)] pub struct CUpti_GetCubinCrcParams {
        pub size: usize, pub cubinSize: usize, pub cubin: *const c_void, pub cubinCrc: u64,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_SetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
        pub configSize: usize, pub pConfig: *const u8, pub hardwareBufferSize: usize, pub samplingInterval: u64,
        pub triggerMode: CUpti_PmSampling_TriggerMode,
        pub hwBufferAppendMode: CUpti_PmSampling_HardwareBuffer_AppendMode,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_Enable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub deviceIndex: usize,
        pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_Disable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_Start_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_Stop_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_DecodeData_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
        pub pCounterDataImage: *mut u8, pub counterDataImageSize: usize,
        pub decodeStopReason: CUpti_PmSampling_DecodeStopReason, pub overflow: u8,
        #[doc(hidden)] pub _padding_after_overflow: [u8; 3usize],
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_GetCounterAvailability_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub deviceIndex: usize, pub counterAvailabilityImageSize: usize,
        pub pCounterAvailabilityImage: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_GetCounterDataSize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
        pub pMetricNames: *mut *const c_char, pub numMetrics: usize, pub maxSamples: u32,
        #[doc(hidden)] pub _padding_after_maxSamples: [u8; 4usize], pub counterDataSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_CounterDataImage_Initialize_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
        pub counterDataSize: usize, pub pCounterData: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_GetCounterDataInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pCounterDataImage: *const u8,
        pub counterDataImageSize: usize, pub numTotalSamples: usize, pub numPopulatedSamples: usize,
        pub numCompletedSamples: usize,
    }
    #[derive(Debug)] pub struct CUpti_PmSampling_CounterData_GetSampleInfo_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pPmSamplingObject: *mut CUpti_PmSampling_Object,
        pub pCounterDataImage: *const u8, pub counterDataImageSize: usize, pub sampleIndex: usize,
        pub startTimestamp: u64, pub endTimestamp: u64,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_MetricDetails {
        pub metricId: u64, pub pMetricName: *const c_char, pub pMetricDescription: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_GetNumOfMetrics_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pChipName: *const c_char, pub numOfMetrics: usize,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_GetMetrics_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pChipName: *const c_char, pub numOfMetrics: usize,
        pub pMetricsList: *mut CUpti_SassMetrics_MetricDetails,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_GetProperties_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub pChipName: *const c_char, pub pMetricName: *const c_char,
        pub metric: CUpti_SassMetrics_MetricDetails,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_Config {
        pub metricId: u64, pub outputGranularity: u8,
        #[doc(hidden)] pub _padding_after_outputGranularity: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsSetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub numOfMetricConfig: usize,
        pub pConfigs: *mut CUpti_SassMetrics_Config, pub deviceIndex: u32,
        #[doc(hidden)] pub _padding_after_deviceIndex: [u8; 4usize],
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsUnsetConfig_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub deviceIndex: u32,
        #[doc(hidden)] pub _padding_after_deviceIndex: [u8; 4usize],
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsEnable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub enableLazyPatching: u8,
        #[doc(hidden)] pub _padding_after_enableLazyPatching: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsDisable_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numOfDroppedRecords: usize,
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsGetDataProperties_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numOfPatchedInstructionRecords: usize,
        pub numOfInstances: usize,
    }
    #[derive(Debug)] pub struct CUpti_SassMetrics_InstanceValue { pub metricId: u64, pub value: u64 }
    #[derive(Debug)] pub struct CUpti_SassMetrics_Data {
        pub structSize: usize, pub pPriv: *mut c_void, pub cubinCrc: u32, pub functionIndex: u32,
        pub functionName: *const c_char, pub pcOffset: u32, #[doc(hidden)] pub _padding_after_pcOffset: [u8; 4usize],
        pub pInstanceValues: *mut CUpti_SassMetrics_InstanceValue,
    }
    #[derive(Debug)] pub struct CUpti_SassMetricsFlushData_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub numOfPatchedInstructionRecords: usize,
        pub numOfInstances: usize, pub pMetricsData: *mut CUpti_SassMetrics_Data,
    }
    #[derive(Debug)] pub struct CUpti_Device_GetChipName_Params {
        pub structSize: usize, pub pPriv: *mut c_void, pub deviceIndex: usize, pub pChipName: *const c_char,
    }
    #[derive(Debug)] pub struct CUpti_SubscriberParams_13_0 {
        pub structSize: usize, pub subscriberName: *const c_char, pub oldSubscriberName: *mut c_char,
        pub oldSubscriberSize: usize,
    }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironment_data_speed {
        pub smClock: u32, pub memoryClock: u32, pub pcieLinkGen: u32, pub pcieLinkWidth: u32,
        pub clocksThrottleReasons: CUpti_EnvironmentClocksThrottleReason,
    }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironment_data_temperature { pub gpuTemperature: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironment_data_power { pub power: u32, pub powerLimit: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityEnvironment_data_cooling { pub fanSpeed: u32 }
    #[derive(Debug)] pub struct CUpti_ActivityPcie_attr_gpuAttr {
        pub uuidDev: CUuuid, pub peerDev: [CUdevice; 32usize],
    }
    #[derive(Debug)] pub struct CUpti_ActivityPcie_attr_bridgeAttr {
        pub secondaryBus: u16, pub deviceId: u16, pub vendorId: u16, pub pad0: u16,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink2_13_0 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink2_idDev0, pub idDev1: CUpti_ActivityNvLink2_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 32usize], pub portDev1: [i8; 32usize], pub bandwidth: u64,
    }
    #[repr(C,packed(8))] pub struct CUpti_ActivityNvLink3_13_0 {
        pub kind: CUpti_ActivityKind, pub nvlinkVersion: u32, pub typeDev0: CUpti_DevType, pub typeDev1: CUpti_DevType,
        pub idDev0: CUpti_ActivityNvLink3_idDev0, pub idDev1: CUpti_ActivityNvLink3_idDev1, pub flag: u32,
        pub physicalNvLinkCount: u32, pub portDev0: [i8; 32usize], pub portDev1: [i8; 32usize], pub bandwidth: u64,
        pub nvswitchConnected: u8, pub pad: [u8; 7usize],
    }
    #[derive(Debug)] pub struct CUpti_Profiler_GetCounterAvailability_Params_13_0 {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext, pub counterAvailabilityImageSize: usize,
        pub pCounterAvailabilityImage: *mut u8,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_Host_Initialize_Params_13_0 {
        pub structSize: usize, pub pPriv: *mut c_void, pub profilerType: CUpti_ProfilerType,
        #[doc(hidden)] pub _padding_after_profilerType: [u8; 4usize], pub pChipName: *const c_char,
        pub pCounterAvailabilityImage: *const u8, pub pHostObject: *mut CUpti_Profiler_Host_Object,
    }
    #[derive(Debug)] pub struct CUpti_RangeProfiler_Enable_Params_13_0 {
        pub structSize: usize, pub pPriv: *mut c_void, pub ctx: CUcontext,
        pub pRangeProfilerObject: *mut CUpti_RangeProfiler_Object,
    }
    #[derive(Debug)] pub struct CUpti_Profiler_DeviceSupported_Params_12_0 {
        pub structSize: usize, pub pPriv: *mut c_void, pub cuDevice: CUdevice,
        pub isSupported: CUpti_Profiler_Support_Level, pub architecture: CUpti_Profiler_Support_Level,
        pub sli: CUpti_Profiler_Support_Level, pub vGpu: CUpti_Profiler_Support_Level,
        pub confidentialCompute: CUpti_Profiler_Support_Level, pub cmp: CUpti_Profiler_Support_Level,
        #[doc(hidden)] pub _padding_after_cmp: [u8; 4usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_PCSamplingPCData_12_0 {
        pub size: usize, pub cubinCrc: u64, pub pcOffset: u64, pub functionIndex: u32, pub pad: u32,
        pub functionName: *mut c_char, pub stallReasonCount: usize, pub stallReason: *mut CUpti_PCSamplingStallReason,
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_PCSamplingData_12_0 {
        pub size: usize, pub collectNumPcs: usize, pub totalSamples: u64, pub droppedSamples: u64,
        pub totalNumPcs: usize, pub remainingNumPcs: usize, pub rangeId: u64,
        pub pPcData: *mut CUpti_PCSamplingPCData_12_0, pub nonUsrKernelsTotalSamples: u64, pub hardwareBufferFull: u8,
        #[doc(hidden)] pub _padding_after_hardwareBufferFull: [u8; 7usize],
    }
    #[repr(C,packed(8))] #[derive(Debug)] pub struct CUpti_PCSamplingData_11_8 {
        pub size: usize, pub collectNumPcs: usize, pub totalSamples: u64, pub droppedSamples: u64,
        pub totalNumPcs: usize, pub remainingNumPcs: usize, pub rangeId: u64,
        pub pPcData: *mut CUpti_PCSamplingPCData_12_0, pub nonUsrKernelsTotalSamples: u64,
    }
}

opaque! {
    CUctx_st, CUgraphNode_st, CUgraphExec_st, CUpti_Subscriber_st, CUpti_Profiler_Host_Object,
    CUpti_RangeProfiler_Object, CUpti_PmSampling_Object,
}
