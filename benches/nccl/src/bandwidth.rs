//! Bus bandwidth, and host time per call, in turns with C++ that uses the same communicators, streams and buffers.

mod report;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use cuda_driver::{Context, DeviceBuffer, DeviceSlice, DeviceSliceMut, Driver, Stream};
use cuda_rust::measured::{median, rounded};
use nccl::{Clique, Nccl, Reduce};

use crate::twin::{Rank, Twin};
use crate::work::Work;
pub use report::Call;
use report::{BandwidthRow, Report, Size};

#[derive(clap::Args)]
pub struct BandwidthOptions {
    /// Number of GPUs to use, the first ones [default: all]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    gpus: Option<u32>,
    /// The smallest size, as a power of two
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(8..34))]
    from: u32,
    /// The largest size, as a power of two
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(8..34))]
    to: u32,
    /// Number of rounds, after one uncounted round; up to 4 MiB, where a microsecond matters, nine times as many
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of calls per round [default: 5 to 200, depending on the size]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: Option<u32>,
    /// File with the times of torch: lines of `torch`, bytes and microseconds, separated by tabs
    #[arg(long, value_name = "FILE")]
    torch: Option<PathBuf>,
    /// Write bandwidth.json and plots into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Up to this size there are more rounds, by this factor.
const SMALL: usize = 4 << 20;
const MORE: u32 = 9;

pub struct Bench {
    twin: Twin,
    clique: Clique,
    streams: Vec<Stream>,
    /// A rank's part.
    small: Vec<DeviceBuffer<f32>>,
    /// All parts.
    large: Vec<DeviceBuffer<f32>>,
}

pub fn run(options: &BandwidthOptions) -> Result<()> {
    let report = measure(&Driver::load()?, Nccl::load()?, options)?;
    let text = report.to_string();
    if let Some(folder) = &options.out {
        crate::write(folder, "bandwidth", &report, &report.pictures())?;
    }
    cuda_rust::print(&text)?;
    Ok(())
}

fn measure(driver: &Driver, nccl: Nccl, options: &BandwidthOptions) -> Result<Report> {
    let devices = driver.devices()?;
    let gpus = options.gpus.map_or(devices.len(), |count| count as usize);
    ensure!(gpus <= devices.len(), "{gpus} GPUs were requested, but there are {}", devices.len());
    let contexts: Vec<Context> = devices
        .iter()
        .take(gpus)
        .map(|device| device.primary_context())
        .collect::<Result<_, _>>()?;
    let mut bench = Bench::new(nccl, &contexts, 1 << options.to)?;
    let mut rows = Vec::new();
    for work in Work::ALL {
        let mut sizes = Vec::new();
        for power in options.from..=options.to {
            sizes.push(bench.measure(work, 1 << power, options)?);
        }
        rows.push(BandwidthRow { work: work.name(), sizes });
    }
    // Few enough at a time that the devices' queues are never full.
    let at_a_time = options.iterations.map_or(200, |count| count as usize);
    let rounds = options.rounds * 5;
    let mut calls = vec![bench.cost_of_a_call(at_a_time, rounds, "all_reduce of a clique")?];
    bench.destroy()?;
    let mut alone = Bench::new(nccl, &contexts[..1], 4096)?;
    calls.push(alone.cost_of_a_call(at_a_time, rounds, "all_reduce of a rank alone")?);
    alone.destroy()?;
    let torch = match &options.torch {
        Some(path) => report::torch(path)?,
        None => Vec::new(),
    };
    Report::new(&devices[0], nccl, gpus, options.rounds, rows, calls, torch)
}

impl Bench {
    pub fn new(nccl: Nccl, contexts: &[Context], bytes: usize) -> Result<Self> {
        let streams: Vec<Stream> =
            contexts.iter().map(Context::stream).collect::<Result<_, _>>()?;
        let elements = bytes / 4;
        let zeros = |len: usize| {
            let zeros = streams.iter().map(|stream| {
                let mut buffer = stream.alloc::<f32>(len)?;
                stream.fill(&mut buffer, 0.0)?;
                Ok(buffer)
            });
            zeros.collect::<Result<Vec<_>>>()
        };
        Ok(Self {
            twin: Twin::new(nccl)?,
            clique: nccl.clique(contexts)?,
            small: zeros(elements / contexts.len())?,
            large: zeros(elements)?,
            streams,
        })
    }

    pub fn destroy(self) -> Result<()> {
        Ok(self.clique.destroy()?)
    }

