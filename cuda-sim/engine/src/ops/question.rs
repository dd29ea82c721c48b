//! What kernels ask the device's runtime, of which the rest is PTX: attributes, limits, how many blocks fit; and its errors.

use crate::code::Inst;
use crate::ops::Op;
use crate::ops::launch::{INVALID_DEVICE_FUNCTION, NEXT_MADE, thread};
use crate::ops::system::{answer, argument, small_argument};
use crate::state::core::{CONTINUE, Core, Next};
use crate::state::launch::Question;
use std::sync::atomic::Ordering;

const INVALID_VALUE: u32 = 1;
const UNSUPPORTED_LIMIT: u32 = 215;

/// `cudaLimitDevRuntimeSyncDepth`, which no device has since compute capability 9.0.
const SYNC_DEPTH: u64 = 3;

/// `__cudaSimAsk(question, a, b, c, d)`, which returns a value and an error of the runtime, which is the thread's last one then;
/// `z` is the call site.
pub struct Ask;
impl Op for Ask {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let site = &core.code.calls[inst.z as usize];
        let ([(question, _), values @ ..], Some(&(result, _))) =
            (site.arguments.as_slice(), site.results.first())
        else {
            return CONTINUE;
        };
        for lane in core.active() {
            let question = small_argument(core, lane, *question);
            let mut numbers = [0; 4];
            for (number, (at, _)) in numbers.iter_mut().zip(values) {
                *number = argument(core, lane, *at);
            }
            let answered = ask(core, question, numbers);
            let error = answered.err().unwrap_or(0);
            if error != 0 {
                core.grid.launch_errors().insert(thread(core, lane), error);
            }
            answer(core, lane, result, [answered.unwrap_or(0), u64::from(error)]);
        }
        CONTINUE
    }
}

/// Answers a question by its number in `device_runtime.ptx`.
fn ask(core: &Core<'_>, question: u32, [a, b, c, d]: [u64; 4]) -> Result<u64, u32> {
    let launch = core.grid.launch;
    let kernel = || {
        let of_handle = launch.image.program().kernel_of_handle(a);
        of_handle.map(|(kernel, _)| kernel).ok_or(INVALID_DEVICE_FUNCTION)
    };
    let small = |value: u64| value as u32;
    let question = match question {
        // An error that the runtime found.
        0 => return Err(small(a)),
        1 => return Ok(NEXT_MADE.fetch_add(1, Ordering::Relaxed)),
        2 if a == SYNC_DEPTH => return Err(UNSUPPORTED_LIMIT),
        2 => {
            let limit = usize::try_from(a).ok().and_then(|a| launch.limits.of_context.get(a));
            return limit.copied().ok_or(INVALID_VALUE);
        }
        3 => Question::DeviceCount,
        4 => Question::Device,
        5 => Question::DeviceAttribute { attribute: small(a), device: small(b) },
        6 => Question::RuntimeVersion,
        7 => Question::FunctionAttribute { kernel: kernel()?, attribute: small(b) },
        8 => {
            Question::Occupancy { kernel: kernel()?, threads: small(b), shared: c, flags: small(d) }
        }
        _ => return Err(INVALID_VALUE),
    };
    core.grid.output.answer(launch, question)
}
