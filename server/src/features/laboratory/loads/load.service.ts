import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import {
  type computeLoads,
  type getLoad,
  type Load,
  type listLoads,
  loadUncertainty,
} from "@tracewater/contract/laboratory/loads";
import { personLabel } from "@tracewater/contract/system/person-label";
import { sameDayYearBefore } from "@tracewater/wbe/comparison";
import { sampleUse } from "@tracewater/wbe/sample-use";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { FactorService } from "../factors/factor.service.ts";
import { resultsOfDays } from "./day-result.model.ts";
import { computeLoadValues, formulaVersion } from "./load.model.ts";
import type { LoadQuery, LoadStore, StoredLoad } from "./load.store.ts";
import type { LoadValues } from "./load-values.ts";
import { assumedOf, loadsOf, type MakeAsked, type Versions } from "./make-loads.model.ts";
import { intervalOfLoad, presentLoad } from "./series.model.ts";
import type { UsableAssay } from "./usable-assay.store.ts";

export type LoadService = ReturnType<typeof createLoadService>;
type Asked = BodyOf<typeof computeLoads>;
/** Concentration in μg/L as an exact text; its relative standard uncertainty; flow in m³/d. */
export type QuantifiedDay = {
  day: string;
  sampleNo: string | null;
  concentration: string;
  chemistry: number | null;
  flow: number | null;
};
type Computed = ReplyOf<typeof computeLoads>["data"];

const maxDays = 366;
/** So far loads are counted one by one; beyond, that there are more is all that is reported. */
const maxCounted = 10_000;

