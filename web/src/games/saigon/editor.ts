/** Setting up positions of Saigon. */
import { sideField, withField, type PositionEditor } from "../../board/editor";

/** The most pallets of a stack that a text can have. */
const MAX_STACK = 14;

/** Changes the stack that a key (`slot:1`, `pallet:1.0`) belongs to: its letters from bottom to top. */
function edit(
  position: string,
  key: string,
  change: (stack: string[], level: number | undefined) => void,
): string {
  const [, slot, level] = /^(?:slot|pallet):([1-4])(?:\.(\d+))?$/.exec(key) ?? [];
  if (slot === undefined) return position;
  const stacks = (position.split(" ")[0] ?? "").split("/");
  const index = Number(slot) - 1;
  const stack = [...(stacks[index] ?? "-").replace("-", "")];
  change(stack, level === undefined ? undefined : Number(level));
  return withField(position, 0, stacks.with(index, stack.join("") || "-").join("/"));
}

export const editor: PositionEditor = {
  tools: [
    [
      { id: "L", piece: "p1", name: { en: "light pallet", fr: "palet clair" } },
      { id: "D", piece: "p2", name: { en: "dark pallet", fr: "palet sombre" } },
    ],
  ],
  clear: (position) => withField(position, 0, "-/-/-/-"),
  // On top of a stack, or instead of a pallet.
  put: (position, tool, key) =>
    edit(position, key, (stack, level) => {
      if (level !== undefined) stack[level] = tool;
      else if (stack.length < MAX_STACK) stack.push(tool);
    }),
  // What stands on a pallet comes down.
  remove: (position, key) =>
    edit(position, key, (stack, level) => void stack.splice(level ?? stack.length - 1, 1)),
  fields(position) {
    const side = position.split(" ")[1] ?? "L";
    return [
      sideField(side, [
        ["L", { en: "Light", fr: "Clairs" }],
        ["D", { en: "Dark", fr: "Sombres" }],
      ]),
    ];
  },
  setField: (position, _, value) => withField(position, 1, value),
};
