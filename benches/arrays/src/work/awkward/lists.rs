//! Reductions and sorts of lists: with an even and a skewed distribution, compared with CUB.

use anyhow::Result;
use cuda_awkward::{Array, Error};

use super::data::Data;
use super::{CUB, PLAIN, SUBJECT, own, segmented, size};
use crate::work::{
    Bench, Goal, Group, Way, Work,
    raw::{self, RAW},
};

type Operation = fn(&Array) -> Result<Array, Error>;

const NOT_SLOWER: Goal = Goal::Throughput { over: CUB, part: 1.0 };
const EVEN: Goal = Goal::All(&[Goal::Throughput { over: RAW, part: 0.8 }, NOT_SLOWER]);
const SKEWED: Goal = Goal::All(&[Goal::Time { over: PLAIN, part: 1.3 }, NOT_SLOWER]);

/// Returns the versions of an operation: a copy of the same size, CUB's, the crate's, and for skewed lists the crate's
/// on even lists with as many elements.
fn ways(
    bench: &Bench,
    data: Data,
    bytes: u64,
    name: &str,
    result: usize,
    call: Operation,
) -> Result<Vec<Way>> {
    let arrays = bench.ragged.arrays(bench, data)?;
    let mut ways = vec![
        raw::copy(bench, bytes)?,
        segmented::way(bench, data, name, result),
        own(bench, SUBJECT, move || call(&arrays.a)),
    ];
    if data == Data::Skewed {
        let even = bench.ragged.arrays(bench, Data::Even)?;
        ways.push(own(bench, PLAIN, move || call(&even.a)));
    }
    Ok(ways)
}

macro_rules! in_lists {
    ($all:ident, $operation:literal, $does:literal, $goals:expr, element $element:literal, result $result:expr, $call:expr) => {
        pub const $all: [Work; 3] = {
            const fn work<const DATA: usize>() -> Work {
                Work {
                    name: match Data::ALL[DATA] {
                        Data::Even => concat!($operation, ", even"),
                        Data::Skewed => concat!($operation, ", skewed"),
                        Data::Short | Data::Many => concat!($operation, ", short"),
                    },
                    does: match Data::ALL[DATA] {
                        Data::Even => concat!($does, ", 100 float32 in each on average"),
                        Data::Skewed => concat!(
                            $does,
                            ", of which one has half of all elements; plain: even lists"
                        ),
                        Data::Short | Data::Many => {
                            concat!($does, ", 1.5 float32 in each on average")
                        }
                    },
                    group: Group::Lists,
                    size: |bench| {
                        let lists = bench.ragged.lists(bench, Data::ALL[DATA]);
                        let bytes = $element * lists.elements + 12 * lists.count();
                        size(bench, Data::ALL[DATA], bytes as u64)
                    },
                    goal: $goals[DATA],
                    ways: |bench| {
                        let data = Data::ALL[DATA];
                        let lists = bench.ragged.lists(bench, data);
                        let bytes = $element * lists.elements + 12 * lists.count();
                        let result: fn(usize, usize) -> usize = $result;
                        let result = result(lists.elements, lists.count());
                        ways(bench, data, bytes as u64, $operation, result, $call)
                    },
                }
            }
            [work::<0>(), work::<1>(), work::<2>()]
        };
    };
}

const REDUCED: [Option<Goal>; 3] = [Some(EVEN), Some(SKEWED), None];

in_lists!(SUM, "sum", "the sum of each list", REDUCED, element 4, result |_, lists| lists * 4, |array| array.sum(1));
in_lists!(MAX, "max", "the greatest element of each list", REDUCED, element 4, result |_, lists| lists * 4,
    |array| array.max(1));
in_lists!(ARGMAX, "argmax", "the position of the greatest element of each list", REDUCED, element 4,
    result |_, lists| lists * 8, |array| array.argmax(1));
in_lists!(SORT, "sort", "sorted lists", [Some(NOT_SLOWER), None, None], element 8, result |elements, _| elements * 4,
    |array| array.sort(-1, true));
