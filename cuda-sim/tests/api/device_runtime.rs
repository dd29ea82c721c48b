//! Streams and events of kernels, and copies and fills by kernels. What else the runtime answers, `tests/conformance` has.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::ffi::CString;
use std::fmt::Write;

use cuda_driver::sys::CUresult;

use crate::TestDevice;

/// A function, its arguments, the error that it returns, and what it leaves at `V`, which is 0 before: a local variable. `M` is
/// global memory of 64 bytes, `S` shared, `K` a kernel, and `X` no kernel; `H` is what a call has left at `Q`.
const CASES: &str = "
StreamCreateWithFlags | b64 Q, b32 0 | 0 0
MemsetAsync | b64 M, b32 0, b64 4, b64 H | 0 0
StreamDestroy | b64 H | 0 0
StreamDestroy | b64 H | 1 0
MemsetAsync | b64 M, b32 0, b64 4, b64 H | 999 0
EventCreateWithFlags | b64 Q, b32 3 | 0 0
EventRecord | b64 H, b64 0 | 0 0
EventRecord_ptsz | b64 H, b64 3 | 1 0
StreamWaitEvent | b64 4, b64 H, b32 0 | 1 0
EventDestroy | b64 H | 0 0
";

/// A call, the numbers of a structure at `P` by their offsets, and bytes of `M` after it.
type CopyCase = (&'static str, &'static [(u32, u64)], &'static [(usize, u8)]);

/// Copies and fills of `M`, whose bytes are 0, 1, 2 … before, with the pitched pointers and extents in `P`.
const COPIES: [CopyCase; 7] = [
    // The threads of a block, and the versions of the kernel.
    ("FuncGetAttributes | b64 M, b64 K", &[], &[(24, 0), (25, 4), (32, 90), (36, 90), (63, 0)]),
    ("MemsetAsync | b64 M, b32 511, b64 3, b64 0", &[], &[(0, 255), (1, 255), (2, 255), (3, 3)]),
    ("MemcpyAsync_ptsz | b64 M, b64 N, b64 2, b32 3, b64 0", &[], &[(0, 32), (1, 33), (2, 2)]),
    (
        "Memset2DAsync | b64 M, b64 8, b32 7, b64 2, b64 2, b64 0",
        &[],
        &[(0, 7), (1, 7), (2, 2), (8, 7), (9, 7), (10, 10), (16, 16)],
    ),
    (
        "Memcpy2DAsync | b64 M, b64 8, b64 N, b64 4, b64 2, b64 3, b32 3, b64 0",
        &[],
        &[(0, 32), (1, 33), (2, 2), (8, 36), (9, 37), (16, 40), (17, 41), (18, 18), (24, 24)],
    ),
    (
        // Of slices of two rows of four bytes.
        "Memset3DAsync | P32 0, b32 9, P24 32, b64 0",
        &[(8, 4), (16, 4), (24, 2), (32, 2), (40, 1), (48, 2)],
        &[(0, 9), (1, 9), (2, 2), (4, 4), (8, 9), (9, 9), (10, 10)],
    ),
    (
        // From the second half, at its second row and third byte, to the third byte of the second row and slice.
        "Memcpy3DAsync | b64 P, b64 0",
        &[
            (8, 2),
            (16, 1),
            (40, 4),
            (56, 2),
            (72, 2),
            (80, 1),
            (88, 1),
            (104, 4),
            (120, 2),
            (128, 1),
            (136, 1),
            (144, 2),
            (152, 3),
        ],
        &[(14, 38), (15, 15), (22, 46), (13, 13)],
    ),
];

/// Returns a module that calls each of these functions, of which number `i` stores at `out + 16 * i`.
fn module(cases: &[&str]) -> CString {
    let mut declared = std::collections::BTreeMap::new();
    let mut body = String::new();
    for (index, case) in cases.iter().enumerate() {
        let (name, arguments) = case.split_once(" | ").unwrap();
        let mut types = Vec::new();
        let mut names = Vec::new();
        body += "{\n";
        for (number, argument) in arguments.split(", ").enumerate() {
            let (ty, value) = argument.split_once(' ').unwrap();
            let formal = match ty {
                "P32" => ".align 8 .b8 x[32]".replace('x', &format!("a{number}")),
                "P24" => ".align 8 .b8 x[24]".replace('x', &format!("a{number}")),
                _ => format!(".{ty} a{number}"),
            };
            writeln!(body, ".param {formal};").unwrap();
            match ty {
                "P32" | "P24" => {
                    for at in (0..ty[1..].parse::<u32>().unwrap()).step_by(8) {
                        let from = value.parse::<u32>().unwrap() + at;
                        writeln!(
                            body,
                            "ld.local.u64 %x, [own+{from}]; st.param.b64 [a{number}+{at}], %x;"
                        )
                        .unwrap();
                    }
                }
                "b64" => {
                    let value = match value {
                        "V" | "M" | "N" | "S" | "K" | "X" | "P" | "Q" => format!("%{value}"),
                        number => number.to_owned(),
                    };
                    let read = match value.as_str() {
                        "H" => "ld.local.u64 %x, [own+8]".to_owned(),
                        value => format!("mov.u64 %x, {value}"),
                    };
                    writeln!(body, "{read}; st.param.b64 [a{number}], %x;").unwrap();
                }
                _ => writeln!(body, "st.param.b32 [a{number}], {value};").unwrap(),
            }
            types.push(format!(".param {formal}"));
            names.push(format!("a{number}"));
        }
        let (types, names) = (types.join(", "), names.join(", "));
        declared.insert(name, types);
        write!(
            body,
            ".param .b32 e; st.local.u64 [own], 0;\ncall (e), __cudaCDP2{name}, ({names});\n\
             ld.param.u32 %e, [e]; st.global.u32 [%out+{}], %e;\n\
             ld.local.u64 %x, [own]; st.global.u64 [%out+{}], %x;\n}}\n",
            16 * index,
            16 * index + 8
        )
        .unwrap();
    }
    let declared: String = declared
        .iter()
        .map(|(name, types)| format!(".extern .func (.param .b32 r) __cudaCDP2{name}({types});\n"))
        .collect();
    CString::new(format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{declared}.visible .entry none() {{ ret; }}\n\
         .visible .entry root(.param .u64 out, .param .u64 memory)\n{{\n\
         .reg .b64 %x, %out, %V, %M, %N, %S, %K, %X, %P, %Q; .reg .b32 %e; .shared .b64 shared;\n\
         .local .align 8 .b8 own[160];\n\
         ld.param.u64 %out, [out]; ld.param.u64 %M, [memory]; add.u64 %N, %M, 32;\n\
         mov.u64 %V, own; cvta.local.u64 %V, %V; mov.u64 %P, %V; add.u64 %Q, %V, 8; mov.u64 %S, shared; cvta.shared.u64 %S, %S;\n\
         mov.u64 %K, none; mov.u64 %X, %M;\n{body}ret;\n}}\n"
    ))
    .unwrap()
}

