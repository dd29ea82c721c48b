//! Elements of arrays at random indices, at the ends of allocations and of shared memory, in some lanes of a warp.

use crate::device::{Device, args, numbers};

const BYTES: usize = 4096;
const TURNS: usize = 4;
/// What is added to each address by the instruction, in elements.
const MORE: i64 = 3;

/// Random numbers.
struct Random(std::vec::IntoIter<u32>);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0.next().expect("there are enough numbers") % end
    }

    fn mask(&mut self) -> u32 {
        match self.below(6) {
            0 | 1 => u32::MAX,
            2 => 1 << self.below(32),
            3 => u32::MAX >> self.below(32),
            4 => u32::MAX << self.below(32),
            _ => self.below(0x8000_0000) * 2 + 1,
        }
    }

    /// Returns the positions in an array of `len` elements that 32 lanes access; with `outside`, perhaps not all are
    /// within.
    fn positions(&mut self, len: i64, outside: bool) -> Vec<i64> {
        let first = i64::from(self.below(len as u32 - 64));
        let edge = i64::from(self.below(2)) * (len - 32);
        let mut all: Vec<i64> = match self.below(8) {
            0 => (0..32).map(|lane| first + lane).collect(),
            1 => vec![first; 32],
            2 => (0..32).map(|lane| edge + lane).collect(),
            3 => (0..32).map(|lane| edge + 31 - lane).collect(),
            // Each eight are regular by themselves.
            4 => (0..32).map(|lane| first + lane % 8).collect(),
            5 => (0..32).map(|lane| first + 5 * (lane / 8)).collect(),
            6 => vec![edge + edge / (len - 32) * 31; 32],
            _ => (0..32).map(|_| i64::from(self.below(len as u32))).collect(),
        };
        if outside {
            let lane = self.below(32) as usize;
            let far = [-1, len, -len, 2 * len, len + 7, -9][self.below(6) as usize];
            all[lane] = far;
            // Some accesses of all lanes are outside.
            if self.below(4) == 0 {
                let by = far - all[0];
                all.iter_mut().for_each(|position| *position += by);
            }
        }
        all
    }
}

/// Each lane adds 1 to an element in each turn in which it is active, and returns what was there.
fn kernel(size: usize, kind: &str, space: &str) -> String {
    let product = match (size, kind) {
        (1, "s32") => "cvt.s64.s32 %rd7, %r2;".to_string(),
        (1, _) => "cvt.u64.u32 %rd7, %r2;".to_string(),
        _ => format!("mul.wide.{kind} %rd7, %r2, {size};"),
    };
    let (ty, value, copy) = match size {
        1 => ("u8", "%r3", "mov.u32 %r9, %r3;"),
        4 => ("u32", "%r3", "mov.u32 %r9, %r3;"),
        _ => ("u64", "%rd20", "cvt.u32.u64 %r9, %rd20;"),
    };
    let sum = match size {
        8 => "s64",
        _ => "s32",
    };
    let (space, is_shared) = match space {
        "" => ("", false),
        _ => (space, space == ".shared"),
    };
    let copy_words = |name: &str, load: &str, store: &str| {
        if is_shared {
            format!(
                "mov.u32 %r12, %r1;\n{name}:\nmul.wide.u32 %rd11, %r12, 4;\nadd.s64 %rd12, %rd10, %rd11;\n\
             add.s64 %rd13, %rd3, %rd11;\n{load}\n{store}\nadd.s32 %r12, %r12, 32;\n\
             setp.lt.u32 %p3, %r12, {};\n@%p3 bra {name};\nbar.sync 0;\n",
                BYTES / 4
            )
        } else {
            String::new()
        }
    };
    let before = copy_words("SET", "ld.global.u32 %r13, [%rd13];", "st.shared.u32 [%rd12], %r13;");
    let after = copy_words("GET", "ld.shared.u32 %r13, [%rd12];", "st.global.u32 [%rd13], %r13;");
    let more = MORE * size as i64;
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 index, .param .u64 masks, .param .u64 base, .param .u64 in, .param .u64 out)\n\
         {{\n.reg .pred %p<8>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<32>;\n\
         .shared .align 8 .b8 tile[{BYTES}];\n\
         ld.param.u64 %rd1, [index];\nld.param.u64 %rd2, [base];\nld.param.u64 %rd3, [in];\n\
         ld.param.u64 %rd4, [out];\nld.param.u64 %rd5, [masks];\nmov.u32 %r1, %tid.x;\nmov.u64 %rd10, tile;\n\
         {before}mov.u32 %r10, 0;\nTURN:\nshl.b32 %r11, %r10, 5;\nadd.s32 %r11, %r11, %r1;\n\
         mul.wide.u32 %rd15, %r11, 4;\nadd.s64 %rd16, %rd1, %rd15;\nadd.s64 %rd17, %rd4, %rd15;\n\
         ld.global.u32 %r2, [%rd16];\nmul.wide.u32 %rd18, %r10, 4;\nadd.s64 %rd19, %rd5, %rd18;\n\
         ld.global.u32 %r14, [%rd19];\nshr.u32 %r15, %r14, %r1;\nand.b32 %r15, %r15, 1;\n\
         setp.eq.u32 %p1, %r15, 0;\n@%p1 bra NEXT;\n\
         {product}\nadd.s64 %rd8, %rd2, %rd7;\nld{space}.{ty} {value}, [%rd8+{more}];\n{copy}\n\
         add.{sum} {value}, {value}, 1;\nst{space}.{ty} [%rd8+{more}], {value};\nst.global.u32 [%rd17], %r9;\n\
         NEXT:\nadd.s32 %r10, %r10, 1;\nsetp.lt.u32 %p2, %r10, {TURNS};\n@%p2 bra TURN;\n{after}ret;\n}}\n"
    )
}

