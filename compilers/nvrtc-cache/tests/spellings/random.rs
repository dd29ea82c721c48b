//! Random compositions of directives, comments, strings, joined lines, digraphs, trigraphs and macros.

use fastrand::Rng;
use nvrtc::{Arch, Program};

use crate::{Bench, every_nvrtc, options};

/// What is around a directive; `@` stands for further text.
const AROUND: [&str; 30] = [
    "// x\n@",
    "/* x */ @",
    "/* x\n y */ @",
    "/**/@",
    "#if 0\ndon't\n#endif\n@",
    "#if 0\nR\"(\n#endif\n@\n// )\"\n",
    "#if 0\n\"\n#endif\n@",
    "#if 0\n'/*\n#endif\n@\n//*/\n",
    "#if 1\n@\n#endif\n",
    "#if 0\n#else\n@\n#endif\n",
    "#if 0\n@\n#endif\n",
    "__device__ const char a_[] = R\"(/*)\";\n@",
    "__device__ const char b_[] = R\"x(\n\")x\";\n@",
    "__device__ const char c_[] = \"/*\";\n@",
    "__device__ const char d_[] = \"\\\"//\";\n@",
    "constexpr int e_ = 1'0;\n@",
    "constexpr char f_ = '\"', g_ = '\\'';\n@",
    "#define X_ \"/*\n@",
    "#define X_ don't\n@",
    "#define R\n@",
    "#define X_ /* x\n */ 1\n@",
    "#define X_ 1 \\\n 2\n@",
    "// x \\\n y\n@",
    "// x \\ \n@",
    "// x ??/\n@",
    "#pragma once_ \"\n@",
    "#define Y_(x) x\n@",
    "#line 7 \"k.h\"\n@",
    "@\n// #include <x.h>\n",
    "@\n/* __has_include( */\n",
];

/// Names of the header in an `#include` or `__has_include`, each with the definitions that it needs.
const NAMES: [(&str, &str); 16] = [
    ("", "<h.h>"),
    ("", "\"h.h\""),
    ("#define N <h.h>\n", "N"),
    ("#define N \"h.h\"\n", "N"),
    ("#define L <\n#define M h.h>\n", "L M"),
    ("#define q h\n#define N <q.h>\n", "N"),
    ("#define q h\n", "<q.h>"),
    ("#define Q(x) <x>\n", "Q(h.h)"),
    ("#define S(x) #x\n", "S(h.h)"),
    ("#define Q(a, b) <a##b.h>\n", "Q(, h)"),
    ("#define N <h.h>\n#define O N\n", "O"),
    ("#define E\n", "E <h.h>"),
    ("#define ID(x) x\n", "ID(<h.h>)"),
    ("#define ID(x) x\n#define N <h.h>\n", "ID(N)"),
    ("#define Q(...) <__VA_ARGS__>\n", "Q(h.h)"),
    ("", "<e.h>"),
];

/// Conditions that ask for `@`, which is a name, each with the definitions that it needs.
const CONDITIONS: [(&str, &str); 20] = [
    ("", "__has_include(@)"),
    ("", "defined(__has_include) && __has_include(@)"),
    ("", "!(__has_include( @ ))"),
    ("", "__has_include_next(@)"),
    ("#define HI(x) __has_include(x)\n", "HI(@)"),
    ("#define HI(x) __has_include(x)\n#define HJ(x) HI(x)\n", "HJ(@)"),
    ("#define HI(x) __has_include(x)\n#define HJ HI\n", "HJ(@)"),
    ("#ifdef __has_include\n#  define HI(x) __has_include(x)\n#endif\n", "HI(@)"),
    ("#define HI __has_include\n", "HI(@)"),
    ("#define HI(x) __has_include(<x>)\n", "HI(h.h)"),
    ("#define HI(x) __has_include(#x)\n", "HI(h.h)"),
    ("#define HI __has_include(@)\n", "HI"),
    ("#define B (@)\n", "__has_include B"),
    ("#define HI(x) __has_include(x)\n#define B (@)\n", "HI B"),
    ("#define B(x) x\n", "B(__has_include(@))"),
    ("#define B(x) x\n", "B(__has_include)(@)"),
    ("#define C(a, b) a##b\n", "C(__has_, include)(@)"),
    ("#define C(a) __has_##a(@)\n", "C(include)"),
    ("#define HI(x) __has_include(x)\n#define C(a, b) a##b\n", "C(H, I)(@)"),
    ("#define HI() __has_include(@)\n", "HI()"),
];

