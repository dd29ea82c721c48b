//! Recording into graphs.

use cublas::{Fill, MatrixMut};
use cusolver::{CallError, Error, Workspace};

use crate::device::{alone, context_and_stream, cusolver};

#[test]
fn a_recorded_factorization_is_done_at_each_launch() {
    alone("captures::a_recorded_factorization_is_done_at_each_launch", || {
        let (context, stream) = context_and_stream();
        let mut handle = cusolver().handle(&context).unwrap();
        let start = [4.0_f64, 2.0, 2.0, 5.0];
        let mut a = stream.upload(&start).unwrap();
        let mut info = stream.upload(&[7]).unwrap();
        let mut workspace = Workspace::new(&stream, 1 << 20).unwrap();
        let mut capture = context.capture().unwrap();
        // SAFETY: the call is refused.
        let mut solver = unsafe { handle.record(&capture) };
        let error =
            solver.cholesky(MatrixMut::new(&mut a, 2, 2).unwrap(), Fill::Lower).unwrap_err();
        let Error::Call(CallError::Captured { call } | CallError::Workspace { call, .. }) = error
        else {
            panic!("{error}")
        };
        assert_eq!(call, "cholesky");
        // SAFETY: the graph keeps what it uses, and nothing else uses it while it runs.
        let solver = unsafe { handle.record(&capture) };
        let mut solver = solver.workspace(&mut workspace).unwrap().info(&mut info).unwrap();
        let recorded = solver.cholesky(MatrixMut::new(&mut a, 2, 2).unwrap(), Fill::Lower);
        let (a, info) = (std::sync::Arc::new(a), std::sync::Arc::new(info));
        capture.keep((a.clone(), info.clone(), workspace, handle.owner()));
        match recorded {
            Ok(()) => {}
            // A release that uses the host's memory can't be recorded.
            Err(Error::Call(CallError::Captured { .. })) => return,
            Err(error) => panic!("{error}"),
        }
        drop(handle);
        let graph = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: nothing else uses the memory meanwhile.
        unsafe { graph.launch(&stream) }.unwrap();
        assert_eq!(a.to_vec().unwrap(), [2.0, 2.0, 1.0, 2.0]);
        assert_eq!(info.to_vec().unwrap(), [0]);
    });
}
