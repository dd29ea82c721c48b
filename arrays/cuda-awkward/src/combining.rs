//! Operations that combine arrays or change their structure.

pub(crate) mod cartesian;
pub(crate) mod combine;
pub(crate) mod concatenate;
pub(crate) mod fields;
pub(crate) mod merge;
pub(crate) mod pack;
mod pairs;
pub(crate) mod unflatten;
pub(crate) mod unify;
