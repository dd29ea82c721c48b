//! Loads and stores of every type, to and from registers of every width, in every state space.

use cuda_sim_engine::ErrorCode;

use crate::device::{Buffer, Device, args, numbers};

const BYTES: usize = 768;
const LANES: usize = 32;
/// What each access adds to its address, in bytes.
const MORE: usize = 32;
/// What a register holds where a lane loads nothing.
const BEFORE: u64 = 0xa5a5_a5a5_a5a5_a5a5;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    ty: &'static str,
    /// The number of values, and the size of each in bytes.
    count: usize,
    size: usize,
    /// The register's width in bits, and that of the register with the address.
    register: u32,
    address: u32,
    /// The state space of the instruction, and the one that its addresses are in.
    space: &'static str,
    memory: &'static str,
}

/// Returns all combinations that PTX has.
fn cases() -> Vec<Case> {
    let types = [
        ("b8", 1),
        ("u8", 1),
        ("s8", 1),
        ("b16", 2),
        ("u16", 2),
        ("s16", 2),
        ("b32", 4),
        ("u32", 4),
        ("s32", 4),
        ("f32", 4),
        ("b64", 8),
        ("u64", 8),
        ("s64", 8),
        ("f64", 8),
    ];
    let spaces = [
        (".global", "global", 64),
        ("", "global", 64),
        (".const", "const", 64),
        (".shared", "shared", 64),
        (".shared", "shared", 32),
        (".shared::cta", "shared", 32),
        (".shared::cluster", "shared", 64),
        (".shared::cluster", "shared", 32),
        ("", "shared", 64),
        (".local", "local", 64),
        (".local", "local", 32),
        ("", "local", 64),
    ];
    let mut cases = Vec::new();
    for (ty, size) in types {
        // A number with a point has a register of its own width.
        let widths = [16, 32, 64].into_iter().filter(|width| match ty {
            "f32" | "f64" => *width == 8 * size as u32,
            _ => *width >= 8 * size as u32,
        });
        for register in widths {
            for (space, memory, address) in spaces {
                for count in [1, 2, 4].into_iter().filter(|count| count * size <= 16) {
                    cases.push(Case { ty, count, size, register, address, space, memory });
                }
            }
        }
    }
    cases
}

