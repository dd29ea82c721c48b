use core::fmt;
use std::path::Path;

use cuda_driver::{Context, Driver};
use cuda_libraries_sys::cupti::{
    CUpti_ActivityFlag, CUpti_ActivityKind as K, CUptiResult, CuptiTable, Symbol, library_of,
};
use cuda_pathfinder::Search;

use crate::error::check;
use crate::record::Reader;
use crate::session::{complete, request, session};
use crate::{Error, Trace};

/// The oldest release whose records have the structures that are read.
const OLDEST: u32 = 11_080;

/// Calls `work`, and returns what it returns with everything that the GPU and the driver did in the meantime.
///
/// It waits for `context` before and after, so that the trace has all of the work and nothing else's. Other contexts' work
/// is in it, too, as far as it was done by then.
///
/// # Errors
/// [`Error::Load`] if there is no CUPTI, and the errors of [`Profiler::start`]. `work` has been called unless they are of the
/// start.
pub fn profile<T>(context: &Context, work: impl FnOnce() -> T) -> Result<(T, Trace), Error> {
    Profiler::load_for(context.driver())?.profile(context, work)
}

/// What to record. CUPTI's kinds of activities that are rows of the same thing are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activity {
    /// Kernels, without keeping them from running side by side.
    Kernels,
    /// Copies.
    Copies,
    /// Fills.
    Fills,
    /// Allocations and releases of memory.
    Memory,
    /// Calls of the driver, with their times on the host.
    Calls,
    /// Calls of the CUDA runtime, which make those of the driver.
    RuntimeCalls,
    /// Waits for the device, and of streams for events.
    Synchronizations,
    /// Ranges and marks of NVTX. The program must be started with `NVTX_INJECTION64_PATH` set to CUPTI's file.
    Markers,
}

impl Activity {
    fn kinds(self) -> &'static [K] {
        match self {
            Self::Kernels => &[K::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL],
            Self::Copies => &[
                K::CUPTI_ACTIVITY_KIND_MEMCPY,
                K::CUPTI_ACTIVITY_KIND_MEMCPY2,
            ],
            Self::Fills => &[K::CUPTI_ACTIVITY_KIND_MEMSET],
            Self::Memory => &[K::CUPTI_ACTIVITY_KIND_MEMORY2],
            Self::Calls => &[K::CUPTI_ACTIVITY_KIND_DRIVER],
            Self::RuntimeCalls => &[K::CUPTI_ACTIVITY_KIND_RUNTIME],
            Self::Synchronizations => &[K::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION],
            Self::Markers => &[K::CUPTI_ACTIVITY_KIND_MARKER],
        }
    }
}

/// A loaded CUPTI, and what to record with it: [documentation](https://docs.nvidia.com/cupti/).
///
/// CUPTI is never unloaded.
#[derive(Clone)]
pub struct Profiler {
    table: &'static CuptiTable,
    activities: Vec<Activity>,
}

impl Profiler {
    /// Returns the CUPTI of this machine; the first call loads it.
    ///
    /// # Errors
    /// [`Error::Load`], which lists every place that was searched and says what to install.
    pub fn load() -> Result<Self, Error> {
        Ok(Self::from_table(cuda_libraries_sys::cupti::load()?))
    }

    /// Returns the newest CUPTI of this machine that isn't of a newer major version of CUDA than the driver, which would refuse
    /// it.
    ///
    /// # Errors
    /// [`Error::Load`].
    pub fn load_for(driver: Driver) -> Result<Self, Error> {
        let search = Search::new().newest(driver.version().major);
        let table = cuda_libraries_sys::cupti::load_with(&search)?;
        Ok(Self::from_table(table))
    }

    /// Creates a value from a table, such as [`cuda_libraries_sys::cupti::load_with`] returns, or that of the software device.
    #[must_use]
    pub fn from_table(table: &'static CuptiTable) -> Self {
        use Activity as A;
        let activities = [
            A::Kernels,
            A::Copies,
            A::Fills,
            A::Memory,
            A::Calls,
            A::Synchronizations,
        ];
        Self {
            table,
            activities: activities.to_vec(),
        }
    }

