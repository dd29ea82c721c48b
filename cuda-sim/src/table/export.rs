//! The private tables of functions that NVIDIA's runtime asks the driver for, with `cuGetExportTable`, before its first
//! function does anything. So programs run that contain it: those of nvcc, and packages such as CuPy.
//!
//! NVIDIA documents none of them. What is here was learned in two ways: from what projects published for
//! interoperability, above all ZLUDA's list of tables, slots and parameters; and from the runtime itself, which was run
//! with tables that record which slots are called with what, and with tables that were withheld or answered otherwise:
//! those of `nvidia-cuda-runtime` 11.7.99, 11.8.89, 12.0.146, 12.4.127, 12.9.79, 13.0.96, 13.2.86, 13.3.29 and
//! 13.5.37. None of NVIDIA's code was disassembled for this; what others published may rest on that.
//!
//! - A table is an array of words. The first is the table's size in bytes, except for the storage of contexts, which begins
//!   with a function. The addresses are the same for the process's whole life, as the runtime's check requires.
//! - All releases ask for `CUDART_INTERFACE`, `RUNTIME_CALLBACK_HOOKS`, `TOOLS_TLS`, `CONTEXT_STORAGE` and `INTEGRITY`, those
//!   from 12.4 on for `CONTEXT_CHECKS`, those from 12.9 on for `LOG`, and 13.5 for `TOOLS_CONTEXT`. If one is refused, each
//!   function of the runtime returns the code that was returned for it; but all do without `LOG`, and 12.9 without
//!   `CONTEXT_CHECKS`.
//! - The sizes are those that ZLUDA lists; that of `TOOLS_CONTEXT` was observed elsewhere, with a driver of CUDA 13; and that
//!   of `LOG` is as far as it is called.
//! - A slot that no runtime was seen to call returns 801, and prints a line, once.

mod integrity;

use core::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use cuda_driver_sys::*;
use parking_lot::Mutex;

use crate::settings::version;
use crate::standard_error::print_line;
use crate::state::activity;
use crate::state::context::storage::Destructor;
use crate::state::context::top;
use crate::state::error::{INVALID_HANDLE, INVALID_VALUE, NOT_INITIALIZED, NOT_SUPPORTED};
use crate::state::outcome::{Outcome, store, store_optional};
use crate::system::System;
use crate::table::forked::is_forked;

use integrity::{Device, Facts};

/// A table, as far as it is known.
struct Table {
    /// What it is called here; most names are those of projects that describe it.
    name: &'static str,
    /// The bytes of its identifier, as they are written.
    id: u128,
    /// The number of words.
    words: usize,
    /// Whether the first word is its size.
    has_size: bool,
    slots: &'static [Slot],
    /// Functions for the other slots.
    others: fn() -> [Function; MOST_WORDS],
}

/// A slot whose meaning is known.
struct Slot {
    number: usize,
    /// The releases of the runtime that call it.
    _called_by: &'static str,
    function: Function,
}

/// A function of any signature.
type Function = *const c_void;

const fn slot(number: usize, called_by: &'static str, function: Function) -> Slot {
    Slot { number, _called_by: called_by, function }
}

const CUDART_INTERFACE: usize = 0;
const INTEGRITY: usize = 1;

