use crate::context::{Context, capture_mode::relaxed};
use crate::error::CuResult;
use crate::fork::is_forked;

/// A part of the program that profilers watch: [`Context::start_profiler`]. It ends when the value is dropped.
#[derive(Debug)]
#[must_use = "profilers watch the context only until the value is dropped"]
pub struct Profiling {
    context: Context,
    is_open: bool,
}

impl Context {
    /// Lets profilers that wait for it begin to watch the context: `nsys profile --capture-range=cudaProfilerApi`,
    /// `ncu --profile-from-start off`. Without a profiler, it does nothing.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// let profiling = context.start_profiler()?;
    /// // … what to watch …
    /// stream.synchronize()?;
    /// profiling.stop()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuProfilerStart`](crate::driver::Raw::cuProfilerStart)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuProfilerStart")]
    pub fn start_profiler(&self) -> Result<Profiling, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        relaxed(self.raw(), || unsafe { self.raw().cuProfilerStart() })?;
        Ok(Profiling { context: self.clone(), is_open: true })
    }
}

impl Profiling {
    /// Lets profilers stop; dropping the value does the same silently.
    ///
    /// [`cuProfilerStop`](crate::driver::Raw::cuProfilerStop)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuProfilerStop")]
    pub fn stop(mut self) -> Result<(), CuResult> {
        self.end()
    }

    fn end(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(&mut self.is_open) {
            return Ok(());
        }
        let _bound = self.context.bind()?;
        let raw = self.context.raw();
        // SAFETY: the context is current.
        relaxed(raw, || unsafe { raw.cuProfilerStop() })
    }
}

impl Drop for Profiling {
    fn drop(&mut self) {
        if !is_forked() {
            // Errors are ignored; `stop` returns them.
            let _ = self.end();
        }
    }
}
