import { z } from "zod";
import type { Answer, InstrumentFamily } from "../instrument.ts";
import {
  done,
  flag,
  later,
  noInput,
  record,
  refuse,
  type Service,
  service,
  settings,
  text,
  whole,
} from "../machine/answers.ts";
import { type Blueprint, createInstrument } from "../machine/create-instrument.ts";
import { emitEvent } from "../machine/machine.ts";
import { catchmentProfile, profileFault, toCatchment } from "../site/catchment-profile.ts";
import { createHandheld, type Handheld, largestQueue, type Work } from "./handheld-state.ts";
import { boardTemp, readings } from "./readings.ts";
import {
  begin,
  beginDay,
  checkInTheMorning,
  endWork,
  lockItself,
  pullLots,
  readControl,
  readNext,
} from "./work.ts";

const profile = catchmentProfile.extend({
  operator: z.string().min(1).max(64).default("Operator 1"),
  reportInterval: z.int().min(1).max(3600).default(60),
});

const readInput = record({
  sampleId: text("sampleId", 64),
  boardLot: text("boardLot", 32).optional(),
  matrix: whole("matrix", 0, 3).optional(),
  control: whole("control", 0, 2).optional(),
});
/** The device around it has fetched the file. */
const lotsInput = record({
  file: text("file", 1_000_000).optional(),
  version: whole("version", 0, 1_000_000).optional(),
});
const controls = [undefined, "positive", "negative"] as const;

const services: Record<string, Service<Handheld>> = {
  pullLots: service(lotsInput, (handheld, input) => {
    const { file, version } = input;
    const given = { ...(file === undefined ? {} : { file }), ...(version === undefined ? {} : { version }) };
    const fault = pullLots(handheld, given);
    if (fault !== null) return refuse(fault);
    return done({ lots: handheld.lots.length, lotsVersion: handheld.lotsVersion });
  }),
  read: service(readInput, (handheld, input) => {
    const control = controls[input.control ?? 0];
    if (handheld.locked === 1 && control === undefined) return refuse("The detector is locked.");
    const asked = input.boardLot;
    const lot = handheld.lots.find((one) => asked === undefined || one.lot === asked);
    if (lot === undefined) return refuse(`There is no lot ${asked} in the detector.`);
    const matrix = input.matrix ?? handheld.matrix;
    const asks = { sampleId: input.sampleId, lot, matrix, ...(control === undefined ? {} : { control }) };
    return work(handheld, (ticket) => ({ kind: "reading", ...asks, ticket }));
  }),
  pushResult: service(noInput, (handheld) =>
    work(handheld, (ticket) => ({ kind: "uploading", count: handheld.queue, ticket })),
  ),
  selfCheck: service(noInput, (handheld) => work(handheld, (ticket) => ({ kind: "selfCheck", ticket }))),
  lock: service(record({ on: flag("on").optional() }), (handheld, input) => {
    handheld.locked = input.on ?? 1;
    handheld.isHeld = handheld.locked === 1;
    return done({ locked: handheld.locked });
  }),
};

function work(handheld: Handheld, make: (ticket: number) => Work): Answer {
  if (handheld.work !== null) return refuse(`The detector is busy: ${handheld.work.kind}.`);
  const { ticket, answer } = later(handheld);
  begin(handheld, make(ticket));
  return answer;
}

const blueprint: Blueprint<Handheld> = {
  timers: {
    day: beginDay,
    check: checkInTheMorning,
    work: endWork,
    read: readNext,
    lock: lockItself,
    positiveControl: (handheld) => readControl(handheld, "positive"),
    negativeControl: (handheld) => readControl(handheld, "negative"),
  },
  readings,
  services,
  settable: settings({
    operator: text("operator", 64).optional(),
    matrix: whole("matrix", 0, 3).optional(),
    autoUpload: flag("autoUpload").optional(),
    lockAfter: whole("lockAfter", 1, 120).optional(),
    reportInterval: whole("reportInterval", 1, 3600).optional(),
  }),
  set: (handheld, given) => void Object.assign(handheld, given),
  faults: {
    tempOut: {
      begins: (handheld) =>
        emitEvent(handheld, "tempOut", { boardTemp: boardTemp(handheld), low: 15, high: 30 }),
    },
    queueFull: {
      begins(handheld) {
        handheld.queue = largestQueue;
        emitEvent(handheld, "offlineQueueFull", { queueLength: handheld.queue });
      },
    },
    // These show at the next self-check, reading or upload.
    lightFail: { begins: () => undefined },
    cameraFail: { begins: () => undefined },
    weakControl: { begins: () => undefined },
    expiredLot: { begins: () => undefined },
    badControl: { begins: () => undefined },
    noUpload: { begins: () => undefined },
  },
};

export const handheldDetectorFamily: InstrumentFamily = {
  typeKey: "handFastDetector",
  readProfile(raw) {
    const read = profile.safeParse(raw);
    if (!read.success) return { ok: false, reason: profileFault(read.error) };
    const { operator } = read.data;
    return {
      ok: true,
      make({ seed, atMs, reportInterval }) {
        const catchment = toCatchment(seed, read.data);
        const interval = reportInterval ?? read.data.reportInterval;
        const made = { seed, catchment, operator, atMs, reportInterval: interval };
        const instrument = createInstrument(createHandheld(made), blueprint);
        instrument.advance(atMs);
        return instrument;
      },
    };
  },
};
