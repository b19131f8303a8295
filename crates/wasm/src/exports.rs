//! The functions a page calls. Strings are passed as UTF-8 in the linear memory.
//!
//! ```text
//!   page                                   module
//!   address = allocate(length)             a buffer for the request
//!   writes the request into the buffer
//!   packed = handle_request(address)       frees the request, returns the response
//!   reads packed & 0xffffffff bytes at packed >> 32
//!   free(address)                          frees the response
//! ```
//!
//! During a search the module calls `progress(address, length)`; the page must copy the text before it returns.

#![cfg_attr(
    target_family = "wasm",
    allow(unsafe_code, reason = "exported functions need unmangled names, which must be unique")
)]

#[cfg(target_family = "wasm")]
mod exports {
    use std::sync::Mutex;

    /// The buffers whose addresses the page holds.
    static BUFFERS: Mutex<Vec<Box<[u8]>>> = Mutex::new(Vec::new());

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// A monotonic clock in milliseconds.
        safe fn now() -> f64;
        /// Reports an intermediate result.
        safe fn progress(address: usize, length: usize);
    }

    fn keep(buffer: Box<[u8]>) -> usize {
        let address = buffer.as_ptr() as usize;
        if let Ok(mut buffers) = BUFFERS.lock() {
            buffers.push(buffer);
        }
        address
    }

    fn take(address: usize) -> Option<Box<[u8]>> {
        let mut buffers = BUFFERS.lock().ok()?;
        let index = buffers.iter().position(|buffer| buffer.as_ptr() as usize == address)?;
        Some(buffers.swap_remove(index))
    }

    /// Allocates a buffer and returns its address.
    #[unsafe(no_mangle)]
    extern "C" fn allocate(length: usize) -> usize {
        keep(vec![0; length].into_boxed_slice())
    }

    /// Frees a buffer.
    #[unsafe(no_mangle)]
    extern "C" fn free(address: usize) {
        drop(take(address));
    }

    /// Handles the request in a buffer and frees it. Returns the address of the response in the upper 32 bits and its
    /// length in the lower.
    #[unsafe(no_mangle)]
    extern "C" fn handle_request(address: usize) -> u64 {
        mekong_engine::set_clock(|| now());
        let request = take(address).unwrap_or_default();
        let request = String::from_utf8_lossy(&request);
        let response =
            crate::handle_request(&request, &mut |text| progress(text.as_ptr() as usize, text.len()));
        let response = response.into_bytes().into_boxed_slice();
        let length = response.len() as u64;
        (keep(response) as u64) << 32 | length
    }
}
