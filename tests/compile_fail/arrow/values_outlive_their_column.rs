//! Values can't be used after their column was dropped.
use cuda_arrow::DeviceArray;
use cuda_driver::DeviceSlice;

fn kept(column: DeviceArray) -> DeviceSlice<'static, f32> {
    column.values::<f32>().unwrap()
}

fn main() {}
