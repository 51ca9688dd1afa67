/** A column's part in the width of its table, in px. */
export type ColumnWidth = {
  /** As declared. */
  width: number;
  /** What its head and its cells take where nothing of them is cut. */
  needed: number;
  /** A whole column is never cut, the text of a flexible one may be. */
  kind: "whole" | "plain" | "flexible";
};

/** A flexible column keeps this part of its declared width, and this many px. */
const keptPart = 0.5;
const keptWidth = 72;
/** So many times its declared width a whole column takes at most: one odd name must not push the others out. */
const maxWidening = 1.6;

/**
 * The widths [px] of the columns in a table of `room` px. Whole columns get what they need. Where there is not enough
 * room for all, first the columns give up what they do not need, then those whose text may be cut give way, in
 * proportion to what they have left. What is still too wide scrolls sideways.
 */
export function fitWidths(columns: readonly ColumnWidth[], room: number): number[] {
  const wanted = columns.map((one) =>
    one.kind === "whole" ? Math.max(one.width, Math.min(one.needed, maxWidening * one.width)) : one.width,
  );
  const unspared = columns.map((one, place) => Math.min(wanted[place] ?? 0, one.needed));
  const withoutSpare = shrink(wanted, unspared, room);
  const cut = columns.map((one, place) =>
    one.kind === "flexible"
      ? Math.min(withoutSpare[place] ?? 0, Math.max(keptWidth, keptPart * one.width))
      : Infinity,
  );
  return shrink(withoutSpare, cut, room).map(Math.floor);
}

/** Takes what is beyond `room` from each width, in proportion to its distance from its lower limit. */
function shrink(widths: readonly number[], limits: readonly number[], room: number): number[] {
  const surplus = sum(widths) - room;
  const gives = widths.map((width, place) => Math.max(0, width - (limits[place] ?? width)));
  const all = sum(gives);
  if (surplus <= 0 || all === 0) return [...widths];
  const part = Math.min(1, surplus / all);
  return widths.map((width, place) => width - part * (gives[place] ?? 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
