use core::fmt;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cuda_driver::{Context, Driver};
use cuda_libraries_sys::cupti::{
    CUpti_ActivityFlag, CUpti_ActivityKind as K, CUpti_SubscriberHandle, CUptiResult, CuptiTable,
    Symbol, library_of,
};
use cuda_pathfinder::Search;

use crate::activity::Activity;
use crate::error::{Error, check, whole};
use crate::record::Reader;
use crate::session::{callback, complete, is_forked, request, session, use_table};
use crate::trace::Trace;

/// The oldest release whose records have the structures that are read.
const OLDEST: u32 = 11_080;

/// How often what is complete is read, so that a fault doesn't take it along.
const PERIOD: Duration = Duration::from_millis(100);

/// Calls `work`, and returns what it returns with everything that the GPU and the driver did in the meantime.
///
/// It waits for `context` before and after, so that the trace has all of the work and nothing else's. Other contexts' work
/// is in it, too, as far as it was done by then.
///
/// # Errors
/// [`Error::Load`] if there is no CUPTI, and the errors of [`Profiler::start`]. [`Error::Failed`] after `work`, for example if a kernel of it
/// made an error: it has the trace until then.
pub fn profile<T>(context: &Context, work: impl FnOnce() -> T) -> Result<(T, Trace), Error> {
    Profiler::load_for(context.driver())?.profile(context, work)
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
        let activities =
            [A::Kernels, A::Copies, A::Fills, A::Memory, A::Calls, A::Synchronizations];
        Self { table, activities: activities.to_vec() }
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

    /// Calls the function of a slot, for an activity if one is given.
    fn call<F>(
        &self,
        symbol: Symbol,
        slot: Option<F>,
        activity: Option<Activity>,
        call: impl FnOnce(F) -> CUptiResult,
    ) -> Result<(), Error> {
        match slot {
            Some(function) => check(self.version(), symbol, call(function), activity),
            None => Err(self.absent(symbol)),
        }
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
    /// Those of [`start`](Self::start), [`stop`](Recording::stop), and of waiting for `context`: after the work, as [`Error::Failed`].
    pub fn profile<T>(
        &self,
        context: &Context,
        work: impl FnOnce() -> T,
    ) -> Result<(T, Trace), Error> {
        context.synchronize()?;
        let recording = self.start()?;
        let result = work();
        if is_forked() {
            return Err(Error::Forked);
        }
        let end = recording.now();
        let done = context.synchronize();
        let (mut trace, ended) = recording.finish(end);
        let done = done.and(trace.set_occupancy(context.driver()));
        Ok((result, whole(trace, done.map_err(Error::from).and(ended))?))
    }

    /// Starts to record, on all threads and in all contexts of the process.
    ///
    /// # Errors
    /// [`Error::Running`], [`Error::OtherProfiler`], [`Error::NotPermitted`], [`Error::Unfit`], [`Error::Old`],
    /// [`Error::Forked`], or CUPTI's other errors.
    #[doc(alias("cuptiActivityEnable", "cuptiActivityRegisterCallbacks", "cuptiGetTimestamp"))]
    #[doc(alias = "cuptiSubscribe")]
    pub fn start(&self) -> Result<Recording, Error> {
        if is_forked() {
            return Err(Error::Forked);
        }
        if self.version() < OLDEST {
            return Err(Error::Old(self.version()));
        }
        if self.table.cuptiActivityGetNextRecord.is_none() {
            return Err(self.absent(Symbol::cuptiActivityGetNextRecord));
        }
        let mut recording = Recording {
            profiler: self.clone(),
            enabled: Vec::new(),
            subscriber: None,
            runs: false,
            reading: None,
        };
        match &mut *session() {
            Some(_) => return Err(Error::Running),
            free => *free = Some(Reader::new(self.table, 0)),
        }
        recording.runs = true;
        // First, because CUPTI has one subscriber, and the callbacks would replace another profiler's.
        let mut subscriber = core::ptr::null_mut();
        let nothing = core::ptr::null_mut();
        // SAFETY: the pointer is to a live handle, and the function does nothing.
        unsafe {
            self.call(Symbol::cuptiSubscribe, self.table.cuptiSubscribe, None, |function| {
                function(&raw mut subscriber, Some(callback), nothing)
            })
        }?;
        recording.subscriber = Some(Subscriber(subscriber));
        use_table(self.table);
        // SAFETY: both functions do what CUPTI expects of them, for ever.
        unsafe {
            self.call(
                Symbol::cuptiActivityRegisterCallbacks,
                self.table.cuptiActivityRegisterCallbacks,
                None,
                |function| function(Some(request), Some(complete)),
            )
        }?;
        // What a recording before left behind, which isn't this one's.
        recording.flush()?;
        recording.dropped()?;
        *session() = Some(Reader::new(self.table, recording.now()?));
        for activity in &self.activities {
            for kind in activity.kinds() {
                // SAFETY: the function only takes a number.
                unsafe {
                    self.call(
                        Symbol::cuptiActivityEnable,
                        self.table.cuptiActivityEnable,
                        Some(*activity),
                        |function| function(*kind),
                    )
                }?;
                recording.enabled.push(*kind);
            }
        }
        let (sender, ended) = channel();
        let profiler = self.clone();
        let thread = thread::Builder::new().name("profiler".to_owned()).spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                // What fails now fails at the end, too.
                let _ = profiler.read_complete();
            }
        });
        // Without a thread, all is read at the end.
        recording.reading = thread.ok().map(|thread| (sender, thread));
        Ok(recording)
    }

    /// Requests what is complete, and waits until it was read.
    fn read_complete(&self) -> Result<(), Error> {
        // SAFETY: the function only takes a number, and buffers are returned to functions of this crate.
        unsafe {
            self.call(
                Symbol::cuptiActivityFlushAll,
                self.table.cuptiActivityFlushAll,
                None,
                |function| function(0),
            )
        }
    }

    fn absent(&self, symbol: Symbol) -> Error {
        Error::Absent { function: symbol.function(), found: self.version() }
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
    subscriber: Option<Subscriber>,
    /// Whether the process's recording is this one.
    runs: bool,
    /// Ends the thread that reads what is complete.
    reading: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Subscriber(CUpti_SubscriberHandle);

// SAFETY: it names the subscriber in calls of CUPTI, which may be made on any thread.
unsafe impl Send for Subscriber {}
// SAFETY: as above.
unsafe impl Sync for Subscriber {}

impl Recording {
    /// Stops, and returns what was recorded. Synchronize before: work that isn't done has no times yet, and is
    /// [counted](Trace::incomplete) as far as CUPTI knows it.
    ///
    /// # Errors
    /// [`Error::Forked`] in a child of `fork`, or CUPTI's, as [`Error::Failed`], which has the trace.
    #[doc(alias("cuptiActivityFlushAll", "cuptiActivityDisable", "cuptiActivityGetNextRecord"))]
    #[doc(alias = "cuptiUnsubscribe")]
    pub fn stop(self) -> Result<Trace, Error> {
        if is_forked() {
            return Err(Error::Forked);
        }
        let end = self.now();
        let (trace, ended) = self.finish(end);
        whole(trace, ended)
    }

    /// Reads what is complete, which is in the trace then even if the device fails later, as a kernel with a fault makes it. That is
    /// done ten times a second anyway.
    ///
    /// # Errors
    /// [`Error::Forked`] in a child of `fork`, or CUPTI's.
    #[doc(alias = "cuptiActivityFlushAll")]
    pub fn flush_complete(&self) -> Result<(), Error> {
        if is_forked() {
            return Err(Error::Forked);
        }
        self.profiler.read_complete()
    }

    fn end_reading(&mut self) {
        if let Some((sender, thread)) = self.reading.take() {
            drop(sender);
            // It doesn't panic.
            let _ = thread.join();
        }
    }

    /// Stops, and returns what was recorded, and the first error.
    fn finish(mut self, end: Result<u64, Error>) -> (Trace, Result<(), Error>) {
        self.end_reading();
        let ended = self.disable().and(self.flush());
        let (read, dropped) = (self.now(), self.dropped());
        let ended = ended.and(self.unsubscribe());
        self.runs = false;
        let reader = session().take();
        // Without a clock, the end is that of what was recorded.
        let last = reader.as_ref().map_or(0, |reader| reader.trace.last());
        let end_at = *end.as_ref().or(read.as_ref()).unwrap_or(&last);
        let read_at = *read.as_ref().unwrap_or(&end_at);
        let mut trace = reader.map(|reader| reader.finish(end_at, read_at)).unwrap_or_default();
        trace.dropped = *dropped.as_ref().unwrap_or(&0);
        (trace, end.and(ended).and(read).and(dropped).map(drop))
    }

    /// Returns the time of CUPTI's clock. A closure that is recorded may return in a forked process.
    fn now(&self) -> Result<u64, Error> {
        if is_forked() {
            return Err(Error::Forked);
        }
        let mut now = 0;
        // SAFETY: the pointer is to a live number.
        unsafe {
            self.profiler.call(
                Symbol::cuptiGetTimestamp,
                self.profiler.table.cuptiGetTimestamp,
                None,
                |function| function(&raw mut now),
            )
        }?;
        Ok(now)
    }

    /// Requests all buffers, and waits until they were read.
    fn flush(&self) -> Result<(), Error> {
        let all = CUpti_ActivityFlag::CUPTI_ACTIVITY_FLAG_FLUSH_FORCED.0;
        // SAFETY: the function only takes a number, and buffers are returned to functions of this crate.
        unsafe {
            self.profiler.call(
                Symbol::cuptiActivityFlushAll,
                self.profiler.table.cuptiActivityFlushAll,
                None,
                |function| function(all),
            )
        }
    }

    /// Returns how many records CUPTI dropped since it was last asked.
    fn dropped(&self) -> Result<u64, Error> {
        let (all, mut dropped) = (core::ptr::null_mut(), 0);
        // SAFETY: without a context, it is asked for all, and the pointer is to a live number.
        unsafe {
            self.profiler.call(
                Symbol::cuptiActivityGetNumDroppedRecords,
                self.profiler.table.cuptiActivityGetNumDroppedRecords,
                None,
                |function| function(all, 0, &raw mut dropped),
            )
        }?;
        Ok(dropped as u64)
    }

    /// Disables everything, and returns the first error.
    fn disable(&mut self) -> Result<(), Error> {
        let mut result = Ok(());
        for kind in self.enabled.drain(..) {
            // SAFETY: the function only takes a number.
            let disabled = unsafe {
                self.profiler.call(
                    Symbol::cuptiActivityDisable,
                    self.profiler.table.cuptiActivityDisable,
                    None,
                    |function| function(kind),
                )
            };
            result = result.and(disabled);
        }
        result
    }

    fn unsubscribe(&mut self) -> Result<(), Error> {
        match self.subscriber.take() {
            // SAFETY: CUPTI returned the handle, which is given back once.
            Some(Subscriber(subscriber)) => unsafe {
                self.profiler.call(
                    Symbol::cuptiUnsubscribe,
                    self.profiler.table.cuptiUnsubscribe,
                    None,
                    |function| function(subscriber),
                )
            },
            None => Ok(()),
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if is_forked() {
            // The thread is the parent's, and may have had the channel's lock.
            core::mem::forget(self.reading.take());
            return;
        }
        self.end_reading();
        // What fails here leaves CUPTI recording into buffers that are freed unread.
        let _ = self.disable();
        let _ = self.unsubscribe();
        if self.runs {
            session().take();
        }
    }
}
