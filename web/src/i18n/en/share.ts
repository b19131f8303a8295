/** The texts of the share dialog and of embedded boards. They are loaded with them. */
export const share = {
  title: "Share",
  link: "Link",
  linkTooLong: "The game is too long for a link. Share the picture, the animation or the PGN instead.",
  copyLink: "Copy link",
  shareLink: "Share…",
  copied: "Copied",
  failed: "Your browser blocked copying. Select the text and copy it yourself.",
  picture: "Picture of the position",
  animation: "Animation of the game",
  makeGif: "Make a GIF",
  making: (percent: string) => `Making the GIF: ${percent}`,
  made: "The GIF is in your downloads",
  noGif: "The GIF could not be made. Check your connection and try again.",
  embed: "Embed in a website",
  copyCode: "Copy code",
  play: "Replay",
  pause: "Pause",
  ply: (ply: number, count: number) => `Move ${ply} of ${count}`,
  open: "Open on Mekong",
  noBoard: "This board cannot be shown.",
  noGame: "Game not found.",
};

export type ShareTexts = typeof share;
