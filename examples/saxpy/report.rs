//! The example's results, as tables and as JSON.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use comfy_table::{CellAlignment, LineStyle, Row, Table, TableStyle};
use cuda_driver::{CuResult, Device, DeviceAttribute, Driver};
use nvrtc::{Nvrtc, Ptx};
use serde::Serialize;

use crate::Check;

/// Times are in milliseconds, bandwidths in gigabytes (10⁹ bytes) per second.
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

/// The error of printing the report.
#[derive(Debug)]
pub struct PrintError(pub io::Error);

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot print the report: {}", self.0)
    }
}

impl Error for PrintError {}

/// Writes to standard output, which may be full or closed.
pub fn print(text: &str) -> Result<(), PrintError> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes());
    written.and_then(|()| out.flush()).map_err(PrintError)
}

/// Returns the median of sorted values, or 0 if there are none.
pub fn median(sorted: &[f32]) -> f32 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn path(path: Option<&Path>) -> Option<String> {
    path.map(|path| path.display().to_string())
}

/// Formats a time in milliseconds, with its unit.
pub fn ms(time: f64) -> String {
    format!("{time:.3} ms")
}

/// Formats a number with commas between groups of three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of elements.
pub fn elements(number: usize) -> String {
    let noun = if number == 1 { "element" } else { "elements" };
    format!("{} {noun}", grouped(number))
}

/// Returns the verb for this number of elements.
pub fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// A table with one line below its header, and none between its rows.
pub fn table(header: impl Into<Row>) -> Table {
    const STYLE: TableStyle =
        TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(STYLE).set_header(header);
    table
}

