//! Downloads, verifies and unpacks Python wheels, in which NVIDIA publishes CUDA's headers and libraries.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::cache::Cache;
use crate::pip::{self, Pip, Progress};
use crate::wheel::Wheel;
use crate::{interrupt, manifest};

/// The part of a wheel to unpack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The contents of the `include` folder, with its subfolders.
    Headers,
    /// The shared libraries and libdevice, all in one folder.
    Libraries,
}

impl Part {
    /// Returns the path of a wheel's file `path` below the target folder, if it belongs to this part.
    fn place(self, path: &str) -> Option<&str> {
        match self {
            Part::Headers => {
                // Everything except the files of the Python package: some of CCCL's headers have no extension.
                let (_, place) = path.split_once("/include/")?;
                (!place.is_empty() && !place.ends_with(".py")).then_some(place)
            }
            Part::Libraries => {
                let (_, name) = path.rsplit_once('/')?;
                let shared = name.contains(".so.")
                    || [".so", ".dll", ".bc"].iter().any(|end| name.ends_with(end));
                // `libnvrtc.alt.so.13` is a second build of 110 MB that nothing here loads.
                (shared && !name.contains(".alt.")).then_some(name)
            }
        }
    }
}

/// The wheels available through this machine's pip and the cache.
#[derive(Debug)]
pub struct Wheels {
    cache: Cache,
    pip: Pip,
    downloads: Mutex<Downloads>,
}

/// The wheels that were downloaded until now: the headers and the libraries of a release are in the same one.
#[derive(Debug, Default)]
struct Downloads {
    /// The folders of the files, which are removed with this.
    folders: Vec<TempDir>,
    /// The file of each wheel, by its hash.
    files: HashMap<String, PathBuf>,
}

impl Wheels {
    /// Uses this machine's pip and the user's cache.
    pub fn of_this_machine() -> Result<Self> {
        Ok(Wheels::new(Cache::of_this_user()?, Pip::OfThisMachine))
    }

    /// Uses `pip`, and keeps wheels in `cache`.
    pub fn new(cache: Cache, pip: Pip) -> Self {
        Wheels {
            cache,
            pip,
            downloads: Mutex::default(),
        }
    }

    /// Returns the cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Returns the cache's folder `name` with `part` of all `wheels`, which are downloaded if the folder doesn't exist
    /// or one of its files is damaged.
    ///
    /// `name` must change when the wheels do.
    pub fn folder(&self, name: impl AsRef<Path>, part: Part, wheels: &[Wheel]) -> Result<PathBuf> {
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
            let bar = Bar::new();
            let files = self.download(wheels, &bar)?;
            for (wheel, file) in wheels.iter().zip(&files) {
                bar.say(format!("unpacking {wheel}"));
                unzip(file, part, folder).with_context(|| format!("unpacking {wheel}"))?;
            }
            manifest::write(folder)
        })
    }

    /// Returns the files of `wheels`; those that weren't downloaded before are downloaded together, because pip takes
    /// longer to start than to download most of them.
    fn download(&self, wheels: &[Wheel], bar: &Bar) -> Result<Vec<PathBuf>> {
        let mut downloads = self
            .downloads
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_missing = |wheel: &&Wheel| !downloads.files.contains_key(&wheel.sha256);
        let missing: Vec<&Wheel> = wheels.iter().filter(is_missing).collect();
        if let Some(first) = missing.first() {
            let what = match missing.len() {
                1 => format!("fetching {first}"),
                count => format!("fetching {first} and {} more", count - 1),
            };
            bar.start(&missing, &what);
            let folder = self.cache.scratch()?;
            let show = &mut |progress| bar.show(progress);
            let files = self.pip.download(&missing, folder.path(), show);
            let files = files.with_context(|| what)?;
            for (wheel, file) in missing.iter().zip(&files) {
                bar.say(format!("verifying {wheel}"));
                verify(file, &wheel.sha256)?;
            }
            let hashes = missing.iter().map(|wheel| wheel.sha256.clone());
            downloads.files.extend(hashes.zip(files));
            downloads.folders.push(folder);
        }
        let files = wheels.iter().map(|wheel| &downloads.files[&wheel.sha256]);
        Ok(files.cloned().collect())
    }
}

/// The progress of a fetch: a bar on a terminal, otherwise a line for each wheel.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        Self(ProgressBar::new_spinner())
    }

    /// Shows that `wheels` are being fetched.
    fn start(&self, wheels: &[&Wheel], what: &str) {
        if self.0.is_hidden() {
            for wheel in wheels {
                xtask_print::print_note(format_args!("fetching {wheel}"));
            }
        }
        self.style("{spinner} {msg}: {bytes}");
        self.say(what.to_owned());
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    fn style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
    }

    /// Shows the current step.
    fn say(&self, step: String) {
        self.0.set_message(step);
    }

    fn show(&self, Progress { bytes, total }: Progress) {
        if let Some(total) = total {
            if self.0.length().is_none() {
                self.style("{msg} {wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}");
            }
            self.0.set_length(total);
        }
        // At its end, pip copies the file from one folder to another, and both copies count.
        self.0
            .set_position(total.map_or(bytes, |total| total.min(bytes)));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
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

/// Returns `bytes` in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Unpacks `part` of a wheel with Python, which pip needs anyway, so that this program needs no crate for ZIP files.
fn unzip(wheel: &Path, part: Part, into: &Path) -> Result<()> {
    let name = wheel.file_name().unwrap_or(wheel.as_os_str()).display();
    let list = python(wheel, &["--list"], "")
        .with_context(|| format!("{name} can't be read as a wheel"))?;
    let mut places = String::new();
    for file in list.lines() {
        let Some(place) = part.place(file) else {
            continue;
        };
        if !stays_inside(file) {
            bail!("{name} was discarded: its file `{file}` would be written outside of its folder");
        }
        let place = into.join(place);
        let place = place
            .to_str()
            .with_context(|| format!("the cache's folder {} isn't text", into.display()))?;
        places.push_str(&format!("{file}\t{place}\n"));
    }
    if places.is_empty() {
        let part = match part {
            Part::Headers => "headers",
            Part::Libraries => "libraries",
        };
        bail!("{name} holds no {part}");
    }
    interrupt::check()?;
    python(wheel, &[], &places).with_context(|| format!("{name} is damaged"))?;
    Ok(interrupt::check()?)
}

/// Runs `unzip.py` on a wheel and returns what it prints.
fn python(wheel: &Path, arguments: &[&str], input: &str) -> Result<String> {
    let program = pip::python()?;
    let mut child = Command::new(&program)
        .args(["-c", include_str!("unzip.py")])
        .arg(wheel)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| pip::cannot_start(&program, error))?;
    if let Some(mut stdin) = child.stdin.take() {
        // If it has ended, the reason is reported below.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().context("waiting for Python")?;
    interrupt::check()?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        bail!("{}", messages.lines().last().unwrap_or("Python failed"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns `true` if no part of a path in a wheel leads to a parent or root folder, on any platform.
fn stays_inside(name: &str) -> bool {
    !name.contains(['\\', ':']) && name.split('/').all(|step| !matches!(step, "" | "." | ".."))
}