    /// Returns the table of CUPTI's functions by their names in C.
    #[must_use]
    pub fn raw(&self) -> &'static CuptiTable {
        self.table
    }

    /// Returns the release of CUDA that it is of: 13050 is 13.5.
    #[doc(alias = "cuptiGetVersion")]
    #[must_use]
    pub fn version(&self) -> u32 {
        self.table.version()
    }

    /// Returns the file that it was loaded from, if it is known.
    #[must_use]
    pub fn path(&self) -> Option<&'static Path> {
        library_of(self.table)?.path.as_deref()
    }

    /// Sets what to record, instead of all but [`Activity::RuntimeCalls`] and [`Activity::Markers`]. Less is faster.
    #[must_use]
    pub fn activities(mut self, activities: &[Activity]) -> Self {
        self.activities = activities.to_vec();
        self
    }

    /// Does what [`profile`] does, with this CUPTI.
    ///
    /// # Errors
    /// Those of [`start`](Self::start), [`stop`](Recording::stop), and of waiting for `context`.
    pub fn profile<T>(
        &self,
        context: &Context,
        work: impl FnOnce() -> T,
    ) -> Result<(T, Trace), Error> {
        context.synchronize()?;
        let recording = self.start()?;
        let result = work();
        let end = recording.now()?;
        context.synchronize()?;
        Ok((result, recording.finish(end)?))
    }

    /// Starts to record, on all threads and in all contexts of the process.
    ///
    /// # Errors
    /// [`Error::Running`], [`Error::NotPermitted`], [`Error::Unfit`], [`Error::Old`], or CUPTI's other errors.
    #[doc(alias = "cuptiActivityEnable")]
    #[doc(alias = "cuptiActivityRegisterCallbacks")]
    #[doc(alias = "cuptiGetTimestamp")]
    pub fn start(&self) -> Result<Recording, Error> {
        let table = self.table;
        if self.version() < OLDEST {
            return Err(Error::Old(self.version()));
        }
        self.require(
            Symbol::cuptiActivityGetNextRecord,
            table.cuptiActivityGetNextRecord,
        )?;
        let symbol = Symbol::cuptiActivityRegisterCallbacks;
        let register = self.require(symbol, table.cuptiActivityRegisterCallbacks)?;
        let mut recording = Recording {
            profiler: self.clone(),
            enabled: Vec::new(),
            runs: false,
        };
        match &mut *session() {
            Some(_) => return Err(Error::Running),
            free => *free = Some(Reader::new(table, 0)),
        }
        recording.runs = true;
        // SAFETY: both functions do what CUPTI expects of them, for ever.
        let status = unsafe { register(Some(request), Some(complete)) };
        check(self.version(), symbol, status, None)?;
        // What a recording before left behind, which isn't this one's.
        recording.flush()?;
        recording.dropped()?;
        *session() = Some(Reader::new(table, recording.now()?));
        let symbol = Symbol::cuptiActivityEnable;
        let enable = self.require(symbol, table.cuptiActivityEnable)?;
        for activity in &self.activities {
            for kind in activity.kinds() {
                // SAFETY: the function only takes a number.
                let status = unsafe { enable(*kind) };
                check(self.version(), symbol, status, Some(*activity))?;
                recording.enabled.push(*kind);
            }
        }
        Ok(recording)
    }

    fn require<F>(&self, symbol: Symbol, function: Option<F>) -> Result<F, Error> {
        function.ok_or(Error::Absent {
            function: symbol.function(),
            found: self.version(),
        })
    }
}

impl fmt::Debug for Profiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profiler")
            .field("version", &self.version())
            .field("activities", &self.activities)
            .finish_non_exhaustive()
    }
}

/// A recording that runs, until it is stopped or dropped.
#[derive(Debug)]
pub struct Recording {
    profiler: Profiler,
    enabled: Vec<K>,
    /// Whether the process's recording is this one.
    runs: bool,
}

impl Recording {
    /// Stops, and returns what was recorded. Synchronize before: work that isn't done has no times yet, and is
    /// [counted](Trace::incomplete) as far as CUPTI knows it.
    ///
    /// # Errors
    /// CUPTI's.
    #[doc(alias = "cuptiActivityFlushAll")]
    #[doc(alias = "cuptiActivityDisable")]
    #[doc(alias = "cuptiActivityGetNextRecord")]
    pub fn stop(self) -> Result<Trace, Error> {
        let end = self.now()?;
        self.finish(end)
    }

    fn finish(mut self, end: u64) -> Result<Trace, Error> {
        self.disable()?;
        self.flush()?;
        let dropped = self.dropped()?;
        self.runs = false;
        let reader = session().take();
        let mut trace = reader.map(|it| it.finish(end)).unwrap_or_default();
        trace.dropped = dropped;
        Ok(trace)
    }

    /// Returns the time of CUPTI's clock.
    fn now(&self) -> Result<u64, Error> {
        let symbol = Symbol::cuptiGetTimestamp;
        let table = self.profiler.table;
        let get = self.profiler.require(symbol, table.cuptiGetTimestamp)?;
        let mut now = 0;
        // SAFETY: the pointer is to a live number.
        let status = unsafe { get(&raw mut now) };
        check(self.profiler.version(), symbol, status, None)?;
        Ok(now)
    }

    /// Requests all buffers, and waits until they were read.
    fn flush(&self) -> Result<(), Error> {
        let symbol = Symbol::cuptiActivityFlushAll;
        let table = self.profiler.table;
        let flush = self.profiler.require(symbol, table.cuptiActivityFlushAll)?;
        // SAFETY: the function only takes a number, and buffers are returned to functions of this crate.
        let status = unsafe { flush(CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_FLUSH_FORCED.0) };
        check(self.profiler.version(), symbol, status, None)
    }

    /// Returns how many records CUPTI dropped since it was last asked.
    fn dropped(&self) -> Result<u64, Error> {
        let symbol = Symbol::cuptiActivityGetNumDroppedRecords;
        let function = self.profiler.table.cuptiActivityGetNumDroppedRecords;
        let get = self.profiler.require(symbol, function)?;
        let mut dropped = 0;
        // SAFETY: without a context, it is asked for all, and the pointer is to a live number.
        let status = unsafe { get(core::ptr::null_mut(), 0, &raw mut dropped) };
        check(self.profiler.version(), symbol, status, None)?;
        Ok(dropped as u64)
    }

    fn disable(&mut self) -> Result<(), Error> {
        let symbol = Symbol::cuptiActivityDisable;
        let table = self.profiler.table;
        let disable = self.profiler.require(symbol, table.cuptiActivityDisable)?;
        let mut first = CUptiResult::CUPTI_SUCCESS;
        for kind in self.enabled.drain(..) {
            // SAFETY: the function only takes a number.
            let status = unsafe { disable(kind) };
            if first == CUptiResult::CUPTI_SUCCESS {
                first = status;
            }
        }
        check(self.profiler.version(), symbol, first, None)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // What fails here leaves CUPTI recording into buffers that are freed unread.
        let _ = self.disable();
        if self.runs {
            session().take();
        }
    }
}
