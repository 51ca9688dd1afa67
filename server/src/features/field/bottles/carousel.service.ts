import { bottleState } from "@tracewater/contract/field/bottles";
import { type BottleSlot, extraSlots, mainSlots } from "@tracewater/contract/field/sampler-bottles";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { Device } from "../../fleet/devices/device.service.ts";
import type { BottleFilling, FillingService } from "../samplers/filling.service.ts";
import { createCarouselStore, type LeftBottle, type PlacedBottle } from "./carousel.store.ts";
import type { EntryService } from "./entry.service.ts";
import type { EntryRow } from "./entry.store.ts";

export type CarouselService = ReturnType<typeof createCarouselService>;

/** A bottle that left its slot, with what is in it. */
export type TakenBottle = LeftBottle & { filling: BottleFilling | null };
type OnTakenOut = (trx: Trx, caller: Caller, device: Device, taken: readonly TakenBottle[]) => Promise<void>;

const dayMs = 86_400_000;
/** mL of a bottle whose capacity nobody entered. */
const usualCapacity = 1000;
/** A bottle that nobody touched for longer tells its volume no more. */
const longestStayMs = 35 * 86_400_000;

/** The slots of a sampler: which bottle stands there, and what the device put into it. */
export function createCarouselService(options: {
  db: Db;
  fillings: FillingService;
  entries: EntryService;
  now: () => number;
  /** What follows in the same transaction: the laboratory registers what is in the bottles. */
  onTakenOut: OnTakenOut;
}) {
  const { fillings, entries, now, onTakenOut } = options;
  const store = createCarouselStore(options.db);

  async function readSlots(deviceId: number): Promise<BottleSlot[]> {
    await entries.settle(deviceId);
    const clears = await store.listClears(deviceId);
    const clearedAt = new Map(clears.map((one) => [one.slot, one.clearedAt.getTime()]));
    const span = { begin: new Date(now() - longestStayMs), end: new Date(now() + 86_400_000) };
    const [placed, waiting, filled] = await Promise.all([
      store.listNow(deviceId),
      entries.listOpen(deviceId),
      fillings.latestOf(deviceId, span, clearedAt),
    ]);
    return Array.from({ length: mainSlots + extraSlots }, (_, index) => {
      const slot = index + 1;
      return toSlot(slot, {
        placed: placed.find((one) => one.slot === slot),
        filling: filled.get(slot),
        waiting: waiting.filter((one) => one.slot === slot),
        clearedAt: clearedAt.get(slot) ?? null,
      });
    });
  }

  return {
    async listMain(deviceId: number): Promise<BottleSlot[]> {
      return (await readSlots(deviceId)).slice(0, mainSlots);
    },

    async listExtra(deviceId: number): Promise<BottleSlot[]> {
      return (await readSlots(deviceId)).slice(mainSlots);
    },

    listBetween: store.listBetween,
    listBetweenOf: store.listBetweenOf,

    async takeOut(caller: Caller, device: Device, slots: readonly number[], deliveryNo: string | null) {
      await entries.settle(device.id);
      const placed = (await store.listNow(device.id)).filter((one) => slots.includes(one.slot));
      if (placed.length === 0) return [];
      const begin = new Date(Math.min(...placed.map((one) => one.since.getTime())));
      const { fillings: filled } = await fillings.list(device.id, { begin, end: new Date(now() + dayMs) });
      return options.db.transaction().execute(async (trx) => {
        const left = await store.takeOut(trx, device.id, slots, { name: caller.nickName, deliveryNo });
        const taken = left.map((one) => ({ ...one, filling: latestOf(one, filled) }));
        await onTakenOut(trx, caller, device, taken);
        return left.map(({ slot, bodyCode, state }) => ({ slot, bodyCode, state }));
      });
    },

    /** The bottles that left under a number, each with what went into it while it stood in its slot. */
    async listDelivered(scope: Scope, deliveryNo: string) {
      const delivered = await store.listDelivered(scope, deliveryNo);
      const filled = new Map<number, BottleFilling[]>();
      for (const deviceId of new Set(delivered.map((one) => one.deviceId))) {
        const own = delivered.filter((one) => one.deviceId === deviceId);
        const begin = new Date(Math.min(...own.map((one) => one.since.getTime())));
        const end = new Date(Math.max(...own.map((one) => one.until.getTime())));
        filled.set(deviceId, (await fillings.list(deviceId, { begin, end })).fillings);
      }
      return delivered.map((one) => ({
        ...one,
        fillings: (filled.get(one.deviceId) ?? []).filter(
          (filling) =>
            filling.slot === one.slot &&
            filling.began >= one.since.getTime() &&
            filling.began <= one.until.getTime(),
        ),
      }));
    },
  };
}

/** What went into a bottle last while it stood in its slot; null where nothing did. */
function latestOf(bottle: LeftBottle, filled: readonly BottleFilling[]): BottleFilling | null {
  const own = filled.filter(
    ({ slot, began, taken }) => slot === bottle.slot && taken > 0 && began >= bottle.since.getTime(),
  );
  return own.reduce<BottleFilling | null>(
    (last, one) => (last === null || one.began > last.began ? one : last),
    null,
  );
}

function toSlot(
  slot: number,
  known: {
    placed: PlacedBottle | undefined;
    filling: BottleFilling | undefined;
    waiting: readonly EntryRow[];
    clearedAt: number | null;
  },
): BottleSlot {
  const { placed, filling, waiting, clearedAt } = known;
  return {
    slot,
    bottleId: placed?.bottleId ?? null,
    bodyCode: placed?.bodyCode ?? null,
    capCode: placed?.capCode ?? null,
    state: placed === undefined ? null : bottleState.parse(placed.state),
    material: placed?.material ?? null,
    capacity: placed?.volume ?? usualCapacity,
    // Cleared and nothing since: the slot is known to be empty.
    volume: filling?.volume ?? (clearedAt === null ? null : 0),
    volumeAt: filling?.ended ?? clearedAt,
    taken: filling?.taken ?? 0,
    missed: filling?.missed ?? 0,
    reason: filling?.events.findLast((event) => event.identifier === "sampleMissed")?.reason ?? null,
    since: placed?.since.getTime() ?? null,
    clearedAt,
    waiting: waiting.map((one) => ({
      part: one.part === "cap" ? ("cap" as const) : ("body" as const),
      code: one.code,
      commandId: one.commandId ?? "",
    })),
  };
}
