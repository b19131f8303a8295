import { board } from "./en/board";
import { frame } from "./en/frame";
/** The texts of the pages in English. French has the same keys; the compiler checks it. */
export const en = {
  ...frame,
  board,
  level: (level: number) => `Level ${level}`,
  side: { random: "Random side" },
  play: {
    you: "You",
    computer: (level: number) => `Computer, level ${level}`,
    resigned: (loser: string, winner: string) => `${loser} resigned. ${winner} won.`,
    yourTurn: "Your turn",
    undo: "Take back",
    flip: "Flip the board",
    hint: "Hint",
    newGame: "New game",
    resign: "Resign",
    confirm: "Confirm move",
    cancel: "Cancel",
    pass: "Pass",
    leave: "Leave the board",
    moves: "Moves",
    start: "Start",
    previous: "Previous move",
    next: "Next move",
    last: "Last move",
    won: (seat: string) => `${seat} won`,
    drawn: "Draw",
    analyse: "Analyse the game",
    share: "Share",
  },
  loading: "Loading the board…",
  traditional: "Traditional game",
  credit: (text: string) => `${text}. Unofficial site, not affiliated with the author or publisher.`,
};

export type Messages = typeof en;
