//! The types and functions of NVTX 3 under their C names.
//!
//! A profiler sets `NVTX_INJECTION64_PATH` to its library, which is loaded at the first call, and given the places of the
//! functions' pointers. Without one, calls do nothing; `libnvToolsExt`, which CUDA 13 has no more, isn't needed.

use core::ffi::*;
use core::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

#[cfg(not(windows))]
pub type wchar_t = c_int;
#[cfg(windows)]
pub type wchar_t = c_ushort;
pub type nvtxRangeId_t = u64;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct nvtxDomainRegistration_st {
    _unused: [u8; 0],
}

pub type nvtxDomainHandle_t = *mut nvtxDomainRegistration_st;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct nvtxStringRegistration_st {
    _unused: [u8; 0],
}

pub type nvtxStringHandle_t = *mut nvtxStringRegistration_st;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct nvtxResourceHandle {
    _unused: [u8; 0],
}

pub type nvtxResourceHandle_t = *mut nvtxResourceHandle;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct nvtxSyncUser {
    _unused: [u8; 0],
}

pub type nvtxSyncUser_t = *mut nvtxSyncUser;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct nvtxSyncUserAttributes_v0 {
    _unused: [u8; 0],
}

pub type nvtxDomainRegistration = nvtxDomainRegistration_st;
pub type nvtxStringRegistration = nvtxStringRegistration_st;

#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum nvtxColorType_t {
    NVTX_COLOR_UNKNOWN = 0,
    NVTX_COLOR_ARGB = 1,
}

#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3,
}

#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6,
}

