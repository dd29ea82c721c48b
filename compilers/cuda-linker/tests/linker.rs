//! Tests linking with any available linker, on the software device, whose driver links PTX.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

use cuda_driver::{Context, CuResult, Driver, driver::Symbol, sys::CUresult};
use cuda_linker::{
    Arch, Backend, DriverLinker, Error, ErrorKind, InputKind, LinkOption, Linker, ObjectKind,
};
use cuda_pathfinder::{Environment, Os, Search};
use nvjitlink::LinkError;
use nvjitlink::sys::LoadError;

#[allow(dead_code)]
#[path = "../../../src/skip.rs"]
mod skipping;

const CALLER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .extern .func callee();\n.visible .entry caller() { call callee; ret; }\n";
const CALLEE: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .visible .func callee() { ret; }\n";

fn context() -> Context {
    // SAFETY: the functions of the table do what the driver API says.
    let driver = unsafe { Driver::from_table(cuda_sim::driver_table()) }.unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

/// A search that finds nothing.
fn nowhere() -> Search {
    Search::with_environment(Environment::simulated(Os::current(), "/nowhere"))
}

fn both() -> Linker<'static> {
    let linker = Linker::new(Arch::sm(9, 0));
    linker.ptx("caller", CALLER).ptx("callee", CALLEE)
}

#[test]
fn without_nvjitlink_the_driver_links() {
    let context = context();
    let backend = Backend::found_by(&nowhere(), &context);
    assert!(matches!(backend, Backend::Driver(_)), "{backend:?}");
    let linked = backend.link(&both()).unwrap();
    // The software device's image is PTX, and says so.
    assert_eq!(linked.kind(), ObjectKind::Ptx);
    let module = context.load(&linked).unwrap();
    module.function(c"caller").unwrap();
}

#[test]
fn with_nvjitlink_it_links() {
    let context = context();
    let major = context.driver().version().major;
    let backend = Backend::found_by(&Search::new().newest(major), &context);
    match &backend {
        Backend::NvJitLink(nvjitlink) => {
            assert!(nvjitlink.version().major <= major);
            let linked = backend.link(&both()).unwrap();
            assert!(linked.as_bytes().starts_with(b"\x7fELF"));
        }
        _ => skip("with_nvjitlink_it_links", "no nvJitLink was found"),
    }
}

#[test]
fn software_devices_link_with_their_own_driver() {
    assert_eq!(cuda_arch::SOFTWARE_DEVICE, cuda_sim::DEVICE_NAME);
    let backend = Backend::of(&context());
    assert!(matches!(backend, Backend::Driver(_)), "{backend:?}");
}

#[test]
fn the_driver_gets_the_options_that_it_supports() {
    let options = [
        LinkOption::MaxRegisters(32),
        LinkOption::Optimization(3),
        LinkOption::LineInfo,
        LinkOption::NoCache,
    ];
    let linker = options.into_iter().fold(both(), Linker::option);
    DriverLinker::new(&context()).link(&linker).unwrap();
}

#[test]
fn features_that_the_driver_lacks_are_reported_with_a_remedy() {
    let backend = Backend::found_by(&nowhere(), &context());
    // SAFETY: it isn't read.
    let ltoir = unsafe { both().ltoir("unit", "") };
    let cases = [
        (ltoir, "LTO-IR (unit)"),
        (both().option(LinkOption::Lto), "-lto"),
        (both().option("-frobnicate"), "-frobnicate"),
    ];
    for (linker, expected) in cases {
        let error = backend.link(&linker).unwrap_err();
        let ErrorKind::Unsupported { feature, nvjitlink } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(feature, expected);
        assert!(nvjitlink.is_some());
        assert!(error.to_string().contains("pip install"), "{error}");
    }
}

#[test]
fn a_missing_symbol_is_named_by_the_log() {
    let linker = Linker::new(Arch::sm(9, 0)).ptx("caller", CALLER);
    let error = DriverLinker::new(&context()).link(&linker).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Link { .. }), "{error}");
    assert!(error.log().unwrap().contains("callee"), "{error}");
}

#[test]
fn ptx_that_does_not_compile_is_reported_with_its_log() {
    let wrong = CALLEE.replace("ret;", "ret");
    let linker = Linker::new(Arch::sm(9, 0)).ptx("wrong", &wrong);
    let error = DriverLinker::new(&context()).link(&linker).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Input { input, .. } if input == "wrong"), "{error}");
    assert!(error.log().unwrap().contains("line 4"), "{error}");
}

#[test]
fn inputs_of_the_wrong_kind_never_reach_the_driver() {
    for kind in [InputKind::Ptx, InputKind::Cubin, InputKind::Fatbin, InputKind::Library] {
        // SAFETY: it begins like none of them.
        let linker = unsafe { Linker::new(Arch::sm(9, 0)).input(kind, "garbage", "garbage") };
        let error = DriverLinker::new(&context()).link(&linker).unwrap_err();
        let is_told = matches!(error.kind(), ErrorKind::Input { result: None, kind: reported, .. } if *reported == kind);
        assert!(is_told, "{error}");
    }
}

