//! Parses directives of functions: their performance, and the source that they are from.

use crate::ptx::ast::*;
use crate::ptx::functions::Reading;
use crate::ptx::lexer::Token;
use crate::ptx::parser::Parser;
use crate::ptx::problem::ParseResult;

impl<'a> Parser<'a> {
    /// Checks that the module has what a directive needs.
    pub(super) fn directive_needs(
        &self,
        word: &str,
        version: (u32, u32),
        target: u32,
    ) -> ParseResult<()> {
        if self.architecture < target {
            return self.fail(format!("Feature '.{word}' requires .target sm_{target} or higher"));
        }
        if self.version < version {
            let (major, minor) = version;
            return self.fail(format!(
                "Feature '.{word}' requires PTX ISA .version {major}.{minor} or later"
            ));
        }
        Ok(())
    }

    pub(super) fn function_directives(&mut self, function: &mut Function<'a>) -> ParseResult<()> {
        let entry = function.kind == FunctionKind::Entry;
        let mut preserves = false;
        while let Token::Dot(word) = self.token {
            match word {
                "noreturn" if !entry && !preserves => {
                    self.directive_needs(word, (6, 4), 30)?;
                    function.noreturn = true;
                    self.advance()?;
                    continue;
                }
                "abi_preserve" | "abi_preserve_control" if !entry => {
                    self.directive_needs(word, (9, 0), 80)?;
                    preserves = true;
                    self.advance()?;
                    self.integer("a number of registers")?;
                    continue;
                }
                "language" => {
                    self.directive_needs(word, (9, 2), 0)?;
                    function.is_tile |= self.languages()?;
                    continue;
                }
                "local_maxnreg" => {
                    self.directive_needs(word, (8, 8), 0)?;
                    self.positive(word, 1)?;
                    continue;
                }
                _ if !entry => {
                    return self.fail(format!("\".{word}\" isn't a known directive of a function"));
                }
                "reqnctapercluster" | "maxclusterrank" | "explicitcluster" => {
                    self.directive_needs(word, (7, 8), 90)?;
                }
                "blocksareclusters" => self.directive_needs(word, (9, 0), 90)?,
                "minperctamemory" => self.directive_needs(word, (9, 4), 0)?,
                _ => {}
            }
            match word {
                "maxntid" => function.max_threads = Some(self.positive(word, 3)?),
                "reqntid" => function.required_threads = Some(self.positive(word, 3)?),
                "reqnctapercluster" => function.required_cluster = Some(self.three(3)?),
                "maxnreg" => {
                    let most = self.positive(word, 1)?[0];
                    let limit = function.max_registers.unwrap_or(most);
                    function.max_registers = Some(most.min(limit));
                }
                "minnctapersm" | "minperctamemory" => {
                    self.positive(word, 1)?;
                }
                "maxnctapersm" => {
                    if self.version >= (2, 1) {
                        return self.fail("Deprecated feature: '.maxnctapersm directive' not supported as of PTX version 2.1");
                    }
                    self.positive(word, 1)?;
                }
                "maxclusterrank" => {
                    function.max_cluster = Some(self.three(1)?[0]);
                }
                "explicitcluster" => {
                    function.explicit_cluster = true;
                    self.advance()?;
                }
                "blocksareclusters" => {
                    function.blocks_are_clusters = true;
                    self.advance()?;
                }
                "pragma" => {
                    self.pragma()?;
                }
                _ => {
                    return self.fail(format!("\".{word}\" isn't a known directive of a function"));
                }
            }
        }
        if function.max_threads.is_some() && function.required_threads.is_some() {
            return self
                .fail("Conflicting directives: .maxntid and .reqntid cannot both be specified");
        }
        if function.max_cluster.is_some() && function.required_cluster.is_some() {
            return self.fail("Conflicting directives: .reqnctapercluster and .maxclusterrank cannot both be specified");
        }
        if function.blocks_are_clusters
            && (function.required_threads.is_none() || function.required_cluster.is_none())
        {
            return self.fail(".reqntid and .reqnctapercluster directive(s) required for directive '.blocksareclusters'");
        }
        Ok(())
    }

