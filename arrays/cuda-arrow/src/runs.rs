//! Run ends of slices. Messages have no offset for them, and neither have joined arrays, so the runs are cut at the beginning and
//! the end of the slice.

use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::buffer::Buffer;
use crate::compact::{BufferCopy, compact};
use crate::error::Error;
use crate::kernels::{CopyKind, Jobs};
use crate::layout::ALIGNMENT;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// A run-end encoded array in a tree, and its copies.
type RunArray<'a> = (&'a ArrayParts, &'a mut ArrayParts<BufferCopy>);

/// The runs that are in use.
struct RunSlice {
    first: usize,
    count: usize,
    /// The new ends, if they differ.
    ends: Option<Vec<u8>>,
}

/// Cuts the runs of all run-end encoded arrays in `arrays`, whose `copies` are those of [`compact`]. Run ends in use
/// are copied to the host, but not the values. Buffers that must live until the copies are made are added to `new_ends`.
pub(crate) fn cut(
    manager: &MemoryManager,
    arrays: &[ArrayParts],
    copies: &mut [ArrayParts<BufferCopy>],
    new_ends: &mut Vec<Buffer>,
) -> Result<(), Error> {
    let mut nodes = Vec::new();
    for node in arrays.iter().zip(copies) {
        find(node, &mut nodes);
    }
    if nodes.is_empty() {
        return Ok(());
    }
    let cuts = cuts(manager, &nodes)?;
    let new: Vec<u8> = cuts.iter().filter_map(|cut| cut.ends.as_deref()).flat_map(padded).collect();
    let new = manager.copy_from_host(&new)?;
    let (mut ends, mut values, mut at) = (Vec::new(), Vec::new(), 0);
    for ((parts, _), cut) in nodes.iter().zip(cuts) {
        let [old, all] = children(parts)?;
        let mut part = all.clone();
        part.offset += cut.first;
        part.null_count = part.null_count.filter(|nulls| *nulls == 0 || cut.count == part.len);
        part.len = cut.count;
        values.push(part);
        let mut part = old.clone();
        if let Some(bytes) = &cut.ends {
            part.buffers = vec![new.slice(at..at + bytes.len())?];
            (part.offset, part.len) = (0, cut.count);
            at += bytes.len().next_multiple_of(ALIGNMENT);
        }
        ends.push(part);
    }
    new_ends.push(new);
    let mut compacted = compact(manager, ends.iter().chain(&values))?;
    let mut compacted_values = compacted.split_off(ends.len());
    // The values may be run-end encoded, too.
    self::cut(manager, &values, &mut compacted_values, new_ends)?;
    for ((_, copies), children) in nodes.iter_mut().zip(compacted.into_iter().zip(compacted_values))
    {
        copies.children = vec![children.0, children.1];
        copies.offset = 0;
    }
    Ok(())
}

/// Finds the outermost run-end encoded arrays of a tree.
fn find<'a>((parts, copies): RunArray<'a>, into: &mut Vec<RunArray<'a>>) {
    if let DataType::RunEndEncoded(_, _) = parts.data_type {
        into.push((parts, copies));
        return;
    }
    for node in parts.children.iter().zip(&mut copies.children) {
        find(node, into);
    }
    for node in parts.dictionary.as_deref().into_iter().zip(copies.dictionary.as_deref_mut()) {
        find(node, into);
    }
}

pub(crate) fn children<B>(parts: &ArrayParts<B>) -> Result<&[ArrayParts<B>; 2], Error> {
    let children = parts.children.first_chunk();
    children.ok_or_else(|| parts.invalid("there are no runs"))
}

/// Returns the size of a run end in bytes, and the copy of the run ends.
fn ends_of(copies: &ArrayParts<BufferCopy>) -> Result<(usize, &BufferCopy), Error> {
    let [ends, _] = children(copies)?;
    match (ends.data_type.primitive_width(), &ends.buffers[..]) {
        (Some(width), [copy]) => Ok((width, copy)),
        _ => Err(copies.invalid("its run ends aren't integers")),
    }
}

fn padded(bytes: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let padding = bytes.len().next_multiple_of(ALIGNMENT) - bytes.len();
    let zeros = core::iter::repeat_n(0, padding);
    bytes.iter().copied().chain(zeros)
}

