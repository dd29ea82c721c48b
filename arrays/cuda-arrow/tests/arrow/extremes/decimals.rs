//! Decimals with as many digits as their types have, and floats that become decimals.

use std::sync::Arc;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::{Decimal128Type, Decimal256Type};
use cuda_arrow::arrow_array::{Array, ArrayRef, Float64Array, RecordBatch};
use cuda_arrow::arrow_buffer::i256;
use cuda_arrow::arrow_schema::DataType::{self, *};
use cuda_arrow::{MemoryManager, col};

use crate::device::{TestDevice, with_others};
use crate::extremes::{array, check, computed};

/// The digits of a type, and how many of them are after the point.
fn digits(data_type: &DataType) -> (u32, i32) {
    match data_type {
        Decimal32(digits, scale)
        | Decimal64(digits, scale)
        | Decimal128(digits, scale)
        | Decimal256(digits, scale) => ((*digits).into(), (*scale).into()),
        Int8 => (2, 0),
        _ => (18, 0),
    }
}

/// The greatest numbers of a type's digits, and small ones.
fn ends(data_type: &DataType) -> Vec<i128> {
    let most = 10i128.pow(digits(data_type).0) - 1;
    let mut all = vec![-most, -7, -3, -1, 0, 1, 2, 10, most / 10, most - 1, most];
    all.retain(|value| *value >= 0 || !data_type.is_unsigned_integer());
    all
}

/// Returns the decimal that is nearest to a float, of two the even one. Floats have less than 1080 digits after the point.
fn nearest(float: f64, precision: usize, scale: i8) -> Option<i256> {
    if !float.is_finite() {
        return None;
    }
    let text = format!("{:.1080}", float.abs());
    let (before, after) = text.split_once('.').unwrap();
    let zeros = "0".repeat(80);
    let point = (zeros.len() + before.len()).wrapping_add_signed(scale.into());
    let text = format!("{zeros}{before}{after}");
    let (whole, rest) = text.split_at(point);
    let whole = whole.trim_start_matches('0');
    if whole.len() > precision {
        return None;
    }
    let number = i256::from_string(if whole.is_empty() { "0" } else { whole }).unwrap();
    let half = format!("5{}", "0".repeat(rest.len() - 1));
    let is_odd = whole.ends_with(['1', '3', '5', '7', '9']);
    let up = rest > half.as_str() || (rest == half && is_odd);
    let number = if up { number + i256::ONE } else { number };
    let fits = number.to_string().len() <= precision;
    fits.then_some(if float < 0.0 { -number } else { number })
}

#[test]
fn floats_become_the_nearest_decimals_of_all_scales() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let mut floats = vec![0.0, 0.1, 0.5, 1.5, 2.5, 1234.5, 2500.0, 3500.0, 2500.1, 999.999, 5e-324];
    floats.extend([f64::MIN_POSITIVE, 1e22, 9e75, 1e76, 1.5e77, 1e100, 1e151, f64::MAX]);
    floats.extend([f64::INFINITY, f64::NAN]);
    floats.extend(floats.clone().iter().map(|float| -float));
    let column: ArrayRef = Arc::new(Float64Array::from(floats.clone()));
    let batch = manager.upload(&RecordBatch::try_from_iter([("x", column)]).unwrap()).unwrap();
    for scale in [-76, -75, -38, -3, -1, 0, 1, 38, 60, 61, 75, 76] {
        // No decimal has more digits after the point than in all.
        for precision in [76, 38, 5].into_iter().filter(|n| i32::from(*n) >= scale) {
            let to = match precision {
                76 => Decimal256(76, scale as i8),
                _ => Decimal128(precision, scale as i8),
            };
            let nearest = |float: &f64| nearest(*float, precision.into(), scale as i8);
            let expected: Vec<Option<i256>> = floats.iter().map(nearest).collect();
            let found = computed(&batch, &col("x").cast(to.clone()), &expected);
            let found: Vec<i256> = match precision {
                76 => found.as_primitive::<Decimal256Type>().values().to_vec(),
                _ => {
                    let found = found.as_primitive::<Decimal128Type>().values();
                    found.iter().map(|number| i256::from_i128(*number)).collect()
                }
            };
            assert_eq!(found, expected.into_iter().flatten().collect::<Vec<_>>(), "{to}");
        }
    }
    let beyond = batch.select(&[col("x").cast(Decimal128(5, -77))]).unwrap_err().to_string();
    assert!(beyond.contains("Decimal128(5, -77)"), "{beyond}");
}

