//! The real nvJitLinks and NVRTC that a test may have, and what they link.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ptr::null;

use cuda_pathfinder::{Environment, Os, Search};
use nvjitlink::{Arch, LinkErrorKind, Linker, NvJitLink, sys};
use nvrtc::Nvrtc;

#[allow(dead_code)]
#[path = "../../../../src/skip.rs"]
mod skipping;

/// A kernel that calls a function of another unit, in PTX that every nvJitLink reads.
pub(crate) const CALLER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .extern .func callee();\n.visible .entry caller() { call callee; ret; }\n";
pub(crate) const CALLEE: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .visible .func callee() { ret; }\n";

/// The same as CUDA C++, for LTO-IR.
pub(crate) const CALLER_CU: &str = "extern \"C\" __device__ int callee(int);\n\
    extern \"C\" __global__ void caller(int* x) { *x = callee(*x); }";
pub(crate) const CALLEE_CU: &str = "extern \"C\" __device__ int callee(int x) { return x + 1; }";

/// Returns the nvJitLink that `CUDA_NVJITLINK` names; `None`, and a line in `CUDA_TEST_SKIPS`, where it isn't set.
pub(crate) fn newest(test: &str) -> Option<NvJitLink> {
    match std::env::var_os("CUDA_NVJITLINK") {
        Some(place) => Some(only(place)),
        None => {
            skip(test, &"CUDA_NVJITLINK is not set");
            None
        }
    }
}

/// Returns the nvJitLinks of `CUDA_NVJITLINK_SETS`, from old to new.
pub(crate) fn every(test: &str) -> Vec<NvJitLink> {
    let Some(sets) = std::env::var_os("CUDA_NVJITLINK_SETS") else {
        skip(test, &"CUDA_NVJITLINK_SETS is not set");
        return Vec::new();
    };
    std::env::split_paths(&sets).map(only).filter(|nvjitlink| starts(test, *nvjitlink)).collect()
}

/// Returns the nvJitLink of a file or folder, whatever other tests have loaded into this process.
fn only(place: impl AsRef<OsStr>) -> NvJitLink {
    let environment = Environment::simulated(Os::current(), "/");
    let only = Search::with_environment(environment.set("CUDA_NVJITLINK", place.as_ref()));
    NvJitLink::from_table(sys::load_with(&only).unwrap_or_else(|error| panic!("{error}")))
}

/// Returns `true` if an nvJitLink links at all: some want a real driver, if any.
fn starts(test: &str, nvjitlink: NvJitLink) -> bool {
    match nvjitlink.link_cubin(&Linker::new(Arch::sm(9, 0)).ptx("callee", CALLEE)) {
        Err(error) if matches!(error.kind(), LinkErrorKind::Link { log, .. } if log.contains("cuGetExportTable")) =>
        {
            let version = nvjitlink.version();
            skip(test, &format!("nvJitLink {version} loads a libcuda.so that is no driver"));
            false
        }
        _ => true,
    }
}

/// Two units as LTO-IR, the caller first, and the NVRTC that they are of.
pub(crate) fn ltoir(test: &str) -> Option<(Nvrtc, [Vec<u8>; 2])> {
    let nvrtc = Nvrtc::load().map_err(|error| skip(test, &error)).ok()?;
    Some((nvrtc, [CALLER_CU, CALLEE_CU].map(|source| compile(nvrtc, source))))
}

/// The newest NVRTC of `CUDA_NVRTC_SETS` whose LTO-IR this nvJitLink reads: that of its major version, and not newer.
pub(crate) fn nvrtc_for(nvjitlink: NvJitLink) -> Option<Nvrtc> {
    let sets = std::env::var_os("CUDA_NVRTC_SETS")?;
    let expected = nvjitlink.version();
    let all = std::env::split_paths(&sets).map(|place| {
        let environment = Environment::simulated(Os::current(), "/");
        let only = Search::with_environment(environment.set("CUDA_NVRTC", place.as_os_str()));
        Nvrtc::load_with(&only).unwrap_or_else(|error| panic!("{error}"))
    });
    all.filter(|nvrtc| nvrtc.version().major == expected.major && nvrtc.version() <= expected)
        .max_by_key(|nvrtc| nvrtc.version())
}

/// LTO-IR of a source whose symbols others can use.
pub(crate) fn compile(nvrtc: Nvrtc, source: &str) -> Vec<u8> {
    use nvrtc::sys::nvrtcResult;
    let table = nvrtc.table();
    let source = std::ffi::CString::new(source).unwrap();
    let options = [c"-arch=compute_75", c"-rdc=true", c"-dlto"].map(|option| option.as_ptr());
    let (mut program, mut size) = (std::ptr::null_mut(), 0);
    let succeeded = |result| assert_eq!(result, nvrtcResult::NVRTC_SUCCESS);
    // SAFETY: the program is created first and destroyed last, texts are C strings, counts are those of
    // the arrays, and the buffer has the size that NVRTC asked for.
    unsafe {
        let create = table.nvrtcCreateProgram.unwrap();
        succeeded(create(&raw mut program, source.as_ptr(), null(), 0, null(), null()));
        succeeded(table.nvrtcCompileProgram.unwrap()(program, 3, options.as_ptr()));
        succeeded(table.nvrtcGetLTOIRSize.unwrap()(program, &raw mut size));
        let mut bytes = vec![0u8; size];
        succeeded(table.nvrtcGetLTOIR.unwrap()(program, bytes.as_mut_ptr().cast()));
        succeeded(table.nvrtcDestroyProgram.unwrap()(&raw mut program));
        bytes
    }
}

pub(crate) fn skip(test: &str, reason: &dyn Display) {
    skipping::note(test, reason);
}

/// A test that gets each nvJitLink in turn, of every version that there is.
macro_rules! with_every_nvjitlink {
    ($(fn $test:ident($nvjitlink:ident) $body:block)*) => {$(
        #[test]
        fn $test() {
            for $nvjitlink in crate::real::every(stringify!($test)) $body
        }
    )*};
}
pub(crate) use with_every_nvjitlink;
