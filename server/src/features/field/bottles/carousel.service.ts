import { bottleState } from "@tracewater/contract/field/bottles";
import { type BottleSlot, extraSlots, mainSlots } from "@tracewater/contract/field/sampler-bottles";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { Device } from "../../fleet/devices/device.service.ts";
import { type AutoSampleService, type BottleAutoSample, isInStay } from "../samplers/auto-sample.service.ts";
import { createCarouselStore, type PlacedBottle, type SampledBottle } from "./carousel.store.ts";
import type { LeftBottle } from "./carousel-removal.store.ts";
import type { EntryService } from "./entry.service.ts";
import type { EntryRow } from "./entry.store.ts";

export type CarouselService = ReturnType<typeof createCarouselService>;

/** A bottle that left its slot, with what is in it. */
export type TakenBottle = LeftBottle & { autoSample: BottleAutoSample | null };
export type { PlacedBottle };

/** A bottle that is back in its slot. */
export type RestoredBottle = { bottleId: number; bodyCode: string; slot: number };
type OnRestored = (
  trx: Trx,
  caller: Caller,
  device: Device,
  restored: readonly RestoredBottle[],
) => Promise<void>;
type OnTakenOut = (trx: Trx, caller: Caller, device: Device, taken: readonly TakenBottle[]) => Promise<void>;

/** Devices whose clocks are ahead are heard as well. */
const aheadMs = 86_400_000;
/** The console offers it for ten seconds; the rest is for slow networks. */
const undoMs = 30_000;
/** mL of a bottle whose capacity nobody entered. */
const defaultCapacity = 1000;

