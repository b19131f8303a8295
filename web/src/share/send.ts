/** Passes a link on: with the dialog of the device where there is one, otherwise by the clipboard. */

export type Sent = "shared" | "copied" | "cancelled" | "failed";

export const hasShareSheet = (): boolean => typeof navigator.share === "function";

export async function copyText(text: string): Promise<Sent> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}

/** Shares a link. Must be called by a click: browsers require it. */
export async function shareLink(url: string, title: string): Promise<Sent> {
  if (!hasShareSheet()) return copyText(url);
  try {
    await navigator.share({ url, title });
    return "shared";
  } catch (error) {
    // The user has closed the dialog. Otherwise it does not work here, and the link is copied.
    return error instanceof DOMException && error.name === "AbortError" ? "cancelled" : copyText(url);
  }
}

/** Offers a file for download. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
