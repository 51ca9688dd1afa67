/** A field of a thing that a call changed; `from` is absent where it was made, `to` where it is gone. */
export type ChangeLine = { path: string; from?: unknown; to?: unknown };

/** The fields in which two states of a thing differ, nested ones by their path. */
export function changeLines(before: unknown, after: unknown, path = ""): ChangeLine[] {
  if (same(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changeLines(before[name], after[name], join(path, name)));
  }
  // A thing that was made or removed reports each of its fields.
  if (isObject(after) && isEmpty(before)) {
    return Object.entries(after).flatMap(([name, value]) => changeLines(undefined, value, join(path, name)));
  }
  if (isObject(before) && isEmpty(after)) {
    return Object.entries(before).flatMap(([name, value]) => changeLines(value, undefined, join(path, name)));
  }
  return [
    { path, ...(isEmpty(before) ? {} : { from: before }), ...(isEmpty(after) ? {} : { to: after }) },
  ].filter((line) => "from" in line || "to" in line);
}

/** A value as people read it in a line. */
export function printValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
