import { emitEvent, minute } from "../machine/machine.ts";
import type { Detector } from "./detector-state.ts";
import { columnPressure } from "./readings.ts";
import { abortRun, watchReagents } from "./runs.ts";

const warmupMinutes = 10;

/** Faults on demand; the rest of the model looks at the set. */
export const faults = {
  leak: {
    begins(detector: Detector) {
      abortRun(detector, "A leak stopped the run.");
      emitEvent(detector, "leak", {});
    },
  },
  pressureHigh: {
    begins(detector: Detector) {
      abortRun(detector, "High column pressure stopped the run.");
      emitEvent(detector, "pressureHigh", { columnPressure: columnPressure(detector) });
    },
  },
  powerFail: {
    begins: (detector: Detector) => abortRun(detector, "Mains power failed."),
    ends(detector: Detector) {
      detector.warmupUntil = detector.nowMs + warmupMinutes * minute;
      detector.agenda.set("warm", detector.warmupUntil);
    },
  },
  reagentLow: {
    begins(detector: Detector) {
      detector.usedMore = 90;
      watchReagents(detector);
    },
    ends(detector: Detector) {
      detector.usedMore = 0;
      detector.reagentReported = false;
    },
  },
  // The next quality control, and the next blank, show these.
  qcFail: { begins: () => undefined },
  carryOver: { begins: () => undefined },
  // Each run shows it, until the instrument is serviced; a quality control fails after a day and a half.
  drift: {
    begins(detector: Detector) {
      detector.driftsSince = detector.nowMs;
    },
    ends(detector: Detector) {
      detector.driftsSince = null;
    },
  },
  // The runs that begin meanwhile find it.
  discharge: { begins: () => undefined },
  doorOpen: { begins: () => undefined },
};