#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum nvtxResourceGenericType_t {
    NVTX_RESOURCE_TYPE_UNKNOWN = 0,
    NVTX_RESOURCE_TYPE_GENERIC_POINTER = 65537,
    NVTX_RESOURCE_TYPE_GENERIC_HANDLE = 65538,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = 65539,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = 65540,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union nvtxEventAttributes_v2_payload_t {
    pub ullValue: u64,
    pub llValue: i64,
    pub dValue: f64,
    pub uiValue: u32,
    pub iValue: i32,
    pub fValue: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union nvtxMessageValue_t {
    pub ascii: *const c_char,
    pub unicode: *const wchar_t,
    pub registered: nvtxStringHandle_t,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvtxEventAttributes_v2 {
    pub version: u16,
    pub size: u16,
    pub category: u32,
    pub colorType: i32,
    pub color: u32,
    pub payloadType: i32,
    pub reserved0: i32,
    pub payload: nvtxEventAttributes_v2_payload_t,
    pub messageType: i32,
    pub message: nvtxMessageValue_t,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union nvtxResourceAttributes_v0_identifier_t {
    pub pValue: *const c_void,
    pub ullValue: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvtxResourceAttributes_v0 {
    pub version: u16,
    pub size: u16,
    pub identifierType: i32,
    pub identifier: nvtxResourceAttributes_v0_identifier_t,
    pub messageType: i32,
    pub message: nvtxMessageValue_t,
}

pub type nvtxEventAttributes_t = nvtxEventAttributes_v2;
pub type nvtxResourceAttributes_t = nvtxResourceAttributes_v0;

/// Defines the functions of two modules, in the order of their numbers, which begin with 1, and what they return without a
/// profiler.
macro_rules! functions {
    ($($slots:ident $count:literal {
        $($name:ident $pointer:ident($($parameter:ident: $ty:ty),*) $(-> $output:ty = $none:expr)?;)*
    })*) => {$(
        /// The functions' pointers, which the profiler's library writes.
        static $slots: [AtomicPtr<c_void>; $count] = [const { AtomicPtr::new(ptr::null_mut()) }; $count];

        $(
            pub type $pointer = Option<unsafe extern "C" fn($($parameter: $ty),*) $(-> $output)?>;

            pub unsafe fn $name($($parameter: $ty),*) $(-> $output)? {
                profiler();
                let pointer = $slots[$slots::$name as usize].load(Ordering::Relaxed);
                // SAFETY: null is `None`, and the profiler's library stored a function with this signature.
                match unsafe { core::mem::transmute::<*mut c_void, $pointer>(pointer) } {
                    // SAFETY: the caller keeps to the function's contract.
                    Some(function) => unsafe { function($($parameter),*) },
                    None => { $($none)? }
                }
            }
        )*

        #[derive(Clone, Copy)]
        enum $slots { $($name),* }
    )*};
}

/// What a push and a pop return if nothing counts them.
const NO_TRACKING: c_int = -2;

functions! {
    CORE 15 {
        nvtxMarkEx nvtxMarkEx_impl_fntype(eventAttrib: *const nvtxEventAttributes_t);
        nvtxMarkA nvtxMarkA_impl_fntype(message: *const c_char);
        nvtxMarkW nvtxMarkW_impl_fntype(message: *const wchar_t);
        nvtxRangeStartEx nvtxRangeStartEx_impl_fntype(eventAttrib: *const nvtxEventAttributes_t) -> nvtxRangeId_t = 0;
        nvtxRangeStartA nvtxRangeStartA_impl_fntype(message: *const c_char) -> nvtxRangeId_t = 0;
        nvtxRangeStartW nvtxRangeStartW_impl_fntype(message: *const wchar_t) -> nvtxRangeId_t = 0;
        nvtxRangeEnd nvtxRangeEnd_impl_fntype(id: nvtxRangeId_t);
        nvtxRangePushEx nvtxRangePushEx_impl_fntype(eventAttrib: *const nvtxEventAttributes_t) -> c_int = NO_TRACKING;
        nvtxRangePushA nvtxRangePushA_impl_fntype(message: *const c_char) -> c_int = NO_TRACKING;
        nvtxRangePushW nvtxRangePushW_impl_fntype(message: *const wchar_t) -> c_int = NO_TRACKING;
        nvtxRangePop nvtxRangePop_impl_fntype() -> c_int = NO_TRACKING;
        nvtxNameCategoryA nvtxNameCategoryA_impl_fntype(category: u32, name: *const c_char);
        nvtxNameCategoryW nvtxNameCategoryW_impl_fntype(category: u32, name: *const wchar_t);
        nvtxNameOsThreadA nvtxNameOsThreadA_impl_fntype(threadId: u32, name: *const c_char);
        nvtxNameOsThreadW nvtxNameOsThreadW_impl_fntype(threadId: u32, name: *const wchar_t);
    }
    CORE2 15 {
        nvtxDomainMarkEx nvtxDomainMarkEx_impl_fntype(domain: nvtxDomainHandle_t, eventAttrib: *const nvtxEventAttributes_t);
        nvtxDomainRangeStartEx nvtxDomainRangeStartEx_impl_fntype(domain: nvtxDomainHandle_t, eventAttrib: *const nvtxEventAttributes_t) -> nvtxRangeId_t = 0;
        nvtxDomainRangeEnd nvtxDomainRangeEnd_impl_fntype(domain: nvtxDomainHandle_t, id: nvtxRangeId_t);
        nvtxDomainRangePushEx nvtxDomainRangePushEx_impl_fntype(domain: nvtxDomainHandle_t, eventAttrib: *const nvtxEventAttributes_t) -> c_int = NO_TRACKING;
        nvtxDomainRangePop nvtxDomainRangePop_impl_fntype(domain: nvtxDomainHandle_t) -> c_int = NO_TRACKING;
        nvtxDomainResourceCreate nvtxDomainResourceCreate_impl_fntype(domain: nvtxDomainHandle_t, attribs: *mut nvtxResourceAttributes_t) -> nvtxResourceHandle_t = ptr::null_mut();
        nvtxDomainResourceDestroy nvtxDomainResourceDestroy_impl_fntype(resource: nvtxResourceHandle_t);
        nvtxDomainNameCategoryA nvtxDomainNameCategoryA_impl_fntype(domain: nvtxDomainHandle_t, category: u32, name: *const c_char);
        nvtxDomainNameCategoryW nvtxDomainNameCategoryW_impl_fntype(domain: nvtxDomainHandle_t, category: u32, name: *const wchar_t);
        nvtxDomainRegisterStringA nvtxDomainRegisterStringA_impl_fntype(domain: nvtxDomainHandle_t, string: *const c_char) -> nvtxStringHandle_t = ptr::null_mut();
        nvtxDomainRegisterStringW nvtxDomainRegisterStringW_impl_fntype(domain: nvtxDomainHandle_t, string: *const wchar_t) -> nvtxStringHandle_t = ptr::null_mut();
        nvtxDomainCreateA nvtxDomainCreateA_impl_fntype(name: *const c_char) -> nvtxDomainHandle_t = ptr::null_mut();
        nvtxDomainCreateW nvtxDomainCreateW_impl_fntype(name: *const wchar_t) -> nvtxDomainHandle_t = ptr::null_mut();
        nvtxDomainDestroy nvtxDomainDestroy_impl_fntype(domain: nvtxDomainHandle_t);
        nvtxInitialize nvtxInitialize_impl_fntype(reserved: *const c_void);
    }
}

pub type nvtxSyncUserAttributes_t = nvtxSyncUserAttributes_v0;
pub type nvtx_nvtxSyncUser_t = c_void;
pub type nvtx_nvtxSyncUserAttributes_t = c_void;
pub type nvtx_CUdevice = c_int;
pub type nvtx_CUcontext = *mut c_void;
pub type nvtx_CUevent = *mut c_void;
pub type nvtx_CUstream = *mut c_void;
pub type nvtx_cudaEvent_t = *mut c_void;
pub type nvtx_cudaStream_t = *mut c_void;
pub type nvtx_cl_command_queue = *mut c_void;
pub type nvtx_cl_context = *mut c_void;
pub type nvtx_cl_device_id = *mut c_void;
pub type nvtx_cl_event = *mut c_void;
pub type nvtx_cl_kernel = *mut c_void;
pub type nvtx_cl_mem = *mut c_void;
pub type nvtx_cl_platform_id = *mut c_void;
pub type nvtx_cl_program = *mut c_void;
pub type nvtx_cl_sampler = *mut c_void;

pub type nvtxNameClCommandQueueA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_command_queue, name: *const c_char)>;
pub type nvtxNameClCommandQueueW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_command_queue, name: *const wchar_t)>;

pub type nvtxNameClContextA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_context, name: *const c_char)>;
pub type nvtxNameClContextW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_context, name: *const wchar_t)>;

