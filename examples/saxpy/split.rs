//! SAXPY split over several devices: each has a part of the vectors, and a thread that launches.

use std::error::Error;
use std::ops::Range;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use cuda_driver::{Device, Driver, Launch};
use nvrtc::Nvrtc;

use saxpy_arguments::{Arguments, Devices};

use crate::report::{self, median};
use crate::{Check, check, compile, fits, generate, milliseconds, reserve};

type BoxResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The results of one device.
struct DevicePart {
    name: String,
    elements: usize,
    /// The time of a launch, in milliseconds.
    median: f32,
    check: Check,
}

/// Runs the example on all of `devices`. Returns the number of wrong elements.
pub fn run(
    arguments: &Arguments,
    driver: Driver,
    devices: Devices,
) -> Result<usize, Box<dyn Error>> {
    let mut chosen = driver.devices()?;
    if let Devices::First(count) = devices {
        if count > chosen.len() {
            return Err(format!(
                "{count} devices were requested, and this machine has {}",
                chosen.len()
            )
            .into());
        }
        chosen.truncate(count);
    }
    if chosen.is_empty() {
        return Err("there is no device".into());
    }
    for device in &chosen {
        fits(arguments.size.div_ceil(chosen.len()), device.total_memory()?)?;
    }
    let [mut x, mut y, _] = reserve(arguments.size)?;
    generate(arguments, &mut x, &mut y);
    let shares = shares(arguments.size, chosen.len());
    report::print(&announcement(arguments.size, chosen.len()))?;
    let begin = Barrier::new(chosen.len());
    let results: Vec<BoxResult<(DevicePart, f32)>> = thread::scope(|scope| {
        let threads: Vec<_> = chosen
            .iter()
            .zip(shares)
            .map(|(device, share)| {
                let (x, y, begin) = (&x[share.clone()], &y[share], &begin);
                scope.spawn(move || part(arguments, *device, x, y, begin))
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|_| Err("a thread panicked".into()))).collect()
    });
    let parts = results
        .into_iter()
        .collect::<BoxResult<Vec<_>>>()
        .map_err(|error| -> Box<dyn Error> { error })?;
    print(&parts, arguments.size)?;
    if arguments.line {
        let per_second = arguments.size as f64 / f64::from(slowest(&parts)) * 1e3;
        report::print(&format!("{{\"gpus\": {}, \"per_second\": {per_second}}}\n", parts.len()))?;
    }
    Ok(parts.iter().map(|(part, _)| part.check.wrong).sum())
}

/// Returns each device's range of elements: equal numbers, with one more for the first ones if there is a remainder. There
/// is at least one device.
fn shares(size: usize, devices: usize) -> Vec<Range<usize>> {
    let (each, left) = (size / devices, size % devices);
    let start = |index: usize| index * each + index.min(left);
    (0..devices).map(|index| start(index)..start(index + 1)).collect()
}

/// Returns the line that says what will be done.
fn announcement(size: usize, devices: usize) -> String {
    let elements = report::elements(size);
    let idle = devices.saturating_sub(size);
    match (devices, idle) {
        (1, _) => format!("SAXPY of {elements} on one device\n"),
        (_, 0) => format!("SAXPY of {elements} split over {devices} devices\n"),
        (_, idle) => {
            let have = if idle == 1 { "has" } else { "have" };
            format!(
                "SAXPY of {elements} split over {devices} devices, {idle} of which {have} nothing to do\n"
            )
        }
    }
}

