//! The log of failed calls, and the settings of core dumps.

use core::ffi::{c_char, c_void};
use core::ptr::null_mut;
use std::sync::Mutex;

use cuda_driver::sys::{CUcoredumpSettings, CUlogLevel, CUresult};

use crate::{TestDevice, code, run_alone};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

/// Returns the log from `position` on.
fn dump(sim: &TestDevice, position: &mut u32, size: usize) -> Result<String, (CUresult, usize)> {
    let (mut buffer, mut written) = (vec![0xffu8; size], size);
    let buffer_out = buffer.as_mut_ptr().cast::<c_char>();
    let dumped = call!(sim.raw, cuLogsDumpToMemory(position, buffer_out, &raw mut written, 0));
    if dumped.is_err() {
        return Err((code(dumped), written));
    }
    assert_eq!(buffer[written], 0, "the text ends in a null byte");
    buffer.truncate(written);
    Ok(String::from_utf8(buffer).unwrap())
}

#[test]
fn what_fails_is_logged() {
    run_alone("logs::alone_with_failures", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_failures() {
    let sim = TestDevice::new();
    let mut position = call!(sim.raw, cuLogsCurrent(0)).unwrap();
    assert_eq!(dump(&sim, &mut position, 100).unwrap(), "");
    let fail = || code(call!(sim.raw, cuStreamQuery(0x1234 as _)));
    let failed = fail();
    let before = position;
    let text = dump(&sim, &mut position, 4096).unwrap();
    let expected = format!("Returning {} (", failed.0);
    assert!(text.contains(&expected) && text.ends_with(" from cuStreamQuery\n"), "{text}");
    assert_eq!(dump(&sim, &mut position, 4096).unwrap(), "");
    assert_eq!(position, before + 1);
    // Of several, the latest are kept, and a note says that there are more.
    for _ in 0..5 {
        fail();
    }
    let text = dump(&sim, &mut position, 2 * text.len() + 60).unwrap();
    assert!(text.starts_with("3 earlier entries are left out\n"), "{text}");
    assert_eq!(text.lines().count(), 3);
    // Without room for one, nothing is written.
    fail();
    assert_eq!(dump(&sim, &mut position, 8), Err((INVALID, 0)));
    assert!(dump(&sim, &mut position, 4096).unwrap().contains("cuStreamQuery"));
    for _ in 0..2000 {
        fail();
    }
    let text = dump(&sim, &mut position, 100_000).unwrap();
    assert!(text.len() <= 25_600, "{}", text.len());
}

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "C" fn hear(data: *mut c_void, level: CUlogLevel, text: *mut c_char, length: usize) {
    assert_eq!((data as usize, level), (5, CUlogLevel::CU_LOG_LEVEL_ERROR));
    // SAFETY: the driver passes a text of this length.
    let text = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    HEARD.lock().unwrap().push(String::from_utf8_lossy(text).into_owned());
}

#[test]
fn callbacks_get_what_is_logged_until_they_are_unregistered() {
    run_alone("logs::alone_with_a_callback", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_callback() {
    let sim = TestDevice::new();
    assert_eq!(code(call!(sim.raw, cuLogsRegisterCallback(None, null_mut()))), INVALID);
    HEARD.lock().unwrap().clear();
    let handle = call!(sim.raw, cuLogsRegisterCallback(Some(hear), 5 as _)).unwrap();
    let failed = code(call!(sim.raw, cuStreamQuery(0x1234 as _)));
    let heard = HEARD.lock().unwrap().pop().unwrap();
    assert!(heard.starts_with(&format!("Returning {} (", failed.0)), "{heard}");
    call!(sim.raw, cuLogsUnregisterCallback(handle)).unwrap();
    assert_eq!(code(call!(sim.raw, cuLogsUnregisterCallback(handle))), INVALID);
    assert!(HEARD.lock().unwrap().is_empty());
}

#[test]
fn settings_of_core_dumps_have_the_sizes_of_their_types() {
    use CUcoredumpSettings as S;
    let sim = TestDevice::new();
    for (setting, size) in [
        (S::CU_COREDUMP_ENABLE_ON_EXCEPTION, 1),
        (S::CU_COREDUMP_FILE, 1024),
        (S::CU_COREDUMP_GENERATION_FLAGS, 4),
    ] {
        let mut found = 0usize;
        call!(sim.raw, cuCoredumpGetAttribute(setting, null_mut(), &raw mut found)).unwrap();
        assert_eq!(found, size);
        let mut buffer = [0u8; 2048];
        for wrong in [size - 1, size + 1] {
            let mut wrong = wrong;
            let buffer = buffer.as_mut_ptr().cast();
            let set = call!(sim.raw, cuCoredumpSetAttribute(setting, buffer, &raw mut wrong));
            let is_text = size == 1024;
            assert_eq!(set.is_err(), !is_text || wrong > size);
        }
    }
    let mut size = 4usize;
    let mut value = 0u32;
    let mut attribute = |setting, size| {
        call!(sim.raw, cuCoredumpGetAttributeGlobal(setting, (&raw mut value).cast(), size))
    };
    assert_eq!(code(attribute(CUcoredumpSettings(99), &raw mut size)), INVALID);
    assert_eq!(code(attribute(CUcoredumpSettings(1), null_mut())), INVALID);
}

#[test]
fn a_setting_of_a_context_hides_that_of_all() {
    let sim = TestDevice::new();
    let setting = CUcoredumpSettings::CU_COREDUMP_GENERATION_FLAGS;
    let (mut size, mut flags) = (4usize, 16u32);
    let size = &raw mut size;
    call!(sim.raw, cuCoredumpSetAttribute(setting, (&raw mut flags).cast(), size)).unwrap();
    flags = 1;
    call!(sim.raw, cuCoredumpGetAttributeGlobal(setting, (&raw mut flags).cast(), size)).unwrap();
    assert_eq!(flags, 0);
    call!(sim.raw, cuCoredumpGetAttribute(setting, (&raw mut flags).cast(), size)).unwrap();
    assert_eq!(flags, 16);
}

#[test]
fn a_call_that_fails_because_of_a_fault_says_why() {
    run_alone("logs::alone_with_a_fault", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_fault() {
    let sim = TestDevice::new();
    call!(sim.raw, cuLogsRegisterCallback(Some(hear), 5 as _)).unwrap();
    let module = crate::kernels::load(sim.raw, crate::kernels::STORE);
    let store = call!(sim.raw, cuModuleGetFunction(module, c"store")).unwrap();
    let stream = sim.stream(1);
    crate::kernels::launch(sim.raw, store, 1, 1, stream, &mut 0x10).unwrap();
    // Whichever thread ran the kernel, each call that fails tells its own thread.
    for _ in 0..2 {
        let failed = code(call!(sim.raw, cuStreamSynchronize(stream)));
        assert_eq!(failed, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        let heard = core::mem::take(&mut *HEARD.lock().unwrap());
        let [why, end] = &heard[..] else { panic!("{heard:?}") };
        assert!(why.contains("store of 4 bytes at global address 0x10"), "{why}");
        assert_eq!(end, "Returning 700 (CUDA_ERROR_ILLEGAL_ADDRESS) from cuStreamSynchronize");
    }
}
