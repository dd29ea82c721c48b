//! What goes into an entry.

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::entry::Key;
use crate::folder::Folder;
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

impl Key {
    /// The key of a program that is compiled to `output`; `None` if it can't be told what goes into it.
    pub fn of(program: &Program<'_>, output: &str, folder: Option<&Folder>) -> Option<Self> {
        let mut hash = Hash(Sha256::new());
        hash.part(output.as_bytes());
        hash.part(program.name().to_bytes());
        hash.part(program.source().to_bytes());
        for (name, text) in program.headers() {
            hash.part(name.to_bytes());
            hash.part(text.to_bytes());
        }
        hash.part(b"names");
        for name in program.name_expressions() {
            hash.part(name.to_bytes());
        }
        hash.part(b"options");
        for option in program.options() {
            let text = option.to_str().ok()?;
            let name = text.split('=').next().unwrap_or_default();
            if BYPASSED.contains(&name)
                || name.starts_with("-create-pch")
                || name.starts_with("-use-pch")
            {
                return None;
            }
            hash.part(text.as_bytes());
        }
        hash.part(b"files");
        for (path, contents) in Includes::of(program)?.files {
            hash.part(path.as_os_str().as_encoded_bytes());
            hash.part(&contents);
        }
        hash.part(b"nvrtc");
        hash.part(&Provenance::of(program, folder)?.identity);
        Some(Self(hash.0.finalize().into()))
    }
}

/// Parts with their lengths, so that none can be taken for the beginning of the next.
struct Hash(Sha256);

impl Hash {
    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}
