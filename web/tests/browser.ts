/** What boards need of a browser in tests without one. */
import { vi } from "vitest";

/** Some pieces are drawn once into the document, and texts are in the language of the browser. */
export function stubBrowser(): void {
  const element = {
    setAttribute: () => undefined,
    style: {},
    append: () => undefined,
    prepend: () => undefined,
  };
  vi.stubGlobal("document", {
    createElement: () => ({ ...element }),
    body: element,
    documentElement: element,
  });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
}
