//! The inputs of an entry.

use std::env;
use std::ffi::CStr;

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::entry::Key;
use crate::includes::Includes;
use crate::options::Options;

/// The format of this version of the crate. Versions with other formats use other files, so that several can share a
/// folder without removing each other's files.
const FORMAT: &[u8] = b"nvrtc-cache 4";

/// A hash of the inputs of an entry except NVRTC.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contents(pub [u8; 32]);

impl Contents {
    /// Hashes a program that is compiled to `output` in this working folder, without the files that it includes.
    pub fn of_program(program: &Program<'_>, output: &str) -> Self {
        let mut hash = Hash(Sha256::new());
        hash.part(&Self::without_files(program, output, true).0);
        // The user and its groups are part of the key, because they may be able to read different files.
        #[cfg(unix)]
        {
            use rustix::process::{getegid, geteuid, getgroups};
            hash.part(&geteuid().as_raw().to_le_bytes());
            let groups = getgroups().unwrap_or_default().into_iter().chain([getegid()]);
            let mut groups: Vec<_> = groups.map(|group| group.as_raw().to_le_bytes()).collect();
            groups.sort_unstable();
            hash.list(groups.iter().map(<[u8; 4]>::as_slice));
        }
        Self(hash.0.finalize().into())
    }

    /// Hashes a program without its files. `is_here` is whether the working folder matters, as it does for relative paths.
    fn without_files(program: &Program<'_>, output: &str, is_here: bool) -> Self {
        let mut hash = Hash(Sha256::new());
        hash.part(FORMAT);
        hash.part(output.as_bytes());
        hash.part(program.name().to_bytes());
        hash.part(program.source().to_bytes());
        let headers = program.headers();
        let headers = headers.flat_map(|(name, text)| [name.to_bytes(), text.to_bytes()]);
        hash.list(headers);
        hash.list(program.name_expressions().map(CStr::to_bytes));
        if is_here {
            let here = env::current_dir().unwrap_or_default();
            hash.part(here.as_os_str().as_encoded_bytes());
            // NVRTC takes the name of the folder from there.
            hash.variable("PWD");
        }
        let options: Vec<_> = program.options().collect();
        hash.list(options.iter().map(|option| option.to_bytes()));
        Self(hash.0.finalize().into())
    }

    /// Hashes a program with the files that it could include.
    pub fn with(
        program: &Program<'_>,
        options: &Options,
        output: &str,
        includes: &Includes,
    ) -> Self {
        let mut hash = Hash(Sha256::new());
        let is_here = options.name_the_folder || output == "lto-ir";
        hash.part(&Self::without_files(program, output, is_here).0);
        let files = includes.files.iter().flat_map(|(path, (digest, _))| {
            [path.as_os_str().as_encoded_bytes(), digest.as_slice()]
        });
        hash.list(files);
        hash.list(includes.folders.keys().map(|path| path.as_os_str().as_encoded_bytes()));
        // `#pragma once` counts two paths of one file as one.
        let firsts: Vec<_> = includes.firsts().into_iter().map(usize::to_le_bytes).collect();
        hash.list(firsts.iter().map(<[u8; 8]>::as_slice));
        Self(hash.0.finalize().into())
    }

    /// Returns the key of these inputs when the NVRTC of this identity compiles them.
    pub fn key(&self, nvrtc: &[u8; 32]) -> Key {
        let mut hash = Hash(Sha256::new());
        hash.part(&self.0);
        hash.part(nvrtc);
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

    fn variable(&mut self, name: &str) {
        let value = env::var_os(name);
        self.part(value.unwrap_or_default().as_encoded_bytes());
    }

    fn list<'p>(&mut self, parts: impl Iterator<Item = &'p [u8]>) {
        let parts: Vec<_> = parts.collect();
        self.0.update((parts.len() as u64).to_le_bytes());
        parts.into_iter().for_each(|part| self.part(part));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::Gid;
    use rustix::thread::set_thread_groups;

    use super::*;

    #[test]
    fn a_user_with_other_groups_has_other_entries() {
        let program = Program::new("k.cu", "");
        // The groups are those of this thread.
        let key = |groups: &[u32]| {
            let groups: Vec<_> = groups.iter().map(|group| Gid::from_raw(*group)).collect();
            set_thread_groups(&groups).map(|()| Contents::of_program(&program, "ptx"))
        };
        let Ok(none) = key(&[]) else {
            return cuda_rust::skip("only root can change its groups");
        };
        assert_ne!(key(&[12345]).unwrap(), none);
        assert_ne!(key(&[12345]).unwrap(), key(&[12346]).unwrap());
        assert_eq!(key(&[12345, 12346]).unwrap(), key(&[12346, 12345]).unwrap());
    }
}
