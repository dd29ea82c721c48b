//! Queries 1, 3 and 6 of TPC-H by DataFusion: on the host, on the device of tables in host memory, and of tables in device memory.
//!
//! `tpch [ROWS]`: of so many rows of `lineitem`, which are made here, with prices as `double`.

#[allow(dead_code, reason = "the results are compared with DataFusion's")]
#[path = "../../cuda-arrow/examples/tpch/order_tables.rs"]
mod order_tables;

use std::error::Error;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use cuda_arrow::{DeviceRecordBatch, MemoryManager};
use cuda_datafusion::{DeviceTable, OnDevice};
use datafusion::arrow::array::{Array, Float64Array, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::execution::SessionStateBuilder;
use datafusion::physical_plan::displayable;
use datafusion::prelude::{SessionConfig, SessionContext};

const TABLES: [&str; 3] = ["lineitem", "orders", "customer"];

const QUERIES: [(&str, &str); 3] = [
    (
        "query 1",
        "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
           sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
           avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
         FROM lineitem WHERE l_shipdate <= DATE '1998-09-02'
         GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus",
    ),
    (
        "query 3",
        "SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate, o_shippriority
         FROM customer, orders, lineitem
         WHERE c_mktsegment = 'BUILDING' AND c_custkey = o_custkey AND l_orderkey = o_orderkey
           AND o_orderdate < DATE '1995-03-15' AND l_shipdate > DATE '1995-03-15'
         GROUP BY l_orderkey, o_orderdate, o_shippriority
         ORDER BY revenue DESC, o_orderdate LIMIT 10",
    ),
    (
        "query 6",
        "SELECT sum(l_extendedprice * l_discount) AS revenue FROM lineitem
         WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'
           AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24",
    ),
];

/// Returns the tables in device memory.
fn tables(manager: &MemoryManager) -> Result<[DeviceRecordBatch; 3], Box<dyn Error>> {
    let rows = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    let tables = order_tables::OrderTables::new(rows);
    let upload = |batch| manager.upload(&batch);
    Ok([upload(tables.line_item()?)?, upload(tables.orders()?)?, upload(tables.customer()?)?])
}

fn session(manager: Option<&MemoryManager>) -> SessionContext {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let mut builder = SessionStateBuilder::new_with_default_features()
        .with_config(SessionConfig::new().with_target_partitions(threads));
    if let Some(manager) = manager {
        let rules = OnDevice::new(manager).among_rules();
        builder = builder.with_physical_optimizer_rules(rules);
    }
    SessionContext::new_with_state(builder.build())
}

/// Returns a table's batches in as many parts as there are processors.
async fn in_host_memory(session: &SessionContext, name: &str) -> Result<MemTable, Box<dyn Error>> {
    let threads = session.copied_config().target_partitions();
    let mut parts = vec![Vec::new(); threads];
    let batches = session.table(name).await?.collect().await?;
    let schema = batches[0].schema();
    for (at, batch) in batches.into_iter().enumerate() {
        parts[at % threads].push(batch);
    }
    Ok(MemTable::try_new(schema, parts)?)
}

/// Compares results: floats may differ in their last digits.
fn check(found: &[RecordBatch], expected: &[RecordBatch]) -> Result<(), Box<dyn Error>> {
    let (found, expected) = (&found[0], &expected[0]);
    let columns = found.columns().iter().zip(expected.columns());
    let is_same = columns.clone().all(|(a, b)| {
        if a.data_type() != &DataType::Float64 {
            return cast(a, b.data_type()).is_ok_and(|a| a.as_ref() == b.as_ref());
        }
        let numbers = |array: &dyn Array| array.as_any().downcast_ref::<Float64Array>().cloned();
        let (a, b) = (numbers(a), numbers(b));
        let pairs = a.iter().flatten().zip(b.iter().flatten());
        pairs.clone().count() > 0
            && pairs.flat_map(|(a, b)| a.zip(b)).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs())
    });
    if is_same && columns.len() > 0 && found.num_rows() == expected.num_rows() {
        Ok(())
    } else {
        Err(format!("found {found:?}, and on the host {expected:?}").into())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    let tables = tables(&manager)?;
    let rows = tables[0].num_rows();
    let there = session(Some(&manager));
    let (host, device) = (session(None), session(Some(&manager)));
    for (name, table) in TABLES.iter().zip(&tables) {
        there.register_table(*name, Arc::new(DeviceTable::new(table)?))?;
        let table = Arc::new(in_host_memory(&there, name).await?);
        host.register_table(*name, table.clone())?;
        device.register_table(*name, table)?;
    }
    println!("{}: {rows} rows of lineitem", manager.device().name()?);
    for (name, query) in QUERIES {
        let mut expected = Vec::new();
        for (place, session) in [
            ("on the host", &host),
            ("on the device, of tables in host memory", &device),
            ("on the device, of tables there", &there),
        ] {
            // The first time, kernels are compiled.
            let runs = if rows > 20_000 { 6 } else { 1 };
            let mut times = Vec::new();
            let mut batches = Vec::new();
            for _ in 0..runs {
                let begin = Instant::now();
                batches = session.sql(query).await?.collect().await?;
                times.push(begin.elapsed().as_secs_f64() * 1e3);
            }
            let least = times.iter().copied().fold(f64::INFINITY, f64::min);
            println!("{name}, {place}: {least:.2} ms, and {:.0} ms at first", times[0]);
            if expected.is_empty() {
                println!("{}", pretty_format_batches(&batches)?);
                expected = batches;
            } else {
                check(&batches, &expected)?;
            }
        }
        let plan = there.sql(query).await?.create_physical_plan().await?;
        println!("{}", displayable(plan.as_ref()).indent(false));
    }
    println!("the results on the device are those on the host");
    Ok(())
}
