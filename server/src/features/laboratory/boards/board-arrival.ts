import type { Db } from "../../../platform/store/database.ts";
import { chooseCapture } from "./board-capture.model.ts";
import { createBoardCaptureStore } from "./board-capture.store.ts";
import { createBoardControlStore } from "./board-control.store.ts";
import { createBoardWithholdingStore } from "./board-withholding.store.ts";

export type ArrivedTest = { id: number; deviceId: number | null; isControl: boolean };

/**
 * What follows from tests that were added, in their transaction: which capture of a board counts, which board a dilution
 * shows to be in excess, and which results are withheld. Gives the detectors whose lockout has to be evaluated after it.
 */
export async function onTestsAdded(trx: Db, tests: readonly ArrivedTest[], at: Date): Promise<number[]> {
  const ids = tests.map((test) => test.id);
  const captures = createBoardCaptureStore(trx);
  const read = await captures.listSame(ids);
  for (const board of new Set(read.map((one) => one.board))) {
    const same = read.filter((one) => one.board === board);
    const chosen = chooseCapture(same);
    if (chosen !== null)
      await captures.choose(
        chosen.testId,
        same.map((one) => one.testId),
        chosen.differs,
      );
  }
  await captures.flagHooked(ids);
  const deviceIds = [...new Set(tests.flatMap((one) => (one.deviceId === null ? [] : [one.deviceId])))];
  if (deviceIds.length === 0) return [];
  await createBoardControlStore(trx).ensurePlans(deviceIds, at);
  const withholding = createBoardWithholdingStore(trx);
  const toEvaluate = new Set<number>();
  for (const { id } of tests.filter((one) => one.isControl)) {
    const start = await withholding.findStart(id);
    if (start === undefined) continue;
    toEvaluate.add(start.deviceId);
    await withholding.judgeSince(start.deviceId, start.from);
  }
  await withholding.judgeTests(ids);
  return [...toEvaluate];
}
