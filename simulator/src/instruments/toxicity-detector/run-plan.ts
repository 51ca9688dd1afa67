/** What a run consists of: its stages with their minutes, and what the device is called meanwhile. */

export type RunKind = "sample" | "blank" | "qc" | "calibration" | "flush";

export type Stage = { name: keyof typeof stageNumber; minutes: number; state: keyof typeof workState };

export const workState = {
  warmup: 0,
  ready: 1,
  extracting: 2,
  analysing: 3,
  cleaning: 4,
  calibrating: 5,
  fault: 6,
} as const;

export const stageNumber = {
  none: 0,
  intake: 1,
  filtration: 2,
  loading: 3,
  washing: 4,
  elution: 5,
  separation: 6,
  detection: 7,
  backflush: 8,
} as const;

const extraction: readonly Stage[] = [
  { name: "intake", minutes: 3, state: "extracting" },
  { name: "filtration", minutes: 4, state: "extracting" },
  { name: "loading", minutes: 12, state: "extracting" },
  { name: "washing", minutes: 4, state: "extracting" },
  { name: "elution", minutes: 4, state: "extracting" },
];
const analysis: readonly Stage[] = [
  { name: "separation", minutes: 12, state: "analysing" },
  { name: "detection", minutes: 6, state: "analysing" },
];
const backflush: Stage = { name: "backflush", minutes: 5, state: "cleaning" };

/** `amount` is the number of calibration levels or the minutes of a flush. */
export function stagesOf(kind: RunKind, amount: number): readonly Stage[] {
  switch (kind) {
    case "sample":
      return [...extraction, ...analysis, backflush];
    case "blank":
    case "qc":
      return [...extraction.slice(2), ...analysis, backflush];
    case "calibration":
      return Array.from(
        { length: amount },
        () => ({ name: "separation", minutes: 6, state: "calibrating" }) as const,
      );
    case "flush":
      return [{ name: "backflush", minutes: amount, state: "cleaning" }];
  }
}

/** Minutes of a run of the regular cycle. */
export function lengthOf(kind: RunKind): number {
  return stagesOf(kind, 0).reduce((sum, stage) => sum + stage.minutes, 0);
}
