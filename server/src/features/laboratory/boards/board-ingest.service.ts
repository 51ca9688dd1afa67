import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../../fleet/fleet-events.ts";
import { type ArrivedTest, onTestsAdded } from "./board-arrival.ts";
import { createBoardCatalogStore, type JudgedLot } from "./board-catalog.store.ts";
import type { BoardControlService } from "./board-control.service.ts";
import { createBoardEventStore, type QueuedResult } from "./board-event.store.ts";
import {
  controlOf,
  controlPassed,
  deviceOutcomeOf,
  judgeDeviceResult,
  readDeviceResult,
} from "./board-result.model.ts";
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
  controls: Pick<BoardControlService, "evaluate">;
  dayOf: (at: Date) => string;
  log: Log;
  now: () => number;
}) {
  const { db, events, log } = options;
  let running: Promise<number> | null = null;
  let isAsked = false;
  let stopListening = (): void => undefined;

  /** Makes tests of the oldest results in the queue. */
  async function takeBatch(): Promise<number> {
    const done = await db.transaction().execute(async (trx) => {
      const taken = await createBoardEventStore(trx).take(batch);
      const [catalog, tests] = [createBoardCatalogStore(trx), createBoardTestStore(trx)];
      const lots = new Map<string, JudgedLot | undefined>();
      const added: ArrivedTest[] = [];
      for (const event of taken) {
        const { boardLot } = readDeviceResult(event.params);
        if (!lots.has(boardLot)) lots.set(boardLot, await catalog.findJudged(boardLot));
        const test = toTest(event, lots.get(boardLot), options.dayOf(event.at));
        const id = await tests.add(test);
        if (id !== null) added.push({ id, deviceId: test.deviceId, isControl: test.control !== null });
      }
      const toEvaluate = added.length === 0 ? [] : await onTestsAdded(trx, added, new Date(options.now()));
      return { taken: taken.length, toEvaluate };
    });
    // What is missed now, the scheduled check finds.
    for (const deviceId of done.toEvaluate) await options.controls.evaluate(deviceId);
    return done.taken;
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
    drainSoon().catch((error) => log.warn({ err: error }, "results of boards wait in their queue"));
  }

  /** What fails here, the scheduled check does. */
  function evaluateQuietly(deviceId: number): void {
    options.controls
      .evaluate(deviceId)
      .catch((error) => log.warn({ err: error }, "a lockout was not evaluated"));
  }

  return {
    drain: drainSoon,

    /** What waited while no process was there comes first. */
    start(): void {
      const stops = [
        events.on("event.stored", ({ typeKey, identifier, deviceId }) => {
          if (typeKey !== "handFastDetector") return;
          if (identifier === "result") drainQuietly();
          if (identifier === "selfCheckFail") evaluateQuietly(deviceId);
        }),
        // The outcome of a self-check locks a detector out, or releases it, when it is stored.
        events.on("values.stored", ({ typeKey, deviceId, values }) => {
          if (typeKey !== "handFastDetector") return;
          if (values.some(({ identifier }) => checks.has(identifier))) evaluateQuietly(deviceId);
        }),
      ];
      stopListening = () => {
        for (const stop of stops) stop();
      };
      drainQuietly();
    },
    async stop(): Promise<void> {
      stopListening();
      await running?.catch(() => undefined);
    },
  };
}

const checks = new Set(["lightCheck", "cameraCheck", "calibratedAt"]);

function toTest(event: QueuedResult, lot: JudgedLot | undefined, day: string): NewBoardTest {
  const result = readDeviceResult(event.params);
  const boardTemp = result.boardTemp ?? event.boardTemp;
  const context = { readOn: day, readAfter: result.readAfter, boardTemp };
  const judged = judgeDeviceResult(result, lot, context);
  const deviceOutcome = deviceOutcomeOf(result);
  const control = controlOf(result);
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
    ...{ control, controlPassed: control === null ? null : controlPassed(control, judged) },
    ...{ sha256: result.sha256, file: null },
  };
}
