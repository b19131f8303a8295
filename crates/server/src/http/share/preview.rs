//! Open Graph tags of pages, so that links to them are shown with a title, a description and a picture.

use axum::{extract::Query, http::Uri};
use mekong_catalog::find;
use mekong_core::{GameInfo, Lang, drawing::svg::escape, say, with_subject};

use super::super::position::PositionSpec;
use crate::{
    app::App,
    picture::{CARD_HEIGHT, CARD_WIDTH},
    secrets,
};

/// The name of the picture of the home page.
pub(super) const HOME: &str = "mekong";

/// Maximum length of a query that describes a position, in bytes; the pages do not write longer ones.
const MAX_QUERY_LEN: usize = 2_000;

/// The preview of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::http) struct Preview {
    lang: Lang,
    title: String,
    description: String,
    /// Path and query of the page.
    page: String,
    /// Path and query of its picture.
    picture: String,
}

impl Preview {
    /// The preview of the page at an address; `None` for pages without one, and if the database is not available.
    pub(in crate::http) async fn of(app: &App, uri: &Uri, lang: Lang) -> Option<Preview> {
        let parts: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
        match parts[..] {
            [] => Some(home(lang)),
            ["play", game] => Some(play(find(game).ok()?.info(), lang)),
            ["learn", game, ..] => Some(learn(find(game).ok()?.info(), lang)),
            ["game", id] | ["analysis" | "embed", "game", id] if secrets::is_id(id) => {
                game(app, uri, id, lang).await
            }
            ["challenge", id] if secrets::is_id(id) => challenge(app, id, lang).await,
            ["analysis" | "embed", game] => Some(analysis(find(game).ok()?.info(), uri, lang)),
            _ => None,
        }
    }

    /// Inserts the preview into the entry page, in place of its title and description.
    pub(in crate::http) fn insert(&self, html: &str, base_url: &str) -> String {
        let code = self.lang.code();
        let html = html.replacen("<html lang=\"en\">", &format!("<html lang=\"{code}\">"), 1);
        let html = without_description(&html);
        let title = escape(&self.title);
        let html = html.replacen("<title>Mekong</title>", &format!("<title>{title}</title>"), 1);
        html.replacen("</head>", &format!("{}</head>", self.tags(base_url)), 1)
    }

    fn tags(&self, base_url: &str) -> String {
        let picture = format!("{base_url}{}", self.picture);
        let page = format!("{base_url}{}", self.page);
        let locale = say!(self.lang, "en_GB", "fr_FR");
        let (width, height) = (CARD_WIDTH.to_string(), CARD_HEIGHT.to_string());
        let tags: [(&str, &str, &str); 13] = [
            ("name", "description", &self.description),
            ("property", "og:site_name", "Mekong"),
            ("property", "og:type", "website"),
            ("property", "og:locale", &locale),
            ("property", "og:title", &self.title),
            ("property", "og:description", &self.description),
            ("property", "og:url", &page),
            ("property", "og:image", &picture),
            ("property", "og:image:type", "image/png"),
            ("property", "og:image:width", &width),
            ("property", "og:image:height", &height),
            ("property", "og:image:alt", &self.title),
            ("name", "twitter:card", "summary_large_image"),
        ];
        let tag = |(kind, name, content): &(&str, &str, &str)| {
            format!("    <meta {kind}=\"{name}\" content=\"{}\" />\n", escape(content))
        };
        tags.iter().map(tag).collect()
    }
}

/// The page without its `<meta name="description">`.
fn without_description(html: &str) -> String {
    let found = html.find("name=\"description\"").and_then(|at| {
        let start = html[..at].rfind("<meta")?;
        let end = at + html[at..].find('>')? + 1;
        Some((start, end))
    });
    match found {
        Some((start, end)) => format!("{}{}", &html[..start], html[end..].trim_start()),
        None => html.to_owned(),
    }
}

fn home(lang: Lang) -> Preview {
    Preview {
        lang,
        title: "Mekong".to_owned(),
        description: say!(
            lang,
            "Abstract board games for two: play the computer, a friend or anyone.",
            "Jeux de plateau abstraits à deux : jouez contre l’ordinateur, un ami ou n’importe qui.",
        ),
        page: "/".to_owned(),
        picture: picture(HOME, lang),
    }
}

fn play(info: &GameInfo, lang: Lang) -> Preview {
    let game = info.title.get(lang);
    let title = say!(lang, "Play {game}", "Jouer à {game}");
    Preview { title: format!("{title} · Mekong"), ..of_game(info, format!("/play/{}", info.id), lang) }
}

