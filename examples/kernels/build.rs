use cuda_build::{Arch, Build, Error, Standard, Structure};

fn main() -> Result<(), Error> {
    Build::file("src/kernels.cu")
        .arch(Arch::compute(7, 5))
        .instance("scale<float>", "scale_f32")
        .instance("scale<double>", "scale_f64")
        .structure(Structure::new("Range", "crate::Range").fields(["begin", "end", "weight"]))
        .write("kernels")?;
    if cfg!(feature = "cub") {
        Build::file("src/sorted.cu")
            .with(|program| program.std(Standard::Cpp17))
            .write("sorted")?;
    }
    Ok(())
}