    fn measure(&mut self, work: Work, bytes: usize, options: &BandwidthOptions) -> Result<Size> {
        let gpus = self.streams.len();
        // Long enough that start and end are negligible.
        let long = ((1_usize << 28) / bytes).clamp(5, 200);
        let iterations = options.iterations.map_or(long, |count| count as usize);
        let rounds = if bytes <= SMALL { options.rounds * MORE } else { options.rounds };
        let (ours, cpp) = self.turns(work, bytes / 4, iterations, rounds, true)?;
        let ratios: Vec<f64> = ours.iter().zip(&cpp).map(|(ours, cpp)| cpp / ours).collect();
        let bytes_on_the_bus = bytes as f64 * work.bus_factor(gpus);
        let (ours, cpp) = (median(&ours), median(&cpp));
        let rate = |seconds: f64| rounded(bytes_on_the_bus / seconds / 1e9);
        let size = Size {
            bytes,
            iterations,
            microseconds: rounded(ours * 1e6),
            cpp_microseconds: rounded(cpp * 1e6),
            gigabytes_a_second: rate(ours),
            cpp_gigabytes_a_second: rate(cpp),
            of_cpp: rounded(median(&ratios)),
            of_cpp_rounds: ratios.into_iter().map(rounded).collect(),
        };
        eprintln!(
            "{} {bytes}: {} us, C++ {} us, {}",
            work.name(),
            size.microseconds,
            size.cpp_microseconds,
            size.of_cpp
        );
        Ok(size)
    }

    /// The host's time for a call, in nanoseconds, without waiting for the devices.
    pub fn cost_of_a_call(
        &mut self,
        iterations: usize,
        rounds: u32,
        name: &'static str,
    ) -> Result<Call> {
        let (ours, cpp) = self.turns(Work::AllReduce, 256, iterations, rounds, false)?;
        let over: Vec<f64> = ours.iter().zip(&cpp).map(|(ours, cpp)| ours - cpp).collect();
        let nanoseconds = |seconds: &[f64]| rounded(median(seconds) * 1e9);
        Ok(Call {
            name,
            gpus: self.streams.len(),
            nanoseconds: nanoseconds(&ours),
            cpp_nanoseconds: nanoseconds(&cpp),
            over: nanoseconds(&over),
        })
    }

    /// Returns the seconds per iteration of each round: with the crate, and in C++. Which is measured first alternates.
    fn turns(
        &mut self,
        work: Work,
        elements: usize,
        iterations: usize,
        rounds: u32,
        to_the_end: bool,
    ) -> Result<(Vec<f64>, Vec<f64>)> {
        let (mut ours, mut cpp) = (Vec::new(), Vec::new());
        for round in 0..=rounds {
            for turn in 0..2 {
                let is_ours = (round + turn) % 2 == 0;
                self.settle()?;
                let start = Instant::now();
                if is_ours {
                    self.ours(work, elements, iterations)?
                } else {
                    self.cpp(work, elements, iterations)?
                }
                let issued = start.elapsed();
                self.settle()?;
                let elapsed = if to_the_end { start.elapsed() } else { issued };
                let each = elapsed.as_secs_f64() / iterations as f64;
                // The first round warms up.
                if round > 0 {
                    if is_ours { &mut ours } else { &mut cpp }.push(each);
                }
            }
        }
        Ok((ours, cpp))
    }

    fn settle(&self) -> Result<()> {
        for stream in &self.streams {
            stream.synchronize()?;
        }
        Ok(())
    }

    fn ours(&mut self, work: Work, elements: usize, iterations: usize) -> Result<()> {
        // As in nccl-tests, which sets the device once.
        let context = self.streams[0].context().clone();
        context.with_current(|| self.ours_bound(work, elements, iterations))?
    }

    fn ours_bound(&mut self, work: Work, elements: usize, iterations: usize) -> Result<()> {
        let part = elements / self.streams.len();
        let clique = &self.clique;
        match work {
            // A single rank needs no groups, here as in C++.
            Work::AllReduce if clique.nranks() == 1 => {
                // SAFETY: it is the only rank.
                let comm = unsafe { &clique.ranks()[0] };
                let stream = &self.streams[0];
                let mut y = self.large[0].slice_mut(..elements)?;
                for _ in 0..iterations {
                    // SAFETY: it is the only rank.
                    unsafe { comm.all_reduce_in_place(stream, y.reborrow(), Reduce::Sum) }?;
                }
            }
            Work::AllReduce => {
                let mut y = writable(&mut self.large, elements)?;
                for _ in 0..iterations {
                    clique.all_reduce(&mut y, Reduce::Sum)?;
                }
            }
            Work::AllGather => {
                let (x, mut y) = (
                    readable(&self.small, part)?,
                    writable(&mut self.large, part * clique.nranks())?,
                );
                for _ in 0..iterations {
                    clique.all_gather(&x, &mut y)?;
                }
            }
            Work::ReduceScatter => {
                let (x, mut y) = (
                    readable(&self.large, part * clique.nranks())?,
                    writable(&mut self.small, part)?,
                );
                for _ in 0..iterations {
                    clique.reduce_scatter(&x, &mut y, Reduce::Sum)?;
                }
            }
        }
        Ok(())
    }

