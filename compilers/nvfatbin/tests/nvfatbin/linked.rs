//! Fat binaries as inputs of nvJitLink: by themselves, in an object of the host, and in a library of such.

use std::fs;
use std::path::Path;
use std::process::Command;

use nvfatbin::{Arch, Entry, Fatbin};
use nvjitlink::{InputKind, LinkErrorKind, Linker};
use tempfile::TempDir;

use crate::real::{every, skip};

const CALLER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .extern .func callee();\n.visible .entry caller() { call callee; ret; }\n";
const CALLEE: &str = ".version 8.0\n.target sm_75\n.address_size 64\n\
    .visible .func callee() { ret; }\n";

/// An object as nvcc makes it for relocatable device code, in assembly: the fat binary has a separate section.
const OBJECT: &str = "
    .section __nv_relfatbin, \"a\"
    .align 8
data:
    .incbin \"fatbin\"
    .section .nvFatBinSegment, \"aw\"
    .align 8
    .long 0x466243b1, 1
    .quad data, 0
";

fn run(folder: &Path, program: &str, arguments: &[&str]) {
    let status = Command::new(program).args(arguments).current_dir(folder).status();
    assert!(status.unwrap().success(), "{program} failed");
}

/// Links the caller with each input; `None` if there is no nvJitLink.
fn link(inputs: &[(InputKind, &[u8])]) -> Option<Vec<Vec<u8>>> {
    let link = |(kind, bytes): &(InputKind, &[u8])| {
        let linker = Linker::new(Arch::sm(7, 5)).ptx("caller", CALLER);
        // SAFETY: nvFatbin made the fat binary, and the host's tools the rest.
        let linker = unsafe { linker.input(*kind, "callee", *bytes) };
        match linker.link_cubin() {
            Err(error) if matches!(error.kind(), LinkErrorKind::Load(_)) => None,
            linked => Some(linked.unwrap().into_bytes()),
        }
    };
    inputs.iter().map(link).collect()
}

#[test]
fn a_fat_binary_is_linked_by_itself_and_from_an_object_and_from_a_library() {
    let test = "a_fat_binary_is_linked_by_itself_and_from_an_object_and_from_a_library";
    for nvfatbin in every(test) {
        let entry = Entry::ptx(Arch::compute(7, 5), "callee", CALLEE);
        let fatbin = nvfatbin.build(&Fatbin::new().entry(entry)).unwrap();
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("fatbin"), &fatbin).unwrap();
        fs::write(folder.path().join("object.s"), OBJECT).unwrap();
        run(folder.path(), "cc", &["-c", "object.s", "-o", "object.o"]);
        run(folder.path(), "ar", &["rcs", "library.a", "object.o"]);
        let object = fs::read(folder.path().join("object.o")).unwrap();
        let library = fs::read(folder.path().join("library.a")).unwrap();
        let inputs = [
            (InputKind::Fatbin, fatbin.as_bytes()),
            (InputKind::Object, &object),
            (InputKind::Library, &library),
        ];
        let Some(cubins) = link(&inputs) else {
            return skip(test, &"no nvJitLink was found");
        };
        for cubin in cubins {
            assert!(cubin.windows(6).any(|name| name == b"callee"), "{nvfatbin:?}");
        }
    }
}
