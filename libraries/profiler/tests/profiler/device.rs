//! The device and the CUPTI of the tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::{Context, Function};
use cuda_profiler::Profiler;
pub(crate) use cuda_rust::device::is_software;

/// Two kernels, of which one has a name of C++.
pub(crate) const CODE: &str = "\
.version 7.0
.target sm_52
.address_size 64
.visible .entry increment(.param .u64 to)
{
    .reg .u64 %rd<3>; .reg .u32 %r<4>;
    ld.param.u64 %rd1, [to];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    ld.global.u32 %r2, [%rd1];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd1], %r2;
    ret;
}
.visible .entry _Z5emptyv()
{
    .shared .align 4 .b8 buffer[256];
    .reg .u32 %r<2>;
    st.shared.u32 [buffer], %r1;
    ret;
}
";

/// Returns what keeps other tests of this process from recording or working meanwhile, a context, and the profiler. It comes
/// first, and so is dropped last: what a test drops afterwards would be in the next one's recording.
pub(crate) fn device() -> (MutexGuard<'static, ()>, Context, Profiler) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // So would what another thread drops.
    cuda_driver::stream::wait_for_deferred();
    let context = cuda_rust::device::context();
    let profiler = if is_software() {
        Profiler::from_table(cuda_sim_libraries::cupti::table())
    } else {
        Profiler::load_for(context.driver()).unwrap_or_else(|error| panic!("{error}"))
    };
    (guard, context, profiler)
}

/// Returns a kernel of [`CODE`].
pub(crate) fn function(context: &Context, name: &str) -> Function {
    let module = context.load_ptx(CODE).unwrap();
    module.function(name).unwrap()
}
