/** The messages of the lobby's socket, composed of types that are generated from the server's schema. */
import type { LobbyEvent, ServerMessage, UserEvent } from "./schema";

export type LobbyMessage = LobbyEvent | UserEvent | Extract<ServerMessage, { type: "closing" }>;