/// Returns the runs of each array that are in use. If an array uses all of its runs, only its last run end is read.
fn cuts(manager: &MemoryManager, nodes: &[RunArray<'_>]) -> Result<Vec<RunSlice>, Error> {
    let mut last = Vec::new();
    for (_, copies) in nodes {
        let (width, copy) = ends_of(copies)?;
        if copies.offset == 0 && copy.count >= width {
            last.push(BufferCopy {
                from: copy.from + (copy.count - width) as CUdeviceptr,
                count: width,
                ..*copy
            });
        }
    }
    let mut last = fetch(manager, &last)?.into_iter();
    let (mut is_whole, mut all) = (Vec::with_capacity(nodes.len()), Vec::new());
    for (_, copies) in nodes {
        let (width, copy) = ends_of(copies)?;
        let whole = match copy.count {
            0 => copies.len == 0,
            _ if copies.offset > 0 => false,
            _ => {
                let end = last.next().unwrap_or_default();
                numbers(&end, width).next() == i64::try_from(copies.len).ok()
            }
        };
        is_whole.push(whole);
        if !whole {
            all.push(*copy);
        }
    }
    let mut all = fetch(manager, &all)?.into_iter();
    let mut cuts = Vec::with_capacity(nodes.len());
    for ((parts, copies), is_whole) in nodes.iter().zip(is_whole) {
        let (width, _) = ends_of(copies)?;
        cuts.push(if is_whole {
            RunSlice { first: 0, count: children(parts)?[1].len, ends: None }
        } else {
            runs(copies, &all.next().unwrap_or_default(), width)?
        });
    }
    Ok(cuts)
}

/// Returns the signed integers of `width` bytes each.
fn numbers(bytes: &[u8], width: usize) -> impl DoubleEndedIterator<Item = i64> + '_ {
    bytes.chunks_exact(width).map(|bytes| {
        let mut number = [0; 8];
        // Run ends are positive.
        let (known, _) = number.split_at_mut(bytes.len().min(8));
        known.copy_from_slice(&bytes[..known.len()]);
        let unused = 64 - 8 * known.len() as u32;
        (i64::from_le_bytes(number) << unused) >> unused
    })
}

/// Returns the runs of an array that are in use, from all of its run ends.
fn runs(copies: &ArrayParts<BufferCopy>, ends: &[u8], width: usize) -> Result<RunSlice, Error> {
    let wrong = |reason: String| copies.invalid(reason);
    let place = |entry: usize| i64::try_from(entry).map_err(|_| wrong("it is too long".into()));
    let (start, end) = (place(copies.offset)?, place(copies.offset + copies.len)?);
    let mut before = 0;
    for (at, end) in numbers(ends, width).enumerate() {
        if end <= before {
            return Err(wrong(format!("run end {at} is {end}, after one of {before}")));
        }
        before = end;
    }
    if start == end {
        return Ok(RunSlice { first: 0, count: 0, ends: Some(Vec::new()) });
    }
    if before < end {
        return Err(wrong(format!("its last run ends at {before}")));
    }
    let first = numbers(ends, width).take_while(|number| *number <= start).count();
    let mut new = Vec::new();
    for run_end in numbers(ends, width).skip(first) {
        let run_end = run_end.min(end);
        new.extend(&(run_end - start).to_le_bytes()[..width]);
        if run_end == end {
            break;
        }
    }
    Ok(RunSlice { first, count: new.len() / width, ends: Some(new) })
}

/// Packs bytes on the device, copies them to the host, and waits.
fn fetch(manager: &MemoryManager, copies: &[BufferCopy]) -> Result<Vec<Vec<u8>>, Error> {
    let (mut places, mut len) = (Vec::with_capacity(copies.len()), 0usize);
    for copy in copies {
        let place = len.next_multiple_of(ALIGNMENT);
        places.push(place);
        len = place + copy.bytes();
    }
    let staging = manager.allocate(len)?;
    let mut jobs = Jobs::default();
    for (at, (copy, place)) in copies.iter().zip(&places).enumerate() {
        let to = staging.as_raw() + *place as CUdeviceptr;
        let next = places.get(at + 1).copied();
        let padding = next.map_or(0, |next| next - place - copy.bytes());
        jobs.add_padded(CopyKind::Bytes, to, copy.from, copy.bytes(), 0, padding);
    }
    if jobs.is_empty() {
        return Ok(vec![Vec::new(); copies.len()]);
    }
    // SAFETY: the buffers are of this stream and checked, and there is room for each.
    unsafe { jobs.copy(manager) }?;
    let host = staging.freeze().to_host()?;
    let part = |(copy, place): (&BufferCopy, usize)| host[place..place + copy.bytes()].to_vec();
    Ok(copies.iter().zip(places).map(part).collect())
}
