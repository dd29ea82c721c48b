//! Compares the bindings with NVIDIA's headers, as a C compiler reads them.
//!
//! Every type, field and enumerator of the newest headers has the same size, offset and value in Rust as in C, and
//! every function is in the table. Changes to items that older headers also had are listed in `xtask/api.toml` and
//! reviewed; any other change fails. `cargo xtask test` provides the headers; without them, these tests are skipped.
// clippy.toml allows these in tests; here everything is for tests.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[rustfmt::skip]
#[path = "generated/sets.rs"]
mod sets;

mod declarations;
#[allow(non_camel_case_types)]
mod layout;

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use cuda_driver_sys::Symbol;
use declarations::{functions, is_per_thread, pointers};
use layout::{Layout, Row};
use serde::Deserialize;
use sets::SETS;

/// The build script's results for a header set.
struct Headers {
    layout: *const Row,
    /// The preprocessed headers, as users include them.
    current: &'static str,
    /// The same with all superseded functions.
    all: &'static str,
}

// `fn headers(set: &str) -> Result<Headers, &str>`, whose error is the reason why there are none.
include!(concat!(env!("OUT_DIR"), "/abi.rs"));

impl Headers {
    fn layout(&self) -> Layout {
        // SAFETY: the pointer is to the array of `generated/layout.c`, which ends in a row without a name.
        unsafe { layout::of_c(self.layout) }
    }
}

/// Returns the available header sets, the newest last; the test is skipped for missing ones.
fn found(test: &str) -> Vec<(&'static str, Headers)> {
    let (found, absent): (Vec<_>, Vec<_>) =
        SETS.into_iter().map(|set| (set, headers(set))).partition(|(_, set)| set.is_ok());
    if let Some((_, Err(reason))) = absent.first() {
        let sets: Vec<&str> = absent.iter().map(|(set, _)| *set).collect();
        skip(test, &format!("no headers of {}: {reason}", sets.join(", ")));
    }
    found.into_iter().filter_map(|(set, headers)| Some((set, headers.ok()?))).collect()
}

/// Returns the newest header set; if it is missing, the test is skipped.
fn newest(test: &str) -> Option<Headers> {
    let reason = match headers(NEWEST) {
        Ok(headers) => return Some(headers),
        Err(reason) => reason,
    };
    skip(test, &format!("no headers of {NEWEST}: {reason}"));
    None
}

fn skip(test: &str, reason: &str) {
    cuda_rust::note(&format!("abi::{test}"), reason);
}

const NEWEST: &str = SETS[SETS.len() - 1];

/// Returns 12040 for "12.4".
fn number(set: &str) -> u16 {
    let (major, minor) = set.split_once('.').expect("a set is named after a version");
    major.parse::<u16>().unwrap() * 1000 + minor.parse::<u16>().unwrap() * 10
}

#[test]
fn rust_has_the_layout_of_the_newest_headers() {
    let Some(headers) = newest("rust_has_the_layout_of_the_newest_headers") else {
        return;
    };
    let mismatches = layout::mismatches(&headers.layout(), &layout::of_rust());
    assert!(
        mismatches.is_empty(),
        "the types of Rust are not those of {NEWEST}:\n  {}",
        mismatches.join("\n  ")
    );
}

/// `[driver.layout."12.0"]` of `xtask/api.toml`: a change in 12.0, and why it is correct here.
type ReviewedChanges = BTreeMap<String, BTreeMap<String, String>>;

fn reviewed() -> ReviewedChanges {
    #[derive(Deserialize)]
    struct Api {
        driver: Driver,
    }
    #[derive(Deserialize)]
    struct Driver {
        #[serde(default)]
        layout: ReviewedChanges,
    }
    let api = toml::from_str::<Api>(include_str!("../../xtask/api.toml"));
    api.unwrap_or_else(|error| panic!("xtask/api.toml: {error}")).driver.layout
}

/// Returns what to do about unreviewed changes, and about reviews of changes that don't exist.
fn unreviewed(changes: &BTreeSet<String>, reviewed: &BTreeMap<String, String>) -> Vec<String> {
    let missing = changes
        .iter()
        .filter(|change| !reviewed.contains_key(*change))
        .map(|change| format!("review {change:?}"));
    let stale = reviewed
        .keys()
        .filter(|change| !changes.contains(*change))
        .map(|change| format!("remove {change:?}"));
    missing.chain(stale).collect()
}

#[test]
fn changes_of_newer_headers_under_an_old_name_are_reviewed() {
    let found = found("changes_of_newer_headers_under_an_old_name_are_reviewed");
    let mut reviewed = reviewed();
    let mut wrong = Vec::new();
    for (older, newer) in SETS.iter().zip(&SETS[1..]) {
        let reviewed = reviewed.remove(*newer).unwrap_or_default();
        let layout =
            |set| found.iter().find(|(found, _)| found == set).map(|(_, headers)| headers.layout());
        let (Some(old), Some(new)) = (layout(older), layout(newer)) else {
            continue;
        };
        let lines = unreviewed(&layout::changes(&old, &new), &reviewed);
        wrong.extend(lines.into_iter().map(|line| format!("{newer}: {line}")));
    }
    wrong.extend(reviewed.keys().map(|set| format!("{set}: there is no such header set")));
    assert!(wrong.is_empty(), "in [driver.layout] of xtask/api.toml:\n  {}", wrong.join("\n  "));
}

