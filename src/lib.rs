//! The workspace's documents, whose samples are compiled.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