fn check(size: usize, kind: &str, space: &str, random: &mut Random) -> bool {
    let len = BYTES / size;
    let mut device = Device::load(&kernel(size, kind, space));
    device.checks.schedules = false; // lanes may use the same element
    let extend = |index: u32| match kind {
        "s32" => i64::from(index as i32),
        _ => i64::from(index),
    };
    // The index of the element in the middle: around zero, and where 32 bits wrap around.
    let middle = [0, 5, 0x7fff_ffff, 0x8000_0000, u32::MAX, 0x4000_0000][random.below(6) as usize];
    let start = len as i64 / 2 - extend(middle);
    // What an index means is the position in the array; lanes that aren't active have any.
    let position = |index: u32| start + extend(index);
    let faulty_turn = random.below(3 * TURNS as u32) as usize;
    let (mut masks, mut indices) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let mask = match turn {
            0 => u32::MAX,
            _ => random.mask(),
        };
        let positions = random.positions(len as i64, turn == faulty_turn);
        for (lane, place) in positions.into_iter().enumerate() {
            let mut index = (place - start) as u32;
            // This kind of index can't reach what lies on the other side of the wrap.
            if position(index) != place && turn != faulty_turn && turn != 0 {
                index = middle;
            }
            if mask >> lane & 1 == 0 && random.below(2) == 0 {
                index = random.below(u32::MAX);
            }
            indices.push(index);
        }
        masks.push(mask);
    }
    let bytes: Vec<u8> = numbers(BYTES, 5).iter().map(|n| *n as u8).collect();
    let memory = device.upload(&bytes);
    let array = match space {
        ".shared" => 0,
        _ => memory.address,
    };
    let base = (array as i64 + (start - MORE) * size as i64) as u64;
    let (index, mask) = (device.upload(&indices), device.upload(&masks));
    let out = device.zeroed::<u32>(32 * TURNS);
    let arguments = args().buffer(&index).buffer(&mask).value(base);
    let result = device.try_run("k", 1, 32, arguments.buffer(&memory).buffer(&out));

    let (mut expected, mut answers, mut fits) = (bytes, vec![0; 32 * TURNS], true);
    for turn in 0..TURNS {
        let active = |lane: &usize| masks[turn] >> lane & 1 == 1;
        let place = |lane: usize| position(indices[32 * turn + lane]);
        fits &= (0..32).filter(active).all(|lane| (0..len as i64).contains(&place(lane)));
        if !fits {
            break;
        }
        for lane in (0..32).filter(active) {
            let at = place(lane) as usize * size;
            let mut word = [0; 8];
            word[..size].copy_from_slice(&expected[at..at + size]);
            answers[32 * turn + lane] = u64::from_le_bytes(word) as u32;
        }
        let sums: Vec<(usize, [u8; 8])> = (0..32)
            .filter(active)
            .map(|lane| {
                let at = place(lane) as usize * size;
                let mut word = [0; 8];
                word[..size].copy_from_slice(&expected[at..at + size]);
                (at, (u64::from_le_bytes(word).wrapping_add(1)).to_le_bytes())
            })
            .collect();
        for (at, sum) in sums {
            expected[at..at + size].copy_from_slice(&sum[..size]);
        }
    }
    let case = format!("{size} {kind} {space} middle {middle:#x} masks {masks:x?} {indices:x?}");
    match result {
        Ok(()) => {
            assert!(fits, "no fault: {case}");
            assert_eq!(out.read(), answers, "{case}");
            assert_eq!(memory.read(), expected, "{case}");
        }
        Err(fault) => assert!(!fits, "{fault}: {case}"),
    }
    fits
}

#[test]
fn random_elements_are_those_of_their_addresses() {
    let cases: u32 = crate::options::number("rounds", 12);
    let (mut fitting, mut faulting) = (0, 0);
    for case in 0..cases {
        let mut random = Random(numbers(100_000, 100 + u64::from(case)).into_iter());
        for size in [1, 4, 8] {
            for kind in ["u32", "s32"] {
                for space in [".global", ".shared", ""] {
                    if check(size, kind, space, &mut random) { fitting += 1 } else { faulting += 1 }
                }
            }
        }
    }
    assert!(fitting > cases && faulting > cases, "{fitting} and {faulting}");
}
