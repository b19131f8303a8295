import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/**
 * For a panel that closes with the control that had the focus: the focus returns to where it came from or, if that is gone too, to
 * the board.
 */
export const returnFocus: Attachment<HTMLElement> = () => {
  const opener = document.activeElement;
  return () => {
    void tick().then(() => {
      // Elsewhere it was placed by the user, or by what took the place of the panel.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      const next = isThere ? opener : document.querySelector<HTMLElement>("#board [tabindex='0']");
      next?.focus({ preventScroll: true });
    });
  };
};
