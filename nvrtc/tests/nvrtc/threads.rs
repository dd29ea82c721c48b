//! Compiling from several threads.

use std::thread;

use nvrtc::{Arch, Nvrtc, NvrtcError, ObjectCode, Program, Ptx};

use crate::real::with_nvrtc;

#[test]
fn every_type_can_go_to_another_thread() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Nvrtc>();
    is_send_and_sync::<Program<'static>>();
    is_send_and_sync::<Ptx>();
    is_send_and_sync::<ObjectCode>();
    is_send_and_sync::<NvrtcError>();
    is_send_and_sync::<Arch>();
}

with_nvrtc! {
    fn threads_compile_different_programs_at_once(nvrtc) {
        thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || {
                    let kernel = format!("kernel{number}");
                    let source = format!("extern \"C\" __global__ void {kernel}(int* x) {{ *x = {number}; }}");
                    let ptx = nvrtc.program(kernel.as_str(), source).compile_ptx().unwrap();
                    assert_eq!(ptx.entries().collect::<Vec<_>>(), [kernel]);
                });
            }
        });
    }

    fn threads_compile_one_program_at_once(nvrtc) {
        let program = nvrtc.program("one.cu", "extern \"C\" __global__ void one() {}");
        thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(|| program.compile_ptx().unwrap().to_string()));
            let texts = threads.map(|thread| thread.join().unwrap());
            assert!(texts.iter().all(|text| *text == texts[0]));
        });
    }
}
