use std::time::{Duration, Instant};

/// The processor's time of this process, all threads together.
#[cfg(unix)]
fn used() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    Some(Duration::new(seconds, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn used() -> Option<Duration> {
    None
}

/// Measures which share of one core this process uses.
pub struct Share {
    begin: Instant,
    used: Option<Duration>,
}

impl Share {
    pub fn begin() -> Self {
        Self { used: used(), begin: Instant::now() }
    }

    /// Returns the share in percent since `begin`; more than 100 for several cores.
    pub fn percent(&self) -> Option<f64> {
        let time = self.begin.elapsed();
        let used = used()?.saturating_sub(self.used?);
        Some(100.0 * used.as_secs_f64() / time.as_secs_f64())
    }
}
