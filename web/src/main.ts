import { mount } from "svelte";
import "./theme.css";
import App from "./App.svelte";

// Mount in a task of its own, so that the browser can handle input between parsing and rendering.
const target = document.getElementById("app");
if (target) setTimeout(() => mount(App, { target }));
