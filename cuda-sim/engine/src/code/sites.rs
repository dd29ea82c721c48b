//! The numbers of instructions that a detector is told about, among those of all programs.

use crate::code::watch::Watch;

/// Above an instruction, the chain of the item of work whose access it is.
pub const CHAIN_SHIFT: u32 = 24;

/// The number of chains.
pub const CHAINS: usize = 1 << (31 - CHAIN_SHIFT);

/// The bits of the instruction.
pub const SITE: u32 = (1 << CHAIN_SHIFT) - 1;

/// The first site of an instruction.
pub const FIRST_SITE: u32 = 4;

/// The instructions of a program, for reports.
#[derive(Debug)]
pub struct SiteTable {
    pub watches: Vec<Watch>,
    pub files: Vec<String>,
    pub functions: Vec<String>,
}
