//! The driver's log, core dumps, profilers and checkpoints.

use std::sync::mpsc;

use cuda_driver::{
    Context, Driver, ErrorCode, Launch,
    device::Uuid,
    diagnostics::{CoredumpFlags, GpuPair, LogEntry, LogLevel, ProcessState},
    driver::Symbol,
    error::CuResult,
    graph::CaptureMode,
    sys::CUresult,
};

use crate::device::{TestDevice, alone, is_software, on_every_driver, process, with_device};

/// Makes a call that fails, and that no other test makes.
fn fail(context: &Context) -> CuResult {
    let stream = context.stream().unwrap();
    // SAFETY: the driver refuses the attribute.
    let refused = unsafe {
        let value = std::mem::zeroed();
        context.driver().raw().cuStreamSetAttribute(
            stream.as_raw(),
            cuda_driver::sys::CUlaunchAttributeID(99),
            &raw const value,
        )
    };
    refused.unwrap_err()
}

/// Returns `true` for an entry about such a call.
fn is_about_it(entry: &LogEntry) -> bool {
    entry.to_string().contains("cuStreamSetAttribute")
}

/// Whether the driver has a log; if not, the calls say so.
fn has_log(driver: Driver) -> bool {
    let has = driver.raw().table().cuLogsCurrent.is_some();
    if !has {
        assert!(driver.log().unwrap_err().is_absent());
        assert!(driver.whole_log().read().unwrap_err().is_absent());
        assert!(driver.on_log(|_| {}).unwrap_err().is_absent());
    }
    has
}

