//! Memory and semaphores of other APIs: anonymous files.
#![cfg(target_os = "linux")]

use core::ffi::{c_char, c_int, c_uint};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd};
use std::os::unix::fs::FileExt;

use cuda_driver::sys::*;
use fastrand::Rng;

use crate::{TestDevice, code};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const UNKNOWN: CUresult = CUresult::CUDA_ERROR_UNKNOWN;

// From the C library, which the standard library links.
unsafe extern "C" {
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
}

/// An anonymous file of the program.
fn file(bytes: u64) -> File {
    // SAFETY: the name is null-terminated, and the descriptor is new.
    let file = unsafe { File::from_raw_fd(memfd_create(c"theirs".as_ptr(), 1)) };
    file.set_len(bytes).unwrap();
    file
}

/// Reads the number at the start of a file.
fn number(file: &File) -> u64 {
    let mut bytes = [0; 8];
    file.read_exact_at(&mut bytes, 0).unwrap();
    u64::from_ne_bytes(bytes)
}

impl TestDevice {
    /// Imports a descriptor. The driver closes it, unless the arguments are invalid.
    fn memory_of(&self, file: &File, size: u64) -> Result<CUexternalMemory, CUresult> {
        let descriptor = file.try_clone().unwrap();
        let mut description = CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
            type_: CUexternalMemoryHandleType::CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD,
            size,
            ..CUDA_EXTERNAL_MEMORY_HANDLE_DESC::default()
        };
        description.handle.fd = descriptor.as_raw_fd();
        let imported = call!(self.raw, cuImportExternalMemory(&raw const description));
        let imported = imported.map_err(|error| error.code().as_raw());
        if imported != Err(INVALID) {
            let _ = descriptor.into_raw_fd();
        }
        imported
    }

    fn part(
        &self,
        memory: CUexternalMemory,
        offset: u64,
        size: u64,
    ) -> Result<CUdeviceptr, CUresult> {
        let description = CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
            offset,
            size,
            ..CUDA_EXTERNAL_MEMORY_BUFFER_DESC::default()
        };
        call!(self.raw, cuExternalMemoryGetMappedBuffer(memory, &raw const description))
            .map_err(|error| error.code().as_raw())
    }

    fn timeline(&self, file: &File) -> Result<CUexternalSemaphore, CUresult> {
        let descriptor = file.try_clone().unwrap();
        let mut description = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {
            type_: CUexternalSemaphoreHandleType::CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD,
            ..CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC::default()
        };
        description.handle.fd = descriptor.as_raw_fd();
        match call!(self.raw, cuImportExternalSemaphore(&raw const description)) {
            Ok(semaphore) => {
                let _ = descriptor.into_raw_fd();
                Ok(semaphore)
            }
            Err(error) => Err(error.code().as_raw()),
        }
    }
}

/// One semaphore with its value, as a node has it.
struct Signal {
    semaphore: CUexternalSemaphore,
    parameters: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
}

impl Signal {
    fn new(semaphore: CUexternalSemaphore, value: u64) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS::default();
        parameters.params.fence.value = value;
        Self { semaphore, parameters }
    }

    fn node(&mut self) -> CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
            extSemArray: &raw mut self.semaphore,
            paramsArray: &raw const self.parameters,
            numExtSems: 1,
            ..CUDA_EXT_SEM_SIGNAL_NODE_PARAMS::default()
        }
    }
}

/// The same for a wait.
struct Wait {
    semaphore: CUexternalSemaphore,
    parameters: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
}

impl Wait {
    fn new(semaphore: CUexternalSemaphore, value: u64) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS::default();
        parameters.params.fence.value = value;
        Self { semaphore, parameters }
    }

    fn node(&mut self) -> CUDA_EXT_SEM_WAIT_NODE_PARAMS {
        CUDA_EXT_SEM_WAIT_NODE_PARAMS {
            extSemArray: &raw mut self.semaphore,
            paramsArray: &raw const self.parameters,
            numExtSems: 1,
            ..CUDA_EXT_SEM_WAIT_NODE_PARAMS::default()
        }
    }
}

#[test]
fn an_anonymous_file_of_the_program_is_external_memory() {
    // Another test could get the part's address before it is freed again.
    let sim = TestDevice::alone();
    let file = file(10_000);
    file.write_all_at(&7u32.to_ne_bytes(), 5000).unwrap();
    let memory = sim.memory_of(&file, 10_000).unwrap();
    let part = sim.part(memory, 5000, 5000).unwrap();
    assert_eq!(sim.read(part), 7);
    call!(sim.raw, cuMemsetD32(part + 4, 9, 1)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    let mut found = [0; 4];
    file.read_exact_at(&mut found, 5004).unwrap();
    assert_eq!(u32::from_ne_bytes(found), 9);
    call!(sim.raw, cuDestroyExternalMemory(memory)).unwrap();
    assert_eq!(sim.read(part), 7, "a part outlives the object");
    call!(sim.raw, cuMemFree(part)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemFree(part))), INVALID);
    assert_eq!(code(call!(sim.raw, cuDestroyExternalMemory(memory))), INVALID);
}

