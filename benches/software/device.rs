use std::error::Error;
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cuda_driver::{Context, Function, Launch, Module, Stream, launch::Arguments};

/// Whether races are looked for.
pub static FINDS_RACES: AtomicBool = AtomicBool::new(false);

/// The software device, and a stream on it.
pub struct SoftwareDevice {
    context: Context,
    pub stream: Stream,
}

impl SoftwareDevice {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let driver = cuda_sim::driver()?;
        // Without the delays that tests have.
        let mut settings = cuda_sim::RunSettings::default();
        settings.races = FINDS_RACES.load(Ordering::Relaxed);
        cuda_sim::set_run(settings);
        let context = driver.device(0)?.primary_context()?;
        let stream = context.stream()?;
        Ok(Self { context, stream })
    }

    pub fn load(&self, ptx: &str) -> Result<Module, Box<dyn Error>> {
        Ok(self.context.load_ptx(&CString::new(ptx)?)?)
    }

    /// Launches and waits; returns the nanoseconds.
    ///
    /// # Safety
    /// As for `Stream::launch`.
    pub unsafe fn time<A: Arguments>(
        &self,
        function: &Function,
        shape: Launch,
        arguments: A,
    ) -> Result<f64, Box<dyn Error>> {
        let begin = Instant::now();
        // SAFETY: the caller fulfils the requirements.
        unsafe { self.stream.launch(function, shape, arguments) }?;
        self.stream.synchronize()?;
        Ok(begin.elapsed().as_secs_f64() * 1e9)
    }
}
