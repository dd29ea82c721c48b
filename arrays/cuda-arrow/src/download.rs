//! Downloads: one copy for each contiguous part of memory.

use crate::buffer::zeroed;
use arrow_array::{ArrayRef, make_array};
use arrow_data::ArrayData;
use cuda_driver::{DeviceSlice, sys::CUdeviceptr};

use crate::array::DeviceArray;
use crate::compact::{BufferCopy, compact};
use crate::error::Error;
use crate::flat;
use crate::kernels::{CopyKind, Jobs};
use crate::layout::ALIGNMENT;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// The minimum size in bytes of a buffer that is copied separately.
const LARGE: usize = 1 << 20;

/// Returns the arrays on the host.
pub(crate) fn arrays(
    manager: &MemoryManager,
    arrays: &[DeviceArray],
) -> Result<Vec<ArrayRef>, Error> {
    // Numbers without nulls are copied as they are.
    let mut trees = Vec::new();
    for array in arrays {
        if flat::buffer(array).is_none() {
            trees.push(array.clone().into_parts());
        }
    }
    let mut trees = compact(manager, trees.iter())?.into_iter();
    let mut wanted = Vec::with_capacity(arrays.len());
    let mut copies = Vec::with_capacity(arrays.len());
    for array in arrays {
        wanted.push(match flat::buffer(array) {
            Some((values, width)) => {
                let (start, bytes) = (array.offset() * width, array.len() * width);
                copies.push(BufferCopy::of(values, CopyKind::Bytes, start, bytes));
                None
            }
            None => {
                let parts = trees.next();
                if let Some(parts) = &parts {
                    parts.for_each(&mut |copy: &BufferCopy| copies.push(*copy));
                }
                parts
            }
        });
    }
    let mut buffers = fetch(manager, &copies)?.into_iter();
    let mut host = Vec::with_capacity(arrays.len());
    for (array, parts) in arrays.iter().zip(wanted) {
        let mut next = || buffers.next().unwrap_or_default();
        let Some(parts) = parts else {
            let values = next();
            host.push(match flat::on_host(array.data_type(), values) {
                Ok(array) => array,
                Err(values) => {
                    let data = ArrayData::builder(array.data_type().clone());
                    let data = data.len(array.len()).buffers(vec![values]);
                    make_array(data.align_buffers(true).build()?)
                }
            });
            continue;
        };
        let parts = parts.map(&mut |_| Ok::<_, Error>(next()))?;
        host.push(make_array(data(parts)?));
    }
    Ok(host)
}

/// Creates an arrow-rs array; arrow-rs checks the contents of the buffers.
fn data(parts: ArrayParts<arrow_buffer::Buffer>) -> Result<ArrayData, Error> {
    let mut children = parts.children;
    children.extend(parts.dictionary.map(|values| *values));
    let children = children.into_iter().map(data).collect::<Result<Vec<_>, _>>()?;
    let data = ArrayData::builder(parts.data_type)
        .len(parts.len)
        .offset(parts.offset)
        .null_bit_buffer(parts.nulls)
        .buffers(parts.buffers)
        .child_data(children)
        .align_buffers(true)
        .build()?;
    Ok(data)
}

/// Copies buffers to the host, and waits.
fn fetch(
    manager: &MemoryManager,
    copies: &[BufferCopy],
) -> Result<Vec<arrow_buffer::Buffer>, Error> {
    if let Some(buffers) = fetch_at_once(manager, copies)? {
        return Ok(buffers);
    }
    let is_direct = |copy: &BufferCopy| copy.kind == CopyKind::Bytes && copy.bytes() >= LARGE;
    // Packed buffers come first.
    let (mut places, mut end) = (vec![0; copies.len()], 0usize);
    let mut packed = 0;
    for direct in [false, true] {
        for (copy, place) in copies.iter().zip(&mut places) {
            if is_direct(copy) == direct {
                *place = end;
                end = (end + copy.bytes()).next_multiple_of(ALIGNMENT);
            }
        }
        if !direct {
            packed = end;
        }
    }
    let mut host = zeroed(end)?;
    let together = pack(manager, copies, &places, packed, is_direct)?;
    let (first, mut rest) = host.split_at_mut(packed);
    if packed > 0 {
        manager.staging().download(together.as_slice(), first)?;
    }
    for copy in copies.iter().filter(|copy| is_direct(copy)) {
        let bytes = copy.bytes();
        let (part, after) = rest.split_at_mut(bytes.next_multiple_of(ALIGNMENT));
        rest = after;
        // SAFETY: the buffer is memory of the stream, which its array keeps.
        let source =
            unsafe { DeviceSlice::<u8>::from_raw_parts(manager.stream(), copy.from, bytes) };
        manager.staging().download(source, &mut part[..bytes])?;
    }
    Ok(parts_of(host.into(), copies, &places))
}

