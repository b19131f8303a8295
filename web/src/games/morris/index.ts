import { cellView } from "../../board/cellGame";
import { about } from "./about";
import { game } from "./game";
import PieceSymbol from "./PieceSymbol.svelte";
import View from "./View.svelte";

export const view = cellView(game, about, { id: "morris", View, PieceSymbol });
