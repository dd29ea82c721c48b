//! Numbers that NVIDIA's cuRAND 10.4.0 gave on an H100: `recorded.txt` has a line for each generator, and then lines of its
//! calls, each with the hash of all numbers or, of those that depend on a GPU's approximations, some of them.

use core::ffi::c_void;

use cuda_libraries_sys::curand::*;

use super::{SUCCESS, TestGenerator, call};

const RECORDED: &str = include_str!("recorded.txt");

/// The largest difference of normally distributed numbers, in standard deviations: of single ones, and of double ones.
const NEAR: [f64; 2] = [2e-6, 4e-15];

/// Returns the number after a word.
fn after<T: std::str::FromStr>(line: &str, word: &str) -> Option<T> {
    let mut words = line.split(' ').skip_while(|part| *part != word);
    words.next()?;
    words.next()?.parse().ok()
}

fn of_line(line: &str, is_host: bool) -> TestGenerator {
    let kind = curandRngType_t(after(line, "generator").unwrap());
    let test = if is_host { TestGenerator::of_host(kind) } else { TestGenerator::new(kind) };
    let raw = test.raw;
    if let Some(order) = after(line, "order").map(curandOrdering_t) {
        assert_eq!(call!(curandSetGeneratorOrdering(raw, order)), SUCCESS);
    }
    if let Some(seed) = after(line, "seed") {
        let status = call!(curandSetPseudoRandomGeneratorSeed(raw, seed));
        assert_eq!(status, SUCCESS);
    }
    if let Some(offset) = after(line, "offset") {
        assert_eq!(call!(curandSetGeneratorOffset(raw, offset)), SUCCESS);
    }
    if let Some(dimensions) = after(line, "dimensions") {
        let status = call!(curandSetQuasiRandomGeneratorDimensions(raw, dimensions));
        assert_eq!(status, SUCCESS);
    }
    test
}

/// A call, and what came of it.
struct Call<'l> {
    distribution: &'l str,
    len: usize,
    parameters: [f64; 2],
    expected: Vec<&'l str>,
}

impl<'l> Call<'l> {
    fn of_line(line: &'l str) -> Self {
        let mut words = line.split(' ');
        let (distribution, len) = (words.next().unwrap(), words.next().unwrap());
        let count = match distribution {
            "n32" | "n64" | "l32" | "l64" => 2,
            "poi" => 1,
            _ => 0,
        };
        let mut parameters = [0.0; 2];
        for (place, word) in parameters.iter_mut().zip(words.by_ref().take(count)) {
            *place = word.parse().unwrap();
        }
        Self { distribution, len: len.parse().unwrap(), parameters, expected: words.collect() }
    }

    fn size(&self) -> usize {
        match self.distribution {
            "u64" | "f64" | "n64" | "l64" => 8,
            _ => 4,
        }
    }

    fn submit(&self, raw: curandGenerator_t, out: *mut c_void) -> curandStatus_t {
        let (len, [a, b]) = (self.len, self.parameters);
        let (single_a, single_b) = (a as f32, b as f32);
        match self.distribution {
            "u32" => call!(curandGenerate(raw, out.cast(), len)),
            "u64" => call!(curandGenerateLongLong(raw, out.cast(), len)),
            "f32" => call!(curandGenerateUniform(raw, out.cast(), len)),
            "f64" => call!(curandGenerateUniformDouble(raw, out.cast(), len)),
            "n32" => call!(curandGenerateNormal(raw, out.cast(), len, single_a, single_b)),
            "n64" => call!(curandGenerateNormalDouble(raw, out.cast(), len, a, b)),
            "l32" => call!(curandGenerateLogNormal(raw, out.cast(), len, single_a, single_b)),
            "l64" => call!(curandGenerateLogNormalDouble(raw, out.cast(), len, a, b)),
            "poi" => call!(curandGeneratePoisson(raw, out.cast(), len, a)),
            other => panic!("{other}"),
        }
    }

    /// Makes the call, and returns the bytes.
    fn run(&self, test: &TestGenerator) -> (curandStatus_t, Vec<u8>) {
        let mut bytes = vec![0; self.len * self.size()];
        let Some(stream) = &test.stream else {
            let status = self.submit(test.raw, bytes.as_mut_ptr().cast());
            return (status, bytes);
        };
        let buffer = stream.alloc_zeroed::<u8>(bytes.len()).unwrap();
        let status = self.submit(test.raw, buffer.as_raw() as *mut c_void);
        stream.download(&buffer, &mut bytes).unwrap();
        (status, bytes)
    }

