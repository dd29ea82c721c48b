//! Uploads: one allocation, and one copy for all but large buffers.

mod window;

use arrow_buffer::{BooleanBuffer, Buffer as HostBytes};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use cuda_driver::{PinnedBuffer, memory::Transfer, sys::CUdeviceptr};

use window::{Part, SHARE, THREADS, fill};

use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::layout::{ALIGNMENT, BufferSpec, ChildEntries};
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// The minimum size in bytes of a buffer that is copied separately.
const LARGE: usize = 1 << 20;

/// The size in bytes of the pinned memory through which smaller buffers are copied together.
pub(crate) const WINDOW: usize = 8 << 20;

/// Returns the array without an offset and without unused data.
pub(crate) fn host_parts(data: &ArrayData) -> Result<ArrayParts<HostBytes>, Error> {
    part(data, 0, data.len())
}

fn wrong(data: &ArrayData, reason: &str) -> Error {
    Error::Invalid {
        data_type: data.data_type().clone(),
        len: data.len(),
        offset: data.offset(),
        reason: reason.to_owned(),
    }
}

/// Returns `len` entries from `start` on.
fn part(data: &ArrayData, start: usize, len: usize) -> Result<ArrayParts<HostBytes>, Error> {
    let data_type = data.data_type();
    let layout =
        crate::layout::Layout::of(data_type).ok_or_else(|| wrong(data, "there is no such type"))?;
    let nulls = data.nulls().map(|nulls| nulls.slice(start, len));
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0);
    let null_count = nulls.as_ref().map_or(0, |nulls| nulls.null_count());
    let first = data.offset() + start;
    let host = data.buffers();
    let (mut buffers, mut used) = (Vec::with_capacity(host.len()), 0..0);
    for (spec, buffer) in layout.specs().iter().zip(host) {
        buffers.push(match *spec {
            BufferSpec::Fixed(width) => buffer.slice_with_length(first * width, len * width),
            BufferSpec::Bits => BooleanBuffer::new(buffer.clone(), first, len).sliced(),
            BufferSpec::Offsets(_) if buffer.is_empty() => HostBytes::default(),
            BufferSpec::Offsets(8) => rebased::<i64>(buffer, first, len, &mut used),
            BufferSpec::Offsets(_) => rebased::<i32>(buffer, first, len, &mut used),
            BufferSpec::Bytes => buffer.slice_with_length(used.start, used.len()),
        });
    }
    buffers.extend(host.iter().skip(layout.specs().len()).cloned());
    let (children, dictionary) = match data_type {
        DataType::Dictionary(_, _) => (&[][..], data.child_data().first()),
        _ => (data.child_data(), None),
    };
    let children = children
        .iter()
        .map(|child| match layout.entries {
            ChildEntries::Fixed(count) => part(child, first * count, len * count),
            ChildEntries::Offsets => part(child, used.start, used.len()),
            ChildEntries::Any => part(child, 0, child.len()),
        })
        .collect::<Result<_, _>>()?;
    Ok(ArrayParts {
        data_type: data_type.clone(),
        len,
        offset: match data_type {
            DataType::RunEndEncoded(_, _) => first,
            _ => 0,
        },
        null_count: Some(null_count),
        nulls: nulls.map(|nulls| nulls.inner().sliced()),
        buffers,
        children,
        dictionary: match dictionary {
            Some(values) => Some(Box::new(host_parts(values)?)),
            None => None,
        },
    })
}

/// Returns the offsets of `len` entries from `first` on, which begin with 0. Sets `used` to the range that they select.
fn rebased<T: arrow_buffer::ArrowNativeType + core::ops::Sub<Output = T>>(
    buffer: &HostBytes,
    first: usize,
    len: usize,
    used: &mut core::ops::Range<usize>,
) -> HostBytes {
    let offsets = &buffer.typed_data::<T>()[first..=first + len];
    let start = offsets[0];
    *used = start.as_usize()..offsets[len].as_usize();
    if start.as_usize() == 0 {
        return buffer.slice_with_length(first * size_of::<T>(), (len + 1) * size_of::<T>());
    }
    let offsets = offsets.iter().map(|offset| *offset - start);
    HostBytes::from_vec(offsets.collect::<Vec<T>>())
}