pub type nvtxNameClDeviceA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_device_id, name: *const c_char)>;
pub type nvtxNameClDeviceW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_device_id, name: *const wchar_t)>;

pub type nvtxNameClEventA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_event, name: *const c_char)>;
pub type nvtxNameClEventW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_event, name: *const wchar_t)>;

pub type nvtxNameClMemObjectA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_mem, name: *const c_char)>;
pub type nvtxNameClMemObjectW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_mem, name: *const wchar_t)>;

pub type nvtxNameClProgramA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_program, name: *const c_char)>;
pub type nvtxNameClProgramW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_program, name: *const wchar_t)>;

pub type nvtxNameClSamplerA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_sampler, name: *const c_char)>;
pub type nvtxNameClSamplerW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cl_sampler, name: *const wchar_t)>;

pub type nvtxNameCuContextA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUcontext, name: *const c_char)>;
pub type nvtxNameCuContextW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUcontext, name: *const wchar_t)>;

pub type nvtxNameCuDeviceA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUdevice, name: *const c_char)>;
pub type nvtxNameCuDeviceW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUdevice, name: *const wchar_t)>;

pub type nvtxNameCuEventA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUevent, name: *const c_char)>;
pub type nvtxNameCuEventW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUevent, name: *const wchar_t)>;

pub type nvtxNameCuStreamA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUstream, name: *const c_char)>;
pub type nvtxNameCuStreamW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_CUstream, name: *const wchar_t)>;

pub type nvtxNameCudaDeviceA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: c_int, name: *const c_char)>;
pub type nvtxNameCudaDeviceW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: c_int, name: *const wchar_t)>;

pub type nvtxNameCudaDeviceA_impl_fntype =
    Option<unsafe extern "C" fn(object: c_int, name: *const c_char)>;
pub type nvtxNameCudaDeviceW_impl_fntype =
    Option<unsafe extern "C" fn(object: c_int, name: *const wchar_t)>;

pub type nvtxNameCudaEventA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cudaEvent_t, name: *const c_char)>;
pub type nvtxNameCudaEventW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cudaEvent_t, name: *const wchar_t)>;

pub type nvtxNameCudaStreamA_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cudaStream_t, name: *const c_char)>;
pub type nvtxNameCudaStreamW_fakeimpl_fntype =
    Option<unsafe extern "C" fn(object: nvtx_cudaStream_t, name: *const wchar_t)>;