/// Runs such a module, with the bytes 0, 1, 2 … in memory; returns what it stores, and the memory.
fn run(sim: &TestDevice, ptx: &CString, cases: u64) -> (Vec<[u64; 2]>, [u8; 64]) {
    let link = sim.link();
    assert_eq!(sim.add(link, ptx), CUresult::CUDA_SUCCESS);
    assert_eq!(sim.add_archive(link), CUresult::CUDA_SUCCESS);
    let (image, _) = call!(sim.raw, cuLinkComplete(link)).unwrap();
    let module = call!(sim.raw, cuModuleLoadData(image)).unwrap();
    let root = call!(sim.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut out = call!(sim.raw, cuMemAlloc((16 * cases) as usize)).unwrap();
    // An attribute's structure has more than the memory's 64 bytes.
    let mut memory = call!(sim.raw, cuMemAlloc(160)).unwrap();
    for at in 0..64 {
        call!(sim.raw, cuMemsetD8(memory + at, at as u8, 1)).unwrap();
    }
    let mut arguments = [(&raw mut out).cast::<c_void>(), (&raw mut memory).cast()];
    let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
    call!(sim.raw, cuLaunchKernel(root, 1, 1, 1, 1, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    let words = |at| u64::from(sim.read(at)) | u64::from(sim.read(at + 4)) << 32;
    let found =
        (0..cases).map(|case| [u64::from(sim.read(out + 16 * case)), words(out + 16 * case + 8)]);
    let found = found.collect();
    let mut bytes = [0; 64];
    for (at, word) in bytes.chunks_mut(4).enumerate() {
        word.copy_from_slice(&sim.read(memory + 4 * at as u64).to_le_bytes());
    }
    (found, bytes)
}

#[test]
fn streams_and_events_are_a_grid_s_until_it_destroys_them() {
    let sim = TestDevice::new();
    let rows: Vec<&str> = CASES.lines().filter(|row| !row.is_empty()).collect();
    let cases: Vec<&str> = rows.iter().map(|row| row.rsplit_once(" | ").unwrap().0).collect();
    let (found, _) = run(&sim, &module(&cases), cases.len() as u64);
    for (row, found) in rows.iter().zip(found) {
        let expected = row.rsplit_once(" | ").unwrap().1;
        assert_eq!(format!("{} {}", found[0], found[1]), expected, "{row}");
    }
}

#[test]
fn kernels_copy_and_fill_rows_and_slices() {
    for (case, values, expected) in COPIES {
        let sim = TestDevice::new();
        let mut before = String::new();
        for at in (0..160).step_by(8) {
            writeln!(before, "st.local.u64 [own+{at}], 0;").unwrap();
        }
        // The pointers of the structures: to the memory, and to its second half.
        let three = case.starts_with("Memcpy3D");
        for (at, value) in values {
            writeln!(before, "st.local.u64 [own+{at}], {value};").unwrap();
        }
        if three {
            before += "st.local.u64 [own+32], %N; st.local.u64 [own+96], %M;\n";
        } else if case.starts_with("Memset3D") {
            before += "st.local.u64 [own], %M;\n";
        }
        // Arguments are read before a call's own lines.
        let ptx = module(&[case]).into_string().unwrap();
        let ptx = ptx.replacen("{\n.param", &format!("{before}{{\n.param"), 1);
        let ptx = ptx.replacen("st.local.u64 [own], 0;", "", 1);
        let (found, bytes) = run(&sim, &CString::new(ptx).unwrap(), 1);
        assert_eq!(found[0][0], 0, "{case}");
        for (at, value) in expected {
            assert_eq!(bytes[*at], *value, "{case}: byte {at} of {bytes:?}");
        }
    }
}
