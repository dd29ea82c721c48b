//! Conversions between every two types, at the edges of their ranges.

use crate::device::{args, assert_same};
use crate::texts::on_every_ptx;

const LANES: usize = 32;

const SINGLES: [f32; LANES] = [
    0.0,
    -0.0,
    0.5,
    1.5,
    2.5,
    -0.5,
    -1.5,
    -2.5,
    0.499_999_97,
    0.999_999_94,
    1e-40,
    -1e-40,
    127.9,
    -128.9,
    1234.5678,
    32_767.5,
    -32_768.5,
    8_388_607.5,
    8_388_609.0,
    2_147_483_520.0,
    2_147_483_648.0,
    -2_147_483_648.0,
    4_294_967_040.0,
    4_294_967_296.0,
    -1e10,
    9.2e18,
    -9.3e18,
    1.8e19,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

const DOUBLES: [f64; LANES] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    0.499_999_999_999_999_94,
    0.1,
    -0.1,
    1e-310,
    1.000_000_059_604_644_8,
    16_777_217.0,
    -16_777_219.0,
    2_147_483_647.5,
    2_147_483_648.5,
    -2_147_483_648.5,
    4_294_967_295.5,
    4_294_967_296.0,
    4_503_599_627_370_495.5,
    9_007_199_254_740_993.0,
    9.223_372_036_854_775e18,
    9.3e18,
    -9.3e18,
    1.844_674_407_370_955e19,
    1e30,
    1e39,
    -1e39,
    1e-46,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// One more than there are lanes, because each also reads its right neighbor's.
const WORDS: [i32; LANES + 1] = [
    0,
    1,
    -1,
    127,
    128,
    -128,
    -129,
    255,
    256,
    32_767,
    32_768,
    -32_769,
    65_535,
    65_536,
    16_777_216,
    16_777_217,
    16_777_219,
    -16_777_217,
    33_554_435,
    0x3ff0_0000,
    0x4009_21fb,
    0x5444_2d18,
    i32::MAX,
    i32::MIN,
    i32::MAX - 63,
    i32::MAX - 64,
    i32::MIN + 64,
    i32::MIN + 65,
    0x1234_5678,
    -0x1234_5678,
    100,
    -100,
    7,
];

const LONGS: [i64; LANES] = [
    0,
    1,
    -1,
    200,
    -200,
    1 << 24,
    (1 << 24) + 1,
    (1 << 24) + 3,
    -(1 << 24) - 1,
    1 << 53,
    (1 << 53) + 1,
    (1 << 53) + 3,
    -(1 << 53) - 1,
    (1 << 40) + (1 << 16),
    (1 << 40) + (1 << 16) + 1,
    (1 << 40) + (1 << 16) - 1,
    i64::MAX,
    i64::MIN,
    i64::MAX - 511,
    i64::MAX - 512,
    i64::MAX - 513,
    i64::MIN + 1024,
    i64::MIN + 1025,
    0x7fff_ff40_0000_0000,
    0x7fff_ff3f_ffff_ffff,
    0x0123_4567_89ab_cdef,
    -0x0123_4567_89ab_cdef,
    i32::MAX as i64 + 1,
    u32::MAX as i64,
    u32::MAX as i64 + 1,
    1 << 62,
    12345,
];

/// Rounds to an integer, towards zero or to the nearest; PTX converts a NaN to 0 from single precision to 32 bits, and
/// otherwise to the highest bit.
fn long(value: f64) -> i64 {
    if value.is_nan() { i64::MIN } else { value as i64 }
}

fn unsigned_long(value: f64) -> u64 {
    if value.is_nan() { 1 << 63 } else { value as u64 }
}

fn word(value: f64) -> i32 {
    if value.is_nan() { i32::MIN } else { value as i32 }
}

fn unsigned_word(value: f64) -> u32 {
    if value.is_nan() { 1 << 31 } else { value as u32 }
}

/// Rounds to single precision, towards zero.
fn towards_zero(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest).abs() <= value.abs() {
        nearest
    } else if value > 0.0 {
        nearest.next_down()
    } else {
        nearest.next_up()
    }
}

fn upwards(value: i32) -> f32 {
    let down = towards_zero(f64::from(value));
    if f64::from(down) < f64::from(value) { down.next_up() } else { down }
}

#[test]
fn floats_convert_to_integers_of_every_width_with_saturation() {
    let n = WORDS;
    on_cvt(|out| {
        for (i, (f, d)) in SINGLES.into_iter().zip(DOUBLES).enumerate() {
            // Only values that C++ defines: PTX converts through 32 bits.
            if f.abs() < 128.0 {
                assert_eq!(out.bytes[i], f as i8, "{f}");
            }
            if f.abs() < 32_768.0 {
                assert_eq!(out.shorts[i], f as i16, "{f}");
            }
            let (words, longs) = (&out.words, &out.longs);
            assert_eq!((words[i], out.unsigned_words[i]), (f as i32, f as u32), "{f}");
            let wide = f64::from(f);
            let actual = (longs[i], out.unsigned_longs[i]);
            assert_eq!(actual, (long(wide), unsigned_long(wide)), "{f}");
            let actual = (words[32 + i], out.unsigned_words[32 + i]);
            assert_eq!(actual, (word(d), unsigned_word(d)), "{d}");
            let actual = (longs[32 + i], out.unsigned_longs[32 + i]);
            assert_eq!(actual, (long(d), unsigned_long(d)), "{d}");
            let directions = [f.round_ties_even(), f.ceil(), f.floor()].map(|f| f as i32);
            let sum = directions.into_iter().fold(0, i32::wrapping_add);
            assert_eq!(words[64 + i], sum, "{f}");
            let nearest = long(d.round_ties_even())
                .wrapping_add(long(wide.round()))
                .wrapping_add(n[i].into());
            assert_eq!(longs[96 + i], nearest, "{d}, {f}");
        }
    });
}

