//! Matrix instructions that the C++ test kernels don't use: Volta's, sparse ones, and those of warp groups.

use crate::device::{Device, args, model, numbers};
use cuda_sim_engine::Program;
use half::f16;

/// Small numbers whose sums are exact in every format, the same for each seed.
fn small(seed: u32) -> impl Iterator<Item = i32> {
    let mut state = seed.wrapping_mul(2) + 1;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as i32 % 5 - 2
    })
}

fn half_of(value: i32) -> u16 {
    f16::from_f32(value as f32).to_bits()
}

/// A kernel of one warp that loads `counts` registers of a, b and c for each lane, runs `instruction` on `%a0`, `%b0`,
/// `%c0`, with metadata in `%e`, and stores the registers starting at `%c0`.
fn on_registers(target: &str, counts: [usize; 3], instruction: &str, words: &[u32]) -> Vec<u32> {
    let each = counts.iter().sum::<usize>() + 1;
    let names = ["a", "b", "c"];
    let registers = |part: usize| {
        let name = names[part];
        let list: Vec<String> = (0..counts[part]).map(|at| format!("%{name}{at}")).collect();
        list.join(", ")
    };
    let mut loads = String::new();
    let mut offset = 0;
    for part in 0..3 {
        for at in 0..counts[part] {
            loads += &format!("ld.global.b32 %{}{at}, [%in+{offset}];\n", names[part]);
            offset += 4;
        }
    }
    let stores: String =
        (0..counts[2]).map(|at| format!("st.global.b32 [%out+{}], %c{at};\n", at * 4)).collect();
    let instruction = instruction
        .replace("A", &format!("{{{}}}", registers(0)))
        .replace("B", &format!("{{{}}}", registers(1)))
        .replace("C", &format!("{{{}}}", registers(2)));
    let ptx = format!(
        ".version 8.5\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .b32 %t, %e, %a<8>, %b<8>, %c<8>;\n.reg .b64 %in, %out, %at;\nld.param.u64 %in, [in];\n\
         ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %at, %t, {};\nadd.u64 %in, %in, %at;\n\
         mul.wide.u32 %at, %t, {};\nadd.u64 %out, %out, %at;\n{loads}ld.global.b32 %e, [%in+{offset}];\n\
         {instruction}\n{stores}ret;\n}}\n",
        each * 4,
        counts[2] * 4,
    );
    let device = Device::load(&ptx);
    let (input, out) = (device.upload(words), device.zeroed::<u32>(32 * counts[2]));
    device.run("k", 1, 32, args().buffer(&input).buffer(&out));
    out.read()
}