fn learn(info: &GameInfo, lang: Lang) -> Preview {
    let game = info.title.get(lang);
    let title = say!(lang, "How to play {game}", "Apprendre à jouer à {game}");
    Preview { title: format!("{title} · Mekong"), ..of_game(info, format!("/learn/{}", info.id), lang) }
}

/// What pages about a game have in common.
fn of_game(info: &GameInfo, page: String, lang: Lang) -> Preview {
    Preview {
        lang,
        title: info.title.get(lang).to_owned(),
        description: info.summary.get(lang).to_owned(),
        page,
        picture: format!("{}&card=true", picture(info.id, lang)),
    }
}

fn analysis(info: &GameInfo, uri: &Uri, lang: Lang) -> Preview {
    let game = info.title.get(lang);
    let title = say!(lang, "Analysis of {game}", "Analyse de {game}");
    let page = of_game(info, format!("/analysis/{}", info.id), lang);
    let page = Preview { title: format!("{title} · Mekong"), ..page };
    let is_short = uri.query().is_none_or(|query| query.len() <= MAX_QUERY_LEN);
    let position = Query::<PositionSpec>::try_from_uri(uri).ok().filter(|_| is_short);
    // An address that describes no position shows the game.
    let is_valid = position.is_some_and(|Query(position)| position.game_session(info.id).is_ok());
    let query = position_parameters(uri);
    if !is_valid || query.is_empty() {
        return page;
    }
    Preview { picture: format!("{}&{query}", page.picture), page: format!("{}?{query}", page.page), ..page }
}

/// The parameters of an address that describe a position, as they are written.
fn position_parameters(uri: &Uri) -> String {
    let is_known = |part: &&str| {
        let name = part.split('=').next().unwrap_or_default();
        ["variant", "variants", "position", "seed", "moves", "ply"].contains(&name)
    };
    uri.query().unwrap_or_default().split('&').filter(is_known).collect::<Vec<_>>().join("&")
}

async fn game(app: &App, uri: &Uri, id: &str, lang: Lang) -> Option<Preview> {
    let preview = app.previews.game(id, lang).await.ok()??;
    let [one, two] = &preview.names;
    let game = preview.game_session.info().title.get(lang);
    Some(Preview {
        lang,
        title: format!("{one} – {two} · {game}"),
        description: match preview.ending.as_str() {
            "" => preview.status,
            ending => with_subject(&preview.status, ending, lang),
        },
        page: uri.path().to_owned(),
        picture: picture(&format!("game/{id}"), lang),
    })
}

async fn challenge(app: &App, id: &str, lang: Lang) -> Option<Preview> {
    let preview = app.previews.challenge(id, lang).await.ok()??;
    let (name, game) = (&preview.name, preview.game_session.info().title.get(lang));
    Some(Preview {
        lang,
        title: say!(lang, "{name} challenges you to {game}", "{name} vous propose une partie de {game}"),
        description: preview.clock,
        page: format!("/challenge/{id}"),
        picture: picture(&format!("challenge/{id}"), lang),
    })
}

/// The address of a picture. Sites that show previews fetch it without a preferred language.
fn picture(name: &str, lang: Lang) -> String {
    format!("/api/picture/{name}.png?lang={}", lang.code())
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::{Preview, home, position_parameters, without_description};

    #[test]
    fn markup_in_titles_is_escaped() {
        let hostile = "\"><script>alert(1)</script>";
        let preview =
            Preview { title: hostile.to_owned(), description: hostile.to_owned(), ..home(Lang::En) };
        let page = "<html lang=\"en\"><head><title>Mekong</title></head>";
        let html = preview.insert(page, "https://play.example");
        assert!(!html.contains("<script>"), "{html}");
        assert_eq!(html.matches("&quot;&gt;&lt;script&gt;").count(), 5, "{html}");
    }

    #[test]
    fn description_is_replaced() {
        let page = "<head>\n  <meta\n    name=\"description\"\n    content=\"old\"\n  />\n  <link>\n</head>";
        assert_eq!(without_description(page), "<head>\n  <link>\n</head>");
        let html = home(Lang::Fr).insert(page, "https://play.example");
        assert!(!html.contains("old") && html.contains("name=\"description\" content=\"Jeux"), "{html}");
        assert!(html.contains("content=\"https://play.example/api/picture/mekong.png?lang=fr\""), "{html}");
    }

    #[test]
    fn only_known_parameters_are_passed_on() {
        let uri = "/analysis/siam?moves=%40c1N&x=1&ply=1&positionx=2".parse().unwrap();
        assert_eq!(position_parameters(&uri), "moves=%40c1N&ply=1");
    }
}
