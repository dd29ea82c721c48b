use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use std::{fmt, io};

use nvrtc::{Nvrtc, NvrtcError, ObjectCode, Program, Ptx, Target};

use crate::bypass::Bypass;
use crate::check::Helpers;
use crate::entry::{Entry, Key};
use crate::flight::Flights;
use crate::folder::Folder;
use crate::includes::Includes;
use crate::key::Contents;
use crate::manifest::Manifest;
use crate::memory::Memory;
use crate::options::Options;
use crate::places::Places;
use crate::provenance::Provenance;
use crate::stamp::Stamp;
use crate::store::Store;

/// The default limit on disk, in bytes.
const LIMIT: u64 = 1 << 30;
/// The maximum time to wait for another process that compiles the same program.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A cache of compiled programs.
///
/// It can be used from many threads, and several caches and processes can share a folder.
///
/// ```no_run
/// use nvrtc::Program;
/// use nvrtc_cache::Cache;
///
/// let cache = Cache::at("target/kernels").limit(64 << 20);
/// let program = Program::new("k.cu", r#"extern "C" __global__ void k(int *x) { *x += 1; }"#);
/// for _ in 0..2 {
///     cache.compile_ptx(&program)?;
/// }
/// println!("{} hits, {} misses", cache.hits(), cache.misses());
/// println!("{} bytes on disk", cache.usage()?.bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Cache {
    folder: Option<Folder>,
    store: Option<Arc<dyn Store>>,
    observer: Option<Observer>,
    memory: Mutex<Memory>,
    flights: Flights,
    /// The NVRTC that this process would load, once it is known.
    nvrtc: Mutex<Option<Provenance>>,
    hits: AtomicU64,
    misses: AtomicU64,
    bypassed: AtomicU64,
}

type Observer = Box<dyn Fn(&Event<'_>) + Send + Sync>;

/// The outcome of a request for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'e> {
    /// It was found in the cache.
    Hit {
        /// The program's name.
        program: &'e str,
    },
    /// It is compiled now, and cached on success.
    Miss {
        /// The program's name.
        program: &'e str,
    },
    /// It is compiled each time.
    Bypassed {
        /// The program's name.
        program: &'e str,
        /// The reason.
        reason: &'e Bypass,
    },
}

/// The disk usage of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// The number of entries.
    pub entries: usize,
    /// The size of all its files on disk, in bytes.
    pub bytes: u64,
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("folder", &self.folder())
            .field("store", &self.store)
            .field("hits", &self.hits())
            .field("misses", &self.misses())
            .field("bypassed", &self.bypassed())
            .finish_non_exhaustive()
    }
}

