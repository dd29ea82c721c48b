//! Copies from and to the host.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};

use anyhow::Result;
use cuda_driver::{
    memory::Staging,
    sys::{CUDA_MEMCPY2D, CUmemorytype},
};
use cuda_ndarray::ndarray::{Array1, ArrayRef, Ix1, Ix2, s};
use cuda_ndarray::{DeviceArray, HostArrays, MakeArrays, PinnedArray};

use super::{FLOOR, SUBJECT};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{self, RAW, RawMemory},
};

fn large(bench: &Bench) -> Size {
    let len = bench.size(1 << 28, 1 << 16);
    Size { calls: 1, bytes: 4 * len as u64, operations: 0, shape: vec![len] }
}

fn to_device(bench: &Bench, host: impl Deref<Target = ArrayRef<f32, Ix1>> + 'static) -> Vec<Way> {
    let (address, stream) = (host.as_ptr() as usize, bench.stream.clone());
    vec![
        raw::to_device(bench, address, large(bench).bytes as usize),
        Way::queued(SUBJECT, &bench.stream, move || {
            drop(stream.to_device(&host)?);
            Ok(())
        }),
    ]
}

fn to_host(
    bench: &Bench,
    mut host: impl DerefMut<Target = ArrayRef<f32, Ix1>> + 'static,
) -> Result<Vec<Way>> {
    let address = host.as_mut_ptr() as usize;
    let array: DeviceArray<f32, Ix1> = bench.stream.from_elem(host.len(), 1.0)?;
    Ok(vec![
        raw::to_host(bench, address, large(bench).bytes as usize)?,
        Way::queued(SUBJECT, &bench.stream, move || Ok(array.copy_to(&mut host)?)),
    ])
}

pub const TO_DEVICE_PINNED: Work = Work {
    name: "to_device, pinned",
    does: "a new device array of 1 GiB, copied from pinned memory, and freed",
    group: Group::Host,
    size: large,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| {
        let mut host: PinnedArray<f32, Ix1> = bench.context.pinned_array(large(bench).shape[0])?;
        host.fill(1.0);
        Ok(to_device(bench, host))
    },
};

pub const TO_HOST_PINNED: Work = Work {
    name: "to_host, pinned",
    does: "1 GiB of a device array to an array in pinned memory that is there",
    group: Group::Host,
    size: large,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| to_host(bench, bench.context.pinned_array(large(bench).shape[0])?),
};

pub const TO_DEVICE_PAGEABLE: Work = Work {
    name: "to_device, pageable",
    does: "a new device array of 1 GiB, copied from memory that isn't pinned, and freed; cuda-driver's `Staging`",
    group: Group::Host,
    size: large,
    goal: Some(Goal::Throughput { over: RAW, part: 0.99 }),
    ways: |bench| {
        let host = Array1::from_elem(large(bench).shape[0], 1.0f32);
        let (stream, staging) = (bench.stream.clone(), Staging::new(&bench.context));
        let elements = host.to_vec();
        let mut ways = to_device(bench, host);
        ways.push(Way::queued(FLOOR, &bench.stream, move || {
            let mut buffer = stream.alloc::<f32>(elements.len())?;
            Ok(staging.upload_into(&elements, &mut buffer)?)
        }));
        Ok(ways)
    },
};

pub const TO_HOST_PAGEABLE: Work = Work {
    name: "to_host, pageable",
    does: "1 GiB of a device array to a host array that is there and isn't pinned; cuda-driver's `Staging`",
    group: Group::Host,
    size: large,
    goal: Some(Goal::Throughput { over: RAW, part: 0.99 }),
    ways: |bench| {
        let len = large(bench).shape[0];
        let mut ways = to_host(bench, Array1::from_elem(len, 1.0f32))?;
        let (buffer, staging) = (bench.stream.alloc::<f32>(len)?, Staging::new(&bench.context));
        let mut elements = vec![1.0; len];
        ways.push(Way::queued(FLOOR, &bench.stream, move || {
            Ok(staging.download(&buffer, &mut elements)?)
        }));
        Ok(ways)
    },
};

pub const TO_HOST_NEW: Work = Work {
    name: "to_host, new array",
    does: "1 GiB of a device array to a new host array; the raw driver copies to memory of zeros, as calloc gives it",
    group: Group::Host,
    size: large,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| {
        let len = large(bench).shape[0];
        let array: DeviceArray<f32, Ix1> = bench.stream.from_elem(len, 1.0)?;
        Ok(vec![
            raw::to_new_host(bench, 4 * len)?,
            Way::queued(SUBJECT, &bench.stream, move || {
                black_box(array.to_host()?);
                Ok(())
            }),
        ])
    },
};

const COLUMNS: usize = 256;

fn wide(bench: &Bench) -> Size {
    let side = bench.size(16_384, 512);
    Size { calls: 1, bytes: (4 * side * COLUMNS) as u64, operations: 0, shape: vec![side, side] }
}

pub const COLUMNS_TO_HOST: Work = Work {
    name: "to_host of [:, :256]",
    does: "the first 256 columns of 16384 × 16384 float32 to a new host array: 16 MiB of 1 GiB",
    group: Group::Host,
    size: wide,
    goal: Some(Goal::Throughput { over: RAW, part: 0.95 }),
    ways: |bench| {
        let side = wide(bench).shape[0];
        let array: DeviceArray<f32, Ix2> = bench.stream.from_elem((side, side), 1.0)?;
        let (raw, stream) = (bench.raw(), bench.stream.clone());
        let memory = RawMemory::new(bench, 4 * side * side)?;
        Ok(vec![
            Way::queued(RAW, &bench.stream, move || {
                let mut host = vec![0.0f32; side * COLUMNS];
                let copy = CUDA_MEMCPY2D {
                    srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
                    srcDevice: memory.address(),
                    srcPitch: 4 * side,
                    dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
                    dstHost: host.as_mut_ptr().cast(),
                    dstPitch: 4 * COLUMNS,
                    WidthInBytes: 4 * COLUMNS,
                    Height: side,
                    // SAFETY: zeros are a valid value of this type of the C API.
                    ..unsafe { core::mem::zeroed() }
                };
                // SAFETY: both memories are large enough, and live until the stream was waited for.
                unsafe {
                    raw.cuMemcpy2DAsync(&raw const copy, stream.as_raw())?;
                    raw.cuStreamSynchronize(stream.as_raw())?;
                }
                black_box(&host);
                Ok(())
            }),
            Way::queued(SUBJECT, &bench.stream, move || {
                black_box(array.slice(s![.., ..COLUMNS])?.to_host()?);
                Ok(())
            }),
        ])
    },
};
