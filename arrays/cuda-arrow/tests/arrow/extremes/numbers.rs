//! Integers and floats: casts are exact or errors, and arithmetic of integers wraps.

use core::ops::RangeInclusive;
use std::sync::Arc;

use cuda_arrow::arrow_array::{Array, ArrayRef, Float32Array, Float64Array, RecordBatch, Scalar};
use cuda_arrow::arrow_schema::DataType::{self, *};
use cuda_arrow::{DeviceRecordBatch, Expr, MemoryManager, col};

use crate::device::{TestDevice, with_others};
use crate::extremes::{array, check, computed};

/// Types of integers, with the least and the greatest of each.
fn integers() -> [(DataType, i128, i128); 8] {
    [
        (Int8, i8::MIN.into(), i8::MAX.into()),
        (Int16, i16::MIN.into(), i16::MAX.into()),
        (Int32, i32::MIN.into(), i32::MAX.into()),
        (Int64, i64::MIN.into(), i64::MAX.into()),
        (UInt8, 0, u8::MAX.into()),
        (UInt16, 0, u16::MAX.into()),
        (UInt32, 0, u32::MAX.into()),
        (UInt64, 0, u64::MAX.into()),
    ]
}

/// Numbers around the ends of integers, and of what floats have of them.
fn ends() -> Vec<i128> {
    let all = integers().into_iter().flat_map(|(_, least, most)| [least, most]);
    let all = all.chain([-(1 << 24), 1 << 24, -(1 << 53), 1 << 53]);
    all.flat_map(|value| [value - 1, value, value + 1]).collect()
}

/// A table of the numbers that a type has.
fn table(
    manager: &MemoryManager,
    data_type: &DataType,
    range: RangeInclusive<i128>,
) -> (DeviceRecordBatch, Vec<i128>) {
    let values: Vec<i128> = ends().into_iter().filter(|end| range.contains(end)).collect();
    let host = RecordBatch::try_from_iter([("x", array(data_type, &values))]).unwrap();
    (manager.upload(&host).unwrap(), values)
}

#[test]
fn integers_are_converted_or_are_errors() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    for (from, least, most) in integers() {
        let (batch, values) = table(&manager, &from, least..=most);
        for (to, least, most) in integers().into_iter().filter(|integer| integer.0 != from) {
            check(&batch, &col("x").cast(to), |row| {
                (least..=most).contains(&values[row]).then_some(values[row])
            });
        }
        // Floats have all integers up to these.
        let floats = |most: i128| -> Vec<Option<f64>> {
            let whole = |number: &i128| (-most..=most).contains(number).then_some(*number as f64);
            values.iter().map(whole).collect()
        };
        let expected = floats(1 << 53);
        let found = computed(&batch, &col("x").cast(Float64), &expected);
        let expected = Float64Array::from_iter_values(expected.into_iter().flatten());
        assert_eq!(*found, *(&expected as &dyn Array), "{from}");
        let expected = floats(1 << 24);
        let found = computed(&batch, &col("x").cast(Float32), &expected);
        let expected = expected.into_iter().flatten().map(|value| value as f32);
        assert_eq!(*found, *(&Float32Array::from_iter_values(expected) as &dyn Array), "{from}");
    }
}

#[test]
fn floats_become_integers_or_are_errors() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let mut floats: Vec<f64> = ends().iter().map(|end| *end as f64).collect();
    floats.extend(floats.clone().iter().flat_map(|float| [float.next_down(), float.next_up()]));
    floats.extend([0.5, -0.5, -0.0, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
    let singles: Vec<f32> = floats.iter().map(|float| *float as f32).collect();
    let of_singles: Vec<f64> = singles.iter().map(|single| f64::from(*single)).collect();
    let columns: [(&str, ArrayRef); 2] = [
        ("x", Arc::new(Float64Array::from(floats.clone()))),
        ("y", Arc::new(Float32Array::from(singles))),
    ];
    let batch = manager.upload(&RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    for (to, least, most) in integers() {
        for (name, of) in [("x", &floats), ("y", &of_singles)] {
            let whole = |row: usize| {
                let whole = of[row].trunc();
                (whole.is_finite() && (least..=most).contains(&(whole as i128)))
                    .then_some(whole as i128)
            };
            check(&batch, &col(name).cast_inexact(to.clone()), whole);
            check(&batch, &col(name).cast(to.clone()), |row| {
                whole(row).filter(|_| of[row].fract() == 0.0)
            });
        }
    }
}

#[test]
fn arithmetic_of_integers_wraps() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    for (of, least, most) in integers() {
        let (batch, values) = table(&manager, &of, least..=most);
        let wrapped = |number: i128| Some((number - least).rem_euclid(most - least + 1) + least);
        let one = Expr::scalar(&Scalar::new(array(&of, &[1])));
        check(&batch, &(col("x") + &one), |row| wrapped(values[row] + 1));
        check(&batch, &(col("x") - &one), |row| wrapped(values[row] - 1));
        check(&batch, &(col("x") * col("x")), |row| wrapped(values[row].wrapping_mul(values[row])));
        check(&batch, &-col("x"), |row| wrapped(-values[row]));
        check(&batch, &col("x").abs(), |row| wrapped(values[row].abs()));
        check(&batch, &(&one / col("x")), |row| 1i128.checked_div(values[row]));
        check(&batch, &(&one % col("x")), |row| 1i128.checked_rem(values[row]));
        if of.is_signed_integer() {
            let minus = Expr::scalar(&Scalar::new(array(&of, &[-1])));
            // pyarrow's quotient of the least number is 0.
            check(&batch, &(col("x") / &minus), |row| {
                Some(if values[row] == least { 0 } else { -values[row] })
            });
            check(&batch, &(col("x") % &minus), |_| Some(0));
            // They are also right as operands: drivers take the negative of -32,768 for another number.
            let two = Expr::scalar(&Scalar::new(array(&of, &[2])));
            let half = |number: i128| wrapped(number).map(|number| number / 2);
            check(&batch, &(-col("x") / &two), |row| half(-values[row]));
            check(&batch, &(col("x").abs() / &two), |row| half(values[row].abs()));
            check(&batch, &(col("x") / &minus / &two), |row| {
                Some(if values[row] == least { 0 } else { -values[row] / 2 })
            });
        }
    }
}
