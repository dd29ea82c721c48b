//! Programs and files of the toolkit.

use cuda_pathfinder::{
    BuildScript, CUDA_HEADERS, CUDADEVRT, CUDART_STATIC, HeaderSet, Help, LIBDEVICE, Library, NVCC,
    NVSHMEM_STATIC, PerOs, Place, Soname, TOOLS, Tool,
};

use crate::machine::Machine;

#[test]
fn a_program_is_found_on_the_path_before_the_toolkit() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/bin/nvcc", "")
        .folder("mine");
    let nvcc = || machine.search().tool(&NVCC).unwrap();
    assert_eq!(nvcc(), machine.path("toolkit/bin/nvcc"));
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .set_path("PATH", "mine")
        .file("toolkit/bin/nvcc", "")
        .file("mine/nvcc", "");
    assert_eq!(machine.search().tool(&NVCC).unwrap(), machine.path("mine/nvcc"));
}

#[test]
fn a_file_is_found_in_the_wheels_and_in_the_usual_toolkit() {
    let machine = Machine::linux().file("usr/local/cuda/nvvm/libdevice/libdevice.10.bc", "");
    let found = machine.search().tool(&LIBDEVICE).unwrap();
    assert!(found.ends_with("nvvm/libdevice/libdevice.10.bc"), "{found:?}");
    let site = "venv/lib/python3.12/site-packages/nvidia/cu13/nvvm/libdevice/libdevice.10.bc";
    let machine = Machine::linux().set_path("VIRTUAL_ENV", "venv").file(site, "");
    assert_eq!(machine.search().tool(&LIBDEVICE).unwrap(), machine.path(site));
}

#[test]
fn a_missing_tool_is_an_error_with_the_places_and_a_remedy() {
    let error = Machine::linux().search().tool(&NVCC).unwrap_err().to_string();
    assert!(error.starts_with("no usable nvcc was found"), "{error}");
    assert!(
        error.contains("usual folders") && error.contains("pip install 'nvidia-cuda-nvcc"),
        "{error}"
    );
}

#[test]
fn the_programs_and_files_of_a_toolkit_are_found_in_it() {
    for (name, file) in [
        ("nvcc", "bin/nvcc"),
        ("ptxas", "bin/ptxas"),
        ("nvdisasm", "bin/nvdisasm"),
        ("cuobjdump", "bin/cuobjdump"),
        ("compute-sanitizer", "bin/compute-sanitizer"),
        ("nsys", "bin/nsys"),
        ("ncu", "bin/ncu"),
        ("cudadevrt", "lib64/libcudadevrt.a"),
        ("cudart_static", "lib64/libcudart_static.a"),
        ("nvptxcompiler_static", "lib64/libnvptxcompiler_static.a"),
        ("libdevice", "nvvm/libdevice/libdevice.10.bc"),
    ] {
        let file = format!("toolkit/{file}");
        let machine = Machine::linux().set_path("CUDA_PATH", "toolkit").file(&file, "");
        let found = machine.search().tool(Tool::from_name(name).unwrap());
        assert_eq!(found.unwrap(), machine.path(&file), "{name}");
    }
}

#[test]
fn tool_names_are_unique() {
    for tool in TOOLS {
        let named = Tool::from_name(&tool.name.to_uppercase()).unwrap();
        assert!(std::ptr::eq(named, tool), "{}", tool.name);
    }
}

#[test]
fn the_toolkit_of_a_library_that_the_loader_finds_is_searched() {
    let machine = Machine::linux()
        .set_path("LD_LIBRARY_PATH", "somewhere/cuda/targets/x86_64-linux/lib")
        .file("somewhere/cuda/targets/x86_64-linux/lib/libcudart.so.13", "")
        .file("somewhere/cuda/bin/nvcc", "")
        .file("somewhere/cuda/targets/x86_64-linux/include/cuda.h", "#define CUDA_VERSION 13000\n");
    assert_eq!(machine.search().tool(&NVCC).unwrap(), machine.path("somewhere/cuda/bin/nvcc"));
    let headers = machine.search().headers(&CUDA_HEADERS).unwrap();
    assert_eq!(headers.place, Place::LoaderToolkit);
    assert!(headers.folder.ends_with("targets/x86_64-linux/include"), "{headers:?}");
    // A toolkit that a variable names precedes it.
    let machine = machine.set_path("CUDA_PATH", "mine").file("mine/bin/nvcc", "");
    assert_eq!(machine.search().tool(&NVCC).unwrap(), machine.path("mine/bin/nvcc"));
}

