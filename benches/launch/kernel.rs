use std::ffi::CString;
use std::fmt::Write;

/// Returns PTX of empty kernels with 0, 5, 16 and 256 arguments, for every GPU from compute capability 5.2.
///
/// It is text, so NVRTC isn't needed.
pub fn ptx() -> CString {
    let mut ptx = ".version 7.0\n.target sm_52\n.address_size 64\n".to_owned();
    let pointer = ".u64";
    push(&mut ptx, "kernel_0", &[]);
    push(&mut ptx, "kernel_5", &[".f32", pointer, pointer, pointer, ".u64"]);
    let mut sixteen = [".u32"; 16];
    sixteen[13..].fill(pointer);
    push(&mut ptx, "kernel_16", &sixteen);
    push(&mut ptx, "kernel_256", &[".u32"; 256]);
    // It contains no null byte.
    CString::new(ptx).unwrap_or_default()
}

fn push(ptx: &mut String, name: &str, types: &[&str]) {
    let parameters = types.iter().enumerate();
    let parameters: Vec<_> =
        parameters.map(|(index, ty)| format!("    .param {ty} {name}_{index}")).collect();
    // Writing to a string doesn't fail.
    let _ =
        write!(ptx, "\n.visible .entry {name}(\n{}\n)\n{{\n    ret;\n}}\n", parameters.join(",\n"));
}
