import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { faults, isAllowed, type Lock, type Locked } from "../build/npmPackages.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")) as unknown;

describe("npm packages", () => {
  it("meet the rules", () => {
    const lock = read("package-lock.json") as Lock;
    expect(Object.keys(lock.packages).length).toBeGreaterThan(50);
    expect(faults(lock)).toEqual([]);
  });

  it("have version ranges in package.json that the lock file satisfies", () => {
    const { dependencies = {}, devDependencies = {} } = read("package.json") as Record<
      string,
      Record<string, string>
    >;
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(range, name).toMatch(/^[~^]?\d+\.\d+\.\d+$/);
  });

  const good: Locked = { version: "1.2.3", integrity: `sha512-${"A".repeat(86)}==`, license: "MIT" };
  const faultsOf = (locked: Locked, path = "node_modules/some") =>
    faults({ lockfileVersion: 3, packages: { "": {}, [path]: locked } });

  it("are refused for each kind of violation", () => {
    expect(faultsOf(good)).toEqual([]);
    expect(faultsOf({ ...good, resolved: "https://registry.npmjs.org/some/-/some-1.2.3.tgz" })).toEqual([]);
    const { integrity: _, ...unhashed } = good;
    for (const bad of [
      unhashed,
      { ...good, integrity: "sha1-AAAA" },
      { ...good, resolved: "git+ssh://git@github.com/some/some.git" },
      { ...good, resolved: "https://registry.npmjs.org.evil.example/some.tgz" },
      { ...good, resolved: "http://registry.npmjs.org/some.tgz" },
      { ...good, resolved: "file:../some" },
      { ...good, link: true },
      { ...good, hasInstallScript: true },
      { ...good, license: "GPL-3.0-only" },
      { ...good, license: "MPL-2.0" },
      { ...good, license: "SEE LICENSE IN LICENSE" },
      { ...good, license: "UNLICENSED" },
      { ...good, version: "latest" },
    ])
      expect(faultsOf(bad), JSON.stringify(bad)).toHaveLength(1);
    expect(faultsOf(good, "../elsewhere")).toHaveLength(1);
    expect(faultsOf({ ...good, license: "MPL-2.0" }, "node_modules/lightningcss-linux-x64-gnu")).toEqual([]);
    expect(faults({ lockfileVersion: 2, packages: {} })).toHaveLength(1);
  });

  it("may offer a choice of licences", () => {
    for (const good of ["MIT", "(MIT OR GPL-3.0-only)", "MIT AND ISC", "GPL-2.0-only OR (MIT AND 0BSD)"])
      expect(isAllowed(good, "some"), good).toBe(true);
    for (const bad of [
      "",
      "MIT AND GPL-3.0-only",
      "MIT OR",
      "(MIT",
      "MIT ISC",
      "GPL-3.0-only OR MIT AND CC-BY-NC-4.0",
    ])
      expect(isAllowed(bad, "some"), bad).toBe(false);
  });
});
