import { afterEach, describe, expect, it, vi } from "vitest";
import { hasShareSheet, shareLink } from "./send";

const device = (share?: () => Promise<void>, write: () => Promise<void> = async () => undefined) => {
  const writeText = vi.fn(write);
  vi.stubGlobal("navigator", { ...(share && { share }), clipboard: { writeText } });
  return writeText;
};

afterEach(() => vi.unstubAllGlobals());

describe("sharing a link", () => {
  const share = () => shareLink("https://play.example/game/abc", "Chess");

  it("uses the dialog of the device", async () => {
    const writeText = device(async () => undefined);
    expect(hasShareSheet()).toBe(true);
    expect(await share()).toBe("shared");
    expect(writeText).not.toHaveBeenCalled();
  });

  it("copies the link where there is no dialog, or it does not work", async () => {
    expect(device()).not.toHaveBeenCalled();
    expect(hasShareSheet()).toBe(false);
    expect(await share()).toBe("copied");
    device(() => Promise.reject(new DOMException("", "NotAllowedError")));
    expect(await share()).toBe("copied");
  });

  it("does nothing if the user closes the dialog", async () => {
    const writeText = device(() => Promise.reject(new DOMException("", "AbortError")));
    expect(await share()).toBe("cancelled");
    expect(writeText).not.toHaveBeenCalled();
  });

  it("says so if copying is not allowed", async () => {
    device(undefined, () => Promise.reject(new Error("blocked")));
    expect(await share()).toBe("failed");
  });
});
