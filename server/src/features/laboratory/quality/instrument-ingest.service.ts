import type { InstrumentEventKind } from "@tracewater/contract/laboratory/instrument-runs";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../../fleet/fleet-events.ts";
import type { DoubtService } from "../doubts/doubt.service.ts";
import { createAnalyticalBatchStore } from "./analytical-batch.store.ts";
import { judgeBatch } from "./batch-verdict.ts";
import { failedCheck, type InstrumentReport, readInstrumentEvent } from "./instrument-event.model.ts";
import { createInstrumentEventStore, type QueuedInstrumentEvent } from "./instrument-event.store.ts";
import { createInstrumentRunStore } from "./instrument-run.store.ts";

export type InstrumentIngest = ReturnType<typeof createInstrumentIngest>;

const batch = 100;

/**
 * Brings what mass spectrometers report to their measuring runs. The database queues an event in the transaction that
 * stores it, and it leaves the queue in the transaction that stores what it says of the run: nothing is lost or counted
 * twice when a process ends in between, or when a device repeats its message.
 */
export function createInstrumentIngest(options: {
  db: Db;
  events: EventBus<FleetEvents>;
  doubts: Pick<DoubtService, "raise">;
  log: Log;
}) {
  const { db, events, doubts, log } = options;
  let running: Promise<number> | null = null;
  let isAsked = false;
  let stopListening = (): void => undefined;

  async function takeBatch(): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const taken = await createInstrumentEventStore(trx).take(batch);
      const changed = new Set<number>();
      for (const event of taken) {
        const report = readInstrumentEvent(event);
        for (const id of await store(trx, event, report, doubts)) changed.add(id);
      }
      const batches = createAnalyticalBatchStore(trx);
      for (const id of changed) {
        const found = await batches.find({ kind: "all" }, id);
        if (found !== undefined) await judgeBatch(trx, found);
      }
      return taken.length;
    });
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
    drainSoon().catch((error) =>
      log.warn({ err: error }, "reports of mass spectrometers wait in their queue"),
    );
  }

  return {
    drain: drainSoon,

    /** What waited while no process was there comes first. */
    start(): void {
      stopListening = events.on("event.stored", ({ typeKey, identifier }) => {
        if (typeKey === "mass" && identifier in isRead) drainQuietly();
      });
      drainQuietly();
    },
    async stop(): Promise<void> {
      stopListening();
      await running?.catch(() => undefined);
    },
  };
}

const isRead: Readonly<Record<InstrumentEventKind, true>> = {
  ...{ batchDone: true, calFail: true, blankFail: true, drift: true, auditTrailGap: true },
};

/** One report, and the batches that have to be judged again. Results that were handed over are called in question. */
async function store(
  trx: Trx,
  event: QueuedInstrumentEvent,
  report: InstrumentReport,
  doubts: Pick<DoubtService, "raise">,
): Promise<number[]> {
  const events = createInstrumentEventStore(trx);
  const runs = createInstrumentRunStore(trx);
  const named = await runs.ensure(event, report);
  const isGap = report.kind === "auditTrailGap";
  const batchId = named ?? (isGap ? await runs.findAt(event.deviceId, report) : null);
  if (!(await events.add(event, report, batchId)) || batchId === null) return [];
  const check = failedCheck(report.kind);
  if (check !== null) {
    const { at, figure, analyte } = report;
    const submitted = await runs.listSubmitted(batchId, analyte);
    await doubts.raise(trx, submitted, { kind: check, origin: "batch", at, figure });
    return [batchId];
  }
  await runs.finish(batchId, report);
  return (await events.adopt(batchId)) ? [batchId] : [];
}
