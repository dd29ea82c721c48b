//! Where a fault is, for its report.

use crate::device::fault::{Fault, WITHOUT_LINES};
use crate::device::fault_kind::FaultKind;
use crate::state::core::Core;

impl Core<'_> {
    /// Returns the fault of this kind at instruction `pc`, with its report.
    #[cold]
    pub fn fault(&self, pc: u32, fault_kind: &FaultKind) -> Fault {
        let shared = self.shared_size - self.grid.reserved_shared;
        let local = self.grid.local_per_lane;
        let mut report = fault_kind.sentence(self.memory(), shared, local);
        report.push_str(&format!("\n  kernel {}", self.grid.name()));
        let mut ending = format!("\n  {WITHOUT_LINES}");
        if let Some(place) = self.code.places.get(pc as usize) {
            if let Some(function) = self.code.functions.get(place.function as usize)
                && function.name != self.grid.name()
            {
                report.push_str(&format!(", function {}", function.name));
            }
            report.push_str(&format!(", PTX line {}", place.line));
            if let Some(file) = place.file.and_then(|file| self.code.files.get(file as usize)) {
                report.push_str(&format!(" ({file}:{})", place.source_line));
                ending.clear();
            }
        }
        let block = self.block_group.blocks.get(self.block);
        if let Some(block) = block {
            let [x, y, z] = block.index;
            report.push_str(&format!(", block ({x}, {y}, {z})"));
        }
        if let Some(lane) = fault_kind.lane() {
            let [x, y, z] = self.grid.thread_index(self.warp as u32 * 32 + lane);
            report
                .push_str(&format!(", thread ({x}, {y}, {z}), lane {lane} of warp {}", self.warp));
        }
        report.push_str(&ending);
        Fault { code: fault_kind.code(), report }
    }
}
