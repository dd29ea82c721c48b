//! Complete algorithms: many threads, blocks and barriers.

use crate::device::{Device, args, assert_close, floats, numbers};
use crate::texts::{on_every_ptx, on_every_ptx_with};

#[test]
fn saxpy_is_right_in_every_element() {
    on_every_ptx("saxpy", |device| {
        let n = 1000usize;
        let (x, y) = (floats(n, 1, -8.0, 8.0), floats(n, 2, -8.0, 8.0));
        let (dx, dy) = (device.upload(&x), device.upload(&y));
        device.run("saxpy", 4, 256, args().value(2.5f32).buffer(&dx).buffer(&dy).value(n as u64));
        let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.5f32.mul_add(*x, *y)).collect();
        assert_eq!(dy.read(), expected);
        device.run(
            "saxpy_stride",
            2,
            96,
            args().value(0.5f32).buffer(&dx).buffer(&dy).value(n as i32),
        );
        let expected: Vec<f32> =
            x.iter().zip(&expected).map(|(x, y)| 0.5f32.mul_add(*x, *y)).collect();
        assert_eq!(dy.read(), expected);
    });
}

#[test]
fn a_tiled_matrix_product_is_exact_for_small_integers() {
    on_every_ptx("matmul", |device| {
        let n = 64usize;
        let a: Vec<f32> = (0..n * n).map(|i| (i % 17) as f32).collect();
        let b: Vec<f32> = (0..n * n).map(|i| (i % 13) as f32).collect();
        let (da, db, dc) = (device.upload(&a), device.upload(&b), device.zeroed::<f32>(n * n));
        device.run(
            "mm",
            (4, 4),
            (16, 16),
            args().buffer(&da).buffer(&db).buffer(&dc).value(n as i32),
        );
        let expected: Vec<f32> = (0..n * n)
            .map(|at| (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum())
            .collect();
        assert_eq!(dc.read(), expected);
    });
}

#[test]
fn mandelbrot_counts_are_those_of_the_cpu() {
    on_every_ptx("mandelbrot", |device| {
        let (w, h, most) = (70usize, 50usize, 200);
        let out = device.zeroed::<i32>(w * h);
        let (x0, y0, dx, dy) = (-2.0f32, -1.2f32, 0.04f32, 0.05f32);
        let arguments = args().buffer(&out).value(w as i32).value(h as i32).value(most);
        device.run("mandel", (5, 4), (16, 16), arguments.value(x0).value(y0).value(dx).value(dy));
        let count = |px: usize, py: usize| {
            let (cx, cy) = ((px as f32).mul_add(dx, x0), (py as f32).mul_add(dy, y0));
            let (mut x, mut y, mut iterations) = (0f32, 0f32, 0);
            while x * x + y * y < 4.0 && iterations < most {
                (x, y) = (x * x - y * y + cx, (2.0 * x).mul_add(y, cy));
                iterations += 1;
            }
            iterations
        };
        // NVRTC fuses the only product that has no other use.
        let expected: Vec<i32> = (0..w * h).map(|at| count(at % w, at / w)).collect();
        assert_eq!(out.read(), expected);
    });
}

#[test]
fn a_reduction_sums_every_element_over_blocks() {
    on_every_ptx("reduce", |device| {
        let x: Vec<f32> = (0..5000).map(|i| (i % 32) as f32).collect();
        let (dx, sum) = (device.upload(&x), device.zeroed::<f32>(1));
        device.dynamic_shared = 128 * 4;
        device.run("red", 7, 128, args().buffer(&dx).buffer(&sum).value(x.len() as i32));
        assert_eq!(sum.read()[0], x.iter().sum::<f32>());
        let d: Vec<f64> = (0..32 * 9).map(f64::from).collect();
        let (dd, parts) = (device.upload(&d), device.zeroed::<f64>(9));
        let (count, total) = (device.zeroed::<u32>(1), device.zeroed::<f64>(1));
        device.run(
            "ticket",
            9,
            32,
            args().buffer(&dd).buffer(&parts).buffer(&count).buffer(&total),
        );
        assert_eq!(total.read()[0], d.iter().sum::<f64>());
    });
}

#[test]
fn a_scan_gives_every_prefix_sum() {
    on_every_ptx("scan", |device| {
        let values: Vec<i32> =
            numbers(1000, 3).into_iter().map(|n| (n % 100) as i32 - 50).collect();
        let (input, output) = (device.upload(&values), device.zeroed::<i32>(values.len()));
        device.run(
            "scan",
            1,
            1024,
            args().buffer(&input).buffer(&output).value(values.len() as i32),
        );
        let mut sum = 0;
        let expected: Vec<i32> = values
            .iter()
            .map(|value| {
                sum += value;
                sum
            })
            .collect();
        assert_eq!(output.read(), expected);
    });
}

#[test]
fn a_bitonic_sort_in_dynamic_shared_memory_sorts_each_block() {
    on_every_ptx("bitonic", |device| {
        let values: Vec<i32> = numbers(1024, 4).into_iter().map(|n| n as i32 - (1 << 30)).collect();
        let data = device.upload(&values);
        device.dynamic_shared = 512 * 4;
        device.run("bitonic", 2, 512, args().buffer(&data));
        let mut expected = values;
        expected.chunks_mut(512).for_each(<[i32]>::sort_unstable);
        assert_eq!(data.read(), expected);
    });
}

#[test]
fn a_transpose_through_padded_shared_memory_swaps_rows_and_columns() {
    on_every_ptx("transpose", |device| {
        let (w, h) = (70usize, 45usize);
        let input = floats(w * h, 5, 0.0, 1.0);
        let (from, to) = (device.upload(&input), device.zeroed::<f32>(w * h));
        device.run(
            "tr",
            (3, 2),
            (32, 8),
            args().buffer(&from).buffer(&to).value(w as i32).value(h as i32),
        );
        let expected: Vec<f32> = (0..w * h).map(|at| input[at % h * w + at / h]).collect();
        assert_eq!(to.read(), expected);
    });
}

#[test]
fn a_stencil_reads_its_neighbors_over_tile_borders() {
    on_every_ptx("stencil", |device| {
        let (nx, ny) = (40usize, 35usize);
        let input = floats(nx * ny, 6, 0.0, 8.0);
        let (from, to) = (device.upload(&input), device.zeroed::<f32>(nx * ny));
        device.run(
            "st",
            (3, 3),
            (16, 16),
            args().buffer(&from).buffer(&to).value(nx as i32).value(ny as i32),
        );
        let at = |x: usize, y: usize| input[y * nx + x];
        let mut expected = vec![0f32; nx * ny];
        for y in 1..ny - 1 {
            for x in 1..nx - 1 {
                let around = at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y);
                expected[y * nx + x] = 0.25f32.mul_add(around, -at(x, y));
            }
        }
        assert_close(&to.read(), &expected, 1e-5);
    });
}

