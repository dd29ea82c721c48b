//! The private tables of functions that NVIDIA's runtime asks for.

use core::ffi::c_void;
use core::mem::transmute;
use core::ptr::{null, null_mut};
use std::sync::Mutex;

use cuda_driver::sys::{CUcontext, CUresult, CUuuid};

use crate::{TestDevice, code, run_alone};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const INVALID_HANDLE: CUresult = CUresult::CUDA_ERROR_INVALID_HANDLE;
const SUCCESS: CUresult = CUresult::CUDA_SUCCESS;

const CUDART_INTERFACE: u128 = 0x6bd5fb6c_5bf4_e74a_8987_d93912fd9df9;
const CALLBACK_HOOKS: u128 = 0xa094798c_2e74_2e74_93f2_0800200c0a66;
const TOOLS_TLS: u128 = 0x42d85a81_23f6_cb47_8298_f6e78a3aecdc;
const CONTEXT_STORAGE: u128 = 0xc693336e_1121_df11_a8c3_68f355d89593;
const CONTEXT_CHECKS: u128 = 0x263e8860_7cd2_6143_92f6_bbd5006dfa7e;
const INTEGRITY: u128 = 0xd4082055_bde6_704b_8d34_ba123c66e1f2;
const LOG: u128 = 0xf8cff951_2146_8b4e_b9e2_fb469e7c0dd9;
const TOOLS_CONTEXT: u128 = 0x21318c60_9714_3248_8ca6_41ff7324c8f2;

/// Returns a table, as a program gets it.
fn table(sim: &TestDevice, id: u128) -> *const *const c_void {
    let mut id = CUuuid { bytes: id.to_be_bytes().map(|byte| byte as _) };
    call!(sim.raw, cuGetExportTable(&raw mut id)).unwrap().cast()
}

/// Returns the word of a table.
fn word(sim: &TestDevice, id: u128, slot: usize) -> *const c_void {
    // SAFETY: tests ask for words that are there.
    unsafe { table(sim, id).add(slot).read() }
}

/// Returns a function of a table.
macro_rules! function {
    ($sim:expr, $id:ident[$slot:literal]: fn($($ty:ty),*)) => {
        // SAFETY: the slot has a function of this signature.
        unsafe { transmute::<*const c_void, unsafe extern "C" fn($($ty),*) -> CUresult>(word($sim, $id, $slot)) }
    };
}

#[test]
fn a_table_stays_where_it_is_and_begins_with_its_size() {
    let sim = TestDevice::new();
    let sizes = [
        (CUDART_INTERFACE, 13),
        (CALLBACK_HOOKS, 7),
        (TOOLS_TLS, 4),
        (CONTEXT_CHECKS, 4),
        (INTEGRITY, 3),
        (LOG, 2),
        (TOOLS_CONTEXT, 95),
    ];
    for (id, words) in sizes {
        assert_eq!(word(&sim, id, 0) as usize, words * size_of::<usize>(), "{id:032x}");
        assert_eq!(table(&sim, id), table(&sim, id));
        for slot in 1..words {
            assert!(!word(&sim, id, slot).is_null(), "{id:032x} {slot}");
        }
    }
}

#[test]
fn an_unknown_table_is_an_invalid_value() {
    let sim = TestDevice::new();
    let mut id = CUuuid { bytes: (CUDART_INTERFACE + 1).to_be_bytes().map(|byte| byte as _) };
    assert_eq!(code(call!(sim.raw, cuGetExportTable(&raw mut id))), INVALID);
    assert_eq!(code(call!(sim.raw, cuGetExportTable(null()))), INVALID);
}

