use cudnn::half::{bf16, f16};
use cudnn::{
    Attention, AttentionElement, AttentionLayouts, Cudnn, Error, Layout, Mask, Tensor, TensorMut,
    Workspace,
};
use fastrand::Rng;

use crate::device::{Tally, is_software, stream_and_handle, table_of_release};
use crate::number::{Array, Number};

/// Returns a layout of batch, heads, sequence and elements: heads before the sequence in memory, or after it.
fn layout(rng: &mut Rng, shape: [usize; 4]) -> Layout {
    let [_, heads, len, elements] = shape;
    if rng.bool() {
        Layout::packed(shape).unwrap()
    } else {
        let strides = [len * heads * elements, elements, heads * elements, 1];
        Layout::with_strides(shape, strides).unwrap()
    }
}

/// The reference: the result, and the sums of magnitudes.
fn attend(
    scale: f64,
    mask: Mask,
    [q, k, v]: [&Array; 3],
    bias: Option<&Array>,
    shape: &[usize],
) -> (Vec<f64>, Vec<f64>) {
    let [batch, heads, queries, width] = [0, 1, 2, 3].map(|axis| shape[axis]);
    let (len, keys) = (q.layout.shape()[3], k.layout.shape()[2]);
    let row = |of: &Array, image: usize, head: usize, index: usize| {
        let shape = of.layout.shape();
        let head = head * shape[1] / heads;
        let start = ((image.min(shape[0] - 1) * shape[1] + head) * shape[2] + index) * shape[3];
        of.values[start..start + shape[3]].to_vec()
    };
    let (mut values, mut bounds) = (Vec::new(), Vec::new());
    for at in 0..batch * heads * queries {
        let (image, head, query) = (at / (heads * queries), at / queries % heads, at % queries);
        let seen = match mask {
            Mask::None => keys,
            Mask::Causal => (query + 1).min(keys),
            _ => query + 1 + keys - queries,
        };
        let query_row = row(q, image, head, query);
        let score = |key: usize| {
            let other = row(k, image, head, key);
            let product: f64 = (0..len).map(|index| query_row[index] * other[index]).sum();
            scale * product + bias.map_or(0.0, |bias| row(bias, image, head, query)[key])
        };
        let powers: Vec<f64> = (0..seen).map(|key| score(key).exp()).collect();
        let sum: f64 = powers.iter().sum();
        let weighted = |f: fn(f64) -> f64, element: usize| {
            let terms = powers.iter().enumerate();
            terms.map(|(key, power)| power / sum * f(row(v, image, head, key)[element])).sum()
        };
        values.extend((0..width).map(|element| -> f64 { weighted(|row| row, element) }));
        bounds.extend((0..width).map(|element| -> f64 { weighted(f64::abs, element) }));
    }
    (values, bounds)
}

fn check<T: Number + AttentionElement>(
    tally: &mut Tally,
    rng: &mut Rng,
    mask: Mask,
    has_bias: bool,
) {
    let (stream, mut handle) = stream_and_handle();
    let groups = rng.usize(1..=2);
    let (batch, heads) = (rng.usize(1..=2), rng.usize(1..=2));
    let (len, width) = if is_software() {
        (8 * rng.usize(1..=3), 8 * rng.usize(1..=3))
    } else {
        // What cuDNN has kernels for on each device.
        let len = 64 * rng.usize(1..=2);
        (len, len)
    };
    let keys = rng.usize(1..=70);
    let queries = match mask {
        Mask::CausalBottomRight => rng.usize(1..=keys),
        _ => rng.usize(1..=70),
    };
    let layouts = AttentionLayouts {
        q: layout(rng, [batch, heads * groups, queries, len]),
        k: layout(rng, [batch, heads, keys, len]),
        v: layout(rng, [batch, heads, keys, width]),
        bias: has_bias.then(|| {
            let shape = [rng.usize(0..=1), rng.usize(0..=1)];
            let batch = [1, batch][shape[0]];
            let heads = [1, heads * groups][shape[1]];
            Layout::packed([batch, heads, queries, keys]).unwrap()
        }),
        o: layout(rng, [batch, heads * groups, queries, width]),
    };
    let subject = format!("{mask:?} of {} {layouts:?}", std::any::type_name::<T>());
    let scale = 0.25 + rng.f32();
    let attention = Attention::new().scale(scale).mask(mask);
    let plan = match handle.on(&stream).attention_plan::<T>(&attention, &layouts) {
        Ok(plan) => plan,
        Err(error) => {
            tally.note(&subject, Err(error));
            return;
        }
    };
    let q = Array::random::<T>(rng, layouts.q);
    let k = Array::random::<T>(rng, layouts.k);
    let v = Array::random::<T>(rng, layouts.v);
    let bias = layouts.bias.map(|bias| Array::random::<T>(rng, bias));
    let (values, bounds) =
        attend(f64::from(scale), mask, [&q, &k, &v], bias.as_ref(), layouts.o.shape());
    let expected = Array { layout: layouts.o, values };
    let (q_is, k_is, v_is) =
        (q.upload::<T>(&stream), k.upload::<T>(&stream), v.upload::<T>(&stream));
    let bias_is = bias.as_ref().map(|bias| bias.upload::<T>(&stream));
    let mut o_is = stream.alloc::<T>(layouts.o.span()).unwrap();
    let mut workspace = Workspace::new(&stream, plan.workspace()).unwrap();
    for has_workspace in [false, true] {
        let mut dnn = handle.on(&stream);
        if has_workspace {
            dnn = dnn.workspace(&mut workspace).unwrap();
        }
        let bias = bias.as_ref().zip(bias_is.as_ref());
        let done = dnn.attention(
            &plan,
            q.view(&q_is),
            k.view(&k_is),
            v.view(&v_is),
            bias.map(|(bias, is)| bias.view(is)),
            expected.view_mut(&mut o_is),
        );
        if tally.note(&subject, done) {
            // Weights are rounded, too.
            expected.check::<T>(&subject, &o_is, &bounds, 4.0 * T::ERROR);
        }
    }
}

