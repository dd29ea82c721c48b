/// Why memory is not shared with another process.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The driver's answer.
    #[error(transparent)]
    Ipc(#[from] cuda_driver::IpcError),
}
