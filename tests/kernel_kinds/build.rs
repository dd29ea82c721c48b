use cuda_build::{Build, Error, Structure};

fn main() -> Result<(), Error> {
    Build::file("src/kinds.cu")
        .with(|program| program.option("--std=c++17"))
        .instance("sum<float, double, int>", "sum")
        .instance("fill<float>", "fill")
        .instance("static_cast<void (*)(int *)>(twice)", "twice_i32")
        .instance("static_cast<void (*)(float *)>(twice)", "twice_f32")
        .structure(Structure::new("Plain", "crate::Plain").field("x"))
        .structure(Structure::new("Vec<float,3>", "crate::Vec3").field("v"))
        .structure(Structure::new("Keyword", "crate::Keyword").fields(["type", "match"]))
        .structure(Structure::new("Mode", "crate::Mode"))
        .structure(Structure::generated("Step"))
        .structure(Structure::generated("Heavy"))
        .generate_structures()
        .type_name("All")
        .write("kinds")?;
    // The same, without loading.
    Build::file("src/kinds.cu")
        .with(|program| program.option("--std=c++17"))
        .leave_out("keep")
        .leave_out("follow")
        .leave_out("twice")
        .generate_structures()
        .embedded()
        .type_name("Embedded")
        .write("embedded")
}
