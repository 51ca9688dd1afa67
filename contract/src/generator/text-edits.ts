/**
 * Changes of files that exist already, line by line, each remembered so that it can be shown and written as a patch.
 */
import { compareSources } from "./layout.ts";

/** A line with its number in the file as it was; null for one that is new. */
type Line = { text: string; old: number | null };

/** A place that a change needs is not in the file, or is there twice. */
export class MissingPlace extends Error {
  readonly anchor: string;

  constructor(anchor: string) {
    super(`the file has not exactly one line with "${anchor}"`);
    this.anchor = anchor;
  }
}

export type TextEdit = ReturnType<typeof editText>;

export function editText(before: string) {
  const lines: Line[] = before.split("\n").map((text, at) => ({ text, old: at + 1 }));

  /** The place of the one line that is the anchor, or else of the one that contains it. */
  function find(anchor: string): number {
    const whole = lines.flatMap((line, at) => (line.text === anchor ? [at] : []));
    const found =
      whole.length > 0 ? whole : lines.flatMap((line, at) => (line.text.includes(anchor) ? [at] : []));
    const [at] = found;
    if (at === undefined || found.length > 1) throw new MissingPlace(anchor);
    return at;
  }

  function insert(at: number, added: readonly string[]): void {
    lines.splice(at, 0, ...added.map((text) => ({ text, old: null })));
  }

  return {
    before: (anchor: string, ...added: string[]) => insert(find(anchor), added),
    after: (anchor: string, ...added: string[]) => insert(find(anchor) + 1, added),

    /** Puts text behind the anchor, within its line. */
    within(anchor: string, added: string): void {
      const at = find(anchor);
      const text = lines[at]?.text ?? "";
      lines.splice(at, 1, { text: text.replace(anchor, () => anchor + added), old: null });
    },

    /** An import statement at the place that the formatter gives it. */
    import(source: string, statement: string): void {
      const place = placeOfImport(lines, source);
      if (place === null) throw new MissingPlace(source);
      insert(place, statement.split("\n"));
    },

    has: (text: string) => lines.some((line) => line.text.includes(text)),
    text: () => lines.map((line) => line.text).join("\n"),
    lines: (): readonly Line[] => lines,
  };
}

/** Before the first import whose source comes later, else behind the last. Null where the source is there already. */
function placeOfImport(lines: readonly Line[], source: string): number | null {
  let start = 0;
  let end = 0;
  for (const [at, { text }] of lines.entries()) {
    if (text.startsWith("import ")) start = at;
    const found = /(?:from|^import) "([^"]+)";$/.exec(text)?.[1];
    if (found === undefined) continue;
    if (found === source) return null;
    if (compareSources(source, found) < 0) return start;
    end = at + 1;
  }
  return end;
}

const context = 3;

export type PatchLine = { kind: "same" | "added" | "removed"; text: string; old: number | null };

/** Both texts as one list: what stays, what goes, what comes. */
export function comparedLines(before: string, edited: readonly Line[]): PatchLine[] {
  const olds = before.split("\n");
  const all: PatchLine[] = [];
  let next = 1;
  const removeUntil = (old: number) => {
    for (; next < old; next++) all.push({ kind: "removed", text: olds[next - 1] ?? "", old: next });
  };
  edited.forEach(({ text, old }, at) => {
    if (old !== null) {
      removeUntil(old);
      all.push({ kind: "same", text, old });
      next = old + 1;
      return;
    }
    // A line that takes the place of another comes after it.
    const following = edited.slice(at).find((line) => line.old !== null)?.old ?? olds.length + 1;
    removeUntil(following);
    all.push({ kind: "added", text, old: null });
  });
  removeUntil(olds.length + 1);
  return all;
}

/** Lines around changes, as hunks of a unified diff. */
export function hunksOf(all: readonly PatchLine[]): PatchLine[][] {
  const near = all.map((_, at) =>
    all.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: PatchLine[][] = [];
  all.forEach((line, at) => {
    if (!near[at]) return;
    if (at === 0 || !near[at - 1]) hunks.push([]);
    hunks.at(-1)?.push(line);
  });
  return hunks;
}

/** The change of one file as `git apply` takes it. */
export function patchOf(path: string, before: string, edited: readonly Line[]): string {
  const all = comparedLines(before, edited).filter(
    // The empty text behind the last line break is no line.
    ({ text, old }, at, list) => !(at === list.length - 1 && text === "" && old !== null),
  );
  let shift = 0;
  const hunks = hunksOf(all).map((hunk) => {
    const olds = hunk.filter(({ kind }) => kind !== "added");
    const news = hunk.filter(({ kind }) => kind !== "removed");
    const start = olds[0]?.old ?? 0;
    const head = `@@ -${start},${olds.length} +${start + shift},${news.length} @@`;
    shift += news.length - olds.length;
    return [head, ...hunk.map(({ kind, text }) => `${marks[kind]}${text}`)].join("\n");
  });
  if (hunks.length === 0) return "";
  return `${[`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks].join("\n")}\n`;
}

const marks = { same: " ", added: "+", removed: "-" } as const;
