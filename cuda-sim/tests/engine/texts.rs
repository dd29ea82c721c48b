//! The PTX of the test kernels: committed, for the lowest architecture that has all of a file's instructions, and compiled by
//! several NVRTCs for several architectures.

use crate::device::{Device, is_without_avx2};
use crate::options;
use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Arch, Nvrtc, Program, Version};
use nvrtc_cache::Cache;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::thread;

/// A source of the test data, compiled by one NVRTC for one architecture.
struct Text {
    compiler: String,
    arch: (u32, u32),
    ptx: String,
}

/// The architectures that sources are compiled for, if NVRTC supports them.
const ARCHITECTURES: [(u32, u32); 4] = [(7, 5), (8, 0), (9, 0), (10, 0)];

/// The oldest NVRTC of `CUDA_NVRTC_SETS` that is used: older ones don't support all of the architectures.
const OLDEST: Version = Version::new(12, 9);

/// The kernels that not every architecture has, by their source, with the lowest architecture that has them.
const LOWEST: [(&str, &str, (u32, u32)); 8] = [
    ("cluster", "cl", (9, 0)),
    ("cluster", "bulk", (9, 0)),
    ("cpasync", "ca", (8, 0)),
    ("cpasync", "cap", (8, 0)),
    ("half", "bk", (8, 0)),
    ("mma", "mmak", (8, 0)),
    ("tensormap", "tm", (9, 0)),
    ("tensormap", "tm_add", (9, 0)),
];

/// Runs `test` on a source of the test data: precompiled, and compiled by one NVRTC for one architecture, in a long run
/// by every NVRTC for every architecture.
pub fn on_every_ptx(source: &str, test: impl Fn(&mut Device)) {
    run(source, (0, 0), test);
}

/// The same for a kernel that not every architecture has.
pub fn on_every_ptx_with(source: &str, kernel: &str, test: impl Fn(&mut Device)) {
    let row = LOWEST.iter().find(|row| (row.0, row.1) == (source, kernel));
    let (_, _, lowest) = row.expect("the kernel's lowest architecture is known");
    run(source, *lowest, test);
}

fn run(source: &str, lowest: (u32, u32), test: impl Fn(&mut Device)) {
    let texts = texts(source);
    if texts.is_empty() {
        return skip(source, "its PTX isn't committed, and there is no NVRTC to compile it");
    }
    let texts: Vec<&Text> = texts.iter().filter(|text| text.arch >= lowest).collect();
    assert!(!texts.is_empty(), "there is test data for {source}");
    for text in texts {
        // If the test fails, the last line names the text.
        eprintln!("{source} of {} for {:?}", text.compiler, text.arch);
        let mut device = Device::load(&text.ptx);
        device.arch = text.arch;
        test(&mut device);
    }
}

/// Returns all texts of a source, compiled by the first test that needs them.
fn texts(source: &str) -> Arc<Vec<Text>> {
    type Once = Arc<OnceLock<Arc<Vec<Text>>>>;
    static TEXTS: Mutex<BTreeMap<String, Once>> = Mutex::new(BTreeMap::new());
    let mut cache = TEXTS.lock().expect("no test panics while it holds this");
    let once = cache.entry(source.to_owned()).or_default().clone();
    drop(cache);
    let texts = || {
        let mut texts = committed(source);
        // The other process tests what NVRTC compiles.
        if texts.is_empty() || !is_without_avx2() {
            texts.extend(compiled(source));
        }
        Arc::new(texts)
    };
    once.get_or_init(texts).clone()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")
}

/// Returns the precompiled texts of a source, the only ones on a machine without NVRTC. Those of the math library are too large.
fn committed(source: &str) -> Vec<Text> {
    let text = |arch: (u32, u32)| {
        let file = folder().join(format!("ptx/{source}.{}{}.ptx", arch.0, arch.1));
        Some(Text {
            compiler: "the test data".to_owned(),
            arch,
            ptx: fs::read_to_string(file).ok()?,
        })
    };
    ARCHITECTURES.into_iter().filter_map(text).collect()
}

/// Returns the texts that NVRTC compiles: for each source another version and another architecture, or all in a long
/// run, in parallel, because one with libcu++ takes more than half a second each time.
fn compiled(name: &str) -> Vec<Text> {
    let file = folder().join(format!("{name}.cu"));
    let source = &fs::read_to_string(file).expect("the kernel's source is there");
    let case: usize = name.bytes().map(usize::from).sum();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..)
            .zip(NVRTCS.iter())
            .filter(|(part, _)| options::runs(case, *part, NVRTCS.len()))
            .map(|(_, nvrtc)| scope.spawn(move || compiled_by(*nvrtc, case, name, source)))
            .collect();
        let texts = threads.into_iter().map(|thread| match thread.join() {
            Ok(texts) => texts,
            Err(panic) => resume_unwind(panic),
        });
        texts.flatten().collect()
    })
}

