//! Tables as TPC-H's.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use cuda_arrow::arrow_array::types::{Float64Type, Int64Type};
use cuda_arrow::arrow_array::{
    ArrayRef, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray, cast::AsArray,
};
use cuda_arrow::{DeviceRecordBatch, Error};

/// Tables of one customer for ten orders, and four items for each order.
pub struct OrderTables {
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

impl OrderTables {
    pub fn new(rows: usize) -> Self {
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

    pub fn line_item(&self) -> Result<RecordBatch, Error> {
        let floats = |f: fn(&Item) -> f64| {
            Arc::new(Float64Array::from_iter_values(self.items().map(|item| f(&item)))) as ArrayRef
        };
        let texts = |f: fn(&Item) -> &'static str| {
            Arc::new(StringArray::from_iter_values(self.items().map(|item| f(&item)))) as ArrayRef
        };
        let orders = Int64Array::from_iter_values(self.items().map(|item| item.order as i64));
        let shipped = Date32Array::from_iter_values(self.items().map(|item| item.shipped));
        Ok(RecordBatch::try_from_iter([
            ("l_orderkey", Arc::new(orders) as ArrayRef),
            ("l_quantity", floats(|item| item.quantity)),
            ("l_extendedprice", floats(|item| item.price)),
            ("l_discount", floats(|item| item.discount)),
            ("l_tax", floats(|item| item.tax)),
            ("l_returnflag", texts(|item| item.flag)),
            ("l_linestatus", texts(|item| item.status)),
            ("l_shipdate", Arc::new(shipped)),
        ])?)
    }

    pub fn orders(&self) -> Result<RecordBatch, Error> {
        let all = 0..self.rows.div_ceil(4);
        let days = all.clone().map(|order| self.order(order).0);
        let customers = all.clone().map(|order| self.order(order).1 as i64);
        let zeros = all.clone().map(|_| 0);
        Ok(RecordBatch::try_from_iter([
            (
                "o_orderkey",
                Arc::new(Int64Array::from_iter_values(all.map(|order| order as i64))) as ArrayRef,
            ),
            ("o_custkey", Arc::new(Int64Array::from_iter_values(customers))),
            ("o_orderdate", Arc::new(Date32Array::from_iter_values(days))),
            ("o_shippriority", Arc::new(Int64Array::from_iter_values(zeros))),
        ])?)
    }

    pub fn customer(&self) -> Result<RecordBatch, Error> {
        let all = 0..self.rows.div_ceil(40).max(1);
        let segments = all
            .clone()
            .map(|customer| if self.is_building(customer) { "BUILDING" } else { "MACHINERY" });
        Ok(RecordBatch::try_from_iter([
            (
                "c_custkey",
                Arc::new(Int64Array::from_iter_values(all.clone().map(|customer| customer as i64)))
                    as ArrayRef,
            ),
            ("c_mktsegment", Arc::new(StringArray::from_iter_values(segments))),
        ])?)
    }

    /// Compares the results of the three queries with those of loops.
    pub fn check(&self, found: &[DeviceRecordBatch]) -> Result<(), Box<dyn std::error::Error>> {
        let mut groups: HashMap<(&str, &str), (f64, f64, i64)> = HashMap::new();
        let mut revenues: HashMap<usize, f64> = HashMap::new();
        let mut saved = 0.0;
        for item in self.items() {
            let price = item.price * (1.0 - item.discount);
            if item.shipped <= 10_471 {
                let sums = groups.entry((item.flag, item.status)).or_default();
                *sums = (sums.0 + item.quantity, sums.1 + price * (1.0 + item.tax), sums.2 + 1);
            }
            let (ordered, _, is_building) = self.order(item.order);
            if is_building && ordered < 9204 && item.shipped > 9204 {
                *revenues.entry(item.order).or_default() += price;
            }
            if (8766..9131).contains(&item.shipped)
                && (0.05..=0.07).contains(&item.discount)
                && item.quantity < 24.0
            {
                saved += item.price * item.discount;
            }
        }
        let numbers = |query: usize, column: &str| {
            let column = found[query].column(column)?.to_host()?;
            Ok::<Vec<f64>, Error>(match column.as_primitive_opt::<Float64Type>() {
                Some(floats) => floats.values().to_vec(),
                None => column
                    .as_primitive::<Int64Type>()
                    .values()
                    .iter()
                    .map(|value| *value as f64)
                    .collect(),
            })
        };
        let mut keys: Vec<_> = groups.keys().copied().collect();
        keys.sort_unstable();
        let mut best: Vec<f64> = revenues.values().copied().collect();
        best.sort_unstable_by(|a, b| b.total_cmp(a));
        best.truncate(10);
        let sums = |f: fn(&(f64, f64, i64)) -> f64| {
            keys.iter().map(|key| f(&groups[key])).collect::<Vec<_>>()
        };
        let pairs = [
            (numbers(0, "l_quantity_sum")?, sums(|sums| sums.0)),
            (numbers(0, "charge_sum")?, sums(|sums| sums.1)),
            (numbers(0, "count_all")?, sums(|sums| sums.2 as f64)),
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
