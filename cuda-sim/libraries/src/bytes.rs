//! Products of bytes: which ones cuBLAS has a kernel for.

/// A side of a product.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// Whether the numbers of a sum are beside each other.
    pub in_order: bool,
    pub leading: i64,
}

/// A product of bytes that are added up as integers of 32 bits, whose result is stored by columns.
pub(crate) struct BytesProduct {
    pub sizes: [i64; 3],
    pub left: Side,
    pub right: Side,
    /// The leading dimension of the result.
    pub leading: i64,
    /// The number of products at strides.
    pub len: i64,
    /// Whether the result is bytes, too.
    pub to_bytes: bool,
}

impl BytesProduct {
    /// Returns the product whose result is the transpose.
    pub(crate) fn transposed(self) -> Self {
        let [m, n, k] = self.sizes;
        Self { sizes: [n, m, k], left: self.right, right: self.left, ..self }
    }

    /// Returns whether cuBLAS 13.1 has a kernel for it on an H200. 1.5 million calls there tell: it has one for each pair of
    /// orders, but for fewer sizes where the numbers of a sum aren't beside each other on both sides.
    pub(crate) fn has_kernel(mut self) -> bool {
        let [m, n, k] = self.sizes;
        let of_vector = |side: Side, len: i64| {
            if len == 1 && side.leading == 1 && !side.in_order {
                Side { in_order: true, leading: k }
            } else {
                side
            }
        };
        let is_multiple = |number: i64| number % 4 == 0;
        if m == 1 && n > 1 && self.leading == 1 {
            self.left = of_vector(self.left, m);
            return Self { leading: n, ..self.transposed() }.has_kernel();
        }
        if n == 1 && m > 1 {
            self.right = of_vector(self.right, n);
        }
        let Self { left, right, to_bytes, .. } = self;
        let reads = is_multiple(left.leading) && is_multiple(right.leading);
        let writes = !to_bytes || is_multiple(m) && is_multiple(self.leading);
        let has_sizes = match (left.in_order, right.in_order) {
            _ if k == 0 => right.in_order && !to_bytes,
            (true, true) => is_multiple(k) || !to_bytes && n <= 8,
            (false, true) => is_multiple(k) || !to_bytes,
            (false, false) => is_multiple(m) || !to_bytes && n % 8 == 0,
            (true, false) => [m, n, k].into_iter().all(is_multiple),
        };
        let has_all = k >= 128 || m < 32;
        let has_shape = match (left.in_order, right.in_order) {
            (true, true) => true,
            _ if has_all => true,
            _ if to_bytes => false,
            (false, true) => n <= 16 || self.len == 1 && n % 32 == 0,
            (left, false) => self.len == 1 && n % 8 == 0 && (!left || m % 32 == 0),
        };
        reads && writes && has_sizes && has_shape
    }
}
