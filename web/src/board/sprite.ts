/** Drawings that many pictures share: they are put into the document once and used by reference. */

const added = new Set<string>();

/** Makes the symbols of a file of drawings available for `<use href="#…">`. Their ids have to be unique in the document. */
export function addSprite(name: string, markup: string): void {
  if (added.has(name)) return;
  added.add(name);
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  // A sprite without display would lose its gradients.
  host.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  host.innerHTML = markup;
  document.body.append(host);
}
