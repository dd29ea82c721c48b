use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use cuda_driver::Driver;
use cuda_rust::measured::{Setup, rounded};
use serde::Serialize;

use crate::measure::{Comparison, Row};

/// A line below the header, none between the rows.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// The figures, and what they were measured with.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    setup: Setup,
    device: String,
    driver: String,
    cuda_driver: &'static str,
    rows: Vec<Figures>,
}

/// Times are nanoseconds a call.
#[derive(Serialize)]
struct Figures {
    operation: &'static str,
    calls_a_round: u64,
    c_ns: Option<f64>,
    raw_ns: f64,
    cuda_driver_ns: f64,
    over_c: Option<Over>,
    over_raw: Over,
}

#[derive(Serialize)]
struct Over {
    ns: f64,
    ratio: f64,
}

impl Report {
    pub fn new(device: String, driver: Driver, rows: &[Row]) -> Self {
        Self {
            setup: Setup::now(),
            device,
            driver: driver.version().to_string(),
            cuda_driver: env!("CARGO_PKG_VERSION"),
            rows: rows.iter().map(Figures::of).collect(),
        }
    }
}

impl Figures {
    fn of(row: &Row) -> Self {
        Self {
            operation: row.operation,
            calls_a_round: row.calls,
            c_ns: row.c.map(rounded),
            raw_ns: rounded(row.raw),
            cuda_driver_ns: rounded(row.cuda_driver),
            over_c: row.to_c.as_ref().map(Over::of),
            over_raw: Over::of(&row.to_raw),
        }
    }
}

impl Over {
    fn of(comparison: &Comparison) -> Self {
        Self {
            ns: rounded(comparison.more),
            ratio: rounded(comparison.ratio),
        }
    }
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2} ns  × {:.2}", self.ns, self.ratio)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Device      {}, driver {}", self.device, self.driver)?;
        writeln!(f, "{}", self.setup)?;
        let mut table = Table::new();
        table.load_style(STYLE);
        table.set_header([
            "ns a call",
            "C",
            "Rust, raw",
            "cuda-driver",
            "over C",
            "over raw",
        ]);
        let unknown = || "–".to_owned();
        for row in &self.rows {
            table.add_row([
                row.operation.to_owned(),
                row.c_ns.map_or_else(unknown, |time| format!("{time:.2}")),
                format!("{:.2}", row.raw_ns),
                format!("{:.2}", row.cuda_driver_ns),
                row.over_c.as_ref().map_or_else(unknown, Over::to_string),
                row.over_raw.to_string(),
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(f, "{table}")
    }
}
