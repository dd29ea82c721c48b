//! Arrays without elements, of every kind, shape and order.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use cuda_driver::managed::MemAttachFlags;
use cuda_driver::memory::{PinnedFlags, RegisterFlags};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::ndarray::{Array3, Ix3, Order, Shape, ShapeBuilder, arr2, s};
use cuda_ndarray::{
    DeviceArray, DeviceArrayView, DeviceArrayViewMut, HostArrays, Layout, MakeArrays,
    ManagedArrays, MapArrays, PinnedArray,
};

use crate::device::{TestDevice, on_every_driver};
use crate::dlpack::Foreign;

const UNORDERED: ExportOptions = ExportOptions::new(ConsumerStream::Unordered);

/// Shapes in both orders, of which two thirds have no elements.
fn shapes() -> Vec<Shape<Ix3>> {
    let shape = |at: usize| (at % 3 * 2, at / 3 % 3, at / 9 % 3 * 3);
    (0..54).map(|at| shape(at).set_f(at >= 27)).collect()
}

/// Layouts that slices, transpositions and strides yield, in memory of at most 100 elements.
fn layouts() -> Vec<Layout<Ix3>> {
    let mut layouts = Vec::new();
    for shape in shapes() {
        let (dim, layout) = (*shape.raw_dim(), Layout::of_shape(shape).unwrap());
        layouts.push(layout.slice(s![..;-1, .., ..;2]).unwrap());
        layouts.push(layout.slice(s![.., ..;-1, ..;-1]).unwrap());
        layouts.push(layout.permuted_axes([2, 0, 1]).unwrap());
        let lens = [dim[0], dim[1], dim[2]];
        layouts.push(Layout::new(&lens, &[6, -20, 1], 60).unwrap());
        layouts.push(layout);
        if lens.contains(&0) {
            for strides in [[0, 0, 0], [-1, 5, isize::MAX], [isize::MIN; 3]] {
                layouts.push(Layout::new(&lens, &strides, 7).unwrap());
            }
            let huge = lens.map(|len| if len == 0 { 0 } else { 1 << 20 });
            layouts.push(Layout::new(&huge, &[1, 2, 3], 0).unwrap());
        }
    }
    layouts.retain(|layout| !layout.overlaps());
    assert!(layouts.len() > 400 && layouts.iter().filter(|layout| layout.is_empty()).count() > 250);
    layouts
}

fn host_arrays(device: &TestDevice, shape: &Shape<Ix3>) {
    let (context, stream) = (&device.context, &device.stream);
    let mut pinned = context.pinned_array::<u32, Ix3>(*shape).unwrap();
    pinned.fill(1);
    assert_eq!(pinned.sum() as usize, shape.size());
    let (buffer, layout) = pinned.into_buffer();
    assert_eq!((buffer.len(), layout.raw_dim()), (shape.size(), *shape.raw_dim()));
    let pinned = PinnedArray::from_buffer(buffer, layout).unwrap();
    assert_eq!(context.pinned_array_like(&pinned).unwrap().raw_dim(), pinned.raw_dim());
    drop(context.mapped_array_like(&pinned, PinnedFlags::empty()).unwrap());
    drop(pinned.into_dlpack(UNORDERED).unwrap());
    let array = context.mapped_array::<u32, Ix3>(*shape, PinnedFlags::empty()).unwrap();
    let mut mapped = array.map(stream).unwrap();
    mapped.view_mut().unwrap().fill(3).unwrap();
    assert_eq!(mapped.unmap().unwrap().sum() as usize, 3 * shape.size());

    let mut managed = stream.managed_array::<u32, Ix3>(*shape, MemAttachFlags::GLOBAL).unwrap();
    managed.host_mut().unwrap().fill(1);
    managed.view_mut().unwrap().fill(2).unwrap();
    managed.prefetch(device.context.device()).unwrap();
    assert_eq!(managed.host().unwrap().sum() as usize, 2 * shape.size());
    // SAFETY: no stream is ordered, and this thread alone uses the array.
    drop(unsafe { managed.into_dlpack(UNORDERED) }.unwrap());

    let mut host = Array3::<u32>::zeros(*shape);
    context.with_pinned(&mut host, |host| stream.to_device(&*host)?.copy_to(host)).unwrap();
    stream.with_mapped(&mut host, |host| host.fill(2)).unwrap();
    stream.with_copies(&mut host, |host| host.fill(4)).unwrap();
    assert_eq!(host.sum() as usize, 4 * shape.size());
    drop(context.register(host.into_raw_vec_and_offset().0, RegisterFlags::empty()).unwrap());
}

