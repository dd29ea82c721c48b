//! The device's runtime: what its functions answer to kernels. `cuda-sim` has a function of PTX for each, which calls one here.

use crate::code::Inst;
use crate::device::fault_kind::FaultKind;
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use crate::observe::{before, forget};
use crate::ops::launch::{FIRE_AND_FORGET, fail, is_stream, launch, new_handle, thread};
use crate::ops::op::Op;
use crate::ops::system::{answer, argument, small_argument};
use crate::state::core::{CONTINUE, Core, Next};
use crate::state::launch::{Child, Question};

/// The functions: a name, the parameters, and how many bytes the function leaves at the address of the first one.
pub const RUNTIME_FUNCTIONS: [(&str, &str, usize); 27] = [
    ("RuntimeGetVersion", "b64 to", 4),
    ("GetDeviceCount", "b64 to", 4),
    ("GetDevice", "b64 to", 4),
    ("DeviceGetAttribute", "b64 to, b32 attribute, b32 device", 4),
    ("DeviceGetLimit", "b64 to, b32 limit", 8),
    ("DeviceGetCacheConfig", "b64 to", 4),
    ("DeviceGetSharedMemConfig", "b64 to", 4),
    ("OccupancyMaxActiveBlocksPerMultiprocessor", "b64 to, b64 kernel, b32 threads, b64 shared", 4),
    (
        "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
        "b64 to, b64 kernel, b32 threads, b64 shared, b32 flags",
        4,
    ),
    ("FuncGetAttributes", "b64 to, b64 kernel", 76),
    // These two return the place of a text.
    ("GetErrorName", "b32 code", 0),
    ("GetErrorString", "b32 code", 0),
    ("StreamCreateWithFlags", "b64 to, b32 flags", 8),
    ("StreamDestroy", "b64 stream", 0),
    ("EventCreateWithFlags", "b64 to, b32 flags", 8),
    ("EventDestroy", "b64 event", 0),
    ("EventRecord", "b64 event, b64 stream", 0),
    ("EventRecordWithFlags", "b64 event, b64 stream, b32 flags", 0),
    ("StreamWaitEvent", "b64 stream, b64 event, b32 flags", 0),
    ("Malloc", "b64 to, b64 bytes", 8),
    ("Free", "b64 address", 0),
    ("MemcpyAsync", "b64 to, b64 from, b64 bytes, b32 kind, b64 stream", 0),
    (
        "Memcpy2DAsync",
        "b64 to, b64 pitch, b64 from, b64 other, b64 width, b64 height, b32 kind, b64 stream",
        0,
    ),
    ("Memcpy3DAsync", "b64 what, b64 stream", 0),
    ("MemsetAsync", "b64 to, b32 byte, b64 bytes, b64 stream", 0),
    ("Memset2DAsync", "b64 to, b64 pitch, b32 byte, b64 width, b64 height, b64 stream", 0),
    ("Memset3DAsync", "b8[32] to, b32 byte, b8[24] extent, b64 stream", 0),
];

/// The number that [`RUNTIME_FUNCTIONS`] have for their version, whatever the driver's.
const VERSION: u64 = 6000;

/// Codes of the runtime.
const INVALID_VALUE: u32 = 1;
const MEMORY_ALLOCATION: u32 = 2;
const INVALID_PITCH_VALUE: u32 = 12;
const INVALID_MEMCPY_DIRECTION: u32 = 21;
const UNSUPPORTED_LIMIT: u32 = 215;
const UNKNOWN: u32 = 999;

/// `cudaLimitDevRuntimeSyncDepth`, which no device has since compute capability 9.0.
const SYNC_DEPTH: usize = 3;

/// The names of the kernels that copy, fill, and stand for what orders streams.
const COPIES: &str = "__cudaCDP2MemcpyKernel";
const FILLS: &str = "__cudaCDP2MemsetKernel";
const ORDERS: &str = "__cudaCDP2EventKernel";

/// The greatest number of words that a function takes, and leaves.
const TAKEN: usize = 9;
const LEFT: usize = 10;

/// The code that a function returns, and what it leaves.
struct Answer {
    code: u32,
    left: Option<[u64; LEFT]>,
}

/// Why a function does nothing.
enum Refusal {
    Code(u32),
    /// An address of nothing that it could have, which a GPU accesses.
    Address(String),
}

impl From<u32> for Refusal {
    fn from(code: u32) -> Self {
        Refusal::Code(code)
    }
}

