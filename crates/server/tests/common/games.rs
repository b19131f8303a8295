use mekong_core::{Lang, Player};
use mekong_server::{
    app::NewGame,
    secrets,
    store::Write,
    table::{Action, Actor, Clock, Deal, Seat, Settings},
};

use super::{Client, Server};

impl Server {
    /// A game between two users, by their numbers, begun at once.
    pub async fn game(&self, game: &str, clock: Clock, rated: bool, users: [&str; 2]) -> String {
        let deal = Deal { seed: secrets::seed(), salt: secrets::secret() };
        self.dealt_game(game, clock, rated, users, deal).await
    }

    /// The same with a deal that is known.
    pub async fn dealt_game(
        &self,
        game: &str,
        clock: Clock,
        rated: bool,
        users: [&str; 2],
        deal: Deal,
    ) -> String {
        let settings = Settings { game: game.to_owned(), variants: Vec::new(), start: None, clock, rated };
        let new = NewGame {
            id: secrets::id(),
            settings: settings.checked(Lang::En).expect("sensible settings"),
            seats: users.map(|user| Seat::Person { user: user.to_owned() }),
            deal,
            rematch_of: None,
        };
        self.app.new_game(new, Write::default()).await.expect("a game begins").id().to_owned()
    }

    /// The first legal move of whoever is to move that does not end the game.
    pub async fn quiet_move(&self, game: &str) -> (Player, String) {
        let table = self.app.room(game).await.expect("there is a game").table();
        let goes_on = |text: &String| {
            let mut session = table.session().clone();
            session.play(text).is_ok() && session.outcome().is_none()
        };
        let text = table.session().legal().into_iter().find(goes_on).expect("it can go on");
        (table.turn().expect("it goes on"), text)
    }

    /// Makes that move.
    pub async fn any_move(&self, game: &str) -> String {
        let (player, text) = self.quiet_move(game).await;
        let action = Action::Move { ply: None, text: text.clone(), lag: 0 };
        self.app.act(game, Actor::Player(player), action).await.expect("a legal move");
        text
    }
}

impl Client {
    /// The own number.
    pub async fn id(&self) -> String {
        let me = self.get("/api/account").await.expect(200);
        me["id"].as_str().expect("somebody").to_owned()
    }
}
