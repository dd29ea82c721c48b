//! Sequences of vectors in device memory, and the networks that were executed on some.

use std::sync::Arc;

use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};
use parking_lot::Mutex;

use super::super::dropout::flat;
use super::super::handle::because;
use super::super::view::Blend;
use super::super::{BAD_PARAM, NOT_SUPPORTED, Outcome};
use super::network::Network;

/// Sequences of a batch.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sequences {
    pub kind: cudnnDataType_t,
    pub data: cudaDataType,
    pub layout: cudnnRNNDataLayout_t,
    /// The steps of the longest, the number of sequences, and the size of a vector.
    pub steps: usize,
    pub batch: usize,
    pub vector: usize,
    pub lengths: Vec<usize>,
    /// What follows the shorter ones in memory, if anything.
    pub fill: Option<f64>,
}

impl Sequences {
    /// Returns the error of what can't be.
    pub(super) fn check(&self) -> Outcome {
        use cudnnRNNDataLayout_t as L;
        let is_known = [
            L::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
            L::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
            L::CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED,
        ]
        .contains(&self.layout);
        if !is_known {
            return Err(because(NOT_SUPPORTED, "this layout of sequences is unknown"));
        }
        let is_right = [self.steps, self.batch, self.vector].iter().all(|size| *size > 0)
            && self.lengths.iter().all(|length| *length <= self.steps);
        if !is_right {
            return Err(because(BAD_PARAM, "a size is zero, or a sequence is too long"));
        }
        if self.is_packed() && self.lengths.windows(2).any(|pair| pair[0] < pair[1]) {
            Err(because(BAD_PARAM, "of packed sequences, the longest is the first"))
        } else {
            Ok(())
        }
    }

    fn is_packed(&self) -> bool {
        self.layout == cudnnRNNDataLayout_t::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED
    }

    /// The number of vectors without gaps, of which each step and sequence has one.
    pub(super) fn slots(&self) -> usize {
        self.steps * self.batch
    }

    /// Returns the vector of a step and a sequence in memory.
    fn place(&self, step: usize, sequence: usize) -> usize {
        use cudnnRNNDataLayout_t as L;
        match self.layout {
            L::CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED => sequence * self.steps + step,
            L::CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED => {
                let before = self.lengths.iter().map(|length| (*length).min(step)).sum::<usize>();
                before + sequence
            }
            _ => step * self.batch + sequence,
        }
    }

    /// The number of vectors in memory.
    fn vectors(&self) -> usize {
        if self.is_packed() { self.lengths.iter().sum() } else { self.slots() }
    }

    /// Reads them, each step's sequences one after another, and zeros for those that have ended.
    pub(super) fn load(&self, call: &NativeCall<'_>, address: u64) -> Result<Vec<f64>, Fault> {
        let mut all = vec![0.0; self.slots() * self.vector];
        let memory = flat(self.data, address, self.vectors() * self.vector).load(call)?;
        self.for_each(|slot, place| {
            all[slot * self.vector..][..self.vector]
                .copy_from_slice(&memory[place * self.vector..][..self.vector]);
        });
        Ok(all)
    }

    /// Writes them, and what follows those that are shorter: `padding`, or what was there.
    pub(super) fn store(
        &self,
        call: &NativeCall<'_>,
        address: u64,
        all: &[f64],
        padding: Option<f64>,
    ) -> Result<(), Fault> {
        let view = flat(self.data, address, self.vectors() * self.vector);
        let is_whole = self.is_packed() || self.lengths.iter().all(|length| *length == self.steps);
        let mut memory = match padding {
            _ if is_whole => vec![0.0; view.len()],
            Some(padding) => vec![padding; view.len()],
            None => view.load(call)?,
        };
        self.for_each(|slot, place| {
            memory[place * self.vector..][..self.vector]
                .copy_from_slice(&all[slot * self.vector..][..self.vector]);
        });
        view.store(call, Blend::WRITE, &memory)
    }

    /// Calls `f` with the slot and the place of each vector that there is.
    fn for_each(&self, mut f: impl FnMut(usize, usize)) {
        for (sequence, length) in self.lengths.iter().enumerate() {
            for step in 0..*length {
                f(step * self.batch + sequence, self.place(step, sequence));
            }
        }
    }
}

/// A network on sequences.
#[derive(Debug, PartialEq)]
pub(super) struct Plan {
    pub network: Network,
    pub x: Arc<Sequences>,
    pub y: Arc<Sequences>,
}

/// All that were executed. They stay, because a graph of the driver may launch one at any time.
static PLANS: Mutex<Vec<Arc<Plan>>> = Mutex::new(Vec::new());

/// Returns the number of a plan.
pub(super) fn number(network: &Network, [x, y]: [Arc<Sequences>; 2]) -> u64 {
    let plan = Plan { network: *network, x, y };
    let mut plans = PLANS.lock();
    let position = plans.iter().position(|other| **other == plan);
    let index = position.unwrap_or_else(|| {
        plans.push(Arc::new(plan));
        plans.len() - 1
    });
    index as u64
}

/// Returns the plan of a number.
pub(super) fn plan(number: u64) -> Option<Arc<Plan>> {
    PLANS.lock().get(usize::try_from(number).ok()?).cloned()
}
