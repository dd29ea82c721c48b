//! The files of the cache of compiled programs, damaged: the program is what it was, from the cache or compiled again.
//!
//! An input says how: each change has the file, what is done, the place and a value.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use arbitrary::{Arbitrary, Unstructured};
use nvrtc::{Arch, Program};
use nvrtc_cache::Cache;
use tempfile::TempDir;

#[derive(Arbitrary, Debug)]
struct Change {
    is_manifest: bool,
    edit: Edit,
}

#[derive(Arbitrary, Debug)]
enum Edit {
    Cut { at: u16 },
    Write { at: u16, value: u8 },
    Number { at: u16, value: u64 },
    Append { bytes: Vec<u8> },
    Swap,
    Remove,
}

/// The most changes of an input.
const CHANGES: usize = 8;

/// A cache with one program that includes a file.
struct CacheFixture {
    folder: TempDir,
    program: Program<'static>,
    ptx: String,
    /// The entry and the manifest, with what is in them.
    files: [(PathBuf, Vec<u8>); 2],
    _headers: TempDir,
}

fn filled() -> &'static CacheFixture {
    static FILLED: OnceLock<CacheFixture> = OnceLock::new();
    FILLED.get_or_init(|| {
        let (folder, headers) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::write(headers.path().join("n.h"), "#define N 1").unwrap();
        let program = Program::new("k.cu", "#include <n.h>\n__device__ int n = N;");
        let program = program.arch(Arch::compute(7, 5)).include_dir(headers.path());
        // Files are remembered only once they are older than the clock's tick.
        loop {
            let compiled = Cache::at(folder.path()).compile_ptx(&program).unwrap();
            let files: Vec<PathBuf> =
                fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
            let file_of = |kind: &str| {
                files
                    .iter()
                    .find(|path| path.extension().is_some_and(|extension| extension == kind))
            };
            let (entry, manifest) = (file_of("entry"), file_of("manifest"));
            if let (Some(entry), Some(manifest)) = (entry, manifest) {
                let files = [entry, manifest].map(|path| (path.clone(), fs::read(path).unwrap()));
                let ptx = compiled.as_str().to_owned();
                return CacheFixture { folder, program, ptx, files, _headers: headers };
            }
        }
    })
}

/// Damages the files as the input says.
pub(crate) fn files(input: &[u8]) {
    let filled = filled();
    let mut contents = filled.files.each_ref().map(|(_, content)| Some(content.clone()));
    let mut input = Unstructured::new(input);
    for _ in 0..CHANGES {
        if input.is_empty() {
            break;
        }
        let Ok(change) = Change::arbitrary(&mut input) else { break };
        change.make(&mut contents);
    }
    for ((path, _), content) in filled.files.iter().zip(&contents) {
        match content {
            Some(content) => fs::write(path, content).unwrap(),
            None => _ = fs::remove_file(path),
        }
    }
    let cache = Cache::at(filled.folder.path());
    let found = cache.compile_ptx(&filled.program).unwrap();
    assert_eq!(found.as_str(), filled.ptx);
    assert_eq!((cache.hits() + cache.misses(), cache.bypassed()), (1, 0));
    // A damaged entry isn't a hit.
    let is_whole = contents[0].as_ref() == Some(&filled.files[0].1);
    assert!(cache.hits() == 0 || is_whole, "a hit of a damaged entry");
    assert_eq!(fs::read(&filled.files[0].0).unwrap(), filled.files[0].1, "it is written again");
}

impl Change {
    fn make(self, contents: &mut [Option<Vec<u8>>; 2]) {
        let Some(content) = &mut contents[usize::from(self.is_manifest)] else { return };
        match self.edit {
            Edit::Cut { at } => content.truncate(at.into()),
            Edit::Write { at, value } => {
                if let Some(byte) = content.get_mut(usize::from(at)) {
                    *byte = value;
                }
            }
            Edit::Number { at, value } => {
                let at = usize::from(at);
                if let Some(part) = content.get_mut(at..at + 8) {
                    part.copy_from_slice(&value.to_le_bytes());
                }
            }
            Edit::Append { bytes } => content.extend(bytes),
            Edit::Swap => contents.swap(0, 1),
            Edit::Remove => contents[usize::from(self.is_manifest)] = None,
        }
    }
}
