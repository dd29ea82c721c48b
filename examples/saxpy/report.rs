//! What the example found out: as a table, and as JSON.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use comfy_table::{Table, presets};
use cuda_driver::{CuResult, Device, DeviceAttribute, Driver};
use nvrtc::{Nvrtc, Ptx};
use serde::Serialize;

use crate::Check;

/// Times are in milliseconds, bandwidths in gigabytes (10⁹ bytes) a second.
#[derive(Serialize, Default)]
pub struct Report {
    date: String,
    elements: usize,
    device: String,
    compute_capability: String,
    driver: String,
    driver_library: Option<String>,
    nvrtc: String,
    nvrtc_library: Option<String>,
    ptx: Option<String>,
    ptx_target: Option<String>,
    steps: Vec<(&'static str, f64)>,
    host_to_device: f32,
    device_to_host: f32,
    kernel: Option<Kernel>,
    peak_bandwidth: Option<f64>,
    check: Option<Check>,
    total: f64,
}

#[derive(Serialize)]
struct Kernel {
    launches: usize,
    fastest: f32,
    median: f32,
    slowest: f32,
    bandwidth: f64,
    share_of_peak: Option<f64>,
}

/// The middle of sorted values; 0 of none.
pub fn median(sorted: &[f32]) -> f32 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn path(path: Option<&Path>) -> Option<String> {
    path.map(|path| path.display().to_string())
}

impl Report {
    pub fn new(elements: usize) -> Self {
        let date = jiff::Timestamp::now().strftime("%F %T UTC").to_string();
        Self {
            date,
            elements,
            ..Self::default()
        }
    }

    /// Runs a step and notes how long it took.
    pub fn timed<T, E>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let begin = Instant::now();
        let result = work();
        self.steps.push((name, milliseconds(begin.elapsed())));
        result
    }

    pub fn describe(&mut self, driver: Driver, device: Device) -> Result<(), CuResult> {
        self.device = device.name()?;
        self.compute_capability = device.compute_capability()?.to_string();
        self.driver = driver.version().to_string();
        self.driver_library =
            path(cuda_driver::sys::library().and_then(|found| found.path.as_deref()));
        // Two transfers a cycle over a bus of so many bits.
        let clock = device.attribute(DeviceAttribute::MEMORY_CLOCK_RATE)?;
        let width = device.attribute(DeviceAttribute::GLOBAL_MEMORY_BUS_WIDTH)?;
        let peak = f64::from(clock) * 1e3 * 2.0 * f64::from(width) / 8.0 / 1e9;
        self.peak_bandwidth = (peak > 0.0).then_some(peak);
        Ok(())
    }

    pub fn describe_compiler(&mut self, nvrtc: Nvrtc, ptx: &Ptx) {
        self.nvrtc = nvrtc.version().to_string();
        self.nvrtc_library = path(nvrtc.path());
        self.ptx = ptx.version().map(|version| version.to_string());
        self.ptx_target = ptx.target().map(str::to_string);
    }

    pub fn copies(&mut self, host_to_device: f32, device_to_host: f32) {
        self.host_to_device = host_to_device;
        self.device_to_host = device_to_host;
    }

    /// The sorted times of the launches.
    pub fn kernel(&mut self, times: Vec<f32>) {
        let (Some(fastest), Some(slowest)) = (times.first(), times.last()) else {
            return;
        };
        let median = median(&times);
        // x and y are read, out is written.
        let bandwidth = self.bandwidth(3, median);
        self.kernel = Some(Kernel {
            launches: times.len(),
            fastest: *fastest,
            median,
            slowest: *slowest,
            bandwidth,
            share_of_peak: self.peak_bandwidth.map(|peak| bandwidth / peak),
        });
    }

    /// Moving `vectors` vectors in so many milliseconds.
    fn bandwidth(&self, vectors: usize, time: f32) -> f64 {
        (vectors * self.elements * size_of::<f32>()) as f64 / (f64::from(time) * 1e-3) / 1e9
    }

    pub fn check(&mut self, check: Check) {
        self.check = Some(check);
    }

    pub fn total(&mut self, time: Duration) {
        self.total = milliseconds(time);
    }

    pub fn print(&self) {
        let unknown = || "path unknown".to_string();
        println!(
            "SAXPY of {} elements on {} (compute capability {})",
            self.elements, self.device, self.compute_capability
        );
        println!(
            "driver  {}  {}",
            self.driver,
            self.driver_library.clone().unwrap_or_else(unknown)
        );
        println!(
            "NVRTC   {}  {}",
            self.nvrtc,
            self.nvrtc_library.clone().unwrap_or_else(unknown)
        );
        if let (Some(version), Some(target)) = (&self.ptx, &self.ptx_target) {
            println!("PTX     {version}   for {target}");
        }
        println!("{}", self.table());
        if let Some(check) = self.check {
            let right = self.elements - check.wrong;
            println!(
                "{right} of {} elements are right; the largest error is {:e}",
                self.elements, check.largest_error
            );
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table
            .load_style(presets::UTF8_HORIZONTAL_ONLY)
            .set_header(["step", "ms", "GB/s", ""]);
        let ms = |time: f64| format!("{time:.3}");
        for (name, time) in &self.steps {
            table.add_row([(*name).to_string(), ms(*time), String::new(), String::new()]);
        }
        for (name, vectors, time) in [
            ("host to device", 2, self.host_to_device),
            ("device to host", 1, self.device_to_host),
        ] {
            let rate = format!("{:.1}", self.bandwidth(vectors, time));
            table.add_row([
                name.to_string(),
                ms(time.into()),
                rate,
                "pageable memory".to_string(),
            ]);
        }
        if let Some(kernel) = &self.kernel {
            let share = kernel
                .share_of_peak
                .map(|share| format!("{:.1} % of the peak, ", share * 100.0))
                .unwrap_or_default();
            let note = format!(
                "{share}median of {} ({:.3} to {:.3})",
                kernel.launches, kernel.fastest, kernel.slowest
            );
            table.add_row([
                "kernel".to_string(),
                format!("{:.4}", kernel.median),
                format!("{:.1}", kernel.bandwidth),
                note,
            ]);
        }
        table.add_row([
            "total".to_string(),
            ms(self.total),
            String::new(),
            String::new(),
        ]);
        table
    }

    pub fn write_json(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let text = serde_json::to_string_pretty(self)?;
        std::fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
    }
}
