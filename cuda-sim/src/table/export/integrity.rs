//! How NVIDIA's runtime verifies the driver: by HMAC (RFC 2104) with MD2 (RFC 1319) of what both know.

/// The bytes of MD2's substitution, which RFC 1319 makes of the digits of pi.
#[rustfmt::skip]
const SUBSTITUTION: [u8; 256] = [
    41, 46, 67, 201, 162, 216, 124, 1, 61, 54, 84, 161, 236, 240, 6, 19, 98, 167, 5, 243, 192, 199, 115, 140, 152, 147,
    43, 217, 188, 76, 130, 202, 30, 155, 87, 60, 253, 212, 224, 22, 103, 66, 111, 24, 138, 23, 229, 18, 190, 78, 196, 214,
    218, 158, 222, 73, 160, 251, 245, 142, 187, 47, 238, 122, 169, 104, 121, 145, 21, 178, 7, 63, 148, 194, 16, 137, 11,
    34, 95, 33, 128, 127, 93, 154, 90, 144, 50, 39, 53, 62, 204, 231, 191, 247, 151, 3, 255, 25, 48, 179, 72, 165, 181,
    209, 215, 94, 146, 42, 172, 86, 170, 198, 79, 184, 56, 210, 150, 164, 125, 182, 118, 252, 107, 226, 156, 116, 4, 241,
    69, 157, 112, 89, 100, 113, 135, 32, 134, 91, 207, 101, 230, 45, 168, 2, 27, 96, 37, 173, 174, 176, 185, 246, 28, 70,
    97, 105, 52, 64, 126, 15, 85, 71, 163, 35, 221, 81, 175, 58, 195, 92, 249, 206, 186, 197, 234, 38, 44, 83, 13, 110,
    133, 40, 132, 9, 211, 223, 205, 244, 65, 129, 77, 82, 106, 220, 55, 200, 108, 193, 171, 250, 36, 225, 123, 8, 12, 189,
    177, 74, 120, 136, 149, 139, 227, 99, 232, 109, 233, 203, 213, 254, 59, 0, 29, 57, 242, 239, 183, 14, 102, 88, 208,
    228, 166, 119, 114, 248, 235, 117, 75, 10, 49, 68, 80, 180, 143, 237, 31, 26, 219, 153, 141, 51, 159, 17, 131, 20,
];

/// The size of MD2's blocks, and of its digest.
const BLOCK: usize = 16;
const ROUNDS: u8 = 18;

/// The key that the runtime and NVIDIA's driver share, as ZLUDA describes it.
const KEY: [u8; BLOCK] = 0x146a_ddae_53a9_a752_aa08_4136_0bf5_5a9f_u128.to_be_bytes();

/// What both sides know of the process and of the driver, in the order in which it is hashed.
pub(super) struct Facts<'a> {
    pub driver_version: u32,
    /// The version of the runtime, plus the number of the question.
    pub question: u32,
    pub process: u32,
    pub thread: u32,
    /// The addresses of the runtime's table, of this check's, and of its function.
    pub addresses: [usize; 3],
    /// The time that the runtime passed.
    pub seconds: u64,
    pub devices: &'a [Device],
}

/// A device as it is hashed.
pub(super) struct Device {
    pub uuid: [u8; 16],
    /// The domain, bus and device of its PCI address.
    pub pci: [i32; 3],
}

impl Facts<'_> {
    /// Returns the answer to a question of the runtime. Those whose numbers end in 0 and 1 have constant ones.
    pub(super) fn answer(&self) -> [u8; BLOCK] {
        let constant = |first: u64| {
            let mut answer = [0; BLOCK];
            answer[..8].copy_from_slice(&first.to_ne_bytes());
            answer[8..].copy_from_slice(&0x8ed3_83aa_1f4c_d1e8_u64.to_ne_bytes());
            answer
        };
        match self.question % 10 {
            0 => constant(0x3341_181c_03cb_675c),
            1 => constant(0x1841_181c_03cb_675c),
            _ => keyed(&KEY, &self.bytes()),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let numbers = [self.driver_version, self.question, self.process, self.thread];
        let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_ne_bytes).collect();
        bytes.extend(self.addresses.into_iter().flat_map(usize::to_ne_bytes));
        bytes.extend(self.seconds.to_ne_bytes());
        for device in self.devices {
            bytes.extend(device.uuid);
            bytes.extend(device.pci.into_iter().flat_map(i32::to_ne_bytes));
        }
        bytes
    }
}

