//! The example that trains a model.

#[path = "../../examples/linear_model/model.rs"]
mod example;

use nccl::Config;
use nvrtc::Nvrtc;

use crate::together;

use example::{Model, truth};

#[test]
fn all_ranks_learn_the_same_model() {
    if let Err(error) = Nvrtc::load() {
        cuda_rust::skip(error);
        return;
    }
    let learned = together(2, &Config::new(), |comm, stream| {
        let mut model = Model::new(&stream, 64, 4, comm.rank()).unwrap();
        // SAFETY: all ranks do this.
        let first = unsafe { model.train(&comm, 1, 1.0) }.unwrap();
        // SAFETY: as above.
        let last = unsafe { model.train(&comm, 80, 1.0) }.unwrap();
        assert!(last.loss < first.loss / 1e3, "{} {}", first.loss, last.loss);
        assert!(last.seconds > 0.0);
        comm.destroy().unwrap();
        last.weights
    });
    let Some(learned) = learned else { return };
    assert_eq!(learned[0], learned[1]);
    for (feature, weight) in learned[0].iter().enumerate() {
        assert!((weight - truth(feature)).abs() < 0.01, "{learned:?}");
    }
}
