import { answerLater, refusal, success } from "../machine/answers.ts";
import { day, emitEvent, never } from "../machine/machine.ts";
import { localDay, momentOf } from "../site/local-days.ts";
import { type BoardLot, boardLots, outcome, readBoard } from "./board-test.ts";
import {
  controlsAfter,
  type Handheld,
  largestQueue,
  lotFor,
  nextReading,
  readAfter,
  readingSeconds,
  sampleIdOf,
  sampleOf,
  switchedOn,
  type Work,
} from "./handheld-state.ts";
import { readLotFile } from "./lot-file.ts";
import { boardTemp, lightSource } from "./readings.ts";

/** What the detector and its operator do in a day: switch on, check, read boards, send, put away. */

const seconds = { selfCheck: 25, reading: readingSeconds, uploading: 6 };
const allowed = { low: 15, high: 30 };

export function beginDay(handheld: Handheld): void {
  const { catchment, nowMs } = handheld;
  const today = localDay(catchment, nowMs);
  const on = momentOf(catchment, today, switchedOn);
  handheld.agenda.set("check", on > nowMs ? on : never);
  for (const kind of ["positive", "negative"] as const) {
    const at = on + controlsAfter[kind];
    handheld.agenda.set(`${kind}Control`, at > nowMs ? at : never);
  }
  handheld.agenda.set("read", nextReading(handheld, nowMs));
  handheld.agenda.set("day", momentOf(catchment, today, 0) + day);
}

/** In the morning, before the first board. */
export function checkInTheMorning(handheld: Handheld): void {
  handheld.locked = 0;
  if (handheld.work === null) begin(handheld, { kind: "selfCheck", ticket: null });
}

/** The operator puts a board in, each time of another lot; the same sample diluted where the last board was in excess. */
export function readNext(handheld: Handheld): void {
  handheld.agenda.set("read", nextReading(handheld, handheld.nowMs));
  const { diluted, matrix } = handheld;
  const lot = diluted?.lot ?? lotFor(handheld, handheld.readCount, handheld.nowMs);
  if (lot === undefined || handheld.work !== null || handheld.isHeld) return;
  handheld.locked = 0;
  handheld.diluted = null;
  const sampleId = diluted?.sampleId ?? sampleIdOf(handheld.seed, handheld.readCount + 1);
  const dilution = diluted === null ? 1 : 10;
  const sample = diluted?.sample ?? sampleOf(handheld.readCount + 1);
  begin(handheld, { kind: "reading", sampleId, sample, lot, matrix, ticket: null, dilution });
}

/** A board of known content of the lot whose turn it is; also on a detector that is held. */
export function readControl(handheld: Handheld, control: "positive" | "negative"): void {
  handheld.agenda.set(`${control}Control`, never);
  const { nowMs, catchment, matrix } = handheld;
  const lot = lotFor(handheld, localDay(catchment, nowMs), nowMs);
  if (lot === undefined || handheld.work !== null) return;
  handheld.locked = 0;
  const sampleId = `QC-${control}-${localDay(catchment, nowMs)}`;
  begin(handheld, { kind: "reading", sampleId, lot, matrix, ticket: null, control });
}

export function begin(handheld: Handheld, work: Work): void {
  handheld.work = work;
  handheld.agenda.set("work", handheld.nowMs + seconds[work.kind] * 1000);
  handheld.agenda.set("lock", never);
}

/** Nobody touches it any longer. */
export function lockItself(handheld: Handheld): void {
  handheld.locked = 1;
}

export function endWork(handheld: Handheld): void {
  const { work } = handheld;
  if (work === null) return;
  handheld.work = null;
  if (work.kind === "selfCheck") endSelfCheck(handheld, work.ticket);
  else if (work.kind === "reading") endReading(handheld, work);
  else endUpload(handheld, work);
  if (handheld.work === null) handheld.agenda.set("lock", handheld.nowMs + handheld.lockAfter * 60_000);
}

function endSelfCheck(handheld: Handheld, ticket: number | null): void {
  const light = handheld.faults.has("lightFail");
  const camera = handheld.faults.has("cameraFail");
  handheld.lightCheck = light ? 2 : 1;
  handheld.cameraCheck = camera ? 2 : 1;
  if (!camera) handheld.calibratedAtMs = handheld.nowMs;
  const part = light ? "lightSource" : "camera";
  const detail = light ? `The lamp is at ${lightSource(handheld)} %.` : "The reference board was not found.";
  if (light || camera) emitEvent(handheld, "selfCheckFail", { part, detail });
  const passed = !light && !camera;
  answerLater(
    handheld,
    ticket,
    success({ result: passed ? 1 : 0, detail: passed ? "All components respond." : detail }),
  );
}