#[test]
fn a_histogram_counts_every_byte_once() {
    on_every_ptx("histogram", |device| {
        let bytes: Vec<u8> = numbers(4001, 7).into_iter().map(|n| n as u8).collect();
        let (data, bins) = (device.upload(&bytes), device.zeroed::<u32>(256));
        device.run("hist", 5, 96, args().buffer(&data).buffer(&bins).value(bytes.len() as i32));
        let mut expected = vec![0u32; 256];
        bytes.iter().for_each(|&byte| expected[byte as usize] += 1);
        assert_eq!(bins.read(), expected);
    });
}

#[test]
fn a_sparse_product_gives_a_warp_to_each_row() {
    on_every_ptx("spmv", |device| {
        let rows = 20usize;
        let lengths: Vec<usize> = (0..rows).map(|row| row * 5 % 70).collect();
        let mut starts = vec![0i32];
        lengths.iter().for_each(|length| starts.push(starts[starts.len() - 1] + *length as i32));
        let count = starts[rows] as usize;
        let columns: Vec<i32> = numbers(count, 8).into_iter().map(|n| (n % 50) as i32).collect();
        let values: Vec<f32> = (0..count).map(|i| (i % 7) as f32).collect();
        let x: Vec<f32> = (0..50).map(|i| (i % 5) as f32).collect();
        let expected: Vec<f32> = (0..rows)
            .map(|row| {
                (starts[row] as usize..starts[row + 1] as usize)
                    .map(|j| values[j] * x[columns[j] as usize])
                    .sum()
            })
            .collect();
        let (a, b, c, d) = (
            device.upload(&starts),
            device.upload(&columns),
            device.upload(&values),
            device.upload(&x),
        );
        let y = device.zeroed::<f32>(rows);
        device.run(
            "spmv",
            5,
            128,
            args().buffer(&a).buffer(&b).buffer(&c).buffer(&d).buffer(&y).value(rows as i32),
        );
        assert_eq!(y.read(), expected);
    });
}

#[test]
fn softmax_rows_sum_to_one() {
    on_every_ptx("softmax", |device| {
        let n = 100usize;
        let x = floats(3 * n, 9, -4.0, 4.0);
        let (input, output) = (device.upload(&x), device.zeroed::<f32>(3 * n));
        device.run("sm", 3, 32, args().buffer(&input).buffer(&output).value(n as i32));
        let mut expected = Vec::new();
        for row in x.chunks(n) {
            let most = row.iter().copied().fold(f32::MIN, f32::max);
            let sum: f32 = row.iter().map(|value| (value - most).exp()).sum();
            expected.extend(row.iter().map(|value| (value - most).exp() / sum));
        }
        assert_close(&output.read(), &expected, 1e-4);
    });
}

#[test]
fn a_layer_norm_agrees_with_the_cpu() {
    on_every_ptx("layernorm", |device| {
        let n = 200usize;
        let (x, g, b) =
            (floats(2 * n, 10, -3.0, 3.0), floats(n, 11, 0.5, 1.5), floats(n, 12, -1.0, 1.0));
        let (dx, dy) = (device.upload(&x), device.zeroed::<f32>(2 * n));
        let (dg, db) = (device.upload(&g), device.upload(&b));
        let arguments = args().buffer(&dx).buffer(&dy).buffer(&dg).buffer(&db);
        device.run("ln", 2, 128, arguments.value(n as i32).value(1e-5f32));
        let mut expected = Vec::new();
        for row in x.chunks(n) {
            let mean = row.iter().sum::<f32>() / n as f32;
            let spread = row.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / n as f32;
            let factor = 1.0 / (spread + 1e-5).sqrt();
            expected.extend((0..n).map(|i| (row[i] - mean) * factor * g[i] + b[i]));
        }
        let actual = dy.read();
        assert!(actual.iter().zip(&expected).all(|(a, w)| (a - w).abs() < 1e-4), "{actual:?}");
    });
}

