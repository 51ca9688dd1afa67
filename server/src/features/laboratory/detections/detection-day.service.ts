import type { DayComparison, DetectionDay } from "@tracewater/contract/laboratory/detections";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { pairedBias } from "@tracewater/wbe/paired-bias";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createDetectionDayStore } from "./detection-day.store.ts";

export type DetectionDayService = ReturnType<typeof createDetectionDayService>;

/** A day of an online detector, and how far its days lie from the laboratory's. */
export function createDetectionDayService(options: { db: Db; zone: string }) {
  const store = createDetectionDayStore(options.db, options);
  return {
    async read(scope: Scope, deviceName: string, day: string): Promise<DetectionDay> {
      const [runs, pairs] = await Promise.all([
        store.listRuns(scope, deviceName, day),
        store.listPairs(scope, deviceName, day),
      ]);
      return {
        day,
        loq: runs.at(-1)?.loq ?? null,
        runs: runs.map(({ measuredAt, state, findings }) => ({
          ...{ measuredAt, state },
          values: analyteName.options.map((analyte) => {
            const { value = null, flag = "notDetected" } = findings[analyte] ?? {};
            return { analyte, value: value === null ? null : Number(value), flag };
          }),
        })),
        comparison: analyteName.options.flatMap((analyte) => compare(analyte, day, pairs)),
      };
    },
  };
}

/** Nothing where neither the day nor the days before it have a pair or a value. */
function compare(
  analyte: AnalyteName,
  day: string,
  all: readonly { day: string; analyte: string; online: number; laboratory: number | null }[],
): DayComparison[] {
  const own = all.filter((one) => one.analyte === analyte);
  if (own.length === 0) return [];
  const today = own.find((one) => one.day === day);
  const bias = pairedBias(
    own.flatMap(({ online, laboratory }) =>
      laboratory === null ? [] : [{ tested: online, reference: laboratory }],
    ),
  );
  return [
    {
      ...{ analyte, online: today?.online ?? null, laboratory: today?.laboratory ?? null },
      ...{ pairs: bias?.pairs ?? 0, bias: bias?.percent ?? null },
      ...{ low: bias?.interval?.low ?? null, high: bias?.interval?.high ?? null },
    },
  ];
}