#[test]
fn volta_matrix_instructions_are_four_products_of_eight_lanes_each() {
    for (first, second) in [("row", "col"), ("col", "row"), ("row", "row"), ("col", "col")] {
        for single in [false, true] {
            let mut numbers = small(7);
            let mut next = |count: usize| numbers.by_ref().take(count).collect::<Vec<i32>>();
            let (a, b, c) = (next(4 * 32), next(4 * 32), next(4 * 64));
            let registers = if single { 8 } else { 4 };
            let mut words = Vec::new();
            // The position that PTX specifies for an element of quad pair `quad`.
            let place = |lane: usize, element: usize| {
                let upper = lane / 16 * 4;
                if single {
                    let row = (lane & 1) + (element & 2) + upper;
                    (row, (element & 4) + (lane & 2) + (element & 1))
                } else {
                    (lane % 4 + upper, element)
                }
            };
            for lane in 0..32 {
                let (quad, upper, within) = (lane % 16 / 4, lane / 16 * 4, lane % 4);
                let of_a = |element: usize| match first {
                    "row" => a[quad * 32 + (within + upper) * 4 + element],
                    _ => a[quad * 32 + (element + upper) * 4 + within],
                };
                let of_b = |element: usize| match second {
                    "row" => b[quad * 32 + within * 8 + element + upper],
                    _ => b[quad * 32 + element * 8 + within + upper],
                };
                let pair =
                    |low: i32, high: i32| u32::from(half_of(low)) | u32::from(half_of(high)) << 16;
                words.extend([pair(of_a(0), of_a(1)), pair(of_a(2), of_a(3))]);
                words.extend([pair(of_b(0), of_b(1)), pair(of_b(2), of_b(3))]);
                let of_c = |element: usize| {
                    let (row, column) = place(lane, element);
                    c[quad * 64 + row * 8 + column]
                };
                for register in 0..registers {
                    words.push(if single {
                        (of_c(register) as f32).to_bits()
                    } else {
                        pair(of_c(2 * register), of_c(2 * register + 1))
                    });
                }
                words.push(0);
            }
            let ty = if single { "f32" } else { "f16" };
            // Another one before it isn't executed.
            let other = if first == "row" { "col" } else { "row" };
            let instruction = |first| {
                format!("mma.sync.aligned.m8n8k4.{first}.{second}.{ty}.f16.f16.{ty} C, A, B, C;")
            };
            let instruction = format!(
                ".reg .pred %q;\nmov.u32 %t, %ctaid.x;\nsetp.eq.u32 %q, %t, 0;\n@%q bra SKIP;\n{}\nSKIP:\n{}",
                instruction(other),
                instruction(first)
            );
            let found = on_registers("sm_70", [2, 2, registers], &instruction, &words);
            for lane in 0..32 {
                for element in 0..8 {
                    let (row, column) = place(lane, element);
                    let quad = lane % 16 / 4;
                    let product: i32 = (0..4)
                        .map(|at| a[quad * 32 + row * 4 + at] * b[quad * 32 + at * 8 + column])
                        .sum();
                    let expected = product + c[quad * 64 + row * 8 + column];
                    let actual = if single {
                        f32::from_bits(found[lane * 8 + element])
                    } else {
                        let word = found[lane * 4 + element / 2] >> (element % 2 * 16);
                        f16::from_bits(word as u16).to_f32()
                    };
                    assert_eq!(
                        actual, expected as f32,
                        "{instruction} lane {lane} element {element}"
                    );
                }
            }
        }
    }
}

/// The metadata for two elements in four, or one in two, with their positions.
const PAIRS: [(u32, [usize; 2]); 6] = [
    (0b0100, [0, 1]),
    (0b1000, [0, 2]),
    (0b1100, [0, 3]),
    (0b1001, [1, 2]),
    (0b1101, [1, 3]),
    (0b1110, [2, 3]),
];

#[test]
fn sparse_matrices_have_their_elements_where_the_metadata_says() {
    for (k, selector) in [(16, 0), (16, 3), (32, 0), (32, 1)] {
        let mut numbers = small(k as u32 + selector);
        let groups = k / 4;
        let (mut a, mut packed) = (vec![0; 16 * k], vec![0; 16 * k / 2]);
        let mut metadata = [0u32; 32];
        for row in 0..16 {
            for group in 0..groups {
                let (bits, places) = PAIRS[(row * 7 + group * 5) % 6];
                for (index, place) in places.into_iter().enumerate() {
                    let value = numbers.next().unwrap();
                    a[row * k + group * 4 + place] = value;
                    packed[row * k / 2 + group * 2 + index] = value;
                }
                let (thread, shift) = if k == 16 {
                    (selector as usize, row / 8 * 16 + group * 4)
                } else {
                    let thread = selector as usize * 2 + group / 4;
                    (thread, row / 8 * 16 + group % 4 * 4)
                };
                metadata[row % 8 * 4 + thread] |= bits << shift;
            }
        }
        let b: Vec<i32> = numbers.by_ref().take(k * 8).collect();
        let pair = |low: i32, high: i32| u32::from(half_of(low)) | u32::from(half_of(high)) << 16;
        let mut words = Vec::new();
        for (lane, metadata) in metadata.into_iter().enumerate() {
            let (group, thread) = (lane / 4, lane % 4);
            for register in 0..k / 8 {
                let at = (group + register % 2 * 8) * k / 2 + thread * 2 + register / 2 * 8;
                words.push(pair(packed[at], packed[at + 1]));
            }
            for register in 0..k / 8 {
                let row = thread * 2 + register * 8;
                words.push(pair(b[row * 8 + group], b[(row + 1) * 8 + group]));
            }
            words.extend([0; 4]);
            words.push(metadata);
        }
        let instruction = format!(
            "mma.sp.sync.aligned.m16n8k{k}.row.col.f32.f16.f16.f32 C, A, B, C, %e, {selector};"
        );
        let found = on_registers("sm_80", [k / 8, k / 8, 4], &instruction, &words);
        for lane in 0..32 {
            for element in 0..4 {
                let (row, column) = (lane / 4 + element / 2 * 8, lane % 4 * 2 + element % 2);
                let expected: i32 = (0..k).map(|at| a[row * k + at] * b[at * 8 + column]).sum();
                let actual = f32::from_bits(found[lane * 4 + element]);
                assert_eq!(actual, expected as f32, "{instruction} lane {lane} element {element}");
            }
        }
    }
}

