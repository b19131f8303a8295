-- The history of a player's ratings, in one game and at one speed or in all, is read along an index that ends with its order.
DROP INDEX rating_history_in_order;
CREATE INDEX rating_history_by_game_and_speed ON rating_history (user_id, game, speed, at, game_id);
CREATE INDEX rating_history_by_game ON rating_history (user_id, game, at, game_id);
CREATE INDEX rating_history_by_speed ON rating_history (user_id, speed, at, game_id);
