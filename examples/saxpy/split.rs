//! SAXPY split over several devices: each has a part of the vectors, and a thread of its own that launches.

use std::error::Error;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use cuda_driver::{Device, Driver, Launch};
use nvrtc::Nvrtc;

use saxpy_arguments::{Arguments, Devices};

use crate::report::{self, median};
use crate::{Check, check, compile, fits, generate, milliseconds, reserve};

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What one device did.
struct Part {
    name: String,
    elements: usize,
    /// Of a launch, in milliseconds.
    median: f32,
    check: Check,
}

/// Runs the example on all of `devices`; the number of wrong elements.
pub fn run(
    arguments: &Arguments,
    driver: Driver,
    devices: Devices,
) -> Result<usize, Box<dyn Error>> {
    let mut chosen = driver.devices()?;
    if let Devices::First(count) = devices {
        if count > chosen.len() {
            return Err(
                format!("{count} devices are wanted, and there are {}", chosen.len()).into(),
            );
        }
        chosen.truncate(count);
    }
    for device in &chosen {
        fits(
            arguments.size.div_ceil(chosen.len()),
            device.total_memory()?,
        )?;
    }
    let [mut x, mut y, _] = reserve(arguments.size)?;
    generate(arguments, &mut x, &mut y);
    let share = arguments.size.div_ceil(chosen.len()).max(1);
    let begin = Barrier::new(chosen.len());
    let results: Vec<Anything<(Part, f32)>> = thread::scope(|scope| {
        let threads: Vec<_> = chosen
            .iter()
            .enumerate()
            .map(|(index, device)| {
                let start = (index * share).min(arguments.size);
                let end = (start + share).min(arguments.size);
                let (x, y, begin) = (&x[start..end], &y[start..end], &begin);
                scope.spawn(move || part(arguments, *device, x, y, begin))
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|it| it.unwrap_or_else(|_| Err("a thread panicked".into())))
            .collect()
    });
    let parts = results
        .into_iter()
        .collect::<Anything<Vec<_>>>()
        .map_err(|error| -> Box<dyn Error> { error })?;
    print(&parts, arguments.size)?;
    if arguments.line {
        let per_second = arguments.size as f64 / f64::from(slowest(&parts)) * 1e3;
        report::print(&format!(
            "{{\"gpus\": {}, \"per_second\": {per_second}}}\n",
            parts.len()
        ))?;
    }
    Ok(parts.iter().map(|(part, _)| part.check.wrong).sum())
}

/// One device's part; and how long all of its launches took, begun when every device was ready.
fn part(
    arguments: &Arguments,
    device: Device,
    x: &[f32],
    y: &[f32],
    begin: &Barrier,
) -> Anything<(Part, f32)> {
    let a = 2.0_f32;
    let prepared = || -> Anything<_> {
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
    // Those that failed come, too, for the others wait.
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
    let part = Part {
        name: device.name()?,
        elements: x.len(),
        median: median(&times),
        check: check(a, x, y, &found, arguments.fmad),
    };
    Ok((part, all / iterations as f32))
}

/// How long a launch on all devices takes, in milliseconds: all are done when the slowest is.
fn slowest(parts: &[(Part, f32)]) -> f32 {
    parts.iter().map(|(_, each)| *each).fold(0.0, f32::max)
}

fn print(parts: &[(Part, f32)], elements: usize) -> Result<(), report::PrintError> {
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