/// The layout of a matrix of `lines` times `depth` elements of `size` bytes in shared memory.
struct Layout {
    /// The size of a row of the swizzling pattern in bytes; 16 for none.
    width: usize,
    /// Whether it is stored along its lines rather than along the depth.
    transposed: bool,
    leading: usize,
    stride: usize,
}

impl Layout {
    /// Returns the descriptor's upper bits.
    fn descriptor(&self) -> u64 {
        let swizzle = match self.width {
            128 => 1,
            64 => 2,
            32 => 3,
            _ => 0u64,
        };
        swizzle << 62 | (self.stride as u64 >> 4) << 32 | (self.leading as u64 >> 4) << 16
    }

    fn offset(&self, line: usize, depth: usize, size: usize) -> usize {
        // Units of sixteen bytes in the order of the canonical layouts, then the swizzled bits.
        let at = if self.transposed {
            let unit = line * size / 16;
            let units = self.width / 16;
            let (inner, outer) = (unit % units, unit / units);
            let (far, deep) = match self.width {
                16 => (self.stride, self.leading),
                _ => (self.leading, self.stride),
            };
            inner * 16 + outer * far + depth % 8 * self.width + depth / 8 * deep + line * size % 16
        } else {
            let unit = depth * size / 16;
            let along = if self.width == 16 { self.leading } else { 16 };
            line % 8 * self.width + line / 8 * self.stride + unit * along + depth * size % 16
        };
        let bits = (self.width / 16).ilog2();
        at ^ (at >> 7 & ((1 << bits) - 1)) << 4
    }
}

/// Compares `wgmma` on matrices of small numbers in shared memory with the CPU.
fn check_group(types: &str, n: usize, k: usize, size: usize, layouts: [Layout; 2]) {
    let put = |memory: &mut [u8], at: usize, value: i32| match size {
        1 => memory[at] = value as u8,
        2 => memory[at..at + 2].copy_from_slice(&half_of(value).to_le_bytes()),
        _ => memory[at..at + 4].copy_from_slice(&(value as f32).to_le_bytes()),
    };
    let mut numbers = small(n as u32);
    let (a, b): (Vec<i32>, Vec<i32>) =
        (numbers.by_ref().take(64 * k).collect(), numbers.by_ref().take(n * k).collect());
    let mut memory = vec![0u8; 40960];
    for (matrix, layout, base) in [(&a, &layouts[0], 0), (&b, &layouts[1], 8192)] {
        for (index, &value) in matrix.iter().enumerate() {
            let at = base + layout.offset(index / k, index % k, size);
            put(&mut memory, at, value);
        }
    }
    let integer = types.starts_with("s32");
    let count = n / 2;
    let names: Vec<String> = (0..count).map(|at| format!("%d{at}")).collect();
    let fill: String = names.iter().map(|name| format!("mov.b32 {name}, %c;\n")).collect();
    let stores: String = names
        .iter()
        .enumerate()
        .map(|(at, name)| format!("st.global.b32 [%out+{}], {name};\n", at * 4))
        .collect();
    let one = if integer { "1" } else { "0f3F800000" };
    let signs = if integer { "" } else { ", 1, 1" };
    let ways = match size {
        2 => format!(", {}, {}", u8::from(layouts[0].transposed), u8::from(layouts[1].transposed)),
        _ => String::new(),
    };
    let ptx = format!(
        ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .pred %p, %q;\n.reg .b32 %t, %s, %u, %v, %c, %d<{count}>;\n.reg .b64 %in, %out, %at, %a, %b;\n\
         .shared .align 1024 .b8 own[40960];\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n\
         mov.u32 %t, %tid.x;\nmov.u32 %s, own;\nmov.u32 %u, %t;\n\
         FILL:\nmul.wide.u32 %at, %u, 4;\nadd.u64 %at, %at, %in;\nld.global.u32 %v, [%at];\n\
         mad.lo.u32 %c, %u, 4, %s;\nst.shared.u32 [%c], %v;\nadd.u32 %u, %u, 128;\nsetp.lt.u32 %p, %u, 10240;\n\
         @%p bra FILL;\nfence.proxy.async;\nbar.sync 0;\nmov.b32 %c, {one};\n{fill}setp.eq.u32 %q, 0, 0;\n\
         shr.u32 %u, %s, 4;\ncvt.u64.u32 %a, %u;\nor.b64 %a, %a, {:#x};\nadd.u32 %u, %u, 512;\n\
         cvt.u64.u32 %b, %u;\nor.b64 %b, %b, {:#x};\nsetmaxnreg.inc.sync.aligned.u32 152;\n\
         wgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n{n}k{k}.{types} {{{}}}, %a, %b, %q{signs}{ways};\n\
         wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nmul.wide.u32 %at, %t, {};\n\
         add.u64 %out, %out, %at;\n{stores}ret;\n}}\n",
        layouts[0].descriptor(),
        layouts[1].descriptor(),
        names.join(", "),
        count * 4,
    );
    let device = Device::load(&ptx);
    let words: Vec<u32> =
        memory.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect();
    let (input, out) = (device.upload(&words), device.zeroed::<u32>(128 * count));
    device.run("k", 1, 128, args().buffer(&input).buffer(&out));
    let found = out.read();
    for thread in 0..128 {
        for element in 0..count {
            let row = thread / 32 * 16 + thread % 32 / 4 + element / 2 % 2 * 8;
            let column = element / 4 * 8 + thread % 4 * 2 + element % 2;
            let product: i32 = (0..k).map(|at| a[row * k + at] * b[column * k + at]).sum();
            let word = found[thread * count + element];
            let actual = if integer { word as i32 as f32 } else { f32::from_bits(word) };
            assert_eq!(actual, (product + 1) as f32, "{types} row {row} column {column}");
        }
    }
}

