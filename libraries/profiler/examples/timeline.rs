//! Two streams and a graph, and a picture of when they did what.
//!
//! `cargo run --release --example timeline -p cuda-profiler DIR` writes `DIR/timeline.svg`, and `DIR/trace.json` for
//! <https://ui.perfetto.dev>. Without a GPU it runs on the software device, whose times say nothing about a GPU.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use cuda_driver::graph::GraphExec;
use cuda_driver::{Context, DeviceBuffer, Function, Launch, PinnedBuffer, Stream};
use cuda_profiler::{CopyKind, Place, Profiler, Span, Trace};
use cuda_sim::choice;

const CODE: &str = include_str!("kernels.ptx");

/// Numbers that are copied to the device, counted, and copied back.
struct CountedPiece {
    source: PinnedBuffer<u32>,
    memory: DeviceBuffer<u32>,
    target: PinnedBuffer<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("expected a folder")?);
    let chosen = choice::choose()?;
    if let Some(note) = chosen.note() {
        eprintln!("{note}");
    }
    let driver = chosen.driver()?;
    let (profiler, elements, rounds) = if chosen.is_software() {
        let table = cuda_sim_libraries::cupti::table();
        (Profiler::from_table(table), 1 << 10, 4)
    } else {
        (Profiler::load_for(driver)?, 1 << 18, 100)
    };
    let context = driver.device(0)?.primary_context()?;
    let streams = [context.stream()?, context.stream()?];
    let count = context.load_ptx(CODE)?.function("_Z5countPjj")?;
    let mut pieces = Vec::new();
    for index in 0..6 {
        pieces.push(CountedPiece {
            source: context.pinned(elements)?,
            memory: streams[index % 2].alloc(elements)?,
            target: context.pinned(elements)?,
        });
    }
    let graph = graph(&context, &streams[0], &count, rounds)?;
    // The first run loads the kernel, and makes what is kept for later.
    run(&streams, &count, &graph, &mut pieces, rounds)?;
    let (result, trace) =
        profiler.profile(&context, || run(&streams, &count, &graph, &mut pieces, rounds))?;
    result?;
    let right = |piece: &CountedPiece| piece.target.iter().all(|element| *element == rounds);
    if !pieces.iter().all(right) {
        return Err("the kernels counted wrongly".into());
    }
    println!("{trace}");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("trace.json"), trace.to_chrome())?;
    let title = format!("Two streams and a graph on {}", context.device().name()?);
    std::fs::write(folder.join("timeline.svg"), picture(&title, &trace)?)?;
    Ok(())
}

/// Records a kernel, two kernels side by side, and one that waits for both.
fn graph(
    context: &Context,
    stream: &Stream,
    count: &Function,
    rounds: u32,
) -> Result<GraphExec, Box<dyn Error>> {
    // Few enough for both kernels to fit on a GPU.
    const ELEMENTS: usize = 1 << 10;
    let numbers = || stream.upload(&[0u32; ELEMENTS]).map(Arc::new);
    let (a, b) = (numbers()?, numbers()?);
    let mut capture = context.capture()?;
    let launch = Launch::elements(ELEMENTS, 256);
    // SAFETY: count(unsigned *, unsigned), with a number for each thread; the graph keeps the memory, which nothing else uses.
    unsafe {
        capture.launch(count, launch, (&*a, rounds))?;
        let branch = capture.branch()?;
        branch.launch(count, launch, (&*b, rounds))?;
        capture.launch(count, launch, (&*a, 2 * rounds))?;
        capture.join(branch)?;
        capture.launch(count, launch, (&*b, rounds))?;
    }
    capture.keep((a, b, count.clone()));
    Ok(capture.finish()?.instantiate()?)
}

/// Counts pieces on both streams in turns, then launches the graph on each.
fn run(
    streams: &[Stream; 2],
    count: &Function,
    graph: &GraphExec,
    pieces: &mut Vec<CountedPiece>,
    rounds: u32,
) -> Result<(), Box<dyn Error>> {
    let mut copies = Vec::new();
    for (piece, stream) in pieces.drain(..).zip(streams.iter().cycle()) {
        let mut memory = piece.memory;
        let upload = stream.upload_owned(piece.source, &mut memory)?;
        let launch = Launch::elements(memory.len(), 256);
        // SAFETY: count(unsigned *, unsigned), with a number for each thread.
        unsafe { stream.launch(count, launch, (&mut memory, rounds)) }?;
        let download = stream.download_owned(&memory, piece.target)?;
        copies.push((upload, memory, download));
    }
    for stream in streams {
        // SAFETY: as recorded.
        unsafe { graph.launch(stream) }?;
    }
    for (upload, memory, download) in copies {
        pieces.push(CountedPiece { source: upload.wait()?, memory, target: download.wait()? });
    }
    Ok(())
}

