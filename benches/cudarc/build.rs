//! Compiles the C version, and determines the version of cudarc.

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    const SOURCES: [&str; 2] = ["../launch/calls.c", "../launch/twin.c"];
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-check-cfg=cfg(c_twin)");
    let mut twin = cc::Build::new();
    match twin.files(SOURCES).opt_level(2).debug(false).try_compile("c_twin") {
        Ok(()) => println!("cargo::rustc-cfg=c_twin"),
        Err(error) => println!("cargo::warning=the C version wasn't built: {error}"),
    }
    let lock = fs::read_to_string("Cargo.lock")?;
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"cudarc\"");
    let version = lines.nth(1).and_then(|line| line.split('"').nth(1));
    let version = version.ok_or("Cargo.lock has no version of cudarc")?;
    println!("cargo::rustc-env=CUDARC=cudarc {version}");
    Ok(())
}
