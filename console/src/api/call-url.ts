/** Fills the path's parameters and adds the query; parts that are empty are left out, lists are joined by commas. */
export function callUrl(path: string, params: unknown, query: unknown): string {
  const given: Readonly<Record<string, unknown>> = { ...(params as object) };
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = given[name];
    if (value === undefined || value === null || value === "") {
      throw new Error(`the path ${path} needs the parameter ${name}`);
    }
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...(query as object) })) {
    if (value === undefined || value === null || value === "") continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString();
  return `/prod-api${filled}${text === "" ? "" : `?${text}`}`;
}
