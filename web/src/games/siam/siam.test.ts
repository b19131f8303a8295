import { describe as group, expect, it } from "vitest";
import { render } from "svelte/server";
import { snapshotOf } from "../../../tests/snapshot";
import { loadWasm } from "../../../tests/wasm";
import { drawMarks, middleOf, type Drawing, type PlaceOf } from "../../board/marks";
import type { Insight } from "../../rules/insight";
import Compass from "./Compass.svelte";
import { track } from "./tracking";
import { center, inward, outsideOf, placeOf, SIZE, spots, sumPlace, turnOf, wayOf } from "./layout";
import { parse, type Facing } from "./notation";
import { describePlace, describePosition } from "./describe";
import { moveSymbols } from "./symbols";

const send = await loadWasm();
const snapshot = (position: string) => snapshotOf("siam", position);

group("Siam notation", () => {
  it("is parsed", () => {
    const position = parse("2s2/5/1ooo1/5/2N2 E 2 -");
    expect(position.reserves).toEqual({ p1: 4, p2: 4 });
    expect(position.pieces).toContainEqual({ kind: "animal", owner: "p2", cell: "c5", facing: "S" });
    expect(position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell)).toEqual([
      "b3",
      "c3",
      "d3",
    ]);
  });
});

group("Siam descriptions", () => {
  const start = snapshot("2s2/5/1ooo1/5/2N2 E 2 -");

  it("describes places", () => {
    expect(describePlace("cell:c1", start, "en")).toBe("c1, elephant facing north");
    expect(describePlace("cell:c5", start, "fr")).toBe("c5, rhinocéros tourné vers le sud");
    expect(describePlace("cell:b3", start, "fr")).toBe("b3, rocher");
    expect(describePlace("cell:a1", start, "en")).toBe("a1, empty");
    expect(describePlace("reserve:p2", start, "fr")).toBe("réserve, 4 rhinocéros");
    expect(describePlace("reserve:p1", start, "fr")).toBe("réserve, 4 éléphants");
    expect(describePlace("facing:W", start, "en")).toBe("facing west");
  });

  it("describes the whole board", () => {
    expect(describePosition(start, "en")).toEqual([
      "Elephants: c1 north; reserve, 4 elephants",
      "Rhinos: c5 south; reserve, 4 rhinos",
      "Rocks: b3, c3, d3",
    ]);
    expect(describePosition(start, "fr")[2]).toBe("Rochers : b3, c3, d3");
  });
});

group("Siam layout", () => {
  it("rotates with the board", () => {
    const [x, y] = center("a1", false);
    const [a, b] = center("e5", true);
    expect([a, b]).toEqual([x, y]);
    expect(turnOf("N", true)).toBe(180);
    expect(wayOf("E", false)).toEqual([1, 0]);
    expect(wayOf("E", true)).toEqual([-1, 0]);
  });

  it("keeps the choice of a direction within the board", () => {
    for (const flipped of [false, true]) {
      for (const cell of ["a1", "e1", "a5", "e5", "c3"]) {
        const all = spots(flipped, [`cell:${cell}`]);
        for (const way of ["N", "E", "S", "W"]) {
          const spot = all.get(`facing:${way}`);
          expect(
            spot && spot.x >= 0 && spot.y >= 0 && spot.x + spot.width <= 1 && spot.y + spot.height <= 1,
          ).toBe(true);
        }
      }
    }
    expect(center("c3", false)).toEqual([SIZE / 2, SIZE / 2]);
    expect(inward("a1")).toEqual(["N", "E"]);
    expect(inward("c3")).toEqual([]);
  });

  it("knows the places that the rules name", () => {
    expect(placeOf("c3", false)).toMatchObject({ x: SIZE / 2 - 50, width: 100 });
    const [x, y] = outsideOf("c1", "S", false);
    expect(y).toBeGreaterThan(SIZE - 40);
    const below = placeOf("@c1S", false);
    expect([(below?.x ?? 0) + (below?.width ?? 0) / 2, (below?.y ?? 0) + (below?.height ?? 0) / 2]).toEqual([
      x,
      y,
    ]);
    // Before c1 as seen from a push to the north is the same place.
    expect(placeOf("@c1", false, "N")).toMatchObject({ x: below?.x, y: below?.y });
    expect(placeOf("elsewhere", false)).toBeUndefined();
  });
});

