import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { loadUncertainty } from "@tracewater/contract/laboratory/loads";
import type {
  addMarkerResults,
  getPointPopulation,
  PointPopulation,
  setPopulationSetting,
  usePopulationEstimate,
} from "@tracewater/contract/laboratory/populations";
import { personLabel } from "@tracewater/contract/system/person-label";
import { sampleUse } from "@tracewater/wbe/sample-use";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { PointFigureService } from "../../field/sampling-points/point-attribute.service.ts";
import type { FactorService } from "../factors/factor.service.ts";
import type { LoadService } from "../loads/load.service.ts";
import { type Basis, settingsOf } from "./per-inhabitant.model.ts";
import {
  type DayMarker,
  dayMarkers,
  daysOf,
  methodsOf,
  recordMethodOf,
  sourceNameOf,
  withPointMeans,
} from "./population.model.ts";
import { type Composite, createPopulationStore, type PopulationRecord } from "./population.store.ts";

export type PopulationService = ReturnType<typeof createPopulationService>;

const dayMs = 86_400_000;
const defaultDays = 90;
const maxDays = 400;
/** From when on a population without a date holds. */
const undatedSince = "2000-01-01";
type Span = { from: string; until: string };

/** The population of a point by every method, what it rests on, and which of them the loads use. */
export function createPopulationService(options: {
  db: Db;
  zone: string;
  loads: Pick<LoadService, "quantifiedDays">;
  factors: Pick<FactorService, "inForceOf">;
  figures: Pick<PointFigureService, "add" | "requirePoint">;
  today: () => string;
}) {
  const { loads, factors, figures, today } = options;
  const store = createPopulationStore(options.db, options);
  const flowUncertainty = loadUncertainty.parse({}).flow;

  async function basisOf(point: SamplingPoint, day: string): Promise<Basis> {
    const [own, versions] = await Promise.all([
      store.listSettings(point.unitId, day),
      factors.inForceOf(point.unitId),
    ]);
    const cotinine = versions.get("cotinine");
    return {
      settings: settingsOf(own),
      nicotine: { factor: cotinine?.factor ?? null, factorUncertainty: cotinine?.factorUncertainty ?? null },
      flow: flowUncertainty / 100,
    };
  }

  async function markersOf(pointId: number, span: Span): Promise<DayMarker[]> {
    const [cotinine, others] = await Promise.all([
      loads.quantifiedDays({ pointId, ...span, analyte: "cotinine" }),
      store.listMarkers({ pointId, ...span }),
    ]);
    return dayMarkers(cotinine, others);
  }

  /** What the point said of itself becomes a record before another one takes its place: earlier days keep it. */
  async function keepOwn(caller: Caller, point: SamplingPoint, records: readonly PopulationRecord[]) {
    const { population, populationMethod, populationDate, source, pointId } = point;
    if (records.length > 0 || population === null || population === 0 || populationMethod === null) return;
    await figures.add(caller, {
      ...{ pointId, kind: "population", since: populationDate ?? undatedSince, value: population },
      ...{ method: populationMethod, uncertainty: null, source: source.slice(0, 300) },
    });
  }

  return {
    async read(
      scope: Scope,
      id: number,
      query: QueryOf<typeof getPointPopulation>,
    ): Promise<PointPopulation> {
      const point = await figures.requirePoint(scope, id);
      const span = spanOf(query, today());
      const [basis, markers, records, composites] = await Promise.all([
        basisOf(point, span.until),
        markersOf(id, span),
        store.listRecords(id, span.until),
        store.listComposites({ pointId: id, ...span }),
      ]);
      const used = usedOf(point, records);
      const shown = used.reason === "pointItself" ? pointRecord(used) : records;
      return {
        ...{ pointId: id, code: point.code, name: point.name, ...span, used },
        methods: methodsOf(shown, markers, basis, shown[0] ?? null),
        days: daysOf(markers, basis),
        settings: withPointMeans(basis.settings, shown, markers),
        flowUncertainty,
        samples: composites.map(({ samplingId, sampleNo, day, at }) => ({
          ...{ samplingId, sampleNo, day },
          at: at.getTime(),
        })),
      };
    },

    async addMarkers(caller: Caller, body: BodyOf<typeof addMarkerResults>): Promise<Composite> {
      const sample = await store.findSample(caller.scope, body.samplingId);
      if (sample === undefined) throw fieldError("samplingId", { en: "sample not found", zh: "样品不存在" });
      const pointId = requireComposite(sample);
      refuseTwice(body.results.map((one) => one.marker));
      const { samplingId, unitId, day } = sample;
      const about = { samplingId, unitId, pointId, day, source: body.source, madeBy: personLabel(caller) };
      const added = await options.db.transaction().execute(async (trx) => {
        const done = await createPopulationStore(trx, options).addMarkers(about, body.results);
        const at = body.results.findIndex((one) => !done.includes(one.marker));
        if (at >= 0) throw alreadyEntered(at);
        return done;
      });
      if (added.length === 0) throw new Error("nothing was stored");
      return sample;
    },

    async removeMarker(scope: Scope, id: number) {
      const found = await store.findMarker(scope, id);
      if (found === undefined) throw notFound({ en: "population marker", zh: "人口标志物" });
      await store.removeMarker(id);
      return found;
    },

    async set(
      caller: Caller,
      body: BodyOf<typeof setPopulationSetting>,
    ): Promise<{ id: number; unitId: number }> {
      const { pointId, ...given } = body;
      const { unitId } = await figures.requirePoint(caller.scope, pointId);
      refuseSetting(body);
      const id = await store.addSetting({ ...given, unitId, madeBy: personLabel(caller) });
      return { id, unitId };
    },

    /** The estimate as it is now; a different one than was seen is refused. */
    async use(
      caller: Caller,
      body: BodyOf<typeof usePopulationEstimate>,
    ): Promise<{ figureId: number; point: SamplingPoint }> {
      const { pointId, marker } = body;
      const point = await figures.requirePoint(caller.scope, pointId);
      const span = spanOf(body, today());
      const [basis, markers] = await Promise.all([basisOf(point, span.until), markersOf(pointId, span)]);
      const found = methodsOf([], markers, basis, null).find((one) => one.method === marker);
      if (found === undefined || found.population === null)
        throw fieldError("marker", { en: "has no estimate in this period", zh: "该时段没有估算值" });
      if (found.population !== body.population) throw changed(found.population);
      await keepOwn(caller, point, await store.listRecords(pointId, "9999-12-31"));
      const source = [sourceNameOf(marker), `${span.from} - ${span.until}`, `n = ${found.days}`, found.source]
        .filter((part) => part !== "")
        .join("; ");
      const { id: figureId } = await figures.add(caller, {
        ...{ pointId, kind: "population", since: span.from, value: found.population },
        ...{ method: recordMethodOf(marker), uncertainty: found.uncertainty, source: source.slice(0, 300) },
      });
      return { figureId, point };
    },
  };
}