on_every_driver! {
    fn a_failed_call_is_logged(device) {
        if !has_log(device.driver) { return }
        let mut log = device.driver.log().unwrap();
        let refused = fail(&device.context);
        assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
        let found: Vec<_> = log.read().unwrap().filter(is_about_it).collect();
        let entry = found.first().expect("the failed call is logged");
        assert_eq!(entry.level(), LogLevel::ERROR);
        assert!(!entry.message().is_empty() && !entry.message().starts_with('['), "{entry}");
        assert!(entry.time().is_some() && entry.thread().is_some(), "{entry}");
    }

    fn an_error_tells_what_the_driver_logged_for_its_call(device) {
        if !has_log(device.driver) { return }
        let raw = device.driver.raw();
        let context = &device.context;
        // SAFETY: a context is current; nothing is allocated.
        let allocate = || context.with_current(|| unsafe { raw.cuMemAlloc(0) }).unwrap().unwrap_err();
        let refused = allocate();
        assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
        let text = refused.to_string();
        assert!(text.ends_with("invalid argument; the driver logged: Requested 0 byte allocation"), "{text}");
        // It stays the error's, on any thread and after other errors, and isn't theirs.
        let other = context.load_ptx("").unwrap_err().to_string();
        assert!(!other.contains("allocation"), "{other}");
        let later = std::thread::spawn(move || (refused, refused.to_string())).join().unwrap();
        assert_eq!(later, (refused, text));
        let plain = raw.check(Symbol::cuMemAlloc_v2, CUresult::CUDA_ERROR_INVALID_VALUE).unwrap_err();
        assert_eq!(plain, refused);
        assert!(!plain.to_string().contains("logged"), "{plain}");
    }

    fn a_log_is_read_once(device) {
        if !has_log(device.driver) { return }
        let mut log = device.driver.log().unwrap();
        let mut from_the_same_place = log.clone();
        fail(&device.context);
        let first: Vec<_> = log.read().unwrap().collect();
        let again: Vec<_> = log.read().unwrap().collect();
        // Other tests' entries may follow, also equal ones.
        assert!(first.iter().any(is_about_it));
        let mut own = first.iter().filter(|entry| is_about_it(entry));
        assert!(own.all(|entry| !again.contains(entry)), "{again:?}");
        assert!(from_the_same_place.read().unwrap().any(|entry| is_about_it(&entry)));
        assert!(device.driver.whole_log().read().unwrap().any(|entry| is_about_it(&entry)));
    }

    fn a_log_is_written_to_a_file(device) {
        if !has_log(device.driver) { return }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        let mut log = device.driver.log().unwrap();
        fail(&device.context);
        log.write_to_file(&path).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("cuStreamSetAttribute"));
        let refused = log.write_to_file(folder.path().join("none/log.txt")).unwrap_err();
        assert_eq!(refused.result().unwrap().code(), ErrorCode::INVALID_VALUE);
        log.write_to_file("a\0b").unwrap_err();
    }

    fn a_callback_gets_new_entries_until_it_is_dropped(device) {
        if !has_log(device.driver) { return }
        let (sender, receiver) = mpsc::channel();
        let callback = device.driver.on_log(move |entry| _ = sender.send(entry)).unwrap();
        fail(&device.context);
        drop(callback);
        fail(&device.context);
        // The channel ends, because the closure was dropped. Other tests' entries may be among these.
        assert!(receiver.iter().count() >= 1);
    }

    fn a_panic_of_a_callback_is_caught(device) {
        if !has_log(device.driver) { return }
        let _callback = device.driver.on_log(|_| std::panic::resume_unwind(Box::new(()))).unwrap();
        assert_eq!(fail(&device.context).code(), ErrorCode::INVALID_VALUE);
    }

    fn core_dumps_of_a_context_have_settings(device) {
        let device = alone(device);
        let coredump = device.context.coredump();
        if device.driver.raw().table().cuCoredumpGetAttribute.is_none() {
            assert!(coredump.is_enabled_on_exception().unwrap_err().is_absent());
            assert!(device.driver.coredump().file().unwrap_err().is_absent());
            return;
        }
        assert!(!coredump.is_enabled_on_exception().unwrap());
        coredump.set_file("a_file").unwrap();
        assert_eq!(coredump.file().unwrap().to_str(), Some("a_file"));
        assert_ne!(device.driver.coredump().file().unwrap().to_str(), Some("a_file"));
        coredump.set_generation_flags(CoredumpFlags::SKIP_ABORT | CoredumpFlags::SKIP_SHARED_MEMORY).unwrap();
        let flags = coredump.generation_flags().unwrap();
        assert_eq!(flags, CoredumpFlags::SKIP_ABORT | CoredumpFlags::SKIP_SHARED_MEMORY);
        assert!(coredump.set_user_triggered(true).is_err());
    }

    fn core_dumps_of_all_contexts_have_settings(device) {
        if device.driver.raw().table().cuCoredumpGetAttribute.is_none() { return }
        let coredump = device.driver.coredump();
        // Which defaults have names depends on the driver.
        let file = coredump.file().unwrap();
        coredump.pipe().unwrap();
        coredump.set_pipe("a_pipe").unwrap();
        assert_eq!(coredump.pipe().unwrap().to_str(), Some("a_pipe"));
        assert!(coredump.triggers_host().is_ok() && coredump.is_lightweight().is_ok());
        assert!(!coredump.is_user_triggered().unwrap());
        for long in [1024, 5000] {
            assert_eq!(coredump.set_file("x".repeat(long)).unwrap_err().result().unwrap().code(), ErrorCode::INVALID_VALUE);
        }
        coredump.set_file("a\0b").unwrap_err();
        assert_eq!(coredump.file().unwrap(), file);
    }

    fn callbacks_for_core_dumps_are_registered_until_they_are_dropped(device) {
        let callback_owner = std::sync::Arc::new(());
        let (first, second) = (callback_owner.clone(), callback_owner.clone());
        let start = device.driver.on_coredump_start(move |_, _| _ = &first);
        let end = device.driver.on_coredump_complete(move |_, _| _ = &second);
        if device.driver.raw().table().cuCoredumpRegisterStartCallback.is_none() {
            assert!(start.unwrap_err().is_absent() && end.unwrap_err().is_absent());
        } else {
            assert_eq!(std::sync::Arc::strong_count(&callback_owner), 3);
            drop((start.unwrap(), end.unwrap()));
        }
        assert_eq!(std::sync::Arc::strong_count(&callback_owner), 1);
    }

    fn a_callback_for_notifications_is_registered_until_it_is_dropped(device) {
        let callback_owner = std::sync::Arc::new(());
        let captured = callback_owner.clone();
        let callback = device.context.device().on_notification(move |_| _ = &captured);
        let is_absent = device.driver.raw().table().cuDeviceRegisterAsyncNotification.is_none();
        match callback {
            Ok(callback) => {
                assert_eq!(std::sync::Arc::strong_count(&callback_owner), 2);
                drop(callback);
            }
            Err(error) => {
                assert_eq!(error.is_absent(), is_absent, "{error}");
                assert!(is_absent || !is_software(), "{error}");
            }
        }
        assert_eq!(std::sync::Arc::strong_count(&callback_owner), 1);
    }

    fn a_profiler_is_started_and_stopped(device) {
        device.context.start_profiler().unwrap().stop().unwrap();
        drop(device.context.start_profiler().unwrap());
        std::thread::scope(|scope| {
            scope.spawn(|| device.context.start_profiler().unwrap().stop().unwrap());
        });
    }

    fn a_profiler_does_not_disturb_a_capture(device) {
        let device = alone(device);
        let mut target = device.stream.alloc_zeroed::<u32>(1).unwrap();
        // SAFETY: the buffer outlives the graph, and only its launch uses it meanwhile.
        let capture = unsafe { device.stream.capture(CaptureMode::THREAD_LOCAL) }.unwrap();
        let profiling = device.context.start_profiler().unwrap();
        device.stream.fill(&mut target, 4).unwrap();
        profiling.stop().unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(&device.stream) }.unwrap();
        assert_eq!(target.to_vec().unwrap(), [4]);
    }

    fn a_process_that_does_not_exist_cannot_be_checkpointed(device) {
        let process = device.driver.process(u32::MAX >> 1);
        assert_eq!(process.id(), u32::MAX >> 1);
        let pair = GpuPair { old: Uuid([1; 16]), new: Uuid([2; 16]) };
        // SAFETY: it isn't this process, here and below.
        let (saved, restored) = unsafe { (process.checkpoint(), process.restore(&[pair])) };
        let all = [
            process.state().map(drop),
            process.lock(Some(std::time::Duration::from_millis(1))),
            saved,
            restored,
            process.unlock(),
            process.restore_thread_id().map(drop),
        ];
        let is_absent = device.driver.raw().table().cuCheckpointProcessLock.is_none();
        for refused in all {
            let refused = refused.unwrap_err();
            assert_eq!(refused.is_absent(), is_absent, "{refused}");
            if is_software() && !is_absent {
                assert_eq!(refused.code(), ErrorCode::NOT_SUPPORTED);
            }
        }
    }
}

