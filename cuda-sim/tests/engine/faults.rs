//! Faults of kernels are reported, and the next launch works.

use crate::device::{Device, args};
use cuda_sim_engine::{CompileErrorKind, DeviceModel, ErrorCode, Fault, Program};

fn kernel(body: &str) -> String {
    let (version, target) = if body.contains(".bulk") { ("8.0", 90) } else { ("7.5", 75) };
    format!(
        ".version {version}\n.target sm_{target}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.shared .align 4 .b8 sm[64];\n\
         ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n{body}\nret;\n}}\n"
    )
}

/// Returns the fault of a body that 64 threads run with a buffer of 64 words.
fn fault(body: &str) -> Fault {
    let mut device = Device::load(&kernel(body));
    device.limits.fuel = Some(10_000_000);
    device.limits.stack = 4096;
    let buffer = device.zeroed::<u32>(64);
    let fault = device
        .try_run("k", 1, 64, args().buffer(&buffer))
        .expect_err("the kernel does something wrong");
    let good = Device::load(&kernel(
        "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;",
    ));
    let buffer = good.zeroed::<u32>(64);
    good.run("k", 1, 64, args().buffer(&buffer));
    assert_eq!(buffer.read(), (0..64).collect::<Vec<u32>>());
    fault
}

pub fn assert_says(fault: &Fault, code: ErrorCode, parts: &[&str]) {
    assert_eq!(fault.code, code, "{fault}");
    for part in parts {
        assert!(fault.report.contains(part), "{part:?} is missing in: {fault}");
    }
}

#[test]
fn a_store_past_the_end_reports_thread_address_and_distance() {
    let fault =
        fault("mul.wide.u32 %rd2, %r1, 8;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;");
    let parts = [
        "store of 4 bytes",
        "kernel k",
        "PTX line 14",
        "block (0, 0, 0)",
        "thread (32, 0, 0)",
        "0 bytes past an allocation of 256",
    ];
    assert_says(&fault, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, &parts);
}

#[test]
fn a_report_has_the_line_of_the_source_or_how_to_get_it() {
    let ptx = kernel("st.global.u32 [%rd1+256], %r1;");
    let with = ptx.replace("st.global", ".loc 1 7 3\nst.global") + ".file 1 \"sum.cu\"\n";
    for (ptx, has_lines) in [(&ptx, false), (&with, true)] {
        let device = Device::load(ptx);
        let buffer = device.zeroed::<u32>(64);
        let report = device.try_run("k", 1, 1, args().buffer(&buffer)).unwrap_err().report;
        assert_eq!(report.contains("(sum.cu:7)"), has_lines, "{report}");
        assert_eq!(report.contains("compile with -lineinfo"), !has_lines, "{report}");
    }
}

#[test]
fn a_launch_by_a_kernel_needs_a_parameter_buffer() {
    let kernel = kernel(
        "{ .param .b64 b, s; .param .b32 e;\nadd.u64 %rd2, %rd1, 128; st.param.b64 [b], %rd2; st.param.b64 [s], 0;\n\
         call (e), cudaLaunchDeviceV2, (b, s); }",
    );
    let declared = ".address_size 64\n.extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 p, .param .b64 s);";
    let device = Device::load(&kernel.replace(".address_size 64", declared));
    let buffer = device.zeroed::<u32>(64);
    let fault = device.try_run("k", 1, 1, args().buffer(&buffer)).expect_err("it's no such buffer");
    let parts = ["isn't a buffer of cudaGetParameterBuffer", "PTX line 15"];
    assert_says(&fault, ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION, &parts);
}

#[test]
fn a_bulk_copy_moves_whole_granules_between_aligned_addresses() {
    const ILLEGAL: ErrorCode = ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION;
    const MISALIGNED: ErrorCode = ErrorCode::CUDA_ERROR_MISALIGNED_ADDRESS;
    for (copy, code, part) in [
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], %r4;", ILLEGAL, "of 24 bytes"),
        (
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r2], %r5;",
            ILLEGAL,
            "of 4 bytes",
        ),
        (
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r3], 16;",
            MISALIGNED,
            "load of 16 bytes",
        ),
        (
            "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r2], 16;",
            MISALIGNED,
            "store of 16 bytes",
        ),
        (
            "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 272;",
            ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
            "load of 16 bytes",
        ),
    ] {
        let body = format!(
            "mov.u32 %r2, sm;\nadd.u32 %r3, %r2, 4;\nadd.u64 %rd2, %rd1, 8;\nmov.u32 %r4, 24;\nmov.u32 %r5, 4;\n{copy}"
        );
        assert_says(&fault(&body), code, &[part]);
    }
}

