/** The evidence box as it is played: slots that open for two people, what is in them, and where the box is. */
import { z } from "zod";
import type { InstrumentFamily } from "../instrument.ts";
import {
  decimal,
  done,
  doneWith,
  flag,
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
import { deviceTime, emitEvent } from "../machine/machine.ts";
import { profileFault } from "../site/catchment-profile.ts";
import { fixAt } from "../site/field-readings.ts";
import { type Box, createBox, placeOf, slotCount, weightOf } from "./box-state.ts";
import { close, open, passMinute, reportLeftOpen, takePhoto, visit } from "./custody.ts";
import { occupiedOf, readings, slotStates } from "./readings.ts";

const profile = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  geofenceRadius: z.int().min(50).max(100_000).default(20_000),
  reportInterval: z.int().min(1).max(3600).default(30),
});

const opening = record({
  slot: whole("slot", 1, slotCount),
  authority: text("authority", 64),
  personA: text("personA", 64),
  personB: text("personB", 64),
});

const services: Record<string, Service<Box>> = {
  open: service(opening, (box, input) => {
    if (box.openSlot !== 0) return refuse(`Slot ${box.openSlot} is open.`);
    if (box.faultySlots.has(input.slot)) return refuse(`Slot ${input.slot} has a fault.`);
    // Evidence is never handled by one person alone.
    if (input.personA === input.personB) return refuse("Two different people must confirm.");
    open(box, input);
    return done({ slot: input.slot, weight: weightOf(box) });
  }),
  close: service(noInput, (box) =>
    box.openSlot === 0 ? refuse("The box is closed.") : done({ weight: close(box) }),
  ),
  inventory: service(noInput, (box) =>
    done({ occupied: occupiedOf(box), weight: weightOf(box), slots: slotStates(box) }),
  ),
  photo: service(noInput, (box) => {
    const picture = takePhoto(box);
    const { sha256, bytes } = picture;
    return doneWith(picture, { takenAt: deviceTime(box), sha256, bytes });
  }),
  arm: service(record({ on: flag("on") }), (box, input) => {
    box.armed = input.on;
    return done({ armed: box.armed });
  }),
  locate: service(noInput, (box) => done({ ...fixAt(box.seed, placeOf(box), box.nowMs) })),
  beep: service(record({ seconds: whole("seconds", 1, 60).optional() }), (_box, input) =>
    done({ seconds: input.seconds ?? 3 }),
  ),
};

const blueprint: Blueprint<Box> = {
  timers: { visit, close: (box) => void close(box), leftOpen: reportLeftOpen, minute: passMinute },
  readings,
  services,
  settable: settings({
    mode: whole("mode", 0, 1).optional(),
    leftOpenAfter: whole("leftOpenAfter", 10, 600).optional(),
    tempLow: decimal("tempLow", -30, 30).optional(),
    tempHigh: decimal("tempHigh", -20, 60).optional(),
    shockLimit: decimal("shockLimit", 0.5, 16).optional(),
    geofenceRadius: whole("geofenceRadius", 50, 100_000).optional(),
    reportInterval: whole("reportInterval", 1, 3600).optional(),
  }),
  set: (box, given) => void Object.assign(box, given),
  faults: {
    forced: { begins: (box) => emitEvent(box, "forced", { tamperLoop: 1 }) },
    weightChange: {
      begins: (box) => emitEvent(box, "weightChange", { before: weightOf(box) + 310, after: weightOf(box) }),
    },
    shock: { begins: (box) => emitEvent(box, "shock", { shock: 6.4, tilt: 42 }) },
    wrongItem: {
      begins: (box) => emitEvent(box, "wrongItem", { slot: 1, expected: "EV-000001", found: "EV-000002" }),
    },
    cameraBlocked: { begins: (box) => emitEvent(box, "cameraBlocked", {}) },
    commsLost: { begins: () => undefined, ends: (box) => emitEvent(box, "commsLost", { minutes: 12 }) },
    // The temperature, the position and the battery report the rest, once a minute.
    warm: { begins: () => undefined },
    carriedOff: { begins: () => undefined },
    batteryLow: { begins: () => undefined },
  },
};

export const evidenceBoxFamily: InstrumentFamily = {
  typeKey: "evidenceBox",
  readProfile(raw) {
    const read = profile.safeParse(raw);
    if (!read.success) return { ok: false, reason: profileFault(read.error) };
    const { latitude, longitude, geofenceRadius } = read.data;
    return {
      ok: true,
      make({ seed, atMs, reportInterval }) {
        const interval = reportInterval ?? read.data.reportInterval;
        const place = { latitude, longitude };
        const box = createBox({ seed, place, atMs, geofenceRadius, reportInterval: interval });
        const instrument = createInstrument(box, blueprint);
        instrument.advance(atMs);
        return instrument;
      },
    };
  },
};
