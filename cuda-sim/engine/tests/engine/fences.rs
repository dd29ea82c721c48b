//! Fences next to atomic operations, which are fences themselves on some CPUs.

use cuda_sim_engine::{DeviceModel, Program};

/// Returns the number of instructions of a kernel with this body.
fn length(body: &str) -> usize {
    let ptx = format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 word)\n{{\n\
         .reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [word];\n{body}\nret;\n}}\n"
    );
    let program = Program::compile(&ptx, &DeviceModel::default()).unwrap();
    program.instruction_count()
}

#[test]
fn a_fence_is_only_removed_next_to_an_atomic_operation() {
    let atom = "atom.global.add.u32 %r1, [%rd1], 1;";
    let load = "ld.global.u32 %r2, [%rd1];";
    let repeat = "setp.lt.u32 %p1, %r1, 9;\n@%p1 bra AGAIN;";
    for (before, after, is_removed) in [
        ("", atom.to_owned(), true),
        (atom, String::new(), true),
        (atom, load.to_owned(), true),
        ("", format!("xor.b32 %r3, %r1, %r2;\n{atom}"), true),
        (
            "",
            format!("xor.b32 %r3, %r1, %r2;\nAGAIN:\n{atom}\n{repeat}"),
            false,
        ),
        (
            &format!("{atom}\nadd.u32 %r2, %r1, 1;\nsetp.lt.u32 %p1, %r2, 9;"),
            load.to_owned(),
            true,
        ),
        // At a generic address.
        ("atom.add.u32 %r1, [%rd1], 1;", load.to_owned(), true),
        (
            "@%p1 atom.global.add.u32 %r1, [%rd1], 1;",
            load.to_owned(),
            false,
        ),
        (
            "atom.shared.add.u32 %r1, [%rd1], 1;",
            load.to_owned(),
            false,
        ),
        ("st.global.u32 [%rd1], 1;", load.to_owned(), false),
        ("", format!("{load}\n{atom}"), false),
        (load, String::new(), false),
        ("", format!("AGAIN:\n{atom}\n{repeat}"), false),
        ("AGAIN:", format!("{atom}\n{repeat}"), true),
        (
            &format!("{atom}\nAGAIN:"),
            format!("{load}\n{repeat}"),
            false,
        ),
    ] {
        let with = length(&format!("{before}\nmembar.gl;\n{after}"));
        let without = length(&format!("{before}\n{after}"));
        let added = usize::from(!is_removed || !cfg!(target_arch = "x86_64"));
        assert_eq!(with - without, added, "{before} {after}");
    }
}

#[test]
fn only_sequentially_consistent_fences_between_blocks_are_instructions() {
    let load = "ld.global.u32 %r2, [%rd1];";
    let plain = length(&format!("{load}\n{load}"));
    for (fence, is_one) in [
        ("membar.gl;", true),
        ("membar.sys;", true),
        ("membar.cta;", false),
        ("fence.sc.gpu;", true),
        ("fence.sc.sys;", true),
        ("fence.sc.cta;", false),
        ("fence.acq_rel.gpu;", false),
        ("fence.gpu;", false),
    ] {
        let with = length(&format!("{load}\n{fence}\n{load}"));
        let added = usize::from(is_one || !cfg!(target_arch = "x86_64"));
        assert_eq!(with - plain, added, "{fence}");
    }
}