#[test]
fn a_missing_file_is_an_error_with_its_path() {
    // SAFETY: there is no such file.
    let linker = unsafe { both().file(InputKind::Ptx, "/nowhere/unit.ptx") };
    let error = DriverLinker::new(&context()).link(&linker).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::File { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/unit.ptx"), "{error}");
}

/// Returns the source of an error.
fn source(error: &Error) -> &(dyn std::error::Error + 'static) {
    let source = std::error::Error::source(error);
    source.unwrap_or_else(|| panic!("the error has no source: {error}"))
}

#[test]
fn an_error_returns_its_source() {
    let driver = DriverLinker::new(&context());
    let linker = Linker::new(Arch::sm(9, 0));
    let wrong = CALLEE.replace("ret;", "ret");
    for linker in [linker.clone().ptx("caller", CALLER), linker.clone().ptx("wrong", &wrong)] {
        let error = driver.link(&linker).unwrap_err();
        assert!(source(&error).is::<CuResult>(), "{error}");
    }
    // SAFETY: there is no such file.
    let missing = unsafe { linker.clone().file(InputKind::Ptx, "/nowhere/unit.ptx") };
    let error = driver.link(&missing).unwrap_err();
    assert!(source(&error).is::<std::io::Error>(), "{error}");

    let backend = Backend::found_by(&nowhere(), &context());
    let error = backend.link(&both().option(LinkOption::Lto)).unwrap_err();
    assert!(source(&error).is::<LoadError>(), "{error}");
}

#[test]
fn a_wrapped_error_has_the_message_and_source_of_the_inner_one() {
    let load = nvjitlink::sys::load_with(&nowhere()).unwrap_err();
    let error = Error::from(LinkError::from(load.clone()));
    assert_eq!(error.to_string(), load.to_string());
    // A program that prints causes, too, prints nothing twice.
    assert!(std::error::Error::source(&error).is_none(), "{error}");

    let result = CuResult::new(CUresult::CUDA_ERROR_INVALID_VALUE, Symbol::cuInit, 13000);
    let error = Error::from(result);
    assert_eq!(error.to_string(), result.to_string());
    assert!(std::error::Error::source(&error).is_none(), "{error}");
}

#[test]
fn an_error_returned_from_main_is_printed_as_its_message() {
    let linker = Linker::new(Arch::sm(9, 0)).ptx("caller", CALLER);
    let error = DriverLinker::new(&context()).link(&linker).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(size_of::<Result<(), Error>>() <= 16);
}

fn skip(test: &str, reason: &str) {
    skipping::note(test, reason);
}

/// A driver that looks at the values of the options long after it was given them: NVIDIA's writes the logs' lengths there.
mod late {
    use std::cell::RefCell;
    use std::ffi::{c_uint, c_void};

    use cuda_driver::sys::{CUjit_option, CUlinkState, CUresult, DriverTable};

    thread_local! {
        /// Where the values are, and what they were.
        static GIVEN: RefCell<(usize, Vec<usize>)> = const { RefCell::new((0, Vec::new())) };
        pub static SAME: RefCell<Option<bool>> = const { RefCell::new(None) };
    }

    pub fn table() -> &'static DriverTable {
        let mut table = cuda_sim::driver_table().capped(i32::MAX);
        table.cuLinkCreate_v2 = Some(create);
        table.cuLinkDestroy = Some(destroy);
        Box::leak(Box::new(table))
    }

    unsafe extern "C" fn create(
        count: c_uint,
        keys: *mut CUjit_option,
        values: *mut *mut c_void,
        state: *mut CUlinkState,
    ) -> CUresult {
        // SAFETY: the caller gives so many values.
        let given = unsafe { std::slice::from_raw_parts(values, count as usize) };
        let given = given.iter().map(|value| value.addr()).collect();
        GIVEN.set((values.addr(), given));
        // SAFETY: the same call, on to the software device.
        unsafe { cuda_sim::driver_table().cuLinkCreate_v2.unwrap()(count, keys, values, state) }
    }

    unsafe extern "C" fn destroy(state: CUlinkState) -> CUresult {
        let (at, given) = GIVEN.take();
        let values = std::ptr::with_exposed_provenance_mut::<usize>(at);
        // The first is the error log, whose length, the second, is written to.
        for (index, value) in given.into_iter().enumerate().step_by(2) {
            // SAFETY: what is tested: the values are still there.
            let same = unsafe { values.add(index).read_volatile() } == value;
            SAME.with_borrow_mut(|all| *all = Some(all.unwrap_or(true) && same));
        }
        // SAFETY: the same call, on to the software device.
        unsafe { cuda_sim::driver_table().cuLinkDestroy.unwrap()(state) }
    }
}

#[test]
fn the_values_of_options_live_until_the_link_is_destroyed() {
    // SAFETY: the functions of the table do what the driver API says.
    let driver = unsafe { Driver::from_table(late::table()) }.unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    DriverLinker::new(&context).link(&both()).unwrap();
    assert_eq!(late::SAME.take(), Some(true));
}
