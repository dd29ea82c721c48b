//! The devices and the NCCL of the tests: on a GPU the machine's NCCL, and otherwise a stand-in, compiled from the C
//! next to this file, which works on the software device.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cuda_driver::{Context, Driver};
use cuda_pathfinder::{Environment, Os, Search};
use cuda_rust::device::chosen_after;
use cuda_sim::choice::ChosenDevice;
use nccl::Nccl;
use nccl::sys::{NcclTable, library_of, load_with};
use tempfile::TempDir;

/// The release that the stand-in plays unless a test wants another.
pub const NEW: u32 = 22803;
/// The oldest release that it can play, and that the crate works with.
pub const OLD: u32 = 21803;
/// How many software devices there are.
pub const DEVICES: usize = 8;

pub fn chosen() -> &'static ChosenDevice {
    chosen_after(|| {
        if std::env::var_os("CUDA_SIM_DEVICES").is_none() {
            // SAFETY: every test calls this first and waits for it, so no other thread reads environment variables.
            unsafe { std::env::set_var("CUDA_SIM_DEVICES", DEVICES.to_string()) };
        }
    })
}

/// Returns `true` if operations go over the wire of a real NCCL.
pub fn is_real() -> bool {
    !chosen().is_software()
}

/// A test's turn on the GPUs, which ends with its thread.
struct Turn(#[expect(dead_code, reason = "its end is what is waited for")] MutexGuard<'static, ()>);

impl Drop for Turn {
    fn drop(&mut self) {
        let _ = nccl::wait_for_dropped_within(Duration::from_secs(30));
    }
}

/// Makes tests on GPUs take turns: kernels of several communicators, started by several threads in any order, may
/// deadlock. Only the threads of tests have names; those of their ranks have none.
fn take_turn() {
    static TURNS: Mutex<()> = Mutex::new(());
    thread_local! {
        static TURN: RefCell<Option<Turn>> = const { RefCell::new(None) };
    }
    if !is_real() || std::thread::current().name().is_none() {
        return;
    }
    TURN.with_borrow_mut(|turn| {
        turn.get_or_insert_with(|| Turn(TURNS.lock().unwrap_or_else(PoisonError::into_inner)));
    });
}

/// Returns the primary contexts of the first `count` devices, or of as many as there are.
pub fn contexts(count: usize) -> Vec<Context> {
    take_turn();
    let driver = chosen().driver().expect("the driver starts");
    let devices = driver.devices().expect("there are devices");
    let contexts = devices.iter().take(count).map(|device| device.primary_context());
    contexts.collect::<Result<_, _>>().expect("they have contexts")
}

/// Returns the NCCL of the tests.
pub fn nccl() -> Nccl {
    take_turn();
    if is_real() { Nccl::load().unwrap_or_else(|error| panic!("{error}")) } else { stand_in(NEW) }
}

/// A stand-in that plays a release.
pub fn stand_in(version: u32) -> Nccl {
    chosen();
    static TABLES: Mutex<Option<HashMap<u32, &'static NcclTable>>> = Mutex::new(None);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let table = tables.get_or_insert_default().entry(version).or_insert_with(|| {
        let folder = TempDir::new().expect("a folder");
        let given = std::env::var_os(COMPILED).filter(|_| version == NEW);
        let file = given.map_or_else(|| compile(version, folder.path()), PathBuf::from);
        let environment = Environment::simulated(Os::current(), "/").set("CUDA_NCCL", &file);
        let table = load_with(&Search::with_environment(environment))
            .unwrap_or_else(|error| panic!("{error}"));
        give_driver(table);
        table
    });
    Nccl::from_table(table).expect("it is new enough")
}

/// Names the compiled stand-in for processes that a test starts.
const COMPILED: &str = "CUDA_NCCL_TEST_STAND_IN";

/// This program again, for one of its tests that are ignored otherwise: another process, whose NCCL is in the folder.
pub fn process(test: &str, folder: &TempDir) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program has a file"));
    command.args([test, "--exact", "--ignored", "--nocapture"]);
    if !is_real() {
        let file = folder.path().join(LIBRARY);
        if !file.exists() {
            compile(NEW, folder.path());
        }
        command.env(COMPILED, file);
    }
    command
}

const LIBRARY: &str = "libnccl.so.2";

