//! What programs that are written for cudarc do with NCCL: on GPUs, or on two software devices with a stand-in for NCCL.

use std::cell::Cell;
use std::ffi::c_void;
use std::path::Path;
use std::process::Command;
use std::thread;

use cudarc::driver::{CudaContext, CudaSlice, DeviceRepr, ValidAsZeroBits};
use cudarc::nccl::sys::ncclDataType_t::{self, ncclUint8, ncclUint64};
use cudarc::nccl::sys::ncclResult_t::ncclInvalidArgument;
use cudarc::nccl::{Comm, Id, NcclError, NcclType, ReduceOp};
use cudarc::nvrtc::Ptx;

use crate::chosen;

/// Runs the tests below in a process whose driver is the software device, unless GPUs are wanted.
#[test]
fn on_the_chosen_devices() {
    chosen::run(module_path!(), 7, |folder| {
        let nccl = folder.join("libnccl.so.2");
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../../libraries/nccl/tests/stand_in");
        let compiled = Command::new("cc")
            .args(["-O1", "-shared", "-fPIC", "-pthread", "-Wl,-Bsymbolic", "-o"])
            .arg(&nccl)
            .args(["nccl.c", "wire.c", "arithmetic.c"].map(|file| Path::new(sources).join(file)))
            .arg("-lm")
            .status();
        assert!(compiled.unwrap().success());
        vec![("CUDA_NCCL", nccl.into()), ("CUDA_SIM_DEVICES", "2".into())]
    });
}

/// Tells the stand-in which driver it works with.
fn with_driver() {
    if !chosen::is_software() {
        return;
    }
    let [nccl, driver] = ["CUDA_NCCL", "CUDA_DRIVER"].map(|name| std::env::var_os(name).unwrap());
    // SAFETY: the libraries do nothing when they are loaded, and stay loaded; the stand-in's function copies its struct, which
    // has these functions in this order.
    unsafe {
        let driver = libloading::Library::new(Path::new(&driver).join("libcuda.so.1")).unwrap();
        let stand_in = libloading::Library::new(nccl).unwrap();
        let functions = [
            "cuCtxGetDevice",
            "cuMemcpyDtoHAsync_v2",
            "cuMemcpyHtoDAsync_v2",
            "cuLaunchHostFunc",
            "cuMemHostAlloc",
            "cuMemFreeHost",
            "cuMemAlloc_v2",
            "cuMemFree_v2",
        ]
        .map(|name| *driver.get::<*const c_void>(name.as_bytes()).unwrap());
        let give = stand_in.get::<unsafe extern "C" fn(*const [*const c_void; 8])>(b"stand_in_use");
        give.unwrap()(&raw const functions);
        std::mem::forget((driver, stand_in));
    }
}

/// Runs `work` on a thread for each device with its communicator.
fn on_ranks(work: impl Fn(&Comm) + Sync) {
    with_driver();
    let ranks = CudaContext::device_count().unwrap() as usize;
    let id = Id::new().unwrap();
    let same = Id::uninit(*id.internal());
    thread::scope(|scope| {
        for rank in 0..ranks {
            let work = &work;
            scope.spawn(move || {
                let stream = CudaContext::new(rank).unwrap().new_stream().unwrap();
                let comm = Comm::from_rank(stream, rank, ranks, same).unwrap();
                assert_eq!((comm.rank(), comm.world_size(), comm.ordinal()), (rank, ranks, rank));
                work(&comm);
                comm.stream().synchronize().unwrap();
            });
        }
    });
}

/// The sum of a value for each rank.
fn sum(comm: &Comm, of: impl Fn(usize) -> f32) -> f32 {
    (0..comm.world_size()).map(of).sum()
}

