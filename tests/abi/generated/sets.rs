// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

/// The header sets, the newest last.
pub const SETS: [&str; 7] = ["11.7", "11.8", "12.0", "12.4", "12.9", "13.0", "13.5"];
