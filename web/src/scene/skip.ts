/** A click or a key on the board speeds up what is being shown. It does nothing else: it was meant for another position. */
import type { Attachment } from "svelte/attachments";
import type { SceneQueue } from "./sceneQueue.svelte";

/** With `passes`, input is also passed on, for games in which every moment counts. */
export function skipOnInput(
  sceneQueue: SceneQueue,
  passes: () => boolean = () => false,
): Attachment<HTMLElement> {
  return (board) => {
    let isSwallowed = false;
    const end = (event: Event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    const ondown = (event: Event) => {
      isSwallowed = sceneQueue.isBusy && !passes();
      sceneQueue.skip();
      if (isSwallowed) event.stopPropagation();
    };
    const onclick = (event: MouseEvent) => {
      if (isSwallowed && event.detail > 0) end(event);
      isSwallowed = false;
    };
    const onkeydown = (event: KeyboardEvent) => {
      if (!sceneQueue.isBusy || (event.key !== "Enter" && event.key !== " " && event.key !== "Escape"))
        return;
      sceneQueue.skip();
      if (!passes()) end(event);
    };
    const options = { capture: true };
    board.addEventListener("pointerdown", ondown, options);
    board.addEventListener("click", onclick, options);
    board.addEventListener("keydown", onkeydown, options);
    return () => {
      board.removeEventListener("pointerdown", ondown, options);
      board.removeEventListener("click", onclick, options);
      board.removeEventListener("keydown", onkeydown, options);
    };
  };
}
