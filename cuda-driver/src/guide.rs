#![doc = include_str!("guide/libraries.md")]