impl Cache {
    /// Creates a cache in `folder`, which is created when the first entry is written.
    ///
    /// Anyone who can write to the folder can run code in this process, because a cubin of the cache is trusted like
    /// one from NVRTC.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self::new(Some(Folder::new(folder.into(), LIMIT)))
    }

    /// Creates the user's cache: in `NVRTC_CACHE`, or else in `nvrtc-cache` in the user's cache folder; only in memory
    /// if neither is known.
    #[must_use]
    pub fn of_this_user() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let folder = set("NVRTC_CACHE").map(PathBuf::from).or_else(|| {
            let caches = if cfg!(windows) {
                set("LOCALAPPDATA").map(PathBuf::from)
            } else {
                let home = || Some(Path::new(&set("HOME")?).join(".cache"));
                // Its specification says that relative ones are ignored.
                let caches = set("XDG_CACHE_HOME").map(PathBuf::from);
                caches.filter(|cache| cache.is_absolute()).or_else(home)
            };
            Some(caches?.join("nvrtc-cache"))
        });
        Self::new(folder.map(|folder| Folder::new(folder, LIMIT)))
    }

    /// Creates a cache for this process alone.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::new(None)
    }

    fn new(folder: Option<Folder>) -> Self {
        Self {
            folder,
            store: None,
            observer: None,
            memory: Mutex::default(),
            flights: Flights::default(),
            nvrtc: Mutex::default(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            bypassed: AtomicU64::new(0),
        }
    }

    /// Creates a cache for this process whose entries are also kept in a custom store.
    #[must_use]
    pub fn with_store(store: Arc<dyn Store>) -> Self {
        Self { store: Some(store), ..Self::new(None) }
    }

    /// Calls `observer` for each requested program, on the requesting thread.
    #[must_use]
    pub fn observed_by(mut self, observer: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Removes all entries, in memory and on disk. Entries in a [`Store`] aren't removed.
    ///
    /// # Errors
    /// The system's error for a file that can't be removed.
    pub fn clear(&self) -> io::Result<()> {
        *self.memory() = Memory::default();
        self.folder.as_ref().map_or(Ok(()), Folder::clear)
    }

    /// Returns the disk usage of the cache, which queries every file.
    ///
    /// # Errors
    /// The system's error for a folder that can't be read.
    pub fn usage(&self) -> io::Result<Usage> {
        let usage = self.folder.as_ref().map_or(Ok((0, 0)), Folder::usage);
        usage.map(|(entries, bytes)| Usage { entries, bytes })
    }

    /// Returns why the last program that bypassed the cache did so.
    #[must_use]
    pub fn last_bypass(&self) -> Option<Bypass> {
        self.memory().reason.clone()
    }

    /// Limits the size on disk to `bytes`; the default is 1 GiB.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        if let Some(folder) = &mut self.folder {
            folder.limit = bytes;
        }
        self
    }

    /// Returns the folder of the cache, which need not exist.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.root.as_path())
    }

    /// Returns the number of programs that were found in the cache.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns the number of programs that were compiled, and cached on success.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// Returns the number of programs that bypassed the cache, because their inputs can't be determined:
    /// [`last_bypass`](Self::last_bypass) has the reason.
    #[must_use]
    pub fn bypassed(&self) -> u64 {
        self.bypassed.load(Ordering::Relaxed)
    }

    /// Like [`Program::compile_ptx`], unless the result is cached.
    ///
    /// # Errors
    /// As [`Program::compile_ptx`]. Failures aren't cached.
    pub fn compile_ptx(&self, program: &Program<'_>) -> Result<Ptx, NvrtcError> {
        let entry = self.entry(program, "ptx", || Ok(Entry::Ptx(program.compile_ptx()?)))?;
        match entry.to_ptx() {
            Some(ptx) => Ok(ptx),
            // This can't happen: only PTX is stored under such a key.
            None => program.compile_ptx(),
        }
    }

    /// Like [`Program::compile_cubin`], unless the result is cached.
    ///
    /// # Errors
    /// As [`Program::compile_cubin`].
    pub fn compile_cubin(&self, program: &Program<'_>) -> Result<ObjectCode, NvrtcError> {
        let compile = || Ok(Entry::of_object(program.compile_cubin()?));
        Ok(self.entry(program, "cubin", compile)?.to_object())
    }

    /// Like [`Program::compile_lto_ir`], unless the result is cached.
    ///
    /// # Errors
    /// As [`Program::compile_lto_ir`].
    pub fn compile_lto_ir(&self, program: &Program<'_>) -> Result<ObjectCode, NvrtcError> {
        let compile = || Ok(Entry::of_object(program.compile_lto_ir()?));
        Ok(self.entry(program, "lto-ir", compile)?.to_object())
    }

    /// Like [`Program::compile_for`], unless the result is cached.
    ///
    /// # Errors
    /// As [`Program::compile_for`].
    pub fn compile_for(
        &self,
        program: &Program<'_>,
        target: Target,
    ) -> Result<ObjectCode, NvrtcError> {
        // If the machine's NVRTC is too new for the driver, another one compiles.
        let likely = self.likely_nvrtc(program).map(|nvrtc| nvrtc.version);
        let is_taken = likely.is_some_and(|version| version.major <= target.driver().major);
        let given;
        let program = if is_taken || program.given_nvrtc().is_some() {
            program
        } else {
            given = program.clone().with_nvrtc(program.nvrtc_for(target)?);
            &given
        };
        let compile = || Ok(Entry::of_object(program.compile_for(target)?));
        let entry = self.entry(program, &format!("{target:?}"), compile)?;
        Ok(entry.to_object())
    }

    /// Returns the entry of a program compiled to `output`.
    fn entry(
        &self,
        program: &Program<'_>,
        output: &str,
        compile: impl FnOnce() -> Result<Entry, NvrtcError>,
    ) -> Result<Arc<Entry>, NvrtcError> {
        program.check()?;
        match self.look_up(program, output) {
            Ok(Lookup::Entry(entry)) => Ok(entry),
            Ok(Lookup::Nothing(inputs)) => self.compile(program, &inputs, compile),
            Err(reason) => {
                self.bypassed.fetch_add(1, Ordering::Relaxed);
                self.notify(program, |program| Event::Bypassed { program, reason: &reason });
                self.memory().reason = Some(reason);
                compile().map(Arc::new)
            }
        }
    }

    /// Returns the entry of a program, or its key.
    fn look_up(&self, program: &Program<'_>, output: &str) -> Result<Lookup, Bypass> {
        let options = Options::of(program)?;
        if let Some(option) = options.writing_times(output) {
            return Err(Bypass::Option { option: option.to_owned() });
        }
        let of_program = Contents::of_program(program, output);
        let (contents, files, likely) = match self.manifest(program, &of_program) {
            Some((manifest, likely)) => {
                (manifest.contents().clone(), Files::Watched(manifest), likely)
            }
            None => {
                let (contents, files) = self.read_files(program, &options, output, &of_program)?;
                let likely = self.likely(program, &contents);
                (contents, files, likely)
            }
        };
        if let Some(entry) = likely.entry {
            return Ok(Lookup::Entry(self.count_hit(program, entry)));
        }
        // The NVRTC that compiles is loaded now, and may differ.
        let nvrtc = match program.given_nvrtc() {
            Some(nvrtc) => Provenance::of_loaded(nvrtc),
            None => Provenance::load(self.folder.as_ref()),
        };
        let nvrtc = nvrtc.ok_or(Bypass::Nvrtc)?;
        let key = contents.key(&nvrtc.identity);
        if likely.key != Some(key)
            && let Some(entry) = self.hit(program, &key)
        {
            return Ok(Lookup::Entry(entry));
        }
        Ok(Lookup::Nothing(Box::new(Inputs { key, nvrtc, files })))
    }

    /// Reads the files that a program includes, and caches their manifest.
    fn read_files(
        &self,
        program: &Program<'_>,
        options: &Options,
        output: &str,
        of_program: &Contents,
    ) -> Result<(Contents, Files), Bypass> {
        let began = SystemTime::now();
        let includes = Includes::of(program, options)?;
        let contents = Contents::with(program, options, output, &includes);
        let manifest = Manifest::new(of_program, &includes, &contents, began).map(Arc::new);
        let Some(manifest) = manifest else {
            return Ok((contents, Files::Read(includes)));
        };
        if !includes.is_empty() {
            if let Some(folder) = &self.folder {
                folder.put_manifest(of_program, &manifest);
            }
            self.memory().keep_manifest(of_program.clone(), manifest.clone());
        }
        Ok((contents, Files::Watched(manifest)))
    }

    /// Returns the manifest of a program's files if none has changed, and the likely entry for these.
    fn manifest(
        &self,
        program: &Program<'_>,
        of_program: &Contents,
    ) -> Option<(Arc<Manifest>, LikelyEntry)> {
        let in_memory = self.memory().manifest(of_program);
        if let Some(manifest) = &in_memory
            && let Some(likely) = self.if_current(program, manifest, Helpers::of(manifest))
        {
            return Some((manifest.clone(), likely));
        }
        // Another process may have read them since.
        let (manifest, helpers) = self.folder.as_ref()?.manifest(of_program)?;
        let manifest = Arc::new(manifest);
        if in_memory.as_ref() == Some(&manifest) {
            return None;
        }
        let likely = self.if_current(program, &manifest, helpers)?;
        let shared_manifest = manifest.clone();
        self.memory().keep_manifest(of_program.clone(), shared_manifest);
        Some((manifest, likely))
    }

    /// Returns the likely entry of a program if its files still match `manifest`. The lookup runs while helper threads
    /// check the files.
    fn if_current(
        &self,
        program: &Program<'_>,
        manifest: &Arc<Manifest>,
        helpers: Helpers,
    ) -> Option<LikelyEntry> {
        let look = || self.likely(program, manifest.contents());
        let (is_current, likely) = helpers.check_during(manifest, look);
        is_current.then_some(likely)
    }

    /// Returns the key and the entry of a program with these contents, for the NVRTC that is likely loaded.
    fn likely(&self, program: &Program<'_>, contents: &Contents) -> LikelyEntry {
        let key = self.likely_nvrtc(program).map(|nvrtc| contents.key(&nvrtc.identity));
        let entry = key.as_ref().and_then(|key| self.find(key));
        LikelyEntry { key, entry }
    }

    /// Returns the NVRTC that `program` is likely compiled with.
    fn likely_nvrtc(&self, program: &Program<'_>) -> Option<Provenance> {
        // The one that is loaded compiles, whatever was installed since.
        if let Some(nvrtc) = program.given_nvrtc().or_else(Nvrtc::if_loaded) {
            return Provenance::of_loaded(nvrtc);
        }
        let mut likely = lock(&self.nvrtc);
        if !likely.as_ref().is_some_and(Provenance::is_current) {
            *likely = Provenance::of_likely(self.folder.as_ref()?);
        }
        likely.clone()
    }

    /// Compiles a program once for all threads that request it, and caches the result.
    fn compile(
        &self,
        program: &Program<'_>,
        inputs: &Inputs,
        compile: impl FnOnce() -> Result<Entry, NvrtcError>,
    ) -> Result<Arc<Entry>, NvrtcError> {
        let key = inputs.key;
        let flight = self.flights.begin(key);
        // Another thread may have compiled it meanwhile.
        if let Some(entry) = self.hit(program, &key) {
            return Ok(entry);
        }
        // A thread that is compiling this program already would wait for its own lock.
        let folder = self.folder.as_ref().filter(|_| flight.is_some());
        let lock = folder.and_then(|folder| folder.wait_for_others(&key, LONGEST_WAIT));
        // Another process may have compiled it, too.
        if lock.is_some()
            && let Some(entry) = self.hit(program, &key)
        {
            return Ok(entry);
        }
        // It failed there: waiting threads then compile concurrently instead of one after another.
        let _lock = lock.filter(|lock| !lock.has_waited);
        let before = inputs.files.places();
        let is_settled = before.settle(inputs.files.unsettled());
        self.misses.fetch_add(1, Ordering::Relaxed);
        self.notify(program, |program| Event::Miss { program });
        let entry = Arc::new(compile()?);
        // If a file changed meanwhile, it is unknown which of the two versions was compiled.
        if is_settled
            && inputs.files.are_current(program)
            && before.are_same(&inputs.files.places())
            && inputs.nvrtc.is_current()
        {
            if let Some(store) = &self.store {
                store.put(&key.0, &entry.write(&key));
            }
            if let Some(folder) = &self.folder {
                folder.put(&key, &entry);
            }
            self.remember(key, &entry);
        }
        Ok(entry)
    }

    fn hit(&self, program: &Program<'_>, key: &Key) -> Option<Arc<Entry>> {
        Some(self.count_hit(program, self.find(key)?))
    }

    fn count_hit(&self, program: &Program<'_>, entry: Arc<Entry>) -> Arc<Entry> {
        self.hits.fetch_add(1, Ordering::Relaxed);
        self.notify(program, |program| Event::Hit { program });
        entry
    }

    fn notify<'e>(&self, program: &'e Program<'_>, event: impl FnOnce(&'e str) -> Event<'e>) {
        if let Some(observer) = &self.observer {
            observer(&event(program.name().to_str().unwrap_or_default()));
        }
    }

    fn find(&self, key: &Key) -> Option<Arc<Entry>> {
        let in_memory = self.memory().entry(key);
        if in_memory.is_some() {
            return in_memory;
        }
        let of_store = |store: &Arc<dyn Store>| Entry::read(store.get(&key.0)?, key);
        let entry = match self.store.as_ref().and_then(of_store) {
            Some(entry) => entry,
            None => self.folder.as_ref()?.get(key)?,
        };
        let entry = Arc::new(entry);
        self.remember(*key, &entry);
        Some(entry)
    }

    fn remember(&self, key: Key, entry: &Arc<Entry>) {
        self.memory().keep_entry(key, entry.clone());
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }
}

