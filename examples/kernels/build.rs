use cuda_build::{Arch, Build, Error, Standard};

fn main() -> Result<(), Error> {
    Build::file("src/kernels.cu")
        .arch(Arch::compute(7, 5))
        .instance("scale<float>", "scale_f32")
        .instance("scale<double>", "scale_f64")
        .generate_structures()
        .write("kernels")?;
    if cfg!(feature = "cub") {
        Build::file("src/sorted.cu")
            .with(|program| program.std(Standard::Cpp17))
            .write("sorted")?;
    }
    Ok(())
}
