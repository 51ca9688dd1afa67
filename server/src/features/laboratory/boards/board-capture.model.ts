import { combineCaptures } from "@tracewater/boards/judge/combine-captures";
import type { Capture } from "./board-capture.store.ts";

/**
 * Which reading of a board counts: of those within the reading window the one in the middle of their T/C, the first of two;
 * where none is, the first. They differ where their T/C scatter by more than 5 %, below the range by more than 10 %.
 */
export function chooseCapture(captures: readonly Capture[]): { testId: number; differs: boolean } | null {
  const inTime = captures.filter(
    ({ reason, outcome }) => reason !== "readEarly" && reason !== "readLate" && outcome !== "refused",
  );
  const eligible = inTime.length > 0 ? inTime : captures;
  const [first] = eligible;
  if (first === undefined) return null;
  const read = inTime.flatMap((one) => (one.ratio === null ? [] : [{ ...one, ratio: one.ratio }]));
  const combined = combineCaptures(
    read.map(({ ratio }) => ratio),
    read.every(({ isBelowRange }) => isBelowRange),
  );
  if (combined === null) return { testId: first.testId, differs: false };
  // By the billionth: of two, both are as far from the middle.
  const distance = ({ ratio }: { ratio: number }) => Math.round(Math.abs(ratio - combined.ratio) * 1e9);
  const [nearest = first] = read.toSorted((a, b) => distance(a) - distance(b));
  return { testId: nearest.testId, differs: !combined.agrees };
}