/// Aligns the numbers of these columns to the right.
pub fn align_right(table: &mut Table, columns: &[usize]) {
    for &index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

impl Report {
    pub fn new(elements: usize) -> Self {
        Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            elements,
            ..Self::default()
        }
    }

    /// Runs a step and records its time.
    pub fn timed<T, E>(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let begin = Instant::now();
        let result = work();
        self.step(name, begin.elapsed());
        result
    }

    /// Records the time of a step.
    pub fn step(&mut self, name: &'static str, time: Duration) {
        self.steps.push((name, milliseconds(time)));
    }

    pub fn describe(&mut self, driver: Driver, device: Device) -> Result<(), CuResult> {
        self.device = device.name()?;
        self.compute_capability = device.compute_capability()?.to_string();
        self.driver = driver.version().to_string();
        self.driver_library =
            path(cuda_driver::sys::library().and_then(|found| found.path.as_deref()));
        // Two transfers per cycle over a bus with this number of bits.
        let clock = device.attribute(DeviceAttribute::MEMORY_CLOCK_RATE)?;
        let width = device.attribute(DeviceAttribute::GLOBAL_MEMORY_BUS_WIDTH)?;
        let peak = f64::from(clock) * 1e3 * 2.0 * f64::from(width) / 8.0 / 1e9;
        self.peak_bandwidth = (peak > 0.0).then_some(peak);
        Ok(())
    }

    pub fn describe_compiler(&mut self, nvrtc: Nvrtc) {
        self.nvrtc = nvrtc.version().to_string();
        self.nvrtc_library = path(nvrtc.path());
    }

    pub fn describe_ptx(&mut self, ptx: &Ptx) {
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

    /// Returns the bandwidth of moving `vectors` vectors in this many milliseconds, or 0 if nothing was moved.
    fn bandwidth(&self, vectors: usize, time: f32) -> f64 {
        let bytes = (vectors * self.elements * size_of::<f32>()) as f64;
        if time > 0.0 { bytes / (f64::from(time) * 1e-3) / 1e9 } else { 0.0 }
    }

    pub fn check(&mut self, check: Check) {
        self.check = Some(check);
    }

    pub fn total(&mut self, time: Duration) {
        self.total = milliseconds(time);
    }

    /// Prints what is known before the run.
    pub fn print_machine(&self) -> Result<(), PrintError> {
        print(&self.machine())
    }

    fn machine(&self) -> String {
        let mut text = format!(
            "SAXPY of {}\n  device  {}, compute capability {}\n",
            elements(self.elements),
            self.device,
            self.compute_capability
        );
        for (name, version, library) in [
            ("driver", &self.driver, &self.driver_library),
            ("NVRTC", &self.nvrtc, &self.nvrtc_library),
        ] {
            let line = format!("  {name:<8}{version:<6}{}", library.as_deref().unwrap_or(""));
            // Writing to a String can't fail.
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Prints the results of the run.
    pub fn print_times(&self) -> Result<(), PrintError> {
        print(&self.times())
    }

    fn times(&self) -> String {
        let mut text = String::new();
        if let (Some(version), Some(target)) = (&self.ptx, &self.ptx_target) {
            text = format!("  PTX     {version:<6}for {target}\n");
        }
        let _ = write!(
            text,
            "\n{}\n\n{}\n",
            self.step_table().trim_fmt(),
            self.device_table().trim_fmt()
        );
        if let Some(Kernel { launches, fastest, slowest, share_of_peak, .. }) = &self.kernel {
            let _ = writeln!(
                text,
                "\nThe kernel's time is the median of {launches} launches,\n{fastest:.3} to {slowest:.3} ms."
            );
            if let Some(share) = share_of_peak {
                let share = share * 100.0;
                let _ = writeln!(text, "That is {share:.1} % of the memory's peak.");
            }
        }
        if let Some(check) = self.check {
            let right = self.elements - check.wrong;
            let _ = writeln!(
                text,
                "\n{} of {} {} right;\nthe largest error is {}.",
                grouped(right),
                elements(self.elements),
                is_or_are(self.elements),
                Figure(check.largest_error)
            );
        }
        text
    }

    /// Returns the steps in their order; they add up to the total.
    fn step_table(&self) -> Table {
        let mut table = table(["step", "time on the host"]);
        align_right(&mut table, &[1]);
        for (name, time) in &self.steps {
            table.add_row([(*name).to_string(), ms(*time)]);
        }
        let sum: f64 = self.steps.iter().map(|(_, time)| time).sum();
        table.add_row(["the rest".to_string(), ms((self.total - sum).max(0.0))]);
        table.add_row(["total".to_string(), ms(self.total)]);
        table
    }

    fn device_table(&self) -> Table {
        let mut table = table(["on the device", "time", "bandwidth"]);
        align_right(&mut table, &[1, 2]);
        let mut row = |name: &str, vectors, time: f32| {
            let bandwidth = self.bandwidth(vectors, time);
            table.add_row([name.to_string(), ms(time.into()), format!("{bandwidth:.1} GB/s")]);
        };
        row("copy from pageable memory", 2, self.host_to_device);
        if let Some(kernel) = &self.kernel {
            row("kernel", 3, kernel.median);
        }
        row("copy to pageable memory", 1, self.device_to_host);
        table
    }

    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Formats a deviation: 0, or in scientific notation.
struct Figure(f32);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0.0 => f.write_str("0"),
            error => write!(f, "{error:.1e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large() -> Report {
        let mut report = Report::new(10_000_000_000);
        report.device = "NVIDIA H200".to_owned();
        report.driver = "13.0".to_owned();
        report.ptx = Some("9.0".to_owned());
        report.ptx_target = Some("sm_75".to_owned());
        report.peak_bandwidth = Some(4_814.0);
        report.step("create the context", Duration::from_secs(3));
        report.step("copy, launch, copy back", Duration::from_secs(400));
        report.copies(180_000.0, 190_000.0);
        report.kernel(vec![29_000.0, 31_000.0, 123_456.79]);
        report.check(Check { wrong: 0, largest_error: 0.0 });
        report.total(Duration::from_millis(403_250));
        report
    }

    #[test]
    fn the_report_fits_into_60_columns() {
        let text = large().times();
        for line in text.lines() {
            assert!(line.chars().count() <= 60, "{line:?} of\n{text}");
        }
    }

    #[test]
    fn the_steps_add_up_to_the_total() {
        let text = large().step_table().to_string();
        let times: Vec<f64> = text
            .lines()
            .filter_map(|line| line.trim_end().strip_suffix(" ms"))
            .filter_map(|line| line.rsplit(' ').next()?.parse().ok())
            .collect();
        let (total, steps) = times.split_last().unwrap();
        assert_eq!(times.len(), 4, "{text}");
        assert!((steps.iter().sum::<f64>() - total).abs() < 1e-3, "{text}");
    }

    #[test]
    fn unknown_values_are_omitted_and_zero_is_0() {
        let report = large();
        let text = report.machine() + &report.times();
        assert!(!text.contains("unknown"), "{text}");
        assert!(text.contains("the largest error is 0.\n"), "{text}");
        assert!(text.contains("  driver  13.0\n"), "{text}");
    }

    #[test]
    fn rows_have_no_rules_between_them() {
        let text = large().times();
        let rules = text.lines().filter(|line| line.contains('─')).count();
        assert_eq!(rules, 2, "{text}");
    }

    #[test]
    fn an_empty_run_has_no_bandwidth() {
        assert_eq!(Report::new(0).bandwidth(3, 0.0), 0.0);
    }

    #[test]
    fn the_number_of_elements_is_written_alike_at_both_ends() {
        for (size, first, last) in [
            (
                16_777_216,
                "SAXPY of 16,777,216 elements\n",
                "\n16,777,216 of 16,777,216 elements are right;",
            ),
            (1, "SAXPY of 1 element\n", "\n1 of 1 element is right;"),
            (0, "SAXPY of 0 elements\n", "\n0 of 0 elements are right;"),
        ] {
            let mut report = Report::new(size);
            report.check(Check { wrong: 0, largest_error: 0.0 });
            let text = report.machine() + &report.times();
            assert!(text.contains(first) && text.contains(last), "{text}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(16_777_216), "16,777,216");
    }
}