#[test]
fn attention_is_that_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(61), Tally::default());
    for mask in [Mask::None, Mask::Causal, Mask::CausalBottomRight] {
        for has_bias in [false, true] {
            if has_bias && mask == Mask::CausalBottomRight {
                continue;
            }
            for _ in 0..3 {
                check::<f16>(&mut tally, &mut rng, mask, has_bias);
                check::<bf16>(&mut tally, &mut rng, mask, has_bias);
            }
        }
    }
    tally.finish("attention", 12);
}

fn layouts(q: [usize; 4], k: [usize; 4], v: [usize; 4], o: [usize; 4]) -> AttentionLayouts {
    let packed = |shape: [usize; 4]| Layout::packed(shape).unwrap();
    AttentionLayouts { q: packed(q), k: packed(k), v: packed(v), bias: None, o: packed(o) }
}

#[test]
fn attention_without_a_scale_divides_by_the_root_of_the_length() {
    let (stream, mut handle) = stream_and_handle();
    let shape = [1, 1, 2, 64];
    let layouts = layouts(shape, shape, shape, shape);
    let mut dnn = handle.on(&stream);
    let plan = dnn.attention_plan::<f16>(&Attention::new(), &layouts).unwrap();
    let ones = vec![f16::ONE; 128];
    let mut keys = ones.clone();
    keys[64..].fill(f16::ZERO);
    let (q, k) = (stream.upload(&ones).unwrap(), stream.upload(&keys).unwrap());
    let mut o = stream.alloc::<f16>(128).unwrap();
    let (q_is, k_is) = (Tensor::new(&q, shape).unwrap(), Tensor::new(&k, shape).unwrap());
    let o_is = TensorMut::new(&mut o, shape).unwrap();
    dnn.attention(&plan, q_is, k_is, k_is, None, o_is).unwrap();
    // Products are 64 and 0, so 8 and 0.
    let expected = 8.0_f64.exp() / (8.0_f64.exp() + 1.0);
    let found = o.to_vec().unwrap();
    assert!(found.iter().all(|element| (element.to_f64() - expected).abs() < 2e-3), "{found:?}");
}

