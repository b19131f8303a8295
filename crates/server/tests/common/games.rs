use mekong_core::Player;
use mekong_server::{
    live::{ActError, Committed},
    secrets,
    services::NewGame,
    store::Transaction,
    table::{Action, Actor, Clock, Deal, Seat, Settings},
};

use super::{Client, Server};

impl Server {
    /// Starts a game between two users, given by their ids.
    pub async fn game(&self, game: &str, clock: Clock, rated: bool, users: [&str; 2]) -> String {
        let deal = Deal { seed: secrets::seed(), salt: secrets::secret() };
        self.dealt_game(game, clock, rated, users, deal).await
    }

    /// Starts a game with a given deal.
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
            settings: settings.validated().expect("valid settings"),
            seats: users.map(|user| Seat::User { user: user.to_owned() }),
            deal,
            rematch_of: None,
        };
        self.app.games.start(new, Transaction::default()).await.expect("the game starts").id().to_owned()
    }

    /// The first legal move that does not end the game, and the player to move.
    pub async fn quiet_move(&self, game: &str) -> (Player, String) {
        let table = self.app.games.room(game).await.expect("the game exists").table();
        let continues = |text: &String| {
            let mut game_session = table.game_session().clone();
            game_session.play(text).is_ok() && game_session.outcome().is_none()
        };
        let text =
            table.game_session().legal().into_iter().find(continues).expect("a move continues the game");
        (table.turn().expect("the game is not over"), text)
    }

    /// Plays [`Server::quiet_move`].
    pub async fn any_move(&self, game: &str) -> String {
        let (player, text) = self.quiet_move(game).await;
        let action = Action::Move { ply: None, text: text.clone(), lag: 0 };
        self.act(game, player, action).await.expect("the move is legal");
        text
    }

    /// Carries out an action of a player.
    pub async fn act(&self, game: &str, player: Player, action: Action) -> Result<Committed, ActError> {
        let room = self.app.games.room(game).await.expect("the game exists");
        self.app.games.act(&room, Actor::Player(player), action).await
    }
}

impl Client {
    /// The user id of the client.
    pub async fn id(&self) -> String {
        let me = self.get("/api/account").await.expect(200);
        me["id"].as_str().expect("a user id").to_owned()
    }
}