#[test]
fn parts_are_accessible_to_their_exact_size() {
    let sim = TestDevice::new();
    let memory = sim.memory_of(&file(8192), 8192).unwrap();
    let part = sim.part(memory, 100, 4100).unwrap();
    call!(sim.raw, cuMemsetD8(part, 1, 4100)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemsetD8(part, 1, 4101))), INVALID);
    assert_eq!(code(call!(sim.raw, cuMemsetD8(part - 1, 1, 1))), INVALID);
    for (offset, size) in [(0, 0), (8192, 1), (8000, 193), (u64::MAX, 2)] {
        assert_eq!(sim.part(memory, offset, size), Err(INVALID), "{offset}");
    }
    // As on a GPU, the size is only noticed later.
    let claimed = sim.memory_of(&file(100), 1 << 20).unwrap();
    assert_eq!(sim.part(claimed, 8192, 1), Err(INVALID));
}

#[test]
fn other_files_and_other_handles_are_refused() {
    let sim = TestDevice::new();
    assert_eq!(sim.memory_of(&file(100), 0), Err(INVALID));
    let device = File::options().read(true).write(true).open("/dev/zero").unwrap();
    assert_eq!(sim.memory_of(&device, 100), Err(UNKNOWN));
    assert_eq!(sim.timeline(&device), Err(UNKNOWN));
    assert_eq!(sim.timeline(&file(7)), Err(UNKNOWN), "no room for a number");
    for number in [0, 2, 5, 8, 99] {
        let description = CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
            type_: CUexternalMemoryHandleType(number),
            size: 4096,
            ..CUDA_EXTERNAL_MEMORY_HANDLE_DESC::default()
        };
        let imported = call!(sim.raw, cuImportExternalMemory(&raw const description));
        assert_eq!(code(imported), INVALID, "{number}");
    }
}

#[test]
fn the_levels_of_a_mipmapped_array_follow_each_other_in_the_file() {
    let sim = TestDevice::new();
    let file = file(4096 + 4 * (8 * 4 + 4 * 2));
    let memory = sim.memory_of(&file, 4096 + 4 * (8 * 4 + 4 * 2)).unwrap();
    let mut description = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
        offset: 4096,
        arrayDesc: CUDA_ARRAY3D_DESCRIPTOR {
            Width: 8,
            Height: 4,
            Format: CUarray_format::CU_AD_FORMAT_UNSIGNED_INT32,
            NumChannels: 1,
            ..CUDA_ARRAY3D_DESCRIPTOR::default()
        },
        numLevels: 2,
        ..CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC::default()
    };
    let map = |description: &CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC| {
        call!(sim.raw, cuExternalMemoryGetMappedMipmappedArray(memory, description))
    };
    let mipmapped = map(&description).unwrap();
    let level = call!(sim.raw, cuMipmappedArrayGetLevel(mipmapped, 1)).unwrap();
    let texels = [1u32, 2, 3, 4];
    call!(sim.raw, cuMemcpyHtoA(level, 0, texels.as_ptr().cast(), size_of_val(&texels))).unwrap();
    let mut found = [0; 4];
    file.read_exact_at(&mut found, 4096 + 4 * (8 * 4 + 2)).unwrap();
    assert_eq!(u32::from_ne_bytes(found), 3);
    call!(sim.raw, cuMipmappedArrayDestroy(mipmapped)).unwrap();
    description.numLevels = 3;
    assert_eq!(code(map(&description)), INVALID, "beyond the memory");
    description.numLevels = 0;
    assert_eq!(code(map(&description)), INVALID);
}

#[test]
fn nodes_signal_and_wait_in_the_order_of_their_graph() {
    let sim = TestDevice::new();
    let (first, second) = (file(8), file(8));
    let (a, b) = (sim.timeline(&first).unwrap(), sim.timeline(&second).unwrap());
    let graph = call!(sim.raw, cuGraphCreate(0)).unwrap();
    let (mut wait, mut signal) = (Wait::new(a, 3), Signal::new(b, 5));
    let waits =
        call!(sim.raw, cuGraphAddExternalSemaphoresWaitNode(graph, &[], &wait.node())).unwrap();
    let signals =
        call!(sim.raw, cuGraphAddExternalSemaphoresSignalNode(graph, &[waits], &signal.node()))
            .unwrap();
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    let stream = sim.stream(1);
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    assert_eq!(number(&second), 0);
    first.write_all_at(&3u64.to_ne_bytes(), 0).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(number(&second), 5);

    let found = call!(sim.raw, cuGraphExternalSemaphoresSignalNodeGetParams(signals)).unwrap();
    // SAFETY: the node lists one semaphore with its parameters, as long as it exists.
    let listed = unsafe { (*found.extSemArray, (*found.paramsArray).params.fence.value) };
    assert_eq!((found.numExtSems, listed), (1, (b, 5)));
    let wrong = call!(sim.raw, cuGraphExternalSemaphoresWaitNodeGetParams(signals));
    assert_eq!(code(wrong), INVALID);

    let mut later = Signal::new(b, 8);
    call!(sim.raw, cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, signals, &later.node()))
        .unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(number(&second), 8);
    call!(
        sim.raw,
        cuGraphExternalSemaphoresSignalNodeSetParams(signals, &Signal::new(a, 9).node())
    )
    .unwrap();
    let again = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(again, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(number(&first), 9);
}