function endReading(handheld: Handheld, work: Work & { kind: "reading" }): void {
  const { catchment, nowMs, faults } = handheld;
  const { lot, sampleId } = work;
  const temp = boardTemp(handheld);
  if (temp < allowed.low || temp > allowed.high) {
    emitEvent(handheld, "tempOut", { boardTemp: temp, ...allowed });
    answerLater(handheld, work.ticket, refusal(`The board is at ${temp} °C; it is read at 15 to 30 °C.`));
    return;
  }
  const { control } = work;
  const isSample = control === undefined;
  if (isSample) handheld.readCount += 1;
  const readMs = faults.has("expiredLot") ? lot.expiresAt + day : nowMs;
  const sampledMs = nowMs - readAfter * 1000;
  const number = isSample ? handheld.readCount : firstControl + Math.floor(nowMs / 60_000);
  const test = readBoard({
    ...{ catchment, lot, sampledMs, readMs, weak: faults.has("weakControl"), number },
    sample: work.sample ?? sampleOf(number),
    ...(work.dilution === undefined ? {} : { dilution: work.dilution }),
    ...(control === undefined ? {} : { control: contentOf(lot, control, faults.has("badControl")) }),
  });
  if (isSample) handheld.last = { test, sampleId, atMs: nowMs };
  if (isSample && test.isHooked && work.dilution !== 10)
    handheld.diluted = { sampleId, sample: work.sample ?? sampleOf(number), lot };
  const reported = {
    sampleId,
    boardLot: lot.lot,
    analyte: lot.analyte,
    outcome: test.outcome,
    c: test.c,
    t: test.t,
    ratio: test.ratio,
    background: test.background,
    concentration: test.concentration,
    readAfter: test.readAfter,
    control: controlCodes[control ?? "none"],
    preconcentration: test.preconcentration,
    sha256: test.picture.sha256,
    bytes: test.picture.bytes,
  };
  emitEvent(handheld, "result", reported, test.picture);
  if (test.outcome === outcome.invalid)
    emitEvent(handheld, "invalid", { sampleId, boardLot: lot.lot, reason: "weak control line", c: test.c });
  if (test.outcome === outcome.expiredLot)
    emitEvent(handheld, "expiredLot", { boardLot: lot.lot, expiredAt: lot.expiresAt });
  const { ratio, concentration } = test;
  answerLater(handheld, work.ticket, success({ outcome: test.outcome, ratio, concentration }));
  keepPicture(handheld);
}

const controlCodes = { none: 0, positive: 1, negative: 2 } as const;
/** Boards of samples are numbered from one. */
const firstControl = 10_000_000;

/** ng/mL on a control board: far above or far below the cut-off. With spoilt controls the positive one has none. */
function contentOf(lot: BoardLot, control: "positive" | "negative", isSpoilt: boolean): number {
  return control === "positive" && !isSpoilt ? 4 * lot.cutOff : 0;
}

/** The picture waits in memory until it is sent. */
function keepPicture(handheld: Handheld): void {
  handheld.queue = Math.min(largestQueue, handheld.queue + 1);
  if (handheld.queue === largestQueue && !handheld.queueReported) {
    handheld.queueReported = true;
    emitEvent(handheld, "offlineQueueFull", { queueLength: handheld.queue });
  }
  if (handheld.autoUpload === 1 && !handheld.faults.has("noUpload"))
    begin(handheld, { kind: "uploading", count: handheld.queue, ticket: null });
}

function endUpload(handheld: Handheld, work: Work & { kind: "uploading" }): void {
  if (handheld.faults.has("noUpload")) {
    answerLater(handheld, work.ticket, refusal("The pictures cannot be sent at the moment."));
    return;
  }
  handheld.queue = Math.max(0, handheld.queue - work.count);
  handheld.queueReported = false;
  answerLater(handheld, work.ticket, success({ pushed: work.count }));
}

/** The lots of the platform's file; without one those that a detector is made with. Null, or why the file is refused. */
export function pullLots(handheld: Handheld, given: { file?: string; version?: number }): string | null {
  const lots = given.file === undefined ? boardLots(handheld.lotsVersion + 1) : readLotFile(given.file);
  if (typeof lots === "string") return lots;
  handheld.lotsVersion = given.version ?? handheld.lotsVersion + 1;
  handheld.lots = lots;
  return null;
}