#[test]
fn n_body_accelerations_agree_with_the_cpu() {
    on_every_ptx("nbody", |device| {
        let (n, dt) = (128usize, 0.125f32);
        let (p, v) = (floats(4 * n, 26, -1.0, 1.0), floats(4 * n, 27, -1.0, 1.0));
        let (dp, dv) = (device.upload(&p), device.upload(&v));
        device.dynamic_shared = 64 * 16;
        let arguments = args().buffer(&dp).buffer(&dv);
        device.run("nbody", 2, 64, arguments.value(n as i32).value(dt));
        let body = |i: usize, k: usize| f64::from(p[4 * i + k]);
        let mut expected = v;
        for i in 0..n {
            let mut sum = [0f64; 3];
            for j in 0..n {
                let distance: [f64; 3] = std::array::from_fn(|k| body(j, k) - body(i, k));
                let square: f64 = distance.iter().map(|d| d * d).sum();
                let force = body(j, 3) * (square + 1e-9).powf(-1.5);
                (0..3).for_each(|k| sum[k] += distance[k] * force);
            }
            (0..3).for_each(|k| expected[4 * i + k] += (sum[k] * f64::from(dt)) as f32);
        }
        // In single precision, with sums whose largest terms are some hundreds.
        for (actual, expected) in dv.read().iter().zip(expected) {
            let tolerance = 1e-4 * expected.abs().max(1.0);
            assert!((actual - expected).abs() < tolerance, "{actual} instead of {expected}");
        }
    });
}

#[test]
fn a_cooperative_grid_waits_for_all_its_blocks() {
    on_every_ptx("coopgrid", |device| {
        let n = 4096usize;
        let data = device.zeroed::<i32>(2 * n);
        device.cooperative = true;
        device.run("cgk", 16, 64, args().buffer(&data).value(n as i32));
        let expected: Vec<i32> = (0..n as i32).chain((0..n as i32).rev()).collect();
        assert_eq!(data.read(), expected);
    });
}

#[test]
fn blocks_of_a_cluster_read_each_others_shared_memory() {
    on_every_ptx_with("cluster", "cl", |device| {
        let out = device.zeroed::<i32>(4 * 32);
        device.cluster = [2, 1, 1];
        device.run("cl", 4, 32, args().buffer(&out));
        let expected: Vec<i32> =
            (0..4 * 32).map(|at| at % 32 + ((at / 32 % 2) ^ 1) * 100 + 2).collect();
        assert_eq!(out.read(), expected);
    });
}

#[test]
fn a_bulk_copy_completes_its_barrier() {
    on_every_ptx_with("cluster", "bulk", |device| {
        let g = floats(256, 17, 0.0, 1.0);
        let (from, to) = (device.upload(&g), device.zeroed::<f32>(256));
        device.run("bulk", 1, 256, args().buffer(&from).buffer(&to));
        let expected: Vec<f32> = g.into_iter().rev().collect();
        assert_eq!(to.read(), expected);
    });
}

#[test]
fn the_order_of_blocks_does_not_change_the_result() {
    on_every_ptx("saxpy", |device| {
        let x = vec![1f32; 777];
        let dx = device.upload(&x);
        for seed in 0..5 {
            let dy = device.zeroed::<f32>(777);
            device.seed = Some(seed);
            device.run("saxpy", 25, 32, args().value(3f32).buffer(&dx).buffer(&dy).value(777u64));
            assert_eq!(dy.read(), vec![3f32; 777]);
        }
    });
}

#[test]
fn a_seed_reveals_races_between_warps() {
    // Every warp writes its number to the same address, in no defined order.
    const RACE: &str = "
.version 7.0
.target sm_75
.address_size 64
.visible .entry race(.param .u64 out)
{
    .reg .b32 %r<3>; .reg .b64 %rd<2>; .reg .pred %p;
    .shared .align 4 .b8 last[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    st.shared.u32 [last], %r1;
    bar.sync 0;
    ld.shared.u32 %r2, [last];
    setp.ne.u32 %p, %r1, 0;
    @%p bra DONE;
    st.global.u32 [%rd1], %r2;
DONE:
    ret;
}
";
    let mut device = Device::load(RACE);
    let mut last = |seed| {
        device.seed = seed;
        let out = device.zeroed::<u32>(1);
        device.run("race", 1, 128, args().buffer(&out));
        out.read()[0] / 32
    };
    assert_eq!(last(None), 3);
    let seen: std::collections::BTreeSet<u32> = (0..40).map(|seed| last(Some(seed))).collect();
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(last(Some(7)), last(Some(7)));
}