    /// Parses the numbers of the languages that a function is compiled from, and returns whether one is that of tiles.
    fn languages(&mut self) -> ParseResult<bool> {
        const TILES: u64 = 7;
        let mut is_tile = false;
        self.advance()?;
        loop {
            match self.integer("the number of a language")? {
                language @ 0..=10 => is_tile |= language == TILES,
                language => {
                    return self.fail(format!(
                        "Value '{language}' for 'directive .language' out of range, expected to be in range [0..10]"
                    ));
                }
            }
            if !self.take(b',')? {
                return Ok(is_tile);
            }
        }
    }

    /// Parses up to `most` numbers, none of which is zero.
    pub(super) fn positive(&mut self, word: &str, most: usize) -> ParseResult<[u32; 3]> {
        let values = self.three(most)?;
        if values.contains(&0) {
            self.fail(format!("Positive non-zero value expected for {word}"))
        } else {
            Ok(values)
        }
    }

    pub(super) fn three(&mut self, most: usize) -> ParseResult<[u32; 3]> {
        self.advance()?;
        let mut values = [1; 3];
        for (index, value) in values.iter_mut().take(most).enumerate() {
            if index > 0 && !self.take(b',')? {
                break;
            }
            *value = match u32::try_from(self.integer("a number")?) {
                Ok(value) => value,
                Err(_) => return self.fail("this number doesn't fit 32 bits"),
            };
        }
        Ok(values)
    }

    /// Parses `.loc_intermediate file line column`, a place in what a compiler made before PTX.
    pub(super) fn intermediate_location(&mut self) -> ParseResult<()> {
        self.directive_needs("loc_intermediate", (9, 4), 0)?;
        self.advance()?;
        for number in ["a file's number", "a line", "a column"] {
            self.integer(number)?;
        }
        Ok(())
    }

    /// Parses `.nv_intermediate_source_section { .code_block { … } … }`: what a compiler made before PTX, each between lines
    /// with `.source_begin` and `.source_end`.
    pub(super) fn intermediate_sources(&mut self) -> ParseResult<()> {
        self.directive_needs("nv_intermediate_source_section", (9, 4), 0)?;
        self.advance()?;
        self.need(b'{')?;
        while !self.take(b'}')? {
            self.need_dot("code_block")?;
            self.need(b'{')?;
            self.need_dot("ir_name")?;
            self.need(b':')?;
            let Token::String(_) = self.token else {
                return self.expected("a language's name");
            };
            self.advance()?;
            self.need_dot("sourceFileName")?;
            self.need(b':')?;
            self.integer("a file's number")?;
            if self.token != Token::Dot("source_begin") {
                return self.expected(".source_begin");
            }
            if !self.skip_lines(".source_end") {
                return self.fail("unterminated .source_begin, expected .source_end");
            }
            self.advance()?;
            self.need(b'}')?;
        }
        Ok(())
    }

    fn need_dot(&mut self, word: &str) -> ParseResult<()> {
        if self.token != Token::Dot(word) {
            return self.expected(&format!(".{word}"));
        }
        self.advance()
    }

    /// Parses `.loc file line column [, function_name label [+ offset], inlined_at file line column]`.
    pub(super) fn source_location(&mut self, reading: &mut Reading<'a>) -> ParseResult<()> {
        self.advance()?;
        let place = |this: &mut Self| -> ParseResult<[u64; 3]> {
            let file = this.integer("a file's number")?;
            Ok([file, this.integer("a line")?, this.integer("a column")?])
        };
        let [file, line, column] = place(self)?;
        reading.location = Location { file: file as u32, line: line as u32 };
        if self.take(b',')? {
            if self.word("function_name")? != "function_name" {
                return self.expected("function_name");
            }
            let position = self.position;
            let label = self.word("the label of a function's name")?;
            self.function_names.push((label, position));
            if self.take(b'+')? {
                self.integer("a number of bytes")?;
            }
            self.need(b',')?;
            if self.word("inlined_at")? != "inlined_at" {
                return self.expected("inlined_at");
            }
            let at = place(self)?;
            if self.version < (7, 2) {
                return self.fail("Feature 'inlined_at' requires PTX ISA .version 7.2 or later");
            }
            if !reading.locations.contains(&at) {
                let [file, line, column] = at;
                return self.fail(format!("Source location {file} {line} {column} used in inlined_at directive must be used in a preceding .loc directive"));
            }
        }
        let location = [file, line, column];
        if reading.locations.last() != Some(&location) {
            reading.locations.push(location);
        }
        Ok(())
    }
}