#[test]
fn integers_of_every_width_convert_to_floats_with_rounding() {
    let n = WORDS;
    on_cvt(|out| {
        let singles = |part: usize| &out.singles[part..part + 32];
        let doubles = |part: usize| &out.doubles[part..part + 32];
        let (words, longs) = (&n[..32], &LONGS);
        let single = |f: fn(i32) -> f32| words.iter().map(|&n| f(n)).collect::<Vec<_>>();
        let double = |f: fn(i32) -> f64| words.iter().map(|&n| f(n)).collect::<Vec<_>>();
        assert_same(singles(0), &single(|n| n as f32));
        assert_same(singles(32), &single(|n| n as u32 as f32));
        assert_same(singles(64), &longs.map(|l| l as f32));
        assert_same(singles(96), &longs.map(|l| l as u64 as f32));
        assert_same(doubles(0), &double(f64::from));
        assert_same(doubles(32), &double(|n| f64::from(n as u32)));
        assert_same(doubles(64), &longs.map(|l| l as f64));
        assert_same(doubles(96), &longs.map(|l| l as u64 as f64));
        let both = single(|n| towards_zero(f64::from(n)) + upwards(n));
        assert_same(singles(160), &both);
        assert_same(singles(400), &single(|n| f32::from(n as u8) + f32::from(n as i16)));
    });
}

#[test]
fn floats_are_widened_narrowed_rounded_and_saturated() {
    on_cvt(|out| {
        let singles = |part: usize| &out.singles[part..part + 32];
        let doubles = |part: usize| &out.doubles[part..part + 32];
        assert_same(singles(128), &DOUBLES.map(|d| d as f32));
        assert_same(doubles(128), &SINGLES.map(f64::from));
        let sums: [f32; 32] = std::array::from_fn(|i| {
            let (f, d) = (SINGLES[i], DOUBLES[i]);
            towards_zero(d) + f.trunc() + f.floor() + f.ceil() + f.round_ties_even() + f.round()
        });
        assert_same(singles(192), &sums);
        let sum = |d: f64| d.trunc() + d.floor() + d.ceil() + d.round_ties_even() + d.round();
        assert_same(doubles(192), &DOUBLES.map(sum));
        // A saturated NaN is zero, and a saturated zero is positive.
        let saturated = SINGLES.map(|f| if f > 0.0 { f.min(1.0) } else { 0.0 });
        assert_same(singles(300), &saturated);
    });
}

#[test]
fn integers_are_truncated_extended_and_split() {
    let n = WORDS;
    on_cvt(|out| {
        for i in 0..LANES {
            let bits = DOUBLES[i].to_bits();
            assert_eq!(out.unsigned_bytes[i], n[i] as u8);
            assert_eq!(out.unsigned_shorts[i], n[i] as u16);
            assert_eq!(out.unsigned_words[64 + i], SINGLES[i].to_bits());
            assert_eq!(out.longs[64 + i] as u64, bits);
            let halves = ((bits >> 32) as i32).wrapping_add(bits as i32);
            assert_eq!(out.words[96 + i], halves);
            let extended = i32::from(n[i] as i8) + i32::from(n[i + 1] as i16);
            assert_eq!(out.words[128 + i], extended);
            assert_eq!(out.bytes[100 + i], LONGS[i] as i8);
            let joined = u64::from(n[i] as u32) << 32 | u64::from(n[i + 1] as u32);
            assert_same(&[out.doubles[160 + i]], &[f64::from_bits(joined)]);
        }
    });
}

/// The output of the kernel `cv`.
struct ConversionOutput {
    bytes: Vec<i8>,
    shorts: Vec<i16>,
    words: Vec<i32>,
    unsigned_words: Vec<u32>,
    longs: Vec<i64>,
    unsigned_longs: Vec<u64>,
    singles: Vec<f32>,
    doubles: Vec<f64>,
    unsigned_bytes: Vec<u8>,
    unsigned_shorts: Vec<u16>,
}

fn on_cvt(check: impl Fn(ConversionOutput)) {
    on_every_ptx("cvt", |device| {
        let (f, d) = (device.upload(&SINGLES), device.upload(&DOUBLES));
        let (n, l) = (device.upload(&WORDS), device.upload(&LONGS));
        let (bytes, shorts) = (device.zeroed(132), device.zeroed(32));
        let (words, unsigned_words) = (device.zeroed(160), device.zeroed(96));
        let (longs, unsigned_longs) = (device.zeroed(128), device.zeroed(64));
        let (singles, doubles) = (device.zeroed(432), device.zeroed(224));
        let (unsigned_bytes, unsigned_shorts) = (device.zeroed(32), device.zeroed(32));
        let arguments = args().buffer(&f).buffer(&d).buffer(&n).buffer(&l);
        let arguments = arguments.buffer(&bytes).buffer(&shorts);
        let arguments = arguments.buffer(&words).buffer(&unsigned_words);
        let arguments = arguments.buffer(&longs).buffer(&unsigned_longs);
        let arguments = arguments.buffer(&singles).buffer(&doubles);
        let arguments = arguments.buffer(&unsigned_bytes).buffer(&unsigned_shorts);
        device.run("cv", 1, 32, arguments);
        check(ConversionOutput {
            bytes: bytes.read(),
            shorts: shorts.read(),
            words: words.read(),
            unsigned_words: unsigned_words.read(),
            longs: longs.read(),
            unsigned_longs: unsigned_longs.read(),
            singles: singles.read(),
            doubles: doubles.read(),
            unsigned_bytes: unsigned_bytes.read(),
            unsigned_shorts: unsigned_shorts.read(),
        });
    });
}
