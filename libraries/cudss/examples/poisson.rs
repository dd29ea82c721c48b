//! Poisson's equation on a square, with cuDSS: the Laplacian of a grid of n × n points is factorized, and a system solved. It needs a
//! GPU, cuSPARSE and cuDSS.
//!
//! Prints the time of each phase, in milliseconds, and the residual. `cargo run --release -p cuda-cudss --example poisson [N]`
//!
//! The same with SciPy, of the same matrix: `scipy.sparse.linalg.splu(a)`, and its `solve(b)`.

use std::error::Error;
use std::time::Instant;

use cuda_driver::{Driver, Stream};
use cudss::{Cudss, Kind, Options};
use cusparse::cublas::Fill;
use cusparse::{Cusparse, Format, Operation, Parts};

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(1000), |n| n.parse::<usize>())?;
    let context = Driver::load()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let (cusparse, cudss) = (Cusparse::load()?, Cudss::load()?);
    let (offsets, indices, values) = laplacian(n);
    let rows = n * n;
    println!("{rows} rows, {} values", values.len());

    let upload = || {
        let parts = Parts { offsets: &*offsets, indices: &*indices, values: &*values };
        cusparse.upload(&stream, Format::Csr, (rows, rows), parts)
    };
    let a = upload()?;
    // The first call loads the library's code.
    let first = timed("the first analysis, with loading", &stream, || {
        Ok(cudss.analyze(upload()?, Kind::PositiveDefinite(Fill::Upper), &Options::default())?)
    })?;
    drop(first);
    let of_solver = upload()?;
    let mut solver = timed("analysis", &stream, || {
        Ok(cudss.analyze(of_solver, Kind::PositiveDefinite(Fill::Upper), &Options::default())?)
    })?;
    timed("factorization", &stream, || Ok(solver.factorize()?))?;
    let same = stream.upload(&values)?;
    timed("refactorization", &stream, || Ok(solver.refactorize(&same)?))?;

    // A charge at each point, which isn't the same for any two neighbors.
    let charges: Vec<f64> =
        (0..rows).map(|row| ((row * 7919) % 1000) as f64 / 1000.0 - 0.5).collect();
    let (b, mut x) = (stream.upload(&charges)?, stream.alloc(rows)?);
    timed("the first solution", &stream, || Ok(solver.solve(&b, &mut x)?))?;
    timed("solution", &stream, || Ok(solver.solve(&b, &mut x)?))?;

    // b - a x
    let mut residual = stream.upload(&charges)?;
    let mut handle = cusparse.handle(&context)?;
    handle.on(&stream).spmv(Operation::None, -1.0, &a, &x, 1.0, &mut residual)?;
    let norm = |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    println!("{:34} {:10.2e}", "residual, relative", norm(&residual.to_vec()?) / norm(&charges));
    let memory = solver.memory_estimates()?;
    println!("{:34} {:10}", "elements of the factor", solver.factor_nnz()?);
    println!("{:34} {:10} MiB", "device memory, at most", memory.device_peak >> 20);
    Ok(())
}

/// Returns the offsets, columns and values of the Laplacian of a grid of n × n points, which is 0 around it.
fn laplacian(n: usize) -> (Vec<i32>, Vec<i32>, Vec<f64>) {
    let (mut offsets, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in 0..n * n {
        let (i, j) = (row / n, row % n);
        let neighbors = [
            (i > 0).then(|| (row - n, -1.0)),
            (j > 0).then(|| (row - 1, -1.0)),
            Some((row, 4.0)),
            (j + 1 < n).then_some((row + 1, -1.0)),
            (i + 1 < n).then_some((row + n, -1.0)),
        ];
        for (column, value) in neighbors.into_iter().flatten() {
            indices.push(column as i32);
            values.push(value);
        }
        offsets.push(indices.len() as i32);
    }
    (offsets, indices, values)
}

/// Prints how long a phase takes, until the stream is done.
fn timed<R>(
    phase: &str,
    stream: &Stream,
    run: impl FnOnce() -> Result<R, Box<dyn Error>>,
) -> Result<R, Box<dyn Error>> {
    stream.synchronize()?;
    let begun = Instant::now();
    let result = run()?;
    stream.synchronize()?;
    println!("{phase:34} {:10.2} ms", begun.elapsed().as_secs_f64() * 1e3);
    Ok(result)
}