fn parts_of(
    host: arrow_buffer::Buffer,
    copies: &[BufferCopy],
    places: &[usize],
) -> Vec<arrow_buffer::Buffer> {
    let part = |(copy, place): (&BufferCopy, &usize)| host.slice_with_length(*place, copy.bytes());
    copies.iter().zip(places).map(part).collect()
}

/// Packs all buffers, except for those that are copied directly, into one allocation on the device.
fn pack(
    manager: &MemoryManager,
    copies: &[BufferCopy],
    places: &[usize],
    len: usize,
    is_direct: impl Fn(&BufferCopy) -> bool,
) -> Result<crate::buffer::MutableBuffer, Error> {
    let staging = manager.allocate(len)?;
    let mut jobs = Jobs::default();
    for (copy, place) in copies.iter().zip(places) {
        if !is_direct(copy) {
            let to = staging.as_raw() + *place as CUdeviceptr;
            let padding = copy.bytes().next_multiple_of(ALIGNMENT) - copy.bytes();
            jobs.add_padded(copy.kind, to, copy.from, copy.count, copy.bit, padding);
        }
    }
    if !jobs.is_empty() {
        // SAFETY: the buffers are of this stream and checked, and there is room for each.
        unsafe { jobs.copy(manager) }?;
    }
    Ok(staging)
}

/// Copies adjacent buffers of one allocation that need no conversion with one copy.
fn fetch_at_once(
    manager: &MemoryManager,
    copies: &[BufferCopy],
) -> Result<Option<Vec<arrow_buffer::Buffer>>, Error> {
    let mut there = copies.iter().filter(|copy| copy.count > 0);
    let Some(first) = there.clone().next() else {
        let empty = copies.iter().map(|_| arrow_buffer::Buffer::default());
        return Ok(Some(empty.collect()));
    };
    let is_one = there.clone().all(|copy| {
        copy.kind == CopyKind::Bytes
            && copy.allocation.is_some()
            && copy.allocation == first.allocation
    });
    if !is_one {
        return Ok(None);
    }
    let start = there.clone().map(|copy| copy.from).min().unwrap_or(0);
    let end = there.clone().map(|copy| copy.from + copy.bytes() as u64);
    let span = (end.max().unwrap_or(0) - start) as usize;
    let wanted: usize = there.by_ref().map(BufferCopy::bytes).sum();
    let gaps = copies.len() * ALIGNMENT;
    if span > wanted.saturating_add(wanted / 4).saturating_add(gaps) {
        return Ok(None);
    }
    // Addresses keep their alignment.
    let lead = (start % ALIGNMENT as u64) as usize;
    let mut host = zeroed(lead + span)?;
    // SAFETY: it is within the allocation, which the arrays keep and all of which this stream may read.
    let source = unsafe { DeviceSlice::<u8>::from_raw_parts(manager.stream(), start, span) };
    manager.staging().download(source, &mut host[lead..])?;
    let place = |copy: &BufferCopy| match copy.count {
        0 => 0,
        _ => lead + (copy.from - start) as usize,
    };
    let places: Vec<usize> = copies.iter().map(place).collect();
    Ok(Some(parts_of(host.into(), copies, &places)))
}
