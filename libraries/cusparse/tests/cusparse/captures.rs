//! Recording into graphs.

use cusparse::{CallError, Error, Format, Operation, Parts, Workspace};

use crate::device::{alone, context_and_stream, cusparse};

#[test]
fn a_recorded_product_is_computed_at_each_launch() {
    alone("captures::a_recorded_product_is_computed_at_each_launch", || {
        let (context, stream) = context_and_stream();
        let mut handle = cusparse().handle(&context).unwrap();
        let parts =
            Parts { offsets: &[0, 1, 2][..], indices: &[1, 0], values: &[2.0_f64, 3.0][..] };
        let mut a = cusparse().upload(&stream, Format::Csr, (2, 2), parts).unwrap();
        let x = stream.upload(&[1.0, 10.0]).unwrap();
        let mut y = stream.upload(&[1.0, 1.0]).unwrap();
        let mut workspace = Workspace::new(&stream, 1 << 16).unwrap();
        let without = context.capture().unwrap();
        // SAFETY: nothing of this graph runs.
        let mut sparse = unsafe { handle.record(&without) };
        let found = sparse.spmv(Operation::None, 1.0, &a, &x, 1.0, &mut y);
        // Some releases need none.
        assert!(
            matches!(found, Ok(()) | Err(Error::Call(CallError::Workspace { found: 0, .. }))),
            "{found:?}"
        );
        drop(without);
        let mut capture = context.capture().unwrap();
        // SAFETY: the call is refused.
        let mut sparse = unsafe { handle.record(&capture) };
        let error = sparse.prepare(Operation::None, &mut a).unwrap_err();
        assert!(matches!(error, Error::Call(CallError::Captured { call: "prepare" })), "{error}");
        // SAFETY: the graph keeps what it uses, and nothing else uses it while it runs.
        let mut sparse = unsafe { handle.record(&capture) }.workspace(&mut workspace).unwrap();
        sparse.spmv(Operation::None, 1.0, &a, &x, 1.0, &mut y).unwrap();
        let y = std::sync::Arc::new(y);
        capture.keep((a, x, y.clone(), workspace, handle.owner()));
        drop(handle);
        let graph = capture.finish().unwrap().instantiate().unwrap();
        for expected in [[21.0, 4.0], [41.0, 7.0]] {
            // SAFETY: nothing else uses the memory meanwhile.
            unsafe { graph.launch(&stream) }.unwrap();
            assert_eq!(y.to_vec().unwrap(), expected);
        }
    });
}
