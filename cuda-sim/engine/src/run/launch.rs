//! Launching a kernel.

use crate::code::Code;
use crate::code::Observers;
use crate::code::function::{Constant, Slot};
use crate::device::DeviceMemory;
use crate::device::error::ErrorCode;
use crate::device::fault::Fault;
use crate::races::LaunchRaces;
use crate::races::state::LaunchRecord;
use crate::run::native;
use crate::run::work::{Residents, work, work_on_residents};
use crate::state::allocations::Span;
use crate::state::core::Core;
use crate::state::grid::{Grid, Host};
use crate::state::interleaving::Interleaving;
use crate::state::launch::Launch;
use crate::state::launch::Output;
use crate::state::order::Order;
use crate::state::worker_pool;
use crate::state::worker_pool::WorkerPool;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The size of registers, shared and local memory that the blocks running on one thread may have together.
const RESIDENT_BYTES: usize = 16 << 20;

static LAUNCHES: AtomicU64 = AtomicU64::new(1);

/// Runs a launch until it ends.
///
/// # Errors
/// The fault that stopped the kernel; other blocks may have continued for a while.
pub fn run(
    launch: &Launch<'_>,
    memory: &dyn DeviceMemory,
    output: &dyn Output,
) -> Result<(), Fault> {
    let number = launch.schedule_seed.unwrap_or(0);
    let interleaving = Interleaving { number, most: u32::MAX, seen: None };
    run_as(launch, memory, output, launch.checks.schedules.then_some(interleaving))
}

/// The same, with its threads interleaved like this.
pub(crate) fn run_interleaved(
    launch: &Launch<'_>,
    memory: &dyn DeviceMemory,
    output: &dyn Output,
    interleaving: Interleaving<'_>,
) -> Result<(), Fault> {
    run_as(launch, memory, output, Some(interleaving))
}

fn run_as(
    launch: &Launch<'_>,
    memory: &dyn DeviceMemory,
    output: &dyn Output,
    interleaving: Option<Interleaving<'_>>,
) -> Result<(), Fault> {
    let kernel = launch.kernel;
    let threads = checked_threads(launch).map_err(refused)?;
    let has_parameters = launch.params.len() >= kernel.param_size as usize;
    if let Some(body) = kernel.native.filter(|_| has_parameters) {
        return native::run(body, launch, memory);
    }
    if !has_parameters {
        return Err(refused(format!(
            "kernel {} takes {} bytes of parameters, and was given {}",
            kernel.name,
            kernel.param_size,
            launch.params.len()
        )));
    }
    // As eight-byte words, because a kernel may read its parameters by address.
    let mut words = vec![0u64; launch.params.len().div_ceil(8)];
    for (word, bytes) in words.iter_mut().zip(launch.params.chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
    // SAFETY: the words hold at least as many bytes as were copied into them.
    let params =
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), launch.params.len()) };
    let launch = &Launch { params, ..*launch };
    let grid = prepare(launch, threads, memory, output, interleaving)?;
    let most = match launch.races {
        Some(_) => 1,
        None => worker_pool::size(),
    };
    let workers = most.min(usize::try_from(grid.block_groups).unwrap_or(usize::MAX)).max(1);
    if grid.interleaving.is_some() {
        let most = if launch.cooperative { usize::MAX } else { resident_block_groups(&grid) };
        counting(Core::new(&grid), |core| core.interleave(most));
    } else if launch.cooperative && grid.block_groups > 1 {
        let residents = Residents::default();
        let part = || {
            let _stop = StopOnPanic(&grid);
            counting(Core::new(&grid), |core| work_on_residents(core, &residents));
        };
        let worker_pool = WorkerPool::new(workers - 1, &part);
        let _stop = StopOnPanic(&grid);
        let core = Core::leading(&grid, &worker_pool);
        counting(core, |core| work_on_residents(core, &residents));
        worker_pool.finish();
    } else {
        let most = resident_block_groups(&grid);
        let part = || {
            let _stop = StopOnPanic(&grid);
            counting(Core::new(&grid), |core| work(core, workers, most));
        };
        let worker_pool = WorkerPool::new(workers - 1, &part);
        let _stop = StopOnPanic(&grid);
        let core = Core::leading(&grid, &worker_pool);
        counting(core, |core| work(core, workers, most));
        worker_pool.finish();
    }
    let fault = grid.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    fault.map_or(Ok(()), Err)
}

