import { cellGameBoard } from "../../board/cellGame";
import { about } from "./about";
import { game } from "./game";
import PieceSymbol from "./PieceSymbol.svelte";
import View from "./View.svelte";

export const gameBoard = cellGameBoard(game, about, { id: "morris", View, PieceSymbol });