impl Answer {
    const DONE: Answer = Answer { code: 0, left: None };

    fn of(number: u64) -> Answer {
        let mut left = [0; LEFT];
        left[0] = number;
        Answer { code: 0, left: Some(left) }
    }
}

/// `__cudaSimRuntime(function, arguments)`, which returns a code, whether the function leaves something, and that; `z` is the
/// call site.
pub struct Runtime;
impl Op for Runtime {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let site = &core.code.calls[inst.z as usize];
        let ([(function, _), (arguments, _)], [(result, _)]) =
            (site.arguments.as_slice(), site.results.as_slice())
        else {
            return CONTINUE;
        };
        for lane in core.active() {
            let function = small_argument(core, lane, *function);
            let Some((name, _, leaves)) = RUNTIME_FUNCTIONS.get(function as usize) else {
                continue;
            };
            let given: [u64; TAKEN] =
                core::array::from_fn(|at| argument(core, lane, arguments + 8 * at as u32));
            let answered = match (*leaves, given) {
                (1.., [0, ..]) => Err(nowhere(name)),
                _ => call(core, lane, name, given),
            };
            let Answer { code, left } = match answered {
                Ok(answered) => answered,
                Err(Refusal::Code(code)) => Answer { code, left: None },
                Err(Refusal::Address(message)) => {
                    let (lane, message) = (lane as u32, format!("cuda{name}: {message}"));
                    return core.fault_kind(FaultKind::BadPointer { lane, message });
                }
            };
            // As on an H200, the last error isn't one of these.
            let is_kept = !matches!(*name, "GetDeviceCount" | "DeviceGetLimit")
                && !name.starts_with("Occupancy");
            if is_kept {
                fail(core, lane, code);
            }
            let mut words = [0; 1 + LEFT];
            words[0] = u64::from(code) | u64::from(left.is_some()) << 32;
            words[1..].copy_from_slice(&left.unwrap_or_default());
            answer(core, lane, *result, words);
        }
        core.forget_allocations();
        CONTINUE
    }
}

/// Returns why a function leaves nothing at a null address.
fn nowhere(name: &str) -> Refusal {
    if name.starts_with("Occupancy") {
        Refusal::Address("its result goes to a null address".to_owned())
    } else {
        Refusal::Code(INVALID_VALUE)
    }
}

