//! The real nvFatbins that a test may have, and what they pack.

use std::fmt::Display;

use cuda_pathfinder::{Environment, Os, Search};
use nvfatbin::{Arch, NvFatbin, sys};
use nvjitlink::Linker;

#[allow(dead_code)]
#[path = "../../../../src/skip.rs"]
mod skipping;

pub(crate) const PTX: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .visible .entry kernel() { ret; }\n";

/// Returns the nvFatbins of `CUDA_NVFATBIN_SETS`, from old to new.
pub(crate) fn every(test: &str) -> Vec<NvFatbin> {
    let Some(sets) = std::env::var_os("CUDA_NVFATBIN_SETS") else {
        skip(test, &"CUDA_NVFATBIN_SETS is not set");
        return Vec::new();
    };
    std::env::split_paths(&sets)
        .map(|folder| {
            let environment = Environment::simulated(Os::current(), "/");
            let only = Search::with_environment(environment.set("CUDA_NVFATBIN", folder));
            NvFatbin::from_table(sys::load_with(&only).unwrap_or_else(|error| panic!("{error}")))
        })
        .collect()
}

/// Returns the kernel as a cubin of `arch`, if there is an nvJitLink.
pub(crate) fn cubin(test: &str, arch: Arch) -> Option<Vec<u8>> {
    let cubin = Linker::new(arch).ptx("kernel", PTX).link_cubin();
    let cubin = cubin.map_err(|error| skip(test, &error)).ok()?;
    Some(cubin.into_bytes())
}

pub(crate) fn skip(test: &str, reason: &dyn Display) {
    skipping::note(test, reason);
}

/// A test that gets each nvFatbin in turn, of every version that there is.
macro_rules! with_every_nvfatbin {
    ($(fn $test:ident($nvfatbin:ident) $body:block)*) => {$(
        #[test]
        fn $test() {
            for $nvfatbin in crate::real::every(stringify!($test)) $body
        }
    )*};
}
pub(crate) use with_every_nvfatbin;
