//! The door to the page: texts are bytes in the memory that both see.
//!
//! ```text
//!   page                                   here
//!   ptr = reserve(length)                  room for the question
//!   writes the question there
//!   packed = ask(ptr, length)              takes the room back, answers
//!   reads length = packed & 0xffffffff at packed >> 32
//!   release(ptr, length)                   the answer's room is free again
//! ```
//!
//! While it thinks it calls `tell(ptr, length)`; the page must read at once.

#![cfg_attr(
    target_family = "wasm",
    allow(unsafe_code, reason = "functions that a page can call need names that nobody else has")
)]

#[cfg(target_family = "wasm")]
mod exports {
    use std::sync::Mutex;

    /// The texts that the page holds addresses of.
    static LENT: Mutex<Vec<Box<[u8]>>> = Mutex::new(Vec::new());

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds, from any beginning.
        safe fn now() -> f64;
        /// Something to be told while thinking.
        safe fn tell(address: usize, length: usize);
    }

    fn lend(bytes: Box<[u8]>) -> usize {
        let address = bytes.as_ptr() as usize;
        if let Ok(mut lent) = LENT.lock() {
            lent.push(bytes);
        }
        address
    }

    fn take_back(address: usize) -> Option<Box<[u8]>> {
        let mut lent = LENT.lock().ok()?;
        let place = lent.iter().position(|bytes| bytes.as_ptr() as usize == address)?;
        Some(lent.swap_remove(place))
    }

    /// Room for a text that the page wants to write.
    #[unsafe(no_mangle)]
    extern "C" fn reserve(length: usize) -> usize {
        lend(vec![0; length].into_boxed_slice())
    }

    /// The page has read a text.
    #[unsafe(no_mangle)]
    extern "C" fn release(address: usize) {
        drop(take_back(address));
    }

    /// Answers the question that the page has written. The address and the length of the answer are the halves of the result.
    #[unsafe(no_mangle)]
    extern "C" fn ask(address: usize) -> u64 {
        mekong_engine::set_clock(|| now());
        let question = take_back(address).unwrap_or_default();
        let question = String::from_utf8_lossy(&question);
        let answer = crate::answer(&question, &mut |news| tell(news.as_ptr() as usize, news.len()));
        let answer = answer.into_bytes().into_boxed_slice();
        let length = answer.len() as u64;
        (lend(answer) as u64) << 32 | length
    }
}
