//! Concurrent copies and fills on two streams: pinned host memory, and one wait for each stream.

use std::error::Error;

use cuda_driver::{Driver, PinnedBuffer};

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// The elements of a piece: 1 MiB of them.
const PIECE: usize = 1 << 18;

/// Copies pieces to the device and back, while the other stream does the same with other pieces.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let streams = [context.stream()?, context.stream()?];
    // A copy from memory that isn't pinned blocks the host until it is done.
    let mut pinned: Vec<PinnedBuffer<u32>> = Vec::new();
    for number in 0..4 {
        let mut piece = context.pinned(PIECE)?;
        piece.fill(number);
        pinned.push(piece);
    }
    let mut downloads = Vec::new();
    for (index, piece) in pinned.into_iter().enumerate() {
        let stream = &streams[index % 2];
        let mut memory = stream.alloc::<u32>(PIECE)?;
        // The copies own the pinned memory, and return it when they are done.
        let upload = stream.upload_owned(piece, memory.as_slice_mut())?;
        stream.fill(memory.as_slice_mut().slice_mut(..1)?, 100)?;
        downloads.push((index, upload, stream.download_owned(&memory, context.pinned(PIECE)?)?));
    }
    for (index, upload, download) in downloads {
        upload.wait()?;
        let piece = download.wait()?;
        if piece[0] != 100 || piece[1..].iter().any(|number| *number != index as u32) {
            return Err(format!("piece {index} is wrong").into());
        }
        println!("piece {index}: {} elements there and back", piece.len());
    }
    Ok(())
}