#[test]
#[ignore = "run in a separate process"]
fn ranks_of_several_threads_work_together() {
    on_ranks(|comm| {
        let (stream, rank, ranks) = (comm.stream(), comm.rank(), comm.world_size());
        let value = rank as f32 + 1.0;
        let from = stream.clone_htod(&[value, 2.0 * value]).unwrap();
        let mut to = stream.alloc_zeros::<f32>(2).unwrap();
        comm.all_reduce(&from, &mut to, &ReduceOp::Sum).unwrap();
        let all = sum(comm, |rank| rank as f32 + 1.0);
        assert_eq!(stream.clone_dtoh(&to).unwrap(), [all, 2.0 * all]);
        comm.all_reduce_in_place(&mut to, &ReduceOp::Max).unwrap();
        assert_eq!(stream.clone_dtoh(&to).unwrap(), [all, 2.0 * all]);

        let is_root = rank == 0;
        comm.broadcast(is_root.then_some(&from), &mut to, 0).unwrap();
        assert_eq!(stream.clone_dtoh(&to).unwrap(), [1.0, 2.0]);
        comm.reduce(&from, is_root.then_some(&mut to), &ReduceOp::Sum, 0).unwrap();
        let expected = if is_root { [all, 2.0 * all] } else { [1.0, 2.0] };
        assert_eq!(stream.clone_dtoh(&to).unwrap(), expected);

        let mut gathered = stream.alloc_zeros::<f32>(2 * ranks).unwrap();
        comm.all_gather(&from, &mut gathered).unwrap();
        let expected: Vec<f32> =
            (1..=ranks).flat_map(|rank| [rank as f32, 2.0 * rank as f32]).collect();
        assert_eq!(stream.clone_dtoh(&gathered).unwrap(), expected);
        let mut scattered = stream.alloc_zeros::<f32>(2).unwrap();
        comm.reduce_scatter(&gathered, &mut scattered, &ReduceOp::Sum).unwrap();
        let times = ranks as f32;
        assert_eq!(stream.clone_dtoh(&scattered).unwrap(), [times * value, 2.0 * times * value]);
    });
}

#[test]
#[ignore = "run in a separate process"]
fn a_group_makes_its_calls_when_it_is_dropped() {
    on_ranks(|comm| {
        let (stream, rank, ranks) = (comm.stream(), comm.rank(), comm.world_size());
        let (next, previous) = ((rank + 1) % ranks, (rank + ranks - 1) % ranks);
        let from = stream.clone_htod(&[rank as u32; 3]).unwrap();
        let (mut to, mut all) = (stream.alloc_zeros::<u32>(3).unwrap(), from.clone());
        {
            let (from, to, all) = (from.as_view(), to.as_view_mut(), all.as_view_mut());
            let mut group = comm.group();
            group.send(from, next as i32).unwrap();
            group.recv(to, previous as i32).unwrap();
            group.all_reduce_in_place(all, &ReduceOp::Max).unwrap();
            assert_eq!(group.comm().rank(), rank);
        }
        assert_eq!(stream.clone_dtoh(&to).unwrap(), [previous as u32; 3]);
        assert_eq!(stream.clone_dtoh(&all).unwrap(), [ranks as u32 - 1; 3]);
        cudarc::group!({
            comm.send(&from, next as i32).unwrap();
            comm.recv(&mut to, previous as i32).unwrap();
        });
        assert_eq!(stream.clone_dtoh(&to).unwrap(), [previous as u32; 3]);
    });
}

#[test]
#[ignore = "run in a separate process"]
fn buffers_without_room_are_refused() {
    const INVALID: Result<cudarc::nccl::NcclStatus, NcclError> =
        Err(NcclError(ncclInvalidArgument));
    on_ranks(|comm| {
        let stream = comm.stream();
        let (four, mut three) =
            (stream.alloc_zeros::<f64>(4).unwrap(), stream.alloc_zeros::<f64>(3).unwrap());
        let (root, ranks) = (comm.rank() as i32, comm.world_size());
        assert_eq!(comm.all_reduce(&four, &mut three, &ReduceOp::Sum), INVALID);
        assert_eq!(comm.reduce(&four, Some(&mut three), &ReduceOp::Sum, root), INVALID);
        assert_eq!(comm.all_gather(&four, &mut three), INVALID);
        let mut wide = stream.alloc_zeros::<f64>(4).unwrap();
        assert_eq!(comm.broadcast(Some(&three), &mut wide, root), INVALID);
        assert_eq!(
            comm.broadcast(None::<&cudarc::driver::CudaSlice<f64>>, &mut wide, root),
            INVALID
        );
        // NCCL refuses what has this call.
        let view = four.as_view();
        let mut group = comm.group();
        assert!(group.send(view, -1).is_err());
        drop(group);
        assert!(comm.context().check_err().is_err());
        let mut parts = stream.alloc_zeros::<f64>(4 / ranks + 1).unwrap();
        assert_eq!(comm.reduce_scatter(&four, &mut parts, &ReduceOp::Sum), INVALID);
    });
    assert!(
        Comm::from_rank(
            CudaContext::new(0).unwrap().default_stream(),
            0,
            usize::MAX,
            Id::new().unwrap()
        )
        .is_err()
    );
}