fn device_arrays(device: &TestDevice, shape: &Shape<Ix3>) {
    let stream = &device.stream;
    let host = Array3::<u32>::from_elem(*shape, 5);
    let array = stream.to_device(&host).unwrap();
    assert_eq!(array.to_host().unwrap(), host);
    assert_eq!(stream.zeros::<u32, _>(*shape).unwrap().raw_dim(), *shape.raw_dim());
    assert_eq!(stream.from_elem(*shape, 5u32).unwrap().to_host().unwrap(), host);
    assert_eq!(array.uninit_like().unwrap().raw_dim(), host.raw_dim());
    let part = host.slice(s![..;-1, .., ..;2]);
    let copy = stream.to_device(&part).unwrap();
    assert_eq!(copy.to_host().unwrap(), part);
    let mut back = Array3::zeros(part.raw_dim());
    array.slice(s![..;-1, .., ..;2]).unwrap().copy_to(&mut back).unwrap();
    assert_eq!(back, part);
    assert_eq!(
        array.view().flatten_view(Order::RowMajor).map(|flat| flat.len()).unwrap_or(host.len()),
        host.len()
    );
    let interface = array.cuda_array_interface();
    // SAFETY: the owner keeps the memory, which nothing writes.
    let shared = unsafe { interface.into_shared::<u32, Ix3>(array, stream) }.unwrap();
    assert_eq!(shared.to_host().unwrap(), host);
    // SAFETY: no stream is ordered, and this thread alone uses the array.
    let tensor = unsafe { stream.to_device(&host).unwrap().into_dlpack(UNORDERED) }.unwrap();
    // SAFETY: as above.
    let imported: DeviceArray<u32, Ix3> = unsafe { tensor.into_array(stream) }.unwrap();
    assert_eq!(imported.to_host().unwrap(), host);
}

on_every_driver! {
    fn arrays_of_every_shape_are_created_used_and_exchanged(device) {
        for shape in shapes() {
            host_arrays(device, &shape);
            device_arrays(device, &shape);
        }
    }

    fn managed_arrays_without_elements_may_have_any_strides(device) {
        for strides in [[0, 0, 0], [1, 1, 1], [7, 0, 1000]] {
            let shape = [3, 0, 2].strides(strides);
            let mut array = device.stream.managed_array::<u32, _>(shape, MemAttachFlags::GLOBAL).unwrap();
            assert_eq!(array.host_mut().unwrap().shape(), [3, 0, 2]);
            assert_eq!(array.host().unwrap().len(), 0);
        }
    }

    fn managed_arrays_have_one_order_on_the_host_and_the_device(device) {
        let back = 1usize.wrapping_neg();
        for strides in [[3, 1], [1, 2], [3usize.wrapping_neg(), back], [3, back], [back, 2]] {
            let shape = [2, 3].strides(strides);
            let mut array = device.stream.managed_array::<u32, _>(shape, MemAttachFlags::GLOBAL).unwrap();
            let host = arr2(&[[1, 2, 3], [4, 5, 6]]);
            array.host_mut().unwrap().assign(&host);
            assert_eq!(array.view().unwrap().to_host().unwrap(), host, "{strides:?}");
            array.view_mut().unwrap().fill(7).unwrap();
            assert!(array.host().unwrap().iter().all(|value| *value == 7));
        }
    }

    fn memory_has_arrays_of_every_layout(device) {
        let stream = &device.stream;
        for layout in layouts() {
            let mut pinned = PinnedArray::from_buffer(device.context.pinned::<u32>(100).unwrap(), layout).unwrap();
            assert_eq!(pinned.shape(), layout.shape(), "{layout:?}");
            pinned.fill(1);
            let (mut buffer, again) = pinned.into_buffer();
            assert_eq!(buffer.iter().sum::<u32>() as usize, layout.len(), "{layout:?}");
            assert!(layout.is_empty() || again == layout, "{again:?} {layout:?}");
            buffer.fill(1);
            let mut memory = stream.upload(&buffer).unwrap();
            DeviceArrayViewMut::from_slice(memory.as_slice_mut(), layout).unwrap().fill(3).unwrap();
            let view = DeviceArrayView::from_slice(memory.as_slice(), layout).unwrap();
            assert_eq!(view.to_host().unwrap().sum() as usize, 3 * layout.len(), "{layout:?}");
            let array = DeviceArray::from_buffer(memory, layout).unwrap();
            assert_eq!(array.to_owned().unwrap().shape(), layout.shape());
            assert_eq!(array.into_buffer().0.to_vec().unwrap().iter().sum::<u32>() as usize, 100 + 2 * layout.len());
        }
    }

    fn tensors_without_elements_need_no_memory(device) {
        let deleted = Arc::default();
        let tensors = shapes().into_iter().filter(|shape| shape.size() == 0).map(|shape| *shape.raw_dim());
        let tensors: Vec<Ix3> = tensors.collect();
        for shape in &tensors {
            let shape = [shape[0] as i64, shape[1] as i64, shape[2] as i64];
            for strides in [None, Some([0; 3]), Some([-1, 7, i64::MAX])] {
                let foreign = Foreign::new(0, &shape, strides.as_ref().map(|strides| &strides[..]), &deleted);
                let array: DeviceArray<f32, Ix3> = foreign.import(&device.stream).unwrap();
                assert!(array.to_host().unwrap().is_empty());
            }
        }
        device.stream.synchronize().unwrap();
        cuda_driver::stream::wait_for_deferred();
        assert_eq!(AtomicUsize::load(&deleted, SeqCst), 3 * tensors.len());
    }
}
