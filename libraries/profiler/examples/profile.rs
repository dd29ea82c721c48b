//! Profiles copies and kernels, prints the table, and compares the kernels' times with events.
//!
//! `cargo run --example profile -p cuda-profiler [TRACE.json]` writes the picture for <https://ui.perfetto.dev>, too. Without a
//! GPU it runs on the software device, whose times say nothing about a GPU.

use std::time::{Duration, Instant};

use cuda_driver::{Launch, Stream};
use cuda_profiler::{Activity, Profiler};
use cuda_sim::choice;

const CODE: &str = include_str!("kernels.ptx");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chosen = choice::choose()?;
    if let Some(note) = chosen.note() {
        eprintln!("{note}");
    }
    let driver = chosen.driver()?;
    let profiler = if chosen.is_software() {
        Profiler::from_table(cuda_sim_libraries::cupti::table())
    } else {
        Profiler::load_for(driver)?
    };
    let context = driver.device(0)?.primary_context()?;
    println!(
        "{}, CUPTI {} ({})",
        context.device().name()?,
        profiler.version(),
        profiler.path().map_or("stand-in".into(), |path| path.to_string_lossy()),
    );
    // A GPU needs some thousand rounds for a millisecond; the software device would need a minute.
    let (elements, times) = if chosen.is_software() { (1 << 10, 4) } else { (1 << 20, 2000) };
    let module = context.load_ptx(CODE)?;
    let (count, empty) = (module.function("_Z5countPjj")?, module.function("empty")?);
    let stream = context.stream()?;
    let mut numbers = stream.upload(&vec![0u32; elements])?;
    let launch = Launch::elements(elements, 256);
    // SAFETY: count(unsigned *, unsigned), with a number for each thread.
    unsafe { stream.launch(&count, launch, (&mut numbers, times)) }?; // the first launch loads it

    let (events, trace) = profiler.profile(&context, || -> Result<_, cuda_driver::Error> {
        let mut spans = Vec::new();
        for _ in 0..5 {
            let [before, after] = [context.event()?, context.event()?];
            stream.record(&before)?;
            // SAFETY: as above.
            unsafe { stream.launch(&count, launch, (&mut numbers, times)) }?;
            stream.record(&after)?;
            spans.push((before, after));
        }
        stream.fill(&mut numbers, 0)?;
        let sum: u64 = numbers.to_vec()?.iter().map(|number| u64::from(*number)).sum();
        assert_eq!(sum, 0);
        Ok(spans)
    })?;
    println!("\n{trace}");
    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(path, trace.to_chrome())?;
    }
    println!("kernel        events     profiler   difference");
    for (index, ((before, after), kernel)) in events?.iter().zip(&trace.kernels).enumerate() {
        let (event, kernel) = (before.elapsed(after)?, kernel.time.duration());
        let difference = 100.0 * (kernel.as_secs_f64() / event.as_secs_f64() - 1.0);
        println!("{index:<8} {event:>11.2?} {kernel:>12.2?} {difference:>10.2} %");
    }

    let launches = if chosen.is_software() { 10_000 } else { 1_000_000 };
    let alone = run_empty(&stream, &empty, launches)?;
    let (time, trace) = profiler
        .clone()
        .activities(&[Activity::Kernels])
        .profile(&context, || run_empty(&stream, &empty, launches))?;
    let (recorded, lost) = (trace.kernels.len(), trace.dropped + trace.incomplete);
    println!("\n{launches} empty kernels: {alone:.2?}, {:.2?} when recorded", time?);
    println!("{recorded} records, {lost} lost");
    println!("{:.2?} afterwards, when nothing is recorded", run_empty(&stream, &empty, launches)?);
    Ok(())
}

/// Launches a kernel without work so often, and returns how long all of them take.
fn run_empty(
    stream: &Stream,
    empty: &cuda_driver::Function,
    launches: usize,
) -> Result<Duration, cuda_driver::Error> {
    let start = Instant::now();
    for _ in 0..launches {
        // SAFETY: it has no parameters.
        unsafe { stream.launch(empty, Launch::grid(1).block(1), ()) }?;
    }
    stream.synchronize()?;
    Ok(start.elapsed())
}
