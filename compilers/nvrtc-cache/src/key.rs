//! The inputs of an entry.

use std::env;
use std::ffi::CStr;

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::bypass::Bypass;
use crate::entry::Key;
use crate::includes::Includes;
use crate::provenance::Provenance;

/// Options that produce more than the output, or read files that the cache doesn't check.
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

/// Options that make the output depend on the working folder.
const NAMING_THE_FOLDER: [&str; 4] = ["--generate-line-info", "-lineinfo", "--device-debug", "-G"];

/// The format of this version of the crate. Versions with other formats use other files, so that several can share a
/// folder without removing each other's files.
const FORMAT: &[u8] = b"nvrtc-cache 3";

/// A hash of the inputs of an entry except NVRTC.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contents(pub [u8; 32]);

impl Contents {
    /// Hashes a program that is compiled to `output` in this working folder, without the files that it includes.
    pub fn of_program(program: &Program<'_>, output: &str) -> Result<Self, Bypass> {
        let mut hash = Hash(Sha256::new());
        hash.part(&Self::without_files(program, output, true)?.0);
        // The user is part of the key, because users may be able to read different files.
        #[cfg(unix)]
        hash.part(&rustix::process::geteuid().as_raw().to_le_bytes());
        Ok(Self(hash.0.finalize().into()))
    }

    /// Hashes a program without its files. `is_here` is whether the working folder matters, as it does for relative paths.
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
            // NVRTC ignores spaces before an option.
            let is_unknown = text.starts_with(char::is_whitespace);
            if BYPASSED.contains(&name)
                || name.starts_with("-create-pch")
                || name.starts_with("-use-pch")
                || is_unknown
            {
                return Err(Bypass::Option { option: text.into_owned() });
            }
            is_here |= NAMING_THE_FOLDER.contains(&name);
        }
        if is_here {
            let here = env::current_dir().unwrap_or_default();
            hash.part(here.as_os_str().as_encoded_bytes());
        }
        hash.list(options.iter().map(|option| option.to_bytes()));
        // Options that some versions of NVRTC read from the environment.
        let more = env::var_os("NVRTC_APPEND_FLAGS").unwrap_or_default();
        hash.part(more.as_encoded_bytes());
        Ok(Self(hash.0.finalize().into()))
    }

    /// Hashes a program with the files that it could include.
    pub fn with(program: &Program<'_>, output: &str, includes: &Includes) -> Result<Self, Bypass> {
        let mut hash = Hash(Sha256::new());
        hash.part(&Self::without_files(program, output, false)?.0);
        let files = includes.files.iter().flat_map(|(path, (digest, _))| {
            [path.as_os_str().as_encoded_bytes(), digest.as_slice()]
        });
        hash.list(files);
        Ok(Self(hash.0.finalize().into()))
    }

    /// Returns the key of these inputs when the NVRTC of `provenance` compiles them.
    pub fn key(&self, provenance: &Provenance) -> Key {
        let mut hash = Hash(Sha256::new());
        hash.part(&self.0);
        hash.part(&provenance.identity);
        Key(hash.0.finalize().into())
    }
}

/// Hashes parts and lists with their lengths, so that the boundaries are unambiguous.
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