#[test]
fn layouts_that_do_not_fit_are_an_error_with_all_of_them() {
    let (stream, mut handle) = stream_and_handle();
    let mut dnn = handle.on(&stream);
    let mut error = |layouts: AttentionLayouts, mask: Mask| {
        let attention = Attention::new().mask(mask);
        let error = dnn.attention_plan::<f16>(&attention, &layouts).unwrap_err();
        assert!(matches!(error, Error::Shapes(_)), "{error}");
        error.to_string()
    };
    let q = [2, 4, 8, 16];
    let right = layouts(q, q, q, q);
    let strided = Layout::with_strides(q, [8 * 4 * 32, 8 * 32, 32, 2]).unwrap();
    for (found, expected) in [
        (error(layouts(q, [1, 4, 8, 16], q, q), Mask::None), "all must have the same batch"),
        (
            error(layouts(q, [2, 3, 8, 16], q, q), Mask::None),
            "the heads of q must be a multiple of those of k and v",
        ),
        (error(layouts(q, q, [2, 4, 9, 16], q), Mask::None), "there must be a value for each"),
        (error(layouts(q, q, q, [2, 4, 8, 8]), Mask::None), "o must be of [2, 4, 8, 16]"),
        (
            error(layouts([1, 1, 8, 4], [1, 1, 8, 4], [1, 1, 8, 4], [1, 1, 8, 4]), Mask::None),
            "a multiple of 8 elements",
        ),
        (
            error(layouts(q, [2, 4, 7, 16], [2, 4, 7, 16], q), Mask::CausalBottomRight),
            "there must be no more queries than keys",
        ),
        (
            error(
                AttentionLayouts { bias: Some(Layout::packed([1, 1, 8, 8]).unwrap()), ..right },
                Mask::CausalBottomRight,
            ),
            "cuDNN has no bias with this mask",
        ),
        (
            error(AttentionLayouts { k: strided, ..right }, Mask::None),
            "the elements of k must be next to each other",
        ),
        (
            error(AttentionLayouts { v: Layout::packed([2, 64]).unwrap(), ..right }, Mask::None),
            "v must have 4 dimensions",
        ),
        (
            error(
                AttentionLayouts { bias: Some(Layout::packed([2, 4, 8, 16]).unwrap()), ..right },
                Mask::None,
            ),
            "bias must be of [2, 4, 8, 8], of which the first two may be 1",
        ),
    ] {
        let begin = "attention_plan isn't possible with q of ";
        assert!(found.starts_with(begin) && found.contains(expected), "{found}");
    }
}

#[test]
fn releases_that_compute_wrong_results_are_not_asked() {
    let (stream, handle) = stream_and_handle();
    let context = handle.context().clone();
    let wide = layouts([1, 1, 64, 8], [1, 1, 64, 8], [1, 1, 64, 8], [1, 1, 64, 8]);
    let odd = layouts([1, 1, 6, 8], [1, 1, 7, 8], [1, 1, 7, 8], [1, 1, 6, 8]);
    let one = layouts([1, 1, 1, 8], [1, 1, 7, 8], [1, 1, 7, 8], [1, 1, 1, 8]);
    for (release, mask, layouts, text) in [
        (91_000, Mask::None, wide, "cuDNN 9.10.2 or newer is needed"),
        (90_501, Mask::CausalBottomRight, odd, "multiples of 64"),
        (90_900, Mask::Causal, one, "one query has no mask"),
    ] {
        let table = Box::leak(Box::new(table_of_release(release)));
        let mut handle = Cudnn::from_table(table).handle(&context).unwrap();
        let attention = Attention::new().mask(mask);
        let mut dnn = handle.on(&stream);
        let error = dnn.attention_plan::<f16>(&attention, &layouts).unwrap_err();
        assert!(error.is_not_supported(), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn a_plan_is_for_its_layouts_and_its_handle_which_it_keeps() {
    let (stream, mut handle) = stream_and_handle();
    let shape = [1, 1, 64, 64];
    let of_plan = layouts(shape, shape, shape, shape);
    let attention = Attention::new().mask(Mask::Causal);
    let plan = handle.on(&stream).attention_plan::<bf16>(&attention, &of_plan).unwrap();
    assert_eq!(plan.layouts(), &of_plan);
    assert!(format!("{plan:?}").contains("1 × 1 × 64 × 64"));
    let x = stream.upload(&vec![bf16::ONE; 64 * 64]).unwrap();
    let mut o = stream.alloc::<bf16>(64 * 64).unwrap();
    let x = Tensor::new(&x, shape).unwrap();
    let narrow = TensorMut::new(&mut o, [1, 1, 32, 64]).unwrap();
    let error = handle.on(&stream).attention(&plan, x, x, x, None, narrow).unwrap_err();
    assert!(matches!(error, Error::OtherProblem { call: "attention", .. }), "{error}");
    assert!(error.to_string().contains("q of 1 × 1 × 64 × 64"), "{error}");
    let mut second = handle.cudnn().handle(stream.context()).unwrap();
    let o_is = TensorMut::new(&mut o, shape).unwrap();
    let error = second.on(&stream).attention(&plan, x, x, x, None, o_is).unwrap_err();
    assert!(matches!(error, Error::OtherProblem { .. }), "{error}");
    let o_is = TensorMut::new(&mut o, shape).unwrap();
    handle.on(&stream).attention(&plan, x, x, x, None, o_is).unwrap();
    stream.synchronize().unwrap();
    drop(handle);
    drop(plan);
    assert_eq!(o.to_vec().unwrap(), vec![bf16::ONE; 64 * 64]);
}
