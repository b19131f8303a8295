import { describe, expect, it } from "vitest";
import { clockText, isLow } from "./clock";

describe("clock display", () => {
  it("shows tenths below ten seconds, rounded down", () => {
    expect(clockText(9_999, "en")).toBe("0:09.9");
    expect(clockText(50, "en")).toBe("0:00.0");
    expect(clockText(-5, "en")).toBe("0:00.0");
    expect(clockText(10_000, "en")).toBe("0:10");
  });

  it("shows minutes, hours and days as needed", () => {
    expect(clockText(65_900, "en")).toBe("1:05");
    expect(clockText(3_600_000, "en")).toBe("1:00:00");
    expect(clockText(47 * 3_600_000 + 59 * 60_000, "en")).toBe("47:59:00");
    expect(clockText(3 * 86_400_000 + 3_600_000, "en")).toBe("3\u202fd 1\u202fh");
    expect(clockText(3 * 86_400_000 + 3_600_000, "fr")).toBe("3\u202fj 1\u202fh");
  });

  it("is low in the last twenty seconds", () => {
    expect([19_999, 20_000].map(isLow)).toEqual([true, false]);
  });
});
