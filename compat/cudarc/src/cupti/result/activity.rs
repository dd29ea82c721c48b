//! Records of what happened.

use core::ffi::c_void;

use super::CuptiError;
use crate::cupti::sys;

crate::library::calls! {
    safe -> Result<(), CuptiError>;
    disable cuptiActivityDisable(kind: sys::CUpti_ActivityKind);
    enable cuptiActivityEnable(kind: sys::CUpti_ActivityKind);
    enable_all_sync_records cuptiActivityEnableAllSyncRecords(enable: u8);
    enable_allocation_source cuptiActivityEnableAllocationSource(enable: u8);
    enable_and_dump cuptiActivityEnableAndDump(kind: sys::CUpti_ActivityKind);
    enable_cuda_event_device_timestamps cuptiActivityEnableCudaEventDeviceTimestamps(enable: u8);
    enable_device_graph cuptiActivityEnableDeviceGraph(enable: u8);
    enable_driver_api cuptiActivityEnableDriverApi(cbid: sys::CUpti_CallbackId, enable: u8);
    enable_hw_trace cuptiActivityEnableHWTrace(enable: u8);
    enable_latency_timestamps cuptiActivityEnableLatencyTimestamps(enable: u8);
    enable_launch_attributes cuptiActivityEnableLaunchAttributes(enable: u8);
    enable_runtime_api cuptiActivityEnableRuntimeApi(cbid: sys::CUpti_CallbackId, enable: u8);
    flush_all cuptiActivityFlushAll(flag: u32);
    flush_period cuptiActivityFlushPeriod(time: u32);
    push_external_correlation_id cuptiActivityPushExternalCorrelationId(
        kind: sys::CUpti_ExternalCorrelationKind, id: u64,
    );
    register_callbacks cuptiActivityRegisterCallbacks(
        func_buffer_requested: sys::CUpti_BuffersCallbackRequestFunc,
        func_buffer_completed: sys::CUpti_BuffersCallbackCompleteFunc,
    );
    register_timestamp_callback cuptiActivityRegisterTimestampCallback(
        func_timestamp: sys::CUpti_TimestampCallbackFunc,
    );
}

crate::library::calls! {
    -> Result<(), CuptiError>;
    configure_pc_sampling cuptiActivityConfigurePCSampling(
        ctx: sys::CUcontext, config: *mut sys::CUpti_ActivityPCSamplingConfig,
    );
    configure_unified_memory_counter cuptiActivityConfigureUnifiedMemoryCounter(
        config: *mut sys::CUpti_ActivityUnifiedMemoryCounterConfig, count: u32,
    );
    disable_context cuptiActivityDisableContext(context: sys::CUcontext, kind: sys::CUpti_ActivityKind);
    enable_context cuptiActivityEnableContext(context: sys::CUcontext, kind: sys::CUpti_ActivityKind);
    flush cuptiActivityFlush(context: sys::CUcontext, stream_id: u32, flag: u32);
    get_attribute cuptiActivityGetAttribute(
        attr: sys::CUpti_ActivityAttribute, value_size: *mut usize, value: *mut c_void,
    );
    get_next_record cuptiActivityGetNextRecord(
        buffer: *mut u8, valid_buffer_size_bytes: usize, record: *mut *mut sys::CUpti_Activity,
    );
    get_num_dropped_records cuptiActivityGetNumDroppedRecords(
        context: sys::CUcontext, stream_id: u32, dropped: *mut usize,
    );
    pop_external_correlation_id cuptiActivityPopExternalCorrelationId(
        kind: sys::CUpti_ExternalCorrelationKind, last_id: *mut u64,
    );
    set_attribute cuptiActivitySetAttribute(
        attr: sys::CUpti_ActivityAttribute, value_size: *mut usize, value: *mut c_void,
    );
}
