//! Unsafe calls that return a `Result`.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::fmt;

use super::sys;

pub mod activity;

/// The code of a call that failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CuptiError(pub sys::CUptiResult);

impl sys::CUptiResult {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<(), CuptiError> {
        match self {
            Self::CUPTI_SUCCESS => Ok(()),
            code => Err(CuptiError(code)),
        }
    }
}

impl CuptiError {
    /// Returns CUPTI's text.
    pub fn error_string(&self) -> Result<&CStr, CuptiError> {
        // SAFETY: the call stores a static text.
        unsafe {
            let text = crate::library::value(|to| sys::cuptiGetResultString(self.0, to).result())?;
            Ok(CStr::from_ptr(text))
        }
    }
}

impl fmt::Debug for CuptiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.error_string(), cuda_libraries_sys::cupti::load()) {
            (Ok(text), _) => write!(f, "CuptiError({:?}, {text:?})", self.0),
            (_, Err(error)) => write!(f, "CuptiError({:?}): {error}", self.0),
            _ => write!(f, "CuptiError({:?})", self.0),
        }
    }
}

impl fmt::Display for CuptiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for CuptiError {}

crate::library::calls! {
    safe -> Result<(), CuptiError>;
    finalize cuptiFinalize();
    get_last_error cuptiGetLastError();
    set_thread_id_type cuptiSetThreadIdType(r#type: sys::CUpti_ActivityThreadIdType);
}

crate::library::calls! {
    -> Result<(), CuptiError>;
    compute_capability_supported cuptiComputeCapabilitySupported(major: c_int, minor: c_int, support: *mut c_int);
    device_supported cuptiDeviceSupported(dev: sys::CUdevice, support: *mut c_int);
    device_virtualization_mode cuptiDeviceVirtualizationMode(
        dev: sys::CUdevice, mode: *mut sys::CUpti_DeviceVirtualizationMode,
    );
    enable_all_domains cuptiEnableAllDomains(enable: u32, subscriber: sys::CUpti_SubscriberHandle);
    enable_callback cuptiEnableCallback(
        enable: u32, subscriber: sys::CUpti_SubscriberHandle, domain: sys::CUpti_CallbackDomain,
        cbid: sys::CUpti_CallbackId,
    );
    enable_domain cuptiEnableDomain(
        enable: u32, subscriber: sys::CUpti_SubscriberHandle, domain: sys::CUpti_CallbackDomain,
    );
    get_auto_boost_state cuptiGetAutoBoostState(context: sys::CUcontext, state: *mut sys::CUpti_ActivityAutoBoostState);
    get_callback_name cuptiGetCallbackName(domain: sys::CUpti_CallbackDomain, cbid: u32, name: *mut *const c_char);
    get_callback_state cuptiGetCallbackState(
        enable: *mut u32, subscriber: sys::CUpti_SubscriberHandle, domain: sys::CUpti_CallbackDomain,
        cbid: sys::CUpti_CallbackId,
    );
    get_context_id cuptiGetContextId(context: sys::CUcontext, context_id: *mut u32);
    get_device_id cuptiGetDeviceId(context: sys::CUcontext, device_id: *mut u32);
    get_graph_exec_id cuptiGetGraphExecId(graph_exec: sys::CUgraphExec, p_id: *mut u32);
    get_graph_id cuptiGetGraphId(graph: sys::CUgraph, p_id: *mut u32);
    get_graph_node_id cuptiGetGraphNodeId(node: sys::CUgraphNode, node_id: *mut u64);
    get_stream_id cuptiGetStreamId(context: sys::CUcontext, stream: sys::CUstream, stream_id: *mut u32);
    get_stream_id_ex cuptiGetStreamIdEx(
        context: sys::CUcontext, stream: sys::CUstream, per_thread_stream: u8, stream_id: *mut u32,
    );
    get_thread_id_type cuptiGetThreadIdType(r#type: *mut sys::CUpti_ActivityThreadIdType);
    get_timestamp cuptiGetTimestamp(timestamp: *mut u64);
    subscribe cuptiSubscribe(
        subscriber: *mut sys::CUpti_SubscriberHandle, callback: sys::CUpti_CallbackFunc, userdata: *mut c_void,
    );
    subscribe_v2 cuptiSubscribe_v2(
        subscriber: *mut sys::CUpti_SubscriberHandle, callback: sys::CUpti_CallbackFunc, userdata: *mut c_void,
        p_params: *mut sys::CUpti_SubscriberParams,
    );
    supported_domains cuptiSupportedDomains(domain_count: *mut usize, domain_table: *mut sys::CUpti_DomainTable);
    unsubscribe cuptiUnsubscribe(subscriber: sys::CUpti_SubscriberHandle);
}
