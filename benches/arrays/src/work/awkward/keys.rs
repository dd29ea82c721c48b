//! What keys of tables are: texts and dates, compared with a copy that reads and writes as many bytes in total.

use anyhow::Result;
use cuda_awkward::{Array, Dtype, Error, Form, Scalar, TimeUnit};

use super::{SUBJECT, calls, own};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW},
};

fn count(bench: &Bench) -> usize {
    bench.size(100_000_000, 1_000)
}

/// The texts are decimal numbers of four digits, and there are runs of 16 equal ones.
fn digits(place: usize) -> [u8; 4] {
    let number = place / 16 % 10_000;
    [1000, 100, 10, 1].map(|unit| b'0' + (number / unit % 10) as u8)
}

fn texts(bench: &Bench) -> Result<Array> {
    let gpu = bench.ragged.gpu(bench)?;
    let count = count(bench);
    let form = Form::from_json(
        r#"{"class": "ListOffsetArray", "offsets": "i64", "form_key": "texts", "parameters": {"__array__": "string"},
            "content": {"class": "NumpyArray", "primitive": "uint8", "form_key": "bytes",
                        "parameters": {"__array__": "char"}}}"#,
    )?;
    let offsets: Vec<u8> = (0..=count as i64).flat_map(|index| (4 * index).to_le_bytes()).collect();
    let bytes: Vec<u8> = (0..count).flat_map(digits).collect();
    let buffers = [
        ("texts-offsets".to_owned(), gpu.manager().copy_from_host(&offsets)?),
        ("bytes-data".to_owned(), gpu.manager().copy_from_host(&bytes)?),
    ];
    Ok(gpu.from_buffers(&form, count, buffers)?)
}

fn dates(bench: &Bench) -> Result<Array> {
    let gpu = bench.ragged.gpu(bench)?;
    let seconds: Vec<u8> =
        (0..count(bench) as i64).flat_map(|index| (index * 37).to_le_bytes()).collect();
    let data = gpu.manager().copy_from_host(&seconds)?;
    Ok(gpu.from_numbers(Dtype::DateTime64(TimeUnit::Second), data)?)
}

/// The size for that many bytes an entry.
const fn size<const EACH: usize>() -> fn(&Bench) -> Size {
    |bench| Size {
        calls: calls(bench),
        bytes: (EACH * count(bench)) as u64,
        operations: 0,
        shape: vec![count(bench)],
    }
}

fn ways<const EACH: usize>(
    bench: &Bench,
    array: Array,
    call: impl Fn(&Array) -> Result<Array, Error> + 'static,
) -> Result<Vec<Way>> {
    Ok(vec![
        raw::copy(bench, (EACH * count(bench)) as u64)?,
        own(bench, SUBJECT, move || call(&array)),
    ])
}

const fn goal(part: f64) -> Option<Goal> {
    Some(Goal::Throughput { over: RAW, part })
}

pub const WORKS: [Work; 4] = [
    Work {
        name: "texts, equal",
        does: "texts of four digits compared with one text: offsets and texts are read, booleans written",
        group: Group::Device,
        size: size::<13>(),
        goal: goal(0.7),
        ways: |bench| ways::<13>(bench, texts(bench)?, |array| array.equals("0042")),
    },
    Work {
        name: "texts, numbers",
        does: "the int64 that the same texts are",
        group: Group::Device,
        size: size::<20>(),
        goal: goal(0.7),
        ways: |bench| ways::<20>(bench, texts(bench)?, |array| array.strings_astype(Dtype::Int64)),
    },
    Work {
        name: "dates, later",
        does: "datetime64[s] and a duration of a day, added",
        group: Group::Device,
        size: size::<16>(),
        goal: goal(0.7),
        ways: |bench| {
            ways::<16>(bench, dates(bench)?, |array| {
                array.plus(Scalar::TimeDelta64(1, TimeUnit::Day))
            })
        },
    },
    Work {
        name: "dates, before",
        does: "whether they are before a date of another unit",
        group: Group::Device,
        size: size::<9>(),
        goal: goal(0.7),
        ways: |bench| {
            ways::<9>(bench, dates(bench)?, |array| {
                array.lt(Scalar::DateTime64(1_000, TimeUnit::Day))
            })
        },
    },
];
