import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import type { TestDevice } from "./test-device.ts";
import { runTask } from "./test-jobs.ts";
import type { TestPlatform } from "./test-platform.ts";

export const minute = 60_000;
export const begin = Date.now() - 3 * 3_600_000;
let named = 0;

export type RuleGiven = Partial<Parameters<typeof toBody>[0]>;
const toBody = (given: {
  name: string;
  source: "property" | "event" | "silent" | "offline";
  identifier: string;
  operator: "gt" | "lt";
  threshold: number | null;
  clearThreshold: number | null;
  durationS: number;
  severity: "info" | "warning" | "major" | "critical";
  clearBy: "auto" | "manual" | "event" | "after";
  clearEvent: string;
  clearAfterMin: number | null;
  escalateMin: number | null;
  flapMin: number;
  devices: string;
  tag: string;
}) => ({ typeKey: "waterSample" as const, ...given });

/** Rules of tests name their device, so that none meets another's. */
export async function addRule(platform: TestPlatform, given: RuleGiven = {}) {
  named += 1;
  const name = `rule ${named}`;
  const body = {
    ...{
      typeKey: "waterSample" as const,
      source: "property" as const,
      identifier: "ph",
      operator: "gt" as const,
    },
    ...{ name, threshold: 9, severity: "warning" as const, ...given },
  };
  const { data } = await platform.call(alarmRules.calls.add, { body }, await platform.admin());
  return { id: data.id, name, body };
}

/** The alarms of one rule, the newest first. */
export async function alarmsOf(platform: TestPlatform, ruleId: number) {
  const { rows } = await platform.call(listAlarms, { query: { ruleId } }, await platform.admin());
  return rows;
}

export const post = (device: TestDevice, minutes: number, ph: number) =>
  device.post({ ph: { value: ph, time: begin + minutes * minute } });

/** One look of the sweep, done. */
export async function sweep(platform: TestPlatform): Promise<void> {
  await runTask(platform, "alarmSweep");
}

/** A device with a rule of its own. */
export async function namedRule(platform: TestPlatform, given: RuleGiven = {}) {
  const device = await platform.connectNew();
  const { deviceName, id } = device.credentials;
  const rule = await addRule(platform, { devices: deviceName, ...given });
  return { device, deviceId: id, rule, alarms: () => alarmsOf(platform, rule.id) };
}
