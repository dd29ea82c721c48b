//! Which NVRTC compiles a program, without loading it if that was found out before.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{NVRTC, VARIABLES};
use nvrtc::{Nvrtc, Program, Version};
use sha2::{Digest, Sha256};

use crate::folder::Folder;

/// The very NVRTC.
#[derive(PartialEq, Eq)]
pub struct Provenance {
    /// A hash of its version, and of its file's length and beginning, where a linker writes what build it is of.
    pub identity: [u8; 32],
}

/// How much of the beginning.
const BEGINNING: u64 = 4096;

impl Provenance {
    /// That of the NVRTC that `program` is likely compiled with, as it was remembered; `None` if it is not known.
    pub fn remembered(program: &Program<'_>, folder: Option<&Folder>) -> Option<Self> {
        match program.given_nvrtc() {
            Some(nvrtc) => Self::of_nvrtc(nvrtc),
            None => Self::read(&record(folder?)),
        }
    }

    /// That of the NVRTC that `program` is compiled with, which is loaded, and remembered if it is another than was
    /// thought; `None` if there is none.
    pub fn loaded(program: &Program<'_>, folder: Option<&Folder>) -> Option<Self> {
        if let Some(nvrtc) = program.given_nvrtc() {
            return Self::of_nvrtc(nvrtc);
        }
        let nvrtc = Nvrtc::load().ok()?;
        let loaded = Self::of_nvrtc(nvrtc)?;
        if let Some(folder) = folder
            && Self::read(&record(folder)).as_ref() != Some(&loaded)
            && let Some(path) = nvrtc.path().and_then(Path::to_str)
        {
            let Version { major, minor } = nvrtc.version();
            let text = format!("{major}.{minor}\n{path}\n");
            // What can't be remembered is found out again.
            let _ = folder.replace(&record(folder), text.as_bytes());
        }
        Some(loaded)
    }

    fn of_nvrtc(nvrtc: Nvrtc) -> Option<Self> {
        Self::of_file(nvrtc.path()?, nvrtc.version())
    }

    /// What was found out before, if its file is still there. That it is the same file shows in the identity.
    fn read(record: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(record).ok()?;
        let (version, path) = text.strip_suffix('\n')?.split_once('\n')?;
        let (major, minor) = version.split_once('.')?;
        let version = Version::new(major.parse().ok()?, minor.parse().ok()?);
        Self::of_file(&PathBuf::from(path), version)
    }

    fn of_file(path: &Path, version: Version) -> Option<Self> {
        let file = File::open(path).ok()?;
        let length = file.metadata().ok()?.len();
        let mut beginning = Vec::new();
        file.take(BEGINNING).read_to_end(&mut beginning).ok()?;
        let mut hash = Sha256::new();
        hash.update(version.major.to_le_bytes());
        hash.update(version.minor.to_le_bytes());
        hash.update(length.to_le_bytes());
        hash.update(&beginning);
        Some(Self {
            identity: hash.finalize().into(),
        })
    }
}

/// The file that remembers which NVRTC was found.
fn record(folder: &Folder) -> PathBuf {
    folder.root.join(format!("{}.nvrtc", surroundings()))
}

/// A hash of what decides where NVRTC is found.
fn surroundings() -> String {
    let mut hash = Sha256::new();
    for name in [NVRTC.variable].iter().chain(NVRTC.roots).chain(&VARIABLES) {
        let value: OsString = env::var_os(name).unwrap_or_default();
        hash.update((value.len() as u64).to_le_bytes());
        hash.update(value.as_encoded_bytes());
    }
    let hash = hash.finalize();
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
