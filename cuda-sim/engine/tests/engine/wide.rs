//! Atomic operations on 128 bits.

use crate::device::{Device, args};

/// A kernel whose threads each add one to a 128-bit number with compare-and-swap, starting a little below 2⁶⁴.
fn counter(space: &str, ordered: bool) -> String {
    let (address, load) = (
        if space == "global" { "%out" } else { "%s" },
        if ordered { "ld.relaxed.gpu" } else { "ld" },
    );
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p;\n.reg .b32 %t, %s;\n.reg .b64 %out, %low, %high, %l, %h, %seen<2>;\n.reg .b128 %q<3>;\n\
         .shared .align 16 .b8 own[16];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmov.u32 %s, own;\n\
         mov.b64 %low, -3;\nmov.b64 %high, 7;\nsetp.ne.u32 %p, %t, 0;\n@%p bra READY;\n\
         mov.b128 %q0, {{%low, %high}};\nst.shared.b128 [%s], %q0;\nREADY:\nbar.sync 0;\n\
         {load}.{space}.b128 %q0, [{address}];\nAGAIN:\nmov.b128 {{%low, %high}}, %q0;\n\
         add.cc.u64 %l, %low, 1;\naddc.u64 %h, %high, 0;\nmov.b128 %q1, {{%l, %h}};\n\
         atom.{space}.cas.b128 %q2, [{address}], %q0, %q1;\nmov.b128 {{%seen0, %seen1}}, %q2;\nmov.b128 %q0, %q2;\n\
         setp.ne.u64 %p, %seen0, %low;\n@%p bra AGAIN;\nsetp.ne.u64 %p, %seen1, %high;\n@%p bra AGAIN;\n\
         bar.sync 0;\n{load}.{space}.b128 %q0, [{address}];\nst.global.b128 [%out+16], %q0;\nret;\n}}\n"
    )
}

#[test]
fn threads_count_up_128_bits_by_comparing_and_swapping() {
    for (space, ordered, blocks) in [
        ("shared", false, 1),
        ("global", false, 1),
        ("global", true, 16),
    ] {
        let device = Device::load(&counter(space, ordered));
        let out = device.upload(&[3u64.wrapping_neg(), 7, 0, 0]);
        device.run("k", blocks, 96, args().buffer(&out));
        let found = out.read();
        let expected = [u64::from(blocks) * 96 - 3, 8];
        match space {
            "global" => assert_eq!(found[..2], expected),
            _ => assert_eq!(found[2..], expected),
        }
    }
}

#[test]
fn a_128_bit_exchange_returns_the_previous_value() {
    let ptx = ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .b32 %t;\n.reg .b64 %out, %at, %a, %b;\n.reg .b128 %q<2>;\nld.param.u64 %out, [out];\n\
        mov.u32 %t, %tid.x;\nmul.wide.u32 %at, %t, 16;\nadd.u64 %at, %at, %out;\ncvt.u64.u32 %a, %t;\nnot.b64 %b, %a;\n\
        mov.b128 %q0, {%a, %b};\natom.global.exch.b128 %q1, [%out], %q0;\nst.global.b128 [%at+16], %q1;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.upload(&vec![!0u64; 2 * 33]);
    device.run("k", 1, 32, args().buffer(&out));
    let mut found: Vec<[u64; 2]> = out
        .read()
        .chunks(2)
        .map(|pair| [pair[0], pair[1]])
        .collect();
    found.sort_unstable();
    // Each value once, wherever it is now, including the original one.
    let mut expected: Vec<[u64; 2]> = (0..32).map(|lane| [lane, !lane]).collect();
    expected.push([!0, !0]);
    assert_eq!(found, expected);
}
