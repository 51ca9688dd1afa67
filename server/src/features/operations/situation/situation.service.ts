/*
 * The situation screens read many rows for a few numbers, and many screens read the same at once: who asks while the
 * same is being read gets that answer. Points are worked out in portions, so that other requests are served in between.
 */
import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import { families, familyKeys } from "@tracewater/contract/fleet/families";
import { type AnalyteCategory, analyteCategory, analyteName } from "@tracewater/contract/laboratory/factors";
import type {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  SituationDevice,
  SituationPoint,
} from "@tracewater/contract/operations/situation";
import type { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { fieldError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { analytesOfCategory } from "../../laboratory/factors/factor.service.ts";
import { createSituationStore } from "./situation.store.ts";
import {
  categoryLoadOf,
  courseWeeks,
  dominantSummary,
  pointOf,
  referenceOf,
  spansUntil,
} from "./situation-load.model.ts";
import { createSituationLoadStore, type PointDays } from "./situation-load.store.ts";

const maxAlarms = 20;
const maxSamplings = 8;
const maxDevices = 1000;
const maxPoints = 2000;
const maxAreas = 60;
const maxDegrees = 4;
/** Points that are worked out at a time. */
const portion = 100;

type Machines = ReplyOf<typeof getSituation>["data"];
type Loads = ReplyOf<typeof getSituationLoads>["data"];
type Points = ReplyOf<typeof getSituationPoints>["data"];
type Asked = { scope: Scope; category: AnalyteCategory | null; until: string | null };

export function createSituationService({ db, now }: { db: Db; now: () => number }) {
  const store = createSituationStore(db);
  const loads = createLoadReader({ db, now });
  const sharedLoads = shared((asked: Asked) => loads.readCategories(asked));
  const sharedPoints = shared((asked: Asked) => loads.readPoints(asked));

  return {
    async readMachines(caller: Caller): Promise<Machines> {
      const { scope } = caller;
      const at = now();
      const [fleet, alarms, samplings] = await Promise.all([
        store.listFamilies(scope),
        mayDo(caller, "alarm:log:list")
          ? Promise.all([store.countAlarms(scope), store.listAlarms(scope, maxAlarms)])
          : null,
        mayDo(caller, "laboratory:sampling:list")
          ? Promise.all([store.countOverdue(scope, new Date(at)), store.listSamplings(scope, maxSamplings)])
          : null,
      ]);
      return {
        asOf: at,
        fleet: fleet.sort((a, b) => familyKeys.indexOf(a.typeKey) - familyKeys.indexOf(b.typeKey)),
        alarms: alarms === null ? null : { ...alarms[0], rows: alarms[1] },
        samplings: samplings === null ? null : { overdue: samplings[0], rows: samplings[1] },
      };
    },

    /** Of the families that the caller may list, without alarms and samples where those are not theirs to list. */
    async listDevices(caller: Caller): Promise<SituationDevice[]> {
      const found = await store.listDevices(caller.scope, new Date(now()), maxDevices);
      const mayAlarms = mayDo(caller, "alarm:log:list");
      const maySamples = mayDo(caller, "laboratory:sampling:list");
      return found
        .filter(({ typeKey }) => mayDo(caller, `device:${families[typeKey].permissionKey}:list`))
        .map((one) => ({
          ...one,
          alarm: mayAlarms ? one.alarm : null,
          overdueSince: maySamples ? one.overdueSince : null,
        }));
    },

    readLoads: (scope: Scope, until: string | undefined): Promise<Loads> =>
      sharedLoads({ scope, category: null, until: until ?? null }),

    readPoints: (scope: Scope, { category, until }: QueryOf<typeof getSituationPoints>): Promise<Points> =>
      sharedPoints({ scope, category, until: until ?? null }),

    async listAreas(scope: Scope, query: QueryOf<typeof getSituationAreas>) {
      checkWindow(query);
      return store.listAreas(scope, query, maxAreas);
    },
  };
}

/** One read at a time of the same question. */
function shared<T>(read: (asked: Asked) => Promise<T>): (asked: Asked) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const known = running.get(key);
    if (known !== undefined) return known;
    const started = read(asked).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

function createLoadReader({ db, now }: { db: Db; now: () => number }) {
  const store = createSituationLoadStore(db);

  /** Up to the newest day with a load of any category, where no day is asked for: the screens show one span. */
  async function spansOf({ scope, until }: Asked) {
    const last = until ?? (await store.newestDay(scope, analytesOf(null)));
    return last === null ? null : spansUntil(last);
  }

  return {
    async readCategories(asked: Asked): Promise<Loads> {
      const { scope } = asked;
      const spans = await spansOf(asked);
      if (spans === null) return null;
      const summaries = await store.summarize(scope, analytesOf(null), spans);
      const dominant = analyteCategory.options.map((category) => dominantSummary(category, summaries));
      const analytes = dominant.flatMap((one) => (one === undefined ? [] : analyteName.parse(one.analyte)));
      const weeks = await store.listWeeks(scope, analytes, spans.until, courseWeeks);
      return {
        ...{ from: spans.from, until: spans.until, asOf: now() },
        categories: analyteCategory.options.map((category, at) =>
          categoryLoadOf(category, dominant[at], weeks, spans.until),
        ),
      };
    },

    async readPoints(asked: Asked): Promise<Points> {
      const { scope, category } = asked;
      const spans = await spansOf(asked);
      const summaries = spans === null ? [] : await store.summarize(scope, analytesOf(category), spans);
      const dominant = category === null ? undefined : dominantSummary(category, summaries);
      const analyte = dominant === undefined ? null : analyteName.parse(dominant.analyte);
      const found = await store.listPoints(scope, analyte, spans, maxPoints + 1);
      const shown = found.slice(0, maxPoints);
      const points = await inPortions(shown, (one) => pointOf(one, spans));
      return {
        ...{ analyte, from: spans?.from ?? null, until: spans?.until ?? null },
        reference: spans === null ? null : referenceOf(shown, spans),
        points: points.sort((a, b) => (b.load?.mean ?? -1) - (a.load?.mean ?? -1) || a.pointId - b.pointId),
        isMore: found.length > maxPoints,
      };
    },
  };
}

function analytesOf(category: AnalyteCategory | null) {
  const categories = category === null ? analyteCategory.options : [category];
  return categories.flatMap((one) => analytesOfCategory(one));
}

async function inPortions(
  found: readonly PointDays[],
  make: (one: PointDays) => SituationPoint,
): Promise<SituationPoint[]> {
  const made: SituationPoint[] = [];
  for (let at = 0; at < found.length; at += portion) {
    made.push(...found.slice(at, at + portion).map(make));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return made;
}

/** One point, or a window with all four of its sides. */
function checkWindow({ pointId, west, south, east, north }: QueryOf<typeof getSituationAreas>): void {
  if (pointId !== undefined) return;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    throw fieldError("pointId", {
      en: "enter a point, or all four sides of a window",
      zh: "请填写采样点，或窗口的四条边",
    });
  if (east < west || north < south)
    throw fieldError(east < west ? "east" : "north", {
      en: "must not lie before the opposite side",
      zh: "不能小于对边",
    });
  if (east - west > maxDegrees || north - south > maxDegrees)
    throw fieldError(east - west > maxDegrees ? "east" : "north", {
      en: `the window must not exceed ${maxDegrees}°`,
      zh: `窗口不能超过 ${maxDegrees}°`,
    });
}
