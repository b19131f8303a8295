import type { TargetKind } from "../../board/choices";

export const board = {
  label: (title: string) => `Board: ${title}`,
  can: {
    piece: "can be selected",
    move: "can go here",
    capture: "can capture here",
    push: "can push here",
    inPlace: "can turn or swap",
    exit: "can leave here",
    shape: "",
    turn: "",
    action: "",
  } satisfies Record<TargetKind, string>,
  chosen: "selected",
  shape: "Choose an orientation",
  words: "Description of the board",
  keys: "Arrow keys move the focus, Enter selects, Escape cancels, slash opens move entry, question mark shows threats.",
  type: {
    open: "Type a move",
    label: "Move",
    play: "Play",
    list: "Or choose from the list",
    none: "Choose a move",
    how: "Move notation",
  },
  threats: "Threats",
  noThreat: "No threat at the moment.",
  confirm: "Confirm move",
};