static OWN_TOOL: Tool = Tool::of_file("libkernels.a", &["lib64/kernels"])
    .in_wheels(&["our_kernels/lib"])
    .with_help(Help::Sentence("ask the team"));
static OWN_HEADERS: HeaderSet =
    HeaderSet::custom("kernels", "kernels/all.h").with_roots(&["KERNELS_PATH"]);

#[test]
fn custom_rows_are_searched_like_all_others() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .set_path("KERNELS_PATH", "kernels")
        .file("toolkit/lib64/kernels/libkernels.a", "")
        .file("kernels/include/kernels/all.h", "");
    let search = machine.search();
    assert_eq!(search.tool(&OWN_TOOL).unwrap(), machine.path("toolkit/lib64/kernels/libkernels.a"));
    assert_eq!(search.headers(&OWN_HEADERS).unwrap().folder, machine.path("kernels/include"));
    let error = Machine::linux().search().tool(&OWN_TOOL).unwrap_err().to_string();
    assert!(error.ends_with("ask the team"), "{error}");

    static SONAMES: [Soname; 1] = [Soname::new("libkernels.so.1")];
    let names = PerOs { linux: SONAMES.as_slice(), windows: &[] };
    // SAFETY: the file that is found has no initializers.
    let library = unsafe { Library::custom("kernels", "KERNELS_LIBRARY", names) };
    let machine =
        Machine::linux().set_path("KERNELS_LIBRARY", "mine").library("mine/libkernels.so.1");
    let found = machine.search().load(&library).unwrap();
    assert_eq!(found.place, Place::Override("KERNELS_LIBRARY"));
}

#[test]
fn a_build_script_reports_its_files_and_variables_to_cargo() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .file("toolkit/bin/nvcc", "")
        .file("toolkit/lib64/libcudadevrt.a", "")
        .file("toolkit/include/cuda.h", "");
    let mut script = BuildScript::new(machine.search());
    let folder = |path: &str| machine.path(path).display().to_string();
    assert_eq!(script.nvcc().unwrap(), machine.path("toolkit/bin/nvcc"));
    assert_eq!(script.include(&CUDA_HEADERS).unwrap(), machine.path("toolkit/include"));
    script.link_static(&CUDADEVRT).unwrap();
    for line in [
        "cargo::rerun-if-env-changed=CUDA_PATH".to_owned(),
        format!("cargo::rerun-if-changed={}", folder("toolkit/bin/nvcc")),
        format!("cargo::rerun-if-changed={}", folder("toolkit/include/cuda.h")),
        format!("cargo::rustc-link-search=native={}", folder("toolkit/lib64")),
        "cargo::rustc-link-lib=static=cudadevrt".to_owned(),
    ] {
        assert_eq!(
            script.lines().iter().filter(|other| **other == line).count(),
            1,
            "{line}: {script:?}"
        );
    }
    assert!(!script.lines().iter().any(|line| line.ends_with("=PATH")));
    assert!(script.link_static(&NVSHMEM_STATIC).is_err());
}

/// A toolkit as NVIDIA's packages make it, for these platforms.
fn toolkit(machine: Machine, platforms: &[&str]) -> Machine {
    let machine = machine
        .set_path("CUDA_PATH", "toolkit")
        .link("toolkit/lib64", "toolkit/targets/x86_64-linux/lib")
        .link("toolkit/include", "toolkit/targets/x86_64-linux/include");
    platforms.iter().fold(machine, |machine, name| {
        let folder = format!("toolkit/targets/{name}");
        machine
            .file(&format!("{folder}/lib/libcudart_static.a"), "!<arch>\n")
            .file(&format!("{folder}/include/cuda.h"), "#define CUDA_VERSION 13000\n")
    })
}

