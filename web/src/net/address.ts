/** The parameters of a request. */
export interface Parameters {
  readonly path?: object;
  readonly query?: object;
}

/** The path with its parameters filled in; undefined and empty query parameters are left out. */
export function address(template: string, { path = {}, query = {} }: Parameters): string {
  const values = new Map(Object.entries(path));
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
