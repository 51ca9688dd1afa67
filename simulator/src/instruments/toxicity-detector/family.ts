import { z } from "zod";
import type { InstrumentFamily } from "../instrument.ts";
import { decimal, settings, whole } from "../machine/answers.ts";
import { type Blueprint, createInstrument } from "../machine/create-instrument.ts";
import { catchmentProfile, profileFault, toCatchment } from "../site/catchment-profile.ts";
import { createDetector, type Detector, lifeStart } from "./detector-state.ts";
import { faults } from "./faults.ts";
import { readings } from "./readings.ts";
import { emptyRetained, passStage, startDueCycle } from "./runs.ts";
import { services } from "./services.ts";

const profile = catchmentProfile.extend({ reportInterval: z.int().min(1).max(3600).default(30) });

const blueprint: Blueprint<Detector> = {
  timers: { stage: passStage, warm: () => undefined, empty: emptyRetained, cycle: startDueCycle },
  readings,
  services,
  settable: settings({
    mode: whole("mode", 0, 2).optional(),
    cycleInterval: whole("cycleInterval", 30, 1440).optional(),
    qcEvery: whole("qcEvery", 1, 200).optional(),
    exceedLimit: decimal("exceedLimit", 1, 1_000_000).optional(),
    reportInterval: whole("reportInterval", 1, 3600).optional(),
  }),
  set(detector, given) {
    Object.assign(detector, given);
    if ("cycleInterval" in given)
      detector.agenda.set("cycle", detector.nowMs + detector.cycleInterval * 60_000);
  },
  faults,
};

export const toxicityDetectorFamily: InstrumentFamily = {
  typeKey: "liquidExtract",
  readProfile(raw) {
    const read = profile.safeParse(raw);
    if (!read.success) return { ok: false, reason: profileFault(read.error) };
    return {
      ok: true,
      make({ seed, atMs, reportInterval }) {
        const catchment = toCatchment(seed, read.data);
        const startMs = lifeStart(seed, catchment, atMs);
        const interval = reportInterval ?? read.data.reportInterval;
        const instrument = createInstrument(
          createDetector({ seed, catchment, startMs, reportInterval: interval }),
          blueprint,
        );
        instrument.advance(atMs);
        return instrument;
      },
    };
  },
};