    fn check(&self, status: curandStatus_t, bytes: &[u8]) -> Result<(), String> {
        let number = |index: usize| &bytes[index * self.size()..][..self.size()];
        match self.expected[0] {
            "status" => {
                if status.0.to_string() == self.expected[1] {
                    Ok(())
                } else {
                    Err(format!("{status}"))
                }
            }
            _ if status != SUCCESS => Err(format!("{status}")),
            "hash" => {
                if format!("{:016x}", hash(bytes)) == self.expected[1] {
                    Ok(())
                } else {
                    Err(format!("{:x?}", (0..self.len.min(4)).map(number).collect::<Vec<_>>()))
                }
            }
            _ => {
                let mut index = 0;
                let mut words = self.expected.iter();
                while let Some(word) = words.next() {
                    if *word == "values" {
                        index = words.next().and_then(|word| word.parse().ok()).unwrap();
                        continue;
                    }
                    self.near(number(index), word).map_err(|error| format!("{index}: {error}"))?;
                    index += 1;
                }
                Ok(())
            }
        }
    }

    /// Compares a number with one in hexadecimal digits.
    fn near(&self, found: &[u8], expected: &str) -> Result<(), String> {
        let bits = u64::from_str_radix(expected, 16).unwrap();
        let single = || u32::from_ne_bytes(found.try_into().unwrap());
        let is_double = self.size() == 8;
        let (found, expected) = match (self.distribution, is_double) {
            ("poi", _) => (f64::from(single()), f64::from(bits as u32)),
            (_, true) => {
                let found = f64::from_ne_bytes(found.try_into().unwrap());
                (found, f64::from_bits(bits))
            }
            _ => {
                let found = f32::from_bits(single());
                (found.into(), f32::from_bits(bits as u32).into())
            }
        };
        let [_, deviation] = self.parameters;
        let near = match self.distribution {
            // A normally distributed number is rounded.
            "poi" => 1.0,
            // Relative to the number.
            "l32" | "l64" => NEAR[usize::from(is_double)] * expected * deviation.max(1.0),
            _ => NEAR[usize::from(is_double)] * deviation,
        };
        if (found - expected).abs() <= near || found == expected {
            Ok(())
        } else {
            Err(format!("{found:e} instead of {expected:e}"))
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Makes the recorded calls of a kind; returns how many there were.
fn compare(kind: curandRngType_t, is_host: bool) -> usize {
    let mut calls = 0;
    let mut wrong = Vec::new();
    let mut generator = None;
    for line in RECORDED.lines().flat_map(|line| line.split("; ")) {
        if line.starts_with("generator ") {
            let is_kind = after(line, "generator") == Some(kind.0);
            generator = is_kind.then(|| (line, of_line(line, is_host)));
            continue;
        }
        let Some((head, test)) = &generator else {
            continue;
        };
        let call = Call::of_line(line);
        let (status, bytes) = call.run(test);
        calls += 1;
        if let Err(error) = call.check(status, &bytes) {
            let shown = &line[..line.len().min(60)];
            wrong.push(format!("{head}: {shown}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {calls}: {wrong:#?}", wrong.len());
    calls
}

macro_rules! kinds {
    ($($name:ident $type:ident $calls:literal;)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(compare(curandRngType_t::$type, false), $calls);
        }
    )*};
}

kinds! {
    xorwow_gives_the_recorded_numbers CURAND_RNG_PSEUDO_XORWOW 296;
    mrg32k3a_gives_the_recorded_numbers CURAND_RNG_PSEUDO_MRG32K3A 212;
    mtgp32_gives_the_recorded_numbers CURAND_RNG_PSEUDO_MTGP32 217;
    mt19937_gives_the_recorded_numbers CURAND_RNG_PSEUDO_MT19937 57;
    philox_gives_the_recorded_numbers CURAND_RNG_PSEUDO_PHILOX4_32_10 206;
    sobol32_gives_the_recorded_numbers CURAND_RNG_QUASI_SOBOL32 166;
    sobol64_gives_the_recorded_numbers CURAND_RNG_QUASI_SOBOL64 162;
}

#[test]
fn generators_of_the_host_give_the_same_numbers() {
    assert_ne!(compare(curandRngType_t::CURAND_RNG_QUASI_SOBOL64, true), 0);
}
