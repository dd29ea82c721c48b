//! Random programs of the integer arithmetic that the decoder simplifies, compared with an interpreter.

use crate::device::{Device, args, numbers};
use std::fmt::Write;

/// The number of threads, each with its own values.
const THREADS: usize = 64;
const LOOPS: usize = 3;

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Register(usize),
    Number(i64),
}

#[derive(Clone, Debug)]
struct Step {
    guard: Option<(usize, bool)>,
    opcode: String,
    to: usize,
    sources: Vec<Source>,
}

#[derive(Clone, Debug)]
enum Part {
    Step(Step),
    /// Skipped if the predicate has this value.
    Unless(usize, bool, Vec<Part>),
    /// A loop with a number of iterations; from the second one on, the first list runs before the second.
    Loop(usize, Vec<Part>, Vec<Part>),
}

/// Registers 0..: `%r`, 1000..: `%rd`, 2000..: `%p`.
const WIDE: usize = 1000;

fn kind(register: usize) -> usize {
    register / WIDE
}

#[derive(Default)]
struct Maker {
    next: [usize; 3],
    loops: usize,
}

/// The registers with a value.
type ValueRegisters = [Vec<usize>; 3];

impl Maker {
    fn to(&mut self, random: &mut Random, registers: &mut ValueRegisters, kind: usize) -> usize {
        if random.chance(25) && !registers[kind].is_empty() {
            return random.of(&registers[kind]);
        }
        self.next[kind] += 1;
        let new = kind * WIDE + self.next[kind] - 1;
        registers[kind].push(new);
        new
    }

    fn source(&self, random: &mut Random, registers: &ValueRegisters, kind: usize) -> Source {
        let all = &registers[kind];
        let newest = all.len() - 1;
        Source::Register(match random.below(4) {
            0 | 1 => all[newest],
            2 => all[newest.saturating_sub(random.below(3))],
            _ => random.of(all),
        })
    }

    fn number(&self, random: &mut Random) -> Source {
        let power = 1i64 << random.below(32);
        Source::Number(random.of(&[
            0,
            1,
            2,
            3,
            4,
            8,
            -1,
            -5,
            7,
            1 << 31,
            -(1 << 31),
            (1 << 31) - 1,
            (1 << 32) - 1,
            0x5555_5556,
            -1_431_655_765,
            power,
            -power,
        ]))
    }

    fn either(&self, random: &mut Random, registers: &ValueRegisters, kind: usize) -> Source {
        if random.chance(30) { self.number(random) } else { self.source(random, registers, kind) }
    }

    fn step(&mut self, random: &mut Random, registers: &mut ValueRegisters, parts: &mut Vec<Part>) {
        let guard = (random.chance(8) && !registers[2].is_empty())
            .then(|| (random.of(&registers[2]), random.chance(50)));
        let size = random.of(&["s32", "u32", "s64", "u64"]);
        let wide = usize::from(size.ends_with("64"));
        let mut compared = None;
        let (opcode, kind, sources) = match random.below(12) {
            0 => {
                let a = self.source(random, registers, 0);
                let b = self.number(random);
                (format!("mul.wide.{}", random.of(&["u32", "u32", "s32"])), 1, vec![a, b])
            }
            1 => {
                let by = Source::Number(random.of(&[1, 31, 32, 33, 34, 40, 63]));
                let a = self.source(random, registers, 1);
                (format!("shr.{}", random.of(&["u64", "u64", "s64"])), 1, vec![a, by])
            }
            2 => ("cvt.u32.u64".into(), 0, vec![self.source(random, registers, 1)]),
            3 | 4 => {
                let types = ["u64.u32", "s64.s32", "u64.u32", "s64.s32", "u64.s32", "s64.u32"];
                let a = self.source(random, registers, 0);
                (format!("cvt.{}", random.of(&types)), 1, vec![a])
            }
            5 => {
                let by = Source::Number(random.of(&[0, 1, 2, 3, 30, 31, 32, 40]));
                ("shl.b64".into(), 1, vec![self.source(random, registers, 1), by])
            }
            6 | 7 => {
                let a = self.source(random, registers, wide);
                let b = self.either(random, registers, wide);
                (format!("mul.lo.{size}"), wide, vec![a, b])
            }
            8 => {
                let all = [
                    self.source(random, registers, wide),
                    self.either(random, registers, wide),
                    self.source(random, registers, wide),
                ];
                (format!("mad.lo.{size}"), wide, all.to_vec())
            }
            9 | 10 => {
                let mut all = vec![
                    self.source(random, registers, wide),
                    self.either(random, registers, wide),
                ];
                let opcode = random.of(&["add", "add", "sub"]);
                if random.chance(40) && matches!(all[1], Source::Register(_)) {
                    all.reverse();
                }
                (format!("{opcode}.{size}"), wide, all)
            }
            _ => {
                let relation = random.of(&["gt", "ge", "lt", "le", "eq", "ne"]);
                let a = self.source(random, registers, wide);
                let b = self.either(random, registers, wide);
                compared = Some((a, b));
                (format!("setp.{relation}.{size}"), 2, vec![a, b])
            }
        };
        let guard = guard.filter(|_| kind != 2);
        // A guarded write needs a previous value.
        let to = match guard {
            Some(_) => random.of(&registers[kind]),
            None => self.to(random, registers, kind),
        };
        parts.push(Part::Step(Step { guard, opcode, to, sources }));
        if let Some((a, b)) = compared
            && random.chance(60)
        {
            for _ in 0..random.below(2) {
                self.step(random, registers, parts);
            }
            let (x, y) = if random.chance(50) { (a, b) } else { (b, a) };
            let opcode = format!("selp.{}{}", random.of(&["b", "s", "u"]), &size[1..]);
            let sources = vec![x, y, Source::Register(to)];
            let to = self.to(random, registers, wide);
            parts.push(Part::Step(Step { guard: None, opcode, to, sources }));
        }
    }

