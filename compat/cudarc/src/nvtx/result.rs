//! Calls that take texts of Rust, which end at their first NUL.

use core::ffi::{CStr, c_int};
use std::ffi::CString;

use super::sys;

/// Returns a text as C has it.
pub(super) fn text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Calls a function with a text.
fn with<T>(message: impl AsRef<str>, call: impl FnOnce(&CStr) -> T) -> T {
    call(&text(message.as_ref()))
}

pub fn domain_create<S: AsRef<str>>(message: S) -> sys::nvtxDomainHandle_t {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxDomainCreateA(text.as_ptr()) })
}

pub fn mark<S: AsRef<str>>(message: S) {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxMarkA(text.as_ptr()) })
}

pub fn name_os_thread<S: AsRef<str>>(thread_id: u32, message: S) {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxNameOsThreadA(thread_id, text.as_ptr()) })
}

pub fn name_category<S: AsRef<str>>(category: u32, message: S) {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxNameCategoryA(category, text.as_ptr()) })
}

pub fn range_start<S: AsRef<str>>(message: S) -> u64 {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxRangeStartA(text.as_ptr()) })
}

pub fn range_push<S: AsRef<str>>(message: S) -> c_int {
    // SAFETY: the text lives until the call returns.
    with(message, |text| unsafe { sys::nvtxRangePushA(text.as_ptr()) })
}

pub unsafe fn domain_destroy(domain: sys::nvtxDomainHandle_t) {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainDestroy(domain) }
}

pub unsafe fn domain_mark(
    domain: sys::nvtxDomainHandle_t,
    event_attrib: &sys::nvtxEventAttributes_t,
) {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainMarkEx(domain, event_attrib) }
}

pub unsafe fn domain_range_start(
    domain: sys::nvtxDomainHandle_t,
    event_attrib: &sys::nvtxEventAttributes_t,
) -> sys::nvtxRangeId_t {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainRangeStartEx(domain, event_attrib) }
}

pub unsafe fn domain_range_end(domain: sys::nvtxDomainHandle_t, id: sys::nvtxRangeId_t) {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainRangeEnd(domain, id) }
}

pub unsafe fn domain_range_push(
    domain: sys::nvtxDomainHandle_t,
    event_attrib: &sys::nvtxEventAttributes_t,
) -> c_int {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainRangePushEx(domain, event_attrib) }
}

pub unsafe fn domain_range_pop(domain: sys::nvtxDomainHandle_t) -> c_int {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxDomainRangePop(domain) }
}

pub fn mark_ex(event_attrib: &sys::nvtxEventAttributes_t) {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxMarkEx(event_attrib) }
}

pub fn range_start_ex(event_attrib: &sys::nvtxEventAttributes_t) -> u64 {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxRangeStartEx(event_attrib) }
}

pub unsafe fn range_end(id: u64) {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxRangeEnd(id) }
}

pub fn range_push_ex(event_attrib: &sys::nvtxEventAttributes_t) -> c_int {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxRangePushEx(event_attrib) }
}

pub fn range_pop() -> c_int {
    // SAFETY: the caller vouches for a domain, a range, and what an event points to.
    unsafe { sys::nvtxRangePop() }
}

/// # Safety
/// The domain wasn't destroyed.
pub unsafe fn domain_name_category<S: AsRef<str>>(
    domain: sys::nvtxDomainHandle_t,
    category: u32,
    name: S,
) {
    // SAFETY: the text lives until the call returns, and the caller vouches for the domain.
    with(name, |text| unsafe { sys::nvtxDomainNameCategoryA(domain, category, text.as_ptr()) });
}
