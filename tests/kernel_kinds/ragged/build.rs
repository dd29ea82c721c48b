use cuda_build::{Build, Error, Structure};

fn main() -> Result<(), Error> {
    Build::file("src/ragged.cu")
        .structure(Structure::new("awkward::Column<Muon>", "crate::Muon").fields(["pt", "eta"]))
        .structure(Structure::new("awkward::Column<Event>", "crate::Event").fields(["muons", "met"]))
        .write("ragged")
}
