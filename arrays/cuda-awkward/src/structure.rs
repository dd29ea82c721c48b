//! Operations that change the structure of arrays: missing values, levels of lists, records, types.

pub(crate) mod check;
pub(crate) mod columns;
pub(crate) mod enforce;
pub(crate) mod flat;
pub(crate) mod levels;
pub(crate) mod options;
pub(crate) mod parameters;
pub(crate) mod records;
