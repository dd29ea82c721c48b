//! Ragged arrays of `cuda-awkward`, compared with CUB, CuPy and Awkward Array's own CUDA backend.

mod calls;
mod data;
mod elements;
mod keys;
mod lists;
mod segmented;

use anyhow::Result;
use cuda_awkward::{Array, Error};
use data::Data;
pub use data::Ragged;

use super::raw::RAW;
use super::{Bench, GIGABYTES, Group, Picture, Shows, Size, Suite, Way};

const SUBJECT: &str = "cuda-awkward";
const CUB: &str = "CUB";
/// The crate's own simplest version, with which a goal compares.
const PLAIN: &str = "cuda-awkward, plain";

pub static SUITE: Suite = Suite {
    name: "awkward",
    title: "Ragged arrays",
    subject: SUBJECT,
    ways: &[
        (RAW, "#bab0ac"),
        (CUB, "#59a14f"),
        (SUBJECT, "#4e79a7"),
        (PLAIN, "#a0cbe8"),
        ("CuPy", "#f28e2b"),
        ("Awkward", "#e15759"),
    ],
    libraries: &["CuPy", "Awkward"],
    pictures: &[
        Picture {
            group: Group::Device,
            name: "elements",
            title: "Element by element, of bytes read and written",
            shows: GIGABYTES,
        },
        Picture {
            group: Group::Lists,
            name: "lists",
            title: "In lists, of bytes read and written",
            shows: GIGABYTES,
        },
        Picture { group: Group::Calls, name: "calls", title: "Small arrays", shows: Shows::Ratio },
        Picture {
            group: Group::Columns,
            name: "nodes",
            title: "Lists in lists, and records of more and more fields",
            shows: Shows::Growth,
        },
    ],
    works: &[
        &elements::ADD,
        &elements::SPREAD,
        &elements::MAP,
        &elements::NUM,
        &elements::JAGGED,
        &elements::COMBINATIONS[0],
        &elements::COMBINATIONS[1],
        &keys::WORKS[0],
        &keys::WORKS[1],
        &keys::WORKS[2],
        &keys::WORKS[3],
        &lists::SUM[0],
        &lists::SUM[1],
        &lists::SUM[2],
        &lists::MAX[0],
        &lists::MAX[1],
        &lists::MAX[2],
        &lists::ARGMAX[0],
        &lists::ARGMAX[1],
        &lists::ARGMAX[2],
        &lists::SORT[0],
        &lists::SORT[1],
        &lists::SORT[2],
        &calls::FEW,
        &calls::COLD,
        &calls::WARM,
        &calls::DEPTH[0],
        &calls::DEPTH[1],
        &calls::DEPTH[2],
        &calls::DEPTH[3],
        &calls::FIELDS[0],
        &calls::FIELDS[1],
        &calls::FIELDS[2],
    ],
};

/// Returns the number of calls in a sample, enough to hide the wait at its end.
fn calls(bench: &Bench) -> u32 {
    bench.size(5, 1) as u32
}

/// Returns the size of an operation on lists, whose calls move that many bytes.
fn size(bench: &Bench, data: Data, bytes: u64) -> Size {
    let lists = bench.ragged.lists(bench, data);
    Size {
        calls: calls(bench),
        bytes,
        operations: 0,
        shape: vec![lists.count(), lists.elements, data as usize],
    }
}

/// The crate's version, timed including the final wait for the stream.
fn own(
    bench: &Bench,
    name: &'static str,
    call: impl Fn() -> Result<Array, Error> + 'static,
) -> Way {
    Way::queued(name, &bench.stream, move || {
        drop(call()?);
        Ok(())
    })
}
