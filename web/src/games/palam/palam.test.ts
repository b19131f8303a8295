import { describe as group, expect, it } from "vitest";
import { snapshotOf } from "../../../tests/snapshot";
import { Choices } from "../../board/choices";
import { duelBetween } from "./duel";
import { parse, paths } from "./notation";
import { describePlace, describePosition } from "./describe";

const duel = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26";
const after = "-,-,-,-,-,-/e6,s4,w1,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,w5 I - s 30-28";
const draft = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1 2 S2.W3";
const snapshot = (position: string) => snapshotOf("palam", position);

group("Palam notation", () => {
  it("is parsed", () => {
    const position = parse(duel);
    expect(position.duel?.piece.name).toBe("k2");
    expect(position.score).toEqual({ p1: 30, p2: 26 });
    expect(position.cells["a3"]?.number).toBe(6);
    expect(parse(draft).draft?.up.map((piece) => piece.light)).toEqual([true, true, false]);
  });

  it("is split into steps that show which pieces can advance", () => {
    const choices = new Choices(paths(["a1c2", "a2", "a2c2", "c2"]));
    const marks = Object.fromEntries(choices.next([]).map((step) => [step.key, step.kind]));
    expect(marks).toEqual({ "cell:a1": "inPlace", "cell:c2": "piece", "cell:a2": "piece" });
    expect(choices.complete(["cell:c2", "cell:a1"])).toBe("a1c2");
    expect(choices.complete(["cell:c2", "duel"])).toBe("c2");
  });
});

group("Palam descriptions", () => {
  it("describes places", () => {
    expect(describePlace("cell:a3", snapshot(duel), "fr")).toBe("a3, œil 6");
    expect(describePlace("duel", snapshot(duel), "en")).toBe("duel row: ankh 2, column a");
    expect(describePlace("duel", snapshot(after), "fr")).toBe("rangée des duels, vide");
    expect(describePlace("piece:E4", snapshot(draft), "en")).toBe("light eye 4");
  });

  it("describes the whole board", () => {
    const lines = describePosition(snapshot(duel), "en");
    expect(lines[1]).toBe("Anubis, row 3: a eye 6; b sun 4; c water 1; f eye 1");
    expect(lines.at(-1)).toBe("points: Isis 30, Anubis 26");
    expect(describePosition(snapshot(draft), "fr").at(-1)).toContain("œil 4 clair");
  });
});

group("a duel", () => {
  it("is found between two positions", () => {
    const found = duelBetween(parse(duel), "f3", parse(after));
    expect(found?.winner).toBe("p2");
    expect(found?.engaged).toMatchObject({ column: "a", camp: "p1" });
    expect(found?.answer).toMatchObject({ column: "f", camp: "p2" });
  });

  it("is not found without a reply", () => {
    expect(duelBetween(parse(after), "f2", parse(duel))).toBeUndefined();
    expect(duelBetween(parse(duel), undefined, parse(after))).toBeUndefined();
  });
});
