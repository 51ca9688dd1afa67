import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import type { AnalyteName, FactorVersion } from "@tracewater/contract/laboratory/factors";
import {
  type computeLoads,
  type getLoad,
  type Load,
  type listLoads,
  loadUncertainty,
} from "@tracewater/contract/laboratory/loads";
import type { Caller } from "../../../platform/caller.ts";
import { badField, noSuch } from "../../../platform/failure.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { FactorService } from "../factors/factor.service.ts";
import {
  computeFigures,
  concentrationOf,
  formulaVersion,
  isAmbiguous,
  type LoadFigures,
  warningsOf,
} from "./load.model.ts";
import type { LoadQuery, LoadStore, NewLoad, StoredLoad, UsableAssay } from "./load.store.ts";
import { tellLoad, yearBefore } from "./series.model.ts";

export type LoadService = ReturnType<typeof createLoadService>;
type Asked = BodyOf<typeof computeLoads>;
type Computed = ReplyOf<typeof computeLoads>["data"];

const mostDays = 366;
/** So far loads are counted one by one; beyond, that there are more is all that is told. */
const mostCounted = 10_000;

/** Loads from approved results, each with all that it was made of. */
export function createLoadService(options: {
  store: LoadStore;
  factors: FactorService;
  printMoment: PrintMoment;
  now: () => number;
}) {
  const { store, factors, printMoment } = options;

  function show({ chemistry: _, uncertainty: __, madeAt, substituted, ...rest }: StoredLoad): Load {
    return { ...tellLoad(rest), madeAt: printMoment(madeAt), substituted: substituted ? "1" : "0" };
  }

  async function makeLoads(asked: Asked, versions: Context["versions"]) {
    const assays = await store.listUsable(asked);
    const skipped: Computed["skipped"] = [];
    const loads: NewLoad[] = [];
    for (const assay of assays) {
      const made = makeLoad(assay, { asked, versions, assays });
      if (typeof made !== "string") loads.push(made);
      else if (!skipped.some((one) => one.sampledOn === assay.sampledOn && one.analyte === assay.analyte)) {
        skipped.push({ sampledOn: assay.sampledOn, analyte: assay.analyte, reason: made });
      }
    }
    return { loads, skipped };
  }

  return {
    count: store.count,
    unitOf: store.unitOf,

    async list(caller: Caller, query: LoadQuery): Promise<ReplyOf<typeof listLoads>> {
      const counted = await store.count(caller.scope, query, mostCounted + 1);
      const total = Math.min(counted, mostCounted);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map(show), total, isMore: counted > mostCounted };
    },

    async listAfter(scope: Scope, query: LoadQuery, afterId: number, limit: number): Promise<Load[]> {
      return (await store.listAfter(scope, query, afterId, limit)).map(show);
    },

    /** A load, and what comes out of its stored inputs when it is made again. */
    async readAgain(scope: Scope, id: number): Promise<ReplyOf<typeof getLoad>["data"]> {
      const found = await store.find(scope, id);
      if (found === undefined) throw noSuch({ en: "load", zh: "负荷" });
      const again = computeFigures(found, found.uncertainty);
      return {
        ...{ load: show(found), uncertainty: found.uncertainty, again: tellLoad(again) },
        isSame: isSame(found, again),
      };
    },

    async compute(caller: Caller, asked: Asked): Promise<Computed> {
      refuseSpan(asked);
      const unitId = await store.unitOf(caller.scope, asked.pointId);
      if (unitId === undefined) {
        throw badField("pointId", { en: "there is no such sampling point", zh: "采样点不存在" });
      }
      const versions = await factors.inForceOf(unitId);
      const { loads, skipped } = await makeLoads(asked, versions);
      if (loads.length === 0) return { runId: null, computed: 0, skipped };
      const parameters = { ...asked, formula: formulaVersion };
      const made = { madeBy: caller.nickName, madeAt: new Date(options.now()), isInForce: true };
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
      const { unitId, madeBy, analytes, factors: chosen, ...parameters } = asked;
      const versions = await factors.inForceOf(chosen === "shipped" ? null : unitId);
      const isChosen = (one: { analyte: AnalyteName }) => analytes.includes(one.analyte);
      const earlier = { ...parameters, from: yearBefore(asked.from), until: yearBefore(asked.until) };
      const now = await makeLoads(parameters, versions);
      const before = await makeLoads(earlier, versions);
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

    /** The loads of a calculation, and how many of them do not come out again from what stands with them. */
    async readRun(runId: number): Promise<{ loads: StoredLoad[]; changed: number }> {
      const loads = await store.listRun(runId);
      const changed = loads.filter((one) => !isSame(one, computeFigures(one, one.uncertainty))).length;
      return { loads, changed };
    },
  };
}

/** What a report asks for; who may read its point was settled before. */
type ReportAsked = Asked & {
  unitId: number;
  analytes: readonly AnalyteName[];
  factors: "inForce" | "shipped";
  madeBy: string;
};

const figureNames = ["load", "per1000", "consumption", "doses", "expanded"] as const;

function isSame(stored: StoredLoad, again: LoadFigures): boolean {
  return figureNames.every((name) => stored[name] === again[name]);
}

type Context = {
  asked: Asked;
  versions: ReadonlyMap<AnalyteName, FactorVersion>;
  assays: readonly UsableAssay[];
};

function makeLoad(
  assay: UsableAssay,
  { asked, versions, assays }: Context,
): NewLoad | Computed["skipped"][0]["reason"] {
  const { flow, flowMethod, flowSince, population, populationMethod, sampledOn, analyte, flag, assayId } =
    assay;
  // Which of several samples of a day stands for the day is for people to say.
  if (assay.samples > 1) return "severalSamples";
  const used = concentrationOf(assay, asked.substitution);
  if (used === null) return "noConcentration";
  if (flow === null || flowMethod === null) return "noFlow";
  const version = versions.get(analyte);
  const { factor = null, doseMg = null, factorId = null } = version ?? {};
  const inputs = { ...used, flow: String(flow), population, factor, doseMg };
  const figures = computeFigures(inputs, loadUncertainty.parse(asked.uncertainty));
  const ofDay = (name: AnalyteName) =>
    assays.find((one) => one.sampledOn === sampledOn && one.analyte === name);
  const isDoubtful = analyte === "amp" && isAmbiguous(assay, ofDay("mamp"));
  return {
    ...{ assayId, sampledOn, analyte, flag, substitution: asked.substitution, formula: formulaVersion },
    ...{ flowMethod, flowSince, populationMethod, factorId },
    ...inputs,
    ...figures,
    warnings: warningsOf({
      ...{ sampledOn, flowMethod, flowSince, population },
      expanded: figures.expanded,
      isAmbiguous: isDoubtful,
    }),
  };
}

export function refuseSpan({ from, until }: { from: string; until: string }): void {
  if (until < from) throw badField("until", { en: "lies before the first day", zh: "不能早于起始日期" });
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  if (days > mostDays) throw badField("until", { en: `at most ${mostDays} days`, zh: `最多 ${mostDays} 天` });
}
