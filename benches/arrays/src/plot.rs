//! The figures as pictures.

use anyhow::{Result, anyhow};
use kuva::plot::{BarPlot, LegendEntry, LegendShape};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;

use crate::report::{Report, Row};
use crate::work::{Group, WAYS};

/// A picture of the report, twice.
pub struct Picture {
    /// The name of its files, without what they end with.
    pub name: &'static str,
    pub svg: String,
    pub png: Vec<u8>,
}

const PICTURES: [(Group, &str, &str, &str); 3] = [
    (
        Group::Host,
        "host",
        "Copies from and to the host",
        "gigabytes a second",
    ),
    (
        Group::Device,
        "device",
        "Copies on the device, of bytes read and written",
        "gigabytes a second",
    ),
    (
        Group::Calls,
        "calls",
        "What a call takes of the host",
        "nanoseconds, on a logarithmic scale",
    ),
];

/// The pictures that the report has figures for.
pub fn of(report: &Report) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for (group, name, title, unit) in PICTURES {
        let rows: Vec<&Row> = report
            .rows
            .iter()
            .filter(|row| row.group == group)
            .collect();
        if rows.is_empty() {
            continue;
        }
        let draw = || draw(report, &rows, title, unit, group == Group::Calls);
        let (plot, layout) = draw();
        let svg = kuva::render_to_svg(vec![plot], layout);
        let (plot, layout) = draw();
        let png = kuva::render_to_raster(vec![plot], layout, 2.0)
            .map_err(|error| anyhow!("drawing {name}.png: {error}"))?;
        pictures.push(Picture { name, svg, png });
    }
    Ok(pictures)
}

/// A group of bars for each row. A way that a row lacks has no bar; the table tells why.
fn draw(report: &Report, rows: &[&Row], title: &str, unit: &str, is_log: bool) -> (Plot, Layout) {
    let ways = WAYS
        .iter()
        .filter(|(way, _)| rows.iter().any(|row| row.cost(way).is_some()));
    let ways: Vec<_> = ways.copied().collect();
    let mut plot = BarPlot::new().with_horizontal(true);
    let mut bars = 0;
    // The first row is the topmost.
    for row in rows.iter().rev() {
        let group = ways.iter().rev().filter_map(|(way, color)| {
            let cost = row.cost(way)?;
            Some((cost.gigabytes_a_second.unwrap_or(cost.ns), *color))
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
        .with_title(format!("{title}, {}", report.device))
        .with_x_label(unit)
        .with_x_tick_format(TickFormat::Integer)
        .with_width(900.0)
        .with_height(150.0 + 18.0 * bars as f64)
        .with_legend_entries(entries.collect());
    if is_log {
        // Bars begin at ten nanoseconds, or there would be no beginning.
        layout = layout.with_log_x().with_x_axis_min(10.0);
    }
    let [plot] = plots;
    (plot, layout)
}
