//! Compiles the C version, optimized in every profile. Without a compiler there is none, and the program says so.

fn main() {
    println!("cargo::rerun-if-changed=src/twin.c");
    println!("cargo::rustc-check-cfg=cfg(c_twin)");
    let mut twin = cc::Build::new();
    twin.file("src/twin.c").opt_level(2).cargo_warnings(false);
    match twin.try_compile("cublas_twin") {
        Ok(()) => println!("cargo::rustc-cfg=c_twin"),
        Err(error) => println!("cargo::warning=there is no C twin: {error}"),
    }
}
