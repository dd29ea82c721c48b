//! What columns of a table may be: their names, and types that differ and still fit together.

use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Int64Array, RecordBatch};
use cuda_arrow::{Aggregate, Error, Function, JoinType, MemoryManager, SortKey};

use crate::device::on_every_driver;

fn table(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.iter().map(|(name, it)| (name, it.clone(), true)),
    )
    .unwrap()
}

fn ints(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

on_every_driver! {
    fn a_name_of_several_columns_is_an_error_that_says_where_they_are(device) {
        let manager = MemoryManager::new(&device.stream);
        let left = manager.upload(&table(&[("k", ints([1, 2, 1])), ("x", ints([5, 6, 7]))])).unwrap();
        let right = manager.upload(&table(&[("k", ints([1, 2])), ("x", ints([8, 9]))])).unwrap();
        let both = left.join(&right, &[("k", "k")], JoinType::Inner).unwrap();
        let sum = |name: &str| [Aggregate::of(name, Function::Sum)];
        let say = |made: Result<(), Error>| {
            let Err(Error::Arrow(error)) = made else { panic!("{made:?}") };
            let error = error.to_string();
            assert!(error.contains("the name \"x\" is ambiguous: 2 columns have it, at the positions 1, 2"), "{error}");
        };
        say(both.column("x").map(drop));
        say(both.sort_by(&[SortKey::ascending("k"), SortKey::ascending("x")]).map(drop));
        say(both.group_by(&["x"], &[]).map(drop));
        say(both.group_by(&["k"], &sum("x")).map(drop));
        for join in [JoinType::Inner, JoinType::LeftOuter, JoinType::LeftSemi, JoinType::LeftAnti] {
            say(both.join(&right, &[("x", "x")], join).map(drop));
            say(right.join(&both, &[("x", "x")], join).map(drop));
        }
        // Other names, and tables without one of the two, have no such error.
        assert_eq!(both.group_by(&["k"], &[]).unwrap().num_rows(), 2);
        let one = both.project(&[0, 2]).unwrap();
        assert_eq!(one.group_by(&["x"], &sum("k")).unwrap().num_rows(), 2);
    }
}
