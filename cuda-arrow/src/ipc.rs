/// Why bytes are no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IpcError {
    /// The stream ends here.
    #[error("End of stream (message has length 0)")]
    EndOfStream,
}
