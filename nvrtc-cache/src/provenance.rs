//! Which NVRTC compiles a program, without loading it if that was found out before.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use nvrtc::{CudaVersion, Nvrtc, Program};
use sha2::{Digest, Sha256};

use crate::folder::Folder;

/// The very NVRTC.
pub struct Provenance {
    /// A hash of its version, and of its file's length and beginning, where a linker writes what build it is of.
    pub identity: [u8; 32],
}

/// How much of the beginning.
const BEGINNING: u64 = 4096;

impl Provenance {
    /// That of the NVRTC of `program`; `None` if it is not known or there is none.
    pub fn of(program: &Program<'_>, folder: Option<&Folder>) -> Option<Self> {
        if let Some(nvrtc) = program.given_nvrtc() {
            return Self::of_nvrtc(nvrtc);
        }
        let record = folder.map(|folder| {
            (
                folder,
                folder.root.join(format!("{}.nvrtc", surroundings())),
            )
        });
        if let Some((_, path)) = &record
            && let Some(remembered) = Self::remembered(path)
        {
            return Some(remembered);
        }
        let nvrtc = Nvrtc::load().ok()?;
        let found = Self::of_nvrtc(nvrtc)?;
        if let Some((folder, record)) = record
            && let Some(path) = nvrtc.path().and_then(Path::to_str)
        {
            let CudaVersion { major, minor } = nvrtc.version();
            // What can't be remembered is found out again.
            let _ = folder.replace(&record, format!("{major}.{minor}\n{path}\n").as_bytes());
        }
        Some(found)
    }

    fn of_nvrtc(nvrtc: Nvrtc) -> Option<Self> {
        Self::of_file(nvrtc.path()?, nvrtc.version())
    }

    /// What was found out before, if its file is still there. That it is the same file shows in the identity.
    fn remembered(record: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(record).ok()?;
        let (version, path) = text.strip_suffix('\n')?.split_once('\n')?;
        let (major, minor) = version.split_once('.')?;
        let version = CudaVersion::new(major.parse().ok()?, minor.parse().ok()?);
        Self::of_file(&PathBuf::from(path), version)
    }

    fn of_file(path: &Path, version: CudaVersion) -> Option<Self> {
        let file = File::open(path).ok()?;
        let length = file.metadata().ok()?.len();
        let mut beginning = Vec::new();
        file.take(BEGINNING).read_to_end(&mut beginning).ok()?;
        let mut hash = Sha256::new();
        hash.update(version.number().to_le_bytes());
        hash.update(length.to_le_bytes());
        hash.update(&beginning);
        Some(Self {
            identity: hash.finalize().into(),
        })
    }
}

/// A hash of what decides where NVRTC is found.
fn surroundings() -> String {
    const VARIABLES: [&str; 8] = [
        cuda_pathfinder::NVRTC.variable,
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "LD_LIBRARY_PATH",
        "CUDA_PATH",
        "CUDA_HOME",
        "PATH",
        "PYTHONHOME",
    ];
    let mut hash = Sha256::new();
    for name in VARIABLES {
        let value: OsString = env::var_os(name).unwrap_or_default();
        hash.update((value.len() as u64).to_le_bytes());
        hash.update(value.as_encoded_bytes());
    }
    let hash = hash.finalize();
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
