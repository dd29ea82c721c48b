use anyhow::{Context as _, Result};
use cuda_rust::measured::{median, rounded};

use crate::python::{Answer, Python};
use crate::report::{Cost, Reached, Row, Skipped};
use crate::work::{Bench, Goal, Suite, Work};

/// Measures all ways of a work in turn, as many times as there are rounds.
pub fn measure(
    suite: &Suite,
    work: &Work,
    bench: &Bench,
    python: &mut Python,
    rounds: u32,
) -> Result<Row> {
    let context = || format!("measuring {}", work.name);
    let size = (work.size)(bench);
    let mut ways = (work.ways)(bench).with_context(context)?;
    let mut samples: Vec<(&str, Vec<f64>)> =
        ways.iter().map(|way| (way.name, Vec::new())).collect();
    let (mut skipped, mut others) = (Vec::new(), Vec::new());
    for library in suite.libraries {
        match python.sample(library, work.name, &size)? {
            Answer::Seconds(_) => {
                others.push(*library);
                samples.push((*library, Vec::new()));
            }
            Answer::Skip(reason) => {
                eprintln!("skipped: {}, {library}: {reason}", work.name);
                skipped.push(Skipped {
                    way: (*library).to_owned(),
                    reason,
                });
            }
        }
    }
    // The first time isn't counted.
    for way in &mut ways {
        (way.sample)(size.calls).with_context(context)?;
    }
    let count = samples.len();
    let own = ways.len();
    for round in 0..rounds as usize {
        for step in 0..count {
            // Each is the first, the second and the last equally often.
            let turn = (round + step) % count;
            let seconds = match ways.get_mut(turn) {
                Some(way) => (way.sample)(size.calls).with_context(context)?,
                None if samples[turn].1.len() < round => continue,
                None => match python.sample(others[turn - own], work.name, &size)? {
                    Answer::Seconds(seconds) => seconds,
                    Answer::Skip(reason) => {
                        let way = others[turn - own].to_owned();
                        skipped.push(Skipped { way, reason });
                        continue;
                    }
                },
            };
            samples[turn].1.push(seconds / f64::from(size.calls));
        }
    }
    // A way that failed in one round isn't told.
    samples.retain(|(_, samples)| samples.len() == rounds as usize);
    python.end()?;
    let reached = work
        .goal
        .and_then(|goal| reached(suite.subject, goal, &samples));
    let costs = samples.iter().map(|(way, samples)| {
        let seconds = median(samples);
        Cost {
            way: (*way).to_owned(),
            ns: rounded(seconds * 1e9),
            fastest_ns: rounded(samples.iter().copied().fold(f64::INFINITY, f64::min) * 1e9),
            slowest_ns: rounded(samples.iter().copied().fold(0.0, f64::max) * 1e9),
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
        ways: costs.collect(),
        skipped,
        goal: reached,
    })
}

/// How the subject stands to its goal, as the median of what came out round by round.
fn reached(subject: &str, goal: Goal, samples: &[(&str, Vec<f64>)]) -> Option<Reached> {
    let of = |name: &str| {
        samples
            .iter()
            .find(|(way, _)| *way == name)
            .map(|(_, samples)| samples)
    };
    let own = of(subject)?;
    let pairs = |other: &str, f: &dyn Fn(f64, f64) -> f64| {
        let pairs: Vec<f64> = own
            .iter()
            .zip(of(other)?)
            .map(|(own, other)| f(*own, *other))
            .collect();
        Some(rounded(median(&pairs)))
    };
    let (text, value, is_met) = match goal {
        Goal::Throughput { over, part } => {
            let value = pairs(over, &|own, other| other / own)?;
            (
                format!("at least {part} of the throughput of {over}"),
                value,
                value >= part,
            )
        }
        Goal::Time { over, part } => {
            let value = pairs(over, &|own, other| own / other)?;
            (
                format!("at most {part} of the time of {over}"),
                value,
                value <= part,
            )
        }
        Goal::Beside { over, ns } => {
            let value = pairs(over, &|own, other| (own - other) * 1e9)?;
            (
                format!("at most {ns} ns more than {over}"),
                value,
                value <= ns,
            )
        }
        Goal::Within { ns } => {
            let value = rounded(median(own) * 1e9);
            (format!("at most {ns} ns"), value, value <= ns)
        }
    };
    Some(Reached {
        goal: text,
        value,
        is_met,
    })
}
