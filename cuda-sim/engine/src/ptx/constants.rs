//! Parses [constant expressions](https://docs.nvidia.com/cuda/parallel-thread-execution/#constant-expressions) of
//! integers.

use crate::ptx::lexer::Token;
use crate::ptx::parser::{MAX_NESTING, Parser};
use crate::ptx::problem::ParseResult;

/// The binary operators with their precedence. Operators come before their own prefixes.
const BINARY: [(&[u8], u8); 18] = [
    (b"||", 1),
    (b"&&", 2),
    (b"|", 3),
    (b"^", 4),
    (b"&", 5),
    (b"==", 6),
    (b"!=", 6),
    (b"<<", 8),
    (b">>", 8),
    (b"<=", 7),
    (b">=", 7),
    (b"<", 7),
    (b">", 7),
    (b"+", 9),
    (b"-", 9),
    (b"*", 10),
    (b"/", 10),
    (b"%", 10),
];

impl Parser<'_> {
    /// Returns whether an integer or a constant expression begins here.
    pub(super) fn is_constant(&mut self) -> ParseResult<bool> {
        let begins = |token| {
            matches!(token, Token::Integer(_) | Token::Word("WARP_SZ") | Token::Symbol(b'~'))
        };
        Ok(match self.token {
            Token::Symbol(b'-' | b'+' | b'!' | b'(') => {
                let next = self.peek()?;
                begins(next) || matches!(next, Token::Symbol(b'-' | b'+' | b'!' | b'('))
            }
            token => begins(token),
        })
    }

    /// Parses an integer or a constant expression.
    pub(super) fn constant(&mut self) -> ParseResult<u64> {
        self.ternary(0)
    }

    fn ternary(&mut self, depth: u32) -> ParseResult<u64> {
        let condition = self.binary(1, depth)?;
        if !self.take(b'?')? {
            return Ok(condition);
        }
        let yes = self.ternary(depth + 1)?;
        self.need(b':')?;
        let no = self.ternary(depth + 1)?;
        Ok(if condition != 0 { yes } else { no })
    }

    /// Parses left-associative operators with at least this precedence.
    fn binary(&mut self, least: u8, depth: u32) -> ParseResult<u64> {
        if depth > MAX_NESTING {
            return self.fail("constant expressions are nested too deeply");
        }
        let mut left = self.unary(depth)?;
        while let Some((operator, strength)) = self.operator(least)? {
            for _ in operator {
                self.advance()?;
            }
            let right = self.binary(strength + 1, depth + 1)?;
            let (a, b) = (left as i64, right as i64);
            let division = |divide: fn(i64, i64) -> i64| (b != 0).then(|| divide(a, b) as u64);
            let result = match operator {
                b"||" => Some(u64::from(left != 0 || right != 0)),
                b"&&" => Some(u64::from(left != 0 && right != 0)),
                b"|" => Some(left | right),
                b"^" => Some(left ^ right),
                b"&" => Some(left & right),
                b"==" => Some(u64::from(left == right)),
                b"!=" => Some(u64::from(left != right)),
                b"<<" => Some(left.checked_shl(right as u32).unwrap_or(0)),
                b">>" => Some((a >> right.min(63)) as u64),
                b"<=" => Some(u64::from(a <= b)),
                b">=" => Some(u64::from(a >= b)),
                b"<" => Some(u64::from(a < b)),
                b">" => Some(u64::from(a > b)),
                b"+" => Some(left.wrapping_add(right)),
                b"-" => Some(left.wrapping_sub(right)),
                b"*" => Some(left.wrapping_mul(right)),
                b"/" => division(i64::wrapping_div),
                _ => division(i64::wrapping_rem),
            };
            left = match result {
                Some(result) => result,
                None => return self.fail("division by zero in a constant expression"),
            };
        }
        Ok(left)
    }

    /// Reads the next operator if it has at least this precedence.
    fn operator(&mut self, least: u8) -> ParseResult<Option<(&'static [u8], u8)>> {
        let Token::Symbol(first) = self.token else {
            return Ok(None);
        };
        let second = match self.peek()? {
            Token::Symbol(second) => Some(second),
            _ => None,
        };
        let found = BINARY.iter().copied().find(|(operator, _)| match **operator {
            [only] => only == first,
            [begin, end] => begin == first && Some(end) == second,
            _ => false,
        });
        Ok(found.filter(|(_, strength)| *strength >= least))
    }

    fn unary(&mut self, depth: u32) -> ParseResult<u64> {
        if depth > MAX_NESTING {
            return self.fail("constant expressions are nested too deeply");
        }
        if self.take(b'-')? {
            return Ok(self.unary(depth + 1)?.wrapping_neg());
        }
        if self.take(b'+')? {
            return self.unary(depth + 1);
        }
        if self.take(b'~')? {
            return Ok(!self.unary(depth + 1)?);
        }
        if self.take(b'!')? {
            return Ok(u64::from(self.unary(depth + 1)? == 0));
        }
        if self.take(b'(')? {
            let value = self.ternary(depth + 1)?;
            self.need(b')')?;
            return Ok(value);
        }
        if self.token == Token::Word("WARP_SZ") {
            self.advance()?;
            return Ok(32);
        }
        self.integer("an integer")
    }
}
