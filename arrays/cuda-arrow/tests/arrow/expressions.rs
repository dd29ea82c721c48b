//! Expressions of columns: what they cost, and what is wrong with some. Their results are compared with pyarrow's by the test
//! `cases`.

use std::sync::Arc;

use cuda_arrow::arrow_array::types::Float64Type;
use cuda_arrow::arrow_array::{ArrayRef, Date32Array, Float64Array, RecordBatch, cast::AsArray};
use cuda_arrow::{Aggregate, DeviceRecordBatch, Expr, Function, MemoryManager, col};

use crate::device::{TestDevice, with_others};

fn batch(manager: &MemoryManager, columns: Vec<(&str, ArrayRef)>) -> DeviceRecordBatch {
    manager.upload(&RecordBatch::try_from_iter(columns).unwrap()).unwrap()
}

/// A table as TPC-H's `lineitem`, of some of its columns.
struct LineItem {
    quantity: Vec<f64>,
    price: Vec<f64>,
    discount: Vec<f64>,
    ship_date: Vec<i32>,
}

impl LineItem {
    fn new(rows: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(7);
        let mut of =
            |from: i32, to: i32| (0..rows).map(|_| random.i32(from..=to)).collect::<Vec<_>>();
        Self {
            quantity: of(1, 50).into_iter().map(f64::from).collect(),
            price: of(90_000, 10_000_000).into_iter().map(|it| f64::from(it) / 100.0).collect(),
            discount: of(0, 10).into_iter().map(|it| f64::from(it) / 100.0).collect(),
            ship_date: of(8036, 10_561),
        }
    }

    fn upload(&self, manager: &MemoryManager) -> DeviceRecordBatch {
        let floats = |it: &[f64]| Arc::new(Float64Array::from(it.to_vec())) as ArrayRef;
        batch(
            manager,
            vec![
                ("l_quantity", floats(&self.quantity)),
                ("l_extendedprice", floats(&self.price)),
                ("l_discount", floats(&self.discount)),
                ("l_shipdate", Arc::new(Date32Array::from(self.ship_date.clone()))),
            ],
        )
    }
}

#[test]
fn query_6_of_tpch_has_the_result_of_plain_rust() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let manager = MemoryManager::new(&device.stream);
    let data = LineItem::new(20_000);
    let found = data
        .upload(&manager)
        .filter(
            col("l_shipdate")
                .ge(Expr::date(1994, 1, 1))
                .and(col("l_shipdate").lt(Expr::date(1995, 1, 1)))
                .and(col("l_discount").between(0.05, 0.07))
                .and(col("l_quantity").lt(24.0)),
        )
        .unwrap()
        .with_column("revenue", col("l_extendedprice") * col("l_discount"))
        .unwrap()
        .group_by(&[], &[Aggregate::of("revenue", Function::Sum)])
        .unwrap();
    let found = found.columns()[0].to_host().unwrap().as_primitive::<Float64Type>().value(0);
    let mut expected = 0.0;
    let mut rows = 0;
    for row in 0..data.price.len() {
        if (8766..9131).contains(&data.ship_date[row])
            && (0.05..=0.07).contains(&data.discount[row])
            && data.quantity[row] < 24.0
        {
            expected += data.price[row] * data.discount[row];
            rows += 1;
        }
    }
    assert!(rows > 200);
    assert!((found - expected).abs() < 1e-9 * expected, "{found} {expected}");
}
