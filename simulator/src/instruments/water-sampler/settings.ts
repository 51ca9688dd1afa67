import { alinkCode } from "@tracewater/alink/codes";
import type { Params, Reply } from "../instrument.ts";
import { wrongInput } from "../machine/answers.ts";
import { scheduleDue } from "./program.ts";
import { fastReadings, positionReading, slowReadings } from "./readings.ts";
import { scheduleReport } from "./reporting.ts";
import type { SamplerState } from "./sampler-state.ts";
import { settingsInput } from "./service-inputs.ts";

/** Property set: all of it or nothing. */
export function setSettings(sampler: SamplerState, params: unknown): Reply {
  const read = settingsInput.safeParse(params);
  if (!read.success) return wrongInput(read.error);
  const { targetTemp, ...whole } = read.data;
  Object.assign(sampler.settings, whole);
  if (targetTemp !== undefined) sampler.settings.targetTemp = Math.round(targetTemp * 10) / 10;
  if (whole.interval !== undefined) scheduleDue(sampler);
  if (whole.reportInterval !== undefined && sampler.reporting !== null) {
    sampler.reporting.everySeconds = null;
    scheduleReport(sampler);
  }
  return { code: alinkCode.success, data: {}, message: "success" };
}

/** Property get; null asks for all. */
export function getReadings(sampler: SamplerState, identifiers: readonly string[] | null): Reply {
  const all = { ...fastReadings(sampler), ...slowReadings(sampler), ...positionReading(sampler) };
  if (identifiers === null) return { code: alinkCode.success, data: all, message: "success" };
  const chosen: Params = {};
  for (const name of identifiers) {
    const value = all[name];
    if (value === undefined) {
      return { code: alinkCode.badParameter, data: {}, message: `Unknown property ${name}.` };
    }
    chosen[name] = value;
  }
  return { code: alinkCode.success, data: chosen, message: "success" };
}
