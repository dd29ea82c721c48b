//! Calls kernels that iterate ragged arrays, in a crate that denies all warnings.
#![deny(warnings, missing_docs, unsafe_op_in_unsafe_fn)]

use cuda_awkward::view::List;
use cuda_awkward::{Backend, Dtype, HostArray};
use cuda_driver::{Driver, Launch};

mod ragged {
    include!(concat!(env!("OUT_DIR"), "/ragged.rs"));
}

cuda_awkward::record! {
    /// A muon.
    pub struct Muon { pt: f32, eta: f32 }

    /// An event.
    pub struct Event { muons: List<Muon>, met: Option<f64> }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = Driver::load()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let gpu = Backend::new(&stream)?;
    let ragged = ragged::Ragged::load(&context)?;
    let array = |text: &str| -> Result<_, cuda_awkward::Error> {
        HostArray::from_json(text)?.to_backend(&gpu)
    };
    let launch = || Launch::elements(3, 32);

    let text = r#"[[{"pt": 31.5, "eta": 0.5}, {"pt": 12, "eta": 1.5}], [], [{"pt": 8, "eta": -0.5}]]"#;
    let muons = array(text)?.values_astype(Dtype::Float32)?;
    let mut sums = stream.alloc::<f32>(3)?;
    // SAFETY: it writes a number for each of the three events.
    unsafe { ragged.central(&stream, launch(), &muons.view()?, &mut sums) }?;
    assert_eq!(sums.to_vec()?, [31.5, 0.0, 8.0]);

    // An array of another type is an error that says where.
    let integers = array("[[1, 2], [], [3]]")?.view::<List<Muon>>().unwrap_err();
    assert!(integers.to_string().contains("int64"), "{integers}");

    let text = r#"[{"muons": [{"pt": 1, "eta": 2}], "met": 0.5}, {"muons": [], "met": null},
                   {"muons": [{"pt": 1, "eta": 2}, {"pt": 1, "eta": 2}], "met": null}]"#;
    let events = array(text)?;
    let muons = events.field("muons")?.values_astype(Dtype::Float32)?;
    let events = events.with_field("muons", &muons)?;
    let mut counts = stream.alloc::<f64>(3)?;
    // SAFETY: as above.
    unsafe { ragged.missing(&stream, launch(), &events.view()?, 10.0, &mut counts) }?;
    assert_eq!(counts.to_vec()?, [1.5, 10.0, 12.0]);

    println!("all results are right");
    Ok(())
}
