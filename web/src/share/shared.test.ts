import { describe, expect, it } from "vitest";
import { analysisLink, embedCode, embedLink, linkOf, pictureAddress, type SharedGame } from "./shared";

const ORIGIN = "https://play.example";
const game: SharedGame = {
  game: "chess",
  variant: ["opening"],
  moves: ["@c1N", "@c5S"],
  ply: 1,
  shown: "x/y w",
};

describe("addresses of a shared game", () => {
  it("replay it, at the position that is shown", () => {
    const link = "https://play.example/analysis/chess?variant=opening&moves=%40c1N+%40c5S&ply=1";
    expect(linkOf(game, ORIGIN)).toBe(link);
    expect(analysisLink({ ...game, id: "abc" }, ORIGIN)).toBe(link);
    expect(linkOf({ ...game, id: "abc" }, ORIGIN)).toBe("https://play.example/game/abc");
    expect(linkOf({ ...game, variant: [], moves: [], ply: 0 }, ORIGIN)).toBe(
      "https://play.example/analysis/chess",
    );
    expect(linkOf({ ...game, variant: [], seed: 7, ply: 2 }, ORIGIN)).toContain("chess?seed=7&moves=");
    expect(linkOf({ ...game, position: "a/b", seed: 7, ply: 2 }, ORIGIN)).not.toContain("seed");
  });

  it("are not given if programs would truncate them", () => {
    const long = { ...game, moves: Array<string>(500).fill("@c1N"), ply: 500 };
    expect(linkOf(long, ORIGIN)).toBeUndefined();
    expect(embedCode(long, "Chess", ORIGIN)).toBeUndefined();
    expect(linkOf({ ...long, id: "abc" }, ORIGIN)).toBeDefined();
  });

  it("embed it in other pages", () => {
    expect(embedLink(game, ORIGIN)).toBe(
      "https://play.example/embed/chess?variant=opening&moves=%40c1N+%40c5S&ply=1",
    );
    expect(embedLink({ ...game, id: "abc" }, ORIGIN)).toBe("https://play.example/embed/game/abc");
    const code = embedCode(game, `"Ann" <b> & Bo`, ORIGIN) ?? "";
    expect(code).toContain('title="&#34;Ann&#34; &#60;b&#62; &#38; Bo"');
    expect(code).toContain("moves=%40c1N+%40c5S&#38;ply=1");
  });

  it("show a picture of the position", () => {
    expect(pictureAddress(game, "x/y w", "png", "fr")).toBe(
      "/api/picture/chess.png?position=x%2Fy+w&lang=fr&variant=opening",
    );
  });
});
