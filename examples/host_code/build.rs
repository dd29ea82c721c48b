use cuda_build::{Arch, Error, Standard, StaticLibrary};

fn main() -> Result<(), Error> {
    StaticLibrary::new("host_code")
        .files(["cuda/saxpy.cu", "cuda/sum.cu"])
        .define("BLOCK", 256)
        .std(Standard::Cpp17)
        .arch(Arch::compute(7, 5))
        .compile()
}
