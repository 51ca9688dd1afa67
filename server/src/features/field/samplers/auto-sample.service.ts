import type { AutoSampling } from "@tracewater/contract/field/samplers";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import {
  type AutoSample,
  contentOf,
  isInStay as isWithinStay,
  readAutoSamples,
  boxTempOf as readBoxTemp,
  type SlotCut,
  type SlotEvent,
  type Stay,
} from "./auto-sample.model.ts";
import { type Between, createSamplerStore, type FleetSlotEvent, type FlowAt } from "./sampler.store.ts";

export type { FlowAt } from "./sampler.store.ts";

export type AutoSampleService = ReturnType<typeof createAutoSampleService>;
export type FleetAutoSample = AutoSample & { deviceId: number; deviceName: string };
/** A filling as other features know it. */
export type BottleAutoSample = AutoSample;
/** By which plan's program each filling was made, in their order: the laboratory knows. */
export type PlansAt = (
  scope: Scope,
  asked: readonly { deviceId: number; began: number; ended: number; trigger: string }[],
) => Promise<AutoSampling["plan"][]>;

/** Events of slots that are read at most for one answer: more than half a year of aliquots at 15 minutes. */
const maxEvents = 20_000;
/** A filling that began before a span is read from its beginning, so that its address stays the same. */
const lookBackMs = 2 * 86_400_000;
const maxAutoSampleMs = 3 * 86_400_000;
const dayMs = 86_400_000;
/** The last aliquot stands for some of what flows after it. */
const lastShareMs = 2 * 3_600_000;

/** The mean and the highest of the box temperatures at the aliquots of a filling. */
export const boxTempOf = readBoxTemp;
/** Whether a filling went into the bottle of a stay. */
export const isInStay = isWithinStay;

/** How the bottles of samplers were filled, read from what the devices reported: late replays find their place. */
export function createAutoSampleService(options: { db: Db }) {
  const store = createSamplerStore(options.db);

  async function read(deviceId: number, span: Between): Promise<{ events: SlotEvent[]; isMore: boolean }> {
    const found = await store.listSlotEvents(deviceId, span, maxEvents + 1);
    const isMore = found.length > maxEvents;
    return { events: (isMore ? found.slice(0, maxEvents) : found).reverse(), isMore };
  }

  /** Where the bottles of these slots changed between the first and the last of these events. */
  async function cutsOf(deviceIds: readonly number[], events: readonly SlotEvent[]) {
    const [first, last] = [events[0], events.at(-1)];
    const cuts = new Map<number, SlotCut[]>();
    if (first === undefined || last === undefined) return cuts;
    const span = { begin: new Date(first.at), end: new Date(last.at) };
    for (const { deviceId, ...cut } of await store.listSlotCuts(deviceIds, span)) {
      const own = cuts.get(deviceId);
      if (own === undefined) cuts.set(deviceId, [cut]);
      else own.push(cut);
    }
    return cuts;
  }

  async function readAll(
    deviceId: number,
    span: Between,
  ): Promise<{ autoSamples: AutoSample[]; isMore: boolean }> {
    const { events, isMore } = await read(deviceId, span);
    const cuts = await cutsOf([deviceId], events);
    return { autoSamples: readAutoSamples(events, cuts.get(deviceId)), isMore };
  }

  return {
    /** Those that began within the span, newest first; aliquots after the span are left out: `find` has all of them. */
    async list(deviceId: number, span: Between): Promise<{ autoSamples: AutoSample[]; isMore: boolean }> {
      const wide = { begin: new Date(span.begin.getTime() - lookBackMs), end: span.end };
      const found = await readAll(deviceId, wide);
      const autoSamples = found.autoSamples.filter((one) => one.began >= span.begin.getTime());
      return {
        autoSamples: autoSamples.sort((a, b) => b.began - a.began || b.slot - a.slot),
        isMore: found.isMore,
      };
    },

    /** The one that began at that moment, with all its aliquots; of one slot where several began at once. */
    async find(deviceId: number, began: number, slot?: number): Promise<AutoSample | undefined> {
      const span = { begin: new Date(began - lookBackMs), end: new Date(began + maxAutoSampleMs) };
      return (await readAll(deviceId, span)).autoSamples.find(
        (one) => one.began === began && (slot === undefined || one.slot === slot),
      );
    },

    /** Those of every sampler of the scope that began within the span, newest first. */
    async listFleet(
      scope: Scope,
      query: { span: Between; deviceName: string | undefined },
    ): Promise<{ autoSamples: FleetAutoSample[]; isMore: boolean }> {
      const { begin, end } = query.span;
      const span = { begin: new Date(begin.getTime() - lookBackMs), end };
      const found = await store.listFleetSlotEvents(scope, { ...query, span }, maxEvents + 1);
      const isMore = found.length > maxEvents;
      const events = (isMore ? found.slice(0, maxEvents) : found).reverse();
      const byDevice = new Map<number, FleetSlotEvent[]>();
      for (const event of events) {
        const own = byDevice.get(event.deviceId);
        if (own === undefined) byDevice.set(event.deviceId, [event]);
        else own.push(event);
      }
      const cuts = await cutsOf([...byDevice.keys()], events);
      const autoSamples = [...byDevice].flatMap(([deviceId, own]) => {
        const deviceName = own[0]?.deviceName ?? "";
        return readAutoSamples(own, cuts.get(deviceId)).map((one) => ({ ...one, deviceId, deviceName }));
      });
      const within = autoSamples.filter((one) => one.began >= begin.getTime());
      return { autoSamples: within.sort((a, b) => b.began - a.began || b.slot - a.slot), isMore };
    },

    /** What the sampler measured of the flow while a bottle was filled, and until the end of the day that began then. */
    async flowOf(deviceId: number, { began, ended }: Pick<AutoSample, "began" | "ended">): Promise<FlowAt[]> {
      const last = Math.min(Math.max(ended, began + dayMs), began + maxAutoSampleMs);
      const end = new Date(last + lastShareMs);
      return store.listFlow(deviceId, { begin: new Date(began), end });
    },

    listPointSpans: store.listPointSpans,

    /** What is in the bottle of each of these stays, by slot: each slot has one at most. */
    async contentsOf(
      deviceId: number,
      stays: readonly Stay[],
      until: Date,
    ): Promise<Map<number, AutoSample>> {
      const contents = new Map<number, AutoSample>();
      if (stays.length === 0) return contents;
      const begin = new Date(Math.min(...stays.map((stay) => stay.since.getTime())));
      const { autoSamples } = await readAll(deviceId, { begin, end: until });
      for (const stay of stays) {
        const content = contentOf(stay, autoSamples);
        if (content !== null) contents.set(stay.slot, content);
      }
      return contents;
    },
  };
}
