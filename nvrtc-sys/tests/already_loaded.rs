//! An NVRTC that something else in the process loaded, without its builtins: the only test of its
//! process, because any other would load them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the functions here that aren't tests only serve tests")]

#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "nvrtc_sys/real.rs"]
mod real;

use cuda_pathfinder::{NVRTC, Place, Search};
use nvrtc_sys::library_of;

#[test]
fn an_already_loaded_nvrtc_is_used_and_finds_its_builtins() {
    let candidates = Search::new().candidates(&NVRTC);
    let file = candidates.iter().find(|candidate| candidate.path.is_file());
    // SAFETY: NVRTC's initializers ask nothing of their loader.
    let before = file.map(|file| unsafe { libloading::Library::new(&file.path) }.unwrap());

    let test = "an_already_loaded_nvrtc_is_used_and_finds_its_builtins";
    if before.is_none() {
        return real::skip(test, "no NVRTC was found in a folder");
    }
    let table = nvrtc_sys::load().unwrap();
    drop(before);
    assert_eq!(library_of(table).unwrap().place, Place::AlreadyLoaded);
    assert!(real::compile(table).contains(".entry twice"));
}