/// Uses the device, and waits for lines of its parent: for each, it writes what its memory holds.
#[test]
#[ignore = "run in a separate process by the test below"]
fn alone_and_checkpointed() {
    with_device(None, checkpointed);
}

fn checkpointed(device: &TestDevice) {
    let mut value = device.stream.upload(&[1u32, 2, 3]).unwrap();
    println!("ready");
    for line in std::io::stdin().lines() {
        let add: u32 = line.unwrap().trim().parse().unwrap();
        let mut host = value.to_vec().unwrap();
        host.iter_mut().for_each(|value| *value += add);
        device.stream.upload_into(&host, &mut value).unwrap();
        println!("now {:?}", value.to_vec().unwrap());
    }
}

#[test]
fn another_process_is_checkpointed_and_restored() {
    with_device(None, checkpoint_another);
}

fn checkpoint_another(device: &TestDevice) {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    if is_software() || device.driver.raw().table().cuCheckpointProcessLock.is_none() {
        return cuda_rust::skip("the driver can't checkpoint processes");
    }
    let mut child = process("diagnostics::alone_and_checkpointed")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = |start: &str| {
        let mut lines = output.by_ref().map(Result::unwrap);
        lines.find(|line| line.contains(start)).unwrap()
    };
    next("ready");
    let other = device.driver.process(child.id());
    assert_eq!(other.state().unwrap(), ProcessState::RUNNING);
    other.lock(Some(std::time::Duration::from_secs(30))).unwrap();
    assert_eq!(other.state().unwrap(), ProcessState::LOCKED);
    // SAFETY: it isn't this process.
    unsafe { other.checkpoint() }.unwrap();
    assert_eq!(other.state().unwrap(), ProcessState::CHECKPOINTED);
    other.restore_thread_id().unwrap();
    let uuid = device.context.device().uuid().unwrap();
    let pair = GpuPair { old: uuid, new: uuid };
    // SAFETY: as above.
    unsafe { other.restore(&[pair]) }.unwrap();
    assert_eq!(other.state().unwrap(), ProcessState::LOCKED);
    other.unlock().unwrap();
    writeln!(input, "10").unwrap();
    assert!(next("now").ends_with("now [11, 12, 13]"));
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// More failures than the log holds, which would push out those of other tests.
#[test]
#[ignore = "run in a separate process by the test below"]
fn alone_with_many_failures() {
    with_device(None, |device| {
        if !has_log(device.driver) {
            return println!("read 0");
        }
        let mut log = device.driver.log().unwrap();
        for _ in 0..1000 {
            fail(&device.context);
        }
        let entries: Vec<_> = log.read().unwrap().collect();
        assert!(entries.len() > 10);
        assert!(is_about_it(entries.last().unwrap()));
        let bytes: usize = entries.iter().map(|entry| entry.to_string().len() + 1).sum();
        assert!(bytes <= 25_600);
        println!("read {}", entries.len());
    });
}

#[test]
fn more_failures_than_the_log_holds_leave_the_latest() {
    let test = process("diagnostics::alone_with_many_failures").output();
    let text = String::from_utf8_lossy(&test.unwrap().stdout).into_owned();
    assert!(text.contains("read ") && text.contains("1 passed"), "{text}");
}

/// A fault of the device, which only the software device explains in its log.
#[test]
#[ignore = "run in a separate process by the test below"]
fn alone_with_a_fault() {
    with_device(None, fault);
}

fn fault(device: &TestDevice) {
    let kernel = crate::kernels::kernel(&device.context, "slow_add").unwrap();
    let mut log = device.driver.log().unwrap();
    // SAFETY: it isn't sound, but this process ends.
    unsafe { device.stream.launch(&kernel, Launch::grid(1), (0u64, 1i32)) }.unwrap();
    device.stream.synchronize().unwrap_err();
    for entry in log.read().unwrap() {
        println!("logged {}", entry.message());
    }
    std::process::exit(0);
}

#[test]
fn a_fault_of_the_software_device_is_logged() {
    if !is_software() || crate::kernels::ptx().is_none() {
        return;
    }
    let output = process("diagnostics::alone_with_a_fault").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("logged kernel slow_add") || text.contains("slow_add"), "{text}");
    assert!(text.contains("from cuStreamSynchronize"), "{text}");
}
