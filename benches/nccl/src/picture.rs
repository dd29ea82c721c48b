//! Line plots.

use std::sync::Arc;

use kuva::plot::LinePlot;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;

/// A plot.
pub struct Picture {
    /// The name of its file, without the extension.
    pub name: String,
    pub svg: String,
}

/// The data of a plot.
pub struct Lines<'a> {
    pub name: &'a str,
    pub title: String,
    pub x: &'a str,
    pub y: &'a str,
    /// How numbers on the horizontal axis are written.
    pub tick: fn(f64) -> String,
    /// The lines by name, each with its points from left to right.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

const COLORS: [&str; 4] = ["#4e79a7", "#bab0ac", "#f28e2b", "#59a14f"];

pub fn draw(chart: &Lines<'_>) -> Picture {
    let (plots, layout) = plot(chart);
    Picture { name: chart.name.to_owned(), svg: kuva::render_to_svg(plots, layout) }
}

fn plot(chart: &Lines<'_>) -> (Vec<Plot>, Layout) {
    let lines = chart.lines.iter().zip(COLORS.iter().cycle());
    let plots: Vec<Plot> = lines
        .map(|((name, points), color)| {
            LinePlot::new()
                .with_data(points.iter().copied())
                .with_color(*color)
                .with_stroke_width(2.0)
                .with_legend(name.as_str())
                .into()
        })
        .collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_title(chart.title.clone())
        .with_x_label(chart.x)
        .with_y_label(chart.y)
        .with_x_tick_format(TickFormat::Custom(Arc::new(chart.tick)))
        .with_width(900.0)
        .with_height(500.0);
    (plots, layout)
}
