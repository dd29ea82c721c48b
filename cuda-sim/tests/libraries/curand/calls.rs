//! Calls: what they refuse, and how they behave in streams and graphs.

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_libraries_sys::curand::*;

use super::{SUCCESS, TestGenerator, call, context};

type Status = curandStatus_t;
type Type = curandRngType_t;

const PSEUDO: [Type; 5] = [
    Type::CURAND_RNG_PSEUDO_XORWOW,
    Type::CURAND_RNG_PSEUDO_MRG32K3A,
    Type::CURAND_RNG_PSEUDO_MTGP32,
    Type::CURAND_RNG_PSEUDO_MT19937,
    Type::CURAND_RNG_PSEUDO_PHILOX4_32_10,
];
const QUASI: [Type; 2] = [Type::CURAND_RNG_QUASI_SOBOL32, Type::CURAND_RNG_QUASI_SOBOL64];

#[test]
fn what_the_library_refuses_is_refused_with_its_status() {
    for kind in PSEUDO.into_iter().chain(QUASI) {
        let test = TestGenerator::new(kind);
        let raw = test.raw;
        let is_quasi = QUASI.contains(&kind);
        let twister =
            matches!(kind, Type::CURAND_RNG_PSEUDO_MTGP32 | Type::CURAND_RNG_PSEUDO_MT19937);
        for (dimensions, status) in [
            (0, Status::CURAND_STATUS_OUT_OF_RANGE),
            (20_000, SUCCESS),
            (20_001, Status::CURAND_STATUS_OUT_OF_RANGE),
            (1, SUCCESS),
        ] {
            let expected = if is_quasi { status } else { Status::CURAND_STATUS_TYPE_ERROR };
            let found = call!(curandSetQuasiRandomGeneratorDimensions(raw, dimensions));
            assert_eq!(found, expected, "{kind:?}, {dimensions}");
        }
        let found = call!(curandSetPseudoRandomGeneratorSeed(raw, 1));
        assert_eq!(found == Status::CURAND_STATUS_TYPE_ERROR, is_quasi);
        let found = call!(curandSetGeneratorOffset(raw, 1));
        assert_eq!(found == Status::CURAND_STATUS_TYPE_ERROR, twister);
        for order in [0, 99, 105] {
            let found = call!(curandSetGeneratorOrdering(raw, curandOrdering_t(order)));
            assert_eq!(found, Status::CURAND_STATUS_OUT_OF_RANGE, "{order}");
        }
        let nothing = null_mut();
        for lambda in [0.0, -1.0, 400_001.0] {
            let found = call!(curandGeneratePoisson(raw, nothing, 0, lambda));
            assert_eq!(found, Status::CURAND_STATUS_OUT_OF_RANGE, "{lambda}");
        }
        assert_eq!(call!(curandGenerateUniform(raw, null_mut(), 0)), SUCCESS);
    }
}

#[test]
fn kinds_that_do_not_exist_and_generators_that_are_gone_are_refused() {
    for kind in [1, 99, 102, 143, 205] {
        let mut raw = null_mut();
        let found = call!(curandCreateGenerator(&raw mut raw, curandRngType_t(kind)));
        assert_eq!(found, Status::CURAND_STATUS_TYPE_ERROR, "{kind}");
    }
    let gone = TestGenerator::new(Type::CURAND_RNG_PSEUDO_DEFAULT).raw;
    for raw in [gone, null_mut()] {
        let expected = Status::CURAND_STATUS_NOT_INITIALIZED;
        assert_eq!(call!(curandDestroyGenerator(raw)), expected);
        assert_eq!(call!(curandGenerate(raw, null_mut(), 0)), expected);
    }
}

#[test]
fn scrambled_sequences_are_refused_as_a_missing_feature() {
    for kind in [Type::CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, Type::CURAND_RNG_QUASI_SCRAMBLED_SOBOL64]
    {
        let mut raw = null_mut();
        let found = call!(curandCreateGenerator(&raw mut raw, kind));
        assert_eq!(found, Status::CURAND_STATUS_ARCH_MISMATCH);
    }
    let names: Vec<&str> = cuda_sim_libraries::curand::unsupported()
        .into_iter()
        .map(|symbol| symbol.function().name)
        .collect();
    let expected = [
        "curandGeneratePoissonMethod",
        "curandGetScrambleConstants32",
        "curandGetScrambleConstants64",
    ];
    assert_eq!(names, expected);
}