    fn cpp(&mut self, work: Work, elements: usize, iterations: usize) -> Result<()> {
        let gpus = self.streams.len();
        let count = match work {
            Work::AllReduce => elements,
            _ => elements / gpus,
        };
        let rank = |rank: usize| {
            let (small, large) = (self.small.get(rank)?.as_raw(), self.large.get(rank)?.as_raw());
            let (from, to) = match work {
                Work::AllReduce => (large, large),
                Work::AllGather => (small, large),
                Work::ReduceScatter => (large, small),
            };
            Some(Rank {
                // SAFETY: no rank is waited for.
                comm: unsafe { self.clique.ranks() }.get(rank)?.as_raw().cast(),
                stream: self.streams.get(rank)?.as_raw().cast(),
                from: from as *const _,
                to: to as *mut _,
            })
        };
        let ranks: Option<Vec<Rank>> = (0..gpus).map(rank).collect();
        let ranks = ranks.context("a rank has no buffers")?;
        let context = self.streams[0].context();
        // SAFETY: all ranks are here and do the same, with memory that is large enough and lives until the streams are waited for.
        context.with_current(|| unsafe { self.twin.run(work, &ranks, count, iterations) })?
    }
}

fn readable(buffers: &[DeviceBuffer<f32>], len: usize) -> Result<Vec<DeviceSlice<'_, f32>>> {
    let slices = buffers.iter().map(|buffer| Ok(buffer.slice(..len)?));
    slices.collect()
}

fn writable(buffers: &mut [DeviceBuffer<f32>], len: usize) -> Result<Vec<DeviceSliceMut<'_, f32>>> {
    let slices = buffers.iter_mut().map(|buffer| Ok(buffer.slice_mut(..len)?));
    slices.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stand_in;

    #[test]
    fn every_collective_is_measured_and_reported_for_every_size() {
        let _watchdog = stand_in::Watchdog::new();
        if !cfg!(cpp_twin) {
            cuda_rust::skip("there was no C++ compiler");
            return;
        }
        let found = stand_in::contexts(2).len();
        if found < 2 {
            cuda_rust::skip(format!("2 ranks, and {found} devices"));
            return;
        }
        let options = BandwidthOptions {
            gpus: Some(2),
            from: 8,
            to: 10,
            rounds: 1,
            iterations: Some(2),
            torch: None,
            out: None,
        };
        let report = measure(&stand_in::driver(), stand_in::nccl(), &options).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let text = report.to_string();
        let pictures = report.pictures();
        crate::write(folder.path(), "bandwidth", &report, &pictures).unwrap();
        let json = std::fs::read_to_string(folder.path().join("bandwidth.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        for (row, work) in Work::ALL.into_iter().enumerate() {
            assert!(text.contains(&format!("| {}", work.name())), "{text}");
            assert!(folder.path().join(work.name()).with_extension("svg").is_file());
            let sizes = json["rows"][row]["sizes"].as_array().unwrap();
            let bytes: Vec<_> = sizes.iter().filter_map(|size| size["bytes"].as_u64()).collect();
            assert_eq!(bytes, [256, 512, 1024]);
            for size in sizes {
                assert!(size["microseconds"].as_f64() > Some(0.0), "{size}");
                // Less than what it is rounded to, if the devices are software.
                assert!(size["gigabytes_a_second"].as_f64() >= Some(0.0), "{size}");
                assert!(size["cpp_microseconds"].as_f64() > Some(0.0), "{size}");
                let rounds = size["of_cpp_rounds"].as_array().unwrap().len();
                assert_eq!(rounds, MORE as usize);
            }
        }
        let gpus = [&json["calls"][0]["gpus"], &json["calls"][1]["gpus"]];
        assert_eq!(gpus.map(|count| count.as_u64()), [Some(2), Some(1)]);
    }
}
