//! Where an instruction is in a source.

/// The source position of an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourcePlace {
    /// Line of the PTX.
    pub line: u32,
    /// Index in [`Code::files`](crate::code::Code::files), if the source is known.
    pub file: Option<u32>,
    /// Line of the source.
    pub source_line: u32,
    /// Index of the function in [`Code::functions`](crate::code::Code::functions).
    pub function: u32,
}
