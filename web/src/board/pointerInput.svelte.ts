/** Mouse and touch input on a board: pointing and dragging. */
import type { MoveInput } from "./moveInput.svelte";
import type { GameBoard } from "./types";

interface Context {
  readonly gameBoard: GameBoard;
  readonly flipped: boolean;
  readonly active: boolean;
  /** The element that contains the picture and the trays. */
  readonly area: HTMLElement | undefined;
  /** The element of the board's picture. */
  readonly picture: HTMLElement | undefined;
}

/** The distance in pixels after which a press becomes a drag. */
const DRAG_THRESHOLD = 8;

export const keyOf = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest("[data-key]") : null)?.getAttribute("data-key") ?? undefined;

export class PointerInput {
  /** The place under the pointer, and the shape if the point determines one. */
  pointed = $state.raw<readonly string[]>([]);
  /** The drag position as a fraction of the picture. */
  drag = $state.raw<{ readonly x: number; readonly y: number } | undefined>();
  readonly #moveInput: MoveInput;
  readonly #context: () => Context;
  #pressed: { readonly key: string; readonly x: number; readonly y: number } | undefined;
  #wasDragged = false;
  /** Whether the pressed place is a whole move and has been moved: it is made when the pointer is released on the board. */
  #isPushed = false;

  constructor(moveInput: MoveInput, context: () => Context) {
    this.#moveInput = moveInput;
    this.#context = context;
  }

  reset(): void {
    this.drag = undefined;
    this.pointed = [];
    this.#isPushed = false;
  }

  /** Whether the click that follows is the end of a drag; asking resets it. */
  consumeDrag(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  /** The place under a point, and the shape if the point determines one. */
  keysAt({ clientX: x, clientY: y }: MouseEvent, by: "mouse" | "drag"): string[] {
    const { gameBoard, flipped, area } = this.#context();
    const button = document.elementFromPoint(x, y)?.closest("[data-key]");
    const key = button && area?.contains(button) ? keyOf(button) : undefined;
    if (!button || key === undefined) return [];
    const box = button.getBoundingClientRect();
    const shapes = this.#moveInput.shapes.includes(key) ? [] : this.#moveInput.shapesAt(key);
    if (shapes.length === 0) return [key];
    const shape = gameBoard.shapeAt?.(
      (x - box.left) / box.width,
      (y - box.top) / box.height,
      flipped,
      by,
      shapes,
    );
    return shape === undefined ? [key] : [key, shape];
  }

  down(event: PointerEvent): void {
    const key = keyOf(event.target);
    this.#wasDragged = false;
    if (!this.#context().active || event.button !== 0 || key === undefined) return;
    this.#pressed = { key, x: event.clientX, y: event.clientY };
    // A finger sees the effect of a move before it is lifted.
    if (event.pointerType !== "mouse") this.pointed = [key];
  }

  move(event: PointerEvent): void {
    const { area, picture } = this.#context();
    const pressed = this.#pressed;
    if (
      pressed &&
      !this.drag &&
      !this.#isPushed &&
      Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_THRESHOLD
    ) {
      if (this.#moveInput.startDrag(pressed.key)) {
        area?.setPointerCapture(event.pointerId);
        this.drag = { x: 0, y: 0 };
      } else if (this.#moveInput.isWholeMove(pressed.key)) {
        area?.setPointerCapture(event.pointerId);
        this.#isPushed = true;
      } else this.#pressed = undefined;
    }
    if (this.#isPushed) return;
    const box = this.drag && picture?.getBoundingClientRect();
    if (box) {
      this.drag = {
        x: (event.clientX - box.left) / box.width,
        y: (event.clientY - box.top) / box.height,
      };
      this.pointed = this.keysAt(event, "drag");
    } else if (event.pointerType === "mouse") this.pointed = this.keysAt(event, "mouse");
  }

  up(event: PointerEvent): void {
    const from = this.#pressed?.key;
    this.#pressed = undefined;
    if (this.#isPushed && from !== undefined) {
      this.#wasDragged = true;
      const isOnBoard = this.keysAt(event, "drag").length > 0;
      this.reset();
      if (isOnBoard) this.#moveInput.choose(from);
      return;
    }
    if (!this.drag) return;
    this.#wasDragged = true;
    const keys = this.keysAt(event, "drag");
    this.reset();
    // A piece dropped on its own place stays selected; with a direction it turns on the spot.
    if (keys[0] === from && keys.length === 1) return;
    if (keys.length === 0) this.#moveInput.chosen = [];
    const [place, shape] = keys;
    if (place !== undefined) this.#moveInput.chooseAt(place, shape, true);
  }

  cancel(): void {
    this.#pressed = undefined;
    if (this.drag) this.#moveInput.chosen = [];
    this.reset();
  }
}
