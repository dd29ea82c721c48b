//! Bus bandwidth of `all_reduce`, `all_gather` and `reduce_scatter` on all GPUs of this process, in turns with the same calls
//! through NCCL's function pointers, as C makes them; and the host's time per call.
//!
//! Arguments: the number of GPUs, and the largest size as a power of two. It prints a table for programs to read.
use std::env;
use std::error::Error;
use std::ffi::c_void;
use std::time::{Duration, Instant};

use cuda_driver::{Context, DeviceBuffer, Driver, Stream};
use nccl::sys::{ncclDataType_t, ncclRedOp_t, ncclResult_t};
use nccl::{Clique, Nccl, Reduce};

type BoxResult<T> = Result<T, Box<dyn Error>>;

#[derive(Clone, Copy, Debug)]
enum Work {
    AllReduce,
    AllGather,
    ReduceScatter,
}

struct Bench {
    nccl: Nccl,
    clique: Clique,
    streams: Vec<Stream>,
    small: Vec<DeviceBuffer<f32>>,
    large: Vec<DeviceBuffer<f32>>,
}

fn main() -> BoxResult<()> {
    let mut arguments = env::args().skip(1);
    let count = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let largest: u32 = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let devices = Driver::load()?.devices()?;
    let contexts: Vec<Context> = devices
        .iter()
        .take(count)
        .map(|device| device.primary_context())
        .collect::<Result<_, _>>()?;
    let nccl = Nccl::load()?;
    let clique = nccl.clique(&contexts)?;
    let streams: Vec<Stream> =
        contexts.iter().map(|context| context.stream()).collect::<Result<_, _>>()?;
    let elements = (1_usize << largest) / 4;
    let buffers = |len: usize| {
        streams.iter().map(|stream| stream.alloc::<f32>(len)).collect::<Result<Vec<_>, _>>()
    };
    let mut bench = Bench {
        nccl,
        clique,
        small: buffers(elements / count)?,
        large: buffers(elements)?,
        streams: streams.clone(),
    };
    for (stream, buffer) in streams.iter().zip(&mut bench.large) {
        stream.fill(buffer, 0.0)?;
    }
    println!(
        "work\tgpus\tbytes\tours_us\traw_us\tours_bus_GBps\traw_bus_GBps\tratio\tNCCL {}",
        nccl.version()
    );
    for work in [Work::AllReduce, Work::AllGather, Work::ReduceScatter] {
        for power in 10..=largest {
            bench.measure(work, 1 << power, count)?;
        }
    }
    bench.cost_of_a_call()?;
    bench.clique.destroy()?;
    Ok(())
}

impl Bench {
    fn measure(&mut self, work: Work, bytes: usize, gpus: usize) -> BoxResult<()> {
        let repeats = (1_usize << 26).div_ceil(bytes).clamp(4, 50);
        let (mut ours, mut raw) = (Vec::new(), Vec::new());
        for round in 0..7 {
            let a = self.time(repeats, |pair| pair.ours(work, bytes / 4))?;
            let b = self.time(repeats, |pair| pair.raw(work, bytes / 4))?;
            // The first warms up.
            if round > 0 {
                ours.push(a);
                raw.push(b);
            }
        }
        let (ours, raw) = (median(ours), median(raw));
        let share = (gpus as f64 - 1.0) / gpus as f64;
        let factor = match work {
            Work::AllReduce => 2.0 * share,
            _ => share,
        };
        let rate = |time: Duration| bytes as f64 * factor / time.as_secs_f64() / 1e9;
        println!(
            "{work:?}\t{gpus}\t{bytes}\t{:.2}\t{:.2}\t{:.3}\t{:.3}\t{:.4}",
            ours.as_secs_f64() * 1e6,
            raw.as_secs_f64() * 1e6,
            rate(ours),
            rate(raw),
            raw.as_secs_f64() / ours.as_secs_f64()
        );
        Ok(())
    }

    /// Returns the time of one of `repeats`, until the devices are done.
    fn time(
        &mut self,
        repeats: usize,
        mut work: impl FnMut(&mut Self) -> BoxResult<()>,
    ) -> BoxResult<Duration> {
        self.settle()?;
        let start = Instant::now();
        for _ in 0..repeats {
            work(self)?;
        }
        self.settle()?;
        Ok(start.elapsed() / u32::try_from(repeats)?)
    }

