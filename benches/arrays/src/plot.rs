//! Plots of the figures, as a report's JSON has them.

use std::collections::BTreeMap;

use kuva::plot::{BarPlot, LegendEntry, LegendShape, LinePlot, LineStyle};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use serde::Deserialize;

use crate::work::{Group, Picture, Shows, Suite};

/// A plot.
pub struct Drawing {
    /// The name of its file, without extension.
    pub name: &'static str,
    pub svg: String,
}

/// What is drawn of a report.
#[derive(Deserialize)]
pub struct Figures {
    device: String,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    work: String,
    group: Group,
    ways: Vec<Cost>,
}

#[derive(Deserialize)]
struct Cost {
    way: String,
    ns: f64,
    fastest_ns: f64,
    slowest_ns: f64,
    gigabytes_a_second: Option<f64>,
    teraflops: Option<f64>,
}

/// A version, and its color.
type Way = (&'static str, &'static str);

impl Row {
    fn cost(&self, way: &str) -> Option<&Cost> {
        self.ways.iter().find(|cost| cost.way == way)
    }
}

impl Cost {
    /// Returns the median that a bar shows, and how far the extremes of all rounds are below and above it.
    fn bar(&self, row: &Row, suite: &Suite, shows: Shows) -> Option<(f64, (f64, f64))> {
        let (ns, fastest, slowest) = (self.ns, self.fastest_ns, self.slowest_ns);
        if let Shows::Rate(_) = shows {
            let rate = self.gigabytes_a_second.or(self.teraflops)?;
            return Some((rate, (rate - rate * ns / slowest, rate * ns / fastest - rate)));
        }
        let of_subject = row.cost(suite.subject)?.ns;
        let part = |ns: f64| (ns / of_subject).min(LONGEST);
        Some((part(ns), (part(ns) - part(fastest), part(slowest) - part(ns))))
    }
}

/// Where bars of multiples end, so that small differences are seen.
const LONGEST: f64 = 4.0;

/// Returns the pictures that there are figures for.
pub fn of(suite: &Suite, figures: &Figures) -> Vec<Drawing> {
    let mut drawings = Vec::new();
    for picture in suite.pictures {
        let is_drawn = |row: &&Row| {
            let is_alone = matches!(picture.shows, Shows::Ratio) && row.ways.len() < 2;
            row.group == picture.group && !is_alone
        };
        let rows: Vec<&Row> = figures.rows.iter().filter(is_drawn).collect();
        if rows.is_empty() {
            continue;
        }
        let ways =
            suite.ways.iter().filter(|(way, _)| rows.iter().any(|row| row.cost(way).is_some()));
        let ways: Vec<Way> = ways.copied().collect();
        let (plots, layout) = match picture.shows {
            Shows::Growth => lines(&rows, &ways),
            _ => bars(suite, &rows, &ways, picture),
        };
        let layout = layout.with_title(format!("{}, {}", picture.title, figures.device));
        drawings.push(Drawing { name: picture.name, svg: kuva::render_to_svg(plots, layout) });
    }
    drawings
}

/// Draws a group of bars for each row. Missing bars are explained in the table.
fn bars(suite: &Suite, rows: &[&Row], ways: &[Way], picture: &Picture) -> (Vec<Plot>, Layout) {
    let mut plot = BarPlot::new().with_horizontal(true).with_error_cap_width(0.5);
    let mut errors = Vec::new();
    // The first row is at the top.
    for row in rows.iter().rev() {
        let group = ways.iter().rev().filter_map(|(way, color)| {
            let (length, error) = row.cost(way)?.bar(row, suite, picture.shows)?;
            errors.push(error);
            Some((length, *color))
        });
        let group: Vec<(f64, &str)> = group.collect();
        plot = plot.with_group(row.work.as_str(), group);
    }
    let count = errors.len();
    let plots = vec![Plot::from(plot.with_asymmetric_error(errors))];
    let entries = ways.iter().map(|(way, color)| LegendEntry {
        label: (*way).to_owned(),
        color: (*color).to_owned(),
        shape: LegendShape::Rect,
        dasharray: None,
    });
    let mut layout = Layout::auto_from_plots(&plots)
        .with_width(900.0)
        .with_height(150.0 + 18.0 * count as f64)
        .with_legend_entries(entries.collect());
    layout = match picture.shows {
        Shows::Rate(unit) => layout.with_x_label(unit).with_x_tick_format(TickFormat::Integer),
        _ => layout
            .with_x_label(format!(
                "time, as a multiple of {}'s; bars that reach {LONGEST} are longer",
                suite.subject
            ))
            .with_x_axis_max(LONGEST)
            .with_x_tick_step(0.5),
    };
    (plots, layout)
}

/// Draws the times of operations whose names have a number, such as `launch, 16 threads`, over that number.
fn lines(rows: &[&Row], ways: &[Way]) -> (Vec<Plot>, Layout) {
    let mut series: BTreeMap<(String, usize), Vec<(f64, f64)>> = BTreeMap::new();
    for row in rows {
        let Some((name, number)) = numbered(&row.work) else { continue };
        for (index, (way, _)) in ways.iter().enumerate() {
            if let Some(cost) = row.cost(way) {
                series.entry((name.clone(), index)).or_default().push((number, cost.ns));
            }
        }
    }
    let styles = [LineStyle::Solid, LineStyle::Dashed, LineStyle::Dotted, LineStyle::DashDot];
    let mut names: Vec<&str> = series.keys().map(|(name, _)| name.as_str()).collect();
    names.dedup();
    let line = |((name, way), points): (&(String, usize), &Vec<(f64, f64)>)| {
        let (way, color) = ways[*way];
        let style = names.iter().position(|other| other == name).unwrap_or_default() % styles.len();
        let legend = format!("{name}: {way}");
        let line = LinePlot::new().with_data(points.clone()).with_color(color);
        Plot::from(line.with_line_style(styles[style].clone()).with_legend(legend))
    };
    let plots: Vec<Plot> = series.iter().map(line).collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label("how many")
        .with_y_label("nanoseconds")
        .with_log_scale()
        .with_width(900.0)
        .with_height(500.0);
    (plots, layout)
}

/// Divides `launch, 16 threads` into `launch, thread` and 16.
fn numbered(work: &str) -> Option<(String, f64)> {
    let words: Vec<&str> = work.split(' ').collect();
    let number = |word: &str| word.replace(',', "").parse::<f64>().ok();
    let (at, number) = words.iter().enumerate().find_map(|(at, word)| Some((at, number(word)?)))?;
    let noun = words.get(at + 1).map(|noun| noun.trim_end_matches('s'));
    let name: Vec<&str> = words[..at].iter().copied().chain(noun).collect();
    Some((name.join(" ").trim_end_matches(',').to_owned(), number))
}
