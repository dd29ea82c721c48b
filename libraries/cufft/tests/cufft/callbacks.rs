//! Functions that load and store elements.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

use cuda_driver::{Element, Stream};
use cufft::sys::cufftXtCallbackType as Kind;
use cufft::sys::{CufftTable, cufftHandle, cufftResult};
use cufft::{Callback, Complex, Cufft, Layout, Plan, Real, Shape, Transform};
use half::f16;
use nvrtc::{Arch, ObjectCode, Program};

use crate::device::{context_and_stream, copy_of_table, cufft};

const SCALE: f32 = 0.5;
const ADDED: f32 = 3.0;

/// Compiles a function that scales what it loads, and one that adds to what it stores.
fn code([load, store]: [Option<(&str, bool)>; 2]) -> ObjectCode {
    let mut source = String::new();
    let ty = |(real, is_complex)| format!("{real}{}", if is_complex { "2" } else { "" });
    if let Some((real, is_complex)) = load {
        let (ty, each) = (ty((real, is_complex)), ["it *= by;", "it.x *= by; it.y *= by;"]);
        source += &format!(
            "__device__ {ty} scaled(void *x, unsigned long long at, void *info, void *) {{
                {ty} it = (({ty} *)x)[at]; {real} by = *({real} *)info; {} return it;
            }}\n",
            each[usize::from(is_complex)]
        );
    }
    if let Some((real, is_complex)) = store {
        let (ty, part) = (ty((real, is_complex)), if is_complex { "it.x" } else { "it" });
        source += &format!(
            "__device__ void added(void *y, unsigned long long at, {ty} it, void *info, void *) {{
                {part} += *({real} *)info; (({ty} *)y)[at] = it;
            }}\n"
        );
    }
    let program = Program::new("callbacks.cu", source).arch(Arch::compute(7, 5));
    program.relocatable_device_code(true).compile_lto_ir().unwrap()
}

type Run<A, B> = fn(&mut Plan<A, B>, &Stream, &[A]) -> Vec<B>;

/// Compares each combination of callbacks with a plain transform.
fn beside_plain<R, A, B>(shape: impl Into<Shape>, run: Run<A, B>)
where
    R: Real + From<f32> + Into<f64>,
    A: Transform<B>,
    B: Element,
{
    let (context, stream) = context_and_stream();
    let shape = shape.into();
    let real = if size_of::<R>() == 4 { "float" } else { "double" };
    let parts = [size_of::<A>() / size_of::<R>(), size_of::<B>() / size_of::<R>()];
    let mut plain = cufft().plan::<A, B>(&context, shape).unwrap();
    let x: Vec<R> = (0..plain.lens().0 * parts[0]).map(|i| (i as f32).sin().into()).collect();
    let x: &[A] = bytemuck::cast_slice(&x);
    let reals = |y: Vec<B>| bytemuck::cast_slice::<B, R>(&y).to_vec();
    let expected = reals(run(&mut plain, &stream, x));
    let largest = expected.iter().fold(1.0, |most: f64, value| most.max((*value).into().abs()));
    let load_code = code([Some((real, parts[0] == 2)), None]);
    let store_code = code([None, Some((real, parts[1] == 2))]);
    for [loads, stores] in [[true, false], [false, true], [true, true]] {
        let info = |number: f32| stream.upload(&[R::from(number)]).unwrap();
        let load = loads.then(|| Callback::new("scaled", &load_code).info(info(SCALE)));
        let store = stores.then(|| Callback::new("added", &store_code).info(info(ADDED)));
        // SAFETY: the code is NVRTC's; it accesses its element and the number.
        let plan = unsafe { cufft().plan_with_callbacks::<A, B>(&context, shape, load, store) };
        let found = reals(run(&mut plan.unwrap(), &stream, x));
        for (at, (found, plain)) in found.into_iter().zip(&expected).enumerate() {
            let mut expected: f64 = (*plain).into();
            expected *= if loads { SCALE.into() } else { 1.0 };
            expected += if stores && at % parts[1] == 0 { ADDED.into() } else { 0.0 };
            let error = (found.into() - expected).abs() / largest;
            assert!(error < 2e-6, "{real} {parts:?} {shape}: {at} is {found:?}, not {expected}");
        }
    }
}

