//! Kinds of messages.

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MessageKind {
    /// The schema, with which a stream begins.
    Schema,
    /// The values of a dictionary.
    DictionaryBatch,
    /// Columns.
    RecordBatch,
    /// A tensor, which this crate doesn't read.
    Tensor,
    /// Something else, which this crate doesn't read.
    Other,
}
