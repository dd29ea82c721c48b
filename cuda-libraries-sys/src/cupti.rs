//! CUPTI, which records what a program's calls and the GPU do, and reads the GPU's counters; the file for Linux.
//!
//! Numbers are CUDA's: 13050 is 13.5. Before 13.0, CUPTI reports a number of its interface, which the table replaces by that of
//! the release; CUDA 11.8 and 12.0 have the same.
//!
//! A record of an activity begins with its kind, and has the newest structure that its release knows:
//! `CUpti_ActivityKernel8` in 11.8, `CUpti_ActivityKernel13` in 13.5. A later structure only adds to the end of an earlier one,
//! unless its release replaced fields, which NVIDIA's documentation lists. Bit fields are arrays of bytes here.

pub use crate::generated::cupti::constants::*;
pub use crate::generated::cupti::enums::*;
pub use crate::generated::cupti::functions::*;
pub use crate::generated::cupti::types::*;

/// Returns the release with an interface of this number.
pub(crate) fn release(interface: u32) -> u32 {
    match interface {
        0 => 0,
        1..=17 => 11_070,
        18 => 11_080,
        19 => 12_000,
        20 => 12_020,
        21 => 12_030,
        22 => 12_040,
        23 => 12_050,
        24 | 25 => 12_060,
        26 => 12_080,
        27..=99 => 12_090,
        _ => interface / 10_000 * 1000 + interface / 100 % 100 * 10,
    }
}