fn compiled_by(nvrtc: Nvrtc, case: usize, name: &str, source: &str) -> Vec<Text> {
    let compiler = format!("NVRTC {}", nvrtc.version());
    let mut program = nvrtc.program(format!("{name}.cu"), source).option("--device-int128");
    if source.contains("#include") {
        match headers(nvrtc.version()) {
            Ok(folders) => program = folders.into_iter().fold(program, Program::include_dir),
            Err(reason) => {
                skip(&format!("{name} with {compiler}"), &reason);
                return Vec::new();
            }
        }
    }
    let text = |arch: (u32, u32)| {
        let program = program.clone().arch(Arch::compute(arch.0, arch.1));
        let ptx = CACHE.compile_ptx(&program).unwrap_or_else(|error| panic!("{error}"));
        Text { compiler: compiler.clone(), arch, ptx: ptx.as_str().to_owned() }
    };
    let parts = supported(nvrtc).count();
    let archs = (0..).zip(supported(nvrtc));
    let archs = archs.filter(|(part, _)| options::runs(case, *part, parts));
    archs.map(|(_, arch)| text(arch)).collect()
}

/// What earlier runs compiled: all NVRTCs together take longer than the tests.
static CACHE: LazyLock<Cache> =
    LazyLock::new(|| Cache::at(Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine")));

/// The NVRTCs of `CUDA_NVRTC_SETS`, or the only one of this machine.
static NVRTCS: LazyLock<Vec<Nvrtc>> = LazyLock::new(|| {
    let Some(folders) = env::var_os("CUDA_NVRTC_SETS") else {
        skip("kernels with several NVRTCs", "CUDA_NVRTC_SETS is not set");
        let nvrtc = Nvrtc::load()
            .inspect_err(|error| skip("kernels with this machine's NVRTC", &error.to_string()));
        return nvrtc.into_iter().collect();
    };
    let load = |folder: PathBuf| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
        nvrtc::sys::load_with(&search)
            .inspect_err(|error| {
                let tests = format!("kernels with the NVRTC of {}", folder.display());
                skip(&tests, &error.to_string());
            })
            .ok()
    };
    let nvrtcs = env::split_paths(&folders).filter_map(load).map(Nvrtc::from_table);
    let nvrtcs: Vec<Nvrtc> = nvrtcs.filter(|nvrtc| nvrtc.version() >= OLDEST).collect();
    if nvrtcs.is_empty() {
        let reason = format!("CUDA_NVRTC_SETS names none from {OLDEST} on");
        skip("kernels with several NVRTCs", &reason);
    }
    nvrtcs
});

fn supported(nvrtc: Nvrtc) -> impl Iterator<Item = (u32, u32)> {
    let archs = nvrtc.supported_archs().expect("NVRTC tells what it knows");
    let supports = move |&(major, minor): &(u32, u32)| archs.contains(&Arch::compute(major, minor));
    ARCHITECTURES.into_iter().filter(supports)
}

/// Returns the folders of CUDA's and CCCL's headers of a version, or the reason why there are none.
fn headers(version: Version) -> Result<Vec<PathBuf>, String> {
    let sets = env::var_os("CUDA_HEADERS").ok_or("CUDA_HEADERS is not set")?;
    let include = Path::new(&sets).join(version.to_string()).join("include");
    if !include.is_dir() {
        return Err(format!("CUDA_HEADERS has none of {version}"));
    }
    // CUDA 12 has CCCL's in a separate folder.
    let folders = [include.clone(), include.join("cccl")];
    Ok(folders.into_iter().filter(|f| f.is_dir()).collect())
}

fn skip(tests: &str, reason: &str) {
    use std::io::Write;
    let reason = reason.lines().next().unwrap_or_default();
    let line = format!("SKIPPED engine {tests}: {reason}");
    eprintln!("{line}");
    if let Some(path) = env::var_os("CUDA_TEST_SKIPS") {
        let file = fs::File::options().create(true).append(true).open(path);
        file.and_then(|mut file| writeln!(file, "{line}"))
            .expect("the list of skipped tests can be written");
    }
}

#[test]
fn a_kernel_is_in_the_texts_from_its_lowest_architecture_on_and_in_no_other() {
    for (source, kernel, lowest) in LOWEST {
        for text in texts(source).iter() {
            assert_eq!(
                text.ptx.contains(&format!(".entry {kernel}(")),
                text.arch >= lowest,
                "{kernel} of {} for {:?}",
                text.compiler,
                text.arch
            );
        }
    }
}

#[test]
fn every_nvrtc_from_the_oldest_on_compiles_for_every_architecture() {
    for &nvrtc in NVRTCS.iter().filter(|nvrtc| nvrtc.version() >= OLDEST) {
        let version = nvrtc.version();
        assert!(supported(nvrtc).eq(ARCHITECTURES), "NVRTC {version}");
    }
}