const TABLES: [Table; 8] = [
    Table {
        name: "CUDART_INTERFACE",
        id: 0x6bd5fb6c_5bf4_e74a_8987_d93912fd9df9,
        words: 13,
        has_size: true,
        slots: &[
            slot(2, "11.7 to 13.5, for each device", primary_context as Function),
            slot(6, "11.7 and 11.8, when code is first used", load_module as Function),
            slot(7, "11.7 and 11.8, when code is unregistered", forget_module as Function),
            slot(12, "13.2 to 13.5, but only the shared library", load_compilers as Function),
        ],
        others: missing_slots::<0>,
    },
    Table {
        name: "INTEGRITY",
        id: 0xd4082055_bde6_704b_8d34_ba123c66e1f2,
        words: 3,
        has_size: true,
        slots: &[slot(1, "11.7 to 13.5, three times", verify as Function)],
        others: missing_slots::<1>,
    },
    Table {
        name: "RUNTIME_CALLBACK_HOOKS",
        id: 0xa094798c_2e74_2e74_93f2_0800200c0a66,
        words: 7,
        has_size: true,
        slots: &[
            slot(2, "11.7 to 13.5", callback_flags as Function),
            slot(6, "11.7 to 13.5", callback_state as Function),
        ],
        others: missing_slots::<2>,
    },
    Table {
        name: "TOOLS_TLS",
        id: 0x42d85a81_23f6_cb47_8298_f6e78a3aecdc,
        words: 4,
        has_size: true,
        slots: &[],
        others: missing_slots::<3>,
    },
    Table {
        name: "CONTEXT_STORAGE",
        id: 0xc693336e_1121_df11_a8c3_68f355d89593,
        words: 4,
        has_size: false,
        slots: &[
            slot(0, "11.7 to 13.5", put as Function),
            slot(1, "11.7 to 13.5, at the process's exit", delete as Function),
            slot(2, "11.7 to 13.5, in nearly every function", get as Function),
        ],
        others: missing_slots::<4>,
    },
    Table {
        name: "CONTEXT_CHECKS",
        id: 0x263e8860_7cd2_6143_92f6_bbd5006dfa7e,
        words: 4,
        has_size: true,
        slots: &[
            slot(2, "12.4 to 13.5, of the current context", check_context as Function),
            slot(3, "12.4 to 13.5; any result will do", check_driver as Function),
        ],
        others: missing_slots::<5>,
    },
    Table {
        name: "LOG",
        id: 0xf8cff951_2146_8b4e_b9e2_fb469e7c0dd9,
        words: 2,
        has_size: true,
        slots: &[slot(1, "12.9 to 13.5, before some errors", log as Function)],
        others: missing_slots::<6>,
    },
    Table {
        name: "TOOLS_CONTEXT",
        id: 0x21318c60_9714_3248_8ca6_41ff7324c8f2,
        words: MOST_WORDS,
        has_size: true,
        slots: &[],
        others: missing_slots::<7>,
    },
];

const MOST_WORDS: usize = 95;

/// Tables as the program gets them.
struct ExportTables([Box<[Function]>; TABLES.len()]);

// SAFETY: nothing changes the words, which are sizes and functions of this library.
unsafe impl Send for ExportTables {}
// SAFETY: the same.
unsafe impl Sync for ExportTables {}

static MADE: OnceLock<ExportTables> = OnceLock::new();

/// The driver whose functions those of the tables call.
static DRIVER: OnceLock<&'static DriverTable> = OnceLock::new();

impl Table {
    fn make(&self) -> Box<[Function]> {
        let mut words = (self.others)();
        if self.has_size {
            words[0] = core::ptr::without_provenance(self.words * size_of::<Function>());
        }
        for slot in self.slots {
            words[slot.number] = slot.function;
        }
        // All words are there, in case that a program doesn't look at the size.
        words.into()
    }
}

/// Returns the table with an identifier, whose functions call `driver`.
pub(crate) fn find(id: u128, driver: &'static DriverTable) -> Option<*const c_void> {
    let number = TABLES.iter().position(|table| table.id == id)?;
    DRIVER.get_or_init(|| driver);
    Some(address(number) as *const c_void)
}

/// Returns the address of a table.
fn address(number: usize) -> usize {
    let tables = MADE.get_or_init(|| ExportTables(TABLES.each_ref().map(Table::make)));
    tables.0[number].as_ptr() as usize
}

/// Returns an identifier as it is usually written.
pub(crate) fn written(id: u128) -> String {
    let digits = format!("{id:032x}");
    [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]).join("-")
}

fn driver() -> Result<&'static DriverTable, CUresult> {
    DRIVER.get().copied().ok_or(NOT_INITIALIZED)
}

/// Returns the process's objects, unless it was forked from the one that they belong to.
fn system() -> Result<&'static System, CUresult> {
    if is_forked() { Err(NOT_INITIALIZED) } else { System::get() }
}

fn code(outcome: Outcome) -> CUresult {
    outcome.err().unwrap_or(CUresult::CUDA_SUCCESS)
}

/// Stands for a slot of which nothing is known.
extern "C" fn missing<const TABLE: usize, const SLOT: usize>() -> CUresult {
    refuse(TABLE, SLOT)
}

fn refuse(table: usize, slot: usize) -> CUresult {
    static SAID: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    let mut said = SAID.lock();
    if !said.contains(&(table, slot)) {
        said.push((table, slot));
        let table = &TABLES[table];
        print_line(format_args!(
            "cuda-sim: a library called slot {slot} of the private table {} ({}) of NVIDIA's driver, which the software device \
             doesn't have (CUDA_ERROR_NOT_SUPPORTED)",
            table.name,
            written(table.id)
        ));
    }
    NOT_SUPPORTED
}

macro_rules! missing_slots {
    ($($slot:literal)*) => {
        fn missing_slots<const TABLE: usize>() -> [Function; MOST_WORDS] {
            [$(missing::<TABLE, $slot> as Function),*]
        }
    };
}

