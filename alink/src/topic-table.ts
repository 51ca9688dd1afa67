/** Finds what belongs to a topic's shape: `/sys/{}/thing/event/{event}/post` catches one level as `event`. */
export type TopicTable<T> = { find(shape: string): Found<T> | null };
export type Found<T> = { entry: T; captured: string };

type Pattern<T> = { before: string; after: string; entry: T };

/** Throws where two entries have one pattern; a pattern without a catch wins over one with it. */
export function createTopicTable<T>(rows: readonly (readonly [pattern: string, entry: T])[]): TopicTable<T> {
  const exact = new Map<string, Found<T>>();
  const patterns = new Map<string, Pattern<T>>();
  for (const [pattern, entry] of rows) {
    const parts = /^(.*\/)\{[a-z]\w*\}([^{}]*)$/i.exec(pattern);
    const key = parts === null ? pattern : `${parts[1]}{*}${parts[2]}`;
    if (exact.has(key) || patterns.has(key)) throw new Error(`two handlers for ${pattern}`);
    if (parts === null) exact.set(key, { entry, captured: "" });
    else patterns.set(key, { before: parts[1] ?? "", after: parts[2] ?? "", entry });
  }
  const listed = [...patterns.values()];

  function findPattern(shape: string): Found<T> | null {
    for (const { before, after, entry } of listed) {
      if (!shape.startsWith(before) || !shape.endsWith(after)) continue;
      const captured = shape.slice(before.length, shape.length - after.length);
      if (captured !== "" && !captured.includes("/")) return { entry, captured };
    }
    return null;
  }

  return { find: (shape) => exact.get(shape) ?? findPattern(shape) };
}
