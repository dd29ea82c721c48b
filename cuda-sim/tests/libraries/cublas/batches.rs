//! Batches: matrices at a distance, by arrays of addresses, and in groups.

use cuda_libraries_sys::cublas::*;
use half::f16;
use num_complex::Complex;

use super::{
    Device, FILLS, OPERATIONS, SUCCESS, StoredMatrix, TestHandle, bound, call, combined, factor,
    operated, pick, shape, triangular,
};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

fn size() -> usize {
    fastrand::usize(1..20)
}

/// Matrices of one shape on the device, with their addresses in an array there.
pub(super) struct Batch {
    pub matrices: Vec<StoredMatrix>,
    pub addresses: Device,
}

impl Batch {
    pub(super) fn new<T: Number>(
        test: &TestHandle,
        len: usize,
        rows: usize,
        columns: usize,
    ) -> Self {
        let mut matrices: Vec<StoredMatrix> = Vec::new();
        while matrices.len() < len {
            let next = test.matrix::<T>(rows, columns);
            if matrices.first().is_none_or(|matrix| matrix.leading == next.leading) {
                matrices.push(next);
            }
        }
        let addresses = addresses(test, matrices.iter().map(|matrix| matrix.device.address()));
        Self { matrices, addresses }
    }
}

/// Uploads an array of addresses.
fn addresses(test: &TestHandle, addresses: impl Iterator<Item = u64>) -> Device {
    let bytes: Vec<i8> =
        addresses.flat_map(|address| address.to_ne_bytes().map(|byte| byte as i8)).collect();
    test.upload(&bytes)
}

macro_rules! batched {
    ($($function:ident $T:ty, $Int:ty;)*) => {$({
        let test = TestHandle::new();
        for len in 0..6 {
            let (m, n, k) = (size(), size(), size());
            let (left, right) = (pick(&OPERATIONS), pick(&OPERATIONS));
            let (rows, columns) = shape(left, m, k);
            let a = Batch::new::<$T>(&test, len.max(1), rows, columns);
            let (rows, columns) = shape(right, k, n);
            let b = Batch::new::<$T>(&test, len.max(1), rows, columns);
            let c = Batch::new::<$T>(&test, len.max(1), m, n);
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let status = call!($function(
                test.handle, left, right, m as $Int, n as $Int, k as $Int, (&raw const alpha).cast(), a.addresses.c(),
                a.matrices[0].ld(), b.addresses.c(), b.matrices[0].ld(), (&raw const beta).cast(), c.addresses.c(),
                c.matrices[0].ld(), len as $Int
            ));
            assert_eq!(status, SUCCESS);
            for (index, c) in c.matrices.iter().enumerate() {
                let (a, b) = (&a.matrices[index].matrix, &b.matrices[index].matrix);
                let product = operated(a, left).times(&operated(b, right));
                let expected = match len {
                    0 => c.matrix.clone(),
                    _ => combined(alpha.wide(), &product, beta.wide(), &c.matrix),
                };
                c.now::<$T>().assert_near(&expected, bound::<$T>(k), stringify!($function));
            }
        }
    })*};
}

#[test]
fn products_of_matrices_whose_addresses_are_in_an_array_are_those_of_a_reference() {
    batched! {
        cublasSgemmBatched f32, i32;
        cublasDgemmBatched f64, i32;
        cublasCgemmBatched C32, i32;
        cublasZgemmBatched_64 C64, i64;
        cublasHgemmBatched f16, i32;
    }
}

macro_rules! strided {
    ($($function:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        for len in 1..6_usize {
            let (m, n, k) = (size(), size(), size());
            // One matrix may be used for all.
            let is_shared = fastrand::bool();
            let (a, b) = (test.matrix::<$T>(m, k * if is_shared { 1 } else { len }), test.matrix::<$T>(k, n * len));
            let c = test.matrix::<$T>(m, n * len);
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let a_stride = if is_shared { 0 } else { (a.leading * k) as i64 };
            let status = call!($function(
                test.handle, OPERATIONS[0], OPERATIONS[0], m as i32, n as i32, k as i32, (&raw const alpha).cast(),
                a.device.c(), a.ld(), a_stride, b.device.c(), b.ld(), (b.leading * n) as i64,
                (&raw const beta).cast(), c.device.m(), c.ld(), (c.leading * n) as i64, len as i32
            ));
            assert_eq!(status, SUCCESS);
            let part = |matrix: &Matrix, index: usize, columns: usize| Matrix::new(
                matrix.rows, columns, |row, column| matrix.at(row, index * columns + column)
            );
            let now = c.now::<$T>();
            for index in 0..len {
                let left = part(&a.matrix, if is_shared { 0 } else { index }, k);
                let product = left.times(&part(&b.matrix, index, n));
                let before = part(&c.matrix, index, n);
                let expected = combined(alpha.wide(), &product, beta.wide(), &before);
                part(&now, index, n).assert_near(&expected, bound::<$T>(k), stringify!($function));
            }
        }
    })*};
}

#[test]
fn products_of_matrices_at_a_distance_are_those_of_a_reference() {
    strided! {
        cublasSgemmStridedBatched f32;
        cublasDgemmStridedBatched f64;
        cublasCgemmStridedBatched C32;
        cublasZgemmStridedBatched C64;
        cublasHgemmStridedBatched f16;
    }
}

