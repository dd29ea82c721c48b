//! A small convolutional network learns whether an image shows a horizontal, a vertical or a diagonal line:
//! `softmax(w2 max(relu(x ∗ w1 + b1)))`.
//!
//! ```text
//! cargo run --release -p cuda-cudnn --example lines
//! ```

use cuda_sim::choice;
use cudnn::{
    Activation, Convolution, Cudnn, Pooling, PoolingMode, SoftmaxAlgorithm, SoftmaxMode, Tensor,
    TensorMut,
};
use fastrand::Rng;

const IMAGES: usize = 48;
const SIZE: usize = 8;
const FILTERS: usize = 6;
const KINDS: usize = 3;

/// Images of a line, with noise, and for each the probabilities of its kind: 1 and 0.
fn lines(rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
    let (mut images, mut kinds) = (Vec::new(), Vec::new());
    for index in 0..IMAGES {
        let (kind, place) = (index % KINDS, rng.usize(1..SIZE - 1));
        kinds.extend((0..KINDS).map(|other| if other == kind { 1.0 } else { 0.0 }));
        for (row, column) in (0..SIZE * SIZE).map(|pixel| (pixel / SIZE, pixel % SIZE)) {
            let is_line = match kind {
                0 => row == place,
                1 => column == place,
                _ => row == column,
            };
            images.push(0.3 * rng.f32() + if is_line { 1.0 } else { 0.0 });
        }
    }
    (images, kinds)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU and its cuDNN if there is one, and otherwise those of the software device.
    let chosen = choice::choose()?;
    let cudnn = if chosen.is_software() {
        Cudnn::from_table(cuda_sim_libraries::cudnn::table())
    } else {
        Cudnn::load()?
    };
    let context = chosen.driver()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let mut handle = cudnn.handle(&context)?;

    let mut rng = Rng::with_seed(1);
    let (images, kinds) = lines(&mut rng);
    let mut random = |len: usize| -> Vec<f32> { (0..len).map(|_| rng.f32() - 0.5).collect() };
    let (x, kinds_is) = (stream.upload(&images)?, stream.upload(&kinds)?);
    let (mut w1, mut w2) =
        (stream.upload(&random(FILTERS * 9))?, stream.upload(&random(KINDS * FILTERS))?);
    let mut b1 = stream.upload(&[0.0_f32; FILTERS])?;
    let (of_w1, of_w2) = ([FILTERS, 1, 3, 3], [KINDS, FILTERS, 1, 1]);
    let of_b1 = [1, FILTERS, 1, 1];

    let convolution = Convolution::new().padding([1, 1]);
    let dense = Convolution::<2>::new();
    let pooling = Pooling::new(PoolingMode::Max, [SIZE, SIZE]);
    let of_x = [IMAGES, 1, SIZE, SIZE];
    let of_hidden = [IMAGES, FILTERS, SIZE, SIZE];
    let (of_pooled, of_y) = ([IMAGES, FILTERS, 1, 1], [IMAGES, KINDS, 1, 1]);
    let zeros = |shape: [usize; 4]| stream.upload(&vec![0.0_f32; shape.iter().product()]);
    let (mut hidden, mut dhidden) = (zeros(of_hidden)?, zeros(of_hidden)?);
    let (mut pooled, mut dpooled) = (zeros(of_pooled)?, zeros(of_pooled)?);
    let (mut scores, mut y) = (zeros(of_y)?, zeros(of_y)?);
    let (mut dw1, mut dw2, mut db1) = (zeros(of_w1)?, zeros(of_w2)?, zeros(of_b1)?);

    let (x, target) = (Tensor::new(&x, of_x)?, Tensor::new(&kinds_is, of_y)?);
    let rate = -1.0 / IMAGES as f64;
    for step in 0..=300 {
        let mut dnn = handle.on(&stream);
        dnn.convolution_bias_activation_forward(
            &convolution,
            x,
            Tensor::new(&w1, of_w1)?,
            None,
            &b1,
            true,
            TensorMut::new(&mut hidden, of_hidden)?,
        )?;
        let hidden = Tensor::new(&hidden, of_hidden)?;
        dnn.pooling_forward(&pooling, hidden, TensorMut::new(&mut pooled, of_pooled)?)?;
        let pooled = Tensor::new(&pooled, of_pooled)?;
        let w2_is = Tensor::new(&w2, of_w2)?;
        dnn.convolution_forward(&dense, pooled, w2_is, TensorMut::new(&mut scores, of_y)?)?;
        let (algorithm, mode) = (SoftmaxAlgorithm::Accurate, SoftmaxMode::Channel);
        let scores = Tensor::new(&scores, of_y)?;
        dnn.softmax_forward(algorithm, mode, scores, TensorMut::new(&mut y, of_y)?)?;
        if step % 100 == 0 {
            let found = y.to_vec()?;
            let pairs = found.iter().zip(&kinds);
            let sum: f32 = pairs.map(|(found, kind)| kind * found).sum();
            let average = sum / IMAGES as f32;
            println!("after {step} steps the right kind has a probability of {average:.3}");
        }

        // The gradient of the cross entropy with respect to the scores is the difference from the target.
        let mut minus = handle.on(&stream).alpha(-1.0).beta(1.0);
        minus.add_tensor(target, TensorMut::new(&mut y, of_y)?)?;
        let mut dnn = handle.on(&stream);
        let dscores = Tensor::new(&y, of_y)?;
        dnn.convolution_backward_filter(&dense, pooled, dscores, TensorMut::new(&mut dw2, of_w2)?)?;
        let dpooled_is = TensorMut::new(&mut dpooled, of_pooled)?;
        dnn.convolution_backward_data(&dense, w2_is, dscores, dpooled_is)?;
        let (dpooled, dhidden_is) =
            (Tensor::new(&dpooled, of_pooled)?, TensorMut::new(&mut dhidden, of_hidden)?);
        dnn.pooling_backward(&pooling, pooled, dpooled, hidden, dhidden_is)?;
        // Where the result of ReLU is 0, so is the gradient. `hidden` stands for what ReLU was applied to: its sign is enough.
        let mut gradient = stream.alloc::<f32>(dhidden.len())?;
        dnn.activation_backward(
            Activation::Relu,
            hidden,
            Tensor::new(&dhidden, of_hidden)?,
            hidden,
            TensorMut::new(&mut gradient, of_hidden)?,
        )?;
        let gradient = Tensor::new(&gradient, of_hidden)?;
        dnn.convolution_backward_filter(
            &convolution,
            x,
            gradient,
            TensorMut::new(&mut dw1, of_w1)?,
        )?;
        dnn.convolution_backward_bias(gradient, &mut db1)?;

        // Each weight moves against its gradient.
        let mut update = handle.on(&stream).alpha(rate).beta(1.0);
        update.add_tensor(Tensor::new(&dw1, of_w1)?, TensorMut::new(&mut w1, of_w1)?)?;
        update.add_tensor(Tensor::new(&db1, of_b1)?, TensorMut::new(&mut b1, of_b1)?)?;
        update.add_tensor(Tensor::new(&dw2, of_w2)?, TensorMut::new(&mut w2, of_w2)?)?;
    }
    Ok(())
}
