//! A buffer that is created in a fork, and dropped at the closure's end, can't be shared in it.
use cuda_driver::{Error, Stream};

fn free_too_early(stream: &Stream, branch: &Stream) -> Result<(), Error> {
    stream.fork(|fork| {
        let buffer = stream.alloc_zeroed::<f32>(10)?;
        fork.share(branch, &buffer)?;
        Ok(())
    })
}

fn main() {}