#[test]
fn remainders_of_decimals_are_exact() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    // The types of results are pyarrow's.
    for (a, b, of) in [
        (Decimal128(3, 2), Decimal128(4, 3), Decimal128(4, 3)),
        (Decimal128(3, 2), Int64, Decimal128(21, 2)),
        (Int64, Decimal64(3, 2), Decimal128(21, 2)),
        (Decimal32(4, 1), Decimal32(5, 2), Decimal128(5, 2)),
        (Decimal64(4, -3), Decimal64(5, -2), Decimal128(5, -2)),
        (Decimal128(38, 0), Decimal128(38, 0), Decimal128(38, 0)),
        (Decimal128(20, 18), Decimal256(19, 0), Decimal256(37, 18)),
    ] {
        let pairs: Vec<(i128, i128)> =
            ends(&a).iter().flat_map(|x| ends(&b).into_iter().map(move |y| (*x, y))).collect();
        let (x, y): (Vec<i128>, Vec<i128>) = pairs.iter().copied().unzip();
        let host = [("x", array(&a, &x)), ("y", array(&b, &y))];
        let batch = manager.upload(&RecordBatch::try_from_iter(host).unwrap()).unwrap();
        let unit = |ty: &DataType| 10i128.pow((digits(&of).1 - digits(ty).1) as u32);
        let (x_unit, y_unit) = (unit(&a), unit(&b));
        // A division by zero is an error.
        let expected: Vec<Option<i128>> =
            pairs.iter().map(|(x, y)| (x * x_unit).checked_rem(y * y_unit)).collect();
        let found = computed(&batch, &(col("x") % col("y")), &expected);
        let expected: Vec<i128> = expected.into_iter().flatten().collect();
        assert_eq!(&found, &array(&of, &expected), "{a} % {b}");
    }
    let host = [("x", array(&Decimal128(38, 0), &[1])), ("y", array(&Decimal128(38, 2), &[1]))];
    let batch = manager.upload(&RecordBatch::try_from_iter(host).unwrap()).unwrap();
    let error = batch.select(&[col("x") % col("y")]).unwrap_err().to_string();
    assert!(error.contains("more than 38 digits, which `Decimal256` would have"), "{error}");
}

#[test]
fn decimals_are_converted_or_are_errors() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let types = [
        Decimal32(9, 2),
        Decimal64(18, 0),
        Decimal128(5, -3),
        Decimal128(38, 0),
        Decimal128(38, 37),
        Decimal256(38, 10),
        Int8,
        Int64,
        UInt64,
    ];
    let pairs = types.iter().flat_map(|a| types.iter().map(move |b| (a, b)));
    for (from, to) in pairs.filter(|(a, b)| a != b && !(a.is_integer() && b.is_integer())) {
        let values = ends(from);
        let most = 10i128.pow(digits(to).0) - 1;
        let range = match to {
            Int8 => i8::MIN.into()..=i8::MAX.into(),
            Int64 => i64::MIN.into()..=i64::MAX.into(),
            UInt64 => 0..=u64::MAX.into(),
            _ => -most..=most,
        };
        let by = digits(to).1 - digits(from).1;
        let unit = 10i128.checked_pow(by.unsigned_abs());
        let host = RecordBatch::try_from_iter([("x", array(from, &values))]).unwrap();
        let batch = manager.upload(&host).unwrap();
        check(&batch, &col("x").cast(to.clone()), |row| {
            let divided = match (values[row], unit) {
                (0, _) => 0,
                (value, Some(unit)) if by < 0 => (value % unit == 0).then_some(value / unit)?,
                (value, Some(unit)) => value.checked_mul(unit)?,
                _ => return None,
            };
            range.contains(&divided).then_some(divided)
        });
        check(&batch, &col("x").cast_inexact(to.clone()), |row| {
            let divided = match (values[row], unit) {
                (0, _) => 0,
                (value, unit) if by < 0 => unit.map_or(0, |unit| value / unit),
                (value, Some(unit)) => value.checked_mul(unit)?,
                _ => return None,
            };
            range.contains(&divided).then_some(divided)
        });
    }
}