/// HMAC with MD2, for a key of one block.
fn keyed(key: &[u8; BLOCK], text: &[u8]) -> [u8; BLOCK] {
    let padded = |with: u8, text: &[u8]| {
        let key = key.iter().map(|byte| byte ^ with);
        digest(key.chain(text.iter().copied()).collect())
    };
    padded(0x5c, &padded(0x36, text))
}

/// MD2.
fn digest(mut text: Vec<u8>) -> [u8; BLOCK] {
    let missing = BLOCK - text.len() % BLOCK;
    text.extend(std::iter::repeat_n(missing as u8, missing));
    let checksum = checksum(&text);
    text.extend(checksum);
    let mut state = [0_u8; 3 * BLOCK];
    for block in text.chunks_exact(BLOCK) {
        for (place, byte) in block.iter().enumerate() {
            state[BLOCK + place] = *byte;
            state[2 * BLOCK + place] = state[place] ^ byte;
        }
        let mut last = 0;
        for round in 0..ROUNDS {
            for byte in &mut state {
                *byte ^= SUBSTITUTION[usize::from(last)];
                last = *byte;
            }
            last = last.wrapping_add(round);
        }
    }
    let mut digest = [0; BLOCK];
    digest.copy_from_slice(&state[..BLOCK]);
    digest
}

fn checksum(text: &[u8]) -> [u8; BLOCK] {
    let (mut checksum, mut last) = ([0; BLOCK], 0);
    for block in text.chunks_exact(BLOCK) {
        for (sum, byte) in checksum.iter_mut().zip(block) {
            *sum ^= SUBSTITUTION[usize::from(byte ^ last)];
            last = *sum;
        }
    }
    checksum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test suite of RFC 1319.
    #[test]
    fn digests_are_those_of_the_standard() {
        let cases = [
            ("", 0x8350_e5a3_e24c_153d_f227_5c9f_8069_2773_u128),
            ("a", 0x32ec_01ec_4a6d_ac72_c0ab_96fb_34c0_b5d1),
            ("abc", 0xda85_3b0d_3f88_d99b_3028_3a69_e6de_d6bb),
            ("message digest", 0xab4f_496b_fb2a_530b_219f_f330_31fe_06b0),
            ("abcdefghijklmnopqrstuvwxyz", 0x4e8d_dff3_6502_92ab_5a41_08c3_aa47_940b),
        ];
        for (text, expected) in cases {
            assert_eq!(u128::from_be_bytes(digest(text.into())), expected, "{text}");
        }
    }

    #[test]
    fn an_answer_depends_on_each_fact_unless_it_is_constant() {
        let device = |last: i32| Device { uuid: [7; 16], pci: [0, 1, last] };
        let facts = |question: u32, fact: usize| {
            let number = |place: usize| 100 + u32::from(fact == place);
            Facts {
                driver_version: number(1),
                question,
                process: number(2),
                thread: number(3),
                addresses: [4, 5, 6].map(|place| 100 + usize::from(fact == place)),
                seconds: number(7).into(),
                devices: &[device(i32::from(fact == 8))],
            }
            .answer()
        };
        for fact in 1..=8 {
            assert_ne!(facts(13_002, fact), facts(13_002, 0), "{fact}");
            assert_eq!(facts(13_000, fact), facts(13_000, 0), "{fact}");
        }
        assert_ne!(facts(13_000, 0), facts(13_001, 0));
    }
}
