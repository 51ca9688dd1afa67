import type { Answer } from "../instrument.ts";
import {
  done,
  later,
  noInput,
  record,
  refuse,
  type Service,
  service,
  text,
  whole,
} from "../machine/answers.ts";
import { type Detector, sampleIdOf } from "./detector-state.ts";
import type { RunKind } from "./run-plan.ts";
import { hindranceOf, retain, startRun } from "./runs.ts";

/** The services of the thing model, by name. */
export const services: Record<string, Service<Detector>> = {
  runNow: service(record({ sampleId: text("sampleId", 64).optional() }), (detector, input) =>
    run(detector, "sample", 0, input.sampleId),
  ),
  calibrate: service(record({ levels: whole("levels", 3, 9).optional() }), (detector, input) =>
    run(detector, "calibration", input.levels ?? 6),
  ),
  runBlank: service(noInput, (detector) => run(detector, "blank", 0)),
  runQc: service(noInput, (detector) => run(detector, "qc", 0)),
  flush: service(record({ minutes: whole("minutes", 1, 30) }), (detector, input) =>
    run(detector, "flush", input.minutes),
  ),
  retainSample: service(record({ bottle: whole("bottle", 1, 12).optional() }), (detector, input) => {
    const bottle = retain(detector);
    if (bottle === 0) return refuse("All 12 bottles are full.");
    return done({ bottle: input.bottle ?? bottle, sampleId: detector.sampleId });
  }),
};

/** The reply comes when the run has ended, which takes longer than most callers wait; it counts all the same. */
function run(detector: Detector, kind: RunKind, amount: number, sampleId?: string): Answer {
  const hindrance = hindranceOf(detector);
  if (hindrance !== null) return refuse(hindrance);
  const { ticket, answer } = later(detector);
  startRun(detector, { kind, amount, sampleId: sampleId ?? sampleIdOf(detector.nowMs), ticket });
  return answer;
}
