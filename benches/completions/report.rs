use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use cuda_driver::Driver;
use cuda_rust::measured::Setup;
use serde::Serialize;

use crate::{Effort, Failure, awaiting, pending};

/// A rule below the header, and none between the rows.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// The figures, and how they were measured.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    setup: Setup,
    device: String,
    driver: String,
    awaiting: Vec<awaiting::AwaitTime>,
    pending: Vec<pending::PendingCost>,
}

impl Report {
    pub fn of(driver: Driver, effort: &Effort) -> Result<Self, Failure> {
        let device = driver.device(0)?;
        let context = device.primary_context()?;
        Ok(Self {
            setup: Setup::now(),
            device: device.name()?,
            driver: driver.version().to_string(),
            awaiting: awaiting::measure(&context, effort)?,
            pending: pending::measure(&context, effort)?,
        })
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{share:.2}"))
}

fn table<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(header);
    rows.for_each(|row| _ = table.add_row(row));
    for column in table.column_iter_mut().filter(|column| column.index != 1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Device      {}, driver {}", self.device, self.driver)?;
        writeln!(f, "{}", self.setup)?;
        let rows = self.awaiting.iter().map(|row| {
            [
                row.kernel_us.to_string(),
                row.way.to_owned(),
                format!("{:.1}", row.us),
                format!("{:.1}", row.us_90),
                percent(row.processor_percent),
            ]
        });
        let header = ["kernel, µs", "launched and awaited with", "µs", "µs, 90 %", "% of a core"];
        writeln!(f, "{}", table(header, rows))?;
        let rows = self.pending.iter().map(|row| {
            [
                row.futures.to_string(),
                format!("on {} streams", row.streams),
                format!("{:.0}", row.ns_to_wait),
                percent(row.processor_percent),
                format!("{:.2}", row.ms_to_wake),
            ]
        });
        let header = ["pending", "", "ns to wait", "% of a core", "ms to wake all"];
        write!(f, "{}", table(header, rows))
    }
}