/// Answers a call with these words, the parameters in their order.
fn call(core: &Core<'_>, lane: usize, name: &str, given: [u64; TAKEN]) -> Result<Answer, Refusal> {
    let launch = core.grid.launch;
    let [a, b, c, d, e, f, g, h, i] = given;
    let small = |value: u64| value as u32;
    let ask = |question| core.output().answer(launch, question);
    let kernel = || launch.image.program().kernel_of_handle(b).map(|(kernel, _)| kernel);
    match name {
        "RuntimeGetVersion" => return Ok(Answer::of(VERSION)),
        "GetDeviceCount" => return Ok(Answer::of(ask(Question::DeviceCount)?)),
        "GetDevice" => return Ok(Answer::of(ask(Question::Device)?)),
        "DeviceGetAttribute" => {
            let question = Question::DeviceAttribute { attribute: small(b), device: small(c) };
            return Ok(Answer::of(ask(question)?));
        }
        "DeviceGetLimit" => return limit(&launch.limits.of_context, b as usize),
        "DeviceGetCacheConfig" => return Ok(Answer::of(0)),
        "DeviceGetSharedMemConfig" => return Ok(Answer::of(1)),
        "OccupancyMaxActiveBlocksPerMultiprocessor"
        | "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags" => {
            let threads = small(c);
            return match kernel() {
                _ if b == 0 => Err(Refusal::Address("the kernel is a null address".to_owned())),
                _ if threads as i32 <= 0 => Ok(Answer { code: INVALID_VALUE, ..Answer::of(0) }),
                None => Ok(Answer::of(0)),
                Some(kernel) => {
                    Ok(Answer::of(ask(Question::Occupancy { kernel, threads, shared: d })?))
                }
            };
        }
        "FuncGetAttributes" => {
            return Ok(Answer { code: 0, left: Some(attributes(kernel(), ask)?) });
        }
        "GetErrorName" | "GetErrorString" => {
            let question = Question::ErrorText { code: small(a), is_name: name == "GetErrorName" };
            return Ok(Answer::of(ask(question)?));
        }
        "StreamCreateWithFlags" if b <= 1 => {
            let stream = new_handle();
            core.grid.runtime().streams.insert(stream);
            return Ok(Answer::of(stream));
        }
        // Without times, and otherwise as one likes.
        "EventCreateWithFlags" if b | 1 == 3 => {
            let event = new_handle();
            core.grid.runtime().events.insert(event);
            return Ok(Answer::of(event));
        }
        "StreamDestroy" if core.grid.runtime().streams.remove(&a) => {}
        "EventDestroy" => {
            known_event(core, lane, a)?;
            core.grid.runtime().events.remove(&a);
        }
        "EventRecord" | "EventRecordWithFlags" => order(core, lane, b, a, false)?,
        "StreamWaitEvent" => order(core, lane, a, b, true)?,
        "Malloc" if b > 0 => {
            let address = core.memory().heap_allocate(b).ok_or(MEMORY_ALLOCATION)?;
            forget(core, address, b);
            return Ok(Answer::of(address));
        }
        "Free" if a == 0 || core.memory().heap_free(a) => {}
        "Free" => {
            return Err(Refusal::Address(format!(
                "address {a:#x} wasn't returned by malloc, or was already freed"
            )));
        }
        "MemcpyAsync" if c == 0 => {}
        "MemcpyAsync" => copy(core, lane, d, [a, b, c, 1, 1, 0, 0, 0, 0], e)?,
        "Memcpy2DAsync" => copy(core, lane, g, [a, c, e, f, 1, b, 0, d, 0], h)?,
        "Memcpy3DAsync" => {
            let (kind, numbers) = of_three_dimensions(core, lane, a)?;
            copy(core, lane, kind, numbers, b)?;
        }
        "MemsetAsync" => fill(core, lane, [a, b, c, 1, 1, 0, 0, 0, 0], d)?,
        "Memset2DAsync" => fill(core, lane, [a, c, d, e, 1, b, 0, 0, 0], f)?,
        // A pitched pointer: the address, the pitch, the width, the height.
        "Memset3DAsync" => fill(core, lane, [a, e, f, g, h, b, b.wrapping_mul(d), 0, 0], i)?,
        _ => return Err(Refusal::Code(INVALID_VALUE)),
    }
    Ok(Answer::DONE)
}

fn limit(limits: &[u64], number: usize) -> Result<Answer, Refusal> {
    match limits.get(number) {
        Some(_) if number == SYNC_DEPTH => {
            Ok(Answer { code: UNSUPPORTED_LIMIT, ..Answer::of(u64::MAX) })
        }
        Some(limit) => Ok(Answer::of(*limit)),
        None => Err(Refusal::Code(INVALID_VALUE)),
    }
}

/// Returns `cudaFuncAttributes`, which are zero for what is no kernel.
fn attributes(
    kernel: Option<usize>,
    ask: impl Fn(Question) -> Result<u64, u32>,
) -> Result<[u64; LEFT], u32> {
    /// The attributes at its places: three of 64 bits, and then of 32.
    const WIDE: [u32; 3] = [1, 2, 3];
    const SMALL: [u32; 13] = [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14];
    let mut all = [0; LEFT];
    let Some(kernel) = kernel else {
        return Ok(all);
    };
    let of = |attribute| ask(Question::FunctionAttribute { kernel, attribute });
    for (word, attribute) in all.iter_mut().zip(WIDE) {
        *word = of(attribute)?;
    }
    for (at, attribute) in SMALL.into_iter().enumerate() {
        all[WIDE.len() + at / 2] |= (of(attribute)? & u64::from(u32::MAX)) << (at % 2 * 32);
    }
    Ok(all)
}

/// An event is a pointer, which a GPU follows: other memory is none.
fn known_event(core: &Core<'_>, lane: usize, event: u64) -> Result<(), Refusal> {
    match event {
        0 => Err(Refusal::Code(INVALID_VALUE)),
        _ if core.grid.runtime().events.contains(&event) => Ok(()),
        _ if core.read_bytes(lane, event, 8).is_some() => Err(Refusal::Code(INVALID_VALUE)),
        _ => Err(Refusal::Address(format!("{event:#x} isn't an event that the grid has"))),
    }
}

/// Records an event, or waits for it; not in the streams of what runs after the grid, or beside it.
fn order(
    core: &Core<'_>,
    lane: usize,
    stream: u64,
    event: u64,
    waits: bool,
) -> Result<(), Refusal> {
    known_event(core, lane, event)?;
    if stream == Child::TAIL || stream == FIRE_AND_FORGET {
        return Err(Refusal::Code(INVALID_VALUE));
    }
    Ok(start(core, lane, ORDERS, 1, &[event, waits.into(), 0, 0, 0, 0, 0, 0, 0], stream)?)
}

