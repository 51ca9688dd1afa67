import { z } from "zod";
import type { InstrumentFamily } from "../instrument.ts";
import {
  decimal,
  done,
  flag,
  record,
  refuse,
  type Service,
  service,
  settings,
  text,
  whole,
} from "../machine/answers.ts";
import { type Blueprint, createInstrument } from "../machine/create-instrument.ts";
import { deviceTime, emitEvent, never } from "../machine/machine.ts";
import { profileFault } from "../site/catchment-profile.ts";
import { hindranceOf, passInjection, startBatch, startDueBatch, watchDrift } from "./batches.ts";
import { controls, createMassSpec, type MassSpec } from "./mass-state.ts";
import { readings } from "./readings.ts";

const profile = z.object({
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180),
  method: z.string().min(1).max(64).default("WBE-18 MRM"),
  reportInterval: z.int().min(1).max(3600).default(30),
});

const batchInput = record({
  batchNo: text("batchNo", 60),
  samples: whole("samples", 1, 200),
  method: text("method", 64).optional(),
});

const services: Record<string, Service<MassSpec>> = {
  importBatch: service(batchInput, (mass, input) => {
    const hindrance = hindranceOf(mass);
    if (hindrance !== null) return refuse(hindrance);
    mass.method = input.method ?? mass.method;
    const sequence = `SEQ-${input.batchNo}`;
    startBatch(mass, { batchNo: input.batchNo, sequence, samples: input.samples });
    return done({ sequence, injections: input.samples + controls });
  }),
  lockSequence: service(record({ on: flag("on").optional() }), (mass, input) => {
    mass.sequenceLocked = input.on ?? 1;
    return done({ sequenceLocked: mass.sequenceLocked });
  }),
};

const gapMinutes = 17;

const blueprint: Blueprint<MassSpec> = {
  timers: { injection: passInjection, batch: startDueBatch },
  readings,
  services,
  settable: settings({
    driftLimit: decimal("driftLimit", 1, 100).optional(),
    reportInterval: whole("reportInterval", 1, 3600).optional(),
  }),
  set: (mass, given) => void Object.assign(mass, given),
  faults: {
    drift: { begins: watchDrift },
    auditTrailGap: {
      begins(mass) {
        const until = deviceTime(mass);
        emitEvent(mass, "auditTrailGap", { since: until - gapMinutes * 60_000, until, minutes: gapMinutes });
      },
    },
    vented: {
      begins(mass) {
        mass.batch = null;
        mass.agenda.set("injection", never);
      },
    },
    // The blank and the calibrators of the next batch show these; without nitrogen a sequence waits.
    blankFail: { begins: () => undefined },
    calFail: { begins: () => undefined },
    noNitrogen: { begins: () => undefined },
  },
};

export const massSpectrometerFamily: InstrumentFamily = {
  typeKey: "mass",
  readProfile(raw) {
    const read = profile.safeParse(raw);
    if (!read.success) return { ok: false, reason: profileFault(read.error) };
    const { longitude, method } = read.data;
    return {
      ok: true,
      make({ seed, atMs, reportInterval }) {
        const interval = reportInterval ?? read.data.reportInterval;
        const mass = createMassSpec({ seed, place: { longitude }, atMs, method, reportInterval: interval });
        const instrument = createInstrument(mass, blueprint);
        instrument.advance(atMs);
        return instrument;
      },
    };
  },
};
