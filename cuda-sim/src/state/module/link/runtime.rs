//! What this device has of `libcudadevrt.a`: a text of PTX, of which the engine executes the rest.

use litemap::LiteMap;
use std::fmt::Write;
use std::sync::LazyLock;

use cuda_sim_engine::RUNTIME_FUNCTIONS;

/// The whole text.
pub(super) static DEVICE_RUNTIME: LazyLock<String> = LazyLock::new(|| {
    let runtime = include_str!("runtime.ptx");
    // What fills is what copies, but for where the byte comes from.
    let kernel = runtime.find("// To, from").map_or("", |at| &runtime[at..]);
    let fills = kernel.replace("MemcpyKernel", "MemsetKernel").replace("ld.u8 %value, [%t];", "");
    let mut all = format!("{runtime}{fills}{ENGINE}");
    // Writing to a text can't fail.
    let _ = add_texts(&mut all);
    for (number, (name, parameters, left)) in RUNTIME_FUNCTIONS.into_iter().enumerate() {
        let _ = add_function(&mut all, number, name, parameters, left);
        // As programs call it whose default stream is each thread's own.
        if parameters.contains("b64 stream") && name != "StreamDestroy" {
            let _ = add_function(&mut all, number, &format!("{name}_ptsz"), parameters, left);
        }
    }
    all
});

/// The engine's own function.
const ENGINE: &str = "
.extern .func (.param .align 8 .b8 answer[88]) __cudaSimRuntime(.param .b32 function, .param .align 8 .b8 words[72]);
";

/// The names and texts of all codes, each with a null byte at its end; first that of unknown ones.
struct Texts {
    all: Vec<u8>,
    /// Where those of each code are.
    places: LiteMap<u32, [u64; 2]>,
}

static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    let mut all = b"unrecognized error code\0".to_vec();
    let mut places = LiteMap::new();
    for line in include_str!("error_texts.tsv").lines() {
        let [code, name, text] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let Ok(code) = code.parse() else { continue };
        places.insert(
            code,
            [name, text].map(|text| {
                let place = all.len() as u64;
                all.extend(text.bytes().chain([0]));
                place
            }),
        );
    }
    Texts { all, places }
});

/// Returns where the name or the text of a code is among all of them.
pub(crate) fn error_text(code: u32, is_name: bool) -> u64 {
    TEXTS.places.get(&code).map_or(0, |[name, text]| if is_name { *name } else { *text })
}

fn add_texts(all: &mut String) -> std::fmt::Result {
    let words = TEXTS
        .all
        .chunks(8)
        .map(|bytes| bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte)));
    write!(all, ".global .align 8 .b64 __cudaCDP2Texts[{}] = {{", words.len())?;
    for (index, word) in words.enumerate() {
        write!(all, "{}{word:#x}", if index == 0 { "" } else { ", " })?;
    }
    writeln!(all, "}};")
}

/// Adds a function that passes its parameters to the engine as words, and stores what it leaves.
fn add_function(
    all: &mut String,
    number: usize,
    name: &str,
    parameters: &str,
    left: usize,
) -> std::fmt::Result {
    let (mut formals, mut body, mut words) = (Vec::new(), String::new(), 0);
    for parameter in parameters.split(", ") {
        let (kind, name) = parameter.split_once(' ').unwrap_or(("", parameter));
        let bytes: Option<u64> =
            kind.strip_prefix("b8[").and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        formals.push(match bytes {
            Some(bytes) => format!(".param .align 8 .b8 {name}[{bytes}]"),
            None => format!(".param .{kind} {name}"),
        });
        for at in (0..bytes.unwrap_or(8)).step_by(8) {
            match kind {
                "b32" => writeln!(body, "ld.param.u32 %w, [{name}]; cvt.u64.u32 %x, %w;")?,
                _ => writeln!(body, "ld.param.u64 %x, [{name}+{at}];")?,
            }
            writeln!(body, "st.param.b64 [words+{words}], %x;")?;
            words += 8;
        }
    }
    let result = if name.starts_with("GetError") { "b64" } else { "b32" };
    let formals = formals.join(", ");
    write!(
        all,
        ".visible .func (.param .{result} result) __cudaCDP2{name}({formals})\n{{\n\
         .reg .pred %none; .reg .b32 %w; .reg .b64 %x, %to;\n\
         .param .b32 function; .param .align 8 .b8 words[72]; .param .align 8 .b8 answer[88];\n\
         {body}st.param.b32 [function], {number};\n\
         call (answer), __cudaSimRuntime, (function, words);\n"
    )?;
    match result {
        "b64" => writeln!(
            all,
            "mov.u64 %to, __cudaCDP2Texts; cvta.global.u64 %to, %to; ld.param.b64 %x, [answer+8];\n\
             add.u64 %x, %x, %to; st.param.b64 [result], %x;"
        )?,
        _ => writeln!(all, "ld.param.b32 %w, [answer]; st.param.b32 [result], %w;")?,
    }
    if left > 0 {
        writeln!(
            all,
            "ld.param.b32 %w, [answer+4]; setp.eq.u32 %none, %w, 0; @%none ret;\n\
             ld.param.u64 %to, [to];"
        )?;
    }
    for at in (0..left).step_by(8) {
        let bits = if left - at < 8 { 32 } else { 64 };
        writeln!(all, "ld.param.b64 %x, [answer+{}]; st.u{bits} [%to+{at}], %x;", at + 8)?;
    }
    writeln!(all, "ret;\n}}")
}
