//! Delegation for wrappers of connections.

/// The methods of `AsyncWrite`, passed on to the field `stream`. With `except poll_shutdown`, that one is left to the caller.
macro_rules! delegate_write {
    () => {
        delegate_write!(except poll_shutdown);

        fn poll_shutdown(
            mut self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<std::io::Result<()>> {
            std::pin::Pin::new(&mut self.stream).poll_shutdown(context)
        }
    };
    (except poll_shutdown) => {
        fn poll_write(
            mut self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
            bytes: &[u8],
        ) -> std::task::Poll<std::io::Result<usize>> {
            std::pin::Pin::new(&mut self.stream).poll_write(context, bytes)
        }

        fn poll_flush(
            mut self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
        ) -> std::task::Poll<std::io::Result<()>> {
            std::pin::Pin::new(&mut self.stream).poll_flush(context)
        }

        fn poll_write_vectored(
            mut self: std::pin::Pin<&mut Self>,
            context: &mut std::task::Context<'_>,
            parts: &[std::io::IoSlice<'_>],
        ) -> std::task::Poll<std::io::Result<usize>> {
            std::pin::Pin::new(&mut self.stream).poll_write_vectored(context, parts)
        }

        fn is_write_vectored(&self) -> bool {
            self.stream.is_write_vectored()
        }
    };
}

pub(super) use delegate_write;
