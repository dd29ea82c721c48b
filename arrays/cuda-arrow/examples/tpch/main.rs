//! Queries 1, 3 and 6 of TPC-H on the device, by expressions.
//!
//! `tpch [FOLDER]`: of `lineitem.parquet`, `orders.parquet` and `customer.parquet`, of which only the columns that the queries name
//! are needed, with prices as `double`. `tpch [ROWS]`: of tables that are made here, whose results plain Rust checks.

mod order_tables;

use std::time::Instant;

use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::{
    Aggregate, DeviceRecordBatch, Error, Expr, Function, JoinType, MemoryManager, SortKey, col, lit,
};

use order_tables::OrderTables;

type Batch = DeviceRecordBatch;

/// What was sold, at which price, and when it was shipped.
fn pricing_summary(line_item: &Batch) -> Result<Batch, Error> {
    let [quantity, price, discount] = ["l_quantity", "l_extendedprice", "l_discount"];
    let discounted = col(price) * (lit(1.0) - col(discount));
    let aggregates = [
        Aggregate::of(quantity, Function::Sum),
        Aggregate::of(price, Function::Sum),
        Aggregate::of("disc_price", Function::Sum),
        Aggregate::of("charge", Function::Sum),
        Aggregate::of(quantity, Function::Mean),
        Aggregate::of(price, Function::Mean),
        Aggregate::of(discount, Function::Mean),
        Aggregate::rows(),
    ];
    line_item
        .filter(col("l_shipdate").le(Expr::date(1998, 9, 2)))?
        .select(&[
            col("l_returnflag"),
            col("l_linestatus"),
            col(quantity),
            col(price),
            col(discount),
            discounted.alias("disc_price"),
            (discounted * (lit(1.0) + col("l_tax"))).alias("charge"),
        ])?
        .group_by(&["l_returnflag", "l_linestatus"], &aggregates)?
        .sort_by(&[SortKey::ascending("l_returnflag"), SortKey::ascending("l_linestatus")])
}

/// The ten orders of most value that weren't shipped on a day, of customers of a segment.
fn shipping_priority([line_item, orders, customer]: [&Batch; 3]) -> Result<Batch, Error> {
    let day = Expr::date(1995, 3, 15);
    let customer =
        customer.filter(col("c_mktsegment").eq("BUILDING"))?.select(&[col("c_custkey")])?;
    let orders = orders
        .filter(col("o_orderdate").lt(&day))?
        .join(&customer, &[("o_custkey", "c_custkey")], JoinType::LeftSemi)?
        .select(&[col("o_orderkey"), col("o_orderdate"), col("o_shippriority")])?;
    let selected = line_item
        .select(&[col("l_orderkey"), col("l_extendedprice"), col("l_discount"), col("l_shipdate")])?
        .filter(col("l_shipdate").gt(&day))?
        .join(&orders, &[("l_orderkey", "o_orderkey")], JoinType::Inner)?
        .with_column("revenue", col("l_extendedprice") * (lit(1.0) - col("l_discount")))?
        .group_by(
            &["l_orderkey", "o_orderdate", "o_shippriority"],
            &[Aggregate::of("revenue", Function::Sum)],
        )?
        .sort_by(&[SortKey::descending("revenue_sum"), SortKey::ascending("o_orderdate")])?;
    selected.slice(0, selected.num_rows().min(10))
}

/// The revenue that discounts of a range cost in a year.
fn forecast(line_item: &Batch) -> Result<Batch, Error> {
    let [discount, date] = ["l_discount", "l_shipdate"].map(col);
    let which = date
        .ge(Expr::date(1994, 1, 1))
        .and(date.lt(Expr::date(1995, 1, 1)))
        .and(discount.between(0.05, 0.07))
        .and(col("l_quantity").lt(24.0));
    line_item
        .select(&[which.alias("which"), (col("l_extendedprice") * discount).alias("revenue")])?
        .filter(col("which"))?
        .group_by(&[], &[Aggregate::of("revenue", Function::Sum)])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let manager = MemoryManager::of_device(device)?;
    let argument = std::env::args().nth(1);
    let rows = argument.as_ref().map_or(Ok(20_000), |text| text.parse::<usize>());
    let folder = argument.filter(|_| rows.is_err()).map(std::path::PathBuf::from);
    let host = OrderTables::new(rows.unwrap_or(0));
    let read = |name: &str, made: &RecordBatch| match &folder {
        Some(folder) => {
            let file = std::fs::File::open(folder.join(name))?;
            Ok::<_, Box<dyn std::error::Error>>(manager.read_parquet(file)?)
        }
        None => Ok(manager.upload(made)?),
    };
    let line_item = read("lineitem.parquet", &host.line_item()?)?;
    let orders = read("orders.parquet", &host.orders()?)?;
    let customer = read("customer.parquet", &host.customer()?)?;
    println!("{}: {} rows of lineitem", device.name()?, line_item.num_rows());
    type Query<'a> = (&'a str, Box<dyn Fn() -> Result<Batch, Error> + 'a>);
    let queries: [Query<'_>; 3] = [
        ("query 1", Box::new(|| pricing_summary(&line_item))),
        ("query 3", Box::new(|| shipping_priority([&line_item, &orders, &customer]))),
        ("query 6", Box::new(|| forecast(&line_item))),
    ];
    for (name, query) in &queries {
        // The first time, kernels are compiled.
        let runs = if line_item.num_rows() > 20_000 { 6 } else { 1 };
        let mut times = Vec::new();
        for _ in 0..runs {
            let begin = Instant::now();
            let result = query()?;
            manager.stream().synchronize()?;
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            drop(result);
        }
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{name}: {least:.2} ms, and {:.0} ms at first", times[0]);
        println!("{}", query()?);
    }
    if folder.is_none() {
        let begin = Instant::now();
        host.check(&queries.iter().map(|(_, query)| query()).collect::<Result<Vec<_>, _>>()?)?;
        println!(
            "plain Rust has the same results, after {:.0} ms",
            begin.elapsed().as_secs_f64() * 1e3
        );
    }
    Ok(())
}