/** The rule of loads: the record with the latest first day, of one day that entered last, else that of the point. */
function usedOf(point: SamplingPoint, [newest]: readonly PopulationRecord[]): PointPopulation["used"] {
  if (newest !== undefined && newest.population > 0) return { ...newest, reason: "newestRecord" };
  const { population, populationMethod, populationDate, source } = point;
  if (newest !== undefined || population === null || population === 0) {
    return { population: null, method: null, since: null, uncertainty: null, source: "", reason: "none" };
  }
  return {
    ...{ population, method: populationMethod, since: populationDate, uncertainty: null, source },
    reason: "pointItself",
  };
}

/** What a point says of itself, where nothing is dated. */
function pointRecord({ population, method, since, source }: PointPopulation["used"]): PopulationRecord[] {
  if (population === null || method === null) return [];
  return [{ population, method, since, source, uncertainty: null }];
}

function spanOf({ from, until }: { [name in keyof Span]?: string | undefined }, today: string): Span {
  const last = until ?? today;
  const first = from ?? new Date(Date.parse(last) - (defaultDays - 1) * dayMs).toISOString().slice(0, 10);
  if (last < first)
    throw fieldError("until", { en: "must not be before the first day", zh: "不能早于起始日期" });
  if ((Date.parse(last) - Date.parse(first)) / dayMs >= maxDays)
    throw fieldError("until", { en: `must not exceed ${maxDays} days`, zh: `最多 ${maxDays} 天` });
  return { from: first, until: last };
}

function requireComposite({ kind, state, pointId }: Composite): number {
  if (state === "void" || pointId === null || sampleUse(kind) !== "daily" || kind === "duplicate")
    throw fieldError("samplingId", {
      en: "a population needs a 24-hour composite of a sampling point",
      zh: "人口估算需要采样点的 24 小时混合样",
    });
  return pointId;
}

function refuseTwice(markers: readonly string[]): void {
  const at = markers.findIndex((one, place) => markers.indexOf(one) < place);
  if (at >= 0) throw fieldError(`results.${at}.marker`, { en: "is listed twice", zh: "重复" });
}

function alreadyEntered(at: number): AppError {
  const text = {
    en: "this sample already has a value; delete it first",
    zh: "该样品已有此项结果，请先删除",
  };
  return new AppError("conflict", { en: "This sample already has a value.", zh: "该样品已有此项结果。" }, [
    { field: `results.${at}.value`, text },
  ]);
}

function refuseSetting({ parameter, value, isDesign }: BodyOf<typeof setPopulationSetting>): void {
  if (parameter === "smokerShare" && value !== null && value > 1)
    throw fieldError("value", { en: "is a share of at most 1", zh: "为不超过 1 的比例" });
  const isPerInhabitant = ["nh4n", "bod5", "cod", "tkn", "p"].includes(parameter);
  if (isDesign && !isPerInhabitant)
    throw fieldError("isDesign", { en: "applies to per-capita loads only", zh: "仅适用于人均负荷" });
}

function changed(population: number): AppError {
  const text = {
    en: `the estimate is ${population} by now; review it again`,
    zh: `估算值现为 ${population}，请重新核对`,
  };
  return new AppError(
    "conflict",
    { en: "The estimate has changed. Review it again.", zh: "估算值已变化，请重新核对。" },
    [{ field: "population", text }],
  );
}
