/** The records that a person opened last, by user name in the browser's store. */
export type RecentRecord = { title: string; name: string; path: string };

const maxKept = 8;
const storageKey = (userName: string) => `tracewater-recent-${userName}`;

export function readRecent(userName: string): RecentRecord[] {
  let given: unknown;
  try {
    given = JSON.parse(localStorage.getItem(storageKey(userName)) ?? "[]");
  } catch {
    return []; // no JSON: as if nothing had been opened
  }
  return Array.isArray(given) ? given.filter(isRecord).slice(0, maxKept) : [];
}

/** The newest first, each once. */
export function keepRecent(userName: string, opened: RecentRecord): void {
  const others = readRecent(userName).filter(({ path }) => path !== opened.path);
  localStorage.setItem(storageKey(userName), JSON.stringify([opened, ...others].slice(0, maxKept)));
}

/** A path of the console itself, whatever somebody put there. */
function isRecord(value: unknown): value is RecentRecord {
  if (typeof value !== "object" || value === null) return false;
  const path: unknown = Reflect.get(value, "path");
  return (
    typeof Reflect.get(value, "title") === "string" &&
    typeof Reflect.get(value, "name") === "string" &&
    typeof path === "string" &&
    /^\/(?!\/)/.test(path)
  );
}