/// Definitions of what the names consist of, which may be there before a directive.
const BEFORE: [&str; 16] = [
    "#define h h\n",
    "#define h q\n#undef h\n",
    "#define h q\n",
    "#define h x\n#define x h\n",
    "#define h x\n#undef h\n#define h h\n",
    "#undef h\n",
    "#define q q\n",
    "#define x h\n#undef q\n#define q x\n",
    "#undef q\n",
    "#define N <x.h>\n#undef N\n",
    "#undef N\n",
    "#undef N\n#define N <h.h>\n",
    "#define E E\n",
    "#pragma push_macro(\"h\")\n#define h x\n#pragma pop_macro(\"h\")\n",
    "#pragma push_macro(\"N\")\n#undef N\n#define N <x.h>\n#pragma pop_macro(\"N\")\n",
    "#undef HI\n",
];

/// Definitions after a directive.
const AFTER: [&str; 6] = [
    "#define h x\n",
    "#undef h\n#define h x\n",
    "#undef N\n#define N <x.h>\n",
    "#define q x\n",
    "#undef h\n",
    "#define HI(x) 0\n",
];

/// Options that define what the names consist of, or not; `|` separates two.
const OPTIONS: [&str; 19] = [
    "-Dh=h",
    "-Dh=q",
    "-Dh=x|-Uh",
    "-Uh|-Dh=x",
    "-Dh=x|--undefine-macro=h",
    "-Dh=x|-U|h",
    "-D|q=h",
    "-Dq=q",
    "-Dx=h|-Dq=x",
    "-DN=<h.h>",
    "-DN=\"h.h\"",
    "--define-macro=N=<q.h>",
    "-DN=<x.h>|-UN",
    "-DE=",
    "-DQ(x)=<x>",
    "-DHI(x)=__has_include(x)",
    "-DHI=__has_include",
    "-DL=<",
    "-Xptxas=-v",
];

/// Options that search the folder `{}`.
const FOLDERS: [&str; 8] = [
    "--include-path={}",
    "--include-path|{}",
    "-I{}",
    "-I={}",
    "-I {}",
    "-I|{}",
    "-I{} ",
    "-I/nowhere|-I{}/../d/.",
];

/// A program, in parts.
#[derive(Default)]
struct RandomProgram {
    source: String,
    /// The file `m.h`.
    header: String,
    in_memory: Option<String>,
    expression: Option<String>,
    options: Vec<String>,
}

/// Writes a random program.
fn made(random: &mut Rng) -> RandomProgram {
    let mut program = RandomProgram::default();
    let (mut definitions, name) = random.choice(NAMES).map(|(a, b)| (a.to_owned(), b)).unwrap();
    let mut directive = if random.bool() {
        let word = random.choice(["include", "include", "include_next", "import"]).unwrap();
        format!("#{word} {name}\n")
    } else {
        let (more, condition) = random.choice(CONDITIONS).unwrap();
        definitions += &more.replace('@', name);
        format!("#if {}\n#define V 3\n#endif\n", condition.replace('@', name))
    };
    if random.u8(..3) == 0 {
        definitions += random.choice(BEFORE).unwrap();
    }
    if random.u8(..4) == 0 {
        directive += random.choice(AFTER).unwrap();
    }
    if random.u8(..4) == 0 {
        let options = random.choice(OPTIONS).unwrap().split('|');
        program.options.extend(options.map(str::to_owned));
    }
    let mut text = match random.u8(..8) {
        0 | 1 => {
            program.header = spelled(random, &definitions);
            format!("#include <m.h>\n{directive}")
        }
        2 => {
            program.header = spelled(random, &definitions);
            program.options.push("--pre-include=m.h".to_owned());
            directive
        }
        3 => {
            program.in_memory = Some(spelled(random, &definitions));
            format!("#include \"memory.h\"\n{directive}")
        }
        _ => definitions + &directive,
    };
    for _ in 0..random.usize(..4) {
        text = random.choice(AROUND).unwrap().replace('@', &text);
    }
    let text = spelled(random, &text);
    if random.u8(..12) == 0 {
        let value = "\n#ifndef V\n#define V 9\n#endif\n__device__ int n = V;\n";
        program.expression = Some(format!("f<1>\n{text}{value}"));
    } else {
        program.source = text;
    }
    program
}

