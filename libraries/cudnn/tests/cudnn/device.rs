//! The device and the cuDNN of the tests: on a GPU the machine's, and otherwise those of the software device.

use cuda_driver::Stream;
pub(crate) use cuda_rust::device::{alone, context, is_software};
use cudnn::sys::CudnnTable;
use cudnn::{Cudnn, Error, Handle};

/// Returns the functions of cuDNN of the tests.
pub(crate) fn table() -> &'static CudnnTable {
    if is_software() {
        cuda_sim_libraries::cudnn::table()
    } else {
        Cudnn::load().unwrap_or_else(|error| panic!("{error}")).raw()
    }
}

/// A stream and a handle.
pub(crate) fn stream_and_handle() -> (Stream, Handle) {
    let context = context();
    (context.stream().unwrap(), Cudnn::from_table(table()).handle(&context).unwrap())
}

/// What this cuDNN did, and what it says that it can't do.
#[derive(Default)]
pub(crate) struct Tally {
    done: usize,
    refused: Vec<String>,
}

impl Tally {
    /// Returns whether a call was submitted, or notes that this cuDNN has no such call. The software device's has them all.
    #[track_caller]
    pub(crate) fn note(&mut self, subject: &str, result: Result<(), Error>) -> bool {
        match result {
            Ok(()) => {
                self.done += 1;
                true
            }
            Err(error) if error.is_not_supported() && !is_software() => {
                self.refused.push(format!("{subject}: {error}"));
                false
            }
            Err(error) => panic!("{subject}: {error}"),
        }
    }

    /// Prints what was refused. At least `least` calls must have been done.
    #[track_caller]
    pub(crate) fn finish(self, name: &str, least: usize) {
        if !self.refused.is_empty() {
            println!("{name}: {} done, {} refused", self.done, self.refused.len());
            for line in &self.refused {
                println!("  {line}");
            }
        }
        assert!(self.done >= least, "{name}: only {} calls were done", self.done);
    }
}

/// Returns a table of the same functions, to be changed.
pub(crate) fn copy_of_table() -> CudnnTable {
    table_of_release(table().version())
}

/// The same, of another release.
pub(crate) fn table_of_release(release: u32) -> CudnnTable {
    let table = table();
    // SAFETY: the functions are those of a table, each in its slot.
    unsafe {
        CudnnTable::from_fn(release, |symbol| {
            table.get(symbol).map_or(std::ptr::null(), |function| function.as_ptr().cast_const())
        })
    }
}
