import { assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import type {
  DetectedValue,
  Detection,
  DetectionBottle,
  DetectionDetail,
} from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { Exact } from "@tracewater/wbe/exact";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createDetectionStore, type DetectionQuery, type StoredDetection } from "./detection.store.ts";
import { createDetectionFollowStore } from "./detection-follow.store.ts";
import { createDetectionRunStore } from "./detection-run.store.ts";

export type DetectionService = ReturnType<typeof createDetectionService>;

/** The runs of online detectors, within the caller's scope. */
export function createDetectionService(options: { db: Db; zone: string }) {
  const store = createDetectionStore(options.db);
  const runs = createDetectionRunStore(options.db, options);
  const follows = createDetectionFollowStore(options.db);

  async function require(scope: Scope, id: number): Promise<StoredDetection> {
    const found = await store.find(scope, id);
    if (found === undefined) throw missing();
    return found;
  }

  /** All 18 analytes: those that the device did not name were not detected. */
  async function valuesOf(run: StoredDetection): Promise<DetectedValue[]> {
    const [finds, uncertainties] = await Promise.all([runs.listFinds(run), runs.uncertaintiesOf(run)]);
    return analyteName.options.map((analyte) => {
      const { value = null, flag = "notDetected" } = run.findings[analyte] ?? {};
      const standard = uncertainties.get(analyte);
      const find = finds.find((one) => one.analyte === analyte);
      return {
        ...{ analyte, value, flag: assayFlag.catch("rejected").parse(flag), lod: run.lod, loq: run.loq },
        uncertainty:
          standard === undefined || value === null
            ? null
            : new Exact(value)
                .times(standard)
                .times("0.02")
                .toSignificantDigits(3)
                .toDecimalPlaces(12)
                .toFixed(),
        exceeded:
          find === undefined
            ? null
            : { value: find.value, limit: find.limit, bottle: find.bottle, at: find.at },
      };
    });
  }

  async function detailOf(scope: Scope, run: StoredDetection): Promise<DetectionDetail> {
    const [values, readings, calibrated, followed, assays] = await Promise.all([
      valuesOf(run),
      runs.listReadings(run),
      runs.findCalibration(run),
      follows.findFollowed(run),
      runs.listAssays(scope, run.detectionId),
    ]);
    const of = (identifier: string) => readings.filter((one) => one.identifier === identifier);
    const { qcAt, qcRecovery, blankAt, decidedBy, decidedAt, decisionReason, appliedBy, appliedAt } = run;
    return {
      ...show(run),
      values,
      controls: {
        qcAt,
        qcRecovery,
        blankAt,
        calibration: calibrated === undefined ? null : judged(calibrated),
      },
      pressure: of("columnPressure").map(({ at, value }) => ({ at, value })),
      stages: of("stage").map(({ at, value }) => ({ at, stage: Math.trunc(value) })),
      decision:
        decidedBy === null || decidedAt === null
          ? null
          : { by: decidedBy, at: decidedAt, reason: decisionReason },
      applied: appliedBy === null || appliedAt === null ? null : { by: appliedBy, at: appliedAt },
      followed: followed ?? null,
      assays,
    };
  }

  return {
    require,
    valuesOf,

    async list(caller: Caller, query: DetectionQuery): Promise<{ rows: Detection[]; total: number }> {
      const total = await store.count(caller.scope, query);
      return { rows: (await store.list(caller.scope, query, pageOf(query, total))).map(show), total };
    },

    listBefore: async (scope: Scope, query: DetectionQuery, before: number, limit: number) =>
      (await store.listBefore(scope, query, before, limit)).map(show),

    async readAt(scope: Scope, deviceName: string, time: number): Promise<DetectionDetail> {
      const found = await store.findAt(scope, deviceName, time);
      if (found === undefined) throw missing();
      return detailOf(scope, found);
    },

    listBottles: async (scope: Scope, id: number): Promise<DetectionBottle[]> =>
      runs.listBottles(scope, await require(scope, id)),
  };
}

function show(run: StoredDetection): Detection {
  const { detectionId, deviceName, unitId, unitName, pointId, pointName, measuredAt, startedAt } = run;
  const { sampleNo, method, quantified, recovery, qc, blank, exceeded, state } = run;
  return {
    ...{ detectionId, deviceName, unitId, unitName, pointId, pointName, measuredAt, startedAt },
    ...{ sampleNo, method, quantified, recovery, qc, blank, exceeded, state },
  };
}

function judged({ at, r2, result }: { at: number; r2: number | null; result: number | null }) {
  const outcome = result === null ? "notRun" : result === 1 ? "passed" : "failed";
  return { at, r2, outcome } as const;
}

function missing() {
  return notFound({ en: "detection", zh: "检测记录" });
}