/// Runs one device's part. Returns the result, and the time of all its launches, which begin when every device is ready.
fn part(
    arguments: &Arguments,
    device: Device,
    x: &[f32],
    y: &[f32],
    begin: &Barrier,
) -> BoxResult<(DevicePart, f32)> {
    let a = 2.0_f32;
    let prepared = || -> BoxResult<_> {
        let context = device.primary_context()?;
        let stream = context.stream()?;
        let ptx =
            compile(arguments, Nvrtc::load()?, &context).map_err(|error| error.to_string())?;
        let module = context.load(&ptx)?;
        let saxpy = module.function(c"saxpy")?;
        let (device_x, device_y) = (stream.upload(x)?, stream.upload(y)?);
        let out = stream.alloc::<f32>(x.len())?;
        stream.synchronize()?;
        Ok((context, stream, saxpy, device_x, device_y, out))
    };
    let prepared = prepared();
    // Threads that failed also arrive at the barrier, because the others wait for them.
    begin.wait();
    let (context, stream, saxpy, device_x, device_y, mut out) = prepared?;
    let shape = Launch::elements(x.len(), arguments.block);
    let iterations = arguments.iterations.unwrap_or(100);
    let mut marks = vec![context.event()?];
    let start = Instant::now();
    stream.record(&marks[0])?;
    for _ in 0..iterations {
        if !x.is_empty() {
            // SAFETY: saxpy(float, const float *, const float *, float *, size_t), as many elements each.
            unsafe { stream.launch(&saxpy, shape, (a, &device_x, &device_y, &mut out, x.len())) }?;
        }
        let mark = context.event()?;
        stream.record(&mark)?;
        marks.push(mark);
    }
    stream.synchronize()?;
    let all = milliseconds(start.elapsed());
    let mut times = Vec::new();
    for pair in marks.windows(2) {
        times.push(milliseconds(pair[0].elapsed(&pair[1])?));
    }
    times.sort_by(f32::total_cmp);
    let found = out.to_vec()?;
    let part = DevicePart {
        name: device.name()?,
        elements: x.len(),
        median: median(&times),
        check: check(a, x, y, &found, arguments.fmad),
    };
    Ok((part, all / iterations as f32))
}

/// Returns the time of a launch on all devices, in milliseconds: that of the slowest.
fn slowest(parts: &[(DevicePart, f32)]) -> f32 {
    parts.iter().map(|(_, each)| *each).fold(0.0, f32::max)
}

fn print(parts: &[(DevicePart, f32)], elements: usize) -> Result<(), report::PrintError> {
    let bandwidth =
        |elements: usize, milliseconds: f32| elements as f32 * 12.0 / milliseconds / 1e6;
    let mut table = report::table(["device", "", "elements", "launch", "GB/s", "wrong"]);
    report::align_right(&mut table, &[2, 3, 4, 5]);
    for (index, (part, _)) in parts.iter().enumerate() {
        table.add_row([
            index.to_string(),
            part.name.clone(),
            report::grouped(part.elements),
            report::ms(part.median.into()),
            format!("{:.1}", bandwidth(part.elements, part.median)),
            part.check.wrong.to_string(),
        ]);
    }
    let slowest = slowest(parts);
    let wrong: usize = parts.iter().map(|(part, _)| part.check.wrong).sum();
    table.add_row([
        "all".to_owned(),
        String::new(),
        report::grouped(elements),
        report::ms(slowest.into()),
        format!("{:.1}", bandwidth(elements, slowest)),
        wrong.to_string(),
    ]);
    report::print(&format!("{}\n", table.trim_fmt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_belongs_to_one_device() {
        for devices in [1, 2, 3, 4, 8] {
            for size in [0, 1, 3, 8, 9, 1000, 1_000_003] {
                let shares = shares(size, devices);
                assert_eq!(shares.len(), devices);
                let mut next = 0;
                for share in shares {
                    assert_eq!(share.start, next);
                    assert!(share.len().abs_diff(size / devices) <= 1, "{share:?} of {size}");
                    next = share.end;
                }
                assert_eq!(next, size);
            }
        }
    }

    #[test]
    fn devices_without_work_are_announced() {
        assert_eq!(
            announcement(3, 8),
            "SAXPY of 3 elements split over 8 devices, 5 of which have nothing to do\n"
        );
        assert_eq!(announcement(1000, 2), "SAXPY of 1,000 elements split over 2 devices\n");
        assert_eq!(announcement(0, 1), "SAXPY of 0 elements on one device\n");
        assert_eq!(announcement(1, 1), "SAXPY of 1 element on one device\n");
    }
}
