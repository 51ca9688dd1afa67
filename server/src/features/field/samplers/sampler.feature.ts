import type { Property } from "@tracewater/alink/thing-model";
import {
  type AutoSampling,
  getAutoSampling,
  getWaterSampleEnvStatus,
  getWaterSampleMode,
  getWaterSampleSetting,
  getWaterSampleWorkStatus,
  listAutoSamplings,
  type SamplerGroup,
  sampleEnvLocation,
} from "@tracewater/contract/field/samplers";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import type { TelemetryService } from "../../fleet/telemetry/telemetry.service.ts";
import { type AutoSample, boxTempOf, isInStay } from "./auto-sample.model.ts";
import type { AutoSampleService, PlansAt } from "./auto-sample.service.ts";
import { type Between, createSamplerStore } from "./sampler.store.ts";

const family = "waterSample";
const day = 86_400_000;
const defaultSpanMs = 90 * day;
const maxSpanMs = 400 * day;
const trackParts = 1000;
const programProperties = [
  "programName",
  "programVersion",
  "mode",
  "trigger",
  "interval",
  "aliquot",
  "rinses",
];

const groups = [
  ["workStatus", getWaterSampleWorkStatus],
  ["setting", getWaterSampleSetting],
  ["mode", getWaterSampleMode],
  ["envStatus", getWaterSampleEnvStatus],
] as const;

/** The bottles that were in a sampler's slots within a span, with their stays. */
export type BottlesBetween = (
  deviceId: number,
  begin: Date,
  end: Date,
) => Promise<{ slot: number; bodyCode: string; capCode: string | null; since: Date; until: Date | null }[]>;

/** What samplers reported of themselves: their groups with times and ages, their track, their automatic samplings. */
export function serveSamplers(
  serve: Serve,
  parts: {
    db: Db;
    devices: DeviceService;
    products: ProductService;
    telemetry: TelemetryService;
    autoSamples: AutoSampleService;
    bottlesBetween: BottlesBetween;
    plansAt: PlansAt;
    now: () => number;
  },
): void {
  const { devices, autoSamples, bottlesBetween, plansAt, now } = parts;
  const store = createSamplerStore(parts.db);
  serveGroups(serve, parts);

  serve.forCaller(sampleEnvLocation, async ({ query }, caller) => {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    const span = spanOf(query, now(), 7 * day);
    const [fixes, places] = await Promise.all([
      store.listFixes(device.id, span, trackParts),
      store.listPointPlaces(device.id, span),
    ]);
    const rows = [
      ...fixes.map((fix) => ({ ...fix, source: "gps" as const })),
      ...places.map((place) => ({ ...place, source: "point" as const })),
    ].sort((a, b) => a.time - b.time);
    return { rows, total: rows.length };
  });

  serve.forCaller(listAutoSamplings, async ({ query }, caller) => {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    const span = spanOf(query, now(), defaultSpanMs);
    const found = await autoSamples.list(device.id, span);
    const wanted = found.autoSamples.filter(
      (one) =>
        (query.slot === undefined || one.slot === query.slot) && (query.only === undefined || one.missed > 0),
    );
    const { limit, offset } = pageOf(query, wanted.length);
    const shown = wanted.slice(offset, offset + limit);
    const [namedBottle, plans] = await Promise.all([
      bottlesOf(device.id, shown),
      plansAt(caller.scope, ofDevice(device.id, shown)),
    ]);
    const rows = shown.map((one, place) => ({ ...toRow(one, namedBottle), plan: plans[place] ?? null }));
    return { total: wanted.length, isMore: found.isMore, rows };
  });

  serve.forCaller(getAutoSampling, async ({ query }, caller) => {
    const device = await devices.requireByName(caller.scope, family, query.deviceName);
    const autoSample = await autoSamples.find(device.id, query.time);
    if (autoSample === undefined) throw notFound({ en: "automatic sample", zh: "自动采样记录" });
    const at = new Date(autoSample.began);
    const [namedBottle, reported, point, [plan = null]] = await Promise.all([
      bottlesOf(device.id, [autoSample]),
      store.listValuesAt(device.id, programProperties, at),
      store.findPointAt(device.id, at),
      plansAt(caller.scope, ofDevice(device.id, [autoSample])),
    ]);
    return {
      data: {
        ...toRow(autoSample, namedBottle),
        plan,
        aliquots: autoSample.events.map(({ identifier, slot: _same, trigger, ...rest }) => ({
          ...rest,
          taken: identifier === "sampleTaken",
          trigger: trigger ?? "",
        })),
        program: Object.fromEntries(reported.map((one) => [one.identifier, one.value])),
        productId: device.productId,
        pointName: point?.name ?? null,
        pointCode: point?.code ?? null,
      },
    };
  });

  /** Which bottle was in the slot when a filling began. */
  async function bottlesOf(deviceId: number, shown: readonly AutoSample[]) {
    if (shown.length === 0) return () => undefined;
    const begin = new Date(Math.min(...shown.map((one) => one.began)));
    const end = new Date(Math.max(...shown.map((one) => one.ended)));
    const placed = await bottlesBetween(deviceId, begin, end);
    return (autoSample: AutoSample) => placed.findLast((one) => isInStay(one, autoSample));
  }
}

