//! Renders SVG documents, such as the diagrams of the games, as pixels. No I/O.
//!
//! ```
//! let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='4' height='2' fill='red'/></svg>";
//! let image = mekong_picture::rgb(svg, 8)?;
//! assert_eq!((image.width, image.height, &image.pixels[..3]), (8, 4, [255, 0, 0].as_slice()));
//! # Ok::<(), mekong_picture::RenderError>(())
//! ```

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{ImageHrefResolver, Options, Tree, fontdb},
};

/// The only font: none of the system's is needed, and pictures are the same everywhere.
const FONT: &[u8] = include_bytes!("../fonts/inter-semibold-latin.ttf");
const FAMILY: &str = "Inter SemiBold";

/// Maximum height of a picture per pixel of its width. Diagrams are far from it.
const MAX_ASPECT: f32 = 4.0;

/// A document that cannot be rendered: a bug in the code that draws it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenderError(String);

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the picture cannot be rendered: {}", self.0)
    }
}

impl std::error::Error for RenderError {}

impl RenderError {
    fn new(why: &dyn std::fmt::Display) -> RenderError {
        RenderError(why.to_string())
    }
}

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Renders an SVG document as PNG of this width. It takes some milliseconds of CPU time.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RenderError> {
    render(svg, width)?.encode_png().map_err(|error| RenderError::new(&error))
}

/// An image: three bytes per pixel (red, green, blue), row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RgbImage {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The pixels.
    pub pixels: Vec<u8>,
}

/// Renders an SVG document in this width on a white background.
pub fn rgb(svg: &str, width: u32) -> Result<RgbImage, RenderError> {
    let image = render(svg, width)?;
    // Colours are premultiplied: blend the white background by the remaining alpha.
    let on_white = |pixel: &[u8]| {
        let background = u8::MAX - pixel[3];
        [pixel[0], pixel[1], pixel[2]].map(|colour| colour.saturating_add(background))
    };
    let pixels = image.data().chunks_exact(4).flat_map(on_white).collect();
    Ok(RgbImage { width: image.width(), height: image.height(), pixels })
}

fn render(svg: &str, width: u32) -> Result<Pixmap, RenderError> {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: Arc::clone(&FONTS),
        // No file is read, whatever a document refers to.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| RenderError::new(&error))?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round().min(MAX_ASPECT * width as f32).max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| RenderError::new(&"no size"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use mekong_catalog::GAMES;
    use mekong_core::{Lang, SplitMix64, Variants};

    use super::{png, rgb};

    /// Width and height in the header of a PNG file.
    fn size(file: &[u8]) -> (u32, u32) {
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn diagrams_of_every_game_are_rendered() {
        let mut random = SplitMix64::new(7);
        for entry in GAMES {
            let mut game_session = entry.start(Variants::NONE, 7);
            for _ in 0..9 {
                game_session.play_random(&mut random);
            }
            let file = png(&game_session.diagram(Lang::Fr), 300).unwrap();
            let (width, height) = size(&file);
            assert!(width == 300 && (100..900).contains(&height), "{}: {height}", entry.info().id);
        }
    }

    #[test]
    fn transparent_ground_is_white() {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'><rect width='1' height='1'/></svg>";
        assert_eq!(rgb(svg, 2).unwrap().pixels, [0, 0, 0, 255, 255, 255]);
        assert!(rgb(svg, 0).is_err());
    }

    #[test]
    fn text_is_drawn() {
        let with = |text: &str| {
            let start = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30' font-family='system-ui, sans-serif'>";
            png(&format!("{start}<text x='5' y='20'>{text}</text></svg>"), 90).unwrap()
        };
        assert_ne!(with("a"), with(""));
        assert_ne!(with("a"), with("é"));
    }

    #[test]
    fn broken_documents_are_errors_and_files_are_not_read() {
        assert!(png("", 100).is_err());
        assert!(png("<svg", 100).is_err());
        let image = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' height='9'>";
        let plain = png(&format!("{image}</svg>"), 9).unwrap();
        for href in
            ["/etc/passwd", "../icon.png", "data:image/svg+xml;base64,PHN2Zy8+", "https://example.org/a.png"]
        {
            let document = format!("{image}<image xlink:href='{href}' width='9' height='9'/></svg>");
            assert_eq!(png(&document, 9).unwrap(), plain, "{href}");
        }
    }
}
