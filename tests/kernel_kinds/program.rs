//! Calls kernels of all kinds, in a crate that denies all warnings.
#![deny(warnings, missing_docs, unsafe_op_in_unsafe_fn)]

use cuda_driver::{Driver, Error, Launch, kernel_argument};

mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}
use kinds::{All, Follow, Step, Walk};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
use embedded::Embedded;

/// `Plain`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Plain {
    x: i32,
}

/// `Vec<float, 3>`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Vec3 {
    v: [f32; 3],
}

/// `Keyword`, which is also a variable.
#[derive(Clone, Copy, Default)]
#[repr(C, align(16))]
pub struct Keyword {
    r#type: u8,
    padding: [u8; 15],
    r#match: [f32; 4],
}

/// `Mode`.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Mode {
    /// Adds all numbers.
    Add,
    /// Multiplies all numbers.
    Multiply,
}

// SAFETY: zeros are a valid value of each field.
unsafe impl bytemuck::Zeroable for Keyword {}
// SAFETY: there is no padding, and every bit pattern is a valid value of the fields.
unsafe impl bytemuck::Pod for Keyword {}

kernel_argument!(Plain, Vec3, Keyword, Mode);

fn main() -> Result<(), Error> {
    let context = Driver::load()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let all = All::load(&context)?;
    let one = || Launch::elements(1, 1);
    let mut float = stream.alloc::<f32>(3)?;
    let mut int = stream.upload(&[21])?;

    // SAFETY: each kernel writes one number, or three, to arguments by `&mut`, and reads one from the others.
    unsafe {
        all.hidden(&stream, one(), &mut int)?;
        assert_eq!(int.to_vec()?, [11]);
        let (x, y, z) = (
            stream.upload(&[1.5f32])?,
            stream.upload(&[2.0f64])?,
            stream.upload(&[3])?,
        );
        all.sum(&stream, one(), &mut float, &x, &y, &z)?;
        assert_eq!(float.to_vec()?[0], 6.5);
        all.twice_f32(&stream, one(), &mut float)?;
        all.twice_i32(&stream, one(), &mut int)?;
        assert_eq!((float.to_vec()?[0], int.to_vec()?[0]), (13.0, 22));
        let rows = stream.upload(&[x.as_raw(), x.as_raw()])?;
        all.follow(
            &stream,
            one(),
            &rows,
            &mut float,
            2,
            Mode::Multiply,
            Plain { x: 4 },
        )?;
        assert_eq!(float.to_vec()?[0], 2.25 + 4.0 + 3.0);
        all.follow(
            &stream,
            one(),
            &rows,
            &mut float,
            2,
            Mode::Add,
            Plain { x: 0 },
        )?;
        assert_eq!(float.to_vec()?[0], 3.0 + 3.0);
        all.fill(&stream, one(), &mut float, Vec3 { v: [7.0, 8.0, 9.0] })?;
        assert_eq!(float.to_vec()?, [7.0, 8.0, 9.0]);
        all._1d(&stream, one(), 1, 2, 3, &mut int)?;
        assert_eq!(int.to_vec()?, [6]);
        let [a, b, c] = [1, 2, 4];
        all.wide(
            &stream,
            one(),
            &mut int,
            a,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            b,
            c,
        )?;
        assert_eq!(int.to_vec()?, [7]);
        let keyword = Keyword {
            r#type: 3,
            padding: [0; 15],
            r#match: [1.0, 2.0, 3.0, 4.0],
        };
        all.keep(&stream, one(), keyword)?;
        let keywords = all.kept(&stream)?;
        assert_eq!((keywords.r#type, keywords.r#match), (3, keyword.r#match));
        let step = |by, times| Step { by: [by; 4], times };
        let steps = stream.upload(&[step(1, 2.0), step(3, 4.0)])?;
        let mut walk = Walk {
            steps: steps.as_raw(),
            count: 2,
            first: [step(0, 0.0), step(5, 6.0)],
            start: [100.0, 0.0, 0.0, 200.0],
            ..Walk::default()
        };
        walk.sums[2][10] = 1000.0;
        let mut sum = stream.alloc::<f64>(1)?;
        all.go(&stream, one(), walk, &mut sum)?;
        assert_eq!(sum.to_vec()?, [2.0 + 12.0 + 30.0 + 300.0 + 1000.0]);
        walk.backwards = 1;
        all.go(&stream, one(), walk, &mut sum)?;
        assert_eq!(sum.to_vec()?, [-1344.0]);
        let mut again = stream.upload(&[0])?;
        Embedded::hidden(&stream, one(), &mut again)?;
        assert_eq!(again.to_vec()?, [11]);
        let walk = embedded::Walk { count: 0, start: [1.0; 4], ..Default::default() };
        Embedded::go(&stream, one(), walk, &mut sum)?;
        assert_eq!(sum.to_vec()?, [2.0]);
    }
    assert_eq!(all.shapes_count(&stream)?, 2);
    assert_eq!(all.limits(&stream)?, [5, 6]);
    assert_eq!(all.table(&stream)?, [1.0, 2.0, 3.0, 4.0]);
    let mut large = all.large(&stream)?;
    assert_eq!(large, vec![0.0; 1 << 20]);
    large[1 << 19] = 1.0;
    all.set_large(&stream, &large)?;
    assert_eq!(all.large(&stream)?, large);
    let mut heavy = all.heavy(&stream)?;
    heavy.x[3] = 2.0;
    all.set_heavy(&stream, &heavy)?;
    assert_eq!(all.heavy(&stream)?.x[3], 2.0);
    assert_eq!(Follow::MAX_THREADS, Some([64, 1, 1]));
    println!("all results are right");
    Ok(())
}