#[test]
fn warp_groups_multiply_matrices_in_shared_memory() {
    let layout = |width: usize, transposed: bool| Layout {
        width,
        transposed,
        leading: if width == 16 { 128 } else { 16 * width * 8 / 8 },
        stride: if width == 16 { 512 } else { 8 * width },
    };
    for width in [16, 32, 64, 128] {
        for (n, k, size, types) in [
            (8, 16, 2, "f32.f16.f16"),
            (64, 16, 2, "f32.f16.f16"),
            (24, 8, 4, "f32.tf32.tf32"),
            (32, 32, 1, "s32.s8.s8"),
        ] {
            check_group(types, n, k, size, [layout(width, false), layout(width, false)]);
        }
    }
    // Along the lines: groups of lines are `leading` apart, and groups of eight in depth `stride`.
    for (width, leading, stride) in
        [(16, 1024, 128), (32, 512, 256), (64, 1024, 512), (128, 2048, 1024)]
    {
        let across = || Layout { width, transposed: true, leading, stride };
        check_group("f32.f16.f16", 64, 16, 2, [across(), across()]);
        check_group("f32.f16.f16", 64, 16, 2, [layout(width, false), across()]);
    }
}

#[test]
fn shared_memory_is_unchanged_until_the_warp_group_has_multiplied() {
    // One thread of the warp group tells a fifth warp that it may overwrite the matrices.
    let ptx = ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .pred %p;\n.reg .b32 %t, %s, %u, %f<4>;\n.reg .b64 %out, %at, %a;\n.shared .align 1024 .b8 own[4096];\n\
        ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmov.u32 %s, own;\nshl.b32 %u, %t, 2;\nadd.u32 %u, %u, %s;\n\
        st.shared.u32 [%u], 0x3c003c00;\nst.shared.u32 [%u+640], 0x3c003c00;\nst.shared.u32 [%u+1280], 0x3c003c00;\n\
        st.shared.u32 [%u+1920], 0x3c003c00;\nst.shared.u32 [%u+2560], 0x3c003c00;\nfence.proxy.async;\nbar.sync 0;\n\
        setp.ge.u32 %p, %t, 128;\n@%p bra LAST;\nshr.u32 %u, %s, 4;\ncvt.u64.u32 %a, %u;\nor.b64 %a, %a, 0x1000080000;\n\
        mov.b32 %f0, 0;\nmov.b32 %f1, 0;\nmov.b32 %f2, 0;\nmov.b32 %f3, 0;\nsetp.eq.u32 %p, 0, 0;\n\
        wgmma.fence.sync.aligned;\n\
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %a, %a, %p, 1, 1, 0, 0;\n\
        wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nsetp.lt.u32 %p, %t, 32;\n\
        @%p bar.arrive 1, 64;\nmul.wide.u32 %at, %t, 4;\nadd.u64 %out, %out, %at;\nst.global.b32 [%out], %f3;\nret;\n\
        LAST:\nbar.sync 1, 64;\nand.b32 %u, %t, 31;\nshl.b32 %u, %u, 2;\nadd.u32 %u, %u, %s;\nst.shared.u32 [%u], 0;\n\
        st.shared.u32 [%u+128], 0;\nst.shared.u32 [%u+1024], 0;\nst.shared.u32 [%u+1536], 0;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.zeroed::<f32>(128);
    device.run("k", 1, 160, args().buffer(&out));
    assert_eq!(out.read(), vec![16.0; 128]);
}