#[test]
fn a_null_pointer_is_an_illegal_address() {
    let fault = fault("mov.u64 %rd2, 0;\nld.global.u32 %r2, [%rd2];");
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
        &["load of 4 bytes", "lane 0 of warp"],
    );
}

#[test]
fn a_misaligned_load_is_reported_as_such() {
    let fault = fault("ld.global.u32 %r2, [%rd1+2];");
    assert_says(&fault, ErrorCode::CUDA_ERROR_MISALIGNED_ADDRESS, &["misaligned"]);
}

#[test]
fn an_access_past_the_blocks_shared_memory_is_a_fault() {
    let fault = fault("mov.u32 %r2, sm;\nst.shared.u32 [%r2+4096], %r1;");
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
        &["shared address 0x1000", "the block has 64 bytes of shared memory"],
    );
}

/// As on an H200: 700 below 16 MiB, 715 above.
#[test]
fn an_address_beyond_shared_memory_is_an_illegal_instruction() {
    for (address, code) in [
        ("0xfff000", ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS),
        ("0x1100000", ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION),
        ("0x80000000", ErrorCode::CUDA_ERROR_ILLEGAL_INSTRUCTION),
    ] {
        let fault = fault(&format!("mov.u32 %r2, {address};\nst.shared.u32 [%r2], %r1;"));
        assert_says(&fault, code, &[&format!("shared address {address}")]);
    }
}

#[test]
fn host_memory_is_not_device_memory() {
    let word = Box::new(7u32);
    let device = Device::load(&kernel("ld.global.u32 %r2, [%rd1];\nst.global.u32 [%rd1], %r2;"));
    let fault = device
        .try_run("k", 1, 32, args().value(&raw const *word as u64))
        .expect_err("it is the host's");
    assert_says(&fault, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, &["out of bounds"]);
}

#[test]
fn a_trap_stops_the_launch() {
    let fault = fault("setp.eq.u32 %p1, %r1, 40;\n@%p1 trap;");
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_LAUNCH_FAILED,
        &["trap", "thread (40, 0, 0)", "lane 8 of warp 1"],
    );
}

#[test]
fn a_missing_arrival_at_a_barrier_is_a_deadlock_and_not_a_hang() {
    let fault = fault(
        "mov.u32 %r2, 64;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 1, 64;\n@!%p1 bar.sync 2, 64;",
    );
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT,
        &["deadlock", "barrier 1", "32 of 64", "barrier 2"],
    );
}

#[test]
fn lanes_that_never_arrive_are_a_deadlock() {
    let fault =
        fault("setp.eq.u32 %p1, %r1, 3;\n@%p1 bar.warp.sync 0xffffffff;\n@!%p1 bar.sync 0;");
    assert_says(&fault, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, &["deadlock", "0xffffffff"]);
}

#[test]
fn a_loop_without_end_stops_at_the_limit() {
    let fault = fault("L:\nadd.u32 %r1, %r1, 1;\nbra L;");
    assert_says(&fault, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, &["10000000 warp instructions"]);
}

#[test]
fn a_loop_through_a_barrier_stops_at_the_limit() {
    let fault = fault("L:\nbar.sync 0;\nbra L;");
    assert_says(&fault, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, &["warp instructions"]);
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let ptx = ".version 7.5\n.target sm_75\n.address_size 64\n.func f()\n{\ncall f, ();\nret;\n}\n\
               .visible .entry k(.param .u64 p)\n{\ncall f, ();\nret;\n}\n";
    let mut device = Device::load(ptx);
    device.limits.stack = 2048;
    let fault = device.try_run("k", 1, 32, args().value(0u64)).expect_err("it recurses for ever");
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
        &["stack overflow", "CU_LIMIT_STACK_SIZE"],
    );
}