#[test]
fn direction_vectors_are_those_of_the_library() {
    let hash = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    let mut short = null_mut();
    let set = curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_32_JOEKUO6;
    assert_eq!(call!(curandGetDirectionVectors32(&raw mut short, set)), SUCCESS);
    // SAFETY: the table has so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(short.cast::<u8>(), 20_000 * 32 * 4) };
    assert_eq!(hash(bytes), 0x977d_0241_e397_4985);
    let mut long = null_mut();
    let set = curandDirectionVectorSet_t::CURAND_DIRECTION_VECTORS_64_JOEKUO6;
    assert_eq!(call!(curandGetDirectionVectors64(&raw mut long, set)), SUCCESS);
    // SAFETY: as above.
    let bytes = unsafe { std::slice::from_raw_parts(long.cast::<u8>(), 20_000 * 64 * 8) };
    assert_eq!(hash(bytes), 0xd1d2_6f6f_25e5_d2f2);
    assert_eq!(
        call!(curandGetDirectionVectors64(&raw mut long, curandDirectionVectorSet_t(101))),
        Status::CURAND_STATUS_OUT_OF_RANGE
    );
}

/// The lengths, first values and hashes of the other values that were read from the library's tables.
const TABLES: [(f64, u32, u32, u64); 7] = [
    (0.001, 0, 73, 0x692a_29ae_120a_2275),
    (1.0, 0, 178, 0xb575_04d7_bd3e_7590),
    (3.0, 0, 224, 0x7ec8_4724_01cb_4f96),
    (10.0, 0, 304, 0xb9f0_011c_96cf_0bca),
    (64.0, 0, 571, 0xce23_9e2c_9738_7468),
    (500.0, 0, 1583, 0xa710_9c8e_52af_c222),
    (1999.0, 549, 3403, 0x8c51_7466_9446_804f),
];

#[test]
fn tables_of_poisson_distributions_are_those_of_the_library() {
    let context = context();
    let stream = context.stream().unwrap();
    let read = |address: u64, len: usize| -> Vec<u32> {
        // SAFETY: the table has so many bytes there, and lives until it is destroyed below.
        let slice = unsafe {
            cuda_driver::memory::DeviceSlice::<u32>::from_raw_parts(&stream, address, len)
        };
        let mut words = vec![0; len];
        stream.download(slice, &mut words).unwrap();
        words
    };
    let long = |words: &[u32]| u64::from(words[0]) | u64::from(words[1]) << 32;
    for (mean, shift, len, hash) in TABLES {
        let mut table = null_mut();
        assert_eq!(call!(curandCreatePoissonDistribution(mean, &raw mut table)), SUCCESS);
        let head = read(table as u64, 12);
        assert_eq!(head[10], curandMethod_t::CURAND_M2.0);
        let columns = read(long(&head[2..]), 8);
        assert_eq!((columns[4], columns[5]), (shift, len));
        let histogram = read(long(&columns), 10);
        let others = read(long(&histogram[4..]), len as usize);
        let bytes = others.iter().flat_map(|other| other.to_le_bytes());
        let found = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        assert_eq!(found, hash, "{mean}");
        assert_eq!(call!(curandDestroyDistribution(table)), SUCCESS);
    }
    let mut table = null_mut();
    assert_eq!(call!(curandCreatePoissonDistribution(2001.0, &raw mut table)), SUCCESS);
    let head = read(table as u64, 12);
    assert_eq!(head[10], curandMethod_t::CURAND_DISCRETE_GAUSS.0);
    assert_eq!(f64::from_bits(long(&head[8..])), 2001.0);
    assert_eq!(call!(curandDestroyDistribution(table)), SUCCESS);
    let gone = call!(curandDestroyDistribution(table));
    assert_eq!(gone, Status::CURAND_STATUS_NOT_INITIALIZED);
    let refused = call!(curandCreatePoissonDistribution(0.0, &raw mut table));
    assert_eq!(refused, Status::CURAND_STATUS_OUT_OF_RANGE);
}

