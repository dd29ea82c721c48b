//! Determines which NVRTC compiles a program, without loading it if that is already known.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use cuda_pathfinder::{NVRTC, Search};
use nvrtc::{Nvrtc, Version};
use sha2::{Digest, Sha256};

use crate::folder::Folder;
use crate::stamp::Stamp;

/// The identity of an NVRTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// A hash of its version, and of its file's length and beginning, where the linker writes the build id.
    pub identity: [u8; 32],
    pub version: Version,
    path: PathBuf,
    /// The stamp of the file that these were read from.
    stamp: Stamp,
}

/// The number of bytes of the beginning.
const BEGINNING: usize = 4096;

/// The NVRTCs that this process has loaded, by the address of their tables, as the cache first saw them.
static LOADED: Mutex<BTreeMap<usize, Provenance>> = Mutex::new(BTreeMap::new());

impl Provenance {
    /// Returns the identity of the NVRTC that this process would load; `None` if that was never loaded, so that its
    /// version isn't known.
    pub fn of_likely(folder: &Folder) -> Option<Self> {
        let path = Search::new().likely(&NVRTC)?.path;
        Self::read(&record(folder, &path), path)
    }

    /// Returns the identity of a loaded NVRTC; `None` if its file isn't known, or isn't what was loaded any more.
    pub fn of_loaded(nvrtc: Nvrtc) -> Option<Self> {
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let table = ptr::from_ref(nvrtc.table()).addr();
        let provenance = match loaded.get(&table) {
            Some(known) => known.clone(),
            None => {
                let path = nvrtc.path()?;
                let provenance =
                    Self::of_file(path, nvrtc.version()).filter(|_| is_of(nvrtc, path))?;
                loaded.entry(table).or_insert(provenance).clone()
            }
        };
        provenance.is_current().then_some(provenance)
    }

    /// Loads NVRTC, and stores and returns its identity; `None` if there is none.
    pub fn load(folder: Option<&Folder>) -> Option<Self> {
        let loaded = Self::of_loaded(Nvrtc::load().ok()?)?;
        if let Some(folder) = folder {
            let record = record(folder, &loaded.path);
            if Self::read(&record, loaded.path.clone()).as_ref() != Some(&loaded) {
                let Version { major, minor } = loaded.version;
                // If it can't be stored, it is determined again next time.
                let _ = folder.replace(&record, format!("{major}.{minor}\n").as_bytes());
            }
        }
        Some(loaded)
    }

    /// Returns `true` if the file is still the same. If it isn't, that matters to a process that has loaded it, too,
    /// because NVRTC loads a second library from its folder when it first compiles.
    pub fn is_current(&self) -> bool {
        // The last one is the time of the inode: another name or other permissions change no byte.
        Stamp::of(&self.path).is_some_and(|now| now.0[..4] == self.stamp.0[..4])
    }

    /// Reads the stored identity of the file at `path`. The identity shows whether it is the same file.
    fn read(record: &Path, path: PathBuf) -> Option<Self> {
        let text = std::fs::read_to_string(record).ok()?;
        let (major, minor) = text.strip_suffix('\n')?.split_once('.')?;
        let version = Version::new(major.parse().ok()?, minor.parse().ok()?);
        Self::of_file(&path, version)
    }

    fn of_file(path: &Path, version: Version) -> Option<Self> {
        let stamp = Stamp::of(path)?;
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
        let identity = hash.finalize().into();
        let read = Self { identity, version, path: path.to_owned(), stamp };
        // If it was replaced meanwhile, the stamp may be that of another file.
        read.is_current().then_some(read)
    }
}

/// Returns `true` if the functions of `nvrtc` are in this file, rather than in one that it has replaced.
#[cfg(target_os = "linux")]
fn is_of(nvrtc: Nvrtc, path: &Path) -> bool {
    use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
    let Some(function) = nvrtc.table().nvrtcVersion else { return false };
    let Ok(file) = File::open(path) else { return false };
    // Some file systems, such as those of containers, have other numbers for a mapped file than for its path. So the file
    // is mapped, too.
    // SAFETY: the system chooses an unused address, and nothing is read there.
    let page =
        unsafe { mmap(ptr::null_mut(), BEGINNING, ProtFlags::READ, MapFlags::PRIVATE, file, 0) };
    let Ok(page) = page else { return false };
    let maps = std::fs::read("/proc/self/maps").unwrap_or_default();
    // SAFETY: it was mapped above with this length, and nothing refers to it.
    let _ = unsafe { munmap(page, BEGINNING) };
    let maps = String::from_utf8_lossy(&maps);
    let of_functions = mapped_at(&maps, function as usize);
    of_functions.is_some() && of_functions == mapped_at(&maps, page.addr())
}

/// Returns `true`: there, a library that is loaded can't be replaced.
#[cfg(not(target_os = "linux"))]
fn is_of(_nvrtc: Nvrtc, _path: &Path) -> bool {
    true
}

/// Returns the device and the inode of the file that is mapped at an address, by a list of all mappings.
#[cfg(any(target_os = "linux", test))]
fn mapped_at(maps: &str, address: usize) -> Option<(&str, &str)> {
    maps.lines().find_map(|line| {
        // The addresses, the permissions, the place in the file, the device, the inode, and the path.
        let mut fields = line.split_ascii_whitespace();
        let (start, end) = fields.next()?.split_once('-')?;
        let number = |text| usize::from_str_radix(text, 16).ok();
        let is_here = (number(start)?..number(end)?).contains(&address);
        let (device, inode) = (fields.nth(2)?, fields.next()?);
        (is_here && inode != "0").then_some((device, inode))
    })
}

/// Returns the file that stores the version of the NVRTC at `path`.
fn record(folder: &Folder, path: &Path) -> PathBuf {
    let hash = Sha256::digest(path.as_os_str().as_encoded_bytes());
    let name: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    folder.root.join(format!("{name}.nvrtc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_an_address_is_that_of_its_mapping() {
        let maps = "55d000-55e000 r--p 00000000 fd:00 131 /a b\n (deleted)\n\
                    55e000-55f000 r-xp 00001000 fd:01 132 /lib\n\
                    7f0000-7f1000 rw-p 00000000 00:00 0 \nrubbish\n";
        assert_eq!(mapped_at(maps, 0x55_dfff), Some(("fd:00", "131")));
        assert_eq!(mapped_at(maps, 0x55_e000), Some(("fd:01", "132")));
        for unknown in [0, 0x55_f000, 0x7f_0000, usize::MAX] {
            assert_eq!(mapped_at(maps, unknown), None, "{unknown:x}");
        }
    }
}
