//! CUB's segmented operations on the lists.

use std::ffi::{c_int, c_longlong, c_void};
use std::ptr;
use std::rc::Rc;

use anyhow::{Context as _, Result, ensure};
use cuda_driver::sys::CUstream;

use super::CUB;
use super::data::{Arrays, Data};
use crate::work::{Bench, Way, cub::Cub, raw::RawMemory};

/// An operation: temporary memory and its size, elements, results, their numbers, offsets, stream.
type Operation = unsafe extern "C" fn(
    *mut c_void,
    *mut usize,
    u64,
    u64,
    c_longlong,
    c_longlong,
    u64,
    CUstream,
) -> c_int;

/// A CUB operation on lists, whose results have that many bytes.
pub fn way(bench: &Bench, data: Data, operation: &str, bytes: usize) -> Way {
    match bench.ragged.cub(bench) {
        Ok(cub) => match try_way(bench, data, &cub, operation, bytes) {
            Ok(way) => way,
            Err(error) => Way::skipped(CUB, format!("{error:#}")),
        },
        Err(reason) => Way::skipped(CUB, reason),
    }
}

fn buffer(arrays: &Arrays, name: &str) -> Result<u64> {
    let buffers = arrays.a.buffers();
    let found = buffers.iter().find(|buffer| buffer.name == name);
    Ok(found.with_context(|| format!("{name} is missing"))?.data.as_raw())
}

fn try_way(bench: &Bench, data: Data, cub: &Rc<Cub>, operation: &str, bytes: usize) -> Result<Way> {
    let arrays = bench.ragged.arrays(bench, data)?;
    let lists = bench.ragged.lists(bench, data);
    let (elements, count) = (lists.elements as c_longlong, lists.count() as c_longlong);
    let (input, offsets) = (buffer(&arrays, "node1-data")?, buffer(&arrays, "node0-offsets")?);
    let name = format!("segmented_{operation}\0");
    // SAFETY: all operations in the source have this signature.
    let call: Operation = *unsafe { cub.library.get(name.as_bytes()) }?;
    let (stream, out) = (bench.stream.clone(), RawMemory::new(bench, bytes)?);
    let mut needed = 0usize;
    let null = ptr::null_mut();
    // SAFETY: without memory, it only returns how much it needs.
    let code = unsafe {
        call(null, &mut needed, input, out.address(), elements, count, offsets, stream.as_raw())
    };
    ensure!(code == 0, "CUB returns {code} when queried for the memory it needs");
    let memory = RawMemory::new(bench, needed.max(1))?;
    let cub = cub.clone();
    Ok(Way::queued(CUB, &bench.stream.clone(), move || {
        // The closure keeps what the call uses alive.
        let _kept = (&arrays, &cub);
        let (place, mut bytes) = (memory.address() as *mut c_void, needed);
        // SAFETY: the arrays have these sizes, there is as much memory as requested, and room for the results.
        let code = unsafe {
            call(place, &mut bytes, input, out.address(), elements, count, offsets, stream.as_raw())
        };
        ensure!(code == 0, "CUB answers {code}");
        Ok(())
    }))
}
