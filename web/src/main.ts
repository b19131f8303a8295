import { mount } from "svelte";
import "./theme.css";
import App from "./App.svelte";

/** Boards in pages of other sites have an address of their own and nothing around them. */
const isEmbedded = location.pathname.startsWith("/embed/");

async function start(target: HTMLElement): Promise<void> {
  const Page = isEmbedded ? (await import("./embed/Embed.svelte")).default : App;
  mount(Page, { target });
}

// Mount in a task of its own, so that the browser can handle input between parsing and rendering.
const target = document.getElementById("app");
if (target) setTimeout(() => void start(target));
