use anyhow::{Context as _, Result};
use cuda_rust::measured::{median, rounded};

use crate::python::{Answer, Python};
use crate::report::{Cost, GoalResult, Row, SkippedVersion};
use crate::work::{Bench, Goal, Sample, Suite, Work};

/// Measures all versions of an operation in turn, in every round.
pub fn measure(
    suite: &Suite,
    work: &Work,
    bench: &Bench,
    python: &mut Python,
    rounds: u32,
) -> Result<Row> {
    let context = || format!("measuring {}", work.name);
    let size = (work.size)(bench);
    let (mut skipped, mut others) = (Vec::new(), Vec::new());
    let mut skip = |way: &str, reason: String| {
        eprintln!("skipped: {}, {way}: {reason}", work.name);
        let way = way.to_owned();
        skipped.push(SkippedVersion { way, reason });
    };
    let mut ways: Vec<Sample> = Vec::new();
    let mut samples: Vec<(&str, Vec<f64>)> = Vec::new();
    for way in (work.ways)(bench).with_context(context)? {
        match way.sample {
            Ok(sample) => {
                ways.push(sample);
                samples.push((way.name, Vec::new()));
            }
            Err(reason) => skip(way.name, reason),
        }
    }
    for library in suite.libraries {
        match python.sample(library, work.name, &size)? {
            Answer::Seconds(_) => {
                others.push(*library);
                samples.push((*library, Vec::new()));
            }
            Answer::Skip(reason) => skip(library, reason),
        }
    }
    // The first run isn't counted.
    for sample in &mut ways {
        sample(size.calls).with_context(context)?;
    }
    let count = samples.len();
    let way_count = ways.len();
    for round in 0..rounds as usize {
        for step in 0..count {
            // Each is first, second and last equally often.
            let turn = (round + step) % count;
            let seconds = match ways.get_mut(turn) {
                Some(sample) => sample(size.calls).with_context(context)?,
                None if samples[turn].1.len() < round => continue,
                None => match python.sample(others[turn - way_count], work.name, &size)? {
                    Answer::Seconds(seconds) => seconds,
                    Answer::Skip(reason) => {
                        skip(others[turn - way_count], reason);
                        continue;
                    }
                },
            };
            samples[turn].1.push(seconds / f64::from(size.calls));
        }
    }
    // A version that failed in any round is omitted.
    samples.retain(|(_, samples)| samples.len() == rounds as usize);
    python.end()?;
    let goals: &[Goal] = match &work.goal {
        None => &[],
        Some(Goal::All(goals)) => goals,
        Some(goal) => core::slice::from_ref(goal),
    };
    let goals = goals.iter();
    let goals = goals.filter_map(|goal| reached(suite.subject, *goal, &samples));
    let costs = samples.iter().map(|(way, samples)| {
        let seconds = median(samples);
        Cost {
            way: (*way).to_owned(),
            ns: rounded(seconds * 1e9),
            fastest_ns: rounded(samples.iter().copied().fold(f64::INFINITY, f64::min) * 1e9),
            slowest_ns: rounded(samples.iter().copied().fold(0.0, f64::max) * 1e9),
            teraflops: (size.operations > 0)
                .then(|| rounded(size.operations as f64 / seconds / 1e12)),
            gigabytes_a_second: (size.bytes > 0)
                .then(|| rounded(size.bytes as f64 / seconds / 1e9)),
        }
    });
    Ok(Row {
        work: work.name,
        does: work.does,
        group: work.group,
        calls_a_sample: size.calls,
        bytes: size.bytes,
        operations: size.operations,
        ways: costs.collect(),
        skipped,
        goals: goals.collect(),
    })
}

/// Compares the subject with its goal, as the median over the rounds.
fn reached(subject: &str, goal: Goal, samples: &[(&str, Vec<f64>)]) -> Option<GoalResult> {
    let samples_of =
        |name: &str| samples.iter().find(|(way, _)| *way == name).map(|(_, samples)| samples);
    let subject_samples = samples_of(subject)?;
    let pairs = |other: &str, f: &dyn Fn(f64, f64) -> f64| {
        let pairs: Vec<f64> = subject_samples
            .iter()
            .zip(samples_of(other)?)
            .map(|(subject_samples, other)| f(*subject_samples, *other))
            .collect();
        Some(rounded(median(&pairs)))
    };
    let (text, value, is_met) = match goal {
        Goal::Throughput { over, part } => {
            let value = pairs(over, &|subject_samples, other| other / subject_samples)?;
            (format!("at least {part} of the throughput of {over}"), value, value >= part)
        }
        Goal::Time { over, part } => {
            let value = pairs(over, &|subject_samples, other| subject_samples / other)?;
            (format!("at most {part} of the time of {over}"), value, value <= part)
        }
        Goal::Extra { over, ns } => {
            let value = pairs(over, &|subject_samples, other| (subject_samples - other) * 1e9)?;
            (format!("at most {ns} ns more than {over}"), value, value <= ns)
        }
        Goal::Within { ns } => {
            let value = rounded(median(subject_samples) * 1e9);
            (format!("at most {ns} ns"), value, value <= ns)
        }
        // These are checked one by one.
        Goal::All(_) => return None,
    };
    Some(GoalResult { goal: text, value, is_met })
}
