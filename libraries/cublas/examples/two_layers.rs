//! A network of two layers learns to multiply two numbers: `y = relu(x w1 + b1) w2`.
//!
//! ```text
//! cargo run --release -p cuda-cublas --features lt --example two_layers
//! ```

use cublas::lt::{Activation, CublasLt, Matmul};
use cublas::{Cublas, Matrix, MatrixMut, Workspace};
use cuda_sim::choice;

const POINTS: usize = 256;
const WIDTH: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU and its cuBLAS if there is one, and otherwise those of the software device.
    let chosen = choice::choose()?;
    let (cublas, lt) = if chosen.is_software() {
        (
            Cublas::from_table(cuda_sim_libraries::cublas::table()),
            CublasLt::from_table(cuda_sim_libraries::cublaslt::table()),
        )
    } else {
        (Cublas::load()?, CublasLt::load()?)
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let (mut handle, lt) = (cublas.handle(&context)?, lt.handle(&context)?);
    let mut workspace = Workspace::new(&stream, 4 << 20)?;

    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = |len: usize, scale: f32| -> Vec<f32> {
        (0..len).map(|_| scale * (2.0 * rng.f32() - 1.0)).collect()
    };
    let points = random(POINTS * 2, 1.0);
    let products: Vec<f32> = points.chunks(2).map(|chunk| chunk[0] * chunk[1]).collect();
    let (x, target) = (stream.upload(&points)?, stream.upload(&products)?);
    let (mut w1, mut b1) =
        (stream.upload(&random(2 * WIDTH, 1.0))?, stream.upload(&random(WIDTH, 1.0))?);
    let mut w2 = stream.upload(&random(WIDTH, 0.1))?;
    let (mut hidden, mut y) = (stream.alloc::<f32>(POINTS * WIDTH)?, stream.alloc::<f32>(POINTS)?);
    let mut mask = stream.alloc::<u8>(Matmul::<f32, f32, f32>::mask_len(POINTS, WIDTH))?;
    let (mut dw1, mut db1) = (stream.alloc::<f32>(2 * WIDTH)?, stream.alloc::<f32>(WIDTH)?);
    let mut dw2 = stream.alloc::<f32>(WIDTH)?;

    let (x, rate) = (Matrix::new(&x, POINTS, 2)?, -0.5 / POINTS as f32);
    for step in 0..=400 {
        let result = MatrixMut::new(&mut hidden, POINTS, WIDTH)?;
        let mut layer = Matmul::new(x, Matrix::new(&w1, 2, WIDTH)?, result)
            .bias(&b1)
            .activation(Activation::Relu)
            .write_mask(&mut mask);
        lt.on(&stream).workspace(&mut workspace)?.matmul(&mut layer)?;
        let mut blas = handle.on(&stream);
        blas.gemv(1.0, Matrix::new(&hidden, POINTS, WIDTH)?, &w2, 0.0, &mut y)?;
        blas.axpy(-1.0, &target, &mut y)?; // the errors
        if step % 100 == 0 {
            let error = blas.nrm2(&y)? / (POINTS as f32).sqrt();
            println!("after {step} steps the error is {error:.4}");
        }

        // Each weight moves against the gradient of the squared errors.
        blas.gemv(1.0, Matrix::new(&hidden, POINTS, WIDTH)?.t(), &y, 0.0, &mut dw2)?;
        let (errors, weights) = (Matrix::new(&y, POINTS, 1)?, Matrix::new(&w2, WIDTH, 1)?);
        let mut back =
            Matmul::new(errors, weights.t(), MatrixMut::new(&mut hidden, POINTS, WIDTH)?)
                .relu_gradient(&mask)
                .bias_gradient(&mut db1);
        lt.on(&stream).workspace(&mut workspace)?.matmul(&mut back)?;
        let gradient = Matrix::new(&hidden, POINTS, WIDTH)?;
        blas.gemm(1.0, x.t(), gradient, 0.0, MatrixMut::new(&mut dw1, 2, WIDTH)?)?;
        blas.axpy(rate, &dw2, &mut w2)?;
        blas.axpy(rate, &dw1, &mut w1)?;
        blas.axpy(rate, &db1, &mut b1)?;
    }
    Ok(())
}
