//! Linked programs on the device.

use cuda_driver::{Context, ErrorCode, Launch, Module, driver::Symbol};
use cuda_linker::{Arch, Backend, DriverLinker, LinkOption, Linker, ObjectCode};
use cuda_pathfinder::Search;
use nvfatbin::{Entry, Fatbin, FatbinOption, NvFatbin};
use nvrtc::{Nvrtc, Program, TileIr};

use crate::costs::instrumented;
use crate::device::{TestDevice, is_software, with_device};

const CALLER: &str = r#"
extern __device__ int twice(int x);
extern "C" __global__ void fill(int *out) { out[threadIdx.x] = twice(threadIdx.x); }"#;
const CALLEE: &str = "__device__ int twice(int x) { return 2 * x; }";

/// Compiles a unit that can be linked with others.
fn unit(nvrtc: Nvrtc, name: &'static str, source: &'static str, arch: Arch) -> Program<'static> {
    let program = Program::new(name, source).with_nvrtc(nvrtc);
    program.arch(arch.to_virtual()).relocatable_device_code(true)
}

/// Returns the device's own architecture.
fn arch(device: &TestDevice) -> Arch {
    let capability = device.context.device().compute_capability().expect("the device has one");
    Arch::sm(capability.major, capability.minor)
}

fn nvrtc() -> Option<Nvrtc> {
    match Nvrtc::load() {
        Ok(nvrtc) => Some(nvrtc),
        Err(_) => {
            cuda_rust::skip("there is no NVRTC");
            None
        }
    }
}

/// Loads a linked image, which is PTX on the software device.
fn load(context: &Context, linked: &ObjectCode) -> Module {
    context.load(&linked).unwrap()
}

fn assert_fills(device: &TestDevice, module: &Module) {
    let fill = module.function(c"fill").unwrap();
    let mut out = device.stream.alloc_zeroed::<i32>(64).unwrap();
    // SAFETY: fill(int *) with an element for each thread.
    unsafe { device.stream.launch(&fill, Launch::grid(1).block(64), (&mut out,)) }.unwrap();
    let expected: Vec<i32> = (0..64).map(|i| 2 * i).collect();
    assert_eq!(out.to_vec().unwrap(), expected);
}

#[test]
fn two_units_linked_by_the_driver_load_and_run() {
    let Some(nvrtc) = nvrtc() else { return };
    with_device(None, |device| {
        let arch = arch(device);
        let (caller, callee) = (
            unit(nvrtc, "caller.cu", CALLER, arch).compile_ptx().unwrap(),
            unit(nvrtc, "callee.cu", CALLEE, arch).compile_ptx().unwrap(),
        );
        if !is_software() && caller.check_driver(device.driver.version()).is_err() {
            return cuda_rust::skip("the driver doesn't accept this NVRTC's PTX");
        }
        let linker =
            Linker::new(arch).ptx("caller", caller.as_str()).ptx("callee", callee.as_str());
        let linked = DriverLinker::new(&device.context).link(&linker).unwrap();
        assert_fills(device, &load(&device.context, &linked));
    });
}

#[test]
fn tile_code_is_not_passed_to_the_drivers_linker() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        // SAFETY: nothing dereferences it, as the test verifies.
        let tiles = unsafe { TileIr::restore(vec![0x7f; 64], String::new(), Vec::new()) };
        let mut linker = counted.context.linker().unwrap();
        let error = linker.add("tiles", &tiles).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_IMAGE);
        assert!(error.to_string().contains("no CUDA Tile code"), "{error}");
        assert_eq!(instrument.calls(Symbol::cuLinkAddData_v2), 0);
    });
}

#[test]
fn two_units_optimized_by_nvjitlink_load_and_run() {
    let Some(nvrtc) = nvrtc() else { return };
    with_device(None, |device| {
        let search = Search::new().newest(device.driver.version().major);
        let Backend::NvJitLink(nvjitlink) = Backend::found_by(&search, &device.context) else {
            return cuda_rust::skip("there is no nvJitLink");
        };
        if nvjitlink.version() < nvrtc.version() {
            return cuda_rust::skip("nvJitLink is older than NVRTC");
        }
        let arch = arch(device);
        let (caller, callee) = (
            unit(nvrtc, "caller.cu", CALLER, arch).compile_lto_ir().unwrap(),
            unit(nvrtc, "callee.cu", CALLEE, arch).compile_lto_ir().unwrap(),
        );
        let linker = Linker::new(arch).option(LinkOption::Lto);
        // SAFETY: NVRTC has just made both.
        let linker =
            unsafe { linker.ltoir("caller", caller.as_bytes()).ltoir("callee", callee.as_bytes()) };
        let module = if is_software() {
            let linked = nvjitlink.link_ptx(&linker).unwrap();
            device.context.load(&linked).unwrap()
        } else {
            load(&device.context, &Backend::NvJitLink(nvjitlink).link(&linker).unwrap())
        };
        assert_fills(device, &module);
    });
}

