//! Columns that are computed.

use std::sync::Arc;

use arrow_schema::{Field, Schema};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::expression::Expr;
use crate::table::expression::texts::Texts;
use crate::table::work::invalid;

impl DeviceRecordBatch {
    /// Computes expressions, by one kernel, and one for each text that they make.
    pub(in crate::table) fn computed(
        &self,
        expressions: &[&Expr],
    ) -> Result<Vec<DeviceArray>, Error> {
        if !expressions.iter().any(|expression| expression.makes_texts()) {
            return self.computed_at_once(expressions);
        }
        let mut texts = Texts::new(self);
        let expressions = expressions
            .iter()
            .map(|expression| texts.replaced(expression))
            .collect::<Result<Vec<_>, _>>()?;
        texts.batch.computed_at_once(&expressions.iter().collect::<Vec<_>>())
    }

    /// Returns a table of expressions alone, each with its [name](Expr::name): Polars' `select`.
    ///
    /// It waits if an expression reads texts or dictionaries, or can fail. Columns that are taken as they are share their
    /// memory.
    ///
    /// # Errors
    /// [`Error::Arrow`] names the expression, and says which types it would take, or in which row it fails: by a division
    /// by zero, a cast that loses something, or a timestamp or duration that its type doesn't have. [`Error::Compile`] with
    /// NVRTC's log; or the driver's error.
    pub fn select(&self, expressions: &[Expr]) -> Result<Self, Error> {
        let arrays = self.computed(&expressions.iter().collect::<Vec<_>>())?;
        let mut fields = Vec::with_capacity(expressions.len());
        for (expression, array) in expressions.iter().zip(&arrays) {
            fields.push(match expression.column() {
                Some(name) => {
                    let field = &self.schema().fields()[self.index_of(name)?];
                    Arc::new(field.as_ref().clone().with_name(expression.name()))
                }
                None => field_of(expression.name(), array),
            });
        }
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(self.manager(), Arc::new(schema), arrays, self.num_rows())
    }

    /// Returns the table with a column that is computed: it takes the place of a column of that name, or is the last one.
    ///
    /// # Errors
    /// As [`select`](Self::select).
    pub fn with_column(&self, name: &str, expression: impl Into<Expr>) -> Result<Self, Error> {
        self.with_columns(&[expression.into().alias(name)])
    }

    /// Returns the table with columns that are computed by one kernel, each with its [name](Expr::name). All expressions are of
    /// this table's columns, not of each other.
    ///
    /// # Errors
    /// As [`select`](Self::select).
    pub fn with_columns(&self, expressions: &[Expr]) -> Result<Self, Error> {
        let arrays = self.computed(&expressions.iter().collect::<Vec<_>>())?;
        let mut fields = self.schema().fields().to_vec();
        let mut columns = self.columns().to_vec();
        for (expression, array) in expressions.iter().zip(arrays) {
            let name = expression.name();
            let field = field_of(name.clone(), &array);
            let mut same = (0..fields.len()).filter(|at| *fields[*at].name() == name);
            match (same.next(), same.next()) {
                (Some(at), None) => (fields[at], columns[at]) = (field, array),
                (None, _) => {
                    fields.push(field);
                    columns.push(array);
                }
                // It says which columns have the name.
                _ => return Err(self.column(&name).err().unwrap_or_else(|| invalid(name))),
            }
        }
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(self.manager(), Arc::new(schema), columns, self.num_rows())
    }
}

fn field_of(name: String, array: &DeviceArray) -> Arc<Field> {
    let nullable = array.parts().has_nulls();
    Arc::new(Field::new(name, array.data_type().clone(), nullable))
}
