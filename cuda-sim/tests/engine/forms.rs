//! Forms of instructions, compared with those that ptxas accepts and rejects.

use crate::refusals::{outcome, ptx, rows};

/// Forms for which the device deliberately differs.
const OTHERWISE: [&str; 7] = [
    // Generic addresses of 32 bits aren't checked.
    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r0], %r1;",
    // Conversions of floating-point numbers in wider registers are rejected.
    "cvt.rn.f32.s32 %d0, %r1;",
    "cvt.rzi.s32.f32 %r0, %d1;",
    "cvt.rn.f16.f32 %d0, %f1;",
    "cvt.rn.f16.f32 %h0, %d1;",
    "cvt.f32.f16 %d0, %h1;",
    "cvt.f32.f16 %f0, %d1;",
];

#[test]
fn the_forms_that_ptxas_accepts_are_accepted_and_others_rejected() {
    let mut otherwise = Vec::new();
    for [targets, body, expected] in rows(include_str!("forms.tsv")) {
        let found = targets.split(' ').map(|target| match outcome(&ptx(target, body)).as_str() {
            "taken" => "taken",
            _ => "refused",
        });
        if !found.eq(expected.split(' ')) && !otherwise.contains(&body) {
            otherwise.push(body);
        }
    }
    assert_eq!(otherwise, OTHERWISE);
}
