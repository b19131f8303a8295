// Shows boards of Mekong in other pages:
//
//   <div class="mekong" data-game="GAME" data-moves="MOVES"></div>
//   <div class="mekong" data-id="ID"></div>
//   <script src="https://SERVER/embed.js" async></script>
//
// Attributes: data-game with data-variant, data-position, data-seed, data-moves, data-ply; or data-id. Also data-lang
// (en, fr), data-flipped, data-title and data-height (pixels).
(() => {
  const server = new URL(document.currentScript.src).origin;
  const PARAMETERS = ["variant", "position", "seed", "moves", "ply", "lang", "flipped"];

  function show(place) {
    const { game = "", id, title = "Mekong", height = "600" } = place.dataset;
    const path = id === undefined ? encodeURIComponent(game) : `game/${encodeURIComponent(id)}`;
    const address = new URL(`/embed/${path}`, server);
    for (const name of PARAMETERS) {
      if (place.dataset[name] !== undefined) address.searchParams.set(name, place.dataset[name]);
    }
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = title;
    frame.loading = "lazy";
    frame.style.cssText = "width: 100%; max-width: 40rem; border: 0";
    frame.style.height = `${Number(height) || 600}px`;
    place.replaceChildren(frame);
  }

  const showAll = () => document.querySelectorAll(".mekong:not(:has(> iframe))").forEach(show);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showAll);
  else showAll();
})();