/// Copies host buffers into one allocation.
pub(crate) fn send(manager: &MemoryManager, host: &[&HostBytes]) -> Result<Vec<Buffer>, Error> {
    let (mut places, mut end) = (vec![0; host.len()], 0usize);
    let mut packed = 0;
    for large in [false, true] {
        for (buffer, place) in host.iter().zip(&mut places) {
            if (buffer.len() >= LARGE) == large {
                *place = end;
                end = (end + buffer.len()).next_multiple_of(ALIGNMENT);
            }
        }
        if !large {
            packed = end;
        }
    }
    let mut memory = manager.allocate(end)?;
    let small = host.iter().copied().filter(|buffer| buffer.len() < LARGE);
    send_packed(&mut memory, packed, small)?;
    if packed < end {
        let staging = manager.staging();
        manager.stream().try_scope(|scope| {
            for (buffer, place) in host.iter().zip(&places) {
                if buffer.len() >= LARGE {
                    let end = *place + buffer.len();
                    let target = memory.slice_mut(*place..end)?;
                    if staging.suits(buffer) {
                        staging.upload_into(buffer, target)?;
                    } else {
                        scope.upload_into(buffer.as_slice(), target)?;
                    }
                    // Padding is initialized, because it is copied to the host together with the buffers.
                    let padding = end..end.next_multiple_of(ALIGNMENT);
                    if !padding.is_empty() {
                        manager.stream().fill(memory.slice_mut(padding)?, 0)?;
                    }
                }
            }
            Ok::<_, Error>(())
        })?;
    }
    let memory = memory.freeze();
    let base = memory.as_raw();
    let buffer = |(host, place): (&&HostBytes, &usize)| {
        let address = base + *place as CUdeviceptr;
        // SAFETY: it is within the memory, which is only read from now on.
        unsafe { memory.with_bytes(address, host.len()) }
    };
    Ok(host.iter().zip(&places).map(buffer).collect())
}

/// Copies buffers one after the other to the first `len` bytes of `memory`, through pinned windows. The host doesn't
/// wait for the last two.
fn send_packed<'a>(
    memory: &mut MutableBuffer,
    len: usize,
    buffers: impl Iterator<Item = &'a HostBytes>,
) -> Result<(), Error> {
    let manager = memory.manager().clone();
    let windows = manager.windows();
    let mut before: Option<Transfer<PinnedBuffer<u8>>> = None;
    let mut send = |parts: &[Part<'_>], at: usize, size: usize| -> Result<(), Error> {
        let mut window = windows.alloc(size)?;
        let threads = THREADS.min(window.len() / SHARE / 2);
        fill(&mut window, parts, threads);
        let target = memory.slice_mut(at..at + size)?;
        let transfer = target.stream().upload_owned(window, target).map_err(|error| error.error)?;
        if let Some(before) = before.replace(transfer) {
            before.wait().map_err(|error| error.error)?;
        }
        Ok(())
    };
    let (mut sent, mut filled, mut parts) = (0, 0, Vec::new());
    for buffer in buffers {
        let mut rest = buffer.as_slice();
        let mut padding = buffer.len().next_multiple_of(ALIGNMENT) - buffer.len();
        while !rest.is_empty() || padding > 0 {
            let size = WINDOW.min(len - sent);
            let room = size - filled;
            let (bytes, after) = rest.split_at(rest.len().min(room));
            let zeros = padding.min(room - bytes.len());
            parts.push(Part { bytes, zeros });
            rest = after;
            padding -= zeros;
            filled += bytes.len() + zeros;
            if filled == size {
                send(&parts, sent, size)?;
                (sent, filled) = (sent + size, 0);
                parts.clear();
            }
        }
    }
    Ok(())
}