pub type nvtxDomainSyncUserAcquireFailed_fakeimpl_fntype =
    Option<unsafe extern "C" fn(nvtx_nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserAcquireFailed_impl_fntype = Option<unsafe extern "C" fn(nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserAcquireStart_fakeimpl_fntype =
    Option<unsafe extern "C" fn(nvtx_nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserAcquireStart_impl_fntype = Option<unsafe extern "C" fn(nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserAcquireSuccess_fakeimpl_fntype =
    Option<unsafe extern "C" fn(nvtx_nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserAcquireSuccess_impl_fntype =
    Option<unsafe extern "C" fn(nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserCreate_fakeimpl_fntype = Option<
    unsafe extern "C" fn(
        nvtxDomainHandle_t,
        *const nvtx_nvtxSyncUserAttributes_t,
    ) -> nvtx_nvtxSyncUser_t,
>;
pub type nvtxDomainSyncUserCreate_impl_fntype = Option<
    unsafe extern "C" fn(nvtxDomainHandle_t, *const nvtxSyncUserAttributes_t) -> nvtxSyncUser_t,
>;
pub type nvtxDomainSyncUserDestroy_fakeimpl_fntype =
    Option<unsafe extern "C" fn(nvtx_nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserDestroy_impl_fntype = Option<unsafe extern "C" fn(nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserReleasing_fakeimpl_fntype =
    Option<unsafe extern "C" fn(nvtx_nvtxSyncUser_t)>;
pub type nvtxDomainSyncUserReleasing_impl_fntype = Option<unsafe extern "C" fn(nvtxSyncUser_t)>;

/// A table of pointers to pointers, of which the first is null, and what gives it out.
#[repr(C)]
struct Callbacks {
    size: usize,
    table_of: extern "C" fn(u32, *mut *const *const AtomicPtr<c_void>, *mut c_uint) -> c_int,
}

#[repr(C)]
struct VersionInfo {
    size: usize,
    version: u32,
    reserved: u32,
    set_tool_version: extern "C" fn(u32),
}

static CALLBACKS: Callbacks = Callbacks { size: size_of::<Callbacks>(), table_of };
static VERSION: VersionInfo =
    VersionInfo { size: size_of::<VersionInfo>(), version: 3, reserved: 0, set_tool_version };

extern "C" fn set_tool_version(_: u32) {}

/// Gives out the table of a module: 1 and 5 are there.
extern "C" fn table_of(
    module: u32,
    table: *mut *const *const AtomicPtr<c_void>,
    size: *mut c_uint,
) -> c_int {
    let slots: &'static [AtomicPtr<c_void>] = match module {
        1 => &CORE,
        5 => &CORE2,
        _ => return 0,
    };
    let pointers = std::iter::once(ptr::null()).chain(slots.iter().map(ptr::from_ref));
    let pointers: &'static [_] = Box::leak(pointers.chain([ptr::null()]).collect());
    // SAFETY: each is null, or a place for the result.
    unsafe {
        if let Some(table) = table.as_mut() {
            *table = pointers.as_ptr();
        }
        if let Some(size) = size.as_mut() {
            *size = pointers.len() as c_uint - 1;
        }
    }
    1
}

extern "C" fn export_table(id: u32) -> *const c_void {
    match id {
        1 => (&raw const CALLBACKS).cast(),
        3 => (&raw const VERSION).cast(),
        _ => ptr::null(),
    }
}

/// Returns the profiler's library, which is loaded at the first call.
fn profiler() -> Option<&'static Library> {
    static PROFILER: OnceLock<Option<Library>> = OnceLock::new();
    PROFILER
        .get_or_init(|| {
            type Initialize = unsafe extern "C" fn(extern "C" fn(u32) -> *const c_void) -> c_int;
            let path = std::env::var_os("NVTX_INJECTION64_PATH").filter(|path| !path.is_empty())?;
            // SAFETY: who sets the variable vouches for the library. It stays loaded, because it has places of this one.
            let library = std::mem::ManuallyDrop::new(unsafe { Library::new(path) }.ok()?);
            // SAFETY: libraries for NVTX 3 export it with this signature.
            let initialize =
                unsafe { library.get::<Initialize>(b"InitializeInjectionNvtx2") }.ok()?;
            // SAFETY: the tables are alive as long as the process.
            if unsafe { initialize(export_table) } == 0 {
                let all = CORE.iter().chain(&CORE2);
                all.for_each(|slot| slot.store(ptr::null_mut(), Ordering::Relaxed));
                return None;
            }
            Some(std::mem::ManuallyDrop::into_inner(library))
        })
        .as_ref()
}

/// Returns `true` if a profiler listens.
pub unsafe fn is_culib_present() -> bool {
    profiler().is_some()
}

/// Returns the profiler's library.
///
/// # Panics
/// If there is none, as cudarc does without `libnvToolsExt`.
pub unsafe fn culib() -> &'static Library {
    profiler().expect("NVTX_INJECTION64_PATH names the library of a profiler")
}