/// What the picture shows of a kernel, a copy or a fill.
struct Work<'a> {
    place: Place,
    time: Span,
    color: &'a str,
    text: String,
}

fn work(trace: &Trace) -> Vec<Work<'_>> {
    let work = |place, time, color, text| Work { place, time, color, text };
    let mut nodes: Vec<u64> =
        trace.kernels.iter().filter_map(|kernel| kernel.place.graph_node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut all = Vec::new();
    for kernel in &trace.kernels {
        let node = kernel.place.graph_node.and_then(|id| nodes.binary_search(&id).ok());
        all.push(match node {
            Some(node) => work(kernel.place, kernel.time, "#f28e2b", format!("node {node}")),
            None => work(kernel.place, kernel.time, "#ffbe7d", kernel.name.to_string()),
        });
    }
    for copy in &trace.copies {
        let color = match copy.kind {
            CopyKind::HostToDevice => "#a0cbe8",
            _ => "#8cd17d",
        };
        all.push(work(copy.place, copy.time, color, format!("copy {}", copy.kind)));
    }
    for fill in &trace.fills {
        all.push(work(fill.place, fill.time, "#bab0ac", "fill".to_owned()));
    }
    all.sort_by_key(|work| work.time.start);
    all
}

/// Returns a row for each stream, with a box for each kernel, copy and fill; boxes of one stream that overlap are below one
/// another.
fn picture(title: &str, trace: &Trace) -> Result<String, std::fmt::Error> {
    let (left, width, lane, top) = (90.0, 800.0, 26.0, 40.0);
    let work = work(trace);
    let start = work.iter().map(|work| work.time.start).min().unwrap_or(0);
    let end = work.iter().map(|work| work.time.end).max().unwrap_or(0);
    let micros = |time: u64| (time - start) as f64 / 1e3;
    let scale = width / micros(end).max(1e-3);
    // The end of each lane of each stream.
    let mut rows: BTreeMap<(u32, u32), Vec<u64>> = BTreeMap::new();
    let mut placed = Vec::new();
    for work in &work {
        let row = (work.place.device, work.place.stream);
        let lanes = rows.entry(row).or_default();
        let free = lanes.iter().position(|end| *end <= work.time.start);
        let at = free.unwrap_or(lanes.len());
        lanes.resize(lanes.len().max(at + 1), 0);
        lanes[at] = work.time.end;
        placed.push((row, at, work));
    }
    let mut y = top;
    let mut tops = BTreeMap::new();
    for (row, lanes) in &rows {
        tops.insert(*row, y);
        y += lane * lanes.len() as f64 + 10.0;
    }
    let (bottom, right) = (y, left + width);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{left}\" y=\"22\" font-size=\"14\">{title}</text>\n",
        right + 30.0,
        bottom + 30.0
    );
    // Every 1, 2 or 5 times a power of ten, at most ten times.
    let tenth = 10f64.powf((micros(end).max(1e-3) / 10.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * tenth);
    let step = steps.into_iter().find(|step| step * 10.0 >= micros(end));
    let step = step.unwrap_or(tenth);
    for tick in 0..=(micros(end) / step) as u32 {
        let time = step * f64::from(tick);
        let x = left + scale * time;
        writeln!(
            svg,
            "<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#dddddd\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{time:.0} µs</text>",
            bottom + 18.0
        )?;
    }
    for ((_, stream), y) in &tops {
        writeln!(svg, "<text x=\"10\" y=\"{}\">stream {stream}</text>", y + 16.0)?;
    }
    for (row, at, work) in placed {
        let (x, y) = (left + scale * micros(work.time.start), tops[&row] + lane * at as f64);
        let wide = scale * (micros(work.time.end) - micros(work.time.start));
        let text = work.text.replace('<', "&lt;");
        writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{:.2}\" height=\"{}\" fill=\"{}\"><title>{text}, {:?}</title></rect>",
            wide.max(0.5),
            lane - 4.0,
            work.color,
            work.time.duration()
        )?;
        // A letter is some 6 wide.
        let fitting: String = text.chars().take((wide / 6.0) as usize).collect();
        if fitting == text || fitting.len() > 3 {
            writeln!(svg, "<text x=\"{:.2}\" y=\"{}\">{fitting}</text>", x + 2.0, y + 15.0)?;
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
