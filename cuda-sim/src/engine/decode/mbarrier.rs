//! Decoding of barriers in memory.

use super::body::{Body, Decoded};
use super::modifiers::Modifiers;
use crate::ptx::Instruction;

impl<'a> Body<'_, 'a> {
    /// `mbarrier`
    pub fn mbarrier(&mut self, _: &Instruction<'a>) -> Decoded<()> {
        Err("barriers in memory can't be used on the software device yet; use bar.sync".into())
    }

    /// `cp.async.bulk`
    pub fn copy_bulk(&mut self, _: &Instruction<'a>, _: Modifiers<'_>) -> Decoded<()> {
        Err("bulk copies can't be used on the software device yet; use cp.async".into())
    }

    /// `cp.async.mbarrier.arrive`
    pub fn mbarrier_async(&mut self, _: &Instruction<'a>, _: Modifiers<'_>) -> Decoded<()> {
        Err("barriers in memory can't be used on the software device yet; use cp.async.wait_group".into())
    }
}
