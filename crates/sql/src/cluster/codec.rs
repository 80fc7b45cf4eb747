//! Plans with our tables and functions as bytes, and back.

use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{TableReference, internal_err, plan_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, HigherOrderUDF, LogicalPlan, ScalarUDF, WindowUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use super::exec::FilesExec;
use super::message::{self, ScanMessage, TableMessage};
use super::shared::SharedGames;
use crate::functions;
use crate::state::State;
use crate::tables::Games;

/// The function of a name, where it is one of ours: they carry all that they need in their arguments.
fn function(name: &str) -> Option<Arc<ScalarUDF>> {
    functions::all().into_iter().find(|function| function.name() == name).map(Arc::new)
}

/// Logical plans: knows our tables and functions, and leaves the rest to the codec of an engine.
#[derive(Debug)]
pub struct LogicalCodec {
    engine: Arc<dyn LogicalExtensionCodec>,
}

impl LogicalCodec {
    /// Leaves what is not ours to this.
    pub fn new(engine: Arc<dyn LogicalExtensionCodec>) -> Self {
        Self { engine }
    }
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.engine.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode(node, out)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let Some(table) = message::read::<TableMessage>(bytes)? else {
            return self.engine.try_decode_table_provider(bytes, name, schema, context);
        };
        let (paths, layout) = table.table()?;
        let games = SharedGames::new(Games::new(paths, layout, 1, Arc::new(State::default())));
        if games.schema().fields() != schema.fields() {
            return plan_err!("{name} has other columns here: is this version of pgn-sql on all machines?");
        }
        Ok(Arc::new(games))
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let shared = table.downcast_ref::<SharedGames>().map(SharedGames::games);
        match shared.or_else(|| table.downcast_ref::<Games>()) {
            Some(games) => message::write(&TableMessage::new(games.paths(), games.layout())?, out),
            None => self.engine.try_encode_table_provider(name, table, out),
        }
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.engine.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, out: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.engine.try_encode_file_format(out, format)
    }

    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        function(name).map_or_else(|| self.engine.try_decode_udf(name, bytes), Ok)
    }

    fn try_encode_udf(&self, udf: &ScalarUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udf(udf, out)
    }

    fn try_decode_higher_order_function(&self, name: &str, bytes: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.engine.try_decode_higher_order_function(name, bytes)
    }

    fn try_encode_higher_order_function(&self, udf: &HigherOrderUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_higher_order_function(udf, out)
    }

    fn try_decode_udaf(&self, name: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.engine.try_decode_udaf(name, bytes)
    }

    fn try_encode_udaf(&self, udf: &AggregateUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udaf(udf, out)
    }

    fn try_decode_udwf(&self, name: &str, bytes: &[u8]) -> Result<Arc<WindowUDF>> {
        self.engine.try_decode_udwf(name, bytes)
    }

    fn try_encode_udwf(&self, udf: &WindowUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udwf(udf, out)
    }
}

/// Physical plans: knows our node and functions, and leaves the rest to the codec of an engine.
#[derive(Debug)]
pub struct PhysicalCodec {
    engine: Arc<dyn PhysicalExtensionCodec>,
}

impl PhysicalCodec {
    /// Leaves what is not ours to this.
    pub fn new(engine: Arc<dyn PhysicalExtensionCodec>) -> Self {
        Self { engine }
    }
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(scan) = message::read::<ScanMessage>(bytes)? else {
            return self.engine.try_decode(bytes, inputs, context, converter);
        };
        match inputs {
            [files] => Ok(Arc::new(FilesExec::new(&scan.scan()?, files.clone())?)),
            _ => internal_err!("FilesExec has one child"),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        out: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match node.downcast_ref::<FilesExec>() {
            Some(files) => message::write(&ScanMessage::new(files.scan()), out),
            None => self.engine.try_encode(node, out, converter),
        }
    }

    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        function(name).map_or_else(|| self.engine.try_decode_udf(name, bytes), Ok)
    }

    fn try_encode_udf(&self, udf: &ScalarUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udf(udf, out)
    }

    fn try_decode_higher_order_function(&self, name: &str, bytes: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.engine.try_decode_higher_order_function(name, bytes)
    }

    fn try_encode_higher_order_function(&self, udf: &HigherOrderUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_higher_order_function(udf, out)
    }

    fn try_decode_udaf(&self, name: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.engine.try_decode_udaf(name, bytes)
    }

    fn try_encode_udaf(&self, udf: &AggregateUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udaf(udf, out)
    }

    fn try_decode_udwf(&self, name: &str, bytes: &[u8]) -> Result<Arc<WindowUDF>> {
        self.engine.try_decode_udwf(name, bytes)
    }

    fn try_encode_udwf(&self, udf: &WindowUDF, out: &mut Vec<u8>) -> Result<()> {
        self.engine.try_encode_udwf(udf, out)
    }
}