fn refused(report: String) -> Fault {
    Fault { code: ErrorCode::CUDA_ERROR_INVALID_VALUE, report }
}

/// Returns the number of threads of a block, or why there can't be such a launch.
fn checked_threads(launch: &Launch<'_>) -> Result<u32, String> {
    let kernel = launch.kernel;
    let threads = launch
        .block
        .iter()
        .try_fold(1u32, |all, &one| all.checked_mul(one))
        .filter(|all| (1..=1024).contains(all));
    let Some(threads) = threads else {
        return Err(format!(
            "kernel {}: a block of {:?} threads can't be launched; 1 to 1024 can",
            kernel.name, launch.block
        ));
    };
    let shape = launch.grid.iter().zip(launch.cluster);
    if shape.clone().any(|(&grid, cluster)| grid == 0 || cluster == 0 || grid % cluster != 0) {
        return Err(format!(
            "kernel {}: a grid of {:?} blocks in clusters of {:?} can't be launched: no number may be 0, and clusters must fill the grid",
            kernel.name, launch.grid, launch.cluster
        ));
    }
    let blocks = launch.grid.iter().try_fold(1u64, |all, &one| all.checked_mul(one.into()));
    let cluster = launch.cluster.iter().try_fold(1u32, |all, &one| all.checked_mul(one));
    if blocks.is_none() || cluster.is_none_or(|blocks| blocks > 64) {
        return Err(format!(
            "kernel {}: a grid of {:?} blocks in clusters of {:?} is too large",
            kernel.name, launch.grid, launch.cluster
        ));
    }
    let shared = u64::from(kernel.shared_static) + u64::from(launch.dynamic_shared);
    if shared > 1 << 23 {
        return Err(format!(
            "kernel {}: a block can't have {shared} bytes of shared memory",
            kernel.name
        ));
    }
    Ok(threads)
}

/// Lets a core work, and then adds what it counted.
fn counting<'l>(mut core: Core<'l>, work: impl FnOnce(&mut Core<'l>)) {
    work(&mut core);
    if let Some(counters) = core.grid.launch.counters {
        core.code.count(counters, &core.counted);
    }
}

/// Stops the launch if its thread panics, because other blocks may wait for those that the thread was running.
struct StopOnPanic<'a, 'l>(&'a Grid<'l>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn resident_block_groups(grid: &Grid<'_>) -> usize {
    let warps = grid.threads.div_ceil(32) as usize;
    let registers = grid.code.functions[grid.function].frame_words as usize * 4;
    let block = grid.shared_stride as usize + warps * (registers + grid.local_stride() * 32);
    (RESIDENT_BYTES / (block * grid.block_group_size as usize).max(1)).clamp(1, 256)
}

/// Returns the code of a launch, and its kernel's function there.
fn code_of<'l>(launch: &'l Launch<'l>, is_interleaved: bool) -> Result<(&'l Code, usize), Fault> {
    let program = launch.image.program();
    let observers = Observers {
        races: launch.races.is_some() || is_interleaved,
        counters: launch.counters.is_some(),
    };
    let code =
        if observers.any() { program.observed_code(observers) } else { Some(program.code()) };
    let Some(code) = code else {
        return Err(Fault {
            code: ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
            report: format!(
                "kernel {} can't be checked for races, or counted; run it without that",
                launch.kernel.name
            ),
        });
    };
    let Some(function) = program.function_of(launch.kernel) else {
        return Err(Fault {
            code: ErrorCode::CUDA_ERROR_INVALID_HANDLE,
            report: format!("kernel {} is not in the loaded program", launch.kernel.name),
        });
    };
    Ok((code, function))
}

