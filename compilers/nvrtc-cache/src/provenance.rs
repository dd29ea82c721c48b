//! Determines which NVRTC compiles a program, without loading it if that is already known.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{NVRTC, Search};
use nvrtc::{Nvrtc, Program, Version};
use sha2::{Digest, Sha256};

use crate::folder::Folder;

/// The identity of an NVRTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// A hash of its version, and of its file's length and beginning, where the linker writes the build id.
    pub identity: [u8; 32],
    pub version: Version,
}

/// The number of bytes of the beginning.
const BEGINNING: usize = 4096;

impl Provenance {
    /// Returns the identity of the NVRTC that `program` is likely compiled with, without loading it; `None` if that
    /// NVRTC was never loaded, so that its version isn't known.
    pub fn remembered(program: &Program<'_>, folder: Option<&Folder>) -> Option<Self> {
        if let Some(nvrtc) = program.given_nvrtc() {
            return Self::of_nvrtc(nvrtc);
        }
        if let Some(nvrtc) = Nvrtc::if_loaded() {
            return Self::of_nvrtc(nvrtc);
        }
        let path = Search::new().likely(&NVRTC)?.path;
        Self::read(&record(folder?, &path), path)
    }

    /// Loads the NVRTC that `program` is compiled with, and stores and returns its identity; `None` if there is none.
    pub fn loaded(program: &Program<'_>, folder: Option<&Folder>) -> Option<Self> {
        let nvrtc = match program.given_nvrtc() {
            Some(nvrtc) => return Self::of_nvrtc(nvrtc),
            None => Nvrtc::load().ok()?,
        };
        let loaded = Self::of_nvrtc(nvrtc)?;
        if let Some(folder) = folder
            && let Some(path) = nvrtc.path()
            && Self::read(&record(folder, path), path.to_owned()).as_ref() != Some(&loaded)
        {
            let Version { major, minor } = nvrtc.version();
            // If it can't be stored, it is determined again next time.
            let _ = folder.replace(&record(folder, path), format!("{major}.{minor}\n").as_bytes());
        }
        Some(loaded)
    }

    fn of_nvrtc(nvrtc: Nvrtc) -> Option<Self> {
        Self::of_file(nvrtc.path()?, nvrtc.version())
    }

    /// Reads the stored identity of the file at `path`. The identity shows whether it is the same file.
    fn read(record: &Path, path: PathBuf) -> Option<Self> {
        let text = std::fs::read_to_string(record).ok()?;
        let (major, minor) = text.strip_suffix('\n')?.split_once('.')?;
        let version = Version::new(major.parse().ok()?, minor.parse().ok()?);
        Self::of_file(&path, version)
    }

    fn of_file(path: &Path, version: Version) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let length = file.metadata().ok()?.len();
        let mut beginning = [0; BEGINNING];
        let mut filled = 0;
        while filled < BEGINNING {
            match file.read(&mut beginning[filled..]).ok()? {
                0 => break,
                more => filled += more,
            }
        }
        let mut hash = Sha256::new();
        hash.update(version.major.to_le_bytes());
        hash.update(version.minor.to_le_bytes());
        hash.update(length.to_le_bytes());
        hash.update(&beginning[..filled]);
        Some(Self { identity: hash.finalize().into(), version })
    }
}

/// Returns the file that stores the version of the NVRTC at `path`.
fn record(folder: &Folder, path: &Path) -> PathBuf {
    let hash = Sha256::digest(path.as_os_str().as_encoded_bytes());
    let name: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    folder.root.join(format!("{name}.nvrtc"))
}
