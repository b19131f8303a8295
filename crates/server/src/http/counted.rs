//! A connection that is counted for as long as it lives, also after it has become a WebSocket, and that ends when it has to
//! make room for another one.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::FutureExt as _;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::limits::Evicted;

/// A stream that keeps something until it ends: its place among the connections.
pub(super) struct Counted<S, P> {
    stream: S,
    _place: P,
    /// `None`: it was evicted.
    evicted: Option<Evicted>,
}

impl<S, P> Counted<S, P> {
    pub(super) const fn new(stream: S, place: P, evicted: Evicted) -> Counted<S, P> {
        Counted { stream, _place: place, evicted: Some(evicted) }
    }

    /// Fails once the connection has to make room. The task is told when that happens.
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
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