missing_slots!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
    43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82
    83 84 85 86 87 88 89 90 91 92 93 94
);

/// Loads what nvcc's wrapper of a fat binary points to, in the current context.
///
/// # Safety
/// As for `cuModuleLoadData`.
unsafe extern "C" fn load_module(module: *mut CUmodule, wrapper: *const c_void) -> CUresult {
    match driver().map(|driver| driver.cuModuleLoadData) {
        // SAFETY: the caller fulfils the contract of the function.
        Ok(Some(function)) => unsafe { function(module, wrapper) },
        Ok(None) => NOT_SUPPORTED,
        Err(code) => code,
    }
}

/// The program doesn't need a wrapper anymore. The runtime unloads the module by itself.
extern "C" fn forget_module(_wrapper: *const c_void) -> CUresult {
    CUresult::CUDA_SUCCESS
}

/// The driver is to load its compilers, which this one always has.
extern "C" fn load_compilers() -> CUresult {
    CUresult::CUDA_SUCCESS
}

/// Writes the handle of a device's primary context, which isn't retained: the runtime does that when it needs it.
///
/// # Safety
/// `context` is null or writable.
unsafe extern "C" fn primary_context(context: *mut CUcontext, device: CUdevice) -> CUresult {
    let retained = match driver().map(|driver| driver.cuDevicePrimaryCtxRetain) {
        // SAFETY: the caller fulfils the contract of the function.
        Ok(Some(function)) => unsafe { function(context, device) },
        Ok(None) => NOT_SUPPORTED,
        Err(code) => code,
    };
    if retained != CUresult::CUDA_SUCCESS {
        return retained;
    }
    match driver().map(|driver| driver.cuDevicePrimaryCtxRelease_v2) {
        // SAFETY: the caller fulfils the contract of the function.
        Ok(Some(function)) => unsafe { function(device) },
        Ok(None) => NOT_SUPPORTED,
        Err(code) => code,
    }
}

/// Writes where the runtime finds which of its functions call a tool, and how many there are: none does.
///
/// # Safety
/// Both pointers are null or writable.
unsafe extern "C" fn callback_flags(flags: *mut *const c_void, count: *mut usize) -> CUresult {
    static FLAGS: [AtomicU64; 1024] = [const { AtomicU64::new(0) }; 1024];
    // SAFETY: the caller guarantees it.
    unsafe {
        store_optional(flags, FLAGS.as_ptr().cast());
        store_optional(count, FLAGS.len());
    }
    CUresult::CUDA_SUCCESS
}

/// Writes where the runtime finds what else it passes to tools. It requires 14 words.
///
/// # Safety
/// Both pointers are null or writable.
unsafe extern "C" fn callback_state(state: *mut *const c_void, count: *mut usize) -> CUresult {
    static STATE: [AtomicU64; 14] = [const { AtomicU64::new(0) }; 14];
    // SAFETY: the caller guarantees it.
    unsafe {
        store_optional(state, STATE.as_ptr().cast());
        store_optional(count, STATE.len());
    }
    CUresult::CUDA_SUCCESS
}

fn given_or_current(context: CUcontext) -> Result<CUcontext, CUresult> {
    if context.is_null() { top() } else { Ok(context) }
}

/// Keeps a value in a context, or in the current one, until it ends; then its destructor is called. What a driver answers of a
/// handle that is no context, nobody was seen to ask; here it is what other functions do, 201, or 709 once it has ended.
///
/// # Safety
/// The destructor may be called with the context, `key` and `value`.
unsafe extern "C" fn put(
    context: CUcontext,
    key: *mut c_void,
    value: *mut c_void,
    destructor: Option<Destructor>,
) -> CUresult {
    code(system().and_then(|system| {
        system.contexts.get_or_current(context)?;
        system.storage.put(given_or_current(context)?, key, value, destructor);
        Ok(())
    }))
}

/// Removes a value without calling its destructor.
extern "C" fn delete(context: CUcontext, key: *mut c_void) -> CUresult {
    code(system().and_then(|system| {
        let was_there = system.storage.remove(given_or_current(context)?, key);
        was_there.then_some(()).ok_or(INVALID_HANDLE)
    }))
}

/// Writes a value, if there is one.
///
/// # Safety
/// `value` is null or writable.
unsafe extern "C" fn get(
    value: *mut *mut c_void,
    context: CUcontext,
    key: *mut c_void,
) -> CUresult {
    code(system().and_then(|system| {
        let stored = system.storage.get(given_or_current(context)?, key);
        // SAFETY: the caller guarantees that it is null or writable.
        unsafe { store(value, stored.ok_or(INVALID_HANDLE)?) }
    }))
}

