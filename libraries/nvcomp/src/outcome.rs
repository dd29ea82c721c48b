use cuda_libraries_sys::nvcomp::nvcompStatus_t;

use crate::error::Error;
use crate::functions::Batch;

/// Waits for a batch, and returns an error for the first chunk that failed, of those that were used.
pub(crate) fn check_statuses(
    call: &'static str,
    batch: &Batch,
    used: &[bool],
) -> Result<(), Error> {
    let statuses = batch.statuses.to_vec()?;
    let failed = |status: &u32| *status != nvcompStatus_t::nvcompSuccess.0;
    let chunks = used.iter().enumerate().filter(|chunk| *chunk.1);
    let mut failures = chunks.zip(&statuses).filter(|(_, status)| failed(status));
    let Some(((chunk, _), status)) = failures.next() else {
        return Ok(());
    };
    let (status, failed) = (nvcompStatus_t(*status), 1 + failures.count());
    Err(Error::Chunk { call, chunk, status, failed, chunks: used.len() })
}

/// Returns a size for each chunk: the next one for those that were used, and 0 for others.
pub(crate) fn spread(used: &[bool], sizes: &[u64]) -> Vec<usize> {
    let mut sizes = sizes.iter();
    let mut next = || sizes.next().map_or(0, |size| usize::try_from(*size).unwrap_or(usize::MAX));
    used.iter().map(|is_used| if *is_used { next() } else { 0 }).collect()
}
