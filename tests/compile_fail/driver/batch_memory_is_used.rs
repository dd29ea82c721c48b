//! Memory that a batch writes to is borrowed as long as the batch can be run.

use cuda_driver::{Stream, memory::MemOpBatch};

fn f(stream: &Stream) -> Result<(), cuda_driver::Error> {
    let mut flag = stream.alloc_zeroed::<u32>(1)?;
    let mut batch = MemOpBatch::new(stream);
    batch.write(&mut flag, 1)?;
    flag.to_vec()?;
    batch.run()?;
    Ok(())
}

fn main() {}
