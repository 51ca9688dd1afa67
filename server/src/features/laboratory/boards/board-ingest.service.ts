import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../../fleet/fleet-events.ts";
import { createBoardCatalogStore, type JudgedLot } from "./board-catalog.store.ts";
import { createBoardEventStore, type QueuedResult } from "./board-event.store.ts";
import { deviceOutcomeOf, judgeDeviceResult, readDeviceResult } from "./board-result.model.ts";
import { createBoardTestStore, type NewBoardTest } from "./board-test.store.ts";

export type BoardIngest = ReturnType<typeof createBoardIngest>;

const batch = 200;

/**
 * Makes tests of what handheld detectors report. The database queues a result in the transaction that stores it, and here
 * it leaves the queue in the transaction that stores its test: nothing is lost when a process ends in between, and a
 * replayed queue of a device, whose results are stored once, makes no second test.
 */
export function createBoardIngest(options: {
  db: Db;
  events: EventBus<FleetEvents>;
  dayOf: (at: Date) => string;
  log: Log;
}) {
  const { db, events, log } = options;
  let running: Promise<void> | null = null;
  let isAsked = false;
  let stopListening = (): void => undefined;

  /** Tests that were made of the oldest results in the queue. */
  async function takeBatch(): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const taken = await createBoardEventStore(trx).take(batch);
      const [catalog, tests] = [createBoardCatalogStore(trx), createBoardTestStore(trx)];
      const lots = new Map<string, JudgedLot | undefined>();
      for (const event of taken) {
        const { boardLot } = readDeviceResult(event.params);
        if (!lots.has(boardLot)) lots.set(boardLot, await catalog.findJudged(boardLot));
        await tests.add(toTest(event, lots.get(boardLot), options.dayOf(event.at)));
      }
      return taken.length;
    });
  }

  async function drain(): Promise<void> {
    do {
      isAsked = false;
      while ((await takeBatch()) === batch);
    } while (isAsked);
  }

  /** Asked again while it runs, it looks again at the end. */
  function drainSoon(): Promise<void> {
    isAsked = true;
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  }

  function drainQuietly(): void {
    drainSoon().catch((error) => log.warn({ err: error }, "results of boards wait in their queue"));
  }

  return {
    drain: drainSoon,

    /** What waited while no process was there comes first. */
    start(): void {
      stopListening = events.on("event.stored", ({ typeKey, identifier }) => {
        if (typeKey === "handFastDetector" && identifier === "result") drainQuietly();
      });
      drainQuietly();
    },
    async stop(): Promise<void> {
      stopListening();
      await running?.catch(() => undefined);
    },
  };
}

function toTest(event: QueuedResult, lot: JudgedLot | undefined, day: string): NewBoardTest {
  const result = readDeviceResult(event.params);
  const boardTemp = result.boardTemp ?? event.boardTemp;
  const context = { readOn: day, readAfter: result.readAfter, boardTemp };
  const judged = judgeDeviceResult(result, lot, context);
  const deviceOutcome = deviceOutcomeOf(result);
  const differs = lot !== undefined && deviceOutcome !== null && deviceOutcome !== judged.outcome;
  return {
    ...{
      unitId: event.unitId,
      source: "device",
      deviceId: event.deviceId,
      eventId: event.id,
      measuredAt: event.at,
    },
    ...{
      lotId: lot?.lotId ?? null,
      lotNo: result.boardLot,
      analyte: result.analyte,
      sampleNo: result.sampleId,
    },
    operator: result.operator === "" ? event.operator : result.operator,
    ...{ c: result.c, t: result.t, ratio: judged.ratio, background: result.background },
    ...{ readAfter: result.readAfter, boardTemp, preconcentration: result.preconcentration },
    ...{ outcome: judged.outcome, reason: judged.reason, quantity: judged.quantity, deviceOutcome },
    flags: [...judged.flags, ...(differs ? ["differsFromDevice"] : [])],
    ...{ sha256: result.sha256, file: null },
  };
}
