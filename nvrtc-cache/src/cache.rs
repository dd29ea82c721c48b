use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nvrtc::{Cubin, Image, LtoIr, NvrtcError, Program, Ptx, Target};

use crate::entry::{Entry, Key, Kind};
use crate::folder::Folder;
use crate::key::Contents;
use crate::provenance::Provenance;

/// Bytes on disk unless told otherwise.
const LIMIT: u64 = 1 << 30;
/// Bytes in memory, of all entries that this process used.
const IN_MEMORY: usize = 64 << 20;

/// Programs that were compiled before.
///
/// It can be used from many threads, and several caches and processes can share a folder.
#[derive(Debug)]
pub struct Cache {
    folder: Option<Folder>,
    memory: Mutex<Memory>,
    hits: AtomicU64,
    misses: AtomicU64,
    bypassed: AtomicU64,
}

#[derive(Debug, Default)]
struct Memory {
    entries: HashMap<Key, Arc<Entry>>,
    bytes: usize,
}

impl Cache {
    /// The cache in `folder`, which is made when something is put there.
    ///
    /// Let nobody write there whom you don't let run code: a cubin of the cache is loaded as one of NVRTC is.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self::new(Some(Folder::new(folder.into(), LIMIT)))
    }

    /// The user's cache: `NVRTC_CACHE`, or else `nvrtc-cache` in the system's folder for caches; in memory alone where
    /// neither is known.
    #[must_use]
    pub fn of_this_user() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let folder = set("NVRTC_CACHE").map(PathBuf::from).or_else(|| {
            let caches = if cfg!(windows) {
                set("LOCALAPPDATA").map(PathBuf::from)
            } else {
                let home = || Some(Path::new(&set("HOME")?).join(".cache"));
                set("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)
            };
            Some(caches?.join("nvrtc-cache"))
        });
        Self::new(folder.map(|folder| Folder::new(folder, LIMIT)))
    }

    /// A cache for this process alone.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::new(None)
    }

    fn new(folder: Option<Folder>) -> Self {
        Self {
            folder,
            memory: Mutex::default(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            bypassed: AtomicU64::new(0),
        }
    }

    /// Keeps no more than `bytes` on disk; 1 GiB unless told.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        if let Some(folder) = &mut self.folder {
            folder.limit = bytes;
        }
        self
    }

    /// The folder of the cache, which need not exist.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.root.as_path())
    }

    /// How many programs came from this cache.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many were compiled, and kept if that worked.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// How many were compiled without looking, for nobody can tell what goes into them.
    #[must_use]
    pub fn bypassed(&self) -> u64 {
        self.bypassed.load(Ordering::Relaxed)
    }

    /// [`Program::compile_ptx`], unless it was compiled before.
    ///
    /// # Errors
    /// As [`Program::compile_ptx`]: what doesn't compile isn't kept.
    pub fn compile_ptx(&self, program: &Program<'_>) -> Result<Ptx, NvrtcError> {
        let entry = self.entry(program, "ptx", || {
            Ok(Entry::of_ptx(&program.compile_ptx()?))
        })?;
        Ok(entry.to_ptx())
    }

    /// [`Program::compile_cubin`], unless it was compiled before.
    ///
    /// # Errors
    /// As [`Program::compile_cubin`].
    pub fn compile_cubin(&self, program: &Program<'_>) -> Result<Cubin, NvrtcError> {
        let compile = || Ok(Entry::of_cubin(&program.compile_cubin()?));
        Ok(self.entry(program, "cubin", compile)?.to_cubin())
    }

    /// [`Program::compile_lto_ir`], unless it was compiled before.
    ///
    /// # Errors
    /// As [`Program::compile_lto_ir`].
    pub fn compile_lto_ir(&self, program: &Program<'_>) -> Result<LtoIr, NvrtcError> {
        let compile = || Ok(Entry::of_lto_ir(&program.compile_lto_ir()?));
        Ok(self.entry(program, "lto-ir", compile)?.to_lto_ir())
    }

    /// [`Program::compile_for`], unless it was compiled before.
    ///
    /// # Errors
    /// As [`Program::compile_for`].
    pub fn compile_for(&self, program: &Program<'_>, target: Target) -> Result<Image, NvrtcError> {
        let compile = || {
            Ok(match program.compile_for(target)? {
                Image::Ptx(ptx) => Entry::of_ptx(&ptx),
                Image::Cubin(cubin) => Entry::of_cubin(&cubin),
            })
        };
        let entry = self.entry(program, &format!("{target:?}"), compile)?;
        Ok(match entry.kind {
            Kind::Ptx => Image::Ptx(entry.to_ptx()),
            _ => Image::Cubin(entry.to_cubin()),
        })
    }

    /// The entry of a program compiled to `output`.
    fn entry<C: FnOnce() -> Result<Entry, NvrtcError>>(
        &self,
        program: &Program<'_>,
        output: &str,
        compile: C,
    ) -> Result<Arc<Entry>, NvrtcError> {
        program.check()?;
        let folder = self.folder.as_ref();
        let bypass = |compile: C| {
            self.bypassed.fetch_add(1, Ordering::Relaxed);
            compile().map(Arc::new)
        };
        let Some(contents) = Contents::of(program, output) else {
            return bypass(compile);
        };
        let hit = |key: &Key| {
            let entry = self.find(key)?;
            self.hits.fetch_add(1, Ordering::Relaxed);
            Some(entry)
        };
        let likely = Provenance::remembered(program, folder).map(|nvrtc| contents.key(&nvrtc));
        if let Some(entry) = likely.as_ref().and_then(hit) {
            return Ok(entry);
        }
        // The NVRTC that compiles is loaded now, and may be another.
        let Some(nvrtc) = Provenance::loaded(program, folder) else {
            return bypass(compile);
        };
        let key = contents.key(&nvrtc);
        if likely != Some(key)
            && let Some(entry) = hit(&key)
        {
            return Ok(entry);
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        let entry = Arc::new(compile()?);
        // If a file was changed meanwhile, nobody can tell which of the two was compiled.
        if Contents::of(program, output) == Some(contents) {
            if let Some(folder) = folder {
                folder.put(&key, &entry);
            }
            self.remember(key, &entry);
        }
        Ok(entry)
    }

    fn find(&self, key: &Key) -> Option<Arc<Entry>> {
        if let Some(entry) = self.memory().entries.get(key) {
            return Some(entry.clone());
        }
        let entry = Arc::new(self.folder.as_ref()?.get(key)?);
        self.remember(*key, &entry);
        Some(entry)
    }

    fn remember(&self, key: Key, entry: &Arc<Entry>) {
        let mut memory = self.memory();
        if memory.bytes + entry.bytes.len() > IN_MEMORY {
            *memory = Memory::default();
        }
        if memory.entries.insert(key, entry.clone()).is_none() {
            memory.bytes += entry.bytes.len();
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
