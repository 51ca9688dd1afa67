import type { ReplyOf } from "@tracewater/contract/call";
import {
  type BoardAgreement,
  calibrator,
  curveFit,
  type getBoardLotUse,
  outcomeName,
} from "@tracewater/contract/laboratory/boards";
import { agreement } from "@tracewater/wbe/agreement";
import { z } from "zod";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore } from "./board-catalog.store.ts";
import type { BoardCurveService } from "./board-curve.service.ts";
import { type ComparisonCounts, createBoardUseStore } from "./board-use.store.ts";

export type BoardUseService = ReturnType<typeof createBoardUseService>;

const maxPoints = 500;

/** What is known of a lot: its curve, how its tests came out, how far they agree with mass spectrometry. */
export function createBoardUseService(options: {
  db: Db;
  curves: BoardCurveService;
  printMoment: PrintMoment;
}) {
  const store = createBoardUseStore(options.db);
  const catalog = createBoardCatalogStore(options.db);

  return {
    async read(scope: Scope, lotId: number): Promise<ReplyOf<typeof getBoardLotUse>["data"]> {
      await options.curves.require(lotId);
      const [curve, outcomes, points, compared] = await Promise.all([
        catalog.findCurve(lotId),
        store.countOutcomes(scope, lotId),
        store.listPoints(scope, lotId, maxPoints),
        store.compare(scope, lotId),
      ]);
      return {
        curve:
          curve === undefined
            ? null
            : {
                ...curveFit.parse(curve.fit),
                standards: z.array(calibrator).parse(curve.standards),
                storedBy: curve.storedBy,
                storedAt: options.printMoment(curve.storedAt),
              },
        outcomes: outcomes.map((one) => ({ ...one, outcome: outcomeName.parse(one.outcome) })),
        points: points.map((one) => ({ ...one, outcome: outcomeName.parse(one.outcome) })),
        agreement: agreementOf(compared),
        devices: compared.flatMap((one) => {
          const of = agreementOf([one]);
          return one.deviceName === null || of === null
            ? []
            : [{ deviceName: one.deviceName, agreement: of }];
        }),
      };
    },
  };
}

/** Null without a comparison. */
function agreementOf(compared: readonly Omit<ComparisonCounts, "deviceName">[]): BoardAgreement | null {
  const sum = (name: keyof Omit<ComparisonCounts, "deviceName">) =>
    compared.reduce((total, one) => total + one[name], 0);
  const counts = {
    truePositive: sum("truePositive"),
    falsePositive: sum("falsePositive"),
    falseNegative: sum("falseNegative"),
    trueNegative: sum("trueNegative"),
  };
  if (Object.values(counts).every((count) => count === 0)) return null;
  return { ...counts, ...agreement(counts) };
}
