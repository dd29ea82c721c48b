//! The report as a table: on a terminal, and as Markdown.

use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};

use crate::launches::{Launches, SUBJECT};
use crate::program::KERNELS;
use crate::report::{Figure, Kernel, MEASURES, Measure, Report, Row};

/// The report with tables drawn with lines.
pub struct Terminal<'a>(pub &'a Report);

/// The report with Markdown tables.
pub struct Markdown<'a>(pub &'a Report);

const LINE: LineStyle = LineStyle::none().fill('─').junction('─');

/// Rules above and below, but not between the many rows.
const LINES: TableStyle =
    TableStyle::new().top_border(LINE).header_separator(LINE).bottom_border(LINE);

impl fmt::Display for Terminal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, LINES)
    }
}

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, presets::ASCII_MARKDOWN)
    }
}

fn write(f: &mut fmt::Formatter<'_>, report: &Report, style: TableStyle) -> fmt::Result {
    writeln!(
        f,
        "SAXPY of {} elements on {} with a driver of CUDA {}, {}.",
        report.elements, report.device, report.driver, report.date
    )?;
    let file = |library: &Option<String>| library.clone().unwrap_or_else(|| "unknown".to_owned());
    let (driver, nvrtc) = (file(&report.driver_library), file(&report.nvrtc_library));
    writeln!(f, "Driver {driver}, NVRTC {nvrtc}.")?;
    writeln!(
        f,
        "{}, {} cores. {}.\n",
        report.processor.as_deref().unwrap_or("Unknown processor"),
        report.cores,
        report.compilers.join("; ")
    )?;
    if !report.programs.is_empty() {
        writeln!(f, "{}\n", application(report, style))?;
        writeln!(
            f,
            "Medians of {} rounds in which the programs took turns, each a whole process, after one that isn't \
             counted and fills the driver's cache of what it compiles from PTX; in brackets the fastest and the \
             slowest. The kernel's time is the median of {} launches, each between two events and behind another launch, \
             so that the device doesn't wait for the host. Lines of source are without comments and without what all \
             programs have alike: the input, the check and the figures.\n",
            report.rounds, report.launches
        )?;
        for row in &report.programs {
            writeln!(f, "- {} ({}): {}.", row.program, row.compiler, row.does)?;
        }
        writeln!(f)?;
    }
    if !report.kernels.is_empty() {
        writeln!(f, "{}\n", kernels(&report.kernels, style))?;
        writeln!(
            f,
            "In turns, in one process a round, each behind another of its kind; {}. SAXPY moves twelve bytes an \
             element, and a copy eight.\n",
            KERNELS.does
        )?;
    }
    if let Some(launches) = &report.launch_cost {
        writeln!(f, "{}\n", launch_cost(launches, style))?;
        writeln!(
            f,
            "Host time per call in nanoseconds, medians of {} rounds in one process, in which the ways took turns: \
             {SUBJECT}, C at -O2 ({}) and Rust through the same pointers of the driver, {} with a stream of its own. \
             {SUBJECT} ÷ another is the median of what came out round by round.\n",
            launches.rounds,
            launches.c.as_deref().unwrap_or("there was no compiler"),
            launches.peers.join(", ")
        )?;
    }
    for absent in &report.missing {
        writeln!(
            f,
            "- Without {}: {}. To have it: {}.",
            absent.program,
            absent.reason.trim_end_matches('.'),
            absent.help
        )?;
    }
    Ok(())
}

fn table(style: TableStyle, header: impl Iterator<Item = String>, rows: Vec<Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_header(header).add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn application(report: &Report, style: TableStyle) -> Table {
    let rows = report.programs.as_slice();
    let mut lines = Vec::new();
    for measure in &MEASURES {
        let cell = |row: &Row| row.figures.get(measure.key).map_or_else(String::new, spread);
        let title = format!("{}, {}", measure.title, measure.unit);
        lines.push(line(title, rows, cell));
        if ["kernel", "wall"].contains(&measure.key)
            && let Some(title) = over_first(measure, rows)
        {
            lines.push(line(title, rows, |row| percent(row, measure)));
        }
    }
    lines.push(line("lines of source".to_owned(), rows, |row| row.lines_of_source.to_string()));
    let header = [String::new()].into_iter();
    let names = rows.iter().map(|row| row.program.to_owned());
    table(style, header.chain(names), lines)
}

fn line(title: String, rows: &[Row], cell: impl Fn(&Row) -> String) -> Vec<String> {
    [title].into_iter().chain(rows.iter().map(cell)).collect()
}

fn over_first(measure: &Measure, rows: &[Row]) -> Option<String> {
    let first = rows.first().filter(|_| rows.len() > 1)?;
    first.figures.get(measure.key)?;
    Some(format!("… over {}, round by round", first.program))
}

fn percent(row: &Row, measure: &Measure) -> String {
    let figure = row.figures.get(measure.key);
    let ratio = figure.and_then(|figure| figure.over_first);
    ratio.map_or_else(String::new, |ratio| format!("{:+.2} %", (ratio - 1.0) * 1e2))
}

fn kernels(kernels: &[Kernel], style: TableStyle) -> Table {
    let header = ["kernel", "µs", "GB/s", "of the copy"].map(str::to_owned);
    let rows = kernels.iter().map(|kernel| {
        vec![
            kernel.kernel.to_owned(),
            spread(&kernel.microseconds),
            format!("{:.0}", kernel.gigabytes_a_second),
            format!("{:.1} %", kernel.share_of_copy * 1e2),
        ]
    });
    table(style, header.into_iter(), rows.collect())
}

fn launch_cost(launches: &Launches, style: TableStyle) -> Table {
    let others = || launches.ways().into_iter().filter(|way| *way != SUBJECT);
    let first = ["ns a call", SUBJECT, "million a second"].map(str::to_owned);
    let rest = others().flat_map(|way| [way.to_owned(), format!("÷ {way}")]);
    let rows = launches.rows.iter().map(|row| {
        let ns = |way| Some(format!("{:.1}", row.cost(way)?.ns));
        let a_second = |way| Some(format!("{:.2}", row.cost(way)?.calls_a_second / 1e6));
        let over = |way| {
            let over = row.cost(way)?.cuda_driver_over.as_ref()?;
            Some(format!("{:.3}", over.ratio))
        };
        let rest = others().flat_map(|way| [ns(way), over(way)]);
        let figures = [ns(SUBJECT), a_second(SUBJECT)].into_iter().chain(rest);
        let cells = figures.map(Option::unwrap_or_default);
        [row.operation.clone()].into_iter().chain(cells).collect()
    });
    table(style, first.into_iter().chain(rest), rows.collect())
}

/// Returns the median, and in brackets the fastest and the slowest.
fn spread(figure: &Figure) -> String {
    let Figure { median, fastest, slowest, .. } = figure;
    let digits = if *median < 10.0 { 2 } else { 1 };
    format!("{median:.digits$} ({fastest:.digits$}–{slowest:.digits$})")
}