#[test]
fn a_slot_of_which_nothing_is_known_is_named_once() {
    let output = run_alone("export_tables::alone_with_unknown_slots", &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    for line in [
        "slot 3 of the private table CUDART_INTERFACE (6bd5fb6c-5bf4-e74a-8987-d93912fd9df9)",
        "slot 94 of the private table TOOLS_CONTEXT (21318c60-9714-3248-8ca6-41ff7324c8f2)",
    ] {
        assert_eq!(stderr.matches(line).count(), 1, "{stderr}");
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_unknown_slots() {
    let sim = TestDevice::new();
    for _ in 0..2 {
        for function in [
            function!(&sim, CUDART_INTERFACE[3]: fn(usize)),
            function!(&sim, TOOLS_CONTEXT[94]: fn(usize)),
        ] {
            // SAFETY: such a function reads no arguments.
            assert_eq!(unsafe { function(7) }, CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
    }
}

#[test]
fn the_handle_of_a_primary_context_does_not_make_it_active() {
    let output = run_alone("export_tables::alone_with_a_primary_context", &[]);
    assert!(output.status.success());
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_primary_context() {
    let sim = TestDevice::new();
    let primary = function!(&sim, CUDART_INTERFACE[2]: fn(*mut CUcontext, i32));
    let mut handle = null_mut();
    // SAFETY: the pointers are to live variables.
    unsafe {
        assert_eq!(primary(&raw mut handle, 0), SUCCESS);
        assert_eq!(primary(&raw mut handle, 7), CUresult::CUDA_ERROR_INVALID_DEVICE);
    }
    assert_eq!(call!(sim.raw, cuDevicePrimaryCtxGetState(0)).unwrap().1, 0);
    assert_eq!(call!(sim.raw, cuDevicePrimaryCtxRetain(0)).unwrap(), handle);
    // Nor does it end one that is.
    // SAFETY: as above.
    assert_eq!(unsafe { primary(&raw mut handle, 0) }, SUCCESS);
    assert_eq!(call!(sim.raw, cuDevicePrimaryCtxGetState(0)).unwrap().1, 1);
}

type Destructor = unsafe extern "C" fn(CUcontext, *mut c_void, *mut c_void);

/// What destructors were called with.
static ENDED: Mutex<Vec<[usize; 3]>> = Mutex::new(Vec::new());

unsafe extern "C" fn note(context: CUcontext, key: *mut c_void, value: *mut c_void) {
    ENDED.lock().unwrap().push([context as usize, key as usize, value as usize]);
}

/// The storage's functions.
struct Storage {
    put: unsafe extern "C" fn(CUcontext, *mut c_void, *mut c_void, Option<Destructor>) -> CUresult,
    delete: unsafe extern "C" fn(CUcontext, *mut c_void) -> CUresult,
    get: unsafe extern "C" fn(*mut *mut c_void, CUcontext, *mut c_void) -> CUresult,
}

impl Storage {
    fn new(sim: &TestDevice) -> Self {
        Self {
            put: function!(sim, CONTEXT_STORAGE[0]: fn(CUcontext, *mut c_void, *mut c_void, Option<Destructor>)),
            delete: function!(sim, CONTEXT_STORAGE[1]: fn(CUcontext, *mut c_void)),
            get: function!(sim, CONTEXT_STORAGE[2]: fn(*mut *mut c_void, CUcontext, *mut c_void)),
        }
    }

    fn put(&self, context: CUcontext, key: usize, value: usize) -> CUresult {
        // SAFETY: the destructor only notes what it is called with.
        unsafe { (self.put)(context, key as _, value as _, Some(note)) }
    }

    fn delete(&self, context: CUcontext, key: usize) -> CUresult {
        // SAFETY: it has no requirements.
        unsafe { (self.delete)(context, key as _) }
    }

    fn get(&self, context: CUcontext, key: usize) -> Result<usize, CUresult> {
        let mut value = null_mut();
        // SAFETY: the pointer is to a live variable.
        match unsafe { (self.get)(&raw mut value, context, key as _) } {
            SUCCESS => Ok(value as usize),
            code => Err(code),
        }
    }
}

#[test]
fn a_context_keeps_values_until_it_ends() {
    let output = run_alone("export_tables::alone_with_values", &[]);
    assert!(output.status.success());
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_values() {
    let sim = TestDevice::new();
    let storage = Storage::new(&sim);
    let context = sim.context.as_raw();
    let other = TestDevice::new();
    call!(sim.raw, cuCtxSetCurrent(context)).unwrap();
    assert_eq!(storage.get(null_mut(), 1), Err(INVALID_HANDLE));
    assert_eq!(storage.delete(null_mut(), 1), INVALID_HANDLE);
    // Null is the current context; each has its own values.
    assert_eq!(storage.put(null_mut(), 1, 10), SUCCESS);
    assert_eq!(storage.put(context, 2, 20), SUCCESS);
    assert_eq!(storage.put(context, 2, 21), SUCCESS);
    assert_eq!(storage.put(other.context.as_raw(), 1, 30), SUCCESS);
    assert_eq!(storage.get(context, 1), Ok(10));
    assert_eq!(storage.get(null_mut(), 2), Ok(21));
    assert_eq!(storage.get(other.context.as_raw(), 1), Ok(30));
    // What is deleted has no destructor.
    assert_eq!(storage.put(context, 3, 40), SUCCESS);
    assert_eq!(storage.delete(null_mut(), 3), SUCCESS);
    let raw = sim.raw;
    sim.context.destroy().unwrap();
    let context = context as usize;
    assert_eq!(*ENDED.lock().unwrap(), [[context, 1, 10], [context, 2, 21]]);
    assert_eq!(storage.get(context as CUcontext, 1), Err(INVALID_HANDLE));
    // Nothing would end what an ended context, or none, kept.
    assert_eq!(storage.put(context as CUcontext, 1, 10), CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_eq!(storage.put(1 as CUcontext, 1, 10), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(storage.get(other.context.as_raw(), 1), Ok(30));
    // Without a context, there is nothing to keep it in.
    call!(raw, cuCtxSetCurrent(null_mut())).unwrap();
    while call!(raw, cuCtxPopCurrent()).is_ok() {}
    assert_eq!(storage.put(null_mut(), 1, 10), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    // A primary context ends with its last release, and with a reset.
    for reset in [false, true] {
        ENDED.lock().unwrap().clear();
        let primary = call!(raw, cuDevicePrimaryCtxRetain(0)).unwrap();
        assert_eq!(storage.put(primary, 5, 50), SUCCESS);
        call!(raw, cuDevicePrimaryCtxRetain(0)).unwrap();
        call!(raw, cuDevicePrimaryCtxRelease(0)).unwrap();
        assert_eq!(storage.get(primary, 5), Ok(50));
        if reset {
            call!(raw, cuDevicePrimaryCtxReset(0)).unwrap()
        } else {
            call!(raw, cuDevicePrimaryCtxRelease(0)).unwrap()
        }
        assert_eq!(*ENDED.lock().unwrap(), [[primary as usize, 5, 50]]);
    }
}

/// A destructor of NVIDIA's runtime may call the driver.
#[test]
fn a_destructor_may_retain_the_primary_context_that_ended() {
    let output = run_alone("export_tables::alone_with_a_destructor", &[]);
    assert!(output.status.success());
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_destructor() {
    unsafe extern "C" fn retain(_: CUcontext, _: *mut c_void, _: *mut c_void) {
        let driver = cuda_sim::driver().unwrap();
        call!(driver.raw(), cuDevicePrimaryCtxRetain(0)).unwrap();
    }
    let driver = TestDevice::new();
    let storage = Storage::new(&driver);
    let primary = call!(driver.raw, cuDevicePrimaryCtxRetain(0)).unwrap();
    // SAFETY: the destructor ignores what it is called with.
    assert_eq!(unsafe { (storage.put)(primary, null_mut(), null_mut(), Some(retain)) }, SUCCESS);
    call!(driver.raw, cuDevicePrimaryCtxReset(0)).unwrap();
    assert_eq!(call!(driver.raw, cuDevicePrimaryCtxGetState(0)).unwrap().1, 1);
}

#[test]
fn a_living_context_is_one_of_which_nothing_is_wrong() {
    let driver = TestDevice::new();
    let check = function!(&driver, CONTEXT_CHECKS[2]: fn(CUcontext, *mut u32, *mut usize));
    let (mut state, mut details) = (7, 8);
    // SAFETY: the pointers are to live variables.
    let checked = unsafe { check(driver.context.as_raw(), &raw mut state, &raw mut details) };
    assert_eq!((checked, state, details), (SUCCESS, 0, 8));
}

#[test]
fn no_function_of_the_runtime_calls_a_tool() {
    let driver = TestDevice::new();
    for (hooks, least) in [
        (function!(&driver, CALLBACK_HOOKS[2]: fn(*mut *const u64, *mut usize)), 1024),
        (function!(&driver, CALLBACK_HOOKS[6]: fn(*mut *const u64, *mut usize)), 14),
    ] {
        let (mut words, mut count) = (null(), 0);
        // SAFETY: the pointers are to live variables, and the words are there for ever.
        unsafe {
            assert_eq!(hooks(&raw mut words, &raw mut count), SUCCESS);
            assert_eq!(count, least);
            assert!(core::slice::from_raw_parts(words, count).iter().all(|word| *word == 0));
        }
    }
}

#[test]
fn answers_to_the_runtime_depend_on_the_question_and_the_time() {
    let driver = TestDevice::new();
    let verify = function!(&driver, INTEGRITY[1]: fn(u32, u64, *mut u128));
    let answer = |question, seconds| {
        let mut answer = 0;
        // SAFETY: the pointer is to a live variable.
        assert_eq!(unsafe { verify(question, seconds, &raw mut answer) }, SUCCESS);
        answer
    };
    assert_eq!(answer(13_002, 5), answer(13_002, 5));
    assert_ne!(answer(13_002, 5), answer(13_002, 6));
    assert_ne!(answer(13_002, 5), answer(12_092, 5));
    assert_eq!(answer(13_000, 5), answer(12_090, 6));
    // SAFETY: null is checked.
    assert_eq!(unsafe { verify(13_002, 5, null_mut()) }, INVALID);
}

/// A list of arguments as C passes it on x86-64, all of them in memory.
#[cfg(all(unix, target_arch = "x86_64"))]
#[test]
fn texts_of_the_runtime_are_in_the_log() {
    #[repr(C)]
    struct Arguments {
        general: u32,
        floating: u32,
        in_memory: *const c_void,
        in_registers: *const c_void,
    }
    let driver = TestDevice::new();
    let log = function!(&driver, LOG[1]: fn(*const i8, u32, *const i8, *mut Arguments));
    let place = call!(driver.raw, cuLogsCurrent(0)).unwrap();
    let values = [9_usize, c"device".as_ptr() as usize];
    let mut arguments = Arguments {
        general: 48,
        floating: 176,
        in_memory: values.as_ptr().cast(),
        in_registers: null(),
    };
    // SAFETY: the arguments are those of the format.
    unsafe {
        assert_eq!(
            log(c"CUDA".as_ptr(), 0, c"number %d of a %s".as_ptr(), &raw mut arguments),
            SUCCESS
        );
        assert_eq!(log(c"CUDA".as_ptr(), 0, null(), &raw mut arguments), INVALID);
    }
    let (mut from, mut text, mut size) = (place, vec![0_u8; 20_000], 20_000);
    let buffer = text.as_mut_ptr().cast();
    call!(driver.raw, cuLogsDumpToMemory(&raw mut from, buffer, &raw mut size, 0)).unwrap();
    let text = String::from_utf8_lossy(&text[..size]).into_owned();
    assert!(text.contains("[CUDA][E] number 9 of a device\n"), "{text}");
}
