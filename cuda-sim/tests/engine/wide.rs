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
    for (space, ordered, blocks) in
        [("shared", false, 1), ("global", false, 1), ("global", true, 16)]
    {
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
    let mut found: Vec<[u64; 2]> = out.read().chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    found.sort_unstable();
    // Each value once, wherever it is now, including the original one.
    let mut expected: Vec<[u64; 2]> = (0..32).map(|lane| [lane, !lane]).collect();
    expected.push([!0, !0]);
    assert_eq!(found, expected);
}

/// A kernel whose blocks write vectors of equal elements to the same places, read them, and count those whose elements
/// differ. `place` sets `%at` to each lane's offset from that lane's number.
fn torn(order: &str, vector: &str, width: usize, place: &str) -> String {
    let elements: Vec<String> = match vector {
        "b128" => vec!["%w0".into(), "%w1".into()],
        _ => (0..vector[1..2].parse().unwrap()).map(|index| format!("%w{index}")).collect(),
    };
    let list = elements.join(", ");
    let (load, store) = match vector {
        "b128" => (
            format!("ld{order}.b128 %q, [%a];\nmov.b128 {{{list}}}, %q;"),
            format!("mov.b128 %q, {{%v, %v}};\nst{order}.b128 [%a], %q;"),
        ),
        _ => (
            format!("ld{order}.{vector} {{{list}}}, [%a];"),
            format!("st{order}.{vector} [%a], {{{}}};", vec!["%v"; elements.len()].join(", ")),
        ),
    };
    let compare: String = elements[1..]
        .iter()
        .map(|element| format!("setp.ne.b{width} %p, %w0, {element};\n@%p add.u32 %n, %n, 1;\n"))
        .collect();
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p;\n.reg .b32 %t, %n, %i, %at;\n.reg .b64 %out, %a;\n.reg .b{width} %v, %w<4>;\n.reg .b128 %q;\n\
         ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmov.u32 %n, 0;\nmov.u32 %i, 0;\n{place}\n\
         cvt.u64.u32 %a, %at;\nadd.u64 %a, %a, %out;\nmov.u32 %t, %ctaid.x;\nadd.u32 %t, %t, 1;\n\
         cvt.u{width}.u32 %v, %t;\n{}LOOP:\n{store}\n{load}\n{compare}\
         add.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, 4000;\n@%p bra LOOP;\nred.global.add.u32 [%out+512], %n;\nret;\n}}\n",
        // Differing in the upper half, too.
        if width == 64 { "mul.lo.u64 %v, %v, 4294967297;\n" } else { "" },
    )
}

#[test]
fn other_blocks_see_a_vector_of_up_to_16_bytes_as_a_whole() {
    let places = [
        "mov.u32 %at, 0;",
        "mul.lo.u32 %at, %t, 16;",
        "sub.u32 %at, 31, %t;\nmul.lo.u32 %at, %at, 16;",
        "mul.lo.u32 %at, %t, 5;\nand.b32 %at, %at, 31;\nmul.lo.u32 %at, %at, 16;",
        "setp.ne.u32 %p, %t, 3;\nmov.u32 %at, 16;\n@%p exit;",
    ];
    let orders = ["", ".global", ".relaxed.gpu", ".relaxed.gpu.global", ".volatile"];
    let vectors = [("v2.u64", 64), ("v4.b32", 32), ("v2.u32", 32), ("v4.b16", 16), ("b128", 64)];
    for place in places {
        for order in orders {
            for (vector, width) in vectors {
                let ptx = torn(order, vector, width, place);
                let device = Device::load(&ptx);
                let out = device.zeroed::<u32>(129);
                device.run("k", 4, 32, args().buffer(&out));
                assert_eq!(out.read()[128], 0, "{ptx}");
            }
        }
    }
}