macro_rules! run {
    ($direction:ident, $($input:tt)+) => {
        |plan, stream, x| {
            #[allow(unused_mut, reason = "only some directions overwrite it")]
            let mut x = stream.upload(x).unwrap();
            let mut y = stream.alloc_zeroed(plan.lens().1).unwrap();
            plan.on(stream).$direction($($input)+ x, &mut y).unwrap();
            y.to_vec().unwrap()
        }
    };
}

fn beside_plain_of<R: Real + From<f32> + Into<f64>>() {
    let strided = Shape::new(16).batch(3).input(Layout::of(20).stride(2));
    for shape in [strided, Shape::new([12, 30]), Shape::new(6000)] {
        beside_plain::<R, Complex<R>, Complex<R>>(shape, run!(forward, &));
        beside_plain::<R, Complex<R>, Complex<R>>(shape, run!(inverse, &));
        beside_plain::<R, R, Complex<R>>(shape, run!(forward, &));
        beside_plain::<R, Complex<R>, R>(shape, run!(inverse, &mut));
    }
}

#[test]
fn callbacks_load_and_store_the_elements_of_each_kind_of_transform() {
    if let Some(reason) = unlinkable() {
        return cuda_rust::skip(reason);
    }
    beside_plain_of::<f32>();
    beside_plain_of::<f64>();
}

/// Returns why callbacks can't be tested, if they can't.
fn unlinkable() -> Option<String> {
    let (context, _) = context_and_stream();
    if cuda_rust::device::is_software() {
        let load = Callback::new("load", b"code");
        // SAFETY: this cuFFT has no callbacks.
        let plan = unsafe {
            cufft().plan_with_callbacks::<f32, Complex<f32>>(&context, 8, Some(load), None)
        };
        let error = plan.unwrap_err();
        assert!(error.to_string().starts_with("cufftXtSetJITCallback returned"), "{error}");
        return Some("the software device's cuFFT has no callbacks".to_owned());
    }
    let table = cufft().raw();
    let has = table.cufftXtSetJITCallback.is_some() || table.__cufftXtSetJITCallback_12_7.is_some();
    (!has).then(|| "cuFFT before 11.4.1 has no callbacks that are linked".to_owned())
}

/// A callback as it was set: name, code, kind, and the address that it gets.
type Set = (String, Vec<u8>, Kind, usize);

thread_local! {
    static SET: RefCell<Vec<Set>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" fn set(
    _: cufftHandle,
    name: *const c_char,
    code: *const c_void,
    len: usize,
    kind: Kind,
    info: *mut *mut c_void,
) -> cufftResult {
    assert_eq!(code.addr() % 16, 0);
    // SAFETY: the caller passes a string, so many bytes, and the address of one.
    let (name, code, info) = unsafe {
        (CStr::from_ptr(name), std::slice::from_raw_parts(code.cast(), len), (*info).addr())
    };
    SET.with_borrow_mut(|calls| {
        calls.push((name.to_str().unwrap().into(), code.into(), kind, info))
    });
    cufftResult::CUFFT_SUCCESS
}

fn with(change: impl FnOnce(&mut CufftTable)) -> Cufft {
    let mut table = copy_of_table();
    (table.cufftXtSetJITCallback, table.__cufftXtSetJITCallback_12_7) = (None, None);
    change(&mut table);
    Cufft::from_table(Box::leak(Box::new(table)))
}

