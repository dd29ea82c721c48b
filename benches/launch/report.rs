use std::fmt;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use cuda_driver::Driver;
use cuda_rust::measured::Setup;
use serde::Serialize;

use crate::calls;
use crate::kernel;
use crate::measure::{self, Comparison, Cost, Effort, Failure, Operation, Row, SUBJECT};
use crate::operations::{self, WrappedObjects};

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
    /// The other packages, and their versions.
    peers: &'static [&'static str],
    rounds: usize,
    rows: Vec<Row>,
}

impl Report {
    /// Measures every operation on the first device of `driver`, if `has_all_calls` also those of [`calls`], after `add_ways` has added the versions of the
    /// `peers`.
    pub fn of(
        driver: Driver,
        effort: &Effort,
        has_all_calls: bool,
        peers: &'static [&'static str],
        add_ways: impl FnOnce(&mut [Operation]) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let device = driver.device(0)?;
        let context = device.primary_context()?;
        let module = context.load_ptx(&kernel::ptx())?;
        let mut operations = operations::all(WrappedObjects::new(context.clone(), &module)?)
            .ok_or_else(|| {
                format!("this needs a driver of 11.2 or newer, this is {}", driver.version())
            })?;
        // The stub lacks most of their functions.
        if has_all_calls {
            operations.extend(calls::all(&context)?);
        }
        add_ways(&mut operations)?;
        Ok(Self {
            setup: Setup::now(),
            device: device.name()?,
            driver: driver.version().to_string(),
            peers,
            rounds: effort.rounds,
            rows: measure::measure(operations, &context, effort)?,
        })
    }

    /// Returns the names of all versions; not every operation has each.
    fn ways(&self) -> Vec<&'static str> {
        let mut ways = Vec::new();
        for cost in self.rows.iter().flat_map(|row| &row.ways) {
            if !ways.contains(&cost.way) {
                ways.push(cost.way);
            }
        }
        ways
    }
}

impl Row {
    fn cost(&self, way: &str) -> Option<&Cost> {
        self.ways.iter().find(|cost| cost.way == way)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2} ns  × {:.2}", self.ns, self.ratio)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Device      {}, driver {}", self.device, self.driver)?;
        writeln!(f, "{}", self.setup)?;
        let ways = self.ways();
        let others = || ways.iter().filter(|way| **way != SUBJECT);
        let over = others().map(|way| format!("over {way}"));
        let names = ways.iter().map(|way| (*way).to_owned()).chain(over);
        let mut table = Table::new();
        table.load_style(STYLE);
        table.set_header(["ns a call".to_owned()].into_iter().chain(names));
        for row in &self.rows {
            let times = ways.iter().map(|way| Some(format!("{:.2}", row.cost(way)?.ns)));
            let over = others().map(|way| {
                let over = row.cost(way)?.cuda_driver_over.as_ref()?;
                Some(over.to_string())
            });
            let cells = times.chain(over);
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
            table.add_row([row.operation.to_owned()].into_iter().chain(cells));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(f, "{table}")
    }
}
