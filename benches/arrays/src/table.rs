//! The report as a table.

use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

use crate::report::{Cost, GoalResult, Report, Row};
use crate::work::Suite;

/// The report with tables drawn with lines.
pub struct Lines<'a>(pub &'a Report);

const LINE: LineStyle = LineStyle::none().fill('─').junction('─');

const LINES: TableStyle =
    TableStyle::new().top_border(LINE).header_separator(LINE).bottom_border(LINE);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, LINES)
    }
}

fn write(f: &mut fmt::Formatter<'_>, report: &Report, style: TableStyle) -> fmt::Result {
    let Report { device, driver, rounds, .. } = report;
    writeln!(
        f,
        "{} on {device} with a driver of CUDA {driver}, {}.",
        report.suite.title, report.setup.date
    )?;
    let rust = report.setup.rust;
    match &report.python[..] {
        [] => writeln!(f, "{rust}.\n")?,
        python => writeln!(f, "{}. {rust}.\n", python.join(", "))?,
    }
    let bandwidth = |cost: &Cost| Some(format!("{:.1}", cost.gigabytes_a_second?));
    let speed = |cost: &Cost| Some(format!("{:.1}", cost.teraflops?));
    let time = |cost: &Cost| Some(format!("{:.0}", cost.ns));
    let is_rate = |row: &Row| (row.bytes > 0, row.operations > 0);
    type Figure<'a> = &'a dyn Fn(&Cost) -> Option<String>;
    let tables: [((bool, bool), &str, Figure<'_>); 3] = [
        ((true, false), "GB/s", &bandwidth),
        ((false, true), "TFLOP/s", &speed),
        ((false, false), "ns a call", &time),
    ];
    for (kind, unit, figure) in tables {
        let rows: Vec<&Row> = report.rows.iter().filter(|row| is_rate(row) == kind).collect();
        if !rows.is_empty() {
            writeln!(f, "{}\n", table(report.suite, rows, unit, figure, style))?;
        }
    }
    writeln!(f, "Medians of {rounds} rounds in which the ways took turns. By row:\n")?;
    for row in &report.rows {
        writeln!(f, "- {}: {}.", row.work, row.does)?;
    }
    writeln!(f, "\n{} samples were skipped.", report.skipped)?;
    for (way, reason, works) in skipped(report) {
        writeln!(f, "- {way}: {reason} ({})", works.join("; "))?;
    }
    Ok(())
}

/// Returns the skipped versions, the reasons, and the operations.
fn skipped(report: &Report) -> Vec<(&str, &str, Vec<&str>)> {
    let mut reasons: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for row in &report.rows {
        for skipped in &row.skipped {
            let is_same = |(way, reason, _): &(&str, &str, Vec<&str>)| {
                *way == skipped.way && *reason == skipped.reason
            };
            match reasons.iter_mut().find(|entry| is_same(entry)) {
                Some((_, _, works)) => works.push(row.work),
                None => reasons.push((&skipped.way, &skipped.reason, vec![row.work])),
            }
        }
    }
    reasons
}

fn table(
    suite: &Suite,
    rows: Vec<&Row>,
    unit: &str,
    figure: &dyn Fn(&Cost) -> Option<String>,
    style: TableStyle,
) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    let head = [unit]
        .into_iter()
        .chain(suite.ways.iter().map(|(way, _)| *way))
        .chain(["goal", "came out", "met"]);
    table.set_header(head.collect::<Vec<_>>());
    for row in rows {
        let mut cells = vec![row.work.to_owned()];
        cells.extend(
            suite.ways.iter().map(|(way, _)| row.cost(way).and_then(figure).unwrap_or_default()),
        );
        let joined = |text: &dyn Fn(&GoalResult) -> String| {
            let each: Vec<String> = row.goals.iter().map(text).collect();
            each.join("; ")
        };
        let met = |goal: &GoalResult| if goal.is_met { "yes" } else { "no" }.to_owned();
        cells.push(joined(&|goal| goal.goal.clone()));
        cells.push(joined(&|goal| goal.value.to_string()));
        cells.push(joined(&met));
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1).take(suite.ways.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
