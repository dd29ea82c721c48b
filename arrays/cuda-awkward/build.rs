//! Passes the folder of the header for kernels to the build scripts of crates that depend on this one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Ok(folder) = std::env::var("CARGO_MANIFEST_DIR") {
        println!("cargo::metadata=include={folder}/include");
    }
}
