//! Expressions of values at the ends of their types: each result is right, or an error that says where, and never a number that
//! wrapped.

mod decimals;
mod numbers;

use chrono::{DateTime, Datelike};
use cuda_arrow::arrow_array::{Array, ArrayRef, RecordBatch, make_array};
use cuda_arrow::arrow_buffer::{Buffer, i256};
use cuda_arrow::arrow_data::ArrayData;
use cuda_arrow::arrow_schema::{DataType, TimeUnit};
use cuda_arrow::{DatePart, DeviceRecordBatch, Expr, MemoryManager, col};

use crate::device::{TestDevice, with_others};

const UNITS: [TimeUnit; 4] =
    [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];

/// Values at the ends, and around what coarser units and days have of them.
fn ends(data_type: &DataType) -> Vec<i64> {
    let (least, most) = match data_type.primitive_width() {
        Some(4) => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    let mut all = vec![least, least + 1, -1, 0, 1, most - 1, most];
    for ratio in
        [1000, 86_400, 86_400_000, 1_000_000, 1_000_000_000, 86_400_000_000, 86_400_000_000_000]
    {
        let days = [least / ratio, most / ratio, i32::MIN.into(), i32::MAX.into()];
        let near = days
            .iter()
            .flat_map(|day| (-1..2).filter_map(move |by| day.checked_add(by)?.checked_mul(ratio)));
        all.extend(near.filter(|number| (least..=most).contains(number)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Numbers of any width.
fn array(data_type: &DataType, values: &[i128]) -> ArrayRef {
    let width = data_type.primitive_width().unwrap();
    let bytes = |number: &i128| i256::from_i128(*number).to_le_bytes()[..width].to_vec();
    let buffer = Buffer::from_vec(values.iter().flat_map(bytes).collect::<Vec<u8>>());
    let data = ArrayData::builder(data_type.clone()).len(values.len()).add_buffer(buffer);
    make_array(data.align_buffers(true).build().unwrap())
}

fn numbers(array: &dyn Array) -> Vec<i128> {
    let (data, width) = (array.to_data(), array.data_type().primitive_width().unwrap());
    let is_signed = !array.data_type().is_unsigned_integer();
    let number = |bytes_of: &[u8]| {
        let fill = if is_signed && bytes_of[width - 1] > 127 { 255 } else { 0 };
        let mut bytes = [fill; 32];
        bytes[..width].copy_from_slice(bytes_of);
        i256::from_le_bytes(bytes).to_i128().unwrap()
    };
    let bytes = data.buffers()[0].as_slice();
    bytes[..width * array.len()].chunks(width).map(number).collect()
}

/// Computes an expression of all rows for which `expected` has a value at once, and returns the results. It fails for each of the
/// others.
fn computed<T>(batch: &DeviceRecordBatch, expression: &Expr, expected: &[Option<T>]) -> ArrayRef {
    let slice = |row| batch.slice(row, 1).unwrap();
    let mut fine = vec![batch.slice(0, 0).unwrap()];
    for (row, expected) in expected.iter().enumerate() {
        if expected.is_some() {
            fine.push(slice(row));
            continue;
        }
        let error = slice(row).select(std::slice::from_ref(expression)).unwrap_err().to_string();
        assert!(error.contains(&format!("`{expression}`: ")), "{error}");
        assert!(error.contains("in row 0"), "{error}");
    }
    let fine = DeviceRecordBatch::concat(&fine).unwrap();
    let result = fine.select(std::slice::from_ref(expression)).unwrap();
    result.columns()[0].to_host().unwrap()
}

/// Compares each row of an expression with what it must be, where `None` is an error.
fn check(batch: &DeviceRecordBatch, expression: &Expr, expected: impl Fn(usize) -> Option<i128>) {
    let expected: Vec<Option<i128>> = (0..batch.num_rows()).map(expected).collect();
    let found = numbers(&computed(batch, expression, &expected));
    assert_eq!(found, expected.into_iter().flatten().collect::<Vec<_>>(), "{expression}");
}

/// The number of units in a day.
fn units(data_type: &DataType) -> i128 {
    match data_type {
        DataType::Date32 => 1,
        DataType::Date64 => 86_400_000,
        DataType::Timestamp(unit, _)
        | DataType::Time32(unit)
        | DataType::Time64(unit)
        | DataType::Duration(unit) => {
            86_400 * 1000i128.pow(UNITS.iter().position(|other| other == unit).unwrap() as u32)
        }
        other => panic!("{other}"),
    }
}

fn batch(manager: &MemoryManager, columns: &[(&str, &DataType, &[i64])]) -> DeviceRecordBatch {
    let columns = columns.iter().map(|(name, of, values)| {
        let values: Vec<i128> = values.iter().map(|value| i128::from(*value)).collect();
        (*name, array(of, &values))
    });
    manager.upload(&RecordBatch::try_from_iter(columns).unwrap()).unwrap()
}

/// Returns a number if a type has it.
fn of_type(data_type: &DataType, number: i128) -> Option<i128> {
    let most = if data_type.primitive_width() == Some(4) { i32::MAX.into() } else { i64::MAX };
    (-i128::from(most) - 1..=most.into()).contains(&number).then_some(number)
}

/// Returns a number of units in others, if it is whole.
fn converted(number: i128, from: &DataType, to: &DataType) -> Option<i128> {
    let (a, b) = (units(from), units(to));
    let whole = number * b / a;
    (whole * a == number * b).then_some(whole)
}

fn timestamps(zone: Option<&str>) -> [DataType; 4] {
    UNITS.map(|unit| DataType::Timestamp(unit, zone.map(Into::into)))
}

#[test]
fn dates_and_times_are_converted_or_are_errors() {
    use DataType::*;
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let (dates, east) = ([Date32, Date64], timestamps(Some("+05:30")));
    let times = [Time32(UNITS[0]), Time32(UNITS[1]), Time64(UNITS[2]), Time64(UNITS[3])];
    let (local, lengths) = ([&dates[..], &timestamps(None)].concat(), UNITS.map(Duration));
    for (from, to) in
        [(&local[..], &local[..]), (&east, &dates), (&times, &times), (&lengths, &lengths)]
    {
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        for (from, to) in pairs.filter(|(from, to)| from != to) {
            let values = ends(from);
            let offset = if east.contains(from) { 19_800 * units(from) / 86_400 } else { 0 };
            let batch = batch(&manager, &[("x", from, &values)]);
            check(&batch, &col("x").cast(to.clone()), |row| {
                let local = i128::from(values[row]) + offset;
                if is_timestamp(from) && dates.contains(to) {
                    of_type(to, local.div_euclid(units(from)) * units(to))
                } else {
                    of_type(to, converted(local, from, to)?)
                }
            });
        }
    }
}

fn is_timestamp(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Timestamp(..))
}

#[test]
fn fractions_of_dates_and_times_are_cut_off_or_are_errors() {
    use DataType::*;
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let times = [Time32(UNITS[0]), Time32(UNITS[1]), Time64(UNITS[2]), Time64(UNITS[3])];
    let (local, lengths) = ([&[Date64][..], &timestamps(None)].concat(), UNITS.map(Duration));
    let to_date = [Date32];
    for (from, to) in
        [(&local[..], &local[..]), (&[Date64], &to_date), (&times, &times), (&lengths, &lengths)]
    {
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (from, to)));
        // The dates of timestamps are those before.
        let pairs =
            pairs.filter(|(from, to)| from != to && !(is_timestamp(from) && **to == Date64));
        for (from, to) in pairs {
            let mut values = ends(from);
            values.extend([-1500, 1500, -86_400_001, 1_582_979_696]);
            let batch = batch(&manager, &[("x", from, &values)]);
            check(&batch, &col("x").cast_inexact(to.clone()), |row| {
                of_type(to, i128::from(values[row]) * units(to) / units(from))
            });
        }
    }
}

#[test]
fn timestamps_become_times_of_day_in_their_zone() {
    use DataType::*;
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let times = [Time32(UNITS[0]), Time32(UNITS[1]), Time64(UNITS[2]), Time64(UNITS[3])];
    for zone in [None, Some("+05:30")] {
        for from in timestamps(zone) {
            let values = ends(&from);
            let batch = batch(&manager, &[("x", &from, &values)]);
            let offset = if zone.is_some() { 19_800 * units(&from) / 86_400 } else { 0 };
            let time = |row: usize| (i128::from(values[row]) + offset).rem_euclid(units(&from));
            for to in &times {
                check(&batch, &col("x").cast(to.clone()), |row| converted(time(row), &from, to));
                let cut = |row| Some(time(row) * units(to) / units(&from));
                check(&batch, &col("x").cast_inexact(to.clone()), cut);
            }
        }
    }
}

#[test]
fn local_times_have_their_parts_where_no_timestamp_has_them() {
    use DatePart::*;
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    // The first and the last offset of each zone, in seconds.
    let zones = [
        (None, [0, 0]),
        (Some("+05:30"), [19_800, 19_800]),
        (Some("-12:00"), [-43_200, -43_200]),
        (Some("Asia/Kolkata"), [21_208, 19_800]),
    ];
    for (zone, offsets) in zones {
        for of in timestamps(zone) {
            let values = [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX];
            let batch = batch(&manager, &[("x", &of, &values)]);
            let expected = values.iter().zip([0, 0, 1, 1]).map(|(value, end)| {
                let per_second = units(&of) / 86_400;
                let local = i128::from(*value) + offsets[end] * per_second;
                let second = local.div_euclid(per_second);
                let rest = local.rem_euclid(per_second) * 1_000_000_000 / per_second;
                // The calendar repeats itself after this many seconds, and days of the week.
                let era = 146_097 * 86_400;
                let time = DateTime::from_timestamp(second.rem_euclid(era) as i64, 0).unwrap();
                let of_day = second.rem_euclid(86_400);
                [
                    (Year, i128::from(time.year()) + second.div_euclid(era) * 400),
                    (Quarter, time.month0() as i128 / 3 + 1),
                    (Month, time.month().into()),
                    (Day, time.day().into()),
                    (DayOfYear, time.ordinal().into()),
                    (DayOfWeek, time.weekday().num_days_from_monday().into()),
                    (Hour, of_day / 3600),
                    (Minute, of_day / 60 % 60),
                    (Second, of_day % 60),
                    (Millisecond, rest / 1_000_000),
                    (Microsecond, rest / 1000 % 1000),
                    (Nanosecond, rest % 1000),
                ]
            });
            let expected: Vec<_> = expected.collect();
            for (at, (part, _)) in expected[0].iter().enumerate() {
                check(&batch, &col("x").part(*part), |row| Some(expected[row][at].1));
            }
        }
    }
}

#[test]
fn sums_and_differences_of_timestamps_and_durations_do_not_wrap() {
    use DataType::*;
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let types = [
        Date32,
        Timestamp(UNITS[0], None),
        Timestamp(UNITS[3], None),
        Duration(UNITS[0]),
        Duration(UNITS[3]),
    ];
    let is_length = |ty: &DataType| matches!(ty, Duration(_));
    let pairs = types.iter().flat_map(|a| types.iter().map(move |b| (a, b)));
    for (a, b) in pairs {
        let unit = [a, b].into_iter().max_by_key(|ty| units(ty)).unwrap();
        let unit = if *unit == Date32 { &types[1] } else { unit };
        let values: Vec<(i64, i64)> = {
            let near = |of: &DataType| {
                let all = ends(of);
                let step = all.len() / 7;
                all.into_iter().step_by(step.max(1)).chain([i64::from(i32::MAX)])
            };
            near(a).flat_map(|x| near(b).map(move |y| (x, y))).collect()
        };
        let (x, y): (Vec<i64>, Vec<i64>) = values.iter().copied().unzip();
        let batch = batch(&manager, &[("x", a, &x), ("y", b, &y)]);
        for is_sum in [true, false] {
            if is_sum && !is_length(a) && !is_length(b) || !is_sum && is_length(a) && !is_length(b)
            {
                continue;
            }
            let expression = if is_sum { col("x") + col("y") } else { col("x") - col("y") };
            check(&batch, &expression, |row| {
                let in_unit = |value: i64, of| of_type(unit, converted(value.into(), of, unit)?);
                let (x, y) = (in_unit(x[row], a)?, in_unit(y[row], b)?);
                of_type(unit, if is_sum { x + y } else { x - y })
            });
        }
    }
}