    fn parts(
        &mut self,
        random: &mut Random,
        registers: &mut ValueRegisters,
        depth: usize,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for _ in 0..4 + random.below(8) {
            for _ in 0..1 + random.below(6) {
                self.step(random, registers, &mut parts);
            }
            match random.below(6) {
                0 if depth < 3 && !registers[2].is_empty() => {
                    let predicate = *registers[2].last().unwrap();
                    let body = self.parts(random, &mut registers.clone(), depth + 2);
                    parts.push(Part::Unless(predicate, random.chance(50), body));
                }
                1 if depth < 2 && self.loops < LOOPS => {
                    let number = self.loops;
                    self.loops += 1;
                    let body = self.parts(random, registers, depth + 1);
                    let before = self.parts(random, &mut registers.clone(), depth + 2);
                    parts.push(Part::Loop(number, before, body));
                }
                _ => {}
            }
            // Included in the result.
            let from = self.source(random, registers, 1);
            for (opcode, other) in [("xor.b64", from), ("mul.lo.s64", Source::Number(0x5851_f42d))]
            {
                parts.push(Part::Step(Step {
                    guard: None,
                    opcode: opcode.into(),
                    to: RESULT,
                    sources: vec![Source::Register(RESULT), other],
                }));
            }
        }
        parts
    }
}

const RESULT: usize = WIDE + 900;

fn name(register: usize) -> String {
    let kind = ["r", "rd", "p"][kind(register)];
    format!("%{kind}{}", register % WIDE)
}

fn write(parts: &[Part], labels: &mut usize, text: &mut String) {
    for part in parts {
        *labels += 1;
        let label = *labels;
        match part {
            Part::Step(step) => {
                if let Some((guard, not)) = step.guard {
                    write!(text, "@{}{} ", if not { "!" } else { "" }, name(guard)).unwrap();
                }
                write!(text, "{} {}", step.opcode, name(step.to)).unwrap();
                for source in &step.sources {
                    match source {
                        Source::Register(register) => write!(text, ", {}", name(*register)),
                        Source::Number(number) => write!(text, ", {number}"),
                    }
                    .unwrap();
                }
                text.push_str(";\n");
            }
            Part::Unless(predicate, not, body) => {
                let not = if *not { "!" } else { "" };
                writeln!(text, "@{not}{} bra L{label};", name(*predicate)).unwrap();
                write(body, labels, text);
                writeln!(text, "L{label}:").unwrap();
            }
            Part::Loop(number, before, body) => {
                let count = format!("%r{}", 900 + number);
                let (first, more) = (format!("%p{}", 900 + number), format!("%p{}", 910 + number));
                writeln!(text, "mov.u32 {count}, 0;\nL{label}:\nsetp.eq.s32 {first}, {count}, 0;")
                    .unwrap();
                writeln!(text, "@{first} bra M{label};").unwrap();
                write(before, labels, text);
                writeln!(text, "M{label}:").unwrap();
                write(body, labels, text);
                writeln!(text, "add.s32 {count}, {count}, 1;").unwrap();
                writeln!(text, "setp.le.u32 {more}, {count}, %r920;\n@{more} bra L{label};")
                    .unwrap();
            }
        }
    }
}

