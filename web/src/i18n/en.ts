import { board } from "./en/board";
/** Every text of the pages in English. French has the same keys; the compiler sees to it. */
export const en = {
  title: "Mekong",
  board,
  skip: "Skip to the board",
  home: {
    legal:
      "The games belong to their authors and publishers. Mekong is no official site of theirs; the rules are told in our own words and the pictures are our own.",
    lead: "Four French board games for two. Play at once; nothing to fill in.",
    play: "Play",
    friend: "A friend here",
    link: "A friend by link",
    online: "Find an opponent",
    learn: "Learn",
    analyse: "Analyse",
  },
  nav: {
    menu: "Menu",
    learn: "Learn",
    analysis: "Analysis",
    lobby: "Lobby",
    account: "Account",
    settings: "Settings",
    logIn: "Log in",
  },
  level: (level: number) => `Level ${level}`,
  side: { random: "Draw lots" },
  play: {
    you: "You",
    computer: (level: number) => `Computer, level ${level}`,
    resigned: (loser: string, winner: string) => `${loser} resigned: ${winner} wins.`,
    youWon: "You win",
    youLost: "The computer wins",
    looking: "You are looking back. Playing here goes on from this position.",
    showMove: "Show the move",
    copied: "Copied",
    yourTurn: "Your turn",
    theirTurn: "The computer is thinking",
    turnOf: (seat: string) => `${seat} to move`,
    undo: "Take back",
    flip: "Turn the board",
    hint: "Hint",
    newGame: "New game",
    resign: "Resign",
    confirm: "Play it",
    cancel: "Cancel",
    pass: "Pass",
    leave: "Take off the board",
    moves: "Moves",
    start: "Start",
    previous: "Previous move",
    next: "Next move",
    last: "Last move",
    won: (seat: string) => `Winner: ${seat}`,
    drawn: "Draw",
    analyse: "Analyse the game",
    again: "Play again",
    share: "Share",
  },
  loading: "The board is being set up.",
  newGame: {
    against: "Against",
    computer: "The computer",
    side: "I play",
    variant: "Variants",
    deal: "Number of the deal (left empty: a new one)",
    begin: "Begin",
    levelWords: (level: number): string =>
      level <= 2
        ? "a child wins"
        : level <= 4
          ? "easy"
          : level <= 6
            ? "a good player"
            : level <= 8
              ? "hard"
              : level === 9
                ? "very hard"
                : "full strength",
  },
  settings: {
    title: "Settings",
    language: "Language",
    theme: "Theme",
    themes: { auto: "As the device", light: "Light", dark: "Dark" },
    sound: "Sounds",
    confirm: "Confirm moves",
    legal: "Show where pieces can go",
    threats: "Show threats",
    coordinates: "Coordinates",
  },
  credit: (text: string) => `${text}. Not an official site of its author or publisher.`,
  offline: "No connection: the computer, a friend here, the rules and the analysis still work.",
  update: "A new version is ready.",
  reload: "Load it",
  notFound: "There is nothing here.",
  back: "Back to the games",
  close: "Close",
};

export type Messages = typeof en;