/// Returns PTX in which thread `n` of kernel `k` writes `n + 1` to its `bytes` bytes of local memory, meets the others, and
/// then adds up what is there, with `extra` in between.
fn with_local(bytes: u32, extra: &str) -> String {
    let words = bytes / 4;
    kernel(&format!(
        ".local .align 4 .b8 room[{bytes}];\nmov.u64 %rd2, room;\ncvta.local.u64 %rd3, %rd2;\nadd.u32 %r2, %r1, 1;\n\
         mov.u32 %r3, 0;\nmov.u64 %rd4, %rd2;\nFILL:\nst.local.u32 [%rd4], %r2;\nadd.u64 %rd4, %rd4, 4;\n\
         add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, {words};\n@%p1 bra FILL;\nbar.sync 0;\n{extra}\nmov.u32 %r4, 0;\n\
         ADD:\nsub.u64 %rd4, %rd4, 4;\nld.local.u32 %r5, [%rd4];\nadd.u32 %r4, %r4, %r5;\nsub.u32 %r3, %r3, 1;\n\
         setp.ne.u32 %p1, %r3, 0;\n@%p1 bra ADD;\nmul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd5, %rd1, %rd5;\n\
         st.global.u32 [%rd5], %r4;"
    ))
}

#[test]
fn a_thread_has_its_variables_of_local_memory_and_nothing_beyond_them() {
    for bytes in [4, 20, 64] {
        // With a limit larger than all memory of the host, if each thread had it.
        let mut device = Device::load(&with_local(bytes, ""));
        device.limits.stack = u32::MAX;
        let buffer = device.zeroed::<u32>(64);
        device.run("k", 1, 64, args().buffer(&buffer));
        assert_eq!(buffer.read(), (1..=64).map(|n| n * bytes / 4).collect::<Vec<u32>>());
        for (address, space) in [("%rd2", ".local"), ("%rd3", "")] {
            for offset in [-65_536, -4, i64::from(bytes), i64::from(bytes) + 65_536] {
                for access in
                    [format!("st{space}.u32 [%rd6], 7;"), format!("ld{space}.u32 %r6, [%rd6];")]
                {
                    let extra = format!("add.s64 %rd6, {address}, {offset};\n{access}");
                    let mut device = Device::load(&with_local(bytes, &extra));
                    device.limits.stack = 65_536;
                    let buffer = device.zeroed::<u32>(64);
                    let fault =
                        device.try_run("k", 1, 64, args().buffer(&buffer)).expect_err(&extra);
                    let room = format!("the thread has {bytes} bytes of local memory");
                    assert_says(
                        &fault,
                        ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS,
                        &["out of bounds", &room],
                    );
                }
            }
        }
    }
}

/// Returns the local memory that a fault says a thread has, of a kernel with this body and limit, and these functions.
fn local_memory(functions: &str, body: &str, limit: u32) -> u32 {
    let ptx = kernel(&format!("mov.u64 %rd9, -4;\nst.local.u32 [%rd9], %r1;\n{body}"));
    let (head, entry) = ptx.split_once(".visible").expect("there is a kernel");
    let mut device = Device::load(&format!("{head}{functions}\n.visible{entry}"));
    device.limits.stack = limit;
    let fault = device.try_run("k", 1, 1, args().value(0u64)).expect_err("it stores outside");
    let (_, rest) = fault.report.split_once("the thread has ").expect("the fault says it");
    rest.split_once(' ').and_then(|(bytes, _)| bytes.parse().ok()).expect("a number")
}

#[test]
fn the_stack_limit_counts_where_calls_may_need_more_than_is_known() {
    let leaf = ".func f()\n{\n.local .b32 v[64];\nret;\n}";
    let recursive = ".func f()\n{\n.local .b32 v[64];\n.reg .pred %q;\nsetp.ne.u32 %q, 0, 0;\n@%q call f, ();\nret;\n}";
    let call = "call f, ();";
    let indirect = "mov.u64 %rd2, f;\nprot: .callprototype ()_();\ncall %rd2, (), prot;";
    let local_variable = ".local .b32 own[1000];";
    for (functions, body, expected) in [
        (leaf, "", [0, 0]),
        (leaf, call, [272, 272]),
        (leaf, &format!("{local_variable}{call}"), [4272, 4272]),
        (recursive, call, [1040, 8208]),
        (recursive, &format!("{local_variable}{call}"), [4016, 8208]),
        (leaf, indirect, [1040, 8208]),
        (&leaf.replace("64", "1024"), indirect, [4112, 8208]),
        ("", "alloca.u64 %rd2, 512;", [1040, 8208]),
    ] {
        let found = [1024, 8192].map(|limit| local_memory(functions, body, limit));
        assert_eq!(found, expected, "{functions}\n{body}");
    }
}

