use cuda_driver::{Driver, Error, Launch};

use crate::device::on_every_driver;
use crate::kernels;

/// Runs all steps: context, stream, module, buffers, copies, launch, events, cleanup.
pub fn saxpy(driver: Driver, n: usize) -> Result<Vec<f32>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let (begin, end) = (context.event()?, context.event()?);
    let Some(ptx) = kernels::ptx() else {
        return Ok(Vec::new());
    };
    let module = context.load(ptx)?;
    let function = module.function(c"saxpy")?;
    let host_x: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let mut host_y = context.pinned::<f32>(n)?;
    host_y.fill(1.0);
    let (x, mut y) = (stream.upload(&host_x)?, stream.alloc::<f32>(n)?);
    let mut out = stream.alloc_zeroed::<f32>(n)?;
    let mut result = vec![0.0; n];
    stream.scope(|scope| {
        scope.upload_into(&host_y, &mut y)?;
        stream.record(&begin)?;
        // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each.
        unsafe {
            scope.launch(&function, Launch::elements(n, 128), (2.0f32, &x, &y, &mut out, n))
        }?;
        stream.record(&end)?;
        scope.download(&out, &mut result)?;
        Ok::<_, Error>(())
    })?;
    begin.elapsed(&end)?;
    Ok(result)
}

on_every_driver! {
    fn saxpy_is_right_in_every_element(device) {
        if kernels::ptx().is_none() { return }
        let result = saxpy(device.driver, 10_000).unwrap();
        assert_eq!(result.len(), 10_000);
        for (i, value) in result.into_iter().enumerate() {
            assert_eq!(value, 2.0 * i as f32 + 1.0, "element {i}");
        }
    }
}
