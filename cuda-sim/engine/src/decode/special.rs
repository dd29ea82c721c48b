//! Decoding of special registers.

use crate::code::Inst;
use crate::code::function::{Constant, Special};
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::ops::{Clock, rare};

impl Body<'_, '_> {
    /// Returns the position of a special register's value.
    pub fn special(&mut self, name: &str, wanted: u32) -> Decoded<u32> {
        let (clock, shift) = match name {
            "%clock" | "%clock64" => (Some(0), 0),
            "%clock_hi" => (Some(0), 32),
            "%globaltimer" | "%globaltimer_lo" => (Some(1), 0),
            "%globaltimer_hi" => (Some(1), 32),
            _ => (None, 0),
        };
        if let Some(which) = clock {
            let at = self.temporary(wanted);
            self.emit(Inst { d: at, y: which, z: wanted, b: shift, ..blank(rare::<Clock>()) });
            return Ok(at);
        }
        // There are no performance counters.
        let counter = |name: &str| matches!(name.as_bytes(), [b'0'..=b'7']);
        if let Some(name) = name.strip_prefix("%pm")
            && counter(name.strip_suffix("_64").unwrap_or(name))
        {
            return Ok(self.constant(Constant::Value(0), wanted as u8));
        }
        let special = special(name).ok_or_else(|| {
            format!("special register {name} can't be read on the software device")
        })?;
        Ok(self.constant(Constant::Special(special), wanted as u8))
    }
}

/// Returns the special register with a name.
pub fn special(name: &str) -> Option<Special> {
    let axis = |prefix: &str| {
        let part = name.strip_prefix(prefix)?;
        [".x", ".y", ".z", ".w"].iter().position(|axis| *axis == part).map(|axis| axis as u8)
    };
    type Make = fn(u8) -> Special;
    let vectors: [(&str, Make); 8] = [
        ("%tid", Special::Tid),
        ("%ntid", Special::Ntid),
        ("%ctaid", Special::Ctaid),
        ("%nctaid", Special::Nctaid),
        ("%clusterid", Special::ClusterId),
        ("%nclusterid", Special::NclusterId),
        ("%cluster_ctaid", Special::ClusterCtaid),
        ("%cluster_nctaid", Special::ClusterNctaid),
    ];
    for (prefix, make) in vectors {
        if let Some(axis) = axis(prefix) {
            return Some(make(axis));
        }
    }
    if let Some(number) = name.strip_prefix("%envreg") {
        let number = number.parse().ok().filter(|number| *number < 32);
        return number.map(Special::Envreg);
    }
    Some(match name {
        "%laneid" => Special::LaneId,
        "%warpid" => Special::WarpId,
        "%nwarpid" => Special::NwarpId,
        "%smid" => Special::SmId,
        "%nsmid" => Special::NsmId,
        "%gridid" => Special::GridId,
        "%current_graph_exec" => Special::CurrentGraph,
        "%lanemask_eq" => Special::LanemaskEq,
        "%lanemask_le" => Special::LanemaskLe,
        "%lanemask_lt" => Special::LanemaskLt,
        "%lanemask_ge" => Special::LanemaskGe,
        "%lanemask_gt" => Special::LanemaskGt,
        "%total_smem_size" => Special::TotalSmem,
        "%aggr_smem_size" => Special::AggregateSmem,
        "%dynamic_smem_size" => Special::DynamicSmem,
        "%reserved_smem_offset_begin" | "%reserved_smem_offset_0" | "%reserved_smem_offset_1" => {
            Special::ReservedSmem
        }
        "%reserved_smem_offset_end" => Special::ReservedSmemEnd,
        "%reserved_smem_offset_cap" => Special::ReservedSmemSize,
        "%is_explicit_cluster" => Special::ExplicitCluster,
        "%cluster_ctarank" => Special::ClusterCtarank,
        "%cluster_nctarank" => Special::ClusterNctarank,
        _ => return None,
    })
}
