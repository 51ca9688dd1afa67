import type { BodyOf } from "@tracewater/contract/call";
import type { applyDetection, decideDetection } from "@tracewater/contract/laboratory/detections";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OnlineAssayService } from "../assays/online-assay.service.ts";
import type { DetectionService } from "./detection.service.ts";
import { createDetectionSteps } from "./detection-run.store.ts";

export type DetectionApplyService = ReturnType<typeof createDetectionApplyService>;

/** What people do with a run: decide on a withheld one, and take it over as results. Each step is taken once. */
export function createDetectionApplyService(options: {
  db: Db;
  detections: Pick<DetectionService, "require" | "valuesOf">;
  assays: OnlineAssayService;
  now: () => number;
}) {
  const { db, detections, assays } = options;
  const act = (caller: Caller) => ({ by: personLabel(caller), at: new Date(options.now()) });

  return {
    async decide(caller: Caller, body: BodyOf<typeof decideDetection>): Promise<void> {
      const { detectionId, decision, reason } = body;
      await detections.require(caller.scope, detectionId);
      const state = decision === "release" ? "released" : "rejected";
      const isDone = await db
        .transaction()
        .execute((trx) => createDetectionSteps(trx).decide(detectionId, { state, reason, ...act(caller) }));
      if (!isDone) throw notWithheld;
    },

    async apply(caller: Caller, body: BodyOf<typeof applyDetection>): Promise<number[]> {
      const { detectionId, bodyCode, sampledOn, reason } = body;
      const run = await detections.require(caller.scope, detectionId);
      if (run.state !== "ready" && run.state !== "released") throw refusalOf(run.state);
      const results = (await detections.valuesOf(run)).map(({ exceeded: _, ...value }) => ({
        ...value,
        recovery: run.recovery,
      }));
      const rows = await assays.prepare(caller, {
        ...{ bodyCode, sampledOn, reason, results, method: run.method },
        pointCode: run.pointCode ?? "",
      });
      return db.transaction().execute(async (trx) => {
        const steps = createDetectionSteps(trx);
        if (!(await steps.apply(detectionId, act(caller)))) throw appliedAlready;
        const ids = await assays.add(trx, rows);
        await steps.link(detectionId, ids);
        return ids;
      });
    },
  };
}

function refusalOf(state: string): AppError {
  if (state === "applied") return appliedAlready;
  return state === "withheld" ? withheld : rejected;
}

const notWithheld = new AppError("conflict", {
  en: "This detection is not withheld, or it was decided already.",
  zh: "该检测结果未被暂扣，或已处置。",
});
const appliedAlready = new AppError("conflict", {
  en: "This detection was applied already.",
  zh: "该检测结果已应用。",
});
const withheld = new AppError("refused", {
  en: "A control before this run failed. Release the detection with a reason first.",
  zh: "该次检测前的质控未通过，请先填写原因放行。",
});
const rejected = new AppError("refused", {
  en: "This detection was rejected and cannot be applied.",
  zh: "该检测结果已弃用，不能应用。",
});