impl Case {
    /// Returns the kernel `k{number}`: each lane of `mask` loads `count` values from its offset in the memory, which
    /// has a copy of `in`, writes them to `out`, extended with zeros, and stores those of `values` at its offset; the
    /// memory is then copied to `after`.
    fn kernel(&self, number: usize) -> String {
        let Case { ty, count, register, address, space, memory, .. } = *self;
        let (name, kind) = match register {
            16 => ("%h", "b16"),
            32 => ("%w", "b32"),
            _ => ("%d", "b64"),
        };
        let vector = match count {
            1 => String::new(),
            _ => format!(".v{count}"),
        };
        let list = |first: usize| {
            let names: Vec<_> = (first..first + count).map(|n| format!("{name}{n}")).collect();
            match count {
                1 => names[0].clone(),
                _ => format!("{{{}}}", names.join(", ")),
            }
        };
        let (declared, copied) = match memory {
            "shared" => (format!(".shared .align 16 .b8 tile[{BYTES}];"), ".shared"),
            "local" => (format!(".local .align 16 .b8 tile[{BYTES}];"), ".local"),
            _ => (String::new(), ""),
        };
        // The memory with a copy, of which lanes may have their own.
        let copy = |label: &str, from: &str, to: &str| match copied {
            "" => String::new(),
            _ => format!(
                "mov.u64 %rd9, 0;\n{label}:\nadd.u64 %rd10, {from}, %rd9;\nadd.u64 %rd11, {to}, %rd9;\n\
                 ld{}.b64 %rd12, [%rd10];\nst{}.b64 [%rd11], %rd12;\nadd.u64 %rd9, %rd9, 8;\n\
                 setp.lt.u64 %p2, %rd9, {BYTES};\n@%p2 bra {label};\nbar.sync 0;\n",
                if from == "%rd5" { copied } else { ".global" },
                if to == "%rd5" { copied } else { ".global" },
            ),
        };
        let base = match (memory, space) {
            ("global", _) => "mov.u64 %rd6, %rd1;".to_string(),
            ("const", _) => "mov.u64 %rd6, fixed;".to_string(),
            ("shared" | "local", "") => {
                format!("mov.u64 %rd5, tile;\ncvta{copied}.u64 %rd6, %rd5;")
            }
            _ => "mov.u64 %rd5, tile;\nmov.u64 %rd6, %rd5;".to_string(),
        };
        let place = match address {
            64 => "%rd8",
            _ => "%r8",
        };
        let mut text = format!(
            ".visible .entry k{number}(.param .u64 in, .param .u64 offsets, .param .u64 values, .param .u64 out, \
             .param .u64 after, .param .u32 mask)\n{{\n.reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<24>;\n\
             .reg .{kind} {name}<8>;\n{declared}\n\
             ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [offsets];\nld.param.u64 %rd3, [out];\n\
             ld.param.u64 %rd4, [after];\nld.param.u64 %rd15, [values];\nld.param.u32 %r1, [mask];\n\
             mov.u32 %r2, %tid.x;\n{base}\n{before}\
             shr.u32 %r3, %r1, %r2;\nand.b32 %r3, %r3, 1;\nsetp.eq.u32 %p1, %r3, 0;\n\
             mul.wide.u32 %rd16, %r2, 4;\nadd.u64 %rd16, %rd2, %rd16;\nld.global.u32 %r4, [%rd16];\n\
             cvt.u64.u32 %rd7, %r4;\nadd.u64 %rd8, %rd6, %rd7;\ncvt.u32.u64 %r8, %rd8;\n\
             mul.wide.u32 %rd17, %r2, {row};\nadd.u64 %rd18, %rd3, %rd17;\nadd.u64 %rd19, %rd15, %rd17;\n",
            before = copy("SET", "%rd1", "%rd5"),
            row = 8 * count,
        );
        let narrow = match register {
            16 => "cvt.u16.u64",
            32 => "cvt.u32.u64",
            _ => "mov.u64",
        };
        for n in 0..count {
            text += &format!("mov.u64 %rd20, {BEFORE};\n{narrow} {name}{n}, %rd20;\n");
            text += &format!("ld.global.u64 %rd20, [%rd19+{}];\n", 8 * n);
            text += &format!("{narrow} {name}{}, %rd20;\n", 4 + n);
        }
        text += &format!(
            "@%p1 bra LOADED;\nld{space}{vector}.{ty} {}, [{place}+{MORE}];\nLOADED:\n",
            list(0)
        );
        for n in 0..count {
            let extend = match register {
                16 => "cvt.u64.u16",
                32 => "cvt.u64.u32",
                _ => "mov.u64",
            };
            text +=
                &format!("{extend} %rd20, {name}{n};\nst.global.u64 [%rd18+{}], %rd20;\n", 8 * n);
        }
        text += "bar.sync 0;\n";
        if memory != "const" {
            text += &format!(
                "@%p1 bra STORED;\nst{space}{vector}.{ty} [{place}+{MORE}], {};\nSTORED:\nbar.sync 0;\n",
                list(4)
            );
        }
        if memory == "local" {
            text += &format!("mul.wide.u32 %rd21, %r2, {BYTES};\nadd.u64 %rd4, %rd4, %rd21;\n");
        }
        text += &copy("GET", "%rd5", "%rd4");
        text + "ret;\n}\n"
    }

    /// Returns what a register holds after a load of these bytes, extended with zeros.
    fn loaded(&self, bytes: &[u8]) -> u64 {
        let mut word = [0; 8];
        word[..self.size].copy_from_slice(bytes);
        let unused = 64 - 8 * self.size as u32;
        let value = u64::from_le_bytes(word) << unused;
        let value = if self.ty.starts_with('s') {
            (value as i64 >> unused) as u64
        } else {
            value >> unused
        };
        value & u64::MAX >> (64 - self.register)
    }

    fn check(&self, device: &Device, number: usize, offsets: &[u32], mask: u32) {
        let bytes: Vec<u8> = numbers(BYTES, 40).iter().map(|n| (n >> 3) as u8).collect();
        let all = numbers(2 * LANES * self.count, 41);
        let values: Vec<u64> =
            all.chunks_exact(2).map(|pair| u64::from(pair[0]) << 33 ^ u64::from(pair[1])).collect();
        let memory = device.upload(&bytes);
        let (offset, value) = (device.upload(offsets), device.upload(&values));
        let out = device.zeroed::<u64>(LANES * self.count);
        let after: Buffer<u8> = device.zeroed(LANES * BYTES);
        if self.memory == "const" {
            device.global("fixed").write(&bytes);
        }
        let arguments = args().buffer(&memory).buffer(&offset).buffer(&value);
        let arguments = arguments.buffer(&out).buffer(&after).value(mask);
        let case = format!("{self:?} {offsets:?} {mask:#x}");
        device
            .try_run(&format!("k{number}"), 1, LANES as u32, arguments)
            .unwrap_or_else(|fault| panic!("{fault}: {case}"));

        let active = |lane: usize| mask >> lane & 1 == 1;
        let place = |lane: usize, n: usize| offsets[lane] as usize + MORE + n * self.size;
        let mut expected = vec![BEFORE & u64::MAX >> (64 - self.register); LANES * self.count];
        for lane in (0..LANES).filter(|&lane| active(lane)) {
            for n in 0..self.count {
                let at = place(lane, n);
                expected[lane * self.count + n] = self.loaded(&bytes[at..at + self.size]);
            }
        }
        assert_eq!(out.read(), expected, "loads: {case}");

        let copies = match self.memory {
            "local" => LANES,
            _ => 1,
        };
        let mut stored: Vec<u8> = bytes.repeat(copies);
        for lane in (0..LANES).filter(|&lane| active(lane) && self.memory != "const") {
            for n in 0..self.count {
                let at = place(lane, n) + if copies > 1 { lane * BYTES } else { 0 };
                let value = values[lane * self.count + n].to_le_bytes();
                stored[at..at + self.size].copy_from_slice(&value[..self.size]);
            }
        }
        let found = match self.memory {
            "global" => memory.read(),
            "const" => device.global("fixed").read(),
            _ => after.read()[..copies * BYTES].to_vec(),
        };
        assert!(found == stored, "stores: {case}");
    }
}

