//! Folders of files from Python wheels, in which NVIDIA publishes CUDA's headers and libraries.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::cache::Cache;
use crate::interrupt;
use crate::manifest;
use crate::pip::Pip;
use crate::wheel::Wheel;

/// The part of a wheel to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelPart {
    /// The contents of the `include` folder, with its subfolders.
    Headers,
    /// The shared libraries, libdevice and the runtime for static linking, all in one folder.
    Libraries,
}

impl WheelPart {
    /// Returns the path of a wheel's file `path` below the target folder, if it belongs to this part.
    fn place(self, path: &str) -> Option<&str> {
        match self {
            WheelPart::Headers => {
                // Everything except the files of the Python package: some of CCCL's headers have no extension.
                let (_, place) = path.split_once("/include/")?;
                (!place.is_empty() && !place.ends_with(".py")).then_some(place)
            }
            WheelPart::Libraries => {
                let (_, name) = path.rsplit_once('/')?;
                let wanted = name.contains(".so.")
                    || [".so", ".dll", ".bc", "libcudart_static.a"]
                        .iter()
                        .any(|end| name.ends_with(end));
                // `libnvrtc.alt.so.13` is a second build of 110 MB that nothing here loads.
                (wanted && !name.contains(".alt.")).then_some(name)
            }
        }
    }
}

/// The wheels available through this machine's pip and the cache.
#[derive(Debug)]
pub struct Wheels {
    cache: Cache,
    pip: Pip,
}

impl Wheels {
    /// Uses this machine's pip and the user's cache.
    pub fn of_this_machine() -> Result<Self> {
        Ok(Wheels::new(Cache::of_this_user()?, Pip::OfThisMachine))
    }

    /// Uses `pip`, and keeps files of wheels in `cache`.
    pub fn new(cache: Cache, pip: Pip) -> Self {
        Wheels { cache, pip }
    }

    /// Returns the cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Returns the cache's folder `name` with `part` of all `wheels`, which pip installs if the folder doesn't exist or
    /// one of its files is damaged.
    ///
    /// `name` must change when the wheels do.
    pub fn folder(
        &self,
        name: impl AsRef<Path>,
        part: WheelPart,
        wheels: &[Wheel],
    ) -> Result<PathBuf> {
        let name = name.as_ref();
        if let Some(file) = manifest::damaged(&self.cache.root().join(name)) {
            xtask_print::print_note(format_args!(
                "note: {} is damaged; fetching its folder again",
                file.display()
            ));
            self.cache.discard(name)?;
        }
        self.cache.entry(name, |folder| {
            let _deferred = interrupt::defer();
            for wheel in wheels {
                xtask_print::print_note(format_args!("fetching {wheel}"));
            }
            let scratch = self.cache.scratch()?;
            let installed = scratch.path().join("installed");
            let names = || {
                let names: Vec<String> = wheels.iter().map(Wheel::to_string).collect();
                format!("fetching {}", names.join(", "))
            };
            self.pip.install(wheels, scratch.path(), &installed).with_context(names)?;
            let mut files = Vec::new();
            manifest::list(&installed, Path::new(""), &mut files)?;
            let mut count = 0;
            for (path, _) in files {
                let slashes = path.to_string_lossy().replace('\\', "/");
                if let Some(place) = part.place(&slashes) {
                    keep(&installed.join(&path), &folder.join(place))?;
                    count += 1;
                }
            }
            let part = match part {
                WheelPart::Headers => "headers",
                WheelPart::Libraries => "libraries",
            };
            ensure!(count > 0, "{}: there are no {part} in it", names());
            interrupt::check()?;
            manifest::write(folder)
        })
    }
}

/// Moves a file to its place in the cache.
fn keep(file: &Path, place: &Path) -> Result<()> {
    ensure!(!place.exists(), "two wheels have {}", place.display());
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    fs::rename(file, place).with_context(|| format!("moving a file to {}", place.display()))
}

/// Returns a name for a folder whose contents follow from `text`: FNV-1a, because names only differ by accident.
pub fn name_of(text: &[u8]) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = text
        .iter()
        .fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}
