use core::any::{Any, TypeId};
use core::fmt;

use cuda_driver::{Context, Element};

use crate::element::Transform;
use crate::error::Error;
use crate::library::Cufft;
use crate::plan::Plan;
use crate::shape::Shape;

/// Plans that are made when they are first needed, and kept: the last ones that were used, up to a number.
///
/// ```no_run
/// use cuda_driver::Driver;
/// use cufft::{Complex, Cufft};
///
/// let context = Driver::load()?.device(0)?.primary_context()?;
/// let stream = context.stream()?;
/// let mut plans = Cufft::load()?.plans(&context, 16);
/// let x = stream.upload(&[1.0_f64; 1000])?;
/// let mut y = stream.alloc::<Complex<f64>>(501)?;
/// for _ in 0..10 {
///     plans.get::<f64, Complex<f64>>(1000)?.on(&stream).forward(&x, &mut y)?; // planned once
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Plans {
    cufft: Cufft,
    context: Context,
    most: usize,
    /// The last one that was used comes first.
    plans: Vec<(TypeId, Shape, Box<dyn Any + Send + Sync>)>,
}

impl Plans {
    /// Returns the plan of a shape, which is made unless it is there.
    ///
    /// If there are too many then, the one that wasn't used for longest is dropped, which waits as [`Plan`] says.
    ///
    /// # Errors
    /// As [`Cufft::plan`].
    pub fn get<A: Transform<B>, B: Element>(
        &mut self,
        shape: impl Into<Shape>,
    ) -> Result<&mut Plan<A, B>, Error> {
        let (id, shape) = (TypeId::of::<Plan<A, B>>(), shape.into());
        let found = self.plans.iter().position(|plan| plan.0 == id && plan.1 == shape);
        match found {
            Some(0) => {}
            Some(at) => self.plans[..=at].rotate_right(1),
            None => {
                let plan: Plan<A, B> = self.cufft.plan(&self.context, shape)?;
                self.plans.truncate(self.most.saturating_sub(1));
                self.plans.insert(0, (id, shape, Box::new(plan)));
            }
        }
        let first = self.plans.first_mut().and_then(|plan| plan.2.downcast_mut());
        first.ok_or_else(|| shape.refused("its plan is of other types"))
    }

    /// Returns the number of plans that there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Returns `true` if there are none yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// Drops all plans.
    pub fn clear(&mut self) {
        self.plans.clear();
    }
}

impl fmt::Debug for Plans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shapes = self.plans.iter().map(|plan| plan.1.to_string());
        f.debug_list().entries(shapes).finish()
    }
}

impl Cufft {
    /// Creates a cache of at most `most` plans on the device of `context`; of one, if that is 0.
    #[must_use]
    pub fn plans(self, context: &Context, most: usize) -> Plans {
        Plans { cufft: self, context: context.clone(), most, plans: Vec::new() }
    }
}