#[test]
fn every_type_goes_to_and_from_every_register_in_every_space() {
    let cases = cases();
    assert_eq!(cases.len(), 996);
    // One after the other, backwards, each eight by themselves, and in no order; each lane has its own place.
    let orders: [fn(u32) -> u32; 4] =
        [|lane| lane, |lane| 31 - lane, |lane| lane ^ 8, |lane| lane * 5 % 32];
    let masks = [u32::MAX, 0x8421_1248, 1 << 9];
    for part in cases.chunks(83) {
        let header = ".version 8.3\n.target sm_90\n.address_size 64\n";
        let fixed = format!(".visible .const .align 16 .b8 fixed[{BYTES}];\n");
        let kernels = part.iter().enumerate().map(|(number, case)| case.kernel(number));
        let device = Device::load(&(header.to_owned() + &fixed + &kernels.collect::<String>()));
        for (number, case) in part.iter().enumerate() {
            let step = (case.size * case.count) as u32;
            for order in orders {
                let offsets: Vec<u32> = (0..LANES as u32).map(|lane| order(lane) * step).collect();
                for mask in masks {
                    case.check(&device, number, &offsets, mask);
                }
            }
            // Only one lane stores where all load.
            case.check(&device, number, &[step; LANES], 1 << 20);
        }
    }
}

#[test]
fn an_offset_may_be_any_number_of_64_bits() {
    let texts = [i64::MIN, i64::MIN + 1, i64::MAX, 1 << 32].map(|offset| {
        let before = offset.wrapping_neg();
        format!(
            "add.s64 %rd2, %rd1, {before};\nld.global.u32 %r2, [%rd2+{offset}];\nadd.u32 %r3, %r3, %r2;\n\
             @%p st.global.u32 [%rd2+{offset}], %r3;\n"
        )
    });
    let ptx = format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n.reg .pred %p;\n\
         .reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.shared .align 4 .b8 tile[8];\nld.param.u64 %rd1, [p];\n\
         mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p, %r1, 0;\nmov.u32 %r3, 0;\n{}\
         mov.u32 %r4, tile;\nst.shared.u32 [%r4+{min}], %r3;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd1], %r5;\n\
         ret;\n}}\n",
        texts.concat(),
        min = i64::MIN,
    );
    let device = Device::load(&ptx);
    let buffer = device.upload(&[1u32]);
    device.run("k", 1, 1, args().buffer(&buffer));
    // Each adds what is there.
    assert_eq!(buffer.read(), [8]);
}

#[test]
fn memory_that_may_only_be_read_is_not_written_after_it_was_read() {
    for write in [
        "st.global.u32 [%rd1], %r1;",
        "st.u32 [%rd1], %r1;",
        "st.global.v2.u32 [%rd1], {%r1, %r1};",
        "st.global.u8 [%rd1], %r1;",
        "atom.global.add.u32 %r2, [%rd1], 1;",
        "atom.cas.b32 %r2, [%rd1], 7, 1;",
        "red.global.max.u32 [%rd1], %r1;",
    ] {
        for threads in [1, 32, 64] {
            let ptx = format!(
                ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
                 .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [buffer];\nmov.u32 %r1, %tid.x;\n\
                 mul.wide.u32 %rd2, %r1, 8;\nadd.u64 %rd1, %rd1, %rd2;\nld.global.u32 %r1, [%rd1];\n\
                 ld.u32 %r3, [%rd1+4];\nadd.u32 %r1, %r1, %r3;\n{write}\nret;\n}}\n"
            );
            let device = Device::load(&ptx);
            let buffer = device.upload(&[7u32; 128]);
            device.memory.protect(buffer.address);
            let fault = device.try_run("k", 1, threads, args().buffer(&buffer));
            let fault = fault.expect_err(write);
            assert_eq!(fault.code, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, "{write}: {fault}");
            assert_eq!(buffer.read(), [7; 128]);
        }
    }
}
