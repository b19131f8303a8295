/**
 * Checks `package-lock.json`: every package has a hash, comes from the registry, has no install script and a licence that is
 * compatible with ours.
 */

/** Licences compatible with "MIT OR Apache-2.0". */
const ALLOWED = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** Further licences of build and test tools, which are not part of the pages; by package name. */
const TOOLS: Readonly<Record<string, string>> = {
  "MPL-2.0": "^(@axe-core/|axe-core$|lightningcss($|-))",
  "Python-2.0": "^argparse$",
};

const REGISTRY = "https://registry.npmjs.org/";

export interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Whether an expression like "(MIT OR GPL-3.0-only) AND ISC" is satisfied by the allowed licences. */
export function isAllowed(expression: string, name: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let place = 0;
  const one = (): boolean => {
    const word = words[place++];
    if (word === "(") {
      const inside = any();
      return words[place++] === ")" && inside;
    }
    if (word === undefined) return false;
    return ALLOWED.has(word) || new RegExp(TOOLS[word] ?? "^$").test(name);
  };
  const all = (): boolean => {
    let result = one();
    while (words[place] === "AND") {
      place += 1;
      result = one() && result;
    }
    return result;
  };
  const any = (): boolean => {
    let result = all();
    while (words[place] === "OR") {
      place += 1;
      result = all() || result;
    }
    return result;
  };
  return any() && place === words.length;
}

/** The violations of a lock file. */
export function faults(lock: Lock): string[] {
  const found: string[] = [];
  if (lock.lockfileVersion < 3) found.push("lockfileVersion: 3 is needed, which names licences");
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const fault = (what: string) => found.push(`${path}: ${what}`);
    if (!path.startsWith("node_modules/") || locked.link === true)
      fault("it is not installed from the registry");
    if (!/^\d+\.\d+\.\d+/.test(locked.version ?? "")) fault("it has no version");
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? "")) fault("its SHA-512 is missing");
    if (locked.resolved !== undefined && !locked.resolved.startsWith(REGISTRY))
      fault(`it comes from ${locked.resolved}`);
    if (locked.hasInstallScript === true) fault("it runs a script while it is installed");
    if (!isAllowed(locked.license ?? "", name)) fault(`licence ${locked.license ?? "unknown"}`);
  }
  return found;
}
