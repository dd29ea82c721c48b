//! Plots of the figures.

use kuva::plot::{BarPlot, LegendEntry, LegendShape};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;

use crate::report::{Report, Row};
use crate::work::Picture;

/// A plot.
pub struct Drawing {
    /// The name of its file, without extension.
    pub name: &'static str,
    pub svg: String,
}

/// Returns the pictures that the report has figures for.
pub fn of(report: &Report) -> Vec<Drawing> {
    let mut drawings = Vec::new();
    for picture in report.suite.pictures {
        let is_there = |row: &&Row| row.group == picture.group;
        let rows: Vec<&Row> = report.rows.iter().filter(is_there).collect();
        if rows.is_empty() {
            continue;
        }
        let (plot, layout) = draw(report, &rows, picture);
        let svg = kuva::render_to_svg(vec![plot], layout);
        let name = picture.name;
        drawings.push(Drawing { name, svg });
    }
    drawings
}

/// Draws a group of bars for each row. Missing bars are explained in the table.
fn draw(report: &Report, rows: &[&Row], picture: &Picture) -> (Plot, Layout) {
    let ways =
        report.suite.ways.iter().filter(|(way, _)| rows.iter().any(|row| row.cost(way).is_some()));
    let ways: Vec<_> = ways.copied().collect();
    let mut plot = BarPlot::new().with_horizontal(true);
    let mut bars = 0;
    // The first row is at the top.
    for row in rows.iter().rev() {
        let group = ways.iter().rev().filter_map(|(way, color)| {
            let cost = row.cost(way)?;
            let rate = cost.gigabytes_a_second.or(cost.teraflops);
            Some((rate.unwrap_or(cost.ns), *color))
        });
        let group: Vec<(f64, &str)> = group.collect();
        bars += group.len();
        plot = plot.with_group(row.work, group);
    }
    let entries = ways.iter().map(|(way, color)| LegendEntry {
        label: (*way).to_owned(),
        color: (*color).to_owned(),
        shape: LegendShape::Rect,
        dasharray: None,
    });
    let plots = [Plot::from(plot)];
    let mut layout = Layout::auto_from_plots(&plots)
        .with_title(format!("{}, {}", picture.title, report.device))
        .with_x_label(picture.unit)
        .with_x_tick_format(TickFormat::Integer)
        .with_width(900.0)
        .with_height(150.0 + 18.0 * bars as f64)
        .with_legend_entries(entries.collect());
    // A logarithmic scale needs a start.
    if let Some(least) = picture.log_from {
        layout = layout.with_log_x().with_x_axis_min(least);
    }
    let [plot] = plots;
    (plot, layout)
}