#[test]
fn recursion_goes_as_deep_as_on_an_h200() {
    let function = ".func (.param .b32 q) f(.param .b32 n)\n{\n.reg .b32 %r<9>;\n.reg .pred %p;\nld.param.u32 %r1, [n];\nmov.u32 %r2, 1;\nsetp.eq.s32 %p, %r1, 0;\n@%p bra E;\nadd.s32 %r3, %r1, -1;\n{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r3;\ncall.uni (b), f, (a);\nld.param.b32 %r2, [b];\n}\nE:\nst.param.b32 [q], %r2;\nret;\n}";
    // The bytes of the kernel's own variables, the limit, and the deepest call that doesn't fault.
    for (own, limit, deepest) in [
        (0, 1024, Some(63)),
        (0, 8192, Some(511)),
        (512, 1024, Some(31)),
        (512, 8192, Some(479)),
        (4096, 1024, None),
        (4096, 8192, Some(255)),
    ] {
        let variable = match own {
            0 => String::new(),
            _ => format!(".local .b8 own[{own}];"),
        };
        let call = |depth: u32| {
            let body = format!(
                "{variable}\n{{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], {depth};\ncall.uni (b), f, (a);\n}}"
            );
            let ptx = kernel(&body);
            let (head, entry) = ptx.split_once(".visible").expect("there is a kernel");
            let mut device = Device::load(&format!("{head}{function}\n.visible{entry}"));
            device.limits.stack = limit;
            device.try_run("k", 1, 1, args().value(0u64))
        };
        assert_eq!(call(deepest.unwrap_or(0)).is_ok(), deepest.is_some(), "{own}, {limit}");
        let fault = call(4 * limit).expect_err("it is too deep");
        assert_says(&fault, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, &["stack overflow"]);
    }
}

#[test]
fn an_invalid_indirect_call_is_reported() {
    let fault = fault("mov.u64 %rd2, 1234;\nprot: .callprototype ()_();\ncall %rd2, (), prot;");
    assert_says(&fault, ErrorCode::CUDA_ERROR_INVALID_PC, &["0x4d2"]);
}

#[test]
fn a_failed_assertion_has_its_text_and_position() {
    let ptx = include_str!("../kernels/ptx/printf.75.ptx");
    let device = Device::load(ptx);
    let fault = device.try_run("as", 1, 1, args().value(-1i32)).expect_err("the assertion fails");
    assert_says(
        &fault,
        ErrorCode::CUDA_ERROR_ASSERT,
        &["f:3: g: block: [0,0,0], thread: [0,0,0] Assertion `n>0` failed."],
    );
}

fn compile_error(ptx: &str) -> (CompileErrorKind, String) {
    let error = Program::compile(ptx, &crate::device::model()).expect_err("it can't be compiled");
    (error.kind, error.to_string())
}

#[test]
fn a_syntax_error_has_line_and_column() {
    let (kind, log) = compile_error(&kernel("add.u32 %r1, %r1 1;"));
    assert_eq!(kind, CompileErrorKind::InvalidPtx);
    assert!(log.starts_with("12:18: expected ',' or ';', found the number 1"), "{log}");
}

#[test]
fn static_shared_memory_is_limited_to_that_of_a_block() {
    let of_size = |bytes: u32| kernel("").replace("sm[64]", &format!("sm[{bytes}]"));
    let device = DeviceModel::default();
    Program::compile(of_size(device.shared_per_block), &device).expect("it is within the limit");
    let (kind, log) = compile_error(&of_size(device.shared_per_block + 1));
    assert_eq!(kind, CompileErrorKind::InvalidPtx);
    let wanted = "k uses 232449 bytes of static shared memory, but a block has at most 232448";
    assert!(log.contains(wanted), "{log}");
}

