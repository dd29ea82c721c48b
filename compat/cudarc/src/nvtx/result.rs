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

macro_rules! texts {
    ($($name:ident $function:ident($($parameter:ident: $ty:ty),*) $(-> $output:ty)?;)*) => {$(
        pub fn $name<S: AsRef<str>>($($parameter: $ty,)* message: S) $(-> $output)? {
            // SAFETY: the text lives until the call returns.
            with(message, |text| unsafe { sys::$function($($parameter,)* text.as_ptr()) })
        }
    )*};
}

texts! {
    domain_create nvtxDomainCreateA() -> sys::nvtxDomainHandle_t;
    mark nvtxMarkA();
    name_os_thread nvtxNameOsThreadA(thread_id: u32);
    name_category nvtxNameCategoryA(category: u32);
    range_start nvtxRangeStartA() -> u64;
    range_push nvtxRangePushA() -> c_int;
}

macro_rules! calls {
    ($([$($safety:tt)?] $name:ident $function:ident($($parameter:ident: $ty:ty),*) $(-> $output:ty)?;)*) => {$(
        pub $($safety)? fn $name($($parameter: $ty),*) $(-> $output)? {
            // SAFETY: the caller vouches for a domain, a range, and what an event points to.
            unsafe { sys::$function($($parameter),*) }
        }
    )*};
}

calls! {
    [unsafe] domain_destroy nvtxDomainDestroy(domain: sys::nvtxDomainHandle_t);
    [unsafe] domain_mark nvtxDomainMarkEx(domain: sys::nvtxDomainHandle_t, event_attrib: &sys::nvtxEventAttributes_t);
    [unsafe] domain_range_start nvtxDomainRangeStartEx(
        domain: sys::nvtxDomainHandle_t, event_attrib: &sys::nvtxEventAttributes_t
    ) -> sys::nvtxRangeId_t;
    [unsafe] domain_range_end nvtxDomainRangeEnd(domain: sys::nvtxDomainHandle_t, id: sys::nvtxRangeId_t);
    [unsafe] domain_range_push nvtxDomainRangePushEx(
        domain: sys::nvtxDomainHandle_t, event_attrib: &sys::nvtxEventAttributes_t
    ) -> c_int;
    [unsafe] domain_range_pop nvtxDomainRangePop(domain: sys::nvtxDomainHandle_t) -> c_int;
    [] mark_ex nvtxMarkEx(event_attrib: &sys::nvtxEventAttributes_t);
    [] range_start_ex nvtxRangeStartEx(event_attrib: &sys::nvtxEventAttributes_t) -> u64;
    [unsafe] range_end nvtxRangeEnd(id: u64);
    [] range_push_ex nvtxRangePushEx(event_attrib: &sys::nvtxEventAttributes_t) -> c_int;
    [] range_pop nvtxRangePop() -> c_int;
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
