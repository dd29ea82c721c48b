use kuva::plot::{BarPlot, LegendEntry, LegendShape};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;

use crate::launches::{Launches, Operation};
use crate::report::{Report, Row};

/// A plot.
pub struct Picture {
    /// The name of its file, without extension.
    pub name: &'static str,
    pub svg: String,
}

/// The steps of an application in order, and their colors. A program has either the four of the pipeline, or the
/// pipeline as one step.
const STEPS: [(&str, &str, &str); 13] = [
    ("context", "context", "#4e79a7"),
    ("compile", "NVRTC compile, waiting", "#f28e2b"),
    ("load", "module load", "#ffbe7d"),
    ("generate", "generate", "#59a14f"),
    ("allocate", "allocate", "#8cd17d"),
    ("pin", "allocate pinned memory", "#d37295"),
    ("host_to_device", "copy to the device", "#e15759"),
    ("launch", "first launch", "#b6992d"),
    ("pipeline", "copy, compute and check at once", "#b07aa1"),
    ("launches", "launches for the median", "#d4a6c8"),
    ("device_to_host", "copy back", "#ff9d9a"),
    ("check", "check", "#499894"),
    ("free", "free", "#79706e"),
];
const OTHER: &str = "#bab0ac";

/// Returns the pictures that the report has figures for.
pub fn of(report: &Report) -> Vec<Picture> {
    let mut pictures = Vec::new();
    if !report.programs.is_empty() {
        pictures.push(picture("application", application(report)));
    }
    if !report.kernels.is_empty() {
        pictures.push(picture("kernels", kernels(report)));
    }
    if let Some(launches) = &report.launch_cost {
        pictures.push(picture("launches", launch_cost(report, launches)));
    }
    pictures
}

fn picture(name: &'static str, (plot, layout): (Plot, Layout)) -> Picture {
    let svg = kuva::render_to_svg(vec![plot], layout);
    Picture { name, svg }
}

/// Draws the whole application as one bar per program, divided into its steps.
fn application(report: &Report) -> (Plot, Layout) {
    let mut plot = BarPlot::new().with_stacked().with_horizontal(true);
    // The first row is at the top.
    for row in report.programs.iter().rev() {
        plot = plot.with_group(row.program, segments(row));
    }
    let names = STEPS.iter().map(|(_, name, _)| *name);
    let plot = plot.with_legend(names.chain(["start and end of the process"]).collect());
    layout(
        plot.into(),
        format!("SAXPY, {} elements, {}: whole application", report.elements, report.device),
        "milliseconds",
        report.programs.len(),
    )
}

/// Returns the steps with their colors, and the rest of the process.
fn segments(row: &Row) -> Vec<(f64, &'static str)> {
    let time = |step: &str| row.steps.get(step).copied().unwrap_or(0.0);
    let steps = STEPS.iter().map(|(step, _, color)| (time(step), *color));
    let wall = row.figures.get("wall").map_or(0.0, |wall| wall.median);
    let listed: f64 = STEPS.iter().map(|(step, _, _)| time(step)).sum();
    steps.chain([((wall - listed).max(0.0), OTHER)]).collect()
}

/// Draws the bandwidth of each kernel.
fn kernels(report: &Report) -> (Plot, Layout) {
    let mut plot = BarPlot::new().with_horizontal(true);
    for kernel in report.kernels.iter().rev() {
        let color = if kernel.kernel == "copy" { OTHER } else { STEPS[0].2 };
        plot = plot.with_colored_bar(kernel.kernel, kernel.gigabytes_a_second, color);
    }
    layout(
        plot.into(),
        format!(
            "SAXPY kernels compared with a copy, {} elements, {}",
            report.elements, report.device
        ),
        "gigabytes a second",
        report.kernels.len(),
    )
}

/// The versions of calls to draw, from the top down, and their colors.
const WAYS: [(&str, &str); 4] = [
    ("C", OTHER),
    ("cuda-driver", "#4e79a7"),
    ("cudarc", "#f28e2b"),
    ("cudarc, untracked", "#ffbe7d"),
];

/// The smallest visible part of the longest bar.
const VISIBLE: f64 = 0.02;

/// Draws the time of a call in each version, as a group of bars for each operation that all versions have and whose
/// bars are visible.
fn launch_cost(report: &Report, launches: &Launches) -> (Plot, Layout) {
    let measured = launches.ways();
    let ways = WAYS.iter().filter(|(way, _)| measured.contains(way));
    let ways: Vec<_> = ways.copied().collect();
    let groups = launches.rows.iter();
    let groups: Vec<_> =
        groups.filter_map(|row| Some((row.operation.as_str(), bars(row, &ways)?))).collect();
    let lengths = groups.iter().flat_map(|(_, bars)| bars);
    let longest = lengths.map(|(ns, _)| *ns).fold(0.0, f64::max);
    let is_visible = |bars: &[Bar]| bars.iter().all(|(ns, _)| *ns >= longest * VISIBLE);
    let mut plot = BarPlot::new().with_horizontal(true);
    let mut count = 0;
    // The first row is at the top.
    for (name, bars) in groups.into_iter().rev().filter(|(_, bars)| is_visible(bars)) {
        plot = plot.with_group(name, bars);
        count += 1;
    }
    let entries = ways.iter().map(|(way, color)| LegendEntry {
        label: (*way).to_owned(),
        color: (*color).to_owned(),
        shape: LegendShape::Rect,
        dasharray: None,
    });
    let (plot, layout) =
        layout(plot.into(), format!("Host time per call, {}", report.device), "nanoseconds", count);
    (plot, layout.with_legend_entries(entries.collect()))
}

/// A length and a color.
type Bar = (f64, &'static str);

/// Returns the bars of an operation; `None` if a version lacks it, because an empty bar would mean that it costs
/// nothing.
fn bars(row: &Operation, ways: &[(&str, &'static str)]) -> Option<Vec<Bar>> {
    let ways = ways.iter().rev();
    ways.map(|(way, color)| Some((row.cost(way)?.ns, *color))).collect()
}

fn layout(plot: Plot, title: String, unit: &str, bars: usize) -> (Plot, Layout) {
    let plots = [plot];
    let layout = Layout::auto_from_plots(&plots)
        .with_title(title)
        .with_x_label(unit)
        .with_x_tick_format(TickFormat::Integer)
        .with_width(900.0)
        .with_height(150.0 + 50.0 * bars as f64);
    let [plot] = plots;
    (plot, layout)
}