/// The sizes are those of ptxas 13.0, but of `kg`, whose function is at the same address in every kernel.
#[test]
fn a_kernel_has_the_shared_memory_of_the_functions_that_it_may_call() {
    let call = |name: &str, calls: &[&str]| {
        let calls: String =
            calls.iter().map(|function| format!("call.uni {function}, ();")).collect();
        format!(".visible .entry {name}() {{ {calls} ret; }}\n")
    };
    let store = "st.volatile.shared.u32 [common], 1;";
    let kernels = [
        call("kf", &["f"]),
        call("kg", &["g"]),
        call("kfg", &["f", "g"]),
        call("kh", &["h"]),
        call("km", &["m"]),
        call("none", &[]),
        call("mine", &["f"]).replace("() {", "() { .shared .b8 t[64]; st.shared.u8 [t], 1;"),
        call("own", &[]).replace("() {", &format!("() {{ {store}")),
        call("indirect", &[]).replace(
            "() {",
            "() { .reg .b64 %rd; ld.global.u64 %rd, [table]; P: .callprototype _ (); call %rd, (), P;",
        ),
    ];
    let ptx = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.shared .align 4 .b8 common[300];
        .func f() {{ .shared .align 4 .b8 s[1000]; st.volatile.shared.u32 [s], 1; ret; }}
        .func g() {{ .shared .align 4 .b8 s[2000]; st.volatile.shared.u32 [s], 1; ret; }}
        .func h() {{ call.uni f, (); ret; }}
        .func m() {{ {store} ret; }}
        .global .u64 table[1] = {{ g }};\n{}",
        kernels.concat()
    );
    let program = Program::compile(&ptx, &crate::device::model()).unwrap();
    let sizes = program.kernels().map(|kernels| (kernels.name.as_str(), kernels.shared_static));
    let expected = [
        ("kf", 1000),
        ("kg", 3000),
        ("kfg", 3000),
        ("kh", 1000),
        ("km", 300),
        ("none", 0),
        ("mine", 1064),
        ("own", 300),
        ("indirect", 3000),
    ];
    assert_eq!(sizes.collect::<Vec<_>>(), expected);
}

#[test]
fn an_unsupported_instruction_is_rejected_with_its_name_and_position() {
    let ptx = kernel("tcgen05.fence::before_thread_sync;")
        .replace("7.5", "8.6")
        .replace("sm_75", "sm_100a");
    let (kind, log) = compile_error(&ptx);
    assert_eq!(kind, CompileErrorKind::Unsupported);
    assert!(log.contains("12:1: tcgen05.fence::before_thread_sync"), "{log}");
}

#[test]
fn code_that_no_gpu_accepts_is_invalid_rather_than_unsupported() {
    for (wrong, why) in [
        ("foo.bar %r1;", "foo.bar: Not a name of any known instruction: 'foo'"),
        (
            "add.u32 %r1, %rd1, 1;",
            "expected an operand of type .u32, found a register of type .b64",
        ),
        (
            "add.u32 %rd1, %r1, 1;",
            "expected an operand of type .u32, found a register of type .b64",
        ),
        (
            "add.u32 %r1, %r1, 1.0;",
            "expected an operand of type .u32, found a floating-point number",
        ),
        ("st.const.u32 [%rd1], %r1;", "Illegal modifier '.const' for instruction 'st'"),
        ("red.const.add.u32 [%rd1], %r1;", "Illegal modifier '.const' for instruction 'red'"),
        ("mov.u64 %rd2, 1 / 0;", "division by zero in a constant expression"),
        ("add.u32 %r1, %r1;", "expected 3 operands, found 2"),
        (
            "ld.global.u64 %r2, [%rd1];",
            "expected an operand of type .u64 or wider, found a register of type .b32",
        ),
        (
            ".reg .b16 %h;\nld.global.u32 %h, [%rd1];",
            "expected an operand of type .u32 or wider, found a register of type .b16",
        ),
        (
            ".reg .b16 %h<2>;\nst.global.v2.u32 [%rd1], {%h0, %h1};",
            "expected an operand of type .u32 or wider, found a register of type .b16",
        ),
        (
            ".reg .b16 %h;\nst.global.f16 [%rd1], %h;",
            "Unexpected instruction types specified for 'st'",
        ),
        ("elect.sync _|%p1, 1;", "Instruction 'elect' requires .target sm_90 or higher"),
    ] {
        let (kind, log) = compile_error(&kernel(wrong));
        assert_eq!(kind, CompileErrorKind::InvalidPtx, "{wrong}: {log}");
        assert!(log.contains(why), "{wrong}: {log}");
    }
}