#[test]
fn each_group_of_products_has_its_own_sizes_and_factors() {
    let test = TestHandle::new();
    let lens = [2, 0, 3];
    let sizes: Vec<[i32; 3]> =
        (0..3).map(|_| [size(), size(), size()].map(|size| size as i32)).collect();
    let alpha = [0.5_f32, 1.0, -1.0];
    let beta = [0.0_f32, 1.0, 2.0];
    let mut groups = Vec::new();
    for (index, [m, n, k]) in sizes.iter().enumerate() {
        let batch = |rows: i32, columns: i32| {
            let len = lens[index].max(1) as usize;
            Batch::new::<f32>(&test, len, rows as usize, columns as usize)
        };
        groups.push([batch(*m, *k), batch(*k, *n), batch(*m, *n)]);
    }
    let side = |side: usize| {
        let counted = groups.iter().zip(lens);
        let matrices =
            counted.flat_map(|(group, len)| group[side].matrices.iter().take(len as usize));
        addresses(&test, matrices.map(|stored| stored.device.address()))
    };
    let leading = |side: usize| -> Vec<i32> {
        groups.iter().map(|group| group[side].matrices[0].ld()).collect()
    };
    let column = |at: usize| -> Vec<i32> { sizes.iter().map(|size| size[at]).collect() };
    let (a, b, c) = (side(0), side(1), side(2));
    let status = call!(cublasSgemmGroupedBatched(
        test.handle,
        [OPERATIONS[0]; 3].as_ptr(),
        [OPERATIONS[0]; 3].as_ptr(),
        column(0).as_ptr(),
        column(1).as_ptr(),
        column(2).as_ptr(),
        alpha.as_ptr(),
        a.c(),
        leading(0).as_ptr(),
        b.c(),
        leading(1).as_ptr(),
        beta.as_ptr(),
        c.c(),
        leading(2).as_ptr(),
        3,
        lens.as_ptr(),
    ));
    assert_eq!(status, SUCCESS);
    for (index, [a, b, c]) in groups.iter().enumerate() {
        for place in 0..lens[index] as usize {
            let c = &c.matrices[place];
            let product = a.matrices[place].matrix.times(&b.matrices[place].matrix);
            let (alpha, beta) = (alpha[index].wide(), beta[index].wide());
            let expected = combined(alpha, &product, beta, &c.matrix);
            c.now::<f32>().assert_near(&expected, bound::<f32>(20), "a group");
        }
    }
}

#[test]
fn batches_of_products_with_vectors_are_those_of_a_reference() {
    let test = TestHandle::new();
    let (m, n, len) = (7, 5, 3);
    let (alpha, beta) = (0.5_f32, -1.0_f32);
    let a = Batch::new::<f16>(&test, len, m, n);
    let x: Vec<StoredMatrix> = (0..len)
        .map(|_| test.stored::<f16>(Matrix::new(n, 1, |_, _| f16::random().wide())))
        .collect();
    let y: Vec<StoredMatrix> = (0..len)
        .map(|_| test.stored::<f32>(Matrix::new(m, 1, |_, _| f32::random().wide())))
        .collect();
    let list = |vectors: &[StoredMatrix]| {
        addresses(&test, vectors.iter().map(|vector| vector.device.address()))
    };
    let (xs, ys) = (list(&x), list(&y));
    let status = call!(cublasHSSgemvBatched(
        test.handle,
        OPERATIONS[0],
        m as i32,
        n as i32,
        &raw const alpha,
        a.addresses.c(),
        a.matrices[0].ld(),
        xs.c(),
        1,
        &raw const beta,
        ys.c(),
        1,
        len as i32,
    ));
    assert_eq!(status, SUCCESS);
    for index in 0..len {
        let product = a.matrices[index].matrix.times(&x[index].matrix);
        let expected = combined(alpha.wide(), &product, beta.wide(), &y[index].matrix);
        y[index].now::<f32>().assert_near(&expected, bound::<f32>(n), "a product");
    }
}

#[test]
fn batches_of_triangular_systems_are_solved() {
    let test = TestHandle::new();
    let (m, n, len, fill) = (9, 4, 3, FILLS[1]);
    let unit = cublasDiagType_t::CUBLAS_DIAG_UNIT;
    let a = Batch::new::<f64>(&test, len, m, m);
    let b = Batch::new::<f64>(&test, len, m, n);
    let alpha = 2.0_f64;
    let status = call!(cublasDtrsmBatched(
        test.handle,
        cublasSideMode_t::CUBLAS_SIDE_LEFT,
        fill,
        OPERATIONS[0],
        unit,
        m as i32,
        n as i32,
        &raw const alpha,
        a.addresses.c(),
        a.matrices[0].ld(),
        b.addresses.c(),
        b.matrices[0].ld(),
        len as i32,
    ));
    assert_eq!(status, SUCCESS);
    for (a, b) in a.matrices.iter().zip(&b.matrices) {
        let found = triangular(&a.matrix, fill, true).times(&b.now::<f64>());
        found.assert_near(&b.matrix.scaled(alpha.into()), 1e-9, "a solution");
    }
}
