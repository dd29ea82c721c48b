//! Passes the folder of the header for kernels to the build scripts of crates that depend on this one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::metadata=include={}/include", env!("CARGO_MANIFEST_DIR"));
}
