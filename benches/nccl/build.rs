//! Compiles the C++ version, optimized in every profile. Without a compiler there is
//! none, and the program says so.

fn main() {
    println!("cargo::rerun-if-changed=src/twin.cpp");
    println!("cargo::rustc-check-cfg=cfg(cpp_twin)");
    let mut twin = cc::Build::new();
    // It doesn't use the C++ standard library.
    twin.cpp(true)
        .cpp_link_stdlib(None)
        .file("src/twin.cpp")
        .flags(["-std=c++17", "-fno-exceptions", "-fno-rtti"])
        .opt_level(2)
        .cargo_warnings(false);
    match twin.try_compile("nccl_twin") {
        Ok(()) => println!("cargo::rustc-cfg=cpp_twin"),
        Err(error) => println!("cargo::warning=there is no C++ twin: {error}"),
    }
}