function serveGroups(
  serve: Serve,
  parts: { devices: DeviceService; products: ProductService; telemetry: TelemetryService; now: () => number },
): void {
  const { devices, products, telemetry, now } = parts;
  for (const [group, call] of groups) {
    serve.forCaller(call, async ({ params }, caller) => {
      const device = await devices.requireOfFamily(caller.scope, family, params.id);
      const { model } = await products.require(device.productId);
      const latest = (await telemetry.latestOf([device.id])).get(device.id) ?? {};
      const own = model.properties.filter((property) => property.group === group);
      const newest = own
        .flatMap(({ identifier }) => latest[identifier] ?? [])
        .reduce<Reported | null>((last, one) => (last === null || one.at > last.at ? one : last), null);
      if (newest === null) return {};
      const { id: deviceId, deviceName, productKey } = device;
      const { at, receivedAt } = newest;
      const properties = own.map((property) => describe(property, latest[property.identifier], now()));
      const age = Math.max(0, now() - at);
      return { data: { deviceId, deviceName, productKey, group, at, receivedAt, age, properties } };
    });
  }
}

type Reported = { value: unknown; at: number; receivedAt: number; outOfRange: boolean };

function describe(
  { identifier, name, nameZh, dataType }: Property,
  reported: Reported | undefined,
  nowMs: number,
): SamplerGroup["properties"][number] {
  return {
    identifier,
    name,
    nameZh,
    unit: "specs" in dataType && "unit" in dataType.specs ? (dataType.specs.unit ?? null) : null,
    value: reported?.value ?? null,
    at: reported?.at ?? null,
    receivedAt: reported?.receivedAt ?? null,
    age: reported === undefined ? null : Math.max(0, nowMs - reported.at),
    outOfRange: reported?.outOfRange ?? false,
  };
}

function spanOf(
  query: { beginTime?: number | undefined; endTime?: number | undefined },
  nowMs: number,
  defaultMs: number,
): Between {
  const end = query.endTime ?? nowMs + day;
  const begin = query.beginTime ?? end - defaultMs;
  if (end < begin)
    throw fieldError("endTime", { en: "must not be before the start", zh: "不能早于开始时间" });
  if (end - begin > maxSpanMs) {
    throw fieldError("beginTime", {
      en: "the period must not exceed 400 days",
      zh: "时间跨度不能超过 400 天",
    });
  }
  return { begin: new Date(begin), end: new Date(end) };
}

function ofDevice(deviceId: number, autoSamples: readonly AutoSample[]) {
  return autoSamples.map(({ began, ended, trigger }) => ({ deviceId, began, ended, trigger }));
}

function toRow(
  autoSample: AutoSample,
  bottleOf: (autoSample: AutoSample) => { bodyCode: string; capCode: string | null } | undefined,
): Omit<AutoSampling, "plan"> {
  const bottle = bottleOf(autoSample);
  const { mean, max } = boxTempOf(autoSample);
  const { began, ended, slot, trigger, taken, missed, volume, isFull } = autoSample;
  return {
    ...{ began, ended, slot, trigger, taken, missed, volume, isFull },
    bodyCode: bottle?.bodyCode ?? null,
    capCode: bottle?.capCode ?? null,
    planned: taken + missed,
    reasons: [...autoSample.reasons].map(([reason, count]) => ({ reason, count })),
    boxTempMean: mean,
    boxTempMax: max,
  };
}