#[test]
fn a_call_in_a_captured_stream_is_recorded_and_continues_with_each_launch() {
    let test = TestGenerator::new(Type::CURAND_RNG_PSEUDO_XORWOW);
    let stream = test.stream.as_ref().unwrap();
    let mut buffer = stream.alloc_zeroed::<u32>(4).unwrap();
    // Prepares the state.
    assert_eq!(call!(curandGenerateSeeds(test.raw)), SUCCESS);
    let driver = stream.context().driver().raw();
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    // SAFETY: the stream is alive, and the capture ends below.
    unsafe { driver.cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
    let out = buffer.as_raw() as *mut u32;
    assert_eq!(call!(curandGenerate(test.raw, out, 4)), SUCCESS);
    // SAFETY: as above.
    let graph = unsafe { driver.cuStreamEndCapture(stream.as_raw()) }.unwrap();
    // SAFETY: the graph is alive, and the generator and the buffer outlive its launches.
    let launches = unsafe {
        let exec = driver.cuGraphInstantiate(graph, 0).unwrap();
        let launches = [(); 2].map(|()| {
            driver.cuGraphLaunch(exec, stream.as_raw()).unwrap();
            buffer.to_vec().unwrap()
        });
        driver.cuGraphExecDestroy(exec).unwrap();
        driver.cuGraphDestroy(graph).unwrap();
        launches
    };
    stream.fill(&mut buffer, 0).unwrap();
    let other = TestGenerator::of_host(Type::CURAND_RNG_PSEUDO_XORWOW);
    let mut expected = [0; 8];
    assert_eq!(call!(curandGenerate(other.raw, expected.as_mut_ptr(), 8)), SUCCESS);
    assert_eq!(launches.concat(), expected);
}

#[test]
#[ignore = "it makes the device unusable: the test below runs it alone"]
fn memory_that_was_freed() {
    let test = TestGenerator::new(Type::CURAND_RNG_PSEUDO_XORWOW);
    let stream = test.stream.as_ref().unwrap();
    let buffer = stream.alloc_unpooled::<f32>(1000).unwrap();
    let address = buffer.as_raw() as *mut f32;
    drop(buffer);
    stream.synchronize().unwrap();
    assert_eq!(call!(curandGenerateUniform(test.raw, address, 1000)), SUCCESS);
    let code = stream.synchronize().unwrap_err();
    eprintln!("{code}");
    std::mem::forget(test);
    let _: *mut c_void = address.cast();
}

#[test]
fn numbers_into_memory_that_was_freed_are_a_fault_that_names_the_kernel() {
    // Another allocation doesn't get the addresses.
    let variables = [("CUDA_SIM_REUSE", "0")];
    let output = crate::run_alone("curand::calls::memory_that_was_freed", &variables);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("CUDA_ERROR_ILLEGAL_ADDRESS"), "{text}");
    assert!(text.contains("kernel curand::generate"), "{text}");
}

#[test]
#[ignore = "it makes the device unusable: the test below runs it alone"]
fn pairs_at_an_odd_place() {
    let test = TestGenerator::new(Type::CURAND_RNG_PSEUDO_MRG32K3A);
    let stream = test.stream.as_ref().unwrap();
    let buffer = stream.alloc::<f32>(1000).unwrap();
    let odd = (buffer.as_raw() + 4) as *mut f32;
    assert_eq!(call!(curandGenerateUniform(test.raw, odd, 998)), SUCCESS);
    stream.synchronize().unwrap();
    assert_eq!(call!(curandGenerateNormal(test.raw, odd, 998, 0.0, 1.0)), SUCCESS);
    eprintln!("{}", stream.synchronize().unwrap_err());
    std::mem::forget((test, buffer));
}

#[test]
fn pairs_at_an_odd_place_are_misaligned_as_on_a_gpu() {
    let output = crate::run_alone("curand::calls::pairs_at_an_odd_place", &[]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("CUDA_ERROR_MISALIGNED_ADDRESS"), "{text}");
}
