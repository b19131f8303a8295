/** The mouse or a finger over a board: what it points at, what it drags. */
import type { Making } from "./making.svelte";
import type { GameView } from "./types";

interface Over {
  readonly view: GameView;
  readonly flipped: boolean;
  readonly active: boolean;
  /** The element of the board's picture. */
  readonly picture: HTMLElement | undefined;
}

/** How far a press may wander before it is a drag. */
const SLACK = 8;

export const keyOf = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest("[data-key]") : null)?.getAttribute("data-key") ?? undefined;

export class Hand {
  /** A place, and a shape if the point tells one. */
  pointed = $state.raw<readonly string[]>([]);
  /** Where something is being dragged, in shares of the picture. */
  drag = $state.raw<{ readonly x: number; readonly y: number } | undefined>();
  readonly #making: Making;
  readonly #over: () => Over;
  #pressed: { readonly key: string; readonly x: number; readonly y: number } | undefined;
  #wasDragged = false;

  constructor(making: Making, over: () => Over) {
    this.#making = making;
    this.#over = over;
  }

  rest(): void {
    this.drag = undefined;
    this.pointed = [];
  }

  /** Whether a click is only the end of a drag. */
  hasDragged(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  /** The place under a point, and the shape if the point tells one. */
  keysAt({ clientX: x, clientY: y }: MouseEvent, by: "mouse" | "drag"): string[] {
    const { view, flipped, picture } = this.#over();
    const button = document.elementFromPoint(x, y)?.closest("[data-key]");
    const key = button && picture?.contains(button) ? keyOf(button) : undefined;
    if (!button || key === undefined) return [];
    const box = button.getBoundingClientRect();
    const shape = view.shapeAt?.((x - box.left) / box.width, (y - box.top) / box.height, flipped, by);
    const isShape = this.#making.shapes.includes(key);
    return !isShape && shape !== undefined && this.#making.fits(key, shape) ? [key, shape] : [key];
  }

  down(event: PointerEvent): void {
    const key = keyOf(event.target);
    this.#wasDragged = false;
    if (!this.#over().active || event.button !== 0 || key === undefined) return;
    this.#pressed = { key, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    const { picture } = this.#over();
    const pressed = this.#pressed;
    if (pressed && !this.drag && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK) {
      if (this.#making.lift(pressed.key)) {
        picture?.setPointerCapture(event.pointerId);
        this.drag = { x: 0, y: 0 };
      } else this.#pressed = undefined;
    }
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
    if (!this.drag) return;
    this.#wasDragged = true;
    const keys = this.keysAt(event, "drag");
    this.rest();
    // Put back where it was, it stays chosen; with a flick it turns on the spot.
    if (keys[0] === from && keys.length === 1) return;
    if (keys.length === 0) this.#making.chosen = [];
    const [place, shape] = keys;
    if (place !== undefined) this.#making.choose(this.#making.resolve(place), true);
    if (shape !== undefined) this.#making.choose(shape, true);
  }

  cancel(): void {
    this.#pressed = undefined;
    if (this.drag) this.#making.chosen = [];
    this.rest();
  }
}