#[test]
fn a_quotient_that_overflows_in_a_constant_expression_wraps() {
    let device = Device::load(&kernel(
        "mov.s64 %rd2, (-9223372036854775807 - 1) / -1;\nst.global.u64 [%rd1], %rd2;",
    ));
    let buffer = device.zeroed::<u64>(1);
    device.run("k", 1, 1, args().buffer(&buffer));
    assert_eq!(buffer.read(), [1 << 63]);
}

#[test]
fn a_call_that_differs_from_the_declaration_is_invalid() {
    for (call, why) in [
        ("call (z), f, (x, y);", None),
        (
            "call (z), f, (x);",
            Some("wrong number of parameters: 1 and 1 results, instead of 2 and 1"),
        ),
        ("call (z), f;", Some("wrong number of parameters: 0 and 1 results, instead of 2 and 1")),
        (
            "call f, (x, y);",
            Some("wrong number of parameters: 2 and 0 results, instead of 2 and 1"),
        ),
        ("call (z), f, (y, y);", Some("Type of argument does not match formal parameter 'a'")),
    ] {
        let ptx = format!(
            ".version 7.5\n.target sm_75\n.address_size 64\n\
             .func (.param .b32 o) f(.param .b32 a, .param .b64 b)\n{{\nret;\n}}\n\
             .visible .entry k()\n{{\n.param .b32 x;\n.param .b64 y;\n.param .b32 z;\n{call}\nret;\n}}\n"
        );
        match why {
            None => assert!(Program::compile(&ptx, &crate::device::model()).is_ok()),
            Some(why) => {
                let (kind, log) = compile_error(&ptx);
                assert_eq!(kind, CompileErrorKind::InvalidPtx, "{call}: {log}");
                assert!(log.contains(why), "{call}: {log}");
            }
        }
    }
}

#[test]
fn declarations_of_a_function_have_as_many_parameters() {
    const F: &str = ".extern .func (.param .b32 r) f(.param .b32 x);";
    for (second, is_same) in [
        (".extern .func (.param .b32 other) f(.param .b32 name);", true),
        (".extern .func f(.param .b32 x);", false),
        (".visible .func (.param .b32 r) f() { ret; }", false),
    ] {
        for functions in [[F, second], [second, F]] {
            let [first, second] = functions;
            let ptx = format!(
                ".version 7.5\n.target sm_75\n.address_size 64\n{first}\n{second}\n.visible .entry k() {{ ret; }}\n"
            );
            if is_same {
                assert!(Program::compile(&ptx, &crate::device::model()).is_ok());
                continue;
            }
            let (kind, log) = compile_error(&ptx);
            let why = "Inconsistent prototypes of 'f', number of parameters differ";
            assert_eq!(kind, CompileErrorKind::InvalidPtx, "{log}");
            assert!(log.starts_with("5:") && log.contains(why), "{log}");
        }
    }
}

#[test]
fn a_conversion_of_an_unknown_type_is_unsupported_and_not_invalid() {
    for conversion in
        ["cvt.rn.satfinite.e2m3x2.f32 %h, %f1, %f2;", "cvt.rz.satfinite.ue8m0x2.bf16x2 %h, %r1;"]
    {
        let ptx = kernel(&format!(".reg .b16 %h;\n.reg .f32 %f<3>;\n{conversion}"))
            .replace("7.5", "8.6")
            .replace("sm_75", "sm_100a");
        let (kind, log) = compile_error(&ptx);
        assert_eq!(kind, CompileErrorKind::Unsupported, "{conversion}: {log}");
    }
}