#[test]
fn a_change_without_a_review_and_a_review_without_its_change_are_reported() {
    let changes = BTreeSet::from(["A: 1 → 2".to_owned(), "B: gone".to_owned()]);
    let reviewed =
        ["B: gone", "C: gone"].map(|change| (change.to_owned(), "as it should be".to_owned()));
    assert_eq!(
        unreviewed(&changes, &reviewed.into()),
        [r#"review "A: 1 → 2""#, r#"remove "C: gone""#]
    );
}

/// Returns the names that only the headers have, with a `-`, and those that only the tables have, with a `+`.
fn only_one_has(headers: &BTreeSet<&str>, tables: &BTreeSet<impl AsRef<str>>) -> String {
    let tables: &BTreeSet<&str> = &tables.iter().map(AsRef::as_ref).collect();
    let missing = headers.difference(tables).map(|name| format!("-{name}"));
    missing
        .chain(tables.difference(headers).map(|name| format!("+{name}")))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_function_on_one_side_only_is_reported() {
    assert_eq!(only_one_has(&BTreeSet::from(["a", "b"]), &BTreeSet::from(["b", "c"])), "-a +c");
}

#[test]
fn the_table_has_every_function_of_the_newest_headers() {
    let Some(headers) = newest("the_table_has_every_function_of_the_newest_headers") else {
        return;
    };
    let (per_thread, legacy): (BTreeSet<_>, BTreeSet<_>) =
        functions(headers.all, "cu").into_iter().partition(|function| is_per_thread(function));
    let ours = Symbol::ALL.iter().map(|symbol| symbol.as_str().to_owned());
    assert_eq!(only_one_has(&legacy, &ours.collect()), "");
    let ours = Symbol::ALL.iter().filter_map(|symbol| Some(variant(*symbol)?.0));
    assert_eq!(only_one_has(&per_thread, &ours.collect()), "");

    // cuda.h has 580 functions, 105 of them also for the per-thread default stream, cudaProfiler.h has 3, and the headers
    // for graphics have 34, of which 2 are also for that stream.
    assert_eq!((legacy.len(), per_thread.len()), (580 + 3 + 34, 105 + 2));
    assert_eq!(pointers(headers.all).len(), 580 + 105 + 3 + 34 + 2);
    // Without superseded functions, there are 492, and 29 for graphics.
    assert_eq!(functions(headers.current, "cu").len(), 492 + 3 + 29);
}

/// The name and the version of the variant for the thread's own default stream.
fn variant(symbol: Symbol) -> Option<(String, u16)> {
    let (suffix, since) = symbol.per_thread()?;
    Some((format!("{symbol}{suffix}"), since))
}

/// For some functions, `cuGetProcAddress` has an older version than the first headers that declare them.
fn declared_since(symbol: &str) -> u16 {
    match symbol {
        "cuLaunchKernelEx" | "cuLaunchKernelEx_ptsz" => 11080,
        "cuOccupancyMaxActiveClusters" | "cuOccupancyMaxPotentialClusterSize" => 11080,
        "cuGreenCtxGetId" => 13000,
        _ => 0,
    }
}

#[test]
fn each_header_set_has_the_functions_that_are_as_old_as_it() {
    for (set, headers) in found("each_header_set_has_the_functions_that_are_as_old_as_it") {
        // Not all sets have cudaProfiler.h.
        let declared =
            functions(headers.all, "cu").into_iter().filter(|name| !name.starts_with("cuProfiler"));
        let symbols =
            Symbol::ALL.iter().filter(|symbol| symbol.header() != "cudaProfiler.h").flat_map(
                |symbol| variant(*symbol).into_iter().chain([(symbol.to_string(), symbol.since())]),
            );
        let as_old =
            symbols.filter(|(symbol, since)| *since.max(&declared_since(symbol)) <= number(set));
        assert_eq!(
            only_one_has(&declared.collect(), &as_old.map(|(symbol, _)| symbol).collect()),
            "",
            "in {set}"
        );
    }
}

/// Compares the functions of a library's crate with those of the header sets from `first` on.
macro_rules! has_the_functions_of_each_header_set {
    ($test:ident, $library:ident, $prefix:literal, $first:literal, $count:literal) => {
        #[test]
        fn $test() {
            for (set, headers) in found(stringify!($test)) {
                let version = u32::from(number(set));
                let is_there = |f: &&cuda_libraries_sys::Function| {
                    ($first..).contains(&version)
                        && f.since <= version
                        && f.until.is_none_or(|until| version < until)
                };
                let there = cuda_libraries_sys::$library::FUNCTIONS.iter().filter(is_there);
                let there = there.map(|function| function.name).collect();
                let declared = functions(headers.all, $prefix);
                assert_eq!(only_one_has(&declared, &there), "", "in {set}");
            }
            assert_eq!(cuda_libraries_sys::$library::FUNCTIONS.len(), $count);
        }
    };
}

has_the_functions_of_each_header_set!(
    nvrtc_has_the_functions_of_each_header_set,
    nvrtc,
    "nvrtc",
    0,
    31
);
has_the_functions_of_each_header_set!(
    nvjitlink_has_the_functions_of_each_header_set,
    nvjitlink,
    "nvJitLink",
    12000,
    16
);
has_the_functions_of_each_header_set!(
    nvfatbin_has_the_functions_of_each_header_set,
    nvfatbin,
    "nvFatbin",
    12040,
    12
);