/** Loads from approved results, each with all that it was made of. */
export function createLoadService(options: {
  store: LoadStore;
  factors: FactorService;
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { store, factors, printMoment } = options;

  function show({ madeAt, substituted, ...rest }: StoredLoad): Load {
    return {
      ...presentLoad(rest),
      ...intervalOfLoad(rest),
      madeAt: printMoment(madeAt),
      substituted: substituted ? "1" : "0",
    };
  }

  async function dayResultsOf(asked: Omit<MakeAsked, "uncertainty">) {
    const assays = await store.listUsable(asked);
    const named = (of: (one: UsableAssay) => number | null) => [
      ...new Set(assays.flatMap((one) => of(one) ?? [])),
    ];
    const blanks =
      assays.length === 0
        ? []
        : await store.listBadBlanks(asked, {
            deliveries: named((one) => one.deliveryId),
            plans: named((one) => one.planId),
          });
    return resultsOfDays(assays, blanks, asked);
  }

  async function makeLoads(asked: MakeAsked, versions: Versions) {
    const { results, skipped } = await dayResultsOf(asked);
    return loadsOf(results, skipped, { asked, versions });
  }

  return {
    count: store.count,
    unitOf: store.unitOf,

    /** The quantified results of one analyte that would become loads, one for each day, with the flow of the day. */
    async quantifiedDays(
      asked: Pick<MakeAsked, "pointId" | "from" | "until"> & { analyte: AnalyteName },
    ): Promise<QuantifiedDay[]> {
      const rules = {
        includeKinds: [],
        duplicates: "mean",
        qualityReason: "",
        substitution: "zero",
      } as const;
      const { results } = await dayResultsOf({ ...asked, ...rules, phase: "liquid", source: "lcms" });
      return results
        .filter((one) => !one.substituted)
        .map(({ assay, concentration, chemistry }) => ({
          ...{ day: assay.sampledOn, sampleNo: assay.sampleNo, concentration, chemistry },
          flow: assay.flow,
        }));
    },

    async list(caller: Caller, query: LoadQuery): Promise<ReplyOf<typeof listLoads>> {
      const counted = await store.count(caller.scope, query, maxCounted + 1);
      const total = Math.min(counted, maxCounted);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map(show), total, isMore: counted > maxCounted };
    },

    async listAfter(scope: Scope, query: LoadQuery, afterId: number, limit: number): Promise<Load[]> {
      return (await store.listAfter(scope, query, afterId, limit)).map(show);
    },

    /** A load, and what comes out of its stored inputs when it is made again. */
    async readAgain(scope: Scope, id: number): Promise<ReplyOf<typeof getLoad>["data"]> {
      const found = await store.find(scope, id);
      if (found === undefined) throw notFound({ en: "load", zh: "负荷" });
      const again = computeLoadValues(found, found.uncertainty, found.formula);
      return {
        ...{ load: show(found), uncertainty: found.uncertainty, again: presentLoad(again) },
        isSame: isSame(found, again),
      };
    },

    async compute(caller: Caller, asked: Asked): Promise<Computed> {
      refuseSpan(asked);
      refuseKinds(asked);
      const unitId = await store.unitOf(caller.scope, asked.pointId);
      if (unitId === undefined) {
        throw fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
      }
      const versions = await factors.inForceOf(unitId);
      const { loads, skipped } = await makeLoads(asked, versions);
      if (loads.length === 0) return { runId: null, computed: 0, skipped };
      const parameters = { ...asked, formula: formulaVersion };
      const made = { madeBy: personLabel(caller), madeAt: new Date(options.now()), isInForce: true };
      const runId = await store.addRun({ ...asked, ...made, unitId, parameters }, loads);
      return { runId, computed: loads.length, skipped };
    },

    /**
     * Loads for a report, of some analytes over its span and over the same days a year before; they replace none of
     * those in force.
     */
    async computeForReport(
      asked: ReportAsked,
    ): Promise<{ runId: number | null; skipped: Computed["skipped"] }> {
      const { unitId, madeBy, analytes, factors: chosen, uncertainty, ...rest } = asked;
      const versions = await factors.inForceOf(chosen === "shipped" ? null : unitId);
      const isChosen = (one: { analyte: AnalyteName }) => analytes.includes(one.analyte);
      const parameters = { ...rest, uncertainty: loadUncertainty.parse(uncertainty ?? {}) };
      const earlier = {
        ...parameters,
        ...{ from: sameDayYearBefore(asked.from), until: sameDayYearBefore(asked.until) },
      };
      // Only where nobody asked for others: the uncertainty that the loads in force have.
      const keptOf = async (span: typeof parameters) =>
        uncertainty === null
          ? assumedOf(await store.listSpan(systemScope, { ...span, analytes }))
          : undefined;
      const now = await makeLoads({ ...parameters, kept: await keptOf(parameters) }, versions);
      const before = await makeLoads({ ...earlier, kept: await keptOf(earlier) }, versions);
      const loads = now.loads.filter(isChosen);
      const skipped = now.skipped.filter(isChosen);
      if (loads.length === 0) return { runId: null, skipped };
      const all = [...before.loads.filter(({ sampledOn }) => sampledOn < asked.from), ...now.loads].filter(
        isChosen,
      );
      const run = { ...parameters, analytes, factors: chosen, formula: formulaVersion };
      const made = { madeBy, madeAt: new Date(options.now()), isInForce: false };
      const runId = await store.addRun({ ...parameters, ...made, unitId, parameters: run }, all);
      return { runId, skipped };
    },

    /** The loads of a calculation, and how many of them do not come out again from what is with them. */
    async readRun(runId: number): Promise<{ loads: StoredLoad[]; changed: number }> {
      const loads = await store.listRun(runId);
      const changed = loads.filter(
        (one) => !isSame(one, computeLoadValues(one, one.uncertainty, one.formula)),
      ).length;
      return { loads, changed };
    },
  };
}

/** What a report asks for; who may read its point was settled before. */
type ReportAsked = Omit<Asked, "uncertainty"> & {
  /** Null: that of the loads in force. */
  uncertainty: Asked["uncertainty"] | null;
  unitId: number;
  analytes: readonly AnalyteName[];
  factors: "inForce" | "shipped";
  madeBy: string;
};

const valueNames = [
  ...(["load", "per1000", "subtracted", "consumption", "doses"] as const),
  ...(["expanded", "consumptionExpanded", "dosesExpanded"] as const),
];

function isSame(stored: StoredLoad, again: LoadValues): boolean {
  return valueNames.every((name) => stored[name] === again[name]);
}

/** A blank or a spiked sample measures the sampling or the method: nobody can ask for its load. */
export function refuseKinds({ includeKinds }: { includeKinds: readonly string[] }): void {
  const at = includeKinds.findIndex((kind) => sampleUse(kind) === "never");
  if (at >= 0)
    throw fieldError(`includeKinds.${at}`, {
      en: "blanks are quality control and never become a load",
      zh: "空白样用于质量控制，不能计算负荷",
    });
}

export function refuseSpan({ from, until }: { from: string; until: string }): void {
  if (until < from)
    throw fieldError("until", { en: "must not be before the first day", zh: "不能早于起始日期" });
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  if (days > maxDays)
    throw fieldError("until", { en: `must not exceed ${maxDays} days`, zh: `最多 ${maxDays} 天` });
}