#[test]
fn the_driver_selects_its_image_from_a_fat_binary() {
    const FILL: &str =
        "extern \"C\" __global__ void fill(int *out) { out[threadIdx.x] = 2 * threadIdx.x; }";
    let Some(nvrtc) = nvrtc() else { return };
    let Ok(nvfatbin) = NvFatbin::load() else {
        return cuda_rust::skip("there is no nvFatbin");
    };
    if is_software() {
        return cuda_rust::skip("the software device loads no machine code");
    }
    with_device(None, |device| {
        let (own, other) = (arch(device), Arch::sm(7, 5));
        let compile = |arch| {
            Program::new("fill.cu", FILL).with_nvrtc(nvrtc).arch(arch).compile_cubin().unwrap()
        };
        let (right, wrong) = (compile(own), compile(other));
        // SAFETY: NVRTC has just made both.
        let entries =
            unsafe { [Entry::cubin(other, "fill", &wrong), Entry::cubin(own, "fill", &right)] };
        for compressed in [false, true] {
            let mut fatbin = entries.iter().cloned().fold(Fatbin::new(), Fatbin::entry);
            if compressed {
                fatbin = fatbin.option(FatbinOption::CompressAll);
            }
            let packed = nvfatbin.build(&fatbin).unwrap();
            let module = device.context.load(&packed).unwrap();
            assert_fills(device, &module);
        }
    });
}

/// Two declarations of one name in two parts of a link, and what a driver says of them.
const DECLARATIONS: [(&str, &str, &[&str]); 30] = [
    (".weak .shared .b8 s[128]", ".weak .shared .b8 s[128]", &[]),
    (".weak .shared .b8 s[128]", ".weak .shared .b8 s[64]", &["Size doesn't match"]),
    (".weak .shared .b8 s[64]", ".weak .shared .align 16 .b8 s[64]", &[]),
    (".weak .shared .b8 s[64]", ".visible .shared .b8 s[128]", &["Size doesn't match"]),
    (".visible .shared .b8 s[64]", ".weak .shared .b8 s[64]", &[]),
    (".visible .shared .b8 s[64]", ".weak .shared .b8 s[128]", &["Size doesn't match"]),
    (".weak .shared .b8 s[64]", ".extern .shared .b8 s[128]", &["Size doesn't match"]),
    (".weak .shared .b8 s[64]", ".extern .shared .b8 s[]", &[]),
    (".weak .shared .b8 s[128]", ".shared .b8 s[32]", &[]),
    (
        ".visible .shared .b8 s[64]",
        ".visible .shared .b8 s[128]",
        &["Size doesn't match", "Multiple definition"],
    ),
    (".weak .global .b8 s[128]", ".weak .global .b8 s[64]", &["Size doesn't match"]),
    (".weak .global .b8 s[64]", ".visible .global .b8 s[64]", &[]),
    (".weak .global .b8 s[64]", ".visible .global .b8 s[128]", &["Size doesn't match"]),
    (".weak .global .b8 s[64]", ".common .global .b8 s[64]", &[]),
    (".weak .global .b8 s[64]", ".common .global .b8 s[128]", &["Size doesn't match"]),
    (".visible .global .b8 s[64]", ".visible .global .b8 s[64]", &["Multiple definition"]),
    (".visible .global .b8 s[64]", ".common .global .b8 s[64]", &["Multiple definition"]),
    (".common .global .b8 s[64]", ".visible .global .b8 s[64]", &[]),
    (".common .global .b8 s[64]", ".visible .global .b8 s[128]", &["Size doesn't match"]),
    (".common .global .b8 s[64]", ".weak .global .b8 s[128]", &["Size doesn't match"]),
    (".common .global .b8 s[64]", ".common .global .b8 s[128]", &[]),
    (".common .global .b8 s[128]", ".extern .global .b8 s[64]", &["Size doesn't match"]),
    (".extern .global .b8 s[64]", ".visible .global .b8 s[128]", &["Size doesn't match"]),
    (".extern .global .b8 s[]", ".visible .global .b8 s[128]", &[]),
    (".extern .global .b8 s[64]", ".extern .global .b8 s[64]", &["Undefined reference"]),
    (".global .b8 s[32]", ".extern .global .b8 s[64]", &["Undefined reference"]),
    (".global .b8 s[32]", ".weak .const .b8 s[64]", &[]),
    (".visible .global .b8 s[64]", ".weak .const .b8 s[64]", &["Memory space doesn't match"]),
    (".weak .const .b8 s[64]", ".extern .global .b8 s[]", &["Memory space doesn't match"]),
    (
        ".weak .const .b8 s[64]",
        ".common .global .b8 s[128]",
        &["Memory space doesn't match", "Size doesn't match"],
    ),
];

#[test]
fn variables_of_one_name_agree_in_state_space_and_size() {
    with_device(None, |device| {
        for (one, two, messages) in DECLARATIONS {
            let part = |declaration: &str, kernel: &str| {
                let spaces = ["shared", "global", "const"];
                let space = spaces.into_iter().find(|space| declaration.contains(space)).unwrap();
                format!(
                    ".version 7.0\n.target sm_75\n.address_size 64\n{declaration};
                    .visible .entry {kernel}(.param .u64 p) {{ .reg .b64 %d; .reg .b32 %r;
                    ld.param.u64 %d, [p]; ld.{space}.u8 %r, [s]; st.u8 [%d], %r; ret; }}"
                )
            };
            let mut linker = device.context.linker().unwrap();
            let linked = linker
                .add_ptx("a", &part(one, "one"))
                .and_then(|()| linker.add_ptx("b", &part(two, "two")))
                .and_then(|()| linker.complete().map(drop));
            let said = linked.map_or_else(|error| error.to_string(), |()| String::new());
            let found: Vec<_> =
                said.lines().filter_map(|line| Some(line.split_once("error   : ")?.1)).collect();
            let pairs = found.iter().zip(messages);
            let is_expected = found.len() == messages.len()
                && pairs.into_iter().all(|(line, message)| line.starts_with(message));
            assert!(is_expected, "{one} and {two}: {said}");
        }
    });
}
