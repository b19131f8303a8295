//! Rendered pictures: few at a time, the latest in memory.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::Semaphore;

use crate::secrets;

/// How many pictures are rendered at a time.
const RENDERERS: usize = 1;

/// How many more requests wait for them.
const MAX_WAITING: usize = 32;

/// Memory for rendered pictures, in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A picture as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureFile {
    /// Its contents.
    pub bytes: Arc<[u8]>,
    /// A hash of the contents, for `ETag`.
    pub hash: String,
}

impl PictureFile {
    /// A file with these contents.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> PictureFile {
        let hash = secrets::hash_bytes(&bytes);
        PictureFile { bytes: bytes.into(), hash }
    }
}

/// Why a picture was not rendered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureError {
    /// Too many are waiting.
    Busy,
    /// A bug in the code that draws it.
    Render(String),
}

/// Renders pictures.
#[derive(Debug)]
pub struct Pictures {
    cache: Mutex<Cache>,
    queue: Arc<Semaphore>,
    renderers: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            cache: Mutex::default(),
            queue: Arc::new(Semaphore::new(RENDERERS + MAX_WAITING)),
            renderers: Arc::new(Semaphore::new(RENDERERS)),
        }
    }
}

impl Pictures {
    /// The PNG of a document in this width, if it was rendered lately.
    #[must_use]
    pub fn cached(&self, svg: &str, width: u32) -> Option<PictureFile> {
        self.cache().files.get(&key(svg, width)).cloned()
    }

    /// Renders a document as PNG of this width. An abandoned request still counts until its picture is done.
    pub async fn png(&self, svg: String, width: u32) -> Result<PictureFile, PictureError> {
        if let Some(file) = self.cached(&svg, width) {
            return Ok(file);
        }
        let waiting = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| PictureError::Busy)?;
        let turn = Arc::clone(&self.renderers).acquire_owned().await.map_err(|_| PictureError::Busy)?;
        let key = key(&svg, width);
        let rendered = tokio::task::spawn_blocking(move || {
            let _permits = (waiting, turn);
            mekong_picture::png(&svg, width).map(PictureFile::new)
        });
        let file = rendered
            .await
            .map_err(|error| PictureError::Render(error.to_string()))?
            .map_err(|error| PictureError::Render(error.to_string()))?;
        self.cache().add(key, &file);
        Ok(file)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(svg: &str, width: u32) -> String {
    format!("{width} {}", secrets::hash(svg))
}

/// The pictures rendered last.
#[derive(Debug, Default)]
struct Cache {
    files: HashMap<String, PictureFile>,
    /// The keys, the oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

impl Cache {
    fn add(&mut self, key: String, file: &PictureFile) {
        if self.files.insert(key.clone(), file.clone()).is_some() {
            return;
        }
        self.order.push_back(key);
        self.bytes += file.bytes.len();
        while self.bytes > MAX_BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            let evicted = self.files.remove(&oldest);
            self.bytes -= evicted.map_or(0, |file| file.bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, MAX_BYTES, PictureError, PictureFile, Pictures};

    fn document(number: usize) -> String {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><desc>{number}</desc></svg>")
    }

    #[tokio::test]
    async fn picture_is_rendered_once() {
        let pictures = Pictures::default();
        assert_eq!(pictures.cached(&document(1), 9), None);
        let file = pictures.png(document(1), 9).await.unwrap();
        assert_eq!(pictures.cached(&document(1), 9), Some(file.clone()));
        assert_eq!(pictures.png(document(1), 9).await, Ok(file));
        assert_eq!(pictures.cached(&document(1), 8), None, "another width");
        assert!(matches!(pictures.png("<svg".to_owned(), 9).await, Err(PictureError::Render(_))));
    }

    #[tokio::test]
    async fn many_requests_at_once_are_rejected() {
        let pictures = Pictures::default();
        let requests = (0..200).map(|number| pictures.png(document(number), 9));
        let answers = futures_util::future::join_all(requests).await;
        let refused = answers.iter().filter(|answer| **answer == Err(PictureError::Busy)).count();
        assert!((1..=167).contains(&refused), "{refused}");
        assert!(pictures.png(document(999), 9).await.is_ok());
    }

    #[test]
    fn cache_has_bounded_size() {
        let mut cache = Cache::default();
        let file = PictureFile::new(vec![0; MAX_BYTES / 4]);
        for number in 0..9 {
            cache.add(number.to_string(), &file);
        }
        assert_eq!((cache.files.len(), cache.order.len(), cache.bytes), (4, 4, MAX_BYTES));
        assert!(cache.files.contains_key("8") && !cache.files.contains_key("4"));
    }
}
