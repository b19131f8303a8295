//! Connections counted while they are open, also as WebSockets, and closed when they are evicted.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::FutureExt as _;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::delegate::delegate_write;
use crate::limits::Evicted;

/// A connection that holds its slot until it is closed.
pub(super) struct Counted<S, P> {
    stream: S,
    _slot: P,
    /// `None` once it is evicted.
    evicted: Option<Evicted>,
}

impl<S, P> Counted<S, P> {
    pub(super) const fn new(stream: S, slot: P, evicted: Evicted) -> Counted<S, P> {
        Counted { stream, _slot: slot, evicted: Some(evicted) }
    }

    /// Fails once the connection is evicted. The task is woken when that happens.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.evicted.as_mut().is_some_and(|evicted| evicted.poll_unpin(context).is_ready()) {
            self.evicted = None;
        }
        match self.evicted {
            Some(_) => Ok(()),
            None => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for Counted<S, P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for Counted<S, P> {
    delegate_write!();
}
