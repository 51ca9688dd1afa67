import type { LineValues, ReadingContext } from "@tracewater/boards/judge/board-lot";
import { type Judgement, judgeBoard } from "@tracewater/boards/judge/judge-board";
import type { BoardControlKind } from "@tracewater/contract/laboratory/board-controls";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { z } from "zod";
import type { JudgedLot } from "./board-catalog.store.ts";
import { judgingLotOf } from "./board-lot.model.ts";

const text = z.string().catch("");
const figure = z.number().finite().nullable().catch(null);

/** What a handheld detector reports of a board; whatever is missing or of another type is not known. */
const deviceResult = z.object({
  sampleId: text,
  boardLot: text,
  analyte: analyteName.nullable().catch(null),
  outcome: z.union([z.number(), z.string()]).nullable().catch(null),
  c: figure,
  t: figure,
  ratio: figure,
  background: figure,
  readAfter: z.number().int().min(0).max(2_147_483_647).nullable().catch(null),
  boardTemp: figure,
  operator: text,
  preconcentration: z.number().positive().catch(1),
  control: z.union([z.number(), z.string()]).nullable().catch(null),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .toLowerCase()
    .nullable()
    .catch(null),
});
export type DeviceResult = z.infer<typeof deviceResult>;

export function readDeviceResult(params: unknown): DeviceResult {
  return deviceResult.parse(typeof params === "object" && params !== null ? params : {});
}

const deviceOutcomes = ["none", "positive", "negative", "invalid", "outOfRange", "expiredLot"] as const;

export function deviceOutcomeOf({ outcome }: DeviceResult): string | null {
  if (outcome === null) return null;
  return deviceOutcomes[Number(outcome)] ?? String(outcome).slice(0, 40);
}

const deviceControls = [null, "positive", "negative"] as const;

/** The kind of control board that a detector says it read. */
export function controlOf({ control }: DeviceResult): BoardControlKind | null {
  if (control === "positive" || control === "negative") return control;
  return control === null ? null : (deviceControls[Number(control)] ?? null);
}

/**
 * Whether a control board read as what it is. Null where it says nothing of the detector: a refused picture, an expired or
 * unknown lot, read at the wrong time or temperature.
 */
export function controlPassed(
  control: BoardControlKind,
  { outcome, reason }: { outcome: string; reason: string | null },
): boolean | null {
  if (outcome === "positive" || outcome === "negative") return outcome === control;
  return reason !== null && failedControls.has(reason) ? false : null;
}

const failedControls = new Set([
  ...["weakControl", "noisyControl", "displacedControl", "background", "ratioOutside"],
]);

/** Detectors report no uncertainty: that of their figures, as their resolution and repeated readings of them show. */
const deviceRatioU = 0.005;

/** What the platform concludes from the figures of a detector; a lot that it does not know concludes nothing. */
export function judgeDeviceResult(
  result: DeviceResult,
  lot: JudgedLot | undefined,
  context: ReadingContext,
): Judgement | (Omit<Judgement, "reason"> & { reason: "lotUnknown" }) {
  const { c, t } = result;
  const ratio = c !== null && t !== null && c > 0 ? t / c : null;
  if (lot === undefined)
    return {
      ...{ outcome: "invalid", reason: "lotUnknown", flags: [], ratio, ratioU: null },
      ...{ cutOff: null, quantity: null },
    };
  const values: LineValues = {
    ...{ c: c ?? Number.NaN, cSnr: null, t: t ?? Number.NaN, tSnr: null },
    ...{ ratio, ratioU: deviceRatioU, background: result.background, isCInPlace: true },
  };
  return judgeBoard({ lot: judgingLotOf(lot, "device"), context, values, isRefused: false });
}

/** Whether an assay found the analyte at or above the cut-off of the board. */
export function isAssayPositive(
  assay: { flag: string; value: string | null },
  test: { preconcentration: number },
  cutOff: { value: number; unit: string },
): boolean {
  if (assay.flag === "aboveRange") return true;
  if (assay.flag !== "quantified" || assay.value === null) return false;
  // μg/L of the sample is ng/mL, concentrated before it goes onto the board.
  const perMl = Number(assay.value) * test.preconcentration;
  return cutOff.unit === "ng/mL" ? perMl >= cutOff.value : Number(assay.value) > 0;
}
