//! The engine: Ballista. Nothing outside of this module names it.

mod client;
mod executor;
mod scheduler;
mod slots;

pub(crate) use client::is_loss;
pub use client::{Running, distribute};
pub use executor::executor;
pub use scheduler::scheduler;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ballista_core::error::BallistaError;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};

use super::codec::{LogicalCodec, PhysicalCodec};
use crate::error::Failure;

/// Bytes of a message between nodes: that of a stage with its thousands of partitions is some megabytes.
const MESSAGE: u32 = 256 << 20;

fn logical_codec() -> Arc<LogicalCodec> {
    Arc::new(LogicalCodec::new(Arc::new(BallistaLogicalExtensionCodec::default())))
}

fn physical_codec() -> Arc<PhysicalCodec> {
    Arc::new(PhysicalCodec::new(Arc::new(BallistaPhysicalExtensionCodec::default())))
}

fn failed(error: BallistaError) -> Failure {
    Failure::Other(error.to_string())
}

/// The name at which others reach a node.
fn advertised(bind: SocketAddr, advertise: Option<&str>) -> Result<String, Failure> {
    match advertise {
        Some(name) => Ok(name.to_owned()),
        None if bind.ip().is_unspecified() => Err(Failure::Other(format!(
            "{bind} is every address of this machine; --advertise says which one the others use"
        ))),
        None => Ok(super::args::host(bind.ip())),
    }
}

/// Warns of an address that others reach.
fn warn_of_exposure(address: IpAddr, what: &str) {
    if !address.is_loopback() {
        log::warn!(
            "{address} is not loopback: whoever reaches it can {what}, without a password and without encryption; \
             let only the machines of the cluster reach it"
        );
    }
}
