//! Python wheels, in which NVIDIA publishes CUDA's headers and libraries, downloaded, checked and unpacked.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::cache::Cache;
use crate::pip::Pip;
use crate::wheel::Wheel;

/// What to take out of a wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is below the `include` folder, with its subfolders.
    Headers,
    /// The shared libraries, all in one folder.
    Libraries,
}

impl Part {
    /// Where the wheel's file `path` goes below the target folder, when it belongs to this part.
    fn place(self, path: &str) -> Option<&str> {
        match self {
            Part::Headers => {
                // All but what makes the folder a Python package: some of CCCL's headers have no extension.
                let (_, place) = path.split_once("/include/")?;
                (!place.is_empty() && !place.ends_with(".py")).then_some(place)
            }
            Part::Libraries => {
                let (_, name) = path.rsplit_once('/')?;
                let shared =
                    name.ends_with(".so") || name.contains(".so.") || name.ends_with(".dll");
                // `libnvrtc.alt.so.13` is a second build, 110 MB large, that nothing here loads.
                (shared && !name.contains(".alt.")).then_some(name)
            }
        }
    }
}

/// The wheels that this machine can get, through its pip and its cache.
#[derive(Clone, Debug)]
pub struct Wheels {
    cache: Cache,
    pip: Pip,
}

impl Wheels {
    /// Those of this machine's pip, kept in the user's cache.
    pub fn of_this_machine() -> Result<Self> {
        Ok(Wheels::new(Cache::of_this_user()?, Pip::OfThisMachine))
    }

    /// Those that `pip` downloads, kept in `cache`.
    pub fn new(cache: Cache, pip: Pip) -> Self {
        Wheels { cache, pip }
    }

    /// The cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The cache's folder `name` with `part` of all `wheels` in it, downloaded when the folder isn't there.
    ///
    /// `name` must change when the wheels do.
    pub fn folder(&self, name: impl AsRef<Path>, part: Part, wheels: &[Wheel]) -> Result<PathBuf> {
        self.cache.entry(name, |folder| {
            wheels.iter().try_for_each(|wheel| {
                self.unpack(wheel, part, folder)
                    .with_context(|| format!("fetching {wheel}"))
            })
        })
    }

    fn unpack(&self, wheel: &Wheel, part: Part, into: &Path) -> Result<()> {
        let spinner = spinner(wheel);
        let download = self.cache.scratch()?;
        let file = self.pip.download(wheel, download.path())?;
        verify(&file, &wheel.sha256)?;
        unzip(&file, part, into)?;
        spinner.finish_and_clear();
        Ok(())
    }
}

/// A spinner on a terminal, a line elsewhere.
fn spinner(wheel: &Wheel) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(format!("fetching {wheel}"));
    if spinner.is_hidden() {
        eprintln!("fetching {wheel}");
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

fn verify(file: &Path, expected: &str) -> Result<()> {
    let found = sha256(file).with_context(|| format!("reading {}", file.display()))?;
    if found == expected {
        return Ok(());
    }
    let name = file.file_name().unwrap_or(file.as_os_str()).display();
    bail!(
        "{name} isn't the file that was pinned, and was discarded\n  \
         expected SHA-256  {expected}\n  \
         downloaded        {found}\n\
         the download was damaged, or a mirror serves another file"
    )
}

fn sha256(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            length => hash.update(&buffer[..length]),
        }
    }
}

/// `bytes` in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unzip(wheel: &Path, part: Part, into: &Path) -> Result<()> {
    let wheel_name = wheel.file_name().unwrap_or(wheel.as_os_str()).display();
    let mut archive = File::open(wheel)
        .map_err(anyhow::Error::from)
        .and_then(|file| Ok(ZipArchive::new(file)?))
        .with_context(|| format!("{wheel_name} can't be read as a wheel"))?;
    let mut unpacked = 0;
    for index in 0..archive.len() {
        let mut file = archive
            .by_index(index)
            .with_context(|| format!("{wheel_name} is damaged"))?;
        let name = file
            .name()
            .with_context(|| format!("{wheel_name} is damaged"))?
            .into_owned();
        let Some(place) = part.place(&name) else {
            continue;
        };
        if !stays_inside(&name) {
            bail!(
                "{wheel_name} was discarded: its file `{name}` would be written outside of its folder"
            );
        }
        write_new(&mut file, &into.join(place))
            .with_context(|| format!("unpacking `{name}` of {wheel_name}"))?;
        unpacked += 1;
    }
    match unpacked {
        0 => Err(anyhow!(
            "{wheel_name} holds no {}",
            if part == Part::Headers {
                "headers"
            } else {
                "libraries"
            }
        )),
        _ => Ok(()),
    }
}

/// Whether each step of a path in a wheel goes down one folder, on any platform.
fn stays_inside(name: &str) -> bool {
    !name.contains(['\\', ':']) && name.split('/').all(|step| !matches!(step, "" | "." | ".."))
}

fn write_new(from: &mut impl Read, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    io::copy(from, &mut File::create_new(to)?)?;
    Ok(())
}