#[test]
fn decimals_are_whole_in_each_direction_or_are_errors() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let types = [
        Decimal32(4, 2),
        Decimal64(18, 3),
        Decimal128(5, -3),
        Decimal128(9, 0),
        Decimal128(2, 2),
        Decimal128(38, 1),
        Decimal128(38, 37),
        Decimal256(38, 10),
    ];
    for of in types {
        let (digits, scale) = digits(&of);
        let unit = 10i128.pow(scale.max(0) as u32);
        let (most, half) = (10i128.pow(digits) - 1, unit / 2);
        let mut values = ends(&of);
        values.extend([half, half + unit, half + 1, half - 1, unit, unit - 1, unit + 1]);
        values.extend(values.clone().iter().map(|value| -value));
        values.retain(|value| value.abs() <= most);
        let host = RecordBatch::try_from_iter([("x", array(&of, &values))]).unwrap();
        let batch = manager.upload(&host).unwrap();
        let checked = |expression: cuda_arrow::Expr, whole: &dyn Fn(i128) -> i128| {
            check(&batch, &expression, |row| {
                let product = whole(values[row]).checked_mul(unit)?;
                (product.abs() <= most).then_some(product)
            });
        };
        checked(col("x").floor(), &|number| number.div_euclid(unit));
        checked(col("x").ceil(), &|number| -(-number).div_euclid(unit));
        checked(col("x").trunc(), &|number| number / unit);
        checked(col("x").round(), &|number| {
            let (whole, rest) = (number.div_euclid(unit), number.rem_euclid(unit));
            let is_up = rest > unit - rest || (rest == unit - rest && whole % 2 != 0);
            whole + i128::from(is_up)
        });
    }
}

#[test]
fn functions_of_decimals_are_floats() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let host = [("x", array(&Decimal128(5, 2), &[225, 400]))];
    let batch = manager.upload(&RecordBatch::try_from_iter(host).unwrap()).unwrap();
    let result = batch.select(&[col("x").sqrt(), col("x").pow(2), col("x").is_nan()]).unwrap();
    let result = result.to_host().unwrap();
    assert_eq!(result.column(0), &(Arc::new(Float64Array::from(vec![1.5, 2.0])) as ArrayRef));
    assert_eq!(result.column(1), &(Arc::new(Float64Array::from(vec![5.0625, 16.0])) as ArrayRef));
    let none = cuda_arrow::arrow_array::BooleanArray::from(vec![false, false]);
    assert_eq!(result.column(2), &(Arc::new(none) as ArrayRef));
}

#[test]
fn means_of_decimals_are_rounded_away_from_zero() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    for of in [Decimal32(9, 2), Decimal64(18, 0), Decimal128(5, -3), Decimal128(38, 10)] {
        let most = 10i128.pow(digits(&of).0.min(37)) - 1;
        let groups: [&[i128]; 12] = [
            &[1, 2],
            &[-1, -2],
            &[1, 1, 3],
            &[1, 2, 2],
            &[0],
            &[-1, 0, 0],
            &[-1, -1, 0],
            &[most, most, most],
            &[-most, -most],
            &[most, -most, 1],
            &[5; 700],
            &[7, 8, 7, 8, 7, 8, 8],
        ];
        let keys =
            groups.iter().zip(0i128..).flat_map(|(group, key)| group.iter().map(move |_| key));
        let values: Vec<i128> = groups.iter().flat_map(|group| group.to_vec()).collect();
        let keys = array(&Int64, &keys.collect::<Vec<_>>());
        let host = RecordBatch::try_from_iter([("k", keys), ("x", array(&of, &values))]).unwrap();
        let batch = manager.upload(&host).unwrap();
        let aggregates = [cuda_arrow::Aggregate::of("x", cuda_arrow::Function::Mean)];
        let result = batch.group_by(&["k"], &aggregates).unwrap().to_host().unwrap();
        let expected = groups.map(|group| {
            let (sum, count) = (group.iter().sum::<i128>(), group.len() as i128);
            let (whole, rest) = (sum / count, (sum % count).abs());
            whole + if 2 * rest >= count { sum.signum() } else { 0 }
        });
        let (precision, scale) = digits(&of);
        let data_type = Decimal128(precision as u8, scale as i8);
        assert_eq!(result.column(1), &array(&data_type, &expected), "{of}");
        // Without rows there is none.
        let none = batch.slice(0, 0).unwrap().group_by(&[], &aggregates).unwrap();
        assert!(none.to_host().unwrap().column(0).is_null(0));
    }
}
