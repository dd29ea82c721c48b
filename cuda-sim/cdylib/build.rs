//! Sets the library's name and link options.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The versions that NVIDIA's libraries have, each named as the library. The functions stay without one, which stands for any.
const VERSIONS: &str = "versions.map";

fn main() {
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    if is_linux {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
        // Its threads outlive the library that loaded it.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Without them, the loader prints a line for each library that a program is linked with.
        let versions = format!("-Wl,--version-script={}/{VERSIONS}", env!("CARGO_MANIFEST_DIR"));
        if takes(&versions).unwrap_or(false) {
            println!("cargo:rustc-cdylib-link-arg={versions}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={VERSIONS}");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
}

/// Returns whether the linker takes an option in a library: rustc gives it a script of its own, and GNU's linker takes no
/// second one, while LLVM's does, which is rustc's for x86-64 since 1.90.
fn takes(option: &str) -> Option<bool> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?).join("probe");
    fs::create_dir_all(&out).ok()?;
    let source = out.join("probe.rs");
    fs::write(&source, "#[unsafe(no_mangle)] pub extern \"C\" fn probe() {}\n").ok()?;
    let mut rustc = Command::new(env::var_os("RUSTC")?);
    rustc.args([
        "--edition",
        "2024",
        "--crate-type",
        "cdylib",
        "--target",
        &env::var("TARGET").ok()?,
    ]);
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut setting = std::ffi::OsString::from("linker=");
        setting.push(linker);
        rustc.arg("-C").arg(setting);
    }
    // Those of the target's configuration, such as another linker.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    rustc
        .arg("-C")
        .arg(format!("link-arg={option}"))
        .arg("-o")
        .arg(out.join("libprobe.so"))
        .arg(&source);
    Some(rustc.output().ok()?.status.success())
}