#[test]
fn a_callback_is_set_as_the_types_say_and_its_memory_is_kept_until_the_plan_is_gone() {
    let (context, stream) = context_and_stream();
    let info = Arc::new(stream.upload(&[1_u8]).unwrap());
    let address = info.as_raw() as usize;
    let old = with(|table| table.__cufftXtSetJITCallback_12_7 = Some(set));
    macro_rules! sets {
        ($cufft:expr, $a:ty => $b:ty: $load:ident $store:ident) => {{
            let load = Callback::new("load", b"of load").info(info.clone());
            let store = Callback::new("store", b"other");
            // SAFETY: nothing is linked.
            let plan = unsafe {
                $cufft.plan_with_callbacks::<$a, $b>(&context, 8, Some(load), Some(store))
            };
            let plan = plan.unwrap();
            let set =
                |name: &str, code: &[u8], kind, info| (name.into(), code.to_vec(), kind, info);
            let expected: [Set; 2] = [
                set("load", b"of load", Kind::$load, address),
                set("store", b"other", Kind::$store, 0),
            ];
            assert_eq!(SET.take(), expected);
            let owner = plan.owner();
            drop(plan);
            assert_eq!(Arc::strong_count(&info), 2);
            drop(owner);
            assert_eq!(Arc::strong_count(&info), 1);
        }};
    }
    let new = with(|table| table.cufftXtSetJITCallback = Some(set));
    sets!(new, Complex<f32> => Complex<f32>: CUFFT_CB_LD_COMPLEX CUFFT_CB_ST_COMPLEX);
    sets!(old, f32 => Complex<f32>: CUFFT_CB_LD_REAL CUFFT_CB_ST_COMPLEX);
    sets!(new, Complex<f64> => f64: CUFFT_CB_LD_COMPLEX_DOUBLE CUFFT_CB_ST_REAL_DOUBLE);
    sets!(old, f64 => Complex<f64>: CUFFT_CB_LD_REAL_DOUBLE CUFFT_CB_ST_COMPLEX_DOUBLE);
    sets!(new, Complex<f32> => f32: CUFFT_CB_LD_COMPLEX CUFFT_CB_ST_REAL);
}

#[test]
fn callbacks_that_cannot_be_are_refused_before_a_plan_is_made() {
    fn refused<A: Transform<B>, B: Element>(cufft: Cufft, store: Callback<'_>) -> String {
        let (context, _) = context_and_stream();
        // SAFETY: it is refused.
        let plan = unsafe { cufft.plan_with_callbacks::<A, B>(&context, 8, None, Some(store)) };
        plan.unwrap_err().to_string()
    }
    unsafe extern "C" fn create(_: *mut cufftHandle) -> cufftResult {
        cufftResult::CUFFT_INTERNAL_ERROR
    }
    let none = with(|table| table.cufftCreate = Some(create));
    let error = refused::<f32, Complex<f32>>(none, Callback::new("store", b""));
    assert!(error.contains(r#""store" can't be set: its code"#), "{error}");
    for name in ["", "a\0b"] {
        let error = refused::<f32, Complex<f32>>(none, Callback::new(name, b"code"));
        assert!(error.contains("can't be set: its name"), "{error}");
    }
    let error = refused::<f16, Complex<f16>>(none, Callback::new("store", b"code"));
    assert!(error.contains("f32, f64 and their complex numbers"), "{error}");
    let (context, _) = context_and_stream();
    let device = context.device();
    let elsewhere = device.create_context(Default::default()).unwrap().stream().unwrap();
    let there = elsewhere.upload(&[1.0_f32]).unwrap();
    let error = refused::<f32, Complex<f32>>(none, Callback::new("store", b"code").info(there));
    assert!(error.contains("plan_with_callbacks is of another context"), "{error}");
    let error = refused::<f32, Complex<f32>>(with(|_| ()), Callback::new("store", b"code"));
    assert!(error.starts_with("this cuFFT has no cufftXtSetJITCallback: it is 1"), "{error}");
    assert!(error.contains("and 12.0.0 or newer is needed"), "{error}");
}
