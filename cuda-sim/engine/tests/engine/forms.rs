//! Forms of instructions, compared with those that ptxas accepts and rejects.

use crate::device::model;
use cuda_sim_engine::Program;

/// Forms for which the device deliberately differs.
const OTHERWISE: [&str; 9] = [
    // These need an architecture with a letter.
    "redux.sync.min.f32 %f0, %f1, -1;",
    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r0], %r1;",
    // Conversions of floating-point numbers in wider registers are rejected.
    "cvt.rn.f32.s32 %d0, %r1;",
    "cvt.rzi.s32.f32 %r0, %d1;",
    "cvt.rn.f16.f32 %d0, %f1;",
    "cvt.rn.f16.f32 %h0, %d1;",
    "cvt.f32.f16 %d0, %h1;",
    "cvt.f32.f16 %f0, %d1;",
    // Special registers of another width are converted.
    "mov.u32 %r0, %clock64;",
];

#[test]
fn the_forms_that_ptxas_accepts_are_accepted_and_others_rejected() {
    let mut otherwise = Vec::new();
    for line in include_str!("forms.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let [target, body, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?} isn't of three parts");
        };
        let text = format!(
            ".version 8.8
            .target sm_{target}
            .address_size 64
            .visible .entry k(.param .u64 out)
            {{
                .reg .b32 %r<12>; .reg .b64 %d<8>; .reg .f32 %f<8>; .reg .f64 %g<4>; .reg .b16 %h<8>;
                .reg .pred %p<8>; .reg .b128 %q<2>;
                .shared .align 16 .b8 memory[1024];
                ld.param.u64 %d0, [out];
                {body}
                ret;
            }}"
        );
        let found = match Program::compile(&text, &model()) {
            Ok(_) => "taken",
            Err(_) => "refused",
        };
        if found != expected && !otherwise.contains(&body) {
            otherwise.push(body);
        }
    }
    assert_eq!(otherwise, OTHERWISE);
}
