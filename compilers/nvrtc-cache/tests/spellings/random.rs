//! Random compositions of directives, comments, strings, joined lines, digraphs, trigraphs and macros.

use fastrand::Rng;

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

/// Writes a random source, and a header that it may need.
fn source(random: &mut Rng) -> (String, String) {
    let (mut definitions, name) = random.choice(NAMES).map(|(a, b)| (a.to_owned(), b)).unwrap();
    let directive = if random.bool() {
        let word = random.choice(["include", "include", "include_next", "import"]).unwrap();
        format!("#{word} {name}\n")
    } else {
        let (more, condition) = random.choice(CONDITIONS).unwrap();
        definitions += &more.replace('@', name);
        format!("#if {}\n#define V 3\n#endif\n", condition.replace('@', name))
    };
    let mut header = String::new();
    let mut text = if random.u8(..4) == 0 {
        header = spelled(random, &definitions);
        format!("#include <m.h>\n{directive}")
    } else {
        definitions + &directive
    };
    for _ in 0..random.usize(..4) {
        text = random.choice(AROUND).unwrap().replace('@', &text);
    }
    (spelled(random, &text), header)
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
        let (source, header) = source(&mut random);
        let standard = random.choice(["c++11", "c++14", "c++17"]).unwrap();
        let program = bench.program(*nvrtc, &source).option(format!("--std={standard}"));
        let program = program.include_dir(bench.root().join("d"));
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
