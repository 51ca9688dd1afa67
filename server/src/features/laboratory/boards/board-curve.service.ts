import { acceptCurve } from "@tracewater/boards/curve/accept-curve";
import { CurveError } from "@tracewater/boards/curve/curve-error";
import { fitCurve } from "@tracewater/boards/curve/fit-curve";
import type { BodyOf } from "@tracewater/contract/call";
import type { CurveFit, storeBoardCurve } from "@tracewater/contract/laboratory/boards";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBoardCatalogStore, type JudgedLot } from "./board-catalog.store.ts";
import { requireWholeReach } from "./board-type.service.ts";

export type CurveBody = BodyOf<typeof storeBoardCurve>;
export type BoardCurveService = ReturnType<typeof createBoardCurveService>;

/** Standard curves of lots: fitted, judged by what their calibrators come back as, and stored only then. */
export function createBoardCurveService(options: { db: Db }) {
  const catalog = createBoardCatalogStore(options.db);

  async function require(lotId: number): Promise<JudgedLot> {
    const lot = await catalog.findJudgedById(lotId);
    if (lot === undefined) throw notFound({ en: "board lot", zh: "检测板批次" });
    return lot;
  }

  return {
    require,

    async preview(lotId: number, body: CurveBody): Promise<CurveFit> {
      await require(lotId);
      return fit(body).shown;
    },

    async store(caller: Caller, lotId: number, body: CurveBody): Promise<CurveFit> {
      requireWholeReach(caller);
      const lot = await require(lotId);
      const { shown, covariance } = fit(body);
      const { lloq, uloq } = shown;
      if (!shown.accepted || lloq === null || uloq === null || lloq >= uloq) throw notAccepted(shown);
      if (lot.ratioCutOff === null && (lot.cutOff < lloq || lot.cutOff > uloq))
        throw fieldError("standards", {
          en: `give a range of ${lloq} to ${uloq} ${lot.cutOffUnit}, which does not contain the cut-off ${lot.cutOff}`,
          zh: `所得量程 ${lloq}～${uloq} ${lot.cutOffUnit} 不包含临界值 ${lot.cutOff}`,
        });
      await options.db.transaction().execute(async (trx) => {
        const own = createBoardCatalogStore(trx);
        const storedBy = personLabel(caller);
        await own.addCurve({ lotId, fit: shown, standards: body.standards, covariance, storedBy });
        await own.setParameters(lotId, { ...shown, low: lloq, high: uloq });
      });
      return shown;
    },
  };
}

function fit(body: CurveBody): { shown: CurveFit; covariance: unknown } {
  const { standards, weighting, low, high } = body;
  if (low !== undefined && high !== undefined && low >= high)
    throw fieldError("high", { en: "must be above the start of the range", zh: "须大于量程下限" });
  try {
    const { covariance, weightedSse: _, ...curve } = fitCurve(standards, weighting);
    const range =
      low === undefined && high === undefined ? undefined : { low: low ?? 0, high: high ?? Number.MAX_VALUE };
    const acceptance = acceptCurve({ curve, standards, range });
    return {
      shown: {
        ...curve,
        ...acceptance,
        failures: [...acceptance.failures],
        levels: acceptance.levels.map((level) => ({ ...level })),
      },
      covariance,
    };
  } catch (error) {
    if (error instanceof CurveError) throw fieldError("standards", refusals[error.code]);
    throw error;
  }
}

const refusals: Record<CurveError["code"], LocalizedText> = {
  tooFew: { en: "at least five points at five levels are needed", zh: "至少需要 5 个浓度水平、5 个点" },
  tooMany: { en: "at most 500 points", zh: "最多 500 个点" },
  badPoint: {
    en: "contain a point that cannot be weighted: a response of 0 or a missing standard deviation",
    zh: "存在无法加权的点：响应为 0 或缺少标准差",
  },
  flat: { en: "do not change with the concentration", zh: "响应不随浓度变化" },
  notConverged: { en: "do not follow a four-parameter curve", zh: "无法拟合四参数曲线" },
};

function notAccepted({ passing, judged, failures }: CurveFit): AppError {
  const text = {
    en: `${passing} of ${judged} levels come back within their limits (${failures.join(", ")})`,
    zh: `${judged} 个水平中 ${passing} 个回算合格（${failures.join("、")}）`,
  };
  return new AppError(
    "refused",
    { en: `The curve is not accepted: ${text.en}.`, zh: `曲线未通过验收：${text.zh}。` },
    [{ field: "standards", text }],
  );
}
