//! Tests of the search, on simulated machines and on this one.
//!
//! The simulated libraries are compiled by `cc`; the layout of Windows is tested on all systems.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the functions here that aren't tests only serve tests")]

mod broken;
mod headers;
mod installations;
mod loader;
mod machine;
mod needs;
mod order;
mod report;
mod rows;
mod tools;
mod windows;