fn prepare<'l>(
    launch: &'l Launch<'l>,
    threads: u32,
    memory: &'l dyn DeviceMemory,
    output: &'l dyn Output,
    interleaving: Option<Interleaving<'l>>,
) -> Result<Grid<'l>, Fault> {
    let program = launch.image.program();
    let (code, function) = code_of(launch, interleaving.is_some())?;
    let body = &code.functions[function];
    let (mut launch_slots, mut block_slots) = (Vec::new(), Vec::new());
    for slot in &body.slots {
        // A value that a block changes must be restored for the next.
        let per_block = match slot.constant {
            Constant::Special(special) => special.is_per_block(),
            constant => matches!(constant, Constant::StackTop(_)),
        };
        let list: &mut Vec<Slot> = if per_block { &mut block_slots } else { &mut launch_slots };
        list.push(*slot);
    }
    let block_group_size = launch.cluster.iter().product::<u32>();
    let blocks: u64 = launch.grid.iter().map(|&n| u64::from(n)).product();
    let block_groups = blocks / u64::from(block_group_size);
    let shared_size = program.shared_size(launch.kernel).saturating_add(launch.dynamic_shared);
    let own_params = Span {
        start: launch.params.as_ptr() as u64,
        end: launch.params.as_ptr() as u64 + launch.params.len() as u64,
        writable: false,
    };
    let mut params = vec![own_params];
    // The counters of grid-wide barriers.
    let workspace_words: Box<[AtomicU64]> = (0..64).map(|_| AtomicU64::new(0)).collect();
    let mut workspace = 0;
    if launch.cooperative {
        workspace = workspace_words.as_ptr() as u64;
        params.push(Span {
            start: workspace,
            end: workspace + size_of_val(&*workspace_words) as u64,
            writable: true,
        });
    }
    let local = code.local(function, launch.limits.stack);
    let mut grid = Grid {
        launch,
        code,
        device: program.device(),
        function,
        host: Host::new(memory, output),
        watches_writes: memory.watches_writes(),
        is_tolerant: memory.is_tolerant(),
        threads,
        block_group_size,
        block_groups,
        shared_size,
        reserved_shared: program.reserved_shared(),
        shared_stride: shared_size.next_multiple_of(128),
        local_per_lane: local.min(1 << 26),
        launch_slots,
        block_slots,
        own: params,
        workspace,
        _workspace_words: workspace_words,
        id: LAUNCHES.fetch_add(1, Ordering::Relaxed),
        next: AtomicU64::new(0),
        stop: Default::default(),
        fault: Default::default(),
        fuel_used: AtomicU64::new(0),
        asserted: AtomicU32::new(0),
        is_reported: Default::default(),
        order: None,
        interleaving,
        races: None,
        runtime: Default::default(),
        tail_launches: AtomicU64::new(0),
        begin: std::time::Instant::now(),
    };
    // As on a GPU, blocks may wait for those of lower numbers, which have all started: as many as run at once change places.
    let most = resident_block_groups(&grid) as u64;
    let seed = launch.schedule_seed.filter(|_| grid.interleaving.is_none());
    grid.order = seed.map(|seed| Order::within(seed, block_groups, most));
    grid.races = launch.races.map(|item| {
        LaunchRaces::begin(item, record_of(&grid), code.first_site, || code.site_table())
    });
    Ok(grid)
}

/// Returns what reports of races say of a launch.
fn record_of(grid: &Grid<'_>) -> LaunchRecord {
    LaunchRecord {
        number: grid.id,
        kernel: grid.name().to_owned(),
        blocks: grid.block_groups * u64::from(grid.block_group_size),
        grid: grid.launch.grid,
        block: grid.launch.block,
        ..LaunchRecord::default()
    }
}