/// The registers of a thread.
struct Thread {
    values: Vec<u64>,
    turns: u32,
}

impl Thread {
    fn value(&self, source: Source) -> u64 {
        match source {
            Source::Register(register) => self.values[register],
            Source::Number(number) => number as u64,
        }
    }

    fn execute(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Step(step) => self.step(step),
                Part::Unless(predicate, not, body) => {
                    if (self.values[*predicate] != 0) == *not {
                        self.execute(body);
                    }
                }
                Part::Loop(_, before, body) => {
                    for turn in 0..=self.turns {
                        if turn > 0 {
                            self.execute(before);
                        }
                        self.execute(body);
                    }
                }
            }
        }
    }

    fn step(&mut self, step: &Step) {
        if step.guard.is_some_and(|(guard, not)| (self.values[guard] != 0) == not) {
            return;
        }
        let (name, rest) = step.opcode.split_once('.').unwrap();
        let (middle, ty) = rest.rsplit_once('.').unwrap_or(("", rest));
        let mut all = [0; 3];
        for (value, source) in all.iter_mut().zip(&step.sources) {
            *value = self.value(*source);
        }
        let extended = |value: u64| match ty {
            "s32" => i128::from(value as i32),
            "u32" | "b32" => i128::from(value as u32),
            "s64" => i128::from(value as i64),
            _ => i128::from(value),
        };
        let (a, b) = (extended(all[0]), extended(all[1]));
        let result = match name {
            "mul" => a.wrapping_mul(b),
            "mad" => a.wrapping_mul(b).wrapping_add(extended(all[2])),
            "add" => a + b,
            "sub" => a - b,
            "cvt" => a,
            "shr" => a >> all[1],
            "shl" => a << all[1],
            "xor" => a ^ b,
            "selp" => extended(if all[2] != 0 { all[0] } else { all[1] }),
            _ => i128::from(match middle {
                "gt" => a > b,
                "ge" => a >= b,
                "lt" => a < b,
                "le" => a <= b,
                "eq" => a == b,
                _ => a != b,
            }),
        };
        self.values[step.to] = match kind(step.to) {
            0 => u64::from(result as u32),
            _ => result as u64,
        };
    }
}

fn check(seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..8).for_each(|_| {
        random.below(2);
    });
    let mut maker = Maker { next: [2, 1, 0], loops: 0 };
    let mut registers = [vec![0, 1], vec![WIDE], vec![]];
    let parts = maker.parts(&mut random, &mut registers, 0);
    let mut text = String::from(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out)\n{\n\
         .reg .pred %p<950>;\n.reg .b32 %r<950>;\n.reg .b64 %rd<950>;\n\
         ld.param.u64 %rd940, [in];\nld.param.u64 %rd941, [out];\nmov.u32 %r940, %tid.x;\n\
         mul.wide.u32 %rd942, %r940, 8;\nadd.s64 %rd943, %rd940, %rd942;\nadd.s64 %rd944, %rd941, %rd942;\n\
         ld.global.u32 %r0, [%rd943];\nld.global.u32 %r1, [%rd943+4];\nld.global.u64 %rd0, [%rd943];\n\
         and.b32 %r920, %r0, 3;\nmov.u64 %rd900, 1;\n",
    );
    write(&parts, &mut 0, &mut text);
    text.push_str("st.global.u64 [%rd944], %rd900;\nret;\n}\n");
    let edges = [0, 1, 2, 3, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];
    let mut input = numbers(2 * THREADS, seed);
    for (place, edge) in input.iter_mut().skip(1).step_by(5).zip(edges.into_iter().cycle()) {
        *place = edge;
    }
    let device = Device::load(&text);
    let (from, to) = (device.upload(&input), device.zeroed::<u64>(THREADS));
    device.run("k", 1, THREADS as u32, args().buffer(&from).buffer(&to));
    for (pair, result) in input.chunks(2).zip(to.read()) {
        let mut thread = Thread { values: vec![0; 3 * WIDE], turns: pair[0] & 3 };
        thread.values[0] = pair[0].into();
        thread.values[1] = pair[1].into();
        thread.values[WIDE] = u64::from(pair[1]) << 32 | u64::from(pair[0]);
        thread.values[RESULT] = 1;
        thread.execute(&parts);
        assert_eq!(
            result, thread.values[RESULT],
            "seed {seed}, of {:#x} and {:#x}:\n{text}",
            pair[0], pair[1]
        );
    }
}

#[test]
fn random_programs_compute_what_their_instructions_say() {
    let first = crate::options::number("seed", 1);
    for seed in first..first + crate::options::number("rounds", 100) {
        check(seed);
    }
}
