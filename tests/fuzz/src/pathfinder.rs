//! Files that `cuda-pathfinder` reads to find out what is installed: CUDA's header with its version, and the beginnings of
//! libraries. One that isn't usable is skipped, and the next one is found.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use cuda_pathfinder::{CUDA_HEADERS, Environment, NVJITLINK, Os, Outcome, Search};
use tempfile::TempDir;

/// A simulated machine.
struct Machine {
    _folder: TempDir,
    header: PathBuf,
    library: PathBuf,
    search: Search,
}

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let header = root.join("toolkit/include/cuda.h");
        let library = root.join("toolkit/lib64/libnvJitLink.so.13");
        for file in [&header, &library] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
        }
        let environment =
            Environment::simulated(Os::Linux, &root).set("CUDA_PATH", root.join("toolkit"));
        let search = Search::with_environment(environment);
        Machine { _folder: folder, header, library, search }
    })
}

/// A header, and the version in it.
pub(crate) fn headers(input: &[u8]) {
    let machine = machine();
    fs::write(&machine.header, input).unwrap();
    let found = machine.search.headers(&CUDA_HEADERS).unwrap();
    assert_eq!(Some(&*found.folder), machine.header.parent());
    // Only a header that says so is of a newer version.
    let older = machine.search.clone().newest(12).headers(&CUDA_HEADERS);
    let text = String::from_utf8_lossy(input);
    assert!(older.is_ok() || text.contains("CUDA_VERSION"), "{older:?}");
    fs::remove_file(&machine.header).unwrap();
}

/// The type of an ELF file that isn't linked, which the loader refuses, after what is read before.
const RELOCATABLE: [u8; 2] = [1, 0];

/// A library: whatever it has for the loader, it is never given one that might be mapped.
pub(crate) fn libraries(input: &[u8]) {
    let mut bytes = input.to_vec();
    if let Some(kind) = bytes.get_mut(16..18) {
        kind.copy_from_slice(&RELOCATABLE);
    }
    let machine = machine();
    fs::write(&machine.library, bytes).unwrap();
    let report = machine.search.explain(&NVJITLINK);
    let file = machine.library.display().to_string();
    let mut outcomes = report.attempts.iter().flat_map(|attempt| &attempt.outcomes);
    let is_refused = |outcome: &Outcome| matches!(outcome, Outcome::Unusable(problem) if problem.contains(&file));
    assert!(outcomes.any(is_refused), "{report}");
    drop(report.to_string());
    fs::remove_file(&machine.library).unwrap();
}
