import type { AutoSampling } from "@tracewater/contract/field/samplers";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Filling, boxTempOf as readBoxTemp, readFillings, type SlotEvent } from "./filling.model.ts";
import { type Between, createSamplerStore, type FleetSlotEvent } from "./sampler.store.ts";

export type FillingService = ReturnType<typeof createFillingService>;
export type FleetFilling = Filling & { deviceId: number; deviceName: string };
/** A filling as other features know it. */
export type BottleFilling = Filling;
/** By which plan each sampler worked at each moment [ms], in their order: the laboratory knows. */
export type PlansAt = (
  scope: Scope,
  asked: readonly { deviceId: number; began: number }[],
) => Promise<AutoSampling["plan"][]>;

/** Events of slots that are read at most for one answer: more than half a year of aliquots at 15 minutes. */
const mostEvents = 20_000;
/** A filling that began before a span is read from its beginning, so that its address stays the same. */
const lookBackMs = 2 * 86_400_000;
const longestFillingMs = 3 * 86_400_000;

/** The mean and the highest of the box temperatures at the aliquots of a filling. */
export const boxTempOf = readBoxTemp;

/** How the bottles of samplers were filled, read from what the devices told: late replays find their place. */
export function createFillingService(options: { db: Db }) {
  const store = createSamplerStore(options.db);

  async function read(deviceId: number, span: Between): Promise<{ events: SlotEvent[]; isMore: boolean }> {
    const found = await store.listSlotEvents(deviceId, span, mostEvents + 1);
    const isMore = found.length > mostEvents;
    return { events: (isMore ? found.slice(0, mostEvents) : found).reverse(), isMore };
  }

  return {
    /** Those that began within the span, newest first. */
    async list(deviceId: number, span: Between): Promise<{ fillings: Filling[]; isMore: boolean }> {
      const wide = { begin: new Date(span.begin.getTime() - lookBackMs), end: span.end };
      const { events, isMore } = await read(deviceId, wide);
      const fillings = readFillings(events).filter((one) => one.began >= span.begin.getTime());
      return { fillings: fillings.sort((a, b) => b.began - a.began || b.slot - a.slot), isMore };
    },

    /** The one that began at that moment. */
    async find(deviceId: number, began: number): Promise<Filling | undefined> {
      const span = { begin: new Date(began - lookBackMs), end: new Date(began + longestFillingMs) };
      return readFillings((await read(deviceId, span)).events).find((one) => one.began === began);
    },

    /** Those of every sampler of the scope that began within the span, newest first. */
    async listFleet(
      scope: Scope,
      query: { span: Between; deviceName: string | undefined },
    ): Promise<{ fillings: FleetFilling[]; isMore: boolean }> {
      const { begin, end } = query.span;
      const span = { begin: new Date(begin.getTime() - lookBackMs), end };
      const found = await store.listFleetSlotEvents(scope, { ...query, span }, mostEvents + 1);
      const isMore = found.length > mostEvents;
      const byDevice = new Map<number, FleetSlotEvent[]>();
      for (const event of (isMore ? found.slice(0, mostEvents) : found).reverse()) {
        const own = byDevice.get(event.deviceId);
        if (own === undefined) byDevice.set(event.deviceId, [event]);
        else own.push(event);
      }
      const fillings = [...byDevice].flatMap(([deviceId, events]) => {
        const deviceName = events[0]?.deviceName ?? "";
        return readFillings(events).map((one) => ({ ...one, deviceId, deviceName }));
      });
      const within = fillings.filter((one) => one.began >= begin.getTime());
      return { fillings: within.sort((a, b) => b.began - a.began || b.slot - a.slot), isMore };
    },

    listPointSpans: store.listPointSpans,

    /** The latest of each slot, begun after the slot was cleared. */
    async latestOf(
      deviceId: number,
      span: Between,
      clearedAt: ReadonlyMap<number, number>,
    ): Promise<Map<number, Filling>> {
      const { events } = await read(deviceId, span);
      const latest = new Map<number, Filling>();
      for (const filling of readFillings(events, clearedAt)) latest.set(filling.slot, filling);
      for (const [slot, filling] of latest) {
        if (filling.began <= (clearedAt.get(slot) ?? 0)) latest.delete(slot);
      }
      return latest;
    },
  };
}