/// Writes 0 where a driver of CUDA 12 and newer does, and leaves the third parameter as it is, as that one. With 1, the
/// runtime takes the context for destroyed.
///
/// # Safety
/// `state` is null or writable.
unsafe extern "C" fn check_context(
    _context: CUcontext,
    state: *mut u32,
    _details: *mut *const c_void,
) -> CUresult {
    // SAFETY: the caller guarantees it.
    unsafe { store_optional(state, 0) };
    CUresult::CUDA_SUCCESS
}

extern "C" fn check_driver() -> CUresult {
    CUresult::CUDA_SUCCESS
}

/// Adds a text of the runtime to the driver's log.
///
/// # Safety
/// `format` is null, or that of `arguments`, a `va_list` of C.
unsafe extern "C" fn log(
    _component: *const c_char,
    _level: u32,
    format: *const c_char,
    arguments: *mut c_void,
) -> CUresult {
    if format.is_null() {
        return INVALID_VALUE;
    }
    code(system().map(|system| {
        // SAFETY: the caller guarantees it.
        let text = unsafe { formatted(format, arguments) };
        system.log.text(&text);
    }))
}

/// Formats a text as C does.
///
/// # Safety
/// As for [`log`]; `format` isn't null.
unsafe fn formatted(format: *const c_char, arguments: *mut c_void) -> String {
    #[cfg(all(unix, target_pointer_width = "64"))]
    {
        unsafe extern "C" {
            // A `va_list` is passed by its address, also where it is a structure: those are larger than two words.
            fn vsnprintf(
                buffer: *mut c_char,
                size: usize,
                format: *const c_char,
                arguments: *mut c_void,
            ) -> core::ffi::c_int;
        }
        let mut buffer = [0; 1024];
        // SAFETY: the buffer is of this size, and the caller guarantees the rest.
        if unsafe { vsnprintf(buffer.as_mut_ptr(), buffer.len(), format, arguments) } >= 0 {
            // SAFETY: the text ends with a zero within the buffer.
            return unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_string_lossy().into_owned();
        }
    }
    let _ = arguments;
    // SAFETY: the caller guarantees that it is a string.
    unsafe { CStr::from_ptr(format) }.to_string_lossy().into_owned()
}

/// Answers how the runtime verifies the driver.
///
/// # Safety
/// `answer` is null or writable.
unsafe extern "C" fn verify(question: u32, seconds: u64, answer: *mut [u8; 16]) -> CUresult {
    code(devices().and_then(|devices| {
        let function = TABLES[INTEGRITY].slots[0].function as usize;
        let facts = Facts {
            driver_version: version().cast_unsigned(),
            question,
            process: std::process::id(),
            thread: activity::thread(),
            addresses: [address(CUDART_INTERFACE), address(INTEGRITY), function],
            seconds,
            devices: &devices,
        };
        // SAFETY: the caller guarantees that it is null or writable.
        unsafe { store(answer, facts.answer()) }
    }))
}

/// Returns what is verified of each device.
fn devices() -> Result<Vec<Device>, CUresult> {
    use CUdevice_attribute as A;
    fn checked(code: CUresult) -> Outcome {
        if code == CUresult::CUDA_SUCCESS { Ok(()) } else { Err(code) }
    }
    let mut count = 0;
    checked(match driver().map(|driver| driver.cuDeviceGetCount) {
        // SAFETY: the caller fulfils the contract of the function.
        Ok(Some(function)) => unsafe { function(&raw mut count) },
        Ok(None) => NOT_SUPPORTED,
        Err(code) => code,
    })?;
    let of_device = |device| {
        let (mut uuid, mut pci) = (CUuuid::default(), [0; 3]);
        checked(match driver().map(|driver| driver.cuDeviceGetUuid_v2) {
            // SAFETY: the caller fulfils the contract of the function.
            Ok(Some(function)) => unsafe { function(&raw mut uuid, device) },
            Ok(None) => NOT_SUPPORTED,
            Err(code) => code,
        })?;
        let parts = [
            A::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,
            A::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
            A::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID,
        ];
        for (part, attribute) in pci.iter_mut().zip(parts) {
            checked(match driver().map(|driver| driver.cuDeviceGetAttribute) {
                // SAFETY: the caller fulfils the contract of the function.
                Ok(Some(function)) => unsafe { function(&raw mut *part, attribute, device) },
                Ok(None) => NOT_SUPPORTED,
                Err(code) => code,
            })?;
        }
        Ok(Device { uuid: uuid.bytes.map(|byte| byte as u8), pci })
    };
    (0..count).map(of_device).collect()
}