/// Spells a text otherwise at some places.
fn spelled(random: &mut Rng, text: &str) -> String {
    let mut spelled = String::new();
    for c in text.chars() {
        let common = random.u8(..24);
        let joined = random.choice(["\\\n", "\\\r\n", "\\\r\r\n", "??/\n", "\\ \n"]).unwrap();
        match (c, common) {
            ('#', 0) => spelled.push_str("%:"),
            ('#', 1) => spelled.push_str("??="),
            ('#', 2) => spelled.push_str("/**/#"),
            ('#', 3) => spelled.push_str("#/*\n*/"),
            (' ', 0..2) => spelled.push_str("/**/"),
            (' ', 2) => spelled.push_str("\t\x0c"),
            ('\n', 0) => spelled.push_str(" // x\n"),
            ('\n', 1) => spelled.push_str(" /* x */\n"),
            ('\n', 2) => spelled.push_str("\r\n"),
            (_, 23) if random.u8(..4) == 0 => {
                spelled.push_str(joined);
                spelled.push(c);
            }
            _ => spelled.push(c),
        }
    }
    spelled
}

#[test]
fn random_spellings_hide_no_file() {
    let first: u64 = options::number("seed", 1);
    let rounds = options::number("rounds", if options::is_long() { 4000 } else { 60 });
    let all = every_nvrtc();
    let mut counts = [0; 3];
    for seed in first..first + rounds {
        let Some(nvrtc) = all.get(seed as usize % all.len().max(1)) else { return };
        let mut random = Rng::with_seed(seed);
        let bench = Bench::new(format!("seed={seed},rounds=1"));
        let RandomProgram { source, header, in_memory, expression, options } = made(&mut random);
        // NVRTC crashes where `__has_include` is in no directive, and newer standards have no trigraphs.
        let texts = [Some(&source), Some(&header), in_memory.as_ref(), expression.as_ref()];
        let has_trigraphs = texts.into_iter().flatten().any(|text| text.contains("??="));
        let standards = if has_trigraphs { 2 } else { 3 };
        let standard = ["c++11", "c++14", "c++17"][random.usize(..standards)];
        let mut program = match &expression {
            None => bench.program(*nvrtc, &source),
            Some(expression) => {
                let source = "template <int i> __global__ void f() {}\n";
                let program = Program::new("k.cu", source).with_nvrtc(*nvrtc);
                program.arch(Arch::compute(7, 5)).name_expression(expression.clone())
            }
        };
        program = program.option(format!("--std={standard}"));
        let folder = random.choice(FOLDERS).unwrap().split('|');
        let folder = folder.map(|part| bench.with_folder(part));
        program = folder.chain(options).fold(program, Program::option);
        if let Some(text) = in_memory {
            program = program.header("memory.h", text);
        }
        bench.write("d/m.h", &header);
        // The header appears, or changes.
        if random.bool() {
            bench.write("d/h.h", "#define V 1\n");
        }
        let change = || bench.write("d/h.h", "#define V 2\n");
        let (before, after) = bench.is_never_stale(&program, change);
        let is_cached = nvrtc_cache::included_files(&program).is_ok();
        counts[0] += u32::from(after.is_some());
        counts[1] += u32::from(before != after);
        counts[2] += u32::from(is_cached);
    }
    let [compiled, changed, cached] = counts;
    println!(
        "seeds {first} to {}: {compiled} compiled, {changed} changed, {cached} could be cached",
        first + rounds - 1
    );
    assert!(rounds < 60 || changed > 5 && cached > 10, "{counts:?}");
}
