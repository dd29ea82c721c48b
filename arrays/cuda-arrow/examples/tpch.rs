//! Queries 1, 3 and 6 of TPC-H on the device, by expressions.
//!
//! `tpch [FOLDER]`: of `lineitem.parquet`, `orders.parquet` and `customer.parquet`, of which only the columns that the queries name
//! are needed, with prices as `double`. `tpch [ROWS]`: of tables that are made here, whose results plain Rust checks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use cuda_arrow::arrow_array::types::{Float64Type, Int64Type};
use cuda_arrow::arrow_array::{
    ArrayRef, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray, cast::AsArray,
};
use cuda_arrow::{
    Aggregate, DeviceRecordBatch, Error, Expr, Function, JoinType, MemoryManager, SortKey, col, lit,
};

type Batch = DeviceRecordBatch;

/// What was sold, at which price, and when it was shipped.
fn pricing_summary(line_item: &Batch) -> Result<Batch, Error> {
    let [quantity, price, discount] = ["l_quantity", "l_extendedprice", "l_discount"];
    let discounted = col(price) * (lit(1.0) - col(discount));
    let what = [
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
        .group_by(&["l_returnflag", "l_linestatus"], &what)?
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
    let made = line_item
        .select(&[col("l_orderkey"), col("l_extendedprice"), col("l_discount"), col("l_shipdate")])?
        .filter(col("l_shipdate").gt(&day))?
        .join(&orders, &[("l_orderkey", "o_orderkey")], JoinType::Inner)?
        .with_column("revenue", col("l_extendedprice") * (lit(1.0) - col("l_discount")))?
        .group_by(
            &["l_orderkey", "o_orderdate", "o_shippriority"],
            &[Aggregate::of("revenue", Function::Sum)],
        )?
        .sort_by(&[SortKey::descending("revenue_sum"), SortKey::ascending("o_orderdate")])?;
    made.slice(0, made.num_rows().min(10))
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
    let rows = argument.as_ref().map_or(Ok(20_000), |it| it.parse::<usize>());
    let folder = argument.filter(|_| rows.is_err()).map(std::path::PathBuf::from);
    let host = Made::new(rows.unwrap_or(0));
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
            let made = query()?;
            manager.stream().synchronize()?;
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            drop(made);
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

/// Tables as TPC-H's, of one customer for ten orders, and four items for each order.
struct Made {
    rows: usize,
    numbers: fn(usize, u64) -> u64,
}

/// The columns of an item.
struct Item {
    order: usize,
    quantity: f64,
    price: f64,
    discount: f64,
    tax: f64,
    flag: &'static str,
    status: &'static str,
    shipped: i32,
}

impl Made {
    fn new(rows: usize) -> Self {
        Self {
            rows,
            numbers: |row, column| {
                let mut x = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ column << 56;
                x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (x ^ x >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32
            },
        }
    }

    /// Returns the day, the customer and whether the customer is of the segment, of an order.
    fn order(&self, order: usize) -> (i32, usize, bool) {
        let customers = self.rows.div_ceil(40).max(1);
        let customer = (self.numbers)(order, 9) as usize % customers;
        (8035 + ((self.numbers)(order, 8) % 2405) as i32, customer, self.is_building(customer))
    }

    fn is_building(&self, customer: usize) -> bool {
        (self.numbers)(customer, 10).is_multiple_of(5)
    }

    fn items(&self) -> impl Iterator<Item = Item> + '_ {
        (0..self.rows).map(|row| {
            let number = |column, most| (self.numbers)(row, column) % most;
            let quantity = 1 + number(0, 50);
            let shipped = self.order(row / 4).0 + 1 + number(4, 121) as i32;
            Item {
                order: row / 4,
                quantity: quantity as f64,
                price: (quantity * (90_000 + number(1, 110_000))) as f64 / 100.0,
                discount: number(2, 11) as f64 / 100.0,
                tax: number(3, 9) as f64 / 100.0,
                flag: if shipped > 9298 { "N" } else { ["A", "R"][number(5, 2) as usize] },
                status: if shipped > 9298 { "O" } else { "F" },
                shipped,
            }
        })
    }

    fn line_item(&self) -> Result<RecordBatch, Error> {
        let floats = |f: fn(&Item) -> f64| {
            Arc::new(Float64Array::from_iter_values(self.items().map(|it| f(&it)))) as ArrayRef
        };
        let texts = |f: fn(&Item) -> &'static str| {
            Arc::new(StringArray::from_iter_values(self.items().map(|it| f(&it)))) as ArrayRef
        };
        let orders = Int64Array::from_iter_values(self.items().map(|it| it.order as i64));
        let shipped = Date32Array::from_iter_values(self.items().map(|it| it.shipped));
        Ok(RecordBatch::try_from_iter([
            ("l_orderkey", Arc::new(orders) as ArrayRef),
            ("l_quantity", floats(|it| it.quantity)),
            ("l_extendedprice", floats(|it| it.price)),
            ("l_discount", floats(|it| it.discount)),
            ("l_tax", floats(|it| it.tax)),
            ("l_returnflag", texts(|it| it.flag)),
            ("l_linestatus", texts(|it| it.status)),
            ("l_shipdate", Arc::new(shipped)),
        ])?)
    }

    fn orders(&self) -> Result<RecordBatch, Error> {
        let all = 0..self.rows.div_ceil(4);
        let days = all.clone().map(|it| self.order(it).0);
        let customers = all.clone().map(|it| self.order(it).1 as i64);
        let zeros = all.clone().map(|_| 0);
        Ok(RecordBatch::try_from_iter([
            (
                "o_orderkey",
                Arc::new(Int64Array::from_iter_values(all.map(|it| it as i64))) as ArrayRef,
            ),
            ("o_custkey", Arc::new(Int64Array::from_iter_values(customers))),
            ("o_orderdate", Arc::new(Date32Array::from_iter_values(days))),
            ("o_shippriority", Arc::new(Int64Array::from_iter_values(zeros))),
        ])?)
    }

    fn customer(&self) -> Result<RecordBatch, Error> {
        let all = 0..self.rows.div_ceil(40).max(1);
        let segments =
            all.clone().map(|it| if self.is_building(it) { "BUILDING" } else { "MACHINERY" });
        Ok(RecordBatch::try_from_iter([
            (
                "c_custkey",
                Arc::new(Int64Array::from_iter_values(all.clone().map(|it| it as i64))) as ArrayRef,
            ),
            ("c_mktsegment", Arc::new(StringArray::from_iter_values(segments))),
        ])?)
    }

    /// Compares the results of the three queries with those of loops.
    fn check(&self, found: &[Batch]) -> Result<(), Box<dyn std::error::Error>> {
        let mut groups: HashMap<(&str, &str), (f64, f64, i64)> = HashMap::new();
        let mut revenues: HashMap<usize, f64> = HashMap::new();
        let mut saved = 0.0;
        for it in self.items() {
            let price = it.price * (1.0 - it.discount);
            if it.shipped <= 10_471 {
                let sums = groups.entry((it.flag, it.status)).or_default();
                *sums = (sums.0 + it.quantity, sums.1 + price * (1.0 + it.tax), sums.2 + 1);
            }
            let (ordered, _, is_building) = self.order(it.order);
            if is_building && ordered < 9204 && it.shipped > 9204 {
                *revenues.entry(it.order).or_default() += price;
            }
            if (8766..9131).contains(&it.shipped)
                && (0.05..=0.07).contains(&it.discount)
                && it.quantity < 24.0
            {
                saved += it.price * it.discount;
            }
        }
        let numbers = |query: usize, column: &str| {
            let column = found[query].column(column)?.to_host()?;
            Ok::<Vec<f64>, Error>(match column.as_primitive_opt::<Float64Type>() {
                Some(it) => it.values().to_vec(),
                None => column
                    .as_primitive::<Int64Type>()
                    .values()
                    .iter()
                    .map(|it| *it as f64)
                    .collect(),
            })
        };
        let mut keys: Vec<_> = groups.keys().copied().collect();
        keys.sort_unstable();
        let mut best: Vec<f64> = revenues.values().copied().collect();
        best.sort_unstable_by(|a, b| b.total_cmp(a));
        best.truncate(10);
        let of = |f: fn(&(f64, f64, i64)) -> f64| {
            keys.iter().map(|it| f(&groups[it])).collect::<Vec<_>>()
        };
        let pairs = [
            (numbers(0, "l_quantity_sum")?, of(|it| it.0)),
            (numbers(0, "charge_sum")?, of(|it| it.1)),
            (numbers(0, "count_all")?, of(|it| it.2 as f64)),
            (numbers(1, "revenue_sum")?, best),
            (numbers(2, "revenue_sum")?, vec![saved]),
        ];
        for (found, expected) in pairs {
            let is_close = |a: &f64, b: &f64| (a - b).abs() <= 1e-9 * b.abs();
            let all = found.iter().zip(&expected).all(|(a, b)| is_close(a, b));
            if !all || found.len() != expected.len() || expected.is_empty() {
                return Err(format!("found {found:?}, and plain Rust {expected:?}").into());
            }
        }
        let flags = found[0].column("l_returnflag")?.to_host()?;
        let flags: HashSet<_> =
            flags.as_string::<i32>().iter().flatten().map(str::to_owned).collect();
        if flags.len() != 3 {
            return Err("three flags".into());
        }
        Ok(())
    }
}
