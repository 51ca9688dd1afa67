import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../../fleet/fleet-events.ts";
import type { DoubtService } from "../doubts/doubt.service.ts";
import { judgeControl, microgram, readControl, readExceeded, readResult } from "./detection-event.model.ts";
import {
  createDetectionEventStore,
  type NewDetection,
  type QueuedEvent,
  type RunContext,
} from "./detection-event.store.ts";
import type { DetectionFollowUp } from "./detection-follow.service.ts";

export type DetectionIngest = ReturnType<typeof createDetectionIngest>;

const batch = 200;

/**
 * Makes detections of what online detectors report. The database queues an event in the transaction that stores it, and
 * it leaves the queue in the transaction that stores its detection: nothing is lost or made twice when a process ends in
 * between, or when a device repeats its message.
 */
export function createDetectionIngest(options: {
  db: Db;
  events: EventBus<FleetEvents>;
  followUp: DetectionFollowUp;
  doubts: Pick<DoubtService, "raise">;
  log: Log;
}) {
  const { db, events, followUp, log } = options;
  let running: Promise<number> | null = null;
  let isAsked = false;
  let stopListening = (): void => undefined;

  /** How many events were read. */
  async function takeBatch(): Promise<number> {
    const { count, written } = await db.transaction().execute(async (trx) => {
      const store = createDetectionEventStore(trx);
      const taken = await store.take(batch);
      const written = [];
      for (const event of taken) written.push(...(await readOther(trx, event, options)));
      const results = taken.filter(({ identifier }) => identifier === "result");
      if (results.length > 0) {
        const contexts = await store.contextsOf(results.map(({ id }) => id));
        await store.addDetections(results.map((event) => toDetection(event, contexts.get(event.id))));
      }
      return { count: taken.length, written };
    });
    followUp.onCreated(written);
    return count;
  }

  /** How many there were. */
  async function drain(): Promise<number> {
    let all = 0;
    let taken: number;
    do {
      isAsked = false;
      do {
        taken = await takeBatch();
        all += taken;
      } while (taken === batch);
    } while (isAsked);
    return all;
  }

  /** Asked again while it runs, it looks again at the end. */
  function drainSoon(): Promise<number> {
    isAsked = true;
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  }

  function drainQuietly(): void {
    drainSoon().catch((error) => log.warn({ err: error }, "results of detectors wait in their queue"));
  }

  return {
    drain: drainSoon,

    /** What waited while no process was there comes first. */
    start(): void {
      stopListening = events.on("event.stored", ({ typeKey, identifier }) => {
        if (typeKey === "liquidExtract" && identifier in isRead) drainQuietly();
      });
      drainQuietly();
    },
    async stop(): Promise<void> {
      stopListening();
      await running?.catch(() => undefined);
    },
  };
}

const isRead: Readonly<Record<QueuedEvent["identifier"], true>> = {
  ...{ result: true, exceed: true, qcFail: true, carryOver: true },
};

/** A failed control, or an analyte above its limit; the commands that follow from it. */
async function readOther(
  trx: Trx,
  event: QueuedEvent,
  { followUp, doubts }: { followUp: DetectionFollowUp; doubts: Pick<DoubtService, "raise"> },
) {
  const store = createDetectionEventStore(trx);
  const { id: eventId, identifier, deviceId, unitId, at, params } = event;
  if (identifier === "qcFail" || identifier === "carryOver") {
    const kind = identifier === "qcFail" ? "qc" : "blank";
    const value = readControl(params);
    const questioned = await store.addFailure({ deviceId, kind, at, value });
    const failed = kind === "qc" ? "control" : "blank";
    const figure = kind === "blank" && value !== null ? value / 1000 : value;
    await doubts.raise(trx, questioned, { kind: failed, origin: "detector", at, figure });
  }
  const read = identifier === "exceed" ? readExceeded(params) : null;
  if (read === null) return [];
  const find = { ...read, eventId, deviceId, unitId, at };
  const added = await store.addFind(find);
  return added?.isFirst ? followUp.follow(trx, added.id, find) : [];
}

function toDetection(event: QueuedEvent, context: RunContext | undefined): NewDetection {
  const { startedAt, ...read } = readResult(event.params);
  const qc = judgeControl({
    ...{ reading: context?.qc ?? null, readingAt: context?.qcAt ?? null },
    failedAt: context?.qcFailedAt ?? null,
  });
  const blank = judgeControl({
    ...{ reading: context?.blank ?? null, readingAt: context?.blankAt ?? null },
    failedAt: context?.blankFailedAt ?? null,
  });
  const isFailedByEvent = qc.at !== null && qc.at === context?.qcFailedAt;
  const limit = (value: number | null | undefined) =>
    value === null || value === undefined || value <= 0 ? null : microgram(value);
  return {
    ...read,
    ...{ unitId: event.unitId, deviceId: event.deviceId, pointId: context?.pointId ?? null },
    ...{ eventId: event.id, measuredAt: event.at },
    startedAt: startedAt === null ? event.at : new Date(startedAt),
    ...{ lod: limit(context?.lod), loq: limit(context?.loq) },
    ...{ qc: qc.outcome, qcAt: dateOf(qc.at), blank: blank.outcome, blankAt: dateOf(blank.at) },
    qcRecovery: (isFailedByEvent ? context?.qcFailedRecovery : context?.qcRecovery) ?? null,
    state: qc.outcome === "failed" || blank.outcome === "failed" ? "withheld" : "ready",
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8e15 ? null : new Date(ms);
}
