//! Compiling from several threads.

use std::thread;

use nvrtc::{Arch, Nvrtc, NvrtcError, ObjectCode, Program, Ptx};

use crate::real::with_nvrtc;

#[test]
fn all_types_are_send_and_sync() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Nvrtc>();
    is_send_and_sync::<Program<'static>>();
    is_send_and_sync::<Ptx>();
    is_send_and_sync::<ObjectCode>();
    is_send_and_sync::<NvrtcError>();
    is_send_and_sync::<Arch>();
}

with_nvrtc! {
    fn threads_compile_different_programs_concurrently(nvrtc) {
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

    fn threads_compile_one_program_concurrently(nvrtc) {
        let program = nvrtc.program("one.cu", "extern \"C\" __global__ void one() {}");
        thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(|| program.compile_ptx().unwrap().to_string()));
            let texts = threads.map(|thread| thread.join().unwrap());
            assert!(texts.iter().all(|text| *text == texts[0]));
        });
    }

    fn concurrent_compilations_have_the_same_output_as_single_ones(nvrtc) {
        let header: String = (0..200)
            .map(|n| format!("template<int N> struct S{n} {{ static const int value = N + {n}; }};\n"))
            .collect();
        let with_header = |number: usize| {
            let source = format!("#include \"many.h\"\nextern \"C\" __global__ void k(int *x) {{ *x = S{number}<3>::value; }}");
            nvrtc.program("header.cu", source).header("many.h", header.as_str())
        };
        let long = |number: usize| {
            let source = format!(
                "extern \"C\" __global__ void k(float *x) {{ float a = x[0];\n#pragma unroll\n\
                 for (int i = 0; i < 6; ++i) a = a * x[i] + sinf(a) / (i + {number}.5f); x[1] = a; }}"
            );
            nvrtc.program("long.cu", source)
        };
        let programs = [with_header(1), long(1), with_header(2), long(2)];
        let alone = programs.each_ref().map(|program| program.compile_ptx().unwrap().to_string());
        thread::scope(|scope| {
            for start in 0..4 {
                let (programs, alone) = (&programs, &alone);
                scope.spawn(move || {
                    for round in 0..2 {
                        let at = (start + round) % programs.len();
                        assert_eq!(programs[at].compile_ptx().unwrap().to_string(), alone[at], "{nvrtc:?}");
                    }
                });
            }
        });
    }
}
