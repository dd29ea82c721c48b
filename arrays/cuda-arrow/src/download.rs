//! Downloads: one copy for each contiguous piece of memory.

use crate::buffer::zeroed;
use arrow_array::{ArrayRef, make_array};
use arrow_data::ArrayData;
use cuda_driver::{DeviceSlice, sys::CUdeviceptr};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::extent::{Piece, rebuild};
use crate::flat;
use crate::kernels::{CopyKind, Jobs};
use crate::layout::ALIGNMENT;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// The minimum size in bytes of a piece that is copied separately.
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
    let mut trees = rebuild(manager, trees.iter())?.into_iter();
    let mut wanted = Vec::with_capacity(arrays.len());
    let mut pieces = Vec::with_capacity(arrays.len());
    for array in arrays {
        wanted.push(match flat::buffer(array) {
            Some((values, width)) => {
                let (start, bytes) = (array.offset() * width, array.len() * width);
                pieces.push(Piece::of(values, CopyKind::Bytes, start, bytes));
                None
            }
            None => {
                let parts = trees.next();
                if let Some(parts) = &parts {
                    parts.for_each(&mut |piece: &Piece| pieces.push(*piece));
                }
                parts
            }
        });
    }
    let mut buffers = fetch(manager, &pieces)?.into_iter();
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

/// Copies pieces to the host, and waits.
fn fetch(manager: &MemoryManager, pieces: &[Piece]) -> Result<Vec<arrow_buffer::Buffer>, Error> {
    if let Some(buffers) = fetch_at_once(manager, pieces)? {
        return Ok(buffers);
    }
    let is_direct = |piece: &Piece| piece.kind == CopyKind::Bytes && piece.bytes() >= LARGE;
    // Packed buffers come first.
    let (mut places, mut end) = (vec![0; pieces.len()], 0usize);
    let mut packed = 0;
    for direct in [false, true] {
        for (piece, place) in pieces.iter().zip(&mut places) {
            if is_direct(piece) == direct {
                *place = end;
                end = (end + piece.bytes()).next_multiple_of(ALIGNMENT);
            }
        }
        if !direct {
            packed = end;
        }
    }
    let mut host = zeroed(end)?;
    let together = pack(manager, pieces, &places, packed, is_direct)?;
    let (first, mut rest) = host.split_at_mut(packed);
    if packed > 0 {
        manager.staging().download(together.as_slice(), first)?;
    }
    for piece in pieces.iter().filter(|piece| is_direct(piece)) {
        let bytes = piece.bytes();
        let (part, after) = rest.split_at_mut(bytes.next_multiple_of(ALIGNMENT));
        rest = after;
        // SAFETY: the piece is memory of the stream, which its array keeps.
        let source =
            unsafe { DeviceSlice::<u8>::from_raw_parts(manager.stream(), piece.from, bytes) };
        manager.staging().download(source, &mut part[..bytes])?;
    }
    Ok(parts_of(host.into(), pieces, &places))
}

fn parts_of(
    host: arrow_buffer::Buffer,
    pieces: &[Piece],
    places: &[usize],
) -> Vec<arrow_buffer::Buffer> {
    let part = |(piece, place): (&Piece, &usize)| host.slice_with_length(*place, piece.bytes());
    pieces.iter().zip(places).map(part).collect()
}

/// Packs all pieces, except for those that are copied directly, into one allocation on the device.
fn pack(
    manager: &MemoryManager,
    pieces: &[Piece],
    places: &[usize],
    len: usize,
    is_direct: impl Fn(&Piece) -> bool,
) -> Result<crate::buffer::MutableBuffer, Error> {
    let staging = manager.allocate(len)?;
    let mut jobs = Jobs::default();
    for (piece, place) in pieces.iter().zip(places) {
        if !is_direct(piece) {
            let to = staging.as_raw() + *place as CUdeviceptr;
            let padding = piece.bytes().next_multiple_of(ALIGNMENT) - piece.bytes();
            jobs.add_padded(piece.kind, to, piece.from, piece.count, piece.bit, padding);
        }
    }
    if !jobs.is_empty() {
        // SAFETY: the pieces are of this stream and checked, and there is room for each.
        unsafe { jobs.copy(manager) }?;
    }
    Ok(staging)
}

/// Copies adjacent pieces of one allocation that need no conversion with one copy.
fn fetch_at_once(
    manager: &MemoryManager,
    pieces: &[Piece],
) -> Result<Option<Vec<arrow_buffer::Buffer>>, Error> {
    let mut there = pieces.iter().filter(|piece| piece.count > 0);
    let Some(first) = there.clone().next() else {
        let empty = pieces.iter().map(|_| arrow_buffer::Buffer::default());
        return Ok(Some(empty.collect()));
    };
    let is_one = there.clone().all(|piece| {
        piece.kind == CopyKind::Bytes
            && piece.allocation.is_some()
            && piece.allocation == first.allocation
    });
    if !is_one {
        return Ok(None);
    }
    let start = there.clone().map(|piece| piece.from).min().unwrap_or(0);
    let end = there.clone().map(|piece| piece.from + piece.bytes() as u64);
    let span = (end.max().unwrap_or(0) - start) as usize;
    let wanted: usize = there.by_ref().map(Piece::bytes).sum();
    let gaps = pieces.len() * ALIGNMENT;
    if span > wanted.saturating_add(wanted / 4).saturating_add(gaps) {
        return Ok(None);
    }
    // Addresses keep their alignment.
    let lead = (start % ALIGNMENT as u64) as usize;
    let mut host = zeroed(lead + span)?;
    // SAFETY: it is within the allocation, which the arrays keep and all of which this stream may read.
    let source = unsafe { DeviceSlice::<u8>::from_raw_parts(manager.stream(), start, span) };
    manager.staging().download(source, &mut host[lead..])?;
    let place = |piece: &Piece| match piece.count {
        0 => 0,
        _ => lead + (piece.from - start) as usize,
    };
    let places: Vec<usize> = pieces.iter().map(place).collect();
    Ok(Some(parts_of(host.into(), pieces, &places)))
}