#[test]
fn a_call_can_leave_out_an_array_of_undeclared_size() {
    let ptx = |arguments: &str| {
        format!(
            ".version 7.5\n.target sm_75\n.address_size 64\n\
             .func f(.param .b32 a, .param .align 8 .b8 more[])\n{{\nret;\n}}\n\
             .visible .entry k()\n{{\n.param .b32 x;\n.param .align 8 .b8 y[24];\n\
             call f, ({arguments});\nret;\n}}\n"
        )
    };
    assert!(Program::compile(ptx("x"), &crate::device::model()).is_ok());
    assert!(Program::compile(ptx("x, y"), &crate::device::model()).is_ok());
}

#[test]
fn unknown_modifiers_are_never_ignored() {
    let (kind, log) = compile_error(&kernel("add.u32.sideways %r1, %r1, 1;"));
    assert_eq!(kind, CompileErrorKind::InvalidPtx);
    assert!(log.contains(".sideways"), "{log}");
}

#[test]
fn ptx_that_is_too_new_says_which_version_is_accepted() {
    let device = DeviceModel { ptx_version: (7, 4), ..DeviceModel::default() };
    let error = Program::compile(kernel(""), &device).expect_err("it is too new");
    assert_eq!(error.kind, CompileErrorKind::UnsupportedPtxVersion);
    assert!(
        error.to_string().contains("version 7.5") && error.to_string().contains("up to 7.4"),
        "{error}"
    );
}

#[test]
fn ptx_for_a_newer_architecture_is_rejected() {
    let (kind, log) = compile_error(&kernel("").replace("7.5", "8.7").replace("sm_75", "sm_120"));
    assert_eq!(kind, CompileErrorKind::UnsupportedTarget);
    assert!(log.contains("sm_120"), "{log}");
}

#[test]
fn an_architecture_that_is_unknown_or_too_new_is_invalid() {
    for (target, why) in [
        ("sm_999", "unknown architecture sm_999"),
        ("sm_90", "PTX of version 7.5 can't be for sm_90, which came with 7.8"),
    ] {
        let (kind, log) = compile_error(&kernel("").replace("sm_75", target));
        assert_eq!(kind, CompileErrorKind::InvalidPtx);
        assert!(log.contains(why), "{log}");
    }
}

#[test]
fn old_ptx_is_accepted_unless_it_rounds_differently() {
    let old = |ptx: &str| ptx.replace("7.5", "1.4").replace("sm_75", "sm_13");
    assert!(
        Program::compile(old(&kernel("add.u32 %r1, %r1, 1;")), &DeviceModel::default()).is_ok()
    );
    let (kind, log) = compile_error(&old(&kernel(".reg .f32 %f1;\nmad.f32 %f1, %f1, %f1, %f1;")));
    assert_eq!(kind, CompileErrorKind::Unsupported);
    assert!(log.contains("before 2.0"), "{log}");
}

#[test]
fn shared_memory_of_a_block_that_has_ended_is_gone() {
    for (access, named) in [
        ("ld.volatile.shared::cluster.u32 %r2, [%r1];", "load of 4 bytes"),
        ("st.volatile.shared::cluster.u32 [%r1], %r2;", "store of 4 bytes"),
        ("atom.shared::cluster.add.u32 %r2, [%r1], 1;", "atomic operation of 4 bytes"),
        ("ld.volatile.u32 %r2, [%rd1];", "load of 4 bytes"),
    ] {
        // The first block waits for the second one's end, of which only the fault tells it.
        let ptx = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n\
             .reg .pred %p;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n.shared .align 4 .b32 word;\n\
             mov.u32 %r0, %cluster_ctarank;\nsetp.eq.u32 %p, %r0, 1;\n@%p ret;\n\
             mov.u32 %r1, word;\nmapa.shared::cluster.u32 %r1, %r1, 1;\nmov.u32 %r2, 0;\n\
             cvt.u64.u32 %rd1, %r1;\ncvta.shared.u64 %rd1, %rd1;\nAGAIN:\n{access}\nbra AGAIN;\n}}\n"
        );
        let mut device = Device::load(&ptx);
        device.cluster = [2, 1, 1];
        device.limits.fuel = Some(1 << 24);
        let fault = device.try_run("k", 2, 1, args()).unwrap_err();
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_FAILED, "{fault}");
        let text = format!("{named} in shared memory of block 1 of the cluster, which has ended");
        assert!(fault.report.starts_with(&text), "{fault}");
    }
}
