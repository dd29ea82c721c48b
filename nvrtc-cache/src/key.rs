//! What goes into an entry.

use std::env;
use std::ffi::CStr;

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::bypass::Bypass;
use crate::entry::Key;
use crate::includes::Includes;
use crate::provenance::Provenance;

/// Options after which there is more than an output, or which take what isn't looked at.
const BYPASSED: [&str; 9] = [
    "--time",
    "-time",
    "--fdevice-time-trace",
    "-fdevice-time-trace",
    "--pch",
    "-pch",
    "--create-pch",
    "--use-pch",
    "--use-bundled-headers",
];

/// Options with which the output names the working folder.
const NAMING_THE_FOLDER: [&str; 4] = ["--generate-line-info", "-lineinfo", "--device-debug", "-G"];

/// What this version of the crate reads and writes: versions with other formats have other files, so that several of them can
/// share a folder without removing what the others wrote.
const FORMAT: &[u8] = b"nvrtc-cache 2";

/// A hash of what goes into an entry beside the NVRTC.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contents(pub [u8; 32]);

impl Contents {
    /// Those of a program that is compiled to `output` in this working folder, without the files that it includes.
    pub fn of_program(program: &Program<'_>, output: &str) -> Result<Self, Bypass> {
        let mut hash = Hash(Sha256::new());
        hash.part(&Self::without_files(program, output, true)?.0);
        // What one user may not read, another may.
        #[cfg(unix)]
        hash.part(&rustix::process::geteuid().as_raw().to_le_bytes());
        Ok(Self(hash.0.finalize().into()))
    }

    /// `is_here` tells whether it matters which the working folder is: for files with relative paths it does.
    fn without_files(program: &Program<'_>, output: &str, is_here: bool) -> Result<Self, Bypass> {
        let mut is_here = is_here;
        let mut hash = Hash(Sha256::new());
        hash.part(FORMAT);
        hash.part(output.as_bytes());
        hash.part(program.name().to_bytes());
        hash.part(program.source().to_bytes());
        let headers = program.headers();
        let headers = headers.flat_map(|(name, text)| [name.to_bytes(), text.to_bytes()]);
        hash.list(headers);
        hash.list(program.name_expressions().map(CStr::to_bytes));
        let options: Vec<_> = program.options().collect();
        for option in &options {
            let text = option.to_string_lossy();
            let name = text.split('=').next().unwrap_or_default();
            if BYPASSED.contains(&name)
                || name.starts_with("-create-pch")
                || name.starts_with("-use-pch")
            {
                return Err(Bypass::Option {
                    option: text.into_owned(),
                });
            }
            is_here |= NAMING_THE_FOLDER.contains(&name);
        }
        if is_here {
            let here = env::current_dir().unwrap_or_default();
            hash.part(here.as_os_str().as_encoded_bytes());
        }
        hash.list(options.iter().map(|option| option.to_bytes()));
        // Options that some NVRTCs take beside their own.
        let more = env::var_os("NVRTC_APPEND_FLAGS").unwrap_or_default();
        hash.part(more.as_encoded_bytes());
        Ok(Self(hash.0.finalize().into()))
    }

    /// Those of a program, with the files that it could include.
    pub fn with(program: &Program<'_>, output: &str, includes: &Includes) -> Result<Self, Bypass> {
        let mut hash = Hash(Sha256::new());
        hash.part(&Self::without_files(program, output, false)?.0);
        let files = includes.files.iter().flat_map(|(path, (digest, _))| {
            [path.as_os_str().as_encoded_bytes(), digest.as_slice()]
        });
        hash.list(files);
        Ok(Self(hash.0.finalize().into()))
    }

    /// Returns the key of what the NVRTC of `provenance` compiles of them.
    pub fn key(&self, provenance: &Provenance) -> Key {
        let mut hash = Hash(Sha256::new());
        hash.part(&self.0);
        hash.part(&provenance.identity);
        Key(hash.0.finalize().into())
    }
}

/// Parts with their lengths, and lists with theirs, so that none can be taken for the beginning of the next.
struct Hash(Sha256);

impl Hash {
    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn list<'p>(&mut self, parts: impl Iterator<Item = &'p [u8]>) {
        let parts: Vec<_> = parts.collect();
        self.0.update((parts.len() as u64).to_le_bytes());
        parts.into_iter().for_each(|part| self.part(part));
    }
}
