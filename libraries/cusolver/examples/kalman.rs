//! Where something is that is seen badly: a Kalman filter, with products of cuBLAS and systems of cuSOLVER. On a GPU it needs both.
//!
//! Draws the path, what was seen of it, and what the filter makes of that. `cargo run -p cuda-cusolver --example kalman [FILE]`

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use cublas::{Cublas, Fill, Matrix, MatrixMut};
use cuda_sim::choice;
use cusolver::Cusolver;

const STEPS: usize = 240;
/// The error of what is seen, and how much velocity changes in a step.
const SEEN: f64 = 18.0;
const TURNS: f64 = 0.6;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from);
    let file = file.unwrap_or_else(|| std::env::temp_dir().join("kalman.svg"));
    let chosen = choice::choose()?;
    let (cublas, cusolver) = if chosen.is_software() {
        (
            Cublas::from_table(cuda_sim_libraries::cublas::table()),
            Cusolver::from_table(cuda_sim_libraries::cusolver::table()),
        )
    } else {
        (Cublas::load()?, Cusolver::load()?)
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let (mut blas, mut solver) = (cublas.handle(&context)?, cusolver.handle(&context)?);
    let (mut blas, mut solver) = (blas.on(&stream), solver.on(&stream));

    // The state is a place and a velocity; places are seen.
    #[rustfmt::skip]
    let moves = stream.upload(&[
        1.0, 0.0, 1.0, 0.0,
        0.0, 1.0, 0.0, 1.0,
        0.0, 0.0, 1.0, 0.0,
        0.0, 0.0, 0.0, 1.0,
    ])?;
    let sees = stream.upload(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0])?;
    let (moves, sees) = (Matrix::new(&moves, 4, 4)?, Matrix::new(&sees, 2, 4)?);
    let identity = |n: usize, of: &dyn Fn(usize) -> f64| -> Vec<f64> {
        (0..n * n).map(|at| if at / n == at % n { of(at / n) } else { 0.0 }).collect()
    };
    let drift = stream.upload(&identity(4, &|at| if at < 2 { 0.0 } else { TURNS * TURNS }))?;
    let noise = stream.upload(&identity(2, &|_| SEEN * SEEN))?;
    let (path, seen) = path();
    let mut x = stream.upload(&[seen[0][0], seen[0][1], 0.0, 0.0])?;
    let mut p = stream.upload(&identity(4, &|_| 1000.0))?;
    let (mut predicted, mut wide) = (stream.alloc::<f64>(4)?, stream.alloc::<f64>(16)?);
    let (mut s, mut of_p) = (stream.alloc::<f64>(4)?, stream.alloc::<f64>(8)?);
    let mut gain = stream.alloc::<f64>(8)?;
    let mut found = Vec::new();
    for place in &seen {
        // x = moves x, and p = moves p movesᵀ + drift
        blas.gemv(1.0, moves, &x, 0.0, &mut predicted)?;
        blas.gemm(1.0, moves, Matrix::new(&p, 4, 4)?, 0.0, MatrixMut::new(&mut wide, 4, 4)?)?;
        stream.copy(&drift, &mut p)?;
        blas.gemm(1.0, Matrix::new(&wide, 4, 4)?, moves.t(), 1.0, MatrixMut::new(&mut p, 4, 4)?)?;
        // s = sees p seesᵀ + noise, and the transposed gain is the solution of s kᵀ = sees p.
        let right = MatrixMut::new(&mut of_p, 4, 2)?.t();
        blas.gemm(1.0, sees, Matrix::new(&p, 4, 4)?, 0.0, right)?;
        stream.copy(&noise, &mut s)?;
        let left = Matrix::new(&of_p, 4, 2)?.t();
        blas.gemm(1.0, left, sees.t(), 1.0, MatrixMut::new(&mut s, 2, 2)?)?;
        solver.cholesky(MatrixMut::new(&mut s, 2, 2)?, Fill::Lower)?;
        stream.copy(&of_p, &mut gain)?;
        let right = MatrixMut::new(&mut gain, 4, 2)?.t();
        solver.cholesky_solve(Matrix::new(&s, 2, 2)?, Fill::Lower, right)?;
        // x = x + k (place − sees x), and p = p − k sees p
        let mut off = stream.upload(place)?;
        blas.gemv(-1.0, sees, &predicted, 1.0, &mut off)?;
        stream.copy(&predicted, &mut x)?;
        let k = Matrix::new(&gain, 4, 2)?;
        blas.gemv(1.0, k, &off, 1.0, &mut x)?;
        blas.gemm(-1.0, k, Matrix::new(&of_p, 4, 2)?.t(), 1.0, MatrixMut::new(&mut p, 4, 4)?)?;
        let x = x.to_vec()?;
        found.push([x[0], x[1]]);
    }
    draw(&file, &path, &seen, &found)?;
    let (before, after) = (error(&path, &seen), error(&path, &found));
    println!("the error is {after:.1} instead of {before:.1}: {}", file.display());
    if after < 0.7 * before { Ok(()) } else { Err("the filter doesn't help".into()) }
}

/// Returns a path, and what is seen of it.
fn path() -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
    let mut rng = fastrand::Rng::with_seed(6);
    let path: Vec<[f64; 2]> = (0..STEPS)
        .map(|step| {
            let turn = step as f64 / STEPS as f64 * std::f64::consts::TAU;
            [360.0 + 300.0 * turn.sin(), 200.0 + 140.0 * (2.0 * turn).sin()]
        })
        .collect();
    // Sums of twelve numbers are nearly normally distributed.
    let mut noise = || SEEN * ((0..12).map(|_| rng.f64()).sum::<f64>() - 6.0);
    let seen = path.iter().map(|place| place.map(|place| place + noise())).collect();
    (path, seen)
}

/// Returns the root of the mean square of the distances.
fn error(path: &[[f64; 2]], found: &[[f64; 2]]) -> f64 {
    let squares =
        path.iter().zip(found).map(|(a, b)| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2));
    (squares.sum::<f64>() / path.len() as f64).sqrt()
}

fn draw(
    file: &PathBuf,
    path: &[[f64; 2]],
    seen: &[[f64; 2]],
    found: &[[f64; 2]],
) -> Result<(), Box<dyn Error>> {
    let mut svg = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 720 400'><rect width='720' height='400' fill='white'/>\n",
    );
    for [x, y] in seen {
        write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' r='2' fill='#8899bb'/>")?;
    }
    for (line, style) in [
        (path, "stroke='#bbbbbb' stroke-width='1.5'"),
        (found, "stroke='#d9622b' stroke-width='2'"),
    ] {
        let points: Vec<String> = line.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        writeln!(svg, "<polyline fill='none' {style} points='{}'/>", points.join(" "))?;
    }
    svg.push_str("</svg>\n");
    Ok(std::fs::write(file, svg)?)
}
