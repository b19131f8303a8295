import { mount } from "svelte";
import "./theme.css";
import App from "./App.svelte";

// Reading the code and drawing the page are two pieces of work: in between a phone can answer a touch.
const target = document.getElementById("app");
if (target) setTimeout(() => mount(App, { target }));