/** The slots of a sampler: which bottle is there, and what the device put into it. */
export function createCarouselService(options: {
  db: Db;
  autoSamples: AutoSampleService;
  entries: EntryService;
  now: () => number;
  /** What follows in the same transaction: the laboratory registers what is in the bottles. */
  onTakenOut: OnTakenOut;
  /** The reverse: throws where something has happened to a sample since. */
  onRestored: OnRestored;
}) {
  const { autoSamples, entries, now, onTakenOut, onRestored } = options;
  const store = createCarouselStore(options.db);

  /** What is in the bottles that are in these slots; a slot that was set back is empty from then on. */
  async function readContents(deviceId: number, placed: readonly PlacedBottle[]) {
    const clears = await store.listClears(deviceId);
    const clearedAt = new Map(clears.map((one) => [one.slot, one.clearedAt]));
    const stays = placed.map(({ slot, since, until }) => {
      const cleared = clearedAt.get(slot);
      return { slot, since: cleared !== undefined && cleared > since ? cleared : since, until };
    });
    const contents = await autoSamples.contentsOf(deviceId, stays, new Date(now() + aheadMs));
    return { contents, clearedAt };
  }

  async function readSlots(deviceId: number): Promise<BottleSlot[]> {
    await entries.applyEnded(deviceId);
    const [placed, waiting] = await Promise.all([store.listNow(deviceId), entries.listOpen(deviceId)]);
    const { contents, clearedAt } = await readContents(deviceId, placed);
    return Array.from({ length: mainSlots + extraSlots }, (_, index) => {
      const slot = index + 1;
      return toSlot(slot, {
        placed: placed.find((one) => one.slot === slot),
        content: contents.get(slot),
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

    /** Those of these stays whose bottle was cleaned or put into a sampler again after it had left. */
    async listReused<One extends PlacedBottle>(stays: readonly One[]): Promise<One[]> {
      const reused = new Set(await store.listReused(stays));
      return stays.filter((_, place) => reused.has(place));
    },

    async takeOut(caller: Caller, device: Device, slots: readonly number[], deliveryNo: string | null) {
      await entries.applyEnded(device.id);
      const placed = (await store.listNow(device.id)).filter((one) => slots.includes(one.slot));
      if (placed.length === 0) return [];
      const { contents } = await readContents(device.id, placed);
      return options.db.transaction().execute(async (trx) => {
        const left = await store.takeOut(trx, device.id, slots, { name: personLabel(caller), deliveryNo });
        const taken = left.map((one) => ({ ...one, autoSample: waterOf(contents.get(one.slot)) }));
        await onTakenOut(trx, caller, device, taken);
        return left.map(({ placeId, slot, bodyCode, state }) => ({ placeId, slot, bodyCode, state }));
      });
    },

    /** All of them or none, as if they had never left. */
    async undoTakeOut(
      caller: Caller,
      device: Device,
      placeIds: readonly string[],
    ): Promise<RestoredBottle[]> {
      await entries.applyEnded(device.id);
      const ids = [...new Set(placeIds)];
      return onUniqueViolation(
        options.db.transaction().execute(async (trx) => {
          const restored = await store.restore(trx, device.id, ids, undoMs);
          if (restored.length < ids.length) throw tooLate();
          await onRestored(trx, caller, device, restored);
          return restored;
        }),
        () => {
          throw tooLate();
        },
      );
    },

    /**
     * The bottles of a delivery's samples, and those that left a sampler under its number, each with what went into it
     * while it was in its slot.
     */
    async listDelivered(scope: Scope, deliveryNo: string, samples: readonly SampledBottle[]) {
      const sampled = samples.length === 0 ? [] : await store.listSampled(samples);
      const known = new Set(sampled.map((one) => one.bottleId));
      const left = (await store.listDelivered(scope, deliveryNo)).filter((one) => !known.has(one.bottleId));
      const delivered = [...sampled, ...left];
      const stays = delivered.flatMap((one) => (one.deviceId === null ? [] : [one]));
      const filled = new Map<number, BottleAutoSample[]>();
      for (const deviceId of new Set(stays.map((one) => one.deviceId))) {
        const own = stays.filter((one) => one.deviceId === deviceId);
        const begin = new Date(Math.min(...own.map((one) => one.since.getTime())));
        const end = new Date(Math.max(...own.map((one) => one.until?.getTime() ?? now() + aheadMs)));
        filled.set(deviceId, (await autoSamples.list(deviceId, { begin, end })).autoSamples);
      }
      return delivered.map((one) => ({
        ...one,
        autoSamples:
          one.deviceId === null
            ? []
            : (filled.get(one.deviceId) ?? []).filter((autoSample) => isInStay(one, autoSample)),
      }));
    },
  };
}

/** Without an aliquot there is nothing in the bottle that could be a sample. */
function waterOf(content: BottleAutoSample | undefined): BottleAutoSample | null {
  return content !== undefined && content.taken > 0 ? content : null;
}

function tooLate(): AppError {
  return new AppError("refused", {
    en: "The removal can no longer be undone. Scan the bottle again.",
    zh: "已无法撤销取出，请重新扫描采样瓶。",
  });
}

function toSlot(
  slot: number,
  known: {
    placed: PlacedBottle | undefined;
    content: BottleAutoSample | undefined;
    waiting: readonly EntryRow[];
    clearedAt: Date | null;
  },
): BottleSlot {
  const { placed, content, waiting } = known;
  const clearedAt = known.clearedAt?.getTime() ?? null;
  const since = placed?.since.getTime() ?? null;
  return {
    slot,
    bottleId: placed?.bottleId ?? null,
    bodyCode: placed?.bodyCode ?? null,
    capCode: placed?.capCode ?? null,
    state: placed === undefined ? null : bottleState.parse(placed.state),
    material: placed?.material ?? null,
    capacity: placed?.volume ?? defaultCapacity,
    // A bottle that got nothing since it was put in is empty; without a bottle there is nothing to be full.
    volume: since === null ? null : (content?.volume ?? 0),
    volumeAt: since === null ? null : (content?.ended ?? Math.max(since, clearedAt ?? 0)),
    taken: content?.taken ?? 0,
    missed: content?.missed ?? 0,
    reason: content?.events.findLast((event) => event.identifier === "sampleMissed")?.reason ?? null,
    since,
    clearedAt,
    waiting: waiting.map((one) => ({
      part: one.part === "cap" ? ("cap" as const) : ("body" as const),
      code: one.code,
      commandId: one.commandId ?? "",
    })),
  };
}
