//! Properties that need a context: free memory, limits and stream priorities.

use std::time::Instant;

use comfy_table::Table;
use cuda_driver::{Context, CuResult, Device, sys::CUlimit};
use serde::{Serialize, Serializer};

use crate::answer::Answer;
use crate::units::bytes;

#[derive(Serialize)]
pub struct ContextReport {
    /// The time to create the context, in milliseconds; short if the process had it already.
    creation_ms: f64,
    memory: Answer<Memory>,
    stream_priorities: Answer<Priorities>,
    limits: Limits,
}

#[derive(Serialize)]
struct Memory {
    free: usize,
    total: usize,
}

#[derive(Serialize)]
struct Priorities {
    lowest: i32,
    highest: i32,
}

/// The driver's answers, in the order of `cuda.h`.
struct Limits(Vec<(&'static str, Answer<usize>)>);

impl ContextReport {
    pub fn collect(device: Device) -> Result<Self, CuResult> {
        let begin = Instant::now();
        let context = device.primary_context()?;
        let creation_ms = begin.elapsed().as_secs_f64() * 1e3;
        Ok(Self {
            creation_ms,
            memory: context.memory_info().map(|(free, total)| Memory { free, total }).into(),
            stream_priorities: context
                .stream_priority_range()
                .map(|(lowest, highest)| Priorities { lowest, highest })
                .into(),
            limits: Limits::collect(&context),
        })
    }

    pub fn add_rows(&self, table: &mut Table) {
        let memory = self.memory.map(|memory| {
            format!("{} free of {}", bytes(memory.free as u64), bytes(memory.total as u64))
        });
        let priorities = self
            .stream_priorities
            .map(|range| format!("{} (lowest) to {} (highest)", range.lowest, range.highest));
        table.add_row(["context".to_string(), format!("created in {:.0} ms", self.creation_ms)]);
        table.add_row(["free memory".to_string(), memory.to_string()]);
        table.add_row(["stream priorities".to_string(), priorities.to_string()]);
        table.add_row(["limits".to_string(), self.limits.known()]);
    }
}

impl Limits {
    fn collect(context: &Context) -> Self {
        let limits =
            CUlimit::ENUMERATORS.iter().filter(|(_, limit)| *limit != CUlimit::CU_LIMIT_MAX);
        Self(limits.map(|(name, limit)| (*name, context.limit((*limit).into()).into())).collect())
    }

    /// Those that the device has, one per line.
    fn known(&self) -> String {
        let answers =
            self.0.iter().filter_map(|(name, answer)| Some(format!("{name} {}", answer.value()?)));
        answers.collect::<Vec<_>>().join("\n")
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, answer)| (name, answer)))
    }
}
