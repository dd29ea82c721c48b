//! Elementwise operations and those that create new lists, compared with a copy that reads and writes as many bytes in
//! total.

use anyhow::Result;
use cuda_awkward::{Array, Error};

use super::data::{Arrays, Data};
use super::{SUBJECT, own, size};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW},
};

const fn goal(part: f64) -> Option<Goal> {
    Some(Goal::Throughput { over: RAW, part })
}

fn ways(
    bench: &Bench,
    data: Data,
    bytes: u64,
    call: impl Fn(&Arrays) -> Result<Array, Error> + 'static,
) -> Result<Vec<Way>> {
    let arrays = bench.ragged.arrays(bench, data)?;
    Ok(vec![raw::copy(bench, bytes)?, own(bench, SUBJECT, move || call(&arrays))])
}

/// Returns the size for that many bytes per element and per list.
fn bytes(bench: &Bench, data: Data, element: usize, list: usize) -> u64 {
    let lists = bench.ragged.lists(bench, data);
    (element * lists.elements + list * lists.count()) as u64
}

const ADD_SIZE: fn(&Bench) -> Size =
    |bench| size(bench, Data::Even, bytes(bench, Data::Even, 12, 0));

pub const ADD: Work = Work {
    name: "add",
    does: "the sum of two arrays with the same lists, 100 float32 in each on average",
    group: Group::Device,
    size: ADD_SIZE,
    goal: goal(0.9),
    ways: |bench| {
        ways(bench, Data::Even, ADD_SIZE(bench).bytes, |operands| &operands.a + &operands.b)
    },
};

const SPREAD_SIZE: fn(&Bench) -> Size =
    |bench| size(bench, Data::Even, bytes(bench, Data::Even, 8, 12));

pub const SPREAD: Work = Work {
    name: "add, spread",
    does: "the sum of lists and a number for each",
    group: Group::Device,
    size: SPREAD_SIZE,
    goal: goal(0.8),
    ways: |bench| {
        ways(bench, Data::Even, SPREAD_SIZE(bench).bytes, |operands| &operands.a + &operands.once)
    },
};

pub const MAP: Work = Work {
    name: "map",
    does: "(&a * &a + &b * 2.0f32 - 1.0f32).sqrt() of lists and a number for each, an `Expression`: one kernel",
    group: Group::Device,
    size: SPREAD_SIZE,
    goal: goal(0.8),
    ways: |bench| {
        ways(bench, Data::Even, SPREAD_SIZE(bench).bytes, |operands| {
            let (a, b) = (operands.a.expression(), operands.once.expression());
            (&a * &a + &b * 2.0f32 - 1.0f32).sqrt().compute()
        })
    },
};

const NUM_SIZE: fn(&Bench) -> Size =
    |bench| size(bench, Data::Even, bytes(bench, Data::Even, 0, 16));

pub const NUM: Work = Work {
    name: "num",
    does: "the lengths of the lists",
    group: Group::Device,
    size: NUM_SIZE,
    goal: goal(0.8),
    ways: |bench| ways(bench, Data::Even, NUM_SIZE(bench).bytes, |operands| operands.a.num(1)),
};

/// Mask and elements are read; half of the elements, and offsets, are written.
const JAGGED_SIZE: fn(&Bench) -> Size =
    |bench| size(bench, Data::Even, bytes(bench, Data::Even, 7, 24));

pub const JAGGED: Work = Work {
    name: "jagged booleans",
    does: "half of the elements, chosen by booleans in the same lists",
    group: Group::Device,
    size: JAGGED_SIZE,
    goal: goal(0.5),
    ways: |bench| {
        let mask = bench.ragged.arrays(bench, Data::Even)?.a.gt(63.0f32)?;
        ways(bench, Data::Even, JAGGED_SIZE(bench).bytes, move |operands| {
            operands.a.get_jagged(&mask)
        })
    },
};

/// Returns the size with two positions of 8 bytes for each pair.
fn pairs(bench: &Bench, data: Data) -> Size {
    let lists = bench.ragged.lists(bench, data);
    let pairs: i64 = lists.lengths().map(|length| length * (length - 1) / 2).sum();
    size(bench, data, bytes(bench, data, 0, 16) + pairs as u64 * 16)
}

const fn combinations<const DATA: usize>(name: &'static str, does: &'static str) -> Work {
    Work {
        name,
        does,
        group: Group::Device,
        size: |bench| pairs(bench, OF_PAIRS[DATA]),
        goal: goal(0.7),
        ways: |bench| {
            let data = OF_PAIRS[DATA];
            ways(bench, data, pairs(bench, data).bytes, |operands| operands.a.combinations(2).run())
        },
    }
}

const OF_PAIRS: [Data; 2] = [Data::Short, Data::Many];

pub const COMBINATIONS: [Work; 2] = [
    combinations::<0>(
        "combinations(2)",
        "the pairs in lists of 1.5 elements on average, with two positions of 8 bytes; the crate's have 4, which suffice",
    ),
    combinations::<1>("combinations(2), many", "the same of ten times as many lists"),
];