    fn settle(&self) -> BoxResult<()> {
        for stream in &self.streams {
            stream.synchronize()?;
        }
        Ok(())
    }

    fn ours(&mut self, work: Work, elements: usize) -> BoxResult<()> {
        let gpus = self.streams.len();
        let part = elements / gpus;
        match work {
            Work::AllReduce => {
                let mut y = Vec::with_capacity(gpus);
                for buffer in &mut self.large {
                    y.push(buffer.slice_mut(..elements)?);
                }
                self.clique.all_reduce(&mut y, Reduce::Sum)?;
            }
            Work::AllGather => {
                let (mut x, mut y) = (Vec::with_capacity(gpus), Vec::with_capacity(gpus));
                for (small, large) in self.small.iter().zip(&mut self.large) {
                    x.push(small.slice(..part)?);
                    y.push(large.slice_mut(..part * gpus)?);
                }
                self.clique.all_gather(&x, &mut y)?;
            }
            Work::ReduceScatter => {
                let (mut x, mut y) = (Vec::with_capacity(gpus), Vec::with_capacity(gpus));
                for (small, large) in self.small.iter_mut().zip(&self.large) {
                    x.push(large.slice(..part * gpus)?);
                    y.push(small.slice_mut(..part)?);
                }
                self.clique.reduce_scatter(&x, &mut y, Reduce::Sum)?;
            }
        }
        Ok(())
    }

    /// As in nccl-tests: a group around one call per GPU.
    fn raw(&mut self, work: Work, elements: usize) -> BoxResult<()> {
        let table = self.nccl.raw();
        let missing = "NCCL lacks a function";
        let (start, end) =
            (table.ncclGroupStart.ok_or(missing)?, table.ncclGroupEnd.ok_or(missing)?);
        let all_reduce = table.ncclAllReduce.ok_or(missing)?;
        let all_gather = table.ncclAllGather.ok_or(missing)?;
        let reduce_scatter = table.ncclReduceScatter.ok_or(missing)?;
        let part = elements / self.streams.len();
        let (f32, sum) = (ncclDataType_t::ncclFloat32, ncclRedOp_t::ncclSum);
        // SAFETY: all ranks are here and do the same, with memory that is large enough and lives until the streams are waited for.
        let result = unsafe {
            start();
            for (rank, comm) in self.clique.ranks().iter().enumerate() {
                let small = self.small[rank].as_raw() as *mut c_void;
                let large = self.large[rank].as_raw() as *mut c_void;
                let (comm, stream) = (comm.as_raw(), self.streams[rank].as_raw().cast());
                match work {
                    Work::AllReduce => all_reduce(large, large, elements, f32, sum, comm, stream),
                    Work::AllGather => all_gather(small, large, part, f32, comm, stream),
                    Work::ReduceScatter => {
                        reduce_scatter(large, small, part, f32, sum, comm, stream)
                    }
                };
            }
            end()
        };
        match result {
            ncclResult_t::ncclSuccess => Ok(()),
            result => Err(result.to_string().into()),
        }
    }

    /// Measures the host's time for calls of 256 elements, without waiting for the devices: a clique's group compared with C's.
    fn cost_of_a_call(&mut self) -> BoxResult<()> {
        let (mut ours, mut raw) = (Vec::new(), Vec::new());
        let repeats = 200;
        for round in 0..30 {
            for (times, is_ours) in [(&mut ours, true), (&mut raw, false)] {
                self.settle()?;
                let start = Instant::now();
                for _ in 0..repeats {
                    if is_ours {
                        self.ours(Work::AllReduce, 256)?
                    } else {
                        self.raw(Work::AllReduce, 256)?
                    }
                }
                if round > 0 {
                    times.push(start.elapsed() / repeats);
                }
            }
        }
        self.settle()?;
        let gpus = self.streams.len();
        let (ours, raw) = (median(ours), median(raw));
        println!("host\t{gpus}\tours {ours:?}, raw {raw:?} for a group of one call a GPU");
        Ok(())
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