#[test]
fn warp_group_matrices_need_architecture_specific_targets() {
    let compiles = |target: &str, body: &str| {
        let ptx = format!(
            ".version 8.0\n.target {target}\n.address_size 64\n.visible .entry k()\n{{\n{body}\nret;\n}}\n"
        );
        Program::compile(&ptx, &model()).is_ok()
    };
    for body in [
        "wgmma.fence.sync.aligned;",
        "wgmma.wait_group.sync.aligned 7;",
        "setmaxnreg.dec.sync.aligned.u32 24;",
    ] {
        assert!(compiles("sm_90a", body), "{body}");
        assert!(!compiles("sm_90", body), "{body}");
    }
    for body in [
        "wgmma.wait_group.sync.aligned 8;",
        "wgmma.fence.aligned;",
        "setmaxnreg.dec.sync.aligned.u32 41;",
        "setmaxnreg.inc.sync.aligned.u32 264;",
    ] {
        assert!(!compiles("sm_90a", body), "{body}");
    }
}

#[test]
fn matrices_of_bytes_are_loaded_by_columns() {
    for (count, registers) in [(1, "%r4, %r5"), (2, "%r4, %r5, %r6, %r7")] {
        let device = Device::load(&format!(
            ".version 8.6
            .target sm_100a
            .address_size 64
            .visible .entry k(.param .u64 in, .param .u64 out)
            {{
                .reg .b32 %r<8>; .reg .b64 %d<4>;
                .shared .align 16 .b8 rows[512];
                ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out];
                mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 4; cvt.u64.u32 %d3, %r2;
                add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; mov.u32 %r3, rows; add.u32 %r3, %r3, %r2;
                ld.global.v4.b32 {{%r4, %r5, %r6, %r7}}, [%d1];
                st.shared.v4.b32 [%r3], {{%r4, %r5, %r6, %r7}};
                bar.sync 0;
                mov.b32 %r4, 0; mov.b32 %r5, 0; mov.b32 %r6, 0; mov.b32 %r7, 0;
                ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.b8 {{{registers}}}, [%r3];
                st.global.v4.b32 [%d2], {{%r4, %r5, %r6, %r7}};
                ret;
            }}"
        ));
        let rows: Vec<[u8; 16]> =
            numbers(32 * 4, 3).chunks(4).map(|words| cast(words.try_into().unwrap())).collect();
        let (input, output) = (device.upload(&rows), device.zeroed::<[[u8; 4]; 4]>(32));
        device.run("k", 1, 32, args().buffer(&input).buffer(&output));
        for (lane, found) in output.read().into_iter().enumerate() {
            let expected = std::array::from_fn(|register| {
                let (matrix, column) = (register / 2, lane / 4 + register % 2 * 8);
                if matrix < count {
                    std::array::from_fn(|byte| rows[matrix * 16 + lane % 4 * 4 + byte][column])
                } else {
                    [0; 4]
                }
            });
            assert_eq!(found, expected, "x{count}, lane {lane}");
        }
    }
}

/// Returns the bytes of four words.
fn cast(words: [u32; 4]) -> [u8; 16] {
    std::array::from_fn(|byte| words[byte / 4].to_le_bytes()[byte % 4])
}