/// Its sources.
const SOURCES: [(&str, &str); 4] = [
    ("stand_in.h", include_str!("stand_in.h")),
    ("nccl.c", include_str!("nccl.c")),
    ("wire.c", include_str!("wire.c")),
    ("arithmetic.c", include_str!("arithmetic.c")),
];

fn compile(version: u32, folder: &Path) -> PathBuf {
    for (name, text) in SOURCES {
        fs::write(folder.join(name), text).expect("the folder can be written");
    }
    let file = folder.join(LIBRARY);
    let status = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-pthread", "-Wl,-Bsymbolic"])
        .arg(format!("-DVERSION={version}"))
        .arg("-o")
        .arg(&file)
        .args(["nccl.c", "wire.c", "arithmetic.c"].map(|source| folder.join(source)))
        .arg("-lm")
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the stand-in doesn't compile");
    file
}

/// The functions of the driver that the stand-in calls: `struct driver` of its header.
#[repr(C)]
struct Functions([*const c_void; 8]);

fn give_driver(table: &'static NcclTable) {
    let driver = chosen().table();
    use cuda_driver::driver::Symbol as S;
    let address = |symbol| {
        driver.get(symbol).map_or(std::ptr::null(), |address| address.as_ptr().cast_const())
    };
    let functions = Functions(
        [
            S::cuCtxGetDevice,
            S::cuMemcpyDtoHAsync_v2,
            S::cuMemcpyHtoDAsync_v2,
            S::cuLaunchHostFunc,
            S::cuMemHostAlloc,
            S::cuMemFreeHost,
            S::cuMemAlloc_v2,
            S::cuMemFree_v2,
        ]
        .map(address),
    );
    let library = &library_of(table).expect("it was loaded").library;
    // SAFETY: the stand-in's function of that name takes a pointer to this struct, and copies it.
    unsafe {
        let give = library
            .get::<unsafe extern "C" fn(*const Functions)>(b"stand_in_use\0")
            .expect("it is the stand-in");
        give(&raw const functions);
    }
}

/// From now on this stand-in answers success to a call that makes a communicator of another, and hands none out.
pub fn withhold(nccl: Nccl) {
    let library = &library_of(nccl.raw()).expect("it was loaded").library;
    // SAFETY: the stand-in's function of that name takes nothing.
    unsafe {
        library.get::<unsafe extern "C" fn()>(b"stand_in_withhold\0").expect("it is the stand-in")()
    }
}

/// How often functions of the stand-in were called that do something.
pub fn calls(nccl: Nccl) -> u64 {
    number(nccl, b"stand_in_calls\0")
}

/// Returns how many communicators of the stand-in there are.
pub fn communicators(nccl: Nccl) -> u64 {
    number(nccl, b"stand_in_communicators\0")
}

fn number(nccl: Nccl, name: &[u8]) -> u64 {
    let library = &library_of(nccl.raw()).expect("it was loaded").library;
    // SAFETY: the stand-in's functions of these names take nothing.
    unsafe {
        let number =
            library.get::<unsafe extern "C" fn() -> u64>(name).expect("it is the stand-in");
        number()
    }
}

/// Returns the driver of the tests.
pub fn driver() -> Driver {
    chosen().driver().expect("the driver starts")
}

/// Ends the process where a test would hang: until the value is dropped, it has a minute.
#[must_use]
pub struct Watchdog(#[expect(dead_code, reason = "its end is what is waited for")] Sender<()>);

impl Watchdog {
    pub fn new() -> Self {
        let (sender, receiver) = channel::<()>();
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        std::thread::spawn(move || {
            let ended = receiver.recv_timeout(Duration::from_secs(60));
            if ended == Err(RecvTimeoutError::Timeout) {
                eprintln!("{test} hangs");
                std::process::abort();
            }
        });
        Self(sender)
    }
}

/// Does the work of each rank on its own thread, and returns what each gives.
pub fn on_ranks<T: Send>(
    contexts: &[Context],
    work: impl Fn(usize, &Context) -> T + Sync,
) -> Vec<T> {
    let _watchdog = Watchdog::new();
    std::thread::scope(|scope| {
        let work = &work;
        let spawn = |(rank, context)| scope.spawn(move || work(rank, context));
        let threads: Vec<_> = contexts.iter().enumerate().map(spawn).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, T>| match thread.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().map(join).collect()
    })
}