/// A type of elements that is another one of NCCL's each time.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(transparent)]
struct ChangingType(u8);

// SAFETY: it is a number.
unsafe impl DeviceRepr for ChangingType {}
// SAFETY: as above.
unsafe impl ValidAsZeroBits for ChangingType {}

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

impl NcclType for ChangingType {
    fn as_nccl_type() -> ncclDataType_t {
        match ASKED.replace(ASKED.get() + 1) % 3 {
            2 => ncclUint64,
            _ => ncclUint8,
        }
    }
}

#[test]
#[ignore = "run in a separate process"]
fn what_was_checked_is_the_type_that_nccl_gets() {
    on_ranks(|comm| {
        let (stream, ranks) = (comm.stream(), comm.world_size());
        ASKED.set(0);
        let mut memory = stream.clone_htod(&[ChangingType(1); 16]).unwrap();
        let mut part = memory.slice_mut(..2);
        comm.all_reduce_in_place(&mut part, &ReduceOp::Sum).unwrap();
        let mut expected = [ChangingType(1); 16];
        expected[..2].fill(ChangingType(ranks as u8));
        assert_eq!(stream.clone_dtoh(&memory).unwrap(), expected);
    });
}

#[test]
#[ignore = "run in a separate process"]
fn memory_that_is_dropped_in_an_open_group_is_freed_after_its_work() {
    with_driver();
    let ranks = CudaContext::device_count().unwrap() as usize;
    let streams = (0..ranks).map(|rank| CudaContext::new(rank).unwrap().new_stream().unwrap());
    let streams: Vec<_> = streams.collect();
    let comms = Comm::from_devices(streams.clone()).unwrap();
    let mut slices: Vec<_> =
        streams.iter().map(|stream| Some(stream.clone_htod(&[1u32; 1000]).unwrap())).collect();
    let mut last = slices.pop().flatten().unwrap();
    let mut outer = comms[ranks - 1].group();
    outer.all_reduce_in_place(last.as_view_mut(), &ReduceOp::Sum).unwrap();
    let mut others = Vec::new();
    for ((slice, comm), stream) in slices.iter_mut().zip(&comms).zip(&streams) {
        {
            let view = slice.as_mut().unwrap().as_view_mut();
            comm.group().all_reduce_in_place(view, &ReduceOp::Sum).unwrap();
        }
        *slice = None;
        others.push(stream.clone_htod(&[100u32; 1000]).unwrap());
    }
    drop(outer);
    assert_eq!(streams[ranks - 1].clone_dtoh(&last).unwrap(), vec![ranks as u32; 1000]);
    for (other, stream) in others.iter().zip(&streams) {
        assert_eq!(stream.clone_dtoh(other).unwrap(), [100; 1000]);
    }
}

/// The bytes of what each rank drops.
const BYTES: usize = 4096;

