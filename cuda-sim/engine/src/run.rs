//! Running a launch: which warp goes on when, and until when.

pub mod deadlock;
pub mod explore;
pub mod interleave;
pub mod launch;
pub mod native;
pub mod schedule;
pub mod synchronization;
pub mod work;