/// Copies by a launch of its own, from device memory to device memory alone. The numbers: to, from, width, height, depth, the
/// pitches of rows and of slices.
fn copy(
    core: &Core<'_>,
    lane: usize,
    kind: u64,
    numbers: [u64; TAKEN],
    stream: u64,
) -> Result<(), u32> {
    /// `cudaMemcpyDeviceToDevice`, and `cudaMemcpyDefault`.
    const KINDS: [u64; 2] = [3, 4];
    let [to, from, width, height, _, row, _, other, _] = numbers;
    if !KINDS.contains(&kind) {
        return Err(INVALID_MEMCPY_DIRECTION);
    }
    if height > 1 && width > row.min(other) {
        return Err(INVALID_PITCH_VALUE);
    }
    access(core, lane, COPIES, &[to, from], &numbers, stream)
}

/// Fills: to, the byte, width, height, depth, the pitches of rows and of slices.
fn fill(core: &Core<'_>, lane: usize, numbers: [u64; TAKEN], stream: u64) -> Result<(), u32> {
    let [to, _, width, height, _, row, ..] = numbers;
    if height > 1 && width > row {
        return Err(INVALID_VALUE);
    }
    access(core, lane, FILLS, &[to], &numbers, stream)
}

/// Local and shared memory can't be accessed by a launch.
fn access(
    core: &Core<'_>,
    lane: usize,
    kernel: &str,
    addresses: &[u64],
    numbers: &[u64; TAKEN],
    stream: u64,
) -> Result<(), u32> {
    let is_own = |address: &u64| {
        let is_in = |window: u64| address.wrapping_sub(window) < WINDOW_SIZE;
        is_in(LOCAL_WINDOW) || is_in(SHARED_WINDOW)
    };
    if addresses.iter().any(is_own) {
        return Err(INVALID_VALUE);
    }
    if !is_stream(core, stream) {
        return Err(UNKNOWN);
    }
    start(core, lane, kernel, 256, numbers, stream)
}

/// Returns the kind and the numbers of a `cudaMemcpy3DParms`: of pointers alone, at their positions, no arrays.
fn of_three_dimensions(
    core: &Core<'_>,
    lane: usize,
    address: u64,
) -> Result<(u64, [u64; TAKEN]), Refusal> {
    if address == 0 {
        return Err(Refusal::Code(INVALID_VALUE));
    }
    let bytes = core
        .read_bytes(lane, address, 160)
        .ok_or_else(|| Refusal::Address(format!("there are no parameters at {address:#x}")))?;
    let word = |at: usize| {
        let bytes = bytes.get(8 * at..8 * at + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    };
    // An array, three of a position, and four of a pitched pointer, of which the third isn't used.
    let side = |at: usize| {
        let (row, slice) = (word(at + 5), word(at + 5).wrapping_mul(word(at + 7)));
        let rows = word(at + 2).wrapping_mul(row);
        let slices = word(at + 3).wrapping_mul(slice);
        let from = word(at + 4).wrapping_add(word(at + 1));
        (word(at), from.wrapping_add(rows).wrapping_add(slices), row, slice)
    };
    let ((array, from, other, others), (to_array, to, row, slice)) = (side(0), side(8));
    if array | to_array != 0 {
        return Err(Refusal::Code(INVALID_VALUE));
    }
    let kind = word(19) & u64::from(u32::MAX);
    Ok((kind, [to, from, word(16), word(17), word(18), row, slice, other, others]))
}

/// Launches a block of one of the runtime's own kernels.
fn start(
    core: &Core<'_>,
    lane: usize,
    kernel: &str,
    threads: u32,
    numbers: &[u64; TAKEN],
    stream: u64,
) -> Result<(), u32> {
    let mut all = core.grid.launch.image.program().kernels();
    let kernel = all.position(|of| of.name == kernel).ok_or(UNKNOWN)?;
    let code = launch(
        core,
        Child {
            kernel,
            grid: [1; 3],
            block: [threads, 1, 1],
            cluster: [1; 3],
            dynamic_shared: 0,
            params: numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
            stream,
            launcher: thread(core, lane).0,
            before: before(core, lane),
        },
    );
    if code == 0 { Ok(()) } else { Err(code) }
}