/// Sums memory of each rank, whose bytes are threes, in an open group, and drops that before the group ends.
fn sum_what_is_dropped<M>(
    memory: impl Fn(&Comm) -> M,
    sum: impl Fn(&Comm, &M, &mut CudaSlice<u8>),
) {
    with_driver();
    let ranks = CudaContext::device_count().unwrap() as usize;
    let streams = (0..ranks).map(|rank| CudaContext::new(rank).unwrap().new_stream().unwrap());
    let streams: Vec<_> = streams.collect();
    let comms = Comm::from_devices(streams.clone()).unwrap();
    let all: Vec<M> = comms.iter().map(memory).collect();
    let targets = streams.iter().map(|stream| stream.alloc_zeros::<u8>(BYTES).unwrap());
    let mut targets: Vec<_> = targets.collect();
    let outer = comms[0].group();
    for ((comm, memory), target) in comms.iter().zip(&all).zip(&mut targets) {
        sum(comm, memory, target);
    }
    drop(all);
    // Where the memory was, if it were free.
    let others = streams.iter().map(|stream| stream.clone_htod(&vec![100u8; BYTES]).unwrap());
    let others: Vec<_> = others.collect();
    drop(outer);
    for (target, stream) in targets.iter().zip(&streams) {
        let sums = stream.clone_dtoh(target).unwrap();
        assert!(sums.iter().all(|sum| *sum == 3 * ranks as u8), "{:?}", &sums[..8]);
        assert_eq!(stream.context().check_err(), Ok(()));
    }
    drop(others);
}

#[test]
#[ignore = "run in a separate process"]
fn a_module_that_is_dropped_in_an_open_group_is_unloaded_after_its_work() {
    let source = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .b8 bytes[{BYTES}];\n"
    );
    sum_what_is_dropped(
        |comm| {
            let module = comm.context().load_module(Ptx::from_src(&source)).unwrap();
            let stream = comm.stream();
            let bytes = &mut module.get_global("bytes", &stream).unwrap();
            stream.memcpy_htod(&vec![3u8; BYTES], bytes).unwrap();
            module
        },
        |comm, module, target| {
            let stream = comm.stream();
            let bytes = module.get_global("bytes", &stream).unwrap();
            comm.all_reduce(&bytes, target, &ReduceOp::Sum).unwrap();
        },
    );
}

#[cfg(unix)]
#[test]
#[ignore = "run in a separate process"]
fn mapped_memory_that_is_dropped_in_an_open_group_is_freed_after_its_work() {
    if !chosen::is_software() {
        return cuda_rust::skip("a driver that imports its own memory as external memory");
    }
    sum_what_is_dropped(mapped, |comm, memory, target| {
        comm.all_reduce(memory, target, &ReduceOp::Sum).unwrap();
    });
}

/// The driver's own memory, which plays another API's.
#[cfg(unix)]
fn mapped(comm: &Comm) -> cudarc::driver::MappedBuffer {
    use std::os::fd::FromRawFd;

    use cudarc::driver::{DevicePtr, result, sys};
    use sys::CUmemAllocationHandleType as Kind;

    /// As much as the driver allocates at least.
    const ALL: usize = 2 << 20;
    let (mut descriptor, mut memory) = (-1, 0);
    comm.context().bind_to_thread().unwrap();
    // SAFETY: what is zero in the description has no meaning, and the buffer is as long as what is set.
    unsafe {
        let mut properties: sys::CUmemAllocationProp = std::mem::zeroed();
        properties.type_ = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.requestedHandleTypes = Kind::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        let id = match () {
            #[cfg(not(since = "13.2"))]
            () => &mut properties.location.id,
            #[cfg(since = "13.2")]
            () => &mut properties.location.__bindgen_anon_1.id,
        };
        *id = comm.ordinal() as i32;
        let to = &raw mut descriptor;
        sys::cuMemCreate(&raw mut memory, ALL, &raw const properties, 0).result().unwrap();
        let kind = Kind::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        sys::cuMemExportToShareableHandle(to.cast(), memory, kind, 0).result().unwrap();
        let file = std::fs::File::from_raw_fd(descriptor);
        let imported = comm.context().import_external_memory(file, ALL as u64).unwrap();
        sys::cuMemRelease(memory).result().unwrap();
        let buffer = imported.map_range(0..BYTES).unwrap();
        let stream = comm.stream();
        let (address, until) = buffer.device_ptr(&stream);
        result::memset_d8_sync(address, 3, BYTES).unwrap();
        drop(until);
        buffer
    }
}
