//! Runs each target on its seeds, on the inputs that were found, and on changed seeds. The option `rounds` sets how many of
//! those, `seed` the first, and `only` the targets.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cuda_rust::options;
use fastrand::Rng;
use fuzz::{TARGETS, Target};
use nvrtc::Nvrtc;

/// The targets that compile.
const COMPILING: [&str; 2] = ["cache", "ragged"];

/// Returns the targets that are run.
fn targets() -> impl Iterator<Item = &'static Target> {
    let only = options::given("only");
    let has_nvrtc = Nvrtc::load().map_err(cuda_rust::skip).is_ok();
    let is_run = move |target: &&Target| {
        let is_chosen =
            only.as_ref().is_none_or(|only| only.split('+').any(|name| name == target.name));
        is_chosen && (has_nvrtc || !COMPILING.contains(&target.name))
    };
    TARGETS.iter().filter(is_run)
}

/// Returns the files of a target in a folder: its own, which may be missing if nothing was found, and those that it shares.
fn files(folder: &str, target: &Target) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = target.folders().filter_map(|name| fs::read_dir(folder.join(name)).ok());
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Runs a target, one at a time: what they allocate is counted for the whole process.
fn check(target: &Target, input: &[u8], origin: &dyn std::fmt::Display) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let checked = panic::catch_unwind(AssertUnwindSafe(|| target.check(input)));
    assert!(checked.is_ok(), "{}: {origin}", target.name);
}

#[test]
fn every_target_is_as_promised_for_its_seeds() {
    for target in targets() {
        let files = files("corpus", target);
        assert!(!files.is_empty(), "{} has no seeds", target.name);
        for file in files {
            check(target, &fs::read(&file).unwrap(), &file.display());
        }
    }
}

#[test]
fn every_target_is_as_promised_for_what_was_found() {
    for target in targets() {
        for file in files("found", target) {
            check(target, &fs::read(&file).unwrap(), &file.display());
        }
    }
}

#[test]
fn every_target_is_as_promised_for_changed_seeds() {
    let first = options::number("seed", 1);
    for target in targets() {
        let seeds: Vec<_> =
            files("corpus", target).iter().map(|file| fs::read(file).unwrap()).collect();
        let rounds = options::number("rounds", target.rounds);
        for seed in first..first + rounds {
            let mut random = Rng::with_seed(seed);
            let mut input = random.choice(&seeds).unwrap().clone();
            for _ in 0..random.usize(1..4) {
                change(&mut input, &seeds, &mut random);
            }
            check(target, &input, &format_args!("seed={seed},rounds=1"));
        }
    }
}

/// Changes one thing.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Rng) {
    if input.is_empty() {
        input.push(random.u8(..));
    }
    let at = random.usize(..input.len());
    let behind = (at + random.usize(..24)).min(input.len());
    match random.u8(..9) {
        0 => input.truncate(at),
        1 => input[at] = random.u8(..),
        2 => input[at] ^= 1 << random.u8(..8),
        // A length or an offset, most likely.
        3 | 4 => {
            let at = at / 4 * 4;
            let value: i64 = match random.u8(..5) {
                0 => -1,
                1 => i64::MAX,
                2 => i64::from(random.i32(..)),
                3 => i64::from(random.u8(..)),
                _ => random.i64(..),
            };
            let width = *random.choice(&[4, 8]).unwrap();
            let width = width.min(input.len() - at);
            input[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
        }
        5 => drop(input.drain(at..behind)),
        6 => {
            let part = input[at..behind].to_vec();
            let to = random.usize(..=input.len());
            input.splice(to..to, part);
        }
        // A word of another.
        7 => {
            let other = random.choice(seeds).unwrap();
            let words = other.split(|byte| byte.is_ascii_whitespace());
            let word = words.filter(|word| !word.is_empty()).nth(random.usize(..40));
            input.splice(at..at, word.unwrap_or(b"0").iter().copied());
        }
        _ => {
            let mut lines: Vec<Vec<u8>> =
                input.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let (a, b) = (random.usize(..lines.len()), random.usize(..lines.len()));
            lines.swap(a, b);
            *input = lines.join(&b'\n');
        }
    }
}

#[test]
fn every_folder_of_inputs_is_that_of_a_target() {
    for folder in ["corpus", "found"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(TARGETS.iter().any(|target| target.name == name), "{name} is no target");
        }
    }
}
