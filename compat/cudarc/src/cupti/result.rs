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

pub fn finalize() -> Result<(), CuptiError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuptiFinalize() }.result()
}

pub fn get_last_error() -> Result<(), CuptiError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuptiGetLastError() }.result()
}

pub fn set_thread_id_type(r#type: sys::CUpti_ActivityThreadIdType) -> Result<(), CuptiError> {
    // SAFETY: it takes no pointers to memory.
    unsafe { sys::cuptiSetThreadIdType(r#type) }.result()
}

pub unsafe fn compute_capability_supported(
    major: c_int,
    minor: c_int,
    support: *mut c_int,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiComputeCapabilitySupported(major, minor, support) }.result()
}

pub unsafe fn device_supported(dev: sys::CUdevice, support: *mut c_int) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiDeviceSupported(dev, support) }.result()
}

pub unsafe fn device_virtualization_mode(
    dev: sys::CUdevice,
    mode: *mut sys::CUpti_DeviceVirtualizationMode,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiDeviceVirtualizationMode(dev, mode) }.result()
}

pub unsafe fn enable_all_domains(
    enable: u32,
    subscriber: sys::CUpti_SubscriberHandle,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiEnableAllDomains(enable, subscriber) }.result()
}

pub unsafe fn enable_callback(
    enable: u32,
    subscriber: sys::CUpti_SubscriberHandle,
    domain: sys::CUpti_CallbackDomain,
    cbid: sys::CUpti_CallbackId,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiEnableCallback(enable, subscriber, domain, cbid) }.result()
}

pub unsafe fn enable_domain(
    enable: u32,
    subscriber: sys::CUpti_SubscriberHandle,
    domain: sys::CUpti_CallbackDomain,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiEnableDomain(enable, subscriber, domain) }.result()
}

pub unsafe fn get_auto_boost_state(
    context: sys::CUcontext,
    state: *mut sys::CUpti_ActivityAutoBoostState,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetAutoBoostState(context, state) }.result()
}

pub unsafe fn get_callback_name(
    domain: sys::CUpti_CallbackDomain,
    cbid: u32,
    name: *mut *const c_char,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetCallbackName(domain, cbid, name) }.result()
}

pub unsafe fn get_callback_state(
    enable: *mut u32,
    subscriber: sys::CUpti_SubscriberHandle,
    domain: sys::CUpti_CallbackDomain,
    cbid: sys::CUpti_CallbackId,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetCallbackState(enable, subscriber, domain, cbid) }.result()
}

pub unsafe fn get_context_id(
    context: sys::CUcontext,
    context_id: *mut u32,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetContextId(context, context_id) }.result()
}

pub unsafe fn get_device_id(
    context: sys::CUcontext,
    device_id: *mut u32,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetDeviceId(context, device_id) }.result()
}

pub unsafe fn get_graph_exec_id(
    graph_exec: sys::CUgraphExec,
    p_id: *mut u32,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetGraphExecId(graph_exec, p_id) }.result()
}

pub unsafe fn get_graph_id(graph: sys::CUgraph, p_id: *mut u32) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetGraphId(graph, p_id) }.result()
}

pub unsafe fn get_graph_node_id(
    node: sys::CUgraphNode,
    node_id: *mut u64,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetGraphNodeId(node, node_id) }.result()
}

pub unsafe fn get_stream_id(
    context: sys::CUcontext,
    stream: sys::CUstream,
    stream_id: *mut u32,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetStreamId(context, stream, stream_id) }.result()
}

pub unsafe fn get_stream_id_ex(
    context: sys::CUcontext,
    stream: sys::CUstream,
    per_thread_stream: u8,
    stream_id: *mut u32,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetStreamIdEx(context, stream, per_thread_stream, stream_id) }.result()
}

pub unsafe fn get_thread_id_type(
    r#type: *mut sys::CUpti_ActivityThreadIdType,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetThreadIdType(r#type) }.result()
}

pub unsafe fn get_timestamp(timestamp: *mut u64) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiGetTimestamp(timestamp) }.result()
}

pub unsafe fn subscribe(
    subscriber: *mut sys::CUpti_SubscriberHandle,
    callback: sys::CUpti_CallbackFunc,
    userdata: *mut c_void,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiSubscribe(subscriber, callback, userdata) }.result()
}

pub unsafe fn subscribe_v2(
    subscriber: *mut sys::CUpti_SubscriberHandle,
    callback: sys::CUpti_CallbackFunc,
    userdata: *mut c_void,
    p_params: *mut sys::CUpti_SubscriberParams,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiSubscribe_v2(subscriber, callback, userdata, p_params) }.result()
}

pub unsafe fn supported_domains(
    domain_count: *mut usize,
    domain_table: *mut sys::CUpti_DomainTable,
) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiSupportedDomains(domain_count, domain_table) }.result()
}

pub unsafe fn unsubscribe(subscriber: sys::CUpti_SubscriberHandle) -> Result<(), CuptiError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuptiUnsubscribe(subscriber) }.result()
}
