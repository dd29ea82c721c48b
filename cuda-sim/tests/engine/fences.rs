//! Fences next to atomic operations, which are fences themselves on some CPUs.

use cuda_sim_engine::{DeviceModel, Program};

/// Whether the CPU keeps the order of accesses, and its exchanges are fences.
const KEEPS_ORDER: bool = cfg!(all(target_arch = "x86_64", not(miri)));

/// Returns the number of instructions of a kernel with this body.
fn length(body: &str) -> usize {
    let ptx = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 word)\n{{\n\
         .shared .align 8 .b64 own;\n\
         .reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<4>;\n.reg .b128 %q<3>;\nld.param.u64 %rd1, [word];\n{body}\nret;\n}}\n"
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
        ("", format!("xor.b32 %r3, %r1, %r2;\nAGAIN:\n{atom}\n{repeat}"), false),
        (&format!("{atom}\nadd.u32 %r2, %r1, 1;\nsetp.lt.u32 %p1, %r2, 9;"), load.to_owned(), true),
        // At a generic address.
        ("atom.add.u32 %r1, [%rd1], 1;", load.to_owned(), true),
        ("@%p1 atom.global.add.u32 %r1, [%rd1], 1;", load.to_owned(), false),
        ("atom.shared.add.u32 %r1, [%rd1], 1;", load.to_owned(), false),
        ("st.global.u32 [%rd1], 1;", load.to_owned(), false),
        ("", format!("{load}\n{atom}"), false),
        (load, String::new(), false),
        ("", format!("AGAIN:\n{atom}\n{repeat}"), false),
        ("AGAIN:", format!("{atom}\n{repeat}"), true),
        (&format!("{atom}\nAGAIN:"), format!("{load}\n{repeat}"), false),
    ] {
        let with = length(&format!("{before}\nmembar.gl;\n{after}"));
        let without = length(&format!("{before}\n{after}"));
        let added = usize::from(!is_removed || !KEEPS_ORDER);
        assert_eq!(with - without, added, "{before} {after}");
    }
}

#[test]
fn only_a_fence_after_an_atomic_operation_that_may_be_one_is_removed() {
    let load = "ld.global.u32 %r2, [%rd1];";
    let vector = "{%f0, %f1}, [%rd1], {%f0, %f1};";
    for (before, added) in [
        ("red.global.add.u32 [%rd1], 1;", 0),
        ("red.add.u32 [%rd1], 1;", 0),
        ("red.shared.add.u32 [own], 1;", 1),
        ("atom.add.acq_rel.gpu.u64 %rd2, [%rd1], 1;", 0),
        (&format!("atom.global.add.v2.f32 {vector}"), 0),
        (&format!("atom.add.v2.f32 {vector}"), 0),
        ("red.add.v2.f32 [%rd1], {%f0, %f1};", 0),
        ("atom.exch.b128 %q0, [%rd1], %q1;", 1),
        ("atom.global.exch.b128 %q0, [%rd1], %q1;", 1),
        ("@%p1 atom.add.u32 %r1, [%rd1], 1;", 1),
        ("red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add.u32 [%rd1], %r1, [%rd2];", 1),
        (
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%rd1], %r1, [%rd2];",
            1,
        ),
        ("atom.add.u32 %r1, [%rd1], 1;\nst.shared.u32 [own], 1;", 1),
        ("atom.add.u32 %r1, [%rd1], 1;\nbar.sync 0;", 1),
    ] {
        let without = length(&format!("{before}\n{load}"));
        for fence in ["membar.gl;", "fence.sc.gpu;"] {
            let with = length(&format!("{before}\n{fence}\n{load}"));
            let added = if KEEPS_ORDER { added } else { 1 };
            assert_eq!(with - without, added, "{before} {fence}");
        }
        // With a guard, it can't be that of the operation, which has none.
        let guarded = length(&format!("{before}\n@%p1 fence.sc.gpu;\n{load}"));
        let is_ordered = KEEPS_ORDER && added == 0 && before.contains("global");
        assert_eq!(guarded - without, if is_ordered { 0 } else { 2 }, "{before}");
    }
}

#[test]
fn accesses_that_acquire_or_release_between_blocks_are_ordered() {
    let plain = "ld.relaxed.gpu.global.u32 %r2, [%rd1];\nst.relaxed.gpu.global.u32 [%rd1], %r2;";
    let without = length(plain);
    for (order, scope, between_blocks) in [
        ("acquire", "gpu", true),
        ("acquire", "sys", true),
        ("acquire", "cta", false),
        ("release", "gpu", true),
        ("release", "cluster", false),
    ] {
        let access = match order {
            "acquire" => "ld.relaxed.gpu",
            _ => "st.relaxed.gpu",
        };
        let ordered = format!("{}.{order}.{scope}", &access[..2]);
        let with = length(&plain.replace(access, &ordered));
        let added = usize::from(between_blocks && !KEEPS_ORDER);
        assert_eq!(with - without, added, "{order} {scope}");
    }
}

#[test]
fn only_fences_that_the_cpu_needs_are_instructions() {
    let load = "ld.global.u32 %r2, [%rd1];";
    let plain = length(&format!("{load}\n{load}"));
    for (fence, between_blocks, sequential) in [
        ("membar.gl;", true, true),
        ("membar.sys;", true, true),
        ("membar.cta;", false, true),
        ("fence.sc.gpu;", true, true),
        ("fence.sc.sys;", true, true),
        ("fence.sc.cta;", false, true),
        ("fence.sc.cluster;", false, true),
        ("fence.acq_rel.gpu;", true, false),
        ("fence.acq_rel.cluster;", false, false),
        ("fence.gpu;", true, false),
        ("fence.proxy.alias;", true, false),
        ("fence.proxy.async;", true, false),
        ("fence.proxy.async.shared::cta;", true, false),
        ("fence.proxy.tensormap::generic.release.gpu;", true, false),
        ("fence.mbarrier_init.release.cluster;", false, false),
    ] {
        let with = length(&format!("{load}\n{fence}\n{load}"));
        let added = usize::from(between_blocks && (sequential || !KEEPS_ORDER));
        assert_eq!(with - plain, added, "{fence}");
    }
}