group("a fallen rock", () => {
  /** What decided a game, drawn on its last position. */
  const told = (moves: string, push: Facing, flipped = false): Drawing[] => {
    const { marks } = send({ do: "ending", lang: "en", game: "siam", moves: moves.split(" ") }) as Insight;
    return drawMarks(marks, (at) => placeOf(at, flipped, push, true));
  };
  const ringAt = (drawings: readonly Drawing[]) => {
    const ring = drawings.find(({ kind }) => kind === "ring");
    return ring && "place" in ring ? middleOf(ring.place) : undefined;
  };
  const SIDEWAYS = "@a5N @c5E @e3S @c1S @d1S @a4W @a2E @b1S @c5S @c5S c4c3 @a5E c3c2";
  const THEIRS = "@d1E @e3E @b1S @a3E @a3E @e5E @c5E @c1N @a3E";

  it("is traced back to where the animal that counts stands after the push", () => {
    for (const flipped of [false, true]) {
      const drawings = told(SIDEWAYS, "S", flipped);
      const [x, y] = center("c2", flipped);
      expect(ringAt(drawings)).toEqual([x, y]);
      const trace = drawings.find(({ kind }) => kind === "trace");
      const [from, to] = trace?.kind === "trace" ? trace.points : [];
      // From outside the board along the column, to the ring.
      expect([from?.[0], to?.[0]]).toEqual([x, x]);
      const way = flipped ? -1 : 1;
      expect(way * ((to?.[1] ?? 0) - y)).toBeCloseTo(58);
      expect(way * ((from?.[1] ?? 0) - y)).toBeGreaterThan(100);
    }
  });

  it("counts for the opponent whose animal is the first behind it", () => {
    expect(ringAt(told(THEIRS, "E"))).toEqual(center("c3", false));
  });

  it("is told in words beside the row, on the board", () => {
    const plates = told(SIDEWAYS, "S").flatMap((one) => (one.kind === "plate" ? [one] : []));
    expect(plates.map(({ text, align }) => [text, align])).toEqual([
      ["counts", "start"],
      ["sideways", "start"],
    ]);
    // Words of neighbours in a row stand above and below it in turn, those of a column on the right at its left.
    const label = (cell: string, push: Facing) => placeOf(cell, false, push, true);
    expect((label("b3", "E")?.label?.[1] ?? 0) < (label("c3", "E")?.label?.[1] ?? 0)).toBe(true);
    expect(label("e3", "N")).toMatchObject({ align: "end" });
  });
});

group("a push that is too weak", () => {
  const refused = (position: string, move: string, flipped = false) => {
    const { marks } = send({ do: "preview", lang: "en", game: "siam", position, move }) as Insight;
    const place: PlaceOf = (at, kind) => (kind === "sum" ? sumPlace(at, flipped) : placeOf(at, flipped));
    return drawMarks(marks, place, { refused: true });
  };
  const sum = (drawings: readonly Drawing[]) =>
    drawings.flatMap((one) => (one.kind === "plate" && one.tone === "forbid" ? [one] : []));

  it("shows its sum in red on the free square in front of the row", () => {
    const drawings = refused("5/2o2/1oo2/2N2/5 E 4 -", "c2c3");
    expect(drawings.map(({ kind }) => kind)).toContain("band");
    expect(sum(drawings)).toMatchObject([{ text: "1 < 2", at: center("c5", false) }]);
  });

  it("shows its sum within the picture if the row ends at the edge", () => {
    for (const flipped of [false, true]) {
      const [row] = sum(refused("5/5/1oEww/5/oo3 E 4 -", "c3d3", flipped));
      expect(row).toMatchObject({ text: "−1 < 1", at: [center("e3", flipped)[0], SIZE / 2 - 50] });
      const [column] = sum(refused("2o2/2o2/2N2/5/o4 E 4 -", "c3c4", flipped));
      expect(column?.at).toEqual([SIZE / 2, flipped ? SIZE - 26 : 26]);
    }
  });
});

group("Siam pieces", () => {
  it("keep their identity, and rocks their number", () => {
    const before = track([], parse("5/5/1ooo1/2n2/5 R 3 -"));
    expect(before.filter(({ placed }) => placed.rock > 0).map(({ placed }) => placed.rock)).toEqual([
      1, 2, 3,
    ]);
    const after = track(before, parse("5/2o2/1ono1/5/5 E 4 -"));
    const rockOn = (cell: string) => after.find(({ placed }) => placed.cell === cell)?.placed.rock;
    expect([rockOn("b3"), rockOn("c4"), rockOn("d3")]).toEqual([1, 2, 3]);
    const last = track(after, parse("5/5/1ono1/5/5 R 5 -"));
    expect(last.filter(({ placed }) => placed.rock > 0).map(({ placed }) => placed.rock)).toEqual([1, 3]);
  });
});

group("Siam’s compass", () => {
  it("points to where the animals face that look north, on a turned board too", () => {
    for (const flipped of [false, true]) {
      const { body } = render(Compass, { props: { flipped } });
      expect(body).toContain(`rotate(${turnOf("N", flipped)})`);
      expect(body).toContain(">N</text>");
    }
  });
});

group("Siam symbols", () => {
  const before = "2o2/2N2/5/5/N3s E 3 -";
  const shown = (move: string) =>
    moveSymbols(move, before)
      .map((symbol) => Object.values(symbol).join())
      .join(" ");

  it("show the animal as it looks, what it does and where", () => {
    expect(shown("@a3E")).toBe("E enter a3");
    expect(shown("@e1W")).toBe("W enter push e1");
    expect(shown("c4c5")).toBe("N c4 push c5");
    expect(shown("a1b1E")).toBe("E a1 move b1");
    expect(shown("a1W")).toBe("W turn a1");
    expect(shown("a1-")).toBe("N leave a1");
    expect(moveSymbols("e1N", before.replace(" E ", " R "))[0]).toEqual({ piece: "n" });
  });
});