#[test]
fn a_build_script_finds_the_files_of_its_target() {
    let all = &["x86_64-linux", "aarch64-linux", "sbsa-linux", "ppc64le-linux"];
    let script = |platforms: &[&str], target: &str| {
        let machine = toolkit(Machine::linux(), platforms).set("TARGET", target);
        let mut script = BuildScript::new(machine.search());
        let library = script.link_static(&CUDART_STATIC);
        let headers = script.include(&CUDA_HEADERS);
        (machine, library, headers.unwrap(), script.lines().to_vec())
    };
    for (platforms, target, expected) in [
        (&all[..], "aarch64-unknown-linux-gnu", "targets/sbsa-linux"),
        (&all[..2], "aarch64-unknown-linux-gnu", "targets/aarch64-linux"),
        (&all[..], "powerpc64le-unknown-linux-gnu", "targets/ppc64le-linux"),
        (&all[1..3], "aarch64-unknown-linux-musl", "targets/sbsa-linux"),
    ] {
        let (machine, library, headers, lines) = script(platforms, target);
        let folder = machine.path("toolkit").join(expected);
        assert_eq!(library.unwrap(), folder.join("lib/libcudart_static.a"), "{target}");
        assert_eq!(headers, folder.join("include"));
        let link = format!("cargo::rustc-link-search=native={}", folder.join("lib").display());
        assert!(lines.contains(&link), "{lines:?}");
    }
    let (machine, library, headers, _) = script(all, "x86_64-unknown-linux-gnu");
    assert_eq!(library.unwrap(), machine.path("toolkit/lib64/libcudart_static.a"));
    assert_eq!(headers, machine.path("toolkit/include"));
    for (platforms, target) in [
        (&all[2..], "x86_64-unknown-linux-gnu"),
        (&all[..1], "aarch64-unknown-linux-gnu"),
        (&all[..], "riscv64gc-unknown-linux-gnu"),
        (&all[..], "x86_64-pc-windows-msvc"),
    ] {
        let (machine, library, headers, _) = script(platforms, target);
        let error = library.unwrap_err().to_string();
        let named = format!("not {target}");
        assert!(target.contains("windows") || error.contains(&named), "{error}");
        // Headers of another platform are better than none.
        assert!(headers.starts_with(machine.path("toolkit")), "{headers:?}");
    }
}

#[test]
fn a_build_script_finds_the_library_of_its_targets_system() {
    let machine = Machine::linux()
        .set_path("CUDA_PATH", "toolkit")
        .set("TARGET", "x86_64-pc-windows-msvc")
        .file("toolkit/lib64/libcudart_static.a", "")
        .file("toolkit/lib/x64/cudart_static.lib", "");
    let mut script = BuildScript::new(machine.search());
    let found = script.link_static(&CUDART_STATIC).unwrap();
    assert_eq!(found, machine.path("toolkit/lib/x64/cudart_static.lib"));
    assert!(script.lines().contains(&"cargo::rustc-link-lib=static=cudart_static".to_owned()));
}

#[test]
fn an_archive_of_objects_for_another_processor_is_skipped() {
    let archive = |machine: u16| {
        let mut object = b"\x7fELF\x02\x01".to_vec();
        object.resize(64, 0);
        object[18..20].copy_from_slice(&machine.to_le_bytes());
        let mut bytes = b"!<arch>\n".to_vec();
        for (name, content) in [("/", &b"sym"[..]), ("a.o/", &object)] {
            bytes.extend(format!("{name:<48}{:<10}`\n", content.len()).bytes());
            bytes.extend(content);
            bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        }
        bytes
    };
    for (target, machine) in [("x86_64-unknown-linux-gnu", 62), ("aarch64-unknown-linux-gnu", 183)]
    {
        let other = 62 + 183 - machine;
        let machine = Machine::linux()
            .set_path("CUDA_PATH", "toolkit")
            .set("TARGET", target)
            .file("toolkit/lib64/libcudart_static.a", archive(other))
            .file("toolkit/lib/libcudart_static.a", archive(machine));
        let mut script = BuildScript::new(machine.search());
        let found = script.link_static(&CUDART_STATIC).unwrap();
        assert_eq!(found, machine.path("toolkit/lib/libcudart_static.a"), "{target}");
    }
}

#[test]
fn an_inactive_virtualenv_is_reported_and_not_searched() {
    let wheel = ".venv/lib/python3.12/site-packages/nvidia/cu13/bin/nvcc";
    let machine = Machine::linux().file(".venv/pyvenv.cfg", "").file(wheel, "");
    let error = machine.search().tool(&NVCC).unwrap_err().to_string();
    let note = format!(
        "VIRTUAL_ENV not set ({} isn't active: activate it)",
        machine.path(".venv").display()
    );
    assert!(error.contains(&note), "{error}");
}

#[cfg(unix)]
#[test]
fn folders_whose_names_are_not_utf8_are_found() {
    use std::os::unix::ffi::OsStrExt;
    let machine = Machine::linux();
    let odd = machine.path("").join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    std::fs::create_dir_all(odd.join("include")).unwrap();
    std::fs::write(odd.join("include/cuda.h"), "").unwrap();
    let machine = machine.set("CUDA_PATH", &odd);
    assert_eq!(machine.search().headers(&CUDA_HEADERS).unwrap().folder, odd.join("include"));
}
