import { deviceTime, emitEvent, never } from "../machine/machine.ts";
import {
  batchNoOf,
  controls,
  injectionMs,
  type MassSpec,
  nextBatchAt,
  samplesOf,
  sequenceOf,
} from "./mass-state.ts";
import { massErrorNow, standardArea } from "./readings.ts";
import { sheetOf } from "./sheet.ts";

/** What the instrument does: one injection after the other, batch after batch. */

/** The laboratory starts its next batch; an instrument that runs or is in service lets it pass. */
export function startDueBatch(mass: MassSpec): void {
  mass.agenda.set("batch", nextBatchAt(mass));
  if (hindranceOf(mass) !== null) return;
  const number = mass.batchCount + 1;
  startBatch(mass, {
    batchNo: batchNoOf(mass.seed, number),
    sequence: sequenceOf(mass.seed, number),
    samples: samplesOf(mass.seed, number),
  });
}

/** Why no batch can be started, in a sentence; null where one can. */
export function hindranceOf(mass: MassSpec): string | null {
  if (mass.faults.has("vented")) return "The instrument is under maintenance.";
  if (mass.sequenceLocked === 1) return "The sequence is locked.";
  if (mass.batch !== null) return `Batch ${mass.batch.batchNo} is running.`;
  return null;
}

export function startBatch(
  mass: MassSpec,
  asked: { batchNo: string; sequence: string; samples: number },
): void {
  const injections = asked.samples + controls;
  mass.batch = { ...asked, injections, done: 0, failed: 0, startedAtMs: deviceTime(mass) };
  mass.lastBatchNo = asked.batchNo;
  mass.lastSequence = asked.sequence;
  mass.driftReported = false;
  mass.agenda.set("injection", mass.nowMs + injectionMs);
}

/** An injection has ended. Without nitrogen the sequence waits. */
export function passInjection(mass: MassSpec): void {
  const { batch } = mass;
  if (batch === null) return;
  mass.agenda.set("injection", mass.nowMs + injectionMs);
  if (mass.faults.has("noNitrogen")) return;
  batch.done += 1;
  judgeControls(mass);
  if (batch.done < batch.injections) return;
  mass.agenda.set("injection", never);
  mass.batch = null;
  mass.batchCount += 1;
  const { batchNo, sequence, samples, failed, startedAtMs: startedAt } = batch;
  const { fileName, sha256, text } = sheetOf(mass, batch);
  const png = Buffer.from(text);
  const bytes = png.length;
  const run = { batchNo, sequence, samples, failed, standardArea: standardArea(mass), startedAt };
  emitEvent(
    mass,
    "batchDone",
    { ...run, fileName, sha256, bytes },
    { png, sha256, bytes, type: "text/plain" },
  );
}

/** The blank is the first injection of a sequence, the calibrators the next five. */
function judgeControls(mass: MassSpec): void {
  const { batch, faults } = mass;
  if (batch === null) return;
  if (batch.done === 1 && faults.has("blankFail")) {
    batch.failed += 1;
    emitEvent(mass, "blankFail", { batchNo: batch.batchNo, analyte: "mamp", value: 3.4 });
  }
  if (batch.done === controls - 2 && faults.has("calFail")) {
    batch.failed += 1;
    emitEvent(mass, "calFail", { batchNo: batch.batchNo, analyte: "thcCooh", r2: 0.9712 });
  }
  watchDrift(mass);
}

/** `drift` is reported once for each batch. */
export function watchDrift(mass: MassSpec): void {
  const area = standardArea(mass);
  if (mass.batch === null || mass.driftReported || Math.abs(100 - area) <= mass.driftLimit) return;
  mass.driftReported = true;
  mass.batch.failed += 1;
  const { batchNo } = mass.batch;
  emitEvent(mass, "drift", { batchNo, standardArea: area, massError: massErrorNow(mass) });
}