#[test]
fn a_capture_records_signals_and_waits_as_nodes() {
    let sim = TestDevice::alone();
    let file = file(8);
    let semaphore = sim.timeline(&file).unwrap();
    let stream = sim.stream(1);
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    call!(sim.raw, cuStreamBeginCapture(stream, mode)).unwrap();
    let (signal, wait) = (Signal::new(semaphore, 2), Wait::new(semaphore, 2));
    call!(
        sim.raw,
        cuSignalExternalSemaphoresAsync(
            &raw const signal.semaphore,
            &raw const signal.parameters,
            1,
            stream
        )
    )
    .unwrap();
    call!(
        sim.raw,
        cuWaitExternalSemaphoresAsync(
            &raw const wait.semaphore,
            &raw const wait.parameters,
            1,
            stream
        )
    )
    .unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    assert_eq!(number(&file), 0);
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(number(&file), 2);
}

#[test]
fn an_unknown_semaphore_is_invalid_everywhere() {
    let sim = TestDevice::new();
    let file = file(8);
    let semaphore = sim.timeline(&file).unwrap();
    call!(sim.raw, cuDestroyExternalSemaphore(semaphore)).unwrap();
    assert_eq!(code(call!(sim.raw, cuDestroyExternalSemaphore(semaphore))), INVALID);
    let mut signal = Signal::new(semaphore, 1);
    let submitted = call!(
        sim.raw,
        cuSignalExternalSemaphoresAsync(
            &raw const signal.semaphore,
            &raw const signal.parameters,
            1,
            sim.stream(1)
        )
    );
    assert_eq!(code(submitted), INVALID);
    let graph = call!(sim.raw, cuGraphCreate(0)).unwrap();
    let added = call!(sim.raw, cuGraphAddExternalSemaphoresSignalNode(graph, &[], &signal.node()));
    assert_eq!(code(added), INVALID);
}

#[test]
fn random_imports_and_mappings_end_without_a_trace() {
    let sim = TestDevice::new();
    let file = file(1 << 20);
    let descriptors = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let before = descriptors();
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        let (mut memory, mut parts) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            match random.u8(0..5) {
                0 => memory.push(sim.memory_of(&file, random.u64(1..1 << 20)).unwrap()),
                1 if !memory.is_empty() => {
                    let ended = memory.swap_remove(random.usize(0..memory.len()));
                    call!(sim.raw, cuDestroyExternalMemory(ended)).unwrap();
                    assert_eq!(sim.part(ended, 0, 1), Err(INVALID), "seed {seed}");
                }
                2 if !parts.is_empty() => {
                    let (start, _) = parts.swap_remove(random.usize(0..parts.len()));
                    call!(sim.raw, cuMemFree(start)).unwrap();
                }
                _ if !memory.is_empty() => {
                    let (offset, size) = (random.u64(0..1 << 20), random.u64(1..1 << 16));
                    let allocation = memory[random.usize(0..memory.len())];
                    if let Ok(start) = sim.part(allocation, offset, size) {
                        let value = random.u8(..);
                        let last = start + size - 1;
                        call!(sim.raw, cuMemsetD8(last, value, 1)).unwrap();
                        call!(sim.raw, cuCtxSynchronize()).unwrap();
                        let mut found = [0];
                        file.read_exact_at(&mut found, offset + size - 1).unwrap();
                        assert_eq!(found, [value], "seed {seed}");
                        parts.push((start, size));
                    }
                }
                _ => {}
            }
        }
        for (start, size) in parts {
            call!(sim.raw, cuMemsetD8(start, 1, size as usize)).unwrap();
            call!(sim.raw, cuMemFree(start)).unwrap();
        }
        for memory in memory {
            call!(sim.raw, cuDestroyExternalMemory(memory)).unwrap();
        }
    }
    let context = sim.context.as_raw() as u64;
    let ours =
        |object: &cuda_sim::LiveObject| object.context == context && object.kind != "context";
    let left: Vec<_> = cuda_sim::live_objects().into_iter().filter(ours).collect();
    assert!(left.is_empty(), "{left:?}");
    // Other tests run at the same time, and have some open.
    assert!(descriptors() < before + 500, "{before}");
}
