//! Columns that are computed.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_schema::{Field, Schema};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::expression::Expr;
use crate::table::expression::strings::MaterializedStrings;
use crate::table::work::invalid;

impl DeviceRecordBatch {
    /// Computes expressions, by one kernel, and one for each text that they make.
    pub(in crate::table) fn evaluate(
        &self,
        expressions: &[&Expr],
    ) -> Result<Vec<DeviceArray>, Error> {
        if !expressions.iter().any(|expression| expression.makes_texts()) {
            return self.evaluate_fused(expressions);
        }
        let mut texts = MaterializedStrings::new(self);
        let expressions = expressions
            .iter()
            .map(|expression| texts.materialize(expression))
            .collect::<Result<Vec<_>, _>>()?;
        texts.batch.evaluate_fused(&expressions.iter().collect::<Vec<_>>())
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
        let arrays = self.evaluate(&expressions.iter().collect::<Vec<_>>())?;
        let fields = expressions.iter().zip(&arrays);
        let fields = fields.map(|(expression, array)| self.field_of(expression, array));
        let fields: Vec<_> = fields.collect::<Result<_, _>>()?;
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
    /// As [`select`](Self::select), and [`Error::Arrow`] if two expressions have one name.
    pub fn with_columns(&self, expressions: &[Expr]) -> Result<Self, Error> {
        let mut names = BTreeSet::new();
        for name in expressions.iter().map(Expr::name) {
            if let Some(name) = names.replace(name) {
                return Err(invalid(format!("two expressions are named {name:?}")));
            }
        }
        let arrays = self.evaluate(&expressions.iter().collect::<Vec<_>>())?;
        let mut fields = self.schema().fields().to_vec();
        let mut columns = self.columns().to_vec();
        for (expression, array) in expressions.iter().zip(arrays) {
            let name = expression.name();
            let field = self.field_of(expression, &array)?;
            if self.schema().fields().iter().all(|field| *field.name() != name) {
                fields.push(field);
                columns.push(array);
                continue;
            }
            let index = self.index_of(&name)?;
            (fields[index], columns[index]) = (field, array);
        }
        let schema = Schema::new_with_metadata(fields, self.schema().metadata().clone());
        Self::try_new(self.manager(), Arc::new(schema), columns, self.num_rows())
    }

    /// Returns the field of an expression's values. That of a column alone keeps its metadata.
    fn field_of(&self, expression: &Expr, array: &DeviceArray) -> Result<Arc<Field>, Error> {
        if let Some(column) = expression.column() {
            let field = &self.schema().fields()[self.index_of(column)?];
            return Ok(Arc::new(field.as_ref().clone().with_name(expression.name())));
        }
        let nullable = array.parts().has_nulls();
        Ok(Arc::new(Field::new(expression.name(), array.data_type().clone(), nullable)))
    }
}