/// The result of looking for a program.
enum Lookup {
    Entry(Arc<Entry>),
    Nothing(Box<Inputs>),
}

/// The inputs of a program that isn't in the cache.
struct Inputs {
    key: Key,
    nvrtc: Provenance,
    files: Files,
}

/// The key and the entry for the NVRTC that is likely loaded.
struct LikelyEntry {
    key: Option<Key>,
    entry: Option<Arc<Entry>>,
}

/// The files that a program could include, to check after a compilation whether one has changed.
enum Files {
    Watched(Arc<Manifest>),
    /// Some are so new that a change might go unnoticed.
    Read(Includes),
}

impl Files {
    /// Returns where a file could have been during a compilation that is there neither before nor after.
    fn places(&self) -> Places {
        match self {
            Self::Watched(manifest) => manifest.places(),
            Self::Read(includes) => includes.places(),
        }
    }

    /// Returns the stamps that may not show a change yet.
    fn unsettled(&self) -> impl Iterator<Item = Stamp> {
        let read = match self {
            Self::Watched(_) => None,
            Self::Read(includes) => Some(includes),
        };
        read.into_iter().flat_map(Includes::stamps)
    }

    fn are_current(&self, program: &Program<'_>) -> bool {
        match self {
            Self::Watched(manifest) => Helpers::of(manifest).check_during(manifest, || ()).0,
            Self::Read(before) => Options::of(program)
                .and_then(|options| Includes::of(program, &options))
                .is_ok_and(|now| now == *before),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
